"""The numbered rules of In the Year of the Dragon, first part: pieces, set-up, opening (YD-1 to YD-8)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

import palatine
from games.shares import assert_shares
from games.year_of_the_dragon.positions import (
    ACTIONS,
    CARDS,
    TYPES,
    Plain,
    acting,
    before_event,
    choosing_person,
    court,
    court_of,
    palaces_of,
    play_all,
    points_of,
    spaces,
    stacked,
    stacks,
    table_at,
)
from palatine import DecisionError, PositionError
from palatine.core.table import Table

SEEDS = range(3000)
"""Enough years to distinguish the rule's way of laying the events from any other."""

# tile: (type, symbols, value on the person track)
PERSONS = {
    "craftsman": ("craftsman", 1, 2),
    "court_lady": ("court_lady", 1, 1),
    "tax_collector": ("tax_collector", 3, 3),
    "younger_pyrotechnist": ("pyrotechnist", 1, 5),
    "older_pyrotechnist": ("pyrotechnist", 2, 3),
    "younger_warrior": ("warrior", 1, 5),
    "older_warrior": ("warrior", 2, 3),
    "younger_monk": ("monk", 1, 6),
    "older_monk": ("monk", 2, 2),
    "younger_healer": ("healer", 1, 4),
    "older_healer": ("healer", 2, 1),
    "younger_farmer": ("farmer", 1, 4),
    "older_farmer": ("farmer", 2, 1),
    "younger_scholar": ("scholar", 2, 4),
    "older_scholar": ("scholar", 3, 2),
}
YOUNGER = {kind: tile for tile, (kind, _, _) in PERSONS.items() if not tile.startswith("older")}
ALL_PAIRS = {f"draft {one} {other}" for one, other in combinations(TYPES, 2)}


def fresh(players: int = 4, seed: int = 1, **options: object) -> Table:
    return palatine.new("year_of_the_dragon", players=players, seed=seed, **options)


# ------------------------------------------------------------------------------------------------------- pieces


@pytest.mark.rule("YD-1", "YD-9")
@pytest.mark.parametrize(("tile", "values"), PERSONS.items())
def test_each_person_moves_the_marker_by_its_value(tile: str, values: tuple[str, int, int]) -> None:
    table = choosing_person(court("1", hand=["wild"]), court(hand=["wild"]))
    before = spaces(table)
    play_all(table, "play wild", f"take {tile}", "house 1")
    assert spaces(table) == {0: before[0] + values[2], 1: before[1]}


@pytest.mark.rule("YD-1")
@pytest.mark.parametrize(
    ("kind", "action", "what", "base"),
    [
        ("tax_collector", "act 1 taxes", "yuan", 2),
        ("farmer", "act 1 harvest", "rice", 1),
        ("pyrotechnist", "act 1 fireworks", "fireworks", 1),
    ],
)
def test_symbols_bring_goods(kind: str, action: str, what: str, base: int) -> None:
    for tile, (its_kind, symbols, _) in PERSONS.items():
        table = play_all(acting(court(f"1 {tile}"), court()), action)
        assert court_of(table, 0)[what] == base + (symbols if its_kind == kind else 0)


@pytest.mark.rule("YD-1")
def test_symbols_bring_floors_spaces_and_points() -> None:
    for tile, (kind, symbols, _) in PERSONS.items():
        counted = dict.fromkeys(TYPES, 0) | {kind: symbols}
        table = play_all(acting(court(f"1 {tile}"), court()), "act 1 build")
        assert table.position()["floors_left"] == 1 + counted["craftsman"]
        table = play_all(acting(court(f"1 {tile}"), court()), "act 2 parade")
        assert spaces(table)[0] == 20 + 1 + counted["warrior"]
        table = play_all(acting(court(f"1 {tile}"), court()), "act 2 research")
        assert points_of(table, 0)["research"] == 1 + counted["scholar"]


