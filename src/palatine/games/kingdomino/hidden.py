"""What is open and what is sealed in Kingdomino, compiled: observations, and new shuffles for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import bit, wide
from palatine.core.chance import below, next_random, quick_shuffle
from palatine.core.dispatch import implements
from palatine.games.kingdomino.layout import ABBA, DOMINOES, DTYPE, GAMES, State
from palatine.games.kingdomino.rules import abba_order


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    return DOMINOES * wide(state.game) + wide(state.drawn)


@implements(contract.observe, DTYPE)
def observe(state: State, out: State) -> None:
    out.terrain[:] = state.terrain
    out.taken[:] = state.taken
    out.crowns_low[:] = state.crowns_low
    out.crowns_high[:] = state.crowns_high
    out.current = state.current
    out.offered = state.offered
    out.claimed = state.claimed
    out.owner_low = state.owner_low
    out.owner_high = state.owner_high
    out.seen = state.seen
    out.discarded = state.discarded
    out.placed[:] = state.placed
    out.past_points[:] = state.past_points
    out.past_largest[:] = state.past_largest
    out.past_crowns[:] = state.past_crowns
    out.west[:] = state.west
    out.east[:] = state.east
    out.north[:] = state.north
    out.south[:] = state.south
    out.order[:] = state.order
    out.phase = state.phase
    out.seat = state.seat
    out.first_claims = state.first_claims
    out.game = state.game
    out.drawn = state.drawn
    out.players = state.players
    out.kings = state.kings
    out.line = state.line
    out.deck_size = state.deck_size
    out.grid = state.grid
    out.harmony = state.harmony
    out.middle_kingdom = state.middle_kingdom
    out.dynasty = state.dynasty
    out.crown_tiebreak = state.crown_tiebreak
    out.first_order = state.first_order


@implements(contract.resample, DTYPE)
def resample(state: State, random: NDArray[np.uint64]) -> None:
    game = wide(state.game)
    drawn = wide(state.drawn)
    unseen = 0
    for domino in range(DOMINOES):
        if not state.seen & bit(domino):
            state.deck[game, drawn + unseen] = domino
            unseen += 1
    quick_shuffle(random, state.deck[game, drawn:])
    for later in range(game + 1, GAMES if state.dynasty else 1):
        for i in range(DOMINOES):
            state.deck[later, i] = i
        quick_shuffle(random, state.deck[later])
        for king in range(state.kings):
            state.orders[later, king] = king % state.players
        if state.first_order == ABBA:
            abba_order(state.orders[later], below(next_random(random), 2))
        else:
            quick_shuffle(random, state.orders[later, : state.kings])
    for any_game in range(game, GAMES if state.dynasty else 1):
        for i in range(state.deck_size, DOMINOES):
            state.deck[any_game, i] = 0
