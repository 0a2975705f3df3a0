"""Hidden information of Kingdomino, compiled: observations, and resampling their decks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import bit, wide
from palatine.core.chance import below, next_random, quick_shuffle
from palatine.core.dispatch import implements
from palatine.core.layout import observer
from palatine.games.kingdomino.layout import ABBA, DOMINOES, DTYPE, GAMES, OPEN_FIELDS, State
from palatine.games.kingdomino.rules import abba_order


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    return DOMINOES * wide(state.game) + wide(state.drawn)


observe = implements(contract.observe, DTYPE)(observer(__name__, OPEN_FIELDS))


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
