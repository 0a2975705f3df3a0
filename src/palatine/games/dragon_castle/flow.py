"""The course of a turn of Dragon Castle, compiled: the next question, and what happens by itself before it."""

from __future__ import annotations

from palatine.core.bits import ZERO, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.dummy import take_dummy_turn
from palatine.games.dragon_castle.layout import (
    ACTION,
    CHECK,
    COMPLETION,
    END,
    FAITH,
    OVER,
    PLACEMENT,
    SOLO_COUNTDOWN,
    SOLO_SEATS,
    State,
)
from palatine.games.dragon_castle.legal import clear, offer_building, offer_stage, spirits_offered
from palatine.games.dragon_castle.realms import waiting
from palatine.games.dragon_castle.sets import consolidate_all

EVERYWHERE = ~ZERO


@kernel
def go_on(state: State) -> None:
    """Go on with the turn until there is something to decide."""
    while state.stage != OVER:
        seat = wide(state.seat)
        if state.sets[0]:
            offer_building(state, seat)
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
    clear(state, OVER)


@kernel
def close_stage(state: State, seat: int) -> None:
    """End a stage, by "done" or because there is nothing to decide."""
    if state.stage == PLACEMENT:
        state.held[0] = 0  # no room: discarded for nothing (DC-19)
        state.held[1] = 0
    elif state.stage == CHECK:
        state.stage = END
        consolidate_all(state, seat, EVERYWHERE)
    else:
        _end_turn(state, seat)


@kernel
def end_building(state: State) -> None:
    """End the building step."""
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
    """Return the number of Countdown tokens taken (DC-11)."""
    taken = wide(state.dummy_tokens)
    for seat in range(wide(state.players)):
        taken += wide(state.tokens[seat])
    return taken
