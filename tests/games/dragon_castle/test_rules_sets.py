"""The numbered rules of Dragon Castle: Consolidating sets, building and scoring Shrines (DC-20 to DC-25, DC-27, DC-34)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dragon_castle.positions import moves, placing, play, points, realm, stacks, table
from palatine.core.table import Table

# type: four different tiles of it, but of Dragons there are three only
FOUR = {
    "merchants": "m1 m2 m3 m4",
    "soldiers": "s1 s2 s3 s4",
    "farmers": "f1 f2 f3 f4",
    "seasons": "S1 S2 S3 S4",
    "winds": "W1 W2 W3 W4",
    "dragons": "D1 D2 D3 D1",
}
SPECIALS = ("seasons", "winds", "dragons")
POINTS = {4: 2, 5: 3, 6: 5, 7: 6, 8: 8, 9: 9, 10: 10, 11: 11, 12: 12, 13: 13}


def lying(kind: str) -> tuple[str, str]:
    """Three tiles of a type in a row, and the fourth."""
    *three, fourth = FOUR[kind].split()
    return " ".join(three), fourth


def allowed(made: Table) -> list[tuple[list[str], int]]:
    """The sets of a building step, and how many Shrines may still be built on each."""
    return [(entry["spaces"], entry["shrines"]) for entry in made.position()["sets"]]


def is_set(drawing: str, held: str, space: str) -> bool:
    """Whether a tile placed there completes a set."""
    return points(play(placing(drawing, held, pool=0), f"place {space}"))["sets"] > 0


# --------------------------------------------------------------------------------------------------- what a set is


@pytest.mark.rule("DC-20", "DC-21", "DC-22")
@pytest.mark.parametrize("kind", FOUR)
def test_four_tiles_of_any_one_type_are_a_set(kind: str) -> None:
    three, fourth = lying(kind)
    made = play(placing(three, fourth, pool=0), "place d1")
    assert stacks(made) == dict.fromkeys(("a1", "b1", "c1", "d1"), "x")
    assert points(made)["sets"] == 2


@pytest.mark.rule("DC-20")
def test_three_tiles_are_no_set() -> None:
    made = play(placing("m1 m2", "m3", pool=0), "place c1")
    assert (stacks(made), made.totals()) == ({"a1": "m1", "b1": "m2", "c1": "m3"}, [0, 0])


@pytest.mark.rule("DC-20")
@pytest.mark.parametrize(
    ("drawing", "held", "space"),
    [
        pytest.param("m1 s1 f1", "m1", "d1", id="one number, several types"),
        pytest.param("m1 m2 m3", "s4", "d1", id="a fourth of another type"),
        pytest.param("S1 S2 W1", "W2", "d1", id="two and two Specials"),
        pytest.param("m1 m2 m3 s1", "m4", "e1", id="parted by another type"),
        pytest.param("m1 m2 m3", "m4", "e1", id="parted by an empty space"),
        pytest.param("m1 m2 m3", "m4", "d2", id="diagonal"),
        pytest.param("m1 .\n. m2\nm3 .", "m4", "b4", id="all on diagonals"),
        pytest.param("m1 m2 x m3", "m4", "e1", id="parted by a face-down tile"),
        pytest.param("x x x", "m4", "d1", id="beside face-down tiles"),
    ],
)
def test_what_is_no_set(drawing: str, held: str, space: str) -> None:
    assert not is_set(drawing, held, space)


@pytest.mark.rule("DC-20")
@pytest.mark.parametrize(
    ("columns", "drawing", "space"),
    [
        ("4", ". m1 m2 m3", "a2"),
        ("6", ". . . m1 m2 m3", "a2"),
        ("8", ". . . . . m1 m2 m3", "a2"),
        ("6", "m1 . . . . m2\nm3", "a3"),
        ("8", "m1 . . . . . . m2\nm3", "a3"),
    ],
)
def test_a_row_does_not_go_on_in_the_next(columns: str, drawing: str, space: str) -> None:
    made = placing(drawing, "m4", pool=0, options={"realm_columns": columns})
    assert points(play(made, f"place {space}"))["sets"] == 0


@pytest.mark.rule("DC-20", "DC-21")
@pytest.mark.parametrize(
    ("drawing", "space", "apart"),
    [
        (". m1 m2 m3\n. . . . . m6", "e1", "f2"),
        (". . m1 m2 m3\n. m6", "f1", "b2"),
        (". . . m1\n. m6 . m2\n. . m3", "d3", "b2"),
        ("m1\nm2 . m6\n. m3", "a3", "c2"),
    ],
)
def test_a_tile_on_a_diagonal_of_a_set_stays_face_up(drawing: str, space: str, apart: str) -> None:
    made = play(placing(drawing, "m4", pool=0), f"place {space}")
    assert (stacks(made)[apart], points(made)["sets"]) == ("m6", 2)


@pytest.mark.rule("DC-20")
@pytest.mark.parametrize(
    ("drawing", "space"),
    [
        pytest.param("m1\nm2\nm3", "a4", id="a column"),
        pytest.param("m1 m2\nm3 .", "b2", id="a square"),
        pytest.param(". m1\nm2 . m3", "b2", id="around the tile placed"),
        pytest.param("m1 m1 m1", "d1", id="all the same symbol"),
    ],
)
def test_tiles_are_connected_orthogonally_in_any_shape(drawing: str, space: str) -> None:
    assert is_set(drawing, "m4", space)


@pytest.mark.rule("DC-20")
def test_heights_do_not_matter() -> None:
    made = play(placing("m1 m2^3 m3^2 x^4", "m4", pool=0), "place d1")
    assert stacks(made) == {"a1": "x", "b1": "x^3", "c1": "x^2", "d1": "x^5"}
    assert points(made)["sets"] == 2


@pytest.mark.rule("DC-20")
def test_consolidating_is_not_a_choice() -> None:
    """It happens without a question, and the turn goes on."""
    made = play(placing("m1 m2 m3", "m4", pool=0), "place d1")
    assert (made.seat, set(stacks(made).values())) == (1, {"x"})


@pytest.mark.rule("DC-20", "DC-22")
def test_sets_are_looked_for_after_all_tiles_are_placed() -> None:
    made = play(placing("m1 m2 m3", "m4", "m4", pool=0), "place d1")
    assert (set(stacks(made).values()), made.totals()) == ({"m1", "m2", "m3", "m4"}, [0, 0])
    assert made.position()["realms"][0]["waiting"] == [["a1", "b1", "c1", "d1"]]
    play(made, "place e1")
    assert (set(stacks(made).values()), points(made)["sets"]) == ({"x"}, 3)


@pytest.mark.rule("DC-20")
def test_the_second_tile_of_a_pair_cannot_go_on_a_set_that_the_first_completes() -> None:
    made = play(placing("m1 m2 m3", "m4", "m4"), "place d1")
    assert not {"a1", "b1", "c1", "d1"} & moves(made, "place")


@pytest.mark.rule("DC-20")
def test_a_tile_that_completes_no_set_leaves_all_face_up() -> None:
    made = play(placing("m1 m2 m3\ns1 s2 s3", "f1", pool=0), "place f4")
    assert "x" not in stacks(made).values()


# ------------------------------------------------------------------------------------------------ the whole of it


@pytest.mark.rule("DC-21")
def test_the_whole_connected_group_is_turned_down_and_nothing_else() -> None:
    drawing = """
    m1 .  m2 s1
    m3 .  m4 s2
    m1 .  s3 m5
    .  m6 .  .
    """
    made = play(placing(drawing, "m2", pool=0), "place b2")
    after = {"a1": "x", "a2": "x", "a3": "x", "b2": "x", "c1": "x", "c2": "x"}
    assert stacks(made) == after | {"d1": "s1", "d2": "s2", "c3": "s3", "d3": "m5", "b4": "m6"}
    assert points(made)["sets"] == 5


@pytest.mark.rule("DC-21")
def test_tiles_are_turned_down_for_good() -> None:
    """Further tiles of the type do not join them; they can be built on."""
    made = play(placing("m1 m2 m3", "m4", pool=0), "place d1", "pick a1", "discard", "pick c1", "shrine", "place e1")
    assert stacks(made) == {"a1": "x", "b1": "x", "c1": "x", "d1": "x", "e1": "m2"}
    assert points(made)["sets"] == 2


@pytest.mark.rule("DC-20", "DC-21")
def test_only_ones_own_tiles_count() -> None:
    made = table({"a1": "m4"}, [realm("m1 m2"), realm("m1 m2 m3")])
    play(made, "pick a1", "shrine", "place c1")
    assert (stacks(made, 1), made.totals()) == ({"a1": "m1", "b1": "m2", "c1": "m3"}, [0, 0])


# ---------------------------------------------------------------------------------------------------------- points


def cross(tiles: int) -> str:
    """A Realm of 8 by 8 where a tile on d4 joins so many others: up to four rows of three."""
    arms = ["c4", "b4", "a4", "d3", "d2", "d1", "e4", "f4", "g4", "d5", "d6", "d7"][:tiles]
    word = {space: f"m{1 + number % 6}" for number, space in enumerate(arms)}
    return "\n".join(" ".join(word.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(1, 9))


@pytest.mark.rule("DC-22")
@pytest.mark.parametrize(("tiles", "worth"), POINTS.items())
def test_points_for_a_set(tiles: int, worth: int) -> None:
    options = {"realm_columns": "8", "realm_rows": "8"}
    made = play(placing(cross(tiles - 1), "m6", pool=0, options=options), "place d4")
    assert stacks(made) == dict.fromkeys(stacks(made), "x")
    assert (len(stacks(made)), points(made)["sets"], made.totals()) == (tiles, worth, [worth, 0])


@pytest.mark.rule("DC-23")
@pytest.mark.parametrize("kind", FOUR)
def test_a_set_of_dragons_and_no_other_gives_one_point_more(kind: str) -> None:
    three, fourth = lying(kind)
    made = play(placing(three, fourth, pool=0), "place d1")
    more = 1 if kind == "dragons" else 0
    assert (points(made)["sets"], points(made)["dragon_sets"], made.totals()) == (2, more, [2 + more, 0])


# -------------------------------------------------------------------------------------------------------- building


@pytest.mark.rule("DC-24")
@pytest.mark.parametrize("kind", FOUR)
def test_one_shrine_on_a_faction_set_two_on_a_special_one(kind: str) -> None:
    three, fourth = lying(kind)
    made = play(placing(three, fourth, pool=5), "place d1")
    most = 2 if kind in SPECIALS else 1
    assert allowed(made) == [(["a1", "b1", "c1", "d1"], most)]
    for column in "abcd"[:most]:
        assert made.seat == 0
        play(made, f"build {column}1")
    assert (made.seat, made.position()["realms"][0]["shrine_pool"]) == (1, 5 - most)
    assert [word for word in stacks(made).values() if word.endswith("*")] == ["x*"] * most


@pytest.mark.rule("DC-24")
def test_shrines_are_built_on_tiles_just_consolidated_one_on_each() -> None:
    made = play(placing("x x^2 S1 S2\n. x* S3 x", "S4", pool=3), "place d2")
    assert moves(made, "build") == {"c1", "d1", "c2", "d2"}
    play(made, "build d2")
    assert moves(made, "build") == {"c1", "d1", "c2"}
    play(made, "build c1")
    assert stacks(made) == {"a1": "x", "b1": "x^2", "c1": "x*", "d1": "x", "b2": "x*", "c2": "x", "d2": "x^2*"}


@pytest.mark.rule("DC-24")
@pytest.mark.parametrize("built", [0, 1])
def test_one_may_build_fewer(built: int) -> None:
    made = play(placing("S1 S2 S3", "S4", pool=3), "place d1", *["build b1"] * built, "done")
    assert (made.seat, made.position()["realms"][0]["shrine_pool"]) == (1, 3 - built)
    assert sum(word == "x*" for word in stacks(made).values()) == built


@pytest.mark.rule("DC-24")
@pytest.mark.parametrize("pool", [0, 1])
def test_no_more_than_the_shrine_pool_holds(pool: int) -> None:
    made = play(placing("D1 D2 D3", "D1", pool=pool), "place d1", *["build a1"] * pool)
    assert (made.seat, made.position()["phase"], made.position()["sets"]) == (1, "action", [])
    assert made.position()["realms"][0]["shrine_pool"] == 0


@pytest.mark.rule("DC-24")
def test_a_shrine_just_taken_can_be_built() -> None:
    made = table({"a1": "m4"}, [realm("m1 m2 m3", pool=0)])
    play(made, "pick a1", "shrine", "place d1")
    assert moves(made, "build") == {"a1", "b1", "c1", "d1"}


@pytest.mark.rule("DC-24")
def test_without_a_consolidation_nothing_is_built() -> None:
    made = play(placing("x x x m1", "m2", pool=9), "place e1")
    assert (made.seat, made.position()["phase"]) == (1, "action")


@pytest.mark.rule("DC-24")
def test_shrines_are_not_built_in_a_later_turn() -> None:
    made = play(placing("m1 m2 m3", "m4", pool=2), "place d1", "done", "pick a1", "discard", "pick c1", "discard")
    assert (made.seat, set(stacks(made).values())) == (1, {"x"})
    assert made.position()["realms"][0]["shrine_pool"] == 2


# ----------------------------------------------------------------------------------------------- several sets at once


TWO_SETS = "m1 m2 m3 .\n.\nm4 m5 m6 ."


@pytest.mark.rule("DC-25", "DC-22")
def test_two_sets_at_once_are_scored_each_by_itself() -> None:
    made = play(placing(TWO_SETS, "m1", "m1", pool=0), "place d1", "place d3")
    assert (points(made)["sets"], set(stacks(made).values())) == (4, {"x"})


@pytest.mark.rule("DC-25", "DC-24")
def test_each_of_two_sets_has_its_own_allowance() -> None:
    made = play(placing(TWO_SETS, "m1", "m1", pool=5), "place d1", "place d3")
    first, second = ["a1", "b1", "c1", "d1"], ["a3", "b3", "c3", "d3"]
    assert allowed(made) == [(first, 1), (second, 1)]
    assert moves(made, "build") == {*first, *second}
    play(made, "build a3")
    assert (allowed(made), moves(made, "build")) == ([(first, 1), (second, 0)], {*first})
    play(made, "build d1")
    assert (made.seat, made.position()["realms"][0]["shrine_pool"]) == (1, 3)


@pytest.mark.rule("DC-25", "DC-24", "DC-23")
def test_two_sets_of_different_types_have_the_allowance_of_their_types() -> None:
    made = play(placing("m1 m2 m3 .\n.\nD1 D2 D3 .", "m4", "D1", pool=5), "place d1", "place d3")
    assert allowed(made) == [(["a1", "b1", "c1", "d1"], 1), (["a3", "b3", "c3", "d3"], 2)]
    play(made, "build a3", "build b1", "build c3")
    assert (made.seat, points(made)["sets"], points(made)["dragon_sets"]) == (1, 4, 1)


@pytest.mark.rule("DC-25", "DC-23")
def test_two_sets_of_dragons_give_a_point_more_each() -> None:
    made = play(placing("D1 D2 D3 .\n.\nD1 D2 D3 .", "D1", "D1", pool=5), "place d1", "place d3")
    assert (points(made)["sets"], points(made)["dragon_sets"]) == (4, 2)
    play(made, "build a1", "build b1", "build a3", "build b3")
    assert made.seat == 1


@pytest.mark.rule("DC-25", "DC-24")
def test_two_sets_share_the_shrine_pool() -> None:
    made = play(placing(TWO_SETS, "m1", "m1", pool=1), "place d1", "place d3", "build a3")
    assert (made.seat, made.position()["realms"][0]["shrine_pool"]) == (1, 0)


@pytest.mark.rule("DC-20", "DC-25")
def test_two_groups_joined_by_the_last_tile_are_one_set() -> None:
    made = play(placing("m1 m2 m3 .\n.\nm4 m5 m6 .", "m1", "m1", pool=5), "place a2", "place c2")
    assert allowed(made) == [(["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"], 1)]
    assert points(made)["sets"] == 8


# ------------------------------------------------------------------------------------------------ what Shrines are worth


@pytest.mark.rule("DC-27")
@pytest.mark.parametrize(("height", "worth"), [(1, 1), (2, 2), (3, 3), (4, 3), (9, 3)])
def test_a_shrine_is_worth_its_floor_up_to_three(height: int, worth: int) -> None:
    made = table(None, [realm(f"x^{height}* x^3 m1^3")])
    assert (points(made)["shrines"], made.totals()) == (worth, [worth, 0])


@pytest.mark.rule("DC-27")
def test_shrines_are_told_by_floor() -> None:
    made = table(None, [realm("x* x^2* x^3* x^5*\nx*")])
    told: list[dict[str, Any]] = [entry for entry in made.scores()[0]["sources"] if entry["source"] == "shrines"]
    assert [(entry["floor"], entry["spaces"], entry["points"]) for entry in told] == [
        (1, ["a1", "a2"], 2),
        (2, ["b1"], 2),
        (3, ["c1", "d1"], 6),
    ]


@pytest.mark.rule("DC-27")
def test_shrines_left_in_the_pool_are_worth_nothing() -> None:
    assert table(None, [realm("x x^2", pool=12)]).totals() == [0, 0]


# ----------------------------------------------------------------------------------------------------------- example


@pytest.mark.rule("DC-34", "DC-17", "DC-22", "DC-23", "DC-24", "DC-27")
def test_example_of_a_set_of_dragons() -> None:
    """Janet takes a fifth Dragon and a Shrine; she has two then, and builds them on floors 2 and 3."""
    made = table({"a1": "D3 m1", "c1": "s1 m2"}, [realm(". D1 .\nD2^2 . D1^3\n. . D2", pool=1)])
    play(made, "pick a1", "shrine", "place b2")
    assert (points(made)["sets"], points(made)["dragon_sets"]) == (3, 1)
    play(made, "build a2", "build c2")
    assert stacks(made) == {"b1": "x", "a2": "x^2*", "b2": "x", "c2": "x^3*", "c3": "x"}
    assert (points(made)["shrines"], made.totals(), made.seat) == (5, [9, 0], 1)
