"""The legal decisions of In the Year of the Dragon, compiled.

Except where a person leaves a palace, they are a set of bits, counted from the phase's first decision.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ONE, ZERO, bit, count_ones, lowest, nth_bit, wide
from palatine.core.chance import below
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.year_of_the_dragon.layout import (
    ACT,
    ALL_TYPES,
    BASE_ACTIONS,
    BUILD,
    BUILD_NEW,
    BUY,
    CHARTER,
    COLLAPSE,
    DISCARD,
    DRAFT,
    DROUGHT,
    DTYPE,
    EVENT,
    EVENT_AGAIN,
    FEE,
    FIREWORK_BACK,
    FIRST,
    FIRST_WITH_OLDER,
    HOUSE,
    LARGE,
    LAY,
    LET_GO,
    MONTHS,
    OVER,
    PAIR_COUNT,
    PALACES,
    PASS,
    PLAY,
    PRIVILEGE,
    RELEASE,
    REPLACE,
    RETURN,
    RICE_BACK,
    SMALL,
    SMALL_PRICE,
    SUPER,
    TAKE,
    TILE_COUNT,
    TYPE_COUNT,
    WALL_ACTION,
    WILD,
    WITH_WALL,
    YUAN_BACK,
    State,
)
from palatine.games.year_of_the_dragon.palaces import (
    NO_TILE,
    alike_once,
    different_in,
    inhabited,
    lives_in,
    not_full_height,
    nth_different,
    overfull,
    with_room,
)

# --------------------------------------------------------------------------------------------- sets of decisions


@kernel
def _draft_options(state: State) -> np.uint64:
    """Return the pairs that no seat has taken (YD-7)."""
    options = bit(PAIR_COUNT) - ONE
    for seat in range(wide(state.players)):
        if state.pair[seat]:
            options &= ~bit(wide(state.pair[seat]) - 1)
    return options


@kernel
def groups_with_dragons(state: State) -> np.uint64:
    """Return the groups of action cards with a dragon."""
    groups = ZERO
    for seat in range(wide(state.players)):
        if state.dragon[seat]:
            groups |= bit(wide(state.dragon[seat]) - 1)
    return groups


@kernel
def _act_options(state: State) -> np.uint64:
    """Return the actions that the seat can pay for and carry out, and passing (YD-11, YD-12, YD-19)."""
    seat = wide(state.seat)
    dragons = groups_with_dragons(state)
    options = bit(PASS)
    for action in range(WITH_WALL if state.great_wall else BASE_ACTIONS):
        group = wide(state.group_of[action])
        yuan = wide(state.yuan[seat]) - (FEE if dragons & bit(group) else 0)
        possible = yuan >= 0
        if action == PRIVILEGE:
            possible = yuan >= SMALL_PRICE
        elif action == WALL_ACTION:
            possible = possible and state.wall_left[seat] != 0 and state.wall_length < MONTHS
        if possible:
            options |= bit(WITH_WALL * group + action)
    return options


@kernel
def _buy_options(state: State) -> np.uint64:
    options = bit(SMALL)
    if state.yuan[wide(state.seat)] >= state.large_price:
        options |= bit(LARGE)
    return options


@kernel
def build_options(state: State, seat: int) -> np.uint64:
    """Return the places for a floor: palaces, or a new one (YD-14)."""
    options = alike_once(state, seat, not_full_height(state, seat))
    if wide(state.palace_count[seat]) < PALACES:
        options |= bit(BUILD_NEW)
    return options


@kernel
def _card_options(state: State) -> np.uint64:
    seat = wide(state.seat)
    options = np.uint64(state.hand[seat])
    if state.wilds[seat]:
        options |= bit(WILD)
    return options


@kernel
def tiles_for_card(state: State, card: int) -> np.uint64:
    """Return the tiles on display that match a card (YD-20)."""
    tiles = ZERO
    for tile in range(TILE_COUNT):
        if state.display[tile]:
            tiles |= bit(tile)
    if card == WILD:
        return tiles
    wanted = bit(card)
    if card >= FIRST_WITH_OLDER:
        wanted |= bit(card + TYPE_COUNT - FIRST_WITH_OLDER)
    return tiles & wanted


@kernel
def sunrise_options(state: State) -> np.uint64:
    """Return the younger tiles of types that no seat has taken in this Sunrise (YD-X2)."""
    younger = tiles_for_card(state, WILD) & np.uint64(ALL_TYPES)
    return younger & ~np.uint64(state.sunrise)


@kernel
def _take_options(state: State) -> np.uint64:
    if state.stage == SUPER:
        return sunrise_options(state)
    return tiles_for_card(state, wide(state.card) - 1)


@kernel
def _return_options(state: State) -> np.uint64:
    seat = wide(state.seat)
    options = ZERO
    if state.yuan[seat]:
        options |= bit(YUAN_BACK)
    if state.rice[seat]:
        options |= bit(RICE_BACK)
    if state.fireworks[seat]:
        options |= bit(FIREWORK_BACK)
    return options


@kernel
def _charter_options(state: State) -> np.uint64:
    seat = wide(state.seat)
    options = ZERO
    for kind in range(TYPE_COUNT):
        if state.symbols[seat, kind]:
            options |= bit(kind)
    return options


@kernel
def _options(state: State) -> np.uint64:
    """Return the decisions of a phase in which no person leaves."""
    phase = state.phase
    seat = wide(state.seat)
    options = ZERO
    if phase == ACT:
        options = _act_options(state)
    elif phase == HOUSE:
        options = alike_once(state, seat, with_room(state, seat))
    elif phase in (PLAY, DISCARD):
        options = _card_options(state)
    elif phase == TAKE:
        options = _take_options(state)
    elif phase == BUILD:
        options = build_options(state, seat)
    elif phase == BUY:
        options = _buy_options(state)
    elif phase == DRAFT:
        options = _draft_options(state)
    elif phase == LAY:
        options = np.uint64(state.wall_left[seat])
    elif phase == COLLAPSE:
        options = alike_once(state, seat, bit(wide(state.palace_count[seat])) - ONE)
    elif phase == RETURN:
        options = _return_options(state)
    elif phase == CHARTER:
        options = _charter_options(state)
    return options


# --------------------------------------------------------------------------------------- a person leaves a palace


@kernel
def in_a_drought(state: State) -> bool:
    """Return True if persons leave for lack of rice: one from each palace (YD-27)."""
    return (state.stage in (EVENT, EVENT_AGAIN)) and state.events[wide(state.month) - 1] == DROUGHT


@kernel
def palaces_to_leave(state: State) -> np.uint64:
    """Return the palaces from which a person may be released or replaced; the first of those that are alike."""
    seat = wide(state.seat)
    palaces = inhabited(state, seat)
    if state.phase == RELEASE:
        if state.stage == SUPER:
            palaces = overfull(state, seat)
        elif in_a_drought(state):
            palaces &= ~state.struck
    return alike_once(state, seat, palaces)


@kernel
def _newcomer(state: State) -> int:
    """Return the person at the gate who may replace another. Replacing an equal is the same in any palace."""
    return wide(state.pending) - 1 if state.phase == REPLACE else NO_TILE


@kernel
def _count_leaving(state: State, palaces: np.uint64) -> int:
    seat = wide(state.seat)
    newcomer = _newcomer(state)
    total = 1 if state.phase == REPLACE else 0
    equals = 0
    while palaces != ZERO:
        palace = wide(state.palaces[seat, lowest(palaces)])
        total += different_in(palace)
        if newcomer != NO_TILE and lives_in(palace, newcomer):
            equals += 1
        palaces &= palaces - ONE
    return total - max(0, equals - 1)


@kernel
def _nth_leaving(state: State, palaces: np.uint64, n: int) -> int:
    seat = wide(state.seat)
    newcomer = _newcomer(state)
    first = FIRST[wide(state.phase)]
    equal_offered = False
    while palaces != ZERO:
        place = lowest(palaces)
        palace = wide(state.palaces[seat, place])
        for i in range(different_in(palace)):
            tile = nth_different(palace, i)
            if tile == newcomer and equal_offered:
                continue
            equal_offered = equal_offered or tile == newcomer
            if n == 0:
                return first + TILE_COUNT * place + tile
            n -= 1
        palaces &= palaces - ONE
    return first + LET_GO


# ------------------------------------------------------------------------------------------------- the contract


@implements(contract.seat, DTYPE)
def seat(state: State) -> int:
    return contract.OVER if state.phase == OVER else wide(state.seat)


@implements(contract.count, DTYPE)
def count(state: State) -> int:
    if state.phase in (RELEASE, REPLACE):
        return _count_leaving(state, palaces_to_leave(state))
    return count_ones(_options(state))


@implements(contract.nth, DTYPE)
def nth(state: State, n: int) -> int:
    if state.phase in (RELEASE, REPLACE):
        return _nth_leaving(state, palaces_to_leave(state), n)
    return FIRST[wide(state.phase)] + nth_bit(_options(state), n)


@implements(contract.choose, DTYPE)
def choose(state: State, random_word: np.uint64) -> int:
    if state.phase in (RELEASE, REPLACE):
        palaces = palaces_to_leave(state)
        return _nth_leaving(state, palaces, below(random_word, _count_leaving(state, palaces)))
    options = _options(state)
    return FIRST[wide(state.phase)] + nth_bit(options, below(random_word, count_ones(options)))


@implements(contract.legal, DTYPE)
def legal(state: State, out: NDArray[np.int32]) -> int:
    if state.phase in (RELEASE, REPLACE):
        palaces = palaces_to_leave(state)
        total = _count_leaving(state, palaces)
        for n in range(total):
            out[n] = _nth_leaving(state, palaces, n)
        return total
    options = _options(state)
    total = count_ones(options)
    for n in range(total):
        out[n] = FIRST[wide(state.phase)] + nth_bit(options, n)
    return total
