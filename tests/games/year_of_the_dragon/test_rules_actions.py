"""The numbered rules of In the Year of the Dragon, third part: the seven actions (YD-13 to YD-19)."""

from __future__ import annotations

import pytest

from games.year_of_the_dragon.positions import (
    Plain,
    acting,
    court,
    court_of,
    has_moved_on,
    palaces_of,
    play_all,
    points_of,
    possessions,
    spaces,
    stacked,
)
from palatine import DecisionError
from palatine.core.table import Table

# --------------------------------------------------------------------------------------- goods, spaces and points


def brought(table: Table, seat: int) -> dict[str, int]:
    """Return what actions can change."""
    owned = possessions(table, seat)
    return {**{name: owned[name] for name in ("yuan", "rice", "fireworks", "space")}, **owned["earned"]}


OTHER_PERSONS = "court_lady younger_monk"
OTHER = court("3 tax_collector younger_farmer younger_pyrotechnist", "2 younger_warrior younger_scholar", "1 craftsman")


@pytest.mark.rule("YD-13", "YD-15", "YD-16", "YD-17", "YD-18")
@pytest.mark.parametrize(
    ("action", "what", "persons", "gain"),
    [
        ("act 1 taxes", "yuan", "", 2),
        ("act 1 taxes", "yuan", "tax_collector", 5),
        ("act 1 taxes", "yuan", "tax_collector tax_collector tax_collector", 11),
        ("act 1 harvest", "rice", "", 1),
        ("act 1 harvest", "rice", "younger_farmer younger_farmer", 3),
        ("act 1 harvest", "rice", "older_farmer", 3),
        ("act 1 fireworks", "fireworks", "", 1),
        ("act 1 fireworks", "fireworks", "younger_pyrotechnist older_pyrotechnist", 4),
        ("act 1 fireworks", "fireworks", "older_pyrotechnist", 3),
        ("act 2 parade", "space", "", 1),
        ("act 2 parade", "space", "younger_warrior", 2),
        ("act 2 parade", "space", "younger_warrior older_warrior", 4),
        ("act 2 research", "research", "", 1),
        ("act 2 research", "research", "younger_scholar younger_scholar", 5),
        ("act 2 research", "research", "older_scholar", 4),
    ],
)
def test_an_action_brings_its_base_and_one_for_each_own_symbol(action: str, what: str, persons: str, gain: int) -> None:
    others = [f"2 {OTHER_PERSONS}", "3 craftsman older_healer"]  # their symbols do not count here
    table = acting(court(*others, f"3 {persons}", yuan=1, rice=1, fireworks=1), OTHER)
    before = [brought(table, seat) for seat in range(2)]
    table.play(action)
    assert brought(table, 0) == before[0] | {what: before[0][what] + gain}
    assert brought(table, 1) == before[1]


@pytest.mark.rule("YD-13", "YD-15", "YD-16", "YD-17", "YD-18", "YD-14")
def test_symbols_count_in_any_palace() -> None:
    kinds = ["tax_collector", "younger_farmer", "younger_pyrotechnist", "younger_warrior", "younger_scholar"]
    actions = ["act 1 taxes", "act 1 harvest", "act 1 fireworks", "act 2 parade", "act 2 research"]
    for kind, action, (what, gain) in zip(
        kinds,
        actions,
        [("yuan", 8), ("rice", 3), ("fireworks", 3), ("space", 20 + 3), ("research", 5)],
        strict=True,
    ):
        table = play_all(acting(court(f"1 {kind}", "2", f"3 craftsman {kind}"), court()), action)
        assert brought(table, 0)[what] == gain
    table = play_all(acting(court("1 craftsman", "2", "2 court_lady craftsman"), court()), "act 1 build")
    assert table.position()["floors_left"] == 3


@pytest.mark.rule("YD-36", "YD-13", "YD-11")
def test_example_of_taxes_with_two_collectors_after_the_fee() -> None:
    table = acting(court(), court("2 tax_collector tax_collector", yuan=3), month=1)
    table.play("act 1 taxes")
    assert (court_of(table, 0)["yuan"], court_of(table, 1)["yuan"]) == (2, 3)
    table.play("act 1 taxes")
    assert (court_of(table, 0)["yuan"], court_of(table, 1)["yuan"]) == (2, 8)


