"""The numbered rules of In the Year of the Dragon: super events, first part (YD-X2).

The draw, and those without a decision except releases. Those that take or give by choice are in
`test_rules_super_losses.py` and `test_rules_super_gifts.py`.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest

import palatine
from games.shares import assert_shares
from games.year_of_the_dragon.positions import (
    LASTING,
    Plain,
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
    struck_by,
)
from palatine import OptionError
from palatine.core.table import Table
from palatine.games.year_of_the_dragon import SUPER_EVENTS

SEEDS = range(400)
"""Enough set-ups to distinguish a fair draw from a biased one."""


def earned(table: Table, source: str) -> list[int]:
    """Return the points of all seats from a source."""
    return [points_of(table, seat)[source] for seat in range(table.settings.players)]


# ------------------------------------------------------------------------------------------------ there is one


@pytest.mark.rule("YD-X2", "YD-X1", "YD-6", "YD-7")
def test_all_options_are_off_by_default() -> None:
    table = palatine.new("year_of_the_dragon", players=4, seed=1)
    assert table.position()["options"] == {
        "large_privilege": "6",
        "great_wall": False,
        "super_event": "off",
        "start_player": "drawn",
    }
    assert table.position()["super_event"] is None
    assert "super_event" not in points_of(table, 0)


@pytest.mark.rule("YD-X2")
def test_one_of_ten_super_events_is_drawn_openly_at_the_start() -> None:
    drawn: Counter[str] = Counter()
    for seed in SEEDS:
        drawn[
            palatine.new("year_of_the_dragon", players=3, seed=seed, super_event="drawn").position()["super_event"]
        ] += 1
    names = {
        *("lantern_festival", "buddha", "earthquake", "flood", "solar_eclipse"),
        *("volcanic_eruption", "tornado", "sunrise", "assassination_attempt", "charter"),
    }
    assert_shares(drawn, dict.fromkeys(names, 1.0))


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize("name", SUPER_EVENTS)
def test_a_super_event_can_be_chosen_by_name(name: str) -> None:
    table = palatine.new("year_of_the_dragon", players=2, seed=1, super_event=name)
    assert table.position()["super_event"] == name
    with pytest.raises(OptionError):
        palatine.new("year_of_the_dragon", players=2, seed=1, super_event=f"{name}s")


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize("month", [1, 6, 7, 8, 12])
@pytest.mark.parametrize("option", ["lantern_festival", "drawn", "off"])
def test_the_super_event_strikes_in_month_7_and_in_no_other(month: int, option: str) -> None:
    courts = [court("2 craftsman"), court("2 craftsman court_lady", yuan=3)]
    drawn = None if option == "off" else "lantern_festival"
    table = before_event(*courts, event="peace", month=month, options={"super_event": option}, super_event=drawn)
    table.play("pass")
    assert [court_of(table, seat)["earned"]["super_event"] for seat in (0, 1)] == (
        [2, 4] if month == 7 and option != "off" else [0, 0]
    )


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize("name", SUPER_EVENTS)
def test_its_decisions_fall_in_month_7_after_the_event(name: str) -> None:
    """In a whole game its decisions come at no other time, and after the releases of the event."""
    table = palatine.new("year_of_the_dragon", players=3, seed=7, super_event=name)
    phases = {
        "earthquake": "collapse",
        "flood": "return",
        "tornado": "discard",
        "sunrise": "take",
        "charter": "charter",
    }
    choices = random.Random(3)
    asked_in: defaultdict[str, set[int]] = defaultdict(set)
    while not table.over:
        position = table.position()
        if position["stage"] in ("super_event", "event_again"):
            asked_in[position["phase"]].add(position["month"])
        elif position["phase"] in {"collapse", "return", "discard", "charter"}:
            pytest.fail(f"{position['phase']} in the stage {position['stage']}")
        table.play(choices.choice(table.moves()))
    if name in phases:
        assert asked_in.pop(phases[name]) == {7}
    assert set(asked_in) <= {"release", "house", "replace", "build"}
    assert all(months == {7} for months in asked_in.values())


@pytest.mark.rule("YD-X2", "YD-X1")
@pytest.mark.parametrize("name", SUPER_EVENTS)
@pytest.mark.parametrize("great_wall", [False, True])
def test_every_combination_can_be_played_to_the_end(name: str, great_wall: bool) -> None:
    players = 2 + SUPER_EVENTS.index(name) % 4
    table = palatine.new(
        "year_of_the_dragon", players=players, seed=5, super_event=name, great_wall=great_wall, large_privilege="7"
    )
    choices = random.Random(5)
    while not table.over:
        table.play(choices.choice(table.moves()))
    assert table.position()["month"] == 12
    result = table.result()
    assert result is not None
    assert result["totals"] == [sum(points_of(table, seat).values()) for seat in range(players)]
    assert len(result["winners"]) == 1
    assert ("wall" in points_of(table, 0), "super_event" in points_of(table, 0)) == (great_wall, True)


# -------------------------------------------------------------------------------- Lantern Festival, Buddha, Attempt


@pytest.mark.rule("YD-X2")
def test_the_lantern_festival_scores_2_for_each_remaining_person() -> None:
    poor = court("3 craftsman younger_monk older_monk", "3 court_lady", "1", yuan=2)
    table = struck_by("lantern_festival", poor, court(yuan=4), court("2 older_healer", yuan=4), event="tribute")
    play_all(table, "release 1 craftsman", "release 2 court_lady")
    assert has_moved_on(table, 7)
    assert earned(table, "super_event") == [4, 0, 2]
    # At the end they score again.
    assert earned(table, "persons") == [4, 0, 2]


@pytest.mark.rule("YD-X2")
def test_buddha_scores_monks_as_at_the_end() -> None:
    pious = court("3 younger_monk older_monk", "2 younger_monk craftsman", "1 older_healer")
    table = struck_by("buddha", pious, court("3 craftsman", yuan=3), court("1 older_monk", yuan=3))
    assert has_moved_on(table, 7)
    assert earned(table, "super_event") == [3 * 3 + 2 * 1, 0, 2]
    assert earned(table, "monks") == [3 * 3 + 2 * 1, 0, 2]


@pytest.mark.rule("YD-X2")
def test_buddha_comes_after_the_releases_of_the_event() -> None:
    table = struck_by("buddha", court("3 younger_monk older_monk", yuan=3), court(yuan=4), event="tribute")
    table.play("release 1 older_monk")
    assert earned(table, "super_event") == [3, 0]


@pytest.mark.rule("YD-X2")
def test_the_assassination_attempt_costs_all_privileges_and_no_points() -> None:
    before = dict.fromkeys(LASTING, 0) | {"privileges": 11}
    courts = [
        court("2 court_lady", small_privileges=2, large_privileges=3, yuan=5, earned=before),
        court("1 craftsman", small_privileges=1, yuan=3),
        court("1 craftsman", yuan=3),
    ]
    table = struck_by("assassination_attempt", *courts)
    assert has_moved_on(table, 7)
    for seat in range(3):
        assert (court_of(table, seat)["small_privileges"], court_of(table, seat)["large_privileges"]) == (0, 0)
    # They are lost before the month is scored; earlier points stay.
    assert earned(table, "privileges") == [11, 0, 0]
    assert earned(table, "court_ladies") == [1, 0, 0]
    assert [court_of(table, seat)["yuan"] for seat in range(3)] == [5, 3, 3]


@pytest.mark.rule("YD-X2", "YD-19")
def test_after_the_attempt_privileges_can_be_bought_again() -> None:
    table = struck_by("assassination_attempt", court(yuan=9, large_privileges=1), court(yuan=3))
    group = next(i for i, cards in enumerate(table.position()["groups"], start=1) if "privilege" in cards)
    play_all(table, f"act {group} privilege", "buy large", "pass")
    assert court_of(table, 0)["large_privileges"] == 1
    assert has_moved_on(table, 8)
    assert earned(table, "privileges") == [2, 0]


# --------------------------------------------------------------------------------------------------- Solar Eclipse


@pytest.mark.rule("YD-X2", "YD-25")
def test_an_eclipse_of_peace_does_nothing() -> None:
    table = struck_by("solar_eclipse", court("2 craftsman", yuan=5, rice=3), court("1 craftsman", yuan=3))
    assert has_moved_on(table, 7)
    assert (court_of(table, 0)["yuan"], court_of(table, 0)["rice"]) == (5, 3)
    assert table.position()["courts"][0]["score"] == 1


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize(("month", "left"), [(3, 6), (6, 6), (7, 2), (8, 6), (11, 6)])
def test_only_the_event_of_month_7_is_eclipsed(month: int, left: int) -> None:
    table = struck_by("solar_eclipse", court(yuan=10), court(yuan=10), event="tribute", month=month)
    assert has_moved_on(table, month)
    assert [court_of(table, seat)["yuan"] for seat in (0, 1)] == [left, left]


@pytest.mark.rule("YD-X2", "YD-26")
def test_an_eclipse_of_a_tribute_takes_it_twice() -> None:
    courts = [court("3 craftsman craftsman craftsman", yuan=5), court("1 craftsman", yuan=10)]
    table = struck_by("solar_eclipse", *courts, event="tribute")
    assert [court_of(table, seat)["yuan"] for seat in (0, 1)] == [0, 2]
    assert asked_for(table, "release") == [0, 0, 0]
    assert has_moved_on(table, 7)


@pytest.mark.rule("YD-X2", "YD-27")
def test_an_eclipse_of_a_drought_strikes_the_same_palaces_again() -> None:
    hungry = court("3 craftsman craftsman craftsman", "2 court_lady", rice=0)
    fed = court("2 craftsman court_lady", "3 tax_collector", yuan=3, rice=3)
    table = struck_by("solar_eclipse", hungry, fed, event="drought")
    play_all(table, "release 2 court_lady")
    # Nothing decays between the two, and a palace that is empty now needs no rice.
    table.play("release 1 craftsman")
    assert palaces_of(table, 0) == ["3 craftsman craftsman", "2"]
    assert (table.seat, table.moves()) == (0, ["release 1 craftsman"])
    table.play("release 1 craftsman")
    assert (table.seat, court_of(table, 1)["rice"]) == (1, 0)
    assert len(table.moves()) == 3
    table.play("release 1 craftsman")
    assert has_moved_on(table, 7)
    assert palaces_of(table, 0) == ["3 craftsman", "1"]
    assert palaces_of(table, 1) == ["2 court_lady", "3 tax_collector"]


@pytest.mark.rule("YD-X2", "YD-27")
def test_in_each_of_the_two_droughts_a_palace_loses_one_person() -> None:
    hungry = court("3 craftsman craftsman craftsman", "3 court_lady court_lady court_lady")
    table = struck_by("solar_eclipse", hungry, court("1", yuan=3), event="drought")
    for _ in range(2):
        assert table.moves() == ["release 1 craftsman", "release 2 court_lady"]
        table.play("release 2 court_lady")
        assert table.moves() == ["release 1 craftsman"]
        table.play("release 1 craftsman")
    assert has_moved_on(table, 7)
    assert palaces_of(table, 0) == ["3 craftsman", "3 court_lady"]


@pytest.mark.rule("YD-X2", "YD-30")
def test_an_eclipse_of_a_contagion_counts_the_remaining_healers() -> None:
    courts = [
        court("3 older_healer craftsman craftsman", "3 craftsman craftsman craftsman"),
        court("3 older_healer younger_healer", yuan=3),
        court("3 younger_healer younger_healer younger_healer", yuan=3),
    ]
    table = struck_by("solar_eclipse", *courts, event="contagion")
    play_all(table, "release 1 older_healer")
    assert table.position()["stage"] == "event_again"
    assert asked_for(table, "release") == [0, 0, 0]
    assert [court_of(table, seat)["persons"] for seat in range(3)] == [2, 2, 3]


@pytest.mark.rule("YD-X2", "YD-28")
def test_an_eclipse_of_a_festival_counts_the_remaining_fireworks() -> None:
    # 5, 4 and 2 score 6, 3 and 0; then 2, 2 and 2 are left and score 6 each.
    courts = [court(fireworks=many, yuan=3) for many in (5, 4, 2)]
    table = struck_by("solar_eclipse", *courts, event="festival")
    assert has_moved_on(table, 7)
    assert earned(table, "festivals") == [12, 9, 6]
    assert [court_of(table, seat)["fireworks"] for seat in range(3)] == [1, 1, 1]


@pytest.mark.rule("YD-X2", "YD-29")
def test_an_eclipse_of_an_invasion_counts_the_remaining_helmets() -> None:
    courts = [
        court("3 younger_warrior craftsman"),
        court("3 older_warrior younger_warrior"),
        court("3 older_warrior younger_warrior craftsman", yuan=3),
    ]
    table = struck_by("solar_eclipse", *courts, event="mongols")
    play_all(table, "release 1 younger_warrior", "release 1 craftsman")
    assert has_moved_on(table, 7)
    assert earned(table, "mongols") == [1, 6, 6]
    assert earned(table, "super_event") == [0, 0, 0]


WALL = [{"seat": 1, "gift": gift} for gift in ("rice", "firework", "yuan", "floor", "points", "spaces")]


@pytest.mark.rule("YD-X2", "YD-X1")
@pytest.mark.parametrize("length", [6, 7, 8])
def test_an_eclipse_of_an_invasion_repeats_the_check_of_the_wall(length: int) -> None:
    wall = [*WALL, {"seat": 0, "gift": "rice"}, {"seat": 0, "gift": "yuan"}][:length]
    courts = [court("3 craftsman craftsman craftsman"), court("3 older_warrior", yuan=3)]
    courts[0]["palaces"] += court("3 craftsman court_lady")["palaces"]
    table = struck_by("solar_eclipse", *courts, event="mongols", options={"great_wall": True}, wall=wall)
    stages = []
    while not has_moved_on(table, 7):
        stages.append((table.seat, table.position()["stage"]))
        table.play(table.moves()[0])
    if length < 7:
        assert stages == [(0, "event"), (0, "wall"), (0, "event_again"), (0, "wall_again")]
        assert earned(table, "wall") == [0, 0]
    else:
        assert stages == [(0, "event"), (0, "event_again")]
        assert earned(table, "wall") == [2 * (length - 6), 12]


@pytest.mark.rule("YD-X2", "YD-X1")
@pytest.mark.parametrize("event", ["peace", "tribute", "festival"])
def test_an_eclipse_of_another_event_checks_no_wall(event: str) -> None:
    courts = [court("1 craftsman", yuan=8), court("1 craftsman", yuan=8)]
    for wall in ([], [*WALL, {"seat": 0, "gift": "rice"}]):
        table = struck_by("solar_eclipse", *courts, event=event, options={"great_wall": True}, wall=wall)
        assert has_moved_on(table, 7)
        assert earned(table, "wall") == [0, 0]


# ------------------------------------------------------------------------------------------------ Volcanic Eruption


@pytest.mark.rule("YD-X2", "YD-9")
@pytest.mark.parametrize(
    "track",
    [
        stacked((31, [2]), (20, [0, 3]), (4, [1])),
        stacked((9, [1, 3, 2, 0])),
        stacked((9, [3]), (8, [2]), (0, [0, 1])),
    ],
)
def test_an_eruption_sends_all_markers_to_0_the_farthest_on_top(track: list[Plain]) -> None:
    table = struck_by("volcanic_eruption", *(court("1 craftsman", yuan=3) for _ in range(4)), track=track)
    order = [seat for entry in track for seat in entry["seats"]]
    assert has_moved_on(table, 7)
    assert table.position()["track"] == stacked((0, order))
    assert table.position()["turn_order"] == order
    acted = []
    for _ in range(4):
        acted.append(table.seat)
        table.play("pass")
    assert acted == order


@pytest.mark.rule("YD-X2", "YD-9", "YD-17")
def test_after_an_eruption_markers_stack_as_usual() -> None:
    track = stacked((31, [2]), (20, [0, 3]), (4, [1]))
    soldiers = [court("3 younger_warrior", yuan=9), court("3 craftsman", yuan=9), *(court("1", yuan=9),) * 2]
    table = struck_by("volcanic_eruption", *soldiers, track=track)
    group = next(i for i, cards in enumerate(table.position()["groups"], start=1) if "parade" in cards)
    parade = f"act {group} parade"
    table.play(parade)
    assert table.position()["track"] == stacked((1, [2]), (0, [0, 3, 1]))
    table.play(parade)
    assert table.position()["track"] == stacked((2, [0]), (1, [2]), (0, [3, 1]))
    table.play(parade)
    assert table.position()["track"] == stacked((2, [0]), (1, [3, 2]), (0, [1]))
    table.play(parade)
    assert table.position()["track"] == stacked((2, [0]), (1, [1, 3, 2]))


@pytest.mark.rule("YD-X2")
def test_an_eruption_comes_after_the_releases_in_the_old_order_and_takes_nothing_else() -> None:
    track = stacked((5, [1]), (3, [0]), (2, [2]))
    courts = [court("2 craftsman craftsman", yuan=3) for _ in range(3)]
    table = struck_by("volcanic_eruption", *courts, event="tribute", track=track)
    assert spaces(table) == {0: 3, 1: 5, 2: 2}
    assert asked_for(table, "release") == [1, 0, 2]
    assert spaces(table) == dict.fromkeys(range(3), 0)
    assert [court_of(table, seat)["score"] for seat in range(3)] == [1, 1, 1]
