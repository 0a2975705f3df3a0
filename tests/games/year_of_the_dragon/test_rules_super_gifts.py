"""The numbered rules of In the Year of the Dragon: super events that give: Sunrise, Charter (YD-X2)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.year_of_the_dragon.positions import (
    before_last_card,
    court,
    court_of,
    has_moved_on,
    only,
    palaces_of,
    play_all,
    points_of,
    spaces,
    stacked,
    struck_by,
)
from palatine.core.table import Table

# --------------------------------------------------------------------------------------------------------- Sunrise

YOUNGER = {
    "craftsman": 2,
    "court_lady": 1,
    "tax_collector": 3,
    "younger_pyrotechnist": 5,
    "younger_warrior": 5,
    "younger_monk": 6,
    "younger_healer": 4,
    "younger_farmer": 4,
    "younger_scholar": 4,
}
"""The younger persons and their values."""


@pytest.mark.rule("YD-X2", "YD-9")
def test_at_sunrise_each_takes_a_younger_person_of_another_type_in_turn_order() -> None:
    track = stacked((9, [2, 0]), (4, [3, 1]))
    table = struck_by("sunrise", *(court("1 craftsman", "2", yuan=3) for _ in range(4)), track=track)
    before = table.position()["display"]
    offered = set(YOUNGER)
    places = {0: 9, 1: 4, 2: 9, 3: 4}
    for seat, tile in [(2, "younger_monk"), (0, "craftsman"), (3, "younger_scholar"), (1, "court_lady")]:
        assert (table.seat, set(table.moves())) == (seat, {f"take {tile}" for tile in offered})
        table.play(f"take {tile}")
        assert (table.seat, table.moves()) == (seat, ["house 2"])
        table.play("house 2")
        offered.remove(tile)
        places[seat] += YOUNGER[tile]
        assert spaces(table) == places
    assert has_moved_on(table, 7)
    assert table.position()["track"] == stacked((15, [2]), (11, [0]), (8, [3]), (5, [1]))
    # A person housed before decay keeps a palace from decaying.
    assert [palaces_of(table, seat) for seat in range(4)] == [
        ["1 craftsman", "2 craftsman"],
        ["1 craftsman", "2 court_lady"],
        ["1 craftsman", "2 younger_monk"],
        ["1 craftsman", "2 younger_scholar"],
    ]
    taken = Counter(["younger_monk", "craftsman", "younger_scholar", "court_lady"])
    assert table.position()["display"] == {tile: many - taken[tile] for tile, many in before.items()}


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize(("tile", "value"), YOUNGER.items())
def test_at_sunrise_the_marker_moves_by_the_value_and_no_goods_come(tile: str, value: int) -> None:
    table = struck_by("sunrise", court("2", yuan=1), court("2", yuan=3))
    play_all(table, f"take {tile}", "house 1")
    assert spaces(table) == {0: 20 + value, 1: 10}
    held = court_of(table, 0)
    assert (held["yuan"], held["rice"], held["fireworks"], held["score"]) == (1, 0, 0, 0)


@pytest.mark.rule("YD-X2")
def test_at_sunrise_no_card_is_played() -> None:
    hands = [["monk", "farmer", "wild"], ["craftsman", "wild", "wild"]]
    table = before_last_card("sunrise", *hands, display=only(younger_monk=2, younger_farmer=2))
    play_all(table, "play scholar", "take younger_monk", "house 1", "take younger_farmer", "house 1")
    assert has_moved_on(table, 7)
    assert [court_of(table, seat)["hand"] for seat in (0, 1)] == hands


@pytest.mark.rule("YD-X2", "YD-22")
def test_at_sunrise_a_new_person_may_replace_another() -> None:
    table = struck_by("sunrise", court("1 craftsman", "1 younger_monk"), court("3", yuan=3))
    table.play("take younger_monk")
    assert set(table.moves()) == {"replace 1 craftsman", "replace 2 younger_monk", "let go"}
    table.play("replace 1 craftsman")
    assert (palaces_of(table, 0), spaces(table)[0]) == (["1 younger_monk", "1 younger_monk"], 26)
    assert table.position()["display"]["craftsman"] == 3


@pytest.mark.rule("YD-X2", "YD-22")
@pytest.mark.parametrize("palaces", [("1 craftsman",), ()])
def test_at_sunrise_a_person_who_is_let_go_moves_no_marker_and_has_been_taken(palaces: tuple[str, ...]) -> None:
    table = struck_by("sunrise", court(*palaces), court("3", yuan=3))
    table.play("take younger_monk")
    assert len(table.moves()) == len(palaces) + 1
    table.play("let go")
    assert (table.seat, spaces(table)[0], palaces_of(table, 0)) == (1, 20, list(palaces))
    assert table.position()["display"]["younger_monk"] == 2
    assert set(table.moves()) == {f"take {tile}" for tile in YOUNGER if tile != "younger_monk"}


@pytest.mark.rule("YD-X2", "YD-21")
def test_at_sunrise_a_person_must_be_housed_if_there_is_room() -> None:
    table = struck_by("sunrise", court("1 craftsman", "2 craftsman"), court("3", yuan=3))
    table.play("take craftsman")
    assert table.moves() == ["house 2"]


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize(
    ("display", "takers"),
    [
        pytest.param(only(craftsman=2, older_monk=2), [0], id="one type"),
        pytest.param(only(craftsman=2, younger_monk=1), [0, 1], id="two types"),
        pytest.param(only(older_monk=2, older_farmer=2), [], id="only older ones"),
        pytest.param(only(), [], id="no types"),
    ],
)
def test_at_sunrise_a_seat_without_an_allowed_type_gets_nothing(display: dict[str, int], takers: list[int]) -> None:
    table = struck_by("sunrise", *(court("3", yuan=3) for _ in range(3)), display=display)
    asked = []
    while not has_moved_on(table, 7):
        if table.position()["phase"] == "take":
            asked.append(table.seat)
        table.play(table.moves()[0])
    assert asked == takers
    assert [court_of(table, seat)["persons"] for seat in range(3)] == [int(seat in takers) for seat in range(3)]


@pytest.mark.rule("YD-X2")
def test_sunrise_comes_after_the_event() -> None:
    table = struck_by("sunrise", court("1 craftsman", yuan=3), court("2 craftsman", yuan=4), event="tribute")
    play_all(table, "release 1 craftsman", "take younger_monk", "house 1")
    assert palaces_of(table, 0) == ["1 younger_monk"]


@pytest.mark.rule("YD-X2", "YD-20")
def test_after_sunrise_cards_take_all_types_as_usual() -> None:
    hands: list[list[str]] = [["monk", "farmer", "wild"], ["craftsman", "wild", "wild"]]
    table = before_last_card("sunrise", *hands, display=only(younger_monk=2, younger_farmer=1))
    play_all(table, "play scholar", "take younger_monk", "house 1", "take younger_farmer", "house 1")
    play_all(table, "pass", "pass", "play monk")
    assert table.moves() == ["take younger_monk"]


# --------------------------------------------------------------------------------------------------------- Charter

COMPLETE = (
    "3 tax_collector tax_collector court_lady",
    "3 younger_farmer older_farmer court_lady",
    "3 younger_pyrotechnist older_pyrotechnist craftsman",
    "3 younger_warrior older_warrior craftsman",
    "3 younger_scholar older_scholar younger_monk",
    "2 older_monk younger_healer",
)
"""A court with persons of all types."""
NOTHING_YET = {"yuan": 2, "rice": 1, "fireworks": 1, "space": 20, "super_event": 0}


def has_now(table: Table) -> dict[str, int]:
    held = court_of(table, 0)
    goods = {name: held[name] for name in ("yuan", "rice", "fireworks")}
    return goods | {"space": spaces(table)[0], "super_event": points_of(table, 0)["super_event"]}


@pytest.mark.rule("YD-X2")
@pytest.mark.parametrize(
    ("kind", "gain"),
    [
        ("tax_collector", {"yuan": 6}),
        ("farmer", {"rice": 3}),
        ("pyrotechnist", {"fireworks": 3}),
        ("warrior", {"space": 3}),
        ("scholar", {"super_event": 5}),
        ("court_lady", {"super_event": 2}),
        ("monk", {"super_event": 1 * 3 + 2 * 2}),
        ("healer", {}),
    ],
)
def test_the_charter_gives_what_the_symbols_of_one_type_give(kind: str, gain: dict[str, int]) -> None:
    table = struck_by("charter", court(*COMPLETE, yuan=2, rice=1, fireworks=1), court(yuan=3))
    assert table.moves() == [
        *("charter craftsman", "charter court_lady", "charter tax_collector", "charter pyrotechnist"),
        *("charter warrior", "charter monk", "charter healer", "charter farmer", "charter scholar"),
    ]
    table.play(f"charter {kind}")
    assert has_moved_on(table, 7)
    assert has_now(table) == {name: had + gain.get(name, 0) for name, had in NOTHING_YET.items()}
    assert palaces_of(table, 0) == palaces_of(struck_by("charter", court(*COMPLETE), court(yuan=3)), 0)
    # The month is scored as usual.
    assert court_of(table, 0)["score"] == gain.get("super_event", 0) + 6 + 2


@pytest.mark.rule("YD-X2", "YD-14", "YD-32")
def test_the_charter_of_craftsmen_gives_a_floor_for_each_hammer_before_decay() -> None:
    builder = court("3 craftsman craftsman craftsman", "2 court_lady")
    table = struck_by("charter", builder, court("1 craftsman", yuan=3))
    table.play("charter craftsman")
    assert (table.seat, table.moves()) == (0, ["build 2", "build new"])
    play_all(table, "build new", "build 3", "build 2")
    assert (table.seat, table.moves()) == (1, ["charter craftsman"])
    assert palaces_of(table, 0) == ["3 craftsman craftsman craftsman", "3 court_lady", "2"]
    play_all(table, "charter craftsman", "build new")
    assert has_moved_on(table, 7)
    # A new palace is empty: one of a single floor decays immediately.
    assert palaces_of(table, 0) == ["3 craftsman craftsman craftsman", "3 court_lady", "1"]
    assert palaces_of(table, 1) == ["1 craftsman"]
    assert has_now(table) == {"yuan": 0, "rice": 0, "fireworks": 0, "space": 20, "super_event": 0}


@pytest.mark.rule("YD-X2", "YD-9")
def test_the_charter_goes_in_turn_order_and_markers_land_on_top() -> None:
    courts = [court("2 younger_warrior"), court("2 older_healer"), court("1"), court("1 younger_farmer", yuan=3)]
    table = struck_by("charter", *courts, track=stacked((8, [3]), (7, [1, 0]), (2, [2])))
    for seat, kind in [(3, "farmer"), (1, "healer"), (0, "warrior")]:
        assert (table.seat, table.moves()) == (seat, [f"charter {kind}"])
        table.play(f"charter {kind}")
    # A seat without persons is not asked.
    assert has_moved_on(table, 7)
    assert table.position()["track"] == stacked((8, [0, 3]), (7, [1]), (2, [2]))


@pytest.mark.rule("YD-X2")
def test_the_charter_counts_only_persons_left_after_the_event() -> None:
    courts = [court("2 older_scholar tax_collector", yuan=3), court("1 craftsman", yuan=3)]
    table = struck_by("charter", *courts, event="tribute")
    play_all(table, "release 1 older_scholar", "release 1 craftsman")
    assert (table.seat, table.moves()) == (0, ["charter tax_collector"])
    table.play("charter tax_collector")
    assert has_moved_on(table, 7)
    assert [court_of(table, seat)["yuan"] for seat in (0, 1)] == [3, 0]
