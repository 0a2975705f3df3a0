"""`palatine play` through pipes and in a pseudo-terminal: whole games, commands, saving, and refusals."""

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
    """Return the input of two players who always take the first choice."""
    table = package.new("kingdomino", players=2, seed=5)
    typed = []
    while not table.over:
        if len(table.legal()) > 1:
            typed.append(table.moves()[0])
        table.play(table.legal()[0])
    return "\n".join([*typed, ""])


def test_bots_play_to_the_end_and_every_point_has_a_source(tmp_path: Path) -> None:
    output = palatine(*BOTS, home=tmp_path).stdout
    assert "The game is over." in output
    assert "Sources of points" in output
    assert re.search(r"\d greedy wins, by points\.", output)
    assert output == palatine(*BOTS, home=tmp_path).stdout  # the seed determines the bots too
    assert not list(tmp_path.rglob("*.json"))
    totals = [int(total) for total in re.findall(r"(\d+) Total", output)]
    kingdoms = [int(total) for total in re.findall(r" \d (?:greedy|random): (\d+)", output)[-2:]]
    assert totals == kingdoms


def test_people_play_to_the_end_through_a_pipe(tmp_path: Path) -> None:
    output = palatine(*HOT_SEAT, home=tmp_path, typed=whole_game()).stdout
    assert "The game is over." in output
    assert "The kings claim in this order: " in output
    assert max(map(len, output.splitlines())) <= 80
    assert not list(tmp_path.rglob("*.json"))  # nothing unfinished is left


def test_wrong_input_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    typed = "sing\nclaim 99\n8\nplace 1,0 2,0\n\n  \nclaim\nundo now\nquit\n"
    output = palatine(*SOLO, home=tmp_path, typed=typed).stdout
    assert '"sing" is not understood. Decisions are like "claim 12"' in output
    assert "There is no domino 99" in output
    assert "8 is not in the list. The numbers are: 7, 21, 26, and 37." in output
    assert 'Type "help" for help.' in output
    assert "Nothing to place now: your king must claim a domino first. Legal: claim" in output.replace("\n", " ")
    assert '"undo now" is not understood' in output
    assert "Continue with: palatine play kingdomino --resume" in output


def test_a_hint_in_a_solo_game_expects_points_only(tmp_path: Path) -> None:
    output = palatine("play", "dragon_castle", "--players", "1", "--seed", "4", typed="hint\nq\n", home=tmp_path).stdout
    assert re.search(r"A strong bot would play pick \w+ \(expecting \d+ points\)", output)


def test_commands_show_hints_moves_scores_and_help_and_undo(tmp_path: Path) -> None:
    typed = "hint\nhint\nundo\n7\n21\nmoves\n1\nundo\nboard\nscore\n?\nq\n"
    output = palatine(*SOLO, home=tmp_path, typed=typed).stdout
    hints = re.findall(r"A strong bot would play (claim \d+) \(expecting \d+ points, \d+ % to win\)", output)
    assert len(hints) == 2
    assert hints[0] == hints[1]
    assert "You can only take back your own last decision" in output
    assert re.search(r"Taken back: place", output)
    assert re.search(r" 12\) place", output)
    assert "no points" in output
    assert "take back your last decision, while" in output
    assert "the castle is 0,0" in " ".join(output.split())


def test_undo_stops_at_revealed_dominoes_and_decisions_of_others(tmp_path: Path) -> None:
    output = palatine(*HOT_SEAT, home=tmp_path, typed="7\nundo\n21\n26\nundo\n1\nundo\nquit\n").stdout
    assert output.count("You can only take back your own last decision") == 2
    assert output.count("Taken back: ") == 1


def test_forced_decisions_are_made_and_shown(tmp_path: Path) -> None:
    """The last king of a line has only one domino to claim."""
    table = package.new("kingdomino", players=2, seed=5)
    typed = []
    while len(table.legal()) > 1:
        typed.append(table.moves()[0])
        table.play(table.legal()[0])
    output = palatine(*HOT_SEAT, home=tmp_path, typed="\n".join([*typed, "quit", ""])).stdout
    assert f"{table.moves()[0]} (the only choice)" in output
    kept = json.loads(next(tmp_path.rglob("*.json")).read_text())
    assert len(kept["decisions"]) > len(typed)  # the forced one is recorded too


