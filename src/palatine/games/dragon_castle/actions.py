"""Decisions of Dragon Castle as numbers, as fields and as text.

The fields are the verb as `kind`, and `space`, `tile` (first, second), `type`, `spirit` and `pay` (tile, shrine).

| text                      | decision                                                                            |
|---------------------------|-------------------------------------------------------------------------------------|
| `pick c4`                 | take the first tile from space c4 of the castle                                     |
| `pair d4`                 | take the second tile of a Pair of Tiles from d4                                     |
| `shrine`                  | complete the action as Tile and Shrine                                              |
| `discard`                 | complete the action as Discard Tile                                                 |
| `summon`                  | Summon the Dragon                                                                   |
| `place b2`                | put the tile collected first on space b2 of the Realm                               |
| `place second b2`         | put the other collected tile there, while there are two                             |
| `build b2`                | build a Shrine on b2                                                                |
| `done`                    | end a step: stop building, Consolidate, end the turn, no second move, or lose tiles  |
| `spirit wind pay b2`      | activate the Spirit of Wind, paying the face-up tile on b2                          |
| `spirit wind pay shrine`  | activate it, paying a Shrine of the pool                                            |
| `consolidate b2`          | Beauty, Cunning: the group whose first space is b2                                  |
| `change b2 farmers`       | Change: the tile on b2 is treated as one of the Farmers                             |
| `lift b2`, `drop c3`      | Strength: move the top tile of b2 to c3; Wind: move the Shrine                      |
| `flip b2`                 | Wind: turn the tile on b2 face down                                                 |
| `destroy d4`              | Destruction: discard the castle's tile on d4                                        |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from palatine.core.bits import lowest
from palatine.core.compiled import interpreted
from palatine.core.errors import DecisionError
from palatine.games.dragon_castle.layout import (
    BEAUTY_GROUP,
    BUILD_FIRST,
    CASTLE_COLUMNS,
    CASTLE_SPACES,
    CHANGE_FIRST,
    CUNNING_GROUP,
    GROUP_FIRST,
    PLACE_FIRST,
    REALM_SPACES,
    REALM_STRIDE,
    TYPES,
)
from palatine.games.dragon_castle.options import SPIRITS
from palatine.games.dragon_castle.spirits import beauty_group_at, type_group_at

Fields = Mapping[str, str]


def castle_space(number: int) -> str:
    """Return the name of a space of the castle: a letter for the column, and the number of the row from the top."""
    return f"{chr(ord('a') + number % CASTLE_COLUMNS)}{number // CASTLE_COLUMNS + 1}"


def realm_space(number: int) -> str:
    """Return the name of a space of a Realm."""
    return f"{chr(ord('a') + number % REALM_STRIDE)}{number // REALM_STRIDE + 1}"


CASTLE_NAMES = [castle_space(number) for number in range(CASTLE_SPACES)]
REALM_NAMES = [realm_space(number) for number in range(REALM_SPACES)]
WORDS = ["shrine", "discard", "summon", "done"]


def _in(spaces: list[str], kind: str, **others: str) -> list[Fields]:
    return [{"kind": kind, **others, "space": space} for space in spaces]


FIELDS: list[Fields] = [
    *_in(CASTLE_NAMES, "pick"),
    *_in(CASTLE_NAMES, "pair"),
    *_in(CASTLE_NAMES, "destroy"),
    *_in(REALM_NAMES, "place", tile="first"),
    *_in(REALM_NAMES, "place", tile="second"),
    *_in(REALM_NAMES, "build"),
    *_in(REALM_NAMES, "flip"),
    *_in(REALM_NAMES, "lift"),
    *_in(REALM_NAMES, "drop"),
    *_in(REALM_NAMES, "consolidate"),
    *({"kind": "change", "space": space, "type": kind} for kind in TYPES for space in REALM_NAMES),
    *({"kind": word} for word in WORDS),
    *(
        fields
        for spirit in SPIRITS
        for fields in (
            *_in(REALM_NAMES, "spirit", spirit=spirit, pay="tile"),
            {"kind": "spirit", "spirit": spirit, "pay": "shrine"},
        )
    ),
]


def _text(fields: Fields) -> str:
    if fields["kind"] == "spirit":
        return f"spirit {fields['spirit']} pay {fields.get('space', 'shrine')}"
    return " ".join(word for word in fields.values() if word != "first")


TEXTS = [_text(each) for each in FIELDS]
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
EXAMPLES = {text.partition(" ")[0]: text for text in reversed(TEXTS)}
"""For each verb the first decision that begins with it."""


def fields(decision: int) -> Fields:
    """Return a decision as plain data: its `kind`, and the fields of that kind."""
    return FIELDS[decision]


def to_text(decision: int) -> str:
    """Return a decision as it is typed."""
    return TEXTS[decision]


def from_text(text: str) -> int:
    """Return the number of a decision given as text."""
    wording = " ".join(text.casefold().split())
    if wording in NUMBERS:
        return NUMBERS[wording]
    verb = wording.partition(" ")[0]
    if verb not in EXAMPLES:
        raise DecisionError("dragon_castle.not_understood", decision=text)
    raise DecisionError("dragon_castle.not_understood_after", decision=text, verb=verb, example=EXAMPLES[verb])


def canonical(state: Any, decision: int) -> int:
    """Return the decision that is offered, of several that mean the same."""
    if PLACE_FIRST + REALM_SPACES <= decision < BUILD_FIRST and state.held[0] == state.held[1]:
        return decision - REALM_SPACES
    if GROUP_FIRST <= decision < CHANGE_FIRST and state.phase in (BEAUTY_GROUP, CUNNING_GROUP):
        space, seat = decision - GROUP_FIRST, int(state.seat)
        if int(state.up[seat]) >> space & 1:
            group_at = beauty_group_at if state.phase == BEAUTY_GROUP else type_group_at
            group = interpreted(group_at)(state, seat, space)
            if int(group) >> space & 1:  # a Special tile is in no group of Beauty
                return GROUP_FIRST + lowest(group)
    return decision
