"""A court, including what its seat has begun to do this turn."""

from __future__ import annotations

from typing import NamedTuple

from palatine.core.bits import wide
from palatine.core.compiled import kernel
from palatine.core.heuristics import Floats
from palatine.games.year_of_the_dragon.bots.features.rows import (
    A_BUDDHA,
    A_SPACE,
    A_SYMBOL,
    ACTION_DUE,
    ACTIONS_LEFT,
    AHEAD,
    AT_THE_GATE,
    BEHIND,
    BUDDHAS,
    BUDDHAS_HIGHER,
    COUNT,
    COURT_AT,
    DRAGONS,
    EMPTY,
    EMPTY_FLOORS,
    EMPTY_SCORED,
    EVENT_OF,
    FIREWORKS_HELD,
    FIRST_IN_ORDER,
    FLOORS,
    FLOORS_TO_BUILD,
    FLOORS_TO_BUILD_FOR_SCORINGS,
    HOMES,
    LAST_IN_ORDER,
    LONELY,
    LOW,
    NO_PERSON,
    NO_ROOM,
    OF_TYPE,
    ORDER_FOR_ACTIONS,
    PALACES_SCORED,
    PERSON_DUE,
    PERSONS_COUNT,
    PERSONS_FOR_SCORINGS,
    PERSONS_TO_COME,
    REPLACING,
    RICE,
    ROCKETS_LEAD,
    ROOM,
    SCORINGS,
    SCORINGS_SQUARED,
    SECOND_IN_ORDER,
    WAITING,
    WILDS,
    YUAN,
    YUAN_2,
    YUAN_3,
    YUAN_5,
    YUAN_FOR_ACTIONS,
    YUAN_LARGE,
    YUAN_LARGE_FOR_ACTIONS,
)
from palatine.games.year_of_the_dragon.courts import (
    cards_in_hand,
    privilege_dragons,
)
from palatine.games.year_of_the_dragon.layout import (
    ACTING,
    BUY,
    CONTAGION_PERSONS,
    COURT_LADY,
    DRAFTING,
    EVENT,
    FEE,
    FIRST_WITH_OLDER,
    HEALER,
    LARGE_DRAGONS,
    MONK,
    MONTHS,
    MOST_FLOORS,
    PAIR_HIGH,
    PAIR_LOW,
    PERSONS,
    PYROTECHNIST,
    REPLACE,
    SMALL_PRICE,
    SUPER,
    SYMBOLS,
    TILE_COUNT,
    TYPE,
    TYPE_COUNT,
    VALUE,
    WARRIOR,
    WILD,
    State,
)
from palatine.games.year_of_the_dragon.palaces import floors_of, persons_in, tile_at


class Court(NamedTuple):
    """The possessions of a seat, including what it has begun to do this turn."""

    scorings: int
    actions: int
    action_due: int
    person_due: int
    hand: int
    yuan: int
    rice: int
    fireworks: int
    persons: int
    dragons: int
    track: int
    homes: int
    buddhas: int
    room: int
    ladies: int
    owed: int  # persons to be released


@kernel
def _likely_tile(state: State, seat: int, card: int, scorings: int) -> int:
    """Return the person that a played card will probably bring."""
    if card != WILD:
        older = card + TYPE_COUNT - FIRST_WITH_OLDER
        return older if card >= FIRST_WITH_OLDER and state.display[older] else card
    best, found = 0.0, NO_PERSON
    for tile in range(TILE_COUNT):
        kind = TYPE[tile]
        symbols = SYMBOLS[tile]
        times = scorings
        if EVENT_OF[kind]:
            times = 0
            for coming in range(MONTHS - scorings, MONTHS):
                times += 1 if state.events[coming] == EVENT_OF[kind] else 0
            if kind == HEALER:
                symbols = min(symbols, CONTAGION_PERSONS - wide(state.symbols[seat, HEALER]))
        worth = symbols * times * A_SYMBOL[kind] + A_SPACE * VALUE[tile] + (A_BUDDHA * symbols if kind == MONK else 0.0)
        if state.display[tile] and worth > best:
            best, found = worth, tile
    return found


