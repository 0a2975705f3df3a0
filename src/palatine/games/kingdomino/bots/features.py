"""Features of the evaluation of Kingdomino: territories and what may still join them, room, dominoes to come.

| numbers | meaning                                                                                             |
|---------|-----------------------------------------------------------------------------------------------------|
| 6 x 10  | for each terrain (see `OF_TERRAIN`): its points, its main territory and what may still join it      |
| 25      | the kingdom as a whole (see `OF_KINGDOM`): time left, room, bonuses, the dominoes claimed           |
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core.bits import ONE, ZERO, bit, count_ones, lowest, wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.core.heuristics import features, rivals_matter
from palatine.games.kingdomino.layout import (
    CLAIM,
    DOMINO,
    DOMINOES,
    DTYPE,
    LEFT_CROWNS,
    LEFT_TERRAIN,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    SMALL_GRID,
    TERRAINS,
    State,
)
from palatine.games.kingdomino.legal import free_squares, openings
from palatine.games.kingdomino.scoring import in_the_middle
from palatine.games.kingdomino.squares import (
    NONE_LARGE,
    NONE_SMALL,
    Squares,
    beside,
    both,
    castle,
    first,
    read,
    rectangle,
    size,
    territory,
    without,
)

TERRAIN_COUNT = len(TERRAINS)

(
    POINTS,  # of all territories of the terrain
    SQUARES,  # of the main territory: the most valuable one
    CROWNS,  # of the main territory
    OPEN,  # free squares beside the main territory
    OPEN_ELSEWHERE,  # free squares beside the other territories of the terrain
    CROWNS_TO_COME,  # on dominoes not yet drawn
    SQUARES_TO_COME,
    CROWNS_FOR_SQUARES,  # the squares of the main territory times this seat's share of the crowns to come
    SQUARES_FOR_CROWNS,  # the crowns of the main territory times its share of the squares to come
    CLAIMED_GAIN,  # the points that the claimed dominoes would add to the main territory
    OF_TERRAIN,
) = range(11)
(
    LEFT,  # dominoes still to be placed, including claimed ones
    LEFT_SQUARED,
    ROOM,  # free squares that the kingdom can still use
    HOLES,  # single squares among them
    ODD_REGIONS,  # parts of the room that cannot be filled completely
    LACKING,  # squares of the grid for which no domino is left
    OVERFULL,  # squares of dominoes for which no room is left
    MIDDLE,  # Middle Kingdom is played and still possible
    MIDDLE_LEFT,  # and the number of dominoes left if so
    HARMONY,  # Harmony is played and still possible
    HARMONY_LEFT,
    WIDTH_LEFT,
    HEIGHT_LEFT,
    CASTLE_SIDES,
    TERRAINS_OPEN,
    CLAIMED,
    CLAIMED_CROWNS,
    CLAIMED_STUCK,  # claimed dominoes that fit nowhere now
    CLAIMED_PLACES,  # the number of ways to place the claimed dominoes
    CLAIMED_RANK,  # how early the next claim comes
    CROWNLESS,  # squares in territories without a crown
    NEXT_TO_CLAIM,
    DECIDES,
    OFFERED_BEST,  # the value of the best domino on offer for this kingdom
    OFFERED_LEFT,  # the value of the one left if every earlier king takes a better one
    OF_KINGDOM,
) = range(26)
KINGDOM_AT = TERRAIN_COUNT * OF_TERRAIN
FEATURES = KINGDOM_AT + OF_KINGDOM


def _crown_masks() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the dominoes with a square of each terrain (left, right), and those with each bit of its crowns."""
    squares = np.zeros((TERRAIN_COUNT, 2), dtype=np.uint64)
    crowns = np.zeros((TERRAIN_COUNT, 2, 2), dtype=np.uint64)
    for domino in range(DOMINOES):
        for side, (terrain, crown) in enumerate(((LEFT_TERRAIN, LEFT_CROWNS), (RIGHT_TERRAIN, RIGHT_CROWNS))):
            here = np.uint64(1 << domino)
            squares[DOMINO[domino, terrain], side] |= here
            for place in range(2):
                if DOMINO[domino, crown] >> place & 1:
                    crowns[DOMINO[domino, terrain], side, place] |= here
    return squares, crowns


SQUARE_MASKS, CROWN_MASKS = _crown_masks()
ALL_DOMINOES = np.uint64((1 << DOMINOES) - 1)


@kernel
def _owned(state: State, dominoes: np.uint64, seat: int) -> np.uint64:
    """Return the dominoes of a claimed set that belong to a seat."""
    low = state.owner_low if seat & 1 else ~state.owner_low
    high = state.owner_high if seat & 2 else ~state.owner_high
    return dominoes & low & high


