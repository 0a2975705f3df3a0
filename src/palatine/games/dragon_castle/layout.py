"""The constants of Dragon Castle and the record that holds a position.

A tile is a *code* of six bits, 8 * type + rank; 0 is no tile, or a face-down one. Spaces of the castle are numbered
16 * row + column, those of a Realm 8 * row + column. So three words hold a set of castle spaces (`boards.py`), and one
word a set of Realm spaces (`realms.py`). The tiles on the spaces are stored as bit planes: for each bit of the code, the
set of spaces whose tile has it.
"""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np
from numpy.typing import NDArray

from palatine.core.layout import dtype_of, fields_of
from palatine.games.dragon_castle import castles
from palatine.games.dragon_castle.options import SPIRITS

SEATS = 4
SOLO_SEATS = 1

# ------------------------------------------------------------------------------------------------------------ tiles

TYPES = ("merchants", "soldiers", "farmers", "seasons", "winds", "dragons")
FIRST_TYPE, LAST_TYPE = 1, len(TYPES)
LAST_FACTION = 3
DRAGON_TYPE = LAST_TYPE
"""Types count from 1: a code of 0 has no type."""
NUMBERS = 6
"""The tiles of a Faction are numbered 1-6."""
SYMBOLS_OF_TYPE = (
    *(tuple(f"{faction}_{number}" for number in range(1, NUMBERS + 1)) for faction in TYPES[:LAST_FACTION]),
    ("spring", "summer", "autumn", "winter"),
    ("rainy_wind", "stormy_wind", "misty_wind", "snowy_wind"),
    ("red_dragon", "green_dragon", "white_dragon"),
)
TILES = tuple(symbol for symbols in SYMBOLS_OF_TYPE for symbol in symbols)
SYMBOLS = len(TILES)
COPIES = 4
ALL_TILES = SYMBOLS * COPIES
CODE_BITS = 6
RANK_BITS = 3
RANKS = 1 << RANK_BITS
CODES = 1 << CODE_BITS
CODE_OF = np.array(
    [
        RANKS * kind + rank
        for kind, symbols in enumerate(SYMBOLS_OF_TYPE, start=FIRST_TYPE)
        for rank in range(1, len(symbols) + 1)
    ],
    dtype=np.int64,
)
"""The code of each of the 29 symbols."""
SYMBOL_OF = np.full(CODES, -1, dtype=np.int64)
SYMBOL_OF[CODE_OF] = np.arange(SYMBOLS)
FIRST_SPECIAL_SYMBOL = NUMBERS * LAST_FACTION

# ----------------------------------------------------------------------------------------------------------- places

CASTLE_COLUMNS = castles.COLUMNS
CASTLE_SPACES = CASTLE_COLUMNS * castles.ROWS
FLOORS = castles.TALLEST
WORDS = 3
"""Words in a set of castle spaces: four rows each."""
WORD_SHIFT = 6
HEIGHT_BITS = castles.HEIGHT_BITS
"""Bits of a space's height in the numbers of the castle option, one for each row."""

REALM_STRIDE = 8
REALM_SPACES = REALM_STRIDE * REALM_STRIDE
REALM_SIZES = (4, 6, 8)

# ---------------------------------------------------------------------------------------------------- cards and points

CARDS = len(SPIRITS)
"""There are as many Dragons."""
BEAUTY, ELEGANCE, WIND, DECEPTION, STRENGTH, CHANGE, FAITH, DEEP, DESTRUCTION, CUNNING = range(CARDS)
HUMILITY, RIGHTEOUSNESS, TRANQUILITY, BRAVERY, MAJESTY, POWER, KNOWLEDGE, HARMONY, DEVOTION, FORTITUDE = range(CARDS)

