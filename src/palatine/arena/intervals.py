"""95 % intervals: Wilson's for a share, the normal one for a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)

Interval = tuple[float, float]


def wilson(wins: float, games: int) -> Interval:
    """Return the score interval of E. B. Wilson (1927) for `wins` in `games`. It stays within 0 and 1."""
    share = wins / games
    centre = (share + Z**2 / (2 * games)) / (1 + Z**2 / games)
    half = Z / (1 + Z**2 / games) * math.sqrt(share * (1 - share) / games + Z**2 / (4 * games**2))
    # With all or no games won the bound is exactly 1 or 0, which rounding may miss.
    return max(0.0, min(centre - half, share)), min(1.0, max(centre + half, share))


def around(mean: float, units: Sequence[float]) -> Interval | None:
    """Return the normal interval around a mean of independent units (rounds or games); None for fewer than two units."""
    if len(units) < 2:
        return None
    half = Z * stdev(units) / math.sqrt(len(units))
    return mean - half, mean + half


def quartiles(values: Sequence[int]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile."""
    ordered = sorted(values)

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        below = math.floor(place)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (ordered[above] - ordered[below]) * (place - below)

    return at(0.25), at(0.5), at(0.75)


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 if there are no values."""
    return fmean(values) if values else 0.0
