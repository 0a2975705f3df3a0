"""The pieces of Kingdomino as plain data: what a client needs to draw them."""

from __future__ import annotations

from typing import Any

from palatine.games.kingdomino.layout import (
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