def test_a_saved_game_is_loaded_without_naming_the_game(tmp_path: Path) -> None:
    table = package.new("year_of_the_dragon", players=2, seed=1)
    save(table, tmp_path / "dragon.json", seats=["human", "human"])
    output = palatine("play", "--load", str(tmp_path / "dragon.json"), home=tmp_path / "home", typed="quit\n").stdout
    assert "Welcome to In the Year of the Dragon." in output
    assert "palatine play year_of_the_dragon --resume" in " ".join(output.split())
    assert list((tmp_path / "home").rglob("year_of_the_dragon/*.json"))


def test_abbreviations_and_capitals_are_accepted(tmp_path: Path) -> None:
    output = palatine(*SOLO, home=tmp_path, typed="c 7\nQUIT\n").stdout
    assert "1 you: claim 7" in output
    output = palatine(*SOLO, home=tmp_path, typed="37\nquit\n").stdout
    assert "1 you: claim 37" in output
    assert "--resume" in output


def test_resume_continues_the_game(tmp_path: Path) -> None:
    palatine(*SOLO, home=tmp_path, typed="7\n21\n")
    output = palatine("play", "kingdomino", "--resume", home=tmp_path, typed="board\nquit\n").stdout
    assert "line 2 of 6" in output


def test_other_games_do_not_overwrite_an_unfinished_one(tmp_path: Path) -> None:
    palatine(*SOLO, home=tmp_path, typed="7\n21\n")
    (kept,) = tmp_path.rglob("*.json")
    palatine(*BOTS, home=tmp_path)
    palatine(*HOT_SEAT, home=tmp_path, typed=whole_game())
    assert list(tmp_path.rglob("*.json")) == [kept]
    palatine(*SOLO, home=tmp_path, typed="quit\n")
    assert len(list(tmp_path.rglob("*.json"))) == 2


def test_a_failure_to_save_the_unfinished_game_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    output = palatine(*SOLO, home=tmp_path / "file", typed="7\nquit\n").stdout
    assert "1 you: claim 7" in output
    assert "The unfinished game could not be saved in" in output


def test_dynasty_shows_the_points_after_each_game(tmp_path: Path) -> None:
    output = palatine(*BOTS, "--option", "dynasty=true", home=tmp_path).stdout
    assert output.index("Game 1 is over.") < output.index("Game 2 is over.") < output.index("The game is over.")
    assert output.count("Sources of points") == 3


def test_a_game_is_saved_and_loaded_with_its_players(tmp_path: Path) -> None:
    file = tmp_path / "saved" / "my game.json"
    output = palatine(*SOLO, home=tmp_path, typed=f"7\nsave {file}\nquit\n").stdout
    assert "Saved to" in output
    assert json.loads(file.read_text())["seats"] == ["human", "greedy"]
    output = palatine("play", "kingdomino", "--load", str(file), home=tmp_path, typed="quit\n").stdout
    assert "2 greedy" in output


def test_a_failure_to_save_is_explained_and_the_game_continues(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("do not lose this")
    typed = f"save {notes}\nsave {notes}/x.json\nsave .\nsave /\nsave a\0b\n7\nquit\n"
    output = " ".join(palatine(*SOLO, home=tmp_path, typed=typed).stdout.split())
    assert "exists and is not a saved game. It was not overwritten." in output
    assert output.count("could not be saved to") + output.count("was not overwritten") == 5
    assert "1 you: claim 7" in output
    assert notes.read_text() == "do not lose this"


def test_malformed_input_does_not_end_the_game(tmp_path: Path) -> None:
    typed = "9" * 5000 + "\n\udcff\nclaim -1\nplace\n" + "x" * 9000 + "\n7\n"
    output = palatine(*SOLO, home=tmp_path, typed=typed, PYTHONIOENCODING="utf-8:surrogateescape").stdout
    assert "1 you: claim 7" in output


def test_output_works_in_an_ascii_terminal(tmp_path: Path) -> None:
    for arguments in (BOTS, ("rules", "--lang", "it")):
        assert palatine(*arguments, home=tmp_path, PYTHONIOENCODING="ascii").stdout.isascii()


def test_the_game_is_saved_when_there_is_no_input(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "palatine", *SOLO],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
    )
    assert done.returncode == 0
    assert "--resume" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "palatine", "games"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("The output could not be written: No space left")


