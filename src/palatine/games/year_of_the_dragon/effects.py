"""What a decision of In the Year of the Dragon brings at once, for those who are about to make it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.games.year_of_the_dragon.layout import (
    ACT,
    BUY,
    FEE,
    FIRST,
    PASS,
    PASS_YUAN,
    SMALL,
    SMALL_PRICE,
    WITH_WALL,
    YIELDING,
)

GOODS = ("yuan", "floors", "rice", "fireworks", "spaces", "points")
"""What each of the actions brings that bring the more the more symbols one has."""


def _of_action(state: Any, choice: int) -> dict[str, Any]:
    if choice == PASS:
        return {"costs": 0, "brings": {"yuan": max(0, PASS_YUAN - state.yuan[state.seat])}}
    group, action = divmod(choice, WITH_WALL)
    brings = {GOODS[action]: state.income[state.seat][action]} if action in YIELDING else {}
    return {"costs": FEE if group + 1 in state.dragon else 0, "brings": brings}


def effects(state: Any, decisions: Sequence[int]) -> list[dict[str, Any]]:
    """For each action its fee (`costs`, in yuan) and what it `brings`; for each privilege its price."""
    if state.phase == ACT:
        return [_of_action(state, decision - int(FIRST[ACT])) for decision in decisions]
    if state.phase == BUY:
        small = int(FIRST[BUY]) + SMALL
        return [{"costs": SMALL_PRICE if decision == small else state.large_price} for decision in decisions]
    return [{} for _ in decisions]
