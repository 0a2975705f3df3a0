"""The decisions that the expansions add, compiled: the Great Wall (YD-X1) and the super events (YD-X2)."""

from __future__ import annotations

from palatine.core.bits import wide
from palatine.core.compiled import kernel
from palatine.games.year_of_the_dragon.building import begin_building
from palatine.games.year_of_the_dragon.courts import benefit, buddhas, earn, move_marker, remove_palace, spend_card
from palatine.games.year_of_the_dragon.layout import (
    CRAFTSMAN,
    FIREWORK_GIFT,
    FLOOR_GIFT,
    GIFT_POINTS,
    GIFT_SPACES,
    GIFT_YUAN,
    MONK,
    POINTS_GIFT,
    RELEASE,
    RICE_BACK,
    RICE_GIFT,
    SEATS,
    SPACES_GIFT,
    SUPER_POINTS,
    TURN_OVER,
    WALL_POINTS,
    YUAN_BACK,
    YUAN_GIFT,
    State,
)
from palatine.games.year_of_the_dragon.palaces import floors_of, persons_in


@kernel
def lay(state: State, seat: int, gift: int) -> int:
    """Lay a tile under the leftmost month without one and give its gift (YD-X1)."""
    length = wide(state.wall_length)
    state.wall_left[seat] = wide(state.wall_left[seat]) & ~(1 << gift)
    state.wall[length] = 1 + SEATS * gift + seat
    state.wall_length = length + 1
    state.wall_share[seat] += 1
    if gift == FLOOR_GIFT:
        return begin_building(state, seat, 1)
    if gift == RICE_GIFT:
        state.rice[seat] = wide(state.rice[seat]) + 1
    elif gift == FIREWORK_GIFT:
        state.fireworks[seat] = wide(state.fireworks[seat]) + 1
    elif gift == YUAN_GIFT:
        state.yuan[seat] = wide(state.yuan[seat]) + GIFT_YUAN
    elif gift == POINTS_GIFT:
        earn(state, seat, WALL_POINTS, GIFT_POINTS)
    elif gift == SPACES_GIFT:
        move_marker(state, seat, GIFT_SPACES)
    return TURN_OVER


@kernel
def collapse(state: State, seat: int, palace: int) -> int:
    """Take a floor in the Earthquake. A person who no longer fits is released immediately (YD-X2)."""
    state.owed[seat] -= 1
    state.palaces[seat, palace] -= 1  # the floors are its lowest bits
    left = wide(state.palaces[seat, palace])
    if persons_in(left) > floors_of(left):
        return RELEASE
    if left == 0:
        remove_palace(state, seat, palace)
    return TURN_OVER


@kernel
def give_back(state: State, seat: int, goods: int) -> int:
    """Give a piece back in the Flood (YD-X2)."""
    state.owed[seat] -= 1
    if goods == YUAN_BACK:
        state.yuan[seat] -= 1
    elif goods == RICE_BACK:
        state.rice[seat] -= 1
    else:
        state.fireworks[seat] -= 1
    return TURN_OVER


@kernel
def discard(state: State, seat: int, card: int) -> int:
    """Discard a card in the Tornado (YD-X2)."""
    state.owed[seat] -= 1
    spend_card(state, seat, card)
    return TURN_OVER


@kernel
def charter(state: State, seat: int, kind: int) -> int:
    """Use the symbols of one own type, without what an action card adds (YD-X2)."""
    state.owed[seat] = 0
    symbols = wide(state.symbols[seat, kind])
    if kind == CRAFTSMAN:
        return begin_building(state, seat, symbols)
    if kind == MONK:
        earn(state, seat, SUPER_POINTS, buddhas(state, seat))
    else:
        benefit(state, seat, kind, symbols, SUPER_POINTS)
    return TURN_OVER
