"""Courts, compiled: their persons, goods and markers, how they change, and what an event would take."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import count_ones, wide
from palatine.core.compiled import kernel
from palatine.games.year_of_the_dragon.layout import (
    CONTAGION,
    CONTAGION_PERSONS,
    COURT_LADY,
    DROUGHT,
    FARMER,
    FESTIVAL,
    FESTIVAL_FIRST,
    FESTIVAL_SECOND,
    HEALER,
    LADY_POINTS,
    LARGE_DRAGONS,
    MONGOLS,
    MONK,
    PALACE_POINTS,
    PYROTECHNIST,
    SCHOLAR,
    SYMBOLS,
    TAX_BASE,
    TAX_COLLECTOR,
    TAXES,
    TRIBUTE,
    TRIBUTE_YUAN,
    TYPE,
    TYPE_OF_ACTION,
    VALUE,
    WARRIOR,
    WILD,
    State,
)
from palatine.games.year_of_the_dragon.palaces import (
    floors_of,
    inhabited,
    persons_in,
    tile_at,
    with_person,
    without_person,
)

# ------------------------------------------------------------------------------------------------------- changes


@kernel
def earn(state: State, seat: int, source: int, points: int) -> None:
    """Score points for a source."""
    state.earned[seat, source] = wide(state.earned[seat, source]) + points


@kernel
def move_marker(state: State, seat: int, spaces: int) -> None:
    """Move a person marker forward by at least one space, on top of any markers there (YD-9)."""
    space = wide(state.track[seat]) + spaces
    state.track[seat] = space
    place = 0
    while state.order[place] != seat:
        place += 1
    while place > 0 and wide(state.track[state.order[place - 1]]) <= space:
        state.order[place] = state.order[place - 1]
        place -= 1
    state.order[place] = seat


@kernel
def benefit(state: State, seat: int, kind: int, amount: int, source: int) -> None:
    """Give a court what the symbols of a type yield; points are scored for `source` (YD-13 to YD-18)."""
    if kind == TAX_COLLECTOR:
        state.yuan[seat] = wide(state.yuan[seat]) + amount
    elif kind == FARMER:
        state.rice[seat] = wide(state.rice[seat]) + amount
    elif kind == PYROTECHNIST:
        state.fireworks[seat] = wide(state.fireworks[seat]) + amount
    elif kind == WARRIOR:
        move_marker(state, seat, amount)
    elif kind in (SCHOLAR, COURT_LADY):
        earn(state, seat, source, amount)


@kernel
def count_person(state: State, seat: int, tile: int, number: int) -> None:
    """Count a person who has arrived (1) or left (-1)."""
    kind = TYPE[tile]
    state.persons[seat] = wide(state.persons[seat]) + number
    state.symbols[seat, kind] = wide(state.symbols[seat, kind]) + number * SYMBOLS[tile]


@kernel
def house_person(state: State, seat: int, palace: int, tile: int) -> None:
    """Put a person into a palace, and move the marker by the tile's value (YD-9)."""
    state.palaces[seat, palace] = with_person(wide(state.palaces[seat, palace]), tile)
    count_person(state, seat, tile, 1)
    move_marker(state, seat, VALUE[tile])


@kernel
def release_person(state: State, seat: int, palace: int, tile: int) -> None:
    """Remove a person from the game (YD-31). The marker stays (YD-24)."""
    state.palaces[seat, palace] = without_person(wide(state.palaces[seat, palace]), tile)
    count_person(state, seat, tile, -1)


@kernel
def remove_palace(state: State, seat: int, palace: int) -> None:
    """Remove a palace. The others keep their order."""
    last = wide(state.palace_count[seat]) - 1
    for i in range(palace, last):
        state.palaces[seat, i] = state.palaces[seat, i + 1]
    state.palaces[seat, last] = 0
    state.palace_count[seat] = last


@kernel
def decayed(palace: int) -> int:
    """Return a palace after the decay of a month; 0 if it is gone (YD-32)."""
    return palace if persons_in(palace) else palace - 1  # the floors are its lowest bits


@kernel
def decay(state: State, seat: int) -> None:
    """Take a floor from every palace without a person, and remove those without floors (YD-32)."""
    left = 0
    count = wide(state.palace_count[seat])
    for i in range(count):
        palace = decayed(wide(state.palaces[seat, i]))
        state.palaces[seat, i] = 0
        if palace:
            state.palaces[seat, left] = palace
            left += 1
    state.palace_count[seat] = left


