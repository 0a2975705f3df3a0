"""The numbered rules of In the Year of the Dragon, second part: groups of cards, fee and pass (YD-10 to YD-12)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

import palatine
from games.shares import assert_shares
from games.year_of_the_dragon.positions import (
    ACTIONS,
    acting,
    before_event,
    court,
    court_of,
    has_moved_on,
    laid_out,
    play_all,
    points_of,
    possessions,
)
from palatine import DecisionError
from palatine.core.table import Table

SIZES = {2: [4, 3], 3: [3, 2, 2], 4: [2, 2, 2, 1], 5: [2, 2, 1, 1, 1]}
Groups = tuple[tuple[str, ...], ...]


def groups_of(table: Table) -> Groups:
    return tuple(tuple(group) for group in table.position()["groups"])


def of_each_group(groups: Groups) -> list[tuple[str, int]]:
    return [(action, number) for number, group in enumerate(groups) for action in group]


def acts(table: Table) -> set[str]:
    """Return the legal actions."""
    return {move for move in table.moves() if move != "pass"}


def of_group(number: int, players: int = 3) -> set[str]:
    """Return the decisions for one of the groups of `laid_out`."""
    return {f"act {number} {action}" for action in laid_out(players)[number - 1]}


# ---------------------------------------------------------------------------------------------------- the layout


@pytest.fixture(scope="module")
def first_months() -> dict[int, list[Groups]]:
    """Return the layouts of month 1 over many games, for each number of players."""
    found: dict[int, list[Groups]] = {players: [] for players in SIZES}
    for players, layouts in found.items():
        for seed in range(280):
            table = palatine.new("year_of_the_dragon", players=players, seed=seed)
            for _ in range(3 * players):
                table.play(table.legal()[0])
            layouts.append(tuple(tuple(group) for group in table.essence(3 * players)["groups"]))
    return found


@pytest.mark.rule("YD-10", "YD-5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_cards_lie_in_as_many_groups_as_players(players: int, first_months: dict[int, list[Groups]]) -> None:
    for groups in first_months[players]:
        assert sorted((len(group) for group in groups), reverse=True) == SIZES[players]
        assert sorted(action for group in groups for action in group) == sorted(ACTIONS)


@pytest.mark.rule("YD-10")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_is_equally_likely_in_every_group(players: int, first_months: dict[int, list[Groups]]) -> None:
    found = Counter(place for groups in first_months[players] for place in of_each_group(groups))
    assert_shares(found, {(action, group): size for action in ACTIONS for group, size in enumerate(SIZES[players])})


@pytest.mark.rule("YD-10")
def test_all_layouts_for_two_are_equally_likely(first_months: dict[int, list[Groups]]) -> None:
    found = Counter(min(groups, key=len) for groups in first_months[2])
    assert_shares(found, dict.fromkeys(combinations(ACTIONS, 3), 1))


def months_of(table: Table, seed: int) -> list[Groups]:
    """Play a game at random. Return the layout of each month, which must not change within it."""
    layouts: dict[int, Groups] = {}
    choices = random.Random(seed)
    while not table.over:
        plain = table.essence(len(table.decisions))
        groups: Groups = tuple(tuple(group) for group in plain["groups"])
        assert layouts.setdefault(plain["month"], groups) == groups
        table.play(table.text(choices.choice(table.legal())))
    return [layouts[month] for month in range(1, 13)]


@pytest.mark.rule("YD-10")
def test_the_cards_are_shuffled_every_month() -> None:
    later: Counter[tuple[str, int]] = Counter()
    for seed in range(12):
        layouts = months_of(palatine.new("year_of_the_dragon", players=5, seed=seed), seed)
        # There are 1260 layouts: twelve are nearly always different.
        assert len(set(layouts)) >= 10
        later.update(place for groups in layouts[1:] for place in of_each_group(groups))
        assert all([len(group) for group in groups] == SIZES[5] for groups in layouts)
    assert_shares(later, {(action, group): size for action in ACTIONS for group, size in enumerate(SIZES[5])})


@pytest.mark.rule("YD-10")
def test_after_a_given_position_the_cards_are_shuffled_by_its_seed() -> None:
    plain = before_event(court(), court(yuan=3), event="peace").position()
    found: Counter[tuple[str, int]] = Counter()
    for seed in range(280):
        table = play_all(palatine.position("year_of_the_dragon", plain, seed=seed), "pass")
        groups = groups_of(table)
        assert [len(group) for group in groups] == SIZES[2]
        found.update(of_each_group(groups))
    assert_shares(found, {(action, group): size for action in ACTIONS for group, size in enumerate(SIZES[2])})


# ------------------------------------------------------------------------------------------ choosing and the fee


@pytest.mark.rule("YD-11")
@pytest.mark.parametrize("yuan", [2, 3])
def test_a_group_without_a_dragon_is_free(yuan: int) -> None:
    table = acting(court(yuan=yuan), court(), court())
    assert acts(table) == of_group(1) | of_group(2) | of_group(3)
    table.play("act 1 harvest")
    assert (court_of(table, 0)["yuan"], court_of(table, 0)["rice"]) == (yuan, 1)
    assert court_of(table, 0)["dragon"] == 1


@pytest.mark.rule("YD-11")
@pytest.mark.parametrize("yuan", [0, 1, 2])
def test_a_group_needs_its_fee(yuan: int) -> None:
    table = play_all(acting(court(), court(yuan=yuan), court()), "act 1 harvest")
    others = of_group(2) | of_group(3)
    assert acts(table) == (others if yuan >= 2 else others - {"act 3 privilege"})
    for action in ("act 1 taxes", "act 1 harvest"):  # taxes cannot pay for their own fee
        with pytest.raises(DecisionError):
            table.play(action)


@pytest.mark.rule("YD-11")
@pytest.mark.parametrize("yuan", [3, 4, 9])
def test_a_group_with_a_dragon_costs_three_yuan_and_others_stay_free(yuan: int) -> None:
    table = play_all(acting(court(yuan=7), court(yuan=yuan), court()), "act 1 harvest")
    assert table.position()["fees"] == [3, 0, 0]
    assert acts(table) == of_group(1) | of_group(2) | of_group(3)
    paying = play_all(acting(court(yuan=7), court(yuan=yuan), court(yuan=1)), "act 1 harvest", "act 1 build")
    assert [court_of(paying, seat)["yuan"] for seat in range(3)] == [7, yuan - 3, 1]
    assert court_of(paying, 1)["dragon"] == 1
    table.play("act 2 fireworks")
    assert court_of(table, 1)["yuan"] == yuan


@pytest.mark.rule("YD-11")
def test_the_same_action_may_be_taken_again_and_two_dragons_cost_no_more_than_one() -> None:
    table = acting(court(), court(yuan=5), court(yuan=5), month=1)
    play_all(table, "act 1 harvest", "act 1 harvest")
    assert table.position()["fees"] == [3, 0, 0]
    table.play("act 1 harvest")
    assert [court_of(table, seat)["rice"] for seat in range(3)] == [1, 1, 1]
    assert [court_of(table, seat)["yuan"] for seat in range(3)] == [0, 2, 2]


@pytest.mark.rule("YD-11")
def test_each_player_carries_out_exactly_one_card() -> None:
    table = acting(court(hand=["monk"]), court(hand=["monk"]), court(hand=["monk"]))
    for seat, action in enumerate(["act 1 taxes", "act 2 fireworks", "act 3 research"]):
        assert (table.seat, table.position()["phase"]) == (seat, "act")
        before = [possessions(table, other) for other in range(3)]
        table.play(action)
        assert [possessions(table, other) for other in range(3) if other != seat] == before[:seat] + before[seat + 1 :]
    assert (table.position()["stage"], table.position()["phase"], table.seat) == ("person", "play", 0)
    assert [court_of(table, seat)["yuan"] for seat in range(3)] == [2, 0, 0]
    assert [court_of(table, seat)["fireworks"] for seat in range(3)] == [0, 1, 0]
    assert [points_of(table, seat)["research"] for seat in range(3)] == [0, 0, 1]
    assert [court_of(table, seat)["rice"] for seat in range(3)] == [0, 0, 0]


@pytest.mark.rule("YD-11", "YD-10")
def test_the_dragons_come_back_for_the_next_month() -> None:
    table = acting(court(), court(), month=1)
    play_all(table, "act 1 harvest", "act 2 research")
    assert has_moved_on(table, month=1)
    assert table.position()["fees"] == [0, 0]
    assert [court_of(table, seat)["dragon"] for seat in range(2)] == [None, None]
    privileges = {move for move in table.moves() if move.endswith("privilege")}
    assert (len(acts(table)), privileges) == (6, set())  # no court has yuan


@pytest.mark.rule("YD-12")
@pytest.mark.parametrize(("yuan", "after"), [(0, 3), (1, 3), (2, 3), (3, 3), (4, 4), (9, 9)])
def test_a_pass_fills_up_to_three_yuan(yuan: int, after: int) -> None:
    table = acting(court("2 tax_collector", yuan=yuan), court(yuan=1), court())
    before = possessions(table, 0)
    assert "pass" in table.moves()
    table.play("pass")
    assert possessions(table, 0) == before | {"yuan": after}
    assert (court_of(table, 1)["yuan"], table.seat) == (1, 1)


@pytest.mark.rule("YD-12", "YD-11")
def test_a_pass_puts_no_dragon_on_any_group() -> None:
    table = play_all(acting(court(), court(), court()), "pass")
    assert court_of(table, 0)["dragon"] is None
    assert table.position()["fees"] == [0, 0, 0]
    table.play("act 1 harvest")
    assert (court_of(table, 1)["yuan"], court_of(table, 1)["rice"]) == (0, 1)


@pytest.mark.rule("YD-12", "YD-11", "YD-19")
@pytest.mark.parametrize(("yuan", "offered"), [(1, set()), (2, {"act 5 privilege"})])
def test_passing_is_always_possible(yuan: int, offered: set[str]) -> None:
    table = acting(court(), court(), court(), court(), court(yuan=yuan), month=1)
    play_all(table, "act 1 taxes", "act 2 harvest", "act 3 parade", "act 4 research")
    assert set(table.moves()) == {"pass"} | offered
    table.play("pass")
    assert court_of(table, 4)["yuan"] == 3
