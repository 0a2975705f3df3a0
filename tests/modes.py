"""The share of cases to run in each mode: compiled, with bounds checked, with the JIT off."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

from palatine.core.compiled import JIT

Case = TypeVar("Case")

BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
BOUNDS_STRIDE = 8


def thinned(cases: Sequence[Case], stride: int) -> Sequence[Case]:
    """Return all cases when compiled, every eighth with bounds checked, every `stride`-th with the JIT off.

    A game takes seconds with the JIT off; choose a stride that still covers every kind of case.
    """
    if not JIT:
        return cases[::stride]
    return cases[::BOUNDS_STRIDE] if BOUNDS_CHECKED else cases
