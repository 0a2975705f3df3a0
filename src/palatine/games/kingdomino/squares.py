"""Sets of squares as bits on a ring.

Square x,y is bit x + stride * y of a ring, modulo its size. A kingdom and the squares that one domino can add to it span
at most 7 columns and rows (9 for a 7 x 7 kingdom). So no two of those squares share a bit, and the columns and rows left
over keep opposite edges apart: neighbours are rotations, wherever the kingdom lies around its castle.

The ring of a 5 x 5 kingdom is one word of 64 bits, that of a 7 x 7 a pair of words. Each function has a version for both;
a parameter `ring`, the empty set of either kind, selects one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.bits import ONE, ZERO, count_ones, lowest, nth_bit
from palatine.core.compiled import kernel
from palatine.core.dispatch import PAIR, WORD, generic, implements
from palatine.games.kingdomino.layout import EAST, LARGE_GRID, MARGIN, NORTH, SMALL_GRID, SOUTH, STEP_X, STEP_Y, WEST

Squares = Any  # np.uint64, or a tuple of two

SMALL_RING, SMALL_STRIDE, SMALL_REACH = 64, 8, SMALL_GRID + MARGIN
LARGE_RING, LARGE_STRIDE, LARGE_REACH = 128, 11, LARGE_GRID + MARGIN

NONE_SMALL: Squares = ZERO
NONE_LARGE: Squares = (ZERO, ZERO)

WORD_BITS = 64
HALF = np.uint64(63)

# The castle, 0,0, is bit 0 of every ring.
CASTLE_WORD = ONE


def _rectangles(ring: int, stride: int, reach: int) -> NDArray[np.uint64]:
    """Return the squares from 0,0 to width-1,height-1 for each width and height, as rows of two words."""
    table = np.zeros((reach + 1, reach + 1, 2), dtype=np.uint64)
    for width in range(reach + 1):
        for height in range(reach + 1):
            bits = sum(1 << (x + stride * y) % ring for x in range(width) for y in range(height))
            table[width, height] = bits & (1 << WORD_BITS) - 1, bits >> WORD_BITS
    return table


SMALL_RECTANGLES = _rectangles(SMALL_RING, SMALL_STRIDE, SMALL_REACH)
LARGE_RECTANGLES = _rectangles(LARGE_RING, LARGE_STRIDE, LARGE_REACH)


@generic
def place_of(ring: Squares, x: int, y: int) -> int:
    """Return the bit of square x,y."""


@implements(place_of, WORD)
def _(ring: Squares, x: int, y: int) -> int:
    return (x + SMALL_STRIDE * y) & (SMALL_RING - 1)


@implements(place_of, PAIR)
def _(ring: Squares, x: int, y: int) -> int:
    return (x + LARGE_STRIDE * y) & (LARGE_RING - 1)


@generic
def square_at(ring: Squares, place: int, x: int, y: int) -> tuple[int, int]:
    """Return the x,y of a place on the ring, which must be in the window with its upper left corner at x,y."""


@implements(square_at, WORD)
def _(ring: Squares, place: int, x: int, y: int) -> tuple[int, int]:
    offset = (place - place_of(ring, x, y)) & (SMALL_RING - 1)
    return x + offset % SMALL_STRIDE, y + offset // SMALL_STRIDE


@implements(square_at, PAIR)
def _(ring: Squares, place: int, x: int, y: int) -> tuple[int, int]:
    offset = (place - place_of(ring, x, y)) & (LARGE_RING - 1)
    return x + offset % LARGE_STRIDE, y + offset // LARGE_STRIDE


@generic
def read(ring: Squares, words: NDArray[np.uint64]) -> Squares:
    """Return the set that a field of the position holds."""


@implements(read, WORD)
def _(ring: Squares, words: NDArray[np.uint64]) -> Squares:
    return words[0]


@implements(read, PAIR)
def _(ring: Squares, words: NDArray[np.uint64]) -> Squares:
    return (words[0], words[1])


@generic
def castle(ring: Squares) -> Squares:
    """Return the set that has only the castle."""


@implements(castle, WORD)
def _(ring: Squares) -> Squares:
    return CASTLE_WORD


@implements(castle, PAIR)
def _(ring: Squares) -> Squares:
    return (CASTLE_WORD, ZERO)


@generic
def rectangle(ring: Squares, x: int, y: int, width: int, height: int) -> Squares:
    """Return all squares of a rectangle with its upper left corner at x,y."""


@implements(rectangle, WORD)
def _(ring: Squares, x: int, y: int, width: int, height: int) -> Squares:
    return moved(SMALL_RECTANGLES[width, height, 0], place_of(ring, x, y))


@implements(rectangle, PAIR)
def _(ring: Squares, x: int, y: int, width: int, height: int) -> Squares:
    words = LARGE_RECTANGLES[width, height]
    return moved((words[0], words[1]), place_of(ring, x, y))


@generic
def moved(squares: Squares, places: int) -> Squares:
    """Return the set moved along the ring; `places` is at least 0 and less than the ring's size."""


