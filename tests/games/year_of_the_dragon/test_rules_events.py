"""The numbered rules of In the Year of the Dragon: the events (YD-25 to YD-30)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import palatine
from games.year_of_the_dragon.positions import (
    CALM,
    asked_for,
    before_event,
    court,
    court_of,
    fate,
    has_moved_on,
    palaces_of,
    play_all,
    spaces,
    struck,
)
from palatine import DecisionError
from palatine.core.table import Table


def goods(table: Table, seat: int) -> tuple[int, int, int]:
    """Return the yuan, rice and fireworks of a seat."""
    held = court_of(table, seat)
    return held["yuan"], held["rice"], held["fireworks"]


def in_the_month(table: Table, seat: int) -> dict[str, int]:
    """Return the points of a seat so far, by the sources that gave any."""
    return {source: points for source, points in court_of(table, seat)["earned"].items() if points}


# --------------------------------------------------------------------------------------------------------- peace


@pytest.mark.rule("YD-25")
@pytest.mark.parametrize("month", [1, 2])
def test_peace_does_nothing(month: int) -> None:
    courts = [
        court("2 younger_farmer craftsman", "1 older_pyrotechnist"),
        court("3 younger_warrior tax_collector", yuan=2, rice=1, fireworks=5),
        court("2 younger_monk", yuan=7, rice=2, fireworks=1),
    ]
    table = before_event(*courts, event="peace", month=month)
    before = [(goods(table, seat), palaces_of(table, seat)) for seat in range(3)]
    markers = spaces(table)
    table.play("pass")
    assert has_moved_on(table, month)
    assert [(goods(table, seat), palaces_of(table, seat)) for seat in range(3)] == before
    assert spaces(table) == markers
    assert [in_the_month(table, seat) for seat in range(3)] == [{"palaces": 2}, {"palaces": 1}, {"palaces": 1}]


@pytest.mark.rule("YD-25", "YD-31")
@pytest.mark.parametrize("seed", range(4))
def test_persons_are_released_only_in_months_whose_event_takes_them(seed: int) -> None:
    table = palatine.new("year_of_the_dragon", players=3 + seed % 3, seed=seed)
    choices = random.Random(seed)
    released: Counter[str] = Counter()
    while not table.over:
        position = table.position()
        event = "none" if position["month"] == 0 else position["events"][position["month"] - 1]
        released[event] += position["phase"] == "release"
        table.play(choices.choice(table.moves()))
    taking = {event for event, count in released.items() if count}
    assert taking
    assert taking <= {"tribute", "drought", "contagion", "mongols"}


# ------------------------------------------------------------------------------------------------------- tribute

FIVE_PERSONS = ("3 craftsman court_lady younger_monk", "2 craftsman younger_farmer")
ALL_FIVE = {
    "release 1 craftsman",
    "release 1 court_lady",
    "release 1 younger_monk",
    "release 2 craftsman",
    "release 2 younger_farmer",
}


@pytest.mark.rule("YD-26")
@pytest.mark.parametrize(("yuan", "left", "lost"), [(0, 0, 4), (1, 0, 3), (2, 0, 2), (3, 0, 1), (4, 0, 0), (7, 3, 0)])
def test_tribute_costs_4_yuan_and_a_person_for_each_one_missing(yuan: int, left: int, lost: int) -> None:
    table = before_event(court(*FIVE_PERSONS, yuan=yuan), CALM, event="tribute")
    assert fate(table, 0, "tribute") == {"lost": lost, "points": 0}
    table.play("pass")
    # All yuan are paid before the first release, and a court that can pay is not asked.
    assert (court_of(table, 0)["yuan"], court_of(table, 1)["yuan"]) == (left, 5)
    assert has_moved_on(table) == (lost == 0)
    if lost:
        assert set(table.moves()) == ALL_FIVE
    assert asked_for(table, "release") == [0] * lost
    assert has_moved_on(table)
    assert (court_of(table, 0)["persons"], court_of(table, 1)["persons"]) == (5 - lost, 3)


@pytest.mark.rule("YD-26")
def test_tribute_may_take_all_of_one_palace() -> None:
    table = struck(court("3 craftsman court_lady younger_monk", "1 younger_farmer"), event="tribute")
    play_all(table, "release 1 court_lady", "release 1 younger_monk")
    assert set(table.moves()) == {"release 1 craftsman", "release 2 younger_farmer"}
    play_all(table, "release 1 craftsman", "release 2 younger_farmer")
    assert has_moved_on(table)


@pytest.mark.rule("YD-26", "YD-31")
def test_coins_on_tax_collectors_and_goods_pay_no_tribute() -> None:
    poor = court("3 tax_collector tax_collector tax_collector", "2 craftsman", yuan=1, rice=9, fireworks=9)
    table = struck(poor, event="tribute")
    assert asked_for(table, "release") == [0, 0, 0]
    assert goods(table, 0) == (0, 9, 9)


# ------------------------------------------------------------------------------------------------------- drought


@pytest.mark.rule("YD-27")
def test_drought_costs_1_rice_for_each_inhabited_palace() -> None:
    """The rulebook's example: 3 inhabited palaces, 1 empty one, 4 rice."""
    table = struck(
        court("2 craftsman", "2", "3 craftsman court_lady younger_monk", "1 craftsman", rice=4), event="drought"
    )
    assert has_moved_on(table)
    assert court_of(table, 0)["rice"] == 1
    assert court_of(table, 0)["persons"] == 5
    assert court_of(table, 1)["rice"] == 8


