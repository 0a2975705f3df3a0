"""The Dragon cards, compiled: the things that each of them counts in a Realm (DC-D1 to DC-D10)."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ONE, ZERO, bit, count_ones, lowest, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.layout import (
    DRAGON_TYPE,
    HIGHEST_SHRINE,
    NUMBERS,
    RANKS,
    REALM_STRIDE,
    State,
)
from palatine.games.dragon_castle.realms import (
    beside,
    code_at,
    first_group,
    of_rank,
    of_type,
    realm,
    top_height,
)

FULL_LINE_POINTS = 2
MIRRORED_TILES_POINTS = 4
MIRRORED_SHRINES_POINTS = 2
SYMBOL_POINTS = 2
AHEAD_POINTS = 2
TIE_POINTS = 1

COLUMN_OF_REALM = np.uint64(0x0101_0101_0101_0101)
ROW_LINE, COLUMN_LINE = 0, 1
LEFT_RIGHT, TOP_BOTTOM = 0, 1
"""The two ways to mirror a Realm: across the line between its columns, and between its rows."""


@kernel
def row_of(state: State, number: int) -> np.uint64:
    """Return the spaces of a row."""
    return (bit(wide(state.columns)) - ONE) << np.uint64(REALM_STRIDE * number)


@kernel
def column_of(state: State, number: int) -> np.uint64:
    """Return the spaces of a column."""
    return COLUMN_OF_REALM << np.uint64(number) & realm(state)


@kernel
def humble(state: State, seat: int) -> np.uint64:
    """Return the Shrines beside a higher stack (Humility)."""
    found = ZERO
    left = state.shrines[seat]
    while left:
        space = left & (~left + ONE)
        left &= ~space
        if top_height(state, seat, beside(space) & realm(state)) > wide(state.heights[seat, lowest(space)]):
            found |= space
    return found


@kernel
def brave(state: State, seat: int) -> np.uint64:
    """Return the stacks higher than all beside them (Bravery)."""
    found = ZERO
    left = state.up[seat] | state.down[seat]
    while left:
        space = left & (~left + ONE)
        left &= ~space
        if top_height(state, seat, beside(space) & realm(state)) < wide(state.heights[seat, lowest(space)]):
            found |= space
    return found


@kernel
def devout(state: State, seat: int) -> np.uint64:
    """Return the Shrines beside a face-up Dragon tile (Devotion)."""
    return state.shrines[seat] & beside(of_type(state, seat, DRAGON_TYPE))


@kernel
def on_the_edge(state: State, seat: int) -> np.uint64:
    """Return the Shrines on the edge of the Realm (Fortitude)."""
    edge = row_of(state, 0) | row_of(state, wide(state.rows) - 1)
    edge |= column_of(state, 0) | column_of(state, wide(state.columns) - 1)
    return state.shrines[seat] & edge


@kernel
def groups_face_down(state: State, seat: int) -> int:
    """Return the number of connected groups of face-down tiles (Tranquility)."""
    total = 0
    left = state.down[seat]
    while left:
        left &= ~first_group(left)
        total += 1
    return total


@kernel
def line_points(shrines: np.uint64, line: np.uint64) -> int:
    """Return the points of a row or column (Righteousness)."""
    return count_ones(shrines & line) + (FULL_LINE_POINTS if shrines & line == line else 0)


@kernel
def line_of(state: State, direction: int, number: int) -> np.uint64:
    """Return the spaces of a row or column."""
    return row_of(state, number) if direction == ROW_LINE else column_of(state, number)


@kernel
def best_line(state: State, seat: int, direction: int) -> int:
    """Return the number of the row, or column, with the most points (Righteousness)."""
    lines = wide(state.rows) if direction == ROW_LINE else wide(state.columns)
    best, most = 0, -1
    for number in range(lines):
        given = line_points(state.shrines[seat], line_of(state, direction, number))
        if given > most:
            best, most = number, given
    return best


@kernel
def majestic(state: State, seat: int, faction: int) -> np.uint64:
    """Return the first face-up tile of a Faction with its highest number on floor 3 or higher (Majesty)."""
    best, highest = ZERO, 0
    left = of_type(state, seat, faction)
    while left:
        tile = left & (~left + ONE)
        left &= ~tile
        space = lowest(tile)
        number = code_at(state, seat, space) % RANKS
        if number > highest and wide(state.heights[seat, space]) >= HIGHEST_SHRINE:
            best, highest = tile, number
    return best


@kernel
def number_at(state: State, seat: int, tile: np.uint64) -> int:
    """Return the number of a face-up Faction tile; 0 without one."""
    return code_at(state, seat, lowest(tile)) % RANKS if tile else 0


@kernel
def sum_of(state: State, seat: int, tiles: np.uint64) -> int:
    """Return the sum of the numbers of some face-up tiles."""
    total = 0
    for number in range(1, NUMBERS + 1):
        total += number * count_ones(of_rank(state, seat, number) & tiles)
    return total


@kernel
def most_powerful(state: State, seat: int, faction: int) -> np.uint64:
    """Return the connected group of a Faction with the highest sum (Power)."""
    best = ZERO
    left = of_type(state, seat, faction)
    while left:
        group = first_group(left)
        left &= ~group
        if sum_of(state, seat, group) > sum_of(state, seat, best):
            best = group
    return best


@kernel
def power_points(own: int, other: int) -> int:
    """Return the points of the comparison with one neighbour (Power)."""
    if own == 0 or own < other:
        return 0
    return AHEAD_POINTS if own > other else TIE_POINTS


@kernel
def neighbours(state: State) -> int:
    """Return the number of neighbours to compare with (Power)."""
    return min(2, wide(state.players) - 1)


@kernel
def neighbour(state: State, seat: int, number: int) -> int:
    """Return the neighbour to the left (0) or to the right (1)."""
    players = wide(state.players)
    return (seat + (1 if number == 0 else players - 1)) % players


@kernel
def shows_symbol(state: State, seat: int, code: int) -> np.uint64:
    """Return the face-up tiles of a symbol (Knowledge)."""
    return of_type(state, seat, code // RANKS) & of_rank(state, seat, code % RANKS)


@kernel
def mirrored_space(state: State, space: int, way: int) -> int:
    """Return the space opposite to one, across a thick line."""
    row, column = space // REALM_STRIDE, space % REALM_STRIDE
    if way == LEFT_RIGHT:
        return REALM_STRIDE * row + wide(state.columns) - 1 - column
    return REALM_STRIDE * (wide(state.rows) - 1 - row) + column


@kernel
def mirrored(state: State, seat: int, spaces: np.uint64, way: int) -> bool:
    """Return True if some spaces, with their heights, mirror each other across a thick line (Harmony)."""
    left = spaces
    while left:
        space = lowest(left)
        left &= left - ONE
        opposite = mirrored_space(state, space, way)
        if not spaces & bit(opposite) or state.heights[seat, space] != state.heights[seat, opposite]:
            return False
    return spaces != ZERO
