"""What clients of Kingdomino need besides positions: the pieces, and decisions in their context."""

from __future__ import annotations

from typing import Any

from palatine.core.bits import lowest
from palatine.core.prospects import Tried
from palatine.games.kingdomino.layout import (
    DOMINOES,
    HARMONY_POINTS,
    LARGE_GRID,
    MIDDLE_KINGDOM_POINTS,
    PHASES,
    SMALL_GRID,
    SOURCES,
    TERRAINS,
)
from palatine.games.kingdomino.view import SIDES


def _square(terrain: str, crowns: int) -> dict[str, Any]:
    return {"terrain": terrain, "crowns": crowns}


def pieces() -> dict[str, Any]:
    """`dominoes`: for each, by its number on the back, its left and its right square."""
    return {
        "terrains": list(TERRAINS),
        "dominoes": [
            {"number": number, "left": _square(*left), "right": _square(*right)}
            for number, (left, right) in enumerate(SIDES, start=1)
        ],
        "grids": {"usual": SMALL_GRID, "mighty_duel": LARGE_GRID},
        "bonuses": {"harmony": HARMONY_POINTS, "middle_kingdom": MIDDLE_KINGDOM_POINTS},
        "phases": list(PHASES),
        "sources": list(SOURCES),
    }


def about(state: Any, decision: int) -> dict[str, Any]:
    """What the words of a decision leave out: the `domino` that is placed or discarded; a claim names its own."""
    return {} if decision < DOMINOES else {"domino": lowest(state.current) + 1}


def effects(tried: Tried) -> list[dict[str, Any]]:
    """What each decision does besides bringing points: nothing that does not show."""
    return [{} for _ in tried.decisions]
