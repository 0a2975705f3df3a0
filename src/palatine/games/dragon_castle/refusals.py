"""Reasons why a decision of Dragon Castle is not legal.

Nothing here decides what is legal: `reason` is asked about decisions that are not, and names what the player overlooked.
It reads the open position and asks the rules about groups and Elegance, on a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from palatine.core.bits import count_ones, members
from palatine.core.compiled import interpreted
from palatine.core.errors import Phrase
from palatine.core.game import Settings
from palatine.games.dragon_castle import actions
from palatine.games.dragon_castle.actions import CASTLE_NAMES, REALM_NAMES
from palatine.games.dragon_castle.copies import copied
from palatine.games.dragon_castle.elegance import has_way
from palatine.games.dragon_castle.layout import (
    ACTION,
    BEAUTY_GROUP,
    BUILD,
    CASTLE_COLUMNS,
    CHANGE_TILE,
    CHECK,
    COMPLETION,
    CUNNING_GROUP,
    CUNNING_SET,
    DECEPTION,
    DECEPTION_PAIR,
    DEEP,
    DEEP_PAIR,
    DESTRUCTION,
    DESTRUCTION_TILE,
    ELEGANCE,
    END,
    FAITH,
    FAITH_BUILD,
    FIRST_TYPE,
    LAST_FACTION,
    OWED,
    PHASES,
    PLACEMENT,
    RANKS,
    REALM_STRIDE,
    SMALLEST_SET,
    STRENGTH_DROP,
    STRENGTH_LIFT,
    TYPES,
    WIND,
    WIND_DROP,
    WIND_FLIP,
    WIND_LIFT,
)
from palatine.games.dragon_castle.options import SPIRITS
from palatine.games.dragon_castle.realms import group_of, of_type
from palatine.games.dragon_castle.spirits import beauty_group_at, type_group_at
from palatine.games.dragon_castle.view import TILE_OF

Fields = Mapping[str, str]

KINDS: Mapping[int, frozenset[str]] = {
    ACTION: frozenset({"pick", "summon", "spirit"}),
    COMPLETION: frozenset({"pair", "shrine", "discard", "spirit"}),
    PLACEMENT: frozenset({"place", "spirit"}),
    CHECK: frozenset({"spirit"}),
    END: frozenset({"spirit"}),
    BUILD: frozenset({"build", "spirit"}),
    BEAUTY_GROUP: frozenset({"consolidate"}),
    CUNNING_GROUP: frozenset({"consolidate"}),
    CHANGE_TILE: frozenset({"change"}),
    STRENGTH_LIFT: frozenset({"lift"}),
    STRENGTH_DROP: frozenset({"drop"}),
    WIND_FLIP: frozenset({"flip", "lift"}),
    WIND_LIFT: frozenset({"lift"}),
    WIND_DROP: frozenset({"drop"}),
    FAITH_BUILD: frozenset({"build"}),
    DECEPTION_PAIR: frozenset({"pair"}),
    DEEP_PAIR: frozenset({"pair"}),
    DESTRUCTION_TILE: frozenset({"destroy"}),
}
"""The kinds of decision that a phase asks for. "done" is left out: where it is illegal, something else must be decided."""

LEFT_RIGHT = ((-1, 0), (1, 0))
ALL_SIDES = (*LEFT_RIGHT, (0, -1), (0, 1))
COMPLETES_ELEGANCE = (DEEP, DECEPTION, DESTRUCTION)


def reason(settings: Settings, plain: Any, decision: int) -> Phrase | None:
    """Return why a decision is not legal in an open position."""
    fields = actions.fields(decision)
    kind = fields["kind"]
    if kind not in KINDS[plain.phase]:
        if kind == "build" and plain.phase == END and not plain.shrine_pool[plain.seat]:
            return _say("pool_empty")
        return _say("not_now", act=_say(f"act.{kind}"), task=_task(plain))
    if kind in OF_CASTLE:
        return OF_CASTLE[kind](plain, CASTLE_NAMES.index(fields["space"]))
    if kind in OF_REALM:
        space = REALM_NAMES.index(fields["space"])
        return _outside(plain, space) or OF_REALM[kind](plain, space, fields)
    return OF_WORD[kind](plain, fields)


def _say(key: str, **fields: object) -> Phrase:
    return Phrase(f"dragon_castle.refusal.{key}", fields)


def _tile(code: int) -> Phrase:
    return Phrase(f"dragon_castle.tile.{TILE_OF[code]}")


def _type(kind: str) -> Phrase:
    return Phrase(f"dragon_castle.type.{kind}")


def _spirit_name(spirit: int) -> Phrase:
    return Phrase(f"dragon_castle.spirit.{SPIRITS[spirit]}")


def _type_of(code: int) -> str:
    return TYPES[code // RANKS - FIRST_TYPE]


def _task(plain: Any) -> Phrase:
    """Return what the player has to do now."""
    if plain.phase == ACTION and not plain.top_floor:
        return _say("task.summon")
    if plain.phase == PLACEMENT:
        count = sum(code > 0 for code in plain.held)
        return _say("task.placement" if plain.realm_choices[0] else "task.no_room", count=count)
    return _say(f"task.{PHASES[plain.phase]}")


# ------------------------------------------------------------------------------------------------------- the castle


def _standing(plain: Any, space: int, sides: Iterable[tuple[int, int]]) -> list[str]:
    """Return the spaces beside one that have a tile on the floor of its uncovered tile."""
    column, floor = space % CASTLE_COLUMNS, plain.castle_heights[space]
    found = []
    for right, down in sides:
        beside = space + right + CASTLE_COLUMNS * down
        inside = 0 <= column + right < CASTLE_COLUMNS and 0 <= beside < len(CASTLE_NAMES)
        if inside and plain.castle_heights[beside] >= floor:
            found.append(CASTLE_NAMES[beside])
    return found


def _blocked(plain: Any, space: int, *, elegance: bool) -> Phrase | None:
    if plain.available[space]:
        return None
    if elegance:
        return _say("blocked_all", space=CASTLE_NAMES[space], sides=_standing(plain, space, ALL_SIDES))
    return _say("blocked", space=CASTLE_NAMES[space], sides=_standing(plain, space, LEFT_RIGHT))


def _pick(plain: Any, space: int) -> Phrase:
    name, floor = CASTLE_NAMES[space], plain.castle_heights[space]
    if not plain.top_floor:
        return _say("castle_gone")
    if not floor:
        return _say("no_tile", space=name)
    if floor < plain.top_floor:
        return _say("not_on_top", space=name, floor=floor, top=plain.top_floor)
    return _blocked(plain, space, elegance=bool(plain.elegance)) or _say("elegance_lost", space=name)


def _pair(plain: Any, space: int) -> Phrase:
    if not plain.castle_heights[space]:
        return _say("no_tile", space=CASTLE_NAMES[space])
    return _unlike_first(plain, space) or _blocked(plain, space, elegance=bool(plain.elegance)) or _say("elegance_owed")


def _unlike_first(plain: Any, space: int) -> Phrase | None:
    """Return why a tile does not go with the first one, if it does not."""
    name, code, first = CASTLE_NAMES[space], plain.castle_codes[space], plain.first_code
    if plain.phase == DECEPTION_PAIR:
        row, column = divmod(space, CASTLE_COLUMNS)
        first_row, first_column = divmod(plain.first_space, CASTLE_COLUMNS)
        beside = abs(row - first_row) + abs(column - first_column) == 1
        floor = plain.first_floor + 1
        if beside and plain.castle_heights[space] >= floor:
            return None
        return _say("not_beside", space=name, first=CASTLE_NAMES[plain.first_space], floor=floor)
    if plain.phase == DEEP_PAIR:
        if code // RANKS == first // RANKS:
            return None
        return _say("other_type", space=name, tile=_tile(code), type=_type(_type_of(first)))
    return None if code == first else _say("unlike", space=name, tile=_tile(code), first=_tile(first))


def _destroy(plain: Any, space: int) -> Phrase:
    name = CASTLE_NAMES[space]
    if not plain.castle_heights[space]:
        return _say("no_tile", space=name)
    return _blocked(plain, space, elegance=False) or _say("elegance_lost", space=name)


# ------------------------------------------------------------------------------------------------------ single words


def _shrine(plain: Any, _fields: Fields) -> Phrase:
    return _say("elegance_owed") if plain.elegance == OWED else _say("no_general_shrines")


def _discard(_plain: Any, _fields: Fields) -> Phrase:
    return _say("elegance_owed")


def _summon(plain: Any, _fields: Fields) -> Phrase:
    higher = sum(height - 1 for height in plain.castle_heights if height)
    return _say("too_high", count=higher) if higher else _say("elegance_owed")


# -------------------------------------------------------------------------------------------------------- the Realm


def _outside(plain: Any, space: int) -> Phrase | None:
    row, column = divmod(space, REALM_STRIDE)
    if column < plain.columns and row < plain.rows:
        return None
    last = REALM_STRIDE * (plain.rows - 1) + plain.columns - 1
    return _say("outside", space=REALM_NAMES[space], last=REALM_NAMES[last])


def _has(spaces: int, space: int) -> bool:
    return bool(spaces >> space & 1)


def _no_place(plain: Any, space: int) -> Phrase | None:
    """Return why a tile cannot be put on a space, if it cannot (DC-19)."""
    name = REALM_NAMES[space]
    if _has(plain.shrines[plain.seat], space):
        return _say("shrine_there", space=name)
    code = plain.realm_codes[plain.seat][space]
    return _say("face_up_there", space=name, tile=_tile(code)) if code else None


def _place(plain: Any, space: int, _fields: Fields) -> Phrase:
    return _no_place(plain, space) or _say("one_tile")


def _build(plain: Any, space: int, _fields: Fields) -> Phrase:
    name = REALM_NAMES[space]
    if _has(plain.shrines[plain.seat], space):
        return _say("has_shrine", space=name)
    in_set = any(_has(spaces, space) for spaces in plain.sets)
    return _say("set_full" if in_set else "not_consolidated", space=name)


def _no_face_up(plain: Any, space: int) -> Phrase | None:
    if plain.realm_codes[plain.seat][space]:
        return None
    key = "face_down" if _has(plain.down[plain.seat], space) else "empty"
    return _say(key, space=REALM_NAMES[space])


def _flip(plain: Any, space: int, _fields: Fields) -> Phrase | None:
    return _no_face_up(plain, space)


def _consolidate(plain: Any, space: int, _fields: Fields) -> Phrase:
    if no_tile := _no_face_up(plain, space):
        return no_tile
    code = plain.realm_codes[plain.seat][space]
    beauty = plain.phase == BEAUTY_GROUP
    if beauty and code // RANKS > LAST_FACTION:
        return _say("no_number", space=REALM_NAMES[space], tile=_tile(code))
    _, state = copied(plain)
    group = members(int(interpreted(beauty_group_at if beauty else type_group_at)(state, plain.seat, space)))
    key, needed = ("beauty_size", SMALLEST_SET) if beauty else ("cunning_size", CUNNING_SET)
    return _say(key, spaces=[REALM_NAMES[one] for one in group], count=len(group), needed=needed)


def _change(plain: Any, space: int, fields: Fields) -> Phrase:
    if no_tile := _no_face_up(plain, space):
        return no_tile
    name, code = REALM_NAMES[space], plain.realm_codes[plain.seat][space]
    kind = FIRST_TYPE + TYPES.index(fields["type"])
    if code // RANKS <= LAST_FACTION:
        return _say("not_special", space=name, tile=_tile(code))
    if code // RANKS == kind:
        return _say("own_type", space=name, tile=_tile(code))
    _, state = copied(plain)
    tile = np.uint64(1 << space)
    size = count_ones(interpreted(group_of)(tile, interpreted(of_type)(state, plain.seat, kind) | tile))
    if size < SMALLEST_SET:
        return _say("change_size", space=name, type=_type(fields["type"]), size=size, needed=SMALLEST_SET)
    return _say("own_set", space=name, needed=SMALLEST_SET)


def _lift(plain: Any, space: int, _fields: Fields) -> Phrase:
    name, seat = REALM_NAMES[space], plain.seat
    shrine = _has(plain.shrines[seat], space)
    if plain.phase != STRENGTH_LIFT:
        return _say("turn_down_first") if shrine else _say("no_shrine_there", space=name)
    if not plain.heights[seat][space]:
        return _say("empty", space=name)
    if shrine:
        return _say("tile_with_shrine", space=name)
    return _say("moved" if _has(plain.moved, space) else "no_other_space", space=name)


def _drop(plain: Any, space: int, _fields: Fields) -> Phrase | None:
    name, seat = REALM_NAMES[space], plain.seat
    if plain.phase == STRENGTH_DROP:
        return _say("same_space", space=name) if plain.lifted == space + 1 else _no_place(plain, space)
    if _has(plain.shrines[seat], space):
        return _say("has_shrine", space=name)
    code = plain.realm_codes[seat][space]
    return _say("shrine_on_face_up", space=name, tile=_tile(code)) if code else _say("shrine_on_empty", space=name)


# ------------------------------------------------------------------------------------------------------ the Spirits


def _spirit(plain: Any, fields: Fields) -> Phrase:
    spirit = SPIRITS.index(fields["spirit"])
    name = _spirit_name(spirit)
    if not plain.spirits:
        return _say("no_spirits")
    if not _has(plain.spirits, spirit):
        return _say("not_in_play", spirit=name, spirits=[_spirit_name(one) for one in members(plain.spirits)])
    if _has(plain.used, spirit):
        return _say("used", spirit=name)
    return (
        _untimely(plain, spirit)
        or _penniless(plain)
        or _without_effect(plain, spirit)
        or _wrong_payment(plain, spirit, fields)
    )


def _untimely(plain: Any, spirit: int) -> Phrase | None:
    """Return when a Spirit is activated, if not now (DC-28)."""
    building = plain.phase == BUILD
    if spirit == FAITH:
        return None if building else _say("time.faith")
    if building:
        return None if spirit == WIND else _say("time.building")
    if spirit in (DEEP, DECEPTION) and plain.stage != COMPLETION:
        return _say("time.second_tile", spirit=_spirit_name(spirit))
    return _say("time.elegance") if spirit == ELEGANCE and plain.stage > COMPLETION else None


def _penniless(plain: Any) -> Phrase | None:
    seat = plain.seat
    return None if plain.up[seat] or plain.shrine_pool[seat] else _say("nothing_to_pay")


def _without_effect(plain: Any, spirit: int) -> Phrase | None:
    """Return what a Spirit lacks, whatever it is paid with (DC-29)."""
    if plain.tile_payments[spirit] or _has(plain.shrine_payments, spirit):
        return None
    if plain.elegance == OWED and spirit not in COMPLETES_ELEGANCE:
        _, state = copied(plain)
        if not interpreted(has_way)(state, 0):
            return _say("kept_for_elegance")
    return _say("no_effect", spirit=_spirit_name(spirit), need=_need(plain, spirit))


def _need(plain: Any, spirit: int) -> Phrase:
    """Return what a Spirit needs to have an effect."""
    if spirit == WIND and plain.shrines[plain.seat]:
        return _say("need.wind_place")
    if spirit == DEEP:
        return _say("need.deep", type=_type(_type_of(plain.first_code)))
    if spirit == DESTRUCTION and plain.elegance == OWED:
        return _say("need.destruction_elegance")
    return _say(f"need.{SPIRITS[spirit]}")


def _wrong_payment(plain: Any, spirit: int, fields: Fields) -> Phrase:
    """Return why a Spirit that can be activated cannot be paid in this way."""
    spirit_fields: dict[str, object] = {"spirit": _spirit_name(spirit), "need": _need(plain, spirit)}
    if fields["pay"] == "shrine":
        return _say("no_effect_shrine", **spirit_fields) if plain.shrine_pool[plain.seat] else _say("no_shrine_to_pay")
    space = REALM_NAMES.index(fields["space"])
    if outside := _outside(plain, space):
        return outside
    code = plain.realm_codes[plain.seat][space]
    if code:
        return _say("no_effect_tile", space=REALM_NAMES[space], tile=_tile(code), **spirit_fields)
    key = "face_down_payment" if _has(plain.down[plain.seat], space) else "empty"
    return _say(key, space=REALM_NAMES[space])


OF_CASTLE: Mapping[str, Callable[[Any, int], Phrase]] = {"pick": _pick, "pair": _pair, "destroy": _destroy}
OF_REALM: Mapping[str, Callable[[Any, int, Fields], Phrase | None]] = {
    "place": _place,
    "build": _build,
    "flip": _flip,
    "lift": _lift,
    "drop": _drop,
    "consolidate": _consolidate,
    "change": _change,
}
OF_WORD: Mapping[str, Callable[[Any, Fields], Phrase]] = {
    "shrine": _shrine,
    "discard": _discard,
    "summon": _summon,
    "spirit": _spirit,
}
