"""The numbered rules of In the Year of the Dragon: the Great Wall (YD-X1)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import palatine
from games.year_of_the_dragon.positions import (
    LASTING,
    SIZES,
    SIZES_WITH_WALL,
    Plain,
    acting,
    asked_for,
    before_event,
    court,
    court_of,
    has_moved_on,
    palaces_of,
    play_all,
    points_of,
    spaces,
    stacked,
)
from palatine import DecisionError, PositionError
from palatine.core.table import Table

GIFTS = ("rice", "firework", "yuan", "floor", "points", "spaces")
WITH_WALL = {"great_wall": True}


def wall(*shares: int) -> list[Plain]:
    """Return a wall with these numbers of tiles of the seats."""
    return [{"seat": seat, "gift": gift} for seat, share in enumerate(shares) for gift in GIFTS[:share]]


def acting_at_wall(*courts: Plain, **changes: Any) -> Table:
    """Return a table at the start of the action phase, with the Great Wall; the other cards lie as without it."""
    return acting(*courts, options=WITH_WALL, **changes)


def wall_action(table: Table) -> str:
    group = next(i for i, cards in enumerate(table.position()["groups"], start=1) if "wall" in cards)
    return f"act {group} wall"


def checked(*courts: Plain, shares: tuple[int, ...], event: str, month: int, **changes: Any) -> Table:
    """Return a table after the event of a month, with these numbers of tiles in the wall."""
    options = WITH_WALL | changes.pop("options", {})
    return play_all(
        before_event(*courts, event=event, month=month, options=options, wall=wall(*shares), **changes), "pass"
    )


def wall_points(table: Table) -> list[int]:
    return [points_of(table, seat)["wall"] for seat in range(table.settings.players)]


# -------------------------------------------------------------------------------------------------- cards and tiles


@pytest.mark.rule("YD-X1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_without_the_option_there_is_no_wall(players: int) -> None:
    table = palatine.new("year_of_the_dragon", players=players, seed=players)
    assert table.position()["options"]["great_wall"] is False
    choices = random.Random(players)
    while not table.over:
        position = table.position()
        if position["month"]:
            assert tuple(map(len, position["groups"])) == SIZES[players]
        assert position["wall"] == []
        assert all(held["wall_tiles"] == [] for held in position["courts"])
        assert not any("wall" in move or move.startswith("lay") for move in table.moves())
        table.play(choices.choice(table.moves()))
    assert "wall" not in points_of(table, 0)
    with pytest.raises(PositionError):
        acting(court(), court(), wall=wall(1, 0))


@pytest.mark.rule("YD-X1", "YD-10")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_eight_cards_are_laid_out_in_new_groups_each_month(players: int) -> None:
    where: Counter[int] = Counter()
    for seed in range(3):
        table = palatine.new("year_of_the_dragon", players=players, seed=seed, great_wall=True)
        choices = random.Random(seed)
        months: set[int] = set()
        while not table.over:
            position = table.position()
            if position["month"] not in {0, *months}:
                months.add(position["month"])
                assert tuple(map(len, position["groups"])) == SIZES_WITH_WALL[players]
                assert len({card for group in position["groups"] for card in group}) == 8
                where[next(i for i, group in enumerate(position["groups"]) if "wall" in group)] += 1
            table.play(choices.choice(table.moves()))
        assert len(months) == 12
    assert set(where) == set(range(players))


@pytest.mark.rule("YD-X1")
def test_each_player_begins_with_six_wall_tiles() -> None:
    table = palatine.new("year_of_the_dragon", players=3, seed=2, great_wall=True)
    assert [held["wall_tiles"] for held in table.position()["courts"]] == [list(GIFTS)] * 3
    assert table.position()["wall"] == []


ABLE = ("3 younger_farmer younger_pyrotechnist tax_collector", "3 craftsman younger_warrior younger_scholar")
"""Persons whose symbols match all gifts: a gift does not count them."""


@pytest.mark.rule("YD-X1")
@pytest.mark.parametrize(
    ("gift", "change"),
    [
        ("rice", {"rice": 2}),
        ("firework", {"fireworks": 2}),
        ("yuan", {"yuan": 3}),
        ("points", {"score": 3}),
        ("spaces", {"space": 23}),
    ],
)
def test_the_action_lays_a_tile_of_choice_and_gives_its_gift(gift: str, change: dict[str, int]) -> None:
    table = acting_at_wall(court(*ABLE, yuan=1, rice=1, fireworks=1), court(yuan=5))
    table.play(wall_action(table))
    assert (table.seat, table.moves()) == (0, [f"lay {gift}" for gift in GIFTS])
    before = court_of(table, 0)
    table.play(f"lay {gift}")
    after = court_of(table, 0)
    assert table.seat == 1
    assert table.position()["wall"] == [{"seat": 0, "gift": gift}]
    assert after["wall_tiles"] == [other for other in GIFTS if other != gift]
    assert court_of(table, 1)["wall_tiles"] == list(GIFTS)
    expected = {"yuan": 1, "rice": 1, "fireworks": 1, "score": 0, "space": 20} | change
    assert {name: after[name] for name in ("yuan", "rice", "fireworks", "score")} | {
        "space": spaces(table)[0]
    } == expected
    assert after["palaces"] == before["palaces"]
    assert points_of(table, 0)["wall"] == expected["score"]


@pytest.mark.rule("YD-X1", "YD-14")
@pytest.mark.parametrize(
    ("choice", "palaces"),
    [("build 1", ["2 craftsman", "3 craftsman"]), ("build new", ["1 craftsman", "3 craftsman", "1"])],
)
def test_the_gift_of_a_floor_is_built_immediately(choice: str, palaces: list[str]) -> None:
    table = acting_at_wall(court("1 craftsman", "3 craftsman"), court(yuan=5))
    play_all(table, wall_action(table), "lay floor")
    assert (table.seat, table.moves()) == (0, ["build 1", "build new"])
    table.play(choice)
    assert (table.seat, table.position()["phase"]) == (1, "act")
    assert palaces_of(table, 0) == palaces
    assert court_of(table, 0)["wall_tiles"] == [gift for gift in GIFTS if gift != "floor"]


@pytest.mark.rule("YD-X1", "YD-9")
def test_a_marker_that_moves_by_a_gift_lies_on_top() -> None:
    track = stacked((13, [0]), (11, [2]), (10, [1]))
    courts = [court(), court() | {"owed": 1}, court()]
    table = acting_at_wall(*courts, track=track)
    play_all(table, "pass", "pass", wall_action(table), "lay spaces")
    assert table.position()["track"] == stacked((13, [1, 0]), (11, [2]))
    assert table.seat == 1  # the first of the next month


@pytest.mark.rule("YD-X1")
def test_tiles_are_laid_from_the_first_month_on_and_used_up() -> None:
    table = acting_at_wall(*(court(yuan=9) for _ in range(3)), wall=[{"seat": 2, "gift": "rice"}])
    play_all(table, wall_action(table), "lay yuan", wall_action(table), "lay yuan", wall_action(table))
    assert table.moves() == [f"lay {gift}" for gift in GIFTS if gift != "rice"]
    with pytest.raises(DecisionError):
        table.play("lay rice")
    table.play("lay points")
    expected = [(2, "rice"), (0, "yuan"), (1, "yuan"), (2, "points")]
    assert [(tile["seat"], tile["gift"]) for tile in table.position()["wall"]] == expected


@pytest.mark.rule("YD-X1", "YD-11")
def test_the_wall_action_costs_the_fee_of_its_group() -> None:
    table = acting_at_wall(court(), court(yuan=3), court(yuan=2))
    action = wall_action(table)
    play_all(table, action, "lay rice", action)
    assert court_of(table, 1)["yuan"] == 0
    table.play("lay rice")
    assert action not in table.moves()


@pytest.mark.rule("YD-X1")
@pytest.mark.parametrize(
    ("shares", "possible"),
    [
        pytest.param((0, 0, 0), True, id="nothing laid yet"),
        pytest.param((5, 6, 0), True, id="one own tile and one place left"),
        pytest.param((6, 0, 0), False, id="no own tile left"),
        pytest.param((0, 6, 5), True, id="one place left"),
        pytest.param((0, 6, 6), False, id="the wall ends at month 12"),
        pytest.param((4, 4, 4), False, id="twelve tiles of all"),
    ],
)
def test_the_action_needs_an_own_tile_and_room_in_the_wall(shares: tuple[int, ...], possible: bool) -> None:
    table = acting_at_wall(court(), court(), court(), wall=wall(*shares), month=5)
    assert (wall_action(table) in table.moves()) == possible
    # No other action depends on it; there is no money for a privilege.
    others = {move.split()[-1] for move in table.moves()} - {"wall"}
    assert others == {"taxes", "build", "harvest", "fireworks", "parade", "research", "pass"}


@pytest.mark.rule("YD-X1")
def test_after_the_twelfth_tile_the_wall_action_is_illegal() -> None:
    table = acting_at_wall(court(), court(yuan=9), court(yuan=9), wall=wall(1, 5, 5))
    action = wall_action(table)
    play_all(table, action, "lay yuan")
    assert len(table.position()["wall"]) == 12
    assert action not in table.moves()


# ------------------------------------------------------------------------------------------------------- the checks

GUARD = court("3 older_warrior craftsman craftsman", yuan=4)
STRONG = [court("3 younger_warrior craftsman craftsman", yuan=4) for _ in range(3)]
"""Three courts with the same number of helmets."""
WEAKEST = court("3 craftsman court_lady tax_collector", yuan=4)


@pytest.mark.rule("YD-X1")
@pytest.mark.parametrize("month", [3, 8, 11])
@pytest.mark.parametrize("length", ["shorter", "equal", "longer"])
def test_the_wall_is_measured_by_the_number_of_the_month(month: int, length: str) -> None:
    tiles = month + {"shorter": -1, "equal": 0, "longer": 1}[length]
    shares = (min(6, tiles - 1), max(1, tiles - 6))
    table = checked(WEAKEST, GUARD, shares=shares, event="mongols", month=month)
    table.play("release 1 court_lady")  # to the Mongols
    if length == "shorter":
        # Both have the fewest if they are tied, otherwise the second.
        assert asked_for(table, "release") == ([0, 1] if shares[0] == shares[1] else [1])
        assert wall_points(table) == [0, 0]
    else:
        assert wall_points(table) == list(shares)
    assert has_moved_on(table, month)


@pytest.mark.rule("YD-X1")
@pytest.mark.parametrize(
    ("shares", "releasing"),
    [
        pytest.param((2, 1, 3), [1], id="one has the fewest"),
        pytest.param((1, 2, 1), [0, 2], id="two have the fewest"),
        pytest.param((2, 2, 2), [0, 1, 2], id="all alike"),
        pytest.param((0, 0, 0), [0, 1, 2], id="no wall at all"),
        pytest.param((0, 6, 0), [0, 2], id="none counts as fewest"),
    ],
)
def test_a_short_wall_costs_the_fewest_tiles_one_person(shares: tuple[int, ...], releasing: list[int]) -> None:
    table = checked(*STRONG, shares=shares, event="mongols", month=8)
    assert table.position()["stage"] == "event"
    play_all(table, *["release 1 craftsman"] * 3)  # all have the same number of helmets
    assert table.position()["stage"] == "wall"
    assert set(table.moves()) == {"release 1 craftsman", "release 1 younger_warrior"}
    assert asked_for(table, "release") == releasing
    assert wall_points(table) == [0, 0, 0]
    assert [court_of(table, seat)["persons"] for seat in range(3)] == [
        1 if seat in releasing else 2 for seat in range(3)
    ]
    assert has_moved_on(table, 8)


@pytest.mark.rule("YD-X1")
def test_a_long_wall_scores_own_tiles_and_costs_no_person() -> None:
    table = checked(WEAKEST, GUARD, GUARD, shares=(1, 0, 6), event="mongols", month=7)
    table.play("release 1 craftsman")
    assert has_moved_on(table, 7)
    assert wall_points(table) == [1, 0, 6]
    assert [court_of(table, seat)["persons"] for seat in range(3)] == [2, 3, 3]


@pytest.mark.rule("YD-X1", "YD-31")
def test_a_court_without_persons_loses_none_to_the_wall() -> None:
    table = checked(court("1 craftsman"), STRONG[0], shares=(0, 1), event="mongols", month=6)
    table.play("release 1 craftsman")
    assert has_moved_on(table, 6)
    assert court_of(table, 1)["persons"] == 3


@pytest.mark.rule("YD-X1")
@pytest.mark.parametrize("event", ["peace", "tribute", "drought", "contagion", "festival"])
def test_the_wall_is_not_checked_after_other_events(event: str) -> None:
    safe = court("3 older_healer younger_healer", yuan=9, rice=9)
    courts = [safe, safe, court("3 younger_healer younger_healer older_healer", yuan=9, rice=9), court("1", yuan=9)]
    for shares in [(1, 0, 0, 0), (3, 3, 3, 0)]:
        table = checked(*courts, shares=shares, event=event, month=9)
        assert has_moved_on(table, 9)
        assert wall_points(table) == [0, 0, 0, 0]


@pytest.mark.rule("YD-X1", "YD-31", "YD-9")
def test_the_wall_comes_after_all_releases_of_the_event_and_in_turn_order() -> None:
    track = stacked((9, [2, 0]), (4, [3, 1]))
    # The Mongols take from seats 1 and 2, the wall from 0, 1 and 3.
    courts = [STRONG[0], WEAKEST, WEAKEST, STRONG[1]]
    table = checked(*courts, shares=(0, 0, 3, 0), event="mongols", month=5, track=track)
    assert asked_for(table, "release") == [2, 1, 0, 3, 1]
    assert has_moved_on(table, 5)


@pytest.mark.rule("YD-X1", "YD-32")
def test_palaces_that_the_wall_empties_decay_in_the_same_month() -> None:
    alone = court("3 craftsman", "2 younger_warrior")
    table = checked(alone, WEAKEST, shares=(0, 2), event="mongols", month=6)
    table.play("release 1 court_lady")
    assert palaces_of(table, 0) == ["3 craftsman", "2 younger_warrior"]
    table.play("release 1 craftsman")
    assert palaces_of(table, 0) == ["2", "2 younger_warrior"]
    assert court_of(table, 0)["earned"]["palaces"] == 2


@pytest.mark.rule("YD-X1", "YD-X2")
@pytest.mark.parametrize(("shares", "persons"), [((1, 0), 2), ((6, 1), 3)])
def test_the_wall_comes_before_the_super_event(shares: tuple[int, int], persons: int) -> None:
    lanterns = {"super_event": "lantern_festival"}
    table = checked(WEAKEST, GUARD, shares=shares, event="mongols", month=7, options=lanterns)
    assert asked_for(table, "release") == ([0, 1] if shares == (1, 0) else [0])
    assert has_moved_on(table, 7)
    assert [court_of(table, seat)["earned"]["super_event"] for seat in (0, 1)] == [4, 2 * persons]


# -------------------------------------------------------------------------------------------------- after month 12


@pytest.mark.rule("YD-X1")
@pytest.mark.parametrize("event", ["peace", "tribute", "festival"])
@pytest.mark.parametrize(
    ("shares", "points", "releasing"),
    [((4, 5, 3), [4, 5, 3], []), ((6, 5, 0), [0, 0, 0], [2]), ((0, 6, 0), [0, 0, 0], [0, 2])],
)
def test_after_month_12_the_wall_is_checked_once_more(
    event: str, shares: tuple[int, ...], points: list[int], releasing: list[int]
) -> None:
    table = checked(*STRONG, shares=shares, event=event, month=12)
    assert asked_for(table, "release") == releasing
    assert table.over
    assert wall_points(table) == points
    for seat in range(3):
        assert points_of(table, seat)["persons"] == 2 * (3 - (seat in releasing))


@pytest.mark.rule("YD-X1")
def test_if_month_12_is_a_mongol_invasion_the_wall_scores_twice() -> None:
    table = checked(WEAKEST, GUARD, shares=(6, 6), event="mongols", month=12)
    assert asked_for(table, "release") == [0]
    assert table.over
    assert wall_points(table) == [12, 12]


@pytest.mark.rule("YD-X1")
def test_if_month_12_is_a_mongol_invasion_the_wall_takes_twice() -> None:
    table = checked(WEAKEST, GUARD, shares=(5, 6), event="mongols", month=12)
    stages = []
    while not table.over:
        stages.append((table.seat, table.position()["stage"]))
        table.play(table.moves()[0])
    assert stages == [(0, "event"), (0, "wall"), (0, "last_wall")]
    assert [points_of(table, seat)["persons"] for seat in (0, 1)] == [0, 6]
    assert wall_points(table) == [0, 0]


@pytest.mark.rule("YD-X1", "YD-32", "YD-33")
def test_the_last_check_comes_before_decay_and_scoring() -> None:
    lost = court("1 court_lady", "3", yuan=4)
    table = checked(lost, GUARD, shares=(0, 1), event="peace", month=12)
    assert palaces_of(table, 0) == ["1 court_lady", "3"]
    table.play("release 1 court_lady")
    assert table.over
    assert palaces_of(table, 0) == ["2"]
    earned = court_of(table, 0)["earned"]
    assert (earned["palaces"], earned["court_ladies"]) == (1, 0)


@pytest.mark.rule("YD-X1")
@pytest.mark.parametrize("event", ["peace", "contagion"])
def test_there_is_no_last_check_before_month_12(event: str) -> None:
    safe = [court("3 older_healer younger_healer", yuan=3) for _ in range(2)]
    table = checked(*safe, court("1", yuan=3), shares=(6, 6, 0), event=event, month=11)
    assert has_moved_on(table, 11)
    assert wall_points(table) == [0, 0, 0]


@pytest.mark.rule("YD-X1")
def test_the_points_of_gift_and_checks_are_one_source() -> None:
    courts = [WEAKEST | {"earned": dict.fromkeys(LASTING, 0) | {"wall": 3}}, GUARD]
    table = checked(*courts, shares=(5, 2), event="mongols", month=7)
    table.play("release 1 craftsman")
    assert wall_points(table) == [8, 2]
    assert table.scores()[0]["total"] == sum(points_of(table, 0).values())
