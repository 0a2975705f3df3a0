"""The numbered rules of Kingdomino: placing and discarding (KD-8 to KD-10)."""

from __future__ import annotations

import pytest

import palatine
from games.kingdomino.positions import (
    CASTLE_ALONE,
    TWO_HOLES,
    Square,
    drawn,
    final,
    places,
    placing,
    played_at_random,
    situation,
    turned,
)
from palatine import DecisionError, PositionError

# ------------------------------------------------------------------------------------------------------- placing

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
        pytest.param(17, [UPPER, LOWER[::-1]], id="forest lake: left and right differ"),
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
def test_corners_and_the_other_half_of_a_double_do_not_match() -> None:
    # Grass touches both holes at a corner, and each half of a double touches the other.
    assert placing(10, TWO_HOLES).moves() == ["discard"]


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("seat", range(4))
def test_only_the_players_own_kingdom_counts(seat: int) -> None:
    # All other kingdoms are only castles, where every domino would fit.
    table = placing(46, TWO_HOLES, seat=seat)
    assert table.seat == seat
    assert set(table.moves()) == places(46, LOWER[::-1])


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_a_kingdom_may_reach_four_squares_to_one_side_but_not_five(quarter_turns: int) -> None:
    # The kingdom has all five columns: none is left beyond the castle or beyond the forest.
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
        pytest.param("C F3 F3 G10 G10", id="no matching terrain"),
        pytest.param("C . W1 W1", id="nothing beside it"),
    ],
)
def test_impossible_kingdoms_are_refused(kingdom: str) -> None:
    with pytest.raises(PositionError):
        final(kingdom)


@pytest.mark.rule("KD-9")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_a_domino_may_be_turned_in_each_direction(quarter_turns: int) -> None:
    # The player places 19 (wheat with a crown, forest), then 48 (wheat, mine).
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
    # The wheat of 48 fits next to the wheat of 19, which touches the castle, but not next to its forest.
    moves = set(table.moves())
    assert places(48, ((1, 1), (1, 2)), quarter_turns=quarter_turns) <= moves
    assert moves.isdisjoint(places(48, ((2, 1), (2, 2)), ((3, 0), (4, 0)), quarter_turns=quarter_turns))


@pytest.mark.rule("KD-9")
def test_a_double_may_be_placed_either_way_round() -> None:
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
    # 39 and 44 are grass and swamp: 39 fills the lower hole with its swamp, and 44 fits nowhere else.
    table.play("place 1,2 2,2")
    scored = table.totals()
    assert scored[0] == before[0]["total"] + 2  # two swamps, one with a crown
    assert table.moves() == ["discard"]
    table.play("discard")
    assert table.totals() == scored
    assert 44 in table.position()["discarded"]
