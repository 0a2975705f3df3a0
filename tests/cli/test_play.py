"""The game in the terminal, through pipes and in a real terminal."""

from __future__ import annotations

import json
import os
import re
import select
import sys
from pathlib import Path

import pytest

from cli.running import environment, palatine

SOLO = ("play", "kingdomino", "--seat", "human", "--seat", "greedy", "--seed", "5")


def first_choices(turns: int) -> str:
    """Input that takes the first of the choices, again and again."""
    return "1\n" * turns


def test_bots_alone_play_to_the_end_and_every_point_has_a_source(tmp_path: Path) -> None:
    told = palatine("play", "kingdomino", "--seat", "greedy", "--seat", "random", "--seed", "3", home=tmp_path).stdout
    assert "The game is over." in told
    assert "Where the points come from" in told
    assert re.search(r"\d greedy wins, by points\.", told)
    totals = [int(total) for total in re.findall(r"(\d+) Total", told)]
    kingdoms = [int(total) for total in re.findall(r" \d (?:greedy|random): (\d+)", told)[-2:]]
    assert totals == kingdoms


def test_a_person_plays_to_the_end_through_a_pipe(tmp_path: Path) -> None:
    told = palatine(*SOLO, home=tmp_path, typed=first_choices(60)).stdout
    assert "The game is over." in told
    assert max(map(len, told.splitlines())) <= 80
    assert not list(tmp_path.rglob("*.json"))  # nothing unfinished is left


def test_nothing_typed_is_lost_and_everything_wrong_is_told(tmp_path: Path) -> None:
    typed = "sing\nclaim 99\n7\nplace 1,0 2,0\n\n  \nclaim\nundo now\nquit\n"
    told = palatine(*SOLO, home=tmp_path, typed=typed).stdout
    assert '"sing" is not understood. Decisions are like "claim 12"' in told
    assert "There is no domino 99" in told
    assert "7 is no number of the list: they go from 1 to 4." in told
    assert '"place 1,0 2,0" is not legal now. Legal: claim' in told.replace("\n", " ")
    assert '"undo now" is not understood' in told
    assert "Go on with: palatine play kingdomino --resume" in told


def test_hint_undo_moves_score_help(tmp_path: Path) -> None:
    typed = "hint\nundo\n1\n1\nmoves\n1\nundo\nboard\nscore\nhelp\nquit\n"
    told = palatine(*SOLO, home=tmp_path, typed=typed).stdout
    assert "The greedy bot would play: claim " in told
    assert "Nothing can be taken back now" in told
    assert re.search(r"Taken back: place", told)
    assert re.search(r" 12\) place", told)
    assert "nothing yet" in told
    assert "take your last decision back" in told
    assert "the castle is 0,0" in " ".join(told.split())


def test_undo_does_not_cross_what_was_shown_or_others_have_decided(tmp_path: Path) -> None:
    hot_seat = ("play", "kingdomino", "--seat", "human", "--seat", "human", "--seed", "5")
    told = palatine(*hot_seat, home=tmp_path, typed="1\nundo\n1\n1\nundo\n1\nundo\nquit\n").stdout
    assert told.count("Nothing can be taken back now") == 2
    assert told.count("Taken back: ") == 1


def test_short_words_and_capitals_are_understood(tmp_path: Path) -> None:
    told = palatine(*SOLO, home=tmp_path, typed="c 7\nQUIT\n").stdout
    assert "1 you: claim 7" in told
    assert "--resume" in told


def test_a_stopped_game_goes_on_where_it_was(tmp_path: Path) -> None:
    palatine(*SOLO, home=tmp_path, typed=first_choices(3))
    told = palatine("play", "kingdomino", "--resume", home=tmp_path, typed="board\nquit\n").stdout
    assert "line 2 of 6" in told
    assert "Seed 5" in told


