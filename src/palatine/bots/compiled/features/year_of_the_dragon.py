"""What the evaluation of In the Year of the Dragon looks at: what persons are good for in the time that is left, what
the coming events will take as things stand, room, goods, the order on the track.

| numbers | meaning                                                                                              |
|---------|------------------------------------------------------------------------------------------------------|
| 9 x 4   | for each type of persons (see `OF_TYPE`): its symbols, what they are good for, its card              |
| 5 x 6   | for each event but peace (see `OF_EVENT`): when it comes and what it will take or give               |
| 8       | for each action: what it would bring, while the seat's action of the month is to come                |
| 48      | the court as a whole (see `OF_COURT`): time, palaces, goods, order, what is to be decided            |
| 13      | the expansions (see `OF_EXPANSIONS`)                                                                 |

A decision in two parts is judged when its first part is made: the person at the gate counts as housed, a privilege as
bought, a card as a person of its type. So what is chosen in a turn is compared by what it leads to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from palatine.bots.compiled.evaluation import Floats, features, rivals_matter
from palatine.core.bits import bit, count_ones, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.year_of_the_dragon.courts import (
    action_yield,
    cards_in_hand,
    festival_points,
    privilege_dragons,
)
from palatine.games.year_of_the_dragon.layout import (
    ACTING,
    ASSASSINATION_ATTEMPT,
    BASE_ACTIONS,
    BUDDHA,
    BUY,
    CHARTER_EVENT,
    CONTAGION,
    CONTAGION_PERSONS,
    COURT_LADY,
    CRAFTSMAN,
    DRAFTING,
    DROUGHT,
    DTYPE,
    EARTHQUAKE,
    EARTHQUAKE_FLOORS,
    EVENT,
    EVENT_AGAIN,
    FARMER,
    FEE,
    FESTIVAL,
    FIRST_WITH_OLDER,
    FLOOD,
    HEALER,
    LANTERN_FESTIVAL,
    LARGE_DRAGONS,
    LASTING,
    LAY,
    MONGOLS,
    MONK,
    MONTHS,
    MOST_FLOORS,
    NO_SUPER_EVENT,
    PAIR_HIGH,
    PAIR_LOW,
    PEACE,
    PERSONS,
    POINTS_A_PERSON,
    PRIVILEGE,
    PYROTECHNIST,
    REPLACE,
    SCHOLAR,
    SMALL_PRICE,
    SOLAR_ECLIPSE,
    SUNRISE,
    SUPER,
    SUPER_MONTH,
    SYMBOLS,
    TAX_COLLECTOR,
    TILE_COUNT,
    TORNADO,
    TORNADO_CARDS,
    TRIBUTE,
    TRIBUTE_YUAN,
    TYPE,
    TYPE_COUNT,
    VALUE,
    VOLCANIC_ERUPTION,
    WARRIOR,
    WILD,
    WITH_WALL,
    YUAN_A_PIECE,
    YUAN_A_POINT,
    State,
)
from palatine.games.year_of_the_dragon.legal import groups_with_dragons
from palatine.games.year_of_the_dragon.palaces import floors_of, persons_in, tile_at

(
    COUNT,  # symbols on the court's persons
    COUNT_TO_COME,  # times what they are good for: actions, scorings or events to come
    CARD,  # the card is in hand, and there are tiles for it
    OLDER,  # so is an older person for it
    OF_TYPE,
) = range(5)
(
    LEFT,  # how often the event is still to come
    NEAR,  # how near it is: halved for each action (or person) that comes before it
    LOST,  # persons that it takes as things stand; of the festival: the points that it gives
    LOST_NEAR,  # and that times how near it is
    LOST_LATER,  # the same for the second time; of the festival: the lead in fireworks
    LOST_SOON,  # at most one action (or person) comes before
    OF_EVENT,
) = range(7)
(
    SCORINGS,  # months that are still to be scored
    SCORINGS_SQUARED,
    ACTIONS_LEFT,
    PERSONS_TO_COME,  # cards in hand
    ACTION_DUE,  # in this month
    PERSON_DUE,
    WAITING,  # how many others act before, while the action is due
    PALACES_SCORED,  # inhabited palaces times scorings
    HOMES,  # inhabited palaces
    LONELY,  # palaces with a single person
    EMPTY,  # palaces without a person
    EMPTY_FLOORS,
    EMPTY_SCORED,  # how often they will count before they are gone
    FLOORS,
    ROOM,  # free places
    NO_ROOM,  # one of three: no place, one, two
    ONE_ROOM,
    TWO_ROOM,
    LACKING,  # places that the persons to come will need, losses counted
    LOW,  # floors that could be added to palaces
    BUDDHAS,  # what the monks count
    BUDDHAS_HIGHER,  # what they would count more in palaces of three floors
    PERSONS_COUNT,
    PERSONS_FOR_SCORINGS,
    LOSSES,  # persons to be lost until the end, as things stand
    LOSSES_CERTAIN,  # those that nothing can help any more
    YUAN,
    YUAN_FOR_ACTIONS,  # times the actions left
    YUAN_2,  # at least so many
    YUAN_3,
    YUAN_5,
    YUAN_LARGE,  # enough for a large privilege
    YUAN_LARGE_FOR_ACTIONS,
    RICE,
    FIREWORKS_HELD,
    ROCKETS_LEAD,  # rockets more than anybody else
    FIRST_IN_ORDER,  # the place in turn order
    SECOND_IN_ORDER,
    LAST_IN_ORDER,
    ORDER_FOR_ACTIONS,  # the share of others that are behind, times the actions left
    AHEAD,  # spaces to the next in front
    BEHIND,  # spaces to the next behind
    DRAGONS,  # on privileges
    WILDS,
    FLOORS_TO_BUILD,
    FLOORS_TO_BUILD_FOR_SCORINGS,
    AT_THE_GATE,  # a person has been chosen but not housed
    REPLACING,  # who will have to take another's place
    OF_COURT,
) = range(49)
(
    LANTERN_AHEAD,  # the super event is to come, with what it counts
    BUDDHA_AHEAD,
    EARTHQUAKE_AHEAD,
    FLOOD_AHEAD,
    VOLCANO_AHEAD,
    TORNADO_AHEAD,
    SUNRISE_AHEAD,
    CHARTER_AHEAD,
    WALL_TILES,  # that can still be laid
    WALL_SHARE,
    WALL_SCORED,  # tiles in the wall times the checks to come
    WALL_SHORT,  # tiles that the wall lacks at the next check
    WALL_LOST,  # it lacks some, and nobody has laid fewer: how near that is
    OF_EXPANSIONS,
) = range(14)
EVENT_COUNT = FESTIVAL
EVENTS_AT = TYPE_COUNT * OF_TYPE - OF_EVENT
"""Where the rows of peace would stand: it has none."""
ACTIONS_AT = EVENTS_AT + (EVENT_COUNT + 1) * OF_EVENT
COURT_AT = ACTIONS_AT + WITH_WALL
EXPANSIONS_AT = COURT_AT + OF_COURT
FEATURES = EXPANSIONS_AT + OF_EXPANSIONS
EVENT_OF = np.zeros(TYPE_COUNT, dtype=np.int64)
"""The event for which the symbols of a type are, if that is what they are for."""
EVENT_OF[PYROTECHNIST], EVENT_OF[WARRIOR], EVENT_OF[HEALER], EVENT_OF[FARMER] = FESTIVAL, MONGOLS, CONTAGION, DROUGHT

HALVED = 0.5 ** np.arange(MONTHS + 2)
A_SYMBOL = np.zeros(TYPE_COUNT)
"""What a symbol is worth, by and large, each time that it is of use: good enough to guess whom a wild card will bring."""
A_SYMBOL[CRAFTSMAN], A_SYMBOL[COURT_LADY], A_SYMBOL[TAX_COLLECTOR], A_SYMBOL[SCHOLAR] = 0.6, 0.95, 0.25, 0.25
A_SYMBOL[PYROTECHNIST], A_SYMBOL[WARRIOR], A_SYMBOL[MONK] = 1.0, 1.0, 0.0
A_SYMBOL[HEALER], A_SYMBOL[FARMER] = 2.0, 0.7
A_SPACE = 0.2
A_BUDDHA = 2.0
NOBODY = -1


class Court(NamedTuple):
    """What a seat has, with what it has begun to do."""

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
    """Whom a card that has been played will probably bring."""
    if card != WILD:
        older = card + TYPE_COUNT - FIRST_WITH_OLDER
        return older if card >= FIRST_WITH_OLDER and state.display[older] else card
    best, found = 0.0, NOBODY
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
    """Count the symbols, those of who is about to come too; returns how many that are, and how far the marker moves."""
    newcomers, spaces = 0, 0
    for kind in range(TYPE_COUNT):
        out[kind * OF_TYPE + COUNT] = wide(state.symbols[seat, kind])
    if state.seat == seat:
        tile = wide(state.pending) - 1
        if state.card:
            tile = _likely_tile(state, seat, wide(state.card) - 1, scorings)
        while tile != NOBODY:
            newcomers += 1
            spaces += VALUE[tile]
            out[TYPE[tile] * OF_TYPE + COUNT] += SYMBOLS[tile]
            pair = wide(state.pair[seat]) - 1
            tile = PAIR_HIGH[pair] if state.stage == DRAFTING and tile == PAIR_LOW[pair] else NOBODY
    return newcomers, spaces


@kernel
def _court(state: State, seat: int, out: Floats) -> Court:
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
        scorings,
        actions,
        action_due,
        person_due,
        hand,
        yuan,
        wide(state.rice[seat]),
        wide(state.fireworks[seat]),
        persons,
        dragons,
        wide(state.track[seat]) + spaces,
        homes,
        buddhas,
        room,
        int(out[COURT_LADY * OF_TYPE + COUNT]),
        owed,
    )


@kernel
def _look_at_others(state: State, seat: int, court: Court, out: Floats) -> tuple[int, int]:
    """The order; returns the most fireworks and the fewest helmets of the others."""
    most_fireworks, most_rockets, fewest_helmets = 0, 0, 99
    in_front, ahead, behind, waiting = 0, 99, 99, 0
    passed = court.track != wide(state.track[seat])  # a marker that moves comes to lie on top
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
def _look_at_events(state: State, seat: int, court: Court, out: Floats) -> int:
    """What the events will take and give, one after the other; returns the month of the next Mongols, or the last."""
    most_fireworks, fewest_helmets = _look_at_others(state, seat, court, out)
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
def _look_at_types(state: State, seat: int, court: Court, out: Floats) -> None:
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
def _look_at_actions(state: State, seat: int, court: Court, out: Floats) -> None:
    """What the action of the month could be, as long as it is to come."""
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


@kernel
def _look_at_goods(state: State, court: Court, out: Floats) -> None:
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


@kernel
def _look_at_super_event(state: State, seat: int, court: Court, out: Floats) -> int:
    """What the super event that is to come will do; returns the scorings that privileges have before it."""
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
def _look_at_wall(state: State, seat: int, court: Court, next_check: int, out: Floats) -> None:
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


@implements(features, DTYPE)
def _(state: State, seat: int, out: Floats) -> float:
    court = _court(state, seat, out)
    next_mongols = _look_at_events(state, seat, court, out)
    _look_at_types(state, seat, court, out)
    _look_at_actions(state, seat, court, out)
    _look_at_goods(state, court, out)
    dragon_scorings = court.scorings
    if state.super_event != NO_SUPER_EVENT:
        dragon_scorings = _look_at_super_event(state, seat, court, out)
    if state.great_wall:
        _look_at_wall(state, seat, court, next_mongols, out)
    base = POINTS_A_PERSON * court.persons + court.buddhas + court.scorings * (court.homes + court.ladies)
    base += dragon_scorings * court.dragons
    for source in range(LASTING):
        base += wide(state.earned[seat, source])
    return base + (court.yuan + YUAN_A_PIECE * (court.rice + court.fireworks)) / YUAN_A_POINT


@implements(rivals_matter, DTYPE)
def _(state: State) -> bool:
    return False
