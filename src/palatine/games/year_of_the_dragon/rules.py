"""The rules of In the Year of the Dragon, compiled: set-up and the effects of decisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ZERO, bit, wide
from palatine.core.chance import draw, shuffle
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.year_of_the_dragon.building import begin_building, build
from palatine.games.year_of_the_dragon.courts import (
    action_yield,
    benefit,
    house_person,
    release_person,
    remove_palace,
    spend_card,
)
from palatine.games.year_of_the_dragon.expansions import charter, collapse, discard, give_back, lay
from palatine.games.year_of_the_dragon.flow import go_on
from palatine.games.year_of_the_dragon.layout import (
    ACT,
    ALL_GIFTS,
    ALL_TYPES,
    BASE_ACTIONS,
    BUILD,
    BUILDING,
    BUY,
    CHARTER,
    COLLAPSE,
    DRAFT,
    DRAFTING,
    DTYPE,
    EVENTS,
    FEE,
    FIRST,
    FIRST_FLOORS,
    FIRST_PALACES,
    FIRST_SEAT_STARTS,
    FIRST_WILDS,
    FIRST_WITH_OLDER,
    FIRST_YUAN,
    GREAT_WALL,
    GROUPS,
    HOUSE,
    LARGE_PRICES,
    LARGE_PRIVILEGE,
    LAY,
    LET_GO,
    MONTHS,
    NO_SUPER_EVENT,
    PAIR_HIGH,
    PAIR_LOW,
    PASS,
    PASS_YUAN,
    PEACE_MONTHS,
    PLAY,
    PRIVILEGE,
    RELEASE,
    REPLACE,
    RESEARCH_POINTS,
    RETURN,
    SMALL,
    SMALL_PRICE,
    START_PLAYER,
    SUPER,
    SUPER_DRAWN,
    SUPER_EVENT,
    SUPER_EVENT_COUNT,
    TAKE,
    TILE_COUNT,
    TURN_OVER,
    TYPE,
    TYPE_COUNT,
    TYPE_OF_ACTION,
    WALL_ACTION,
    WITH_WALL,
    State,
)
from palatine.games.year_of_the_dragon.legal import groups_with_dragons, in_a_drought, tiles_for_card
from palatine.games.year_of_the_dragon.palaces import with_room

# ------------------------------------------------------------------------------------------------------ set-up


@implements(contract.setup, DTYPE)
def setup(state: State, players: int, options: NDArray[np.int64], stream: NDArray[np.uint64]) -> None:
    configure(state, players, options)
    _lay_events(state, stream)
    if options[SUPER_EVENT] == SUPER_DRAWN:
        state.super_event = 1 + draw(stream, SUPER_EVENT_COUNT)
    if options[START_PLAYER] != FIRST_SEAT_STARTS:
        state.start = draw(stream, players)
    cards = WITH_WALL if state.great_wall else BASE_ACTIONS
    for month in range(MONTHS):
        for card in range(cards):
            state.layouts[month, card] = GROUPS[wide(state.great_wall), players, card]
        shuffle(stream, state.layouts[month, :cards])
    for tile in range(TILE_COUNT):
        state.display[tile] = tiles_at_first(players, tile)
    for seat in range(players):
        for palace in range(FIRST_PALACES):
            state.palaces[seat, palace] = FIRST_FLOORS
        state.palace_count[seat] = FIRST_PALACES
        state.yuan[seat] = FIRST_YUAN
        state.hand[seat] = ALL_TYPES
        state.wilds[seat] = FIRST_WILDS
        state.wall_left[seat] = ALL_GIFTS if state.great_wall else 0
        state.owed[seat] = 1
        state.order[seat] = (wide(state.start) + seat) % players
    state.stage = DRAFTING
    state.phase = DRAFT
    state.seat = state.start


@kernel
def configure(state: State, players: int, options: NDArray[np.int64]) -> None:
    """Set the fields that follow from the options."""
    state.players = players
    state.large_price = LARGE_PRICES[options[LARGE_PRIVILEGE]]
    state.great_wall = options[GREAT_WALL]
    state.super_event = max(NO_SUPER_EVENT, options[SUPER_EVENT] - SUPER_DRAWN)


@kernel
def tiles_at_first(players: int, tile: int) -> int:
    """Return the number of tiles of a kind on display at the start (YD-2)."""
    if tile < FIRST_WITH_OLDER:
        return 2 * players
    return players + 1 if tile < TYPE_COUNT else players - 1


@kernel
def _lay_events(state: State, stream: NDArray[np.uint64]) -> None:
    """Draw the events one by one, no two alike in adjacent months (YD-4)."""
    tiles = np.empty(MONTHS - PEACE_MONTHS, dtype=np.uint8)
    for i in range(len(tiles)):
        tiles[i] = 1 + i % (len(EVENTS) - 1)
    shuffle(stream, tiles)
    month = PEACE_MONTHS
    for event in tiles:
        while state.events[month]:
            month += 1  # a tile has slid here
        slides = state.events[month - 1] == event and month + 1 < MONTHS
        state.events[month + 1 if slides else month] = event
    if state.events[MONTHS - 2] == state.events[MONTHS - 1]:
        last = state.events[MONTHS - 2]
        state.events[MONTHS - 2] = state.events[MONTHS - 3]
        state.events[MONTHS - 3] = last


# -------------------------------------------------------------------------------------------------------- decisions


@implements(contract.apply, DTYPE)
def apply(state: State, decision: int) -> None:
    asked = carry_out(state, decision)
    if asked == TURN_OVER:
        go_on(state)
    else:
        state.phase = asked


@kernel
def carry_out(state: State, decision: int) -> int:
    """Carry out a decision alone. Return the next phase of the seat's turn, or `TURN_OVER`."""
    phase = wide(state.phase)
    seat = wide(state.seat)
    choice = decision - FIRST[phase]
    if phase == ACT:
        asked = _act(state, seat, choice)
    elif phase == HOUSE:
        asked = _house(state, seat, choice)
    elif phase == PLAY:
        asked = _play(state, seat, choice)
    elif phase == TAKE:
        asked = _take(state, seat, choice)
    elif phase == RELEASE:
        asked = _release(state, seat, choice // TILE_COUNT, choice % TILE_COUNT)
    elif phase == REPLACE:
        asked = _replace(state, seat, choice)
    elif phase == BUILD:
        asked = build(state, seat, choice)
    elif phase == BUY:
        asked = _buy(state, seat, choice)
    elif phase == DRAFT:
        asked = _draft(state, seat, choice)
    elif phase == LAY:
        asked = lay(state, seat, choice)
    elif phase == COLLAPSE:
        asked = collapse(state, seat, choice)
    elif phase == RETURN:
        asked = give_back(state, seat, choice)
    elif phase == CHARTER:
        asked = charter(state, seat, choice)
    else:
        asked = discard(state, seat, choice)
    return asked


@kernel
def _draft(state: State, seat: int, pair: int) -> int:
    state.owed[seat] = 0
    state.pair[seat] = pair + 1
    state.display[PAIR_LOW[pair]] -= 1
    state.display[PAIR_HIGH[pair]] -= 1
    return _welcome(state, seat, PAIR_LOW[pair])


@kernel
def _welcome(state: State, seat: int, tile: int) -> int:
    """Let a person wait to be housed or, without room, to replace another or be let go (YD-21, YD-22)."""
    state.pending = tile + 1
    return REPLACE if with_room(state, seat) == ZERO else HOUSE


@kernel
def _settled(state: State, seat: int, tile: int) -> int:
    """Finish with the person who was waiting. In the opening the second of the pair comes next."""
    if state.stage == DRAFTING and tile == PAIR_LOW[wide(state.pair[seat]) - 1]:
        return _welcome(state, seat, PAIR_HIGH[wide(state.pair[seat]) - 1])
    state.pending = 0
    return TURN_OVER


@kernel
def _house(state: State, seat: int, palace: int) -> int:
    tile = wide(state.pending) - 1
    house_person(state, seat, palace, tile)
    return _settled(state, seat, tile)


@kernel
def _replace(state: State, seat: int, choice: int) -> int:
    tile = wide(state.pending) - 1
    if choice != LET_GO:
        palace = choice // TILE_COUNT
        release_person(state, seat, palace, choice % TILE_COUNT)
        house_person(state, seat, palace, tile)
    return _settled(state, seat, tile)


@kernel
def _act(state: State, seat: int, choice: int) -> int:
    state.owed[seat] = 0
    if choice == PASS:
        state.yuan[seat] = max(PASS_YUAN, wide(state.yuan[seat]))  # YD-12
        return TURN_OVER
    group, action = choice // WITH_WALL, choice % WITH_WALL
    if groups_with_dragons(state) & bit(group):
        state.yuan[seat] = wide(state.yuan[seat]) - FEE
    state.dragon[seat] = group + 1
    if action == PRIVILEGE:
        return BUY
    if action == WALL_ACTION:
        return LAY
    gain = action_yield(state, seat, action)
    if action == BUILDING:
        return begin_building(state, seat, gain)
    benefit(state, seat, TYPE_OF_ACTION[action], gain, RESEARCH_POINTS)
    return TURN_OVER


@kernel
def _buy(state: State, seat: int, privilege: int) -> int:
    if privilege == SMALL:
        state.yuan[seat] = wide(state.yuan[seat]) - SMALL_PRICE
        state.small[seat] += 1
    else:
        state.yuan[seat] = wide(state.yuan[seat]) - wide(state.large_price)
        state.large[seat] += 1
    return TURN_OVER


@kernel
def _play(state: State, seat: int, card: int) -> int:
    state.owed[seat] = 0
    spend_card(state, seat, card)
    if tiles_for_card(state, card) == ZERO:
        return TURN_OVER  # YD-23: it gives nothing
    state.card = card + 1
    return TAKE


@kernel
def _take(state: State, seat: int, tile: int) -> int:
    state.card = 0
    if state.stage == SUPER:
        state.owed[seat] = 0
        state.sunrise = wide(state.sunrise) | 1 << TYPE[tile]
    state.display[tile] -= 1
    return _welcome(state, seat, tile)


@kernel
def _release(state: State, seat: int, palace: int, tile: int) -> int:
    release_person(state, seat, palace, tile)
    if state.stage == SUPER:
        # A palace that the earthquake has left without floors is gone with its last person.
        if wide(state.palaces[seat, palace]) == 0:
            remove_palace(state, seat, palace)
        return TURN_OVER
    state.owed[seat] -= 1
    if in_a_drought(state):
        state.struck = state.struck | bit(palace) if state.owed[seat] else ZERO
    return TURN_OVER
