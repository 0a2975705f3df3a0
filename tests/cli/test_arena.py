"""`palatine arena`: a tournament in a folder, killed and taken up again, on processes or on Ray."""

from __future__ import annotations

import json
import os
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


def hold_here(**asked: Any) -> bool:
    """The command in this process."""
    nothing: dict[str, Any] = dict.fromkeys(("name", "into", "resume", "games", "kind", "players", "seed"))
    usual = {"bots": ["greedy", "random"], "options": [], "place": "local", "cores": 1, "as_json": False}
    return hold_tournament(**nothing | usual | asked, words=Words("en"))


def test_killed_in_the_middle_it_goes_on_without_losing_or_repeating_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    arena = ("arena", "kingdomino", *BOTS, "--players", "2", "--into", str(folder), "--seed", "1")
    killed = Background(*arena, "--games", str(GAMES), "--cores", "2", home=tmp_path)
    killed.wait_for_games(GAMES)
    killed.kill()
    killed.end()  # waits for the processes that played: they end by themselves
    kept = (folder / "games.jsonl").read_bytes()
    whole = kept.count(b"\n")
    assert whole >= 1

    goes_on = ("--games", str(whole + 3), "--cores", "1", "--json")
    resumed = palatine("arena", "--resume", str(folder), *goes_on, home=tmp_path)
    told = json.loads(resumed.stdout)
    assert (told["games_before"], told["games"]) == (whole, whole + 3)
    assert (folder / "games.jsonl").read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    hold(list(BOTS), tmp_path / "whole", whole + 3)
    assert lines(folder) == lines(tmp_path / "whole")
    assert told["bots"][0]["name"] == "greedy"
    assert Path(told["report"]).read_text("utf-8").startswith("<!DOCTYPE html>")


def test_ctrl_c_keeps_all_and_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "torneo"
    running = Background(
        *("arena", "kingdomino", *BOTS, "--players", "2", "--kind", "ladder", "--into", str(folder)),
        *("--games", str(GAMES), "--cores", "1", "--lang", "it"),
        home=tmp_path,
    )
    running.wait_for_games(GAMES)
    running.interrupt()
    code, told, errors = running.end()
    assert code == 130
    assert "lo stesso comando riprende" in told
    assert "Traceback" not in errors
    assert '<html lang="it">' in (folder / "report.html").read_text("utf-8")
    assert f"Interrotto dopo {len(lines(folder))} partite su {GAMES}" in told


def test_on_ray_the_games_are_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    folder = tmp_path / "ray"
    arena = ("arena", "kingdomino", *BOTS, "--players", "2", "--into", str(folder), "--seed", "1", "--games", "5")
    told = json.loads(palatine(*arena, "--on", "ray", "--cores", "2", "--json", home=tmp_path).stdout)
    assert told["games"] == 5
    hold(list(BOTS), tmp_path / "here", 5)
    assert lines(folder) == lines(tmp_path / "here")


def test_a_folder_without_a_tournament_is_told_in_a_sentence(tmp_path: Path) -> None:
    refused = palatine("arena", "--resume", "no-such-folder", home=tmp_path, fails=True)
    assert "There is no tournament in no-such-folder" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert refused.stdout == ""


NEW = ("kingdomino", "greedy", "random", "--into", "new")
REFUSED = [
    ([], "Name a game, the bots and a folder"),
    ([*NEW, "--players", "2"], "Say how many games"),
    (["kingdomino", "--resume", "new"], "has its game, bots, options and seed already"),
    (["--resume", "new", "--on", "moon"], 'played on local, ray, not on "moon"'),
    ([*NEW, "--games", "2", "--cores", "-1"], "or 0 for all; not -1"),
    ([*NEW, "--games", "2"], "at least 4 bots, not 2. Name more bots, or set"),
    (["--resume", "new", "--on", "ray", "--cores", "-1"], "1 or more, or 0 for all; not -1"),
    ([*NEW, "gredy", "--players", "2", "--games", "2"], 'no bot "gredy"'),
    ([*NEW, "cmd:./no-such-program", "--players", "2", "--games", "2"], "no-such-program"),
    ([*NEW, "--players", "2", "--games", "0"], "1 or more; not 0"),
    ([*NEW, "--players", "2", "--games", "2", "--kind", "cup"], 'no kind of tournament "cup"'),
    ([*NEW, "--players", "2", "--games", "2", "--seed", "x" * 1000], "A seed is"),
]


def test_what_is_missing_or_too_much_is_refused_before_anything_is_compiled(tmp_path: Path) -> None:
    complaints = refusals([["arena", *words, "--json"] for words, _ in REFUSED], tmp_path)
    assert [complaint for complaint, (_, told) in zip(complaints, REFUSED, strict=True) if told not in complaint] == []


def test_it_is_told_after_how_many_games_it_went_on_if_it_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"name": "kingdomino", "players": 2, "into": tmp_path}
    for games, went_on in ((2, False), (2, False), (4, True)):
        assert hold_here(**asked, games=games)
        assert ("Went on after the 2 games" in capsys.readouterr().out) == went_on


def test_a_lost_process_is_told_after_the_figures_so_far_and_the_report_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"name": "kingdomino", "players": 2, "into": tmp_path, "games": 4}
    with pytest.raises(PalatineError, match="has ended all of a sudden"):
        hold_here(**asked, crew_for=lambda _cores: MortalCrew(2))
    assert "Interrupted after 2 of 4 games; the same command goes on." in capsys.readouterr().out
    assert (tmp_path / "report.html").exists()
    assert hold_here(**asked, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert (told["games_before"], told["games"], told["worker_lost"]) == (2, 4, False)


@needs_posix
@pytest.mark.parametrize("answer", ["y\r", "n\r", "\r", "\x03"], ids=["yes", "no", "Enter", "Ctrl-C"])
def test_a_folder_of_others_runs_nothing_unasked(answer: str, tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "of others"
    folder.mkdir()
    bot = f"cmd@10s:{shlex.join(command(tmp_path, PLAYS, str(log)))}"
    keep_plan(folder, plan([bot, "random", bot], folder), 2)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    person = Sitting("arena", "--resume", str(folder), "--cores", "1", home=tmp_path, columns=1000)
    person.wait_for("code that the folder names. Run it? [y/N]")
    person.type(answer)
    if answer == "y\r":
        person.wait_for("report.html")  # a bot that plays twice is asked for once
        assert log.exists()
    else:
        person.wait_for("name the bots yourself:")
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    person.leave()


@needs_posix
def test_who_names_the_bots_of_a_folder_wants_them_to_run(tmp_path: Path) -> None:
    bot = f"cmd@10s:{shlex.join(command(tmp_path, PLAYS, str(tmp_path / 'log')))}"
    folder = tmp_path / "of others"
    folder.mkdir()
    keep_plan(folder, plan([bot, "random"], folder, kind="ladder", harmony=True), 2)
    refused = palatine("arena", "--resume", str(folder), home=tmp_path, fails=True)
    assert list(folder.iterdir()) == [folder / "arena.json"]
    words = shlex.split(refused.stderr.partition("name the bots yourself: ")[2])
    assert words[:4] == ["palatine", "arena", "kingdomino", bot]
    told = json.loads(palatine(*words[1:], "--cores", "1", "--json", home=tmp_path).stdout)
    assert told["games"] == 2
    assert told["options"]["harmony"] is True


def test_without_ray_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # so that Python cannot import it
    with pytest.raises(OptionError, match=r"pip install 'palatine\[ray\]'"):
        crew_on("ray", 2)