def test_the_game_speaks_italian(tmp_path: Path) -> None:
    output = palatine(*SOLO, "--lang", "it", home=tmp_path, typed="aiuto\nboh\nsuggerimento\nesci\n").stdout
    assert "Benvenuti! Si gioca a Kingdomino" in output
    assert "grano" in output
    assert "Un bot forte giocherebbe" in output
    assert "La partita non è finita" in output
    by_environment = palatine("--help", home=tmp_path, LANG="it_IT.UTF-8").stdout
    assert "giochi da tavolo" in by_environment
    refused = palatine("play", "chess", "--lang=it", home=tmp_path, fails=True).stderr
    assert "chess" in refused
    assert "There is no" not in refused


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "There is no game 'chess'. Known: kingdomino, year_of_the_dragon, and dragon_castle."),
        (["play", "--players", "9"], "Kingdomino is for 2, 3, or 4 players, not 9."),
        (["play", "--seat", "human"], "Kingdomino is for 2, 3, or 4 players, not 1."),
        (["play", "--players", "3", "--seat", "human", "--seat", "random"], "There are 3 seats for 3 players, not 2."),
        (
            ["play", "--seat", "human", "--seat", "hall"],
            'There is no bot "hall". Known: human, level:1-5, search:BUDGET, mcts:BUDGET, fitted, random, greedy',
        ),
        (["play", "--seat", "human", "--seat", "cmd:./nowhere"], 'There is no executable program "./nowhere"'),
        (["play", "--seat", "human", "--seat", "cmd@soon:true"], "A budget is a time like 500ms"),
        (
            ["play", "--seat", "human", "--seat", "class:nowhere"],
            "A bot's class is written class:package.module:ClassName",
        ),
        (
            ["play", "--seat", "human", "--seat", "class:nowhere:Bot"],
            "cannot be imported: ModuleNotFoundError: nowhere.",
        ),
        (["play", "--option", "harmony"], '"harmony" is not an option. Write name=value.'),
        (["play", "--option", "harmony=maybe"], "Option harmony takes False or True, not 'maybe'."),
        (["play", "--option", "speed=1"], 'Kingdomino has no option "speed".'),
        (["play", "--seed", "x"], "A seed is a whole number"),
        (["play", "--players", "2", "--seed", "99999999999999999999999"], "A seed is a whole number"),
        (["play", "--resume"], "There is no unfinished game of Kingdomino."),
        (["play", "--resume", "--seed", "3"], "A saved game already has its players, options and seed"),
        (["play", "--load", "x.json", "--option", "harmony=true"], "A saved game already has its players"),
        (["play", "--load", "x.json", "--resume"], "Use either --load or --resume, not both."),
        (["play", "--load", "nowhere.json"], "nowhere.json cannot be read: No such file"),
        (["play", "--lang", "xx"], 'There is no language "xx". Known: en and it.'),
        (["replay", "nowhere.json"], "nowhere.json cannot be read"),
        (["rules", "go"], "There is no game 'go'."),
        (["bench", "--cores", "-1"], "or 0 for all; not -1."),
        (["bench", "--cores", "100000"], "or 0 for all; not 100,000."),
        (["bench", "--seconds", "0"], "must be more than 0 seconds; it is 0."),
        (["setup", "go"], "There is no game 'go'."),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    done = palatine(*arguments, home=tmp_path, fails=True)
    assert sentence in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_has_questions_completion_and_colours(tmp_path: Path) -> None:
    """Questions have defaults, Tab completes, and Ctrl-D stops and saves the game."""
    person = Sitting("play", "--seed", "5", home=tmp_path)
    person.wait_for("2) In the Year of the Dragon (year_of_the_dragon)")
    person.wait_for("3) Dragon Castle (dragon_castle)")
    person.wait_for("Which game? (1, 2, 3) [1]")
    person.type("kingdomino\r")
    person.wait_for("How many players?")
    person.type("7\r")
    person.wait_for("Please answer 2, 3, or 4.")
    person.wait_for("How many players?")
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
    person.wait_for("claim 37", redraw=True)  # the completed line, after it is redrawn
    person.type("\r")
    person.wait_for("1 you: claim 37")
    person.wait_for("1 you>")
    person.type("\x04")
    person.wait_for("--resume")
    person.leave()
    assert list(tmp_path.rglob("kingdomino/*.json"))
