"""Who meets whom in a tournament: everybody everybody, or neighbours of the ladder.

A schedule is a sequence of rounds; a round is a group of bots, as many as sit at a table, who play one deal once for
every rotation over the seats.
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
"""How many different groups are put in order; it takes about two seconds."""

OPEN_ROUNDS = 3
"""How many rounds neighbours play in a stage of the ladder while it is open who is the better; one otherwise."""

Group = tuple[int, ...]


class Schedule(Protocol):
    """Tells the groups of the rounds, one after the other."""

    def group(self, number: int) -> Group | None:
        """The group of a round; None if it depends on games that have not been noted yet."""
        ...

    def note(self) -> None:
        """One more game has been played, and is among the ratings."""
        ...


class RoundRobin:
    """All groups there are, again and again, so that after each time through every pair has met equally often.

    The order within is balanced as well as can be: next is always the group whose pairs have met the least so far, of
    those the one whose bots have played the least, of those the first in order of entry.
    """

    def __init__(self, bots: int, players: int) -> None:
        self._groups = balanced_groups(bots, players)

    def group(self, number: int) -> Group | None:
        """Always known."""
        return self._groups[number % len(self._groups)]

    def note(self) -> None:
        """Does not matter."""


def balanced_groups(bots: int, players: int) -> list[Group]:
    """All groups of so many players, in an order in which pairs meet evenly from the beginning."""
    groups = list(itertools.combinations(range(bots), players))
    members = np.array(groups)
    pairs = np.array([[first * bots + second for first, second in itertools.combinations(g, 2)] for g in groups])
    met = np.zeros(bots * bots, dtype=np.int64)
    games = np.zeros(bots, dtype=np.int64)
    most_games = len(groups) * players + 1
    left = np.arange(len(groups))
    order: list[Group] = []
    while len(left):
        # Pairs first, games only between groups whose pairs are level.
        needs = met[pairs[left]].sum(axis=1) * most_games + games[members[left]].sum(axis=1)
        chosen = int(left[needs.argmin()])
        order.append(groups[chosen])
        met[pairs[chosen]] += 1
        games[members[chosen]] += 1
        left = left[left != chosen]
    return order


class Ladder:
    """Neighbours in the current rating play each other, and more often where it is close.

    Stage by stage: the bots stand in the order of their ratings, at first in that of entry, and every group of
    neighbours (for two at a table: first and second, second and third, …) plays a round; three of them if the 95 %
    intervals of some two neighbours within the group overlap. Then the ratings are taken anew.
    """

    def __init__(self, bots: int, players: int, ratings: Ratings) -> None:
        self._bots = bots
        self._players = players
        self._ratings = ratings
        self._rounds: list[Group] = []
        self._noted = 0
        self._begin_stage()

    def group(self, number: int) -> Group | None:
        """Known as far as the stage goes."""
        return self._rounds[number] if number < len(self._rounds) else None

    def note(self) -> None:
        """When the last game of a stage is noted, the next stage begins."""
        self._noted += 1
        if self._noted == len(self._rounds) * self._players:
            self._begin_stage()

    def _begin_stage(self) -> None:
        ladder = self._ratings.ladder()
        groups = [tuple(ladder[first : first + self._players]) for first in range(self._bots - self._players + 1)]
        for turn in range(OPEN_ROUNDS):
            self._rounds += [group for group in groups if turn == 0 or self._is_open(group)]

    def _is_open(self, group: Group) -> bool:
        """Whether some two neighbours are so close that it is open who is the better."""
        intervals = [self._ratings.interval(entrant) for entrant in group]
        return any(better[0] <= worse[1] for better, worse in itertools.pairwise(intervals))


def check_schedule(kind: str, bots: int, players: int) -> None:
    """Refuse what cannot be scheduled; unlike making a schedule it takes no time."""
    if players < FEWEST_PLAYERS:
        raise OptionError("arena.players", fewest=FEWEST_PLAYERS, given=players)
    if bots < players:
        raise OptionError("arena.too_few_bots", players=players, given=bots)
    if kind not in KINDS:
        raise OptionError("arena.kind", given=kind, known=KINDS)
    if kind == "round-robin" and math.comb(bots, players) > MOST_GROUPS:
        raise OptionError("arena.too_many_groups", players=players, given=bots, most=MOST_GROUPS)


def schedule(kind: str, bots: int, players: int, ratings: Ratings) -> Schedule:
    """The schedule of a kind; one that depends on the games looks at their ratings."""
    check_schedule(kind, bots, players)
    return RoundRobin(bots, players) if kind == "round-robin" else Ladder(bots, players, ratings)
