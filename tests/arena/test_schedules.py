"""Pairings: balanced in a round robin, close neighbours on a ladder."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palatine.arena.ratings import Ratings
from palatine.arena.schedules import Group, Ladder, RoundRobin, Schedule, check_schedule
from palatine.core.errors import OptionError

APART = {2: 1, 3: 3, 4: 4, 5: 7}
"""The rounds by which pairs may differ when a round robin stops, by number of players; see docs/arena.md."""
SIZES = st.integers(2, 5).flatmap(lambda players: st.tuples(st.integers(players, players + 5), st.just(players)))


def groups_of(plan: Schedule, rounds: int) -> list[Group]:
    groups = []
    for number in range(rounds):
        group = plan.group(number)
        assert group is not None
        groups.append(group)
    return groups


def met(groups: list[Group]) -> Counter[tuple[int, ...]]:
    return Counter(pair for group in groups for pair in itertools.combinations(sorted(group), 2))


@settings(max_examples=25, deadline=None)
@given(SIZES, st.integers(1, 2))
def test_after_each_cycle_every_pair_has_met_equally_often(sizes: tuple[int, int], times: int) -> None:
    bots, players = sizes
    groups = groups_of(RoundRobin(bots, players), times * math.comb(bots, players))
    assert all(len(set(group)) == players for group in groups)
    pairs = met(groups)
    assert set(pairs) == set(itertools.combinations(range(bots), 2))
    assert set(pairs.values()) == {times * math.comb(bots - 2, players - 2)}


@pytest.mark.parametrize("players", APART)
@pytest.mark.parametrize("more", range(6))
def test_a_round_robin_is_balanced_wherever_it_stops(players: int, more: int) -> None:
    bots = players + more
    pairs = Counter(dict.fromkeys(itertools.combinations(range(bots), 2), 0))
    games = Counter(dict.fromkeys(range(bots), 0))
    for group in groups_of(RoundRobin(bots, players), 2 * math.comb(bots, players)):
        pairs.update(itertools.combinations(sorted(group), 2))
        games.update(group)
        assert max(pairs.values()) - min(pairs.values()) <= APART[players]
        assert max(games.values()) - min(games.values()) <= 2


@settings(max_examples=25, deadline=None)
@given(SIZES)
def test_on_a_ladder_neighbours_meet(sizes: tuple[int, int]) -> None:
    """Bots with lower numbers are better; soon they are ranked that way, and only neighbours meet."""
    bots, players = sizes
    ratings = Ratings(bots)
    ladder = Ladder(bots, players, ratings)
    number = 0
    for number in range(12 * bots):
        group = ladder.group(number)
        assert group is not None
        assert len(set(group)) == players
        for _ in range(players):
            ratings.note(group, [1 + sorted(group).index(bot) for bot in group])
            ladder.note()
    last = [group for round_ in range(number - bots, number) if (group := ladder.group(round_)) is not None]
    assert {tuple(sorted(group)) for group in last} <= {
        tuple(range(first, first + players)) for first in range(bots - players + 1)
    }


def test_a_ladder_waits_for_the_games_of_a_stage() -> None:
    ratings = Ratings(3)
    ladder = Ladder(3, 2, ratings)
    stage: list[Group] = []
    while (group := ladder.group(len(stage))) is not None:
        stage.append(group)
    assert stage == [(0, 1), (1, 2)] * 3, "all are level at first: three rounds for each pair of neighbours"
    for group in stage:
        assert ladder.group(len(stage)) is None
        for _ in range(2):
            ratings.note(group, [2, 1])
            ladder.note()
    assert ladder.group(len(stage)) == (2, 1), "a bot that always wins climbs"


def test_a_ladder_plays_more_rounds_between_close_bots() -> None:
    """Two equal strong bots, one weak one."""
    ratings = Ratings(3)
    ladder = Ladder(3, 2, ratings)
    counted: Counter[tuple[int, ...]] = Counter()
    for number in range(60):
        group = ladder.group(number)
        assert group is not None
        counted[tuple(sorted(group))] += 1
        for winner in (0, 1):
            strong = 2 not in group
            places = [1 if bot == winner else 2 for bot in group] if strong else [2 if bot == 2 else 1 for bot in group]
            ratings.note(group, places)
            ladder.note()
    assert counted[0, 1] > 2 * max(counted[0, 2], counted[1, 2])


def test_an_impossible_schedule_is_refused() -> None:
    with pytest.raises(OptionError, match="needs at least 4 bots, not 3"):
        check_schedule("round-robin", 3, 4)
    with pytest.raises(OptionError, match=r'no schedule "cup"\. Known: round-robin and ladder'):
        check_schedule("cup", 3, 2)
    with pytest.raises(OptionError, match="more than 5,000 groups of 4 players"):
        check_schedule("round-robin", 40, 4)
    check_schedule("ladder", 40, 4)
