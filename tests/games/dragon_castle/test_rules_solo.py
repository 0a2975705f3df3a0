"""The numbered rules of Dragon Castle: playing alone against the dummy (DC-41, DC-42)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import palatine
from games.dragon_castle.positions import castle_tops, play, points, realm, stacks, table
from games.shares import assert_shares
from palatine import OptionError
from palatine.core.table import Table

BUT_POWER = [
    "humility",
    "righteousness",
    "tranquility",
    "bravery",
    "majesty",
    "knowledge",
    "harmony",
    "devotion",
    "fortitude",
]


def fresh(seed: int = 1, **options: object) -> Table:
    return palatine.new("dragon_castle", players=1, seed=seed, **options)


def alone(castle: dict[str, str], drawing: str = "", **fields: Any) -> Table:
    """Return a solo game with the Realm drawn."""
    mine = realm(drawing, pool=fields.pop("pool", 1), tokens=fields.pop("tokens", 0), **fields.pop("earned", {}))
    return table(castle, [mine], players=1, **fields)


# ---------------------------------------------------------------------------------------------------------- set-up


@pytest.mark.rule("DC-41")
def test_a_solo_game_has_the_castle_for_three_and_no_cards() -> None:
    position = fresh().position()
    assert position["options"]["castle"] == "basic_3"
    assert (position["spirits"], position["dragons"]) == ([], [])
    assert [(each["stacks"], each["shrine_pool"]) for each in position["realms"]] == [([], 1)]
    assert (position["general_shrines"], position["countdown"], position["dummy_tokens"]) == (39, 7, 0)


@pytest.mark.rule("DC-41")
def test_another_castle_can_be_chosen() -> None:
    assert fresh(castle="the_keep").position()["options"]["castle"] == "the_keep"


@pytest.mark.rule("DC-41", "DC-42")
@pytest.mark.parametrize("seed", range(5))
def test_the_player_starts_and_makes_every_decision(seed: int) -> None:
    game = fresh(seed)
    for _ in range(4):
        assert (game.seat, game.position()["start"]) == (0, 0)
        play(game, game.moves()[0], "discard")


@pytest.mark.rule("DC-41")
@pytest.mark.parametrize(
    ("options", "less"),
    [
        ({}, None),
        ({"spirits": "wind"}, -15),
        ({"dragons": "fortitude"}, -15),
        ({"spirits": "wind", "dragons": "fortitude"}, -15),
        ({"spirits": "wind,faith", "dragons": "fortitude,bravery"}, -15),
    ],
)
def test_cards_cost_fifteen_points_once(options: dict[str, str], less: int | None) -> None:
    game = alone({"a1": "m1"}, "m1 s1", earned={"sets": 40}, options=options)
    assert points(game).get("solo_cards") == less
    assert game.totals() == [40 + (less or 0)]


@pytest.mark.rule("DC-41")
def test_cards_cost_nothing_with_several_players() -> None:
    game = table(None, [realm("", sets=40)], options={"spirits": "wind", "dragons": "devotion"})
    assert (game.totals(), "solo_cards" in points(game)) == ([40, 0], False)


@pytest.mark.rule("DC-41")
@pytest.mark.parametrize("dragons", ["power", "bravery,power", "10"])
def test_power_is_refused_in_a_solo_game(dragons: str) -> None:
    with pytest.raises(OptionError):
        fresh(dragons=dragons)


@pytest.mark.rule("DC-41", "DC-12")
def test_power_is_never_drawn_in_a_solo_game() -> None:
    assert fresh(dragons="9").position()["dragons"] == BUT_POWER
    drawn = Counter(fresh(seed, dragons="1").essence(0)["dragons"][0] for seed in range(200))
    assert_shares(drawn, dict.fromkeys(BUT_POWER, 1))


# ----------------------------------------------------------------------------------------------------------- ranks


@pytest.mark.rule("DC-41")
def test_more_points_never_mean_a_lower_rank() -> None:
    ranks = [alone({"a1": "m1"}, earned={"sets": total}).position()["rank"] for total in range(0, 160, 4)]
    assert (ranks[0], ranks) == (1, sorted(ranks))
    assert set(ranks) == set(range(1, ranks[-1] + 1)) > {1, 2, 3}


@pytest.mark.rule("DC-41")
def test_the_rank_follows_from_the_final_score() -> None:
    """The Realm's points and the deduction for cards both count."""
    by_score = {total: alone({"a1": "m1"}, earned={"sets": total}).position()["rank"] for total in (36, 56)}
    assert by_score[36] < by_score[56]
    built = alone({"a1": "m1"}, "x^3* x^3*", earned={"sets": 50})
    with_cards = alone({"a1": "m1"}, earned={"sets": 51}, options={"spirits": "wind"})
    assert (built.totals(), built.position()["rank"]) == ([56], by_score[56])
    assert (with_cards.totals(), with_cards.position()["rank"]) == ([36], by_score[36])


