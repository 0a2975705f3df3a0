"""The points of Dragon Castle, compiled: earned points, countdown, Shrines, Dragon cards, the winner."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ONE, ZERO, bit, count_ones, lowest, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.dragon_castle.dragons import (
    COLUMN_LINE,
    LEFT_RIGHT,
    MIRRORED_SHRINES_POINTS,
    MIRRORED_TILES_POINTS,
    ROW_LINE,
    SYMBOL_POINTS,
    TOP_BOTTOM,
    best_line,
    brave,
    devout,
    groups_face_down,
    humble,
    line_of,
    line_points,
    majestic,
    mirrored,
    most_powerful,
    neighbour,
    neighbours,
    number_at,
    on_the_edge,
    power_points,
    shows_symbol,
    sum_of,
)
from palatine.games.dragon_castle.layout import (
    BRAVERY,
    CARDS,
    CODE_OF,
    COUNTDOWN_POINTS,
    COUNTDOWN_SOURCE,
    DEVOTION,
    DTYPE,
    FIRST_DRAGON_SOURCE,
    FIRST_SPECIAL_SYMBOL,
    FIRST_TYPE,
    HARMONY,
    HIGHEST_SHRINE,
    HUMILITY,
    KNOWLEDGE,
    LAST_FACTION,
    LASTING,
    MAJESTY,
    POWER,
    RANKING_BASE,
    RIGHTEOUSNESS,
    ROW_AMOUNT,
    ROW_HIGH,
    ROW_LOW,
    ROW_PART,
    ROW_POINTS,
    ROW_SEAT,
    ROW_SOURCE,
    SHRINES_SOURCE,
    SOLO_CARDS_POINTS,
    SOLO_SEATS,
    SOLO_SOURCE,
    SYMBOLS,
    TRANQUILITY,
    State,
)
from palatine.games.dragon_castle.realms import first_group

LOW_32 = np.uint64(0xFFFFFFFF)
SHIFT_32 = np.uint64(32)
TOTALS = 256
OF_SEAT = 8
"""Factors in a row of Power. Its part is the Faction plus `OF_SEAT` times the neighbour's seat; its amount is the
neighbour's total plus `TOTALS` times the own total."""


@kernel
def shrines_on(state: State, seat: int, floor: int) -> np.uint64:
    """Return the Shrines that count as standing on a floor, 1 to 3 (DC-27)."""
    found = ZERO
    left = state.shrines[seat]
    while left:
        space = lowest(left)
        left &= left - ONE
        if min(HIGHEST_SHRINE, wide(state.heights[seat, space])) == floor:
            found |= bit(space)
    return found


@kernel
def shrine_points(state: State, seat: int) -> int:
    """Return the points of the Shrines."""
    total = 0
    left = state.shrines[seat]
    while left:
        total += min(HIGHEST_SHRINE, wide(state.heights[seat, lowest(left)]))
        left &= left - ONE
    return total


@kernel
def card_points(state: State, seat: int, card: int) -> int:
    """Return the points of a Dragon card."""
    total = 0
    if card == HUMILITY:
        total = count_ones(humble(state, seat))
    elif card == RIGHTEOUSNESS:
        for direction in (ROW_LINE, COLUMN_LINE):
            line = line_of(state, direction, best_line(state, seat, direction))
            total += line_points(state.shrines[seat], line)
    elif card == TRANQUILITY:
        total = groups_face_down(state, seat)
    elif card == BRAVERY:
        total = count_ones(brave(state, seat))
    elif card == MAJESTY:
        for faction in range(FIRST_TYPE, LAST_FACTION + 1):
            total += number_at(state, seat, majestic(state, seat, faction))
    elif card == POWER:
        for faction in range(FIRST_TYPE, LAST_FACTION + 1):
            own = sum_of(state, seat, most_powerful(state, seat, faction))
            for number in range(neighbours(state)):
                other = neighbour(state, seat, number)
                total += power_points(own, sum_of(state, other, most_powerful(state, other, faction)))
    elif card == KNOWLEDGE:
        for symbol in range(FIRST_SPECIAL_SYMBOL, SYMBOLS):
            if shows_symbol(state, seat, CODE_OF[symbol]):
                total += SYMBOL_POINTS
    elif card == HARMONY:
        for way in (LEFT_RIGHT, TOP_BOTTOM):
            if mirrored(state, seat, state.up[seat] | state.down[seat], way):
                total += MIRRORED_TILES_POINTS
            if mirrored(state, seat, state.shrines[seat], way):
                total += MIRRORED_SHRINES_POINTS
    elif card == DEVOTION:
        total = count_ones(devout(state, seat))
    else:
        total = count_ones(on_the_edge(state, seat))
    return total


@kernel
def solo_points(state: State) -> int:
    """Return what is subtracted in a solo game with cards (DC-41)."""
    return SOLO_CARDS_POINTS if state.players == SOLO_SEATS and (state.spirits or state.dragons) else 0


@kernel
def total_points(state: State, seat: int) -> int:
    """Return all points of a seat, were the game to end now (DC-32)."""
    total = COUNTDOWN_POINTS * wide(state.tokens[seat]) + shrine_points(state, seat) + solo_points(state)
    for source in range(LASTING):
        total += wide(state.earned[seat, source])
    for card in range(CARDS):
        if wide(state.dragons) >> card & 1:
            total += card_points(state, seat, card)
    return total


