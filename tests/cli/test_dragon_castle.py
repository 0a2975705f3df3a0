"""Dragon Castle in the terminal: what a person sees, types and is told."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import palatine as package
from cli.preloaded import palatine
from cli.running import Sitting
from games.dragon_castle.positions import first_tile, realm, table, tile
from palatine.cli.results import screen_of
from palatine.core.language import Words
from palatine.core.record import save
from palatine.core.table import Table

GAME = "dragon_castle"
HOT_SEAT = ("play", GAME, "--seat", "human", "--seat", "human", "--seed", "3", "--option", "start_player=first")
NO_CARDS = ("--option", "spirits=0", "--option", "dragons=0")


def played(made: Table, home: Path, *typed: str, language: str = "en") -> str:
    """What is told to persons who go on from a position."""
    file = home / "game.json"
    save(made, file)
    return palatine(
        "play", "--load", str(file), "--lang", language, home=home, typed="\n".join([*typed, "quit", ""])
    ).stdout


def test_the_board_shows_the_castle_the_realms_and_the_cards(tmp_path: Path) -> None:
    options = {"spirits": "wind,faith", "dragons": "harmony", "start_player": "first"}
    position = package.new(GAME, players=2, seed=3, **options).position()
    asked = [f"--option={name}={value}" for name, value in options.items()]
    told = palatine(*HOT_SEAT, *asked, home=tmp_path, typed="quit\n").stdout
    assert "Dragon Castle - top floor 3, 7 tokens left, 38 Shrines in the general pool" in told
    rows = [
        re.findall(r"\d(?:[A-Za-z]{2}|[MSF]\d)[*+ ]", line) for line in told.splitlines() if re.match(r" ?\d+ ", line)
    ]
    drawn = [cell for row in rows[:8] for cell in row]
    assert len(drawn) == len(position["castle"])
    for cell, entry in zip(drawn, position["castle"], strict=True):
        available = entry["space"] in position["available"]
        mark = "*" if available and entry["floor"] == 3 else "+" if available else " "
        assert (cell[0], cell[-1]) == (str(entry["floor"]), mark)
    for title in ("Spirit of Wind:", "Spirit of Faith:", "Dragon of Harmony:"):
        assert title in told
    assert ">1 human: 0, Shrines 1, tokens 0" in told
    assert " 2 human: 0, Shrines 1, tokens 0" in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_realm_shows_heights_faces_and_shrines(tmp_path: Path) -> None:
    told = played(table({"a1": "m1"}, [realm("m3 x x^2* D2^3\nS4 . . W1^2")]), tmp_path)
    assert re.search(r"1 1M3 1## 2/\\ \|3dG  ·   · ", told)
    assert re.search(r"2 1Wi  ·   ·  \|2wR  ·   · ", told)


def test_choices_tell_tiles_floors_and_sets(tmp_path: Path) -> None:
    made = table(
        {"c1": "m1"},
        [realm("m1 m2 m3 .\n. . x^2 .")],
        stage="placement",
        action="shrine",
        held=[tile("m4")],
        first_tile=first_tile("a1", "m4"),
    )
    told = played(made, tmp_path, "moves")
    assert "place d1 [floor 1, set of 4: 2 points]" in told
    assert "place c2 [floor 3, set of 4: 2 points]" in told
    assert "place f4 [floor 1]" in told
    told = played(table({"c1": "m1 ?", "e1": "D1 ?"}), tmp_path, "moves")
    assert "pick c1 [Merchants 1, floor 2]" in told


def test_what_a_decision_brings_about_is_told(tmp_path: Path) -> None:
    made = table({"c1": "m1 D1", "e1": "m1"}, [realm("m1 m2 . m3", pool=2)])
    told = played(made, tmp_path, "pick c1", "shrine", "place c1", "build c1")
    assert "Merchants 1, from floor 2" in told
    assert "uncovered at c1: Red Dragon" in told
    assert "2 points (sets)" in told
    assert "4 tiles are turned face down" in told
    assert "build Shrines on the tiles just Consolidated (up to 1), or done" in told
    assert re.search(r"1 1## 1## 1/\\ \|1## ", told)


def test_a_spirit_is_activated_and_carried_out(tmp_path: Path) -> None:
    own = realm("x* x m3")
    made = table({"a1": "m1"}, [own], options={"spirits": "wind"})
    told = played(made, tmp_path, "spirit wind pay shrine", "lift a1", "drop b1")
    assert "turn a tile face down, or lift the Shrine that Wind moves" in told
    assert "Spirit of Wind: (used in this turn)" in told
    assert re.search(r"1 1## 1/\\ 1M3", told)


def test_the_final_round_and_the_dragons_token_are_told(tmp_path: Path) -> None:
    made = table({}, [realm(""), realm("", tokens=1)])
    told = played(made, tmp_path)
    assert "takes a Countdown token: 2 points" in told
    assert "The final round begins." in told
    assert "Dragon Castle - the end" in told


def test_alone_the_dummy_is_told_and_a_rank_is_reached(tmp_path: Path) -> None:
    told = palatine("play", GAME, "--seat", "greedy", "--seed", "3", home=tmp_path).stdout
    assert "the dummy removes" in told
    assert re.search(r"That is the rank: [A-Z]", told)
    assert "wins" not in told


def test_points_tell_what_the_dragon_cards_count() -> None:
    own = realm("x* x* . . . .\nx . . . . .\nm3 . . . . m4^3\n. . D1 . . .")
    options = {"dragons": "righteousness,tranquility,majesty,power,knowledge,fortitude"}
    made = table({"a1": "m1"}, [own, realm("m2")], options=options)
    screen, words = screen_of(made.game), Words("en", made.game.name)
    told = [screen.source(entry, words) for entry in made.scores()[0]["sources"]]
    for wanted in (
        "Shrines on floor 1: a1 b1",
        "Righteousness: row 1: a1 b1",
        "Tranquility: a1 b1 a2",
        "Majesty: Merchants 4 on f3",
        "Power: Merchants, 4 against 2 of seat 2",
        "Knowledge: Red Dragon",
        "Fortitude: a1 b1",
    ):
        assert wanted in told


@pytest.mark.parametrize("players", [1, 2, 4])
def test_bots_play_a_game_to_its_end(players: int, tmp_path: Path) -> None:
    seats = [part for _ in range(players) for part in ("--seat", "greedy")]
    told = palatine("play", GAME, *seats, "--seed", "4", "--option", "spirits=2", home=tmp_path).stdout
    assert "Dragon Castle - the end" in told


def test_in_italian_everything_is(tmp_path: Path) -> None:
    made = table({"c1": "m1 D1", "e1": "m1 ?"}, [realm("m1 m2 . m3", pool=2)], options={"dragons": "fortitude"})
    told = played(made, tmp_path, "pick c1", "shrine", "place c1", "build c1", "help", "score", language="it")
    for wanted in (
        "piano più alto 2",
        "Drago: Audacia.",
        "Mercanti 1, dal piano 2",
        "Sacrari",
        "Le caselle si scrivono",
    ):
        assert wanted in told
    for foreign in ("Merchants", "Shrine ", "floor ", "uncovered"):
        assert foreign not in told


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_options_are_asked_for_and_nonsense_is_refused(tmp_path: Path) -> None:
    person = Sitting("play", GAME, home=tmp_path)
    for question, answer in (
        ("How many", "1"),
        ("Who plays seat 1", "human"),
        ("Spirit cards in play", "nonsense"),
        ("Option spirits takes a number of cards to be drawn", ""),
        ("Spirit cards in play", "wind,faith"),
        ("Dragon cards in play", "power"),
        ("cannot be in play in a solo game", ""),
        ("Dragon cards in play", "0"),
        ("Columns", ""),
        ("Rows", ""),
        ("Who begins", ""),
        ("The castle", "castle of sand"),
        ("There is no castle", ""),
        ("The castle", "the_keep"),
    ):
        person.wait_for(question)
        if answer or question in ("Columns", "Rows", "Who begins"):
            person.type(f"{answer}\r")
    person.wait_for("Dragon Castle - top floor 3")
    person.wait_for("Spirit of Faith")
    person.type("quit\r")
    person.wait_for("--resume")
    person.leave()


def test_an_own_castle_from_a_file(tmp_path: Path) -> None:
    file, kept = tmp_path / "mine.txt", tmp_path / "kept.json"
    file.write_text("33333301\n" * 6 + "00000001\n" * 2, encoding="utf-8")
    typed = f"save {kept}\nquit\n"
    told = palatine(*HOT_SEAT, *NO_CARDS, "--option", f"castle={file}", home=tmp_path, typed=typed).stdout
    assert "top floor 3" in told
    record = json.loads(kept.read_text(encoding="utf-8"))
    assert record["options"]["castle"] == "/".join(["33333301"] * 6 + ["00000001"] * 2)
