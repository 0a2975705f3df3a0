"""The course of a turn, compiled: what is asked next, with all its legal decisions; what happens by itself between."""

from __future__ import annotations

from palatine.core.bits import ZERO, bit, count_ones, lowest, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.boards import (
    available,
    available_on,
    of_code,
    top_floor,
    write,
)
from palatine.games.dragon_castle.boards import (
    of_type as castle_tiles_of_type,
)
from palatine.games.dragon_castle.dummy import take_dummy_turn
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
    CHANGE_TILE,
    CHECK,
    COMPLETION,
    CUNNING_GROUP,
    DECEPTION_PAIR,
    DEEP_PAIR,
    DESTRUCTION_TILE,
    DISCARD_WORD,
    DONE_WORD,
    END,
    FAITH,
    FAITH_BUILD,
    FIRST_TYPE,
    LAST_TYPE,
    OVER,
    OWED,
    PLACEMENT,
    RANKS,
    REALM_WORDS,
    SHRINE_WORD,
    SOLO_COUNTDOWN,
    SOLO_SEATS,
    STRENGTH_DROP,
    STRENGTH_LIFT,
    SUMMON_WORD,
    WIND_DROP,
    WIND_FLIP,
    WIND_LIFT,
    WORDS,
    State,
)
from palatine.games.dragon_castle.realms import places, shrine_places, waiting
from palatine.games.dragon_castle.sets import buildable, consolidate_all
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

EVERYWHERE = ~ZERO


# ---------------------------------------------------------------------------------------------------- what is offered


@kernel
def _clear(state: State, phase: int) -> None:
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
    """Whether any Spirit can be activated now."""
    if state.shrine_payments:
        return True
    if state.spirits:
        for spirit in range(CARDS):
            if state.tile_payments[spirit]:
                return True
    return False


@kernel
def offer_stage(state: State, seat: int) -> None:
    """The legal decisions of a stage."""
    _clear(state, wide(state.stage))
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
def _offer_building(state: State, seat: int) -> None:
    _clear(state, BUILD)
    state.realm_choices[0] = buildable(state, seat)
    state.word_choices = 1 << DONE_WORD
    offer_in_building(state, seat)


@kernel
def offer_spirit(state: State, seat: int, phase: int) -> None:
    """The legal decisions of a Spirit's phase."""
    _clear(state, phase)
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


# ----------------------------------------------------------------------------------------------------- what comes next


@kernel
def offer(state: State) -> None:
    """Find the legal decisions of the phase that a position is in."""
    seat = wide(state.seat)
    if state.phase == OVER:
        _clear(state, OVER)
    elif state.phase == BUILD:
        _offer_building(state, seat)
    elif state.phase == state.stage:
        offer_stage(state, seat)
    else:
        offer_spirit(state, seat, wide(state.phase))


@kernel
def go_on(state: State) -> None:
    """Go on from where the turn stands until somebody has something to decide."""
    while state.stage != OVER:
        seat = wide(state.seat)
        if state.sets[0]:
            _offer_building(state, seat)
            if state.realm_choices[0] or state.tile_payments[FAITH] or wide(state.shrine_payments) >> FAITH & 1:
                return
            end_building(state)
        elif state.stage == PLACEMENT and state.held[0] == 0:
            state.stage = CHECK
        elif state.stage == CHECK and waiting(state, seat) == ZERO:
            state.stage = END
        else:
            offer_stage(state, seat)
            if state.stage <= COMPLETION or state.realm_choices[0] or spirits_offered(state):
                return
            close_stage(state, seat)
    _clear(state, OVER)


@kernel
def close_stage(state: State, seat: int) -> None:
    """What "done" does in a stage, and what happens by itself when there is nothing else to do."""
    if state.stage == PLACEMENT:
        state.held[0] = 0  # no place for them: discarded for nothing (DC-19)
        state.held[1] = 0
    elif state.stage == CHECK:
        state.stage = END
        consolidate_all(state, seat, EVERYWHERE)
    else:
        _end_turn(state, seat)


@kernel
def end_building(state: State) -> None:
    """The building step is over."""
    for place in range(len(state.sets)):
        state.sets[place] = ZERO
        state.allowance[place] = 0


@kernel
def _end_turn(state: State, seat: int) -> None:
    players = wide(state.players)
    summoners = players
    if players == SOLO_SEATS:
        summoners = SOLO_COUNTDOWN
        take_dummy_turn(state)
    state.used = 0
    state.elegance = 0
    state.action = 0
    state.first_code = 0
    state.first_space = 0
    state.first_floor = 0
    next_seat = (seat + 1) % players
    if tokens_taken(state) >= summoners and next_seat == wide(state.start):
        state.stage = OVER
        state.seat = 0
    else:
        state.stage = ACTION
        state.seat = next_seat


@kernel
def tokens_taken(state: State) -> int:
    """How many Countdown tokens are gone (DC-11)."""
    taken = wide(state.dummy_tokens)
    for seat in range(wide(state.players)):
        taken += wide(state.tokens[seat])
    return taken
