"""The data of a report's plots. Positions on an axis are in percent of its length."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palatine.arena.intervals import mean, quartiles
from palatine.arena.running import Played

MOST_TICKS = 7
MOST_BINS = 36
MOST_COLOURS = 9
"""The number of sources with a colour of their own. Smaller sources share one; the table lists them all."""
OTHER = "others"


@dataclass(frozen=True)
class Axis:
    """An axis from `low` to `high` with round ticks."""

    low: float
    high: float
    ticks: list[float]

    def at(self, value: float) -> float:
        """Return the position of a value, in percent."""
        return round(100 * (value - self.low) / (self.high - self.low), 3)


def axis(values: Iterable[float]) -> Axis:
    """Return an axis that contains all values, with a margin at each end."""
    known = list(values)
    low, high = min(known), max(known)
    room = (high - low or 1.0) * 0.04
    low, high = low - room, high + room
    step = _round_step((high - low) / MOST_TICKS)
    first, last = math.ceil(low / step), math.floor(high / step)
    return Axis(low, high, [number * step for number in range(first, last + 1)])


def _round_step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, … that is at least `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


@dataclass(frozen=True)
class Spread:
    """The distribution of a bot's points: a histogram over common bins, and its summary."""

    least: int
    lower: float
    median: float
    upper: float
    most: int
    mean: float
    bins: list[tuple[int, int, float]]
    """For each non-empty bin: its lowest and highest points, and its share of the games."""


def spreads(scores: Sequence[Sequence[int]]) -> list[Spread | None]:
    """Return the distribution of each bot, over the same bins for all; None for a bot that has not played."""
    everything = [score for of_bot in scores for score in of_bot]
    width = math.ceil((max(everything) - min(everything) + 1) / MOST_BINS)
    return [_spread(of_bot, width) if of_bot else None for of_bot in scores]


def _spread(scores: Sequence[int], width: int) -> Spread:
    counted = Counter(score // width for score in scores)
    lower, median, upper = quartiles(scores)
    bins = [(bin_ * width, bin_ * width + width - 1, count / len(scores)) for bin_, count in sorted(counted.items())]
    return Spread(min(scores), lower, median, upper, max(scores), mean(scores), bins)


def scores_of(played: Sequence[Played], bots: int) -> list[list[int]]:
    """Return the points of each bot in all its games."""
    scores: list[list[int]] = [[] for _ in range(bots)]
    for game in played:
        for entrant, total in zip(game.fixture.entrants, game.outcome.totals, strict=True):
            scores[entrant].append(total)
    return scores


@dataclass(frozen=True)
class Meeting:
    """The games in which one bot finished ahead of another (a tie counts half), and all they played together."""

    ahead: float
    games: int

    @property
    def share(self) -> float:
        """The share of games finished ahead."""
        return self.ahead / self.games


def meetings(played: Sequence[Played]) -> dict[tuple[int, int], Meeting]:
    """Return the head-to-head results of every two bots that have met."""
    ahead: Counter[tuple[int, int]] = Counter()
    games: Counter[tuple[int, int]] = Counter()
    for game in played:
        seats = zip(game.fixture.entrants, game.outcome.places, strict=True)
        for (one, place), (other, its_place) in itertools.permutations(seats, 2):
            games[one, other] += 1
            ahead[one, other] += 2 if place < its_place else 1 if place == its_place else 0
    return {pair: Meeting(ahead[pair] / 2, count) for pair, count in games.items()}


def mean_sources(played: Sequence[Played], bots: int) -> tuple[list[str], list[dict[str, float]]]:
    """Return the sources of points, the largest first, and the mean points of each bot by source."""
    sums: list[Counter[str]] = [Counter() for _ in range(bots)]
    games = [0] * bots
    for game in played:
        for entrant, sources in zip(game.fixture.entrants, game.outcome.sources, strict=True):
            games[entrant] += 1
            for source, points in sources.items():
                sums[entrant][source] += points
    means = [
        {source: points / count for source, points in summed.items()} if count else {}
        for summed, count in zip(sums, games, strict=True)
    ]
    weight: defaultdict[str, float] = defaultdict(float)
    for of_bot in means:
        for source, mean_points in of_bot.items():
            weight[source] += abs(mean_points)
    return sorted(filter(weight.get, weight), key=lambda source: -weight[source]), means


@dataclass(frozen=True)
class Segment:
    """A segment of a bar: a source, its mean points, and its position on the axis."""

    source: str
    points: float
    start: float
    end: float


def stacked(sources: Sequence[str], means: dict[str, float]) -> list[Segment]:
    """Return the segments of a bar, side by side. Negative points go to the left of zero."""
    shown = sources if len(sources) <= MOST_COLOURS + 1 else sources[:MOST_COLOURS]
    rest = [source for source in sources if source not in shown]
    parts = [(source, means.get(source, 0.0)) for source in shown]
    parts += [(OTHER, sum(means.get(source, 0.0) for source in rest))] if rest else []
    right = left = 0.0
    segments = []
    for source, points in parts:
        if points > 0:
            segments.append(Segment(source, points, right, right + points))
            right += points
        elif points < 0:
            segments.append(Segment(source, points, left + points, left))
            left += points
    return segments