@kernel
def spend_card(state: State, seat: int, card: int) -> None:
    """Remove a card from a hand."""
    if card == WILD:
        state.wilds[seat] -= 1
    else:
        state.hand[seat] = wide(state.hand[seat]) & ~(1 << card)


# --------------------------------------------------------------------------------------------------------- values


@kernel
def buddhas(state: State, seat: int) -> int:
    """Return the points of the monks: Buddhas times floors of their palaces (YD-34)."""
    points = 0
    if state.symbols[seat, MONK] == 0:
        return points
    for i in range(wide(state.palace_count[seat])):
        palace = wide(state.palaces[seat, i])
        for place in range(persons_in(palace)):
            tile = tile_at(palace, place)
            if TYPE[tile] == MONK:
                points += SYMBOLS[tile] * floors_of(palace)
    return points


@kernel
def floors_in_all(state: State, seat: int) -> int:
    """Return the number of floors of a court."""
    floors = 0
    for i in range(wide(state.palace_count[seat])):
        floors += floors_of(wide(state.palaces[seat, i]))
    return floors


@kernel
def privilege_dragons(state: State, seat: int) -> int:
    """Return the number of dragons on a seat's privileges (YD-19)."""
    return wide(state.small[seat]) + LARGE_DRAGONS * wide(state.large[seat])


@kernel
def cards_in_hand(state: State, seat: int) -> int:
    """Return the number of person cards in a hand."""
    return count_ones(np.uint64(state.hand[seat])) + wide(state.wilds[seat])


@kernel
def fewest_helmets(state: State) -> int:
    """Return the smallest number of helmets of any court (YD-29)."""
    fewest = wide(state.symbols[0, WARRIOR])
    for seat in range(1, wide(state.players)):
        fewest = min(fewest, wide(state.symbols[seat, WARRIOR]))
    return fewest


@kernel
def persons_lost(state: State, seat: int, event: int) -> int:
    """Return the number of persons that an event would take from a court now (YD-26 to YD-31)."""
    lost = 0
    if event == TRIBUTE:
        lost = TRIBUTE_YUAN - wide(state.yuan[seat])
    elif event == DROUGHT:
        lost = count_ones(inhabited(state, seat)) - wide(state.rice[seat])
    elif event == CONTAGION:
        lost = CONTAGION_PERSONS - wide(state.symbols[seat, HEALER])
    elif event == MONGOLS:
        lost = 1 if wide(state.symbols[seat, WARRIOR]) == fewest_helmets(state) else 0
    return min(max(lost, 0), wide(state.persons[seat]))


@kernel
def action_yield(state: State, seat: int, action: int) -> int:
    """Return what an action would bring now: yuan, floors, rice, fireworks, spaces or points (YD-13 to YD-18)."""
    kind = TYPE_OF_ACTION[action]
    base = TAX_BASE if action == TAXES else 1
    return base + wide(state.symbols[seat, kind])


@kernel
def event_points(state: State, seat: int, event: int) -> int:
    """Return the points that an event would score for a court now (YD-28, YD-29)."""
    if event == FESTIVAL:
        return festival_points(state, seat)
    return wide(state.symbols[seat, WARRIOR]) if event == MONGOLS else 0


@kernel
def palaces_gone(state: State, seat: int) -> int:
    """Return the number of palaces that decay would remove from a court now (YD-32)."""
    gone = 0
    for i in range(wide(state.palace_count[seat])):
        if decayed(wide(state.palaces[seat, i])) == 0:
            gone += 1
    return gone


@kernel
def month_points(state: State, seat: int, source: int) -> int:
    """Return the monthly points of a court, after decay, from one of the sources of `MONTHLY` (YD-33)."""
    if source == PALACE_POINTS:
        return wide(state.palace_count[seat])
    return wide(state.symbols[seat, COURT_LADY]) if source == LADY_POINTS else privilege_dragons(state, seat)


@kernel
def festival_points(state: State, seat: int) -> int:
    """Return the points that a dragon festival would score for a court now (YD-28)."""
    own = wide(state.fireworks[seat])
    if own == 0:
        return 0
    most, second = 0, 0
    for other in range(wide(state.players)):
        fireworks = wide(state.fireworks[other])
        if fireworks > most:
            most, second = fireworks, most
        elif second < fireworks < most:
            second = fireworks
    if own == most:
        return FESTIVAL_FIRST
    return FESTIVAL_SECOND if own == second else 0
