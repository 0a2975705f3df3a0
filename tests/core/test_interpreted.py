"""`interpreted` runs kernels, and the kernels they call, as plain Python with the same results."""

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
    """A kernel with the name of a field."""
    return doubled(state.height)


@kernel
def factor(state: Any) -> int:
    """A kernel with the name of a field, which reads a field with the name of another kernel."""
    return int(state.factor * state.height + height(state))


@kernel
def limit(state: Any, depth: int) -> int:
    """A recursive kernel with the name of a field."""
    return state.limit if depth == 0 else 1 + limit(state, depth - 1)


@kernel
def noting(number: int) -> int:
    """A function that Numba cannot compile, to show that Python runs it."""
    STEPS.append(f"step {number}")
    return number


@kernel
def noting_deep_down(number: int) -> int:
    return doubled(noting(number)) + 1


@pytest.fixture
def state() -> Any:
    record = np.zeros(1, dtype=RECORD)[0]
    record.height, record.factor, record.limit = 3, 4, 7
    return record


def test_python_runs_a_kernel_and_all_that_it_calls() -> None:
    STEPS.clear()
    assert interpreted(noting_deep_down)(20) == 41
    assert interpreted(noting)(1) == 1
    assert STEPS == ["step 20", "step 1"]


@pytest.mark.skipif(not JIT, reason="without the JIT all kernels are plain Python")
def test_interpreting_a_kernel_compiles_nothing() -> None:
    fresh: Any = kernel(interpreted(doubled))
    assert interpreted(fresh)(3) == 6
    assert fresh.signatures == []
    assert fresh(3) == 6
    assert len(fresh.signatures) == 1


@pytest.mark.parametrize("start", [(), (0,), (-3,)])
def test_the_result_matches_the_compiled_kernel(start: tuple[int, ...]) -> None:
    numbers = np.arange(-4, 9)
    expected = (start[0] if start else BASE) + 4 * sum(range(-4, 9))
    assert interpreted(summed)(numbers, *start) == summed(numbers, *start) == expected


def test_a_field_with_the_name_of_a_kernel_stays_a_field(state: Any) -> None:
    assert interpreted(height)(state) == 6
    assert interpreted(factor)(state) == 4 * 3 + 6


def test_a_kernel_can_be_recursive(state: Any) -> None:
    assert interpreted(limit)(state, 5) == 12


def test_a_kernel_is_converted_once() -> None:
    assert interpreted(summed) is interpreted(summed)
    assert interpreted(interpreted(summed)) is interpreted(summed)


def test_a_function_that_is_no_kernel_is_returned_unchanged() -> None:
    def plain(number: int) -> int:
        return number

    assert interpreted(plain) is plain
    assert interpreted(len) is len


def test_the_kernel_itself_is_unchanged() -> None:
    before = quadrupled, doubled
    interpreted(summed)
    interpreted(quadrupled)
    assert (quadrupled, doubled) == before
    assert hasattr(doubled, "py_func") == JIT
    assert not hasattr(interpreted(doubled), "py_func")
