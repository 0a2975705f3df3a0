"""The numbered rules of Dragon Castle: Wind, Strength and Faith (DC-S3, DC-S5, DC-S7)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import asked, moves, play, points, spirited, spirits_offered, stacks
from palatine import DecisionError
from palatine.core.table import Table

SMALL = {"realm_columns": "4"}
SHRINES = "\n" + "\n".join(["x* x* x* x*"] * 3)
"""Three rows of a small Realm, full."""


def allowances(made: Table) -> list[int]:
    """How many Shrines may be built on each of the sets just Consolidated."""
    return [entry["shrines"] for entry in made.position()["sets"]]


# -------------------------------------------------------------------------------------------------------------- Wind


@pytest.mark.rule("DC-S3", "DC-27")
def test_wind_moves_a_built_shrine_to_another_face_down_tile() -> None:
    made = play(spirited("wind", "x* x x^3 x^2* m1"), "spirit wind pay shrine")
    assert made.position()["phase"] == "wind"
    assert set(made.moves()) == {"flip e1", "lift a1", "lift d1"}
    play(made, "lift a1")
    assert made.position()["phase"] == "wind_drop"
    assert set(made.moves()) == {"drop b1", "drop c1"}
    play(made, "drop c1")
    assert stacks(made) == {"a1": "x", "b1": "x", "c1": "x^3*", "d1": "x^2*", "e1": "m1"}
    assert points(made)["shrines"] == 3 + 2
    assert asked(made) == (0, "action")


@pytest.mark.rule("DC-S3")
def test_a_shrine_can_be_moved_on_the_tile_turned_down() -> None:
    """FAQ: can I move a Shrine on the tile I flipped face down? Yes."""
    made = play(spirited("wind", "x* x m1^2"), "spirit wind pay shrine", "flip c1")
    assert made.position()["phase"] == "wind_lift"
    assert made.moves() == ["lift a1"]
    assert moves(play(made, "lift a1"), "drop") == {"b1", "c1"}
    assert stacks(play(made, "drop c1")) == {"a1": "x", "b1": "x", "c1": "x^2*"}


@pytest.mark.rule("DC-S3")
def test_no_shrine_can_be_built_on_the_tile_turned_down() -> None:
    """FAQ: can I build a Shrine on the tile I flipped face down? No."""
    made = play(spirited("wind", "x* x m1", pool=3), "spirit wind pay shrine", "flip c1", "lift a1", "drop b1")
    assert asked(made) == (0, "action")
    assert stacks(made) == {"a1": "x", "b1": "x*", "c1": "x"}
    assert made.position()["realms"][0]["shrine_pool"] == 2


@pytest.mark.rule("DC-S3", "DC-24")
def test_nor_inside_a_building_step() -> None:
    """FAQ: can I build a Shrine on the tile I flipped face down? No."""
    made = play(spirited("wind", "f1 f2 f3 . x* D1", pool=3, held="f4"), "place d1", "done", "spirit wind pay shrine")
    play(made, "flip f1", "lift e1", "drop f1")
    assert moves(made, "build") == {"a1", "b1", "c1", "d1"}
    made = play(spirited("wind", "f1 f2 f3 . x* D1 \n. . . . . x", pool=3, held="f4"), "place d1", "done")
    play(made, "spirit wind pay shrine", "flip f1", "lift e1", "drop f2")
    assert moves(made, "build") == {"a1", "b1", "c1", "d1"}


@pytest.mark.rule("DC-S3")
def test_a_tile_turned_down_is_not_consolidated() -> None:
    made = play(spirited("wind", "x* D1 D2 D3"), "spirit wind pay shrine", "flip b1", "lift a1", "drop b1")
    assert stacks(made) == {"a1": "x", "b1": "x*", "c1": "D2", "d1": "D3"}
    assert made.totals() == [1, 0]  # of the Shrine


@pytest.mark.rule("DC-S3")
def test_without_another_place_a_tile_must_be_turned_down() -> None:
    made = play(spirited("wind", "x* x* m1 m2"), "spirit wind pay shrine")
    assert set(made.moves()) == {"flip c1", "flip d1"}


@pytest.mark.rule("DC-S3", "DC-29")
@pytest.mark.parametrize(
    ("drawing", "pool", "payments"),
    [
        ("x m1", 2, None),  # no built Shrine
        ("x* x*", 2, None),  # no place, and none to be had
        ("x* m1", 0, None),  # the tile cannot be paid and turned down
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
def test_the_stack_that_the_shrine_leaves_is_open_again_in_the_same_turn() -> None:
    made = spirited("wind", "x* x", held="f1")
    assert "a1" not in moves(made, "place")
    play(made, "spirit wind pay shrine", "lift a1", "drop b1")
    assert "b1" not in moves(made, "place")
    assert stacks(play(made, "place a1")) == {"a1": "f1^2", "b1": "x*"}


@pytest.mark.rule("DC-S3", "DC-24")
@pytest.mark.parametrize("source", ["a1", "a3"])
def test_wind_neither_gives_allowance_back_nor_takes_it(source: str) -> None:
    drawing = """D1 D2 D3 . . .
                 .  .  .  . . .
                 x* x"""
    made = play(spirited("wind", drawing, pool=6, held="D1"), "place d1", "done", "build a1")
    assert allowances(made) == [1]
    target = "b3" if source == "a1" else "b1"
    play(made, "spirit wind pay shrine", f"lift {source}", f"drop {target}")
    assert asked(made) == (0, "build")
    assert allowances(made) == [1]
    play(made, "build c1")
    assert asked(made) == (1, "action")


# ---------------------------------------------------------------------------------------------------------- Strength


@pytest.mark.rule("DC-S5")
def test_strength_moves_a_tile_to_an_empty_space_or_a_face_down_tile() -> None:
    """FAQ: can I move a tile onto an empty space? Yes. Onto a face-up tile? No."""
    made = play(spirited("strength", "m1 x m2 x*", options=SMALL), "spirit strength pay shrine")
    play(made, "lift a1")
    assert made.position()["phase"] == "strength_drop"
    assert made.position()["lifted"] == "a1"
    everywhere = {f"{column}{row}" for column in "abcd" for row in (1, 2, 3, 4)}
    assert moves(made, "drop") == everywhere - {"a1", "c1", "d1"}
    assert stacks(play(made, "drop b1", "done")) == {"b1": "m1^2", "c1": "m2", "d1": "x*"}


@pytest.mark.rule("DC-S5")
def test_a_tile_with_a_shrine_is_not_moved() -> None:
    """FAQ: can I move a tile with a Shrine on top? No."""
    made = play(spirited("strength", "m1 x x* x^2*"), "spirit strength pay shrine")
    assert made.position()["phase"] == "strength_lift"
    assert set(made.moves()) == {"lift a1", "lift b1"}


@pytest.mark.rule("DC-S5")
def test_one_or_two_tiles_are_moved_and_keep_their_face() -> None:
    made = play(spirited("strength", "m1 x D1"), "spirit strength pay shrine", "lift b1", "drop d4")
    assert set(made.moves()) == {"lift a1", "lift c1", "done"}  # not the same tile again
    play(made, "lift a1", "drop e4")
    assert stacks(made) == {"c1": "D1", "d4": "x", "e4": "m1"}
    assert asked(made) == (0, "action")


@pytest.mark.rule("DC-S5", "DC-29a")
def test_the_second_tile_may_be_the_one_uncovered_by_the_first() -> None:
    made = play(spirited("strength", "m1^2"), "spirit strength pay shrine", "lift a1", "drop b1")
    assert set(made.moves()) == {"lift a1", "done"}
    assert stacks(play(made, "lift a1", "drop f4")) == {"b1": "m1", "f4": "x"}


@pytest.mark.rule("DC-S5")
@pytest.mark.parametrize(("first", "allowed"), [("x", True), ("m1", False)])
def test_the_second_tile_may_go_on_the_first_if_that_is_face_down(first: str, allowed: bool) -> None:
    """FAQ: can I move the second tile on top of the first? If that one was face down, yes; if face up, no."""
    made = play(spirited("strength", f"{first} D1"), "spirit strength pay shrine", "lift a1", "drop c3", "lift b1")
    assert ("c3" in moves(made, "drop")) is allowed


@pytest.mark.rule("DC-S5")
def test_sets_are_checked_after_the_last_move_only() -> None:
    made = play(spirited("strength", "f1 f2 f3 . . f4"), "spirit strength pay shrine", "lift f1", "drop d1")
    assert points(made)["sets"] == 0
    play(made, "lift b1", "drop f4")
    assert stacks(made) == {"a1": "f1", "c1": "f3", "d1": "f4", "f4": "f2"}
    assert points(made)["sets"] == 0
    assert asked(made) == (0, "action")


@pytest.mark.rule("DC-S5")
def test_the_second_move_can_make_the_set_larger() -> None:
    drawing = """f1 f2 f3 . . f4
                 .  .  .  . . .
                 .  .  .  . . f5"""
    made = play(spirited("strength", drawing), "spirit strength pay shrine", "lift f1", "drop d1")
    play(made, "lift f3", "drop d2")
    assert points(made)["sets"] == 3


@pytest.mark.rule("DC-S5", "DC-25")
def test_two_sets_made_by_strength_are_consolidated_together() -> None:
    drawing = """f1 f2 f3 . . f4
                 .  .  .  . . .
                 D1 D2 D3 . . D1"""
    made = play(spirited("strength", drawing, pool=4), "spirit strength pay shrine")
    play(made, "lift f1", "drop d1", "lift f3", "drop d3")
    assert asked(made) == (0, "build")
    assert [(entry["spaces"], entry["shrines"]) for entry in made.position()["sets"]] == [
        (["a1", "b1", "c1", "d1"], 1),
        (["a3", "b3", "c3", "d3"], 2),
    ]
    assert points(made)["sets"] == 4


@pytest.mark.rule("DC-S5", "DC-29")
@pytest.mark.parametrize(
    ("row", "pool", "payments"),
    [
        ("x* x* x* x*", 2, None),  # nothing to move
        ("x x* x* x*", 2, None),  # it would go to its own space
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
def test_a_tile_that_has_nowhere_to_go_is_not_lifted() -> None:
    made = play(spirited("strength", "x m1 x* x*" + SHRINES, options=SMALL), "spirit strength pay shrine")
    assert made.moves() == ["lift b1"]
    play(made, "lift b1")
    assert made.moves() == ["drop a1"]


@pytest.mark.rule("DC-S5")
def test_strength_is_over_by_itself_when_no_second_move_is_possible() -> None:
    made = play(spirited("strength", "x m1 x* x*" + SHRINES, options=SMALL), "spirit strength pay shrine")
    play(made, "lift b1", "drop a1")
    assert asked(made) == (0, "action")


# ------------------------------------------------------------------------------------------------------------- Faith


@pytest.mark.rule("DC-S7")
def test_faith_builds_one_shrine_beyond_the_normal_number() -> None:
    made = play(spirited("faith", "f1 f2 f3 .", pool=4, held="f4"), "place d1", "build a1")
    assert asked(made) == (0, "build")
    assert set(made.moves()) == {"done", "spirit faith pay shrine"}
    play(made, "spirit faith pay shrine")
    assert made.position()["phase"] == "faith"
    assert set(made.moves()) == {"build b1", "build c1", "build d1"}  # it must be built
    play(made, "build d1")
    assert stacks(made) == {"a1": "x*", "b1": "x", "c1": "x", "d1": "x*"}
    assert asked(made) == (1, "action")


@pytest.mark.rule("DC-S7")
def test_the_additional_shrine_may_come_first() -> None:
    made = play(spirited("faith", "f1 f2 f3 .", pool=4, held="f4"), "place d1", "spirit faith pay shrine", "build a1")
    assert allowances(made) == [1]
    assert moves(made, "build") == {"b1", "c1", "d1"}
    assert asked(play(made, "build b1")) == (1, "action")


@pytest.mark.rule("DC-S7")
def test_a_third_shrine_can_be_built_on_a_set_of_special_tiles() -> None:
    """FAQ: on a set of Special tiles, can I build a third Shrine? Yes."""
    made = play(spirited("faith", "W1 W2 W3 .", pool=5, held="W4"), "place d1", "build a1", "build b1")
    assert moves(made, "build") == set()
    play(made, "spirit faith pay shrine", "build c1")
    assert stacks(made) == {"a1": "x*", "b1": "x*", "c1": "x*", "d1": "x"}


@pytest.mark.rule("DC-S7")
def test_faith_never_builds_on_tiles_of_an_earlier_turn() -> None:
    """FAQ: can I build it on face-down tiles of a previous turn? No."""
    made = play(spirited("faith", "f1 f2 f3 . x x^2", pool=4, held="f4"), "place d1", "spirit faith pay shrine")
    assert moves(made, "build") == {"a1", "b1", "c1", "d1"}


@pytest.mark.rule("DC-S7")
def test_faith_never_builds_on_tiles_consolidated_earlier_in_the_turn() -> None:
    drawing = """s1 s2 s3 .
                 f1 f2 f3 ."""
    made = spirited("faith,cunning", drawing, pool=5, held="f4")
    play(made, "spirit cunning pay shrine", "consolidate a1", "done", "place d2", "spirit faith pay shrine")
    assert moves(made, "build") == {"a2", "b2", "c2", "d2"}


@pytest.mark.rule("DC-S7", "DC-25")
@pytest.mark.parametrize("space", ["b1", "b2"])
def test_with_several_sets_any_tile_of_them_can_be_chosen(space: str) -> None:
    """FAQ: what if I am Consolidating more than one set? Any one tile of one of them."""
    drawing = """f1 f2 f3 .
                 D1 D2 D3 ."""
    made = play(spirited("faith", drawing, pool=9, held="f4 D1"), "place d1", "place d2", "spirit faith pay shrine")
    assert moves(made, "build") == {f"{column}{row}" for column in "abcd" for row in (1, 2)}
    play(made, f"build {space}")
    assert allowances(made) == [1, 2]


@pytest.mark.rule("DC-S7", "DC-29")
@pytest.mark.parametrize(
    ("pool", "payments"),
    [(0, None), (1, {"f4"}), (2, {"f4", "shrine"})],
)
def test_faith_cannot_be_paid_with_the_last_shrine(pool: int, payments: set[str] | None) -> None:
    drawing = "f1 f2 f3 .\n.\n.\n. . . . . D1"
    made = play(spirited("faith", drawing, pool=pool, held="f4"), "place d1")
    assert spirits_offered(made) == ({"faith": payments} if payments else {})
    assert asked(made) == ((0, "build") if payments else (1, "action"))


@pytest.mark.rule("DC-S7", "DC-28")
def test_faith_is_activated_in_a_building_step_once_per_turn() -> None:
    drawing = """s1 s2 s3 .
                 f1 f2 f3 ."""
    made = spirited("faith,cunning", drawing, pool=9, held="f4")
    assert set(spirits_offered(made)) == {"cunning"}
    play(made, "spirit cunning pay shrine", "consolidate a1", "spirit faith pay shrine", "build a1", "done")
    assert asked(play(made, "place d2")) == (0, "build")
    assert spirits_offered(made) == {}
    with pytest.raises(DecisionError):
        made.play("spirit faith pay shrine")
