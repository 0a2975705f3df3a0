"""The pieces of In the Year of the Dragon and the context of its decisions, for clients."""

from __future__ import annotations

from typing import Any

from palatine.core.prospects import Tried
from palatine.games.year_of_the_dragon import SUPER_EVENTS
from palatine.games.year_of_the_dragon.layout import (
    ACT,
    ACTIONS,
    BUY,
    CARDS,
    CONTAGION_PERSONS,
    EVENTS,
    FEE,
    FESTIVAL_FIRST,
    FESTIVAL_SECOND,
    FIRST,
    FIRST_FLOORS,
    FIRST_PALACES,
    FIRST_WILDS,
    FIRST_WITH_OLDER,
    FIRST_YUAN,
    GIFT_POINTS,
    GIFT_SPACES,
    GIFT_YUAN,
    GIFTS,
    LARGE_DRAGONS,
    LARGE_PRICES,
    MONTHS,
    MOST_FLOORS,
    PASS,
    PASS_YUAN,
    PHASES,
    POINTS_A_PERSON,
    SMALL,
    SMALL_PRICE,
    SOURCES,
    STAGES,
    SUPER_MONTH,
    SYMBOLS,
    TAX_BASE,
    TILES,
    TRIBUTE_YUAN,
    TYPE,
    TYPE_COUNT,
    TYPE_OF_ACTION,
    TYPES,
    VALUE,
    WITH_WALL,
    YIELDING,
)

GIFT_AMOUNTS = {"yuan": GIFT_YUAN, "points": GIFT_POINTS, "spaces": GIFT_SPACES}
"""The amounts of the wall gifts that are more than one piece."""


def _age(tile: int) -> str | None:
    """Return "younger" or "older"; None for a type that has only one tile."""
    if TYPE[tile] < FIRST_WITH_OLDER:
        return None
    return "younger" if tile < TYPE_COUNT else "older"


def pieces() -> dict[str, Any]:
    """Return the pieces. The `value` of a person is the number of spaces its marker moves on the person track."""
    return {
        "types": list(TYPES),
        "persons": [
            {
                "tile": name,
                "type": TYPES[TYPE[tile]],
                "age": _age(tile),
                "symbols": int(SYMBOLS[tile]),
                "value": int(VALUE[tile]),
            }
            for tile, name in enumerate(TILES)
        ],
        "cards": list(CARDS),
        "actions": [
            {"action": name, "type": TYPES[TYPE_OF_ACTION[action]] if action in YIELDING else None}
            for action, name in enumerate(ACTIONS)
        ],
        "fee": FEE,
        "pass_yuan": PASS_YUAN,
        "tax_base": TAX_BASE,
        "privileges": [
            {"privilege": "small", "prices": [SMALL_PRICE], "dragons": 1},
            {"privilege": "large", "prices": list(LARGE_PRICES), "dragons": LARGE_DRAGONS},
        ],
        "months": MONTHS,
        "events": list(EVENTS),
        "tribute_yuan": TRIBUTE_YUAN,
        "contagion_persons": CONTAGION_PERSONS,
        "festival_points": [FESTIVAL_FIRST, FESTIVAL_SECOND],
        "super_events": list(SUPER_EVENTS),
        "super_month": SUPER_MONTH,
        "palaces": {"most_floors": MOST_FLOORS, "at_first": [FIRST_FLOORS] * FIRST_PALACES},
        "at_first": {"yuan": FIRST_YUAN, "wilds": FIRST_WILDS},
        "wall_gifts": [{"gift": gift, "amount": GIFT_AMOUNTS.get(gift, 1)} for gift in GIFTS],
        "points_a_person": POINTS_A_PERSON,
        "phases": list(PHASES),
        "stages": list(STAGES),
        "sources": list(SOURCES),
    }


YIELDS = ("yuan", "floors", "rice", "fireworks", "spaces", "points")
"""The goods of the actions of `YIELDING`, in their order."""


def _of_action(state: Any, choice: int) -> dict[str, Any]:
    if choice == PASS:
        return {"costs": 0, "brings": {"yuan": max(0, PASS_YUAN - state.yuan[state.seat])}}
    group, action = divmod(choice, WITH_WALL)
    brings = {YIELDS[action]: state.income[state.seat][action]} if action in YIELDING else {}
    return {"costs": FEE if group + 1 in state.dragon else 0, "brings": brings}


def _of_decision(state: Any, decision: int) -> dict[str, Any]:
    if state.phase == ACT:
        return _of_action(state, decision - int(FIRST[ACT]))
    if state.phase == BUY:
        return {"costs": SMALL_PRICE if decision == int(FIRST[BUY]) + SMALL else state.large_price}
    return {}


def about(state: Any, decision: int) -> dict[str, Any]:
    """Return the context of a decision: the `person` to be housed; an action's fee (`costs`) and what it `brings`."""
    if state.phase == ACT:
        return _of_decision(state, decision)
    return {"person": TILES[state.pending - 1]} if state.pending else {}


def effects(tried: Tried) -> list[dict[str, Any]]:
    """Return the fee of each action (`costs`, in yuan) and what it `brings`, or the price of each privilege."""
    return [_of_decision(tried.plain, decision) for decision in tried.decisions]
