"""The numbered rules of In the Year of the Dragon, fourth part: the person phase (YD-20 to YD-24)."""

from __future__ import annotations

import random

import pytest

import palatine
from games.year_of_the_dragon.positions import (
    CARDS,
    TYPES,
    Plain,
    acting,
    before_event,
    choosing_person,
    court,
    court_of,
    has_moved_on,
    palaces_of,
    play_all,
    possessions,
    spaces,
    stacked,
    tiles_at_first,
)
from palatine import DecisionError
from palatine.core.table import Table

WITHOUT_OLDER = ("craftsman", "court_lady", "tax_collector")
ALL_TILES = list(tiles_at_first(2))
TILES_OF = {kind: [kind] if kind in WITHOUT_OLDER else [f"younger_{kind}", f"older_{kind}"] for kind in TYPES}


def displayed(table: Table) -> dict[str, int]:
    tiles: dict[str, int] = table.position()["display"]
    return tiles


def takes(*tiles: str) -> set[str]:
    return {f"take {tile}" for tile in tiles}


# ---------------------------------------------------------------------------------------------- cards and tiles


@pytest.mark.rule("YD-20", "YD-9")
def test_each_plays_one_card_in_the_order_of_the_track() -> None:
    courts = [court("3", hand=["monk", "farmer"]) for _ in range(4)]
    table = choosing_person(*courts, month=1, track=stacked((9, [2]), (6, [0, 3]), (2, [1])), seat=2)
    for seat in (2, 0, 3, 1):
        assert (table.seat, table.position()["phase"]) == (seat, "play")
        table.play("play farmer")
        assert (table.seat, court_of(table, seat)["hand"]) == (seat, ["monk"])
        play_all(table, "take younger_farmer", "house 1")
    assert has_moved_on(table, month=1)
    assert [court_of(table, seat)["hand"] for seat in range(4)] == [["monk"]] * 4


@pytest.mark.rule("YD-20")
@pytest.mark.parametrize("kind", TYPES)
def test_a_card_takes_the_younger_or_the_older_of_its_type(kind: str) -> None:
    for tile in TILES_OF[kind]:
        table = choosing_person(court("2", hand=[*CARDS]), court("2"), month=1)
        before = displayed(table)
        table.play(f"play {kind}")
        assert (table.seat, table.position()["phase"], set(table.moves())) == (0, "take", takes(*TILES_OF[kind]))
        table.play(f"take {tile}")
        assert displayed(table) == before | {tile: before[tile] - 1}
        assert (table.position()["person"], table.moves()) == (tile, ["house 1"])
        table.play("house 1")
        assert palaces_of(table, 0) == [f"2 {tile}"]
        left = [card for card in CARDS if card != kind]
        assert sorted(court_of(table, 0)["hand"]) == sorted(left)


@pytest.mark.rule("YD-20")
@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind not in WITHOUT_OLDER])
@pytest.mark.parametrize("age", ["younger", "older"])
def test_only_tiles_on_display_can_be_taken(kind: str, age: str) -> None:
    other = "older" if age == "younger" else "younger"
    table = choosing_person(court("2", hand=[kind]), court("2"), display=tiles_at_first(2) | {f"{age}_{kind}": 0})
    table.play(f"play {kind}")
    assert table.moves() == [f"take {other}_{kind}"]


@pytest.mark.rule("YD-20", "YD-23")
def test_a_wild_card_takes_any_tile_on_display() -> None:
    table = choosing_person(court("2", hand=[*CARDS]), court("2"), month=1)
    table.play("play wild")
    assert set(table.moves()) == takes(*ALL_TILES)
    table.play("take older_monk")
    # The card of the type and the other wild card are still in hand.
    assert sorted(court_of(table, 0)["hand"]) == sorted([*TYPES, "wild"])
    gone = dict.fromkeys(["craftsman", "younger_monk", "older_scholar"], 0)
    table = choosing_person(court("2", hand=["wild"]), court("2"), display=tiles_at_first(2) | gone)
    table.play("play wild")
    assert set(table.moves()) == takes(*ALL_TILES) - takes(*gone)


