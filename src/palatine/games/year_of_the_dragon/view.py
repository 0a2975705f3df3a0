"""The open position of In the Year of the Dragon as plain data, and the sources of points.

The *essence* is all that a position consists of; `position` adds derived values for convenience.

| key            | meaning                                                                                              |
|----------------|------------------------------------------------------------------------------------------------------|
| `game`, `players`, `options` | as in `palatine.new`                                                                   |
| `month`        | 1-12, 0 in the opening                                                                               |
| `stage`        | "draft", "action", "person", "event", "wall", "super_event", "event_again", "wall_again", "last_wall" |
| `phase`        | the kind of decision asked for: the first word of the decisions, or "over"                           |
| `seat`         | the seat that decides, null when over                                                                |
| `start`        | the seat that began the opening                                                                      |
| `events`       | the events of the twelve months                                                                      |
| `super_event`  | the super event of month 7, or null                                                                  |
| `groups`       | the action cards of this month, group by group                                                       |
| `track`        | the spaces with person markers, farthest first, the topmost of each first                            |
| `display`      | the tiles left of each person                                                                        |
| `wall`         | the tiles of the wall from month 1 on: seat, gift                                                    |
| `card`         | the card played, for which a person is taken, or null                                                |
| `person`       | the person to be housed, or null                                                                     |
| `floors_left`  | the floors still to be built                                                                         |
| `struck`       | the palaces of the seat that have lost a person in this drought                                      |
| `sunrise`      | the types taken in this Sunrise                                                                      |
| `courts`       | per seat: `yuan`, `rice`, `fireworks`, `small_privileges`, `large_privileges`, `hand`, `palaces`     |
|                | (floors, persons), `dragon` (the number of its group, or null), `pair` (in the opening), `owed` (the |
|                | decisions of the stage's kind it still has to make), `earned` (points so far by source)              |
| derived: `turn_order`, `fees` (of each group), and per court `persons`, `score`, `wall_tiles` (still to be laid),    |
| `income` (the yield of each action), `month_points` (from decay and scoring, if they came now) and `outlook`: the    |
| effects of each event now, as `lost` (persons) and `points`; a court is `safe` if it has persons and loses none      |
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.bits import members
from palatine.core.compiled import interpreted
from palatine.core.engine import engine
from palatine.core.game import Settings
from palatine.games.year_of_the_dragon import SUPER_EVENTS, palaces
from palatine.games.year_of_the_dragon.flow import pass_on
from palatine.games.year_of_the_dragon.layout import (
    ACTIONS,
    BASE_ACTIONS,
    CARDS,
    DTYPE,
    EVENTS,
    FEE,
    GIFTS,
    LASTING,
    OVER,
    PAIRS,
    PEACE,
    PHASES,
    RANKING_BASE,
    SEATS,
    SOURCES,
    STAGES,
    TILES,
    TURN_OVER,
    TYPES,
    WILD,
    WITH_WALL,
    YIELDING,
)
from palatine.games.year_of_the_dragon.rules import carry_out

Plain = dict[str, Any]

EARNED = SOURCES[:LASTING]

BY_SEAT = ("courts",)
"""The entries of a position that are lists with an item for each seat."""


def _named(mask: int, names: tuple[str, ...]) -> list[str]:
    """Return the names of the members of a set of bits."""
    return [name for number, name in enumerate(names) if mask >> number & 1]


@functools.cache
def _floors_and_persons(palace: int) -> tuple[int, tuple[str, ...]]:
    tiles = [interpreted(palaces.tile_at)(palace, place) for place in range(interpreted(palaces.persons_in)(palace))]
    return interpreted(palaces.floors_of)(palace), tuple(TILES[tile] for tile in sorted(tiles))


def _palace(palace: int) -> Plain:
    floors, persons = _floors_and_persons(palace)
    return {"floors": floors, "persons": list(persons)}


def _court(state: Any, seat: int) -> Plain:
    pair = state.pair[seat]
    return {
        "yuan": state.yuan[seat],
        "rice": state.rice[seat],
        "fireworks": state.fireworks[seat],
        "small_privileges": state.small[seat],
        "large_privileges": state.large[seat],
        "hand": _named(state.hand[seat], TYPES) + [CARDS[WILD]] * state.wilds[seat],
        "palaces": [_palace(palace) for palace in state.palaces[seat][: state.palace_count[seat]]],
        "dragon": state.dragon[seat] or None,
        "pair": [TYPES[kind] for kind in PAIRS[pair - 1]] if pair else None,
        "owed": state.owed[seat],
        "earned": dict(zip(EARNED, state.earned[seat], strict=True)),
    }


def _track(state: Any, players: int) -> list[Plain]:
    spaces: dict[int, list[int]] = {}
    for seat in state.order[:players]:
        spaces.setdefault(state.track[seat], []).append(seat)
    return [{"space": space, "seats": seats} for space, seats in spaces.items()]


def _groups(state: Any, players: int) -> list[list[str]]:
    if not state.month:
        return []
    groups: list[list[str]] = [[] for _ in range(players)]
    for card in range(WITH_WALL if state.great_wall else BASE_ACTIONS):
        groups[state.group_of[card]].append(ACTIONS[card])
    return groups


def essence(settings: Settings, state: Any) -> Plain:
    """Return all that an open position consists of."""
    players = settings.players
    wall = [code - 1 for code in state.wall[: state.wall_length]]
    return {
        "game": settings.game.name,
        "players": players,
        "options": dict(settings.options),
        "month": state.month,
        "stage": STAGES[state.stage],
        "phase": PHASES[state.phase],
        "seat": None if state.phase == OVER else state.seat,
        "start": state.start,
        "events": [EVENTS[event] for event in state.events],
        "super_event": SUPER_EVENTS[state.super_event - 1] if state.super_event else None,
        "groups": _groups(state, players),
        "track": _track(state, players),
        "display": dict(zip(TILES, state.display, strict=True)),
        "wall": [{"seat": code % SEATS, "gift": GIFTS[code // SEATS]} for code in wall],
        "card": CARDS[state.card - 1] if state.card else None,
        "person": TILES[state.pending - 1] if state.pending else None,
        "floors_left": state.floors_left,
        "struck": [palace + 1 for palace in members(state.struck)],
        "sunrise": _named(state.sunrise, TYPES),
        "courts": [_court(state, seat) for seat in range(players)],
    }


def position(settings: Settings, state: Any) -> Plain:
    """Return the open position with its derived values."""
    plain = essence(settings, state)
    plain["turn_order"] = state.order[: settings.players]
    plain["fees"] = [FEE if group in state.dragon else 0 for group in range(1, len(plain["groups"]) + 1)]
    for seat, court in enumerate(plain["courts"]):
        court["persons"] = state.persons[seat]
        court["score"] = sum(state.earned[seat])
        court["wall_tiles"] = _named(state.wall_left[seat], GIFTS)
        court["income"] = {ACTIONS[action]: state.income[seat][action] for action in YIELDING}
        court["month_points"] = state.month_points[seat]
        court["outlook"] = {
            EVENTS[event]: {
                "lost": state.lost[seat][event],
                "points": state.event_points[seat][event],
                "safe": state.persons[seat] > 0 and state.lost[seat][event] == 0,
            }
            for event in range(PEACE + 1, len(EVENTS))
        }
    return plain


def steps(settings: Settings, observation: NDArray[np.uint8], decision: int) -> Iterator[Plain]:
    """Yield the open positions after a decision: once it is carried out, then as each stage begins or ends."""
    raw = observation.copy()
    state = raw.view(DTYPE)[0]
    plain = engine(settings.game).plain
    more = interpreted(carry_out)(state, decision) == TURN_OVER
    yield position(settings, plain(raw))
    while more:
        more = interpreted(pass_on)(state)
        yield position(settings, plain(raw))


def sources(settings: Settings, rows: NDArray[np.int32]) -> list[list[Plain]]:
    """Return the sources of points per seat, from the rows of the contract's `sources`."""
    of_seats: list[list[Plain]] = [[] for _ in range(settings.players)]
    for seat, source, points in rows.tolist():
        of_seats[seat].append({"source": SOURCES[source], "points": points})
    return of_seats


def decided_by(rankings: list[int]) -> str:
    """Return what decided between the first two: "score", "person_track", or "stack" for the upper marker."""
    first, second = sorted(rankings, reverse=True)[:2]
    if first // RANKING_BASE**2 != second // RANKING_BASE**2:
        return "score"
    return "person_track" if first // RANKING_BASE != second // RANKING_BASE else "stack"
