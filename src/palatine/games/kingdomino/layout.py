"""The facts of Kingdomino and the record that holds a position.

Squares are counted from the castle: x to the right, y downwards, the castle at 0,0. A set of squares is kept on a
*ring* of bits (see `squares.py`); two words hold the ring of a 7 x 7 kingdom, the first one alone that of a 5 x 5.
"""

from __future__ import annotations

import csv
from importlib import resources
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

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
OPEN_FIELDS: list[tuple[Any, ...]] = [
    ("terrain", "u8", (SEATS, len(TERRAINS), 2)),  # the squares of each terrain
    ("taken", "u8", (SEATS, 2)),  # the squares that are not free, the castle among them
    ("crowns_low", "u8", (SEATS, 2)),
    ("crowns_high", "u8", (SEATS, 2)),
    ("current", "u8"),  # the dominoes of the claimed line that are still to be placed
    ("offered", "u8"),  # the dominoes of the next line that nobody has claimed
    ("claimed", "u8"),  # the dominoes of the next line that are claimed
    ("owner_low", "u8"),
    ("owner_high", "u8"),
    ("seen", "u8"),  # all dominoes that have been drawn in this game
    ("discarded", "u8"),  # those of them that are out of the game, face up
    ("placed", "u2", (GAMES, DOMINOES)),
    ("past_points", "i2", (GAMES - 1, SEATS)),  # of the finished games of a Dynasty
    ("past_largest", "i2", (GAMES - 1, SEATS)),
    ("past_crowns", "i2", (GAMES - 1, SEATS)),
    ("west", "i1", SEATS),  # how far each kingdom reaches
    ("east", "i1", SEATS),
    ("north", "i1", SEATS),
    ("south", "i1", SEATS),
    ("order", "u1", SEATS),  # the seats of the kings in the order drawn for the first claims
    ("phase", "u1"),
    ("seat", "u1"),  # who decides
    ("first_claims", "u1"),  # how many kings have claimed in the first round
    ("game", "u1"),  # 0, or 0-2 in a Dynasty
    ("drawn", "u1"),  # how many dominoes have been drawn in this game
    ("players", "u1"),
    ("kings", "u1"),
    ("line", "u1"),  # how many dominoes a line has
    ("deck_size", "u1"),
    ("grid", "u1"),
    ("harmony", "u1"),
    ("middle_kingdom", "u1"),
    ("dynasty", "u1"),
    ("crown_tiebreak", "u1"),
    ("first_order", "u1"),
]
HIDDEN_FIELDS: list[tuple[Any, ...]] = [
    ("deck", "u1", (GAMES, DOMINOES)),  # domino numbers less one, in the order of drawing
    ("orders", "u1", (GAMES, SEATS)),  # the first order of each game
]
DTYPE = np.dtype((np.record, np.dtype(OPEN_FIELDS + HIDDEN_FIELDS, align=True)))

# What follows from an open position and is told with it.
FACT_FIELDS: list[tuple[Any, ...]] = [
    ("totals", "i4", SEATS),  # the points of each seat, were the game to end now
]
FACTS = np.dtype((np.record, np.dtype(FACT_FIELDS, align=True)))


class State(Protocol):
    """A position, field by field as in `DTYPE`."""

    terrain: NDArray[np.uint64]
    taken: NDArray[np.uint64]
    crowns_low: NDArray[np.uint64]
    crowns_high: NDArray[np.uint64]
    current: np.uint64
    offered: np.uint64
    claimed: np.uint64
    owner_low: np.uint64
    owner_high: np.uint64
    seen: np.uint64
    discarded: np.uint64
    placed: NDArray[np.uint16]
    past_points: NDArray[np.int16]
    past_largest: NDArray[np.int16]
    past_crowns: NDArray[np.int16]
    west: NDArray[np.int8]
    east: NDArray[np.int8]
    north: NDArray[np.int8]
    south: NDArray[np.int8]
    order: NDArray[np.uint8]
    phase: int
    seat: int
    first_claims: int
    game: int
    drawn: int
    players: int
    kings: int
    line: int
    deck_size: int
    grid: int
    harmony: int
    middle_kingdom: int
    dynasty: int
    crown_tiebreak: int
    first_order: int
    deck: NDArray[np.uint8]
    orders: NDArray[np.uint8]


class Facts(Protocol):
    """What follows from a position, field by field as in `FACTS`."""

    totals: NDArray[np.int32]


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
