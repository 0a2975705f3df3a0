"""Features of the coming events, of the types of persons and of the actions."""

from __future__ import annotations

from palatine.core.bits import bit, wide
from palatine.core.compiled import kernel
from palatine.core.heuristics import Floats
from palatine.games.year_of_the_dragon.bots.features.court import Court, look_at_others
from palatine.games.year_of_the_dragon.bots.features.rows import (
    ACTIONS_AT,
    CARD,
    COUNT,
    COUNT_TO_COME,
    COURT_AT,
    EVENT_OF,
    EVENTS_AT,
    HALVED,
    LACKING,
    LEFT,
    LOSSES,
    LOSSES_CERTAIN,
    LOST,
    LOST_LATER,
    LOST_NEAR,
    LOST_SOON,
    NEAR,
    OF_EVENT,
    OF_TYPE,
    OLDER,
    ROCKETS_LEAD,
)
from palatine.games.year_of_the_dragon.courts import (
    action_yield,
    festival_points,
)
from palatine.games.year_of_the_dragon.layout import (
    BASE_ACTIONS,
    CONTAGION,
    CONTAGION_PERSONS,
    COURT_LADY,
    DRAFTING,
    DROUGHT,
    EVENT,
    EVENT_AGAIN,
    FEE,
    FESTIVAL,
    FIRST_WITH_OLDER,
    HEALER,
    LARGE_DRAGONS,
    MONGOLS,
    MONK,
    MONTHS,
    PEACE,
    PRIVILEGE,
    SMALL_PRICE,
    SOLAR_ECLIPSE,
    SUPER_MONTH,
    TRIBUTE,
    TRIBUTE_YUAN,
    TYPE_COUNT,
    WARRIOR,
    WITH_WALL,
    State,
)
from palatine.games.year_of_the_dragon.legal import groups_with_dragons


@kernel
def look_at_events(state: State, seat: int, court: Court, out: Floats) -> int:
    """Write what the events take and give, one after another. Return the month of the next Mongols, or the last."""
    most_fireworks, fewest_helmets = look_at_others(state, seat, court, out)
    helmets, mortars = int(out[WARRIOR * OF_TYPE + COUNT]), int(out[HEALER * OF_TYPE + COUNT])
    yuan, rice = court.yuan, court.rice
    losses, certain, next_mongols = 0, 0, MONTHS
    events = out[EVENTS_AT:]
    month = max(1, wide(state.month))
    struck = state.stage >= EVENT
    eclipse = state.super_event == SOLAR_ECLIPSE
    again = eclipse and month == SUPER_MONTH and struck and state.stage < EVENT_AGAIN
    for coming in range(month if struck and not again else month - 1, MONTHS):
        event = wide(state.events[coming])
        if event == PEACE:
            continue
        at = event * OF_EVENT
        times = 2 if eclipse and coming == SUPER_MONTH - 1 and not again else 1
        before = coming + 1 - month + (court.person_due if event in (CONTAGION, MONGOLS) else court.action_due)
        lost = 0
        if event == TRIBUTE:
            lost = max(0, TRIBUTE_YUAN * times - yuan)
            yuan = max(0, yuan - TRIBUTE_YUAN * times)
        elif event == DROUGHT:
            lost = max(0, court.homes * times - rice)
            rice = max(0, rice - court.homes * times)
        elif event == CONTAGION:
            lost = times * max(0, CONTAGION_PERSONS - mortars)
        elif event == MONGOLS:
            lost = times if helmets <= fewest_helmets else 0
            next_mongols = min(next_mongols, coming + 1)
        near = HALVED[before]
        if events[at + LEFT] == 0.0:
            events[at + NEAR] = near
            events[at + LOST] = lost / 3.0
            events[at + LOST_NEAR] = lost * near / 3.0
            events[at + LOST_SOON] = lost / 3.0 if before <= 1 else 0.0
        else:
            events[at + LOST_LATER] = lost / 3.0
        events[at + LEFT] += times / 2.0
        losses += lost
        if coming == month - 1 and court.action_due + court.person_due == 0:
            certain += lost
    at = FESTIVAL * OF_EVENT
    if events[at + LEFT] > 0.0:
        points = festival_points(state, seat) / 6.0
        near = events[at + NEAR]
        events[at + LOST] = points
        events[at + LOST_NEAR] = points * near
        events[at + LOST_SOON] = points if near >= 0.5 else 0.0
        events[at + LOST_LATER] = max(-3, min(3, court.fireworks - most_fireworks)) / 3.0
    whole = out[COURT_AT:]
    whole[ROCKETS_LEAD] *= events[at + LEFT]
    whole[LOSSES] = min(losses, 10) / 6.0
    whole[LOSSES_CERTAIN] = min(certain, court.persons) / 2.0
    whole[LACKING] = max(0, court.hand - court.room - losses) / 4.0
    return next_mongols


@kernel
def look_at_types(state: State, seat: int, court: Court, out: Floats) -> None:
    for kind in range(TYPE_COUNT):
        at = kind * OF_TYPE
        to_come = court.actions / MONTHS
        if kind in (COURT_LADY, MONK):
            to_come = court.scorings / MONTHS
        elif EVENT_OF[kind]:
            to_come = float(out[EVENTS_AT + EVENT_OF[kind] * OF_EVENT + LEFT])
        count = out[at + COUNT] / 3.0
        out[at + COUNT] = count
        out[at + COUNT_TO_COME] = count * to_come
        card = wide(state.hand[seat]) >> kind & 1
        older = kind >= FIRST_WITH_OLDER and state.display[kind + TYPE_COUNT - FIRST_WITH_OLDER]
        out[at + CARD] = 1.0 if card and (older or state.display[kind]) else 0.0
        out[at + OLDER] = 1.0 if older and (card or state.wilds[seat]) else 0.0


@kernel
def look_at_actions(state: State, seat: int, court: Court, out: Floats) -> None:
    """Write the features of this month's actions, until the seat has acted."""
    if not court.action_due or state.stage == DRAFTING:
        return
    taken = groups_with_dragons(state)
    for action in range(WITH_WALL if state.great_wall else BASE_ACTIONS):
        fee = FEE if taken & bit(wide(state.group_of[action])) else 0
        if court.yuan >= fee:
            worth = 1.0
            if action < PRIVILEGE:
                worth = action_yield(state, seat, action) / 3.0
            elif action == PRIVILEGE:
                left = court.yuan - fee
                dragons = LARGE_DRAGONS if left >= wide(state.large_price) else 1 if left >= SMALL_PRICE else 0
                worth = dragons * court.scorings / MONTHS
            out[ACTIONS_AT + action] = worth / 2.0 if fee else worth