@implements(moved, WORD)
def _(squares: Squares, places: int) -> Squares:
    left = np.uint64(places)
    right = np.uint64((SMALL_RING - places) & (SMALL_RING - 1))
    return (squares << left) | (squares >> right)


@implements(moved, PAIR)
def _(squares: Squares, places: int) -> Squares:
    low, high = squares
    if places >= WORD_BITS:
        low, high = high, low
    left = np.uint64(places & (WORD_BITS - 1))
    rest = HALF - left  # in two steps: a shift by a whole word is undefined
    return ((low << left) | ((high >> ONE) >> rest), (high << left) | ((low >> ONE) >> rest))


@generic
def both(squares: Squares, others: Squares) -> Squares:
    """Return the squares that are in both sets."""


@implements(both, WORD)
def _(squares: Squares, others: Squares) -> Squares:
    return squares & others


@implements(both, PAIR)
def _(squares: Squares, others: Squares) -> Squares:
    return (squares[0] & others[0], squares[1] & others[1])


@generic
def either(squares: Squares, others: Squares) -> Squares:
    """Return the squares that are in at least one of the sets."""


@implements(either, WORD)
def _(squares: Squares, others: Squares) -> Squares:
    return squares | others


@implements(either, PAIR)
def _(squares: Squares, others: Squares) -> Squares:
    return (squares[0] | others[0], squares[1] | others[1])


@generic
def without(squares: Squares, others: Squares) -> Squares:
    """Return the squares of the first set that are not in the second."""


@implements(without, WORD)
def _(squares: Squares, others: Squares) -> Squares:
    return squares & ~others


@implements(without, PAIR)
def _(squares: Squares, others: Squares) -> Squares:
    return (squares[0] & ~others[0], squares[1] & ~others[1])


@generic
def size(squares: Squares) -> int:
    """Return the number of squares in the set."""


@implements(size, WORD)
def _(squares: Squares) -> int:
    return count_ones(squares)


@implements(size, PAIR)
def _(squares: Squares) -> int:
    return count_ones(squares[0]) + count_ones(squares[1])


@generic
def nth_place(squares: Squares, n: int) -> int:
    """Return the bit of the n-th square of a set that has more than `n`."""


@implements(nth_place, WORD)
def _(squares: Squares, n: int) -> int:
    return nth_bit(squares, n)


@implements(nth_place, PAIR)
def _(squares: Squares, n: int) -> int:
    low = count_ones(squares[0])
    if n < low:
        return nth_bit(squares[0], n)
    return WORD_BITS + nth_bit(squares[1], n - low)


@generic
def first(squares: Squares) -> Squares:
    """Return the set of one square of a set that is not empty."""


@implements(first, WORD)
def _(squares: Squares) -> Squares:
    return squares & (~squares + ONE)


@implements(first, PAIR)
def _(squares: Squares) -> Squares:
    if squares[0] != ZERO:
        return (ONE << np.uint64(lowest(squares[0])), ZERO)
    return (ZERO, ONE << np.uint64(lowest(squares[1])))


@kernel
def towards(squares: Squares, direction: int) -> Squares:
    """Return the set moved by one square in a direction."""
    return moved(squares, place_of(squares, STEP_X[direction], STEP_Y[direction]))


@kernel
def beside(squares: Squares) -> Squares:
    """Return all squares that share an edge with a square of the set."""
    horizontal = either(towards(squares, EAST), towards(squares, WEST))
    vertical = either(towards(squares, NORTH), towards(squares, SOUTH))
    return either(horizontal, vertical)


@kernel
def territory(start: Squares, area: Squares) -> Squares:
    """Return the edge-connected part of `area` that contains `start`."""
    grown = start
    while True:
        before = size(grown)
        grown = both(either(grown, beside(grown)), area)
        if size(grown) == before:
            return grown
