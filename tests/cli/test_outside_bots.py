"""Outside programs and classes in `palatine play`: they play, fail, resume, and end with the command."""

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
    """Return the name of a bot that is a program."""
    return f"cmd@10s:{shlex.join(command(folder, body, *arguments))}"


def against(bot: str) -> tuple[str, ...]:
    return ("play", "kingdomino", "--seat", "human", "--seat", bot, "--seed", "5")


def output_of(*arguments: str, **others: object) -> str:
    """Run the command and return its output on one line."""
    return " ".join(palatine(*arguments, **others).stdout.split())  # type: ignore[arg-type]


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    bot = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    done = palatine("play", "kingdomino", "--seat", bot, "--seat", "random", "--seed", "3", home=tmp_path)
    assert "The game is over." in done.stdout
    assert "1 cmd:" in done.stdout
    assert "now plays seat" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stderr == ""


def test_failing_bots_are_reported_and_replaced(tmp_path: Path) -> None:
    """A program fails after three decisions, a class at its first."""
    (tmp_path / "grumpy.py").write_text(
        "class Grumpy:\n    def __init__(self, game, seed): pass\n    def decide(self, question): raise KeyError('no')\n"
    )
    program = seat(tmp_path, "begin()\nfor _ in range(3): decide(asked())\nraise RuntimeError('out of ideas')")
    seats = ("--seat", program, "--seat", "class:grumpy:Grumpy", "--seat", "random")
    output = output_of("play", "kingdomino", *seats, "--seed", "3", home=tmp_path, PYTHONPATH=str(tmp_path))
    assert "was stopped: the program ended by itself with exit code 1. It wrote: " in output
    assert "RuntimeError: out of ideas greedy now plays seat 1. 1 greedy: " in output
    assert "The bot class:grumpy:Grumpy was stopped: it raised KeyError: 'no'. greedy now plays seat 2." in output
    assert output.count("greedy now plays seat") == 2
    assert "The game is over." in output


def test_resume_runs_the_program_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = seat(tmp_path, PLAYS, str(log))
    palatine(*against(bot), home=tmp_path / "home", typed="7\n21\nquit\n")
    (kept,) = (tmp_path / "home").rglob("*.json")
    assert json.loads(kept.read_text())["seats"] == ["human", bot]
    count = log.read_bytes().count(b'"type":"go"')
    assert count
    assert log.read_bytes().endswith(b'{"type":"quit"}\n')
    table = package.load(json.loads(kept.read_text()))
    typed = []
    while table.seat == 0:
        typed.append(table.moves()[0])
        table.play(typed[-1])
    output = output_of("play", "kingdomino", "--resume", home=tmp_path / "home", typed="\n".join([*typed, "quit", ""]))
    assert "2 cmd@10s:" in output
    assert "now plays seat" not in output
    assert log.read_bytes().count(b'"type":"go"') > count


@pytest.mark.parametrize(("answer", "runs"), [("", False), ("y", True)])
def test_programs_named_by_a_file_run_only_with_consent(answer: str, runs: bool, tmp_path: Path) -> None:
    """One of the two programs does not exist. Its path, as long as a line, is printed whole."""
    log = tmp_path / "log"
    missing = "/no/" + "such" * 17 + "/mybot"
    table = package.new("kingdomino", players=3, seed=5)
    seats = ["human", seat(tmp_path, PLAYS, str(log)), f"cmd:{missing}"]
    save(table, tmp_path / "saved.json", seats=seats)
    assert table.position()["first_order"] == [2, 1, 0]
    output = output_of(
        "play", "--load", str(tmp_path / "saved.json"), home=tmp_path / "home", typed=f"{answer}\nquit\n"
    )
    assert "a program that its file names. Run it? [y/N]" in output
    assert ("greedy now plays seat 2." in output) != runs
    assert f'There is no executable program "{missing}". Give its path' in output
    assert "greedy now plays seat 3." in output
    assert log.exists() == runs


STUCK = """
lock = open(sys.argv[1])
fcntl.flock(lock, fcntl.LOCK_SH)
begin()
asked()
with open(sys.argv[2], "w") as news:
    news.write("thinking\\n")
hang()
"""


def test_programs_end_with_an_interrupted_match(tmp_path: Path) -> None:
    """Each program holds a lock while it lives, and would think forever. The match runs on two cores."""
    lock, news = tmp_path / "lock", tmp_path / "news"
    lock.touch()
    os.mkfifo(news)
    bot = seat(tmp_path, STUCK, str(lock), str(news)).replace("@10s", "@1000s")
    running = Background("match", "kingdomino", bot, "--games", "8", "--cores", "2", home=tmp_path)
    output = ""
    while output.count("thinking") < 2:  # both may write before either is read
        output += news.read_text()
    running.interrupt()
    assert running.end()[0] == 130
    subprocess.run(["flock", "--timeout", "60", str(lock), "true"], check=True)
