"""The numbered rules of Kingdomino: points, winners and tie-breaks (KD-12, KD-13)."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from games.kingdomino.positions import CASTLE_ALONE, drawn, final, played_at_random, territories
from palatine.core.table import Table


def outcome(table: Table) -> dict[str, Any]:
    """Return the result of a finished game."""
    result = table.result()
    assert result is not None
    assert result["winners"] == table.winners()
    assert result["totals"] == table.totals() == [seat["total"] for seat in table.scores()]
    return result


# ---------------------------------------------------------------------------------------------------- territories

EXAMPLE = """
    F3    F4    F4    L9    L8
    F3    F+28  L28   L9    L8
    F+24  F+25  C     L7    L7
    W24   W25   M++47 L42   L14
    M++46 S46   S47   G++42 W14
"""
"""The example of the rule: seven forest squares with three crowns, nine lake squares with none."""


@pytest.mark.rule("KD-12")
def test_a_territory_scores_its_squares_times_its_crowns() -> None:
    table = final(EXAMPLE)
    assert territories(table) == [
        ("forest", 7, 3, 21),
        ("grass", 1, 2, 2),
        ("lake", 9, 0, 0),
        ("mine", 1, 2, 2),
        ("mine", 1, 2, 2),
        ("swamp", 2, 0, 0),
        ("wheat", 1, 0, 0),
        ("wheat", 2, 0, 0),
    ]
    assert table.totals() == [27, 0]
    assert table.scores()[1] == {"total": 0, "sources": []}


@pytest.mark.rule("KD-12")
def test_corners_and_the_castle_do_not_join_territories() -> None:
    # The forest right of the castle is separated from the large one by it, and touches the lower one at a corner.
    table = final(
        """
        F32  L+32 W+21 G21  G10
        F4   F4   W15  G15  G10
        W26  F+26 C    F+29 G29
        F19  F+28 L28  W13  F13
        W+19 L8   L8   L17  F17
        """
    )
    assert territories(table) == [
        ("forest", 1, 1, 1),
        ("forest", 2, 0, 0),
        ("forest", 6, 2, 12),
        ("grass", 5, 0, 0),
        ("lake", 1, 1, 1),
        ("lake", 4, 0, 0),
        ("wheat", 1, 0, 0),
        ("wheat", 1, 0, 0),
        ("wheat", 1, 1, 1),
        ("wheat", 2, 1, 2),
    ]
    assert table.totals()[0] == 17


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_territories_follow_every_bend(quarter_turns: int) -> None:
    # The only crown is at the far end of a forest that winds around the castle.
    kingdom = drawn(
        """
        .   F+24 F5
        F3  W24  F5
        F3  C    F6
        F4  F4   F6
        """,
        quarter_turns,
    )
    assert territories(final(kingdom)) == [("forest", 9, 1, 9), ("wheat", 1, 0, 0)]


@pytest.mark.rule("KD-12")
def test_several_crowns_on_one_square_all_count() -> None:
    table = final(
        """
        C  W45 M++45
        .  W48 M+++48
        .  W40 M+40
        """
    )
    assert territories(table) == [("mine", 3, 6, 18), ("wheat", 3, 0, 0)]
    assert table.totals()[0] == 18


@pytest.mark.rule("KD-12")
def test_two_territories_of_a_terrain_score_separately() -> None:
    # Joined they would score 4 x 2.
    table = final(
        """
        F3  F3   .  .    .
        W24 F+24 C  F+25 W25
        """
    )
    assert territories(table) == [("forest", 1, 1, 1), ("forest", 3, 1, 3), ("wheat", 1, 0, 0), ("wheat", 1, 0, 0)]
    assert table.totals()[0] == 4


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_opposite_edges_of_the_grid_are_not_joined(quarter_turns: int) -> None:
    # Wheat on both edges: in the same row, and at the end of a row and the beginning of the next.
    kingdom = drawn(
        """
        W1   .    .    .    .
        W1   .    .    .    .
        W24  F+24 C    F+25 W25
        .    .    .    .    W2
        .    .    .    .    W2
        """,
        quarter_turns,
    )
    assert territories(final(kingdom)) == [
        ("forest", 1, 1, 1),
        ("forest", 1, 1, 1),
        ("wheat", 3, 0, 0),
        ("wheat", 3, 0, 0),
    ]


@pytest.mark.rule("KD-12")
def test_positions_have_the_points_during_the_game() -> None:
    table = palatine.new("kingdomino", players=3, seed=14)
    for _, _, after in played_at_random(table):
        assert after["totals"] == [sum(source["points"] for source in seat["sources"]) for seat in table.scores()]


# --------------------------------------------------------------------------------------------- winners, tie-breaks

ONE_POINT = "C F+24 W24"
ONE_POINT_AGAIN = "C F+25 W25"
ONE_POINT_AND_A_LAKE = """
    L7 C F+28 L28
    L7 . .    .
