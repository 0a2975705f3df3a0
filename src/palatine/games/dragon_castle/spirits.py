"""Spirits, compiled: the payments that each of them accepts now (DC-28, DC-29).

The position after the payment counts. So most functions here return the face-up tiles that may be paid, and whether a
Shrine may.
"""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ONE, ZERO, bit, count_ones, lowest, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.boards import available, empty
from palatine.games.dragon_castle.boards import of_type as castle_tiles_of_type
from palatine.games.dragon_castle.elegance import (
    destructions_that_leave_a_way,
    has_way,
    neighbours_of_first,
    seconds,
)
from palatine.games.dragon_castle.layout import (
    ACTION,
    BEAUTY,
    CARDS,
    CHANGE,
    COMPLETION,
    CUNNING,
    CUNNING_SET,
    DECEPTION,
    DEEP,
    DESTRUCTION,
    ELEGANCE,
    FAITH,
    FIRST_TYPE,
    LAST_TYPE,
    NUMBERS,
    OWED,
    RANKS,
    SMALLEST_SET,
    STRENGTH,
    WIND,
    State,
)
from palatine.games.dragon_castle.realms import (
    beside,
    code_at,
    factions,
    first_group,
    group_of,
    has_group,
    of_rank,
    of_type,
    places,
    shrine_places,
    waiting,
)

ALL_SPIRITS = (1 << CARDS) - 1


@kernel
def means(state: State, seat: int) -> int:
    """Return the number of things that a player can pay with."""
    return count_ones(state.up[seat]) + wide(state.shrine_pool[seat])


# ----------------------------------------------------------------------------------- Beauty, Cunning, Change: groups


@kernel
def _groups_of(spaces: np.uint64, least: int, most: int) -> np.uint64:
    """Return all spaces of connected groups of `least` to `most` spaces."""
    found = ZERO
    while count_ones(spaces) >= least:
        group = first_group(spaces)
        spaces &= ~group
        if least <= count_ones(group) <= most:
            found |= group
    return found


@kernel
def beauty_groups(state: State, seat: int) -> np.uint64:
    """Return the tiles of all groups that Beauty could Consolidate: one number, any Faction (DC-S1)."""
    tiles = factions(state, seat)
    found = ZERO
    if count_ones(tiles) < SMALLEST_SET:
        return found
    for number in range(1, NUMBERS + 1):
        found |= _groups_of(of_rank(state, seat, number) & tiles, SMALLEST_SET, 64)
    return found


@kernel
def beauty_group_at(state: State, seat: int, space: int) -> np.uint64:
    """Return the group of Beauty with the tile of a space."""
    number = code_at(state, seat, space) % RANKS
    return group_of(bit(space), of_rank(state, seat, number) & factions(state, seat))


@kernel
def beauty_payments(state: State, seat: int) -> np.uint64:
    """Return the tiles that may pay for Beauty: a group must remain without them."""
    payable = state.up[seat]
    groups = beauty_groups(state, seat)
    if groups == ZERO:
        return ZERO
    group = beauty_group_at(state, seat, lowest(groups))
    if groups != group:
        return payable
    if count_ones(group) == SMALLEST_SET:
        return payable & ~group
    left = group
    while left:
        paid = left & (~left + ONE)
        left &= ~paid
        if not has_group(group & ~paid, SMALLEST_SET):
            payable &= ~paid
    return payable


@kernel
def cunning_groups(state: State, seat: int) -> np.uint64:
    """Return the tiles of all groups of exactly three of one type (DC-S10)."""
    found = ZERO
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        found |= _groups_of(of_type(state, seat, kind), CUNNING_SET, CUNNING_SET)
    return found


