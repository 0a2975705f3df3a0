"""The numbered rules of Kingdomino, first part: pieces and play with four players (KD-1 to KD-11)."""

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
    assert_even,
    drawn,
    final,
    free_in,
    line_of,
    places,
    placing,
    played_at_random,
    situation,
    territories,
    turned,
)
from palatine import DecisionError, PositionError

SEEDS = range(480)
"""Enough set-ups to tell an even draw from a crooked one."""


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
def test_there_is_no_other_domino(number: int) -> None:
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
"""A square beside the castle, and one beside that."""


@pytest.mark.rule("KD-2", "KD-8", "KD-9")
@pytest.mark.parametrize("domino", [13, 29, 31, 39, 46, 48])
def test_every_terrain_fits_at_each_side_of_the_castle(domino: int) -> None:
    either_way_round = AROUND_THE_CASTLE + [(away, near) for near, away in AROUND_THE_CASTLE]
    assert set(placing(domino, CASTLE_ALONE).moves()) == places(domino, *either_way_round)


@pytest.mark.rule("KD-2", "KD-9")
@pytest.mark.parametrize("double", [1, 3, 7, 10, 12])
def test_a_domino_with_equal_squares_is_offered_one_way_round(double: int) -> None:
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
    # The only side left is the north: swamp is nowhere else, and still fits there.
    kingdom = """
        L7  C   W1  W1
        L7  F3  F3  .
    """
    assert set(placing(12, kingdom).moves()) == places(12, ((0, -2), (0, -1)), ((-1, -1), (0, -1)), ((0, -1), (1, -1)))


@pytest.mark.rule("KD-3", "KD-5")
@pytest.mark.parametrize(("players", "kings_each"), [(2, 2), (3, 1), (4, 1)])
def test_each_player_has_as_many_kings_as_the_rule_says(players: int, kings_each: int) -> None:
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
def test_the_first_line_is_drawn_from_all_dominoes_alike(set_ups: list[Plain]) -> None:
    assert_even(Counter(domino for position in set_ups for domino in line_of(position)), kinds=48)


@pytest.mark.rule("KD-5")
def test_the_order_of_the_kings_is_drawn_evenly(set_ups: list[Plain]) -> None:
    assert_even(Counter(tuple(position["first_order"]) for position in set_ups), kinds=24)


@pytest.mark.rule("KD-5", "KD-6")
@pytest.mark.parametrize("seed", range(6))
def test_the_first_round_is_claims_in_the_drawn_order_and_nothing_else(seed: int) -> None:
    table = palatine.new("kingdomino", players=4, seed=seed)
    order = table.position()["first_order"]
    line = line_of(table.position())
    claimed: dict[int, int] = {}
    # Neither from the left nor from the right, so that the order of the claims is not that of the line.
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
def test_in_the_order_of_the_line_each_places_and_at_once_claims(seed: int) -> None:
    table = palatine.new("kingdomino", players=4, seed=seed)
    for king in table.position()["first_order"]:
        assert table.seat == king
        # The first to claim takes the highest number, and so comes last.
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
def test_the_lowest_claimed_number_goes_first_whoever_claimed_first() -> None:
    # Neither in the order of the line nor against it: seats and numbers must not be mistaken for each other.
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


# ------------------------------------------------------------------------------------------------------- placing

TWO_HOLES = """
    .    .    L37  G11  L+30
    F5   W25  G+37 G11  W30
    F5   F+25 C    W+20 W16
    F+24 W24  G21  L20  S16
    F6   F6   W+21 .    .
"""
"""Two holes. Around the upper one lie forest, wheat and lake, around the lower one wheat, lake and swamp; grass
touches both at a corner."""
UPPER: tuple[Square, Square] = ((-2, -2), (-1, -2))
LOWER: tuple[Square, Square] = ((1, 2), (2, 2))


@pytest.mark.rule("KD-8", "KD-9", "KD-10")
@pytest.mark.parametrize(
    ("domino", "pairs"),
    [
        pytest.param(3, [UPPER], id="forest forest: one square beside forest is enough"),
        pytest.param(7, [UPPER, LOWER], id="lake lake: both holes"),
        pytest.param(12, [LOWER], id="swamp swamp: the second square beside swamp"),
        pytest.param(13, [UPPER[::-1], LOWER], id="wheat forest: terrains at edges that are not theirs do not count"),
        pytest.param(17, [UPPER, LOWER[::-1]], id="forest lake: left and right are told apart"),
        pytest.param(29, [UPPER], id="forest grass: grass at the corner does not help"),
        pytest.param(46, [LOWER[::-1]], id="swamp mine: an edge may differ"),
        pytest.param(48, [UPPER[::-1], LOWER], id="wheat mine"),
    ],
)
def test_one_square_must_share_an_edge_with_its_terrain(domino: int, pairs: list[tuple[Square, Square]]) -> None:
    moves = placing(domino, TWO_HOLES).moves()
    assert set(moves) == places(domino, *pairs)
    assert len(moves) == len(pairs)


