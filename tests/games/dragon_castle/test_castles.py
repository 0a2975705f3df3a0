"""The fifteen named castles of Dragon Castle: their shapes, and how they play (DC-6, DC-7)."""

from __future__ import annotations

import random
from importlib import resources
from itertools import groupby

import pytest

from games.dragon_castle.positions import GUIDELINES, drawn_castle
from palatine.games.dragon_castle.castles import (
    BEST_FOR,
    NAMES,
    named,
    remarks,
    written,
)

Heights = list[list[int]]

BEST = {
    "basic_2": {2},
    "basic_3": {3},
    "basic_4": {4},
    "the_four_seasons": {2},
    "a_thousand_towers": {2},
    "the_barracks": {2},
    "the_pillars_of_creation": {2, 3},
    "the_fortress": {3},
    "the_blockhouse": {3},
    "parade_ground": {3},
    "the_keep": {3, 4},
    "the_dragons_head": {4},
    "monastery_of_the_abyss": {4},
    "the_gates_of_destiny": {4},
    "the_forbidden_city": {4},
}
LEFT_TO_RIGHT = set(BEST) - {"the_four_seasons", "the_pillars_of_creation"}
"""The castles whose left half mirrors their right half."""
TOP_TO_BOTTOM = {
    "basic_2",
    "basic_3",
    "basic_4",
    "a_thousand_towers",
    "the_blockhouse",
    "parade_ground",
    "monastery_of_the_abyss",
}


def heights(name: str) -> Heights:
    return [[0 if mark == "." else int(mark) for mark in row] for row in drawn_castle(name)]


def runs(grid: Heights, floor: int) -> list[int]:
    """Return the lengths of the left-right runs of tiles on a floor."""
    lines = [[height >= floor for height in row] for row in grid]
    return [len(list(run)) for line in lines for there, run in groupby(line) if there]


