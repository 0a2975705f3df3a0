"""The numbered rules of Kingdomino: pieces and play with four players (KD-1 to KD-11)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import palatine
from games.kingdomino.oracle import DOMINOES
from games.kingdomino.positions import (
    CASTLE_ALONE,
    Plain,
    Square,
    final,
    free_in,
    line_of,
    places,
    placing,
    played_at_random,
    territories,
)
from games.shares import assert_even
from palatine import DecisionError, PositionError

SEEDS = range(480)
"""Enough set-ups to detect an uneven draw."""


@pytest.fixture(scope="module")
def set_ups() -> list[Plain]:
    return [palatine.new("kingdomino", players=4, seed=seed).position() for seed in SEEDS]


# ------------------------------------------------------------------------------------------------------- pieces


@pytest.mark.rule("KD-1")
def test_each_domino_has_its_terrains_and_crowns() -> None:
    squares: Counter[str] = Counter()
    crowns: Counter[str] = Counter()
    for number, (left, left_crowns, right, right_crowns) in DOMINOES.items():
        table = final([{"domino": number, "left": [1, 0], "right": [2, 0]}])
        if left == right:
            both = left_crowns + right_crowns
            assert territories(table) == [(left, 2, both, 2 * both)]
        else:
            apart = [(left, 1, left_crowns, left_crowns), (right, 1, right_crowns, right_crowns)]
            assert territories(table) == sorted(apart)
        assert table.position()["kingdoms"][0]["squares"] == [
            {"x": 1, "y": 0, "terrain": left, "crowns": left_crowns, "domino": number},
            {"x": 2, "y": 0, "terrain": right, "crowns": right_crowns, "domino": number},
        ]
        for terrain, its_squares, its_crowns, _ in territories(table):
            squares[terrain] += its_squares
            crowns[terrain] += its_crowns
    assert squares == {"wheat": 26, "forest": 22, "lake": 18, "grass": 14, "swamp": 10, "mine": 6}
    assert crowns == {"wheat": 5, "forest": 6, "lake": 6, "grass": 6, "swamp": 6, "mine": 10}


@pytest.mark.rule("KD-1")
@pytest.mark.parametrize("number", [0, 49])
def test_other_domino_numbers_are_refused(number: int) -> None:
    with pytest.raises(PositionError):
        final([{"domino": number, "left": [1, 0], "right": [2, 0]}])
    with pytest.raises(DecisionError):
        palatine.new("kingdomino", seed=1).play(f"claim {number}")


AROUND_THE_CASTLE: list[tuple[Square, Square]] = [
    *[((1, 0), away) for away in [(2, 0), (1, 1), (1, -1)]],
    *[((0, 1), away) for away in [(0, 2), (1, 1), (-1, 1)]],
    *[((-1, 0), away) for away in [(-2, 0), (-1, 1), (-1, -1)]],
    *[((0, -1), away) for away in [(0, -2), (1, -1), (-1, -1)]],
]
"""A square next to the castle, and one next to that."""


@pytest.mark.rule("KD-2", "KD-8", "KD-9")
@pytest.mark.parametrize("domino", [13, 29, 31, 39, 46, 48])
def test_every_terrain_fits_at_each_side_of_the_castle(domino: int) -> None:
    either_way_round = AROUND_THE_CASTLE + [(away, near) for near, away in AROUND_THE_CASTLE]
    assert set(placing(domino, CASTLE_ALONE).moves()) == places(domino, *either_way_round)


@pytest.mark.rule("KD-2", "KD-9")
@pytest.mark.parametrize("double", [1, 3, 7, 10, 12])
def test_doubles_are_listed_one_way_round(double: int) -> None:
    moves = placing(double, CASTLE_ALONE).moves()
    assert len(moves) == len(AROUND_THE_CASTLE)
    assert set(moves) == places(double, *AROUND_THE_CASTLE)


@pytest.mark.rule("KD-2")
def test_the_castle_takes_a_square_and_no_terrain() -> None:
    table = palatine.new("kingdomino", players=4, seed=5)
    for kingdom in table.position()["kingdoms"]:
        assert kingdom["squares"] == []
        assert kingdom["bounds"] == {"west": 0, "east": 0, "north": 0, "south": 0}
    with pytest.raises(PositionError):
        final([{"domino": 1, "left": [0, 0], "right": [1, 0]}])


@pytest.mark.rule("KD-2", "KD-8")
def test_the_castle_stays_wild_when_its_other_sides_are_taken() -> None:
    # Only the north side is left: there is no other swamp, and it still fits there.
    kingdom = """
        L7  C   W1  W1
        L7  F3  F3  .
    """
    assert set(placing(12, kingdom).moves()) == places(12, ((0, -2), (0, -1)), ((-1, -1), (0, -1)), ((0, -1), (1, -1)))


@pytest.mark.rule("KD-3", "KD-5")
@pytest.mark.parametrize(("players", "kings_each"), [(2, 2), (3, 1), (4, 1)])
def test_each_player_has_two_kings_with_two_players_and_one_otherwise(players: int, kings_each: int) -> None:
    table = palatine.new("kingdomino", players=players, seed=8)
    claims: Counter[int | None] = Counter()
    while table.position()["phase"] == "claim" and not table.position()["current_line"]:
        claims[table.seat] += 1
        table.play(table.moves()[0])
    assert claims == dict.fromkeys(range(players), kings_each)
    assert Counter(entry["seat"] for entry in table.position()["current_line"]) == claims


# ------------------------------------------------------------------------------------------ lines and first round


@pytest.mark.rule("KD-4")
def test_the_first_line_is_four_dominoes_by_number(set_ups: list[Plain]) -> None:
    for position in set_ups:
        line = line_of(position)
        assert len(line) == 4
        assert line == sorted(set(line))
        assert (position["deck"], position["line_number"], position["lines"]) == (44, 1, 12)


@pytest.mark.rule("KD-4")
def test_the_first_line_is_drawn_evenly_from_all_dominoes(set_ups: list[Plain]) -> None:
    assert_even(Counter(domino for position in set_ups for domino in line_of(position)), kinds=48)


@pytest.mark.rule("KD-5")
def test_the_order_of_the_kings_is_drawn_evenly(set_ups: list[Plain]) -> None:
    assert_even(Counter(tuple(position["first_order"]) for position in set_ups), kinds=24)


@pytest.mark.rule("KD-5", "KD-6")
@pytest.mark.parametrize("seed", range(6))
def test_the_first_round_is_only_claims_in_the_drawn_order(seed: int) -> None:
    table = palatine.new("kingdomino", players=4, seed=seed)
    order = table.position()["first_order"]
    line = line_of(table.position())
    claimed: dict[int, int] = {}
    # The order of the claims differs from that of the line in both directions.
    for king, domino in zip(order, [line[2], line[0], line[3], line[1]], strict=True):
        position = table.position()
        assert (table.seat, position["phase"]) == (king, "claim")
        assert set(table.moves()) == {f"claim {number}" for number in line if number not in claimed}
        assert position["next_line"] == [{"domino": number, "seat": claimed.get(number)} for number in line]
        assert (position["current_line"], position["deck"]) == ([], 44)
        table.play(f"claim {domino}")
        claimed[domino] = king
    position = table.position()
    assert position["current_line"] == [{"domino": number, "seat": claimed[number]} for number in line]
    assert [kingdom["placed"] for kingdom in position["kingdoms"]] == [[], [], [], []]
    assert position["discarded"] == []


@pytest.mark.rule("KD-5", "KD-10")
def test_a_claimed_domino_cannot_be_claimed_again() -> None:
    table = palatine.new("kingdomino", players=4, seed=2)
    domino = line_of(table.position())[1]
    table.play(f"claim {domino}")
    before = table.position()
    with pytest.raises(DecisionError):
        table.play(f"claim {domino}")
    assert table.position() == before


@pytest.mark.rule("KD-6", "KD-4", "KD-11")
def test_the_next_line_is_drawn_when_a_line_is_claimed_and_only_then() -> None:
    table = palatine.new("kingdomino", players=4, seed=11)
    lines = [line_of(table.position())]
    for before, decision, after in played_at_random(table):
        claimed_whole = decision.startswith("claim") and len(free_in(before)) == 1
        if not claimed_whole:
            assert line_of(after) == line_of(before)
            assert after["deck"] == before["deck"]
            continue
        assert [entry["domino"] for entry in after["current_line"]] == line_of(before)
        if after["next_line"]:
            lines.append(line_of(after))
            assert free_in(after) == line_of(after)
            assert after["deck"] == before["deck"] - 4
        assert after["line_number"] == len(lines)
    assert len(lines) == 12
    assert all(line == sorted(line) and len(line) == 4 for line in lines)
    assert sorted(domino for line in lines for domino in line) == list(range(1, 49))


@pytest.mark.rule("KD-6")
def test_the_next_line_is_drawn_at_random() -> None:
    following: set[tuple[int, ...]] = set()
    for seed in range(12):
        table = palatine.new("kingdomino", players=4, seed=seed)
        for _ in range(4):
            table.play(table.moves()[0])
        following.add(tuple(line_of(table.position())))
    assert len(following) == 12


# ------------------------------------------------------------------------------------------------ further rounds


@pytest.mark.rule("KD-7")
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_each_king_places_and_then_claims_in_the_order_of_the_line(seed: int) -> None:
    table = palatine.new("kingdomino", players=4, seed=seed)
    for king in table.position()["first_order"]:
        assert table.seat == king
        # The first to claim takes the highest number, and so acts last.
        table.play(f"claim {free_in(table.position())[-1]}")
    expected = table.position()["first_order"][::-1]
    for _ in range(3):
        line = table.position()["current_line"]
        assert [entry["seat"] for entry in line] == expected
        claimed: dict[int, int] = {}
        for i, entry in enumerate(line):
            assert (table.seat, table.position()["phase"]) == (entry["seat"], "place")
            assert table.position()["current_line"] == line[i:]
            assert all(move.startswith("place") for move in table.moves())
            table.play(table.moves()[0])
            position = table.position()
            assert entry["domino"] in [piece["domino"] for piece in position["kingdoms"][entry["seat"]]["placed"]]
            assert (table.seat, position["phase"]) == (entry["seat"], "claim")
            free = free_in(position)
            assert set(table.moves()) == {f"claim {number}" for number in free}
            table.play(f"claim {free[-1]}")
            claimed[free[-1]] = entry["seat"]
        expected = [claimed[number] for number in sorted(claimed)]


@pytest.mark.rule("KD-7")
def test_the_lowest_claimed_number_acts_first() -> None:
    # The order of the claims differs from that of the line in both directions.
    table = palatine.new("kingdomino", players=4, seed=9)
    order = table.position()["first_order"]
    line = line_of(table.position())
    for domino in (line[1], line[3], line[0], line[2]):
        table.play(f"claim {domino}")
    acted = []
    for _ in range(4):
        acted.append(table.seat)
        table.play(table.moves()[0])
        table.play(table.moves()[0])
    assert acted == [order[2], order[0], order[3], order[1]]


# -------------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("KD-11")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_line_is_placed_without_claiming(seed: int) -> None:
    table = palatine.new("kingdomino", players=4, seed=seed)
    assert (table.winners(), table.result()) == ([], None)
    history = list(played_at_random(table, seed))
    claims = [decision for _, decision, _ in history if decision.startswith("claim")]
    assert (len(claims), len(history)) == (48, 96)
    # Once the last line is claimed, nothing is left to claim.
    start = history[-4][0]
    assert (start["phase"], start["next_line"], start["deck"], start["line_number"]) == ("place", [], 0, 12)
    owners = [entry["seat"] for entry in start["current_line"]]
    assert [before["seat"] for before, _, _ in history[-4:]] == owners
    assert all(before["phase"] == "place" for before, _, _ in history[-4:])
    assert history[-5][1].startswith("claim")
    assert table.over
    assert (table.seat, table.moves()) == (None, [])
    assert table.position()["phase"] == "over"
    assert table.winners()
    result = table.result()
    assert result is not None
    assert result["totals"] == table.totals()


@pytest.mark.rule("KD-11")
def test_nothing_can_be_played_after_the_end() -> None:
    table = final("C W1 W1")
    for decision in ("claim 3", "discard", "place 0,1 0,2"):
        with pytest.raises(DecisionError):
            table.play(decision)


@pytest.mark.rule("KD-7", "KD-11")
def test_a_player_places_one_domino_of_each_line() -> None:
    table = palatine.new("kingdomino", players=4, seed=30)
    placings = [before for before, decision, _ in played_at_random(table) if not decision.startswith("claim")]
    assert Counter(before["seat"] for before in placings) == {0: 12, 1: 12, 2: 12, 3: 12}
    for start in range(0, 48, 4):
        numbers = [before["current_line"][0]["domino"] for before in placings[start : start + 4]]
        assert all(one < other for one, other in pairwise(numbers))
