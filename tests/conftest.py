"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from palatine.core.compiled import JIT


@pytest.fixture(autouse=True)
def overflow_is_an_error() -> Iterator[None]:
    """Without the JIT, numbers that do not fit must be noticed: compiled code would wrap them silently."""
    with np.errstate(over="warn" if JIT else "raise"):
        yield
