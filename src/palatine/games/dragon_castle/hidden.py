"""Observations of Dragon Castle, compiled, and resampling of the covered tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.chance import quick_shuffle
from palatine.core.dispatch import implements
from palatine.core.layout import observer
from palatine.games.dragon_castle.boards import height_of, on_floor, size
from palatine.games.dragon_castle.layout import (
    ALL_TILES,
    CASTLE_SPACES,
    CODE_OF,
    DTYPE,
    OPEN_FIELDS,
    SYMBOLS,
    State,
)


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    # Each tile above the ground floor covers an unknown one.
    return ALL_TILES - size(on_floor(state, 1)) - size(on_floor(state, 2))


observe = implements(contract.observe, DTYPE)(observer(__name__, OPEN_FIELDS))


@implements(contract.resample, DTYPE)
def resample(state: State, random: NDArray[np.uint64]) -> None:
    tiles = np.empty(ALL_TILES, dtype=np.uint8)
    unseen = 0
    for symbol in range(SYMBOLS):
        for _ in range(wide(state.unseen[symbol])):
            tiles[unseen] = CODE_OF[symbol]
            unseen += 1
    quick_shuffle(random, tiles[:unseen])
    for space in range(CASTLE_SPACES):
        for floor in range(height_of(state, space) - 1):
            unseen -= 1
            state.covered[floor, space] = tiles[unseen]
