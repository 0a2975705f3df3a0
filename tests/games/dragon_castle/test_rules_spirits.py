"""The numbered rules of Dragon Castle: activating Spirits and paying for them (DC-28 to DC-29c)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import (
    moves,
    play,
    points,
    realm,
    spirited,
    spirits_offered,
    stacks,
    table,
    waiting_for,
)
from palatine import DecisionError
from palatine.games.dragon_castle.options import SPIRITS

ALL = ",".join(SPIRITS)
GROUND = {"a1": "m4", "c1": "m4", "e1": "s1", "h1": "s2"}
"""Two Merchants that complete a row of three, and tiles to destroy."""

# ------------------------------------------------------------------------------------------------------- DC-28: when


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
    game = spirited("strength,destruction", "m1 m2 m3 . . f5", GROUND, pool=3)
    play(game, *filter(None, decisions.split(", ")))
    assert waiting_for(game) == (0, phase)
    assert {"f1", "shrine"} <= spirits_offered(game)["destruction"]
    before = stacks(game)
    play(game, "spirit destruction pay shrine", "destroy e1")
    assert waiting_for(game) == (0, phase)
    assert stacks(game) == before
    assert game.position()["used"] == ["destruction"]
    assert set(spirits_offered(game)) == {"strength"}


@pytest.mark.rule("DC-28")
def test_only_faith_and_wind_can_be_activated_in_a_building_step() -> None:
    drawing = """m1 m2 m3 . W1 W2
                 x* .  .  . W3 .
                 .  .  .  . .  .
                 s5 s5 f5 f5 . ."""
    game = spirited(ALL, drawing, GROUND, pool=3, held="m4")
    play(game, "place d1")
    assert set(spirits_offered(game)) == {"beauty", "wind", "strength", "change", "destruction", "cunning"}
    play(game, "done")
    assert waiting_for(game) == (0, "build")
    assert set(spirits_offered(game)) == {"faith", "wind"}
    play(game, "done")
    assert waiting_for(game) == (0, "end")
    assert set(spirits_offered(game)) == {"beauty", "wind", "strength", "destruction", "cunning"}


@pytest.mark.rule("DC-28")
def test_each_spirit_can_be_activated_once_per_turn() -> None:
    game = spirited("strength,destruction", "f5 s5 f3", GROUND, pool=4)
    play(game, "spirit destruction pay shrine", "destroy e1")
    with pytest.raises(DecisionError):
        game.play("spirit destruction pay shrine")
    play(game, "spirit strength pay shrine", "lift a1", "drop a4", "done")
    assert spirits_offered(game) == {}
    play(game, "pick h1", "discard")
    assert waiting_for(game) == (1, "action")


@pytest.mark.rule("DC-28")
def test_a_spirit_can_be_activated_again_in_the_next_turn() -> None:
    game = spirited("destruction", "", GROUND | {"e3": "s3"}, pool=2)
    play(game, "spirit destruction pay shrine", "destroy e1", "pick h1", "discard")
    assert spirits_offered(game) == {"destruction": {"shrine"}}  # of the other player
    play(game, "spirit destruction pay shrine", "destroy e3", "summon")
    assert waiting_for(game) == (0, "action")
    assert game.position()["used"] == []
    assert spirits_offered(game) == {"destruction": {"shrine"}}


# -------------------------------------------------------------------------------------------------- DC-28: the cost


@pytest.mark.rule("DC-28")
def test_the_cost_is_any_face_up_tile_or_a_shrine_from_the_pool() -> None:
    game = spirited("destruction", "m1 x x* D1^3\n . W2", pool=2)
    assert spirits_offered(game) == {"destruction": {"a1", "d1", "b2", "shrine"}}


@pytest.mark.rule("DC-28")
def test_without_a_shrine_in_the_pool_only_tiles_can_be_paid() -> None:
    game = spirited("destruction", "m1 x x* D1", pool=0)
    assert spirits_offered(game) == {"destruction": {"a1", "d1"}}


@pytest.mark.rule("DC-28")
def test_face_down_tiles_built_shrines_and_other_players_pieces_cannot_be_paid() -> None:
    rich = realm("m1 m2 D1", pool=5)
    game = table(GROUND, [realm("x x* x^2*", pool=0), rich], options={"spirits": "destruction"})
    assert spirits_offered(game) == {}


@pytest.mark.rule("DC-28")
def test_a_held_tile_can_be_paid_only_after_it_is_placed() -> None:
    game = spirited("destruction", "", pool=0, held="m4 s2")
    assert spirits_offered(game) == {}
    play(game, "place b2")
    assert spirits_offered(game) == {"destruction": {"b2"}}
    play(game, "spirit destruction pay b2", "destroy a1")
    assert stacks(game) == {}
    assert waiting_for(game) == (0, "placement")
    assert game.position()["held"] == ["soldiers_2"]


@pytest.mark.rule("DC-28")
def test_a_paid_shrine_returns_to_the_general_pool() -> None:
    game = spirited("destruction", pool=2)
    assert game.position()["general_shrines"] == 37
    play(game, "spirit destruction pay shrine")
    assert game.position()["general_shrines"] == 38
    assert game.position()["realms"][0]["shrine_pool"] == 1


@pytest.mark.rule("DC-28", "DC-17")
def test_a_shrine_paid_into_an_empty_general_pool_can_be_taken_again() -> None:
    pools = [realm("", pool=20), realm("", pool=20)]
    game = play(table(GROUND, pools, options={"spirits": "destruction"}), "pick a1")
    assert "shrine" not in game.moves()
    play(game, "spirit destruction pay shrine", "destroy h1")
    assert "shrine" in game.moves()
    play(game, "shrine")
    assert game.position()["realms"][0]["shrine_pool"] == 20


@pytest.mark.rule("DC-28", "DC-18")
def test_paying_gives_no_points_and_is_not_the_action() -> None:
    game = play(spirited("destruction", "m1 m2", GROUND), "spirit destruction pay a1", "destroy e1")
    assert stacks(game) == {"b1": "m2"}
    assert game.totals() == [0, 0]
    assert waiting_for(game) == (0, "action")
    assert game.position()["action"] is None


# --------------------------------------------------------------------------------------- DC-29: an effect is required


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
    game = spirited(spirit, drawing, GROUND, pool=2)
    assert spirits_offered(game) == {}
    assert set(game.moves()) == {"pick a1", "pick c1", "pick e1", "pick h1", "summon"}


@pytest.mark.rule("DC-29")
def test_destruction_is_not_offered_with_an_empty_castle() -> None:
    game = spirited("destruction", "f1 f2", {}, pool=2)
    assert game.moves() == ["summon"]


PLUS = {"c2": "s1", "c1": "S1", "c3": "W1", "b2": "m1", "d2": "m2", "h1": "S2", "h2": "s2"}
"""A surrounded soldier on c2; two Seasons."""
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
def test_a_paid_effect_must_be_carried_out(spirit: str, decisions: str, drawing: str, effects: set[str]) -> None:
    game = spirited(ALL, drawing, PLUS, pool=3)
    play(game, *filter(None, [decisions]), f"spirit {spirit} pay shrine")
    assert set(game.moves()) == effects


@pytest.mark.rule("DC-29")
def test_the_effect_is_judged_after_the_cost_is_paid() -> None:
    only = {"strength": {"shrine"}}
    assert spirits_offered(spirited("strength", "m1")) == only  # the paid tile cannot be moved
    assert spirits_offered(spirited("strength", "m1", pool=0)) == {}
    under = {"strength": {"a1", "shrine"}}
    assert spirits_offered(spirited("strength", "m1^2")) == under  # the tile beneath it can


@pytest.mark.rule("DC-29")
def test_a_payment_can_make_the_effect_possible() -> None:
    full = """m1^2 x* x* x*
              x*   x* x* x*
              x*   x* x* x*
              x*   x* x* x*"""
    game = spirited("wind", full, options={"realm_columns": "4"}, pool=0)
    play(game, "spirit wind pay a1")
    assert moves(game, "flip") == set()
    play(game, "lift d4", "drop a1")
    assert stacks(game)["a1"] == "x*"
    assert stacks(game)["d4"] == "x"


# ------------------------------------------------------------------------------------------ DC-29a: the tile beneath


@pytest.mark.rule("DC-29a")
def test_paying_a_ground_tile_leaves_an_empty_space() -> None:
    game = spirited("destruction", "m1 m2", held="f1")
    assert "a1" not in moves(game, "place")
    play(game, "spirit destruction pay a1", "destroy a1", "place a1")
    assert stacks(game) == {"a1": "f1", "b1": "m2"}


@pytest.mark.rule("DC-29a")
def test_paying_a_tile_from_a_stack_leaves_a_face_down_tile() -> None:
    game = play(spirited("destruction", "m1^3 m2", held="f1"), "spirit destruction pay a1", "destroy a1")
    assert stacks(game) == {"a1": "x^2", "b1": "m2"}
    play(game, "place a1")
    assert stacks(game) == {"a1": "f1^3", "b1": "m2"}


@pytest.mark.rule("DC-29a")
@pytest.mark.parametrize(("drawing", "left", "then"), [("m1", {}, "f1"), ("m1^2", {"a1": "x"}, "f1^2")])
def test_moving_a_tile_leaves_its_space_open(drawing: str, left: dict[str, str], then: str) -> None:
    game = play(spirited("strength", drawing, held="f1"), "spirit strength pay shrine", "lift a1", "drop d4")
    if "done" in game.moves():
        play(game, "done")
    assert stacks(game) == {"d4": "m1"} | left
    play(game, "place a1")
    assert stacks(game, 0)["a1"] == then


# ------------------------------------------------------------------------------- DC-29b: sets created by a Spirit


@pytest.mark.rule("DC-29b")
def test_a_set_created_by_a_spirit_is_consolidated_immediately() -> None:
    game = spirited("strength", "f1 f2 f3 . . f4", pool=2)
    play(game, "spirit strength pay shrine", "lift f1", "drop d1", "done")
    assert points(game)["sets"] == 2
    assert waiting_for(game) == (0, "build")
    play(game, "build b1")
    assert stacks(game) == {"a1": "x", "b1": "x*", "c1": "x", "d1": "x"}
    assert waiting_for(game) == (0, "action")


@pytest.mark.rule("DC-29b")
def test_a_turn_can_have_several_consolidations() -> None:
    drawing = """f1 f2 f3 . . f4
                 s1 s2 s3 . . ."""
    game = spirited("strength,cunning", drawing, {"a1": "s4", "c1": "m2"}, pool=2)
    play(game, "spirit strength pay shrine", "lift f1", "drop d1", "done", "done")
    assert points(game)["sets"] == 2
    play(game, "pick a1", "shrine", "place d2", "done", "done")
    assert points(game)["sets"] == 4
    assert set(stacks(game).values()) == {"x"}


@pytest.mark.rule("DC-29b")
def test_sets_waiting_for_the_last_placement_keep_waiting() -> None:
    drawing = """f1 f2 f3 .  . .
                 .  .  .  .  . .
                 s1 s2 s3 .  . s4"""
    game = spirited("strength", drawing, held="f4 f5", pool=2)
    play(game, "place d1", "spirit strength pay shrine", "lift f3", "drop d3", "done", "done")
    assert points(game)["sets"] == 2
    assert stacks(game) == {"a1": "f1", "b1": "f2", "c1": "f3", "d1": "f4", "a3": "x", "b3": "x", "c3": "x", "d3": "x"}
    assert waiting_for(game) == (0, "placement")
    play(game, "place e1")
    assert points(game)["sets"] == 2 + 3  # a set of five tiles


# ----------------------------------------------------------------------------------- DC-29c: not combined on one set


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
def test_faith_can_be_combined_with_beauty_change_or_cunning(
    spirit: str, drawing: str, effect: str, normal: int
) -> None:
    game = spirited(f"{spirit},faith", drawing, pool=5)
    play(game, f"spirit {spirit} pay shrine", effect, "spirit faith pay shrine", "build c1")
    play(game, *["build b1", "build a1"][:normal])
    assert waiting_for(game) == (0, "action")
    assert list(stacks(game).values()).count("x*") == normal + 1


# ------------------------------------------------------------------------------------ decisions skipped or offered


@pytest.mark.rule("DC-28", "DC-20")
def test_sets_are_consolidated_automatically_when_no_spirit_is_legal() -> None:
    game = play(spirited("wind", "f1 f2 f3", held="f4"), "place d1")
    assert waiting_for(game) == (0, "build")
    assert points(game)["sets"] == 2


@pytest.mark.rule("DC-28")
def test_the_turn_ends_automatically_when_no_spirit_is_legal() -> None:
    game = play(spirited("wind", "f1 f2 f3", held="f4"), "place f4")
    assert waiting_for(game) == (1, "action")


@pytest.mark.rule("DC-28")
def test_the_player_ends_the_turn_when_a_spirit_is_legal() -> None:
    game = play(spirited("wind", "f1 x x*", held="f4"), "place f4")
    assert waiting_for(game) == (0, "end")
    assert "done" in game.moves()
    play(game, "done")
    assert waiting_for(game) == (1, "action")


@pytest.mark.rule("DC-28", "DC-19")
def test_a_spirit_can_make_room_in_a_full_realm() -> None:
    full = """m1 s1 m2 s2
              s3 m3 s4 m4
              m5 s5 m6 s6
              f1 D1 f2 D2"""
    game = spirited("destruction", full, held="W1", options={"realm_columns": "4"})
    assert moves(game, "place") == set()
    assert "done" in game.moves()
    play(game, "spirit destruction pay b2", "destroy a1")
    assert set(game.moves()) == {"place b2"}
    play(game, "place b2")
    assert stacks(game)["b2"] == "W1"


@pytest.mark.rule("DC-28", "DC-24")
def test_wind_alone_does_not_keep_a_building_step_open() -> None:
    game = play(spirited("wind", "f1 f2 f3 . x* D1", held="f4"), "place d1", "done", "build a1")
    assert waiting_for(game) == (0, "end")
    assert spirits_offered(game) == {"wind": {"f1"}}
