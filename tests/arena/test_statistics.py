"""Intervals, the sequential test and ratings give known answers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palatine.arena.intervals import around, quartiles, wilson
from palatine.arena.ratings import Ratings
from palatine.arena.sequential import SequentialTest


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.49016, 0.94332),
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (50, 100, 0.40383, 0.59617),
        (154, 200, 0.70692, 0.82291),
    ],
)
def test_wilson_intervals_match_published_values(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10**6), st.floats(0, 1))
def test_a_wilson_interval_contains_the_share_within_0_and_1(games: int, share: float) -> None:
    low, high = wilson(share * games, games)
    assert 0 <= low <= share * games / games <= high <= 1


def test_the_interval_of_a_mean_matches_known_values() -> None:
    assert around(2.5, [1, 2, 3, 4]) == pytest.approx((2.5 - 1.26515, 2.5 + 1.26515), abs=1e-5)
    assert around(2.5, [1]) is None
    assert around(1, [1, 1, 1]) == (1, 1)


def test_quartiles_match_known_values() -> None:
    assert quartiles([1, 2, 3, 4, 5]) == (2, 3, 4)
    assert quartiles([4, 1, 3, 2]) == (1.75, 2.5, 3.25)
    assert quartiles([7]) == (7, 7, 7)


def rounds_until_decided(test: SequentialTest, shares: list[float]) -> int | None:
    return next((number for number, share in enumerate(shares, start=1) if test.note(share)), None)


def test_a_bot_that_always_wins_is_decided_early_and_the_verdict_stands() -> None:
    test = SequentialTest(0.5)
    decided = rounds_until_decided(test, [1.0] * 30)
    assert decided is not None
    assert decided <= 20
    assert test.verdict == "above"
    for _ in range(100):
        test.note(0.0)
    assert test.verdict == "above"


def test_a_bot_that_never_wins_is_below_the_even_share() -> None:
    test = SequentialTest(0.25)
    assert rounds_until_decided(test, [0.0] * 100) is not None
    assert test.verdict == "below"


def test_equal_bots_are_rarely_distinguished_even_when_checked_every_round() -> None:
    """At most 5 % of matches of 300 rounds end in a wrong verdict, checked after every round."""
    chance = random.Random(2024)
    wrong = 0
    for _ in range(300):
        test = SequentialTest(0.5)
        wrong += any(test.note(chance.choice((0.0, 0.5, 0.5, 1.0))) for _ in range(300))
    assert wrong <= 0.05 * 300


@pytest.mark.parametrize(("chance_to_win", "verdict"), [(0.40, "above"), (0.12, "below")])
def test_a_clear_difference_is_found(chance_to_win: float, verdict: str) -> None:
    """With four players the even share is 25 %; a round is the mean of four games."""
    chance = random.Random(7)
    found = 0
    for _ in range(50):
        test = SequentialTest(0.25)
        for _ in range(100):
            test.note(sum(chance.random() < chance_to_win for _ in range(4)) / 4)
        found += test.verdict == verdict
    assert found >= 48


def test_ratings_follow_the_places_and_their_deviation_shrinks() -> None:
    ratings = Ratings(3)
    widths = []
    for _ in range(30):
        ratings.note([2, 0, 1], [1, 2, 3])
        low, high = ratings.interval(2)
        assert low < ratings.rating(2) < high
        widths.append(high - low)
    assert ratings.ladder() == [2, 0, 1]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.8 * widths[0]


def test_the_first_rating_matches_the_paper() -> None:
    """Two new players: 25 +- 8.333, beta 4.167; the winner gains sigma^2 / 2c."""
    ratings = Ratings(2)
    ratings.note([0, 1], [1, 2])
    assert ratings.rating(0) == pytest.approx(27.6350, abs=1e-3)
    assert ratings.rating(1) == pytest.approx(22.3650, abs=1e-3)
    level = Ratings(2)
    level.note([0, 1], [1, 1])
    assert level.rating(0) == pytest.approx(level.rating(1))
    assert level.ladder() == [0, 1]
