"""The constants of Kingdomino and the record that holds a position.

Squares are counted from the castle: x to the right, y downwards, the castle at 0,0. A set of squares is kept on a
*ring* of bits (see `squares.py`); two words hold the ring of a 7 x 7 kingdom, the first one alone that of a 5 x 5.
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
"""By how many columns or rows one domino can widen a kingdom."""
HARMONY_POINTS = 5
MIDDLE_KINGDOM_POINTS = 10

# Phases.
OVER = 0
CLAIM = 1
PLACE = 2
PHASES = ("over", "claim", "place")

# Ways to settle the first order of two players (KD-14): 0 means drawn.
ABBA = 1

# Options, in the order in which the game describes them.
MIGHTY_DUEL, HARMONY, MIDDLE_KINGDOM, DYNASTY, CROWN_TIEBREAK, FIRST_ORDER, THREE_PLAYER_DECK = range(7)

# Decisions, one number each:
# | numbers  | decision                                                                                   |
# |----------|--------------------------------------------------------------------------------------------|
# | 0-47     | claim domino 1-48                                                                          |
# | 48       | discard the domino, which fits nowhere                                                     |
# | 49-724   | place: 49 + 4 * (13 * (y + 6) + (x + 6)) + direction: the left square at x,y, the right one |
# |          | beside it in that direction                                                                |
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
"""More than can ever be legal at once: the four ways of a domino over a 9 x 9 reach, and to spare."""

# Where points come from: a row of numbers each.
ROW_SEAT, ROW_GAME, ROW_SOURCE, ROW_TERRAIN, ROW_SQUARES, ROW_CROWNS, ROW_POINTS = range(7)
TERRITORY, HARMONY_BONUS, MIDDLE_KINGDOM_BONUS = range(3)
SOURCES = ("territory", "harmony", "middle_kingdom")
SOURCE_FIELDS = 7
MOST_SOURCES = GAMES * SEATS * (LARGE_GRID * LARGE_GRID + 2)

# A tie-break is a digit of a ranking: points first, then the largest territory, then (as an option) crowns.
RANKING_BASE = 1 << 16

# A placement in `placed`: 0 when the domino lies in no kingdom, else 1 + 4 * (decision - PLACE_FIRST) + seat.
# The owner of a claimed domino is spread over `owner_low` and `owner_high`: bit d-1 of each is one bit of the seat.
# Crowns (0-3) are spread likewise over `crowns_low` and `crowns_high`, sets of squares.


class Open(Protocol):
    """The open fields of a position, in the order of the record."""

    terrain: Annotated[NDArray[np.uint64], "u8", (SEATS, len(TERRAINS), 2)]  # the squares of each terrain
    taken: Annotated[NDArray[np.uint64], "u8", (SEATS, 2)]  # the squares that are not free, the castle among them
    crowns_low: Annotated[NDArray[np.uint64], "u8", (SEATS, 2)]
    crowns_high: Annotated[NDArray[np.uint64], "u8", (SEATS, 2)]
    current: Annotated[np.uint64, "u8"]  # the dominoes of the claimed line that are still to be placed
    offered: Annotated[np.uint64, "u8"]  # the dominoes of the next line that nobody has claimed
    claimed: Annotated[np.uint64, "u8"]  # the dominoes of the next line that are claimed
    owner_low: Annotated[np.uint64, "u8"]
    owner_high: Annotated[np.uint64, "u8"]
    seen: Annotated[np.uint64, "u8"]  # all dominoes that have been drawn in this game
    discarded: Annotated[np.uint64, "u8"]  # those of them that are out of the game, face up
    placed: Annotated[NDArray[np.uint16], "u2", (GAMES, DOMINOES)]
    past_points: Annotated[NDArray[np.int16], "i2", (GAMES - 1, SEATS)]  # of the finished games of a Dynasty
    past_largest: Annotated[NDArray[np.int16], "i2", (GAMES - 1, SEATS)]
    past_crowns: Annotated[NDArray[np.int16], "i2", (GAMES - 1, SEATS)]
    west: Annotated[NDArray[np.int8], "i1", SEATS]  # how far each kingdom reaches
    east: Annotated[NDArray[np.int8], "i1", SEATS]
    north: Annotated[NDArray[np.int8], "i1", SEATS]
    south: Annotated[NDArray[np.int8], "i1", SEATS]
    order: Annotated[NDArray[np.uint8], "u1", SEATS]  # the seats of the kings in the order drawn for the first claims
    phase: Annotated[int, "u1"]
    seat: Annotated[int, "u1"]  # who decides
    first_claims: Annotated[int, "u1"]  # how many kings have claimed in the first round
    game: Annotated[int, "u1"]  # 0, or 0-2 in a Dynasty
    drawn: Annotated[int, "u1"]  # how many dominoes have been drawn in this game
    players: Annotated[int, "u1"]
    kings: Annotated[int, "u1"]
    line: Annotated[int, "u1"]  # how many dominoes a line has
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
    """The values that follow from an open position and are part of its plain form."""

    totals: Annotated[NDArray[np.int32], "i4", SEATS]  # the points of each seat, were the game to end now


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
"""For each domino, by its number less one: left terrain, left crowns, right terrain, right crowns."""
LEFT_TERRAIN, LEFT_CROWNS, RIGHT_TERRAIN, RIGHT_CROWNS = range(4)
