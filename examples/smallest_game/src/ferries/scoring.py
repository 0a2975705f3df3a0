"""The points of Ferries, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ferries.layout import DTYPE, ROW_POINTS, ROW_SEAT, ROW_SOURCE, SOURCE_COUNT, Derived, State
from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements


@kernel
def _total(state: State, seat: int) -> int:
    total = 0
    for source in range(SOURCE_COUNT):
        total += wide(state.points[seat, source])
    return total


@implements(contract.points, DTYPE)
def points(state: State, out: NDArray[np.int32]) -> None:
    for seat in range(wide(state.players)):
        out[seat] = _total(state, seat)


@implements(contract.ranking, DTYPE)
def ranking(state: State, out: NDArray[np.int64]) -> None:
    for seat in range(wide(state.players)):
        out[seat] = _total(state, seat)


@implements(contract.derived, DTYPE)
def derived(state: State, out: Derived) -> None:
    points(state, out.totals)
    out.seat = contract.seat(state)


@implements(contract.sources, DTYPE)
def sources(state: State, scratch: State, rows: NDArray[np.int32]) -> int:
    total = 0
    for seat in range(wide(state.players)):
        for source in range(SOURCE_COUNT):
            rows[total, ROW_SEAT] = seat
            rows[total, ROW_SOURCE] = source
            rows[total, ROW_POINTS] = state.points[seat, source]
            total += 1
    return total
