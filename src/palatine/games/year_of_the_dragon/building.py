"""Building floor by floor, compiled (YD-14)."""

from __future__ import annotations

from palatine.core.bits import ZERO, wide
from palatine.core.compiled import kernel
from palatine.games.year_of_the_dragon.layout import BUILD, BUILD_NEW, TURN_OVER, State
from palatine.games.year_of_the_dragon.legal import build_options


@kernel
def begin_building(state: State, seat: int, floors: int) -> int:
    """Begin to build some floors. Return the next phase of the turn."""
    state.floors_left = floors
    return _where_next(state, seat)


@kernel
def build(state: State, seat: int, choice: int) -> int:
    """Build a floor on a palace or as a new one. Return the next phase of the turn."""
    state.floors_left -= 1
    palace = choice
    if choice == BUILD_NEW:
        palace = wide(state.palace_count[seat])
        state.palace_count[seat] = palace + 1
    state.palaces[seat, palace] += 1  # the floors are its lowest bits
    return _where_next(state, seat)


@kernel
def _where_next(state: State, seat: int) -> int:
    if state.floors_left and build_options(state, seat) != ZERO:
        return BUILD
    state.floors_left = 0  # only a given position can have no place for a floor
    return TURN_OVER
