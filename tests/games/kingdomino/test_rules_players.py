"""The numbered rules of Kingdomino: two and three players (KD-14, KD-15)."""

from __future__ import annotations

from collections import Counter

import pytest

import palatine
from games.kingdomino.positions import (
    TWO_PLAYER_DECISIONS,
    free_in,
    line_of,
    play_first_moves,
    played_at_random,
    seen_in,
    situation,
)
from games.shares import assert_even
from palatine import OptionError

# ---------------------------------------------------------------------------------------------------- two players


@pytest.mark.rule("KD-14")
def test_two_players_get_24_random_dominoes_of_the_48() -> None:
    times_seen: Counter[int] = Counter()
    games = 24
    for seed in range(games):
        table = palatine.new("kingdomino", players=2, seed=seed)
        play_first_moves(table, TWO_PLAYER_DECISIONS)
        assert table.over
        seen = seen_in(table.position())
        assert len(seen) == len(set(seen)) == 24
        times_seen.update(seen)
    # Each comes up in half of the games; one that never or always does is not drawn at random.
    assert len(times_seen) == 48
    assert max(times_seen.values()) < games


@pytest.mark.rule("KD-14", "KD-4", "KD-11")
@pytest.mark.parametrize("seed", [1, 2])
def test_two_players_have_six_lines_of_four_and_twelve_dominoes_each(seed: int) -> None:
    table = palatine.new("kingdomino", players=2, seed=seed)
    start = table.position()
    assert (start["deck"], start["lines"], start["grid"]) == (20, 6, 5)
    lines = {tuple(line_of(start))}
    claims: Counter[int] = Counter()
    placings: Counter[int] = Counter()
    for before, decision, after in played_at_random(table, seed):
        if decision.startswith("claim"):
            claims[before["seat"]] += 1
        else:
            placings[before["seat"]] += 1
        if after["next_line"]:
            lines.add(tuple(line_of(after)))
    assert len(lines) == 6
    assert all(len(line) == 4 for line in lines)
    assert claims == placings == {0: 12, 1: 12}


@pytest.mark.rule("KD-14", "KD-3")
def test_the_order_of_four_kings_is_drawn_evenly() -> None:
    orders = [tuple(palatine.new("kingdomino", players=2, seed=seed).position()["first_order"]) for seed in range(240)]
    assert all(sorted(order) == [0, 0, 1, 1] for order in orders)
    assert_even(Counter(orders), kinds=6)


@pytest.mark.rule("KD-14")
def test_abba_gives_the_middle_claims_to_the_second_player() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(100):
        table = palatine.new("kingdomino", players=2, seed=seed, first_order="abba")
        orders[tuple(table.position()["first_order"])] += 1
    assert orders.keys() == {(0, 1, 1, 0), (1, 0, 0, 1)}
    assert_even(orders, kinds=2)


@pytest.mark.rule("KD-14", "KD-5")
@pytest.mark.parametrize("first_order", ["drawn", "abba"])
@pytest.mark.parametrize("seed", range(4))
def test_four_kings_claim_in_their_first_order(first_order: str, seed: int) -> None:
    table = palatine.new("kingdomino", players=2, seed=seed, first_order=first_order)
    order = table.position()["first_order"]
    acted = []
    for free in (4, 3, 2, 1):
        acted.append(table.seat)
        assert len(table.moves()) == free
        table.play(table.moves()[-1])
    assert acted == order
    assert [entry["seat"] for entry in table.position()["current_line"]] == order[::-1]


@pytest.mark.rule("KD-14")
@pytest.mark.parametrize("players", [3, 4])
def test_abba_is_for_two_players(players: int) -> None:
    with pytest.raises(OptionError):
        palatine.new("kingdomino", players=players, first_order="abba")


@pytest.mark.rule("KD-14", "KD-7")
@pytest.mark.parametrize("low", [0, 1])
def test_a_player_may_act_twice_in_a_row_with_both_kings(low: int) -> None:
    table = palatine.new("kingdomino", players=2, seed=6)
    for _ in range(4):
        # One player takes the two lowest numbers, the other the two highest.
        table.play(f"claim {free_in(table.position())[0 if table.seat == low else -1]}")
    high = 1 - low
    assert [entry["seat"] for entry in table.position()["current_line"]] == [low, low, high, high]
    acted = []
    for _ in range(8):
        acted.append((table.seat, table.position()["phase"]))
        table.play(table.moves()[0])
    assert acted == [
        *[(low, "place"), (low, "claim")] * 2,
        *[(high, "place"), (high, "claim")] * 2,
    ]


# -------------------------------------------------------------------------------------------------- three players


