"""The numbered rules of In the Year of the Dragon: super events that take: Earthquake, Flood, Tornado (YD-X2)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import palatine
from games.year_of_the_dragon.positions import (
    asked_for,
    before_last_card,
    court,
    court_of,
    has_moved_on,
    only,
    palaces_of,
    play_all,
    spaces,
    stacked,
    struck_by,
)
from palatine import DecisionError

# ------------------------------------------------------------------------------------------------------ Earthquake


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize(
    ("moves", "palaces"),
    [
        pytest.param(
            ["collapse 1", "collapse 1"], ["1 craftsman", "3 court_lady", "2 tax_collector"], id="both of one"
        ),
        pytest.param(
            ["collapse 1", "collapse 2"], ["2 craftsman", "2 court_lady", "2 tax_collector"], id="one of each"
        ),
        pytest.param(["collapse 3", "collapse 2"], ["3 craftsman", "2 court_lady", "1 tax_collector"], id="any order"),
    ],
)
def test_in_an_earthquake_the_owner_chooses_two_floors(moves: list[str], palaces: list[str]) -> None:
    table = struck_by("earthquake", court("3 craftsman", "3 court_lady", "2 tax_collector"), court(yuan=3))
    for move in moves:
        assert (table.seat, table.moves()) == (0, ["collapse 1", "collapse 2", "collapse 3"])
        table.play(move)
    assert has_moved_on(table, 7)
    assert palaces_of(table, 0) == palaces


@pytest.mark.rule("YD-X2")
def test_overflowing_persons_are_released_and_do_not_move_to_another_palace() -> None:
    crowded = court("2 craftsman younger_monk", "3 court_lady", "3 craftsman craftsman tax_collector")
    table = struck_by("earthquake", crowded, court(yuan=3))
    display, track = table.position()["display"], table.position()["track"]
    table.play("collapse 1")
    # The second palace has room for two.
    assert (table.seat, set(table.moves())) == (0, {"release 1 craftsman", "release 1 younger_monk"})
    table.play("release 1 craftsman")
    assert table.moves() == ["collapse 1", "collapse 2", "collapse 3"]
    table.play("collapse 3")
    assert set(table.moves()) == {"release 3 craftsman", "release 3 tax_collector"}
    table.play("release 3 craftsman")
    assert has_moved_on(table, 7)
    assert palaces_of(table, 0) == ["1 younger_monk", "3 court_lady", "2 craftsman tax_collector"]
    assert (table.position()["display"], table.position()["track"]) == (display, track)
    assert court_of(table, 0)["income"]["build"] == 2


@pytest.mark.rule("YD-X2")
def test_a_full_palace_that_loses_both_floors_loses_a_person_with_each() -> None:
    table = struck_by("earthquake", court("3 craftsman younger_monk court_lady", "3 craftsman"), court(yuan=3))
    play_all(table, "collapse 1", "release 1 younger_monk", "collapse 1")
    assert set(table.moves()) == {"release 1 craftsman", "release 1 court_lady"}
    table.play("release 1 craftsman")
    assert palaces_of(table, 0) == ["1 court_lady", "3 craftsman"]


@pytest.mark.rule("YD-X2")
def test_a_palace_with_room_loses_floors_before_persons() -> None:
    table = struck_by("earthquake", court("3 craftsman younger_monk", "3 craftsman"), court(yuan=3))
    table.play("collapse 1")
    assert table.moves() == ["collapse 1", "collapse 2"]
    table.play("collapse 1")
    assert set(table.moves()) == {"release 1 craftsman", "release 1 younger_monk"}
    table.play("release 1 craftsman")
    assert palaces_of(table, 0) == ["1 younger_monk", "3 craftsman"]


@pytest.mark.rule("YD-X2")
def test_a_palace_without_floors_is_gone_and_the_others_are_renumbered() -> None:
    shaken = court("1 craftsman", "1 younger_monk", "3 court_lady", "2 tax_collector")
    table = struck_by("earthquake", shaken, court(yuan=3))
    table.play("collapse 2")
    assert table.moves() == ["release 2 younger_monk"]
    table.play("release 2 younger_monk")
    assert palaces_of(table, 0) == ["1 craftsman", "3 court_lady", "2 tax_collector"]
    assert table.moves() == ["collapse 1", "collapse 2", "collapse 3"]
    table.play("collapse 2")
    assert palaces_of(table, 0) == ["1 craftsman", "2 court_lady", "2 tax_collector"]
    # It no longer scores.
    assert court_of(table, 0)["earned"]["palaces"] == 3


@pytest.mark.rule("YD-X2", "YD-32")
@pytest.mark.parametrize(
    ("palaces", "moves", "left"),
    [
        pytest.param(("1", "2 craftsman"), ["collapse 1", "collapse 1"], ["1 craftsman"], id="gone at once"),
        pytest.param(("3", "2 craftsman"), ["collapse 1", "collapse 1"], ["2 craftsman"], id="gone by decay"),
        pytest.param(("3", "2 craftsman"), ["collapse 1", "collapse 2"], ["1", "1 craftsman"], id="decay comes after"),
    ],
)
def test_empty_palaces_lose_floors_in_an_earthquake(
    palaces: tuple[str, ...], moves: list[str], left: list[str]
) -> None:
    table = play_all(struck_by("earthquake", court(*palaces), court(yuan=3)), *moves)
    assert has_moved_on(table, 7)
    assert palaces_of(table, 0) == left


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize(
    ("palaces", "asked"),
    [((), []), (("1",), ["collapse"]), (("1 craftsman",), ["collapse", "release"]), (("1", "1"), ["collapse"] * 2)],
)
def test_with_fewer_than_two_floors_an_earthquake_takes_what_there_is(
    palaces: tuple[str, ...], asked: list[str]
) -> None:
    table = struck_by("earthquake", court(*palaces), court("3 craftsman", yuan=3))
    phases = []
    while table.seat == 0 and not has_moved_on(table, 7):
        phases.append(table.position()["phase"])
        table.play(table.moves()[0])
    assert phases == asked
    assert asked_for(table, "collapse") == [1, 1]
    assert has_moved_on(table, 7)
    assert (palaces_of(table, 0), court_of(table, 0)["persons"]) == ([], 0)


@pytest.mark.rule("YD-X2")
def test_the_earthquake_strikes_in_turn_order_after_the_event() -> None:
    poor = [court("3 craftsman craftsman", "3", yuan=3) for _ in range(3)]
    table = struck_by("earthquake", *poor, event="tribute", track=stacked((7, [1, 2]), (3, [0])))
    assert asked_for(table, "release") == [1, 2, 0]
    assert asked_for(table, "collapse") == [1, 1, 2, 2, 0, 0]
    assert has_moved_on(table, 7)


@pytest.mark.rule("YD-X2")
def test_of_equal_palaces_one_is_offered_to_collapse() -> None:
    table = struck_by("earthquake", court("2 craftsman", "3 craftsman", "2 craftsman"), court(yuan=3))
    assert table.moves() == ["collapse 1", "collapse 2"]
    table.play("collapse 3")
    assert palaces_of(table, 0) == ["1 craftsman", "3 craftsman", "2 craftsman"]
    assert table.moves() == ["collapse 1", "collapse 2", "collapse 3"]


# ----------------------------------------------------------------------------------------------------------- Flood


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize(
    ("yuan", "rice", "fireworks", "given"),
    [
        *[(0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0), (2, 0, 0, 1), (0, 3, 0, 1), (0, 0, 4, 2), (1, 1, 0, 1)],
        # All kinds together, rounded down.
        *[(1, 1, 1, 1), (3, 3, 3, 4), (2, 2, 3, 3), (5, 1, 1, 3), (9, 0, 2, 5)],
    ],
)
def test_a_flood_takes_half_of_all_goods_together_rounded_down(
    yuan: int, rice: int, fireworks: int, given: int
) -> None:
    wet = court("2 craftsman", yuan=yuan, rice=rice, fireworks=fireworks, large_privileges=2, small_privileges=1)
    table = struck_by("flood", wet, court(yuan=3), court(yuan=4))
    returns = asked_for(table, "return")
    assert returns == [0] * given + [1] + [2] * 2
    assert has_moved_on(table, 7)
    after = court_of(table, 0)
    assert after["yuan"] + after["rice"] + after["fireworks"] == yuan + rice + fireworks - given
    assert (after["large_privileges"], after["small_privileges"], after["persons"]) == (2, 1, 1)


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize(
    ("mix", "left"),
    [
        (["yuan", "yuan", "yuan"], (0, 2, 1)),
        (["rice", "firework", "rice"], (3, 0, 0)),
        (["firework", "yuan", "rice"], (2, 1, 0)),
    ],
)
def test_a_flood_is_paid_in_any_mix(mix: list[str], left: tuple[int, int, int]) -> None:
    table = struck_by("flood", court(yuan=3, rice=2, fireworks=1), court(yuan=3))
    assert table.moves() == ["return yuan", "return rice", "return firework"]
    play_all(table, *(f"return {piece}" for piece in mix))
    after = court_of(table, 0)
    assert (table.seat, (after["yuan"], after["rice"], after["fireworks"])) == (1, left)
    assert table.moves() == ["return yuan"]


@pytest.mark.rule("YD-X2")
def test_a_flood_offers_only_goods_in_stock() -> None:
    table = struck_by("flood", court(yuan=5, rice=1), court(yuan=3))
    assert table.moves() == ["return yuan", "return rice"]
    with pytest.raises(DecisionError):
        table.play("return firework")
    table.play("return rice")
    assert table.moves() == ["return yuan"]


@pytest.mark.rule("YD-X2")
def test_a_flood_comes_after_the_event_and_in_turn_order() -> None:
    # After the tribute there are 2 yuan, 3 and 0.
    track = stacked((6, [2, 1]), (3, [0]))
    table = struck_by("flood", court(yuan=6), court(yuan=7), court(yuan=4), event="tribute", track=track)
    assert asked_for(table, "return") == [1, 0]
    assert [court_of(table, seat)["yuan"] for seat in range(3)] == [1, 2, 0]


# --------------------------------------------------------------------------------------------------------- Tornado


@pytest.mark.rule("YD-X2")
def test_a_tornado_takes_two_cards_of_choice_from_each_in_turn_order() -> None:
    hands = [["monk", "farmer", "wild", "wild"], ["court_lady", "healer", "wild"], ["warrior", "monk", "healer"]]
    table = before_last_card("tornado", *hands, display=only(), track=stacked((8, [1]), (5, [2, 0])))
    table.play("play scholar")
    assert (table.seat, set(table.moves())) == (1, {"discard court_lady", "discard healer", "discard wild"})
    play_all(table, "discard wild")
    assert (table.seat, set(table.moves())) == (1, {"discard court_lady", "discard healer"})
    play_all(table, "discard healer", "discard warrior", "discard healer")
    assert (table.seat, table.moves()) == (0, ["discard monk", "discard farmer", "discard wild"])
    table.play("discard wild")
    assert set(table.moves()) == {"discard monk", "discard farmer", "discard wild"}
    table.play("discard wild")
    assert has_moved_on(table, 7)
    assert [court_of(table, seat)["hand"] for seat in range(3)] == [["monk", "farmer"], ["court_lady"], ["monk"]]
    assert [court_of(table, seat)["persons"] for seat in range(3)] == [1, 1, 1]
    assert spaces(table) == {0: 5, 1: 8, 2: 5}


@pytest.mark.rule("YD-X2")
def test_with_fewer_than_two_cards_a_tornado_takes_what_there_is() -> None:
    table = play_all(before_last_card("tornado", [], ["monk"], ["wild", "wild"], display=only()), "play scholar")
    assert asked_for(table, "discard") == [1, 2, 2]
    assert has_moved_on(table, 7)
    assert [court_of(table, seat)["hand"] for seat in range(3)] == [[], [], []]


@pytest.mark.rule("YD-X2", "YD-20")
@pytest.mark.parametrize(("super_event", "last"), [("tornado", 9), ("off", 11), ("flood", 11)])
@pytest.mark.parametrize("players", [2, 5])
def test_after_a_tornado_there_are_no_cards_for_months_10_and_11(players: int, super_event: str, last: int) -> None:
    table = palatine.new("year_of_the_dragon", players=players, seed=players, super_event=super_event)
    choices = random.Random(2)
    played: Counter[tuple[int, int | None]] = Counter()
    while not table.over:
        move = choices.choice(table.moves())
        if move.startswith("play"):
            played[table.position()["month"], table.seat] += 1
        table.play(move)
    assert played == {(month, seat): 1 for month in range(1, last + 1) for seat in range(players)}
