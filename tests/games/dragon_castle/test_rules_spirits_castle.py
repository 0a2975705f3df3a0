"""The numbered rules of Dragon Castle: Elegance, Deception, The Deep and Destruction (DC-S2, DC-S4, DC-S8, DC-S9)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import moves, play, spirited, spirits_offered, stacks, waiting_for
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
    game = spirited("elegance", "", ROW)
    assert moves(game, "pick") == {"a1", "c1"}
    play(game, "spirit elegance pay shrine")
    assert waiting_for(game) == (0, "action")
    assert game.position()["elegance"] == "owed"
    play(game, "pick b1", "discard")
    assert game.position()["castle"] == [
        {"space": "a1", "floor": 1, "tile": "merchants_1"},
        {"space": "c1", "floor": 1, "tile": "farmers_1"},
    ]


@pytest.mark.rule("DC-S2")
def test_a_tile_without_a_free_side_cannot_be_picked_with_elegance() -> None:
    game = play(spirited("elegance", "", SQUARE), "spirit elegance pay shrine")
    assert moves(game, "pick") == {"b1", "b3"}


@pytest.mark.rule("DC-S2", "DC-8")
@pytest.mark.parametrize("row", range(2, 12))
def test_short_sides_face_the_rows_above_and_below(row: int) -> None:
    castle = {space(column, row + step): tile for column in "abc" for step, tile in ((-1, "m1"), (0, "s1"), (1, "f1"))}
    game = play(spirited("elegance", "", castle, options={"castle": TALL}), "spirit elegance pay shrine")
    assert {space("b", row - 1), space("b", row + 1)} <= moves(game, "pick")
    assert space("b", row) not in moves(game, "pick")


@pytest.mark.rule("DC-S2")
def test_with_elegance_the_first_tile_is_still_on_the_top_floor() -> None:
    game = play(spirited("elegance", "", ROW | {"e1": "s1 ?"}), "spirit elegance pay shrine")
    assert moves(game, "pick") == {"e1"}
    play(game, "pick e1")
    assert game.moves() == ["pair b1"]


@pytest.mark.rule("DC-S2")
def test_elegance_does_not_allow_covered_tiles() -> None:
    game = spirited("elegance", "", {"a1": "m1", "b1": "s1 s2", "c1": "f1"})
    assert spirits_offered(game) == {}  # the ground tile of b1 has free short sides but is covered


@pytest.mark.rule("DC-S2", "DC-29")
@pytest.mark.parametrize(
    "castle",
    [
        {"a1": "m1", "b1": "s1", "d1": "s1"},  # every tile is Available
        ROW | {"e1": "m2 ?"},  # b1 is neither on the top floor nor identical to e1
        SQUARE | {"a1": "m1 ?", "b1": "s1 ?", "b2": "m1", "b3": "s3 ?"},
    ],
)
def test_elegance_is_not_offered_if_it_cannot_be_used(castle: dict[str, str]) -> None:
    assert spirits_offered(spirited("elegance", "m1 m2", castle, pool=3)) == {}


@pytest.mark.rule("DC-S2")
def test_elegance_must_be_used_at_least_once() -> None:
    game = play(spirited("elegance", "m2", ROW | {"h1": "s1", "h3": "m1"}), "spirit elegance pay shrine")
    # After a1 or c1, b1 would be Available; after h3 there is no second tile; after h1 there is b1.
    assert set(game.moves()) == {"pick b1", "pick h1"}
    play(game, "pick h1")
    assert game.moves() == ["pair b1"]
    play(game, "pair b1")
    assert game.position()["elegance"] == "satisfied"


@pytest.mark.rule("DC-S2")
def test_elegance_is_no_longer_owed_once_used() -> None:
    game = play(spirited("elegance", "", ROW | {"h1": "s1"}), "spirit elegance pay shrine", "pick b1")
    assert game.position()["elegance"] == "satisfied"
    assert set(game.moves()) == {"pair h1", "shrine", "discard"}


@pytest.mark.rule("DC-S2")
def test_the_second_tile_can_be_one_just_freed_with_only_a_short_side_free() -> None:
    """FAQ: can I take a first tile with this power, then a second one I just freed that has only one short side free?

    Yes: the power lasts for the whole turn.
    """
    game = play(spirited("elegance", "", SQUARE | {"b2": "s1"}), "spirit elegance pay shrine", "pick b1")
    assert moves(game, "pair") == {"b2"}
    play(game, "pair b2", "place a1", "place b1")
    assert stacks(game) == {"a1": "s1", "b1": "s1"}


@pytest.mark.rule("DC-S2")
def test_elegance_after_the_first_tile_applies_to_the_second() -> None:
    game = play(spirited("elegance", "", ROW | {"h1": "s1", "h3": "s1"}), "pick h1")
    assert set(game.moves()) == {"pair h3", "shrine", "discard", "spirit elegance pay shrine"}
    play(game, "spirit elegance pay shrine")
    assert game.moves() == ["pair b1"]


@pytest.mark.rule("DC-S2")
def test_elegance_after_the_first_tile_needs_a_second_one_of_its_symbol() -> None:
    assert spirits_offered(play(spirited("elegance", "", ROW | {"h1": "s2"}), "pick h1")) == {}


@pytest.mark.rule("DC-S2")
@pytest.mark.parametrize("decisions", ["pick a1, shrine", "pick a1, discard", "summon"])
def test_elegance_is_not_offered_after_the_action(decisions: str) -> None:
    game = spirited("elegance,destruction", "m2", ROW | {"a3": "m1", "b3": "m1", "c3": "m1"}, pool=2)
    assert set(spirits_offered(game)) == {"elegance", "destruction"}
    play(game, *decisions.split(", "))
    assert set(spirits_offered(game)) == {"destruction"}


@pytest.mark.rule("DC-S2")
def test_elegance_cannot_count_on_the_tile_a_pick_would_uncover() -> None:
    game = play(spirited("elegance", "", {"a1": "m1", "b1": "s1 s1", "c1": "f1", "e1": "m2 m3"}), "pick e1", "discard")
    assert waiting_for(game) == (1, "action")
    assert spirits_offered(game) == {}
    play(game, "pick b1")  # this uncovers an identical tile between a1 and c1
    assert moves(game, "pair") == set()
    play(game, "spirit elegance pay shrine")
    assert game.moves() == ["pair b1"]


@pytest.mark.rule("DC-S2")
def test_elegance_ends_with_the_turn() -> None:
    castle = ROW | {"a3": "m2", "b3": "s2", "c3": "f2"}
    game = play(spirited("elegance", "", castle), "spirit elegance pay shrine", "pick b1", "discard")
    assert game.position()["elegance"] is None
    assert moves(game, "pick") == {"a1", "c1", "a3", "c3"}


# --------------------------------------------------------------------------------------------------------- Deception

CROWD = {"b2": "m1", "c2": "s1", "b1": "f1", "b3": "S1", "a1": "W1", "c1": "D1", "a3": "W2", "c3": "f2", "h1": "m1"}
"""b2 has three neighbours; b1 and b3 are not Available."""


@pytest.mark.rule("DC-S4")
def test_deception_takes_any_tile_beside_the_first() -> None:
    game = play(spirited("deception", "", CROWD), "pick b2")
    assert moves(game, "pair") == {"h1"}
    play(game, "spirit deception pay shrine")
    assert game.position()["phase"] == "deception"
    assert set(game.moves()) == {"pair b1", "pair b3", "pair c2"}


@pytest.mark.rule("DC-S4")
def test_deception_completes_the_pair_immediately() -> None:
    game = play(spirited("deception", "", CROWD), "pick b2", "spirit deception pay shrine", "pair b1")
    assert waiting_for(game) == (0, "placement")
    assert game.position()["action"] == "pair"
    assert game.position()["held"] == ["merchants_1", "farmers_1"]
    assert "b1" not in {entry["space"] for entry in game.position()["castle"]}
    play(game, "place second a1", "place f4")
    assert stacks(game) == {"a1": "f1", "f4": "m1"}


@pytest.mark.rule("DC-S4")
@pytest.mark.parametrize("row", range(2, 12))
def test_deception_takes_neighbours_on_all_four_sides(row: int) -> None:
    castle = {space("b", row): "m1", space("c", row): "s1", space("b", row - 1): "s2", space("b", row + 1): "s3"}
    game = play(spirited("deception", "", castle, options={"castle": TALL}), f"pick b{row}")
    assert moves(play(game, "spirit deception pay shrine"), "pair") == castle.keys() - {f"b{row}"}
    castle = {space("b", row): "m1", space("a", row): "s1"}
    game = play(spirited("deception", "", castle, options={"castle": TALL}), f"pick b{row}")
    assert moves(play(game, "spirit deception pay shrine"), "pair") == {f"a{row}"}


@pytest.mark.rule("DC-S4")
def test_deception_does_not_reach_around_the_edge() -> None:
    castle = {"p1": "m1", "a1": "s1", "a2": "s2", "o2": "s3"}
    game = play(spirited("deception", "", castle, options={"castle": WIDE}), "pick p1")
    assert spirits_offered(game) == {}
    game = play(spirited("deception", "", castle, options={"castle": WIDE}), "pick a2", "spirit deception pay shrine")
    assert game.moves() == ["pair a1"]


@pytest.mark.rule("DC-S4")
def test_deception_takes_neighbours_on_the_same_floor() -> None:
    castle = {"b2": "m1 ?", "c2": "s1 ?", "b1": "f1", "a2": "f2", "b3": "f3"}
    game = play(spirited("deception", "", castle), "pick b2", "spirit deception pay shrine")
    assert game.moves() == ["pair c2"]
    without = {"b2": "m1 ?", "b1": "f1", "a2": "f2", "b3": "f3"}
    assert spirits_offered(play(spirited("deception", "", without), "pick b2")) == {}


@pytest.mark.rule("DC-S4")
def test_deception_can_take_an_identical_available_tile() -> None:
    game = play(spirited("deception", "D1 f1", {"a1": "m1", "b1": "m1"}), "pick a1", "spirit deception pay a1")
    assert game.moves() == ["pair b1"]


@pytest.mark.rule("DC-S4")
def test_deception_is_offered_only_after_the_first_tile() -> None:
    game = spirited("deception", "", CROWD, pool=2)
    assert spirits_offered(game) == {}
    play(game, "pick b2")
    assert spirits_offered(game) == {"deception": {"shrine"}}
    play(game, "pair h1")
    assert spirits_offered(game) == {}


@pytest.mark.rule("DC-S4", "DC-S8")
def test_deception_and_the_deep_are_not_used_together() -> None:
    castle = CROWD | {"h3": "m2", "h5": "m3"}
    game = play(spirited("deception,deep", "", castle, pool=3), "pick b2")
    assert set(spirits_offered(game)) == {"deception", "deep"}
    play(game, "spirit deep pay shrine")
    assert set(game.moves()) == {"pair h1", "pair h3", "pair h5"}
    play(game, "pair h3")
    assert spirits_offered(game) == {}
    with pytest.raises(DecisionError):
        game.play("spirit deception pay shrine")


# ---------------------------------------------------------------------------------------------------------- The Deep

DEEP = {"a1": "m1", "c1": "m2", "e1": "s1", "a3": "s2", "b3": "m4", "c3": "s3", "h1": "m1", "h3": "W1", "h5": "W2"}
"""Merchants: a1, c1 and h1 are Available, b3 is not."""


@pytest.mark.rule("DC-S8")
def test_the_deep_takes_an_available_tile_of_the_same_type() -> None:
    game = play(spirited("deep", "", DEEP), "pick a1")
    assert moves(game, "pair") == {"h1"}
    play(game, "spirit deep pay shrine")
    assert game.position()["phase"] == "deep"
    assert set(game.moves()) == {"pair c1", "pair h1"}
    play(game, "pair c1")
    assert waiting_for(game) == (0, "placement")
    assert game.position()["action"] == "pair"
    assert game.position()["held"] == ["merchants_1", "merchants_2"]


@pytest.mark.rule("DC-S8")
def test_the_deep_takes_special_tiles_too() -> None:
    game = play(spirited("deep", "", DEEP), "pick h3", "spirit deep pay shrine")
    assert game.moves() == ["pair h5"]


@pytest.mark.rule("DC-S8")
def test_the_deep_can_take_an_identical_tile_just_to_remove_one_from_the_realm() -> None:
    """FAQ: can I use this power for an identical second tile, just to remove a tile from my Realm? Yes."""
    game = play(spirited("deep", "D1", {"a1": "m1", "c1": "m1"}), "pick a1", "spirit deep pay a1", "pair c1")
    assert stacks(game) == {}
    assert game.position()["held"] == ["merchants_1", "merchants_1"]


@pytest.mark.rule("DC-S8", "DC-15")
def test_the_deep_can_take_a_tile_on_any_floor_or_one_just_uncovered() -> None:
    castle = {"a1": "m1 m2 m3", "c1": "m4 ?", "e1": "s1", "h1": "m5"}
    game = play(spirited("deep", "", castle), "pick a1", "spirit deep pay shrine")
    assert set(game.moves()) == {"pair a1", "pair c1", "pair h1"}
    play(game, "pair a1")
    assert game.position()["held"] == ["merchants_1", "merchants_2"]


@pytest.mark.rule("DC-S8", "DC-29")
def test_the_deep_is_offered_after_the_first_tile_if_there_is_a_second() -> None:
    game = spirited("deep", "", DEEP, pool=2)
    assert spirits_offered(game) == {}
    assert spirits_offered(play(game, "pick a1")) == {"deep": {"shrine"}}
    assert spirits_offered(play(game, "shrine")) == {}
    alone = spirited("deep", "", {"a1": "m1", "c1": "s1", "e1": "f1"})
    assert spirits_offered(play(alone, "pick a1")) == {}


# ------------------------------------------------------------------------------------------------------- Destruction


@pytest.mark.rule("DC-S9")
def test_destruction_removes_an_available_tile_of_any_floor_without_points() -> None:
    castle = {"a1": "m1", "b1": "s1 ? ?", "c1": "f1", "e1": "m2 ?", "a3": "D1", "b3": "D2", "c3": "D3"}
    game = play(spirited("destruction", "", castle), "spirit destruction pay shrine")
    assert set(game.moves()) == {f"destroy {space}" for space in ("a1", "b1", "c1", "e1", "a3", "c3")}
    play(game, "destroy a1")
    assert "a1" not in {entry["space"] for entry in game.position()["castle"]}
    assert game.position()["held"] == []
    assert stacks(game) == {}
    assert game.totals() == [0, 0]
    assert waiting_for(game) == (0, "action")


@pytest.mark.rule("DC-S9", "DC-9")
def test_destruction_gives_access_to_a_tile_that_was_not_available() -> None:
    """FAQ: can I discard a castle tile to gain access to one that was unavailable? Yes."""
    game = spirited("destruction", "", ROW)
    assert "b1" not in moves(game, "pick")
    play(game, "spirit destruction pay shrine", "destroy c1")
    assert moves(game, "pick") == {"a1", "b1"}


@pytest.mark.rule("DC-S9", "DC-10")
def test_destroying_the_last_tile_of_a_floor_gives_access_to_the_floor_below() -> None:
    """FAQ: can I discard the last tile of a floor to reach the one below? Yes."""
    game = spirited("destruction", "", {"a1": "m1 ? ?", "c1": "s1 ?", "e1": "f1"})
    assert moves(game, "pick") == {"a1"}
    play(game, "spirit destruction pay shrine", "destroy a1")
    assert moves(game, "pick") == {"a1", "c1"}


@pytest.mark.rule("DC-S9", "DC-30")
def test_destruction_can_make_summon_legal_in_the_same_turn() -> None:
    """FAQ: if this power reduces the castle to one floor, can I Summon the Dragon this turn? Yes."""
    game = spirited("destruction", "", {"a1": "m1 ?", "c1": "s1"})
    assert "summon" not in game.moves()
    play(game, "spirit destruction pay shrine", "destroy a1", "summon")
    assert game.position()["realms"][0]["tokens"] == 1


@pytest.mark.rule("DC-S9")
def test_destruction_uncovers_the_tile_beneath() -> None:
    game = play(spirited("destruction", "", {"a1": "m1 D2", "c1": "s1"}), "spirit destruction pay shrine", "destroy a1")
    assert {"space": "a1", "floor": 1, "tile": "green_dragon"} in game.position()["castle"]


@pytest.mark.rule("DC-S9", "DC-16")
def test_destruction_after_the_first_tile_can_free_the_second() -> None:
    game = play(spirited("destruction", "", ROW | {"h1": "s1"}), "pick h1")
    assert moves(game, "pair") == set()
    play(game, "spirit destruction pay shrine", "destroy a1")
    assert moves(game, "pair") == {"b1"}


@pytest.mark.rule("DC-S9")
def test_destruction_after_the_action_changes_the_next_players_choices() -> None:
    game = play(spirited("destruction", "", ROW | {"h1": "s2"}), "pick h1", "discard")
    play(game, "spirit destruction pay shrine", "destroy a1")
    assert waiting_for(game) == (1, "action")
    assert moves(game, "pick") == {"b1", "c1"}
    assert game.totals() == [1, 0]  # for the discarded tile
