"""Elegance, compiled: is there still a way to pick a tile that is not Available otherwise (DC-S2)?

Covered tiles do not count: a pick uncovers one, but its face is unknown.
"""

from __future__ import annotations

from palatine.core.bits import wide
from palatine.core.compiled import kernel
from palatine.games.dragon_castle.boards import (
    Board,
    available,
    available_on,
    beside,
    both,
    code_of,
    either,
    empty,
    height_of,
    nth_space,
    of_code,
    of_type,
    on_floor,
    only,
    put_back,
    set_aside,
    short_only,
    short_only_on,
    size,
    top_floor,
    without,
)
from palatine.games.dragon_castle.layout import COMPLETION, DECEPTION, DEEP, OWED, RANKS, State


@kernel
def usable(state: State, spirit: int) -> bool:
    """Return True if a Spirit is in play and not yet used this turn."""
    return (wide(state.spirits) & ~wide(state.used)) >> spirit & 1 == 1


@kernel
def seconds(state: State, tiles: Board) -> Board:
    """Return the tiles, of some, that may be taken second. While Elegance is owed, only tiles that satisfy it may."""
    if state.elegance == OWED:
        return both(tiles, short_only(state))
    if state.elegance:
        return both(tiles, either(available(state), short_only(state)))
    return both(tiles, available(state))


@kernel
def neighbours_of_first(state: State) -> Board:
    """Return the tiles beside the first one, on its floor (DC-S4)."""
    return both(on_floor(state, wide(state.first_floor)), beside(wide(state.first_space)))


@kernel
def _way_of_completion(state: State, space: int, floor: int, code: int, left_to_pay: int) -> bool:
    """Return True if, after a first tile from a space, the second can be a short-only tile."""
    short = short_only(state)
    if code and not empty(both(short, of_code(state, code))):
        return True
    if left_to_pay == 0:
        return False
    if code and usable(state, DEEP) and not empty(both(short, of_type(state, code // RANKS))):
        return True
    return usable(state, DECEPTION) and not empty(both(short_only_on(state, floor), beside(space)))


@kernel
def _way_after_pick(state: State, space: int, left_to_pay: int) -> bool:
    code, floor = code_of(state, space), height_of(state, space) - 1
    aside = set_aside(state, space)
    found = _way_of_completion(state, space, floor, code, left_to_pay)
    put_back(state, space, aside)
    return found


@kernel
def picks_that_leave_a_way(state: State, left_to_pay: int) -> Board:
    """Return the tiles of the top floor that may be picked first if Elegance is owed."""
    floor = top_floor(state)
    found = short_only_on(state, floor)
    candidates = available_on(state, floor)
    for n in range(size(candidates)):
        space = nth_space(candidates, n)
        if _way_after_pick(state, space, left_to_pay):
            found = either(found, only(space))
    return found


@kernel
def has_way(state: State, left_to_pay: int) -> bool:
    """Return True if Elegance can be satisfied from here; with something left to pay, also by The Deep or Deception."""
    if state.stage == COMPLETION:
        space, floor, code = wide(state.first_space), wide(state.first_floor), wide(state.first_code)
        return _way_of_completion(state, space, floor, code, left_to_pay)
    if top_floor(state) < 0:
        return False
    return not empty(picks_that_leave_a_way(state, left_to_pay))


@kernel
def destructions_that_leave_a_way(state: State, left_to_pay: int) -> Board:
    """Return the Available tiles that may be destroyed while Elegance is owed."""
    candidates = available(state)
    found = candidates
    for n in range(size(candidates)):
        space = nth_space(candidates, n)
        aside = set_aside(state, space)
        if not has_way(state, left_to_pay):
            found = without(found, only(space))
        put_back(state, space, aside)
    return found