"""
"""One point, and a territory of two squares without a crown."""
TWO_POINTS_TWO_CROWNS = """
    L7 C M++45 W45
    L7 . .     .
"""
TWO_POINTS_ONE_CROWN = "C F13 W13 W+19 F19"
TWO_POINTS_ONE_CROWN_AGAIN = "C L14 W14 W+20 L20"
TWO_POINTS_SINGLE_SQUARES = "C S46 M++46"


@pytest.mark.rule("KD-13")
def test_the_highest_total_wins_over_larger_territories() -> None:
    wide = """
        W1 C F+24 W24
        W1 . .    .
        W2 W2 .   .
    """
    table = final(wide, TWO_POINTS_SINGLE_SQUARES, CASTLE_ALONE)
    assert outcome(table) == {"totals": [1, 2, 0], "winners": [1], "decided_by": "score"}


@pytest.mark.rule("KD-13")
def test_a_tie_goes_to_the_largest_territory_even_without_crowns() -> None:
    table = final(ONE_POINT, ONE_POINT_AND_A_LAKE)
    assert outcome(table) == {"totals": [1, 1], "winners": [1], "decided_by": "largest_territory"}


@pytest.mark.rule("KD-13")
def test_the_tie_break_counts_a_single_territory_not_all_squares_of_a_terrain() -> None:
    # Three separate wheat squares, and six squares in all.
    scattered = """
        .   .   .  .    .
        .   .   .  .    .
        W13 F13 C  F+25 W25
        .   .   L14 .   .
        .   .   W14 .   .
    """
    table = final(scattered, ONE_POINT_AND_A_LAKE)
    assert outcome(table) == {"totals": [1, 1], "winners": [1], "decided_by": "largest_territory"}


@pytest.mark.rule("KD-13")
def test_a_terrain_in_many_small_parts_does_not_hide_the_largest_territory() -> None:
    # Three connected wheat squares; five of forest, but never more than two together.
    kingdom = """
        F3 F3 C  W1 W1
        .  .  F4 .  W13
        .  .  F4 .  F13
    """
    table = final(kingdom, "C W2 W2")
    assert outcome(table) == {"totals": [0, 0], "winners": [0], "decided_by": "largest_territory"}


@pytest.mark.rule("KD-13")
def test_still_tied_players_share_the_victory() -> None:
    table = final(ONE_POINT, CASTLE_ALONE, ONE_POINT_AGAIN)
    assert outcome(table) == {"totals": [1, 0, 1], "winners": [0, 2], "decided_by": "shared"}


@pytest.mark.rule("KD-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_players_may_share(players: int) -> None:
    table = final(*[CASTLE_ALONE] * players)
    assert outcome(table) == {"totals": [0] * players, "winners": list(range(players)), "decided_by": "shared"}


@pytest.mark.rule("KD-13")
def test_crowns_break_a_tie_only_as_an_option() -> None:
    kingdoms = (TWO_POINTS_ONE_CROWN, TWO_POINTS_TWO_CROWNS)
    assert outcome(final(*kingdoms)) == {"totals": [2, 2], "winners": [0, 1], "decided_by": "shared"}
    with_crowns = final(*kingdoms, crown_tiebreak=True)
    assert outcome(with_crowns) == {"totals": [2, 2], "winners": [1], "decided_by": "crowns"}


@pytest.mark.rule("KD-13")
def test_crowns_count_only_after_the_largest_territory() -> None:
    table = final(TWO_POINTS_SINGLE_SQUARES, TWO_POINTS_ONE_CROWN, crown_tiebreak=True)
    assert outcome(table) == {"totals": [2, 2], "winners": [1], "decided_by": "largest_territory"}


@pytest.mark.rule("KD-13")
def test_players_tied_in_crowns_too_share() -> None:
    # The second has as many points and more crowns, but its largest territory is smaller.
    kingdoms = (TWO_POINTS_ONE_CROWN, TWO_POINTS_SINGLE_SQUARES, TWO_POINTS_ONE_CROWN_AGAIN)
    table = final(*kingdoms, crown_tiebreak=True)
    assert outcome(table) == {"totals": [2, 2, 2], "winners": [0, 2], "decided_by": "shared"}


@pytest.mark.rule("KD-13")
@pytest.mark.parametrize("seed", range(4))
def test_the_winners_of_a_game_have_the_highest_total(seed: int) -> None:
    table = palatine.new("kingdomino", players=4, seed=seed)
    assert table.winners() == []
    for _ in played_at_random(table, seed):
        pass
    result = outcome(table)
    best = max(result["totals"])
    assert result["winners"]
    assert all(result["totals"][seat] == best for seat in result["winners"])
    assert (result["decided_by"] == "score") == (result["totals"].count(best) == 1)
