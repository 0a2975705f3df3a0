"""What is open and what is sealed in In the Year of the Dragon, compiled: observations, and new layouts for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.chance import quick_shuffle
from palatine.core.dispatch import implements
from palatine.games.year_of_the_dragon.layout import BASE_ACTIONS, DTYPE, GROUPS, MONTHS, WITH_WALL, State


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    return wide(state.month)


@implements(contract.observe, DTYPE)
def observe(state: State, out: State) -> None:
    out.palaces[:] = state.palaces
    out.earned[:] = state.earned
    out.yuan[:] = state.yuan
    out.rice[:] = state.rice
    out.fireworks[:] = state.fireworks
    out.track[:] = state.track
    out.owed[:] = state.owed
    out.hand[:] = state.hand
    out.struck = state.struck
    out.sunrise = state.sunrise
    out.palace_count[:] = state.palace_count
    out.symbols[:] = state.symbols
    out.persons[:] = state.persons
    out.wilds[:] = state.wilds
    out.small[:] = state.small
    out.large[:] = state.large
    out.dragon[:] = state.dragon
    out.pair[:] = state.pair
    out.wall_left[:] = state.wall_left
    out.wall_share[:] = state.wall_share
    out.wall[:] = state.wall
    out.wall_length = state.wall_length
    out.order[:] = state.order
    out.events[:] = state.events
    out.super_event = state.super_event
    out.group_of[:] = state.group_of
    out.display[:] = state.display
    out.phase = state.phase
    out.stage = state.stage
    out.seat = state.seat
    out.start = state.start
    out.month = state.month
    out.card = state.card
    out.pending = state.pending
    out.floors_left = state.floors_left
    out.players = state.players
    out.large_price = state.large_price
    out.great_wall = state.great_wall


@implements(contract.reseal, DTYPE)
def reseal(state: State, random: NDArray[np.uint64]) -> None:
    cards = WITH_WALL if state.great_wall else BASE_ACTIONS
    for month in range(wide(state.month), MONTHS):
        for card in range(cards):
            state.layouts[month, card] = GROUPS[wide(state.great_wall), wide(state.players), card]
        quick_shuffle(random, state.layouts[month, :cards])