@kernel
def _begun(state: State, seat: int, scorings: int, out: Floats) -> tuple[int, int]:
    """Count the symbols, with persons about to arrive. Return the number of those, and the spaces of the marker."""
    newcomers, spaces = 0, 0
    for kind in range(TYPE_COUNT):
        out[kind * OF_TYPE + COUNT] = wide(state.symbols[seat, kind])
    if state.seat == seat:
        tile = wide(state.pending) - 1
        if state.card:
            tile = _likely_tile(state, seat, wide(state.card) - 1, scorings)
        while tile != NO_PERSON:
            newcomers += 1
            spaces += VALUE[tile]
            out[TYPE[tile] * OF_TYPE + COUNT] += SYMBOLS[tile]
            pair = wide(state.pair[seat]) - 1
            tile = PAIR_HIGH[pair] if state.stage == DRAFTING and tile == PAIR_LOW[pair] else NO_PERSON
    return newcomers, spaces


@kernel
def court_of(state: State, seat: int, out: Floats) -> Court:
    stage = state.stage
    month = max(1, wide(state.month))
    scorings = MONTHS + 1 - month
    action_due = 1 if stage == DRAFTING or (stage == ACTING and state.owed[seat]) else 0
    hand = cards_in_hand(state, seat)
    person_due = 1 if hand and (stage < PERSONS or (stage == PERSONS and state.owed[seat])) else 0
    owed = wide(state.owed[seat]) if stage >= EVENT and stage != SUPER else 0
    newcomers, spaces = _begun(state, seat, scorings, out)
    yuan, dragons, to_build = wide(state.yuan[seat]), privilege_dragons(state, seat), 0
    whole = out[COURT_AT:]
    if state.seat == seat:
        to_build = wide(state.floors_left)
        whole[AT_THE_GATE] = newcomers
        if state.phase == BUY:
            large = yuan >= wide(state.large_price)
            dragons += LARGE_DRAGONS if large else 1
            yuan -= wide(state.large_price) if large else SMALL_PRICE
        elif state.phase == REPLACE:
            whole[REPLACING] = 1.0
            newcomers = 0
    persons = wide(state.persons[seat]) + newcomers - owed

    homes, lonely, empty, empty_floors, floors, low, place_for_monk = 0, 0, 0, 0, 0, 0, 1
    buddhas, higher, empty_scored = 0, 0, 0
    for i in range(wide(state.palace_count[seat])):
        palace = wide(state.palaces[seat, i])
        living, height = persons_in(palace), floors_of(palace)
        floors += height
        low += MOST_FLOORS - height
        if living < height:
            place_for_monk = max(place_for_monk, height)
        if living == 0:
            empty += 1
            empty_floors += height
            empty_scored += min(scorings, height - 1)
        else:
            homes += 1
            lonely += 1 if living == 1 else 0
        for place in range(living):
            tile = tile_at(palace, place)
            if TYPE[tile] == MONK:
                buddhas += SYMBOLS[tile] * height
                higher += SYMBOLS[tile] * (MOST_FLOORS - height)
    coming = int(out[MONK * OF_TYPE + COUNT]) - wide(state.symbols[seat, MONK])
    buddhas += coming * place_for_monk
    higher += coming * (MOST_FLOORS - place_for_monk)
    room = floors + to_build - persons
    left = scorings / MONTHS
    actions = MONTHS - month + action_due
    whole[SCORINGS] = left
    whole[SCORINGS_SQUARED] = left * left
    whole[ACTIONS_LEFT] = actions / MONTHS
    whole[PERSONS_TO_COME] = hand / 11.0
    whole[ACTION_DUE] = action_due
    whole[PERSON_DUE] = person_due
    whole[PALACES_SCORED] = homes * left / 3.0
    whole[HOMES] = homes / 4.0
    whole[LONELY] = lonely / 3.0
    whole[EMPTY] = empty / 2.0
    whole[EMPTY_FLOORS] = empty_floors / 4.0
    whole[EMPTY_SCORED] = empty_scored / 2.0
    whole[FLOORS] = floors / 8.0
    whole[ROOM] = room / 4.0
    if room < 3:
        whole[NO_ROOM + max(0, room)] = 1.0
    whole[LOW] = low / 4.0
    whole[BUDDHAS] = buddhas / 6.0
    whole[BUDDHAS_HIGHER] = higher * min(actions, 3) / 9.0
    whole[PERSONS_COUNT] = persons / 6.0
    whole[PERSONS_FOR_SCORINGS] = persons * left / 6.0
    whole[DRAGONS] = dragons / 4.0
    whole[WILDS] = wide(state.wilds[seat]) / 2.0
    whole[FLOORS_TO_BUILD] = to_build / 2.0
    whole[FLOORS_TO_BUILD_FOR_SCORINGS] = to_build * left / 2.0
    return Court(
        scorings=scorings,
        actions=actions,
        action_due=action_due,
        person_due=person_due,
        hand=hand,
        yuan=yuan,
        rice=wide(state.rice[seat]),
        fireworks=wide(state.fireworks[seat]),
        persons=persons,
        dragons=dragons,
        track=wide(state.track[seat]) + spaces,
        homes=homes,
        buddhas=buddhas,
        room=room,
        ladies=int(out[COURT_LADY * OF_TYPE + COUNT]),
        owed=owed,
    )


