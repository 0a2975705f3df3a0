"""Outside programs and classes in a game in the terminal."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import palatine as package
from bots.programs import PLAYS, command
from cli.interrupting import Background
from cli.running import palatine
from palatine.core.record import save

pytestmark = pytest.mark.skipif(os.name != "posix", reason="outside programs need POSIX")

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"


def seat(folder: Path, body: str, *arguments: str) -> str:
    """The name of a bot that is a program."""
    return f"cmd@10s:{shlex.join(command(folder, body, *arguments))}"


def against(bot: str) -> tuple[str, ...]:
    return ("play", "kingdomino", "--seat", "human", "--seat", bot, "--seed", "5")


def told_by(*arguments: str, **others: object) -> str:
    """What the command says, on one line."""
    return " ".join(palatine(*arguments, **others).stdout.split())  # type: ignore[arg-type]


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    bot = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    done = palatine("play", "kingdomino", "--seat", bot, "--seat", "random", "--seed", "3", home=tmp_path)
    assert "The game is over." in done.stdout
    assert "1 cmd:" in done.stdout
    assert "from now on" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stderr == ""


def test_bots_that_fail_are_told_and_another_one_plays_on(tmp_path: Path) -> None:
    """A program after three decisions, a class at once."""
    (tmp_path / "grumpy.py").write_text(
        "class Grumpy:\n    def __init__(self, game, seed): pass\n    def decide(self, question): raise KeyError('no')\n"
    )
    program = seat(tmp_path, "begin()\nfor _ in range(3): decide(asked())\nraise RuntimeError('out of ideas')")
    seats = ("--seat", program, "--seat", "class:grumpy:Grumpy", "--seat", "random")
    told = told_by("play", "kingdomino", *seats, "--seed", "3", home=tmp_path, PYTHONPATH=str(tmp_path))
    assert "was stopped: the program ended by itself with exit code 1. It wrote: " in told
    assert "RuntimeError: out of ideas Seat 1 is played by greedy from now on. 1 greedy: " in told
    assert "The bot class:grumpy:Grumpy was stopped: it raised KeyError: 'no'. Seat 2 is played by greedy" in told
    assert told.count("from now on") == 2
    assert "The game is over." in told


def test_an_unfinished_game_goes_on_with_its_program(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = seat(tmp_path, PLAYS, str(log))
    palatine(*against(bot), home=tmp_path / "home", typed="7\n21\nquit\n")
    (kept,) = (tmp_path / "home").rglob("*.json")
    assert json.loads(kept.read_text())["seats"] == ["human", bot]
    asked = log.read_bytes().count(b'"type":"go"')
    assert asked
    assert log.read_bytes().endswith(b'{"type":"quit"}\n')
    table = package.load(json.loads(kept.read_text()))
    typed = []
    while table.seat == 0:
        typed.append(table.moves()[0])
        table.play(typed[-1])
    told = told_by("play", "kingdomino", "--resume", home=tmp_path / "home", typed="\n".join([*typed, "quit", ""]))
    assert "2 cmd@10s:" in told
    assert "from now on" not in told
    assert log.read_bytes().count(b'"type":"go"') > asked


@pytest.mark.parametrize(("answer", "runs"), [("", False), ("y", True)])
def test_a_file_of_others_runs_nothing_unasked_and_loads_without_its_programs(
    answer: str, runs: bool, tmp_path: Path
) -> None:
    """One of the two programs is gone."""
    log = tmp_path / "log"
    table = package.new("kingdomino", players=3, seed=5)
    seats = ["human", seat(tmp_path, PLAYS, str(log)), f"cmd:{tmp_path / 'mybot'}"]
    save(table, tmp_path / "saved.json", seats=seats)
    assert table.position()["first_order"] == [2, 1, 0]
    told = told_by("play", "--load", str(tmp_path / "saved.json"), home=tmp_path / "home", typed=f"{answer}\nquit\n")
    assert "code that the file names. Run it? [y/N]" in told
    assert ("Seat 2 is played by greedy from now on." in told) != runs
    assert 'mybot" that could be run' in told
    assert "Seat 3 is played by greedy from now on." in told
    assert log.exists() == runs


STUCK = """
lock = open(sys.argv[1])
fcntl.flock(lock, fcntl.LOCK_SH)
begin()
asked()
with open(sys.argv[2], "w") as told:
    told.write("thinking\\n")
hang()
"""


def test_programs_end_with_an_interrupted_match_on_several_cores(tmp_path: Path) -> None:
    """Each one holds a lock as long as it lives, and would think for ever."""
    lock, news = tmp_path / "lock", tmp_path / "news"
    lock.touch()
    os.mkfifo(news)
    bot = seat(tmp_path, STUCK, str(lock), str(news)).replace("@10s", "@1000s")
    running = Background("match", "kingdomino", bot, "--games", "8", "--cores", "2", home=tmp_path)
    told = ""
    while told.count("thinking") < 2:  # together, if both happen to write before either is read
        told += news.read_text()
    running.interrupt()
    assert running.end()[0] == 130
    subprocess.run(["flock", "--timeout", "60", str(lock), "true"], check=True)
