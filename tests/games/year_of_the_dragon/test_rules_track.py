"""The numbered rules of In the Year of the Dragon: the person track and the turn order (YD-9)."""

from __future__ import annotations

import random

import pytest

import palatine
from games.year_of_the_dragon.positions import (
    acting,
    asked_for,
    choosing_person,
    court,
    play_all,
    stacked,
    stacks,
    tiles_at_first,
    year_with,
)
from palatine.core.table import Table

TWO_SPACES = "2 younger_warrior"
"""A palace with which a parade moves two spaces."""


def acted(table: Table) -> list[int]:
    """Let all seats that have yet to act pass. Return them in order."""
    month, seats = table.position()["month"], []
    while (seat := table.seat) is not None and table.position()["phase"] == "act":
        if table.position()["month"] != month:
            break
        seats.append(seat)
        table.play("pass")
    return seats


def played(table: Table) -> list[int]:
    """Let all seats that have yet to play a card take a court lady. Return them in order."""
    seats = []
    while (seat := table.seat) is not None and table.position()["phase"] == "play":
        seats.append(seat)
        play_all(table, "play wild", "take court_lady", "house 1")
    return seats


@pytest.mark.rule("YD-9", "YD-17")
@pytest.mark.parametrize(
    ("track", "seat", "after"),
    [
        pytest.param([(7, [0]), (6, [1]), (5, [2])], 2, [(7, [2, 0]), (6, [1])], id="onto one, past another"),
        pytest.param([(7, [1, 0]), (5, [2])], 2, [(7, [2, 1, 0])], id="onto a stack"),
        pytest.param([(5, [0, 1, 2])], 0, [(7, [0]), (5, [1, 2])], id="from the top of a stack"),
        pytest.param([(5, [0, 1, 2])], 1, [(7, [1]), (5, [0, 2])], id="from the middle of a stack"),
        pytest.param([(5, [0, 1, 2])], 2, [(7, [2]), (5, [0, 1])], id="from the bottom of a stack"),
        pytest.param([(7, [0]), (5, [2, 1])], 1, [(7, [1, 0]), (5, [2])], id="from a stack onto another"),
        pytest.param([(8, [0]), (5, [2, 1])], 1, [(8, [0]), (7, [1]), (5, [2])], id="between two spaces"),
        pytest.param([(6, [0, 1]), (5, [2])], 2, [(7, [2]), (6, [0, 1])], id="past a stack"),
    ],
)
def test_a_marker_that_arrives_lies_on_top_and_leaves_the_others_in_their_order(
    track: list[tuple[int, list[int]]], seat: int, after: list[tuple[int, list[int]]]
) -> None:
    courts = [court(TWO_SPACES, hand=["wild"]) for _ in range(3)]
    table = acting(*courts, track=stacked(*track), seat=track[0][1][0])
    order = [each for _, seats in track for each in seats]
    for each in order[: order.index(seat)]:
        assert table.seat == each
        table.play("pass")
    table.play("act 2 parade")
    assert stacks(table) == after
    new_order = [each for _, seats in after for each in seats]
    assert table.position()["turn_order"] == new_order
    assert acted(table) == order[order.index(seat) + 1 :]
    assert played(table) == new_order


@pytest.mark.rule("YD-9")
@pytest.mark.parametrize("order", [[2, 0, 3, 1], [1, 3, 0, 2]])
def test_on_one_space_the_topmost_acts_and_plays_first(order: list[int]) -> None:
    courts = [court("2", hand=["wild"]) for _ in order]
    table = acting(*courts, track=stacked((9, order)), seat=order[0])
    assert acted(table) == order
    assert played(table) == order


@pytest.mark.rule("YD-9")
def test_the_farthest_goes_first_whatever_the_seats() -> None:
    courts = [court("2", hand=["wild"]) for _ in range(5)]
    table = acting(*courts, track=stacked((31, [3]), (12, [0, 4]), (11, [2]), (2, [1])), seat=3)
    assert acted(table) == [3, 0, 4, 2, 1]
    assert played(table) == [3, 0, 4, 2, 1]