@pytest.mark.rule("YD-1")
def test_symbols_of_healers_monks_and_court_ladies_count() -> None:
    for tile, (kind, symbols, _) in PERSONS.items():
        counted = dict.fromkeys(TYPES, 0) | {kind: symbols}
        sick = before_event(court("3 craftsman craftsman craftsman", f"1 {tile}"), court(yuan=3), event="contagion")
        sick.play("pass")
        while sick.position()["phase"] == "release":
            sick.play(sick.moves()[0])
        assert court_of(sick, 0)["persons"] == 4 - (3 - counted["healer"])
        peaceful = before_event(court(f"1 {tile}"), court(yuan=3), event="peace")
        assert points_of(peaceful, 0)["monks"] == counted["monk"]
        peaceful.play("pass")
        assert points_of(peaceful, 0)["court_ladies"] == counted["court_lady"]


@pytest.mark.rule("YD-2")
@pytest.mark.parametrize(
    ("players", "alone", "younger", "older"), [(2, 4, 3, 1), (3, 6, 4, 2), (4, 8, 5, 3), (5, 10, 6, 4)]
)
def test_tiles_on_display(players: int, alone: int, younger: int, older: int) -> None:
    without_older = {"craftsman", "court_lady", "tax_collector"}
    expected = {
        tile: alone if tile in without_older else older if tile.startswith("older") else younger for tile in PERSONS
    }
    assert fresh(players).position()["display"] == expected


