"""Copies of an open position to try things on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.games.dragon_castle.layout import DTYPE, OPEN_FIELDS


def copied(plain: Any) -> tuple[NDArray[np.uint8], Any]:
    """Return the memory of a position given as plain values, and its record. Covered tiles are unknown in it."""
    raw = np.zeros(DTYPE.itemsize, dtype=np.uint8)
    state = raw.view(DTYPE)[0]
    for name, *_ in OPEN_FIELDS:
        state[name] = getattr(plain, name)
    return raw, state
