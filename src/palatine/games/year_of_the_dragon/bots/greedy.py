"""The greedy player of In the Year of the Dragon: a competent beginner.

It tries every decision, together with the next one of the same turn, and takes the one after which its court is worth
most. A court is worth the points it has and would get for what it owns, what its persons can bring in the months left,
and less what the coming events would take from it now, the nearer ones above all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import count_ones, wide
from palatine.core.chance import below, next_random
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.core.heuristics import reference
from palatine.games.year_of_the_dragon.courts import (
    buddhas,
    cards_in_hand,
    event_points,
    fewest_helmets,
    privilege_dragons,
)
from palatine.games.year_of_the_dragon.layout import (
    CONTAGION,
    CONTAGION_PERSONS,
    COURT_LADY,
    CRAFTSMAN,
    DROUGHT,
    DTYPE,
    EVENT,
    FARMER,
    FESTIVAL,
    HEALER,
    LASTING,
    MONGOLS,
    MONK,
    MONTHS,
    POINTS_A_PERSON,
    PYROTECHNIST,
    SCHOLAR,
    SYMBOLS,
    TAX_COLLECTOR,
    TRIBUTE,
    TRIBUTE_YUAN,
    TURN_OVER,
    TYPE,
    TYPE_COUNT,
    VALUE,
    WARRIOR,
    YUAN_A_PIECE,
    YUAN_A_POINT,
    State,
)
from palatine.games.year_of_the_dragon.palaces import floors_of, inhabited, persons_in
from palatine.games.year_of_the_dragon.rules import carry_out

# The values of this player, in points, found by trial.
A_LOST_PERSON = 2.73
A_FREE_PLACE = 1.05
PLACES_WANTED = 4
A_FLOOR_TO_BUILD = 0.9
A_SPACE_AHEAD = 0.22
A_CARD = 0.75
A_BUDDHA_TO_COME = 1.32
URGENCY = (1.66, 1.47, 1.51, 0.71, 0.17, 0.12, 0.12, 0.12, 0.12, 0.12, 0.12, 0.12)
"""The weight of an event by the months until it comes: a distant one can still be prepared for."""
A_SYMBOL = np.zeros(TYPE_COUNT)
"""The value of a symbol per month, besides what is counted separately."""
A_SYMBOL[CRAFTSMAN] = 0.1
A_SYMBOL[COURT_LADY] = -0.12
A_SYMBOL[TAX_COLLECTOR] = -0.05
A_SYMBOL[PYROTECHNIST] = -0.21
A_SYMBOL[WARRIOR] = -0.04
A_SYMBOL[MONK] = -0.02
A_SYMBOL[HEALER] = 0.06
A_SYMBOL[FARMER] = 0.03
A_SYMBOL[SCHOLAR] = 0.23
NOTHING = -1e9


@kernel
def _homes(state: State, seat: int, scorings: int) -> float:
    """Return the value of the palaces: a point a month each while they stand, and room for new persons."""
    worth = 0.0
    free = wide(state.floors_left)
    for i in range(wide(state.palace_count[seat])):
        palace = wide(state.palaces[seat, i])
        persons, floors = persons_in(palace), floors_of(palace)
        worth += scorings if persons else min(scorings, floors - 1)
        free += floors - persons
    to_come = min(free, cards_in_hand(state, seat), PLACES_WANTED)
    return worth + A_FREE_PLACE * to_come + A_FLOOR_TO_BUILD * wide(state.floors_left)


@kernel
def _worth(state: State, seat: int) -> float:
    """Return the value of a court now."""
    month = max(1, wide(state.month))
    scorings = MONTHS + 1 - month
    worth = POINTS_A_PERSON * wide(state.persons[seat]) + buddhas(state, seat) + _homes(state, seat, scorings)
    for source in range(LASTING):
        worth += wide(state.earned[seat, source])
    dragons = wide(state.symbols[seat, COURT_LADY]) + privilege_dragons(state, seat)
    worth += scorings * dragons + A_SPACE_AHEAD * wide(state.track[seat])
    for kind in range(TYPE_COUNT):
        worth += A_SYMBOL[kind] * scorings * wide(state.symbols[seat, kind])
    return worth + _after_events(state, seat, month) + A_CARD * cards_in_hand(state, seat)


@kernel
def _after_events(state: State, seat: int, month: int) -> float:
    """Return what the coming events give and take, and the price of the goods that are left."""
    yuan, rice, fireworks = wide(state.yuan[seat]), wide(state.rice[seat]), wide(state.fireworks[seat])
    helmets, mortars = wide(state.symbols[seat, WARRIOR]), wide(state.symbols[seat, HEALER])
    homes, persons = count_ones(inhabited(state, seat)), wide(state.persons[seat])
    worth = 0.0
    first = month - 1 if state.stage < EVENT else month
    for coming in range(first, MONTHS):
        event = state.events[coming]
        urgency = URGENCY[coming - first]
        lost = 0
        if event == TRIBUTE:
            lost = max(0, TRIBUTE_YUAN - yuan)
            yuan = max(0, yuan - TRIBUTE_YUAN)
        elif event == DROUGHT:
            lost = max(0, homes - rice)
            rice = max(0, rice - homes)
        elif event == CONTAGION:
            lost = max(0, CONTAGION_PERSONS - mortars)
        elif event == MONGOLS:
            lost = 1 if helmets == fewest_helmets(state) else 0
            worth += helmets
        elif event == FESTIVAL:
            points = event_points(state, seat, FESTIVAL)
            worth += urgency * points
            if points:
                fireworks //= 2
        worth -= urgency * A_LOST_PERSON * min(lost, persons)
    return worth + (yuan + YUAN_A_PIECE * (rice + fireworks)) / YUAN_A_POINT


@kernel
def _person_at_the_gate(state: State) -> float:
    """Return the rough value of a person who is yet to be housed."""
    if not state.pending:
        return 0.0
    tile = wide(state.pending) - 1
    kind = TYPE[tile]
    scorings = MONTHS + 1 - max(1, wide(state.month))
    worth = POINTS_A_PERSON + A_SPACE_AHEAD * VALUE[tile] + A_SYMBOL[kind] * scorings * SYMBOLS[tile]
    if kind == COURT_LADY:
        worth += scorings
    if kind == MONK:
        worth += A_BUDDHA_TO_COME * SYMBOLS[tile]
    return worth


@kernel
def _best_next(state: State, scratch: NDArray[np.uint8], seat: int) -> float:
    """Return the value of a court after the best next decision of the same turn."""
    best = NOTHING
    for n in range(contract.count(state)):
        after = scratch.view(DTYPE)[0]
        contract.observe(state, after)
        carry_out(after, contract.nth(state, n))
        best = max(best, _worth(after, seat) + _person_at_the_gate(after))
    return best


@implements(reference, DTYPE)
def _(state: State, player: int, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    seat = wide(state.seat)
    chosen, best, ties = 0, NOTHING, 0
    for n in range(contract.count(state)):
        decision = contract.nth(state, n)
        after = scratch[0].view(DTYPE)[0]
        contract.observe(state, after)
        asked = carry_out(after, decision)
        worth = _worth(after, seat)
        if asked != TURN_OVER:
            after.phase = asked
            worth = _best_next(after, scratch[1], seat)
        ties = ties + 1 if worth == best else 1 if worth > best else ties
        if worth > best or (worth == best and below(next_random(random), ties) == 0):
            chosen, best = decision, worth
    return chosen
