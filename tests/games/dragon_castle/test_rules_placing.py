"""The numbered rules of Dragon Castle: placing tiles in the Realm (DC-19, DC-26)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import moves, placing, play, realm, spirits_offered, stacks, table, tile
from palatine import DecisionError

SPACES = {f"{column}{row}" for column in "abcdef" for row in range(1, 5)}

CHECKERED = """
m1 s1 m2 s2
s3 m3 s4 m4
m5 s5 m6 s6
s1 m1 s2 m2
"""
"""A full Realm of four by four without a set."""
SMALL = {"realm_columns": "4", "realm_rows": "4"}


# ---------------------------------------------------------------------------------------- legal spaces and order


@pytest.mark.rule("DC-19")
def test_tiles_are_placed_on_empty_spaces_and_on_face_down_tiles() -> None:
    game = placing("m1 x x* x^2\nD1^2 . x^3*", "s1")
    assert moves(game, "place") == SPACES - {"a1", "c1", "a2", "c2"}


@pytest.mark.rule("DC-19")
@pytest.mark.parametrize("space", ["a1", "c1", "a2", "c2"])
def test_tiles_are_never_placed_on_face_up_tiles_nor_on_shrines(space: str) -> None:
    game = placing("m1 x x* x^2\nD1^2 . x^3*", "s1")
    with pytest.raises(DecisionError):
        game.play(f"place {space}")


@pytest.mark.rule("DC-19")
@pytest.mark.parametrize(("space", "after"), [("b2", "s1"), ("a1", "s1^2"), ("c1", "s1^4")])
def test_a_tile_lies_face_up_on_top(space: str, after: str) -> None:
    game = play(placing("x . x^3", "s1"), f"place {space}")
    assert stacks(game)[space] == after


@pytest.mark.rule("DC-19")
@pytest.mark.parametrize("height", [3, 5, 30])
def test_stacks_have_no_height_limit(height: int) -> None:
    game = play(placing(f"x^{height}", "s1"), "place a1")
    assert stacks(game) == {"a1": f"s1^{height + 1}"}


@pytest.mark.rule("DC-19")
def test_tiles_need_not_be_adjacent_to_anything() -> None:
    game = play(placing("m1", "s1", "s1"), "place f4", "place d2")
    assert stacks(game) == {"a1": "m1", "f4": "s1", "d2": "s1"}


@pytest.mark.rule("DC-19")
def test_held_tiles_must_be_placed() -> None:
    game = placing("m1", "s1", "s1")
    assert game.moves() == [f"place {space}" for space in sorted(SPACES - {"a1"}, key=lambda name: (name[1], name[0]))]
    play(game, "place b2")
    assert (game.seat, moves(game, "place")) == (0, SPACES - {"a1", "b2"})


@pytest.mark.rule("DC-19")
@pytest.mark.parametrize(
    ("decisions", "after"),
    [
        (["place a1", "place b1"], {"a1": "s1", "b1": "D1"}),
        (["place second a1", "place b1"], {"a1": "D1", "b1": "s1"}),
    ],
)
def test_held_tiles_can_be_placed_in_either_order(decisions: list[str], after: dict[str, str]) -> None:
    assert stacks(play(placing("", "s1", "D1"), *decisions)) == after


@pytest.mark.rule("DC-19")
def test_a_tile_cannot_be_placed_on_the_other_one_of_its_pair() -> None:
    game = play(placing("x", "s1", "D1"), "place second a1")
    assert moves(game, "place") == SPACES - {"a1"}


# ------------------------------------------------------------------------------------------------------ full Realm


@pytest.mark.rule("DC-19")
def test_with_a_full_realm_all_actions_are_legal() -> None:
    game = table({"a1": "f1", "c1": "f1", "e1": "f2"}, [realm(CHECKERED)], options=SMALL)
    assert moves(game, "pick") == {"a1", "c1", "e1"}
    play(game, "pick a1")
    assert game.moves() == ["pair c1", "shrine", "discard"]


@pytest.mark.rule("DC-19")
@pytest.mark.parametrize(("completion", "shrines"), [("pair c1", 1), ("shrine", 2)])
def test_tiles_without_a_space_are_lost_without_points(completion: str, shrines: int) -> None:
    game = table({"a1": "f1", "c1": "f1", "e1": "f2"}, [realm(CHECKERED)], options=SMALL)
    before = stacks(game)
    play(game, "pick a1", completion)
    position = game.position()
    assert (game.seat, position["phase"], position["held"]) == (1, "action", [])
    assert (stacks(game), game.totals()) == (before, [0, 0])
    assert position["realms"][0]["shrine_pool"] == shrines


@pytest.mark.rule("DC-19")
@pytest.mark.parametrize(("decision", "placed"), [("place a1", "f1"), ("place second a1", "D1")])
def test_with_one_space_left_one_of_two_tiles_must_be_placed(decision: str, placed: str) -> None:
    """The player chooses which; the other one is lost."""
    game = placing(CHECKERED.replace("m1", "x", 1), "f1", "D1", options=SMALL)
    assert set(game.moves()) == {"place a1", "place second a1"}
    play(game, decision)
    assert (game.seat, stacks(game)["a1"], game.totals()) == (1, f"{placed}^2", [0, 0])
    assert tile(placed) not in game.position()["held"]


@pytest.mark.rule("DC-19", "DC-26")
def test_a_realm_full_of_shrines_has_no_space_either() -> None:
    full = "\n".join(["x* x* x* x*"] * 4)
    game = play(table({"a1": "f1"}, [realm(full)], options=SMALL), "pick a1", "shrine")
    assert (game.seat, set(stacks(game).values()), game.totals()) == (1, {"x*"}, [16, 0])


@pytest.mark.rule("DC-19", "DC-28")
def test_a_spirit_can_make_room_in_a_full_realm() -> None:
    game = placing(CHECKERED, "f1", options=SMALL | {"spirits": "destruction"})
    assert "done" in game.moves()
    assert len(spirits_offered(game)["destruction"]) == 17  # any of the tiles, or a Shrine
    play(game, "spirit destruction pay b2", "destroy a1")
    assert game.moves() == ["place b2"]
    play(game, "place b2")
    assert stacks(game)["b2"] == "f1"


@pytest.mark.rule("DC-19", "DC-28")
def test_with_a_full_realm_spirits_are_optional() -> None:
    game = placing(CHECKERED, "f1", options=SMALL | {"spirits": "destruction"})
    before = stacks(game)
    play(game, "done")
    assert (stacks(game), game.position()["held"], game.totals()) == (before, [], [0, 0])


@pytest.mark.rule("DC-19")
def test_a_tile_that_has_a_space_cannot_be_discarded() -> None:
    game = placing(CHECKERED.replace("m1", "x", 1), "f1", options=SMALL | {"spirits": "destruction"})
    assert {move for move in game.moves() if not move.startswith("spirit")} == {"place a1"}


# ---------------------------------------------------------------------------------------------------------- Shrines


@pytest.mark.rule("DC-26")
def test_nothing_can_be_placed_on_a_built_shrine() -> None:
    game = play(placing("m1 m2 m3", "m4"), "place d1", "build b1")
    play(game, "pick a1", "shrine", "place a1", "pick c1", "shrine")  # the neighbour's turn in between
    assert stacks(game) == {"a1": "x", "b1": "x*", "c1": "x", "d1": "x"}
    assert moves(game, "place") == SPACES - {"b1"}


@pytest.mark.rule("DC-26", "DC-S3")
def test_a_stack_whose_shrine_wind_moved_away_is_open_again() -> None:
    game = placing("x* x^2 . m1", "s1", options={"spirits": "wind"})
    assert moves(game, "place") == SPACES - {"a1", "d1"}
    play(game, "spirit wind pay shrine", "lift a1", "drop b1")
    assert moves(game, "place") == SPACES - {"b1", "d1"}
    play(game, "place a1")
    assert stacks(game) == {"a1": "s1^2", "b1": "x^2*", "d1": "m1"}
