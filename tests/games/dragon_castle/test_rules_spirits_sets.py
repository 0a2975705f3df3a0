"""The numbered rules of Dragon Castle: Beauty, Change and Cunning (DC-S1, DC-S6, DC-S10)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import moves, play, points, spirited, spirits_offered, stacks, waiting_for
from palatine.core.table import Table


def earned(game: Table) -> dict[str, int]:
    """Return the points for sets by source, without zeros."""
    return {source: got for source, got in points(game).items() if got and source != "shrines"}


def allowances(game: Table) -> list[int]:
    """Return the Shrines that may be built on each of the sets just Consolidated."""
    return [entry["shrines"] for entry in game.position()["sets"]]


# ------------------------------------------------------------------------------------------------------------ Beauty


@pytest.mark.rule("DC-S1")
def test_beauty_consolidates_faction_tiles_of_one_number() -> None:
    game = play(spirited("beauty", "m3 s3 f3\n. . m3 D1", pool=3), "spirit beauty pay shrine", "consolidate a1")
    assert stacks(game) == {"a1": "x", "b1": "x", "c1": "x", "c2": "x", "d2": "D1"}
    assert earned(game) == {"sets": 2, "beauty": 1}


@pytest.mark.rule("DC-S1")
def test_a_set_of_beauty_takes_up_to_two_shrines() -> None:
    game = play(spirited("beauty", "m3 s3 f3 m3", pool=4), "spirit beauty pay shrine", "consolidate a1")
    assert allowances(game) == [2]
    play(game, "build a1", "build d1")
    assert waiting_for(game) == (0, "action")
    assert stacks(game) == {"a1": "x*", "b1": "x", "c1": "x", "d1": "x*"}
    assert game.position()["realms"][0]["shrine_pool"] == 1


@pytest.mark.rule("DC-S1", "DC-22")
@pytest.mark.parametrize(("tiles", "worth"), [(4, 2), (5, 3), (6, 5), (7, 6), (8, 8), (9, 9), (10, 10)])
def test_a_set_of_beauty_scores_by_size_plus_one(tiles: int, worth: int) -> None:
    row = (["m5", "s5", "f5"] * 4)[:tiles]
    below = reversed([*row[6:], *["."] * (10 - max(tiles, 6))])
    drawing = f"{' '.join(row[:6])}\n. . {' '.join(below)}"
    game = play(spirited("beauty", drawing), "spirit beauty pay shrine", "consolidate a1")
    assert earned(game) == {"sets": worth, "beauty": 1}
    assert set(stacks(game).values()) == {"x"}


@pytest.mark.rule("DC-S1")
@pytest.mark.parametrize(
    "drawing",
    [
        "m2 s2 f2 f3",  # another number
        "m2 s2 f2 S2",  # a Special tile has no number
        "m2 s2 f2 D2\n. . W2",
        "m2 s2 f2\n. . . m2",  # diagonal only
        "m2 s2 f2 x m2",  # separated by a face-down tile
        "m2 s2 f2 x",
    ],
)
def test_beauty_needs_four_connected_faction_tiles_of_one_number(drawing: str) -> None:
    assert spirits_offered(spirited("beauty", drawing, pool=2)) == {}


@pytest.mark.rule("DC-S1", "DC-20")
def test_heights_do_not_matter_to_beauty() -> None:
    game = play(spirited("beauty", "m2 s2^3 f2^2 m2"), "spirit beauty pay shrine", "consolidate a1")
    assert stacks(game) == {"a1": "x", "b1": "x^3", "c1": "x^2", "d1": "x"}


@pytest.mark.rule("DC-S1")
def test_beauty_offers_each_group_by_its_first_space() -> None:
    drawing = """.  s3 f3 .  s6 f6
                 m3 m3 .  .  m6 m6"""
    game = play(spirited("beauty", drawing), "spirit beauty pay shrine")
    assert game.position()["phase"] == "beauty"
    assert set(game.moves()) == {"consolidate b1", "consolidate e1"}
    play(game, "consolidate e1")
    assert stacks(game) == {"b1": "s3", "c1": "f3", "a2": "m3", "b2": "m3", "e1": "x", "f1": "x", "e2": "x", "f2": "x"}


@pytest.mark.rule("DC-S1", "DC-29")
def test_a_group_of_four_cannot_pay_for_its_own_beauty() -> None:
    assert spirits_offered(spirited("beauty", "m3 s3 f3 m3", pool=0)) == {}
    assert spirits_offered(spirited("beauty", "m3 s3 f3 m3 D1")) == {"beauty": {"e1", "shrine"}}


@pytest.mark.rule("DC-S1", "DC-29")
def test_a_larger_group_can_pay_for_its_beauty_if_four_of_it_stay_connected() -> None:
    assert spirits_offered(spirited("beauty", "m3 s3 f3 m3 s3", pool=0)) == {"beauty": {"a1", "e1"}}
    game = play(spirited("beauty", "m3 s3 f3 m3 s3", pool=0), "spirit beauty pay a1", "consolidate b1")
    assert earned(game) == {"sets": 2, "beauty": 1}


@pytest.mark.rule("DC-S1", "DC-29")
def test_with_two_groups_of_beauty_any_tile_can_pay() -> None:
    drawing = """m3 s3 .  .  s6 f6
                 m3 m3 .  .  m6 m6"""
    game = spirited("beauty", drawing, pool=0)
    assert spirits_offered(game) == {"beauty": set(stacks(game))}
    assert moves(play(game, "spirit beauty pay a1"), "consolidate") == {"e1"}


# ------------------------------------------------------------------------------------------------------------ Change


@pytest.mark.rule("DC-S6")
@pytest.mark.parametrize(
    ("drawing", "kind", "gained", "shrines"),
    [
        ("f1 f2 f3 W1", "farmers", {"sets": 2}, 1),
        ("m1 m2 m3 S1", "merchants", {"sets": 2}, 1),
        ("s1 s2 s3 D1", "soldiers", {"sets": 2}, 1),  # no longer a Dragon
        ("S1 S2 S3 W1", "seasons", {"sets": 2}, 2),
        ("W1 W2 W3 D1", "winds", {"sets": 2}, 2),
        ("D1 D2 D3 W1", "dragons", {"sets": 2, "dragon_sets": 1}, 2),
    ],
)
def test_change_consolidates_a_set_of_the_chosen_type(
    drawing: str, kind: str, gained: dict[str, int], shrines: int
) -> None:
    game = play(spirited("change", drawing, pool=4), "spirit change pay shrine")
    assert game.position()["phase"] == "change"
    assert game.moves() == [f"change d1 {kind}"]
    play(game, f"change d1 {kind}")
    assert set(stacks(game).values()) == {"x"}
    assert earned(game) == gained
    assert allowances(game) == [shrines]


@pytest.mark.rule("DC-S6")
def test_the_changed_tile_can_link_tiles_into_a_larger_set() -> None:
    drawing = """f1 f2 f3 W1 f4 f5
                 .  .  .  f6 .  ."""
    game = play(spirited("change", drawing), "spirit change pay shrine", "change d1 farmers")
    assert set(stacks(game).values()) == {"x"}
    assert earned(game) == {"sets": 6}


@pytest.mark.rule("DC-S6")
def test_tiles_not_connected_to_the_changed_tile_stay_face_up() -> None:
    game = play(spirited("change", "f1 f2 f3 W1 . f4", pool=1), "spirit change pay shrine", "change d1 farmers")
    assert stacks(game)["f1"] == "f4"
    assert earned(game) == {"sets": 2}


@pytest.mark.rule("DC-S6")
@pytest.mark.parametrize(
    "drawing",
    [
        "f1 f2 W1 . f3",  # three
        "f1 f2 f3 m1",  # a Faction tile cannot be changed
        "f1 f2 W1 W2",  # one tile, not two
        "f1 f2 f3\n. . . W1",
        "f1 f2 f3 x W1",
        "W1 W2 W3 f1",
        "x x x W1",
    ],
)
def test_change_needs_a_special_tile_that_makes_four(drawing: str) -> None:
    assert spirits_offered(spirited("change", drawing, pool=2)) == {}


@pytest.mark.rule("DC-S6")
def test_change_offers_each_tile_and_type() -> None:
    drawing = """f1 f2 f3 W1 s1 s2
                 .  D1 .  .  .  s3"""
    game = play(spirited("change", drawing), "spirit change pay shrine")
    assert moves(game, "change") == {"d1 farmers", "d1 soldiers", "b2 farmers"}
    play(game, "change d1 soldiers")
    assert stacks(game) == {"a1": "f1", "b1": "f2", "c1": "f3", "d1": "x", "e1": "x", "f1": "x", "b2": "D1", "f2": "x"}


@pytest.mark.rule("DC-S6")
def test_a_tile_of_a_smaller_group_of_its_own_type_can_be_changed() -> None:
    drawing = """f1 f2 f3 W1
                 .  .  .  W2
                 .  .  .  W3"""
    game = play(spirited("change", drawing), "spirit change pay shrine", "change d1 farmers")
    assert stacks(game) == {"a1": "x", "b1": "x", "c1": "x", "d1": "x", "d2": "W2", "d3": "W3"}


@pytest.mark.rule("DC-S6")
def test_change_cannot_prevent_a_set_from_consolidating() -> None:
    """FAQ: can I treat a Special tile as something else to prevent a set? No.

    d1 could make another set, but the four Winds are no set without it. Only paying a Wind breaks their set.
    """
    game = play(spirited("change", "f1 f2 f3 W1 W2 W3", pool=3, held="W4"), "place f2")
    assert spirits_offered(game) == {"change": {"e1", "f1", "f2"}}
    play(game, "done")
    assert stacks(game) == {"a1": "f1", "b1": "f2", "c1": "f3", "d1": "x", "e1": "x", "f1": "x", "f2": "x"}


@pytest.mark.rule("DC-S6")
def test_change_requires_a_set_to_consolidate() -> None:
    """FAQ: can I treat a Special tile as something else to prevent a set? No, only to Consolidate one."""
    game = play(spirited("change", "f1 f2 . W1 W2 W3", pool=3, held="W4"), "place f2")
    assert waiting_for(game) == (0, "build")  # Change could not be activated before
    assert earned(game) == {"sets": 2}


@pytest.mark.rule("DC-S6")
def test_change_cannot_keep_one_tile_out_of_a_set() -> None:
    """FAQ: can I Consolidate a set and keep one tile out of it? No.

    The changed tile must be in the set that is Consolidated, so none of the five Winds can be changed.
    """
    drawing = """W1 W2 .  W3 W4 .
                 .  .  .  .  .  .
                 f1 f2 f3 D1 .  ."""
    game = play(spirited("change", drawing, pool=2, held="W1 f1"), "place c1", "spirit change pay shrine")
    assert game.moves() == ["change d3 farmers"]


@pytest.mark.rule("DC-S6")
def test_a_tile_of_a_waiting_set_can_be_changed_if_four_of_the_set_remain() -> None:
    drawing = """f1 f2 f3 W1 W2 W3
                 .  .  .  .  .  .
                 .  .  .  .  .  W4"""
    game = play(spirited("change", drawing, held="W1"), "place f2")
    assert spirits_offered(game) == {"change": {"shrine", "e1", "f1", "f2"}}
    play(game, "spirit change pay shrine", "change d1 farmers")
    assert earned(game) == {"sets": 2 + 2}
    assert set(stacks(game).values()) == {"x"}


@pytest.mark.rule("DC-S6")
def test_a_tile_of_a_waiting_set_cannot_be_changed_if_the_rest_falls_apart() -> None:
    drawing = """f1 f2 f3 W1 W2 W3
                 .  .  .  .  .  .
                 .  .  .  W4 .  ."""
    game = play(spirited("change", drawing, held="W1"), "place d2")
    assert spirits_offered(game) == {"change": {"e1", "d2"}}  # paying one of these leaves no set


@pytest.mark.rule("DC-S6")
def test_a_tile_cannot_be_changed_into_its_own_type() -> None:
    game = play(spirited("change", "W1 W2 W3", pool=2, held="W4 f1"), "place d1")
    assert spirits_offered(game) == {}


@pytest.mark.rule("DC-S6")
def test_change_can_make_a_waiting_set_larger() -> None:
    game = play(spirited("change", "f1 f2 f3 . D1", held="f4"), "place d1", "spirit change pay shrine")
    play(game, "change e1 farmers")
    assert earned(game) == {"sets": 3}
    assert set(stacks(game).values()) == {"x"}


@pytest.mark.rule("DC-S6", "DC-29")
def test_change_cannot_be_paid_with_a_tile_its_set_needs() -> None:
    assert spirits_offered(spirited("change", "f1 f2 f3 W1 . m1", pool=0)) == {"change": {"f1"}}
    assert spirits_offered(spirited("change", "f1 f2 f3 D1 W1", pool=0)) == {"change": {"e1"}}
    linked = "f1 f2 f3 W1 f4 f5"
    assert spirits_offered(spirited("change", linked, pool=0)) == {"change": {"a1", "b1", "e1", "f1"}}


# ----------------------------------------------------------------------------------------------------------- Cunning


@pytest.mark.rule("DC-S10")
@pytest.mark.parametrize(
    ("drawing", "gained", "shrines"),
    [
        ("m1 m2 m3", {"sets": 2}, 1),
        ("s1 s1 s1", {"sets": 2}, 1),
        ("f1 f2\n. f3", {"sets": 2}, 1),
        ("S1 S2 S3", {"sets": 2}, 2),
        ("W1 W2\nW3", {"sets": 2}, 2),
        ("D1 D2 D3", {"sets": 2, "dragon_sets": 1}, 2),
    ],
)
def test_cunning_consolidates_three_of_one_type(drawing: str, gained: dict[str, int], shrines: int) -> None:
    game = play(spirited("cunning", drawing, pool=4), "spirit cunning pay shrine")
    assert waiting_for(game) == (0, "cunning")
    assert game.moves() == ["consolidate a1"]
    play(game, "consolidate a1")
    assert set(stacks(game).values()) == {"x"}
    assert earned(game) == gained
    assert allowances(game) == [shrines]


@pytest.mark.rule("DC-S10")
@pytest.mark.parametrize("drawing", ["f1 f2", "f1 f2 . f3", "f1 f2\n. . f3", "f1 f2 x", "f1 f2 s3", "f1 f2 W3"])
def test_cunning_needs_three_connected_tiles_of_one_type(drawing: str) -> None:
    assert spirits_offered(spirited("cunning", drawing, pool=2)) == {}


@pytest.mark.rule("DC-S10")
def test_cunning_never_takes_three_out_of_a_larger_group() -> None:
    game = play(spirited("cunning", "f1 f2 f3", pool=2, held="f4 m1"), "place d1")
    assert "shrine" not in spirits_offered(game)["cunning"]
    game = play(spirited("cunning", "f1 f2 f3\nD1 D1 D2", pool=2, held="f4 m1"), "place d1")
    assert moves(play(game, "spirit cunning pay shrine"), "consolidate") == {"a2"}


@pytest.mark.rule("DC-S10")
def test_cunning_offers_each_group_by_its_first_space() -> None:
    drawing = """.  f1 D1 D2
                 f2 f3 D3 ."""
    game = play(spirited("cunning", drawing), "spirit cunning pay shrine")
    assert moves(game, "consolidate") == {"b1", "c1"}
    play(game, "consolidate b1")
    assert stacks(game) == {"b1": "x", "c1": "D1", "d1": "D2", "a2": "x", "b2": "x", "c2": "D3"}


@pytest.mark.rule("DC-S10", "DC-29")
def test_three_tiles_cannot_pay_for_their_own_cunning() -> None:
    assert spirits_offered(spirited("cunning", "f1 f2 f3", pool=0)) == {}
    assert spirits_offered(spirited("cunning", "f1 f2 f3 D1")) == {"cunning": {"d1", "shrine"}}


@pytest.mark.rule("DC-S10", "DC-29")
def test_with_two_groups_of_three_any_tile_can_pay_for_cunning() -> None:
    game = spirited("cunning", "f1 f2 f3 D1 D2 D3", pool=0)
    assert spirits_offered(game) == {"cunning": set(stacks(game))}
    assert moves(play(game, "spirit cunning pay f1"), "consolidate") == {"a1"}
