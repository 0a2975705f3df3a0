"""The greedy player of Dragon Castle: a competent beginner.

It looks at its turn as a whole: every first tile with every completion of the action, with tiles and Shrines put one by
one where they are worth most. It takes what leaves the best Realm and the least for the next player. It activates a
Spirit if that improves the Realm immediately, or the turn.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ONE, ZERO, count_ones, lowest, wide
from palatine.core.chance import below, next_random
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.core.heuristics import reference
from palatine.games.dragon_castle.boards import available_on, both, empty, on_floor, size, top_floor
from palatine.games.dragon_castle.boards import of_type as castle_tiles_of_type
from palatine.games.dragon_castle.layout import (
    ACTION,
    CARDS,
    CHECK,
    COMPLETION,
    DECEPTION,
    DEEP,
    DONE_WORD,
    DTYPE,
    ELEGANCE,
    END,
    FIRST_TYPE,
    FLOORS,
    HELD,
    HIGHEST_SHRINE,
    LAST_FACTION,
    LAST_TYPE,
    PAY_SHRINE,
    PAYMENTS,
    RANKS,
    SMALLEST_SET,
    SPIRIT_FIRST,
    WORD_FIRST,
    State,
)
from palatine.games.dragon_castle.realms import first_group, of_type, places, shrine_places, take_up, top_height
from palatine.games.dragon_castle.scoring import total_points
from palatine.games.dragon_castle.sets import set_points

# Values in points, found by trial.
A_TILE = 0.37
TWO_TILES = 1.6
THREE_TILES = 2.98
SPECIAL_TILES = 0.35
A_FLOOR_OF_A_GROUP = 0.25
A_SHRINE_TO_BUILD = 3.6
A_FLOOR_TO_BUILD_ON = 0.79
A_PLACE = 0.085
A_HELD_TILE = 0.59
FADING = 6.8
"""The number of castle tiles per player at which the future counts half."""
FOR_THE_NEXT = 0.26
A_SPIRITS_MARGIN = 0.35
"""The gain that a Spirit must bring to be activated now."""
SHRINES_WANTED = 6
A_SHRINE_IN_THE_POOL = 0.56
NOTHING = -1e9
DONE = WORD_FIRST + DONE_WORD


@kernel
def _of_group(tiles: int, kind: int, height: int) -> float:
    """Return the value of a group of face-up tiles of one type as the beginning of a set."""
    special = SPECIAL_TILES if kind > LAST_FACTION else 0.0
    if tiles >= SMALLEST_SET:
        return set_points(tiles) + special + A_SHRINE_TO_BUILD + A_FLOOR_OF_A_GROUP * height
    share = A_TILE if tiles == 1 else TWO_TILES if tiles == 2 else THREE_TILES
    return share * (1.0 + special + A_FLOOR_OF_A_GROUP * height)


@kernel
def _largest_group(state: State, seat: int, kind: int) -> int:
    largest = 0
    left = of_type(state, seat, kind)
    while left:
        group = first_group(left)
        left &= ~group
        largest = max(largest, count_ones(group))
    return largest


@kernel
def _tiles_left(state: State) -> int:
    left = 0
    for floor in range(FLOORS):
        left += size(on_floor(state, floor))
    return left


@kernel
def _worth(state: State, seat: int) -> float:
    """Return the value of a Realm: its points and its potential."""
    worth = 0.0
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        left = of_type(state, seat, kind)
        while left:
            group = first_group(left)
            left &= ~group
            worth += _of_group(count_ones(group), kind, top_height(state, seat, group))
    left = shrine_places(state, seat)
    while left:
        worth += A_FLOOR_TO_BUILD_ON * min(HIGHEST_SHRINE, wide(state.heights[seat, lowest(left)]))
        left &= left - ONE
    worth += A_PLACE * count_ones(places(state, seat))
    worth += A_SHRINE_IN_THE_POOL * min(wide(state.shrine_pool[seat]), SHRINES_WANTED)
    for place in range(HELD):
        if state.held[place]:
            worth += A_HELD_TILE * _largest_group(state, seat, wide(state.held[place]) // RANKS)
    tiles = _tiles_left(state)
    fading = tiles / (tiles + FADING * wide(state.players))
    return total_points(state, seat) + fading * worth


@kernel
def _gift(state: State, seat: int) -> float:
    """Return the value of what the castle offers the next player: a tile for the largest group that it fits."""
    floor = top_floor(state)
    players = wide(state.players)
    if floor < 0 or players == 1:
        return 0.0
    offered = available_on(state, floor)
    following = (seat + 1) % players
    best = 0.0
    for kind in range(FIRST_TYPE, LAST_TYPE + 1):
        if not empty(both(offered, castle_tiles_of_type(state, kind))):
            tiles = 1 + _largest_group(state, following, kind)
            best = max(best, _of_group(min(tiles, SMALLEST_SET), kind, 1))
    return FOR_THE_NEXT * best


@kernel
def _after(state: State, scratch: NDArray[np.uint8], level: int, decision: int) -> None:
    """Write the position after a decision into a level of the scratch memory."""
    after = scratch[level].view(DTYPE)[0]
    contract.observe(state, after)
    contract.apply(after, decision)


@kernel
def _settle(scratch: NDArray[np.uint8], level: int, seat: int) -> float:
    """Play on at a level with the most valuable decisions until the action, its completion or the end of the turn; return
    the value of the Realm. A lift is judged together with the best drop."""
    state, after = scratch[level].view(DTYPE)[0], scratch[level + 1].view(DTYPE)[0]
    dropped = scratch[level + 2].view(DTYPE)[0]
    while wide(state.seat) == seat and state.phase > COMPLETION and state.phase != END:
        chosen, best = DONE, NOTHING
        for n in range(contract.count(state) if state.phase != CHECK else 0):
            decision = contract.nth(state, n)
            if decision >= SPIRIT_FIRST:
                break
            _after(state, scratch, level + 1, decision)
            worth = NOTHING if after.lifted else _worth(after, seat)
            for place in range(contract.count(after) if after.lifted else 0):
                _after(after, scratch, level + 2, contract.nth(after, place))
                worth = max(worth, _worth(dropped, seat))
            if worth > best:
                chosen, best = decision, worth
        _after(state, scratch, level + 1, chosen)
        contract.observe(after, state)
    return _worth(state, seat)


@kernel
def _value(state: State, scratch: NDArray[np.uint8], level: int, decision: int, seat: int) -> float:
    """Return the value of the turn after a decision without a Spirit, a first tile with its best completion."""
    _after(state, scratch, level, decision)
    after = scratch[level].view(DTYPE)[0]
    completions = contract.count(after) if state.phase == ACTION and after.phase == COMPLETION else 0
    if completions == 0:
        worth = _settle(scratch, level, seat)
        return worth - _gift(after, seat) if state.phase <= COMPLETION else worth
    best = NOTHING
    for n in range(completions):
        completion = contract.nth(after, n)
        if completion < SPIRIT_FIRST:
            _after(after, scratch, level + 1, completion)
            worth = _settle(scratch, level + 1, seat)
            best = max(best, worth - _gift(scratch[level + 1].view(DTYPE)[0], seat))
    return best


@kernel
def _best_payment(state: State, scratch: NDArray[np.uint8], spirit: int, seat: int) -> int:
    """Return the activation of a Spirit whose payment leaves the most valuable Realm; -1 if there is none."""
    chosen, best = -1, NOTHING
    paid = scratch[0].view(DTYPE)[0]
    for payment in range(PAYMENTS):
        offered = wide(state.shrine_payments) >> spirit & 1 == 1
        if payment != PAY_SHRINE:
            offered = state.tile_payments[spirit] >> np.uint64(payment) & ONE != ZERO
        if offered:
            contract.observe(state, paid)
            if payment == PAY_SHRINE:
                paid.shrine_pool[seat] -= 1
            else:
                take_up(paid, seat, payment)
            worth = _worth(paid, seat)
            if worth > best:
                chosen, best = SPIRIT_FIRST + PAYMENTS * spirit + payment, worth
    return chosen


@kernel
def _spirit_value(
    state: State, scratch: NDArray[np.uint8], spirit: int, decision: int, seat: int, without: float
) -> float:
    """Return the value of the turn with a Spirit; it is `without` otherwise."""
    level = wide(0)  # a literal 0 would compile everything it calls a second time
    _after(state, scratch, level, decision)
    after = scratch[level].view(DTYPE)[0]
    if spirit == ELEGANCE:
        best = NOTHING
        for n in range(contract.count(after)):
            other = contract.nth(after, n)
            if other < SPIRIT_FIRST:
                best = max(best, _value(after, scratch, level + 1, other, seat))
        return best
    worth = _settle(scratch, level, seat)
    if spirit in (DEEP, DECEPTION):
        return worth - _gift(after, seat)
    if state.phase in (CHECK, END):
        return worth - A_SPIRITS_MARGIN
    return without + worth - _worth(state, seat) - A_SPIRITS_MARGIN


@implements(reference, DTYPE)
def _(state: State, player: int, scratch: NDArray[np.uint8], random: NDArray[np.uint64]) -> int:
    seat, level = wide(state.seat), wide(0)
    chosen, best, ties = 0, NOTHING, 0
    for n in range(contract.count(state)):
        decision = contract.nth(state, n)
        if decision >= SPIRIT_FIRST:
            break
        worth = _value(state, scratch, level, decision, seat)
        ties = ties + 1 if worth == best else 1 if worth > best else ties
        if worth > best or (worth == best and below(next_random(random), ties) == 0):
            chosen, best = decision, worth
    if not state.spirits:
        return chosen
    without = best
    for spirit in range(CARDS):
        decision = _best_payment(state, scratch, spirit, seat)
        if decision >= 0:
            worth = _spirit_value(state, scratch, spirit, decision, seat, without)
            if worth > best:
                chosen, best = decision, worth
    return chosen
