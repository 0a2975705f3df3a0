"""How a turn of Dragon Castle goes on, compiled: what is asked next, and what happens by itself between."""

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
    """Go on from where the turn stands until somebody has something to decide."""
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
