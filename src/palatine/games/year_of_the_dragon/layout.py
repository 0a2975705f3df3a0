"""The constants of In the Year of the Dragon and the record that holds a position.

A palace is a number of 16 bits (see `palaces.py`). The person track is stored as the space of each marker and the turn
order. The stacks follow from it: on one space the topmost marker comes first (YD-9).
"""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np
from numpy.typing import NDArray

from palatine.core.layout import dtype_of, fields_of
from palatine.games.year_of_the_dragon import SUPER_EVENTS

SEATS = 5
MONTHS = 12
PALACES = 30
"""More than a court can ever have. At most 14 palaces have been inhabited, one for each person. With 5 craftsmen at most
6 floors come in a month (11 with the Charter), and an empty palace loses one a month: besides the newest ones of one
floor there are at most 3 of two floors from the month before and 2 of three from before that."""
MOST_FLOORS = 3
FIRST_PALACES = 2
FIRST_FLOORS = 2
FIRST_YUAN = 6
FIRST_WILDS = 2

# Persons (YD-1). A tile is its type, or 9 + (type - 3) for the older ones of the six types that have them.
TYPES = (
    "craftsman",
    "court_lady",
    "tax_collector",
    "pyrotechnist",
    "warrior",
    "monk",
    "healer",
    "farmer",
    "scholar",
)
CRAFTSMAN, COURT_LADY, TAX_COLLECTOR, PYROTECHNIST, WARRIOR, MONK, HEALER, FARMER, SCHOLAR = range(9)
TYPE_COUNT = len(TYPES)
FIRST_WITH_OLDER = PYROTECHNIST
TILES = (
    *TYPES[:FIRST_WITH_OLDER],
    *(f"younger_{name}" for name in TYPES[FIRST_WITH_OLDER:]),
    *(f"older_{name}" for name in TYPES[FIRST_WITH_OLDER:]),
)
TILE_COUNT = len(TILES)
TYPE = np.array([*range(TYPE_COUNT), *range(FIRST_WITH_OLDER, TYPE_COUNT)], dtype=np.int64)
SYMBOLS = np.array([1, 1, 3, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3], dtype=np.int64)
VALUE = np.array([2, 1, 3, 5, 5, 6, 4, 4, 4, 3, 3, 2, 1, 1, 2], dtype=np.int64)
WILD = TYPE_COUNT
CARDS = (*TYPES, "wild")
ALL_TYPES = (1 << TYPE_COUNT) - 1

# The pairs of the opening (YD-7).
PAIRS = [(low, high) for low in range(TYPE_COUNT) for high in range(low + 1, TYPE_COUNT)]
PAIR_COUNT = len(PAIRS)
PAIR_LOW = np.array([low for low, _ in PAIRS], dtype=np.int64)
PAIR_HIGH = np.array([high for _, high in PAIRS], dtype=np.int64)

# Action cards (YD-5, YD-X1), and the sizes of their groups by the number of players (YD-10).
ACTIONS = ("taxes", "build", "harvest", "fireworks", "parade", "research", "privilege", "wall")
TAXES, BUILDING, HARVEST, FIREWORKS, PARADE, RESEARCH, PRIVILEGE, WALL_ACTION = range(8)
BASE_ACTIONS = 7
WITH_WALL = 8
GROUP_SIZES = ((4, 3), (3, 2, 2), (2, 2, 2, 1), (2, 2, 1, 1, 1))
GROUP_SIZES_WITH_WALL = ((4, 4), (3, 3, 2), (2, 2, 2, 2), (2, 2, 2, 1, 1))


