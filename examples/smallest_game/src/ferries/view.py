"""Positions of Ferries as plain data, and the sources of points."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ferries.layout import SOURCES
from palatine.core.contract import OVER
from palatine.core.game import Settings
from palatine.core.reading import Plain

BY_SEAT = ("points",)
"""The entries of a position that are lists with an item for each seat."""


def essence(settings: Settings, state: Any) -> Plain:
    """Return what defines the open position."""
    return {
        "game": settings.game.name,
        "players": settings.players,
        "options": dict(settings.options),
        "crate": state.crate or None,
        "unseen": state.unseen,
        "boats": [{"load": state.load[boat], "crates": state.aboard[boat]} for boat in range(state.boats)],
        "points": [dict(zip(SOURCES, of_seat, strict=True)) for of_seat in state.points[: settings.players]],
    }


def position(settings: Settings, state: Any) -> Plain:
    """Return the open position, with the seat that decides."""
    return essence(settings, state) | {"seat": None if state.seat == OVER else state.seat}


def sources(settings: Settings, rows: NDArray[np.int32]) -> list[list[Plain]]:
    """Return the sources of points of each seat."""
    of_seats: list[list[Plain]] = [[] for _ in range(settings.players)]
    for seat, source, points in rows.tolist():
        of_seats[seat].append({"source": SOURCES[source], "points": points})
    return of_seats


def decided_by(rankings: list[int]) -> str:
    """Return what decided: "score", or "shared" if several seats have the most points."""
    first, second = sorted(rankings, reverse=True)[:2]
    return "shared" if first == second else "score"
