"""The legal decisions of Dragon Castle, compiled.

They are found when a phase begins and stored in the position as sets. Listing, counting and choosing read the sets.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ZERO, bit, count_ones, lowest, nth_bit, wide
from palatine.core.chance import below
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.dragon_castle.boards import available, available_on, of_code, top_floor, write
from palatine.games.dragon_castle.boards import of_type as castle_tiles_of_type
from palatine.games.dragon_castle.elegance import (
    destructions_that_leave_a_way,
    neighbours_of_first,
    picks_that_leave_a_way,
    seconds,
)
from palatine.games.dragon_castle.layout import (
    ACTION,
    BEAUTY_GROUP,
    BUILD,
    CARDS,
    CASTLE_FIRST,
    CHANGE_TILE,
    COMPLETION,
    CUNNING_GROUP,
    DECEPTION_PAIR,
    DEEP_PAIR,
    DESTRUCTION_TILE,
    DISCARD_WORD,
    DONE_WORD,
    DTYPE,
    FAITH_BUILD,
    FIRST_TYPE,
    LAST_TYPE,
    OVER,
    OWED,
    PAY_SHRINE,
    PAYMENTS,
    PLACEMENT,
    RANKS,
    REALM_FIRST,
    REALM_SPACES,
    REALM_WORDS,
    SHRINE_WORD,
    SPIRIT_FIRST,
    STRENGTH_DROP,
    STRENGTH_LIFT,
    SUMMON_WORD,
    WIND_DROP,
    WIND_FLIP,
    WIND_LIFT,
    WORD_FIRST,
    WORD_SHIFT,
    WORDS,
    State,
)
from palatine.games.dragon_castle.realms import places, shrine_places
from palatine.games.dragon_castle.sets import buildable
from palatine.games.dragon_castle.spirits import (
    beauty_group_at,
    beauty_groups,
    changes,
    cunning_groups,
    liftable,
    means,
    offer_in_building,
    offer_in_stage,
    type_group_at,
)

# ---------------------------------------------------------------------------------------------- offered when a phase begins


@kernel
def clear(state: State, phase: int) -> None:
    """Start a phase without legal decisions."""
    state.phase = phase
    state.word_choices = 0
    state.shrine_payments = 0
    for word in range(WORDS):
        state.castle_choices[word] = ZERO
    for word in range(REALM_WORDS):
        state.realm_choices[word] = ZERO
    if state.spirits:
        for spirit in range(CARDS):
            state.tile_payments[spirit] = ZERO


@kernel
def spirits_offered(state: State) -> bool:
    """Return True if any Spirit can be activated now."""
    if state.shrine_payments:
        return True
    if state.spirits:
        for spirit in range(CARDS):
            if state.tile_payments[spirit]:
                return True
    return False


@kernel
def offer_stage(state: State, seat: int) -> None:
    """Offer the legal decisions of a stage."""
    clear(state, wide(state.stage))
    owed = state.elegance == OWED
    words = 0
    if state.stage == ACTION:
        top = top_floor(state)
        if top >= 0 and owed:
            write(state.castle_choices, picks_that_leave_a_way(state, means(state, seat)))
        elif top >= 0:
            write(state.castle_choices, available_on(state, top))
        if top <= 0 and not owed:
            words = 1 << SUMMON_WORD
    elif state.stage == COMPLETION:
        write(state.castle_choices, seconds(state, of_code(state, wide(state.first_code))))
        if not owed:
            words = 1 << DISCARD_WORD | (1 << SHRINE_WORD if state.general_shrines else 0)
    elif state.stage == PLACEMENT:
        free = places(state, seat)
        state.realm_choices[0] = free
        if state.held[1] and state.held[1] != state.held[0]:
            state.realm_choices[1] = free
        words = 1 << DONE_WORD if free == ZERO else 0
    else:
        words = 1 << DONE_WORD
    state.word_choices = words
    offer_in_stage(state, seat)


@kernel
def offer_building(state: State, seat: int) -> None:
    """Offer the legal decisions of a building step."""
    clear(state, BUILD)
    state.realm_choices[0] = buildable(state, seat)
    state.word_choices = 1 << DONE_WORD
    offer_in_building(state, seat)


@kernel
def offer_spirit(state: State, seat: int, phase: int) -> None:
    """Offer the legal decisions of a Spirit's phase."""
    clear(state, phase)
    if phase in (BEAUTY_GROUP, CUNNING_GROUP):
        left = beauty_groups(state, seat) if phase == BEAUTY_GROUP else cunning_groups(state, seat)
        while left:
            space = lowest(left)
            group = beauty_group_at(state, seat, space) if phase == BEAUTY_GROUP else type_group_at(state, seat, space)
            state.realm_choices[0] |= bit(space)
            left &= ~group
    elif phase == CHANGE_TILE:
        for kind in range(FIRST_TYPE, LAST_TYPE + 1):
            state.realm_choices[kind - FIRST_TYPE] = changes(state, seat, kind, ZERO)
    elif phase == STRENGTH_LIFT:
        free = places(state, seat)
        tiles = liftable(state, seat)
        state.realm_choices[0] = tiles if count_ones(free) > 1 else tiles & ~free
        state.word_choices = 1 << DONE_WORD if state.moved else 0
    elif phase == STRENGTH_DROP:
        state.realm_choices[0] = places(state, seat) & ~bit(wide(state.lifted) - 1)
    elif phase == WIND_FLIP:
        state.realm_choices[0] = state.up[seat]
        state.realm_choices[1] = state.shrines[seat] if shrine_places(state, seat) else ZERO
    elif phase == WIND_LIFT:
        state.realm_choices[0] = state.shrines[seat]
    elif phase == WIND_DROP:
        state.realm_choices[0] = shrine_places(state, seat)
    elif phase == FAITH_BUILD:
        state.realm_choices[0] = (state.sets[0] | state.sets[1]) & ~state.shrines[seat]
    elif phase == DECEPTION_PAIR:
        neighbours = neighbours_of_first(state)
        write(state.castle_choices, seconds(state, neighbours) if state.elegance == OWED else neighbours)
    elif phase == DEEP_PAIR:
        write(state.castle_choices, seconds(state, castle_tiles_of_type(state, wide(state.first_code) // RANKS)))
    elif phase == DESTRUCTION_TILE:
        if state.elegance == OWED:
            write(state.castle_choices, destructions_that_leave_a_way(state, means(state, seat)))
        else:
            write(state.castle_choices, available(state))


@kernel
def offer(state: State) -> None:
    """Find the legal decisions of the phase that a position is in."""
    seat = wide(state.seat)
    if state.phase == OVER:
        clear(state, OVER)
    elif state.phase == BUILD:
        offer_building(state, seat)
    elif state.phase == state.stage:
        offer_stage(state, seat)
    else:
        offer_spirit(state, seat, wide(state.phase))


# ------------------------------------------------------------------------------------------------- read from the sets


@implements(contract.seat, DTYPE)
def seat(state: State) -> int:
    return contract.OVER if state.phase == OVER else wide(state.seat)


@kernel
def _count_spirits(state: State) -> int:
    total = count_ones(np.uint64(state.shrine_payments))
    for spirit in range(CARDS):
        total += count_ones(state.tile_payments[spirit])
    return total


@kernel
def _nth_spirit(state: State, n: int) -> int:
    for spirit in range(CARDS):
        here = count_ones(state.tile_payments[spirit])
        if n < here:
            return SPIRIT_FIRST + PAYMENTS * spirit + nth_bit(state.tile_payments[spirit], n)
        n -= here
    return SPIRIT_FIRST + PAYMENTS * nth_bit(np.uint64(state.shrine_payments), n) + PAY_SHRINE


@kernel
def _count(state: State) -> int:
    total = count_ones(np.uint64(state.word_choices))
    for word in range(WORDS):
        total += count_ones(state.castle_choices[word])
    for word in range(REALM_WORDS):
        total += count_ones(state.realm_choices[word])
    return total + _count_spirits(state) if state.spirits else total


@kernel
def _nth(state: State, n: int) -> int:
    phase = wide(state.phase)
    for word in range(WORDS):
        here = count_ones(state.castle_choices[word])
        if n < here:
            return CASTLE_FIRST[phase] + (word << WORD_SHIFT) + nth_bit(state.castle_choices[word], n)
        n -= here
    for word in range(REALM_WORDS):
        here = count_ones(state.realm_choices[word])
        if n < here:
            return REALM_FIRST[phase] + REALM_SPACES * word + nth_bit(state.realm_choices[word], n)
        n -= here
    here = count_ones(np.uint64(state.word_choices))
    if n < here:
        return WORD_FIRST + nth_bit(np.uint64(state.word_choices), n)
    return _nth_spirit(state, n - here)


@implements(contract.count, DTYPE)
def count(state: State) -> int:
    return _count(state)


@implements(contract.nth, DTYPE)
def nth(state: State, n: int) -> int:
    return _nth(state, n)


@implements(contract.choose, DTYPE)
def choose(state: State, random_word: np.uint64) -> int:
    return _nth(state, below(random_word, _count(state)))


@implements(contract.legal, DTYPE)
def legal(state: State, out: NDArray[np.int32]) -> int:
    total = _count(state)
    for n in range(total):
        out[n] = _nth(state, n)
    return total