ALL_SHRINES = 40
COUNTDOWN = 7
COUNTDOWN_POINTS = 2
SOLO_COUNTDOWN = 3
"""A solo game has the countdown of three players (DC-41)."""
SOLO_CARDS_POINTS = -15
RANK_FROM = (15, 25, 32, 40, 48, 58)
"""The points from which a solo game reaches its second, third, ... seventh rank (DC-41)."""
SMALLEST_SET = 4
CUNNING_SET = 3
SET_POINTS = (0, 0, 0, 2, 2, 3, 5, 6, 8)
"""By the number of tiles; sets of 3 need Cunning. Each tile beyond 8 adds one (DC-22)."""
FACTION_SHRINES, SPECIAL_SHRINES = 1, 2
HIGHEST_SHRINE = 3
"""The points of a Shrine on this floor or higher (DC-27)."""

# Elegance in this turn (DC-S2).
OWED, SATISFIED = 1, 2
ELEGANCES = (None, "owed", "satisfied")

# ---------------------------------------------------------------------------------------------------------- the turn

# Stages of a turn. The phase that asks the own question of a stage has the same number.
OVER = 0
ACTION = 1
COMPLETION = 2
PLACEMENT = 3
CHECK = 4
END = 5
STAGES = (None, "action", "completion", "placement", "check", "end")
# Other phases: building steps and Spirits.
BUILD = 6
BEAUTY_GROUP = 7
CUNNING_GROUP = 8
CHANGE_TILE = 9
STRENGTH_LIFT = 10
STRENGTH_DROP = 11
WIND_FLIP = 12
WIND_LIFT = 13
WIND_DROP = 14
FAITH_BUILD = 15
DECEPTION_PAIR = 16
DEEP_PAIR = 17
DESTRUCTION_TILE = 18
PHASES = (
    "over",
    *(str(stage) for stage in STAGES[1:]),
    "build",
    "beauty",
    "cunning",
    "change",
    "strength_lift",
    "strength_drop",
    "wind",
    "wind_lift",
    "wind_drop",
    "faith",
    "deception",
    "deep",
    "destruction",
)

# Actions.
PAIR, SHRINE, DISCARD, SUMMON = 1, 2, 3, 4
ACTIONS = (None, "pair", "shrine", "discard", "summon")

# Options in the order of the game's description. The castle takes a number for each of its rows.
SPIRITS_OPTION, DRAGONS_OPTION, COLUMNS_OPTION, ROWS_OPTION, START_OPTION, CASTLE_OPTION = range(6)
FIRST_SEAT_STARTS = 1

# Decisions, one number each:
# | numbers   | decision                                                                                      |
# |-----------|-----------------------------------------------------------------------------------------------|
# | 0-191     | pick the tile of a castle space as the first                                                  |
# | 192-383   | take the tile of a castle space as the second                                                 |
# | 384-575   | destroy the tile of a castle space                                                            |
# | 576-703   | place on a Realm space: the tile collected first (576-639), the second one (640-703)          |
# | 704-767   | build a Shrine on a Realm space                                                               |
# | 768-831   | flip the tile of a Realm space                                                                |
# | 832-895   | lift the tile, or the Shrine, of a Realm space                                                |
# | 896-959   | drop it on a Realm space                                                                      |
# | 960-1023  | Consolidate the group whose first space this is                                               |
# | 1024-1407 | change: 1024 + 64 * type + Realm space, types counted from 0                                  |
# | 1408-1411 | shrine, discard, summon, done                                                                 |
# | 1412-2061 | activate a Spirit: 1412 + 65 * Spirit + the Realm space of the tile paid, or 64 for a Shrine   |
PICK_FIRST = 0
PAIR_FIRST = PICK_FIRST + CASTLE_SPACES
DESTROY_FIRST = PAIR_FIRST + CASTLE_SPACES
PLACE_FIRST = DESTROY_FIRST + CASTLE_SPACES
HELD = 2
BUILD_FIRST = PLACE_FIRST + HELD * REALM_SPACES
FLIP_FIRST = BUILD_FIRST + REALM_SPACES
LIFT_FIRST = FLIP_FIRST + REALM_SPACES
DROP_FIRST = LIFT_FIRST + REALM_SPACES
GROUP_FIRST = DROP_FIRST + REALM_SPACES
CHANGE_FIRST = GROUP_FIRST + REALM_SPACES
WORD_FIRST = CHANGE_FIRST + len(TYPES) * REALM_SPACES
SHRINE_WORD, DISCARD_WORD, SUMMON_WORD, DONE_WORD = range(4)
WORD_COUNT = 4
SPIRIT_FIRST = WORD_FIRST + WORD_COUNT
PAYMENTS = REALM_SPACES + 1
PAY_SHRINE = REALM_SPACES
DECISIONS = SPIRIT_FIRST + CARDS * PAYMENTS
MOST_LEGAL = CASTLE_SPACES + HELD * REALM_SPACES + WORD_COUNT + CARDS * PAYMENTS

