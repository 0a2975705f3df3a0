"""The numbered rules of Dragon Castle: Wind, Strength and Faith (DC-S3, DC-S5, DC-S7)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import moves, play, points, spirited, spirits_offered, stacks, waiting_for
from palatine import DecisionError
from palatine.core.table import Table

SMALL = {"realm_columns": "4"}
SHRINES = "\n" + "\n".join(["x* x* x* x*"] * 3)
"""Three full rows of a small Realm."""


def allowances(game: Table) -> list[int]:
    """Return the Shrines that may be built on each of the sets just Consolidated."""
    return [entry["shrines"] for entry in game.position()["sets"]]


# -------------------------------------------------------------------------------------------------------------- Wind


@pytest.mark.rule("DC-S3", "DC-27")
def test_wind_moves_a_built_shrine_to_another_face_down_tile() -> None:
    game = play(spirited("wind", "x* x x^3 x^2* m1"), "spirit wind pay shrine")
    assert game.position()["phase"] == "wind"
    assert set(game.moves()) == {"flip e1", "lift a1", "lift d1"}
    play(game, "lift a1")
    assert game.position()["phase"] == "wind_drop"
    assert set(game.moves()) == {"drop b1", "drop c1"}
    play(game, "drop c1")
    assert stacks(game) == {"a1": "x", "b1": "x", "c1": "x^3*", "d1": "x^2*", "e1": "m1"}
    assert points(game)["shrines"] == 3 + 2
    assert waiting_for(game) == (0, "action")


@pytest.mark.rule("DC-S3")
def test_a_shrine_can_be_moved_onto_the_tile_wind_flipped() -> None:
    """FAQ: can I move a Shrine onto the tile I flipped face down? Yes."""
    game = play(spirited("wind", "x* x m1^2"), "spirit wind pay shrine", "flip c1")
    assert game.position()["phase"] == "wind_lift"
    assert game.moves() == ["lift a1"]
    assert moves(play(game, "lift a1"), "drop") == {"b1", "c1"}
    assert stacks(play(game, "drop c1")) == {"a1": "x", "b1": "x", "c1": "x^2*"}


@pytest.mark.rule("DC-S3")
def test_no_shrine_can_be_built_on_the_tile_wind_flipped() -> None:
    """FAQ: can I build a Shrine on the tile I flipped face down? No."""
    game = play(spirited("wind", "x* x m1", pool=3), "spirit wind pay shrine", "flip c1", "lift a1", "drop b1")
    assert waiting_for(game) == (0, "action")
    assert stacks(game) == {"a1": "x", "b1": "x*", "c1": "x"}
    assert game.position()["realms"][0]["shrine_pool"] == 2


@pytest.mark.rule("DC-S3", "DC-24")
def test_no_shrine_can_be_built_on_the_flipped_tile_in_a_building_step() -> None:
    """FAQ: can I build a Shrine on the tile I flipped face down? No."""
    game = play(spirited("wind", "f1 f2 f3 . x* D1", pool=3, held="f4"), "place d1", "done", "spirit wind pay shrine")
    play(game, "flip f1", "lift e1", "drop f1")
    assert moves(game, "build") == {"a1", "b1", "c1", "d1"}
    game = play(spirited("wind", "f1 f2 f3 . x* D1 \n. . . . . x", pool=3, held="f4"), "place d1", "done")
    play(game, "spirit wind pay shrine", "flip f1", "lift e1", "drop f2")
    assert moves(game, "build") == {"a1", "b1", "c1", "d1"}


@pytest.mark.rule("DC-S3")
def test_a_tile_wind_flipped_is_not_consolidated() -> None:
    game = play(spirited("wind", "x* D1 D2 D3"), "spirit wind pay shrine", "flip b1", "lift a1", "drop b1")
    assert stacks(game) == {"a1": "x", "b1": "x*", "c1": "D2", "d1": "D3"}
    assert game.totals() == [1, 0]  # for the Shrine


@pytest.mark.rule("DC-S3")
def test_wind_must_flip_a_tile_if_there_is_no_other_place() -> None:
    game = play(spirited("wind", "x* x* m1 m2"), "spirit wind pay shrine")
    assert set(game.moves()) == {"flip c1", "flip d1"}


@pytest.mark.rule("DC-S3", "DC-29")
@pytest.mark.parametrize(
    ("drawing", "pool", "payments"),
    [
        ("x m1", 2, None),  # no built Shrine
        ("x* x*", 2, None),  # no place, and no tile to flip
        ("x* m1", 0, None),  # the tile cannot be both paid and flipped
        ("x* m1", 1, {"shrine"}),
        ("x* m1^2", 0, {"b1"}),  # paid, it leaves a place
        ("x* m1 m2", 0, {"b1", "c1"}),
        ("x* x m1", 0, {"c1"}),
        ("x* x", 1, {"shrine"}),
    ],
)
def test_wind_needs_a_built_shrine_and_a_place_for_it(drawing: str, pool: int, payments: set[str] | None) -> None:
    offered = {"wind": payments} if payments else {}
    assert spirits_offered(spirited("wind", drawing, pool=pool)) == offered


@pytest.mark.rule("DC-S3", "DC-26")
def test_the_stack_a_shrine_left_is_open_in_the_same_turn() -> None:
    game = spirited("wind", "x* x", held="f1")
    assert "a1" not in moves(game, "place")
    play(game, "spirit wind pay shrine", "lift a1", "drop b1")
    assert "b1" not in moves(game, "place")
    assert stacks(play(game, "place a1")) == {"a1": "f1^2", "b1": "x*"}


@pytest.mark.rule("DC-S3", "DC-24")
@pytest.mark.parametrize("source", ["a1", "a3"])
def test_wind_does_not_change_the_building_allowance(source: str) -> None:
    drawing = """D1 D2 D3 . . .
                 .  .  .  . . .
                 x* x"""
    game = play(spirited("wind", drawing, pool=6, held="D1"), "place d1", "done", "build a1")
    assert allowances(game) == [1]
    target = "b3" if source == "a1" else "b1"
    play(game, "spirit wind pay shrine", f"lift {source}", f"drop {target}")
    assert waiting_for(game) == (0, "build")
    assert allowances(game) == [1]
    play(game, "build c1")
    assert waiting_for(game) == (1, "action")


# ---------------------------------------------------------------------------------------------------------- Strength


@pytest.mark.rule("DC-S5")
def test_strength_moves_a_tile_to_an_empty_space_or_a_face_down_tile() -> None:
    """FAQ: can I move a tile onto an empty space? Yes. Onto a face-up tile? No."""
    game = play(spirited("strength", "m1 x m2 x*", options=SMALL), "spirit strength pay shrine")
    play(game, "lift a1")
    assert game.position()["phase"] == "strength_drop"
    assert game.position()["lifted"] == "a1"
    everywhere = {f"{column}{row}" for column in "abcd" for row in (1, 2, 3, 4)}
    assert moves(game, "drop") == everywhere - {"a1", "c1", "d1"}
    assert stacks(play(game, "drop b1", "done")) == {"b1": "m1^2", "c1": "m2", "d1": "x*"}


@pytest.mark.rule("DC-S5")
def test_strength_cannot_move_a_tile_with_a_shrine() -> None:
    """FAQ: can I move a tile with a Shrine on top? No."""
    game = play(spirited("strength", "m1 x x* x^2*"), "spirit strength pay shrine")
    assert game.position()["phase"] == "strength_lift"
    assert set(game.moves()) == {"lift a1", "lift b1"}


@pytest.mark.rule("DC-S5")
def test_strength_moves_one_or_two_tiles_that_keep_their_face() -> None:
    game = play(spirited("strength", "m1 x D1"), "spirit strength pay shrine", "lift b1", "drop d4")
    assert set(game.moves()) == {"lift a1", "lift c1", "done"}  # not the same tile again
    play(game, "lift a1", "drop e4")
    assert stacks(game) == {"c1": "D1", "d4": "x", "e4": "m1"}
    assert waiting_for(game) == (0, "action")


@pytest.mark.rule("DC-S5", "DC-29a")
def test_the_second_move_can_take_the_tile_the_first_uncovered() -> None:
    game = play(spirited("strength", "m1^2"), "spirit strength pay shrine", "lift a1", "drop b1")
    assert set(game.moves()) == {"lift a1", "done"}
    assert stacks(play(game, "lift a1", "drop f4")) == {"b1": "m1", "f4": "x"}


@pytest.mark.rule("DC-S5")
@pytest.mark.parametrize(("first", "allowed"), [("x", True), ("m1", False)])
def test_the_second_tile_can_be_moved_onto_the_first_only_if_that_is_face_down(first: str, allowed: bool) -> None:
    """FAQ: can I move the second tile onto the first? Yes if that is face down, no if it is face up."""
    game = play(spirited("strength", f"{first} D1"), "spirit strength pay shrine", "lift a1", "drop c3", "lift b1")
    assert ("c3" in moves(game, "drop")) is allowed


@pytest.mark.rule("DC-S5")
def test_sets_are_checked_only_after_the_last_move() -> None:
    game = play(spirited("strength", "f1 f2 f3 . . f4"), "spirit strength pay shrine", "lift f1", "drop d1")
    assert points(game)["sets"] == 0
    play(game, "lift b1", "drop f4")
    assert stacks(game) == {"a1": "f1", "c1": "f3", "d1": "f4", "f4": "f2"}
    assert points(game)["sets"] == 0
    assert waiting_for(game) == (0, "action")


@pytest.mark.rule("DC-S5")
def test_the_second_move_can_make_the_set_larger() -> None:
    drawing = """f1 f2 f3 . . f4
                 .  .  .  . . .
                 .  .  .  . . f5"""
    game = play(spirited("strength", drawing), "spirit strength pay shrine", "lift f1", "drop d1")
    play(game, "lift f3", "drop d2")
    assert points(game)["sets"] == 3


@pytest.mark.rule("DC-S5", "DC-25")
def test_two_sets_made_by_strength_are_consolidated_together() -> None:
    drawing = """f1 f2 f3 . . f4
                 .  .  .  . . .
                 D1 D2 D3 . . D1"""
    game = play(spirited("strength", drawing, pool=4), "spirit strength pay shrine")
    play(game, "lift f1", "drop d1", "lift f3", "drop d3")
    assert waiting_for(game) == (0, "build")
    assert [(entry["spaces"], entry["shrines"]) for entry in game.position()["sets"]] == [
        (["a1", "b1", "c1", "d1"], 1),
        (["a3", "b3", "c3", "d3"], 2),
    ]
    assert points(game)["sets"] == 4


@pytest.mark.rule("DC-S5", "DC-29")
@pytest.mark.parametrize(
    ("row", "pool", "payments"),
    [
        ("x* x* x* x*", 2, None),  # nothing to move
        ("x x* x* x*", 2, None),  # only its own space is free
        ("m1 x* x* x*", 2, None),  # no space
        ("m1 m2 x* x*", 2, {"a1", "b1"}),  # the tile paid makes space for the other
        ("x m1 x* x*", 1, {"b1", "shrine"}),
        ("x x x* x*", 1, {"shrine"}),
    ],
)
def test_strength_needs_a_tile_and_a_space_for_it(row: str, pool: int, payments: set[str] | None) -> None:
    offered = {"strength": payments} if payments else {}
    assert spirits_offered(spirited("strength", row + SHRINES, pool=pool, options=SMALL)) == offered


@pytest.mark.rule("DC-S5")
def test_a_tile_with_nowhere_to_go_cannot_be_lifted() -> None:
    game = play(spirited("strength", "x m1 x* x*" + SHRINES, options=SMALL), "spirit strength pay shrine")
    assert game.moves() == ["lift b1"]
    play(game, "lift b1")
    assert game.moves() == ["drop a1"]


@pytest.mark.rule("DC-S5")
def test_strength_ends_automatically_when_no_second_move_is_possible() -> None:
    game = play(spirited("strength", "x m1 x* x*" + SHRINES, options=SMALL), "spirit strength pay shrine")
    play(game, "lift b1", "drop a1")
    assert waiting_for(game) == (0, "action")


# ------------------------------------------------------------------------------------------------------------- Faith


@pytest.mark.rule("DC-S7")
def test_faith_builds_one_shrine_beyond_the_allowance() -> None:
    game = play(spirited("faith", "f1 f2 f3 .", pool=4, held="f4"), "place d1", "build a1")
    assert waiting_for(game) == (0, "build")
    assert set(game.moves()) == {"done", "spirit faith pay shrine"}
    play(game, "spirit faith pay shrine")
    assert game.position()["phase"] == "faith"
    assert set(game.moves()) == {"build b1", "build c1", "build d1"}  # it must be built
    play(game, "build d1")
    assert stacks(game) == {"a1": "x*", "b1": "x", "c1": "x", "d1": "x*"}
    assert waiting_for(game) == (1, "action")


@pytest.mark.rule("DC-S7")
def test_the_shrine_of_faith_can_be_built_first() -> None:
    game = play(spirited("faith", "f1 f2 f3 .", pool=4, held="f4"), "place d1", "spirit faith pay shrine", "build a1")
    assert allowances(game) == [1]
    assert moves(game, "build") == {"b1", "c1", "d1"}
    assert waiting_for(play(game, "build b1")) == (1, "action")


@pytest.mark.rule("DC-S7")
def test_faith_can_build_a_third_shrine_on_a_set_of_special_tiles() -> None:
    """FAQ: can I build a third Shrine on a set of Special tiles? Yes."""
    game = play(spirited("faith", "W1 W2 W3 .", pool=5, held="W4"), "place d1", "build a1", "build b1")
    assert moves(game, "build") == set()
    play(game, "spirit faith pay shrine", "build c1")
    assert stacks(game) == {"a1": "x*", "b1": "x*", "c1": "x*", "d1": "x"}


@pytest.mark.rule("DC-S7")
def test_faith_never_builds_on_tiles_of_an_earlier_turn() -> None:
    """FAQ: can I build it on face-down tiles from a previous turn? No."""
    game = play(spirited("faith", "f1 f2 f3 . x x^2", pool=4, held="f4"), "place d1", "spirit faith pay shrine")
    assert moves(game, "build") == {"a1", "b1", "c1", "d1"}


@pytest.mark.rule("DC-S7")
def test_faith_never_builds_on_tiles_consolidated_earlier_in_the_turn() -> None:
    drawing = """s1 s2 s3 .
                 f1 f2 f3 ."""
    game = spirited("faith,cunning", drawing, pool=5, held="f4")
    play(game, "spirit cunning pay shrine", "consolidate a1", "done", "place d2", "spirit faith pay shrine")
    assert moves(game, "build") == {"a2", "b2", "c2", "d2"}


@pytest.mark.rule("DC-S7", "DC-25")
@pytest.mark.parametrize("space", ["b1", "b2"])
def test_with_several_sets_faith_can_build_on_any_of_their_tiles(space: str) -> None:
    """FAQ: what if I Consolidate more than one set? Any one tile of them."""
    drawing = """f1 f2 f3 .
                 D1 D2 D3 ."""
    game = play(spirited("faith", drawing, pool=9, held="f4 D1"), "place d1", "place d2", "spirit faith pay shrine")
    assert moves(game, "build") == {f"{column}{row}" for column in "abcd" for row in (1, 2)}
    play(game, f"build {space}")
    assert allowances(game) == [1, 2]


@pytest.mark.rule("DC-S7", "DC-29")
@pytest.mark.parametrize(
    ("pool", "payments"),
    [(0, None), (1, {"f4"}), (2, {"f4", "shrine"})],
)
def test_faith_cannot_be_paid_with_the_last_shrine(pool: int, payments: set[str] | None) -> None:
    drawing = "f1 f2 f3 .\n.\n.\n. . . . . D1"
    game = play(spirited("faith", drawing, pool=pool, held="f4"), "place d1")
    assert spirits_offered(game) == ({"faith": payments} if payments else {})
    assert waiting_for(game) == ((0, "build") if payments else (1, "action"))


@pytest.mark.rule("DC-S7", "DC-28")
def test_faith_is_activated_in_a_building_step_once_per_turn() -> None:
    drawing = """s1 s2 s3 .
                 f1 f2 f3 ."""
    game = spirited("faith,cunning", drawing, pool=9, held="f4")
    assert set(spirits_offered(game)) == {"cunning"}
    play(game, "spirit cunning pay shrine", "consolidate a1", "spirit faith pay shrine", "build a1", "done")
    assert waiting_for(play(game, "place d2")) == (0, "build")
    assert spirits_offered(game) == {}
    with pytest.raises(DecisionError):
        game.play("spirit faith pay shrine")
