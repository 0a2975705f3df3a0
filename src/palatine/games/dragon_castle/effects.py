"""What a decision of Dragon Castle does to one's Realm, for those who are about to make it: which sets it completes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from palatine.core.compiled import interpreted
from palatine.games.dragon_castle.actions import REALM_NAMES
from palatine.games.dragon_castle.layout import (
    BUILD_FIRST,
    CHANGE_FIRST,
    CUNNING_GROUP,
    DROP_FIRST,
    FIRST_TYPE,
    FLIP_FIRST,
    GROUP_FIRST,
    LAST_FACTION,
    LIFT_FIRST,
    PAY_SHRINE,
    PAYMENTS,
    PLACE_FIRST,
    RANKS,
    REALM_SPACES,
    REALM_STRIDE,
    SMALLEST_SET,
    SPIRIT_FIRST,
    STRENGTH_DROP,
    WORD_FIRST,
)
from palatine.games.dragon_castle.sets import set_points

Kinds = Mapping[int, int]
"""The face-up tiles of a Realm: a number for each space; tiles of one number that touch are a group."""
Group = frozenset[int]


def _beside(space: int) -> list[int]:
    row, column = divmod(space, REALM_STRIDE)
    steps = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
    return [REALM_STRIDE * y + x for y, x in steps if 0 <= y < REALM_STRIDE and 0 <= x < REALM_STRIDE]


BESIDE = [_beside(space) for space in range(REALM_SPACES)]


def _group(kinds: Kinds, start: int) -> Group:
    """The group of the tile of a space."""
    kind, group, edge = kinds[start], {start}, [start]
    while edge:
        for space in BESIDE[edge.pop()]:
            if space not in group and kinds.get(space) == kind:
                group.add(space)
                edge.append(space)
    return frozenset(group)


def _sets(kinds: Kinds) -> list[Group]:
    """The groups that are large enough to be Consolidated, in the order of their first spaces."""
    found: list[Group] = []
    left = set(kinds)
    for start in kinds:
        if start in left:
            group = _group(kinds, start)
            left -= group
            if len(group) >= SMALLEST_SET:
                found.append(group)
    return found


def _without(kinds: Kinds, gone: Group) -> dict[int, int]:
    return {space: kind for space, kind in kinds.items() if space not in gone}


def _sets_after(state: Any, kinds: Kinds, waiting: list[Group], decision: int) -> list[Group]:
    space = decision % REALM_SPACES
    if PLACE_FIRST <= decision < BUILD_FIRST:
        return _sets({**kinds, space: state.held[(decision - PLACE_FIRST) // REALM_SPACES] // RANKS})
    if FLIP_FIRST <= decision < LIFT_FIRST:
        return _sets(_without(kinds, frozenset({space})))
    if DROP_FIRST <= decision < GROUP_FIRST and state.phase == STRENGTH_DROP:
        source = state.lifted - 1
        moved = {space: kinds[source]} if source in kinds else {}
        return _sets(_without(kinds, frozenset({source})) | moved)
    if GROUP_FIRST <= decision < CHANGE_FIRST:
        return _chosen(kinds, _group(kinds if state.phase == CUNNING_GROUP else _numbers(state), space))
    if CHANGE_FIRST <= decision < WORD_FIRST:
        kind = FIRST_TYPE + (decision - CHANGE_FIRST) // REALM_SPACES
        return _chosen(kinds, _group({**kinds, space: kind}, space))
    if decision >= SPIRIT_FIRST:
        payment = (decision - SPIRIT_FIRST) % PAYMENTS
        return waiting if payment == PAY_SHRINE else _sets(_without(kinds, frozenset({payment})))
    return waiting


def _chosen(kinds: Kinds, group: Group) -> list[Group]:
    """A group that a Spirit Consolidates, and the sets that still wait then."""
    return [group, *_sets(_without(kinds, group))]


def _numbers(state: Any) -> Kinds:
    """The numbers of the face-up Faction tiles, whatever their type."""
    codes = enumerate(state.realm_codes[state.seat])
    return {space: code % RANKS for space, code in codes if FIRST_TYPE <= code // RANKS <= LAST_FACTION}


def _told(group: Group) -> dict[str, Any]:
    return {
        "spaces": [REALM_NAMES[space] for space in sorted(group)],
        "points": int(interpreted(set_points)(len(group))),
    }


def effects(state: Any, decisions: Sequence[int]) -> list[dict[str, Any]]:
    """For each decision the `sets` of the seat that decides which wait after it or are Consolidated by it, and what they
    are worth."""
    kinds = {space: code // RANKS for space, code in enumerate(state.realm_codes[state.seat]) if code}
    waiting = _sets(kinds)
    return [
        {"sets": [_told(group) for group in _sets_after(state, kinds, waiting, decision)]} for decision in decisions
    ]
