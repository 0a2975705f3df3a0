"""Dragon Castle in the terminal: the board, the choices, the log, refusals and replays."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import palatine as package
from cli.preloaded import palatine
from cli.running import Sitting
from games.dragon_castle.positions import first_tile, play, realm, spirited, table, tile
from games.dragon_castle.wrong_positions import TABLES
from palatine.cli.results import screen_of
from palatine.core.language import Words
from palatine.core.record import save
from palatine.core.table import Table

GAME = "dragon_castle"
HOT_SEAT = ("play", GAME, "--seat", "human", "--seat", "human", "--seed", "3", "--option", "start_player=first")
DONE = {
    "full realm": "lose the tiles: no room",
    "check": "Consolidate now",
    "end": "end the turn",
    "build": "stop building",
    "second lift": "no second move",
}
"""By the name of a table, what "done" does there."""
NO_CARDS = ("--option", "spirits=0", "--option", "dragons=0")


def played(game: Table, home: Path, *typed: str, language: str = "en") -> str:
    """Return the output of a game that two people go on with from a position."""
    file = home / "game.json"
    save(game, file)
    return palatine(
        "play", "--load", str(file), "--lang", language, home=home, typed="\n".join([*typed, "quit", ""])
    ).stdout


def full_realm() -> Table:
    """Return a table where the held tile has no room, but Destruction can be activated."""
    size = {"realm_columns": "4", "realm_rows": "4"}
    return spirited("destruction", "m1 s1 m2 s2\ns3 m3 s4 m4\nm5 s5 m6 s6\nf1 S1 f2 S2", held="D1", options=size)


def test_the_board_shows_the_castle_the_realms_and_the_cards(tmp_path: Path) -> None:
    options = {"spirits": "wind,faith", "dragons": "harmony", "start_player": "first"}
    position = package.new(GAME, players=2, seed=3, **options).position()
    chosen = [f"--option={name}={value}" for name, value in options.items()]
    output = palatine(*HOT_SEAT, *chosen, home=tmp_path, typed="quit\n").stdout
    assert "Dragon Castle - top floor 3, tokens left: 7, Shrines in the general pool: 38" in output
    rows = [
        re.findall(r"\d(?:[A-Za-z]{2}|[MSF]\d)[*+ ]", line) for line in output.splitlines() if re.match(r" ?\d+ ", line)
    ]
    drawn = [cell for row in rows[:8] for cell in row]
    assert len(drawn) == len(position["castle"])
    for cell, entry in zip(drawn, position["castle"], strict=True):
        available = entry["space"] in position["available"]
        mark = "*" if available and entry["floor"] == 3 else "+" if available else " "
        assert (cell[0], cell[-1]) == (str(entry["floor"]), mark)
    for title in ("Spirit of Wind:", "Spirit of Faith:", "Dragon of Harmony:"):
        assert title in output
    assert ">1 human: 0, Shrines 1, tokens 0" in output
    assert " 2 human: 0, Shrines 1, tokens 0" in output
    assert max(map(len, output.splitlines())) <= 80


def test_a_realm_shows_heights_faces_and_shrines(tmp_path: Path) -> None:
    output = played(table({"a1": "m1"}, [realm("m3 x x^2* D2^3\nS4 . . W1^2")]), tmp_path)
    assert re.search(r"1 1M3 1## 2/\\ \|3dG  ·   · ", output)
    assert re.search(r"2 1Wi  ·   ·  \|2wR  ·   · ", output)


def test_choices_show_tiles_floors_and_sets(tmp_path: Path) -> None:
    game = table(
        {"c1": "m1"},
        [realm("m1 m2 m3 .\n. . x^2 .")],
        stage="placement",
        action="shrine",
        held=[tile("m4")],
        first_tile=first_tile("a1", "m4"),
    )
    output = played(game, tmp_path, "moves")
    assert "place d1 [floor 1, set of 4: 2 points]" in output
    assert "place c2 [floor 3, set of 4: 2 points]" in output
    assert "place f4 [floor 1]" in output
    output = played(table({"c1": "m1 ?", "e1": "D1 ?"}), tmp_path, "moves")
    assert "pick c1 [Merchants 1, floor 2]" in output


def test_the_log_shows_tiles_sets_and_points(tmp_path: Path) -> None:
    game = table({"c1": "m1 D1", "e1": "m1"}, [realm("m1 m2 . m3", pool=2)])
    output = played(game, tmp_path, "pick c1", "shrine", "place c1", "build c1")
    assert "Merchants 1, from floor 2" in output
    assert "uncovered at c1: Red Dragon" in output
    assert "Consolidated: 4 Merchants (2 VP)" in output
    assert "build 1 Shrine on the tiles just Consolidated, or stop building (done)" in output
    assert re.search(r"1 1## 1## 1/\\ \|1## ", output)


def test_a_spirit_is_activated_and_carried_out(tmp_path: Path) -> None:
    own = realm("x* x m3")
    game = table({"a1": "m1"}, [own], options={"spirits": "wind"})
    output = played(game, tmp_path, "spirit wind pay shrine", "lift a1", "drop b1")
    assert "turn a tile face down (flip), or choose the Shrine that Wind moves (lift)" in output
    assert "Spirit of Wind: (used this turn)" in output
    assert re.search(r"1 1## 1/\\ 1M3", output)


def test_the_log_shows_the_final_round_and_the_token(tmp_path: Path) -> None:
    game = table({}, [realm(""), realm("", tokens=1)])
    output = played(game, tmp_path)
    assert "takes a Countdown token: 2 points" in output
    assert "The final round begins." in output
    assert "Dragon Castle - the end" in output


def test_a_solo_game_shows_the_dummy_and_ends_with_a_rank(tmp_path: Path) -> None:
    output = palatine("play", GAME, "--seat", "greedy", "--seed", "3", home=tmp_path).stdout
    assert "the dummy removes" in output
    assert re.search(r"Your rank: [A-Z]", output)
    assert "wins" not in output


def test_points_show_what_the_dragon_cards_count() -> None:
    own = realm("x* x* . . . .\nx . . . . .\nm3 . . . . m4^3\n. . D1 . . .")
    options = {"dragons": "righteousness,tranquility,majesty,power,knowledge,fortitude"}
    game = table({"a1": "m1"}, [own, realm("m2")], options=options)
    screen, words = screen_of(game.game), Words("en", game.game.name)
    output = [screen.source(entry, words) for entry in game.scores()[0]["sources"]]
    for wanted in (
        "Shrines on floor 1: a1 b1",
        "Righteousness: row 1: a1 b1",
        "Tranquility: a1 b1 a2",
        "Majesty: Merchants 4 on f3",
        "Power: Merchants, 4 against 2 of seat 2",
        "Knowledge: Red Dragon",
        "Fortitude: a1 b1",
    ):
        assert wanted in output


@pytest.mark.parametrize(("name", "meaning"), DONE.items())
def test_done_says_what_it_does(name: str, meaning: str, tmp_path: Path) -> None:
    game = TABLES[name]() if name in TABLES else full_realm()
    assert f"done ({meaning})" in played(game, tmp_path, "moves")


def test_a_refusal_says_why_and_what_is_legal(tmp_path: Path) -> None:
    game = table({"a1": "m1", "b1": "m2", "c1": "m3"})
    output = " ".join(played(game, tmp_path, "pick b1").split())
    assert "b1 is not Available: a1 and c1 stand on both long sides. Legal: pick a1; pick c1; summon." in output
    output = " ".join(played(game, tmp_path, "pick b1", language="it").split())
    assert "b1 non è Disponibile: a1 e c1 occupano entrambi i lati lunghi." in output


def test_a_replay_shows_sets_points_and_the_meaning_of_done(tmp_path: Path) -> None:
    game = table({"c1": "m1 D1", "e1": "m1"}, [realm("m1 m2 . m3", pool=2)])
    play(game, "pick c1", "shrine", "place c1", "done")
    file = tmp_path / "game.json"
    save(game, file)
    for language, shown in (
        ("en", ("Consolidated: 4 Merchants (2 VP)", "done (stop building)")),
        ("it", ("Consolidato: 4 Mercanti (2 PV)", "done (smetti di costruire)")),
    ):
        output = palatine("replay", str(file), "--lang", language, home=tmp_path).stdout
        for wanted in shown:
            assert wanted in output


@pytest.mark.parametrize("players", [1, 2, 4])
def test_bots_play_a_game_to_its_end(players: int, tmp_path: Path) -> None:
    seats = [part for _ in range(players) for part in ("--seat", "greedy")]
    output = palatine("play", GAME, *seats, "--seed", "4", "--option", "spirits=2", home=tmp_path).stdout
    assert "Dragon Castle - the end" in output


def test_everything_is_shown_in_italian(tmp_path: Path) -> None:
    game = table({"c1": "m1 D1", "e1": "m1 ?"}, [realm("m1 m2 . m3", pool=2)], options={"dragons": "fortitude"})
    output = played(game, tmp_path, "pick c1", "shrine", "place c1", "build c1", "help", "score", language="it")
    for wanted in (
        "piano più alto 2",
        "Drago: Audacia.",
        "Mercanti 1, dal piano 2",
        "Sacrari",
        "Le caselle si scrivono",
    ):
        assert wanted in output
    for foreign in ("Merchants", "Shrine ", "floor ", "uncovered"):
        assert foreign not in output


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_options_are_asked_for_and_wrong_values_refused(tmp_path: Path) -> None:
    person = Sitting("play", GAME, home=tmp_path)
    for question, answer in (
        ("How many", "1"),
        ("Who plays seat 1", "human"),
        ("Spirit cards in play", "nonsense"),
        ("Option spirits takes the number of cards to draw", ""),
        ("Spirit cards in play", "wind,faith"),
        ("Dragon cards in play", "power"),
        ("cannot be in play in a solo game", ""),
        ("Dragon cards in play", "0"),
        ("Columns", ""),
        ("Rows", ""),
        ("First player", ""),
        ("The castle", "castle of sand"),
        ("There is no castle", ""),
        ("The castle", "the_keep"),
    ):
        person.wait_for(question)
        if answer or question in ("Columns", "Rows", "First player"):
            person.type(f"{answer}\r")
    person.wait_for("Dragon Castle - top floor 3")
    person.wait_for("Spirit of Faith")
    person.type("quit\r")
    person.wait_for("--resume")
    person.leave()


def test_a_castle_can_come_from_a_file(tmp_path: Path) -> None:
    file, kept = tmp_path / "mine.txt", tmp_path / "kept.json"
    file.write_text("33333301\n" * 6 + "00000001\n" * 2, encoding="utf-8")
    typed = f"save {kept}\nquit\n"
    output = palatine(*HOT_SEAT, *NO_CARDS, "--option", f"castle={file}", home=tmp_path, typed=typed).stdout
    assert "top floor 3" in output
    record = json.loads(kept.read_text(encoding="utf-8"))
    assert record["options"]["castle"] == "/".join(["33333301"] * 6 + ["00000001"] * 2)
