"""The game in the terminal, through pipes and in a real terminal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import palatine as package
from cli.preloaded import palatine
from cli.running import Sitting, environment
from palatine.core.record import save

BOTS = ("play", "kingdomino", "--seat", "greedy", "--seat", "random", "--seed", "3")
SOLO = ("play", "kingdomino", "--seat", "human", "--seat", "greedy", "--seed", "5")


HOT_SEAT = ("play", "kingdomino", "--seat", "human", "--seat", "human", "--seed", "5")


def whole_game() -> str:
    """What two persons type who always take the first choice, from the first decision to the last."""
    table = package.new("kingdomino", players=2, seed=5)
    typed = []
    while not table.over:
        if len(table.legal()) > 1:
            typed.append(table.moves()[0])
        table.play(table.legal()[0])
    return "\n".join([*typed, ""])


def test_bots_alone_play_to_the_end_and_every_point_has_a_source(tmp_path: Path) -> None:
    told = palatine(*BOTS, home=tmp_path).stdout
    assert "The game is over." in told
    assert "Where the points come from" in told
    assert re.search(r"\d greedy wins, by points\.", told)
    assert told == palatine(*BOTS, home=tmp_path).stdout  # the seed settles the bots' chance too
    assert not list(tmp_path.rglob("*.json"))
    totals = [int(total) for total in re.findall(r"(\d+) Total", told)]
    kingdoms = [int(total) for total in re.findall(r" \d (?:greedy|random): (\d+)", told)[-2:]]
    assert totals == kingdoms


def test_persons_play_to_the_end_through_a_pipe(tmp_path: Path) -> None:
    told = palatine(*HOT_SEAT, home=tmp_path, typed=whole_game()).stdout
    assert "The game is over." in told
    assert "The kings claim in this order: " in told
    assert max(map(len, told.splitlines())) <= 80
    assert not list(tmp_path.rglob("*.json"))  # nothing unfinished is left


def test_nothing_typed_is_lost_and_everything_wrong_is_told(tmp_path: Path) -> None:
    typed = "sing\nclaim 99\n8\nplace 1,0 2,0\n\n  \nclaim\nundo now\nquit\n"
    told = palatine(*SOLO, home=tmp_path, typed=typed).stdout
    assert '"sing" is not understood. Decisions are like "claim 12"' in told
    assert "There is no domino 99" in told
    assert "8 is not in the list; its numbers are: 7, 21, 26, 37." in told
    assert 'Type "help" for help.' in told
    assert "Nothing to place now: your king must claim a domino first. Legal: claim" in told.replace("\n", " ")
    assert '"undo now" is not understood' in told
    assert "Go on with: palatine play kingdomino --resume" in told


def test_a_hint_in_a_game_alone_promises_points_only(tmp_path: Path) -> None:
    told = palatine("play", "dragon_castle", "--players", "1", "--seed", "4", typed="hint\nq\n", home=tmp_path).stdout
    assert re.search(r"A strong bot would play: pick \w+ \(it expects \d+ points\)", told)


def test_hint_undo_moves_score_help(tmp_path: Path) -> None:
    typed = "hint\nhint\nundo\n7\n21\nmoves\n1\nundo\nboard\nscore\n?\nq\n"
    told = palatine(*SOLO, home=tmp_path, typed=typed).stdout
    hints = re.findall(r"A strong bot would play: (claim \d+) \(it expects \d+ points, \d+ % to win\)", told)
    assert len(hints) == 2
    assert hints[0] == hints[1]
    assert "Nothing can be taken back now" in told
    assert re.search(r"Taken back: place", told)
    assert re.search(r" 12\) place", told)
    assert "no points" in told
    assert "take your last decision back" in told
    assert "the castle is 0,0" in " ".join(told.split())


def test_undo_does_not_cross_what_was_shown_or_others_have_decided(tmp_path: Path) -> None:
    told = palatine(*HOT_SEAT, home=tmp_path, typed="7\nundo\n21\n26\nundo\n1\nundo\nquit\n").stdout
    assert told.count("Nothing can be taken back now") == 2
    assert told.count("Taken back: ") == 1


def test_a_decision_with_one_choice_is_made_by_itself_and_told(tmp_path: Path) -> None:
    """The last king of a line has one domino left to claim."""
    table = package.new("kingdomino", players=2, seed=5)
    typed = []
    while len(table.legal()) > 1:
        typed.append(table.moves()[0])
        table.play(table.legal()[0])
    told = palatine(*HOT_SEAT, home=tmp_path, typed="\n".join([*typed, "quit", ""])).stdout
    assert f"{table.moves()[0]} (the only choice)" in told
    kept = json.loads(next(tmp_path.rglob("*.json")).read_text())
    assert len(kept["decisions"]) > len(typed)  # it is in the record all the same


def test_a_saved_game_tells_itself_what_game_it_is(tmp_path: Path) -> None:
    table = package.new("year_of_the_dragon", players=2, seed=1)
    save(table, tmp_path / "dragon.json", seats=["human", "human"])
    told = palatine("play", "--load", str(tmp_path / "dragon.json"), home=tmp_path / "home", typed="quit\n").stdout
    assert "Welcome to In the Year of the Dragon." in told
    assert "palatine play year_of_the_dragon --resume" in told
    assert list((tmp_path / "home").rglob("year_of_the_dragon/*.json"))


def test_short_words_and_capitals_are_understood(tmp_path: Path) -> None:
    told = palatine(*SOLO, home=tmp_path, typed="c 7\nQUIT\n").stdout
    assert "1 you: claim 7" in told
    told = palatine(*SOLO, home=tmp_path, typed="37\nquit\n").stdout
    assert "1 you: claim 37" in told
    assert "--resume" in told


def test_a_stopped_game_goes_on_where_it_was(tmp_path: Path) -> None:
    palatine(*SOLO, home=tmp_path, typed="7\n21\n")
    told = palatine("play", "kingdomino", "--resume", home=tmp_path, typed="board\nquit\n").stdout
    assert "line 2 of 6" in told


def test_other_games_leave_an_unfinished_one_alone(tmp_path: Path) -> None:
    palatine(*SOLO, home=tmp_path, typed="7\n21\n")
    (kept,) = tmp_path.rglob("*.json")
    palatine(*BOTS, home=tmp_path)
    palatine(*HOT_SEAT, home=tmp_path, typed=whole_game())
    assert list(tmp_path.rglob("*.json")) == [kept]
    palatine(*SOLO, home=tmp_path, typed="quit\n")
    assert len(list(tmp_path.rglob("*.json"))) == 2


def test_a_game_that_cannot_be_kept_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = palatine(*SOLO, home=tmp_path / "file", typed="7\nquit\n").stdout
    assert "1 you: claim 7" in told
    assert "could not be kept" in told


def test_dynasty_tells_the_points_after_each_game(tmp_path: Path) -> None:
    told = palatine(*BOTS, "--option", "dynasty=true", home=tmp_path).stdout
    assert told.index("Game 1 is over.") < told.index("Game 2 is over.") < told.index("The game is over.")
    assert told.count("Where the points come from") == 3


def test_a_game_is_saved_and_loaded_with_its_players(tmp_path: Path) -> None:
    file = tmp_path / "saved" / "my game.json"
    told = palatine(*SOLO, home=tmp_path, typed=f"7\nsave {file}\nquit\n").stdout
    assert "Saved in" in told
    assert json.loads(file.read_text())["seats"] == ["human", "greedy"]
    told = palatine("play", "kingdomino", "--load", str(file), home=tmp_path, typed="quit\n").stdout
    assert "2 greedy" in told


def test_what_cannot_be_saved_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("do not lose this")
    typed = f"save {notes}\nsave {notes}/x.json\nsave .\nsave /\nsave a\0b\n7\nquit\n"
    told = " ".join(palatine(*SOLO, home=tmp_path, typed=typed).stdout.split())
    assert "is no saved game; it was not overwritten" in told
    assert told.count("could not be saved in") + told.count("was not overwritten") == 5
    assert "1 you: claim 7" in told
    assert notes.read_text() == "do not lose this"


def test_nonsense_of_every_kind_is_survived(tmp_path: Path) -> None:
    typed = "9" * 5000 + "\n\udcff\nclaim -1\nplace\n" + "x" * 9000 + "\n7\n"
    told = palatine(*SOLO, home=tmp_path, typed=typed, PYTHONIOENCODING="utf-8:surrogateescape").stdout
    assert "1 you: claim 7" in told


def test_a_terminal_that_knows_only_ascii_is_enough(tmp_path: Path) -> None:
    for arguments in (BOTS, ("rules", "--lang", "it")):
        assert palatine(*arguments, home=tmp_path, PYTHONIOENCODING="ascii").stdout.isascii()


def test_without_any_input_the_game_is_kept(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "palatine", *SOLO],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
    )
    assert done.returncode == 0
    assert "--resume" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "palatine", "games"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("The output could not be written: No space left")


def test_italian(tmp_path: Path) -> None:
    told = palatine(*SOLO, "--lang", "it", home=tmp_path, typed="aiuto\nboh\nsuggerimento\nesci\n").stdout
    assert "Benvenuti! Si gioca a Kingdomino" in told
    assert "grano" in told
    assert "Un bot forte giocherebbe" in told
    assert "La partita non è finita" in told
    by_environment = palatine("--help", home=tmp_path, LANG="it_IT.UTF-8").stdout
    assert "giochi da tavolo" in by_environment
    refused = palatine("play", "chess", "--lang=it", home=tmp_path, fails=True).stderr
    assert "chess" in refused
    assert "There is no" not in refused


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "There is no game 'chess'. Known: kingdomino, year_of_the_dragon, dragon_castle."),
        (["play", "--players", "9"], "Kingdomino is for 2, 3, 4 players, not 9."),
        (["play", "--seat", "human"], "Kingdomino is for 2, 3, 4 players, not 1."),
        (["play", "--players", "3", "--seat", "human", "--seat", "random"], "With 3 players there are 3 seats, not 2."),
        (
            ["play", "--seat", "human", "--seat", "hall"],
            'There is no bot "hall". Known: human, level:1-5, search:BUDGET, mcts:BUDGET, fitted, random, greedy',
        ),
        (["play", "--seat", "human", "--seat", "cmd:./nowhere"], 'There is no program "./nowhere"'),
        (["play", "--seat", "human", "--seat", "cmd@soon:true"], "A budget is a time like 500ms"),
        (
            ["play", "--seat", "human", "--seat", "class:nowhere"],
            "A bot's class is written class:package.module:ClassName",
        ),
        (
            ["play", "--seat", "human", "--seat", "class:nowhere:Bot"],
            "cannot be imported: ModuleNotFoundError: nowhere.",
        ),
        (["play", "--option", "harmony"], "An option is written name=value"),
        (["play", "--option", "harmony=maybe"], "Option harmony takes one of False, True, not 'maybe'."),
        (["play", "--option", "speed=1"], 'Kingdomino has no option "speed".'),
        (["play", "--seed", "x"], "A seed is a whole number"),
        (["play", "--players", "2", "--seed", "99999999999999999999999"], "A seed is a whole number"),
        (["play", "--resume"], "There is no unfinished Kingdomino game"),
        (["play", "--resume", "--seed", "3"], "A saved game has its players, options and seed already"),
        (["play", "--load", "x.json", "--option", "harmony=true"], "A saved game has its players"),
        (["play", "--load", "x.json", "--resume"], "Either --load or --resume, not both."),
        (["play", "--load", "nowhere.json"], "nowhere.json cannot be read: No such file"),
        (["play", "--lang", "xx"], 'There is no language "xx". Known: en, it.'),
        (["replay", "nowhere.json"], "nowhere.json cannot be read"),
        (["rules", "go"], "There is no game 'go'."),
        (["bench", "--cores", "-1"], "or 0 for all; not -1."),
        (["bench", "--cores", "100000"], "or 0 for all; not 100000."),
        (["bench", "--seconds", "0"], "more than 0 seconds, not 0"),
        (["setup", "go"], "There is no game 'go'."),
    ],
)
def test_wrong_arguments_get_a_sentence(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    done = palatine(*arguments, home=tmp_path, fails=True)
    assert sentence in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_in_a_terminal_questions_completion_and_colour(tmp_path: Path) -> None:
    """Questions with defaults, completion by the tab key, colours; control-D stops and keeps the game."""
    person = Sitting("play", "--seed", "5", home=tmp_path)
    person.wait_for("2) In the Year of the Dragon (year_of_the_dragon)")
    person.wait_for("3) Dragon Castle (dragon_castle)")
    person.wait_for("Which game? (1, 2, 3) [1]")
    person.type("kingdomino\r")
    person.wait_for("How many play?")
    person.type("7\r")
    person.wait_for("Please answer one of: 2, 3, 4.")
    person.wait_for("How many play?")
    person.type("2\r")
    person.wait_for("Who plays seat 1?")
    person.type("\r")
    person.wait_for("Who plays seat 2?")
    person.type("hall\r")
    person.wait_for('There is no bot "hall".')
    person.wait_for("Who plays seat 2?")
    person.type("GREEDY\r")
    for _ in range(6):
        person.wait_for("(")
        person.type("\r")
    person.wait_for("\x1b[")  # colours
    person.wait_for("1 you>")
    person.type("claim 3\t")
    person.wait_for("claim 37", redraw=True)  # the completed line, when all of it is drawn anew
    person.type("\r")
    person.wait_for("1 you: claim 37")
    person.wait_for("1 you>")
    person.type("\x04")
    person.wait_for("--resume")
    person.leave()
    assert list(tmp_path.rglob("kingdomino/*.json"))
