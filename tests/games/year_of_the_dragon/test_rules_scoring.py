"""The numbered rules of In the Year of the Dragon: scoring, the winner, the sources of points (YD-33 to YD-36)."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import palatine
from games.year_of_the_dragon.positions import (
    CALM,
    LASTING,
    Plain,
    acting,
    before_event,
    court,
    court_of,
    has_moved_on,
    play_all,
    points_of,
    stacked,
    table_at,
    year_with,
)
from palatine.core.table import Table

BASE_SOURCES = [
    "palaces",
    "court_ladies",
    "privileges",
    "research",
    "festivals",
    "mongols",
    "persons",
    "monks",
    "money",
]


def month_scored(scoring: Plain, month: int = 3) -> dict[str, int]:
    """Return the points of a court in a peaceful month, by the sources that give any."""
    table = play_all(before_event(scoring, court("1 craftsman", yuan=3), event="peace", month=month), "pass")
    return {source: points for source, points in court_of(table, 0)["earned"].items() if points}


def at_the_end(*courts: Plain, track: list[Plain] | None = None, **changes: Any) -> Table:
    """Return a finished game with these courts."""
    fields = {"stage": "last_wall", "phase": "over", "seat": None, **({"track": track} if track else {}), **changes}
    return table_at(courts, 12, **fields)


def outcome(table: Table) -> dict[str, Any]:
    """Return the result of a finished game."""
    result = table.result()
    assert result is not None
    assert result["winners"] == table.winners()
    assert result["totals"] == table.totals() == [seat["total"] for seat in table.scores()]
    return result


def with_points(points: int) -> Plain:
    """Return a court with nothing but points."""
    return court(earned=dict.fromkeys(LASTING, 0) | {"research": points})


# ----------------------------------------------------------------------------------------------- scoring of a month


@pytest.mark.rule("YD-32", "YD-33")
@pytest.mark.parametrize(("palaces", "points"), [(("1", "2", "2 craftsman"), 2), (("1", "1"), 0), (("3", "1 monk"), 2)])
def test_month_points_are_those_after_decay(palaces: tuple[str, ...], points: int) -> None:
    homes = [palace.replace("monk", "younger_monk") for palace in palaces]
    table = before_event(court(*homes), court("1 craftsman", yuan=3), event="peace", month=2)
    assert court_of(table, 0)["month_points"] == points
    table.play("pass")
    assert court_of(table, 0)["score"] == points


@pytest.mark.rule("YD-27")
def test_a_court_without_persons_is_not_safe() -> None:
    table = before_event(court("2"), court("2 craftsman", yuan=3, rice=1), event="peace", month=2)
    empty, fed = court_of(table, 0)["outlook"]["drought"], court_of(table, 1)["outlook"]["drought"]
    assert (empty["lost"], empty["safe"]) == (0, False)
    assert (fed["lost"], fed["safe"]) == (0, True)
    assert court_of(table, 1)["outlook"]["contagion"]["safe"] is False


@pytest.mark.rule("YD-33", "YD-36")
def test_three_palaces_two_court_ladies_and_a_large_privilege_score_7() -> None:
    scoring = court("2 court_lady", "3 court_lady younger_monk", "2 craftsman", large_privileges=1)
    table = before_event(scoring, court("1 craftsman", yuan=3), event="peace")
    assert court_of(table, 0)["month_points"] == 7
    table.play("pass")
    assert court_of(table, 0)["score"] == 7
    assert points_of(table, 0) | {"persons": 0, "monks": 0} == dict.fromkeys(BASE_SOURCES, 0) | {
        "palaces": 3,
        "court_ladies": 2,
        "privileges": 2,
    }


@pytest.mark.rule("YD-33")
@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        pytest.param(court("1 craftsman"), {"palaces": 1}, id="a low palace"),
        pytest.param(court("3 craftsman younger_monk"), {"palaces": 1}, id="a high palace"),
        pytest.param(court("3", "2", "2 craftsman"), {"palaces": 3}, id="empty palaces"),
        pytest.param(court("1", "1", "2 craftsman"), {"palaces": 1}, id="decayed palaces are gone"),
        pytest.param(court("3 court_lady court_lady court_lady"), {"palaces": 1, "court_ladies": 3}, id="ladies"),
        pytest.param(court(small_privileges=3), {"privileges": 3}, id="small privileges"),
        pytest.param(court(small_privileges=1, large_privileges=2), {"privileges": 5}, id="privileges of both kinds"),
        pytest.param(
            court("3 older_scholar tax_collector younger_pyrotechnist", yuan=30, rice=9, fireworks=9),
            {"palaces": 1},
            id="nothing else scores",
        ),
        pytest.param(court(), {}, id="nothing at all"),
    ],
)
def test_a_month_scores_palaces_court_ladies_and_privileges(scoring: Plain, points: dict[str, int]) -> None:
    assert month_scored(scoring) == points


@pytest.mark.rule("YD-33")
@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_scores(month: int) -> None:
    scoring = court("2 court_lady", "2 court_lady", small_privileges=3)
    assert month_scored(scoring, month) == {"palaces": 2, "court_ladies": 2, "privileges": 3}


@pytest.mark.rule("YD-33")
def test_losses_in_the_event_no_longer_score() -> None:
    poor = court("1 court_lady", "2 court_lady craftsman", yuan=3)
    table = play_all(before_event(poor, CALM, event="tribute"), "pass")
    assert court_of(table, 0)["score"] == 0
    table.play("release 1 court_lady")
    assert has_moved_on(table)
    earned = court_of(table, 0)["earned"]
    assert (earned["palaces"], earned["court_ladies"]) == (1, 1)


@pytest.mark.rule("YD-33")
@pytest.mark.parametrize("seed", range(4))
def test_in_whole_games_each_month_scores_what_stands_at_its_end(seed: int) -> None:
    """Nothing happens between the scoring of a month and the first decision of the next."""
    table = palatine.new("year_of_the_dragon", players=2 + seed, seed=seed)
    choices = random.Random(seed)
    starts: dict[int, Plain] = {}
    while not table.over:
        position = table.position()
        starts.setdefault(position["month"], position)
        table.play(choices.choice(table.moves()))
    starts[13] = table.position()
    for month, (before, after) in enumerate(pairwise(starts[month] for month in range(1, 14)), start=1):
        assert before["month"] == month
        for was, now in zip(before["courts"], after["courts"], strict=True):
            ladies = [person for palace in now["palaces"] for person in palace["persons"]].count("court_lady")
            dragons = now["small_privileges"] + 2 * now["large_privileges"]
            gained = {source: now["earned"][source] - was["earned"][source] for source in LASTING}
            assert gained["palaces"] == len(now["palaces"])
            assert gained["court_ladies"] == ladies
            assert gained["privileges"] == dragons


# ---------------------------------------------------------------------------------------------------- final scoring


@pytest.mark.rule("YD-34", "YD-36")
def test_the_example_of_the_final_scoring() -> None:
    benno = court(
        *("2 younger_monk craftsman", "3 older_monk craftsman court_lady", "3 tax_collector younger_healer"),
        yuan=4,
        rice=1,
        fireworks=2,
    )
    table = play_all(before_event(court("1 craftsman"), benno, event="peace", month=12), "pass")
    assert table.over
    points = points_of(table, 1)
    assert (points["persons"], points["monks"], points["money"]) == (14, 8, 3)
    # Month 12 has been scored like every month.
    assert (points["palaces"], points["court_ladies"]) == (3, 1)
    assert table.totals()[1] == 25 + 4


@pytest.mark.rule("YD-34")
@pytest.mark.parametrize(
    ("palaces", "points"),
    [
        ((), 0),
        (("3", "2"), 0),
        (("1 court_lady",), 2),
        (("2 younger_healer older_healer",), 4),
        (("3 craftsman craftsman older_warrior", "1 older_scholar", "3 tax_collector"), 10),
    ],
)
def test_each_person_scores_2_at_the_end(palaces: tuple[str, ...], points: int) -> None:
    table = at_the_end(court(*palaces), court(), court())
    assert (points_of(table, 0)["persons"], table.totals()[0]) == (points, points)


@pytest.mark.rule("YD-34")
@pytest.mark.parametrize(
    ("palaces", "points"),
    [
        pytest.param(("1 younger_monk",), 1, id="younger"),
        pytest.param(("1 older_monk",), 2, id="older"),
        pytest.param(("3 younger_monk",), 3, id="floors, not persons"),
        pytest.param(("3 older_monk craftsman craftsman",), 6, id="older in a high palace"),
        pytest.param(("3 younger_monk younger_monk older_monk",), 12, id="three in one palace"),
        pytest.param(("1 younger_monk", "2 older_monk", "3 younger_monk"), 8, id="each in its own palace"),
        pytest.param(("3 craftsman", "3", "1 younger_monk"), 1, id="other palaces do not count"),
        pytest.param(("3 craftsman older_scholar",), 0, id="no monk"),
    ],
)
def test_a_monk_scores_its_buddhas_times_the_floors_of_its_palace(palaces: tuple[str, ...], points: int) -> None:
    table = at_the_end(court(*palaces), court("3 craftsman"), court())
    persons = 2 * sum(len(palace.split()) - 1 for palace in palaces)
    assert (points_of(table, 0)["monks"], points_of(table, 1)["monks"]) == (points, 0)
    assert table.totals()[0] == points + persons


@pytest.mark.rule("YD-34")
@pytest.mark.parametrize(
    ("yuan", "rice", "fireworks", "points"),
    [
        *[(0, 0, 0, 0), (2, 0, 0, 0), (3, 0, 0, 1), (5, 0, 0, 1), (6, 0, 0, 2), (31, 0, 0, 10)],
        *[(0, 1, 0, 0), (0, 0, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1), (0, 2, 0, 1), (0, 3, 0, 2), (0, 0, 3, 2)],
        # Everything is sold before yuan are divided by three: no remainder is lost.
        *[(0, 1, 1, 1), (2, 1, 1, 2), (2, 2, 0, 2), (5, 4, 4, 7), (4, 1, 2, 3)],
    ],
)
def test_rice_and_fireworks_are_sold_for_2_yuan_and_3_yuan_score_1(
    yuan: int, rice: int, fireworks: int, points: int
) -> None:
    table = at_the_end(court(yuan=yuan, rice=rice, fireworks=fireworks), court())
    assert (points_of(table, 0)["money"], table.totals()) == (points, [points, 0])


@pytest.mark.rule("YD-34", "YD-28")
def test_goods_lost_in_the_last_event_are_not_sold() -> None:
    # Of 5 and 3 fireworks 2 and 1 are left.
    table = before_event(court(fireworks=5), court(yuan=3, fireworks=3), event="festival", month=12)
    table.play("pass")
    assert [points_of(table, seat)["festivals"] for seat in (0, 1)] == [6, 3]
    assert [points_of(table, seat)["money"] for seat in (0, 1)] == [1, 1]


@pytest.mark.rule("YD-34", "YD-30")
def test_persons_lost_in_the_last_event_do_not_score() -> None:
    sick = court("3 older_monk craftsman younger_healer", "1 court_lady")
    table = play_all(before_event(sick, CALM, event="contagion", month=12), "pass")
    assert table.winners() == []
    play_all(table, "release 1 older_monk", "release 2 court_lady")
    assert table.over
    assert points_of(table, 0) == dict.fromkeys(BASE_SOURCES, 0) | {"palaces": 1, "persons": 4}


@pytest.mark.rule("YD-34")
@pytest.mark.parametrize("month", [1, 6, 11])
def test_the_game_ends_after_month_12_and_not_before(month: int) -> None:
    courts = [court("2 craftsman"), court("2 craftsman", yuan=3)]
    table = play_all(before_event(*courts, event="peace", month=month), "pass")
    assert not table.over
    assert (table.winners(), table.result()) == ([], None)
    assert has_moved_on(table, month)
    table = play_all(before_event(*courts, event="peace", month=12), "pass")
    assert table.over
    assert (table.seat, table.moves(), table.position()["phase"]) == (None, [], "over")
    # Palace and person each, and 3 yuan.
    assert (outcome(table)["totals"], table.winners()) == ([3, 4], [1])


# ------------------------------------------------------------------------------------------------------- the winner


@pytest.mark.rule("YD-35")
@pytest.mark.parametrize("winner", range(4))
def test_the_most_points_win_whatever_the_track(winner: int) -> None:
    behind = stacked((30, [seat for seat in range(4) if seat != winner]), (1, [winner]))
    table = at_the_end(*(with_points(41 if seat == winner else 40) for seat in range(4)), track=behind)
    assert outcome(table) == {
        "totals": [41 if seat == winner else 40 for seat in range(4)],
        "winners": [winner],
        "decided_by": "score",
    }


@pytest.mark.rule("YD-35")
@pytest.mark.parametrize(
    ("points", "track", "winner", "decided_by"),
    [
        pytest.param((20, 20), stacked((8, [1]), (7, [0])), 1, "person_track", id="farther of two"),
        pytest.param((20, 20), stacked((80, [0]), (9, [1])), 0, "person_track", id="farther of two, the other way"),
        pytest.param((20, 20), stacked((0, [1, 0])), 1, "stack", id="upper of two"),
        pytest.param((20, 20), stacked((5, [0, 1])), 0, "stack", id="upper of two, the other way"),
        pytest.param((9, 20, 20), stacked((50, [0]), (12, [2]), (3, [1])), 2, "person_track", id="among those tied"),
        pytest.param((9, 20, 20), stacked((12, [0, 1, 2])), 1, "stack", id="upper among those tied"),
        pytest.param((20, 20, 20), stacked((30, [2]), (12, [1, 0])), 2, "person_track", id="farther than a stack"),
        pytest.param((20, 20, 20), stacked((12, [1, 2]), (6, [0])), 1, "stack", id="upper of those who are farthest"),
        pytest.param((7, 7, 7, 7, 7), stacked((12, [3, 4, 0, 2, 1])), 3, "stack", id="all five on one space"),
    ],
)
def test_a_tie_is_broken_by_the_person_track(
    points: tuple[int, ...], track: list[Plain], winner: int, decided_by: str
) -> None:
    result = outcome(at_the_end(*map(with_points, points), track=track))
    assert (result["winners"], result["decided_by"]) == ([winner], decided_by)


@pytest.mark.rule("YD-35", "YD-17")
def test_the_last_parade_can_break_a_tie() -> None:
    # The second marker lands on top of the first.
    courts = [court("2 craftsman"), court("1 younger_warrior", yuan=2)]
    owing = [courts[0], courts[1] | {"owed": 1}]
    events = year_with(12, "peace")
    for track, winner in [(stacked((7, [0]), (5, [1])), 1), (stacked((8, [0]), (5, [1])), 0)]:
        table = table_at(owing, 12, seat=1, track=track, events=events)
        group = next(i for i, group in enumerate(table.position()["groups"], start=1) if "parade" in group)
        table.play(f"act {group} parade")
        result = outcome(table)
        assert (result["totals"], result["winners"]) == ([3, 3], [winner])


@pytest.mark.rule("YD-35", "YD-34")
def test_the_winner_is_known_only_after_the_final_scoring() -> None:
    ahead, behind = with_points(10), court("3 older_monk", yuan=8)
    table = play_all(before_event(ahead, behind, event="peace", month=12), "pass")
    assert outcome(table)["totals"] == [10, 1 + 2 + 6 + 2]
    assert table.winners() == [1]


# ------------------------------------------------------------------------------------------------ points by source


@pytest.mark.rule("YD-33", "YD-34")
def test_points_are_listed_by_source() -> None:
    earned = {source: number for number, source in enumerate(LASTING, start=1)} | {"wall": 0, "super_event": 0}
    table = at_the_end(court("2 younger_monk court_lady", yuan=7, earned=earned), court())
    assert points_of(table, 0) == {
        "palaces": 1,
        "court_ladies": 2,
        "privileges": 3,
        "research": 4,
        "festivals": 5,
        "mongols": 6,
        "persons": 4,
        "monks": 2,
        "money": 2,
    }
    assert table.totals() == [29, 0]


@pytest.mark.rule("YD-18", "YD-33")
def test_research_is_a_source_of_its_own() -> None:
    table = acting(court("2 older_scholar craftsman"), court())
    table.play("act 2 research")
    assert points_of(table, 0) == dict.fromkeys(BASE_SOURCES, 0) | {"research": 4, "persons": 4}


@pytest.mark.rule("YD-33", "YD-34", "YD-35")
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_in_whole_games_the_sources_add_up_and_one_player_wins(players: int, seed: int) -> None:
    table = palatine.new("year_of_the_dragon", players=players, seed=seed)
    choices = random.Random(seed)
    while not table.over:
        points = [points_of(table, seat) for seat in range(players)]
        assert [list(of_seat) for of_seat in points] == [BASE_SOURCES] * players
        assert table.totals() == [sum(of_seat.values()) for of_seat in points]
        table.play(choices.choice(table.moves()))
    result = outcome(table)
    best = max(result["totals"])
    assert len(result["winners"]) == 1
    assert result["totals"][result["winners"][0]] == best
    if result["totals"].count(best) == 1:
        assert result["decided_by"] == "score"
