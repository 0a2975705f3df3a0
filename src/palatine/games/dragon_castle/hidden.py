"""What is open and what is sealed in Dragon Castle, compiled: observations, and new covered tiles for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.chance import quick_shuffle
from palatine.core.dispatch import implements
from palatine.games.dragon_castle.boards import height_of, on_floor, size
from palatine.games.dragon_castle.layout import (
    ALL_TILES,
    CARDS,
    CASTLE_SPACES,
    CODE_BITS,
    CODE_OF,
    DTYPE,
    FLOORS,
    HELD,
    LASTING,
    MOST_SETS,
    REALM_SPACES,
    REALM_WORDS,
    SEATS,
    SYMBOLS,
    WORDS,
    State,
)


@implements(contract.revealed, DTYPE)
def revealed(state: State) -> int:
    # Each tile above the ground floor covers one that nobody knows.
    return ALL_TILES - size(on_floor(state, 1)) - size(on_floor(state, 2))


@implements(contract.observe, DTYPE)
def observe(state: State, out: State) -> None:
    # Written as loops: copying whole arrays takes three times as long to compile.
    for seat in range(SEATS):
        out.up[seat] = state.up[seat]
        out.down[seat] = state.down[seat]
        out.shrines[seat] = state.shrines[seat]
        out.shrine_pool[seat] = state.shrine_pool[seat]
        out.tokens[seat] = state.tokens[seat]
        for place in range(CODE_BITS):
            out.faces[seat, place] = state.faces[seat, place]
        for space in range(REALM_SPACES):
            out.heights[seat, space] = state.heights[seat, space]
        for source in range(LASTING):
            out.earned[seat, source] = state.earned[seat, source]
    for word in range(WORDS):
        out.castle_choices[word] = state.castle_choices[word]
        for floor in range(FLOORS):
            out.floors[floor, word] = state.floors[floor, word]
        for place in range(CODE_BITS):
            out.planes[place, word] = state.planes[place, word]
    for word in range(REALM_WORDS):
        out.realm_choices[word] = state.realm_choices[word]
    for symbol in range(SYMBOLS):
        out.unseen[symbol] = state.unseen[symbol]
    for spirit in range(CARDS):
        out.tile_payments[spirit] = state.tile_payments[spirit]
    for place in range(MOST_SETS):
        out.sets[place] = state.sets[place]
        out.allowance[place] = state.allowance[place]
    for place in range(HELD):
        out.held[place] = state.held[place]
    out.moved = state.moved
    out.spirits = state.spirits
    out.dragons = state.dragons
    out.used = state.used
    out.first_code = state.first_code
    out.first_space = state.first_space
    out.first_floor = state.first_floor
    out.lifted = state.lifted
    out.phase = state.phase
    out.stage = state.stage
    out.seat = state.seat
    out.start = state.start
    out.action = state.action
    out.elegance = state.elegance
    out.general_shrines = state.general_shrines
    out.dummy_tokens = state.dummy_tokens
    out.players = state.players
    out.columns = state.columns
    out.rows = state.rows
    out.shrine_payments = state.shrine_payments
    out.word_choices = state.word_choices


@implements(contract.resample, DTYPE)
def resample(state: State, random: NDArray[np.uint64]) -> None:
    tiles = np.empty(ALL_TILES, dtype=np.uint8)
    unseen = 0
    for symbol in range(SYMBOLS):
        for _ in range(wide(state.unseen[symbol])):
            tiles[unseen] = CODE_OF[symbol]
            unseen += 1
    quick_shuffle(random, tiles[:unseen])
    for space in range(CASTLE_SPACES):
        for floor in range(height_of(state, space) - 1):
            unseen -= 1
            state.covered[floor, space] = tiles[unseen]
