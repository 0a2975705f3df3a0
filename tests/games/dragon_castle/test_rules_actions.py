"""The numbered rules of Dragon Castle: a turn and its actions (DC-14 to DC-18)."""

from __future__ import annotations

import pytest

from games.dragon_castle.positions import castle_tops, moves, play, points, realm, stacks, table, tile
from palatine import DecisionError
from palatine.core.table import Table

PYRAMID = {"a1": "m1 W1 W2", "c1": "s1 W1 W2", "e1": "m1 W3", "h1": "m1", "h2": "s1"}


def pool(game: Table, seat: int = 0) -> int:
    shrines: int = game.position()["realms"][seat]["shrine_pool"]
    return shrines


# ------------------------------------------------------------------------------------------------------- one action


@pytest.mark.rule("DC-14")
def test_a_turn_cannot_be_passed_without_an_action() -> None:
    assert set(table(PYRAMID).moves()) == {"pick a1", "pick c1"}


@pytest.mark.rule("DC-14")
@pytest.mark.parametrize(
    "decisions",
    [
        ["pick a1", "pair h1", "place a1", "place b1"],
        ["pick a1", "shrine", "place a1"],
        ["pick a1", "discard"],
    ],
)
def test_the_turn_ends_after_one_action(decisions: list[str]) -> None:
    game = table(PYRAMID)
    for decision in decisions:
        assert game.seat == 0
        game.play(decision)
    assert (game.seat, game.position()["phase"]) == (1, "action")


@pytest.mark.rule("DC-14")
def test_summon_the_dragon_ends_the_turn() -> None:
    game = play(table({"a1": "m1", "c1": "m2"}), "summon")
    assert (game.seat, castle_tops(game)) == (1, {"a1": "m1", "c1": "m2"})


# -------------------------------------------------------------------------------------------------- the first tile


@pytest.mark.rule("DC-15")
def test_the_first_tile_is_any_available_tile_of_the_top_floor() -> None:
    castle = {"a1": "m1 ? ?", "b1": "m2 ? ?", "c1": "m3 ? ?", "b3": "s1 ? ?", "e1": "s2 ?", "h1": "s3"}
    assert moves(table(castle), "pick") == {"a1", "c1", "b3"}


@pytest.mark.rule("DC-15")
@pytest.mark.parametrize("first", ["a1", "c1"])
def test_the_completion_is_chosen_after_the_first_tile(first: str) -> None:
    game = play(table(PYRAMID), f"pick {first}")
    partner = {"a1": {"pair e1", "pair h1"}, "c1": {"pair h2"}}[first]
    assert set(game.moves()) == {"shrine", "discard"} | partner


@pytest.mark.rule("DC-15")
def test_a_picked_tile_cannot_be_put_back() -> None:
    game = play(table(PYRAMID), "pick a1")
    with pytest.raises(DecisionError):
        game.play("pick c1")
    assert game.position()["first_tile"] == {"space": "a1", "floor": 3, "tile": tile("m1")}


@pytest.mark.rule("DC-15", "DC-16")
def test_the_uncovered_tile_is_seen_before_the_action_is_completed() -> None:
    game = play(table({"a1": "m1 m1 s1", "c1": "f1 ? ?"}), "pick a1")
    assert castle_tops(game)["a1"] == "m1^2"
    assert moves(game, "pair") == {"a1"}
    play(game, "pair a1")
    assert castle_tops(game)["a1"] == "s1"
    assert game.position()["held"] == [tile("m1")] * 2


# --------------------------------------------------------------------------------------------------- Pair of Tiles


@pytest.mark.rule("DC-16")
@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("m1", ["m2", "m6", "s1", "f1", "S1", "W1", "D1"]),
        ("f3", ["m3", "s3", "f2", "f4", "S3", "W3", "D3"]),
        ("S2", ["S1", "S3", "S4", "m2", "W2", "D2"]),
        ("W4", ["W1", "W2", "W3", "S4", "m4", "f4"]),
        ("D1", ["D2", "D3", "S1", "W1", "s1"]),
    ],
)
def test_the_second_tile_has_exactly_the_same_symbol(first: str, others: list[str]) -> None:
    """Rulebook: the same colour or type is not enough."""
    castle = {f"h{row}": other for row, other in enumerate(others, 1)} | {"a1": first, "c1": first}
    assert moves(play(table(castle), "pick a1"), "pair") == {"c1"}


@pytest.mark.rule("DC-16")
def test_a_pair_is_not_offered_without_a_second_tile() -> None:
    assert play(table({"a1": "m1", "c1": "m2"}), "pick a1").moves() == ["shrine", "discard"]


@pytest.mark.rule("DC-16")
def test_the_second_tile_can_be_on_any_floor() -> None:
    castle = {"a1": "m1 f1 f2", "c1": "m1 f3 f4", "e1": "m1 f5", "h1": "m1"}
    game = play(table(castle), "pick a1")
    assert moves(game, "pair") == {"c1", "e1", "h1"}
    play(game, "pair e1")
    assert {space: castle_tops(game)[space] for space in ("c1", "h1")} == {"c1": "m1^3", "h1": "m1"}
    assert game.position()["held"] == [tile("m1")] * 2


