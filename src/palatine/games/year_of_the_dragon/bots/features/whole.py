"""All features of a seat."""

from __future__ import annotations

from palatine.core.bits import wide
from palatine.core.dispatch import implements
from palatine.core.heuristics import Floats, features, rivals_matter
from palatine.games.year_of_the_dragon.bots.features.court import court_of, look_at_goods
from palatine.games.year_of_the_dragon.bots.features.expansions import look_at_super_event, look_at_wall
from palatine.games.year_of_the_dragon.bots.features.outlook import look_at_actions, look_at_events, look_at_types
from palatine.games.year_of_the_dragon.layout import (
    DTYPE,
    LASTING,
    NO_SUPER_EVENT,
    POINTS_A_PERSON,
    YUAN_A_PIECE,
    YUAN_A_POINT,
    State,
)


@implements(features, DTYPE)
def _(state: State, seat: int, out: Floats) -> float:
    court = court_of(state, seat, out)
    next_mongols = look_at_events(state, seat, court, out)
    look_at_types(state, seat, court, out)
    look_at_actions(state, seat, court, out)
    look_at_goods(state, court, out)
    dragon_scorings = court.scorings
    if state.super_event != NO_SUPER_EVENT:
        dragon_scorings = look_at_super_event(state, seat, court, out)
    if state.great_wall:
        look_at_wall(state, seat, court, next_mongols, out)
    base = POINTS_A_PERSON * court.persons + court.buddhas + court.scorings * (court.homes + court.ladies)
    base += dragon_scorings * court.dragons
    for source in range(LASTING):
        base += wide(state.earned[seat, source])
    return base + (court.yuan + YUAN_A_PIECE * (court.rice + court.fireworks)) / YUAN_A_POINT


@implements(rivals_matter, DTYPE)
def _(state: State) -> bool:
    return False
