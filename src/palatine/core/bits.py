"""Sets of small numbers in 64-bit words: counting, the lowest member, the n-th member.

Kernels combine `uint64` with `np.uint64` only: with a plain integer, Numba gives a result of another type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from palatine.core.compiled import kernel

wide = cast("Callable[[Any], int]", np.int64)
"""Widen a small field before arithmetic: Numba would keep it at 8 bits, Python would not."""

ZERO = np.uint64(0)
ONE = np.uint64(1)


def count_ones(word: np.uint64) -> int:
    """Return the number of bits that are set."""
    return int(word).bit_count()


def lowest(word: np.uint64) -> int:
    """Return the number of the lowest bit that is set. `word` must not be zero."""
    value = int(word)
    return (value & -value).bit_length() - 1


def members(word: int) -> list[int]:
    """Return the members of a set in ascending order. Plain Python, not a kernel."""
    found = []
    while word:
        member = word & -word
        found.append(member.bit_length() - 1)
        word ^= member
    return found


@intrinsic
def _ctpop(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.int64(types.uint64), generate


@overload(count_ones, strict=False)
def _count_ones(word: Any) -> Any:
    return lambda word: _ctpop(word)  # type: ignore[call-arg]


@overload(lowest, strict=False)
def _lowest(word: Any) -> Any:
    return lambda word: _cttz(word)  # type: ignore[call-arg]


@kernel
def bit(number: int) -> np.uint64:
    """Return the set of one number."""
    return ONE << np.uint64(number)


@kernel
def nth_bit(word: np.uint64, n: int) -> int:
    """Return the n-th lowest member, counted from 0, of a set with more than `n` members."""
    for _ in range(n):
        word &= word - ONE
    return lowest(word)
