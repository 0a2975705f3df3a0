"""Sets of Realm spaces, compiled, as one word of eight rows; the tiles of a Realm, their groups, and moving them."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ONE, ZERO, bit, count_ones, lowest, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.layout import (
    CODE_BITS,
    FIRST_TYPE,
    LAST_FACTION,
    LAST_TYPE,
    RANK_BITS,
    RANKS,
    SMALLEST_SET,
    State,
)

ALL_ROWS = np.uint64(0x0101_0101_0101_0101)
COLUMN = np.uint64(1)
ROW = np.uint64(8)
NOT_FIRST_COLUMN = np.uint64(0xFEFE_FEFE_FEFE_FEFE)
NOT_LAST_COLUMN = np.uint64(0x7F7F_7F7F_7F7F_7F7F)


@kernel
def realm(state: State) -> np.uint64:
    """Return all spaces of a Realm (DC-3)."""
    row = bit(wide(state.columns)) - ONE
    spaces = ZERO
    for number in range(wide(state.rows)):
        spaces |= row << np.uint64(8 * number)
    return spaces


@kernel
def beside(spaces: np.uint64) -> np.uint64:
    """Return the neighbours of a set of spaces. Members that are neighbours of other members are included."""
    return (
        ((spaces << COLUMN) & NOT_FIRST_COLUMN)
        | ((spaces >> COLUMN) & NOT_LAST_COLUMN)
        | (spaces << ROW)
        | (spaces >> ROW)
    )


@kernel
def group_of(start: np.uint64, among: np.uint64) -> np.uint64:
    """Return the spaces connected with those of `start` through spaces of `among`."""
    group = start
    while True:
        grown = (group | beside(group)) & among
        if grown == group:
            return group
        group = grown


@kernel
def first_group(spaces: np.uint64) -> np.uint64:
    """Return the connected group of the first space of a set, in reading order."""
    return group_of(spaces & (~spaces + ONE), spaces)


@kernel
def has_group(spaces: np.uint64, least: int) -> bool:
    """Return True if a set has a connected group of at least `least` spaces."""
    while count_ones(spaces) >= least:
        group = first_group(spaces)
        if count_ones(group) >= least:
            return True
        spaces &= ~group
    return False


@kernel
def of_type(state: State, seat: int, kind: int) -> np.uint64:
    """Return the face-up tiles of a type."""
    spaces = state.up[seat]
    for place in range(RANK_BITS, CODE_BITS):
        plane = state.faces[seat, place]
        spaces &= plane if kind * RANKS >> place & 1 else ~plane
    return spaces


@kernel
def of_rank(state: State, seat: int, rank: int) -> np.uint64:
    """Return the face-up tiles of a rank, of any type."""
    spaces = state.up[seat]
    for place in range(RANK_BITS):
        plane = state.faces[seat, place]
        spaces &= plane if rank >> place & 1 else ~plane
    return spaces


@kernel
def factions(state: State, seat: int) -> np.uint64:
    """Return the face-up Faction tiles."""
    spaces = ZERO
    for kind in range(FIRST_TYPE, LAST_FACTION + 1):
        spaces |= of_type(state, seat, kind)
    return spaces


@kernel
def code_at(state: State, seat: int, space: int) -> int:
    """Return the code of the face-up tile of a space; 0 without one."""
    code = 0
    for place in range(CODE_BITS):
        code |= wide(state.faces[seat, place] >> np.uint64(space) & bit(0)) << place
    return code


@kernel
def places(state: State, seat: int) -> np.uint64:
    """Return the spaces where a tile can be placed: empty, or face down without a Shrine (DC-19)."""
    return realm(state) & ~(state.up[seat] | state.shrines[seat])


@kernel
def shrine_places(state: State, seat: int) -> np.uint64:
    """Return the face-down tiles without a Shrine."""
    return state.down[seat] & ~state.shrines[seat]


@kernel
def waiting(state: State, seat: int) -> np.uint64:
    """Return the tiles of all sets that DC-20 would Consolidate."""
    spaces = ZERO
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        left = of_type(state, seat, kind)
        while count_ones(left) >= SMALLEST_SET:
            group = first_group(left)
            left &= ~group
            if count_ones(group) >= SMALLEST_SET:
                spaces |= group
    return spaces


@kernel
def put_down(state: State, seat: int, space: int, code: int) -> None:
    """Put a tile on top of a space: face up, or face down if its code is 0."""
    member = bit(space)
    state.heights[seat, space] += 1
    if code == 0:
        state.down[seat] |= member
        return
    state.up[seat] |= member
    state.down[seat] &= ~member
    for place in range(CODE_BITS):
        if code >> place & 1:
            state.faces[seat, place] |= member


@kernel
def take_up(state: State, seat: int, space: int) -> int:
    """Remove the top tile of a space; return its code, 0 if it was face down (DC-29a)."""
    code = code_at(state, seat, space)
    turn_down(state, seat, bit(space))
    state.heights[seat, space] -= 1
    if state.heights[seat, space] == 0:
        state.down[seat] &= ~bit(space)
    return code


@kernel
def turn_down(state: State, seat: int, spaces: np.uint64) -> None:
    """Turn the top tiles of some spaces face down."""
    state.up[seat] &= ~spaces
    state.down[seat] |= spaces
    for place in range(CODE_BITS):
        state.faces[seat, place] &= ~spaces


@kernel
def top_height(state: State, seat: int, spaces: np.uint64) -> int:
    """Return the height of the highest stack among some spaces."""
    highest = 0
    while spaces:
        highest = max(highest, wide(state.heights[seat, lowest(spaces)]))
        spaces &= spaces - ONE
    return highest
