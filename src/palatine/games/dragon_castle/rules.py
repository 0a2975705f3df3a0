"""The rules of Dragon Castle, compiled: set-up, and the effects of decisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ZERO, bit, wide
from palatine.core.chance import draw, shuffle
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.dragon_castle.boards import both, empty, height_of, only, short_only, take_off, write_code
from palatine.games.dragon_castle.flow import close_stage, end_building, go_on
from palatine.games.dragon_castle.layout import (
    ACTION,
    ALL_SHRINES,
    ALL_TILES,
    BEAUTY,
    BEAUTY_GROUP,
    BUILD,
    BUILD_FIRST,
    CARDS,
    CASTLE_COLUMNS,
    CASTLE_OPTION,
    CASTLE_SPACES,
    CHANGE,
    CHANGE_FIRST,
    CHANGE_TILE,
    CODE_OF,
    COLUMNS_OPTION,
    COMPLETION,
    COPIES,
    CUNNING,
    CUNNING_GROUP,
    DECEPTION,
    DECEPTION_PAIR,
    DEEP,
    DEEP_PAIR,
    DESTROY_FIRST,
    DESTRUCTION,
    DESTRUCTION_TILE,
    DISCARD,
    DISCARD_WORD,
    DRAGONS_OPTION,
    DROP_FIRST,
    DTYPE,
    EARNED_DISCARDS,
    ELEGANCE,
    END,
    FAITH,
    FAITH_BUILD,
    FIRST_SEAT_STARTS,
    FIRST_TYPE,
    FLIP_FIRST,
    GROUP_FIRST,
    HEIGHT_BITS,
    LIFT_FIRST,
    OWED,
    PAIR,
    PAIR_FIRST,
    PAY_SHRINE,
    PAYMENTS,
    PLACE_FIRST,
    PLACEMENT,
    POWER,
    RANKS,
    REALM_SIZES,
    REALM_SPACES,
    ROWS_OPTION,
    SATISFIED,
    SHRINE,
    SHRINE_WORD,
    SOLO_SEATS,
    SPIRIT_FIRST,
    SPIRITS_OPTION,
    START_OPTION,
    STRENGTH,
    STRENGTH_DROP,
    STRENGTH_LIFT,
    SUMMON,
    SUMMON_WORD,
    SYMBOL_OF,
    SYMBOLS,
    WIND,
    WIND_DROP,
    WIND_FLIP,
    WIND_LIFT,
    WORD_FIRST,
    WORD_SHIFT,
    State,
)
from palatine.games.dragon_castle.legal import offer_spirit, offer_stage
from palatine.games.dragon_castle.options import DRAWN
from palatine.games.dragon_castle.realms import code_at, places, put_down, take_up, turn_down
from palatine.games.dragon_castle.sets import ANY_TYPE, consolidate, consolidate_all
from palatine.games.dragon_castle.spirits import beauty_group_at, can_move, change_group, liftable, type_group_at

PHASE_OF_SPIRIT = np.zeros(CARDS, dtype=np.int64)
"""The phase after each Spirit is paid for; none for Elegance, which is in force immediately."""
PHASE_OF_SPIRIT[[BEAUTY, WIND, DECEPTION, STRENGTH, CHANGE]] = [
    BEAUTY_GROUP,
    WIND_FLIP,
    DECEPTION_PAIR,
    STRENGTH_LIFT,
    CHANGE_TILE,
]
PHASE_OF_SPIRIT[[FAITH, DEEP, DESTRUCTION, CUNNING]] = [FAITH_BUILD, DEEP_PAIR, DESTRUCTION_TILE, CUNNING_GROUP]

GO_ON = 0
"""Returned by a decision after which the turn goes on; others return the phase of the next question."""

# ------------------------------------------------------------------------------------------------------ set-up


@implements(contract.setup, DTYPE)
def setup(state: State, players: int, options: NDArray[np.int64], stream: NDArray[np.uint64]) -> None:
    configure(state, players, options)
    state.general_shrines = ALL_SHRINES - players
    for seat in range(players):
        state.shrine_pool[seat] = 1
    if options[START_OPTION] != FIRST_SEAT_STARTS:
        state.start = draw(stream, players)
    if options[SPIRITS_OPTION] >= DRAWN:
        state.spirits = _drawn(stream, options[SPIRITS_OPTION] - DRAWN, -1)
    if options[DRAGONS_OPTION] >= DRAWN:
        state.dragons = _drawn(stream, options[DRAGONS_OPTION] - DRAWN, POWER if players == SOLO_SEATS else -1)
    tiles = np.empty(ALL_TILES, dtype=np.uint8)
    for number in range(ALL_TILES):
        tiles[number] = CODE_OF[number // COPIES]
    shuffle(stream, tiles)
    _lay_castle(state, options, tiles)
    state.stage = ACTION
    state.seat = state.start
    offer_stage(state, wide(state.start))


@kernel
def configure(state: State, players: int, options: NDArray[np.int64]) -> None:
    """Set the fields that follow from the options alone."""
    state.players = players
    state.columns = REALM_SIZES[options[COLUMNS_OPTION]]
    state.rows = REALM_SIZES[options[ROWS_OPTION]]
    if options[SPIRITS_OPTION] < DRAWN:
        state.spirits = options[SPIRITS_OPTION]
    if options[DRAGONS_OPTION] < DRAWN:
        state.dragons = options[DRAGONS_OPTION]


@kernel
def _drawn(stream: NDArray[np.uint64], number: int, excepted: int) -> int:
    """Return a set of cards drawn at random, of a given size."""
    drawn = 0
    left = number
    while left:
        card = draw(stream, CARDS)
        if card != excepted and not drawn >> card & 1:
            drawn |= 1 << card
            left -= 1
    return drawn


@kernel
def _lay_castle(state: State, options: NDArray[np.int64], tiles: NDArray[np.uint8]) -> None:
    """Build the castle space by space, each stack from the ground up (DC-5)."""
    laid = 0
    for symbol in range(SYMBOLS):
        state.unseen[symbol] = COPIES
    for space in range(CASTLE_SPACES):
        row = options[CASTLE_OPTION + space // CASTLE_COLUMNS]
        height = row >> HEIGHT_BITS * (space % CASTLE_COLUMNS) & (1 << HEIGHT_BITS) - 1
        for floor in range(height):
            state.floors[floor, space >> WORD_SHIFT] |= bit(space & (1 << WORD_SHIFT) - 1)
            if floor == height - 1:
                write_code(state, space, wide(tiles[laid]))
                state.unseen[SYMBOL_OF[tiles[laid]]] -= 1
            else:
                state.covered[floor, space] = tiles[laid]
            laid += 1


# ------------------------------------------------------------------------------------------- carrying decisions out


@implements(contract.apply, DTYPE)
def apply(state: State, decision: int) -> None:
    asked = carry_out(state, decision)
    if asked == GO_ON:
        go_on(state)
    else:
        offer_spirit(state, wide(state.seat), asked)


@kernel
def carry_out(state: State, decision: int) -> int:
    """Carry out a decision, without what follows from it; return the phase of the next question, or `GO_ON`."""
    seat = wide(state.seat)
    if decision >= SPIRIT_FIRST:
        return _activate(state, seat, (decision - SPIRIT_FIRST) // PAYMENTS, (decision - SPIRIT_FIRST) % PAYMENTS)
    if decision >= WORD_FIRST:
        return _say(state, seat, decision - WORD_FIRST)
    if decision >= BUILD_FIRST:
        return _act_in_realm(state, seat, decision)
    if decision >= PLACE_FIRST:
        _place(state, seat, (decision - PLACE_FIRST) // REALM_SPACES, (decision - PLACE_FIRST) % REALM_SPACES)
    elif decision >= DESTROY_FIRST:
        take_off(state, decision - DESTROY_FIRST)
    else:
        _collect(state, decision)
    return GO_ON


@kernel
def _say(state: State, seat: int, word: int) -> int:
    if word == SHRINE_WORD:
        state.action = SHRINE
        state.general_shrines -= 1
        state.shrine_pool[seat] += 1
        state.held[0] = state.first_code
        state.stage = PLACEMENT
    elif word == DISCARD_WORD:
        state.action = DISCARD
        state.earned[seat, EARNED_DISCARDS] += 1
        state.stage = END
    elif word == SUMMON_WORD:
        state.action = SUMMON
        state.tokens[seat] += 1
        state.stage = END
    elif state.phase == BUILD:
        end_building(state)
    elif state.phase == STRENGTH_LIFT:
        _end_moving(state, seat)
    else:
        close_stage(state, seat)
    return GO_ON


@kernel
def _collect(state: State, decision: int) -> None:
    """Take a tile of the castle: the first, or the second of a pair (DC-15, DC-16)."""
    space = decision if decision < PAIR_FIRST else decision - PAIR_FIRST
    if state.elegance == OWED and not empty(both(only(space), short_only(state))):
        state.elegance = SATISFIED
    floor = height_of(state, space) - 1
    code = take_off(state, space)
    if decision < PAIR_FIRST:
        state.first_code = code
        state.first_space = space
        state.first_floor = floor
        state.stage = COMPLETION
    else:
        state.action = PAIR
        state.held[0] = state.first_code
        state.held[1] = code
        state.stage = PLACEMENT


@kernel
def _place(state: State, seat: int, which: int, space: int) -> None:
    put_down(state, seat, space, wide(state.held[which]))
    if which == 0:
        state.held[0] = state.held[1]
    state.held[1] = 0


@kernel
def _activate(state: State, seat: int, spirit: int, payment: int) -> int:
    """Pay for a Spirit (DC-28)."""
    state.used = wide(state.used) | 1 << spirit
    if payment == PAY_SHRINE:
        state.shrine_pool[seat] -= 1
        state.general_shrines += 1
    else:
        take_up(state, seat, payment)
    if spirit == ELEGANCE:
        state.elegance = OWED
    return PHASE_OF_SPIRIT[spirit]


@kernel
def _act_in_realm(state: State, seat: int, decision: int) -> int:
    """Build, flip, lift, drop, Consolidate or change, on a space of the Realm."""
    space = decision % REALM_SPACES
    if decision >= CHANGE_FIRST:
        kind = FIRST_TYPE + (decision - CHANGE_FIRST) // REALM_SPACES
        consolidate(state, seat, change_group(state, seat, bit(space), kind, ZERO), kind)
        return GO_ON
    if decision >= GROUP_FIRST:
        kind = ANY_TYPE
        group = beauty_group_at(state, seat, space)
        if state.phase == CUNNING_GROUP:
            kind = code_at(state, seat, space) // RANKS
            group = type_group_at(state, seat, space)
        consolidate(state, seat, group, kind)
        return GO_ON
    if decision >= DROP_FIRST:
        return _drop(state, seat, space)
    if decision >= LIFT_FIRST:
        state.lifted = space + 1
        return STRENGTH_DROP if state.phase == STRENGTH_LIFT else WIND_DROP
    if decision >= FLIP_FIRST:
        turn_down(state, seat, bit(space))
        return WIND_LIFT
    _build(state, seat, space)
    return GO_ON


@kernel
def _build(state: State, seat: int, space: int) -> None:
    """Build a Shrine; beyond the allowance with Faith (DC-24, DC-S7)."""
    state.shrines[seat] |= bit(space)
    state.shrine_pool[seat] -= 1
    if state.phase == BUILD:
        state.allowance[0 if state.sets[0] & bit(space) else 1] -= 1


@kernel
def _drop(state: State, seat: int, space: int) -> int:
    """Drop what is lifted: a Shrine with Wind, a tile with Strength."""
    source = wide(state.lifted) - 1
    state.lifted = 0
    if state.phase == WIND_DROP:
        state.shrines[seat] = (state.shrines[seat] & ~bit(source)) | bit(space)
        return GO_ON
    second = state.moved != ZERO
    put_down(state, seat, space, take_up(state, seat, source))
    state.moved |= bit(space)
    if not second and can_move(liftable(state, seat), places(state, seat)):
        return STRENGTH_LIFT
    _end_moving(state, seat)
    return GO_ON


@kernel
def _end_moving(state: State, seat: int) -> None:
    """End Strength: Consolidate the sets with a moved tile (DC-S5)."""
    moved = state.moved
    state.moved = ZERO
    consolidate_all(state, seat, moved)