@pytest.mark.rule("YD-20", "YD-21", "YD-23")
@pytest.mark.parametrize("hand", [["monk"], ["wild"], ["monk", "farmer", "wild"], ["monk", "wild", "wild"], [*CARDS]])
def test_any_card_in_hand_may_be_played_and_one_must_be(hand: list[str]) -> None:
    table = choosing_person(court("2", hand=hand), court("2"), month=1)
    assert len(table.moves()) == len(set(hand))
    assert set(table.moves()) == {f"play {card}" for card in hand}
    for refused in ("pass", "let go", "play healer" if "healer" not in hand else "take monk"):
        with pytest.raises(DecisionError):
            table.play(refused)


@pytest.mark.rule("YD-20")
def test_a_seat_without_cards_is_skipped() -> None:
    courts = [court("2"), court("2", hand=["monk"]), court("2"), court("2", hand=["wild"])]
    table = play_all(acting(*courts, month=1), "pass", "pass", "pass", "pass")
    assert (table.seat, table.position()["phase"]) == (1, "play")
    play_all(table, "play monk", "take older_monk", "house 1")
    assert (table.seat, table.position()["phase"]) == (3, "play")
    play_all(table, "play wild", "take older_monk", "house 1")
    assert has_moved_on(table, month=1)


@pytest.mark.rule("YD-20", "YD-21")
@pytest.mark.parametrize("players", [2, 5])
def test_each_player_plays_a_card_in_each_month_except_the_twelfth(players: int) -> None:
    table = palatine.new("year_of_the_dragon", players=players, seed=4)
    choices = random.Random(4)
    cards: dict[tuple[int, int | None], list[str]] = {}
    asked_in: dict[int, set[str]] = {}
    while not table.over:
        plain = table.essence(len(table.decisions))
        asked_in.setdefault(plain["month"], set()).add(plain["phase"])
        move = choices.choice(table.moves())
        if plain["phase"] == "play":
            cards.setdefault((plain["month"], table.seat), []).append(move.removeprefix("play "))
        table.play(move)
    assert set(cards) == {(month, seat) for month in range(1, 12) for seat in range(players)}
    for seat in range(players):
        assert sorted(card for month in range(1, 12) for card in cards[month, seat]) == sorted(CARDS)
    assert "act" in asked_in[12]
    assert not asked_in[12] & {"play", "take", "house", "replace"}


@pytest.mark.rule("YD-20")
def test_month_twelve_has_no_person_phase() -> None:
    table = acting(court("2 craftsman"), court("2 craftsman"), month=12)
    play_all(table, "pass", "pass")
    assert table.over


# ------------------------------------------------------------------------------------------------ room for them


@pytest.mark.rule("YD-21")
def test_a_tile_must_be_taken_if_one_matches() -> None:
    table = choosing_person(court("1 craftsman", hand=["monk", "wild"]), court("2", hand=["monk"]))
    for card in ("monk", "wild"):
        at_take = play_all(palatine.position("year_of_the_dragon", table.position(), seed=1), f"play {card}")
        assert all(move.startswith("take ") for move in at_take.moves())
        for refused in ("pass", "let go"):
            with pytest.raises(DecisionError):
                at_take.play(refused)


@pytest.mark.rule("YD-21", "YD-8")
def test_while_there_is_room_the_person_must_be_housed() -> None:
    homes = ["2 craftsman", "1 craftsman", "3 craftsman", "2", "3 craftsman court_lady", "2"]
    table = choosing_person(court(*homes, hand=["wild"]), court(hand=["wild"]))
    play_all(table, "play wild", "take older_monk")
    # Of equal palaces the first is offered; the one without room is not.
    assert set(table.moves()) == {"house 1", "house 3", "house 4", "house 5"}
    for refused in ("let go", "replace 1 craftsman", "replace 2 craftsman", "house 2", "house 7", "pass"):
        with pytest.raises(DecisionError):
            table.play(refused)
    table.play("house 3")
    assert palaces_of(table, 0) == [*homes[:2], "3 craftsman older_monk", *homes[3:]]


