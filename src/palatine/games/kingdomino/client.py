"""Data for clients of Kingdomino besides positions: the pieces, and decisions in context."""

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
    """Return the constants of the game; `dominoes` has the left and the right square of each, in order of number."""
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
    """Return the `domino` that is placed or discarded; a claim names its own."""
    return {} if decision < DOMINOES else {"domino": lowest(state.current) + 1}


def effects(tried: Tried) -> list[dict[str, Any]]:
    """Return the effects of each decision besides its points: none that the board does not show."""
    return [{} for _ in tried.decisions]
