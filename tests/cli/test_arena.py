"""`palatine arena`: a tournament in a folder, killed and taken up again, on processes or on Ray."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.tournaments import hold, lines
from cli.interrupting import Background
from cli.running import palatine
from palatine.cli.arena import crew_on, hold_tournament
from palatine.cli.words import Words
from palatine.core.problems import OptionError

BOTS = ("greedy", "random", "random")
GAMES = 1_000_000


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


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, "Name a game, the bots and a folder"),
        ({"name": "kingdomino", "players": 2, "into": Path("new")}, "Say how many games"),
        ({"name": "kingdomino", "resume": Path("new")}, "has its game, bots, options and seed already"),
        ({"resume": Path("new"), "place": "moon"}, 'played on local, ray, not on "moon"'),
        ({"name": "kingdomino", "into": Path("new"), "games": 2, "cores": -1}, "or 0 for all; not -1"),
        ({"name": "kingdomino", "into": Path("new"), "games": 2}, "at least 4 bots, not 2. Name more bots, or set"),
    ],
)
def test_what_is_missing_or_too_much_is_told(asked: dict[str, Any], told: str, tmp_path: Path) -> None:
    asked = {name: tmp_path / value if isinstance(value, Path) else value for name, value in asked.items()}
    nothing = dict.fromkeys(("name", "into", "resume", "games", "kind", "players", "seed"))
    given: dict[str, Any] = {
        **nothing,
        "bots": ["greedy", "random"],
        "options": [],
        "place": "local",
        "cores": 1,
        **asked,
    }
    with pytest.raises(OptionError, match=told):
        hold_tournament(**given, as_json=True, words=Words("en"))
    assert list(tmp_path.iterdir()) == []


def test_without_ray_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # so that Python cannot import it
    with pytest.raises(OptionError, match=r"pip install 'palatine\[ray\]'"):
        crew_on("ray", 2)
