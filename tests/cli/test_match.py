"""`palatine match` prints figures as a table or JSON, refuses wrong arguments, and survives failing bots."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.bots import MortalCrew
from cli.interrupting import Background
from cli.running import palatine
from cli.unprepared import refusals
from palatine import load
from palatine.arena import match
from palatine.cli.match import match_bots
from palatine.core.errors import PalatineError
from palatine.core.language import Words

KEYS = {
    *("name", "games", "wins", "win_rate", "win_rate_low", "win_rate_high", "mean_score"),
    *("mean_margin", "margin_low", "margin_high", "seconds_per_decision"),
}


def test_json_on_two_cores_equals_the_figures_from_python(tmp_path: Path) -> None:
    arguments = ("match", "kingdomino", "greedy", "random", "--players", "3", "--games", "6", "--seed", "4", "--json")
    done = palatine(*arguments, "--option", "harmony=true", "--cores", "2", home=tmp_path)
    result = json.loads(done.stdout)
    assert {"game", "options", "games", "seconds", "bots"} <= result.keys()
    assert result["options"]["harmony"] is True
    assert (result["game"], result["games"], result["players"]) == ("kingdomino", 6, 3)
    here = match("kingdomino", ["greedy", "random"], 6, players=3, options={"harmony": True}, seed=4)
    for bot, same in zip(result["bots"], here["bots"], strict=True):
        assert bot.keys() >= KEYS
        assert {**bot, "seconds_per_decision": None} == {**same, "seconds_per_decision": None}


def test_a_match_prints_a_table_and_saves_its_records(tmp_path: Path) -> None:
    folder = tmp_path / "the games"
    done = palatine(
        *("match", "kingdomino", "greedy", "random", "--games", "60", "--stop-early", "--save", str(folder)),
        *("--lang", "it"),
        home=tmp_path,
    )
    assert "greedy" in done.stdout
    assert "vittorie" in done.stdout
    assert "il primo bot vince più della quota pari di 50,0%" in done.stdout
    assert re.search(r"partite in \d+,\d s, seme", done.stdout)
    assert max(map(len, done.stdout.partition("Fermato")[0].splitlines())) <= 80
    records = sorted(folder.iterdir())
    assert 0 < len(records) < 60
    assert load(json.loads(records[0].read_text())).over


def test_an_unknown_bot_is_refused(tmp_path: Path) -> None:
    refused = palatine("match", "kingdomino", "greedy", "gredy", home=tmp_path, fails=True)
    assert refused.stderr.strip().startswith('There is no bot "gredy". Known: greedy, level:1-5, search:BUDGET')
    assert refused.stdout == ""


def match_here(**change: Any) -> bool:
    """Run the command in this process, with a crew that is lost after three games."""
    given: dict[str, Any] = {"stop_early": False, "as_json": False} | change
    return match_bots(
        "kingdomino",
        ["greedy", "random"],
        games=4,
        players=None,
        options=[],
        seed="1",
        cores=1,
        save=None,
        words=Words("en"),
        crew_for=lambda _cores: MortalCrew(3),
        **given,
    )


REFUSED = [
    (["greedy", "gredy"], 'no bot "gredy"'),
    (["greedy", "cmd:./no-such-program"], "no-such-program"),
    (["greedy", "random", "--games", "0"], "1 or more; not 0"),
    (["greedy", "random", "--cores", "-1"], "or 0 for all; not -1"),
    (["greedy", "random", "--seed", "x" * 1000], "A seed is"),
    (["greedy", "greedy", "greedy", "--players", "2"], "takes 1 to 2 bots, not 3"),
    (["greedy", "--stop-early"], "Name at least two bots"),
]


def test_wrong_arguments_are_refused_before_anything_is_compiled(tmp_path: Path) -> None:
    errors = refusals([["match", "kingdomino", *words] for words, _ in REFUSED], tmp_path)
    assert [error for error, (_, sentence) in zip(errors, REFUSED, strict=True) if sentence not in error] == []


def test_a_lost_worker_is_reported_after_the_figures_so_far(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PalatineError, match="ended unexpectedly") as lost:
        match_here(stop_early=True)
    assert "continue" not in str(lost.value), "a match cannot be resumed"
    output = capsys.readouterr().out
    assert "3 games in" in output
    assert "Interrupted after 3 games." in output
    assert "sequential test" not in output
    with pytest.raises(PalatineError, match="ended unexpectedly"):
        match_here(as_json=True)
    assert json.loads(capsys.readouterr().out)["worker_lost"] is True


def test_a_program_that_crashes_loses_its_games_and_the_match_goes_on(tmp_path: Path) -> None:
    """It is restarted twice, and dropped after its third failure."""
    program = tmp_path / "crashes.py"
    program.write_text("import sys\nprint('{}')\nsys.exit(3)\n")
    name = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    done = palatine("match", "kingdomino", "random", name, "--games", "6", "--seed", "1", "--json", home=tmp_path)
    result = json.loads(done.stdout)
    assert result["games"] == 6
    fine, broken = result["bots"]
    assert (fine["wins"], broken["wins"]) == (6, 0)
    assert [failure["game"] for failure in broken["failures"]] == [1, 2, 3]
    assert all("was stopped" in failure["reason"] for failure in broken["failures"])


def test_ctrl_c_ends_a_match_with_the_figures_so_far(tmp_path: Path) -> None:
    games = 1_000_000
    running = Background(
        *("match", "kingdomino", "greedy", "random", "--games", str(games), "--cores", "2", "--json"), home=tmp_path
    )
    running.wait_for_games(games)
    running.interrupt()
    code, output, errors = running.end()
    result = json.loads(output)
    assert result["interrupted"] is True
    assert 0 < result["games"] < games
    assert result["bots"][0]["games"] == result["games"]
    assert code == 130
    assert "Traceback" not in errors
