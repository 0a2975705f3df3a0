"""Observations of In the Year of the Dragon as numbers from 0 to 1, the viewer first.

| part    | numbers     | meaning                                                                                       |
|---------|-------------|-----------------------------------------------------------------------------------------------|
| courts  | 5 x 522     | for the viewer, then the others in seating order:                                             |
|         | 13          | yuan / 30, rice / 15, fireworks / 15, small and large privileges / 10, points earned / 150,    |
|         |             | space on the person track / 150, place in the turn order / 5, persons / 20, wild cards / 2,    |
|         |             | decisions owed / 5, wall tiles laid / 6, decides now                                          |
|         | 9 + 9       | symbols of each type / 10; person cards in hand                                               |
|         | 6 + 5       | wall tiles left; the group on which the dragon stands                                         |
|         | 30 x 16     | each palace: floors / 3, persons of each kind of tile / 3                                     |
| cards   | 8 x 5       | the group of each action card                                                                 |
| events  | 12 x 6      | the event of each month                                                                       |
| super   | 11          | the super event; the first is none                                                            |
| display | 15          | tiles on display / 10                                                                         |
| phase   | 15 + 9 + 13 | phase; stage; month, the first is the opening                                                 |
| pending | 10 + 15 + 9 | the card played; the person at the gate; the types taken in a Sunrise                         |
| struck  | 30          | the palaces of the deciding seat that have lost a person in this drought                      |
| general | 5           | floors left / 10, length of the wall / 12, Great Wall, large privileges at 7, players / 5     |
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import bit, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.year_of_the_dragon.layout import (
    BASE_ACTIONS,
    CARDS,
    DTYPE,
    EVENTS,
    GIFT_COUNT,
    LARGE_PRICES,
    LASTING,
    MONTHS,
    MOST_FLOORS,
    PALACES,
    PHASES,
    SEATS,
    STAGES,
    SUPER_EVENT_COUNT,
    TILE_COUNT,
    TYPE_COUNT,
    WITH_WALL,
    State,
)
from palatine.games.year_of_the_dragon.palaces import floors_of, persons_in, tile_at

EVENT_KINDS = len(EVENTS)
CARD_KINDS = len(CARDS)

# A court.
(
    YUAN,
    RICE,
    FIREWORKS,
    SMALL_PRIVILEGES,
    LARGE_PRIVILEGES,
    EARNED,
    SPACE,
    TURN,
    PERSONS,
    WILDS,
    OWED,
    LAID,
    DECIDES,
) = range(13)
SYMBOLS_AT = DECIDES + 1
HAND_AT = SYMBOLS_AT + TYPE_COUNT
GIFTS_AT = HAND_AT + TYPE_COUNT
DRAGON_AT = GIFTS_AT + GIFT_COUNT
PALACES_AT = DRAGON_AT + SEATS
PALACE_SIZE = 1 + TILE_COUNT
COURT_SIZE = PALACES_AT + PALACES * PALACE_SIZE

# The whole.
CARDS_AT = SEATS * COURT_SIZE
EVENTS_AT = CARDS_AT + WITH_WALL * SEATS
SUPER_AT = EVENTS_AT + MONTHS * EVENT_KINDS
DISPLAY_AT = SUPER_AT + SUPER_EVENT_COUNT + 1
PHASE_AT = DISPLAY_AT + TILE_COUNT
STAGE_AT = PHASE_AT + len(PHASES)
MONTH_AT = STAGE_AT + len(STAGES)
CARD_AT = MONTH_AT + MONTHS + 1
PERSON_AT = CARD_AT + CARD_KINDS
SUNRISE_AT = PERSON_AT + TILE_COUNT
STRUCK_AT = SUNRISE_AT + TYPE_COUNT
GENERAL_AT = STRUCK_AT + PALACES
FLOORS_LEFT, WALL_LENGTH, GREAT_WALL, DEAR_PRIVILEGES, PLAYERS = range(5)
SIZE = GENERAL_AT + PLAYERS + 1

GOODS_SCALES = (30.0, 15.0, 15.0)
PRIVILEGE_SCALE = 10.0
POINTS_SCALE = 150.0
PERSONS_SCALE = 20.0
SYMBOLS_SCALE = 10.0
WILDS_SCALE = 2.0
OWED_SCALE = 5.0


@kernel
def _share(value: int, scale: float) -> float:
    return min(1.0, value / scale)


@implements(contract.tensor, DTYPE)
def tensor(state: State, viewer: int, out: NDArray[np.float32]) -> None:
    players = wide(state.players)
    for place in range(players):
        seat = wide(state.order[place])
        relative = (seat - viewer + players) % players
        court = out[relative * COURT_SIZE : (relative + 1) * COURT_SIZE]
        _write_court(state, seat, court)
        court[TURN] = (place + 1) / SEATS
    if state.month:
        for card in range(WITH_WALL if state.great_wall else BASE_ACTIONS):
            out[CARDS_AT + card * SEATS + wide(state.group_of[card])] = 1.0
    for month in range(MONTHS):
        out[EVENTS_AT + month * EVENT_KINDS + wide(state.events[month])] = 1.0
    out[SUPER_AT + wide(state.super_event)] = 1.0
    for tile in range(TILE_COUNT):
        out[DISPLAY_AT + tile] = _share(wide(state.display[tile]), SYMBOLS_SCALE)
    out[PHASE_AT + wide(state.phase)] = 1.0
    out[STAGE_AT + wide(state.stage)] = 1.0
    out[MONTH_AT + wide(state.month)] = 1.0
    if state.card:
        out[CARD_AT + wide(state.card) - 1] = 1.0
    if state.pending:
        out[PERSON_AT + wide(state.pending) - 1] = 1.0
    for kind in range(TYPE_COUNT):
        out[SUNRISE_AT + kind] = wide(state.sunrise) >> kind & 1
    for palace in range(PALACES):
        out[STRUCK_AT + palace] = 1.0 if state.struck & bit(palace) else 0.0
    out[GENERAL_AT + FLOORS_LEFT] = _share(wide(state.floors_left), SYMBOLS_SCALE)
    out[GENERAL_AT + WALL_LENGTH] = wide(state.wall_length) / MONTHS
    out[GENERAL_AT + GREAT_WALL] = wide(state.great_wall)
    out[GENERAL_AT + DEAR_PRIVILEGES] = 1.0 if state.large_price == LARGE_PRICES[1] else 0.0
    out[GENERAL_AT + PLAYERS] = players / SEATS


@kernel
def _write_court(state: State, seat: int, out: NDArray[np.float32]) -> None:
    earned = 0
    for source in range(LASTING):
        earned += wide(state.earned[seat, source])
    out[YUAN] = _share(wide(state.yuan[seat]), GOODS_SCALES[0])
    out[RICE] = _share(wide(state.rice[seat]), GOODS_SCALES[1])
    out[FIREWORKS] = _share(wide(state.fireworks[seat]), GOODS_SCALES[2])
    out[SMALL_PRIVILEGES] = _share(wide(state.small[seat]), PRIVILEGE_SCALE)
    out[LARGE_PRIVILEGES] = _share(wide(state.large[seat]), PRIVILEGE_SCALE)
    out[EARNED] = _share(earned, POINTS_SCALE)
    out[SPACE] = _share(wide(state.track[seat]), POINTS_SCALE)
    out[PERSONS] = _share(wide(state.persons[seat]), PERSONS_SCALE)
    out[WILDS] = _share(wide(state.wilds[seat]), WILDS_SCALE)
    out[OWED] = _share(wide(state.owed[seat]), OWED_SCALE)
    out[LAID] = wide(state.wall_share[seat]) / GIFT_COUNT
    out[DECIDES] = 1.0 if contract.seat(state) == seat else 0.0
    for kind in range(TYPE_COUNT):
        out[SYMBOLS_AT + kind] = _share(wide(state.symbols[seat, kind]), SYMBOLS_SCALE)
        out[HAND_AT + kind] = wide(state.hand[seat]) >> kind & 1
    for gift in range(GIFT_COUNT):
        out[GIFTS_AT + gift] = wide(state.wall_left[seat]) >> gift & 1
    if state.dragon[seat]:
        out[DRAGON_AT + wide(state.dragon[seat]) - 1] = 1.0
    for i in range(wide(state.palace_count[seat])):
        palace = wide(state.palaces[seat, i])
        at = PALACES_AT + i * PALACE_SIZE
        out[at] = floors_of(palace) / MOST_FLOORS
        for place in range(persons_in(palace)):
            out[at + 1 + tile_at(palace, place)] += 1.0 / MOST_FLOORS