@kernel
def type_group_at(state: State, seat: int, space: int) -> np.uint64:
    """Return the group of one type with the face-up tile of a space."""
    return group_of(bit(space), of_type(state, seat, code_at(state, seat, space) // RANKS))


@kernel
def cunning_payments(state: State, seat: int) -> np.uint64:
    """Return the tiles that may pay for Cunning. One of a larger group may leave exactly three of it."""
    groups = cunning_groups(state, seat)
    if count_ones(groups) > CUNNING_SET:
        return state.up[seat]
    payable = state.up[seat] & ~groups if groups else ZERO
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        larger = _groups_of(of_type(state, seat, kind), SMALLEST_SET, 64) & ~payable
        while larger:
            paid = larger & (~larger + ONE)
            larger &= ~paid
            rest = type_group_at(state, seat, lowest(paid)) & ~paid
            if _groups_of(rest, CUNNING_SET, CUNNING_SET):
                payable |= paid
    return payable


@kernel
def change_group(state: State, seat: int, tile: np.uint64, kind: int, paid: np.uint64) -> np.uint64:
    """Return the set that a Special tile makes as another type, once a tile is paid; none if Change may not (DC-S6)."""
    group = group_of(tile, (of_type(state, seat, kind) & ~paid) | tile)
    if count_ones(group) < SMALLEST_SET:
        return ZERO
    own = group_of(tile, of_type(state, seat, code_at(state, seat, lowest(tile)) // RANKS) & ~paid)
    if count_ones(own) >= SMALLEST_SET and not has_group(own & ~tile, SMALLEST_SET):
        return ZERO
    return group


@kernel
def changes(state: State, seat: int, kind: int, paid: np.uint64) -> np.uint64:
    """Return the Special tiles that Change may treat as tiles of a type."""
    tiles = of_type(state, seat, kind) & ~paid
    found = ZERO
    if count_ones(tiles) < SMALLEST_SET - 1:
        return found
    left = beside(tiles) & state.up[seat] & ~(factions(state, seat) | tiles | paid)
    while left:
        tile = left & (~left + ONE)
        left &= ~tile
        if change_group(state, seat, tile, kind, paid):
            found |= tile
    return found


@kernel
def _first_change(state: State, seat: int, paid: np.uint64) -> np.uint64:
    """Return some set that Change can make once a tile is paid; none if there is none."""
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        tiles = changes(state, seat, kind, paid)
        if tiles:
            return change_group(state, seat, tiles & (~tiles + ONE), kind, paid)
    return ZERO


@kernel
def change_payments(state: State, seat: int) -> np.uint64:
    """Return the tiles that may pay for Change."""
    payable, left = ZERO, state.up[seat]
    if waiting(state, seat) == ZERO:
        # No set of a Special tile's own type is in the way: any tile outside the set found may be paid.
        found = _first_change(state, seat, ZERO)
        payable, left = (left & ~found, found & left) if found else (ZERO, ZERO)
    while left:
        paid = left & (~left + ONE)
        left &= ~paid
        if _first_change(state, seat, paid):
            payable |= paid
    return payable


# ------------------------------------------------------------------------------------------ Strength, Wind: the Realm


@kernel
def can_move(liftable: np.uint64, free: np.uint64) -> bool:
    """Return True if some tile can go to a place that is not its own."""
    return liftable != ZERO and free != ZERO and not (liftable == free and count_ones(free) == 1)


@kernel
def liftable(state: State, seat: int) -> np.uint64:
    """Return the top tiles that Strength may move: without a Shrine, none twice (DC-S5)."""
    return (state.up[seat] | state.down[seat]) & ~(state.shrines[seat] | state.moved)


@kernel
def _strength_payments(state: State, seat: int) -> np.uint64:
    tiles, free = liftable(state, seat), places(state, seat)
    if count_ones(tiles) > 1 and free:
        return state.up[seat]
    payable = ZERO
    left = state.up[seat]
    while left:
        paid = left & (~left + ONE)
        left &= ~paid
        gone = paid if state.heights[seat, lowest(paid)] == 1 else ZERO
        if can_move(tiles & ~gone, free | paid):
            payable |= paid
    return payable


@kernel
def _wind_payments(state: State, seat: int) -> np.uint64:
    tiles = state.up[seat]
    if state.shrines[seat] == ZERO:
        return ZERO
    if shrine_places(state, seat) or count_ones(tiles) != 1:
        return tiles
    # The only face-up tile cannot be turned down once paid, but the tile it covers is a place.
    return tiles if state.heights[seat, lowest(tiles)] > 1 else ZERO


# ------------------------------------------------------------------------------------------------------- what is offered


@kernel
def _castle_payments(state: State, seat: int, spirit: int) -> bool:
    """Return True if a Spirit that acts on the castle can be activated, with any payment."""
    owed = state.elegance == OWED
    left_to_pay = means(state, seat) - 1
    if spirit == DESTRUCTION:
        if owed:
            return not empty(destructions_that_leave_a_way(state, left_to_pay))
        return not empty(available(state))
    if spirit == ELEGANCE:
        return (state.stage == ACTION or state.stage == COMPLETION) and has_way(state, left_to_pay)
    if state.stage != COMPLETION:
        return False
    if spirit == DEEP:
        return not empty(seconds(state, castle_tiles_of_type(state, wide(state.first_code) // RANKS)))
    neighbours = neighbours_of_first(state)
    return not empty(seconds(state, neighbours) if owed else neighbours)


@kernel
def offer_in_building(state: State, seat: int) -> None:
    """Offer Faith and Wind inside a building step (DC-28)."""
    _offer(state, seat, 1 << FAITH | 1 << WIND)


@kernel
def offer_in_stage(state: State, seat: int) -> None:
    """Offer the Spirits outside building steps."""
    allowed = ALL_SPIRITS & ~(1 << FAITH)
    nothing = wide(0)
    if state.elegance == OWED and not has_way(state, nothing):
        allowed = 1 << DEEP | 1 << DECEPTION | 1 << DESTRUCTION  # keep the payment for these
    _offer(state, seat, allowed)


@kernel
def _offer(state: State, seat: int, allowed: int) -> None:
    """Offer the allowed Spirits that are in play and not yet used this turn, each with its payments."""
    left = wide(state.spirits) & ~wide(state.used) & allowed
    if left == 0 or means(state, seat) == 0:
        return
    shrines = 0
    for spirit in range(CARDS):
        if left >> spirit & 1:
            tiles, shrine = _payments(state, seat, spirit)
            state.tile_payments[spirit] = tiles
            if shrine and state.shrine_pool[seat]:
                shrines |= 1 << spirit
    state.shrine_payments = shrines


@kernel
def _payments(state: State, seat: int, spirit: int) -> tuple[np.uint64, bool]:
    """Return the face-up tiles that can pay for a Spirit, and True if a Shrine can."""
    if spirit == BEAUTY:
        return beauty_payments(state, seat), beauty_groups(state, seat) != ZERO
    if spirit == CUNNING:
        return cunning_payments(state, seat), cunning_groups(state, seat) != ZERO
    if spirit == CHANGE:
        return change_payments(state, seat), _first_change(state, seat, ZERO) != ZERO
    if spirit == STRENGTH:
        return _strength_payments(state, seat), can_move(liftable(state, seat), places(state, seat))
    if spirit == WIND:
        movable = state.shrines[seat] != ZERO and (shrine_places(state, seat) | state.up[seat]) != ZERO
        return _wind_payments(state, seat), movable
    if spirit == FAITH:
        pool = wide(state.shrine_pool[seat])
        room = (state.sets[0] | state.sets[1]) & ~state.shrines[seat] != ZERO
        return (state.up[seat] if room and pool > 0 else ZERO), room and pool > 1
    possible = _castle_payments(state, seat, spirit)
    return (state.up[seat] if possible else ZERO), possible