@pytest.mark.rule("YD-27")
def test_without_rice_each_inhabited_palace_loses_one_person() -> None:
    """The rulebook's example: 3 inhabited palaces, no rice."""
    hungry = court("2 craftsman court_lady", "3 craftsman younger_monk tax_collector", "2 younger_farmer court_lady")
    table = struck(hungry, event="drought")
    assert len(table.moves()) == 7
    table.play("release 2 younger_monk")
    assert set(table.moves()) == {
        *("release 1 craftsman", "release 1 court_lady"),
        *("release 3 court_lady", "release 3 younger_farmer"),
    }
    table.play("release 1 craftsman")
    assert set(table.moves()) == {"release 3 court_lady", "release 3 younger_farmer"}
    table.play("release 3 younger_farmer")
    assert has_moved_on(table)
    assert palaces_of(table, 0) == ["2 court_lady", "3 craftsman tax_collector", "2 court_lady"]


@pytest.mark.rule("YD-27")
@pytest.mark.parametrize("spared", [1, 2, 3])
def test_the_player_chooses_which_palaces_go_without_rice(spared: int) -> None:
    palaces = ("2 craftsman younger_monk", "3 court_lady tax_collector", "3 court_lady younger_farmer")
    table = struck(court(*palaces, rice=1), event="drought")
    assert court_of(table, 0)["rice"] == 0
    first, second = [number for number in (3, 2, 1) if number != spared]
    for number in (first, second):
        offered = {move.split()[1] for move in table.moves()}
        assert offered == {"1", "2", "3"} - ({str(first)} if number == second else set())
        table.play(f"release {number} {palaces[number - 1].split()[1]}")
    assert has_moved_on(table)
    expected = [text if i == spared else " ".join([text[0], text.split()[2]]) for i, text in enumerate(palaces, 1)]
    assert palaces_of(table, 0) == expected


@pytest.mark.rule("YD-27")
def test_no_palace_is_struck_twice_in_a_drought() -> None:
    # The first palace becomes like the second. It must neither stand for it nor lose another person.
    table = struck(court("2 younger_farmer younger_farmer", "2 younger_farmer"), event="drought")
    table.play("release 1 younger_farmer")
    assert table.moves() == ["release 2 younger_farmer"]
    with pytest.raises(DecisionError):
        table.play("release 1 younger_farmer")
    table.play("release 2 younger_farmer")
    assert has_moved_on(table)
    assert palaces_of(table, 0) == ["2 younger_farmer", "1"]


@pytest.mark.rule("YD-27")
def test_of_palaces_alike_each_loses_one_person() -> None:
    table = struck(court("2 craftsman craftsman", "2 craftsman craftsman", rice=0), event="drought")
    assert table.moves() == ["release 1 craftsman"]
    table.play("release 1 craftsman")
    assert table.moves() == ["release 2 craftsman"]
    table.play("release 2 craftsman")
    assert palaces_of(table, 0) == ["2 craftsman", "2 craftsman"]


@pytest.mark.rule("YD-27", "YD-31")
@pytest.mark.parametrize(
    ("palaces", "rice", "left", "lost"),
    [
        pytest.param(("3", "3", "1 craftsman"), 0, 0, 1, id="empty palaces lose no person"),
        pytest.param(("3", "3", "1 craftsman"), 1, 0, 0, id="empty palaces cost nothing"),
        pytest.param(("3 craftsman craftsman craftsman",), 1, 0, 0, id="a palace costs 1, however many live there"),
        pytest.param(("2 older_farmer younger_farmer",), 0, 0, 1, id="rice sacks do not count"),
        pytest.param(("1 craftsman", "1 court_lady"), 2, 0, 0, id="rice cannot be kept back"),
        pytest.param(("1 craftsman", "1 court_lady", "2 court_lady"), 2, 0, 1, id="all rice is given"),
        pytest.param(("2", "2"), 3, 3, 0, id="no persons"),
        pytest.param((), 2, 2, 0, id="no palace"),
    ],
)
def test_the_cost_of_a_drought(palaces: tuple[str, ...], rice: int, left: int, lost: int) -> None:
    hungry = court(*palaces, rice=rice, yuan=5, fireworks=5)
    table = before_event(hungry, court("1", yuan=3), CALM, event="drought")
    assert fate(table, 0, "drought") == {"lost": lost, "points": 0}
    table.play("pass")
    assert asked_for(table, "release") == [0] * lost
    assert has_moved_on(table)
    assert goods(table, 0) == (5, left, 5)


