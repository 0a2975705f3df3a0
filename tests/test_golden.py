"""Golden files: games and tree counts that must be the same on every machine and in every version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import palatine
from golden.make import GAMES, tree_counts
from palatine.core.compiled import JIT

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_replay(name: str) -> None:
    record = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    table = palatine.load(record)
    assert table.read_only is None
    assert table.record() == record


@pytest.mark.parametrize("name", GAMES)
def test_tree_counts_match(name: str) -> None:
    counts = json.loads((FOLDER / "tree_counts.json").read_text("utf-8"))[name]
    depth = len(counts) if JIT else len(counts) - 2
    assert tree_counts(*GAMES[name], depth=depth) == counts[:depth]