@pytest.mark.rule("DC-41")
def test_only_solo_games_have_ranks() -> None:
    assert table(None, [realm("", sets=90)]).position()["rank"] is None


# ----------------------------------------------------------------------------------------- the dummy after a Pair


def after_pair(castle: dict[str, str], drawing: str = "", **fields: Any) -> dict[str, str]:
    """Return what is left of a castle after the player took the Winds on f6 and h8 and the dummy reacted."""
    floors = max(len(stack.split()) for stack in castle.values())
    first = {1: "W1", 2: "W1 W2", 3: "W1 W2 W3"}[floors]
    game = alone(castle | {"f6": first, "h8": "W1"}, drawing, **fields)
    play(game, "pick f6", "pair h8", "place e4", "place f4")
    return {space: word for space, word in castle_tops(game).items() if space != "f6"}


@pytest.mark.rule("DC-42")
def test_after_a_pair_the_dummy_removes_a_pair() -> None:
    castle = {"a1": "m1", "c1": "s1", "e1": "m2", "a2": "s1", "c2": "m3"}
    assert after_pair(castle) == {"a1": "m1", "e1": "m2", "c2": "m3"}


@pytest.mark.rule("DC-42")
def test_the_dummys_pair_is_of_identical_tiles() -> None:
    assert after_pair({"a1": "m1", "c1": "m2", "e1": "s1", "a2": "s1"}) == {"a1": "m1", "c1": "m2"}


@pytest.mark.rule("DC-42")
def test_the_dummys_first_tile_is_on_the_top_floor_the_second_on_any() -> None:
    castle = {"a1": "s2", "c1": "m1 f2", "e1": "s1 f3", "a3": "s2", "c3": "s1"}
    assert after_pair(castle) == {"a1": "s2", "c1": "m1^2", "e1": "f3", "a3": "s2"}


@pytest.mark.rule("DC-42")
def test_the_dummy_takes_only_available_tiles() -> None:
    castle = {"a1": "m1", "b1": "s1", "c1": "m2", "e1": "s1", "a2": "f1", "c2": "f1"}
    assert after_pair(castle) == {"a1": "m1", "b1": "s1", "c1": "m2", "e1": "s1"}


@pytest.mark.rule("DC-42")
def test_the_dummys_second_tile_must_be_available_too() -> None:
    castle = {"a1": "s1", "b1": "m1", "c1": "s2", "e1": "m1", "a3": "m1"}
    assert after_pair(castle) == {"a1": "s1", "b1": "m1", "c1": "s2"}


@pytest.mark.rule("DC-42")
def test_the_dummys_second_tile_is_judged_after_the_first_is_gone() -> None:
    assert after_pair({"a1": "m1", "b1": "m1", "c1": "s1", "e1": "f1"}) == {"c1": "s1", "e1": "f1"}


