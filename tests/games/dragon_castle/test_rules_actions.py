"""The numbered rules of Dragon Castle: a turn and its actions (DC-14 to DC-18)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import moves, play, points, realm, stacks, standing, table, tile
from palatine import DecisionError
from palatine.core.table import Table

PYRAMID = {"a1": "m1 W1 W2", "c1": "s1 W1 W2", "e1": "m1 W3", "h1": "m1", "h2": "s1"}


def pool(made: Table, seat: int = 0) -> int:
    shrines: int = made.position()["realms"][seat]["shrine_pool"]
    return shrines


# ------------------------------------------------------------------------------------------------------- one action


@pytest.mark.rule("DC-14")
def test_there_is_no_way_around_an_action() -> None:
    assert set(table(PYRAMID).moves()) == {"pick a1", "pick c1"}


@pytest.mark.rule("DC-14")
@pytest.mark.parametrize(
    "decisions",
    [
        ["pick a1", "pair h1", "place a1", "place b1"],
        ["pick a1", "shrine", "place a1"],
        ["pick a1", "discard"],
    ],
)
def test_after_one_action_the_turn_is_over(decisions: list[str]) -> None:
    made = table(PYRAMID)
    for decision in decisions:
        assert made.seat == 0
        made.play(decision)
    assert (made.seat, made.position()["phase"]) == (1, "action")


@pytest.mark.rule("DC-14")
def test_summon_the_dragon_is_one_action_too() -> None:
    made = play(table({"a1": "m1", "c1": "m2"}), "summon")
    assert (made.seat, standing(made)) == (1, {"a1": "m1", "c1": "m2"})


# -------------------------------------------------------------------------------------------------- the first tile


@pytest.mark.rule("DC-15")
def test_the_first_tile_is_any_available_one_of_the_top_floor() -> None:
    castle = {"a1": "m1 ? ?", "b1": "m2 ? ?", "c1": "m3 ? ?", "b3": "s1 ? ?", "e1": "s2 ?", "h1": "s3"}
    assert moves(table(castle), "pick") == {"a1", "c1", "b3"}


@pytest.mark.rule("DC-15")
@pytest.mark.parametrize("first", ["a1", "c1"])
def test_how_to_complete_the_action_is_chosen_after_the_first_tile(first: str) -> None:
    made = play(table(PYRAMID), f"pick {first}")
    partner = {"a1": {"pair e1", "pair h1"}, "c1": {"pair h2"}}[first]
    assert set(made.moves()) == {"shrine", "discard"} | partner


@pytest.mark.rule("DC-15")
def test_a_tile_taken_cannot_be_put_back_for_another() -> None:
    made = play(table(PYRAMID), "pick a1")
    with pytest.raises(DecisionError):
        made.play("pick c1")
    assert made.position()["first_tile"] == {"space": "a1", "floor": 3, "tile": tile("m1")}


@pytest.mark.rule("DC-15", "DC-16")
def test_the_action_is_completed_seeing_what_was_uncovered() -> None:
    made = play(table({"a1": "m1 m1 s1", "c1": "f1 ? ?"}), "pick a1")
    assert standing(made)["a1"] == "m1^2"
    assert moves(made, "pair") == {"a1"}
    play(made, "pair a1")
    assert standing(made)["a1"] == "s1"
    assert made.position()["held"] == [tile("m1")] * 2


# --------------------------------------------------------------------------------------------------- Pair of Tiles


@pytest.mark.rule("DC-16")
@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("m1", ["m2", "m6", "s1", "f1", "S1", "W1", "D1"]),
        ("f3", ["m3", "s3", "f2", "f4", "S3", "W3", "D3"]),
        ("S2", ["S1", "S3", "S4", "m2", "W2", "D2"]),
        ("W4", ["W1", "W2", "W3", "S4", "m4", "f4"]),
        ("D1", ["D2", "D3", "S1", "W1", "s1"]),
    ],
)
def test_the_second_tile_has_exactly_the_same_symbol(first: str, others: list[str]) -> None:
    """The rulebook: being the same colour or type is not enough."""
    castle = {f"h{row}": other for row, other in enumerate(others, 1)} | {"a1": first, "c1": first}
    assert moves(play(table(castle), "pick a1"), "pair") == {"c1"}


@pytest.mark.rule("DC-16")
def test_without_a_second_tile_there_is_no_pair() -> None:
    assert play(table({"a1": "m1", "c1": "m2"}), "pick a1").moves() == ["shrine", "discard"]


@pytest.mark.rule("DC-16")
def test_the_second_tile_comes_from_any_floor() -> None:
    castle = {"a1": "m1 f1 f2", "c1": "m1 f3 f4", "e1": "m1 f5", "h1": "m1"}
    made = play(table(castle), "pick a1")
    assert moves(made, "pair") == {"c1", "e1", "h1"}
    play(made, "pair e1")
    assert {space: standing(made)[space] for space in ("c1", "h1")} == {"c1": "m1^3", "h1": "m1"}
    assert made.position()["held"] == [tile("m1")] * 2


@pytest.mark.rule("DC-16")
@pytest.mark.parametrize(
    ("castle", "seconds"),
    [
        pytest.param({"a1": "m1", "b1": "m1", "c1": "s1"}, {"b1"}, id="freed by the first"),
        pytest.param({"a1": "m1", "c1": "s1", "d1": "m1", "e1": "s2"}, set(), id="blocked on both long sides"),
        pytest.param({"b1": "m1", "a2": "s1", "b2": "m1", "c2": "s2"}, set(), id="a short side freed is no help"),
        pytest.param({"a1": "m1 f1 f2", "b1": "m1 f3", "c1": "s1 f4"}, set(), id="still blocked by what was uncovered"),
        pytest.param({"a1": "m1 f1", "b1": "m1 f2", "c1": "s1 f3"}, {"b1"}, id="freed on the second floor"),
    ],
)
def test_the_second_tile_is_available_now_that_the_first_is_gone(castle: dict[str, str], seconds: set[str]) -> None:
    first = next(iter(castle))
    assert moves(play(table(castle), f"pick {first}"), "pair") == seconds


@pytest.mark.rule("DC-16")
def test_the_second_tile_may_be_anywhere_in_the_castle() -> None:
    tall = "/".join([*["1" * 10] * 11, "111111...."])
    castle = {"c1": "m1", "j1": "m1", "a4": "m1", "f12": "m1", "d8": "s1"}
    assert moves(play(table(castle, options={"castle": tall}), "pick c1"), "pair") == {"j1", "a4", "f12"}
    castle = {"a1": "s1", "f5": "m1", "j8": "m1", "a9": "m1", "j11": "m1"}
    assert moves(play(table(castle, options={"castle": tall}), "pick f5"), "pair") == {"j8", "a9", "j11"}


@pytest.mark.rule("DC-16")
def test_both_tiles_of_a_pair_are_placed() -> None:
    made = play(table({"a1": "D1", "c1": "D1", "e1": "m1"}), "pick a1", "pair c1", "place b2", "place c4")
    assert stacks(made) == {"b2": "D1", "c4": "D1"}
    assert standing(made) == {"e1": "m1"}
    assert (pool(made), made.totals()) == (1, [0, 0])


@pytest.mark.rule("DC-15", "DC-16")
def test_example_of_a_pair() -> None:
    """Janet takes a Dragon of the top floor and a second one from the second floor, or one of the top floor."""
    castle = {"a1": "D2 m1 m2", "c1": "D2 m3 m4", "e1": "D2 m5"}
    made = play(table(castle, [realm("D1 D3")]), "pick a1")
    assert moves(made, "pair") == {"c1", "e1"}
    play(made, "pair e1", "place a3", "place c3")
    assert stacks(made) == {"a1": "D1", "b1": "D3", "a3": "D2", "c3": "D2"}  # she completes no set


# ------------------------------------------------------------------------------------------------- Tile and Shrine


@pytest.mark.rule("DC-17")
def test_a_shrine_goes_from_the_general_pool_to_the_shrine_pool() -> None:
    made = table({"a1": "m1", "c1": "m2"})
    before = made.position()["general_shrines"]
    play(made, "pick a1", "shrine")
    assert (pool(made, 0), pool(made, 1), made.position()["general_shrines"]) == (2, 1, before - 1)
    play(made, "place f4")
    assert (stacks(made), made.totals()) == ({"f4": "m1"}, [0, 0])


@pytest.mark.rule("DC-17")
@pytest.mark.parametrize(("left", "offered"), [(0, False), (1, True)])
def test_no_shrine_is_taken_from_an_empty_general_pool(left: int, offered: bool) -> None:
    made = table({"a1": "m1", "c1": "m1"}, [realm("", pool=20), realm("", pool=20 - left)])
    play(made, "pick a1")
    assert ("shrine" in made.moves()) == offered
    assert {"pair c1", "discard"} <= set(made.moves())


@pytest.mark.rule("DC-17")
def test_the_last_shrine_of_the_general_pool_can_be_taken() -> None:
    made = table({"a1": "m1", "c1": "m2"}, [realm("", pool=20), realm("", pool=19)])
    play(made, "pick a1", "shrine", "place a1", "pick c1")
    assert (made.position()["general_shrines"], made.moves()) == (0, ["discard"])


# ---------------------------------------------------------------------------------------------------- Discard Tile


@pytest.mark.rule("DC-18")
def test_a_discarded_tile_gives_a_point_and_goes_to_no_realm() -> None:
    made = play(table({"a1": "m1", "c1": "m2"}), "pick a1", "discard")
    assert (points(made)["discards"], made.totals()) == (1, [1, 0])
    assert (stacks(made, 0), stacks(made, 1), standing(made)) == ({}, {}, {"c1": "m2"})
    assert (pool(made), made.position()["general_shrines"]) == (1, 38)


@pytest.mark.rule("DC-18")
def test_any_number_of_tiles_can_be_discarded_in_a_game() -> None:
    made = table({"a1": "m1", "a2": "m2", "a3": "m3", "a4": "m4"})
    for row in range(1, 5):
        play(made, f"pick a{row}", "discard")
    assert made.totals() == [2, 2]
