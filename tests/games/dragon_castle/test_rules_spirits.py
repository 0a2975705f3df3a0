"""The numbered rules of Dragon Castle: when Spirits are activated, and what they cost (DC-28 to DC-29c)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import (
    asked,
    moves,
    play,
    points,
    realm,
    spirited,
    spirits_offered,
    stacks,
    table,
)
from palatine import DecisionError
from palatine.games.dragon_castle.options import SPIRITS

ALL = ",".join(SPIRITS)
GROUND = {"a1": "m4", "c1": "m4", "e1": "s1", "h1": "s2"}
"""Two Merchants to complete a row of three with, and tiles to destroy."""

# ------------------------------------------------------------------------------------------------ DC-28: the moments


@pytest.mark.rule("DC-28")
@pytest.mark.parametrize(
    ("decisions", "phase"),
    [
        ("", "action"),
        ("pick a1", "completion"),
        ("pick a1, shrine", "placement"),
        ("pick a1, pair c1", "placement"),
        ("pick a1, pair c1, place d1", "placement"),
        ("pick a1, pair c1, place d1, place d2", "check"),
        ("pick a1, pair c1, place d1, place d2, done, build a1", "end"),
        ("pick a1, pair c1, place d3, place d4", "end"),
        ("pick a1, discard", "end"),
        ("summon", "end"),
    ],
)
def test_a_spirit_can_be_activated_at_every_moment_of_the_turn(decisions: str, phase: str) -> None:
    made = spirited("strength,destruction", "m1 m2 m3 . . f5", GROUND, pool=3)
    play(made, *filter(None, decisions.split(", ")))
    assert asked(made) == (0, phase)
    assert {"f1", "shrine"} <= spirits_offered(made)["destruction"]
    before = stacks(made)
    play(made, "spirit destruction pay shrine", "destroy e1")
    assert asked(made) == (0, phase)
    assert stacks(made) == before
    assert made.position()["used"] == ["destruction"]
    assert set(spirits_offered(made)) == {"strength"}


@pytest.mark.rule("DC-28")
def test_inside_a_building_step_only_faith_and_wind_can_be_activated() -> None:
    drawing = """m1 m2 m3 . W1 W2
                 x* .  .  . W3 .
                 .  .  .  . .  .
                 s5 s5 f5 f5 . ."""
    made = spirited(ALL, drawing, GROUND, pool=3, held="m4")
    play(made, "place d1")
    assert set(spirits_offered(made)) == {"beauty", "wind", "strength", "change", "destruction", "cunning"}
    play(made, "done")
    assert asked(made) == (0, "build")
    assert set(spirits_offered(made)) == {"faith", "wind"}
    play(made, "done")
    assert asked(made) == (0, "end")
    assert set(spirits_offered(made)) == {"beauty", "wind", "strength", "destruction", "cunning"}


@pytest.mark.rule("DC-28")
def test_each_spirit_can_be_activated_once_per_turn() -> None:
    made = spirited("strength,destruction", "f5 s5 f3", GROUND, pool=4)
    play(made, "spirit destruction pay shrine", "destroy e1")
    with pytest.raises(DecisionError):
        made.play("spirit destruction pay shrine")
    play(made, "spirit strength pay shrine", "lift a1", "drop a4", "done")
    assert spirits_offered(made) == {}
    play(made, "pick h1", "discard")
    assert asked(made) == (1, "action")


@pytest.mark.rule("DC-28")
def test_in_the_next_turn_it_can_be_activated_again() -> None:
    made = spirited("destruction", "", GROUND | {"e3": "s3"}, pool=2)
    play(made, "spirit destruction pay shrine", "destroy e1", "pick h1", "discard")
    assert spirits_offered(made) == {"destruction": {"shrine"}}  # of the other player
    play(made, "spirit destruction pay shrine", "destroy e3", "summon")
    assert asked(made) == (0, "action")
    assert made.position()["used"] == []
    assert spirits_offered(made) == {"destruction": {"shrine"}}


# -------------------------------------------------------------------------------------------------- DC-28: the cost


@pytest.mark.rule("DC-28")
def test_the_cost_is_any_face_up_tile_or_a_shrine_of_the_pool() -> None:
    made = spirited("destruction", "m1 x x* D1^3\n . W2", pool=2)
    assert spirits_offered(made) == {"destruction": {"a1", "d1", "b2", "shrine"}}


@pytest.mark.rule("DC-28")
def test_without_a_shrine_in_the_pool_only_tiles_can_be_paid() -> None:
    made = spirited("destruction", "m1 x x* D1", pool=0)
    assert spirits_offered(made) == {"destruction": {"a1", "d1"}}


@pytest.mark.rule("DC-28")
def test_neither_face_down_tiles_nor_built_shrines_nor_what_others_have_can_be_paid() -> None:
    rich = realm("m1 m2 D1", pool=5)
    made = table(GROUND, [realm("x x* x^2*", pool=0), rich], options={"spirits": "destruction"})
    assert spirits_offered(made) == {}


@pytest.mark.rule("DC-28")
def test_a_collected_tile_can_be_paid_only_when_it_is_placed() -> None:
    made = spirited("destruction", "", pool=0, held="m4 s2")
    assert spirits_offered(made) == {}
    play(made, "place b2")
    assert spirits_offered(made) == {"destruction": {"b2"}}
    play(made, "spirit destruction pay b2", "destroy a1")
    assert stacks(made) == {}
    assert asked(made) == (0, "placement")
    assert made.position()["held"] == ["soldiers_2"]


@pytest.mark.rule("DC-28")
def test_a_shrine_paid_goes_back_to_the_general_pool() -> None:
    made = spirited("destruction", pool=2)
    assert made.position()["general_shrines"] == 37
    play(made, "spirit destruction pay shrine")
    assert made.position()["general_shrines"] == 38
    assert made.position()["realms"][0]["shrine_pool"] == 1


@pytest.mark.rule("DC-28", "DC-17")
def test_a_shrine_paid_to_an_empty_general_pool_can_be_taken_again() -> None:
    pools = [realm("", pool=20), realm("", pool=20)]
    made = play(table(GROUND, pools, options={"spirits": "destruction"}), "pick a1")
    assert "shrine" not in made.moves()
    play(made, "spirit destruction pay shrine", "destroy h1")
    assert "shrine" in made.moves()
    play(made, "shrine")
    assert made.position()["realms"][0]["shrine_pool"] == 20


@pytest.mark.rule("DC-28", "DC-18")
def test_paying_gives_no_points_and_is_not_the_action() -> None:
    made = play(spirited("destruction", "m1 m2", GROUND), "spirit destruction pay a1", "destroy e1")
    assert stacks(made) == {"b1": "m2"}
    assert made.totals() == [0, 0]
    assert asked(made) == (0, "action")
    assert made.position()["action"] is None


# ----------------------------------------------------------------------------------------------- DC-29: no empty cost


@pytest.mark.rule("DC-29")
@pytest.mark.parametrize(
    ("spirit", "drawing"),
    [
        ("beauty", "m1 s1 f1 . m1"),
        ("wind", "m1 m2 x x^2"),
        ("strength", "x*"),
        ("change", "f1 f2 W1 D1"),
        ("cunning", "f1 f2 . f3"),
        ("faith", "f1 f2 f3 x x*"),
        ("elegance", "f1 f2"),
        ("deception", "f1 f2"),
        ("deep", "f1 f2"),
    ],
)
def test_an_activation_without_effect_is_not_offered(spirit: str, drawing: str) -> None:
    made = spirited(spirit, drawing, GROUND, pool=2)
    assert spirits_offered(made) == {}
    assert set(made.moves()) == {"pick a1", "pick c1", "pick e1", "pick h1", "summon"}


@pytest.mark.rule("DC-29")
def test_destruction_is_not_offered_without_a_castle() -> None:
    made = spirited("destruction", "f1 f2", {}, pool=2)
    assert made.moves() == ["summon"]


PLUS = {"c2": "s1", "c1": "S1", "c3": "W1", "b2": "m1", "d2": "m2", "h1": "S2", "h2": "s2"}
"""A soldier, c2, which is surrounded; two of Seasons."""
ACTIVATIONS = [
    ("beauty", "", "s5 f5 m5 m5 D1", {"consolidate a1"}),
    ("cunning", "", "f1 f2 f3 . D1", {"consolidate a1"}),
    ("change", "", "f1 f2 f3 W1 D1", {"change d1 farmers"}),
    ("strength", "", "x f1 x*", {"lift a1", "lift b1"}),
    ("wind", "", "x f1 x*", {"flip b1", "lift c1"}),
    ("deception", "pick c1", "f1", {"pair c2"}),
    ("deep", "pick c1", "f1", {"pair h1"}),
    ("destruction", "", "f1", {f"destroy {space}" for space in ("b2", "c1", "c3", "d2", "h1", "h2")}),
]


@pytest.mark.rule("DC-29")
@pytest.mark.parametrize(("spirit", "decisions", "drawing", "effects"), ACTIVATIONS)
def test_once_paid_for_the_effect_must_be_carried_out(
    spirit: str, decisions: str, drawing: str, effects: set[str]
) -> None:
    made = spirited(ALL, drawing, PLUS, pool=3)
    play(made, *filter(None, [decisions]), f"spirit {spirit} pay shrine")
    assert set(made.moves()) == effects


@pytest.mark.rule("DC-29")
def test_what_matters_is_the_position_after_the_cost_has_been_paid() -> None:
    only = {"strength": {"shrine"}}
    assert spirits_offered(spirited("strength", "m1")) == only  # the tile paid could not be moved
    assert spirits_offered(spirited("strength", "m1", pool=0)) == {}
    under = {"strength": {"a1", "shrine"}}
    assert spirits_offered(spirited("strength", "m1^2")) == under  # what lies under it can be


@pytest.mark.rule("DC-29")
def test_a_payment_can_make_the_effect_possible() -> None:
    full = """m1^2 x* x* x*
              x*   x* x* x*
              x*   x* x* x*
              x*   x* x* x*"""
    made = spirited("wind", full, options={"realm_columns": "4"}, pool=0)
    play(made, "spirit wind pay a1")
    assert moves(made, "flip") == set()
    play(made, "lift d4", "drop a1")
    assert stacks(made)["a1"] == "x*"
    assert stacks(made)["d4"] == "x"


# ----------------------------------------------------------------------------------------- DC-29a: what lies beneath


@pytest.mark.rule("DC-29a")
def test_a_tile_paid_from_the_ground_leaves_an_empty_space() -> None:
    made = spirited("destruction", "m1 m2", held="f1")
    assert "a1" not in moves(made, "place")
    play(made, "spirit destruction pay a1", "destroy a1", "place a1")
    assert stacks(made) == {"a1": "f1", "b1": "m2"}


@pytest.mark.rule("DC-29a")
def test_a_tile_paid_from_a_stack_leaves_a_face_down_tile() -> None:
    made = play(spirited("destruction", "m1^3 m2", held="f1"), "spirit destruction pay a1", "destroy a1")
    assert stacks(made) == {"a1": "x^2", "b1": "m2"}
    play(made, "place a1")
    assert stacks(made) == {"a1": "f1^3", "b1": "m2"}


@pytest.mark.rule("DC-29a")
@pytest.mark.parametrize(("drawing", "left", "then"), [("m1", {}, "f1"), ("m1^2", {"a1": "x"}, "f1^2")])
def test_a_tile_moved_away_leaves_its_place_open(drawing: str, left: dict[str, str], then: str) -> None:
    made = play(spirited("strength", drawing, held="f1"), "spirit strength pay shrine", "lift a1", "drop d4")
    if "done" in made.moves():
        play(made, "done")
    assert stacks(made) == {"d4": "m1"} | left
    play(made, "place a1")
    assert stacks(made, 0)["a1"] == then


# ------------------------------------------------------------------------------- DC-29b: sets created by a Spirit


@pytest.mark.rule("DC-29b")
def test_a_set_created_by_a_spirit_is_consolidated_at_once() -> None:
    made = spirited("strength", "f1 f2 f3 . . f4", pool=2)
    play(made, "spirit strength pay shrine", "lift f1", "drop d1", "done")
    assert points(made)["sets"] == 2
    assert asked(made) == (0, "build")
    play(made, "build b1")
    assert stacks(made) == {"a1": "x", "b1": "x*", "c1": "x", "d1": "x"}
    assert asked(made) == (0, "action")


@pytest.mark.rule("DC-29b")
def test_a_turn_can_see_several_consolidations() -> None:
    drawing = """f1 f2 f3 . . f4
                 s1 s2 s3 . . ."""
    made = spirited("strength,cunning", drawing, {"a1": "s4", "c1": "m2"}, pool=2)
    play(made, "spirit strength pay shrine", "lift f1", "drop d1", "done", "done")
    assert points(made)["sets"] == 2
    play(made, "pick a1", "shrine", "place d2", "done", "done")
    assert points(made)["sets"] == 4
    assert set(stacks(made).values()) == {"x"}


@pytest.mark.rule("DC-29b")
def test_sets_that_wait_for_the_last_placement_keep_waiting() -> None:
    drawing = """f1 f2 f3 .  . .
                 .  .  .  .  . .
                 s1 s2 s3 .  . s4"""
    made = spirited("strength", drawing, held="f4 f5", pool=2)
    play(made, "place d1", "spirit strength pay shrine", "lift f3", "drop d3", "done", "done")
    assert points(made)["sets"] == 2
    assert stacks(made) == {"a1": "f1", "b1": "f2", "c1": "f3", "d1": "f4", "a3": "x", "b3": "x", "c3": "x", "d3": "x"}
    assert asked(made) == (0, "placement")
    play(made, "place e1")
    assert points(made)["sets"] == 2 + 3  # of five tiles


# --------------------------------------------------------------------------------- DC-29c: no two of them on one set


@pytest.mark.rule("DC-29c")
@pytest.mark.parametrize(
    ("spirits", "drawing"),
    [
        ("change,cunning", "f1 f2 W1 . f4"),
        ("beauty,cunning", "f5 s5 m5 . f1"),
        ("beauty,change", "f5 s5 m5 W1"),
        ("beauty,change,cunning", "f5 s5 W1 . D1 D2"),
    ],
)
def test_beauty_change_and_cunning_are_not_combined_on_one_set(spirits: str, drawing: str) -> None:
    assert spirits_offered(spirited(spirits, drawing, pool=3)) == {}


@pytest.mark.rule("DC-29c", "DC-S7")
@pytest.mark.parametrize(
    ("spirit", "drawing", "effect", "normal"),
    [
        ("beauty", "f5 s5 m5 m5", "consolidate a1", 2),
        ("change", "f1 f2 f3 W1", "change d1 farmers", 1),
        ("cunning", "f1 f2 f3", "consolidate a1", 1),
    ],
)
def test_faith_may_be_added_to_any_of_them(spirit: str, drawing: str, effect: str, normal: int) -> None:
    made = spirited(f"{spirit},faith", drawing, pool=5)
    play(made, f"spirit {spirit} pay shrine", effect, "spirit faith pay shrine", "build c1")
    play(made, *["build b1", "build a1"][:normal])
    assert asked(made) == (0, "action")
    assert list(stacks(made).values()).count("x*") == normal + 1


# ---------------------------------------------------------------------------------- what is asked, and what is not


@pytest.mark.rule("DC-28", "DC-20")
def test_sets_are_consolidated_by_themselves_when_no_spirit_can_be_activated() -> None:
    made = play(spirited("wind", "f1 f2 f3", held="f4"), "place d1")
    assert asked(made) == (0, "build")
    assert points(made)["sets"] == 2


@pytest.mark.rule("DC-28")
def test_the_turn_ends_by_itself_when_no_spirit_can_be_activated() -> None:
    made = play(spirited("wind", "f1 f2 f3", held="f4"), "place f4")
    assert asked(made) == (1, "action")


@pytest.mark.rule("DC-28")
def test_the_turn_goes_on_until_the_player_ends_it_when_one_can() -> None:
    made = play(spirited("wind", "f1 x x*", held="f4"), "place f4")
    assert asked(made) == (0, "end")
    assert "done" in made.moves()
    play(made, "done")
    assert asked(made) == (1, "action")


@pytest.mark.rule("DC-28", "DC-19")
def test_a_spirit_may_make_room_in_a_full_realm() -> None:
    full = """m1 s1 m2 s2
              s3 m3 s4 m4
              m5 s5 m6 s6
              f1 D1 f2 D2"""
    made = spirited("destruction", full, held="W1", options={"realm_columns": "4"})
    assert moves(made, "place") == set()
    assert "done" in made.moves()
    play(made, "spirit destruction pay b2", "destroy a1")
    assert set(made.moves()) == {"place b2"}
    play(made, "place b2")
    assert stacks(made)["b2"] == "W1"


@pytest.mark.rule("DC-28", "DC-24")
def test_wind_alone_does_not_keep_a_building_step_open() -> None:
    made = play(spirited("wind", "f1 f2 f3 . x* D1", held="f4"), "place d1", "done", "build a1")
    assert asked(made) == (0, "end")
    assert spirits_offered(made) == {"wind": {"f1"}}