@pytest.mark.rule("YD-27", "YD-31")
def test_a_drought_strikes_each_court_separately() -> None:
    hungry = [court("2 craftsman court_lady", "2 craftsman tax_collector"), court("2 craftsman", "2 tax_collector")]
    table = struck(*hungry, event="drought")
    play_all(table, "release 1 craftsman", "release 2 craftsman")
    assert table.seat == 1
    assert set(table.moves()) == {"release 1 craftsman", "release 2 tax_collector"}


# ------------------------------------------------------------------------------------------------------ festival


@pytest.mark.rule("YD-28", "YD-36")
@pytest.mark.parametrize(
    ("fireworks", "points", "left"),
    [
        pytest.param((3, 2, 1, 3), (6, 3, 0, 6), (1, 1, 1, 1), id="the rulebook's example"),
        pytest.param((4, 3, 2, 1, 0), (6, 3, 0, 0, 0), (2, 1, 2, 1, 0), id="all different"),
        pytest.param((1, 2, 3, 4, 5), (0, 0, 0, 3, 6), (1, 2, 3, 2, 2), id="all different, rising"),
        pytest.param((3, 1, 2), (6, 0, 3), (1, 1, 1), id="the second comes last"),
        pytest.param((1, 3, 2), (0, 6, 3), (1, 1, 1), id="the first comes second"),
        pytest.param((2, 3, 3), (3, 6, 6), (1, 1, 1), id="two first, one second"),
        pytest.param((7, 7, 2, 2, 1), (6, 6, 3, 3, 0), (3, 3, 1, 1, 1), id="two first, two second"),
        pytest.param((5, 3, 3, 1), (6, 3, 3, 0), (2, 1, 1, 1), id="two second"),
        pytest.param((4, 4), (6, 6), (2, 2), id="two all alike"),
        pytest.param((1, 1, 1, 1, 1), (6, 6, 6, 6, 6), (0, 0, 0, 0, 0), id="five all alike"),
        pytest.param((0, 0, 0), (0, 0, 0), (0, 0, 0), id="no fireworks"),
        pytest.param((0, 5, 0), (0, 6, 0), (0, 2, 0), id="only one has any"),
        pytest.param((1, 0, 1), (6, 0, 6), (0, 0, 0), id="none without fireworks is second"),
        pytest.param((1, 9), (3, 6), (0, 4), id="second with one"),
    ],
)
def test_the_festival_scores_most_and_second_most_fireworks(
    fireworks: tuple[int, ...], points: tuple[int, ...], left: tuple[int, ...]
) -> None:
    players = range(len(fireworks))
    table = before_event(*(court("1 craftsman", yuan=3, fireworks=many) for many in fireworks), event="festival")
    assert tuple(court_of(table, seat)["outlook"]["festival"]["points"] for seat in players) == points
    table.play("pass")
    assert has_moved_on(table)
    assert tuple(court_of(table, seat)["earned"]["festivals"] for seat in players) == points
    assert tuple(goods(table, seat) for seat in players) == tuple((3, 0, many) for many in left)
    assert [palaces_of(table, seat) for seat in players] == [["1 craftsman"] for _ in players]


@pytest.mark.rule("YD-28", "YD-31")
def test_rockets_on_pyrotechnists_do_not_count_in_the_festival() -> None:
    courts = [court("3 older_pyrotechnist younger_pyrotechnist", yuan=3, fireworks=many) for many in (0, 1)]
    table = play_all(before_event(*courts, court("1 craftsman", yuan=3, fireworks=2), event="festival"), "pass")
    assert [court_of(table, seat)["earned"]["festivals"] for seat in range(3)] == [0, 3, 6]
    assert [court_of(table, seat)["fireworks"] for seat in range(3)] == [0, 0, 1]


# ------------------------------------------------------------------------------------------------------- Mongols

HELMETS = {
    0: "3 craftsman craftsman",
    1: "3 younger_warrior craftsman",
    2: "3 younger_warrior younger_warrior craftsman",
    3: "3 older_warrior younger_warrior craftsman",
    4: "3 older_warrior older_warrior craftsman",
}


