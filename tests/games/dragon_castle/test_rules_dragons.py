"""The numbered rules of Dragon Castle: the Dragons of Humility, Righteousness, Tranquility and Bravery (DC-D1 to DC-D4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dragon_castle.positions import first_tile, play, points, realm, table, tile
from palatine.core.table import Table

Drawing = str
WITHOUT_CARDS = ("sets", "dragon_sets", "beauty", "discards", "countdown", "shrines")
ROWS_OF_8 = {"realm_columns": "8", "realm_rows": "8"}
ROWS_OF_4 = {"realm_columns": "4", "realm_rows": "4"}


def game_with(dragon: str, drawing: Drawing, **options: str) -> Table:
    """Return a game with one Dragon card where seat 0 has the Realm drawn."""
    return table(None, [realm(drawing)], options={"dragons": dragon, **options})


def score_lines(game: Table, dragon: str, seat: int = 0) -> list[dict[str, Any]]:
    """Return the score lines of a Dragon card for a seat, without its name."""
    score = game.scores()[seat]
    assert score["total"] == sum(entry["points"] for entry in score["sources"])
    entries = [entry for entry in score["sources"] if entry["source"] == dragon]
    return [{name: value for name, value in entry.items() if name != "source"} for entry in entries]


def one_line(dragon: str, drawing: Drawing, **options: str) -> tuple[str, int]:
    """Return the spaces and points of a Dragon card that scores one line."""
    (line,) = score_lines(game_with(dragon, drawing, **options), dragon)
    assert line.keys() == {"spaces", "points"}
    return " ".join(line["spaces"]), line["points"]


# ---------------------------------------------------------------------------------------------------- Humility


@pytest.mark.rule("DC-D1")
@pytest.mark.parametrize(
    ("drawing", "spaces"),
    [
        pytest.param("x* x^2", "a1", id="right"),
        pytest.param("x^2 x*", "b1", id="left"),
        pytest.param("x*\nx^2", "a1", id="below"),
        pytest.param("x^2\nx*", "a2", id="above"),
        pytest.param("x^2 . x^2\n. x* .\nx^2 . x^2", "", id="not diagonally"),
        pytest.param("x* x", "", id="not beside an equal stack"),
        pytest.param("x^3* x^2", "", id="not beside a lower stack"),
        pytest.param("x^2* x^3", "a1", id="also above the ground"),
        pytest.param("x* m1^2", "a1", id="the higher tile may be face up"),
        pytest.param("x* x^2*", "a1", id="the higher stack may have a Shrine"),
        pytest.param("x*", "", id="alone"),
        pytest.param("x x^2", "", id="only Shrines count"),
        pytest.param(". . . . . x*\nx^2", "", id="not around the edge"),
    ],
)
def test_humility_counts_shrines_beside_a_higher_stack(drawing: Drawing, spaces: str) -> None:
    assert one_line("humility", drawing) == (spaces, len(spaces.split()))


@pytest.mark.rule("DC-D1")
def test_humility_faq_several_higher_stacks_beside_a_shrine_give_one_point() -> None:
    assert one_line("humility", ". x^2 .\nx^3 x* x^4\n. x^2 .") == ("b2", 1)


@pytest.mark.rule("DC-D1")
def test_humility_faq_a_higher_stack_serves_several_shrines() -> None:
    assert one_line("humility", ". x* .\nx* x^2 x*\n. x* .") == ("b1 a2 c2 b3", 4)


@pytest.mark.rule("DC-D1")
def test_humility_faq_the_roof_of_a_shrine_adds_no_height() -> None:
    # If roofs counted, the Shrine on a1 would be as high as its neighbour, and c1 would be the lower of two.
    assert one_line("humility", "x* x^2 x^2*") == ("a1", 1)


@pytest.mark.rule("DC-D1", "DC-3")
def test_humility_ends_at_the_edge_of_the_widest_realm() -> None:
    assert one_line("humility", ". . . . . . . x*\nx^2", **ROWS_OF_8) == ("", 0)
    assert one_line("humility", ".\n" * 6 + ". . . . . . x^2 x*", **ROWS_OF_8) == ("h7", 1)


# ----------------------------------------------------------------------------------------------- Righteousness


def lines_of(drawing: Drawing, **options: str) -> list[tuple[str, int, str, int]]:
    """Return the row and the column of Righteousness, each with its number, Shrines and points."""
    lines = score_lines(game_with("righteousness", drawing, **options), "righteousness")
    return [(line["line"], line["number"], " ".join(line["spaces"]), line["points"]) for line in lines]


@pytest.mark.rule("DC-D2")
def test_righteousness_takes_the_best_row_and_the_best_column() -> None:
    drawing = """
        x* .  .  .  .  .
        .  x* x* .  x* .
        .  .  x* .  .  .
        .  .  x* .  .  .
    """
    assert lines_of(drawing) == [("row", 2, "b2 c2 e2", 3), ("column", 3, "c2 c3 c4", 3)]
    assert points(game_with("righteousness", drawing))["righteousness"] == 6


@pytest.mark.rule("DC-D2")
def test_righteousness_faq_shrines_need_not_be_adjacent() -> None:
    assert lines_of("x* . x* . . x*\n.\n.\n. . x* .") == [("row", 1, "a1 c1 f1", 3), ("column", 3, "c1 c4", 2)]


@pytest.mark.rule("DC-D2")
def test_righteousness_faq_a_shrine_on_the_crossing_counts_twice() -> None:
    assert lines_of(".\n. x*") == [("row", 2, "b2", 1), ("column", 2, "b2", 1)]


@pytest.mark.rule("DC-D2")
def test_righteousness_counts_only_shrines_on_any_floor() -> None:
    assert lines_of("x* x^3* x m1 s2 x^2") == [("row", 1, "a1 b1", 2), ("column", 1, "a1", 1)]


@pytest.mark.rule("DC-D2")
def test_righteousness_gives_two_extra_points_for_a_row_full_of_shrines() -> None:
    assert lines_of("x* x* x* x* x* x*") == [("row", 1, "a1 b1 c1 d1 e1 f1", 8), ("column", 1, "a1", 1)]
    assert lines_of("x* x* x* x* x* x")[0] == ("row", 1, "a1 b1 c1 d1 e1", 5)


@pytest.mark.rule("DC-D2")
def test_righteousness_gives_two_extra_points_for_a_column_full_of_shrines() -> None:
    assert lines_of("x*\nx*\nx*\nx*") == [("row", 1, "a1", 1), ("column", 1, "a1 a2 a3 a4", 6)]
    assert lines_of("x*\nx*\nx*")[1] == ("column", 1, "a1 a2 a3", 3)


@pytest.mark.rule("DC-D2")
def test_righteousness_gives_the_extra_points_for_a_full_row_and_a_full_column() -> None:
    drawing = """
        . . . x* . .
        . . . x* . .
        x* x* x* x* x* x*
        . . . x* . .
    """
    assert points(game_with("righteousness", drawing))["righteousness"] == 6 + 2 + 4 + 2


@pytest.mark.rule("DC-D2")
def test_righteousness_without_shrines_gives_nothing() -> None:
    lines = score_lines(game_with("righteousness", "x x m1"), "righteousness")
    assert [line for line in lines if line != {"spaces": [], "points": 0}] == []


@pytest.mark.rule("DC-D2", "DC-3")
def test_righteousness_requires_lines_as_long_as_the_realm() -> None:
    assert [line[3] for line in lines_of("x* x* x* x*", **ROWS_OF_4)] == [6, 1]
    assert [line[3] for line in lines_of("x* x* x* x* x* x*", **ROWS_OF_8)] == [6, 1]
    assert [line[3] for line in lines_of("x* x* x* x* x* x* x* x*", **ROWS_OF_8)] == [10, 1]
    assert [line[3] for line in lines_of("x*\nx*\nx*\nx*", **ROWS_OF_8)] == [1, 4]
    assert lines_of(".\n" * 7 + ". . . . . . . x*", **ROWS_OF_8) == [("row", 8, "h8", 1), ("column", 8, "h8", 1)]


# ------------------------------------------------------------------------------------------------- Tranquility


def groups(drawing: Drawing, **options: str) -> list[str]:
    """Return the groups of Tranquility, each worth a point."""
    lines = score_lines(game_with("tranquility", drawing, **options), "tranquility")
    assert all(line["points"] == bool(line["spaces"]) for line in lines)
    return [" ".join(line["spaces"]) for line in lines]


@pytest.mark.rule("DC-D3")
def test_tranquility_counts_groups_of_face_down_stacks() -> None:
    assert groups("x x . x\n. x . x\nx . . .") == ["a1 b1 b2", "d1 d2", "a3"]


@pytest.mark.rule("DC-D3")
def test_tranquility_faq_diagonals_do_not_connect() -> None:
    assert groups("x .\n. x") == ["a1", "b2"]
    assert groups(". x\nx .") == ["b1", "a2"]


@pytest.mark.rule("DC-D3")
def test_tranquility_faq_floors_do_not_matter() -> None:
    assert groups("x x^3 x^2") == ["a1 b1 c1"]


@pytest.mark.rule("DC-D3")
def test_tranquility_faq_face_up_tiles_separate_groups() -> None:
    assert groups("x m1 x") == ["a1", "c1"]


@pytest.mark.rule("DC-D3")
def test_tranquility_faq_a_tile_placed_on_a_group_splits_it() -> None:
    game = table(
        {"a1": "m1", "c1": "m2"},
        [realm("x x x")],
        options={"dragons": "tranquility"},
        stage="placement",
        action="shrine",
        first_tile=first_tile("b1", "s4"),
        held=[tile("s4")],
    )
    assert points(game)["tranquility"] == 1
    assert points(play(game, "place b1"))["tranquility"] == 2


@pytest.mark.rule("DC-D3")
def test_tranquility_counts_stacks_with_a_shrine_too() -> None:
    assert groups("x x* . x*") == ["a1 b1", "d1"]


@pytest.mark.rule("DC-D3")
def test_tranquility_without_face_down_stacks_gives_nothing() -> None:
    assert score_lines(game_with("tranquility", "m1 . s2^2"), "tranquility") == [{"spaces": [], "points": 0}]


@pytest.mark.rule("DC-D3", "DC-3")
def test_tranquility_does_not_connect_around_the_edge() -> None:
    assert groups(". . . . . . . x\nx", **ROWS_OF_8) == ["h1", "a2"]
    assert len(groups("x . x . x . x .\n. x . x . x . x\n" * 4, **ROWS_OF_8)) == 32


# ----------------------------------------------------------------------------------------------------- Bravery


@pytest.mark.rule("DC-D4")
@pytest.mark.parametrize(
    ("drawing", "spaces"),
    [
        pytest.param("x", "a1", id="without neighbours"),
        pytest.param("x^2 x", "a1", id="beside a lower one"),
        pytest.param("x^2 x^2", "", id="beside an equal one"),
        pytest.param("x x^2", "b1", id="beside a higher one"),
        pytest.param("x . x\n. x .\nx . x", "a1 c1 b2 a3 c3", id="not diagonally"),
        pytest.param(". x\nx x^2 x\n. x", "b2", id="higher on all sides"),
        pytest.param(". x\nx x^2 x\n. x^2", "", id="equal below"),
        pytest.param(". x^2\nx x^2 x\n. x", "", id="equal above"),
        pytest.param("m1^2 x", "a1", id="face up"),
        pytest.param("m1 s1", "", id="equal and face up"),
        pytest.param("x^5 x^4", "a1", id="very high"),
        pytest.param(". . . . . x\nx", "f1 a2", id="not around the edge"),
        pytest.param("", "", id="no stacks"),
    ],
)
def test_bravery_counts_stacks_higher_than_all_beside_them(drawing: Drawing, spaces: str) -> None:
    assert one_line("bravery", drawing) == (spaces, len(spaces.split()))


@pytest.mark.rule("DC-D4")
def test_bravery_faq_the_stack_may_have_a_shrine() -> None:
    assert one_line("bravery", "x^2* x") == ("a1", 1)


@pytest.mark.rule("DC-D4")
def test_bravery_faq_a_shrine_adds_no_height() -> None:
    assert one_line("bravery", "x^2* x^2") == ("", 0)
    assert one_line("bravery", "x^2 x*") == ("a1", 1)


@pytest.mark.rule("DC-D4", "DC-3")
def test_bravery_ends_at_the_edge_of_the_widest_realm() -> None:
    assert one_line("bravery", ". . . . . . . x\nx", **ROWS_OF_8) == ("h1 a2", 2)


# ------------------------------------------------------------------------------------------- several cards, or none


@pytest.mark.rule("DC-D1", "DC-D2", "DC-D3", "DC-D4", "DC-D10", "DC-12", "DC-32")
def test_only_the_dragons_in_play_score() -> None:
    chosen = "humility,righteousness,tranquility,bravery,fortitude"
    game = game_with(chosen, "x* x^2 . x*")
    of_cards = {"humility": 1, "righteousness": 3, "tranquility": 2, "bravery": 2, "fortitude": 2}
    assert points(game) == dict.fromkeys(WITHOUT_CARDS, 0) | {"shrines": 2} | of_cards
    assert game.totals() == [2 + 10, 0]


@pytest.mark.rule("DC-12", "DC-32")
def test_no_dragon_scores_without_dragon_cards() -> None:
    game = table(None, [realm("x* x^2 . x*")])
    assert set(points(game)) == set(WITHOUT_CARDS)
    assert game.totals() == [2, 0]


@pytest.mark.rule("DC-32")
def test_each_seat_is_scored_for_its_own_realm() -> None:
    game = table(None, [realm("x*"), realm(""), realm("x* . x*")], players=3, options={"dragons": "fortitude"})
    assert [points(game, seat)["fortitude"] for seat in range(3)] == [1, 0, 2]