CASTLE_FIRST = np.zeros(len(PHASES), dtype=np.int64)
"""For each phase the number of the decision that `castle_choices` counts from."""
CASTLE_FIRST[ACTION] = PICK_FIRST
CASTLE_FIRST[[COMPLETION, DECEPTION_PAIR, DEEP_PAIR]] = PAIR_FIRST
CASTLE_FIRST[DESTRUCTION_TILE] = DESTROY_FIRST
REALM_FIRST = np.zeros(len(PHASES), dtype=np.int64)
"""For each phase the number of the decision that `realm_choices` counts from, 64 a word."""
REALM_FIRST[PLACEMENT] = PLACE_FIRST
REALM_FIRST[[BUILD, FAITH_BUILD]] = BUILD_FIRST
REALM_FIRST[WIND_FLIP] = FLIP_FIRST
REALM_FIRST[[WIND_LIFT, STRENGTH_LIFT]] = LIFT_FIRST
REALM_FIRST[[WIND_DROP, STRENGTH_DROP]] = DROP_FIRST
REALM_FIRST[[BEAUTY_GROUP, CUNNING_GROUP]] = GROUP_FIRST
REALM_FIRST[CHANGE_TILE] = CHANGE_FIRST
REALM_WORDS = len(TYPES)

# Sources of points. Points earned in play are counted by source; the others are computed from the Realm.
EARNED_SETS, EARNED_DRAGON_SETS, EARNED_BEAUTY, EARNED_DISCARDS = range(4)
LASTING = 4
COUNTDOWN_SOURCE = 4
SHRINES_SOURCE = 5
FIRST_DRAGON_SOURCE = 6
SOLO_SOURCE = FIRST_DRAGON_SOURCE + CARDS
EARNED = ("sets", "dragon_sets", "beauty", "discards")
# A row. The spaces it counts take two numbers of 32 bits. The meaning of `part` and `amount` depends on the source: see
# `view.py`.
ROW_SEAT, ROW_SOURCE, ROW_PART, ROW_AMOUNT, ROW_LOW, ROW_HIGH, ROW_POINTS = range(7)
SOURCE_FIELDS = 7
MOST_SOURCES = SEATS * (LASTING + 5 + CARDS + REALM_SPACES)

# A tie-break is a digit of a ranking: points first, then stacks that show a face-down tile, then Shrines (DC-33).
RANKING_BASE = 1 << 8

MOST_SETS = 2
"""The most sets Consolidated together: each has one of two tiles just placed or moved."""


