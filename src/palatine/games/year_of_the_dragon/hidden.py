"""Observations of In the Year of the Dragon, compiled, and resampled groups of action cards for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.chance import quick_shuffle
from palatine.core.dispatch import implements
from palatine.core.layout import observer
from palatine.games.year_of_the_dragon.layout import (
    BASE_ACTIONS,
    DTYPE,
    GROUPS,
    MONTHS,
    OPEN_FIELDS,
    WITH_WALL,
    State,
)


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    return wide(state.month)


observe = implements(contract.observe, DTYPE)(observer(__name__, OPEN_FIELDS))


@implements(contract.resample, DTYPE)
def resample(state: State, random: NDArray[np.uint64]) -> None:
    cards = WITH_WALL if state.great_wall else BASE_ACTIONS
    for month in range(wide(state.month), MONTHS):
        for card in range(cards):
            state.layouts[month, card] = GROUPS[wide(state.great_wall), wide(state.players), card]
        quick_shuffle(random, state.layouts[month, :cards])
