"""The points of the Dragon cards for a Realm."""

from __future__ import annotations

import numpy as np

from palatine.core.bits import ZERO, count_ones, wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.bots.features.looks import Look, look_at, of_kind, of_number
from palatine.games.dragon_castle.bots.features.rows import OF_A_TYPE
from palatine.games.dragon_castle.dragons import (
    MIRRORED_SHRINES_POINTS,
    MIRRORED_TILES_POINTS,
    SYMBOL_POINTS,
    line_points,
    neighbour,
    neighbours,
    power_points,
)
from palatine.games.dragon_castle.layout import (
    BRAVERY,
    CODE_OF,
    DEVOTION,
    DRAGON_TYPE,
    FIRST_SPECIAL_SYMBOL,
    FIRST_TYPE,
    HARMONY,
    HUMILITY,
    KNOWLEDGE,
    LAST_FACTION,
    MAJESTY,
    NUMBERS,
    POWER,
    RANKS,
    REALM_STRIDE,
    RIGHTEOUSNESS,
    SYMBOLS,
    TRANQUILITY,
    State,
)
from palatine.games.dragon_castle.realms import (
    ALL_ROWS,
    COLUMN,
    NOT_FIRST_COLUMN,
    NOT_LAST_COLUMN,
    ROW,
    beside,
    first_group,
)


@kernel
def _sum_of(look: Look, tiles: np.uint64) -> int:
    """Return the sum of the numbers of some tiles."""
    return (
        count_ones(tiles & look.planes[0])
        + 2 * count_ones(tiles & look.planes[1])
        + 4 * count_ones(tiles & look.planes[2])
    )


@kernel
def _power(look: Look, faction: int) -> int:
    """Return the highest sum of a group of a Faction."""
    left, most = of_kind(look, faction), 0
    while left:
        group = first_group(left)
        left &= ~group
        most = max(most, _sum_of(look, group))
    return most


@kernel
def _mirrored(state: State, spaces: np.uint64, about_columns: bool) -> np.uint64:
    """Return some spaces, mirrored about a thick line."""
    found = ZERO
    last = (wide(state.columns) if about_columns else wide(state.rows)) - 1
    step = 1 if about_columns else REALM_STRIDE
    line = ALL_ROWS if about_columns else OF_A_TYPE
    for number in range(last + 1):
        found |= (spaces >> np.uint64(step * number) & line) << np.uint64(step * (last - number))
    return found


@kernel
def by_card(state: State, seat: int, look: Look, card: int) -> tuple[int, float]:
    """Return the points of a Dragon for a Realm, and its potential for more, from 0 to about 1.

    The points are those of `card_points`, with stacks of more than four tiles counted as four.
    """
    points, chance = 0, 0.0
    places = look.spaces & ~(look.up | look.shrines)
    if card == HUMILITY:
        points += count_ones(look.shrines & ~look.second & beside(look.second))
        points += count_ones(look.shrines & look.second & ~look.third & beside(look.third))
        points += count_ones(look.shrines & look.third & ~look.fourth & beside(look.fourth))
        chance = count_ones(look.shrines & beside(places)) / 6.0
    elif card == RIGHTEOUSNESS:
        for about_columns in (False, True):
            most = 0
            for number in range(wide(state.columns) if about_columns else wide(state.rows)):
                line = ALL_ROWS << np.uint64(number) if about_columns else OF_A_TYPE << np.uint64(REALM_STRIDE * number)
                line &= look.spaces
                most = max(most, line_points(look.shrines, line))
            points += most
    elif card == TRANQUILITY:
        left = look.first & ~look.up
        while left:
            left &= ~first_group(left)
            points += 1
    elif card == BRAVERY:
        points += count_ones(look.first & ~look.second & ~beside(look.first))
        points += count_ones(look.second & ~look.third & ~beside(look.second))
        points += count_ones(look.third & ~look.fourth & ~beside(look.third))
        points += count_ones(look.fourth & ~beside(look.fourth))
    elif card == MAJESTY:
        for faction in range(FIRST_TYPE, LAST_FACTION + 1):
            tiles = of_kind(look, faction) & look.third
            number = NUMBERS if tiles else 0
            while number and tiles & of_number(look, number) == ZERO:
                number -= 1
            points += number
        chance = count_ones(places & look.second) / 4.0
    elif card == POWER:
        for number in range(neighbours(state)):
            other = neighbour(state, seat, number)
            there = look_at(state, other)
            for faction in range(FIRST_TYPE, LAST_FACTION + 1):
                points += power_points(_power(look, faction), _power(there, faction))
    elif card == KNOWLEDGE:
        for symbol in range(FIRST_SPECIAL_SYMBOL, SYMBOLS):
            if of_kind(look, CODE_OF[symbol] // RANKS) & of_number(look, CODE_OF[symbol] % RANKS):
                points += SYMBOL_POINTS
    elif card == HARMONY:
        for about_columns in (False, True):
            unlike, wrong = 0, 0
            for level in (look.first, look.second, look.third, look.fourth):
                different = level ^ _mirrored(state, level, about_columns)
                unlike += count_ones(different)
                wrong += count_ones((level & look.shrines) ^ _mirrored(state, level & look.shrines, about_columns))
            points += MIRRORED_TILES_POINTS if look.first and unlike == 0 else 0
            points += MIRRORED_SHRINES_POINTS if look.shrines and wrong == 0 else 0
            chance += 1.0 / (1.0 + unlike + wrong)
    elif card == DEVOTION:
        points = count_ones(look.shrines & beside(of_kind(look, DRAGON_TYPE)))
        chance = count_ones(look.shrines & beside(places)) / 6.0
    else:
        inner = look.spaces << ROW & look.spaces >> ROW
        inner &= look.spaces << COLUMN & NOT_FIRST_COLUMN & look.spaces >> COLUMN & NOT_LAST_COLUMN
        points = count_ones(look.shrines & ~inner)
        chance = count_ones(places & look.first & ~inner) / 8.0
    return points, chance