@pytest.mark.rule("KD-8", "KD-10")
def test_corners_and_the_other_square_of_the_same_domino_do_not_count() -> None:
    # Grass lies at a corner of both holes, and each square of a double lies beside the other.
    assert placing(10, TWO_HOLES).moves() == ["discard"]


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("seat", range(4))
def test_only_the_kingdom_of_the_player_counts(seat: int) -> None:
    # All other kingdoms are castles alone, where every domino would fit.
    table = placing(46, TWO_HOLES, seat=seat)
    assert table.seat == seat
    assert set(table.moves()) == places(46, LOWER[::-1])


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_a_kingdom_may_reach_four_squares_to_one_side_but_not_five(quarter_turns: int) -> None:
    # The castle is one of the five columns: there is none left on its far side, nor beyond the forest.
    kingdom = drawn("C W1 W1 W13 F13", quarter_turns)
    beside_castle: list[tuple[Square, Square]] = [
        ((0, 1), (0, 2)),
        ((0, 1), (1, 1)),
        ((0, -1), (0, -2)),
        ((0, -1), (1, -1)),
    ]
    beside_forest: list[tuple[Square, Square]] = [
        ((4, 1), (4, 2)),
        ((4, 1), (3, 1)),
        ((4, -1), (4, -2)),
        ((4, -1), (3, -1)),
    ]
    expected = places(3, *beside_castle, *beside_forest, quarter_turns=quarter_turns)
    assert set(placing(3, kingdom).moves()) == expected


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_a_domino_cannot_reach_two_beyond_a_kingdom_of_four(quarter_turns: int) -> None:
    kingdom = drawn(
        """
        F13 C  W1 W1
        W13 .  .  .
        """,
        quarter_turns,
    )
    expected: list[tuple[Square, Square]] = [
        ((-2, 0), (-2, 1)),  # and not ((-2, 0), (-3, 0)): six columns
        ((-2, 0), (-2, -1)),
        ((-1, -1), (-2, -1)),
        ((-1, -1), (-1, -2)),
        ((-1, -1), (0, -1)),
        ((0, -1), (0, -2)),
        ((0, -1), (1, -1)),
        ((0, 1), (0, 2)),
        ((0, 1), (1, 1)),
    ]
    assert set(placing(3, kingdom).moves()) == places(3, *expected, quarter_turns=quarter_turns)


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_opposite_edges_of_the_grid_are_not_neighbours(quarter_turns: int) -> None:
    # Grass covers one whole edge, the free squares lie on the opposite one.
    kingdom = drawn(
        """
        L7    L7    L+33  F33   G11
        .     L20   W+19  F19   G11
        .     W+20  C     L37   G+37
        M++45 W45   W27   W+21  G21
        M++46 S46   F+27  F+29  G29
        """,
        quarter_turns,
    )
    assert placing(10, kingdom).moves() == ["discard"]
    expected: list[tuple[Square, Square]] = [((-2, 0), (-2, -1))]
    assert set(placing(38, kingdom).moves()) == places(38, *expected, quarter_turns=quarter_turns)


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize(
    "kingdom",
    [
        pytest.param("C W1 W1 W2 W2 W13 F13", id="seven columns"),
        pytest.param(". F3 F3\nC . .", id="a corner of the castle"),
        pytest.param("C F3 F3 G10 G10", id="no terrain alike"),
        pytest.param("C . W1 W1", id="nothing beside it"),
    ],
)
def test_a_kingdom_that_cannot_have_been_laid_is_refused(kingdom: str) -> None:
    with pytest.raises(PositionError):
        final(kingdom)


@pytest.mark.rule("KD-9")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_a_domino_may_be_turned_in_each_direction(quarter_turns: int) -> None:
    # The kingdom's player has both kings left: first 19, wheat with a crown and forest, and then 48, wheat and mine.
    table = situation([CASTLE_ALONE, CASTLE_ALONE], current={19: 0, 48: 0})
    left, right = turned((1, 0), quarter_turns), turned((2, 0), quarter_turns)
    (decision,) = places(19, (left, right))
    table.play(decision)
    kingdom = table.position()["kingdoms"][0]
    assert kingdom["placed"] == [{"domino": 19, "left": list(left), "right": list(right)}]
    assert {(square["x"], square["y"]): square["terrain"] for square in kingdom["squares"]} == {
        left: "wheat",
        right: "forest",
    }
    # The wheat of 48 fits beside the wheat of 19, which lies next to the castle, and not beside its forest.
    moves = set(table.moves())
    assert places(48, ((1, 1), (1, 2)), quarter_turns=quarter_turns) <= moves
    assert moves.isdisjoint(places(48, ((2, 1), (2, 2)), ((3, 0), (4, 0)), quarter_turns=quarter_turns))


