"""Observations of Ferries as numbers from 0 to 1: the crate, the unseen crates, the boats, the points (own first)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ferries.layout import CAPACITY, COPIES, CRATES, DTYPE, MOST_BOATS, SEATS, SOURCE_COUNT, WEIGHTS, State
from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.dispatch import implements

UNSEEN_AT = 1
BOATS_AT = UNSEEN_AT + WEIGHTS
POINTS_AT = BOATS_AT + 2 * MOST_BOATS
SIZE = POINTS_AT + SEATS * SOURCE_COUNT


@implements(contract.tensor, DTYPE)
def tensor(state: State, viewer: int, out: NDArray[np.float32]) -> None:
    out[0] = state.crate / WEIGHTS
    for weight in range(WEIGHTS):
        out[UNSEEN_AT + weight] = state.unseen[weight] / COPIES
    for boat in range(MOST_BOATS):
        out[BOATS_AT + 2 * boat] = state.load[boat] / CAPACITY
        out[BOATS_AT + 2 * boat + 1] = state.aboard[boat] / CAPACITY
    for place in range(wide(state.players)):
        seat = (viewer + place) % wide(state.players)
        for source in range(SOURCE_COUNT):
            out[POINTS_AT + SOURCE_COUNT * place + source] = state.points[seat, source] / CRATES