@pytest.mark.rule("YD-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_starting_goods_cards_and_palaces(players: int) -> None:
    position = fresh(players).position()
    assert len(position["courts"]) == players
    for each in position["courts"]:
        assert sorted(each["hand"]) == sorted(CARDS)
        assert each["palaces"] == [{"floors": 2, "persons": []}] * 2
        assert (each["yuan"], each["rice"], each["fireworks"]) == (6, 0, 0)
        assert (each["small_privileges"], each["large_privileges"], each["score"]) == (0, 0, 0)
    (only,) = position["track"]
    assert (only["space"], sorted(only["seats"])) == (0, list(range(players)))


@pytest.mark.rule("YD-5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_are_seven_action_cards(players: int) -> None:
    table = fresh(players)
    while not table.position()["month"]:
        table.play(table.moves()[0])
    assert sorted(card for group in table.position()["groups"] for card in group) == sorted(ACTIONS)


# The rulebook's box holds 66 floors, 66 yuan in coins, 24 rice, 12 fireworks, 5 small and 3 large privileges.
ALL_THERE_IS = court(*["3"] * 22, yuan=66, rice=24, fireworks=12, small_privileges=5, large_privileges=3)


@pytest.mark.rule("YD-6")
@pytest.mark.parametrize(
    ("decisions", "what", "after"),
    [
        (["act 1 taxes"], "yuan", 68),
        (["act 1 harvest"], "rice", 25),
        (["act 1 fireworks"], "fireworks", 13),
        (["act 2 privilege", "buy small"], "small_privileges", 6),
        (["act 2 privilege", "buy large"], "large_privileges", 4),
    ],
)
def test_supplies_never_run_out(decisions: list[str], what: str, after: int) -> None:
    table = play_all(acting(ALL_THERE_IS, ALL_THERE_IS), *decisions)
    assert court_of(table, 0)[what] == after


@pytest.mark.rule("YD-6", "YD-14")
def test_floors_never_run_out() -> None:
    table = play_all(acting(ALL_THERE_IS, ALL_THERE_IS), "act 1 build", "build new")
    assert palaces_of(table, 0) == [*["3"] * 22, "1"]


@pytest.mark.rule("YD-6", "YD-19")
@pytest.mark.parametrize(("options", "price"), [({}, 6), ({"large_privilege": "6"}, 6), ({"large_privilege": "7"}, 7)])
def test_the_price_of_a_large_privilege_is_an_option(options: Plain, price: int) -> None:
    table = play_all(acting(court(yuan=price), court(), options=options), "act 2 privilege", "buy large")
    assert (court_of(table, 0)["yuan"], court_of(table, 0)["large_privileges"]) == (0, 1)
    table = play_all(acting(court(yuan=price - 1), court(), options=options), "act 2 privilege")
    assert table.moves() == ["buy small"]


# ------------------------------------------------------------------------------------------------------- events


@pytest.fixture(scope="module")
def years() -> list[list[str]]:
    return [fresh(2 + seed % 4, seed).essence(0)["events"] for seed in SEEDS]


@pytest.mark.rule("YD-4")
def test_the_year_begins_in_peace_and_has_each_other_event_twice(years: list[list[str]]) -> None:
    for events in years:
        assert events[:2] == ["peace", "peace"]
        others = ("tribute", "drought", "contagion", "mongols", "festival")
        assert Counter(events[2:]) == dict.fromkeys(others, 2)


@pytest.mark.rule("YD-4")
def test_no_event_except_peace_follows_itself(years: list[list[str]]) -> None:
    for events in years:
        assert all(one != other for one, other in pairwise(events[1:]))


def pairings(free: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield every way in which ten draws form five pairs of the same event."""
    if not free:
        yield []
        return
    for partner in free[1:]:
        rest = [draw for draw in free[1:] if draw != partner]
        yield from ([(free[0], partner), *pairs] for pairs in pairings(rest))


def laid(draws: list[int]) -> dict[int, int]:
    """Return the months of ten tiles drawn one by one, by the rule."""
    year: dict[int, int] = {}
    for event in draws:
        free = [month for month in range(3, 13) if month not in year]
        slides = year.get(free[0] - 1) == event and len(free) > 1
        year[free[1] if slides else free[0]] = event
    if year[12] == year[11]:
        year[10], year[11] = year[11], year[10]
    return year


@pytest.mark.rule("YD-4")
def test_events_are_drawn_one_by_one_and_slide_or_swap(years: list[list[str]]) -> None:
    """The months of an event's two tiles are as likely as if every order of drawing were."""
    shares: Counter[tuple[int, ...]] = Counter()
    for pairs in pairings(list(range(10))):
        kind_of = {draw: kind for kind, pair in enumerate(pairs) for draw in pair}
        year = laid([kind_of[draw] for draw in range(10)])
        shares.update(tuple(sorted(month for month in year if year[month] == kind)) for kind in range(5))
    found: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for events in years:
        for event in set(events[2:]):
            found[event, tuple(month for month in range(3, 13) if events[month - 1] == event)] += 1
    kinds = {event for event, _ in found}
    assert_shares(found, {(event, months): share for event in kinds for months, share in shares.items()})
    # Swapping a last tile that would follow itself leaves the event of month 12 in month 10 too.
    both = sum(events[9] == events[11] for events in years)
    expected = len(years) * shares[10, 12] / (shares.total() / 5)
    assert abs(both - expected) < 4 * expected**0.5


# ------------------------------------------------------------------------------------------------------ opening


@pytest.mark.rule("YD-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_start_player_is_drawn_evenly_or_the_first(players: int) -> None:
    drawn = Counter(fresh(players, seed).essence(0)["start"] for seed in range(400))
    assert_shares(drawn, dict.fromkeys(range(players), 1))
    given = {fresh(players, seed, start_player="first").seat for seed in range(20)}
    assert given == {0}


@pytest.mark.rule("YD-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_each_seat_drafts_and_houses_two_from_the_start_player_on(players: int, seed: int) -> None:
    table = fresh(players, seed)
    start, choices = table.position()["start"], random.Random(seed)
    for i in range(players):
        for phase in ("draft", "house", "house"):
            assert (table.seat, table.position()["phase"]) == ((start + i) % players, phase)
            table.play(choices.choice(table.moves()))
    assert table.position()["month"] == 1
    assert [each["persons"] for each in table.position()["courts"]] == [2] * players


@pytest.mark.rule("YD-7")
def test_the_track_does_not_order_the_opening() -> None:
    courts = [court("2", "2", yuan=6, hand=[*CARDS], owed=1) for _ in range(3)]
    changes: Plain = {"stage": "draft", "phase": "draft", "seat": 1, "start": 1, "track": stacked((0, [0, 2, 1]))}
    table = table_at(courts, month=0, **changes)
    drafted = []
    while table.position()["phase"] == "draft":
        drafted.append(table.seat)
        play_all(table, table.moves()[0], "house 1", "house 1")
    assert drafted == [1, 2, 0]


@pytest.mark.rule("YD-7")
def test_any_two_different_persons_may_be_drafted() -> None:
    moves = fresh(3).moves()
    assert len(moves) == len(set(moves)) == 36
    assert set(moves) == ALL_PAIRS


@pytest.mark.rule("YD-7")
def test_a_pair_is_taken_once_but_its_persons_again_in_other_pairs() -> None:
    table = play_all(fresh(5), "draft monk scholar", "house 1", "house 1")
    assert set(table.moves()) == ALL_PAIRS - {"draft monk scholar"}
    for again in ("draft monk scholar", "draft scholar monk"):
        with pytest.raises(DecisionError):
            table.play(again)
    play_all(table, "draft craftsman monk", "house 1", "house 1")
    assert set(table.moves()) == ALL_PAIRS - {"draft monk scholar", "draft craftsman monk"}


@pytest.mark.rule("YD-7", "YD-1")
def test_drafted_persons_are_younger_and_leave_the_display() -> None:
    for one, other in combinations(TYPES, 2):
        table = fresh(2)
        seat, before = table.position()["start"], table.position()["display"]
        play_all(table, f"draft {one} {other}", "house 1", "house 2")
        assert palaces_of(table, seat) == [f"2 {YOUNGER[one]}", f"2 {YOUNGER[other]}"]
        taken = {YOUNGER[one], YOUNGER[other]}
        assert table.position()["display"] == {tile: count - (tile in taken) for tile, count in before.items()}
        assert spaces(table)[seat] == PERSONS[YOUNGER[one]][2] + PERSONS[YOUNGER[other]][2]
        assert (court_of(table, seat)["yuan"], len(court_of(table, seat)["hand"])) == (6, 11)


@pytest.mark.rule("YD-7", "YD-8", "YD-9")
def test_a_pair_may_share_a_palace() -> None:
    table = fresh(2, start_player="first")
    table.play("draft healer farmer")
    assert (table.moves(), spaces(table)[0]) == (["house 1"], 0)  # both palaces are alike
    table.play("house 1")
    assert (set(table.moves()), spaces(table)[0]) == ({"house 1", "house 2"}, 4)
    table.play("house 1")
    assert (palaces_of(table, 0), spaces(table)[0]) == (["2 younger_healer younger_farmer", "2"], 8)


@pytest.mark.rule("YD-36", "YD-7", "YD-9")
def test_example_of_the_opening() -> None:
    table = fresh(4, start_player="first")
    play_all(table, "draft tax_collector scholar", "house 1", "house 2")
    assert stacks(table)[0] == (7, [0])
    play_all(table, "draft tax_collector farmer", "house 1", "house 2")
    assert stacks(table)[0] == (7, [1, 0])
    play_all(table, "draft farmer scholar", "house 1", "house 2")
    assert stacks(table) == [(8, [2]), (7, [1, 0]), (0, [3])]
    gone = {"draft tax_collector scholar", "draft tax_collector farmer", "draft farmer scholar"}
    assert set(table.moves()) == ALL_PAIRS - gone
    play_all(table, "draft craftsman court_lady", "house 1", "house 2")
    assert table.position()["turn_order"] == [2, 1, 0, 3]


# ------------------------------------------------------------------------------------------------------ housing


@pytest.mark.rule("YD-8", "YD-21")
def test_a_palace_holds_as_many_persons_as_floors() -> None:
    table = choosing_person(
        court("1 craftsman", "1", "2 craftsman court_lady", "2 craftsman", "3 court_lady court_lady", hand=["monk"]),
        court(),
    )
    play_all(table, "play monk", "take younger_monk")
    assert set(table.moves()) == {"house 2", "house 4", "house 5"}
    table.play("house 5")
    assert palaces_of(table, 0)[4] == "3 court_lady court_lady younger_monk"


@pytest.mark.rule("YD-8")
@pytest.mark.parametrize(
    "palace", ["0", "4", "1 craftsman craftsman", "2 craftsman craftsman craftsman", "3 " + "craftsman " * 4]
)
def test_higher_or_fuller_palaces_are_refused(palace: str) -> None:
    with pytest.raises(PositionError):
        acting(court(palace), court())
