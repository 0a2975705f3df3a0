"""`palatine arena` resumes after a kill or Ctrl-C, refuses wrong arguments, and runs no foreign code unasked."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.bots import MortalCrew
from arena.tournaments import hold, lines, plan
from bots.programs import PLAYS, command
from cli.interrupting import Background
from cli.running import Sitting, palatine
from cli.unprepared import refusals
from palatine.arena.store import keep_plan
from palatine.cli.arena import crew_on, hold_tournament
from palatine.core.errors import OptionError, PalatineError
from palatine.core.language import Words

BOTS = ("greedy", "random", "random")
GAMES = 1_000_000

needs_posix = pytest.mark.skipif(os.name != "posix", reason="outside programs need POSIX")


def hold_here(**arguments: Any) -> bool:
    """Run the command in this process."""
    nothing: dict[str, Any] = dict.fromkeys(("name", "into", "resume", "games", "kind", "players", "seed"))
    usual = {"bots": ["greedy", "random"], "options": [], "place": "local", "cores": 1, "as_json": False}
    return hold_tournament(**nothing | usual | arguments, words=Words("en"))


def test_a_killed_tournament_resumes_without_losing_or_repeating_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    arena = ("arena", "kingdomino", *BOTS, "--players", "2", "--into", str(folder), "--seed", "1")
    killed = Background(*arena, "--games", str(GAMES), "--cores", "2", home=tmp_path)
    killed.wait_for_games(GAMES)
    killed.kill()
    killed.end()  # also waits for the workers, which must end by themselves
    kept = (folder / "games.jsonl").read_bytes()
    whole = kept.count(b"\n")
    assert whole >= 1

    options = ("--games", str(whole + 3), "--cores", "1", "--json")
    resumed = palatine("arena", "--resume", str(folder), *options, home=tmp_path)
    figures = json.loads(resumed.stdout)
    assert (figures["games_before"], figures["games"]) == (whole, whole + 3)
    assert (folder / "games.jsonl").read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    hold(list(BOTS), tmp_path / "whole", whole + 3)
    assert lines(folder) == lines(tmp_path / "whole")
    assert figures["bots"][0]["name"] == "greedy"
    assert Path(figures["report"]).read_text("utf-8").startswith("<!DOCTYPE html>")


def test_ctrl_c_keeps_all_games_and_explains_how_to_continue(tmp_path: Path) -> None:
    folder = tmp_path / "torneo"
    running = Background(
        *("arena", "kingdomino", *BOTS, "--players", "2", "--kind", "ladder", "--into", str(folder)),
        *("--games", str(GAMES), "--cores", "1", "--lang", "it"),
        home=tmp_path,
    )
    running.wait_for_games(GAMES)
    running.interrupt()
    code, output, errors = running.end()
    assert code == 130
    assert "Ripeti il comando per continuare" in output
    assert "Traceback" not in errors
    assert '<html lang="it">' in (folder / "report.html").read_text("utf-8")
    count = f"{len(lines(folder)):,}".replace(",", r"\.")
    assert re.search(rf"Interrotto dopo {count} partit[ae] su 1\.000\.000\.", output)


def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    folder = tmp_path / "ray"
    arena = ("arena", "kingdomino", *BOTS, "--players", "2", "--into", str(folder), "--seed", "1", "--games", "5")
    figures = json.loads(palatine(*arena, "--on", "ray", "--cores", "2", "--json", home=tmp_path).stdout)
    assert figures["games"] == 5
    hold(list(BOTS), tmp_path / "here", 5)
    assert lines(folder) == lines(tmp_path / "here")


def test_resuming_a_folder_without_a_tournament_is_refused(tmp_path: Path) -> None:
    refused = palatine("arena", "--resume", "no-such-folder", home=tmp_path, fails=True)
    assert "There is no tournament in no-such-folder" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert refused.stdout == ""


NEW = ("kingdomino", "greedy", "random", "--into", "new")
REFUSED = [
    ([], "Name a game, bots and a folder"),
    ([*NEW, "--players", "2"], "Give the number of games"),
    (["kingdomino", "--resume", "new"], "already has its game, bots, options and seed"),
    (["--resume", "new", "--on", "moon"], 'no "moon" to play on. Known: local and ray.'),
    ([*NEW, "--games", "2", "--cores", "-1"], "or 0 for all; not -1"),
    ([*NEW, "--games", "2"], "at least 4 bots, not 2. Name more bots, or set"),
    (["--resume", "new", "--on", "ray", "--cores", "-1"], "1 or more, or 0 for all; not -1"),
    ([*NEW, "gredy", "--players", "2", "--games", "2"], 'no bot "gredy"'),
    ([*NEW, "cmd:./no-such-program", "--players", "2", "--games", "2"], "no-such-program"),
    ([*NEW, "--players", "2", "--games", "0"], "1 or more; not 0"),
    ([*NEW, "--players", "2", "--games", "2", "--kind", "cup"], 'no schedule "cup"'),
    ([*NEW, "--players", "2", "--games", "2", "--seed", "x" * 1000], "A seed is"),
]


def test_wrong_arguments_are_refused_before_anything_is_compiled(tmp_path: Path) -> None:
    errors = refusals([["arena", *words, "--json"] for words, _ in REFUSED], tmp_path)
    assert [error for error, (_, sentence) in zip(errors, REFUSED, strict=True) if sentence not in error] == []


def test_a_resumed_tournament_reports_the_number_of_earlier_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = {"name": "kingdomino", "players": 2, "into": tmp_path}
    for games, continued in ((2, False), (2, False), (4, True)):
        assert hold_here(**arguments, games=games)
        assert ("Continued after 2 games" in capsys.readouterr().out) == continued


def test_a_lost_worker_is_reported_after_the_figures_and_the_report_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = {"name": "kingdomino", "players": 2, "into": tmp_path, "games": 4}
    with pytest.raises(PalatineError, match="ended unexpectedly"):
        hold_here(**arguments, crew_for=lambda _cores: MortalCrew(2))
    assert "Interrupted after 2 of 4 games. Run the same command to continue." in capsys.readouterr().out
    assert (tmp_path / "report.html").exists()
    assert hold_here(**arguments, as_json=True)
    figures = json.loads(capsys.readouterr().out)
    assert (figures["games_before"], figures["games"], figures["worker_lost"]) == (2, 4, False)


@needs_posix
@pytest.mark.parametrize("answer", ["y\r", "n\r", "\r", "\x03"], ids=["yes", "no", "Enter", "Ctrl-C"])
def test_programs_named_by_a_folder_run_only_with_consent(answer: str, tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "foreign"
    folder.mkdir()
    bot = f"cmd@10s:{shlex.join(command(tmp_path, PLAYS, str(log)))}"
    keep_plan(folder, plan([bot, "random", bot], folder), 2)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    person = Sitting("arena", "--resume", str(folder), "--cores", "1", home=tmp_path, columns=1000)
    person.wait_for("a program that the folder names. Run it? [y/N]")
    person.type(answer)
    if answer == "y\r":
        person.wait_for("report.html")  # a bot that is named twice is asked about once
        assert log.exists()
    else:
        person.wait_for("name the bots yourself:")
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    person.leave()


@needs_posix
def test_naming_the_bots_of_a_folder_is_consent(tmp_path: Path) -> None:
    bot = f"cmd@10s:{shlex.join(command(tmp_path, PLAYS, str(tmp_path / 'log')))}"
    folder = tmp_path / "foreign"
    folder.mkdir()
    keep_plan(folder, plan([bot, "random"], folder, kind="ladder", harmony=True), 2)
    refused = palatine("arena", "--resume", str(folder), home=tmp_path, fails=True)
    assert list(folder.iterdir()) == [folder / "arena.json"]
    words = shlex.split(refused.stderr.partition("name the bots yourself: ")[2])
    assert words[:4] == ["palatine", "arena", "kingdomino", bot]
    figures = json.loads(palatine(*words[1:], "--cores", "1", "--json", home=tmp_path).stdout)
    assert figures["games"] == 2
    assert figures["options"]["harmony"] is True


def test_missing_ray_is_refused_with_the_command_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # makes the import fail
    with pytest.raises(OptionError, match=r"^Ray is not installed\. Install it with: pip install ray$"):
        crew_on("ray", 2)