@pytest.mark.rule("KD-15", "KD-4", "KD-11")
@pytest.mark.parametrize("seed", [1, 2])
def test_with_three_players_the_unclaimed_domino_of_every_line_is_discarded(seed: int) -> None:
    table = palatine.new("kingdomino", players=3, seed=seed)
    start = table.position()
    assert (start["deck"], start["lines"], len(line_of(start))) == (44, 12, 4)
    left_over = []
    unplaceable = []
    placings: Counter[int] = Counter()
    for before, decision, after in played_at_random(table, seed):
        newly_out = sorted(set(after["discarded"]) - set(before["discarded"]))
        if not decision.startswith("claim"):
            placings[before["seat"]] += 1
            assert newly_out == ([before["current_line"][0]["domino"]] if decision == "discard" else [])
            unplaceable.extend(newly_out)
            continue
        free = [number for number in free_in(before) if decision != f"claim {number}"]
        if len(free) == 1:
            # The third claim: the domino left over is discarded before the next line is shown.
            assert newly_out == free
            assert set(free).isdisjoint(seen_in(after | {"discarded": []}))
            left_over.extend(free)
            assert len(after["current_line"]) == 3
            assert len(after["next_line"]) == (4 if len(left_over) < 12 else 0)
        else:
            assert newly_out == []
            assert len(free) in (2, 3)
    end = table.position()
    assert len(left_over) == 12
    assert sorted(left_over + unplaceable) == end["discarded"]
    assert seen_in(end) == list(range(1, 49))
    assert placings == {0: 12, 1: 12, 2: 12}


@pytest.mark.rule("KD-15", "KD-5")
@pytest.mark.parametrize("three_player_deck", ["48", "36"])
def test_the_order_of_three_kings_is_drawn_evenly(three_player_deck: str) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(120):
        table = palatine.new("kingdomino", players=3, seed=seed, three_player_deck=three_player_deck)
        orders[tuple(table.position()["first_order"])] += 1
    assert_even(orders, kinds=6)


@pytest.mark.rule("KD-15")
def test_the_domino_left_over_from_the_first_line_is_discarded() -> None:
    table = palatine.new("kingdomino", players=3, seed=4)
    line = line_of(table.position())
    for domino in (line[3], line[0], line[1]):
        assert table.position()["discarded"] == []
        table.play(f"claim {domino}")
    assert table.position()["discarded"] == [line[2]]
    assert table.position()["line_number"] == 2


@pytest.mark.rule("KD-15", "KD-11")
def test_the_domino_left_over_from_the_last_line_is_discarded() -> None:
    table = situation(["C", "C", "C"], current={20: 1}, offer={5: 0, 9: None, 13: None, 40: 2}, seat=1)
    table.play("place 1,0 2,0")
    assert table.moves() == ["claim 9", "claim 13"]
    assert {9, 13}.isdisjoint(table.position()["discarded"])
    table.play("claim 9")
    position = table.position()
    assert 13 in position["discarded"]
    assert [entry["domino"] for entry in position["current_line"]] == [5, 9, 40]
    assert position["next_line"] == []
    for seat in (0, 1, 2):
        assert (table.seat, table.position()["phase"]) == (seat, "place")
        table.play(table.moves()[0])
    assert table.over


@pytest.mark.rule("KD-15")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_deck_of_36_has_lines_of_three_and_no_domino_left_over(seed: int) -> None:
    table = palatine.new("kingdomino", players=3, seed=seed, three_player_deck="36")
    start = table.position()
    assert (start["deck"], start["lines"], len(line_of(start))) == (33, 12, 3)
    placings: Counter[int] = Counter()
    lines = {tuple(line_of(start))}
    for before, decision, after in played_at_random(table, seed):
        if decision.startswith("claim"):
            assert after["discarded"] == before["discarded"]
            assert len(after["next_line"]) in (0, 3)
        else:
            placings[before["seat"]] += 1
        if after["next_line"]:
            lines.add(tuple(line_of(after)))
    assert placings == {0: 12, 1: 12, 2: 12}
    assert len(lines) == 12
    seen = seen_in(table.position())
    assert len(seen) == len(set(seen)) == 36


@pytest.mark.rule("KD-15")
def test_the_twelve_dominoes_removed_from_the_deck_of_36_are_random() -> None:
    times_seen: Counter[int] = Counter()
    games = 30
    for seed in range(games):
        table = palatine.new("kingdomino", players=3, seed=seed, three_player_deck="36")
        play_first_moves(table, 2 * 36)
        assert table.over
        times_seen.update(seen_in(table.position()))
    # Each comes up in three games of four, so hardly ever in all thirty.
    assert len(times_seen) == 48
    assert max(times_seen.values()) < games


@pytest.mark.rule("KD-15")
@pytest.mark.parametrize("players", [2, 4])
def test_the_deck_of_36_is_for_three_players(players: int) -> None:
    with pytest.raises(OptionError):
        palatine.new("kingdomino", players=players, three_player_deck="36")
