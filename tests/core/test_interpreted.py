"""Kernels as plain Python: `interpreted` follows what they call, and gives the same results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from palatine.core.compiled import JIT, interpreted, kernel

RECORD = np.dtype((np.record, np.dtype([("height", "i8"), ("factor", "i8"), ("limit", "i8")])))
BASE = 5
STEPS: list[str] = []


@kernel
def doubled(number: int) -> int:
    return 2 * number


@kernel
def quadrupled(number: int) -> int:
    return doubled(doubled(number))


@kernel
def summed(numbers: NDArray[np.int64], start: int = BASE) -> int:
    total = start
    for number in numbers:
        total += quadrupled(number)
    return total


@kernel
def height(state: Any) -> int:
    """Has the name of a field."""
    return doubled(state.height)


@kernel
def factor(state: Any) -> int:
    """Has the name of a field, and reads one that has the name of another kernel."""
    return int(state.factor * state.height + height(state))


@kernel
def limit(state: Any, depth: int) -> int:
    """Has the name of a field, and calls itself."""
    return state.limit if depth == 0 else 1 + limit(state, depth - 1)


@kernel
def noting(number: int) -> int:
    """What Numba could not compile: it shows that Python runs it."""
    STEPS.append(f"step {number}")
    return number


@kernel
def noting_deep_down(number: int) -> int:
    return doubled(noting(number)) + 1


@pytest.fixture
def state() -> Any:
    made = np.zeros(1, dtype=RECORD)[0]
    made.height, made.factor, made.limit = 3, 4, 7
    return made


def test_a_kernel_is_run_by_python_with_all_that_it_calls() -> None:
    STEPS.clear()
    assert interpreted(noting_deep_down)(20) == 41
    assert interpreted(noting)(1) == 1
    assert STEPS == ["step 20", "step 1"]


@pytest.mark.skipif(not JIT, reason="without the JIT all kernels are plain Python")
def test_nothing_is_compiled_for_it() -> None:
    fresh: Any = kernel(interpreted(doubled))
    assert interpreted(fresh)(3) == 6
    assert fresh.signatures == []
    assert fresh(3) == 6
    assert len(fresh.signatures) == 1


@pytest.mark.parametrize("start", [(), (0,), (-3,)])
def test_the_result_is_that_of_the_compiled_kernel(start: tuple[int, ...]) -> None:
    numbers = np.arange(-4, 9)
    expected = (start[0] if start else BASE) + 4 * sum(range(-4, 9))
    assert interpreted(summed)(numbers, *start) == summed(numbers, *start) == expected


def test_a_field_with_the_name_of_a_kernel_is_still_the_field(state: Any) -> None:
    assert interpreted(height)(state) == 6
    assert interpreted(factor)(state) == 4 * 3 + 6


def test_a_kernel_may_call_itself(state: Any) -> None:
    assert interpreted(limit)(state, 5) == 12


def test_a_kernel_is_made_plain_once() -> None:
    assert interpreted(summed) is interpreted(summed)
    assert interpreted(interpreted(summed)) is interpreted(summed)


def test_what_is_no_kernel_is_left_as_it_is() -> None:
    def plain(number: int) -> int:
        return number

    assert interpreted(plain) is plain
    assert interpreted(len) is len


def test_the_kernel_itself_stays_what_it_is() -> None:
    before = quadrupled, doubled
    interpreted(summed)
    interpreted(quadrupled)
    assert (quadrupled, doubled) == before
    assert hasattr(doubled, "py_func") == JIT
    assert not hasattr(interpreted(doubled), "py_func")
