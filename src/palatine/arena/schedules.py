"""Schedules of tournaments: round robin and ladder.

A schedule is a sequence of rounds. In a round, a group of bots that fills a table plays one deal once for each rotation
over the seats.
"""

from __future__ import annotations

import itertools
import math
from typing import Protocol

import numpy as np

from palatine.arena.ratings import Ratings
from palatine.arena.seating import FEWEST_PLAYERS
from palatine.core.errors import OptionError

KINDS = ("round-robin", "ladder")

MOST_GROUPS = 5000
"""The largest number of groups. Ordering them takes about two seconds."""

OPEN_ROUNDS = 3
"""The number of rounds that neighbours on the ladder play in a stage while their intervals overlap; otherwise one."""

Group = tuple[int, ...]


class Schedule(Protocol):
    """The groups of the rounds, in order."""

    def group(self, number: int) -> Group | None:
        """Return the group of a round; None if it depends on games that are not finished."""
        ...

    def note(self) -> None:
        """Count a game, after the ratings include it."""
        ...


class RoundRobin:
    """All groups in a cycle. After each cycle all pairs have met equally often.

    Within a cycle, the next group is the one whose pairs have met least. Ties go to the group whose bots have played
    least, then to the first in order of entry.
    """

    def __init__(self, bots: int, players: int) -> None:
        self._groups = balanced_groups(bots, players)

    def group(self, number: int) -> Group | None:
        """Return the group of a round, which is always known."""
        return self._groups[number % len(self._groups)]

    def note(self) -> None:
        """Do nothing: the order does not depend on results."""


def balanced_groups(bots: int, players: int) -> list[Group]:
    """Return all groups of a size, in an order in which pairs meet evenly from the start."""
    groups = list(itertools.combinations(range(bots), players))
    members = np.array(groups)
    pairs = np.array([[first * bots + second for first, second in itertools.combinations(g, 2)] for g in groups])
    met = np.zeros(bots * bots, dtype=np.int64)
    games = np.zeros(bots, dtype=np.int64)
    most_games = len(groups) * players + 1
    left = np.arange(len(groups))
    order: list[Group] = []
    while len(left):
        # Compare pairs first; compare games only between groups whose pairs tie.
        needs = met[pairs[left]].sum(axis=1) * most_games + games[members[left]].sum(axis=1)
        chosen = int(left[needs.argmin()])
        order.append(groups[chosen])
        met[pairs[chosen]] += 1
        games[members[chosen]] += 1
        left = left[left != chosen]
    return order


class Ladder:
    """Neighbours in the ratings play each other, more often where they are close.

    Each stage sorts the bots by rating, the first by order of entry. Every group of neighbours (at tables of two: first
    and second, second and third, …) plays one round, or three if the 95 % intervals of two neighbours in it overlap.
    """

    def __init__(self, bots: int, players: int, ratings: Ratings) -> None:
        self._bots = bots
        self._players = players
        self._ratings = ratings
        self._rounds: list[Group] = []
        self._noted = 0
        self._begin_stage()

    def group(self, number: int) -> Group | None:
        """Return the group of a round; None if it is after the current stage."""
        return self._rounds[number] if number < len(self._rounds) else None

    def note(self) -> None:
        """Count a game. The last one of a stage begins the next stage."""
        self._noted += 1
        if self._noted == len(self._rounds) * self._players:
            self._begin_stage()

    def _begin_stage(self) -> None:
        ladder = self._ratings.ladder()
        groups = [tuple(ladder[first : first + self._players]) for first in range(self._bots - self._players + 1)]
        for turn in range(OPEN_ROUNDS):
            self._rounds += [group for group in groups if turn == 0 or self._is_open(group)]

    def _is_open(self, group: Group) -> bool:
        """Return True if the intervals of two neighbours in the group overlap."""
        intervals = [self._ratings.interval(entrant) for entrant in group]
        return any(better[0] <= worse[1] for better, worse in itertools.pairwise(intervals))


def check_schedule(kind: str, bots: int, players: int) -> None:
    """Refuse what cannot be scheduled, without the cost of building a schedule."""
    if players < FEWEST_PLAYERS:
        raise OptionError("arena.players", fewest=FEWEST_PLAYERS, given=players)
    if bots < players:
        raise OptionError("arena.too_few_bots", players=players, given=bots)
    if kind not in KINDS:
        raise OptionError("arena.kind", given=kind, known=KINDS)
    if kind == "round-robin" and math.comb(bots, players) > MOST_GROUPS:
        raise OptionError("arena.too_many_groups", players=players, given=bots, most=MOST_GROUPS)


def schedule(kind: str, bots: int, players: int, ratings: Ratings) -> Schedule:
    """Return the schedule of a kind. A ladder reads the ratings as they change."""
    check_schedule(kind, bots, players)
    return RoundRobin(bots, players) if kind == "round-robin" else Ladder(bots, players, ratings)
