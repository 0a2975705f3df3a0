"""A palace as one number, compiled.

| bits  | meaning                                                                          |
|-------|----------------------------------------------------------------------------------|
| 0-1   | floors                                                                           |
| 2-13  | three places of 4 bits for persons: tile + 1, or 0; the higher tiles come first  |

Palaces that are alike are equal numbers. A set of palaces of a court is a word of bits.
"""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ZERO, bit, wide
from palatine.core.compiled import kernel
from palatine.games.year_of_the_dragon.layout import MOST_FLOORS, State

FLOOR_BITS = 2
FLOOR_MASK = 3
PERSON_BITS = 4
PERSON_MASK = 15
NO_TILE = -1


@kernel
def floors_of(palace: int) -> int:
    """Return the number of floors."""
    return palace & FLOOR_MASK


@kernel
def tile_at(palace: int, place: int) -> int:
    """Return the person on one of the three places, or `NO_TILE`."""
    return ((palace >> (FLOOR_BITS + PERSON_BITS * place)) & PERSON_MASK) - 1


@kernel
def persons_in(palace: int) -> int:
    """Return the number of persons. The places are filled from the first on."""
    if palace >> (FLOOR_BITS + 2 * PERSON_BITS):
        return 3
    if palace >> (FLOOR_BITS + PERSON_BITS):
        return 2
    return 1 if palace >> FLOOR_BITS else 0


@kernel
def different_in(palace: int) -> int:
    """Return the number of different tiles."""
    first, second, third = tile_at(palace, 0), tile_at(palace, 1), tile_at(palace, 2)
    different = 0 if first == NO_TILE else 1
    if second not in (first, NO_TILE):
        different += 1
    if third not in (second, NO_TILE):
        different += 1
    return different


@kernel
def nth_different(palace: int, n: int) -> int:
    """Return the n-th of the different tiles."""
    first, second = tile_at(palace, 0), tile_at(palace, 1)
    if n == 0:
        return first
    if n == 1 and second != first:
        return second
    return tile_at(palace, 2)


@kernel
def palace_of(floors: int, first: int, second: int, third: int) -> int:
    """Return a palace with its persons, given in any order; `NO_TILE` for a free place."""
    if first < second:
        first, second = second, first
    if second < third:
        second, third = third, second
    if first < second:
        first, second = second, first
    persons = (((third + 1) << PERSON_BITS | (second + 1)) << PERSON_BITS) | (first + 1)
    return (persons << FLOOR_BITS) | floors


@kernel
def with_person(palace: int, tile: int) -> int:
    """Return a palace that has room with one more person."""
    return palace_of(floors_of(palace), tile_at(palace, 0), tile_at(palace, 1), tile)


@kernel
def without_person(palace: int, tile: int) -> int:
    """Return a palace without one of its persons."""
    first, second, third = tile_at(palace, 0), tile_at(palace, 1), tile_at(palace, 2)
    if first == tile:
        return palace_of(floors_of(palace), second, third, NO_TILE)
    if second == tile:
        return palace_of(floors_of(palace), first, third, NO_TILE)
    return palace_of(floors_of(palace), first, second, NO_TILE)


@kernel
def lives_in(palace: int, tile: int) -> bool:
    """Return True if the palace has such a person."""
    return tile_at(palace, 0) == tile or tile_at(palace, 1) == tile or tile_at(palace, 2) == tile


@kernel
def alike_once(state: State, seat: int, among: np.uint64) -> np.uint64:
    """Return a set of palaces without those like an earlier one: equal decisions are offered once."""
    once = ZERO
    for i in range(wide(state.palace_count[seat])):
        if among & bit(i):
            palace = state.palaces[seat, i]
            known = False
            for j in range(i):
                if once & bit(j) and state.palaces[seat, j] == palace:
                    known = True
            if not known:
                once |= bit(i)
    return once


@kernel
def with_room(state: State, seat: int) -> np.uint64:
    """Return the palaces of a court that have room (YD-8)."""
    found = ZERO
    for i in range(wide(state.palace_count[seat])):
        palace = wide(state.palaces[seat, i])
        if persons_in(palace) < floors_of(palace):
            found |= bit(i)
    return found


@kernel
def not_full_height(state: State, seat: int) -> np.uint64:
    """Return the palaces of a court that can still grow (YD-8)."""
    found = ZERO
    for i in range(wide(state.palace_count[seat])):
        if floors_of(wide(state.palaces[seat, i])) < MOST_FLOORS:
            found |= bit(i)
    return found


@kernel
def inhabited(state: State, seat: int) -> np.uint64:
    """Return the inhabited palaces of a court."""
    found = ZERO
    for i in range(wide(state.palace_count[seat])):
        if persons_in(wide(state.palaces[seat, i])):
            found |= bit(i)
    return found


@kernel
def overfull(state: State, seat: int) -> np.uint64:
    """Return the palaces with more persons than floors, after an earthquake (YD-X2)."""
    found = ZERO
    for i in range(wide(state.palace_count[seat])):
        palace = wide(state.palaces[seat, i])
        if persons_in(palace) > floors_of(palace):
            found |= bit(i)
    return found
