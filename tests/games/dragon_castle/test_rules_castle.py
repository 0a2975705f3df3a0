"""The numbered rules of Dragon Castle: the castle, and which of its tiles are Available (DC-5 to DC-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import resources

import pytest

import palatine
from games.dragon_castle.positions import BLOCK, moves, play, standing, table
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
"""A castle from edge to edge of the largest grid, on one floor."""


def fresh(players: int = 2, seed: int = 1, **options: object) -> Table:
    return palatine.new("dragon_castle", players=players, seed=seed, **options)


def heights_of(rows: Sequence[str]) -> dict[str, int]:
    """The heights of a drawn castle by space."""
    marks = {f"{chr(ord('a') + x)}{y}": mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row)}
    return {space: int(mark) for space, mark in marks.items() if mark not in ".0"}


def drawn(name: str) -> dict[str, int]:
    """The heights of a named castle, straight from its drawing."""
    file = resources.files("palatine.games.dragon_castle").joinpath("castles", f"{name}.txt")
    return heights_of(file.read_text("utf-8").split())


def heights(made: Table) -> dict[str, int]:
    return {entry["space"]: entry["floor"] for entry in made.position()["castle"]}


# ------------------------------------------------------------------------------------------------------ building it


@pytest.mark.rule("DC-5")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_only_the_top_of_each_stack_is_seen(players: int) -> None:
    position = fresh(players).position()
    assert sum(position["unseen"].values()) == sum(entry["floor"] - 1 for entry in position["castle"]) > 0


@pytest.mark.rule("DC-5")
def test_tiles_are_shuffled_on_top_and_below() -> None:
    """Each symbol lies about as often on top of a stack as any other, and under it too, whatever lies on top."""
    tops: Counter[str] = Counter()
    below: Counter[str] = Counter()
    alike = 0
    for seed in range(200):
        made = fresh(4, seed, castle=BLOCK)
        made.play("pick a1")
        (top,) = [entry["tile"] for entry in made.essence(0)["castle"] if entry["space"] == "a1"]
        (uncovered,) = [entry["tile"] for entry in made.essence(1)["castle"] if entry["space"] == "a1"]
        tops[top] += 1
        below[uncovered] += 1
        alike += top == uncovered
    tiles = dict.fromkeys(fresh().position()["unseen"], 1)
    assert_shares(tops, tiles)
    assert_shares(below, tiles)
    assert alike < 20  # 3 of 115 are expected: 5 in 200


@pytest.mark.rule("DC-1", "DC-5")
def test_taken_apart_the_castle_has_four_copies_of_each_tile() -> None:
    made = fresh(castle=BLOCK, spirits="0")
    tiles = dict.fromkeys(made.position()["unseen"], 4)
    taken: Counter[str] = Counter()
    for _ in range(116):
        made.play(made.moves()[0])
        taken[made.essence(len(made.decisions))["first_tile"]["tile"]] += 1
        made.play("discard")
    assert taken == tiles
    assert standing(made) == {}


@pytest.mark.rule("DC-5", "DC-15")
def test_what_is_uncovered_is_seen_from_then_on() -> None:
    made = fresh(castle=BLOCK)
    before = made.position()["unseen"]
    made.play("pick a1")
    (uncovered,) = [entry["tile"] for entry in made.position()["castle"] if entry["space"] == "a1"]
    assert made.position()["unseen"] == before | {uncovered: before[uncovered] - 1}


@pytest.mark.rule("DC-6")
@pytest.mark.parametrize("name", CASTLES)
def test_the_castle_is_built_as_its_layout_says(name: str) -> None:
    assert heights(fresh(3, castle=name)) == drawn(name)


@pytest.mark.rule("DC-6", "DC-41")
@pytest.mark.parametrize(("players", "name"), [(1, "basic_3"), (2, "basic_2"), (3, "basic_3"), (4, "basic_4")])
def test_each_number_of_players_has_a_basic_castle(players: int, name: str) -> None:
    assert heights(fresh(players)) == drawn(name)


@pytest.mark.rule("DC-7")
def test_an_own_layout_is_played_on() -> None:
    rows = ["." * 13, "3" * 12 + ".", "3" * 12 + "2", "22..22211111.", "13...11..1121", "11111...32222"]
    made = fresh(castle="\n".join(rows))
    assert heights(made) == heights_of(rows)
    assert moves(made, "pick") == {"a2", "l2", "a3", "l3", "b5", "i6"}


# ------------------------------------------------------------------------------------------------ Available tiles


@pytest.mark.rule("DC-8", "DC-9")
def test_a_tile_between_two_others_of_its_row_is_not_available() -> None:
    made = table({"a1": "m1", "b1": "m2", "c1": "m3"})
    assert made.position()["available"] == ["a1", "c1"]
    assert moves(made, "pick") == {"a1", "c1"}


@pytest.mark.rule("DC-8", "DC-9")
def test_a_tile_between_two_others_of_its_column_is_available() -> None:
    assert moves(table({"b1": "m1", "b2": "m2", "b3": "m3"}), "pick") == {"b1", "b2", "b3"}


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize("neighbour", ["a2", "c2"])
def test_one_free_long_side_is_enough(neighbour: str) -> None:
    assert "b2" in moves(table({"b1": "m1", "b2": "m2", "b3": "m3", neighbour: "m4"}), "pick")


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize(("left", "right"), [("m1", "m3"), ("m1 ? ?", "m3"), ("m1", "m3 ? ?")])
def test_neighbours_on_a_lower_floor_are_not_in_the_way(left: str, right: str) -> None:
    assert "b1" in table({"a1": left, "b1": "m2 ?", "c1": right}).position()["available"]


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize("tile", ["m2", "m2 ?"])
def test_covered_neighbours_on_the_same_floor_are_in_the_way(tile: str) -> None:
    made = table({"a1": "m1 ? ?", "b1": tile, "c1": "m3 ? ?"})
    assert made.position()["available"] == ["a1", "c1"]


@pytest.mark.rule("DC-9")
def test_a_covered_tile_is_not_available() -> None:
    """An identical tile that lies covered cannot be the second of a pair; uncovered it can."""
    castle = {"a1": "m1 f1", "c1": "s1 m1", "e1": "s2 f2"}
    assert moves(play(table(castle), "pick a1"), "pair") == set()
    later = play(table(castle), "pick c1", "discard")
    assert standing(later)["c1"] == "m1"
    assert moves(play(later, "pick a1"), "pair") == {"c1"}


@pytest.mark.rule("DC-9")
def test_the_edge_of_the_grid_is_free() -> None:
    ends = {f"{column}{row}" for column in "ap" for row in range(1, 8)} | {"a8", "d8"}
    made = fresh(castle=WIDE)
    assert set(made.position()["available"]) == moves(made, "pick") == ends


@pytest.mark.rule("DC-9")
def test_a_tile_taken_frees_its_neighbour() -> None:
    made = play(table({"a1": "m1", "b1": "m2", "c1": "m3", "d1": "m4"}), "pick a1", "discard")
    assert moves(made, "pick") == {"b1", "d1"}


@pytest.mark.rule("DC-10", "DC-15")
def test_the_first_tile_comes_from_the_highest_floor_that_there_is() -> None:
    made = table({"a1": "m1 m2 m3", "c2": "s1 s2", "e3": "f1 f2", "h1": "W1"})
    assert (made.position()["top_floor"], moves(made, "pick")) == (3, {"a1"})
    play(made, "pick a1", "discard")
    assert (made.position()["top_floor"], moves(made, "pick")) == (2, {"a1", "c2", "e3"})
    play(made, "pick c2", "discard", "pick a1", "discard", "pick e3", "discard")
    assert (made.position()["top_floor"], moves(made, "pick")) == (1, {"a1", "c2", "e3", "h1"})


@pytest.mark.rule("DC-10")
def test_the_top_floor_is_that_of_the_whole_castle_far_apart_or_not() -> None:
    made = table({"a1": "m1 ?", "b1": "m2 ?", "c1": "m3 ?", "f6": "s1 ? ?"})
    assert moves(made, "pick") == {"f6"}
    assert made.position()["available"] == ["a1", "c1", "f6"]
