"""The numbered rules of Dragon Castle: pieces and set-up (DC-1 to DC-4, DC-11 to DC-13)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import palatine
from games.dragon_castle.positions import moves, play, points, realm, stacks, table
from games.shares import assert_shares
from palatine import OptionError
from palatine.core.table import Table

SEEDS = range(200)

# type: its symbols, as in the rules
TYPES = {
    "merchants": [f"merchants_{number}" for number in range(1, 7)],
    "soldiers": [f"soldiers_{number}" for number in range(1, 7)],
    "farmers": [f"farmers_{number}" for number in range(1, 7)],
    "seasons": ["spring", "summer", "autumn", "winter"],
    "winds": ["rainy_wind", "stormy_wind", "misty_wind", "snowy_wind"],
    "dragons": ["red_dragon", "green_dragon", "white_dragon"],
}
ALL_TILES = [name for symbols in TYPES.values() for name in symbols]
SPIRITS = ["beauty", "elegance", "wind", "deception", "strength", "change", "faith", "deep", "destruction", "cunning"]
DRAGONS = [
    "humility",
    "righteousness",
    "tranquility",
    "bravery",
    "majesty",
    "power",
    "knowledge",
    "harmony",
    "devotion",
    "fortitude",
]


def fresh(players: int = 2, seed: int = 1, **options: object) -> Table:
    return palatine.new("dragon_castle", players=players, seed=seed, **options)


@pytest.fixture(scope="module")
def drawn() -> list[dict[str, Any]]:
    """Return the initial positions of many games of two."""
    return [fresh(2, seed).essence(0) for seed in SEEDS]


# ------------------------------------------------------------------------------------------------------- pieces


@pytest.mark.rule("DC-1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_four_copies_of_each_of_29_tiles_lie_in_the_castle(players: int) -> None:
    position = fresh(players).position()
    seen = Counter(entry["tile"] for entry in position["castle"])
    assert {name: seen[name] + unseen for name, unseen in position["unseen"].items()} == dict.fromkeys(ALL_TILES, 4)
    assert sum(entry["floor"] for entry in position["castle"]) == 116


@pytest.mark.rule("DC-1")
@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, symbols in TYPES.items() for name in symbols])
def test_a_tile_makes_sets_only_with_tiles_of_its_type(kind: str, name: str) -> None:
    first_tile = {"space": "f6", "floor": 1, "tile": name}
    for other, symbols in TYPES.items():
        row = [
            {"space": f"{column}1", "height": 1, "tile": symbols[place % len(symbols)], "shrine": False}
            for place, column in enumerate("abc")
        ]
        fields: dict[str, Any] = {"stage": "placement", "action": "shrine", "first_tile": first_tile, "held": [name]}
        game = play(table(None, [realm("", pool=0) | {"stacks": row}], **fields), "place d1")
        assert points(game)["sets"] == (2 if other == kind else 0)


@pytest.mark.rule("DC-2", "DC-4")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_player_begins_with_one_of_forty_shrines_and_nothing_else(players: int) -> None:
    game = fresh(players)
    position = game.position()
    assert position["general_shrines"] == 40 - players
    begun = [(each["shrine_pool"], each["stacks"], each["tokens"]) for each in position["realms"]]
    assert begun == [(1, [], 0)] * players
    assert game.totals() == [0] * players


@pytest.mark.rule("DC-2", "DC-12")
def test_there_are_ten_spirits_and_ten_dragons() -> None:
    position = fresh(spirits="10", dragons="10").position()
    assert (position["spirits"], position["dragons"]) == (SPIRITS, DRAGONS)


@pytest.mark.rule("DC-2", "DC-18")
def test_points_are_not_limited() -> None:
    """The box has tokens for 85 points; players can earn more."""
    game = play(table({"a1": "m1"}, [realm("", sets=50, discards=50)]), "pick a1", "discard")
    assert game.totals() == [101, 0]


@pytest.mark.rule("DC-3")
@pytest.mark.parametrize("columns", [4, 6, 8])
@pytest.mark.parametrize("rows", [4, 6, 8])
def test_a_realm_has_the_chosen_columns_and_rows(columns: int, rows: int) -> None:
    game = table({"a1": "m1"}, options={"realm_columns": str(columns), "realm_rows": str(rows)})
    play(game, "pick a1", "shrine")
    assert moves(game, "place") == {f"{column}{row}" for column in "abcdefgh"[:columns] for row in range(1, rows + 1)}


@pytest.mark.rule("DC-3")
def test_a_realm_is_six_by_four_by_default() -> None:
    game = fresh(spirits="0")
    play(game, game.moves()[0], "shrine")
    assert moves(game, "place") == {f"{column}{row}" for column in "abcdef" for row in range(1, 5)}


@pytest.mark.rule("DC-3")
@pytest.mark.parametrize("option", ["realm_columns", "realm_rows"])
@pytest.mark.parametrize("size", ["2", "5", "10"])
def test_other_realm_sizes_are_refused(option: str, size: str) -> None:
    options: dict[str, Any] = {option: size}
    with pytest.raises(OptionError):
        fresh(**options)


@pytest.mark.rule("DC-3")
@pytest.mark.parametrize(
    ("columns", "rows", "drawing"),
    [
        ("6", "4", "m1 . s1 s2 . m2\n.\n.\nm3 . f1 f2 . m4"),
        ("8", "6", "m1 . . . . . . m2\n.\n.\n.\n.\nm3 . . . . . . m4"),
        ("4", "8", ".\n.\n.\n. m1 s1 .\n. s2 m2 ."),
    ],
)
def test_the_thick_lines_cross_in_the_middle(columns: str, rows: str, drawing: str) -> None:
    """Shown by Harmony, which mirrors the stacks at both lines."""
    options = {"realm_columns": columns, "realm_rows": rows, "dragons": "harmony"}
    assert points(table(None, [realm(drawing)], options=options))["harmony"] == 8


# ------------------------------------------------------------------------------------------------------- set-up


@pytest.mark.rule("DC-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_exclamation_mark_lies_under_as_many_tokens_as_there_are_players(players: int) -> None:
    game = table({}, players=players, start=1)
    for taken in range(players):
        position = game.position()
        assert (position["countdown"], position["final_round"]) == (7 - taken, False)
        game.play("summon")
    assert (game.position()["countdown"], game.position()["final_round"]) == (7 - players, True)


@pytest.mark.rule("DC-12")
def test_one_random_spirit_and_dragon_are_drawn(drawn: list[dict[str, Any]]) -> None:
    assert {(len(position["spirits"]), len(position["dragons"])) for position in drawn} == {(1, 1)}
    assert_shares(Counter(position["spirits"][0] for position in drawn), dict.fromkeys(SPIRITS, 1))
    assert_shares(Counter(position["dragons"][0] for position in drawn), dict.fromkeys(DRAGONS, 1))


@pytest.mark.rule("DC-12")
def test_the_dragon_is_drawn_independently_of_the_spirit(drawn: list[dict[str, Any]]) -> None:
    apart = [SPIRITS.index(each["spirits"][0]) - DRAGONS.index(each["dragons"][0]) for each in drawn]
    assert_shares(Counter(difference % 10 for difference in apart), dict.fromkeys(range(10), 1))


@pytest.mark.rule("DC-12")
def test_several_cards_drawn_are_all_different() -> None:
    positions = [fresh(seed=seed, spirits="2", dragons="8").essence(0) for seed in SEEDS]
    pairs = Counter(tuple(position["spirits"]) for position in positions)
    assert_shares(pairs, dict.fromkeys(combinations(SPIRITS, 2), 1))
    assert {len(set(position["dragons"])) for position in positions} == {8}


@pytest.mark.rule("DC-12")
def test_cards_can_be_chosen_or_left_out() -> None:
    position = fresh(spirits="wind,change", dragons="power").position()
    assert (position["spirits"], position["dragons"]) == (["wind", "change"], ["power"])
    position = fresh(spirits="0", dragons="0").position()
    assert (position["spirits"], position["dragons"]) == ([], [])


@pytest.mark.rule("DC-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_evenly_or_is_the_first_seat(players: int) -> None:
    begins = Counter(fresh(players, seed).seat for seed in range(150))
    assert_shares(begins, dict.fromkeys(range(players), 1))
    assert {fresh(players, seed, start_player="first").seat for seed in range(10)} == {0}


@pytest.mark.rule("DC-13", "DC-14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_is_clockwise_from_the_first_player(players: int) -> None:
    for seed in range(4):
        game = fresh(players, seed, spirits="0")
        start = game.position()["start"]
        for turn in range(2 * players):
            assert game.seat == (start + turn) % players
            play(game, game.moves()[0], "discard")


@pytest.mark.rule("DC-3", "DC-4")
def test_each_player_has_a_realm_of_their_own() -> None:
    game = table({"a1": "m1"}, [realm("s1"), realm("s2")], seat=1)
    play(game, "pick a1", "shrine", "place c2")
    assert (stacks(game, 0), stacks(game, 1)) == ({"a1": "s1"}, {"a1": "s2", "c2": "m1"})
    assert [each["shrine_pool"] for each in game.position()["realms"]] == [1, 2]
