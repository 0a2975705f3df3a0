"""The rules of Ferries, compiled: set-up, legal decisions, applying decisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ferries.layout import CAPACITY, COPIES, CRATES, DTYPE, FEWEST_BOATS, FULL, SINKING_POINTS, SUNK, State
from palatine.core import chance, contract
from palatine.core.bits import wide
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements


@implements(contract.setup, DTYPE)
def setup(state: State, players: int, options: NDArray[np.int64], stream: NDArray[np.uint64]) -> None:
    state.players = players
    state.boats = FEWEST_BOATS + options[0]
    state.unseen[:] = COPIES
    for crate in range(CRATES):
        state.deck[crate] = crate // COPIES + 1
    chance.shuffle(stream, state.deck)
    _turn_up(state)


@kernel
def _turn_up(state: State) -> None:
    """Turn the next crate up, if there is one (FE-1, FE-6)."""
    state.crate = 0
    if state.turn < CRATES:
        state.crate = state.deck[state.turn]
        state.unseen[wide(state.crate) - 1] -= 1


@implements(contract.seat, DTYPE)
def seat(state: State) -> int:
    return wide(state.turn) % wide(state.players) if state.crate else contract.OVER


@kernel
def _is_offered(state: State, boat: int) -> bool:
    """Return True if no boat before this one carries the same (FE-3)."""
    for other in range(boat):
        if state.load[other] == state.load[boat] and state.aboard[other] == state.aboard[boat]:
            return False
    return state.crate != 0


@implements(contract.legal, DTYPE)
def legal(state: State, out: NDArray[np.int32]) -> int:
    total = 0
    for boat in range(wide(state.boats)):
        if _is_offered(state, boat):
            out[total] = boat
            total += 1
    return total


@implements(contract.count, DTYPE)
def count(state: State) -> int:
    total = 0
    for boat in range(wide(state.boats)):
        total += _is_offered(state, boat)
    return total


@implements(contract.nth, DTYPE)
def nth(state: State, n: int) -> int:
    boat = -1
    while n >= 0:
        boat += 1
        n -= _is_offered(state, boat)
    return boat


@implements(contract.choose, DTYPE)
def choose(state: State, random_word: np.uint64) -> int:
    return nth(state, chance.below(random_word, count(state)))


@implements(contract.apply, DTYPE)
def apply(state: State, decision: int) -> None:
    player = seat(state)
    # Load the crate.
    state.load[decision] += state.crate
    state.aboard[decision] += 1
    # Score a boat that leaves (FE-4) or sinks (FE-5).
    if state.load[decision] == CAPACITY:
        state.points[player, FULL] += state.aboard[decision]
    elif state.load[decision] > CAPACITY:
        for other in range(wide(state.players)):
            if other != player:
                state.points[other, SUNK] += SINKING_POINTS
    # Put an empty boat in its place.
    if state.load[decision] >= CAPACITY:
        state.load[decision] = 0
        state.aboard[decision] = 0
    # Continue with the next player.
    state.turn += 1
    _turn_up(state)