@pytest.mark.rule("YD-21", "YD-22")
def test_one_free_floor_is_room_enough() -> None:
    full = ["1 craftsman", "3 court_lady court_lady court_lady"]
    table = choosing_person(court(*full, "2 craftsman", hand=["wild"]), court())
    assert play_all(table, "play wild", "take older_monk").moves() == ["house 3"]


FULL = ["2 craftsman younger_monk", "1 craftsman", "3 court_lady court_lady older_farmer"]
REPLACEMENTS = {
    "replace 1 craftsman",
    "replace 1 younger_monk",
    "replace 2 craftsman",
    "replace 3 court_lady",
    "replace 3 older_farmer",
}


def at_the_gate(tile: str, *palaces: str) -> Table:
    """Return a table after a wild card, with this person waiting to be housed."""
    table = choosing_person(court(*palaces, hand=["wild"], yuan=5), court("2", hand=["wild"]))
    return play_all(table, "play wild", f"take {tile}")


@pytest.mark.rule("YD-22")
@pytest.mark.parametrize("tile", ["older_healer", "younger_monk", "older_monk", "craftsman", "court_lady"])
def test_with_full_palaces_any_person_can_be_replaced_or_the_new_one_let_go(tile: str) -> None:
    table = at_the_gate(tile, *FULL)
    # Replacing an equal is the same in every palace: it is offered once.
    equal = sorted(move for move in REPLACEMENTS if move.endswith(f" {tile}"))
    assert table.position()["phase"] == "replace"
    assert sorted(table.moves()) == sorted((REPLACEMENTS - set(equal[1:])) | {"let go"})


@pytest.mark.rule("YD-22", "YD-9", "YD-24")
@pytest.mark.parametrize(
    ("tile", "value", "decision", "after"),
    [
        ("older_healer", 1, "replace 1 younger_monk", ["2 craftsman older_healer", *FULL[1:]]),
        ("younger_monk", 6, "replace 2 craftsman", [FULL[0], "1 younger_monk", FULL[2]]),
        ("older_monk", 2, "replace 1 younger_monk", ["2 craftsman older_monk", *FULL[1:]]),
        ("younger_monk", 6, "replace 1 younger_monk", FULL),
        ("younger_scholar", 4, "replace 3 court_lady", [*FULL[:2], "3 court_lady younger_scholar older_farmer"]),
    ],
)
def test_a_replaced_person_leaves_the_game_and_the_new_one_takes_its_place(
    tile: str, value: int, decision: str, after: list[str]
) -> None:
    table = at_the_gate(tile, *FULL)
    display, space, had = displayed(table), spaces(table), possessions(table, 0)
    table.play(decision)
    assert palaces_of(table, 0) == after
    assert displayed(table) == display
    assert spaces(table) == space | {0: space[0] + value}
    changed = {name: possessions(table, 0)[name] for name in ("palaces", "space")}
    assert possessions(table, 0) == had | changed
    assert (table.seat, table.position()["phase"], table.position()["person"]) == (1, "play", None)


@pytest.mark.rule("YD-22")
def test_a_person_let_go_leaves_the_game_and_moves_no_marker() -> None:
    table = choosing_person(court(*FULL, hand=["monk"]), court("2", hand=["wild"]))
    before, had = displayed(table), possessions(table, 0)
    play_all(table, "play monk", "take older_monk", "let go")
    assert displayed(table) == before | {"older_monk": before["older_monk"] - 1}
    assert possessions(table, 0) == had | {"hand": []}
    assert (table.seat, table.position()["phase"], table.position()["person"]) == (1, "play", None)


