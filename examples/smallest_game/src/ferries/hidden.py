"""The hidden deck of Ferries, compiled: observations, and resampling their decks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ferries.layout import CRATES, DTYPE, OPEN_FIELDS, WEIGHTS, State
from palatine.core import chance, contract
from palatine.core.bits import wide
from palatine.core.dispatch import implements
from palatine.core.layout import observer

observe = implements(contract.observe, DTYPE)(observer(__name__, OPEN_FIELDS))


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    return wide(state.turn)


@implements(contract.resample, DTYPE)
def resample(state: State, random: NDArray[np.uint64]) -> None:
    next_crate = CRATES
    for weight in range(WEIGHTS):
        for _ in range(wide(state.unseen[weight])):
            next_crate -= 1
            state.deck[next_crate] = weight + 1
    chance.quick_shuffle(random, state.deck[next_crate:])
