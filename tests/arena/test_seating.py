"""Seats rotate: every bot gets the same deals and seats."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palatine.arena.seating import default_players, fixture, labels, lineup, rotations
from palatine.core.errors import OptionError


@settings(deadline=None)
@given(st.integers(2, 6).flatmap(lambda players: st.tuples(st.integers(1, players), st.just(players))))
def test_in_a_round_every_entrant_has_every_seat_equally_often(sizes: tuple[int, int]) -> None:
    bots, players = sizes
    turned = rotations(lineup(bots, players))
    games = [fixture(number, turned, 1) for number in range(3 * len(turned))]
    seats = Counter((entrant, seat) for game in games for seat, entrant in enumerate(game.entrants))
    filling = players - bots + 1
    for entrant in range(bots):
        share = filling if entrant == bots - 1 else 1
        assert len({seats[entrant, seat] for seat in range(players)}) == 1
        assert seats[entrant, 0] * players == share * len(games)


@settings(deadline=None)
@given(st.integers(2, 6), st.integers(1, 50), st.integers(0, 2**64 - 1))
def test_all_games_of_a_round_have_the_same_deal_and_rounds_differ(players: int, rounds: int, seed: int) -> None:
    turned = rotations(lineup(players, players))
    games = [fixture(number, turned, seed) for number in range(rounds * players)]
    deals: dict[int, int] = {}
    for game in games:
        assert deals.setdefault(game.round, game.deal) == game.deal
    assert len(set(deals.values())) == rounds
    assert len({(game.round, game.entrants) for game in games}) == len(games)


def test_the_last_bot_fills_the_remaining_seats() -> None:
    assert lineup(2, 4) == (0, 1, 1, 1)
    assert rotations((0, 1, 1, 1)) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert rotations(lineup(1, 3)) == [(0, 0, 0)]


def test_more_bots_than_seats_are_refused() -> None:
    with pytest.raises(OptionError, match="takes 1 to 2 bots, not 3"):
        lineup(3, 2)
    with pytest.raises(OptionError, match="at least 2 players"):
        lineup(1, 1)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "a (2)", "a (3)", ""]), min_size=1, max_size=8))
def test_every_entrant_has_a_unique_name(bots: list[str]) -> None:
    names = labels(bots)
    assert len(set(names)) == len(names)
    assert all(name.startswith(bot) for name, bot in zip(names, bots, strict=True))
    for bot in set(bots):
        assert names[bots.index(bot)] == bot


def test_a_bot_named_again_is_numbered() -> None:
    assert labels(["greedy", "cmd:./my bot", "greedy", "greedy"]) == [
        "greedy",
        "cmd:./my bot",
        "greedy (2)",
        "greedy (3)",
    ]


def test_the_number_of_players_defaults_to_the_number_of_bots() -> None:
    assert default_players(None, ["a", "b", "c"]) == 3
    assert default_players(4, ["a"]) == 4
    assert default_players(None, ["a"]) is None
