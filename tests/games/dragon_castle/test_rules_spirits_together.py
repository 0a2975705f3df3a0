"""The numbered rules of Dragon Castle: several Spirits in one turn, and Spirits while a set is waiting."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import moves, play, points, spirited, spirits_offered, stacks, waiting_for
from palatine import DecisionError

PLUS = {"c1": "S1", "b2": "m1", "c2": "s1", "d2": "m2", "c3": "W1"}
"""c2 is surrounded; without c1 or c3 only its short side is free."""
ROW = {"a1": "m1", "b1": "s1", "c1": "f1"}
"""Only a short side of b1 is free."""


# ------------------------------------------------------------------------------------------- Elegance with Deception


@pytest.mark.rule("DC-S2", "DC-S4")
def test_a_tile_taken_by_deception_satisfies_elegance() -> None:
    game = play(spirited("elegance,deception", "", PLUS, pool=2), "spirit elegance pay shrine")
    assert set(game.moves()) == {"pick c1", "pick c3"}  # after b2 or d2, c2 would be Available
    play(game, "pick c1")
    assert game.moves() == ["spirit deception pay shrine"]
    play(game, "spirit deception pay shrine", "pair c2")
    assert game.position()["elegance"] == "satisfied"
    assert game.position()["held"] == ["spring", "soldiers_1"]


@pytest.mark.rule("DC-S2", "DC-S4", "DC-S8", "DC-29")
@pytest.mark.parametrize(("other", "tile"), [("deception", "s1"), ("deep", "S2")])
@pytest.mark.parametrize(
    ("drawing", "pool", "payments"),
    [("", 1, None), ("", 2, {"shrine"}), ("D1", 0, None), ("D1 D2", 0, {"a1", "b1"}), ("D1", 1, {"a1", "shrine"})],
)
def test_elegance_requires_a_payment_left_for_the_other_spirit(
    drawing: str, pool: int, payments: set[str] | None, other: str, tile: str
) -> None:
    game = spirited(f"elegance,{other}", drawing, PLUS | {"c2": tile}, pool=pool)
    assert spirits_offered(game) == ({"elegance": payments} if payments else {})


@pytest.mark.rule("DC-S2", "DC-S4")
def test_while_elegance_is_owed_deception_takes_no_available_tile() -> None:
    free = play(spirited("elegance,deception", "", PLUS | {"d1": "f1"}, pool=3), "pick c1")
    assert moves(play(free, "spirit deception pay shrine"), "pair") == {"c2", "d1"}
    owed = play(spirited("elegance,deception", "", PLUS | {"d1": "f1"}, pool=3), "pick c1")
    play(owed, "spirit elegance pay shrine", "spirit deception pay shrine")
    assert owed.moves() == ["pair c2"]


@pytest.mark.rule("DC-S2", "DC-S4")
def test_deception_is_not_offered_while_it_could_not_satisfy_elegance() -> None:
    castle = ROW | {"h1": "s1", "h2": "s2"}
    game = play(spirited("elegance,deception", "", castle, pool=3), "spirit elegance pay shrine", "pick h1")
    assert game.moves() == ["pair b1"]  # and not the neighbour h2


@pytest.mark.rule("DC-S2", "DC-S4")
def test_deception_takes_any_neighbour_once_elegance_is_satisfied() -> None:
    game = play(spirited("elegance,deception", "", ROW, pool=3), "spirit elegance pay shrine", "pick b1")
    play(game, "spirit deception pay shrine")
    assert set(game.moves()) == {"pair a1", "pair c1"}


# -------------------------------------------------------------------------------------------- Elegance with The Deep


@pytest.mark.rule("DC-S2", "DC-S8")
def test_elegance_extends_the_deep() -> None:
    castle = PLUS | {"c2": "S2", "h1": "S3"}
    game = play(spirited("elegance,deep", "", castle, pool=2), "spirit elegance pay shrine")
    assert set(game.moves()) == {"pick c1"}  # c3 is no Season; after h1, c2 is still surrounded
    play(game, "pick c1")
    assert game.moves() == ["spirit deep pay shrine"]
    play(game, "spirit deep pay shrine")
    assert game.moves() == ["pair c2"]  # not h1, which is Available
    assert play(game, "pair c2").position()["elegance"] == "satisfied"


@pytest.mark.rule("DC-S2", "DC-S8")
def test_the_deep_takes_available_tiles_once_elegance_is_satisfied() -> None:
    castle = ROW | {"a3": "m3", "b3": "s3", "c3": "f3", "h1": "s4"}
    game = play(spirited("elegance,deep", "", castle, pool=2), "spirit elegance pay shrine", "pick b1")
    play(game, "spirit deep pay shrine")
    assert set(game.moves()) == {"pair b3", "pair h1"}


@pytest.mark.rule("DC-S2", "DC-S8")
def test_a_tile_stays_blocked_by_the_tile_beneath_the_one_picked() -> None:
    castle = {"a2": "S1 ?", "b2": "S2", "c2": "S4", "a1": "S2"}
    game = play(spirited("elegance,deep", "D1", castle), "spirit elegance pay a1", "pick a2")
    assert game.moves() == ["spirit deep pay shrine"]
    play(game, "spirit deep pay shrine")
    assert game.moves() == ["pair b2"]


@pytest.mark.rule("DC-S2", "DC-28")
def test_no_third_spirit_is_legal_while_elegance_depends_on_another() -> None:
    castle = PLUS | {"c2": "S2"}
    game = spirited("elegance,strength,deep", "D1 D2", castle, pool=5)
    assert "strength" in spirits_offered(game)
    play(game, "spirit elegance pay shrine")
    assert spirits_offered(game) == {}
    assert set(spirits_offered(play(game, "pick c1"))) == {"deep"}
    play(game, "spirit deep pay shrine", "pair c2")
    assert set(spirits_offered(game)) == {"strength"}


@pytest.mark.rule("DC-S2", "DC-28")
def test_other_spirits_are_legal_if_elegance_can_be_satisfied_alone() -> None:
    game = play(spirited("elegance,strength,deep", "D1 D2", ROW, pool=5), "spirit elegance pay shrine")
    assert set(spirits_offered(game)) == {"strength"}


@pytest.mark.rule("DC-S2", "DC-29")
@pytest.mark.parametrize(
    ("spirits", "offered"),
    [("elegance", set()), ("elegance,deception", {"elegance", "deception"}), ("elegance,deep", set())],
)
def test_a_neighbour_satisfies_elegance_only_with_deception_in_play(spirits: str, offered: set[str]) -> None:
    game = play(spirited(spirits, "D1", PLUS, pool=3), "pick c1")
    assert set(spirits_offered(game)) == offered


# ------------------------------------------------------------------------------------------ Elegance with Destruction


@pytest.mark.rule("DC-S2", "DC-S9")
def test_destruction_must_leave_a_way_to_satisfy_elegance() -> None:
    game = play(spirited("elegance,destruction", "", ROW | {"h1": "m2"}, pool=2), "spirit elegance pay shrine")
    play(game, "spirit destruction pay shrine")
    assert game.moves() == ["destroy h1"]
    assert play(game, "destroy h1").moves() == ["pick b1"]


@pytest.mark.rule("DC-S2", "DC-S9", "DC-29")
def test_destruction_is_not_offered_if_elegance_could_not_be_satisfied() -> None:
    game = play(spirited("elegance,destruction", "", ROW, pool=3), "spirit elegance pay shrine")
    assert game.moves() == ["pick b1"]
    game = play(spirited("elegance,destruction", "", ROW | {"d1": "f2"}, pool=3), "spirit elegance pay shrine")
    assert moves(play(game, "spirit destruction pay shrine"), "destroy") == {"a1", "d1"}  # b1 or c1 stays blocked


@pytest.mark.rule("DC-S2", "DC-S9")
@pytest.mark.parametrize(("pool", "destroyed"), [(2, {"c1", "c3"}), (3, {"c1", "c3", "h1"})])
def test_destruction_must_leave_a_payment_for_deception(pool: int, destroyed: set[str]) -> None:
    game = spirited("elegance,deception,destruction", "", PLUS | {"h1": "f1"}, pool=pool)
    play(game, "spirit elegance pay shrine", "spirit destruction pay shrine")
    # Without b2 or d2, c2 would be Available; without h1, c2 still takes Deception.
    assert moves(game, "destroy") == destroyed


@pytest.mark.rule("DC-S2", "DC-S9")
def test_elegance_cannot_count_on_a_later_destruction() -> None:
    game = spirited("elegance,destruction", "", PLUS, pool=2)
    assert set(spirits_offered(game)) == {"destruction"}
    play(game, "spirit destruction pay shrine", "destroy c1")
    assert set(spirits_offered(game)) == {"elegance"}
    assert play(game, "spirit elegance pay shrine").moves() == ["pick c2"]


@pytest.mark.rule("DC-S2", "DC-S9")
def test_elegance_does_not_extend_destruction() -> None:
    castle = ROW | {"a3": "m3", "b3": "s3", "c3": "f3"}
    game = play(spirited("elegance,destruction", "", castle, pool=2), "spirit elegance pay shrine", "pick b1")
    play(game, "spirit destruction pay shrine")
    assert moves(game, "destroy") == {"a1", "c1", "a3", "c3"}


@pytest.mark.rule("DC-S9", "DC-30")
def test_destruction_makes_summon_legal_only_before_the_first_tile() -> None:
    castle = {"a1": "m1 ?", "c1": "s1 ?"}
    game = play(spirited("destruction", "", castle), "pick a1", "spirit destruction pay shrine", "destroy c1")
    assert {entry["floor"] for entry in game.position()["castle"]} == {1}
    assert "summon" not in game.moves()
    game = play(spirited("destruction", "", {"a1": "m1 ?"}), "spirit destruction pay shrine", "destroy a1")
    assert set(game.moves()) == {"pick a1", "summon"}


@pytest.mark.rule("DC-S9", "DC-30")
def test_after_destruction_of_the_last_tile_only_summon_is_left() -> None:
    game = play(spirited("destruction", "", {"a1": "m1"}), "spirit destruction pay shrine", "destroy a1")
    assert game.moves() == ["summon"]


# ----------------------------------------------------------------------------------------------- several sets in a turn


@pytest.mark.rule("DC-29b", "DC-29c")
def test_change_and_cunning_can_make_different_sets_in_one_turn() -> None:
    drawing = """f1 f2 f3 D1 W2 W3
                 .  .  .  .  .  W4"""
    game = play(spirited("change,cunning", drawing, pool=4), "spirit change pay shrine")
    play(game, "change d1 farmers", "build a1", "spirit cunning pay shrine", "consolidate e1", "done")
    assert set(stacks(game).values()) == {"x", "x*"}
    assert points(game)["sets"] == 2 + 2
    assert waiting_for(game) == (0, "action")


@pytest.mark.rule("DC-29c")
def test_a_changed_tile_is_turned_down_and_does_not_count_for_cunning() -> None:
    game = spirited("change,cunning", "f1 f2 f3 W1 W2 W3", pool=4)
    assert set(spirits_offered(game)) == {"change", "cunning"}
    play(game, "spirit change pay shrine", "change d1 farmers", "build a1")
    assert spirits_offered(game) == {}  # two Winds are left


@pytest.mark.rule("DC-29c", "DC-S1")
def test_tiles_that_beauty_turns_down_leave_the_waiting_set() -> None:
    drawing = """f5 f5 f1 .
                 s5 m5 .  ."""
    game = play(spirited("beauty", drawing, held="f2"), "place d1")
    assert game.position()["phase"] == "check"
    play(game, "spirit beauty pay shrine", "consolidate a1")
    assert stacks(game) == {"a1": "x", "b1": "x", "c1": "f1", "d1": "f2", "a2": "x", "b2": "x"}
    assert points(game)["sets"] == 2  # the Farmers are no longer a set
    assert waiting_for(game) == (1, "action")


@pytest.mark.rule("DC-29c", "DC-S6")
def test_a_changed_tile_leaves_the_waiting_set() -> None:
    drawing = """f1 f2 f3 W1 W2 W3
                 .  .  .  .  .  .
                 .  .  .  .  W1 W4"""
    game = play(spirited("change,strength", drawing, pool=3, held="W2"), "place f2")
    play(game, "spirit change pay shrine", "change d1 farmers", "done")
    assert game.position()["phase"] == "check"
    assert points(game)["sets"] == 2
    assert points(play(game, "done"))["sets"] == 2 + 3  # five of the six Winds


# --------------------------------------------------------------------------------------------------- while a set waits


@pytest.mark.rule("DC-28", "DC-29b")
def test_paying_one_of_four_tiles_dissolves_a_waiting_set() -> None:
    game = play(spirited("destruction,strength", "f1 f2 f3 .", held="f4", pool=2), "place d1")
    assert game.position()["realms"][0]["waiting"] == [["a1", "b1", "c1", "d1"]]
    play(game, "spirit destruction pay b1", "destroy a1")
    assert waiting_for(game) == (0, "end")  # no set is waiting
    play(game, "done")
    assert stacks(game) == {"a1": "f1", "c1": "f3", "d1": "f4"}
    assert game.totals() == [0, 0]


@pytest.mark.rule("DC-28", "DC-29b")
def test_the_turn_ends_automatically_when_the_last_spirit_dissolved_the_set() -> None:
    game = play(spirited("destruction", "f1 f2 f3 .", held="f4"), "place d1")
    play(game, "spirit destruction pay d1", "destroy a1")
    assert waiting_for(game) == (1, "action")
    assert stacks(game) == {"a1": "f1", "b1": "f2", "c1": "f3"}


@pytest.mark.rule("DC-S10", "DC-28", "DC-29")
def test_cunning_can_be_paid_with_the_fourth_tile_of_a_waiting_set() -> None:
    game = play(spirited("cunning", "f1 f2 f3 .", held="f4", pool=2), "place d1")
    assert spirits_offered(game) == {"cunning": {"a1", "d1"}}  # the ends: three stay connected
    play(game, "spirit cunning pay a1")
    assert game.moves() == ["consolidate b1"]
    play(game, "consolidate b1", "build d1")
    assert stacks(game) == {"b1": "x", "c1": "x", "d1": "x*"}
    assert points(game)["sets"] == 2


@pytest.mark.rule("DC-S10", "DC-29")
def test_cunning_can_be_paid_with_a_tile_that_splits_off_a_group_of_three() -> None:
    game = play(spirited("cunning", "f1 f2 f3 . f4", held="f5", pool=0), "place d1")
    assert spirits_offered(game) == {"cunning": {"b1", "d1"}}  # five in a row: one and three, or three and one
    assert play(game, "spirit cunning pay d1").moves() == ["consolidate a1"]


@pytest.mark.rule("DC-S5", "DC-29b")
def test_a_tile_that_strength_adds_to_a_waiting_set_consolidates_it() -> None:
    game = play(spirited("strength", "f1 f2 f3 . . f5", held="f4 f6"), "place d1")
    play(game, "spirit strength pay shrine", "lift f1", "drop e1", "done")
    assert points(game)["sets"] == 3
    assert waiting_for(game) == (0, "placement")
    play(game, "place f1")
    assert points(game)["sets"] == 3  # the last tile stays apart
    assert stacks(game)["f1"] == "f6"


@pytest.mark.rule("DC-S5", "DC-29b")
def test_strength_can_take_a_tile_out_of_a_waiting_set() -> None:
    game = play(spirited("strength", "f1 f2 f3 .", held="f4 m5"), "place d1")
    play(game, "spirit strength pay shrine", "lift b1", "drop b4", "done", "place f4")
    assert stacks(game) == {"a1": "f1", "c1": "f3", "d1": "f4", "b4": "f2", "f4": "m5"}
    assert waiting_for(game) == (1, "action")
    assert game.totals() == [0, 0]


@pytest.mark.rule("DC-S3", "DC-29b")
def test_wind_can_turn_down_a_tile_of_a_waiting_set() -> None:
    game = play(spirited("wind", "f1 f2 f3 . x*", held="f4"), "place d1")
    play(game, "spirit wind pay shrine", "flip d1", "lift e1", "drop d1")
    assert stacks(game) == {"a1": "f1", "b1": "f2", "c1": "f3", "d1": "x*", "e1": "x"}
    assert points(game)["sets"] == 0
    assert waiting_for(game) == (1, "action")


# -------------------------------------------------------------------------------------------- inside a building step


@pytest.mark.rule("DC-S3", "DC-S7", "DC-28")
def test_wind_and_faith_can_both_be_activated_in_one_building_step() -> None:
    drawing = """f1 f2 f3 . x* x
                 .  .  .  . .  D1"""
    game = play(spirited("wind,faith", drawing, held="f4", pool=5), "place d1", "done", "build a1")
    play(game, "spirit wind pay shrine", "lift a1", "drop f1", "spirit faith pay shrine")
    assert moves(game, "build") == {"a1", "b1", "c1", "d1"}  # a1 is without a Shrine again
    play(game, "build a1")
    assert stacks(game) == {"a1": "x*", "b1": "x", "c1": "x", "d1": "x", "e1": "x*", "f1": "x*", "f2": "D1"}
    assert waiting_for(game) == (1, "action")


@pytest.mark.rule("DC-S7", "DC-S3", "DC-29")
def test_faith_is_not_offered_when_every_tile_of_the_set_has_a_shrine() -> None:
    drawing = """D1 D2 D3
                 .  .  .  .  .  .
                 x* x  m1 m2"""
    game = play(spirited("wind,faith,cunning", drawing, pool=9), "spirit cunning pay shrine", "consolidate a1")
    play(game, "build a1", "spirit wind pay shrine", "lift a3", "drop b1")
    assert "faith" in spirits_offered(game)
    play(game, "build c1")
    assert waiting_for(game) == (0, "action")
    with pytest.raises(DecisionError):
        game.play("spirit faith pay shrine")


@pytest.mark.rule("DC-S7", "DC-S3")
def test_wind_can_make_room_for_faith() -> None:
    drawing = """D1 D2 D3
                 .  .  .  .  .  .
                 x* x"""
    game = play(spirited("wind,faith,cunning", drawing, pool=9), "spirit cunning pay shrine", "consolidate a1")
    play(game, "build a1", "build b1", "spirit faith pay shrine", "build c1")
    assert waiting_for(game) == (0, "action")
    play(game, "spirit wind pay shrine", "lift c1", "drop b3")
    assert stacks(game) == {"a1": "x*", "b1": "x*", "c1": "x", "a3": "x*", "b3": "x*"}
    assert waiting_for(game) == (0, "action")  # the building step is over: nothing more is built
