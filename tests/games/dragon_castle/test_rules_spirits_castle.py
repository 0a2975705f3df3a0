"""The numbered rules of Dragon Castle: Elegance, Deception, The Deep and Destruction (DC-S2, DC-S4, DC-S8, DC-S9)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import asked, moves, play, spirited, spirits_offered, stacks
from palatine import DecisionError

ROW = {"a1": "m1", "b1": "s1", "c1": "f1"}
"""Only a short side of b1 is free."""
SQUARE = {
    "a1": "m1", "b1": "s1", "c1": "f1",
    "a2": "m2", "b2": "s2", "c2": "f2",
    "a3": "m3", "b3": "s3", "c3": "f3",
}  # fmt: skip
"""b2 is surrounded."""
TALL = "/".join(["33301"] * 8 + ["33300"] * 4)
"""A layout of twelve rows."""
WIDE = "/".join(["3" * 16, "3" * 16, "1" * 16, "1111".ljust(16, ".")])
"""A layout of sixteen columns."""


def space(column: str, row: int) -> str:
    return f"{column}{row}"


# ---------------------------------------------------------------------------------------------------------- Elegance


@pytest.mark.rule("DC-S2")
def test_with_elegance_a_tile_with_a_free_short_side_can_be_picked() -> None:
    made = spirited("elegance", "", ROW)
    assert moves(made, "pick") == {"a1", "c1"}
    play(made, "spirit elegance pay shrine")
    assert asked(made) == (0, "action")
    assert made.position()["elegance"] == "owed"
    play(made, "pick b1", "discard")
    assert made.position()["castle"] == [
        {"space": "a1", "floor": 1, "tile": "merchants_1"},
        {"space": "c1", "floor": 1, "tile": "farmers_1"},
    ]


@pytest.mark.rule("DC-S2")
def test_a_tile_without_a_free_side_cannot_be_picked() -> None:
    made = play(spirited("elegance", "", SQUARE), "spirit elegance pay shrine")
    assert moves(made, "pick") == {"b1", "b3"}


@pytest.mark.rule("DC-S2", "DC-8")
@pytest.mark.parametrize("row", range(2, 12))
def test_short_sides_are_those_to_the_rows_above_and_below(row: int) -> None:
    castle = {space(column, row + step): tile for column in "abc" for step, tile in ((-1, "m1"), (0, "s1"), (1, "f1"))}
    made = play(spirited("elegance", "", castle, options={"castle": TALL}), "spirit elegance pay shrine")
    assert {space("b", row - 1), space("b", row + 1)} <= moves(made, "pick")
    assert space("b", row) not in moves(made, "pick")


@pytest.mark.rule("DC-S2")
def test_the_first_tile_is_still_one_of_the_top_floor() -> None:
    made = play(spirited("elegance", "", ROW | {"e1": "s1 ?"}), "spirit elegance pay shrine")
    assert moves(made, "pick") == {"e1"}
    play(made, "pick e1")
    assert made.moves() == ["pair b1"]


@pytest.mark.rule("DC-S2")
def test_a_covered_tile_is_never_one_to_pick() -> None:
    made = spirited("elegance", "", {"a1": "m1", "b1": "s1 s2", "c1": "f1"})
    assert spirits_offered(made) == {}  # the tile of b1's ground floor has its short sides free, but is covered


@pytest.mark.rule("DC-S2", "DC-29")
@pytest.mark.parametrize(
    "castle",
    [
        {"a1": "m1", "b1": "s1", "d1": "s1"},  # every tile is Available
        ROW | {"e1": "m2 ?"},  # b1 is not on the top floor, nor identical with e1
        SQUARE | {"a1": "m1 ?", "b1": "s1 ?", "b2": "m1", "b3": "s3 ?"},
    ],
)
def test_elegance_is_not_offered_if_there_is_no_way_to_use_it(castle: dict[str, str]) -> None:
    assert spirits_offered(spirited("elegance", "m1 m2", castle, pool=3)) == {}


@pytest.mark.rule("DC-S2")
def test_the_power_must_be_used_at_least_once() -> None:
    made = play(spirited("elegance", "m2", ROW | {"h1": "s1", "h3": "m1"}), "spirit elegance pay shrine")
    # With a1 or c1 gone b1 would be Available; with h3 there would be no second tile; with h1 there is b1.
    assert set(made.moves()) == {"pick b1", "pick h1"}
    play(made, "pick h1")
    assert made.moves() == ["pair b1"]
    play(made, "pair b1")
    assert made.position()["elegance"] == "satisfied"


@pytest.mark.rule("DC-S2")
def test_once_used_it_binds_no_more() -> None:
    made = play(spirited("elegance", "", ROW | {"h1": "s1"}), "spirit elegance pay shrine", "pick b1")
    assert made.position()["elegance"] == "satisfied"
    assert set(made.moves()) == {"pair h1", "shrine", "discard"}


@pytest.mark.rule("DC-S2")
def test_the_second_tile_may_be_one_just_freed_with_only_a_short_side_free() -> None:
    """FAQ: can I take a first tile by this power, and then as the second one that I just freed, which still has only
    one short side free? Yes: the power lasts for the whole turn."""
    made = play(spirited("elegance", "", SQUARE | {"b2": "s1"}), "spirit elegance pay shrine", "pick b1")
    assert moves(made, "pair") == {"b2"}
    play(made, "pair b2", "place a1", "place b1")
    assert stacks(made) == {"a1": "s1", "b1": "s1"}


@pytest.mark.rule("DC-S2")
def test_elegance_after_the_first_tile_serves_for_the_second() -> None:
    made = play(spirited("elegance", "", ROW | {"h1": "s1", "h3": "s1"}), "pick h1")
    assert set(made.moves()) == {"pair h3", "shrine", "discard", "spirit elegance pay shrine"}
    play(made, "spirit elegance pay shrine")
    assert made.moves() == ["pair b1"]


@pytest.mark.rule("DC-S2")
def test_elegance_after_the_first_tile_needs_a_second_one_of_its_symbol() -> None:
    assert spirits_offered(play(spirited("elegance", "", ROW | {"h1": "s2"}), "pick h1")) == {}


@pytest.mark.rule("DC-S2")
@pytest.mark.parametrize("decisions", ["pick a1, shrine", "pick a1, discard", "summon"])
def test_elegance_is_not_offered_after_the_action(decisions: str) -> None:
    made = spirited("elegance,destruction", "m2", ROW | {"a3": "m1", "b3": "m1", "c3": "m1"}, pool=2)
    assert set(spirits_offered(made)) == {"elegance", "destruction"}
    play(made, *decisions.split(", "))
    assert set(spirits_offered(made)) == {"destruction"}


@pytest.mark.rule("DC-S2")
def test_what_a_pick_would_uncover_is_not_known_beforehand() -> None:
    made = play(spirited("elegance", "", {"a1": "m1", "b1": "s1 s1", "c1": "f1", "e1": "m2 m3"}), "pick e1", "discard")
    assert asked(made) == (1, "action")
    assert spirits_offered(made) == {}
    play(made, "pick b1")  # now its like is seen beneath, between a1 and c1
    assert moves(made, "pair") == set()
    play(made, "spirit elegance pay shrine")
    assert made.moves() == ["pair b1"]


@pytest.mark.rule("DC-S2")
def test_elegance_ends_with_the_turn() -> None:
    castle = ROW | {"a3": "m2", "b3": "s2", "c3": "f2"}
    made = play(spirited("elegance", "", castle), "spirit elegance pay shrine", "pick b1", "discard")
    assert made.position()["elegance"] is None
    assert moves(made, "pick") == {"a1", "c1", "a3", "c3"}


# --------------------------------------------------------------------------------------------------------- Deception

CROWD = {"b2": "m1", "c2": "s1", "b1": "f1", "b3": "S1", "a1": "W1", "c1": "D1", "a3": "W2", "c3": "f2", "h1": "m1"}
"""b2 has three neighbours, of which b1 and b3 are not Available."""


@pytest.mark.rule("DC-S4")
def test_deception_takes_any_tile_beside_the_first() -> None:
    made = play(spirited("deception", "", CROWD), "pick b2")
    assert moves(made, "pair") == {"h1"}
    play(made, "spirit deception pay shrine")
    assert made.position()["phase"] == "deception"
    assert set(made.moves()) == {"pair b1", "pair b3", "pair c2"}


@pytest.mark.rule("DC-S4")
def test_the_tile_is_taken_at_once_and_completes_the_pair() -> None:
    made = play(spirited("deception", "", CROWD), "pick b2", "spirit deception pay shrine", "pair b1")
    assert asked(made) == (0, "placement")
    assert made.position()["action"] == "pair"
    assert made.position()["held"] == ["merchants_1", "farmers_1"]
    assert "b1" not in {entry["space"] for entry in made.position()["castle"]}
    play(made, "place second a1", "place f4")
    assert stacks(made) == {"a1": "f1", "f4": "m1"}


@pytest.mark.rule("DC-S4")
@pytest.mark.parametrize("row", range(2, 12))
def test_adjacent_is_on_any_of_the_four_sides(row: int) -> None:
    castle = {space("b", row): "m1", space("c", row): "s1", space("b", row - 1): "s2", space("b", row + 1): "s3"}
    made = play(spirited("deception", "", castle, options={"castle": TALL}), f"pick b{row}")
    assert moves(play(made, "spirit deception pay shrine"), "pair") == castle.keys() - {f"b{row}"}
    castle = {space("b", row): "m1", space("a", row): "s1"}
    made = play(spirited("deception", "", castle, options={"castle": TALL}), f"pick b{row}")
    assert moves(play(made, "spirit deception pay shrine"), "pair") == {f"a{row}"}


@pytest.mark.rule("DC-S4")
def test_adjacent_is_not_across_the_edge() -> None:
    castle = {"p1": "m1", "a1": "s1", "a2": "s2", "o2": "s3"}
    made = play(spirited("deception", "", castle, options={"castle": WIDE}), "pick p1")
    assert spirits_offered(made) == {}
    made = play(spirited("deception", "", castle, options={"castle": WIDE}), "pick a2", "spirit deception pay shrine")
    assert made.moves() == ["pair a1"]


@pytest.mark.rule("DC-S4")
def test_adjacent_is_on_the_same_floor() -> None:
    castle = {"b2": "m1 ?", "c2": "s1 ?", "b1": "f1", "a2": "f2", "b3": "f3"}
    made = play(spirited("deception", "", castle), "pick b2", "spirit deception pay shrine")
    assert made.moves() == ["pair c2"]
    without = {"b2": "m1 ?", "b1": "f1", "a2": "f2", "b3": "f3"}
    assert spirits_offered(play(spirited("deception", "", without), "pick b2")) == {}


@pytest.mark.rule("DC-S4")
def test_a_tile_that_is_identical_and_available_may_be_taken_too() -> None:
    made = play(spirited("deception", "D1 f1", {"a1": "m1", "b1": "m1"}), "pick a1", "spirit deception pay a1")
    assert made.moves() == ["pair b1"]


@pytest.mark.rule("DC-S4")
def test_deception_is_activated_after_the_first_tile_only() -> None:
    made = spirited("deception", "", CROWD, pool=2)
    assert spirits_offered(made) == {}
    play(made, "pick b2")
    assert spirits_offered(made) == {"deception": {"shrine"}}
    play(made, "pair h1")
    assert spirits_offered(made) == {}


@pytest.mark.rule("DC-S4", "DC-S8")
def test_deception_and_the_deep_are_not_used_together() -> None:
    castle = CROWD | {"h3": "m2", "h5": "m3"}
    made = play(spirited("deception,deep", "", castle, pool=3), "pick b2")
    assert set(spirits_offered(made)) == {"deception", "deep"}
    play(made, "spirit deep pay shrine")
    assert set(made.moves()) == {"pair h1", "pair h3", "pair h5"}
    play(made, "pair h3")
    assert spirits_offered(made) == {}
    with pytest.raises(DecisionError):
        made.play("spirit deception pay shrine")


# ---------------------------------------------------------------------------------------------------------- The Deep

DEEP = {"a1": "m1", "c1": "m2", "e1": "s1", "a3": "s2", "b3": "m4", "c3": "s3", "h1": "m1", "h3": "W1", "h5": "W2"}
"""Merchants that are Available: a1, c1, h1; one that is not: b3."""


@pytest.mark.rule("DC-S8")
def test_the_deep_takes_an_available_tile_of_the_same_type() -> None:
    made = play(spirited("deep", "", DEEP), "pick a1")
    assert moves(made, "pair") == {"h1"}
    play(made, "spirit deep pay shrine")
    assert made.position()["phase"] == "deep"
    assert set(made.moves()) == {"pair c1", "pair h1"}
    play(made, "pair c1")
    assert asked(made) == (0, "placement")
    assert made.position()["action"] == "pair"
    assert made.position()["held"] == ["merchants_1", "merchants_2"]


@pytest.mark.rule("DC-S8")
def test_special_types_count_as_well() -> None:
    made = play(spirited("deep", "", DEEP), "pick h3", "spirit deep pay shrine")
    assert made.moves() == ["pair h5"]


@pytest.mark.rule("DC-S8")
def test_a_second_identical_tile_may_be_taken_to_get_rid_of_one_in_the_realm() -> None:
    """FAQ: can I activate this power to take an identical second tile, just to get rid of a tile from my Realm? Yes."""
    made = play(spirited("deep", "D1", {"a1": "m1", "c1": "m1"}), "pick a1", "spirit deep pay a1", "pair c1")
    assert stacks(made) == {}
    assert made.position()["held"] == ["merchants_1", "merchants_1"]


@pytest.mark.rule("DC-S8", "DC-15")
def test_the_second_tile_may_lie_on_any_floor_and_be_one_just_uncovered() -> None:
    castle = {"a1": "m1 m2 m3", "c1": "m4 ?", "e1": "s1", "h1": "m5"}
    made = play(spirited("deep", "", castle), "pick a1", "spirit deep pay shrine")
    assert set(made.moves()) == {"pair a1", "pair c1", "pair h1"}
    play(made, "pair a1")
    assert made.position()["held"] == ["merchants_1", "merchants_2"]


@pytest.mark.rule("DC-S8", "DC-29")
def test_the_deep_is_offered_after_the_first_tile_if_there_is_a_second() -> None:
    made = spirited("deep", "", DEEP, pool=2)
    assert spirits_offered(made) == {}
    assert spirits_offered(play(made, "pick a1")) == {"deep": {"shrine"}}
    assert spirits_offered(play(made, "shrine")) == {}
    alone = spirited("deep", "", {"a1": "m1", "c1": "s1", "e1": "f1"})
    assert spirits_offered(play(alone, "pick a1")) == {}


# ------------------------------------------------------------------------------------------------------- Destruction


@pytest.mark.rule("DC-S9")
def test_destruction_discards_an_available_tile_of_any_floor_for_nothing() -> None:
    castle = {"a1": "m1", "b1": "s1 ? ?", "c1": "f1", "e1": "m2 ?", "a3": "D1", "b3": "D2", "c3": "D3"}
    made = play(spirited("destruction", "", castle), "spirit destruction pay shrine")
    assert set(made.moves()) == {f"destroy {space}" for space in ("a1", "b1", "c1", "e1", "a3", "c3")}
    play(made, "destroy a1")
    assert "a1" not in {entry["space"] for entry in made.position()["castle"]}
    assert made.position()["held"] == []
    assert stacks(made) == {}
    assert made.totals() == [0, 0]
    assert asked(made) == (0, "action")


@pytest.mark.rule("DC-S9", "DC-9")
def test_destruction_gives_access_to_a_tile_that_was_not_available() -> None:
    """FAQ: can I discard a tile of the castle to gain access to one that was unavailable? Yes."""
    made = spirited("destruction", "", ROW)
    assert "b1" not in moves(made, "pick")
    play(made, "spirit destruction pay shrine", "destroy c1")
    assert moves(made, "pick") == {"a1", "b1"}


@pytest.mark.rule("DC-S9", "DC-10")
def test_destruction_of_the_last_tile_of_a_floor_gives_access_to_the_lower_one() -> None:
    """FAQ: can I discard the last tile of a floor of the castle to reach the lower one? Yes."""
    made = spirited("destruction", "", {"a1": "m1 ? ?", "c1": "s1 ?", "e1": "f1"})
    assert moves(made, "pick") == {"a1"}
    play(made, "spirit destruction pay shrine", "destroy a1")
    assert moves(made, "pick") == {"a1", "c1"}


@pytest.mark.rule("DC-S9", "DC-30")
def test_destruction_can_allow_to_summon_the_dragon_in_the_same_turn() -> None:
    """FAQ: the castle is reduced to one floor by this power: can I Summon the Dragon in this turn? Yes."""
    made = spirited("destruction", "", {"a1": "m1 ?", "c1": "s1"})
    assert "summon" not in made.moves()
    play(made, "spirit destruction pay shrine", "destroy a1", "summon")
    assert made.position()["realms"][0]["tokens"] == 1


@pytest.mark.rule("DC-S9")
def test_destruction_uncovers_a_tile() -> None:
    made = play(spirited("destruction", "", {"a1": "m1 D2", "c1": "s1"}), "spirit destruction pay shrine", "destroy a1")
    assert {"space": "a1", "floor": 1, "tile": "green_dragon"} in made.position()["castle"]


@pytest.mark.rule("DC-S9", "DC-16")
def test_destruction_after_the_first_tile_can_free_the_second() -> None:
    made = play(spirited("destruction", "", ROW | {"h1": "s1"}), "pick h1")
    assert moves(made, "pair") == set()
    play(made, "spirit destruction pay shrine", "destroy a1")
    assert moves(made, "pair") == {"b1"}


@pytest.mark.rule("DC-S9")
def test_destruction_after_the_action_changes_what_the_next_player_finds() -> None:
    made = play(spirited("destruction", "", ROW | {"h1": "s2"}), "pick h1", "discard")
    play(made, "spirit destruction pay shrine", "destroy a1")
    assert asked(made) == (1, "action")
    assert moves(made, "pick") == {"b1", "c1"}
    assert made.totals() == [1, 0]  # for the discarded tile
