"""Positions of Ferries from plain data, checked field by field."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ferries.layout import CAPACITY, COPIES, CRATES, DTYPE, SOURCES, WEIGHTS, State
from palatine.core import contract
from palatine.core.dispatch import implements
from palatine.core.errors import PositionError
from palatine.core.game import Settings
from palatine.core.reading import Plain, Reader


@implements(contract.restore, DTYPE)
def restore(state: State) -> int:
    return 0  # `from_position` fills in everything


def in_order(plain: Plain) -> Plain:
    """Return an accepted position with its lists in the order of `view.position`: here they always are."""
    return plain


def from_position(settings: Settings, plain: Plain) -> NDArray[np.uint8]:
    """Return the memory of a position given as plain data, checked field by field."""
    reader = Reader(settings, plain)
    raw = np.zeros(DTYPE.itemsize, dtype=np.uint8)
    state = raw.view(DTYPE)[0]
    state.players = settings.players
    boats = reader.list(reader.get(plain, "", "boats"), "boats", int(str(settings.options["boats"])))
    state.boats = len(boats)
    unseen = reader.list(reader.get(plain, "", "unseen"), "unseen", WEIGHTS)
    state.unseen[:] = [reader.between(left, f"unseen[{i}]", 0, COPIES) for i, left in enumerate(unseen)]
    crate = reader.get(plain, "", "crate")
    state.crate = 0 if crate is None else reader.between(crate, "crate", 1, WEIGHTS)
    turn = CRATES - int(state.unseen.sum()) - (crate is not None)
    if (crate is None) != (turn == CRATES) or (crate is not None and state.unseen[crate - 1] == COPIES):
        raise PositionError("ferries.position_crates", crates=CRATES, copies=COPIES)
    state.turn = turn
    for i, boat in enumerate(boats):
        state.load[i] = reader.between(reader.get(boat, f"boats[{i}]", "load"), f"boats[{i}].load", 0, CAPACITY - 1)
        least = -(-int(state.load[i]) // WEIGHTS)  # the heaviest crates are the fewest
        crates = reader.get(boat, f"boats[{i}]", "crates")
        state.aboard[i] = reader.between(crates, f"boats[{i}].crates", least, int(state.load[i]))
    if state.aboard.sum() > turn:
        raise PositionError("ferries.position_loaded", count=turn)
    points = reader.list(reader.get(plain, "", "points"), "points", settings.players)
    for seat, of_seat in enumerate(points):
        for i, source in enumerate(SOURCES):
            field = f"points[{seat}]"
            state.points[seat, i] = reader.between(reader.get(of_seat, field, source), f"{field}.{source}", 0, CRATES)
    return raw