class Open(Protocol):
    """The open fields of a position, in the order of the record."""

    floors: Annotated[NDArray[np.uint64], "u8", (FLOORS, WORDS)]  # the castle spaces that have a tile on each floor
    planes: Annotated[
        NDArray[np.uint64], "u8", (CODE_BITS, WORDS)
    ]  # the codes of the uncovered tiles of the castle, bit by bit
    faces: Annotated[
        NDArray[np.uint64], "u8", (SEATS, CODE_BITS)
    ]  # the codes of the face-up tiles of each Realm, bit by bit
    up: Annotated[NDArray[np.uint64], "u8", SEATS]  # the Realm spaces that show a face-up tile
    down: Annotated[
        NDArray[np.uint64], "u8", SEATS
    ]  # the Realm spaces that show a face-down tile, with or without a Shrine
    shrines: Annotated[NDArray[np.uint64], "u8", SEATS]
    sets: Annotated[NDArray[np.uint64], "u8", MOST_SETS]  # the sets of the Consolidation whose building step this is
    moved: Annotated[np.uint64, "u8"]  # the spaces of the tiles that Strength has moved
    heights: Annotated[NDArray[np.uint8], "u1", (SEATS, REALM_SPACES)]
    unseen: Annotated[NDArray[np.uint8], "u1", SYMBOLS]  # the copies of each symbol that are still covered
    earned: Annotated[NDArray[np.int16], "i2", (SEATS, LASTING)]
    spirits: Annotated[int, "u2"]  # the cards in play
    dragons: Annotated[int, "u2"]
    used: Annotated[int, "u2"]  # the Spirits activated in this turn
    shrine_pool: Annotated[NDArray[np.uint8], "u1", SEATS]
    tokens: Annotated[NDArray[np.uint8], "u1", SEATS]  # Countdown tokens taken
    allowance: Annotated[NDArray[np.uint8], "u1", MOST_SETS]  # the Shrines that may still be built on each of the sets
    held: Annotated[NDArray[np.uint8], "u1", HELD]  # the codes of the tiles collected and not yet placed
    first_code: Annotated[int, "u1"]  # the first tile of this turn; 0 before it is taken
    first_space: Annotated[int, "u1"]
    first_floor: Annotated[int, "u1"]
    lifted: Annotated[int, "u1"]  # the Realm space of the lifted tile or Shrine, plus one
    phase: Annotated[int, "u1"]
    stage: Annotated[int, "u1"]
    seat: Annotated[int, "u1"]  # the seat to decide
    start: Annotated[int, "u1"]
    action: Annotated[int, "u1"]  # the action completed in this turn
    elegance: Annotated[int, "u1"]
    general_shrines: Annotated[int, "u1"]
    dummy_tokens: Annotated[int, "u1"]
    players: Annotated[int, "u1"]
    columns: Annotated[int, "u1"]
    rows: Annotated[int, "u1"]
    # Computed from the rest: the legal decisions (see `legal.py`).
    castle_choices: Annotated[NDArray[np.uint64], "u8", WORDS]
    realm_choices: Annotated[NDArray[np.uint64], "u8", REALM_WORDS]
    tile_payments: Annotated[NDArray[np.uint64], "u8", CARDS]  # for each Spirit the face-up tiles that can pay for it
    shrine_payments: Annotated[int, "u2"]  # the Spirits that a Shrine can pay for
    word_choices: Annotated[int, "u1"]  # the legal ones of shrine, discard, summon, done


class State(Open, Protocol):
    """A position: its open fields, then the hidden ones."""

    covered: Annotated[
        NDArray[np.uint8], "u1", (FLOORS - 1, CASTLE_SPACES)
    ]  # the codes of the tiles that lie under others, by floor


OPEN_FIELDS = fields_of(Open)
HIDDEN_FIELDS = fields_of(State)
DTYPE = dtype_of(Open, State)


class Derived(Protocol):
    """The derived values in the plain form of an open position."""

    totals: Annotated[NDArray[np.int32], "i4", SEATS]  # the points of each seat, were the game to end now
    castle_heights: Annotated[NDArray[np.uint8], "u1", CASTLE_SPACES]  # the number of tiles on each space
    castle_codes: Annotated[NDArray[np.uint8], "u1", CASTLE_SPACES]  # the codes of the uncovered tiles, space by space
    available: Annotated[NDArray[np.uint8], "u1", CASTLE_SPACES]  # 1 where the tile is Available
    realm_codes: Annotated[
        NDArray[np.uint8], "u1", (SEATS, REALM_SPACES)
    ]  # the codes of the face-up tiles of each Realm, space by space
    groups: Annotated[
        NDArray[np.uint8], "u1", (SEATS, REALM_SPACES)
    ]  # for each face-up tile the first space of its group, plus one
    top_floor: Annotated[int, "u1"]  # the highest floor with a tile, from 1; 0 when the castle is gone
    tokens_taken: Annotated[int, "u1"]


DERIVED = dtype_of(Derived)