def _groups(sizes: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [[group for group, size in enumerate(of_players) for _ in range(size)] for of_players in sizes]


GROUPS = np.zeros((2, SEATS + 1, WITH_WALL), dtype=np.int64)
"""The group of each place of the shuffled cards, without and with the wall, for each number of players."""
GROUPS[0, 2:, :BASE_ACTIONS] = _groups(GROUP_SIZES)
GROUPS[1, 2:, :] = _groups(GROUP_SIZES_WITH_WALL)

YIELDING = range(PRIVILEGE)
"""The actions that bring more with more symbols."""
TYPE_OF_ACTION = np.array([TAX_COLLECTOR, CRAFTSMAN, FARMER, PYROTECHNIST, WARRIOR, SCHOLAR], dtype=np.int64)
"""The type of person whose symbols each of them counts."""

FEE = 3
PASS_YUAN = 3
TAX_BASE = 2
SMALL_PRICE = 2
LARGE_DRAGONS = 2

# Events (YD-4).
EVENTS = ("peace", "tribute", "drought", "contagion", "mongols", "festival")
PEACE, TRIBUTE, DROUGHT, CONTAGION, MONGOLS, FESTIVAL = range(6)
PEACE_MONTHS = 2
EVENT_TILES = 2
"""The number of tiles of each event except peace."""
TRIBUTE_YUAN = 4
CONTAGION_PERSONS = 3
FESTIVAL_FIRST = 6
FESTIVAL_SECOND = 3

# Super events (YD-X2); 0 is none.
(
    NO_SUPER_EVENT,
    LANTERN_FESTIVAL,
    BUDDHA,
    EARTHQUAKE,
    FLOOD,
    SOLAR_ECLIPSE,
    VOLCANIC_ERUPTION,
    TORNADO,
    SUNRISE,
    ASSASSINATION_ATTEMPT,
    CHARTER_EVENT,
) = range(11)
SUPER_EVENT_COUNT = len(SUPER_EVENTS)
SUPER_MONTH = 7
LANTERN_POINTS = 2
EARTHQUAKE_FLOORS = 2
TORNADO_CARDS = 2

# The wall (YD-X1).
GIFTS = ("rice", "firework", "yuan", "floor", "points", "spaces")
RICE_GIFT, FIREWORK_GIFT, YUAN_GIFT, FLOOR_GIFT, POINTS_GIFT, SPACES_GIFT = range(6)
GIFT_COUNT = len(GIFTS)
ALL_GIFTS = (1 << GIFT_COUNT) - 1
GIFT_YUAN = 2
GIFT_POINTS = 3
GIFT_SPACES = 3

# Stages of a month. The last five pass without a decision unless an expansion needs them.
DRAFTING, ACTING, PERSONS, EVENT, WALL, SUPER, EVENT_AGAIN, WALL_AGAIN, LAST_WALL = range(9)
STAGES = ("draft", "action", "person", "event", "wall", "super_event", "event_again", "wall_again", "last_wall")

# Phases: the kind of decision asked for.
(
    OVER,
    DRAFT,
    HOUSE,
    ACT,
    BUY,
    BUILD,
    PLAY,
    TAKE,
    RELEASE,
    REPLACE,
    LAY,
    COLLAPSE,
    RETURN,
    DISCARD,
    CHARTER,
) = range(15)
PHASES = (
    "over",
    "draft",
    "house",
    "act",
    "buy",
    "build",
    "play",
    "take",
    "release",
    "replace",
    "lay",
    "collapse",
    "return",
    "discard",
    "charter",
)
TURN_OVER = OVER
"""The next phase of a turn that is over."""
MAIN_PHASE = {DRAFTING: DRAFT, ACTING: ACT, PERSONS: PLAY}
"""The first phase of a seat in a stage. In all other stages except the super event it releases."""
SUPER_PHASE = {EARTHQUAKE: COLLAPSE, FLOOD: RETURN, TORNADO: DISCARD, SUNRISE: TAKE, CHARTER_EVENT: CHARTER}
FIRST_QUESTION = np.full((LAST_WALL + 1, SUPER_EVENT_COUNT + 1), RELEASE, dtype=np.int64)
"""The first phase of a seat, by stage and super event."""
for _stage, _phase in MAIN_PHASE.items():
    FIRST_QUESTION[_stage] = _phase
for _super_event, _phase in SUPER_PHASE.items():
    FIRST_QUESTION[SUPER, _super_event] = _phase

# Decisions by number; those of a phase begin at its `FIRST`:
# | phase    | numbers | decision                                                                              |
# |----------|---------|---------------------------------------------------------------------------------------|
# | draft    | 36      | a pair of types, as in `PAIRS`                                                        |
# | house    | 30      | a palace                                                                              |
# | act      | 40 + 1  | 8 * group + action; pass                                                              |
# | buy      | 2       | small, large                                                                          |
# | build    | 30 + 1  | a palace; a new one                                                                   |
# | play     | 10      | a card: a type, or wild                                                               |
# | take     | 15      | a tile                                                                                |
# | release  | 30 x 15 | 15 * palace + tile                                                                    |
# | replace  | 30 x 15 + 1 | 15 * palace + tile; let the new one go                                            |
# | lay      | 6       | a gift of the wall                                                                    |
# | collapse | 30      | a palace                                                                              |
# | return   | 3       | yuan, rice, firework                                                                  |
# | discard  | 10      | a card                                                                                |
# | charter  | 9       | a type                                                                                |
PASS = SEATS * WITH_WALL
BUILD_NEW = PALACES
LET_GO = PALACES * TILE_COUNT
GOODS = ("yuan", "rice", "firework")
YUAN_BACK, RICE_BACK, FIREWORK_BACK = range(3)
SMALL, LARGE = range(2)
PRIVILEGES = ("small", "large")
SIZE_OF_PHASE = {
    DRAFT: PAIR_COUNT,
    HOUSE: PALACES,
    ACT: PASS + 1,
    BUY: len(PRIVILEGES),
    BUILD: BUILD_NEW + 1,
    PLAY: len(CARDS),
    TAKE: TILE_COUNT,
    RELEASE: PALACES * TILE_COUNT,
    REPLACE: LET_GO + 1,
    LAY: GIFT_COUNT,
    COLLAPSE: PALACES,
    RETURN: len(GOODS),
    DISCARD: len(CARDS),
    CHARTER: TYPE_COUNT,
}
FIRST = np.cumsum([0, 0, *SIZE_OF_PHASE.values()], dtype=np.int64)[:-1]
"""The first decision of each phase."""
DECISIONS = sum(SIZE_OF_PHASE.values())
MOST_LEGAL = PALACES * MOST_FLOORS + 1
"""More than can ever be legal: replace any person of any palace, or none."""

# Sources of points. Those before `LASTING` are counted as they are earned, the others from what a court has.
SOURCES = (
    "palaces",
    "court_ladies",
    "privileges",
    "research",
    "festivals",
    "mongols",
    "wall",
    "super_event",
    "persons",
    "monks",
    "money",
)
(
    PALACE_POINTS,
    LADY_POINTS,
    PRIVILEGE_POINTS,
    RESEARCH_POINTS,
    FESTIVAL_POINTS,
    MONGOL_POINTS,
    WALL_POINTS,
    SUPER_POINTS,
    PERSON_POINTS,
    MONK_POINTS,
    MONEY_POINTS,
) = range(11)
LASTING = PERSON_POINTS
MONTHLY = (PALACE_POINTS, LADY_POINTS, PRIVILEGE_POINTS)
"""The sources that score every month."""
SOURCE_COUNT = len(SOURCES)
ROW_SEAT, ROW_SOURCE, ROW_POINTS = range(3)
SOURCE_FIELDS = 3
MOST_SOURCES = SEATS * SOURCE_COUNT
POINTS_A_PERSON = 2
YUAN_A_PIECE = 2
YUAN_A_POINT = 3

# A tie-break is a digit of a ranking: points first, then the space on the person track, then the upper marker (YD-35).
RANKING_BASE = 1 << 16

# `card`, `pending`, `dragon`, `pair` and `wall` are 0 for none, otherwise the number plus 1.


class Open(Protocol):
    """The open fields of a position, in the order of the record."""

    palaces: Annotated[NDArray[np.uint16], "u2", (SEATS, PALACES)]  # in the order of building, see `palaces.py`
    earned: Annotated[NDArray[np.int16], "i2", (SEATS, LASTING)]  # points so far by source
    yuan: Annotated[NDArray[np.uint16], "u2", SEATS]
    rice: Annotated[NDArray[np.uint16], "u2", SEATS]
    fireworks: Annotated[NDArray[np.uint16], "u2", SEATS]
    track: Annotated[NDArray[np.uint16], "u2", SEATS]  # the space of each person marker
    owed: Annotated[NDArray[np.uint16], "u2", SEATS]  # decisions of the stage's kind that each seat still has to make
    hand: Annotated[NDArray[np.uint16], "u2", SEATS]  # types whose card each seat still has
    struck: Annotated[np.uint64, "u8"]  # palaces that have lost a person in this drought
    sunrise: Annotated[int, "u2"]  # types that have been taken in this Sunrise
    palace_count: Annotated[NDArray[np.uint8], "u1", SEATS]
    symbols: Annotated[NDArray[np.uint8], "u1", (SEATS, TYPE_COUNT)]  # on the persons of each court
    persons: Annotated[NDArray[np.uint8], "u1", SEATS]
    wilds: Annotated[NDArray[np.uint8], "u1", SEATS]  # wild cards in hand
    small: Annotated[NDArray[np.uint8], "u1", SEATS]  # privileges
    large: Annotated[NDArray[np.uint8], "u1", SEATS]
    dragon: Annotated[NDArray[np.uint8], "u1", SEATS]  # group with each seat's dragon this month
    pair: Annotated[NDArray[np.uint8], "u1", SEATS]  # pairs taken, during the opening
    wall_left: Annotated[NDArray[np.uint8], "u1", SEATS]  # wall tiles that each seat still has
    wall_share: Annotated[NDArray[np.uint8], "u1", SEATS]  # number of its tiles in the wall
    wall: Annotated[NDArray[np.uint8], "u1", MONTHS]  # gift * 5 + seat of each tile in the wall
    wall_length: Annotated[int, "u1"]
    order: Annotated[NDArray[np.uint8], "u1", SEATS]  # the seats in turn order
    events: Annotated[NDArray[np.uint8], "u1", MONTHS]
    super_event: Annotated[int, "u1"]
    group_of: Annotated[NDArray[np.uint8], "u1", WITH_WALL]  # group of each action card this month
    display: Annotated[NDArray[np.uint8], "u1", TILE_COUNT]  # tiles left of each kind
    phase: Annotated[int, "u1"]
    stage: Annotated[int, "u1"]
    seat: Annotated[int, "u1"]  # the seat that decides
    start: Annotated[int, "u1"]  # the seat that began the opening
    month: Annotated[int, "u1"]  # 0 in the opening
    card: Annotated[int, "u1"]  # card played, for which a person is taken
    pending: Annotated[int, "u1"]  # person to be housed
    floors_left: Annotated[int, "u1"]  # floors still to be built
    players: Annotated[int, "u1"]
    large_price: Annotated[int, "u1"]
    great_wall: Annotated[int, "u1"]


class State(Open, Protocol):
    """A position: its open fields, then the hidden ones."""

    layouts: Annotated[NDArray[np.uint8], "u1", (MONTHS, WITH_WALL)]  # the group of each action card in each month


OPEN_FIELDS = fields_of(Open)
HIDDEN_FIELDS = fields_of(State)
DTYPE = dtype_of(Open, State)


class Derived(Protocol):
    """The values that follow from an open position and are part of its plain form."""

    totals: Annotated[NDArray[np.int32], "i4", SEATS]  # points of each seat if the game ended now
    income: Annotated[NDArray[np.uint16], "u2", (SEATS, len(YIELDING))]  # yield of each action
    month_points: Annotated[NDArray[np.uint16], "u2", SEATS]  # points of the end of the month
    lost: Annotated[NDArray[np.uint8], "u1", (SEATS, len(EVENTS))]  # persons that each event would take
    event_points: Annotated[NDArray[np.uint8], "u1", (SEATS, len(EVENTS))]  # points that it would score


DERIVED = dtype_of(Derived)

# Options, in the order of `GAME.options`.
LARGE_PRIVILEGE, GREAT_WALL, SUPER_EVENT, START_PLAYER = range(4)
SUPER_DRAWN = 1
FIRST_SEAT_STARTS = 1
LARGE_PRICES = (6, 7)
