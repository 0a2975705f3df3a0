"""The rules of Kingdomino, compiled: set-up, and applying decisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import ZERO, bit, wide
from palatine.core.chance import next_word, shuffle
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.kingdomino.flow import begin_game, go_on
from palatine.games.kingdomino.kingdoms import put
from palatine.games.kingdomino.layout import (
    ABBA,
    CLAIM,
    CROWN_TIEBREAK,
    DISCARD,
    DOMINOES,
    DTYPE,
    DYNASTY,
    FIRST_ORDER,
    GAMES,
    HARMONY,
    KINGS_OF_TWO,
    LARGE_GRID,
    LINE,
    MIDDLE_KINGDOM,
    MIGHTY_DUEL,
    SMALL_GRID,
    THREE_PLAYER_DECK,
    State,
)
from palatine.games.kingdomino.legal import active_domino

TWO_PLAYER_DECK = 24
SMALL_THREE_PLAYER_DECK = 36

# ------------------------------------------------------------------------------------------------------ set-up


@implements(contract.setup, DTYPE)
def setup(state: State, players: int, options: NDArray[np.int64], stream: NDArray[np.uint64]) -> None:
    configure(state, players, options)
    for game in range(GAMES if state.dynasty else 1):
        for i in range(DOMINOES):
            state.deck[game, i] = i
        shuffle(stream, state.deck[game])
        for king in range(state.kings):
            state.orders[game, king] = king % players
        if state.first_order == ABBA:
            abba_order(state.orders[game], wide(next_word(stream)) & 1)
        else:
            shuffle(stream, state.orders[game, : state.kings])
        # Removed dominoes (KD-14, KD-15) stay unknown: the position does not hold them either.
        for i in range(state.deck_size, DOMINOES):
            state.deck[game, i] = 0
    begin_game(state)


@kernel
def configure(state: State, players: int, options: NDArray[np.int64]) -> None:
    """Fill in the fields that follow from the number of players and the options."""
    state.players = players
    state.grid = LARGE_GRID if options[MIGHTY_DUEL] else SMALL_GRID
    state.harmony = options[HARMONY]
    state.middle_kingdom = options[MIDDLE_KINGDOM]
    state.dynasty = options[DYNASTY]
    state.crown_tiebreak = options[CROWN_TIEBREAK]
    state.first_order = options[FIRST_ORDER]
    state.kings = KINGS_OF_TWO if players == 2 else players
    state.line = LINE
    state.deck_size = DOMINOES
    if players == 2 and not options[MIGHTY_DUEL]:
        state.deck_size = TWO_PLAYER_DECK
    if players == 3 and options[THREE_PLAYER_DECK]:
        state.deck_size = SMALL_THREE_PLAYER_DECK
        state.line = players


@kernel
def abba_order(order: NDArray[np.uint8], first_seat: int) -> None:
    """Write the first order in which the second player has both middle kings (KD-14)."""
    for king in range(KINGS_OF_TWO):
        middle = 0 < king < KINGS_OF_TWO - 1
        order[king] = 1 - first_seat if middle else first_seat


# -------------------------------------------------------------------------------------------------- decisions


@implements(contract.apply, DTYPE)
def apply(state: State, decision: int) -> None:
    if decision < DOMINOES:
        _claim(state, decision)
    else:
        _place_or_discard(state, decision)


@kernel
def _claim(state: State, domino: int) -> None:
    seat = np.uint64(state.seat)
    state.offered ^= bit(domino)
    state.claimed |= bit(domino)
    state.owner_low |= (seat & bit(0)) << np.uint64(domino)
    state.owner_high |= (seat >> bit(0)) << np.uint64(domino)
    if state.first_claims < state.kings:
        state.first_claims += 1
        if state.first_claims < state.kings:
            state.seat = state.order[state.first_claims]
            return
    go_on(state)


@kernel
def _place_or_discard(state: State, decision: int) -> None:
    domino = active_domino(state)
    if decision == DISCARD:
        state.discarded |= bit(domino)
    else:
        put(state, wide(state.seat), domino, decision)
    state.current ^= bit(domino)
    state.owner_low &= ~bit(domino)
    state.owner_high &= ~bit(domino)
    if state.offered != ZERO:
        state.phase = CLAIM  # KD-7: the same king claims next
    else:
        go_on(state)
