"""The numbered rules of Dragon Castle: several Spirits in one turn, and Spirits while a set waits."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import asked, moves, play, points, spirited, spirits_offered, stacks
from palatine import DecisionError

PLUS = {"c1": "S1", "b2": "m1", "c2": "s1", "d2": "m2", "c3": "W1"}
"""c2 is surrounded; once c1 or c3 is gone only its short side is free."""
ROW = {"a1": "m1", "b1": "s1", "c1": "f1"}
"""Only a short side of b1 is free."""


# ------------------------------------------------------------------------------------------- Elegance with Deception


@pytest.mark.rule("DC-S2", "DC-S4")
def test_a_tile_taken_by_deception_satisfies_elegance() -> None:
    made = play(spirited("elegance,deception", "", PLUS, pool=2), "spirit elegance pay shrine")
    assert set(made.moves()) == {"pick c1", "pick c3"}  # with b2 or d2 gone c2 would be Available
    play(made, "pick c1")
    assert made.moves() == ["spirit deception pay shrine"]
    play(made, "spirit deception pay shrine", "pair c2")
    assert made.position()["elegance"] == "satisfied"
    assert made.position()["held"] == ["spring", "soldiers_1"]


@pytest.mark.rule("DC-S2", "DC-S4", "DC-S8", "DC-29")
@pytest.mark.parametrize(("other", "tile"), [("deception", "s1"), ("deep", "S2")])
@pytest.mark.parametrize(
    ("drawing", "pool", "payments"),
    [("", 1, None), ("", 2, {"shrine"}), ("D1", 0, None), ("D1 D2", 0, {"a1", "b1"}), ("D1", 1, {"a1", "shrine"})],
)
def test_elegance_needs_something_left_to_pay_the_other_spirit_with(
    drawing: str, pool: int, payments: set[str] | None, other: str, tile: str
) -> None:
    made = spirited(f"elegance,{other}", drawing, PLUS | {"c2": tile}, pool=pool)
    assert spirits_offered(made) == ({"elegance": payments} if payments else {})


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
    made = play(spirited("elegance,deception", "", castle, pool=3), "spirit elegance pay shrine", "pick h1")
    assert made.moves() == ["pair b1"]  # and not the neighbour h2


@pytest.mark.rule("DC-S2", "DC-S4")
def test_with_elegance_satisfied_deception_takes_any_neighbour() -> None:
    made = play(spirited("elegance,deception", "", ROW, pool=3), "spirit elegance pay shrine", "pick b1")
    play(made, "spirit deception pay shrine")
    assert set(made.moves()) == {"pair a1", "pair c1"}


# -------------------------------------------------------------------------------------------- Elegance with The Deep


@pytest.mark.rule("DC-S2", "DC-S8")
def test_elegance_widens_the_deep() -> None:
    castle = PLUS | {"c2": "S2", "h1": "S3"}
    made = play(spirited("elegance,deep", "", castle, pool=2), "spirit elegance pay shrine")
    assert set(made.moves()) == {"pick c1"}  # c3 is no season; after h1, c2 still is surrounded
    play(made, "pick c1")
    assert made.moves() == ["spirit deep pay shrine"]
    play(made, "spirit deep pay shrine")
    assert made.moves() == ["pair c2"]  # not h1, which is Available
    assert play(made, "pair c2").position()["elegance"] == "satisfied"


@pytest.mark.rule("DC-S2", "DC-S8")
def test_with_elegance_satisfied_the_deep_takes_available_tiles_too() -> None:
    castle = ROW | {"a3": "m3", "b3": "s3", "c3": "f3", "h1": "s4"}
    made = play(spirited("elegance,deep", "", castle, pool=2), "spirit elegance pay shrine", "pick b1")
    play(made, "spirit deep pay shrine")
    assert set(made.moves()) == {"pair b3", "pair h1"}


@pytest.mark.rule("DC-S2", "DC-S8")
def test_a_tile_stays_blocked_by_what_lies_beneath_the_one_picked() -> None:
    castle = {"a2": "S1 ?", "b2": "S2", "c2": "S4", "a1": "S2"}
    made = play(spirited("elegance,deep", "D1", castle), "spirit elegance pay a1", "pick a2")
    assert made.moves() == ["spirit deep pay shrine"]
    play(made, "spirit deep pay shrine")
    assert made.moves() == ["pair b2"]


@pytest.mark.rule("DC-S2", "DC-28")
def test_if_elegance_depends_on_another_spirit_no_third_may_be_activated() -> None:
    castle = PLUS | {"c2": "S2"}
    made = spirited("elegance,strength,deep", "D1 D2", castle, pool=5)
    assert "strength" in spirits_offered(made)
    play(made, "spirit elegance pay shrine")
    assert spirits_offered(made) == {}
    assert set(spirits_offered(play(made, "pick c1"))) == {"deep"}
    play(made, "spirit deep pay shrine", "pair c2")
    assert set(spirits_offered(made)) == {"strength"}


@pytest.mark.rule("DC-S2", "DC-28")
def test_if_elegance_can_be_satisfied_by_itself_others_may_be_activated() -> None:
    made = play(spirited("elegance,strength,deep", "D1 D2", ROW, pool=5), "spirit elegance pay shrine")
    assert set(spirits_offered(made)) == {"strength"}


@pytest.mark.rule("DC-S2", "DC-29")
@pytest.mark.parametrize(
    ("spirits", "offered"),
    [("elegance", set()), ("elegance,deception", {"elegance", "deception"}), ("elegance,deep", set())],
)
def test_a_neighbour_is_a_way_for_elegance_only_with_deception_in_play(spirits: str, offered: set[str]) -> None:
    made = play(spirited(spirits, "D1", PLUS, pool=3), "pick c1")
    assert set(spirits_offered(made)) == offered


# ------------------------------------------------------------------------------------------ Elegance with Destruction


@pytest.mark.rule("DC-S2", "DC-S9")
def test_while_elegance_is_owed_destruction_must_leave_a_way() -> None:
    made = play(spirited("elegance,destruction", "", ROW | {"h1": "m2"}, pool=2), "spirit elegance pay shrine")
    play(made, "spirit destruction pay shrine")
    assert made.moves() == ["destroy h1"]
    assert play(made, "destroy h1").moves() == ["pick b1"]


@pytest.mark.rule("DC-S2", "DC-S9", "DC-29")
def test_destruction_is_not_offered_if_it_would_leave_elegance_no_way() -> None:
    made = play(spirited("elegance,destruction", "", ROW, pool=3), "spirit elegance pay shrine")
    assert made.moves() == ["pick b1"]
    made = play(spirited("elegance,destruction", "", ROW | {"d1": "f2"}, pool=3), "spirit elegance pay shrine")
    assert moves(play(made, "spirit destruction pay shrine"), "destroy") == {"a1", "d1"}  # b1 or c1 stays inside


@pytest.mark.rule("DC-S2", "DC-S9")
@pytest.mark.parametrize(("pool", "destroyed"), [(2, {"c1", "c3"}), (3, {"c1", "c3", "h1"})])
def test_destruction_may_not_take_what_deception_has_to_be_paid_with(pool: int, destroyed: set[str]) -> None:
    made = spirited("elegance,deception,destruction", "", PLUS | {"h1": "f1"}, pool=pool)
    play(made, "spirit elegance pay shrine", "spirit destruction pay shrine")
    # With b2 or d2 gone c2 would be Available; with h1 gone it still takes Deception to get at c2.
    assert moves(made, "destroy") == destroyed


@pytest.mark.rule("DC-S2", "DC-S9")
def test_what_destruction_could_open_is_no_way_before_it_is_done() -> None:
    made = spirited("elegance,destruction", "", PLUS, pool=2)
    assert set(spirits_offered(made)) == {"destruction"}
    play(made, "spirit destruction pay shrine", "destroy c1")
    assert set(spirits_offered(made)) == {"elegance"}
    assert play(made, "spirit elegance pay shrine").moves() == ["pick c2"]


@pytest.mark.rule("DC-S2", "DC-S9")
def test_elegance_does_not_widen_destruction() -> None:
    castle = ROW | {"a3": "m3", "b3": "s3", "c3": "f3"}
    made = play(spirited("elegance,destruction", "", castle, pool=2), "spirit elegance pay shrine", "pick b1")
    play(made, "spirit destruction pay shrine")
    assert moves(made, "destroy") == {"a1", "c1", "a3", "c3"}


@pytest.mark.rule("DC-S9", "DC-30")
def test_destruction_before_a_summon_only_counts_before_the_first_tile() -> None:
    castle = {"a1": "m1 ?", "c1": "s1 ?"}
    made = play(spirited("destruction", "", castle), "pick a1", "spirit destruction pay shrine", "destroy c1")
    assert {entry["floor"] for entry in made.position()["castle"]} == {1}
    assert "summon" not in made.moves()
    made = play(spirited("destruction", "", {"a1": "m1 ?"}), "spirit destruction pay shrine", "destroy a1")
    assert set(made.moves()) == {"pick a1", "summon"}


@pytest.mark.rule("DC-S9", "DC-30")
def test_destruction_of_the_last_tile_leaves_only_the_summon() -> None:
    made = play(spirited("destruction", "", {"a1": "m1"}), "spirit destruction pay shrine", "destroy a1")
    assert made.moves() == ["summon"]


# ----------------------------------------------------------------------------------------------- several sets in a turn


@pytest.mark.rule("DC-29b", "DC-29c")
def test_change_and_cunning_serve_for_different_sets_in_one_turn() -> None:
    drawing = """f1 f2 f3 D1 W2 W3
                 .  .  .  .  .  W4"""
    made = play(spirited("change,cunning", drawing, pool=4), "spirit change pay shrine")
    play(made, "change d1 farmers", "build a1", "spirit cunning pay shrine", "consolidate e1", "done")
    assert set(stacks(made).values()) == {"x", "x*"}
    assert points(made)["sets"] == 2 + 2
    assert asked(made) == (0, "action")


@pytest.mark.rule("DC-29c")
def test_a_tile_changed_is_turned_down_and_cannot_serve_cunning() -> None:
    made = spirited("change,cunning", "f1 f2 f3 W1 W2 W3", pool=4)
    assert set(spirits_offered(made)) == {"change", "cunning"}
    play(made, "spirit change pay shrine", "change d1 farmers", "build a1")
    assert spirits_offered(made) == {}  # two Winds are left


@pytest.mark.rule("DC-29c", "DC-S1")
def test_tiles_that_beauty_turns_down_leave_the_set_that_waits() -> None:
    drawing = """f5 f5 f1 .
                 s5 m5 .  ."""
    made = play(spirited("beauty", drawing, held="f2"), "place d1")
    assert made.position()["phase"] == "check"
    play(made, "spirit beauty pay shrine", "consolidate a1")
    assert stacks(made) == {"a1": "x", "b1": "x", "c1": "f1", "d1": "f2", "a2": "x", "b2": "x"}
    assert points(made)["sets"] == 2  # the Farmers are no set any more
    assert asked(made) == (1, "action")


@pytest.mark.rule("DC-29c", "DC-S6")
def test_a_set_that_waits_is_smaller_by_the_tile_changed() -> None:
    drawing = """f1 f2 f3 W1 W2 W3
                 .  .  .  .  .  .
                 .  .  .  .  W1 W4"""
    made = play(spirited("change,strength", drawing, pool=3, held="W2"), "place f2")
    play(made, "spirit change pay shrine", "change d1 farmers", "done")
    assert made.position()["phase"] == "check"
    assert points(made)["sets"] == 2
    assert points(play(made, "done"))["sets"] == 2 + 3  # five of the six Winds


# --------------------------------------------------------------------------------------------------- while a set waits


@pytest.mark.rule("DC-28", "DC-29b")
def test_a_set_that_waits_dissolves_when_one_of_its_tiles_is_paid() -> None:
    made = play(spirited("destruction,strength", "f1 f2 f3 .", held="f4", pool=2), "place d1")
    assert made.position()["realms"][0]["waiting"] == [["a1", "b1", "c1", "d1"]]
    play(made, "spirit destruction pay b1", "destroy a1")
    assert asked(made) == (0, "end")  # nothing waits any more
    play(made, "done")
    assert stacks(made) == {"a1": "f1", "c1": "f3", "d1": "f4"}
    assert made.totals() == [0, 0]


@pytest.mark.rule("DC-28", "DC-29b")
def test_the_turn_is_over_by_itself_when_the_last_spirit_dissolved_the_set() -> None:
    made = play(spirited("destruction", "f1 f2 f3 .", held="f4"), "place d1")
    play(made, "spirit destruction pay d1", "destroy a1")
    assert asked(made) == (1, "action")
    assert stacks(made) == {"a1": "f1", "b1": "f2", "c1": "f3"}


@pytest.mark.rule("DC-S10", "DC-28", "DC-29")
def test_cunning_can_be_paid_with_the_fourth_tile_of_a_set_that_waits() -> None:
    made = play(spirited("cunning", "f1 f2 f3 .", held="f4", pool=2), "place d1")
    assert spirits_offered(made) == {"cunning": {"a1", "d1"}}  # the ends: three stay connected
    play(made, "spirit cunning pay a1")
    assert made.moves() == ["consolidate b1"]
    play(made, "consolidate b1", "build d1")
    assert stacks(made) == {"b1": "x", "c1": "x", "d1": "x*"}
    assert points(made)["sets"] == 2


@pytest.mark.rule("DC-S10", "DC-29")
def test_a_tile_paid_can_part_a_waiting_set_so_that_three_are_left() -> None:
    made = play(spirited("cunning", "f1 f2 f3 . f4", held="f5", pool=0), "place d1")
    assert spirits_offered(made) == {"cunning": {"b1", "d1"}}  # five in a row: one and three, or three and one
    assert play(made, "spirit cunning pay d1").moves() == ["consolidate a1"]


@pytest.mark.rule("DC-S5", "DC-29b")
def test_a_tile_that_strength_adds_to_a_waiting_set_consolidates_it() -> None:
    made = play(spirited("strength", "f1 f2 f3 . . f5", held="f4 f6"), "place d1")
    play(made, "spirit strength pay shrine", "lift f1", "drop e1", "done")
    assert points(made)["sets"] == 3
    assert asked(made) == (0, "placement")
    play(made, "place f1")
    assert points(made)["sets"] == 3  # the last tile stays alone
    assert stacks(made)["f1"] == "f6"


@pytest.mark.rule("DC-S5", "DC-29b")
def test_strength_can_take_a_tile_out_of_a_waiting_set() -> None:
    made = play(spirited("strength", "f1 f2 f3 .", held="f4 m5"), "place d1")
    play(made, "spirit strength pay shrine", "lift b1", "drop b4", "done", "place f4")
    assert stacks(made) == {"a1": "f1", "c1": "f3", "d1": "f4", "b4": "f2", "f4": "m5"}
    assert asked(made) == (1, "action")
    assert made.totals() == [0, 0]


@pytest.mark.rule("DC-S3", "DC-29b")
def test_wind_can_turn_down_a_tile_of_a_waiting_set() -> None:
    made = play(spirited("wind", "f1 f2 f3 . x*", held="f4"), "place d1")
    play(made, "spirit wind pay shrine", "flip d1", "lift e1", "drop d1")
    assert stacks(made) == {"a1": "f1", "b1": "f2", "c1": "f3", "d1": "x*", "e1": "x"}
    assert points(made)["sets"] == 0
    assert asked(made) == (1, "action")


# -------------------------------------------------------------------------------------------- inside a building step


@pytest.mark.rule("DC-S3", "DC-S7", "DC-28")
def test_wind_and_faith_can_both_be_activated_in_one_building_step() -> None:
    drawing = """f1 f2 f3 . x* x
                 .  .  .  . .  D1"""
    made = play(spirited("wind,faith", drawing, held="f4", pool=5), "place d1", "done", "build a1")
    play(made, "spirit wind pay shrine", "lift a1", "drop f1", "spirit faith pay shrine")
    assert moves(made, "build") == {"a1", "b1", "c1", "d1"}  # a1 is without a Shrine again
    play(made, "build a1")
    assert stacks(made) == {"a1": "x*", "b1": "x", "c1": "x", "d1": "x", "e1": "x*", "f1": "x*", "f2": "D1"}
    assert asked(made) == (1, "action")


@pytest.mark.rule("DC-S7", "DC-S3", "DC-29")
def test_faith_is_not_offered_when_every_tile_of_the_set_has_a_shrine() -> None:
    drawing = """D1 D2 D3
                 .  .  .  .  .  .
                 x* x  m1 m2"""
    made = play(spirited("wind,faith,cunning", drawing, pool=9), "spirit cunning pay shrine", "consolidate a1")
    play(made, "build a1", "spirit wind pay shrine", "lift a3", "drop b1")
    assert "faith" in spirits_offered(made)
    play(made, "build c1")
    assert asked(made) == (0, "action")
    with pytest.raises(DecisionError):
        made.play("spirit faith pay shrine")


@pytest.mark.rule("DC-S7", "DC-S3")
def test_wind_can_make_room_for_faith() -> None:
    drawing = """D1 D2 D3
                 .  .  .  .  .  .
                 x* x"""
    made = play(spirited("wind,faith,cunning", drawing, pool=9), "spirit cunning pay shrine", "consolidate a1")
    play(made, "build a1", "build b1", "spirit faith pay shrine", "build c1")
    assert asked(made) == (0, "action")
    play(made, "spirit wind pay shrine", "lift c1", "drop b3")
    assert stacks(made) == {"a1": "x*", "b1": "x*", "c1": "x", "a3": "x*", "b3": "x*"}
    assert asked(made) == (0, "action")  # the building step is over: nothing more is built
