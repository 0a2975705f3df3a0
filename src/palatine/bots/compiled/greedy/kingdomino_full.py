"""The "full greedy" player of the literature (Gedda, Lagerkvist and Butler 2018), a frozen reference (version 1).

Before anything lies in its kingdom it claims the most crowns on one square. Afterwards it looks at every placement
with every claim and every later placement of the claimed domino, and takes what scores most then; placements that
leave the grid around the castle or make a hole of a single square are passed over unless all do. Ties are drawn.

It differs from `greedy` in what it asks of the later placement: nothing but points.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.bots.compiled.greedy.kingdomino import NOTHING, SOUND, _copy_kingdom, _crowns_on_one_square, _holes
from palatine.bots.compiled.policy import full_greedy
from palatine.core.bits import ZERO, bit, lowest, wide
from palatine.core.chance import below, next_random
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.kingdomino.layout import CLAIM, DIRECTIONS, DISCARD, DTYPE, SMALL_GRID, State
from palatine.games.kingdomino.legal import active_domino, openings, placement_at
from palatine.games.kingdomino.rules import put
from palatine.games.kingdomino.scoring import in_the_middle, points_of_kingdom
from palatine.games.kingdomino.squares import NONE_LARGE, NONE_SMALL, Squares, first, nth_place, size, without


@kernel
def _best_later(ring: Squares, state: State, scratch: NDArray[np.uint8], seat: int, domino: int) -> int:
    """The points of a kingdom after the best placement of a domino, or as they are where there is none."""
    places = openings(ring, state, seat, domino)
    best = NOTHING
    for direction in range(DIRECTIONS):
        left = places[direction]
        while size(left) > 0:
            decision = placement_at(ring, state, seat, nth_place(left, 0), direction)
            left = without(left, first(left))
            after = scratch.view(DTYPE)[0]
            _copy_kingdom(state, after, seat)
            put(after, seat, domino, decision)
            best = max(best, points_of_kingdom(after, seat))
    return best if best != NOTHING else points_of_kingdom(state, seat)


@kernel
def _best_claim(ring: Squares, state: State, scratch: NDArray[np.uint8], seat: int, offered: np.uint64) -> int:
    if offered == ZERO:
        return points_of_kingdom(state, seat)
    best = NOTHING
    while offered != ZERO:
        domino = lowest(offered)
        offered ^= bit(domino)
        best = max(best, _best_later(ring, state, scratch, seat, domino))
    return best


@kernel
def _place(ring: Squares, state: State, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    seat = wide(state.seat)
    domino = active_domino(state)
    holes_before = _holes(ring, state, seat)
    places = openings(ring, state, seat, domino)
    chosen, best, ties = DISCARD, NOTHING, 0
    for direction in range(DIRECTIONS):
        left = places[direction]
        while size(left) > 0:
            decision = placement_at(ring, state, seat, nth_place(left, 0), direction)
            left = without(left, first(left))
            after = scratch[0].view(DTYPE)[0]
            _copy_kingdom(state, after, seat)
            put(after, seat, domino, decision)
            sound = in_the_middle(after, seat) and _holes(ring, after, seat) <= holes_before
            worth = _best_claim(ring, after, scratch[1], seat, state.offered) + (SOUND if sound else 0)
            ties = ties + 1 if worth == best else 1 if worth > best else ties
            if worth > best or (worth == best and below(next_random(random), ties) == 0):
                chosen, best = decision, worth
    return chosen


@kernel
def _claim(ring: Squares, state: State, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    seat = wide(state.seat)
    first_round = state.first_claims < state.kings
    offered = state.offered
    chosen, best, ties = NOTHING, NOTHING, 0
    while offered != ZERO:
        domino = lowest(offered)
        offered ^= bit(domino)
        worth = _crowns_on_one_square(domino) if first_round else _best_later(ring, state, scratch[1], seat, domino)
        ties = ties + 1 if worth == best else 1 if worth > best else ties
        if worth > best or (worth == best and below(next_random(random), ties) == 0):
            chosen, best = domino, worth
    return chosen


@implements(full_greedy, DTYPE)
def _(state: State, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    if state.grid == SMALL_GRID:
        if state.phase == CLAIM:
            return _claim(NONE_SMALL, state, scratch, random)
        return _place(NONE_SMALL, state, scratch, random)
    if state.phase == CLAIM:
        return _claim(NONE_LARGE, state, scratch, random)
    return _place(NONE_LARGE, state, scratch, random)
