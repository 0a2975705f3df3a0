"""Features of the super events and the Great Wall."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import count_ones, wide
from palatine.core.compiled import kernel
from palatine.core.heuristics import Floats
from palatine.games.year_of_the_dragon.bots.features.court import Court
from palatine.games.year_of_the_dragon.bots.features.rows import (
    BEHIND,
    BUDDHA_AHEAD,
    CHARTER_AHEAD,
    COUNT,
    COURT_AT,
    EARTHQUAKE_AHEAD,
    EVENTS_AT,
    EXPANSIONS_AT,
    FLOOD_AHEAD,
    HALVED,
    LANTERN_AHEAD,
    LEFT,
    OF_EVENT,
    OF_TYPE,
    SUNRISE_AHEAD,
    TORNADO_AHEAD,
    VOLCANO_AHEAD,
    WALL_LOST,
    WALL_SCORED,
    WALL_SHARE,
    WALL_SHORT,
    WALL_TILES,
)
from palatine.games.year_of_the_dragon.layout import (
    ASSASSINATION_ATTEMPT,
    BUDDHA,
    CHARTER_EVENT,
    EARTHQUAKE,
    EARTHQUAKE_FLOORS,
    FLOOD,
    LANTERN_FESTIVAL,
    LAY,
    MONGOLS,
    MONTHS,
    SUNRISE,
    SUPER,
    SUPER_MONTH,
    TORNADO,
    TORNADO_CARDS,
    TYPE_COUNT,
    VOLCANIC_ERUPTION,
    State,
)


@kernel
def look_at_super_event(state: State, seat: int, court: Court, out: Floats) -> int:
    """Write the features of the coming super event. Return the number of scorings of privileges."""
    ahead = wide(state.month) < SUPER_MONTH or (state.month == SUPER_MONTH and state.stage < SUPER)
    striking = state.month == SUPER_MONTH and state.stage == SUPER
    rows = out[EXPANSIONS_AT:]
    event = state.super_event
    if not ahead and not striking:
        return court.scorings
    to_do = wide(state.owed[seat]) if striking else 1
    if event == LANTERN_FESTIVAL:
        rows[LANTERN_AHEAD] = court.persons / 6.0 if ahead else 0.0
    elif event == BUDDHA:
        rows[BUDDHA_AHEAD] = court.buddhas / 6.0 if ahead else 0.0
    elif event == EARTHQUAKE:
        rows[EARTHQUAKE_AHEAD] = max(0, (to_do if striking else EARTHQUAKE_FLOORS) - court.room) / 2.0
    elif event == FLOOD:
        pieces = court.yuan + court.rice + court.fireworks
        rows[FLOOD_AHEAD] = (to_do if striking else pieces // 2) / 5.0
    elif event == VOLCANIC_ERUPTION:
        rows[VOLCANO_AHEAD] = out[COURT_AT + BEHIND] if ahead else 0.0
    elif event == TORNADO:
        rows[TORNADO_AHEAD] = (to_do if striking else TORNADO_CARDS) / 2.0
    elif event == SUNRISE:
        rows[SUNRISE_AHEAD] = to_do
    elif event == CHARTER_EVENT:
        for kind in range(TYPE_COUNT):
            rows[CHARTER_AHEAD] = max(rows[CHARTER_AHEAD], to_do * out[kind * OF_TYPE + COUNT])
    elif event == ASSASSINATION_ATTEMPT and ahead:
        return SUPER_MONTH - MONTHS - 1 + court.scorings
    return court.scorings


@kernel
def look_at_wall(state: State, seat: int, court: Court, next_check: int, out: Floats) -> None:
    rows = out[EXPANSIONS_AT:]
    laying = 1 if state.seat == seat and state.phase == LAY else 0
    share = wide(state.wall_share[seat]) + laying
    fewest = True
    for other in range(wide(state.players)):
        fewest = fewest and (other == seat or share <= wide(state.wall_share[other]))
    checks = 1 + 2.0 * out[EVENTS_AT + MONGOLS * OF_EVENT + LEFT]
    short = max(0, next_check - wide(state.wall_length) - laying)
    rows[WALL_TILES] = (count_ones(np.uint64(state.wall_left[seat])) - laying) / 6.0
    rows[WALL_SHARE] = share / 3.0
    rows[WALL_SCORED] = share * checks / 6.0
    rows[WALL_SHORT] = short / 6.0
    rows[WALL_LOST] = HALVED[next_check - MONTHS - 1 + court.scorings] if short and fewest else 0.0