@kernel
def _look(ring: Squares, state: State, seat: int, out: NDArray[np.float32]) -> float:
    kings = wide(state.kings) // wide(state.players)
    placing = _owned(state, state.current, seat)
    claimed = _owned(state, state.claimed, seat)
    to_claim = 0 if state.offered == ZERO else kings - count_ones(claimed)
    lines_left = (wide(state.deck_size) - wide(state.drawn)) // wide(state.line)
    pending = count_ones(placing) + count_ones(claimed)
    left = pending + to_claim + lines_left * kings
    unseen = ALL_DOMINOES & ~state.seen
    unseen_count = max(1, count_ones(unseen))
    # The expected share of the unseen dominoes that this seat gets.
    share = np.float32(lines_left * kings) / np.float32(unseen_count)

    taken = read(ring, state.taken[seat])
    low = read(ring, state.crowns_low[seat])
    high = read(ring, state.crowns_high[seat])
    free = free_squares(ring, state, seat)
    grid = wide(state.grid)
    middle = in_the_middle(state, seat)
    room = free
    if middle:
        room = without(rectangle(ring, -(grid // 2), -(grid // 2), grid, grid), taken)
    terrains_open = 0
    crownless = 0
    base = 0
    for terrain in range(TERRAIN_COUNT):
        area = read(ring, state.terrain[seat, terrain])
        main = ring
        main_squares, main_crowns, main_worth = 0, 0, -1
        points = 0
        rest = area
        while size(rest) > 0:
            found = territory(first(rest), rest)
            rest = without(rest, found)
            squares = size(found)
            crowns = size(both(found, low)) + 2 * size(both(found, high))
            points += squares * crowns
            if crowns == 0:
                crownless += squares
            worth = 4 * squares * crowns + squares
            if worth > main_worth:
                main, main_squares, main_crowns, main_worth = found, squares, crowns, worth
        base += points
        beside_all = both(beside(area), room)
        beside_main = both(beside(main), room)
        if size(beside_all) > 0:
            terrains_open += 1
        crowns_to_come = (
            count_ones(unseen & CROWN_MASKS[terrain, 0, 0])
            + count_ones(unseen & CROWN_MASKS[terrain, 1, 0])
            + 2 * (count_ones(unseen & CROWN_MASKS[terrain, 0, 1]) + count_ones(unseen & CROWN_MASKS[terrain, 1, 1]))
        )
        squares_to_come = count_ones(unseen & SQUARE_MASKS[terrain, 0]) + count_ones(unseen & SQUARE_MASKS[terrain, 1])
        at = terrain * OF_TERRAIN
        out[at + POINTS] = points / 10.0
        out[at + SQUARES] = main_squares / 5.0
        out[at + CROWNS] = main_crowns / 3.0
        out[at + OPEN] = size(beside_main) / 5.0
        out[at + OPEN_ELSEWHERE] = (size(beside_all) - size(both(beside_all, beside_main))) / 5.0
        out[at + CROWNS_TO_COME] = crowns_to_come * share / 2.0
        out[at + SQUARES_TO_COME] = squares_to_come * share / 5.0
        if size(beside_main) > 0 or main_squares == 0:
            out[at + CROWNS_FOR_SQUARES] = main_squares * crowns_to_come * share / 10.0
            out[at + SQUARES_FOR_CROWNS] = main_crowns * squares_to_come * share / 10.0
            out[at + CLAIMED_GAIN] = _gain(placing | claimed, terrain, main_squares, main_crowns) / 10.0

    kingdom = out[KINGDOM_AT:]
    kingdom[LEFT] = left / 12.0
    kingdom[LEFT_SQUARED] = left * left / 144.0
    kingdom[ROOM] = size(room) / 25.0
    kingdom[HOLES] = size(without(room, beside(room)))
    odd = 0
    rest = room
    while size(rest) > 0:
        found = territory(first(rest), rest)
        rest = without(rest, found)
        odd += size(found) & 1
    kingdom[ODD_REGIONS] = odd / 3.0
    squares_left = grid * grid - size(taken)
    kingdom[LACKING] = max(0, squares_left - 2 * left) / 10.0
    kingdom[OVERFULL] = max(0, 2 * left - size(room)) / 10.0
    if state.middle_kingdom and middle:
        kingdom[MIDDLE] = 1.0
        kingdom[MIDDLE_LEFT] = left / 12.0
    if state.harmony and squares_left <= 2 * left and kingdom[HOLES] == 0.0:
        kingdom[HARMONY] = 1.0
        kingdom[HARMONY_LEFT] = left / 12.0
    kingdom[WIDTH_LEFT] = (grid - (wide(state.east[seat]) - wide(state.west[seat]) + 1)) / 5.0
    kingdom[HEIGHT_LEFT] = (grid - (wide(state.south[seat]) - wide(state.north[seat]) + 1)) / 5.0
    kingdom[CASTLE_SIDES] = size(both(beside(castle(ring)), room)) / 4.0
    kingdom[TERRAINS_OPEN] = terrains_open / 6.0
    _look_at_claims(ring, state, seat, placing, claimed, kingdom)
    kingdom[CROWNLESS] = crownless / 10.0
    kingdom[NEXT_TO_CLAIM] = to_claim
    kingdom[DECIDES] = 1.0 if state.seat == seat else 0.0
    if to_claim > 0:
        _look_at_offer(state, seat, placing, left, out)
    past = 0
    for game in range(state.game):
        past += wide(state.past_points[game, seat])
    return base + past


@kernel
def _gain(dominoes: np.uint64, terrain: int, squares: int, crowns: int) -> int:
    """Return the points that a territory gains if all squares of its terrain on some dominoes join it."""
    more_squares, more_crowns = 0, 0
    while dominoes != ZERO:
        domino = lowest(dominoes)
        dominoes ^= bit(domino)
        if DOMINO[domino, LEFT_TERRAIN] == terrain:
            more_squares += 1
            more_crowns += DOMINO[domino, LEFT_CROWNS]
        if DOMINO[domino, RIGHT_TERRAIN] == terrain:
            more_squares += 1
            more_crowns += DOMINO[domino, RIGHT_CROWNS]
    return (squares + more_squares) * (crowns + more_crowns) - squares * crowns


@kernel
def _look_at_claims(
    ring: Squares, state: State, seat: int, placing: np.uint64, claimed: np.uint64, kingdom: NDArray[np.float32]
) -> None:
    crowns, stuck, places = 0, 0, 0
    dominoes = placing | claimed
    total = count_ones(dominoes)
    while dominoes != ZERO:
        domino = lowest(dominoes)
        dominoes ^= bit(domino)
        crowns += DOMINO[domino, LEFT_CROWNS] + DOMINO[domino, RIGHT_CROWNS]
        ways = openings(ring, state, seat, domino)
        count = size(ways[0]) + size(ways[1]) + size(ways[2]) + size(ways[3])
        stuck += 1 if count == 0 else 0
        places += min(count, 12)
    kingdom[CLAIMED] = total / 2.0
    kingdom[CLAIMED_CROWNS] = crowns / 3.0
    kingdom[CLAIMED_STUCK] = stuck
    kingdom[CLAIMED_PLACES] = places / 12.0
    if claimed != ZERO:
        earlier = state.claimed & (bit(lowest(claimed)) - ONE)
        kingdom[CLAIMED_RANK] = (4 - count_ones(earlier)) / 4.0


@kernel
def _worth_of_square(terrain: int, crowns: int, left: int, out: NDArray[np.float32]) -> float:
    """Return the points that one more square adds to the main territory of its terrain, plus what its crowns may add later."""
    at = terrain * OF_TERRAIN
    later = crowns * min(left, 8) * 0.5
    if out[at + OPEN] == 0.0 and out[at + SQUARES] > 0.0:
        return crowns + later
    squares, has = out[at + SQUARES] * 5.0, out[at + CROWNS] * 3.0
    return (squares + 1.0) * (has + crowns) - squares * has + later


@kernel
def _claims_before(state: State, seat: int, placing: np.uint64) -> int:
    """Return the number of kings that claim before this seat's next one."""
    claiming = 1 if state.phase == CLAIM else 0
    if claiming == 1 and state.seat == seat:
        return 0
    if state.first_claims < state.kings:
        for king in range(wide(state.first_claims), wide(state.kings)):
            if state.order[king] == seat:
                return king - wide(state.first_claims)
        return 0
    earlier = state.current & (bit(lowest(placing)) - ONE) if placing != ZERO else state.current
    return claiming + count_ones(earlier)


@kernel
def _look_at_offer(state: State, seat: int, placing: np.uint64, left: int, out: NDArray[np.float32]) -> None:
    first_worth, second, third, fourth = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    offered = state.offered
    while offered != ZERO:
        domino = lowest(offered)
        offered ^= bit(domino)
        worth = np.float32(
            _worth_of_square(DOMINO[domino, LEFT_TERRAIN], DOMINO[domino, LEFT_CROWNS], left, out)
            + _worth_of_square(DOMINO[domino, RIGHT_TERRAIN], DOMINO[domino, RIGHT_CROWNS], left, out)
        )
        if worth > first_worth:
            first_worth, second, third, fourth = worth, first_worth, second, third
        elif worth > second:
            second, third, fourth = worth, second, third
        elif worth > third:
            third, fourth = worth, third
        elif worth > fourth:
            fourth = worth
    before = _claims_before(state, seat, placing)
    out[KINGDOM_AT + OFFERED_BEST] = first_worth / 10.0
    remaining = first_worth if before == 0 else second if before == 1 else third if before == 2 else fourth
    out[KINGDOM_AT + OFFERED_LEFT] = remaining / 10.0


@implements(features, DTYPE)
def _(state: State, seat: int, out: NDArray[np.float32]) -> float:
    if state.grid == SMALL_GRID:
        return _look(NONE_SMALL, state, seat, out)
    return _look(NONE_LARGE, state, seat, out)


@implements(rivals_matter, DTYPE)
def _(state: State) -> bool:
    return False
