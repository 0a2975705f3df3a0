"""The points of In the Year of the Dragon, compiled: those earned, the final scoring, the ranking."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.year_of_the_dragon.courts import buddhas
from palatine.games.year_of_the_dragon.layout import (
    DTYPE,
    LASTING,
    MONK_POINTS,
    NO_SUPER_EVENT,
    PERSON_POINTS,
    POINTS_A_PERSON,
    RANKING_BASE,
    ROW_POINTS,
    ROW_SEAT,
    ROW_SOURCE,
    SOURCE_COUNT,
    SUPER_POINTS,
    WALL_POINTS,
    YUAN_A_PIECE,
    YUAN_A_POINT,
    State,
)


@kernel
def points_from(state: State, seat: int, source: int) -> int:
    """Return the points of a seat from one source if the game ended now (YD-33, YD-34)."""
    if source < LASTING:
        return wide(state.earned[seat, source])
    if source == PERSON_POINTS:
        return POINTS_A_PERSON * wide(state.persons[seat])
    if source == MONK_POINTS:
        return buddhas(state, seat)
    pieces = wide(state.rice[seat]) + wide(state.fireworks[seat])
    return (wide(state.yuan[seat]) + YUAN_A_PIECE * pieces) // YUAN_A_POINT


@kernel
def total_points(state: State, seat: int) -> int:
    """Return the points of a seat if the game ended now."""
    total = 0
    for source in range(SOURCE_COUNT):
        total += points_from(state, seat, source)
    return total


@implements(contract.points, DTYPE)
def points(state: State, out: NDArray[np.int32]) -> None:
    for seat in range(wide(state.players)):
        out[seat] = total_points(state, seat)


@implements(contract.sources, DTYPE)
def sources(state: State, scratch: State, rows: NDArray[np.int32]) -> int:
    total = 0
    for seat in range(wide(state.players)):
        for source in range(SOURCE_COUNT):
            played = (source != WALL_POINTS or state.great_wall != 0) and (
                source != SUPER_POINTS or state.super_event != NO_SUPER_EVENT
            )
            if played:
                rows[total, ROW_SEAT] = seat
                rows[total, ROW_SOURCE] = source
                rows[total, ROW_POINTS] = points_from(state, seat, source)
                total += 1
    return total


@implements(contract.ranking, DTYPE)
def ranking(state: State, out: NDArray[np.int64]) -> None:
    players = wide(state.players)
    for place in range(players):
        seat = wide(state.order[place])
        tie_breaks = wide(state.track[seat]) * RANKING_BASE + players - place
        out[seat] = total_points(state, seat) * RANKING_BASE * RANKING_BASE + tie_breaks
