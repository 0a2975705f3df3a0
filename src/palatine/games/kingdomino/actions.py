"""Decisions of Kingdomino: as numbers, as fields and as text.

| text            | fields besides `kind`               | decision                                                    |
|-----------------|-------------------------------------|-------------------------------------------------------------|
| `claim 12`      | `domino` (1-48)                     | put the king on domino 12 of the next line                  |
| `place 1,0 2,0` | `left`, `right`: `[x, y]` each      | the left square of the domino at 1,0, the right one at 2,0  |
|                 |                                     | (castle 0,0; x right, y down)                               |
| `discard`       |                                     | discard a domino that fits nowhere                          |
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

from palatine.core.bits import lowest
from palatine.core.errors import DecisionError
from palatine.games.kingdomino.layout import (
    DECISIONS,
    DIRECTIONS,
    DISCARD,
    DOMINO,
    DOMINOES,
    LEFT_CROWNS,
    LEFT_TERRAIN,
    PLACE,
    PLACE_FIRST,
    REACH,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    SPAN,
    STEP_X,
    STEP_Y,
)

Square = tuple[int, int]
Fields = Mapping[str, Any]

STEPS = list(zip(STEP_X, STEP_Y, strict=True))
CLAIM_TEXT = re.compile(r"claim\s+(\d{1,3})")
PLACE_TEXT = re.compile(r"place\s+(-?\d{1,3})\s*,\s*(-?\d{1,3})\s+(-?\d{1,3})\s*,\s*(-?\d{1,3})")


def placement(left: Square, right: Square) -> int | None:
    """Return the decision that puts the two squares of a domino there, or None if no domino could ever cover them."""
    step = (right[0] - left[0], right[1] - left[1])
    if step not in STEPS or not all(abs(part) <= REACH for part in (*left, *right)):
        return None
    return PLACE_FIRST + DIRECTIONS * (SPAN * (left[1] + REACH) + left[0] + REACH) + STEPS.index(step)


@functools.cache
def squares(decision: int) -> tuple[Square, Square]:
    """Return the squares where a placement puts the left and the right square of the domino."""
    place, direction = divmod(decision - PLACE_FIRST, DIRECTIONS)
    row, column = divmod(place, SPAN)
    x, y = column - REACH, row - REACH
    return (x, y), (x + STEP_X[direction], y + STEP_Y[direction])


def _placing(decision: int) -> Fields:
    left, right = squares(decision)
    return {"kind": "place", "left": list(left), "right": list(right)}


FIELDS: list[Fields] = [
    *({"kind": "claim", "domino": number} for number in range(1, DOMINOES + 1)),
    {"kind": "discard"},
    *(_placing(decision) for decision in range(PLACE_FIRST, DECISIONS)),
]


def _text(fields: Fields) -> str:
    if fields["kind"] == "claim":
        return f"claim {fields['domino']}"
    if fields["kind"] == "place":
        (x, y), (x_right, y_right) = fields["left"], fields["right"]
        return f"place {x},{y} {x_right},{y_right}"
    return "discard"


TEXTS = [_text(each) for each in FIELDS]


def fields(decision: int) -> Fields:
    """Return a decision as plain data: its `kind`, and the fields of that kind."""
    return FIELDS[decision]


def to_text(decision: int) -> str:
    """Return a decision as text."""
    return TEXTS[decision]


def from_text(text: str) -> int:
    """Return the number of a decision given as text."""
    wording = text.strip().casefold()
    if wording == "discard":
        return DISCARD
    if match := CLAIM_TEXT.fullmatch(wording):
        number = int(match[1])
        if 1 <= number <= DOMINOES:
            return number - 1
        raise DecisionError("kingdomino.no_such_domino", number=number)
    if match := PLACE_TEXT.fullmatch(wording):
        x, y, x_right, y_right = map(int, match.groups())
        decision = placement((x, y), (x_right, y_right))
        if decision is None:
            raise DecisionError("kingdomino.no_such_place", decision=wording)
        return decision
    raise DecisionError("kingdomino.not_understood", decision=text)


def in_reading_order(row: Any, left: Square, right: Square) -> tuple[Square, Square]:
    """Return both squares of a domino as a placement lists them: a double is never turned round.

    `row` is the domino's row of `DOMINO`.
    """
    double = row[LEFT_TERRAIN] == row[RIGHT_TERRAIN] and row[LEFT_CROWNS] == row[RIGHT_CROWNS]
    return (right, left) if double and right[::-1] < left[::-1] else (left, right)


def canonical(state: Any, decision: int) -> int:
    """Return the listed one of several decisions that do the same."""
    if decision < PLACE_FIRST or state.phase != PLACE:
        return decision
    active = lowest(state.current)
    same = placement(*in_reading_order(DOMINO[active], *squares(decision)))
    return decision if same is None else same
