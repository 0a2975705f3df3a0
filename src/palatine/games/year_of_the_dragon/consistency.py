"""Checks that the events, month, stage, phase and seat of a given position are consistent."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from palatine.core.bits import count_ones
from palatine.core.compiled import interpreted
from palatine.core.errors import PositionError
from palatine.games.year_of_the_dragon.courts import cards_in_hand, floors_in_all
from palatine.games.year_of_the_dragon.flow import ask_next
from palatine.games.year_of_the_dragon.layout import (
    ACT,
    ACTING,
    BUILD,
    BUY,
    CHARTER,
    CHARTER_EVENT,
    COLLAPSE,
    CONTAGION,
    CONTAGION_PERSONS,
    DISCARD,
    DRAFT,
    DRAFTING,
    EARTHQUAKE,
    EARTHQUAKE_FLOORS,
    EVENT,
    EVENT_AGAIN,
    EVENT_TILES,
    EVENTS,
    FIRST_QUESTION,
    FLOOD,
    HOUSE,
    LAST_WALL,
    LAY,
    MONGOLS,
    MONTHS,
    OVER,
    PAIRS,
    PEACE,
    PEACE_MONTHS,
    PERSONS,
    PHASES,
    PLAY,
    RELEASE,
    REPLACE,
    RETURN,
    SMALL_PRICE,
    SOLAR_ECLIPSE,
    STAGES,
    SUNRISE,
    SUPER,
    SUPER_MONTH,
    TAKE,
    TORNADO,
    TORNADO_CARDS,
    TRIBUTE,
    TRIBUTE_YUAN,
    WALL,
    WALL_AGAIN,
)
from palatine.games.year_of_the_dragon.legal import count, in_a_drought
from palatine.games.year_of_the_dragon.palaces import inhabited, overfull, with_room

PHASES_OF_STAGE = {
    DRAFTING: {DRAFT, HOUSE, REPLACE},
    ACTING: {ACT, BUY, BUILD, LAY},
    PERSONS: {PLAY, TAKE, HOUSE, REPLACE},
    EVENT: {RELEASE},
    WALL: {RELEASE},
    EVENT_AGAIN: {RELEASE},
    WALL_AGAIN: {RELEASE},
    LAST_WALL: {RELEASE, OVER},
}
PHASES_OF_SUPER_EVENT = {
    EARTHQUAKE: {COLLAPSE, RELEASE},
    FLOOD: {RETURN},
    TORNADO: {DISCARD},
    SUNRISE: {TAKE, HOUSE, REPLACE},
    CHARTER_EVENT: {CHARTER, BUILD},
}
MOST_RELEASED = {TRIBUTE: TRIBUTE_YUAN, CONTAGION: CONTAGION_PERSONS, MONGOLS: 1}
"""The most persons that an event takes from a court; in a drought it depends on the palaces."""


def can_be_a_year(events: list[int]) -> bool:
    """Return True if set-up can lay these events: two of each, peace first, no others alike side by side (YD-4)."""
    tiles = Counter({event: PEACE_MONTHS if event == PEACE else EVENT_TILES for event in range(len(EVENTS))})
    first, others = events[:PEACE_MONTHS], events[PEACE_MONTHS:]
    alike = any(one == other for one, other in itertools.pairwise(others))
    return first == [PEACE] * PEACE_MONTHS and Counter(events) == tiles and not alike


def _stage_can_be(state: Any) -> bool:
    """Return True if the month can have this stage with this phase."""
    month, stage, phase = int(state.month), int(state.stage), int(state.phase)
    super_event = int(state.super_event) if month == SUPER_MONTH else None
    phases = PHASES_OF_STAGE.get(stage, PHASES_OF_SUPER_EVENT.get(super_event or 0, set()))
    if phase not in phases or (month == 0) != (stage == DRAFTING):
        return False
    invaded = bool(state.great_wall) and month > 0 and state.events[month - 1] == MONGOLS
    needed = {
        WALL: invaded,
        EVENT_AGAIN: super_event == SOLAR_ECLIPSE,
        WALL_AGAIN: super_event == SOLAR_ECLIPSE and invaded,
        LAST_WALL: month == MONTHS and (phase == OVER or bool(state.great_wall)),
    }
    return needed.get(stage, True)


def _can_be_owed(state: Any, seat: int) -> int:
    """Return the most decisions that a seat can still owe in the stage."""
    stage = int(state.stage)
    persons, cards = int(state.persons[seat]), interpreted(cards_in_hand)(state, seat)
    if state.phase == OVER:
        return 0
    # In a later phase of its turn the seat has already made the first decision.
    decided = int(seat == state.seat and state.phase != FIRST_QUESTION[stage, int(state.super_event)])
    if stage == SUPER:
        return {
            EARTHQUAKE: min(EARTHQUAKE_FLOORS - decided, interpreted(floors_in_all)(state, seat)),
            FLOOD: (int(state.yuan[seat]) + int(state.rice[seat]) + int(state.fireworks[seat])) // 2,
            TORNADO: min(TORNADO_CARDS, cards),
            SUNRISE: 1 - decided,
            CHARTER_EVENT: min(1 - decided, persons),
        }[int(state.super_event)]
    if stage in (DRAFTING, ACTING):
        return 1 - decided
    if stage == PERSONS:
        return min(1 - decided, cards)
    if interpreted(in_a_drought)(state):
        struck = int(state.struck) if state.seat == seat else 0
        return int(count_ones(interpreted(inhabited)(state, seat) & ~type(state.struck)(struck)))
    event = int(state.events[int(state.month) - 1])
    return min(persons, MOST_RELEASED.get(event, 0) if stage in (EVENT, EVENT_AGAIN) else 1)


def _question_can_be(state: Any) -> bool:
    """Return True if the card, person, floors and so on are those that the phase needs."""
    phase, seat = int(state.phase), int(state.seat)
    sunrise = state.stage == SUPER and state.super_event == SUNRISE
    pair = PAIRS[int(state.pair[seat]) - 1] if state.pair[seat] else ()
    if bool(state.pending) != (phase in (HOUSE, REPLACE)) or bool(state.floors_left) != (phase == BUILD):
        return False
    if bool(state.card) != (phase == TAKE and not sunrise) or (state.sunrise and not sunrise):
        return False
    if phase == REPLACE and interpreted(with_room)(state, seat):
        return False
    if state.struck and not (phase == RELEASE and interpreted(in_a_drought)(state)):
        return False
    return state.stage != DRAFTING or phase == DRAFT or int(state.pending) - 1 in pair


def check_turn(state: Any) -> None:
    """Raise `PositionError` unless month, stage, phase, seat and owed decisions are consistent."""
    phase, seat = PHASES[int(state.phase)], int(state.seat)
    fields = {"month": int(state.month), "stage": STAGES[int(state.stage)], "phase": phase}
    if not _stage_can_be(state):
        raise PositionError("year_of_the_dragon.position_stage", **fields)
    if not _question_can_be(state):
        raise PositionError("year_of_the_dragon.position_question", **fields)
    for owing in range(int(state.players)):
        if int(state.owed[owing]) > (most := _can_be_owed(state, owing)):
            raise PositionError(
                "year_of_the_dragon.position_owed", seat=owing, count=int(most), given=int(state.owed[owing])
            )
    if state.phase == OVER:
        return
    if state.phase == FIRST_QUESTION[int(state.stage), int(state.super_event)] and not _is_overfull(state):
        after = state.copy()
        if not interpreted(ask_next)(after) or after.seat != seat or after.phase != state.phase:
            raise PositionError("year_of_the_dragon.position_seat", phase=phase, seat=seat)
    if _is_stuck(state):
        raise PositionError("year_of_the_dragon.position_stuck", phase=phase, seat=seat)


def _is_stuck(state: Any) -> bool:
    """Return True if the seat has no choice. An action is legal only if it can be carried out, so none gets stuck."""
    broke = state.phase == BUY and state.yuan[int(state.seat)] < SMALL_PRICE
    walled = state.phase == LAY and state.wall_length == MONTHS
    return broke or walled or not interpreted(count)(state)


def _is_overfull(state: Any) -> bool:
    return bool(interpreted(overfull)(state, int(state.seat)))