@pytest.mark.rule("YD-36", "YD-15")
def test_example_of_a_harvest_with_a_younger_and_an_older_farmer() -> None:
    table = play_all(acting(court("2 younger_farmer older_farmer"), court()), "act 1 harvest")
    assert court_of(table, 0)["rice"] == 4


@pytest.mark.rule("YD-36", "YD-17")
def test_example_of_a_parade_with_two_older_warriors() -> None:
    table = acting(court("2 older_warrior older_warrior"), court(), court())
    before = spaces(table)
    table.play("act 2 parade")
    assert spaces(table) == before | {0: before[0] + 5}


@pytest.mark.rule("YD-36", "YD-18")
def test_example_of_research_with_a_younger_and_an_older_scholar() -> None:
    table = acting(court("2 younger_scholar older_scholar"), court())
    before = table.totals()
    table.play("act 2 research")
    assert table.totals() == [before[0] + 6, before[1]]
    assert court_of(table, 0)["score"] == 6


@pytest.mark.rule("YD-17", "YD-9")
def test_a_parade_onto_an_occupied_space_changes_who_plays_first() -> None:
    courts = [court("1", hand=["monk"]) for _ in range(3)]
    track = stacked((6, [2]), (5, [0, 1]))
    table = play_all(acting(*courts, track=track, seat=2), "pass", "pass", "act 2 parade")
    assert (table.seat, table.position()["phase"]) == (1, "play")
    assert table.position()["turn_order"] == [1, 2, 0]


# ------------------------------------------------------------------------------------------------------ building


@pytest.mark.rule("YD-14")
@pytest.mark.parametrize("craftsmen", [0, 1, 2, 3])
def test_one_floor_and_one_for_each_hammer_must_be_built(craftsmen: int) -> None:
    table = play_all(acting(court("3" + " craftsman" * craftsmen), court("1 craftsman")), "act 1 build")
    for left in range(1 + craftsmen, 0, -1):
        assert (table.seat, table.position()["phase"], table.position()["floors_left"]) == (0, "build", left)
        assert all(move.startswith("build ") for move in table.moves())
        with pytest.raises(DecisionError):
            table.play("pass")
        table.play("build new")
    assert (table.seat, table.position()["phase"], table.position()["floors_left"]) == (1, "act", 0)
    assert palaces_of(table, 0) == ["3" + " craftsman" * craftsmen, *["1"] * (1 + craftsmen)]


@pytest.mark.rule("YD-14", "YD-8")
def test_palaces_grow_to_three_floors_and_no_higher() -> None:
    table = acting(court("1 craftsman", "2 court_lady craftsman", "3 craftsman", "3"), court())
    table.play("act 1 build")
    assert set(table.moves()) == {"build 1", "build 2", "build new"}
    table.play("build 2")
    assert set(table.moves()) == {"build 1", "build new"}
    play_all(table, "build 1", "build 1")
    assert table.moves() == ["build new"]
    table.play("build new")
    # Existing persons and floors stay where they were.
    assert palaces_of(table, 0) == ["3 craftsman", "3 craftsman court_lady", "3 craftsman", "3", "1"]


@pytest.mark.rule("YD-14")
@pytest.mark.parametrize(
    ("decisions", "after"),
    [
        (["build new", "build 2", "build 2"], ["2 craftsman craftsman", "3"]),
        (["build new", "build 2", "build new"], ["2 craftsman craftsman", "2", "1"]),
        (["build new", "build new", "build new"], ["2 craftsman craftsman", "1", "1", "1"]),
        (["build 1", "build new", "build 2"], ["3 craftsman craftsman", "2"]),
        (["build new", "build new", "build 1"], ["3 craftsman craftsman", "1", "1"]),
    ],
)
def test_new_floors_go_into_old_and_new_palaces_in_any_split(decisions: list[str], after: list[str]) -> None:
    table = play_all(acting(court("2 craftsman craftsman"), court("2")), "act 1 build", *decisions)
    assert (palaces_of(table, 0), palaces_of(table, 1)) == (after, ["2"])
    assert table.position()["phase"] == "act"