@pytest.mark.rule("YD-29", "YD-36")
@pytest.mark.parametrize(
    ("helmets", "releasing"),
    [
        pytest.param((3, 3, 2, 1, 1), [3, 4], id="the rulebook's example"),
        pytest.param((1, 0, 4, 2), [1], id="one has the fewest"),
        pytest.param((0, 2, 2, 0), [0, 3], id="two have none"),
        pytest.param((0, 0, 0), [0, 1, 2], id="no helmets"),
        pytest.param((1, 1, 1, 1), [0, 1, 2, 3], id="all alike"),
        pytest.param((1, 3), [0], id="two players"),
        pytest.param((3, 2, 3), [1], id="many helmets and yet the fewest"),
    ],
)
def test_mongols_score_helmets_and_the_fewest_lose_one_person(helmets: tuple[int, ...], releasing: list[int]) -> None:
    table = before_event(*(court(HELMETS[many], yuan=3) for many in helmets), event="mongols")
    for seat, many in enumerate(helmets):
        assert fate(table, seat, "mongols") == {"lost": int(seat in releasing), "points": many}
    persons = [court_of(table, seat)["persons"] for seat in range(len(helmets))]
    table.play("pass")
    assert tuple(court_of(table, seat)["earned"]["mongols"] for seat in range(len(helmets))) == helmets
    assert asked_for(table, "release") == releasing
    assert has_moved_on(table)
    assert [court_of(table, seat)["persons"] for seat in range(len(helmets))] == [
        many - (seat in releasing) for seat, many in enumerate(persons)
    ]


@pytest.mark.rule("YD-29")
def test_the_fewest_helmets_are_fixed_before_any_release() -> None:
    # After its release the first court has fewer helmets than the second. That changes nothing.
    weak = "2 younger_warrior craftsman"
    table = before_event(court(weak), court(weak), court("2 older_warrior", yuan=3), event="mongols")
    table.play("pass")
    assert set(table.moves()) == {"release 1 younger_warrior", "release 1 craftsman"}
    table.play("release 1 younger_warrior")
    assert (table.seat, len(table.moves())) == (1, 2)
    table.play("release 1 younger_warrior")
    assert has_moved_on(table)
    assert [court_of(table, seat)["earned"]["mongols"] for seat in range(3)] == [1, 1, 2]
    assert [court_of(table, seat)["income"]["parade"] for seat in range(3)] == [1, 1, 3]


@pytest.mark.rule("YD-29", "YD-31")
def test_if_the_fewest_helmets_have_no_person_no_other_court_loses_one() -> None:
    courts = [court("2"), court("2 younger_warrior"), court("2 older_warrior", yuan=3)]
    table = play_all(before_event(*courts, event="mongols"), "pass")
    assert has_moved_on(table)
    assert [court_of(table, seat)["persons"] for seat in range(3)] == [0, 1, 1]


# ----------------------------------------------------------------------------------------------------- contagion


@pytest.mark.rule("YD-30", "YD-36")
@pytest.mark.parametrize(
    ("healers", "lost"),
    [
        pytest.param("", 3, id="no mortar"),
        pytest.param("younger_healer", 2, id="1 mortar"),
        pytest.param("younger_healer younger_healer", 1, id="the rulebook's example"),
        pytest.param("older_healer", 1, id="2 mortars on one"),
        pytest.param("younger_healer older_healer", 0, id="3 mortars"),
        pytest.param("younger_healer younger_healer older_healer", 0, id="4 mortars"),
    ],
)
def test_contagion_takes_3_persons_less_the_mortars(healers: str, lost: int) -> None:
    sick = court(f"3 {healers}", "3 craftsman craftsman court_lady")
    table = before_event(sick, court("1", yuan=3), CALM, event="contagion")
    assert fate(table, 0, "contagion") == {"lost": lost, "points": 0}
    persons = court_of(table, 0)["persons"]
    table.play("pass")
    if lost:
        names = [f"release 1 {healer}" for healer in healers.split()]
        assert set(table.moves()) == {*names, "release 2 craftsman", "release 2 court_lady"}
    assert asked_for(table, "release") == [0] * lost
    assert has_moved_on(table)
    assert court_of(table, 0)["persons"] == persons - lost


@pytest.mark.rule("YD-30")
def test_the_healer_who_protected_may_be_released() -> None:
    table = struck(court("3 younger_healer craftsman craftsman", "2 court_lady"), event="contagion")
    play_all(table, "release 1 younger_healer", "release 1 craftsman")
    assert has_moved_on(table)
    assert palaces_of(table, 0) == ["3 craftsman", "2 court_lady"]
