"""The numbered rules of Dragon Castle: Consolidating sets, building and scoring Shrines (DC-20 to DC-25, DC-27, DC-34)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dragon_castle.positions import moves, placing, play, points, realm, stacks, table
from palatine.core.table import Table

# type: four different tiles of it (there are only three Dragons)
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


def three_and_fourth(kind: str) -> tuple[str, str]:
    """Return three tiles of a type as a row, and the fourth."""
    *three, fourth = FOUR[kind].split()
    return " ".join(three), fourth


def allowances(game: Table) -> list[tuple[list[str], int]]:
    """Return the sets of a building step with the Shrines that may still be built on each."""
    return [(entry["spaces"], entry["shrines"]) for entry in game.position()["sets"]]


def is_set(drawing: str, held: str, space: str) -> bool:
    """Return True if the tile completes a set on that space."""
    return points(play(placing(drawing, held, pool=0), f"place {space}"))["sets"] > 0


# ------------------------------------------------------------------------------------------------------------ sets


@pytest.mark.rule("DC-20", "DC-21", "DC-22")
@pytest.mark.parametrize("kind", FOUR)
def test_four_tiles_of_any_one_type_are_a_set(kind: str) -> None:
    three, fourth = three_and_fourth(kind)
    game = play(placing(three, fourth, pool=0), "place d1")
    assert stacks(game) == dict.fromkeys(("a1", "b1", "c1", "d1"), "x")
    assert points(game)["sets"] == 2


@pytest.mark.rule("DC-20")
def test_three_tiles_are_not_a_set() -> None:
    game = play(placing("m1 m2", "m3", pool=0), "place c1")
    assert (stacks(game), game.totals()) == ({"a1": "m1", "b1": "m2", "c1": "m3"}, [0, 0])


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
def test_other_groups_are_not_sets(drawing: str, held: str, space: str) -> None:
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
def test_rows_are_not_connected_around_the_edge(columns: str, drawing: str, space: str) -> None:
    game = placing(drawing, "m4", pool=0, options={"realm_columns": columns})
    assert points(play(game, f"place {space}"))["sets"] == 0


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
    game = play(placing(drawing, "m4", pool=0), f"place {space}")
    assert (stacks(game)[apart], points(game)["sets"]) == ("m6", 2)


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
    game = play(placing("m1 m2^3 m3^2 x^4", "m4", pool=0), "place d1")
    assert stacks(game) == {"a1": "x", "b1": "x^3", "c1": "x^2", "d1": "x^5"}
    assert points(game)["sets"] == 2


@pytest.mark.rule("DC-20")
def test_consolidation_is_automatic() -> None:
    """It takes no decision, and the turn continues."""
    game = play(placing("m1 m2 m3", "m4", pool=0), "place d1")
    assert (game.seat, set(stacks(game).values())) == (1, {"x"})


@pytest.mark.rule("DC-20", "DC-22")
def test_sets_are_checked_after_all_tiles_are_placed() -> None:
    game = play(placing("m1 m2 m3", "m4", "m4", pool=0), "place d1")
    assert (set(stacks(game).values()), game.totals()) == ({"m1", "m2", "m3", "m4"}, [0, 0])
    assert game.position()["realms"][0]["waiting"] == [["a1", "b1", "c1", "d1"]]
    play(game, "place e1")
    assert (set(stacks(game).values()), points(game)["sets"]) == ({"x"}, 3)


@pytest.mark.rule("DC-20")
def test_the_second_tile_of_a_pair_cannot_be_placed_on_a_set_the_first_completes() -> None:
    game = play(placing("m1 m2 m3", "m4", "m4"), "place d1")
    assert not {"a1", "b1", "c1", "d1"} & moves(game, "place")


@pytest.mark.rule("DC-20")
def test_tiles_stay_face_up_without_a_set() -> None:
    game = play(placing("m1 m2 m3\ns1 s2 s3", "f1", pool=0), "place f4")
    assert "x" not in stacks(game).values()


# ---------------------------------------------------------------------------------------- turning a set face down


@pytest.mark.rule("DC-21")
def test_exactly_the_connected_group_is_turned_down() -> None:
    drawing = """
    m1 .  m2 s1
    m3 .  m4 s2
    m1 .  s3 m5
    .  m6 .  .
    """
    game = play(placing(drawing, "m2", pool=0), "place b2")
    after = {"a1": "x", "a2": "x", "a3": "x", "b2": "x", "c1": "x", "c2": "x"}
    assert stacks(game) == after | {"d1": "s1", "d2": "s2", "c3": "s3", "d3": "m5", "b4": "m6"}
    assert points(game)["sets"] == 5


@pytest.mark.rule("DC-21")
def test_tiles_turned_down_stay_down() -> None:
    """Later tiles of the type do not join them."""
    game = play(placing("m1 m2 m3", "m4", pool=0), "place d1", "pick a1", "discard", "pick c1", "shrine", "place e1")
    assert stacks(game) == {"a1": "x", "b1": "x", "c1": "x", "d1": "x", "e1": "m2"}
    assert points(game)["sets"] == 2


@pytest.mark.rule("DC-20", "DC-21")
def test_tiles_of_other_players_do_not_count() -> None:
    game = table({"a1": "m4"}, [realm("m1 m2"), realm("m1 m2 m3")])
    play(game, "pick a1", "shrine", "place c1")
    assert (stacks(game, 1), game.totals()) == ({"a1": "m1", "b1": "m2", "c1": "m3"}, [0, 0])


# ---------------------------------------------------------------------------------------------------------- points


def cross(tiles: int) -> str:
    """Return an 8 by 8 Realm where a tile on d4 joins this number of others, in up to four arms of three."""
    arms = ["c4", "b4", "a4", "d3", "d2", "d1", "e4", "f4", "g4", "d5", "d6", "d7"][:tiles]
    word = {space: f"m{1 + number % 6}" for number, space in enumerate(arms)}
    return "\n".join(" ".join(word.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(1, 9))


@pytest.mark.rule("DC-22")
@pytest.mark.parametrize(("tiles", "worth"), POINTS.items())
def test_points_for_a_set(tiles: int, worth: int) -> None:
    options = {"realm_columns": "8", "realm_rows": "8"}
    game = play(placing(cross(tiles - 1), "m6", pool=0, options=options), "place d4")
    assert stacks(game) == dict.fromkeys(stacks(game), "x")
    assert (len(stacks(game)), points(game)["sets"], game.totals()) == (tiles, worth, [worth, 0])


@pytest.mark.rule("DC-23")
@pytest.mark.parametrize("kind", FOUR)
def test_only_a_set_of_dragons_gives_an_extra_point(kind: str) -> None:
    three, fourth = three_and_fourth(kind)
    game = play(placing(three, fourth, pool=0), "place d1")
    more = 1 if kind == "dragons" else 0
    assert (points(game)["sets"], points(game)["dragon_sets"], game.totals()) == (2, more, [2 + more, 0])


# -------------------------------------------------------------------------------------------------------- building


@pytest.mark.rule("DC-24")
@pytest.mark.parametrize("kind", FOUR)
def test_one_shrine_on_a_faction_set_two_on_a_special_one(kind: str) -> None:
    three, fourth = three_and_fourth(kind)
    game = play(placing(three, fourth, pool=5), "place d1")
    most = 2 if kind in SPECIALS else 1
    assert allowances(game) == [(["a1", "b1", "c1", "d1"], most)]
    for column in "abcd"[:most]:
        assert game.seat == 0
        play(game, f"build {column}1")
    assert (game.seat, game.position()["realms"][0]["shrine_pool"]) == (1, 5 - most)
    assert [word for word in stacks(game).values() if word.endswith("*")] == ["x*"] * most


@pytest.mark.rule("DC-24")
def test_shrines_are_built_on_tiles_just_consolidated_one_on_each() -> None:
    game = play(placing("x x^2 S1 S2\n. x* S3 x", "S4", pool=3), "place d2")
    assert moves(game, "build") == {"c1", "d1", "c2", "d2"}
    play(game, "build d2")
    assert moves(game, "build") == {"c1", "d1", "c2"}
    play(game, "build c1")
    assert stacks(game) == {"a1": "x", "b1": "x^2", "c1": "x*", "d1": "x", "b2": "x*", "c2": "x", "d2": "x^2*"}


@pytest.mark.rule("DC-24")
@pytest.mark.parametrize("built", [0, 1])
def test_building_fewer_shrines_is_allowed(built: int) -> None:
    game = play(placing("S1 S2 S3", "S4", pool=3), "place d1", *["build b1"] * built, "done")
    assert (game.seat, game.position()["realms"][0]["shrine_pool"]) == (1, 3 - built)
    assert sum(word == "x*" for word in stacks(game).values()) == built


@pytest.mark.rule("DC-24")
@pytest.mark.parametrize("pool", [0, 1])
def test_no_more_shrines_are_built_than_the_pool_holds(pool: int) -> None:
    game = play(placing("D1 D2 D3", "D1", pool=pool), "place d1", *["build a1"] * pool)
    assert (game.seat, game.position()["phase"], game.position()["sets"]) == (1, "action", [])
    assert game.position()["realms"][0]["shrine_pool"] == 0


@pytest.mark.rule("DC-24")
def test_a_shrine_just_taken_can_be_built() -> None:
    game = table({"a1": "m4"}, [realm("m1 m2 m3", pool=0)])
    play(game, "pick a1", "shrine", "place d1")
    assert moves(game, "build") == {"a1", "b1", "c1", "d1"}


@pytest.mark.rule("DC-24")
def test_without_a_consolidation_nothing_is_built() -> None:
    game = play(placing("x x x m1", "m2", pool=9), "place e1")
    assert (game.seat, game.position()["phase"]) == (1, "action")


@pytest.mark.rule("DC-24")
def test_shrines_are_not_built_in_a_later_turn() -> None:
    game = play(placing("m1 m2 m3", "m4", pool=2), "place d1", "done", "pick a1", "discard", "pick c1", "discard")
    assert (game.seat, set(stacks(game).values())) == (1, {"x"})
    assert game.position()["realms"][0]["shrine_pool"] == 2


# ---------------------------------------------------------------------------------------------- several sets together


TWO_SETS = "m1 m2 m3 .\n.\nm4 m5 m6 ."


@pytest.mark.rule("DC-25", "DC-22")
def test_two_sets_completed_together_are_scored_separately() -> None:
    game = play(placing(TWO_SETS, "m1", "m1", pool=0), "place d1", "place d3")
    assert (points(game)["sets"], set(stacks(game).values())) == (4, {"x"})


@pytest.mark.rule("DC-25", "DC-24")
def test_each_of_two_sets_has_its_own_allowance() -> None:
    game = play(placing(TWO_SETS, "m1", "m1", pool=5), "place d1", "place d3")
    first, second = ["a1", "b1", "c1", "d1"], ["a3", "b3", "c3", "d3"]
    assert allowances(game) == [(first, 1), (second, 1)]
    assert moves(game, "build") == {*first, *second}
    play(game, "build a3")
    assert (allowances(game), moves(game, "build")) == ([(first, 1), (second, 0)], {*first})
    play(game, "build d1")
    assert (game.seat, game.position()["realms"][0]["shrine_pool"]) == (1, 3)


@pytest.mark.rule("DC-25", "DC-24", "DC-23")
def test_two_sets_of_different_types_each_have_the_allowance_of_their_type() -> None:
    game = play(placing("m1 m2 m3 .\n.\nD1 D2 D3 .", "m4", "D1", pool=5), "place d1", "place d3")
    assert allowances(game) == [(["a1", "b1", "c1", "d1"], 1), (["a3", "b3", "c3", "d3"], 2)]
    play(game, "build a3", "build b1", "build c3")
    assert (game.seat, points(game)["sets"], points(game)["dragon_sets"]) == (1, 4, 1)


@pytest.mark.rule("DC-25", "DC-23")
def test_two_sets_of_dragons_each_give_an_extra_point() -> None:
    game = play(placing("D1 D2 D3 .\n.\nD1 D2 D3 .", "D1", "D1", pool=5), "place d1", "place d3")
    assert (points(game)["sets"], points(game)["dragon_sets"]) == (4, 2)
    play(game, "build a1", "build b1", "build a3", "build b3")
    assert game.seat == 1


@pytest.mark.rule("DC-25", "DC-24")
def test_two_sets_share_the_shrine_pool() -> None:
    game = play(placing(TWO_SETS, "m1", "m1", pool=1), "place d1", "place d3", "build a3")
    assert (game.seat, game.position()["realms"][0]["shrine_pool"]) == (1, 0)


@pytest.mark.rule("DC-20", "DC-25")
def test_two_groups_joined_by_the_last_tile_are_one_set() -> None:
    game = play(placing("m1 m2 m3 .\n.\nm4 m5 m6 .", "m1", "m1", pool=5), "place a2", "place c2")
    assert allowances(game) == [(["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"], 1)]
    assert points(game)["sets"] == 8


# ---------------------------------------------------------------------------------------------------- points for Shrines


@pytest.mark.rule("DC-27")
@pytest.mark.parametrize(("height", "worth"), [(1, 1), (2, 2), (3, 3), (4, 3), (9, 3)])
def test_a_shrine_is_worth_its_floor_up_to_three(height: int, worth: int) -> None:
    game = table(None, [realm(f"x^{height}* x^3 m1^3")])
    assert (points(game)["shrines"], game.totals()) == (worth, [worth, 0])


@pytest.mark.rule("DC-27")
def test_shrine_points_are_listed_by_floor() -> None:
    game = table(None, [realm("x* x^2* x^3* x^5*\nx*")])
    shrines: list[dict[str, Any]] = [entry for entry in game.scores()[0]["sources"] if entry["source"] == "shrines"]
    assert [(entry["floor"], entry["spaces"], entry["points"]) for entry in shrines] == [
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
    """Janet takes a fifth Dragon and a second Shrine, and builds both on floors 2 and 3."""
    game = table({"a1": "D3 m1", "c1": "s1 m2"}, [realm(". D1 .\nD2^2 . D1^3\n. . D2", pool=1)])
    play(game, "pick a1", "shrine", "place b2")
    assert (points(game)["sets"], points(game)["dragon_sets"]) == (3, 1)
    play(game, "build a2", "build c2")
    assert stacks(game) == {"b1": "x", "a2": "x^2*", "b2": "x", "c2": "x^3*", "c3": "x"}
    assert (points(game)["shrines"], game.totals(), game.seat) == (5, [9, 0], 1)
