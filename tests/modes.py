"""How much is played in each of the ways in which the tests run: compiled, with bounds checked, with the JIT off."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

from palatine.core.compiled import JIT

Case = TypeVar("Case")

BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
BOUNDS_STRIDE = 8


def thinned(cases: Sequence[Case], stride: int) -> Sequence[Case]:
    """All cases when compiled; every eighth with bounds checked; with the JIT off, where a game takes seconds, every
    `stride`-th, which should meet all kinds."""
    if not JIT:
        return cases[::stride]
    return cases[::BOUNDS_STRIDE] if BOUNDS_CHECKED else cases
