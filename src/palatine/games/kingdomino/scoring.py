"""The points of Kingdomino, compiled: territories, bonuses, tie-breaks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import count_ones, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.kingdomino.kingdoms import lay_kingdoms
from palatine.games.kingdomino.layout import (
    DTYPE,
    HARMONY_BONUS,
    HARMONY_POINTS,
    MIDDLE_KINGDOM_BONUS,
    MIDDLE_KINGDOM_POINTS,
    RANKING_BASE,
    ROW_CROWNS,
    ROW_GAME,
    ROW_POINTS,
    ROW_SEAT,
    ROW_SOURCE,
    ROW_SQUARES,
    ROW_TERRAIN,
    SMALL_GRID,
    TERRAINS,
    TERRITORY,
    State,
)
from palatine.games.kingdomino.squares import (
    NONE_LARGE,
    NONE_SMALL,
    Squares,
    both,
    either,
    first,
    read,
    size,
    territory,
    without,
)

TERRAIN_COUNT = len(TERRAINS)
WORDS = 2


@kernel
def _points_of_territories(ring: Squares, state: State, seat: int) -> int:
    """Return the sum of squares times crowns of each territory (KD-12). Those without a crown are skipped."""
    low = read(ring, state.crowns_low[seat])
    high = read(ring, state.crowns_high[seat])
    crowned = either(low, high)
    points = 0
    for terrain in range(TERRAIN_COUNT):
        area = read(ring, state.terrain[seat, terrain])
        left = both(area, crowned)
        while size(left) > 0:
            found = territory(first(left), area)
            left = without(left, found)
            points += size(found) * (size(both(found, low)) + 2 * size(both(found, high)))
    return points


@kernel
def _list_territories(ring: Squares, state: State, seat: int, rows: NDArray[np.int32], total: int) -> int:
    low = read(ring, state.crowns_low[seat])
    high = read(ring, state.crowns_high[seat])
    for terrain in range(TERRAIN_COUNT):
        left = read(ring, state.terrain[seat, terrain])
        while size(left) > 0:
            found = territory(first(left), left)
            left = without(left, found)
            crowns = size(both(found, low)) + 2 * size(both(found, high))
            total = _add_row(rows, total, state, seat, TERRITORY, size(found) * crowns)
            rows[total - 1, ROW_TERRAIN] = terrain
            rows[total - 1, ROW_SQUARES] = size(found)
            rows[total - 1, ROW_CROWNS] = crowns
    return total


@kernel
def _add_row(rows: NDArray[np.int32], total: int, state: State, seat: int, source: int, points: int) -> int:
    rows[total, :] = 0
    rows[total, ROW_SEAT] = seat
    rows[total, ROW_GAME] = state.game
    rows[total, ROW_SOURCE] = source
    rows[total, ROW_POINTS] = points
    return total + 1


@kernel
def _list_sources(state: State, rows: NDArray[np.int32], total: int) -> int:
    """Append the sources of all kingdoms to `total` rows; returns the new number of rows."""
    for seat in range(state.players):
        if state.grid == SMALL_GRID:
            total = _list_territories(NONE_SMALL, state, seat, rows, total)
        else:
            total = _list_territories(NONE_LARGE, state, seat, rows, total)
        if state.harmony:
            total = _add_row(rows, total, state, seat, HARMONY_BONUS, harmony(state, seat))
        if state.middle_kingdom:
            total = _add_row(rows, total, state, seat, MIDDLE_KINGDOM_BONUS, middle_kingdom(state, seat))
    return total


@kernel
def _largest(ring: Squares, state: State, seat: int) -> int:
    largest = 0
    for terrain in range(TERRAIN_COUNT):
        left = read(ring, state.terrain[seat, terrain])
        while size(left) > largest:
            found = territory(first(left), left)
            left = without(left, found)
            largest = max(largest, size(found))
    return largest


@kernel
def harmony(state: State, seat: int) -> int:
    """Return the bonus for a grid without gaps (KD-17)."""
    grid = wide(state.grid)
    squares = count_ones(state.taken[seat, 0]) + count_ones(state.taken[seat, 1])
    return HARMONY_POINTS if state.harmony and squares == grid * grid else 0


@kernel
def in_the_middle(state: State, seat: int) -> bool:
    """Return True if a full grid centred on the castle would hold the kingdom (KD-18)."""
    half = wide(state.grid) // 2
    across = max(-wide(state.west[seat]), wide(state.east[seat]))
    down = max(-wide(state.north[seat]), wide(state.south[seat]))
    return max(across, down) <= half


@kernel
def middle_kingdom(state: State, seat: int) -> int:
    """Return the bonus for the castle in the middle (KD-18)."""
    return MIDDLE_KINGDOM_POINTS if state.middle_kingdom and in_the_middle(state, seat) else 0


@kernel
def points_of_kingdom(state: State, seat: int) -> int:
    """Return all points of a kingdom."""
    bonuses = harmony(state, seat) + middle_kingdom(state, seat)
    if state.grid == SMALL_GRID:
        return bonuses + _points_of_territories(NONE_SMALL, state, seat)
    return bonuses + _points_of_territories(NONE_LARGE, state, seat)


@kernel
def largest_territory(state: State, seat: int) -> int:
    """Return the size of the largest territory, with crowns or without (KD-13)."""
    if state.grid == SMALL_GRID:
        return _largest(NONE_SMALL, state, seat)
    return _largest(NONE_LARGE, state, seat)


@kernel
def total_crowns(state: State, seat: int) -> int:
    """Return the number of crowns in a kingdom."""
    crowns = 0
    for word in range(WORDS):
        crowns += count_ones(state.crowns_low[seat, word]) + 2 * count_ones(state.crowns_high[seat, word])
    return crowns


@implements(contract.points, DTYPE)
def points(state: State, out: NDArray[np.int32]) -> None:
    for seat in range(state.players):
        total = points_of_kingdom(state, seat)
        for game in range(state.game):
            total += wide(state.past_points[game, seat])
        out[seat] = total


@implements(contract.sources, DTYPE)
def sources(state: State, scratch: State, rows: NDArray[np.int32]) -> int:
    contract.observe(state, scratch)
    total = 0
    for game in range(wide(state.game) + 1):
        lay_kingdoms(scratch, game)
        total = _list_sources(scratch, rows, total)
    return total


@implements(contract.ranking, DTYPE)
def ranking(state: State, out: NDArray[np.int64]) -> None:
    for seat in range(state.players):
        total = points_of_kingdom(state, seat)
        largest = largest_territory(state, seat)
        crowns = total_crowns(state, seat)
        for game in range(state.game):
            total += wide(state.past_points[game, seat])
            largest += wide(state.past_largest[game, seat])
            crowns += wide(state.past_crowns[game, seat])
        out[seat] = (total * RANKING_BASE + largest) * RANKING_BASE + (crowns if state.crown_tiebreak else 0)
