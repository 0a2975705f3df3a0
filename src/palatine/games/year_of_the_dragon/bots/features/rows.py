"""The features of In the Year of the Dragon by name: the place of each number."""

from __future__ import annotations

import numpy as np

from palatine.games.year_of_the_dragon.layout import (
    CONTAGION,
    COURT_LADY,
    CRAFTSMAN,
    DROUGHT,
    FARMER,
    FESTIVAL,
    HEALER,
    MONGOLS,
    MONK,
    MONTHS,
    PYROTECHNIST,
    SCHOLAR,
    TAX_COLLECTOR,
    TYPE_COUNT,
    WARRIOR,
    WITH_WALL,
)

(
    COUNT,  # symbols on the court's persons
    COUNT_TO_COME,  # times their uses to come: actions, scorings or events
    CARD,  # the card is in hand, and there are tiles for it
    OLDER,  # an older person can be taken with a card in hand
    OF_TYPE,
) = range(5)
(
    LEFT,  # the number of times the event is still to come
    NEAR,  # its nearness: halved for each action (or person) before it
    LOST,  # persons that it would take now; for the festival the points that it would give
    LOST_NEAR,  # that times its nearness
    LOST_LATER,  # the same for the second time; for the festival the lead in fireworks
    LOST_SOON,  # at most one action (or person) comes before
    OF_EVENT,
) = range(7)
(
    SCORINGS,  # months still to be scored
    SCORINGS_SQUARED,
    ACTIONS_LEFT,
    PERSONS_TO_COME,  # cards in hand
    ACTION_DUE,  # in this month
    PERSON_DUE,
    WAITING,  # the number of others that act before, while the action is due
    PALACES_SCORED,  # inhabited palaces times scorings
    HOMES,  # inhabited palaces
    LONELY,  # palaces with a single person
    EMPTY,  # palaces without a person
    EMPTY_FLOORS,
    EMPTY_SCORED,  # the number of times they will score before they are gone
    FLOORS,
    ROOM,  # free places
    NO_ROOM,  # one of three: no place, one, two
    ONE_ROOM,
    TWO_ROOM,
    LACKING,  # places that new persons will need, after losses
    LOW,  # floors that could be added to palaces
    BUDDHAS,  # the points of the monks
    BUDDHAS_HIGHER,  # the points they would gain in palaces of three floors
    PERSONS_COUNT,
    PERSONS_FOR_SCORINGS,
    LOSSES,  # persons that would be lost until the end
    LOSSES_CERTAIN,  # those that can no longer be helped
    YUAN,
    YUAN_FOR_ACTIONS,  # times the actions left
    YUAN_2,  # at least this many
    YUAN_3,
    YUAN_5,
    YUAN_LARGE,  # enough for a large privilege
    YUAN_LARGE_FOR_ACTIONS,
    RICE,
    FIREWORKS_HELD,
    ROCKETS_LEAD,  # the lead in rockets
    FIRST_IN_ORDER,  # the place in turn order
    SECOND_IN_ORDER,
    LAST_IN_ORDER,
    ORDER_FOR_ACTIONS,  # the share of others behind, times the actions left
    AHEAD,  # spaces to the next in front
    BEHIND,  # spaces to the next behind
    DRAGONS,  # on privileges
    WILDS,
    FLOORS_TO_BUILD,
    FLOORS_TO_BUILD_FOR_SCORINGS,
    AT_THE_GATE,  # a person has been chosen but not housed
    REPLACING,  # that person will have to replace another
    OF_COURT,
) = range(49)
(
    LANTERN_AHEAD,  # the super event is to come, with its effect
    BUDDHA_AHEAD,
    EARTHQUAKE_AHEAD,
    FLOOD_AHEAD,
    VOLCANO_AHEAD,
    TORNADO_AHEAD,
    SUNRISE_AHEAD,
    CHARTER_AHEAD,
    WALL_TILES,  # tiles left to lay
    WALL_SHARE,
    WALL_SCORED,  # tiles in the wall times the checks to come
    WALL_SHORT,  # tiles that the wall lacks at the next check
    WALL_LOST,  # it lacks some, and no seat has laid fewer: the nearness of the check
    OF_EXPANSIONS,
) = range(14)
EVENT_COUNT = FESTIVAL
EVENTS_AT = TYPE_COUNT * OF_TYPE - OF_EVENT
"""The place where the rows of peace would be: it has none."""
ACTIONS_AT = EVENTS_AT + (EVENT_COUNT + 1) * OF_EVENT
COURT_AT = ACTIONS_AT + WITH_WALL
EXPANSIONS_AT = COURT_AT + OF_COURT
FEATURES = EXPANSIONS_AT + OF_EXPANSIONS
EVENT_OF = np.zeros(TYPE_COUNT, dtype=np.int64)
"""The event that the symbols of a type are for, if there is one."""
EVENT_OF[PYROTECHNIST], EVENT_OF[WARRIOR], EVENT_OF[HEALER], EVENT_OF[FARMER] = FESTIVAL, MONGOLS, CONTAGION, DROUGHT

HALVED = 0.5 ** np.arange(MONTHS + 2)
A_SYMBOL = np.zeros(TYPE_COUNT)
"""The rough value of a symbol each time it is of use: good enough to guess which person a wild card will bring."""
A_SYMBOL[CRAFTSMAN], A_SYMBOL[COURT_LADY], A_SYMBOL[TAX_COLLECTOR], A_SYMBOL[SCHOLAR] = 0.6, 0.95, 0.25, 0.25
A_SYMBOL[PYROTECHNIST], A_SYMBOL[WARRIOR], A_SYMBOL[MONK] = 1.0, 1.0, 0.0
A_SYMBOL[HEALER], A_SYMBOL[FARMER] = 2.0, 0.7
A_SPACE = 0.2
A_BUDDHA = 2.0
NO_PERSON = -1
