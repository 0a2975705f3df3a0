"""The course of a month, compiled: its stages, and what happens in them without a decision.

Events, the wall and the super event set `owed`: the number of decisions that each seat then makes, in turn order.
"""

from __future__ import annotations

from palatine.core.bits import ZERO, count_ones, wide
from palatine.core.compiled import kernel
from palatine.games.year_of_the_dragon.courts import (
    buddhas,
    cards_in_hand,
    decay,
    earn,
    event_points,
    festival_points,
    floors_in_all,
    month_points,
    persons_lost,
)
from palatine.games.year_of_the_dragon.layout import (
    ACTING,
    ASSASSINATION_ATTEMPT,
    BUDDHA,
    CHARTER_EVENT,
    DRAFTING,
    DROUGHT,
    EARTHQUAKE,
    EARTHQUAKE_FLOORS,
    EVENT,
    EVENT_AGAIN,
    FESTIVAL,
    FESTIVAL_POINTS,
    FIRST_QUESTION,
    FLOOD,
    LANTERN_FESTIVAL,
    LANTERN_POINTS,
    LAST_WALL,
    MONGOL_POINTS,
    MONGOLS,
    MONTHLY,
    MONTHS,
    OVER,
    PERSONS,
    SEATS,
    SOLAR_ECLIPSE,
    SUNRISE,
    SUPER,
    SUPER_MONTH,
    SUPER_POINTS,
    TORNADO,
    TORNADO_CARDS,
    TRIBUTE,
    TRIBUTE_YUAN,
    VOLCANIC_ERUPTION,
    WALL,
    WALL_AGAIN,
    WALL_POINTS,
    WITH_WALL,
    State,
)
from palatine.games.year_of_the_dragon.legal import sunrise_options
from palatine.games.year_of_the_dragon.palaces import inhabited

# ---------------------------------------------------------------------------------------------------- turn order


@kernel
def go_on(state: State) -> None:
    """Go on to the next decision, through as many stages and months as needed."""
    while pass_on(state):
        continue


@kernel
def pass_on(state: State) -> bool:
    """Ask the next seat, or begin the next stage if no seat owes a decision. Return True if there is more to pass."""
    if ask_next(state):
        return False
    if state.stage == DRAFTING:
        _begin_month(state)
    elif state.stage < LAST_WALL:
        begin_stage(state, wide(state.stage) + 1)
    else:
        end_month(state)
        if state.month == MONTHS:
            state.phase = OVER
            state.seat = 0
            return False
        _begin_month(state)
    return True


@kernel
def ask_next(state: State) -> bool:
    """Ask the next seat in turn order that owes a decision. Return False if none does."""
    players = wide(state.players)
    for i in range(players):
        seat = wide(state.order[i])
        if state.stage == DRAFTING:
            seat = (wide(state.start) + i) % players  # in the opening by seating order (YD-7)
        if state.owed[seat]:
            if state.stage == SUPER and state.super_event == SUNRISE and sunrise_options(state) == ZERO:
                state.owed[seat] = 0
                continue
            state.seat = seat
            state.phase = FIRST_QUESTION[wide(state.stage), wide(state.super_event)]
            return True
    return False


@kernel
def _begin_month(state: State) -> None:
    """Lay out the action cards and take the dragons back (YD-10)."""
    month = wide(state.month)
    state.month = month + 1
    state.stage = ACTING
    for card in range(WITH_WALL):
        state.group_of[card] = state.layouts[month, card]
    for seat in range(SEATS):
        state.dragon[seat] = 0
        state.pair[seat] = 0
        state.owed[seat] = 1 if seat < state.players else 0


# ------------------------------------------------------------------------------------------------ without a decision


