"""The tiles that the castle offers."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ONE, ZERO, lowest
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.boards import available_on, top_floor
from palatine.games.dragon_castle.layout import (
    CODE_BITS,
    WORDS,
    State,
)


@kernel
def on_offer(state: State) -> tuple[np.uint64, np.uint64]:
    """Return the codes of the tiles that may be picked first, and those of which a pair can be taken."""
    top = top_floor(state)
    picks, once, twice = ZERO, ZERO, ZERO
    for floor in range(top + 1):
        tiles = available_on(state, floor)
        for word in range(WORDS):
            left = tiles[word]
            while left:
                space = np.uint64(lowest(left))
                left &= left - ONE
                code = ZERO
                for place in range(CODE_BITS):
                    code |= (state.planes[place, word] >> space & ONE) << np.uint64(place)
                twice |= once & ONE << code
                once |= ONE << code
                if floor == top:
                    picks |= ONE << code
    return picks, picks & twice
