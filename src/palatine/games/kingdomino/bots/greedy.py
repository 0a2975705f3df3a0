"""The greedy players of Kingdomino (KD-20).

They try every placement of their domino with every claim and every later placement of the claimed domino, and take the
best score. Placements that leave the grid centred on the castle or make a hole of a single square are a last resort. In the
first round they claim the most crowns on one square. Ties are broken at random.

`full_greedy` is the player of that name in the literature (Gedda, Lagerkvist and Butler 2018): it avoids such
placements for its domino, but rates the later placement by points alone. `greedy` avoids them for both.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core.bits import ZERO, bit, lowest, wide
from palatine.core.chance import below, next_random
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.core.heuristics import reference
from palatine.games.kingdomino.bots import BOTS
from palatine.games.kingdomino.kingdoms import put
from palatine.games.kingdomino.layout import (
    CLAIM,
    DIRECTIONS,
    DISCARD,
    DOMINO,
    DTYPE,
    LEFT_CROWNS,
    RIGHT_CROWNS,
    SMALL_GRID,
    State,
)
from palatine.games.kingdomino.legal import active_domino, free_squares, openings, placement_at
from palatine.games.kingdomino.scoring import in_the_middle, points_of_kingdom
from palatine.games.kingdomino.squares import (
    NONE_LARGE,
    NONE_SMALL,
    Squares,
    beside,
    first,
    nth_place,
    read,
    rectangle,
    size,
    without,
)

SOUND = 1 << 20
"""More than any points: the value of a kingdom that has not left the middle and has no new hole."""
NOTHING = -1
GREEDY = BOTS.reference_players.index("greedy")


@kernel
def _holes(ring: Squares, state: State, seat: int) -> int:
    """Return the number of squares that can never be filled: free, but without a free neighbour."""
    if in_the_middle(state, seat):
        grid = wide(state.grid)
        whole = rectangle(ring, -(grid // 2), -(grid // 2), grid, grid)
        free = without(whole, read(ring, state.taken[seat]))
    else:
        free = free_squares(ring, state, seat)
    return size(without(free, beside(free)))


@kernel
def _soundness(ring: Squares, state: State, seat: int, holes_before: int) -> int:
    sound = in_the_middle(state, seat) and _holes(ring, state, seat) <= holes_before
    return SOUND if sound else 0


@kernel
def _worth(ring: Squares, state: State, seat: int, holes_before: int, careful: bool) -> int:
    return points_of_kingdom(state, seat) + (_soundness(ring, state, seat, holes_before) if careful else 0)


@kernel
def _best_later(
    ring: Squares, state: State, scratch: NDArray[np.uint8], seat: int, domino: int, holes_before: int, careful: bool
) -> int:
    """Return the value of a kingdom after the best placement of a domino, or as it is if the domino does not fit."""
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
            best = max(best, _worth(ring, after, seat, holes_before, careful))
    return best if best != NOTHING else _worth(ring, state, seat, holes_before, careful)


@kernel
def _copy_kingdom(state: State, out: State, seat: int) -> None:
    """Copy the fields that `put` and `_worth` need: one kingdom, and the options that score."""
    out.terrain[seat, :, :] = state.terrain[seat]
    out.taken[seat, :] = state.taken[seat]
    out.crowns_low[seat, :] = state.crowns_low[seat]
    out.crowns_high[seat, :] = state.crowns_high[seat]
    out.west[seat] = state.west[seat]
    out.east[seat] = state.east[seat]
    out.north[seat] = state.north[seat]
    out.south[seat] = state.south[seat]
    out.grid = state.grid
    out.game = state.game
    out.harmony = state.harmony
    out.middle_kingdom = state.middle_kingdom


@kernel
def _best_claim(
    ring: Squares,
    state: State,
    scratch: NDArray[np.uint8],
    seat: int,
    offered: np.uint64,
    holes_before: int,
    careful: bool,
) -> int:
    """Return the value of a kingdom after the best claim, or as it is if nothing can be claimed."""
    if offered == ZERO:
        return _worth(ring, state, seat, holes_before, careful)
    best = NOTHING
    while offered != ZERO:
        domino = lowest(offered)
        offered ^= bit(domino)
        best = max(best, _best_later(ring, state, scratch, seat, domino, holes_before, careful))
    return best


@kernel
def _place(ring: Squares, state: State, scratch: NDArray[np.uint8], random: NDArray[np.uint64], careful: bool) -> int:
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
            worth = _best_claim(ring, after, scratch[1], seat, state.offered, holes_before, careful)
            if not careful:
                worth += _soundness(ring, after, seat, holes_before)
            ties = ties + 1 if worth == best else 1 if worth > best else ties
            if worth > best or (worth == best and below(next_random(random), ties) == 0):
                chosen, best = decision, worth
    return chosen


@kernel
def _crowns_on_one_square(domino: int) -> int:
    return max(DOMINO[domino, LEFT_CROWNS], DOMINO[domino, RIGHT_CROWNS])


@kernel
def _claim(ring: Squares, state: State, scratch: NDArray[np.uint8], random: NDArray[np.uint64], careful: bool) -> int:
    seat = wide(state.seat)
    holes_before = _holes(ring, state, seat)
    first_round = state.first_claims < state.kings
    offered = state.offered
    chosen, best, ties = NOTHING, NOTHING, 0
    while offered != ZERO:
        domino = lowest(offered)
        offered ^= bit(domino)
        if first_round:
            worth = _crowns_on_one_square(domino)
        else:
            worth = _best_later(ring, state, scratch[1], seat, domino, holes_before, careful)
        ties = ties + 1 if worth == best else 1 if worth > best else ties
        if worth > best or (worth == best and below(next_random(random), ties) == 0):
            chosen, best = domino, worth
    return chosen


@kernel
def _decide(state: State, scratch: NDArray[np.uint8], random: NDArray[np.uint64], careful: bool) -> int:
    if state.grid == SMALL_GRID:
        if state.phase == CLAIM:
            return _claim(NONE_SMALL, state, scratch, random, careful)
        return _place(NONE_SMALL, state, scratch, random, careful)
    if state.phase == CLAIM:
        return _claim(NONE_LARGE, state, scratch, random, careful)
    return _place(NONE_LARGE, state, scratch, random, careful)


@implements(reference, DTYPE)
def _(state: State, player: int, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    return _decide(state, scratch, random, player == GREEDY)
