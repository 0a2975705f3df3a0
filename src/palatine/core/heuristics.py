"""Knowledge of a game for its bots, as names that dispatch by the type of the position. Games may offer it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.dispatch import generic

Floats = NDArray[np.float32]

SCRATCH = 5
"""The number of positions in the scratch memory of a reference player."""


@generic
def features(state: Any, seat: int, out: Floats) -> float:
    """Write the features of a seat's prospects into a zeroed `out`. Return the points it is certain to have.

    Reads open fields only. The model predicts the points to add.
    """


@generic
def rivals_matter(state: Any) -> bool:
    """Return True if looking one step ahead should also evaluate the other seats.

    It should where decisions take something from them or make the game longer. Elsewhere it only costs time.
    """


@generic
def reference(state: Any, player: int, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    """Return the decision of a reference player, by its number in the game's description. `random` breaks ties."""