@pytest.mark.rule("YD-9", "YD-17", "YD-20")
def test_a_parade_changes_the_order_of_later_phases_only() -> None:
    courts = [court("3 younger_warrior", hand=["wild"]) for _ in range(4)]
    table = acting(*courts, track=stacked((8, [3]), (7, [0]), (6, [2, 1])), seat=3)
    play_all(table, "pass", "pass", "act 3 parade")  # seat 2 joins seat 3, which acted before
    assert stacks(table) == [(8, [2, 3]), (7, [0]), (6, [1])]
    assert acted(table) == [1]
    assert played(table) == [2, 3, 0, 1]


@pytest.mark.rule("YD-9", "YD-20")
def test_new_persons_change_the_order_of_later_phases_only() -> None:
    courts = [court("3 craftsman", hand=["wild"]) for _ in range(3)]
    events = year_with(3, "contagion")
    table = choosing_person(*courts, track=stacked((9, [0]), (8, [2, 1])), events=events)
    play_all(table, "play wild", "take court_lady", "house 1")
    assert (stacks(table), table.seat) == ([(10, [0]), (8, [2, 1])], 2)
    play_all(table, "play wild", "take craftsman", "house 1")
    assert (stacks(table), table.seat) == ([(10, [2, 0]), (8, [1])], 1)
    play_all(table, "play wild", "take older_monk", "house 1")
    assert stacks(table) == [(10, [1, 2, 0])]
    assert asked_for(table, "release") == [1, 1, 2, 2, 0, 0]
    assert acted(table) == [1, 2, 0]


@pytest.mark.rule("YD-9", "YD-22")
def test_a_replacing_person_moves_the_marker_onto_the_stack_it_meets() -> None:
    courts = [court("1 craftsman", hand=["wild"]) for _ in range(3)]
    table = choosing_person(*courts, track=stacked((9, [2, 0]), (8, [1])), seat=2)
    play_all(table, "play wild", "take older_healer", "let go")
    play_all(table, "play wild", "take older_healer", "let go")
    assert stacks(table) == [(9, [2, 0]), (8, [1])]
    play_all(table, "play wild", "take court_lady", "replace 1 craftsman")
    assert stacks(table) == [(9, [1, 2, 0])]


@pytest.mark.rule("YD-9", "YD-22", "YD-23")
@pytest.mark.parametrize("decisions", [["play monk", "take older_monk", "let go"], ["play farmer"]])
def test_a_marker_that_does_not_move_keeps_its_place_in_the_stack(decisions: list[str]) -> None:
    courts = [court("1 craftsman", hand=["monk", "farmer"]) for _ in range(3)]
    display = tiles_at_first(3) | {"craftsman": 0, "younger_farmer": 0, "older_farmer": 0}
    table = choosing_person(*courts, month=1, track=stacked((9, [0, 1, 2])), display=display)
    play_all(table, "play farmer", *decisions)
    assert stacks(table) == [(9, [0, 1, 2])]
    assert table.seat == 2
    table.play("play farmer")
    assert acted(table) == [0, 1, 2]


@pytest.mark.rule("YD-9", "YD-7", "YD-24")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_in_random_games_a_marker_that_moves_lands_on_top_and_no_other_moves(players: int, seed: int) -> None:
    table = palatine.new("year_of_the_dragon", players=players, seed=seed)
    choices = random.Random(seed)
    before = table.position()
    while not table.over:
        mover = before["seat"]
        table.play(choices.choice(table.moves()))
        after = table.position()
        were, are = (
            {seat: entry["space"] for entry in each["track"] for seat in entry["seats"]} for each in (before, after)
        )
        assert after["turn_order"] == [seat for entry in after["track"] for seat in entry["seats"]]
        others = [seat for seat in before["turn_order"] if seat != mover]
        assert all(are[seat] == were[seat] for seat in others)
        assert [seat for seat in after["turn_order"] if seat != mover] == others
        if are[mover] == were[mover]:
            assert after["turn_order"] == before["turn_order"]
        else:
            assert before["phase"] in ("house", "replace", "act")
            assert are[mover] > were[mover]
            assert after["turn_order"].index(mover) == sum(are[seat] > are[mover] for seat in others)
        before = after
