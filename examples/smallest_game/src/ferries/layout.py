"""The constants of Ferries and the record that holds a position."""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np
from numpy.typing import NDArray

from palatine.core.layout import dtype_of, fields_of

SEATS = 4
FEWEST_BOATS, MOST_BOATS = 2, 4
WEIGHTS = 6
COPIES = 4
CRATES = WEIGHTS * COPIES
CAPACITY = 10
SINKING_POINTS = 1

# Decisions: 0 to 3, load the crate onto that boat.
DECISIONS = MOST_LEGAL = MOST_BOATS

# Sources of points: a row of numbers each.
ROW_SEAT, ROW_SOURCE, ROW_POINTS, SOURCE_FIELDS = range(4)
SOURCES = ("full", "sunk")
FULL, SUNK, SOURCE_COUNT = range(3)
MOST_SOURCES = SEATS * SOURCE_COUNT


class Open(Protocol):
    """The open fields of a position, in the order of the record."""

    players: Annotated[int, "u1"]
    boats: Annotated[int, "u1"]
    turn: Annotated[int, "u1"]  # the number of crates loaded so far
    crate: Annotated[int, "u1"]  # the weight of the open crate; 0 when the game is over
    unseen: Annotated[NDArray[np.uint8], "u1", WEIGHTS]  # the number of crates of each weight that are face down
    load: Annotated[NDArray[np.uint8], "u1", MOST_BOATS]  # the weight on each boat
    aboard: Annotated[NDArray[np.uint8], "u1", MOST_BOATS]  # the number of crates on each boat
    points: Annotated[NDArray[np.uint8], "u1", (SEATS, SOURCE_COUNT)]


class State(Open, Protocol):
    """A position: its open fields, then the hidden ones."""

    deck: Annotated[NDArray[np.uint8], "u1", CRATES]  # the weights in the order in which they are turned up


class Derived(Protocol):
    """Values derived from an open position, part of its plain form."""

    totals: Annotated[NDArray[np.int32], "i4", SEATS]
    seat: Annotated[int, "i1"]  # the seat that decides; -1 when the game is over


OPEN_FIELDS = fields_of(Open)
HIDDEN_FIELDS = fields_of(State)
DTYPE = dtype_of(Open, State)
DERIVED = dtype_of(Derived)
