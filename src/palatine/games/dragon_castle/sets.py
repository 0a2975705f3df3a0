"""Consolidation, compiled: sets are turned down, score, and allow Shrines (DC-20 to DC-25)."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ZERO, count_ones, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.layout import (
    DRAGON_TYPE,
    EARNED_BEAUTY,
    EARNED_DRAGON_SETS,
    EARNED_SETS,
    FACTION_SHRINES,
    FIRST_TYPE,
    LAST_FACTION,
    LAST_TYPE,
    SET_POINTS,
    SMALLEST_SET,
    SPECIAL_SHRINES,
    State,
)
from palatine.games.dragon_castle.realms import first_group, of_type, turn_down

ANY_TYPE = 0
"""The type of a set of Beauty."""


@kernel
def set_points(tiles: int) -> int:
    """Return the points of a set by its number of tiles (DC-22)."""
    largest = len(SET_POINTS) - 1
    return SET_POINTS[min(tiles, largest)] + max(0, tiles - largest)


@kernel
def consolidate(state: State, seat: int, group: np.uint64, kind: int) -> None:
    """Turn a set down, score it, and allow for its Shrines in the building step that follows."""
    state.earned[seat, EARNED_SETS] += set_points(count_ones(group))
    if kind == DRAGON_TYPE:
        state.earned[seat, EARNED_DRAGON_SETS] += 1
    if kind == ANY_TYPE:
        state.earned[seat, EARNED_BEAUTY] += 1
    turn_down(state, seat, group)
    place = 0 if state.sets[0] == ZERO else 1
    state.sets[place] = group
    state.allowance[place] = FACTION_SHRINES if FIRST_TYPE <= kind <= LAST_FACTION else SPECIAL_SHRINES


@kernel
def consolidate_all(state: State, seat: int, touching: np.uint64) -> None:
    """Consolidate every set that has a tile on one of the spaces `touching`."""
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        left = of_type(state, seat, kind)
        while count_ones(left) >= SMALLEST_SET:
            group = first_group(left)
            left &= ~group
            if count_ones(group) >= SMALLEST_SET and group & touching:
                consolidate(state, seat, group, kind)


@kernel
def buildable(state: State, seat: int) -> np.uint64:
    """Return the tiles on which a Shrine may be built in this building step (DC-24)."""
    spaces = ZERO
    if state.shrine_pool[seat]:
        for place in range(len(state.sets)):
            if wide(state.allowance[place]) > 0:
                spaces |= state.sets[place]
    return spaces & ~state.shrines[seat]
