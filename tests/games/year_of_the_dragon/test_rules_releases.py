"""The numbered rules of In the Year of the Dragon: what all releases have in common, and decay (YD-31, YD-32)."""

from __future__ import annotations

import pytest

import palatine
from games.year_of_the_dragon.positions import (
    CALM,
    Plain,
    asked_for,
    before_event,
    court,
    court_of,
    has_moved_on,
    palaces_of,
    play_all,
    spaces,
    stacked,
    struck,
    tiles_at_first,
)

# ------------------------------------------------------------------------------------------------- all releases


@pytest.mark.rule("YD-26", "YD-30", "YD-31")
@pytest.mark.parametrize("event", ["tribute", "contagion"])
@pytest.mark.parametrize("palaces", [("2 craftsman court_lady", "2"), ("1 craftsman",), ("2",), ()])
def test_releases_lapse_without_persons(event: str, palaces: tuple[str, ...]) -> None:
    persons = sum(len(palace.split()) - 1 for palace in palaces)
    table = before_event(court(*palaces), court("3 younger_monk court_lady court_lady"), CALM, event=event)
    assert court_of(table, 0)["outlook"][event]["lost"] == persons
    table.play("pass")
    # The second court has exactly enough persons, or one fewer.
    assert asked_for(table, "release") == [0] * persons + [1, 1, 1]
    assert has_moved_on(table)
    assert court_of(table, 0)["persons"] == 0


@pytest.mark.rule("YD-26", "YD-31")
def test_yuan_are_paid_even_if_releases_lapse() -> None:
    table = struck(court("1 craftsman", yuan=2), event="tribute")
    assert court_of(table, 0)["yuan"] == 0
    assert asked_for(table, "release") == [0]


@pytest.mark.rule("YD-31", "YD-9", "YD-29")
@pytest.mark.parametrize(("event", "each"), [("tribute", 3), ("drought", 2), ("contagion", 3), ("mongols", 1)])
@pytest.mark.parametrize(
    "track",
    [
        stacked((31, [2, 0]), (12, [3, 1])),
        stacked((9, [1, 3, 0, 2])),
        stacked((40, [3]), (39, [0]), (2, [2]), (0, [1])),
    ],
)
def test_players_make_all_their_releases_in_turn_order(event: str, each: int, track: list[Plain]) -> None:
    courts = [court("2 craftsman court_lady", "3 craftsman tax_collector", yuan=1) for _ in range(3)]
    courts.append(court("3 court_lady tax_collector", "3 court_lady", yuan=4 if event != "tribute" else 3))
    table = play_all(before_event(*courts, event=event, track=track), "pass")
    order = [seat for entry in track for seat in entry["seats"]]
    last_pays = {"tribute": 1}.get(event, each)
    assert asked_for(table, "release") == [seat for seat in order for _ in range(last_pays if seat == 3 else each)]
    assert has_moved_on(table)


@pytest.mark.rule("YD-31", "YD-24")
@pytest.mark.parametrize("event", ["tribute", "drought", "contagion", "mongols"])
def test_a_released_person_leaves_the_game_and_the_marker_stays(event: str) -> None:
    table = struck(court("2 younger_warrior craftsman", yuan=3), event=event)
    before, display = spaces(table), table.position()["display"]
    assert display == tiles_at_first(2) | {
        "younger_warrior": 2,
        "craftsman": 3,
        "younger_healer": 2,
        "older_healer": 0,
        "older_warrior": 0,
    }
    table.play("release 1 younger_warrior")
    asked_for(table, "release")
    assert has_moved_on(table)
    assert (spaces(table), table.position()["display"]) == (before, display)
    assert court_of(table, 0)["income"]["parade"] == 1


# --------------------------------------------------------------------------------------------------------- decay


@pytest.mark.rule("YD-32")
@pytest.mark.parametrize(
    ("month", "event"), [(1, "peace"), (2, "peace"), (5, "festival"), (7, "tribute"), (12, "peace")]
)
def test_every_month_every_palace_without_a_person_loses_a_floor(month: int, event: str) -> None:
    courts = [
        court("3", "1", "2 craftsman", "2", "1", "1 court_lady", "3 younger_monk", yuan=4),
        court("1", "1", yuan=4),
        court(yuan=4),
        court("3", "3", "3 craftsman", yuan=4),
    ]
    table = play_all(before_event(*courts, event=event, month=month), "pass")
    assert palaces_of(table, 0) == ["2", "2 craftsman", "1", "1 court_lady", "3 younger_monk"]
    assert palaces_of(table, 1) == []
    assert palaces_of(table, 2) == []
    assert palaces_of(table, 3) == ["2", "2", "3 craftsman"]


@pytest.mark.rule("YD-32")
@pytest.mark.parametrize("event", ["tribute", "drought", "contagion", "mongols"])
def test_decay_comes_after_the_event(event: str) -> None:
    # The event empties all three palaces, or one. None decays before the last person has left.
    table = struck(court("1 craftsman", "3 court_lady", "2 tax_collector", yuan=1), event=event)
    table.play("release 2 court_lady")
    if event != "mongols":
        assert palaces_of(table, 0) == ["1 craftsman", "3", "2 tax_collector"]
        play_all(table, "release 3 tax_collector", "release 1 craftsman")
        assert palaces_of(table, 0) == ["2", "1"]
    else:
        assert palaces_of(table, 0) == ["1 craftsman", "2", "2 tax_collector"]
    assert has_moved_on(table)


@pytest.mark.rule("YD-32")
def test_an_empty_palace_loses_a_floor_each_month_until_it_is_gone() -> None:
    table = before_event(court("3"), court("3 craftsman", yuan=3), event="peace", month=8)
    for month, left in [(8, ["2"]), (9, ["1"]), (10, []), (11, [])]:
        assert table.position()["month"] == month
        while table.position()["month"] == month:
            phase = table.position()["phase"]
            table.play("pass" if phase == "act" else table.moves()[0])
        assert palaces_of(table, 0) == left


@pytest.mark.rule("YD-32")
def test_nothing_decays_after_the_opening() -> None:
    table = palatine.new("year_of_the_dragon", players=2, seed=4, start_player="first")
    play_all(table, "draft craftsman monk", "house 1", "house 1", "draft healer farmer", "house 1", "house 1")
    assert table.position()["month"] == 1
    assert palaces_of(table, 0) == ["2 craftsman younger_monk", "2"]
    assert palaces_of(table, 1) == ["2 younger_healer younger_farmer", "2"]