def regions(grid: Heights) -> list[set[tuple[int, int]]]:
    """Return the connected parts of the ground floor."""
    left = {(y, x) for y, row in enumerate(grid) for x, height in enumerate(row) if height}
    found = []
    while left:
        edge, region = [left.pop()], set[tuple[int, int]]()
        while edge:
            y, x = edge.pop()
            region.add((y, x))
            beside = {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & left
            left -= beside
            edge += beside
        found.append(region)
    return found


@pytest.mark.rule("DC-6")
def test_three_basic_and_twelve_other_castles_say_which_number_of_players_they_suit() -> None:
    assert {name: set(players) for name, players in BEST_FOR.items()} == BEST
    assert tuple(BEST) == NAMES
    folder = resources.files("palatine.games.dragon_castle").joinpath("castles")
    assert {file.name for file in folder.iterdir()} == {f"{name}.txt" for name in NAMES}


@pytest.mark.rule("DC-6", "DC-7")
@pytest.mark.parametrize("name", NAMES)
def test_a_named_castle_has_116_tiles(name: str) -> None:
    rows = drawn_castle(name)
    assert len({len(row) for row in rows}) == 1
    assert len(rows) <= 12
    assert len(rows[0]) <= 16
    assert set("".join(rows)) <= set(".123")
    assert sum(map(sum, heights(name))) == 116
    assert [list(map(int, row)) for row in named(name).rows] == heights(name)


@pytest.mark.rule("DC-6", "DC-7")
@pytest.mark.parametrize("name", NAMES)
def test_a_named_castle_is_within_the_guidelines_for_the_players_it_is_best_for(name: str) -> None:
    grid = heights(name)
    ground = sum(height > 0 for row in grid for height in row)
    assert named(name).ground == ground
    assert all(ground in GUIDELINES[players] for players in BEST[name])
    assert max(runs(grid, 2) + runs(grid, 3)) < 6, "no named castle uses the two long runs that are allowed"
    assert not any(remarks(named(name), players) for players in BEST[name])


@pytest.mark.parametrize("name", NAMES)
def test_a_named_castle_has_three_floors_and_no_empty_edge(name: str) -> None:
    grid = heights(name)
    assert max(map(max, grid)) == 3
    sides = [[row[0] for row in grid], [row[-1] for row in grid]]
    assert all(any(edge) for edge in (grid[0], grid[-1], *sides))


@pytest.mark.parametrize("name", NAMES)
def test_castles_are_mirrored_as_listed(name: str) -> None:
    grid = heights(name)
    assert (grid == [row[::-1] for row in grid]) == (name in LEFT_TO_RIGHT)
    assert (grid == grid[::-1]) == (name in TOP_TO_BOTTOM)


def test_all_castles_are_different() -> None:
    assert len({written(named(name)) for name in NAMES}) == len(NAMES)


def test_the_four_seasons_are_four_different_parts_of_29_tiles() -> None:
    grid = heights("the_four_seasons")
    assert (len(grid), len(grid[0])) == (11, 15)
    assert not any(grid[5])
    assert not any(row[7] for row in grid)
    parts = [tuple(tuple(row[x : x + 7]) for row in grid[y : y + 5]) for y in (0, 6) for x in (0, 8)]
    assert [sum(map(sum, part)) for part in parts] == [29] * 4
    assert len(set(parts)) == 4


def test_the_thousand_towers_are_not_connected() -> None:
    towers = regions(heights("a_thousand_towers"))
    assert len(towers) == 32
    assert max(map(len, towers)) == 3


def test_the_barracks_are_six_identical_long_houses() -> None:
    grid = heights("the_barracks")
    houses = [region for region in regions(grid) if len(region) > 1]
    shapes = {tuple(grid[y][x] for y, x in sorted(house)) for house in houses}
    assert (len(houses), len(shapes)) == (6, 1)


def test_the_abyss_the_parade_ground_and_the_court_are_empty_inside() -> None:
    def widest_gap(name: str) -> int:
        """Return the widest run of empty spaces in the middle row with tiles on both sides."""
        grid = heights(name)
        row = "".join(map(str, grid[len(grid) // 2])).strip("0")
        return max(len(gap) for gap in row.replace("2", "1").replace("3", "1").split("1"))

    assert widest_gap("monastery_of_the_abyss") >= 4
    assert widest_gap("parade_ground") >= 7
    assert widest_gap("the_fortress") >= 3


def test_the_keep_is_highest_in_the_middle() -> None:
    grid = heights("the_keep")
    assert all(height == 3 for row in grid[3:6] for height in row[1:6])


def few_choices(name: str, games: int) -> float:
    """Return how often fewer than three tiles are Available while the top floor has six or more.

    Random play: each turn removes a tile of the top floor and, four times in ten, any other Available tile.
    """
    chance = random.Random(name)
    moments = few = 0
    for _ in range(games):
        grid = [[0, *row, 0] for row in heights(name)]
        left = {(y, x) for y, row in enumerate(grid) for x, height in enumerate(row) if height}
        while left:
            open_now = [(y, x) for y, x in sorted(left) if grid[y][x - 1] < grid[y][x] or grid[y][x + 1] < grid[y][x]]
            top = max(grid[y][x] for y, x in left)
            on_top = [(y, x) for y, x in open_now if grid[y][x] == top]
            if sum(grid[y][x] == top for y, x in left) >= 6:
                moments += 1
                few += len(on_top) < 3
            taken = [chance.choice(on_top)]
            if chance.random() < 0.4 and len(open_now) > 1:
                taken.append(chance.choice([space for space in open_now if space != taken[0]]))
            for y, x in taken:
                grid[y][x] -= 1
                if not grid[y][x]:
                    left.remove((y, x))
    return few / moments


@pytest.mark.parametrize("name", NAMES)
def test_a_castle_rarely_offers_fewer_than_three_tiles(name: str) -> None:
    assert few_choices(name, 25) < 0.01


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_castle_rarely_offers_fewer_than_three_tiles_in_many_games(name: str) -> None:
    assert few_choices(name, 1000) < 0.0025
