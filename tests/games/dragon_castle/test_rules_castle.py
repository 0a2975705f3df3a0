"""The numbered rules of Dragon Castle: the castle, and which of its tiles are Available (DC-5 to DC-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import resources

import pytest

import palatine
from games.dragon_castle.positions import BLOCK, castle_tops, moves, play, table
from games.shares import assert_shares
from palatine.core.table import Table

CASTLES = (
    "basic_2",
    "basic_3",
    "basic_4",
    "the_four_seasons",
    "a_thousand_towers",
    "the_barracks",
    "the_pillars_of_creation",
    "the_fortress",
    "the_blockhouse",
    "parade_ground",
    "the_keep",
    "the_dragons_head",
    "monastery_of_the_abyss",
    "the_gates_of_destiny",
    "the_forbidden_city",
)
WIDE = "/".join([*["1" * 16] * 7, "1111" + "." * 12])
"""A castle on one floor that spans the width of the largest grid."""


def fresh(players: int = 2, seed: int = 1, **options: object) -> Table:
    return palatine.new("dragon_castle", players=players, seed=seed, **options)


def heights_of(rows: Sequence[str]) -> dict[str, int]:
    """Return the heights of a drawn castle by space."""
    marks = {f"{chr(ord('a') + x)}{y}": mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row)}
    return {space: int(mark) for space, mark in marks.items() if mark not in ".0"}


def drawn(name: str) -> dict[str, int]:
    """Return the heights of a named castle, read directly from its drawing."""
    file = resources.files("palatine.games.dragon_castle").joinpath("castles", f"{name}.txt")
    return heights_of(file.read_text("utf-8").split())


def heights(game: Table) -> dict[str, int]:
    return {entry["space"]: entry["floor"] for entry in game.position()["castle"]}


# ---------------------------------------------------------------------------------------------- building the castle


@pytest.mark.rule("DC-5")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_only_the_top_tile_of_each_stack_is_visible(players: int) -> None:
    position = fresh(players).position()
    assert sum(position["unseen"].values()) == sum(entry["floor"] - 1 for entry in position["castle"]) > 0


@pytest.mark.rule("DC-5")
def test_tiles_are_shuffled_on_top_and_below() -> None:
    """Every symbol is equally likely on top of a stack, and beneath it independently of the top."""
    tops: Counter[str] = Counter()
    below: Counter[str] = Counter()
    alike = 0
    for seed in range(200):
        game = fresh(4, seed, castle=BLOCK)
        game.play("pick a1")
        (top,) = [entry["tile"] for entry in game.essence(0)["castle"] if entry["space"] == "a1"]
        (uncovered,) = [entry["tile"] for entry in game.essence(1)["castle"] if entry["space"] == "a1"]
        tops[top] += 1
        below[uncovered] += 1
        alike += top == uncovered
    tiles = dict.fromkeys(fresh().position()["unseen"], 1)
    assert_shares(tops, tiles)
    assert_shares(below, tiles)
    assert alike < 20  # 3 in 115 are expected, 5 in 200


@pytest.mark.rule("DC-1", "DC-5")
def test_a_dismantled_castle_gives_four_copies_of_each_tile() -> None:
    game = fresh(castle=BLOCK, spirits="0")
    tiles = dict.fromkeys(game.position()["unseen"], 4)
    taken: Counter[str] = Counter()
    for _ in range(116):
        game.play(game.moves()[0])
        taken[game.essence(len(game.decisions))["first_tile"]["tile"]] += 1
        game.play("discard")
    assert taken == tiles
    assert castle_tops(game) == {}


@pytest.mark.rule("DC-5", "DC-15")
def test_an_uncovered_tile_becomes_visible() -> None:
    game = fresh(castle=BLOCK)
    before = game.position()["unseen"]
    game.play("pick a1")
    (uncovered,) = [entry["tile"] for entry in game.position()["castle"] if entry["space"] == "a1"]
    assert game.position()["unseen"] == before | {uncovered: before[uncovered] - 1}


@pytest.mark.rule("DC-6")
@pytest.mark.parametrize("name", CASTLES)
def test_the_castle_is_built_from_its_layout(name: str) -> None:
    assert heights(fresh(3, castle=name)) == drawn(name)


@pytest.mark.rule("DC-6", "DC-41")
@pytest.mark.parametrize(("players", "name"), [(1, "basic_3"), (2, "basic_2"), (3, "basic_3"), (4, "basic_4")])
def test_each_number_of_players_has_a_basic_castle(players: int, name: str) -> None:
    assert heights(fresh(players)) == drawn(name)


@pytest.mark.rule("DC-7")
def test_a_custom_layout_can_be_played() -> None:
    rows = ["." * 13, "3" * 12 + ".", "3" * 12 + "2", "22..22211111.", "13...11..1121", "11111...32222"]
    game = fresh(castle="\n".join(rows))
    assert heights(game) == heights_of(rows)
    assert moves(game, "pick") == {"a2", "l2", "a3", "l3", "b5", "i6"}


# ------------------------------------------------------------------------------------------------ Available tiles


@pytest.mark.rule("DC-8", "DC-9")
def test_a_tile_blocked_on_both_long_sides_is_not_available() -> None:
    game = table({"a1": "m1", "b1": "m2", "c1": "m3"})
    assert game.position()["available"] == ["a1", "c1"]
    assert moves(game, "pick") == {"a1", "c1"}


@pytest.mark.rule("DC-8", "DC-9")
def test_a_tile_blocked_on_both_short_sides_is_available() -> None:
    assert moves(table({"b1": "m1", "b2": "m2", "b3": "m3"}), "pick") == {"b1", "b2", "b3"}


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize("neighbour", ["a2", "c2"])
def test_one_free_long_side_is_enough(neighbour: str) -> None:
    assert "b2" in moves(table({"b1": "m1", "b2": "m2", "b3": "m3", neighbour: "m4"}), "pick")


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize(("left", "right"), [("m1", "m3"), ("m1 ? ?", "m3"), ("m1", "m3 ? ?")])
def test_neighbours_on_a_lower_floor_do_not_block(left: str, right: str) -> None:
    assert "b1" in table({"a1": left, "b1": "m2 ?", "c1": right}).position()["available"]


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize("tile", ["m2", "m2 ?"])
def test_covered_neighbours_on_the_same_floor_block(tile: str) -> None:
    game = table({"a1": "m1 ? ?", "b1": tile, "c1": "m3 ? ?"})
    assert game.position()["available"] == ["a1", "c1"]


@pytest.mark.rule("DC-9")
def test_a_covered_tile_is_not_available() -> None:
    """A covered identical tile cannot complete a pair; once uncovered it can."""
    castle = {"a1": "m1 f1", "c1": "s1 m1", "e1": "s2 f2"}
    assert moves(play(table(castle), "pick a1"), "pair") == set()
    later = play(table(castle), "pick c1", "discard")
    assert castle_tops(later)["c1"] == "m1"
    assert moves(play(later, "pick a1"), "pair") == {"c1"}


@pytest.mark.rule("DC-9")
def test_sides_at_the_edge_of_the_grid_are_free() -> None:
    ends = {f"{column}{row}" for column in "ap" for row in range(1, 8)} | {"a8", "d8"}
    game = fresh(castle=WIDE)
    assert set(game.position()["available"]) == moves(game, "pick") == ends


@pytest.mark.rule("DC-9")
def test_taking_a_tile_frees_its_neighbour() -> None:
    game = play(table({"a1": "m1", "b1": "m2", "c1": "m3", "d1": "m4"}), "pick a1", "discard")
    assert moves(game, "pick") == {"b1", "d1"}


@pytest.mark.rule("DC-10", "DC-15")
def test_the_first_tile_comes_from_the_current_top_floor() -> None:
    game = table({"a1": "m1 m2 m3", "c2": "s1 s2", "e3": "f1 f2", "h1": "W1"})
    assert (game.position()["top_floor"], moves(game, "pick")) == (3, {"a1"})
    play(game, "pick a1", "discard")
    assert (game.position()["top_floor"], moves(game, "pick")) == (2, {"a1", "c2", "e3"})
    play(game, "pick c2", "discard", "pick a1", "discard", "pick e3", "discard")
    assert (game.position()["top_floor"], moves(game, "pick")) == (1, {"a1", "c2", "e3", "h1"})


@pytest.mark.rule("DC-10")
def test_the_top_floor_is_that_of_the_whole_castle() -> None:
    game = table({"a1": "m1 ?", "b1": "m2 ?", "c1": "m3 ?", "f6": "s1 ? ?"})
    assert moves(game, "pick") == {"f6"}
    assert game.position()["available"] == ["a1", "c1", "f6"]