@pytest.mark.rule("YD-22")
def test_without_any_palace_the_new_one_can_only_be_let_go() -> None:
    table = at_the_gate("younger_monk")
    space = spaces(table)
    assert table.moves() == ["let go"]
    table.play("let go")
    assert (palaces_of(table, 0), spaces(table), table.seat) == ([], space, 1)


@pytest.mark.rule("YD-22")
def test_of_equal_palaces_and_persons_one_is_offered() -> None:
    homes = ["1 craftsman", "2 court_lady court_lady", "1 craftsman", "1 court_lady"]
    table = at_the_gate("older_monk", *homes)
    expected = {"replace 1 craftsman", "replace 2 court_lady", "replace 4 court_lady", "let go"}
    assert (len(table.moves()), set(table.moves())) == (4, expected)


# ------------------------------------------------------------------------------------------------ nothing to take


@pytest.mark.rule("YD-23")
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("palace", ["2", "1 court_lady"])
def test_a_card_whose_type_is_gone_gives_nothing(kind: str, palace: str) -> None:
    display = tiles_at_first(2) | dict.fromkeys(TILES_OF[kind], 0)
    display["court_lady"] = min(display["court_lady"], 2)
    table = choosing_person(court(palace, hand=[kind, "wild"]), court("2", hand=["wild"]), display=display)
    before = possessions(table, 0)
    assert set(table.moves()) == {f"play {kind}", "play wild"}
    table.play(f"play {kind}")
    assert possessions(table, 0) == before | {"hand": ["wild"]}
    assert (displayed(table), table.position()["card"]) == (display, None)
    assert (table.seat, table.position()["phase"]) == (1, "play")


@pytest.mark.rule("YD-23", "YD-21")
def test_a_card_must_be_played_even_if_its_type_is_gone() -> None:
    display = tiles_at_first(2) | dict.fromkeys(TILES_OF["monk"], 0)
    table = choosing_person(court("2", hand=["monk"]), court("2", hand=["monk"]), month=1, display=display)
    assert table.moves() == ["play monk"]
    play_all(table, "play monk", "play monk")
    assert [court_of(table, seat)["hand"] for seat in range(2)] == [[], []]
    assert has_moved_on(table, month=1)


@pytest.mark.rule("YD-23", "YD-20")
def test_a_wild_card_gives_nothing_when_the_display_is_empty() -> None:
    table = choosing_person(court("2", hand=["wild"]), court("2", hand=["wild"]), display=dict.fromkeys(ALL_TILES, 0))
    table.play("play wild")
    assert (table.seat, palaces_of(table, 0)) == (1, ["2"])


# --------------------------------------------------------------------------------------- what persons do not do


@pytest.mark.rule("YD-24")
@pytest.mark.parametrize("tile", ALL_TILES)
def test_a_new_person_brings_no_goods(tile: str) -> None:
    table = choosing_person(court("3 craftsman", hand=["wild"], yuan=1, rice=1, fireworks=1), court("2", hand=["wild"]))
    before, space = possessions(table, 0), spaces(table)[0]
    play_all(table, "play wild", f"take {tile}", "house 1")
    after = possessions(table, 0)
    assert spaces(table)[0] > space
    unchanged: Plain = {name: before[name] for name in before if name not in ("palaces", "hand", "space")}
    assert {name: after[name] for name in unchanged} == unchanged
    assert after["palaces"][0]["floors"] == 3
    assert (table.seat, table.position()["phase"]) == (1, "play")


@pytest.mark.rule("YD-24", "YD-22")
def test_a_marker_does_not_move_back_when_persons_leave() -> None:
    table = before_event(court("3 younger_monk younger_warrior younger_farmer"), court(yuan=4), event="contagion")
    before = spaces(table)
    play_all(table, "pass", "release 1 younger_monk", "release 1 younger_warrior", "release 1 younger_farmer")
    assert court_of(table, 0)["persons"] == 0
    assert spaces(table) == before