@implements(contract.points, DTYPE)
def points(state: State, out: NDArray[np.int32]) -> None:
    for seat in range(wide(state.players)):
        out[seat] = total_points(state, seat)


@implements(contract.ranking, DTYPE)
def ranking(state: State, out: NDArray[np.int64]) -> None:
    for seat in range(wide(state.players)):
        tie_breaks = RANKING_BASE * count_ones(state.down[seat]) + count_ones(state.shrines[seat])
        out[seat] = RANKING_BASE * RANKING_BASE * total_points(state, seat) + tie_breaks


# ----------------------------------------------------------------------------------------------- sources


@implements(contract.sources, DTYPE)
def sources(state: State, scratch: State, rows: NDArray[np.int32]) -> int:
    total = 0
    for seat in range(wide(state.players)):
        for source in range(LASTING):
            total = _row(rows, total, seat, source, 0, 0, ZERO, wide(state.earned[seat, source]))
        tokens = wide(state.tokens[seat])
        total = _row(rows, total, seat, COUNTDOWN_SOURCE, 0, tokens, ZERO, COUNTDOWN_POINTS * tokens)
        for floor in range(1, HIGHEST_SHRINE + 1):
            standing = shrines_on(state, seat, floor)
            number = count_ones(standing)
            total = _row(rows, total, seat, SHRINES_SOURCE, floor, number, standing, floor * number)
        for card in range(CARDS):
            if wide(state.dragons) >> card & 1:
                before = total
                total = _card_rows(state, seat, card, rows, total)
                if total == before:
                    total = _row(rows, total, seat, FIRST_DRAGON_SOURCE + card, 0, 0, ZERO, 0)
        if solo_points(state):
            total = _row(rows, total, seat, SOLO_SOURCE, 0, 0, ZERO, solo_points(state))
    return total


@kernel
def _row(
    rows: NDArray[np.int32], at: int, seat: int, source: int, part: int, amount: int, spaces: np.uint64, points: int
) -> int:
    """Write a row; return where the next one goes."""
    rows[at, ROW_SEAT] = seat
    rows[at, ROW_SOURCE] = source
    rows[at, ROW_PART] = part
    rows[at, ROW_AMOUNT] = amount
    rows[at, ROW_LOW] = np.int32(np.uint32(spaces & LOW_32))
    rows[at, ROW_HIGH] = np.int32(np.uint32(spaces >> SHIFT_32))
    rows[at, ROW_POINTS] = points
    return at + 1


@kernel
def _card_rows(state: State, seat: int, card: int, rows: NDArray[np.int32], total: int) -> int:
    """Write the rows of a Dragon card, one for each thing that gives points; return where the next one goes."""
    source = FIRST_DRAGON_SOURCE + card
    shrines = state.shrines[seat]
    if card == RIGHTEOUSNESS:
        for direction in (ROW_LINE, COLUMN_LINE):
            number = best_line(state, seat, direction)
            line = line_of(state, direction, number)
            total = _row(rows, total, seat, source, direction, number, shrines & line, line_points(shrines, line))
    elif card == TRANQUILITY:
        left = state.down[seat]
        while left:
            group = first_group(left)
            left &= ~group
            total = _row(rows, total, seat, source, 0, count_ones(group), group, 1)
    elif card == MAJESTY:
        for faction in range(FIRST_TYPE, LAST_FACTION + 1):
            tile = majestic(state, seat, faction)
            number = number_at(state, seat, tile)
            if tile:
                total = _row(rows, total, seat, source, faction, number, tile, number)
    elif card == POWER:
        for faction in range(FIRST_TYPE, LAST_FACTION + 1):
            group = most_powerful(state, seat, faction)
            own = sum_of(state, seat, group)
            for number in range(neighbours(state)):
                other_seat = neighbour(state, seat, number)
                other = sum_of(state, other_seat, most_powerful(state, other_seat, faction))
                part, amount = faction + OF_SEAT * other_seat, own * TOTALS + other
                if own:
                    total = _row(rows, total, seat, source, part, amount, group, power_points(own, other))
    elif card == KNOWLEDGE:
        for symbol in range(FIRST_SPECIAL_SYMBOL, SYMBOLS):
            tiles = shows_symbol(state, seat, CODE_OF[symbol])
            if tiles:
                total = _row(rows, total, seat, source, symbol, count_ones(tiles), tiles, SYMBOL_POINTS)
    elif card == HARMONY:
        for way in (LEFT_RIGHT, TOP_BOTTOM):
            stacks = state.up[seat] | state.down[seat]
            if mirrored(state, seat, stacks, way):
                total = _row(rows, total, seat, source, way, 0, stacks, MIRRORED_TILES_POINTS)
            if mirrored(state, seat, shrines, way):
                total = _row(rows, total, seat, source, way, 1, shrines, MIRRORED_SHRINES_POINTS)
    else:
        counted = on_the_edge(state, seat)
        if card == HUMILITY:
            counted = humble(state, seat)
        elif card == BRAVERY:
            counted = brave(state, seat)
        elif card == DEVOTION:
            counted = devout(state, seat)
        total = _row(rows, total, seat, source, 0, count_ones(counted), counted, count_ones(counted))
    return total