@kernel
def look_at_others(state: State, seat: int, court: Court, out: Floats) -> tuple[int, int]:
    """Write the features of turn order. Return the most fireworks and the fewest helmets of the others."""
    most_fireworks, most_rockets, fewest_helmets = 0, 0, 99
    in_front, ahead, behind, waiting = 0, 99, 99, 0
    passed = court.track != wide(state.track[seat])  # a marker that moves lands on top
    others = wide(state.players) - 1
    for place in range(others + 1):
        other = wide(state.order[place])
        if other == seat:
            passed = True
            continue
        most_fireworks = max(most_fireworks, wide(state.fireworks[other]))
        most_rockets = max(most_rockets, wide(state.symbols[other, PYROTECHNIST]))
        fewest_helmets = min(fewest_helmets, wide(state.symbols[other, WARRIOR]))
        lead = court.track - wide(state.track[other])
        if lead < 0 or (lead == 0 and not passed):
            in_front += 1
            ahead = min(ahead, -lead)
            waiting += 1 if state.owed[other] else 0
        else:
            behind = min(behind, lead)
    whole = out[COURT_AT:]
    whole[WAITING] = waiting * court.action_due / 4.0
    whole[FIRST_IN_ORDER] = 1.0 if in_front == 0 else 0.0
    whole[SECOND_IN_ORDER] = 1.0 if in_front == 1 else 0.0
    whole[LAST_IN_ORDER] = 1.0 if in_front == others else 0.0
    whole[ORDER_FOR_ACTIONS] = (others - in_front) * court.actions / (MONTHS * others)
    whole[AHEAD] = min(ahead, 8) / 8.0 if in_front else 0.0
    whole[BEHIND] = min(behind, 8) / 8.0 if in_front < others else 0.0
    whole[ROCKETS_LEAD] = (out[PYROTECHNIST * OF_TYPE + COUNT] - most_rockets) / 3.0
    return most_fireworks, fewest_helmets


@kernel
def look_at_goods(state: State, court: Court, out: Floats) -> None:
    whole = out[COURT_AT:]
    whole[YUAN] = court.yuan / 8.0
    whole[YUAN_FOR_ACTIONS] = min(court.yuan, 12) * court.actions / 72.0
    whole[YUAN_2] = 1.0 if court.yuan >= SMALL_PRICE else 0.0
    whole[YUAN_3] = 1.0 if court.yuan >= FEE else 0.0
    whole[YUAN_5] = 1.0 if court.yuan >= FEE + SMALL_PRICE else 0.0
    whole[YUAN_LARGE] = 1.0 if court.yuan >= wide(state.large_price) else 0.0
    whole[YUAN_LARGE_FOR_ACTIONS] = whole[YUAN_LARGE] * court.actions / MONTHS
    whole[RICE] = court.rice / 4.0
    whole[FIREWORKS_HELD] = court.fireworks / 4.0
