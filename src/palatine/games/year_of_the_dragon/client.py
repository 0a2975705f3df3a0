"""The pieces of In the Year of the Dragon as plain data: what a client needs to draw them."""

from __future__ import annotations

from typing import Any

from palatine.games.year_of_the_dragon import SUPER_EVENTS
from palatine.games.year_of_the_dragon.layout import (
    ACTIONS,
    CARDS,
    CONTAGION_PERSONS,
    EVENTS,
    FEE,
    FESTIVAL_FIRST,
    FESTIVAL_SECOND,
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
    PASS_YUAN,
    PHASES,
    POINTS_A_PERSON,
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
    YIELDING,
)

GIFT_AMOUNTS = {"yuan": GIFT_YUAN, "points": GIFT_POINTS, "spaces": GIFT_SPACES}
"""How much the gifts of the wall are that are more than one piece."""


def _age(tile: int) -> str | None:
    """Whether a person is the younger or the older one of its type; None where there is one only."""
    if TYPE[tile] < FIRST_WITH_OLDER:
        return None
    return "younger" if tile < TYPE_COUNT else "older"


def pieces() -> dict[str, Any]:
    """`persons`: for each tile its symbols and its value, which is how far it moves the marker on the person track."""
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
