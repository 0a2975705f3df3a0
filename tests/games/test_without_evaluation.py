"""A game of an installed package that brings neither features nor a screen: everything still plays it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.running import environment
from cli.running import palatine as command
from palatine.games import BUILT_IN

NAME = "pebbles"
COPIED = BUILT_IN["kingdomino"]
BOTS = "level:1-5, mcts:BUDGET, random, cmd:COMMAND, class:MODULE:CLASS"
SCRIPT = """
import json
import palatine
from palatine.bots import adviser, bot_named, check_name, level_names, stand_in
from palatine.games import game_named

def refused(name):
    try:
        check_name(name, game)
    except palatine.OptionError as problem:
        return str(problem)

game = game_named("pebbles")
table = palatine.new("pebbles", players=2, seed=1)
answers = {name: bot_named(name, game, 1).decide(table.question()) for name in ("level:1", "mcts:1", adviser(game, 30))}
print(json.dumps({
    "legal": table.legal(),
    "decided": {name: answer.decision for name, answer in answers.items()},
    "iterations": (answers["mcts:30"].thoughts or {}).get("iterations"),
    "refused": {name: refused(name) for name in ("greedy", "fitted", "search:10", "mcts:10", "level:5")},
    "levels": level_names(game, "en"),
    "stand_in": stand_in(game),
}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a built-in game under another name, without its bots, its screen and its Italian."""
    folder = tmp_path_factory.mktemp("installed")
    left_out = shutil.ignore_patterns("bots", "screen.py", "__pycache__", "it")
    package = Path(
        shutil.copytree(Path(sys.modules[COPIED.package].__file__ or "").parent, folder / NAME, ignore=left_out)
    )
    for path in package.rglob("*.py"):
        text = path.read_text("utf-8")
        path.write_text(text.replace(COPIED.package, NAME).replace(COPIED.name, NAME).replace(COPIED.title, "Pebbles"))
    distribution = folder / f"{NAME}-1.0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
    (distribution / "entry_points.txt").write_text(f"[palatine.games]\n{NAME} = {NAME}:GAME\n")
    return folder


def variables(installed: Path) -> dict[str, str]:
    """Interpreted, since compiling a whole game again would take a minute."""
    return {"PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(scope="module")
def told(installed: Path) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment(installed, **variables(installed)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_its_bots_search_by_playouts(told: Any) -> None:
    assert set(told["decided"]) == {"level:1", "mcts:1", "mcts:30"}
    assert set(told["decided"].values()) <= set(told["legal"])
    assert told["iterations"] == 30


def test_bots_that_need_an_evaluation_are_refused_with_what_there_is(told: Any) -> None:
    needs = "The bot {} needs an evaluation that was fitted to the game, and Pebbles has none. Its bots: " + BOTS + "."
    assert told["refused"] == {
        "greedy": f"Pebbles has no reference player greedy. Its bots: {BOTS}.",
        "fitted": needs.format("fitted"),
        "search:10": needs.format("search"),
        "mcts:10": None,
        "level:5": None,
    }


def test_its_levels_have_names_and_one_stands_in(told: Any) -> None:
    assert told["levels"][0] == "Shepherd", "the words of the game that was copied"
    assert told["stand_in"] == "level:2"


def run(installed: Path, home: Path, *arguments: str, typed: str = "") -> str:
    return command(*arguments, home=home, typed=typed, fails=False, **variables(installed)).stdout


def test_it_is_played_in_the_terminal_with_a_plain_screen(installed: Path, tmp_path: Path) -> None:
    bots = ("--seat", "level:1", "--seat", "mcts:2", "--seed", "3", "--lang", "it")
    shown = run(installed, tmp_path, "play", NAME, *bots)
    assert "  bounds: west" in shown
    assert "Shepherd" in shown, "in English, the language that the game speaks"
    human = ("--seat", "human", "--seat", "random", "--seed", "3")
    shown = run(installed, tmp_path, "play", NAME, *human, typed="claim 1\nmoves\nhelp\nscore\nquit\n")
    assert "Squares are written" in shown, "the game's own help"


def test_it_plays_matches(installed: Path, tmp_path: Path) -> None:
    options = ("--players", "2", "--games", "2", "--seed", "1", "--json")
    result = json.loads(run(installed, tmp_path, "match", NAME, "level:1", "random", *options))
    assert result["games"] == 2
