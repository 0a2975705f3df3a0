"""Kingdoms, compiled: placing a domino, and rebuilding kingdoms from their dominoes."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ZERO, bit, lowest, wide
from palatine.core.compiled import kernel
from palatine.games.kingdomino.layout import (
    DIRECTIONS,
    DOMINO,
    DOMINOES,
    LEFT_CROWNS,
    LEFT_TERRAIN,
    PLACE_FIRST,
    REACH,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    SEATS,
    SMALL_GRID,
    SPAN,
    STEP_X,
    STEP_Y,
    State,
)
from palatine.games.kingdomino.legal import openings, placement_at
from palatine.games.kingdomino.squares import (
    NONE_LARGE,
    NONE_SMALL,
    WORD_BITS,
    Squares,
    first,
    nth_place,
    place_of,
    size,
    without,
)


@kernel
def clear_kingdoms(state: State) -> None:
    """Reduce every kingdom to its castle."""
    for seat in range(state.players):
        for word in range(2):
            for terrain in range(state.terrain.shape[1]):
                state.terrain[seat, terrain, word] = ZERO
            state.crowns_low[seat, word] = ZERO
            state.crowns_high[seat, word] = ZERO
            state.taken[seat, word] = ZERO
        state.taken[seat, 0] = bit(0)
        state.west[seat] = 0
        state.east[seat] = 0
        state.north[seat] = 0
        state.south[seat] = 0


@kernel
def put(state: State, seat: int, domino: int, decision: int) -> None:
    """Put a domino into a kingdom, as a placement says."""
    placement = decision - PLACE_FIRST
    direction = placement % DIRECTIONS
    x = (placement // DIRECTIONS) % SPAN - REACH
    y = placement // (DIRECTIONS * SPAN) - REACH
    x_right, y_right = x + STEP_X[direction], y + STEP_Y[direction]
    left, right = 0, 0
    if state.grid == SMALL_GRID:
        left, right = place_of(NONE_SMALL, x, y), place_of(NONE_SMALL, x_right, y_right)
    else:
        left, right = place_of(NONE_LARGE, x, y), place_of(NONE_LARGE, x_right, y_right)
    _put_square(state, seat, left, DOMINO[domino, LEFT_TERRAIN], DOMINO[domino, LEFT_CROWNS])
    _put_square(state, seat, right, DOMINO[domino, RIGHT_TERRAIN], DOMINO[domino, RIGHT_CROWNS])
    state.west[seat] = min(wide(state.west[seat]), x, x_right)
    state.east[seat] = max(wide(state.east[seat]), x, x_right)
    state.north[seat] = min(wide(state.north[seat]), y, y_right)
    state.south[seat] = max(wide(state.south[seat]), y, y_right)
    state.placed[wide(state.game), domino] = 1 + SEATS * placement + seat


@kernel
def _put_square(state: State, seat: int, place: int, terrain: int, crowns: int) -> None:
    word = place // WORD_BITS
    shift = np.uint64(place % WORD_BITS)
    state.terrain[seat, terrain, word] |= bit(0) << shift
    state.taken[seat, word] |= bit(0) << shift
    state.crowns_low[seat, word] |= np.uint64(crowns & 1) << shift
    state.crowns_high[seat, word] |= np.uint64(crowns >> 1) << shift


@kernel
def lay_kingdoms(state: State, game: int) -> int:
    """Rebuild the kingdoms of a game from `placed`, each domino as soon as it fits.

    Returns 0, or the number of a domino that never fits.
    """
    state.game = game
    clear_kingdoms(state)
    left = ZERO
    for domino in range(DOMINOES):
        if state.placed[game, domino]:
            left |= bit(domino)
    while left != ZERO:
        laid = ZERO
        for domino in range(DOMINOES):
            if left & bit(domino):
                code = wide(state.placed[game, domino]) - 1
                seat, decision = code % SEATS, PLACE_FIRST + code // SEATS
                fits = False
                if state.grid == SMALL_GRID:
                    fits = _fits(NONE_SMALL, state, seat, domino, decision)
                else:
                    fits = _fits(NONE_LARGE, state, seat, domino, decision)
                if fits:
                    put(state, seat, domino, decision)
                    laid |= bit(domino)
        if laid == ZERO:
            return lowest(left) + 1
        left ^= laid
    return 0


@kernel
def _fits(ring: Squares, state: State, seat: int, domino: int, decision: int) -> bool:
    direction = (decision - PLACE_FIRST) % DIRECTIONS
    places = openings(ring, state, seat, domino)
    left = places[0]
    for i in range(DIRECTIONS):
        if i == direction:
            left = places[i]
    while size(left) > 0:
        if placement_at(ring, state, seat, nth_place(left, 0), direction) == decision:
            return True
        left = without(left, first(left))
    return False
