"""Assertions about the fairness of draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any


def assert_shares(counts: Counter[Any], shares: Mapping[Any, float]) -> None:
    """Assert that counts are plausible if each kind occurs in proportion to its share."""
    assert set(counts) == set(shares)
    one = counts.total() / sum(shares.values())
    statistic = sum((counts[kind] - share * one) ** 2 / (share * one) for kind, share in shares.items())
    # Five standard deviations above the mean of the chi-square statistic.
    freedom = len(shares) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5


def assert_even(counts: Counter[Any], kinds: int) -> None:
    """Assert that counts are plausible for a uniform draw among `kinds` kinds."""
    assert len(counts) == kinds
    assert_shares(counts, dict.fromkeys(counts, 1.0))