def test_a_game_is_saved_and_loaded_with_its_players(tmp_path: Path) -> None:
    file = tmp_path / "saved" / "my game.json"
    told = palatine(*SOLO, home=tmp_path, typed=f"1\nsave {file}\nquit\n").stdout
    assert "Saved in" in told
    assert json.loads(file.read_text())["seats"] == ["human", "greedy"]
    told = palatine("play", "kingdomino", "--load", str(file), home=tmp_path, typed="quit\n").stdout
    assert "2 greedy" in told


def test_a_place_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = palatine(*SOLO, home=tmp_path, typed=f"save {tmp_path}/file/x.json\n1\nquit\n").stdout
    assert "could not be saved in" in told
    assert "1 you: claim" in told


def test_italian(tmp_path: Path) -> None:
    told = palatine(*SOLO, "--lang", "it", home=tmp_path, typed="aiuto\nboh\nsuggerimento\nesci\n").stdout
    assert "Benvenuti a Kingdomino" in told
    assert "grano" in told
    assert "Il bot greedy giocherebbe" in told
    assert "La partita non è finita" in told
    by_environment = palatine("--help", home=tmp_path, LANG="it_IT.UTF-8").stdout
    assert "giochi da tavolo" in by_environment
    refused = palatine("play", "chess", "--lang", "it", home=tmp_path, fails=True).stderr
    assert "chess" in refused
    assert "There is no" not in refused


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "There is no game 'chess'. Known: kingdomino."),
        (["play", "--players", "9"], "Kingdomino is for 2, 3, 4 players, not 9."),
        (["play", "--seat", "human"], "Kingdomino is for 2, 3, 4 players, not 1."),
        (["play", "--players", "3", "--seat", "human", "--seat", "random"], "With 3 players there are 3 seats, not 2."),
        (["play", "--seat", "human", "--seat", "hall"], 'There is no bot "hall". Known: human, random, greedy.'),
        (["play", "--option", "harmony"], "An option is written name=value"),
        (["play", "--option", "harmony=maybe"], "Option harmony takes one of true, false, not 'maybe'."),
        (["play", "--option", "speed=1"], 'Kingdomino has no option "speed".'),
        (["play", "--seed", "x"], "A seed is a whole number"),
        (["play", "--players", "2", "--seed", "99999999999999999999999"], "A seed is a whole number"),
        (["play", "--resume"], "There is no unfinished Kingdomino game"),
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
    import pty

    child, terminal = pty.fork()
    if child == 0:
        arguments = [sys.executable, "-m", "palatine", "play", "kingdomino", "--seed", "5"]
        os.execve(sys.executable, arguments, environment(tmp_path, TERM="xterm-256color", LINES="60"))
    told = ""

    def wait_for(what: str, redraw: bool = False) -> None:
        nonlocal told
        while what not in told:
            ready, _, _ = select.select([terminal], [], [], 1 if redraw else 60)
            if redraw and not ready:
                os.write(terminal, b"\x0c")
                continue
            assert ready, f"{what!r} is not in {told!r}"
            chunk = os.read(terminal, 65536)
            told += chunk.decode(errors="replace")
            # A terminal answers when it is asked where the cursor is.
            if "\x1b[6n" in told:
                told = told.replace("\x1b[6n", "")
                os.write(terminal, b"\x1b[1;1R")
        told = told.partition(what)[2]

    wait_for("How many play?")
    os.write(terminal, b"7\r")
    wait_for("Please answer one of: 2, 3, 4.")
    wait_for("How many play?")
    os.write(terminal, b"2\r")
    for _ in range(2):
        wait_for("Who plays seat")
        os.write(terminal, b"\r")
    for _ in range(6):
        wait_for("(")
        os.write(terminal, b"\r")
    wait_for("\x1b[")  # colours
    wait_for("1 you>")
    os.write(terminal, b"claim 3\t")
    wait_for("claim 37", redraw=True)  # the completed line, when all of it is drawn anew
    os.write(terminal, b"\r")
    wait_for("1 you: claim 37")
    wait_for("1 you>")
    os.write(terminal, b"\x04")
    wait_for("--resume")
    os.waitpid(child, 0)
    assert list(tmp_path.rglob("kingdomino.json"))