@pytest.mark.rule("DC-16")
@pytest.mark.parametrize(
    ("castle", "seconds"),
    [
        pytest.param({"a1": "m1", "b1": "m1", "c1": "s1"}, {"b1"}, id="freed by the first"),
        pytest.param({"a1": "m1", "c1": "s1", "d1": "m1", "e1": "s2"}, set(), id="blocked on both long sides"),
        pytest.param({"b1": "m1", "a2": "s1", "b2": "m1", "c2": "s2"}, set(), id="only a short side freed"),
        pytest.param({"a1": "m1 f1 f2", "b1": "m1 f3", "c1": "s1 f4"}, set(), id="still blocked by the tile uncovered"),
        pytest.param({"a1": "m1 f1", "b1": "m1 f2", "c1": "s1 f3"}, {"b1"}, id="freed on the second floor"),
    ],
)
def test_availability_of_the_second_tile_is_judged_after_the_first_is_gone(
    castle: dict[str, str], seconds: set[str]
) -> None:
    first = next(iter(castle))
    assert moves(play(table(castle), f"pick {first}"), "pair") == seconds


@pytest.mark.rule("DC-16")
def test_the_second_tile_can_be_anywhere_in_the_castle() -> None:
    tall = "/".join([*["1" * 10] * 11, "111111...."])
    castle = {"c1": "m1", "j1": "m1", "a4": "m1", "f12": "m1", "d8": "s1"}
    assert moves(play(table(castle, options={"castle": tall}), "pick c1"), "pair") == {"j1", "a4", "f12"}
    castle = {"a1": "s1", "f5": "m1", "j8": "m1", "a9": "m1", "j11": "m1"}
    assert moves(play(table(castle, options={"castle": tall}), "pick f5"), "pair") == {"j8", "a9", "j11"}


@pytest.mark.rule("DC-16")
def test_both_tiles_of_a_pair_are_placed() -> None:
    game = play(table({"a1": "D1", "c1": "D1", "e1": "m1"}), "pick a1", "pair c1", "place b2", "place c4")
    assert stacks(game) == {"b2": "D1", "c4": "D1"}
    assert castle_tops(game) == {"e1": "m1"}
    assert (pool(game), game.totals()) == (1, [0, 0])


@pytest.mark.rule("DC-15", "DC-16")
def test_example_of_a_pair() -> None:
    """Janet takes a Dragon from the top floor, and a second one from the second or the top floor."""
    castle = {"a1": "D2 m1 m2", "c1": "D2 m3 m4", "e1": "D2 m5"}
    game = play(table(castle, [realm("D1 D3")]), "pick a1")
    assert moves(game, "pair") == {"c1", "e1"}
    play(game, "pair e1", "place a3", "place c3")
    assert stacks(game) == {"a1": "D1", "b1": "D3", "a3": "D2", "c3": "D2"}  # she completes no set


# ------------------------------------------------------------------------------------------------- Tile and Shrine


@pytest.mark.rule("DC-17")
def test_a_shrine_goes_from_the_general_pool_to_the_shrine_pool() -> None:
    game = table({"a1": "m1", "c1": "m2"})
    before = game.position()["general_shrines"]
    play(game, "pick a1", "shrine")
    assert (pool(game, 0), pool(game, 1), game.position()["general_shrines"]) == (2, 1, before - 1)
    play(game, "place f4")
    assert (stacks(game), game.totals()) == ({"f4": "m1"}, [0, 0])


@pytest.mark.rule("DC-17")
@pytest.mark.parametrize(("left", "offered"), [(0, False), (1, True)])
def test_tile_and_shrine_is_not_offered_with_an_empty_general_pool(left: int, offered: bool) -> None:
    game = table({"a1": "m1", "c1": "m1"}, [realm("", pool=20), realm("", pool=20 - left)])
    play(game, "pick a1")
    assert ("shrine" in game.moves()) == offered
    assert {"pair c1", "discard"} <= set(game.moves())


@pytest.mark.rule("DC-17")
def test_the_last_shrine_of_the_general_pool_can_be_taken() -> None:
    game = table({"a1": "m1", "c1": "m2"}, [realm("", pool=20), realm("", pool=19)])
    play(game, "pick a1", "shrine", "place a1", "pick c1")
    assert (game.position()["general_shrines"], game.moves()) == (0, ["discard"])


# ---------------------------------------------------------------------------------------------------- Discard Tile


@pytest.mark.rule("DC-18")
def test_a_discarded_tile_scores_a_point_and_leaves_the_game() -> None:
    game = play(table({"a1": "m1", "c1": "m2"}), "pick a1", "discard")
    assert (points(game)["discards"], game.totals()) == (1, [1, 0])
    assert (stacks(game, 0), stacks(game, 1), castle_tops(game)) == ({}, {}, {"c1": "m2"})
    assert (pool(game), game.position()["general_shrines"]) == (1, 38)


@pytest.mark.rule("DC-18")
def test_any_number_of_tiles_can_be_discarded_in_a_game() -> None:
    game = table({"a1": "m1", "a2": "m2", "a3": "m3", "a4": "m4"})
    for row in range(1, 5):
        play(game, f"pick a{row}", "discard")
    assert game.totals() == [2, 2]
