"""Whether draws come out as evenly as they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any


def assert_shares(counts: Counter[Any], shares: Mapping[Any, float]) -> None:
    """Refuse counts that hardly ever come out when each kind turns up in proportion to its share."""
    assert set(counts) == set(shares)
    one = counts.total() / sum(shares.values())
    spread = sum((counts[kind] - share * one) ** 2 / (share * one) for kind, share in shares.items())
    # Five standard deviations of the chi-square sum.
    freedom = len(shares) - 1
    assert spread < freedom + 5 * (2 * freedom) ** 0.5


def assert_even(counts: Counter[Any], kinds: int) -> None:
    """Refuse counts that an even draw among so many kinds would hardly ever give."""
    assert len(counts) == kinds
    assert_shares(counts, dict.fromkeys(counts, 1.0))