@pytest.mark.rule("DC-42")
def test_the_dummy_prefers_the_pair_of_the_type_most_often_face_up_in_the_realm() -> None:
    castle = {"a1": "m1", "c1": "m1", "e1": "s1", "a2": "s1", "c2": "f1", "e2": "f1"}
    left = {"a1": "m1", "c1": "m1", "e1": "s1", "a2": "s1"}
    assert after_pair(castle, "m1 s1 f2 f3\nm2 s3 f4") == left


@pytest.mark.rule("DC-42")
def test_a_pair_of_another_type_is_preferred_to_a_single_tile_of_the_best() -> None:
    castle = {"a1": "m1", "c1": "s1", "e1": "s1"}
    assert after_pair(castle, "m2 m3 s2") == {"a1": "m1"}


@pytest.mark.rule("DC-42")
def test_the_dummy_takes_the_first_two_of_several_in_reading_order() -> None:
    castle = {"e1": "m1", "a2": "m1", "c2": "m1", "a1": "s1", "a3": "s1"}
    assert after_pair(castle, "m2 s2") == {"e1": "m1", "a2": "m1", "c2": "m1"}
    assert after_pair(castle, "m2 m3 s2") == {"a1": "s1", "c2": "m1", "a3": "s1"}


@pytest.mark.rule("DC-42")
def test_without_a_pair_the_dummy_removes_a_single_tile() -> None:
    castle = {"a1": "m1", "c1": "s1", "e1": "f1"}
    assert after_pair(castle) == {"c1": "s1", "e1": "f1"}
    assert after_pair(castle, "s2") == {"a1": "m1", "e1": "f1"}


@pytest.mark.rule("DC-42")
def test_the_dummy_ignores_a_pair_that_is_only_on_lower_floors() -> None:
    castle = {"a1": "s1", "c1": "s1", "e1": "m1 f1"}
    assert after_pair(castle, "s2") == {"a1": "s1", "c1": "s1", "e1": "f1"}


@pytest.mark.rule("DC-42")
def test_the_dummy_does_not_foresee_what_it_uncovers() -> None:
    """A farmer hides under an identical farmer, so the soldiers go."""
    castle = {"a1": "f1 f1", "c1": "s1 m1", "e1": "s1 m2"}
    assert after_pair(castle, "f2 f3") == {"a1": "f1^2", "c1": "m1", "e1": "m2"}


@pytest.mark.rule("DC-42")
def test_what_the_dummy_uncovers_can_be_its_second_tile() -> None:
    castle = {"a1": "f1 f1", "c1": "f1 m1", "e1": "s1 m2"}
    assert after_pair(castle) == {"c1": "f1^2", "e1": "s1^2"}


@pytest.mark.rule("DC-42")
def test_the_dummy_takes_no_second_tile_if_its_single_tile_uncovers_an_identical_one() -> None:
    assert after_pair({"a1": "f1 f1", "c1": "m1 s1"}) == {"a1": "f1", "c1": "m1^2"}


@pytest.mark.rule("DC-42")
def test_a_dummy_that_empties_the_castle_does_not_summon() -> None:
    game = alone({"a1": "m1", "c1": "m1", "e1": "s1"})
    play(game, "pick a1", "pair c1", "place a1", "place b1")
    assert (castle_tops(game), game.position()["dummy_tokens"], game.moves()) == ({}, 0, ["summon"])


# ------------------------------------------------------------------------------ after Tile and Shrine, Discard, Summon


@pytest.mark.rule("DC-42")
def test_after_tile_and_shrine_a_tile_of_the_same_type_is_removed() -> None:
    """It is preferred to one of the type most often face up."""
    game = alone({"a1": "m1", "c1": "s1", "e1": "m2", "a2": "m3"}, "s2 s3\n.\nf1")
    play(game, "pick a1", "shrine", "place a4")
    assert castle_tops(game) == {"c1": "s1", "a2": "m3"}


