"""Sets in 64-bit words against Python's integers, through a compiled caller."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from palatine.core.bits import bit, count_ones, lowest, members, nth_bit
from palatine.core.compiled import kernel

ALL = 2**64 - 1
HIGHEST = 1 << 63

words = st.integers(0, ALL) | st.sets(st.integers(0, 63)).map(lambda members: sum(1 << member for member in members))
"""Random words, and words with few bits set."""


@kernel
def counted(word: np.uint64) -> int:
    return count_ones(word)


@kernel
def lowest_of(word: np.uint64) -> int:
    return lowest(word)


@kernel
def negative(word: np.uint64) -> tuple[int, int]:
    """Return negated results; unsigned numbers would wrap around."""
    return -count_ones(word), -lowest(word)


@kernel
def list_members(word: np.uint64, out: NDArray[np.int64]) -> int:
    """List the members of a set in the order of `nth_bit`."""
    count = count_ones(word)
    for n in range(count):
        out[n] = nth_bit(word, n)
    return count


@kernel
def collected(numbers: NDArray[np.int64]) -> np.uint64:
    """Return the set of some numbers."""
    word = np.uint64(0)
    for i in range(len(numbers)):
        word |= bit(numbers[i])
    return word


def members_of(word: int) -> list[int]:
    return [number for number in range(64) if word >> number & 1]


@settings(deadline=None)
@given(words)
@example(0)
@example(1)
@example(HIGHEST)
@example(HIGHEST | 1)
@example(ALL)
def test_count_ones_matches_python(word: int) -> None:
    assert counted(np.uint64(word)) == word.bit_count()


@settings(deadline=None)
@given(words.filter(bool))
@example(1)
@example(HIGHEST)
@example(HIGHEST | 1)
@example(ALL)
@example(ALL - 1)
def test_lowest_matches_python(word: int) -> None:
    assert lowest_of(np.uint64(word)) == members_of(word)[0]


def test_bit_counts_are_signed() -> None:
    assert negative(np.uint64(0b1111000)) == (-4, -3)


@settings(deadline=None)
@given(words)
@example(0)
@example(1)
@example(HIGHEST)
@example(HIGHEST | 1)
@example(ALL)
def test_nth_bit_lists_the_members_in_ascending_order(word: int) -> None:
    out = np.zeros(64, dtype=np.int64)
    count = list_members(np.uint64(word), out)
    assert out[:count].tolist() == members_of(word)
    assert members(word) == members_of(word)


@pytest.mark.parametrize("number", range(64))
def test_bit_is_the_set_of_one_number(number: int) -> None:
    assert int(bit(number)) == 1 << number


@settings(deadline=None)
@given(words)
@example(0)
@example(HIGHEST)
@example(ALL)
def test_bits_collect_to_a_word(word: int) -> None:
    assert int(collected(np.array(members_of(word), dtype=np.int64))) == word
