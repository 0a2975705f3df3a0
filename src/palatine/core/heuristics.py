"""Compiled policies, as names that dispatch by the type of the position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.dispatch import generic

SCRATCH = 5
"""How many positions of scratch memory a policy is given."""


@generic
def greedy(state: Any, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    """The decision that counts most at once; ties are broken by `random`."""


@generic
def full_greedy(state: Any, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    """The greedy player of the literature, for the games that have one."""