@pytest.mark.rule("DC-42")
def test_after_tile_and_shrine_only_the_top_floor_counts() -> None:
    game = alone({"a1": "m1 f1", "c1": "m2", "e1": "s1 f2", "c3": "f3 f4"})
    play(game, "pick a1", "shrine", "place a4")
    assert castle_tops(game) == {"a1": "f1", "c1": "m2", "e1": "f2", "c3": "f3^2"}


@pytest.mark.rule("DC-42")
def test_after_tile_and_shrine_any_type_is_removed_if_there_is_none_of_the_same() -> None:
    game = alone({"a1": "m1", "c1": "s1", "e1": "f1"}, "f2")
    play(game, "pick a1", "shrine", "place a4")
    assert castle_tops(game) == {"c1": "s1"}


@pytest.mark.rule("DC-42")
@pytest.mark.parametrize(("general", "after"), [(39, 37), (2, 0), (1, 0)])
def test_after_tile_and_shrine_a_shrine_leaves_the_game(general: int, after: int) -> None:
    game = alone({"a1": "m1", "c1": "s1", "e1": "f1"}, general_shrines=general)
    play(game, "pick a1", "shrine", "place a4")
    position = game.position()
    assert (position["general_shrines"], position["realms"][0]["shrine_pool"]) == (after, 2)


@pytest.mark.rule("DC-42")
@pytest.mark.parametrize(
    "decisions", [["pick a1", "discard"], ["pick a1", "pair c1", "place a4", "place b4"], ["summon"]]
)
def test_after_other_actions_no_shrine_leaves_the_game(decisions: list[str]) -> None:
    game = alone({"a1": "m1", "c1": "m1", "e1": "f1"})
    assert play(game, *decisions).position()["general_shrines"] == 39


@pytest.mark.rule("DC-42")
@pytest.mark.parametrize(
    ("drawing", "gone"),
    [("", "c1"), ("f2", "a2"), ("f2 s2", "c1"), ("f2 s2\n. f3", "a2"), ("m1 m2", "c1"), ("x x f2", "a2")],
)
def test_after_a_discard_one_top_floor_tile_is_removed(drawing: str, gone: str) -> None:
    game = alone({"a1": "m1 m3", "c1": "s1 m4", "a2": "f1 m5", "c2": "f1 m6", "e3": "f4"}, drawing)
    before = castle_tops(play(game, "pick a1"))
    play(game, "discard")
    changed = {space for space, word in castle_tops(game).items() if before[space] != word}
    assert changed == {gone}


@pytest.mark.rule("DC-42")
@pytest.mark.parametrize(("drawing", "gone"), [("", "a1"), ("f2", "e2"), ("s1", "a1")])
def test_after_a_summon_one_available_tile_is_removed(drawing: str, gone: str) -> None:
    castle = {"a1": "m1", "b1": "s1", "c1": "m2", "e2": "f1"}
    game = play(alone(castle, drawing), "summon")
    assert castle_tops(game) == {space: word for space, word in castle.items() if space != gone}
    assert (game.position()["realms"][0]["tokens"], game.position()["dummy_tokens"]) == (1, 0)


@pytest.mark.rule("DC-42")
def test_the_dummy_uses_the_realm_after_the_players_turn() -> None:
    """This turn turns the merchants down; then none of them is face up, but one soldier is."""
    game = alone({"a1": "m1 f1", "c1": "f2 f3", "e1": "s1 f4", "h8": "m1"}, "m2 m3\n.\ns2")
    play(game, "pick a1", "pair h8", "place c1", "place d1", "done")
    assert stacks(game) == {"a1": "x", "b1": "x", "c1": "x", "d1": "x", "a3": "s2"}
    assert castle_tops(game) == {"a1": "f1", "c1": "f2^2", "e1": "f4"}


@pytest.mark.rule("DC-42")
def test_a_tile_placed_this_turn_counts_for_the_dummy() -> None:
    game = alone({"a1": "W1 m2", "c1": "s1 m3", "e1": "W2 m4", "h8": "W1"}, "s2")
    play(game, "pick a1", "pair h8", "place a4", "place b4")
    assert castle_tops(game) == {"a1": "m2", "c1": "s1^2", "e1": "m4"}


