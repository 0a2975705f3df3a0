"""Which decisions of Dragon Castle are legal, compiled: they were found when the question was asked (`turns.py`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import count_ones, nth_bit, wide
from palatine.core.chance import below
from palatine.core.compiled import kernel
from palatine.core.dispatch import implements
from palatine.games.dragon_castle.layout import (
    CARDS,
    CASTLE_FIRST,
    DTYPE,
    OVER,
    PAY_SHRINE,
    PAYMENTS,
    REALM_FIRST,
    REALM_SPACES,
    REALM_WORDS,
    SPIRIT_FIRST,
    WORD_FIRST,
    WORD_SHIFT,
    WORDS,
    State,
)


@implements(contract.seat, DTYPE)
def seat(state: State) -> int:
    return contract.OVER if state.phase == OVER else wide(state.seat)


@kernel
def _count_spirits(state: State) -> int:
    total = count_ones(np.uint64(state.shrine_payments))
    for spirit in range(CARDS):
        total += count_ones(state.tile_payments[spirit])
    return total


@kernel
def _nth_spirit(state: State, n: int) -> int:
    for spirit in range(CARDS):
        here = count_ones(state.tile_payments[spirit])
        if n < here:
            return SPIRIT_FIRST + PAYMENTS * spirit + nth_bit(state.tile_payments[spirit], n)
        n -= here
    return SPIRIT_FIRST + PAYMENTS * nth_bit(np.uint64(state.shrine_payments), n) + PAY_SHRINE


@kernel
def _count(state: State) -> int:
    total = count_ones(np.uint64(state.word_choices))
    for word in range(WORDS):
        total += count_ones(state.castle_choices[word])
    for word in range(REALM_WORDS):
        total += count_ones(state.realm_choices[word])
    return total + _count_spirits(state) if state.spirits else total


@kernel
def _nth(state: State, n: int) -> int:
    phase = wide(state.phase)
    for word in range(WORDS):
        here = count_ones(state.castle_choices[word])
        if n < here:
            return CASTLE_FIRST[phase] + (word << WORD_SHIFT) + nth_bit(state.castle_choices[word], n)
        n -= here
    for word in range(REALM_WORDS):
        here = count_ones(state.realm_choices[word])
        if n < here:
            return REALM_FIRST[phase] + REALM_SPACES * word + nth_bit(state.realm_choices[word], n)
        n -= here
    here = count_ones(np.uint64(state.word_choices))
    if n < here:
        return WORD_FIRST + nth_bit(np.uint64(state.word_choices), n)
    return _nth_spirit(state, n - here)


@implements(contract.count, DTYPE)
def count(state: State) -> int:
    return _count(state)


@implements(contract.nth, DTYPE)
def nth(state: State, n: int) -> int:
    return _nth(state, n)


@implements(contract.choose, DTYPE)
def choose(state: State, random_word: np.uint64) -> int:
    return _nth(state, below(random_word, _count(state)))


@implements(contract.legal, DTYPE)
def legal(state: State, out: NDArray[np.int32]) -> int:
    total = _count(state)
    for n in range(total):
        out[n] = _nth(state, n)
    return total
