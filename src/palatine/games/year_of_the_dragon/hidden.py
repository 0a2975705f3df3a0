"""What is open and what is sealed in In the Year of the Dragon, compiled: observations, and new layouts for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.chance import quick_shuffle
from palatine.core.dispatch import implements
from palatine.games.year_of_the_dragon.layout import (
    BASE_ACTIONS,
    DTYPE,
    GROUPS,
    LASTING,
    MONTHS,
    PALACES,
    SEATS,
    TILE_COUNT,
    TYPE_COUNT,
    WITH_WALL,
    State,
)


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    return wide(state.month)


@implements(contract.observe, DTYPE)
def observe(state: State, out: State) -> None:
    # Written as loops: copying whole arrays takes three times as long to compile.
    for seat in range(SEATS):
        out.yuan[seat] = state.yuan[seat]
        out.rice[seat] = state.rice[seat]
        out.fireworks[seat] = state.fireworks[seat]
        out.track[seat] = state.track[seat]
        out.owed[seat] = state.owed[seat]
        out.hand[seat] = state.hand[seat]
        out.palace_count[seat] = state.palace_count[seat]
        out.persons[seat] = state.persons[seat]
        out.wilds[seat] = state.wilds[seat]
        out.small[seat] = state.small[seat]
        out.large[seat] = state.large[seat]
        out.dragon[seat] = state.dragon[seat]
        out.pair[seat] = state.pair[seat]
        out.wall_left[seat] = state.wall_left[seat]
        out.wall_share[seat] = state.wall_share[seat]
        out.order[seat] = state.order[seat]
        for palace in range(PALACES):
            out.palaces[seat, palace] = state.palaces[seat, palace]
        for source in range(LASTING):
            out.earned[seat, source] = state.earned[seat, source]
        for kind in range(TYPE_COUNT):
            out.symbols[seat, kind] = state.symbols[seat, kind]
    for month in range(MONTHS):
        out.events[month] = state.events[month]
        out.wall[month] = state.wall[month]
    for card in range(WITH_WALL):
        out.group_of[card] = state.group_of[card]
    for tile in range(TILE_COUNT):
        out.display[tile] = state.display[tile]
    out.struck = state.struck
    out.sunrise = state.sunrise
    out.wall_length = state.wall_length
    out.super_event = state.super_event
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


@implements(contract.resample, DTYPE)
def resample(state: State, random: NDArray[np.uint64]) -> None:
    cards = WITH_WALL if state.great_wall else BASE_ACTIONS
    for month in range(wide(state.month), MONTHS):
        for card in range(cards):
            state.layouts[month, card] = GROUPS[wide(state.great_wall), wide(state.players), card]
        quick_shuffle(random, state.layouts[month, :cards])