@pytest.mark.rule("DC-42", "DC-S2")
def test_elegance_does_not_extend_to_the_dummy() -> None:
    castle = {"a1": "m1", "b1": "f1", "c1": "m2", "e1": "m3", "f1": "f2", "h1": "s1"}
    game = alone({"b2": "s2", "a2": "m4", "c2": "m5"} | castle, "f3 f4", options={"spirits": "elegance"})
    play(game, "spirit elegance pay shrine", "pick b2", "discard")
    assert castle_tops(game) == {"a2": "m4", "c2": "m5"} | {s: w for s, w in castle.items() if s != "f1"}


# -------------------------------------------------------------------------------------------------------- countdown


@pytest.mark.rule("DC-41", "DC-42")
def test_with_no_tiles_left_the_dummy_summons() -> None:
    game = play(alone({}), "summon")
    position = game.position()
    assert (position["realms"][0]["tokens"], position["dummy_tokens"], position["countdown"]) == (1, 1, 5)
    assert (game.over, game.totals()) == (False, [2])


@pytest.mark.rule("DC-42")
def test_the_dummy_summons_after_the_player_took_the_last_tile() -> None:
    game = play(alone({"a1": "m1"}), "pick a1", "discard")
    assert (game.position()["dummy_tokens"], game.totals()) == (1, [1])


@pytest.mark.rule("DC-41", "DC-42", "DC-31")
@pytest.mark.parametrize(
    ("castle", "mine", "dummys", "over", "countdown"),
    [
        pytest.param({"a1": "m1", "c1": "m2"}, 1, 0, False, 5, id="two taken"),
        pytest.param({"a1": "m1", "c1": "m2"}, 2, 0, True, 4, id="the player takes the third"),
        pytest.param({"a1": "m1", "c1": "m2"}, 0, 2, True, 4, id="the player takes the third after two of the dummy's"),
        pytest.param({}, 1, 0, True, 4, id="the dummy takes the third"),
        pytest.param({}, 1, 1, True, 3, id="the player takes the third and the dummy a fourth"),
        pytest.param({}, 0, 0, False, 5, id="one each"),
    ],
)
def test_the_countdown_is_that_of_three_players(
    castle: dict[str, str], mine: int, dummys: int, over: bool, countdown: int
) -> None:
    game = play(alone(castle, tokens=mine, dummy_tokens=dummys), "summon")
    assert (game.over, game.position()["countdown"]) == (over, countdown)


@pytest.mark.rule("DC-42")
def test_the_dummy_plays_after_the_player_took_the_last_token() -> None:
    game = play(alone({"a1": "m1", "c1": "m2"}, tokens=2), "summon")
    assert (game.over, castle_tops(game)) == (True, {"c1": "m2"})


@pytest.mark.rule("DC-41", "DC-42")
def test_the_dummys_tokens_are_worth_nothing_to_the_player() -> None:
    game = play(alone({}, dummy_tokens=1), "summon")
    assert (game.over, game.totals(), game.result()) == (
        True,
        [2],
        {"totals": [2], "winners": [0], "decided_by": "alone"},
    )


@pytest.mark.rule("DC-41", "DC-42")
def test_the_dummy_does_not_depend_on_the_seed() -> None:
    """Three seeds, one castle, the same reaction."""
    castle = {"a1": "m1 ?", "c1": "s1 ?", "e1": "f1 ?", "a2": "s2 ?"}
    left = []
    for seed in (1, 2, 3):
        game = play(alone(castle, "s3", seed=seed), "pick a1", "discard")
        left.append({entry["space"]: entry["floor"] for entry in game.position()["castle"]})
    assert left == [{"a1": 1, "c1": 1, "e1": 2, "a2": 2}] * 3