@pytest.mark.rule("KD-9")
def test_a_domino_with_equal_squares_may_be_told_either_way_round() -> None:
    one_way, other_way = placing(3, TWO_HOLES), placing(3, TWO_HOLES)
    one_way.play("place -2,-2 -1,-2")
    other_way.play("place -1,-2 -2,-2")
    assert one_way.position() == other_way.position()
    assert one_way.record()["decisions"] == other_way.record()["decisions"]


@pytest.mark.rule("KD-9")
def test_a_placed_domino_never_moves() -> None:
    table = palatine.new("kingdomino", players=4, seed=21)
    for before, decision, after in played_at_random(table):
        added = 0
        for was, now in zip(before["kingdoms"], after["kingdoms"], strict=True):
            assert all(piece in now["placed"] for piece in was["placed"])
            added += len(now["placed"]) - len(was["placed"])
        assert added == decision.startswith("place")


# ----------------------------------------------------------------------------------------------------- discarding


@pytest.mark.rule("KD-10")
def test_a_domino_that_fits_must_be_placed() -> None:
    table = placing(12, TWO_HOLES)
    before = table.position()
    assert table.moves() == ["place 1,2 2,2"]
    with pytest.raises(DecisionError):
        table.play("discard")
    assert table.position() == before


@pytest.mark.rule("KD-10", "KD-7")
def test_after_a_discard_the_same_king_claims() -> None:
    current = {10: 2, 38: 0, 40: 1, 41: 3}
    offer = dict.fromkeys([1, 2, 7, 8])
    table = situation(["C", "C", TWO_HOLES, "C"], current=current, offer=offer, seat=2)
    before = table.position()
    assert table.moves() == ["discard"]
    table.play("discard")
    after = table.position()
    assert sorted(set(after["discarded"]) - set(before["discarded"])) == [10]
    assert after["kingdoms"] == before["kingdoms"]
    assert after["totals"] == before["totals"]
    assert (table.seat, after["phase"]) == (2, "claim")
    assert table.moves() == ["claim 1", "claim 2", "claim 7", "claim 8"]
    table.play("claim 8")
    assert (table.seat, table.position()["phase"]) == (0, "place")


@pytest.mark.rule("KD-10")
@pytest.mark.parametrize(("domino", "decision"), [(10, "discard"), (12, "place 1,2 2,2")])
def test_the_only_domino_left_must_be_claimed(domino: int, decision: str) -> None:
    offer = {1: 1, 2: 2, 7: 3, 8: None}
    table = situation([TWO_HOLES, "C", "C", "C"], current={domino: 0}, offer=offer)
    table.play(decision)
    assert (table.seat, table.moves()) == (0, ["claim 8"])
    with pytest.raises(DecisionError):
        table.play("discard")
    table.play("claim 8")
    owners = {entry["domino"]: entry["seat"] for entry in table.position()["current_line"]}
    assert owners == {1: 1, 2: 2, 7: 3, 8: 0}


@pytest.mark.rule("KD-10", "KD-12")
def test_a_discarded_domino_scores_nothing() -> None:
    table = situation([TWO_HOLES], current={39: 0, 44: 0}, players=2)
    before = table.scores()
    # 39 and 44 are grass and swamp; the swamp of 39 has the lower hole, and then nothing is left for 44.
    table.play("place 1,2 2,2")
    scored = table.totals()
    assert scored[0] == before[0]["total"] + 2  # two swamps, of which one with a crown
    assert table.moves() == ["discard"]
    table.play("discard")
    assert table.totals() == scored
    assert 44 in table.position()["discarded"]


# -------------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("KD-11")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_line_is_placed_without_claiming(seed: int) -> None:
    table = palatine.new("kingdomino", players=4, seed=seed)
    assert (table.winners(), table.result()) == ([], None)
    history = list(played_at_random(table, seed))
    claims = [decision for _, decision, _ in history if decision.startswith("claim")]
    assert (len(claims), len(history)) == (48, 96)
    # The last line: as soon as it is claimed there is none to claim from.
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
