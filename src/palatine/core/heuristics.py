"""What bots know of a game, as names that dispatch by the type of the position. A game may offer them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.dispatch import generic

Floats = NDArray[np.float32]

SCRATCH = 5
"""How many positions of scratch memory a reference player is given."""


@generic
def features(state: Any, seat: int, out: Floats) -> float:
    """Write what tells a seat's prospects into `out`, which is all zero; returns the points it has for certain.

    Looks at open fields only. The model tells what is to be added to those points."""


@generic
def rivals_matter(state: Any) -> bool:
    """Whether one step ahead of a position the others' prospects count as well: some decisions take from them, or make
    the game longer for all. Elsewhere it would only take time."""


@generic
def reference(state: Any, player: int, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    """Return the decision of a reference player, numbered as the game's description lists them; ties are broken by
    `random`."""
