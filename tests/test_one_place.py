"""One game, one place: only its own folder and the list of games name it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import palatine
from palatine.core.compiled import reachable_files
from palatine.core.game import Game
from palatine.games import BUILT_IN

PACKAGE = Path(palatine.__file__).parent
ROOT = Path(__file__).parents[1]
LIST_OF_GAMES = PACKAGE / "games" / "__init__.py"
BUILT = PACKAGE / "server" / "static"
"""The built browser app; its source web/ has its own test."""
NAMED = re.compile(
    "|".join(re.escape(one) for game in BUILT_IN.values() for one in (game.name, game.title)), re.IGNORECASE
)
MEASURED = {
    "castles.py",  # an option of one game
    "endings.py",  # a rule of one game
    "kingdomino_limit.c",
    "ratio.py",  # compares with that C program
    "README.md",  # the commands that trained the models
}
"""Measurements of one game, and the training of the games' models."""


def texts(folder: Path) -> list[Path]:
    """Return the hand-written files below a folder."""
    files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return [path for path in files if BUILT not in path.parents and path.suffix not in {".pyc", ".png"}]


def places(path: Path) -> list[str]:
    """Return where a file names a game: in its path or in its lines."""
    shown = path.relative_to(ROOT).as_posix()
    found = [shown] if NAMED.search(path.name) else []
    lines = path.read_text("utf-8", errors="replace").splitlines()
    return found + [f"{shown}:{number}: {line.strip()}" for number, line in enumerate(lines, 1) if NAMED.search(line)]


def is_of_a_game(path: Path) -> bool:
    return any(PACKAGE / "games" / name in path.parents for name in BUILT_IN)


def test_no_file_outside_a_games_folder_names_it() -> None:
    outside = [path for path in texts(PACKAGE) if not is_of_a_game(path) and path != LIST_OF_GAMES]
    assert len(outside) > 100
    assert [place for path in outside for place in places(path)] == []


def test_the_list_of_games_has_one_line_for_each() -> None:
    lines = [line.strip() for line in LIST_OF_GAMES.read_text("utf-8").splitlines() if NAMED.search(line)]
    assert lines == [f'"{name}",' for name in BUILT_IN]


@pytest.mark.parametrize("folder", ["bench", "training"])
def test_only_measurements_of_a_game_name_it(folder: str) -> None:
    others = [path for path in texts(ROOT / folder) if path.name not in MEASURED]
    assert [place for path in others for place in places(path)] == []


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=lambda game: game.name)
def test_the_rules_of_a_game_depend_on_neither_its_bots_nor_its_words(game: Game) -> None:
    """Changing features, screens or sentences then does not recompile the rules."""
    folder = PACKAGE / "games" / game.name
    hashed = reachable_files(folder)
    assert folder / "layout.py" in hashed
    assert {path.relative_to(folder).parts[0] for path in hashed}.isdisjoint({"bots", "command", "screen.py", "words"})
    assert folder / "bots" / "greedy.py" in reachable_files(folder / "bots")
    apart = re.compile(rf"palatine\.games\.{game.name}(\.| import )(bots|command|screen)\b")
    assert [path.name for path in hashed if path.suffix == ".py" and apart.search(path.read_text("utf-8"))] == []