@kernel
def begin_stage(state: State, stage: int) -> None:
    """Carry out what a stage does without a decision, and set what each seat then owes."""
    state.stage = stage
    eclipse = state.month == SUPER_MONTH and state.super_event == SOLAR_ECLIPSE
    if stage == PERSONS:
        for seat in range(wide(state.players)):
            state.owed[seat] = min(1, cards_in_hand(state, seat))
    elif stage == EVENT or (stage == EVENT_AGAIN and eclipse):
        _strike(state, wide(state.events[wide(state.month) - 1]))
    elif state.great_wall and (stage == WALL or (stage == WALL_AGAIN and eclipse)):
        if state.events[wide(state.month) - 1] == MONGOLS:
            _check_wall(state)
    elif stage == SUPER and state.month == SUPER_MONTH:
        _strike_super(state)
    elif state.great_wall and stage == LAST_WALL and state.month == MONTHS:
        _check_wall(state)


@kernel
def _strike(state: State, event: int) -> None:
    """Carry out an event: its costs and points, and the persons that each court has to release (YD-25 to YD-31)."""
    players = wide(state.players)
    for seat in range(players):
        state.owed[seat] = persons_lost(state, seat, event)
    if event == FESTIVAL:
        _celebrate(state)
    for seat in range(players):
        if event == TRIBUTE:
            state.yuan[seat] = max(0, wide(state.yuan[seat]) - TRIBUTE_YUAN)
        elif event == DROUGHT:
            state.rice[seat] = max(0, wide(state.rice[seat]) - count_ones(inhabited(state, seat)))
        elif event == MONGOLS:
            earn(state, seat, MONGOL_POINTS, event_points(state, seat, event))


@kernel
def _celebrate(state: State) -> None:
    """Score the dragon festival. Seats that score give back half of their fireworks, rounded up (YD-28)."""
    scoring = 0
    for seat in range(wide(state.players)):
        points = festival_points(state, seat)
        earn(state, seat, FESTIVAL_POINTS, points)
        if points:
            scoring |= 1 << seat
    for seat in range(wide(state.players)):
        if scoring >> seat & 1:
            state.fireworks[seat] = wide(state.fireworks[seat]) // 2


@kernel
def _check_wall(state: State) -> None:
    """Check the wall: if it is too short the seats with the fewest tiles lose a person, otherwise all score (YD-X1)."""
    players = wide(state.players)
    fewest = wide(state.wall_share[0])
    for seat in range(1, players):
        fewest = min(fewest, wide(state.wall_share[seat]))
    for seat in range(players):
        if state.wall_length >= state.month:
            earn(state, seat, WALL_POINTS, wide(state.wall_share[seat]))
        elif state.wall_share[seat] == fewest:
            state.owed[seat] = min(1, wide(state.persons[seat]))


@kernel
def _strike_super(state: State) -> None:
    """Carry out the super event of month 7 (YD-X2)."""
    event = state.super_event
    for seat in range(wide(state.players)):
        persons = wide(state.persons[seat])
        if event == LANTERN_FESTIVAL:
            earn(state, seat, SUPER_POINTS, LANTERN_POINTS * persons)
        elif event == BUDDHA:
            earn(state, seat, SUPER_POINTS, buddhas(state, seat))
        elif event == EARTHQUAKE:
            state.owed[seat] = min(EARTHQUAKE_FLOORS, floors_in_all(state, seat))
        elif event == FLOOD:
            pieces = wide(state.yuan[seat]) + wide(state.rice[seat]) + wide(state.fireworks[seat])
            state.owed[seat] = pieces // 2
        elif event == VOLCANIC_ERUPTION:
            state.track[seat] = 0  # and the order stays
        elif event == TORNADO:
            state.owed[seat] = min(TORNADO_CARDS, cards_in_hand(state, seat))
        elif event == SUNRISE:
            state.owed[seat] = 1
        elif event == ASSASSINATION_ATTEMPT:
            state.small[seat] = 0
            state.large[seat] = 0
        elif event == CHARTER_EVENT:
            state.owed[seat] = min(1, persons)


@kernel
def end_month(state: State) -> None:
    """Carry out decay, then score the month (YD-32, YD-33)."""
    state.struck = ZERO
    state.sunrise = 0
    for seat in range(wide(state.players)):
        decay(state, seat)
        for source in MONTHLY:
            earn(state, seat, source, month_points(state, seat, source))
