"""The constants of Kingdomino and the record that holds a position.

The castle is at 0,0; x grows to the right, y downwards. A set of squares is stored as a *ring* of bits (see `squares.py`):
two words for a 7 x 7 kingdom, of which a 5 x 5 uses only the first.
"""

from __future__ import annotations

import csv
from importlib import resources
from typing import Annotated, Protocol

import numpy as np
from numpy.typing import NDArray

from palatine.core.layout import dtype_of, fields_of

SEATS = 4
GAMES = 3
DOMINOES = 48
TERRAINS = ("wheat", "forest", "lake", "grass", "swamp", "mine")
KINGS_OF_TWO = 4
LINE = 4

SMALL_GRID = 5
LARGE_GRID = 7
MARGIN = 2
"""The most columns or rows that one domino can add to a kingdom."""
HARMONY_POINTS = 5
MIDDLE_KINGDOM_POINTS = 10

# Phases.
OVER = 0
CLAIM = 1
PLACE = 2
PHASES = ("over", "claim", "place")

# The first order of two players (KD-14); 0 means drawn.
ABBA = 1

# Options, in the order of `GAME.options`.
MIGHTY_DUEL, HARMONY, MIDDLE_KINGDOM, DYNASTY, CROWN_TIEBREAK, FIRST_ORDER, THREE_PLAYER_DECK = range(7)

# Decisions, one number each:
# | numbers  | decision                                                                                   |
# |----------|--------------------------------------------------------------------------------------------|
# | 0-47     | claim domino 1-48                                                                          |
# | 48       | discard a domino that fits nowhere                                                         |
# | 49-724   | place: 49 + 4 * (13 * (y + 6) + (x + 6)) + direction: the left square at x,y, the right    |
# |          | square beside it in that direction                                                         |
DISCARD = DOMINOES
PLACE_FIRST = DISCARD + 1
REACH = LARGE_GRID - 1
SPAN = 2 * REACH + 1
DIRECTIONS = 4
EAST, SOUTH, WEST, NORTH = range(DIRECTIONS)
STEP_X = (1, 0, -1, 0)
STEP_Y = (0, 1, 0, -1)
DECISIONS = PLACE_FIRST + SPAN * SPAN * DIRECTIONS
MOST_LEGAL = 400
"""An upper bound: four directions on the 9 x 9 squares in reach are 324."""

# Sources of points: a row of numbers each.
ROW_SEAT, ROW_GAME, ROW_SOURCE, ROW_TERRAIN, ROW_SQUARES, ROW_CROWNS, ROW_POINTS = range(7)
TERRITORY, HARMONY_BONUS, MIDDLE_KINGDOM_BONUS = range(3)
SOURCES = ("territory", "harmony", "middle_kingdom")
SOURCE_FIELDS = 7
MOST_SOURCES = GAMES * SEATS * (LARGE_GRID * LARGE_GRID + 2)

# A tie-break is a digit of a ranking: points first, then the largest territory, then (as an option) crowns.
RANKING_BASE = 1 << 16

# A placement in `placed`: 0 if the domino is in no kingdom, else 1 + 4 * (decision - PLACE_FIRST) + seat.
# The seat that owns a claimed domino takes two bits: bit d-1 of `owner_low` and of `owner_high`.
# The crowns of a square (0-3) take two bits as well, in the sets `crowns_low` and `crowns_high`.


class Open(Protocol):
    """The open fields of a position, in the order of the record."""

    terrain: Annotated[NDArray[np.uint64], "u8", (SEATS, len(TERRAINS), 2)]  # the squares of each terrain
    taken: Annotated[NDArray[np.uint64], "u8", (SEATS, 2)]  # the squares that are not free, including the castle
    crowns_low: Annotated[NDArray[np.uint64], "u8", (SEATS, 2)]
    crowns_high: Annotated[NDArray[np.uint64], "u8", (SEATS, 2)]
    current: Annotated[np.uint64, "u8"]  # the dominoes of the claimed line that are still to be placed
    offered: Annotated[np.uint64, "u8"]  # the unclaimed dominoes of the next line
    claimed: Annotated[np.uint64, "u8"]  # the dominoes of the next line that are claimed
    owner_low: Annotated[np.uint64, "u8"]
    owner_high: Annotated[np.uint64, "u8"]
    seen: Annotated[np.uint64, "u8"]  # all dominoes drawn in this game
    discarded: Annotated[np.uint64, "u8"]  # those of them that are discarded, face up
    placed: Annotated[NDArray[np.uint16], "u2", (GAMES, DOMINOES)]
    past_points: Annotated[NDArray[np.int16], "i2", (GAMES - 1, SEATS)]  # of the finished games of a Dynasty
    past_largest: Annotated[NDArray[np.int16], "i2", (GAMES - 1, SEATS)]
    past_crowns: Annotated[NDArray[np.int16], "i2", (GAMES - 1, SEATS)]
    west: Annotated[NDArray[np.int8], "i1", SEATS]  # the bounds of each kingdom
    east: Annotated[NDArray[np.int8], "i1", SEATS]
    north: Annotated[NDArray[np.int8], "i1", SEATS]
    south: Annotated[NDArray[np.int8], "i1", SEATS]
    order: Annotated[NDArray[np.uint8], "u1", SEATS]  # the seats of the kings in the order of the first claims
    phase: Annotated[int, "u1"]
    seat: Annotated[int, "u1"]  # the seat that decides
    first_claims: Annotated[int, "u1"]  # the number of claims made in the first round
    game: Annotated[int, "u1"]  # 0, or 0-2 in a Dynasty
    drawn: Annotated[int, "u1"]  # the number of dominoes drawn in this game
    players: Annotated[int, "u1"]
    kings: Annotated[int, "u1"]
    line: Annotated[int, "u1"]  # the number of dominoes in a line
    deck_size: Annotated[int, "u1"]
    grid: Annotated[int, "u1"]
    harmony: Annotated[int, "u1"]
    middle_kingdom: Annotated[int, "u1"]
    dynasty: Annotated[int, "u1"]
    crown_tiebreak: Annotated[int, "u1"]
    first_order: Annotated[int, "u1"]


class State(Open, Protocol):
    """A position: its open fields, then the hidden ones."""

    deck: Annotated[NDArray[np.uint8], "u1", (GAMES, DOMINOES)]  # domino numbers less one, in the order of drawing
    orders: Annotated[NDArray[np.uint8], "u1", (GAMES, SEATS)]  # the first order of each game


OPEN_FIELDS = fields_of(Open)
HIDDEN_FIELDS = fields_of(State)
DTYPE = dtype_of(Open, State)


class Derived(Protocol):
    """Values derived from an open position, part of its plain form."""

    totals: Annotated[NDArray[np.int32], "i4", SEATS]  # the points of each seat if the game ended now


DERIVED = dtype_of(Derived)


def _read_dominoes() -> NDArray[np.int64]:
    table = resources.files(__package__).joinpath("dominoes.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(table.splitlines()))
    return np.array(
        [
            [
                TERRAINS.index(row["left"]),
                int(row["left_crowns"]),
                TERRAINS.index(row["right"]),
                int(row["right_crowns"]),
            ]
            for row in rows
        ],
        dtype=np.int64,
    )


DOMINO = _read_dominoes()
"""Left terrain, left crowns, right terrain, right crowns of each domino, by its number less one."""
LEFT_TERRAIN, LEFT_CROWNS, RIGHT_TERRAIN, RIGHT_CROWNS = range(4)
