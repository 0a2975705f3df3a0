"""Legal decisions of Kingdomino, compiled: claims from the next line, places for a domino (KD-8 to KD-10)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import bit, count_ones, lowest, nth_bit, wide
from palatine.core.chance import below
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.kingdomino.layout import (
    CLAIM,
    DIRECTIONS,
    DISCARD,
    DOMINO,
    DTYPE,
    EAST,
    LEFT_CROWNS,
    LEFT_TERRAIN,
    MARGIN,
    NORTH,
    OVER,
    PLACE_FIRST,
    REACH,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    SMALL_GRID,
    SOUTH,
    SPAN,
    STEP_X,
    STEP_Y,
    WEST,
    State,
)
from palatine.games.kingdomino.squares import (
    NONE_LARGE,
    NONE_SMALL,
    Squares,
    beside,
    both,
    castle,
    either,
    first,
    moved,
    nth_place,
    place_of,
    read,
    rectangle,
    size,
    square_at,
    without,
)


@kernel
def active_domino(state: State) -> int:
    """Return the domino to place now, by its number less one: the lowest of the line."""
    return lowest(state.current)


@kernel
def owner(state: State, domino: int) -> int:
    """Return the seat whose king stands, or stood, on a domino."""
    shift = np.uint64(domino)
    low = wide((state.owner_low >> shift) & bit(0))
    high = wide((state.owner_high >> shift) & bit(0))
    return low + 2 * high


@kernel
def is_double(domino: int) -> bool:
    """Return True if both squares of a domino are the same: turning it round changes nothing."""
    return (
        DOMINO[domino, LEFT_TERRAIN] == DOMINO[domino, RIGHT_TERRAIN]
        and DOMINO[domino, LEFT_CROWNS] == DOMINO[domino, RIGHT_CROWNS]
    )


@kernel
def free_squares(ring: Squares, state: State, seat: int) -> Squares:
    """Return the squares that one domino can add to a kingdom: up to two beyond it, as far as the grid allows (KD-8)."""
    grid = wide(state.grid)
    west, north = wide(state.west[seat]), wide(state.north[seat])
    width = wide(state.east[seat]) - west + 1
    height = wide(state.south[seat]) - north + 1
    across, down = min(MARGIN, grid - width), min(MARGIN, grid - height)
    window = rectangle(ring, west - across, north - down, width + 2 * across, height + 2 * down)
    return without(window, read(ring, state.taken[seat]))


@kernel
def openings(ring: Squares, state: State, seat: int, domino: int) -> tuple[Squares, Squares, Squares, Squares]:
    """Return the legal places of the left square of a domino, for each direction of the right one (KD-8, KD-9)."""
    free = free_squares(ring, state, seat)
    left = DOMINO[domino, LEFT_TERRAIN]
    right = DOMINO[domino, RIGHT_TERRAIN]
    home = castle(ring)
    left_fits = beside(either(read(ring, state.terrain[seat, left]), home))
    right_fits = beside(either(read(ring, state.terrain[seat, right]), home))
    to_east = _opening(free, left_fits, right_fits, EAST)
    to_south = _opening(free, left_fits, right_fits, SOUTH)
    if is_double(domino):
        return to_east, to_south, ring, ring  # turned round it would be the same
    return (
        to_east,
        to_south,
        _opening(free, left_fits, right_fits, WEST),
        _opening(free, left_fits, right_fits, NORTH),
    )


@kernel
def _opening(free: Squares, left_fits: Squares, right_fits: Squares, direction: int) -> Squares:
    back = place_of(free, -STEP_X[direction], -STEP_Y[direction])
    fits = either(left_fits, moved(right_fits, back))
    return both(both(free, moved(free, back)), fits)


@kernel
def _sizes(places: tuple[Squares, Squares, Squares, Squares]) -> tuple[int, int, int, int]:
    return size(places[0]), size(places[1]), size(places[2]), size(places[3])


@kernel
def _nth_placement(
    state: State,
    seat: int,
    places: tuple[Squares, Squares, Squares, Squares],
    sizes: tuple[int, int, int, int],
    n: int,
) -> int:
    # Unrolled: a tuple indexed by a variable goes through memory, which slows playouts down by a tenth.
    direction = EAST
    of_direction = places[0]
    if n >= sizes[0]:
        n -= sizes[0]
        direction = SOUTH
        of_direction = places[1]
        if n >= sizes[1]:
            n -= sizes[1]
            direction = WEST
            of_direction = places[2]
            if n >= sizes[2]:
                n -= sizes[2]
                direction = NORTH
                of_direction = places[3]
    return placement_at(of_direction, state, seat, nth_place(of_direction, n), direction)


@kernel
def placement_at(ring: Squares, state: State, seat: int, place: int, direction: int) -> int:
    """Return the decision that puts the left square on a place of the ring, which must be in reach of the kingdom."""
    x, y = square_at(ring, place, wide(state.west[seat]) - MARGIN, wide(state.north[seat]) - MARGIN)
    return PLACE_FIRST + DIRECTIONS * (SPAN * (y + REACH) + x + REACH) + direction


@kernel
def _count_placements(ring: Squares, state: State) -> int:
    sizes = _sizes(openings(ring, state, wide(state.seat), active_domino(state)))
    return max(1, sizes[0] + sizes[1] + sizes[2] + sizes[3])


@kernel
def _pick_placement(ring: Squares, state: State, n: int) -> int:
    seat = wide(state.seat)
    places = openings(ring, state, seat, active_domino(state))
    sizes = _sizes(places)
    if sizes[0] + sizes[1] + sizes[2] + sizes[3] == 0:
        return DISCARD
    return _nth_placement(state, seat, places, sizes, n)


@kernel
def _choose_placement(ring: Squares, state: State, random_word: np.uint64) -> int:
    seat = wide(state.seat)
    places = openings(ring, state, seat, active_domino(state))
    sizes = _sizes(places)
    total = sizes[0] + sizes[1] + sizes[2] + sizes[3]
    if total == 0:
        return DISCARD
    return _nth_placement(state, seat, places, sizes, below(random_word, total))


@kernel
def _list_placements(ring: Squares, state: State, out: NDArray[np.int32]) -> int:
    seat = wide(state.seat)
    places = openings(ring, state, seat, active_domino(state))
    total = 0
    for direction in range(DIRECTIONS):
        left = places[direction]
        while size(left) > 0:
            out[total] = placement_at(ring, state, seat, nth_place(left, 0), direction)
            left = without(left, first(left))
            total += 1
    if total == 0:
        out[0] = DISCARD
        return 1
    return total


@implements(contract.seat, DTYPE)
def seat(state: State) -> int:
    return contract.OVER if state.phase == OVER else wide(state.seat)


@implements(contract.count, DTYPE)
def count(state: State) -> int:
    if state.phase == CLAIM:
        return count_ones(state.offered)
    if state.phase == OVER:
        return 0
    if state.grid == SMALL_GRID:
        return _count_placements(NONE_SMALL, state)
    return _count_placements(NONE_LARGE, state)


@implements(contract.nth, DTYPE)
def nth(state: State, n: int) -> int:
    if state.phase == CLAIM:
        return nth_bit(state.offered, n)
    if state.grid == SMALL_GRID:
        return _pick_placement(NONE_SMALL, state, n)
    return _pick_placement(NONE_LARGE, state, n)


@implements(contract.choose, DTYPE)
def choose(state: State, random_word: np.uint64) -> int:
    if state.phase == CLAIM:
        return nth_bit(state.offered, below(random_word, count_ones(state.offered)))
    if state.grid == SMALL_GRID:
        return _choose_placement(NONE_SMALL, state, random_word)
    return _choose_placement(NONE_LARGE, state, random_word)


@implements(contract.legal, DTYPE)
def legal(state: State, out: NDArray[np.int32]) -> int:
    if state.phase == CLAIM:
        total = count_ones(state.offered)
        for n in range(total):
            out[n] = nth_bit(state.offered, n)
        return total
    if state.phase == OVER:
        return 0
    if state.grid == SMALL_GRID:
        return _list_placements(NONE_SMALL, state, out)
    return _list_placements(NONE_LARGE, state, out)
