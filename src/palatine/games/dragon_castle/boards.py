"""Sets of castle spaces, compiled, as three words of four rows each; the Available tiles (DC-8 to DC-10)."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ZERO, bit, count_ones, nth_bit, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.layout import (
    CODE_BITS,
    CODES,
    FLOORS,
    RANK_BITS,
    RANKS,
    SYMBOL_OF,
    WORD_SHIFT,
    WORDS,
    State,
)

Board = tuple[np.uint64, np.uint64, np.uint64]
"""A set of castle spaces."""

NOWHERE: Board = (ZERO, ZERO, ZERO)
COLUMN = np.uint64(1)
ROW = np.uint64(16)
ROW_CARRY = np.uint64(48)
NOT_FIRST_COLUMN = np.uint64(0xFFFE_FFFE_FFFE_FFFE)
NOT_LAST_COLUMN = np.uint64(0x7FFF_7FFF_7FFF_7FFF)


@kernel
def either(a: Board, b: Board) -> Board:
    """Return the spaces of one set or the other."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2]


@kernel
def both(a: Board, b: Board) -> Board:
    """Return the spaces of both sets."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2]


@kernel
def without(a: Board, b: Board) -> Board:
    """Return the spaces of the first set that are not in the second."""
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]


@kernel
def empty(board: Board) -> bool:
    """Return True if a set has no space."""
    return (board[0] | board[1] | board[2]) == ZERO


@kernel
def size(board: Board) -> int:
    """Return the number of spaces in a set."""
    return count_ones(board[0]) + count_ones(board[1]) + count_ones(board[2])


@kernel
def nth_space(board: Board, n: int) -> int:
    """Return the n-th space of a set, in reading order."""
    in_first = count_ones(board[0])
    if n < in_first:
        return nth_bit(board[0], n)
    n -= in_first
    in_second = count_ones(board[1])
    if n < in_second:
        return (1 << WORD_SHIFT) + nth_bit(board[1], n)
    return (2 << WORD_SHIFT) + nth_bit(board[2], n - in_second)


@kernel
def only(space: int) -> Board:
    """Return the set of one space."""
    word, member = space >> WORD_SHIFT, bit(space & (1 << WORD_SHIFT) - 1)
    return (
        member if word == 0 else ZERO,
        member if word == 1 else ZERO,
        member if word == 2 else ZERO,
    )


@kernel
def _long_sides(word: np.uint64) -> np.uint64:
    """Return the spaces whose left and right neighbours are both in the set. Words hold whole rows."""
    return ((word << COLUMN) & NOT_FIRST_COLUMN) & ((word >> COLUMN) & NOT_LAST_COLUMN)


@kernel
def below(board: Board) -> Board:
    """Return the spaces below those of a set."""
    return board[0] << ROW, board[1] << ROW | board[0] >> ROW_CARRY, board[2] << ROW | board[1] >> ROW_CARRY


@kernel
def above(board: Board) -> Board:
    """Return the spaces above those of a set."""
    return board[0] >> ROW | board[1] << ROW_CARRY, board[1] >> ROW | board[2] << ROW_CARRY, board[2] >> ROW


@kernel
def beside(space: int) -> Board:
    """Return the neighbours of a space, up to four."""
    board = only(space)
    row = (
        ((board[0] << COLUMN) & NOT_FIRST_COLUMN) | ((board[0] >> COLUMN) & NOT_LAST_COLUMN),
        ((board[1] << COLUMN) & NOT_FIRST_COLUMN) | ((board[1] >> COLUMN) & NOT_LAST_COLUMN),
        ((board[2] << COLUMN) & NOT_FIRST_COLUMN) | ((board[2] >> COLUMN) & NOT_LAST_COLUMN),
    )
    return either(row, either(below(board), above(board)))


@kernel
def on_floor(state: State, floor: int) -> Board:
    """Return the spaces that have a tile on a floor. The ground floor is 0."""
    return state.floors[floor, 0], state.floors[floor, 1], state.floors[floor, 2]


@kernel
def top_floor(state: State) -> int:
    """Return the highest floor with a tile (DC-10); -1 when the castle is gone."""
    for floor in range(FLOORS - 1, -1, -1):
        if not empty(on_floor(state, floor)):
            return floor
    return -1


@kernel
def _uncovered(state: State, floor: int) -> Board:
    tiles = on_floor(state, floor)
    return tiles if floor == FLOORS - 1 else without(tiles, on_floor(state, floor + 1))


@kernel
def available_on(state: State, floor: int) -> Board:
    """Return the Available tiles of a floor: uncovered, with a free long side (DC-9)."""
    tiles = on_floor(state, floor)
    blocked = _long_sides(tiles[0]), _long_sides(tiles[1]), _long_sides(tiles[2])
    return without(_uncovered(state, floor), blocked)


@kernel
def short_only_on(state: State, floor: int) -> Board:
    """Return the tiles of a floor that need Elegance: uncovered, not Available, with a free short side (DC-S2)."""
    tiles = on_floor(state, floor)
    blocked = both(below(tiles), above(tiles))
    return without(without(_uncovered(state, floor), available_on(state, floor)), blocked)


@kernel
def available(state: State) -> Board:
    """Return the Available tiles of all floors."""
    found = NOWHERE
    for floor in range(FLOORS):
        found = either(found, available_on(state, floor))
    return found


@kernel
def short_only(state: State) -> Board:
    """Return the tiles of all floors that need Elegance."""
    found = NOWHERE
    for floor in range(FLOORS):
        found = either(found, short_only_on(state, floor))
    return found


@kernel
def height_of(state: State, space: int) -> int:
    """Return the number of tiles on a space."""
    word, shift = space >> WORD_SHIFT, np.uint64(space & (1 << WORD_SHIFT) - 1)
    total = 0
    for floor in range(FLOORS):
        total += wide(state.floors[floor, word] >> shift & bit(0))
    return total


@kernel
def code_of(state: State, space: int) -> int:
    """Return the code of the uncovered tile of a space."""
    word, shift = space >> WORD_SHIFT, np.uint64(space & (1 << WORD_SHIFT) - 1)
    code = 0
    for place in range(CODE_BITS):
        code |= wide(state.planes[place, word] >> shift & bit(0)) << place
    return code


@kernel
def write_code(state: State, space: int, code: int) -> None:
    """Set the uncovered tile of a space."""
    word, member = space >> WORD_SHIFT, bit(space & (1 << WORD_SHIFT) - 1)
    for place in range(CODE_BITS):
        if code >> place & 1:
            state.planes[place, word] |= member
        else:
            state.planes[place, word] &= ~member


@kernel
def _matching_word(state: State, word: int, code: int, first_bit: int) -> np.uint64:
    spaces = state.floors[0, word]
    for place in range(first_bit, CODE_BITS):
        plane = state.planes[place, word]
        spaces &= plane if code >> place & 1 else ~plane
    return spaces


@kernel
def of_code(state: State, code: int) -> Board:
    """Return the spaces that show a tile of a code."""
    return _matching_word(state, 0, code, 0), _matching_word(state, 1, code, 0), _matching_word(state, 2, code, 0)


@kernel
def of_type(state: State, kind: int) -> Board:
    """Return the spaces that show a tile of a type."""
    code = kind * RANKS
    return (
        _matching_word(state, 0, code, RANK_BITS),
        _matching_word(state, 1, code, RANK_BITS),
        _matching_word(state, 2, code, RANK_BITS),
    )


@kernel
def take_off(state: State, space: int) -> int:
    """Remove the uncovered tile of a space and uncover the one below; return its code."""
    code = code_of(state, space)
    floor = height_of(state, space) - 1
    word, member = space >> WORD_SHIFT, bit(space & (1 << WORD_SHIFT) - 1)
    state.floors[floor, word] &= ~member
    uncovered = 0
    if floor > 0:
        uncovered = wide(state.covered[floor - 1, space])
        state.covered[floor - 1, space] = 0
        if uncovered:  # unknown in an observation
            state.unseen[SYMBOL_OF[uncovered]] -= 1
    write_code(state, space, uncovered)
    return code


@kernel
def set_aside(state: State, space: int) -> int:
    """Remove a tile to look at the position without it; return what `put_back` needs. What it covers stays unknown."""
    floor, code = height_of(state, space) - 1, code_of(state, space)
    state.floors[floor, space >> WORD_SHIFT] &= ~bit(space & (1 << WORD_SHIFT) - 1)
    write_code(state, space, 0)
    return floor << CODE_BITS | code


@kernel
def put_back(state: State, space: int, tile: int) -> None:
    """Undo `set_aside`."""
    state.floors[tile >> CODE_BITS, space >> WORD_SHIFT] |= bit(space & (1 << WORD_SHIFT) - 1)
    write_code(state, space, tile & CODES - 1)


@kernel
def write(words: np.ndarray[tuple[int], np.dtype[np.uint64]], board: Board) -> None:
    """Store a set of spaces in a field."""
    for word in range(WORDS):
        words[word] = board[word]