@pytest.mark.rule("YD-36", "YD-14")
def test_example_of_building_with_two_craftsmen() -> None:
    table = acting(court("1", "2 craftsman craftsman"), court())
    play_all(table, "act 1 build", "build 1", "build 1", "build new")
    assert palaces_of(table, 0) == ["3", "2 craftsman craftsman", "1"]
    assert table.position()["phase"] == "act"


@pytest.mark.rule("YD-14")
def test_a_court_may_have_any_number_of_palaces() -> None:
    table = play_all(acting(court(*["1 craftsman"] * 4, *["3"] * 16), court()), "act 1 build", *["build new"] * 5)
    assert palaces_of(table, 0) == [*["1 craftsman"] * 4, *["3"] * 16, *["1"] * 5]
    table = play_all(acting(court(), court()), "act 1 build", "build new")
    assert palaces_of(table, 0) == ["1"]


@pytest.mark.rule("YD-14")
def test_of_equal_palaces_one_is_offered_to_build_on() -> None:
    homes = ["2 craftsman", "2", "2 craftsman", "1", "2", "2 court_lady", "1"]
    table = play_all(acting(court(*homes), court()), "act 1 build")
    assert set(table.moves()) == {"build 1", "build 2", "build 4", "build 6", "build new"}
    table.play("build 4")
    # The new palace is like those of two floors now; one palace of one floor is left.
    assert set(table.moves()) == {"build 1", "build 2", "build 6", "build 7", "build new"}


# ---------------------------------------------------------------------------------------------------- privileges


@pytest.mark.rule("YD-19")
@pytest.mark.parametrize(
    ("yuan", "options", "offered"),
    [
        (0, {}, []),
        (1, {}, []),
        (2, {}, ["buy small"]),
        (5, {}, ["buy small"]),
        (6, {}, ["buy small", "buy large"]),
        (6, {"large_privilege": "7"}, ["buy small"]),
        (7, {"large_privilege": "7"}, ["buy small", "buy large"]),
    ],
)
def test_a_privilege_needs_its_price(yuan: int, options: Plain, offered: list[str]) -> None:
    table = acting(court(yuan=yuan), court(), options=options)
    assert ("act 2 privilege" in table.moves()) == bool(offered)
    if offered:
        table.play("act 2 privilege")
        assert (table.seat, table.position()["phase"], table.moves()) == (0, "buy", offered)


@pytest.mark.rule("YD-19", "YD-11")
@pytest.mark.parametrize(
    ("yuan", "offered"),
    [
        (2, []),
        (3, []),
        (4, []),
        (5, ["buy small"]),
        (8, ["buy small"]),
        (9, ["buy small", "buy large"]),
    ],
)
def test_after_the_fee_a_privilege_still_needs_its_price(yuan: int, offered: list[str]) -> None:
    table = play_all(acting(court(), court(yuan=yuan), month=1), "act 2 parade")
    assert ("act 2 research" in table.moves()) == (yuan >= 3)
    assert ("act 2 privilege" in table.moves()) == bool(offered)
    if not offered:
        with pytest.raises(DecisionError):
            table.play("act 2 privilege")
        return
    table.play("act 2 privilege")
    assert (court_of(table, 1)["yuan"], table.moves()) == (yuan - 3, offered)
    table.play(offered[-1])
    assert court_of(table, 1)["yuan"] == yuan - 3 - (6 if offered[-1] == "buy large" else 2)


@pytest.mark.rule("YD-19")
@pytest.mark.parametrize(("size", "price", "dragons"), [("small", 2, 1), ("large", 6, 2)])
def test_one_privilege_is_bought_and_any_number_may_be_owned(size: str, price: int, dragons: int) -> None:
    owner = court(yuan=30, small_privileges=3, large_privileges=2)
    table = play_all(acting(owner, court(), month=1), "act 2 privilege", f"buy {size}")
    bought = {f"{size}_privileges": owner[f"{size}_privileges"] + 1, "yuan": 30 - price}
    assert {name: court_of(table, 0)[name] for name in bought} == bought
    other = "small_privileges" if size == "large" else "large_privileges"
    assert court_of(table, 0)[other] == owner[other]
    assert (table.seat, table.position()["phase"]) == (1, "act")
    table.play("pass")
    assert has_moved_on(table, month=1)
    assert points_of(table, 0)["privileges"] == 3 + 2 * 2 + dragons
    assert points_of(table, 1)["privileges"] == 0
