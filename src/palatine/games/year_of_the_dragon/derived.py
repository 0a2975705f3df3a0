"""The derived values of In the Year of the Dragon, compiled: totals, income, monthly points, effects of events."""

from __future__ import annotations

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.dispatch import implements
from palatine.games.year_of_the_dragon.courts import (
    action_yield,
    event_points,
    month_points,
    palaces_gone,
    persons_lost,
)
from palatine.games.year_of_the_dragon.layout import DTYPE, EVENTS, MONTHLY, YIELDING, Derived, State
from palatine.games.year_of_the_dragon.scoring import points

ACTION_COUNT = len(YIELDING)
EVENT_COUNT = len(EVENTS)


@implements(contract.derived, DTYPE)
def derived(state: State, out: Derived) -> None:
    points(state, out.totals)
    for seat in range(wide(state.players)):
        for action in range(ACTION_COUNT):
            out.income[seat, action] = action_yield(state, seat, action)
        for source in MONTHLY:
            out.month_points[seat] += month_points(state, seat, source)
        out.month_points[seat] -= palaces_gone(state, seat)  # each would score a point
        for event in range(EVENT_COUNT):
            out.lost[seat, event] = persons_lost(state, seat, event)
            out.event_points[seat, event] = event_points(state, seat, event)
