"""The numbered rules of Dragon Castle: the Dragons from Majesty to Fortitude, and all ten together (DC-D5 to DC-D10)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dragon_castle.positions import points, realm, table
from palatine.core.table import Table

Drawing = str
ROWS_OF_8 = {"realm_columns": "8", "realm_rows": "8"}
ROWS_OF_4 = {"realm_columns": "4", "realm_rows": "4"}


def game_with(dragon: str, *drawings: Drawing, **options: str) -> Table:
    """Return a game with one Dragon card and a player (at least two) for each Realm drawn."""
    players = max(2, len(drawings))
    return table(None, [*map(realm, drawings)], players=players, options={"dragons": dragon, **options})


def score_lines(game: Table, dragon: str, seat: int = 0) -> list[dict[str, Any]]:
    """Return the score lines of a Dragon card for a seat, without its name."""
    score = game.scores()[seat]
    assert score["total"] == sum(entry["points"] for entry in score["sources"])
    entries = [entry for entry in score["sources"] if entry["source"] == dragon]
    return [{name: value for name, value in entry.items() if name != "source"} for entry in entries]


def points_for(dragon: str, drawing: Drawing, **options: str) -> int:
    """Return the points of a Dragon card for a Realm."""
    return points(game_with(dragon, drawing, **options))[dragon]


ALL_TEN = [
    *("humility", "righteousness", "tranquility", "bravery", "majesty"),
    *("power", "knowledge", "harmony", "devotion", "fortitude"),
]
NOTHING: list[dict[str, Any]] = [{"spaces": [], "points": 0}]

# ----------------------------------------------------------------------------------------------------- Majesty


@pytest.mark.rule("DC-D5")
def test_majesty_sums_the_highest_number_of_each_faction_on_floor_3() -> None:
    game = game_with("majesty", "m2^3 m5^3 . s4^3 s1^3 . \n f6^3")
    assert score_lines(game, "majesty") == [
        {"spaces": ["b1"], "type": "merchants", "number": 5, "points": 5},
        {"spaces": ["d1"], "type": "soldiers", "number": 4, "points": 4},
        {"spaces": ["a2"], "type": "farmers", "number": 6, "points": 6},
    ]
    assert points(game)["majesty"] == 15


@pytest.mark.rule("DC-D5")
@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param("m6^2 m4", 0, id="too low"),
        pytest.param("m6^2 m1^3", 1, id="a higher number too low"),
        pytest.param("m3^4", 3, id="higher than floor 3"),
        pytest.param("x^3 x^3*", 0, id="face down"),
        pytest.param("D1^3 W2^3 S3^3", 0, id="Specials have no numbers"),
        pytest.param("m3^3 . m3^3", 3, id="one tile a Faction"),
        pytest.param("m6^3 s6^3 f6^3", 18, id="the maximum"),
    ],
)
def test_majesty_counts_face_up_faction_tiles_on_floor_3_or_higher(drawing: Drawing, expected: int) -> None:
    assert points_for("majesty", drawing) == expected


# ------------------------------------------------------------------------------------------------------- Power


@pytest.mark.rule("DC-D6")
def test_power_example_ten_against_nine_and_ten_gives_three() -> None:
    game = game_with("power", "m4 m6", "m3 m6", "m5 m5")
    assert score_lines(game, "power") == [
        {"spaces": ["a1", "b1"], "type": "merchants", "neighbour": 1, "total": 10, "theirs": 9, "points": 2},
        {"spaces": ["a1", "b1"], "type": "merchants", "neighbour": 2, "total": 10, "theirs": 10, "points": 1},
    ]
    assert [points(game, seat)["power"] for seat in range(3)] == [3, 0, 3]


@pytest.mark.rule("DC-D6")
def test_power_faq_two_players_compare_once() -> None:
    game = game_with("power", "m4 m6", "m3")
    assert [points(game, seat)["power"] for seat in range(2)] == [2, 0]
    tied = game_with("power", "m4 . s1", "s1\nm4")
    assert [points(tied, seat)["power"] for seat in range(2)] == [2, 2]


@pytest.mark.rule("DC-D6")
def test_power_faq_only_one_group_of_a_faction_counts() -> None:
    game = game_with("power", "m5 . m4 m3 . m6", "m4 m4")
    (line,) = score_lines(game, "power")
    assert (line["spaces"], line["total"], line["theirs"], line["points"]) == (["c1", "d1"], 7, 8, 0)
    assert points(game, 1)["power"] == 2


@pytest.mark.rule("DC-D6")
def test_power_faq_no_tie_without_a_tile_of_the_faction() -> None:
    game = game_with("power", "m1", "")
    assert [points(game, seat)["power"] for seat in range(2)] == [2, 0]
    assert score_lines(game, "power", seat=1) == NOTHING


@pytest.mark.rule("DC-D6")
def test_power_faq_beating_one_neighbour_and_losing_to_the_other_gives_two() -> None:
    game = game_with("power", "f4", "f3", "f6")
    assert [points(game, seat)["power"] for seat in range(3)] == [2, 0, 4]


@pytest.mark.rule("DC-D6")
def test_power_compares_each_faction_and_no_special_tiles() -> None:
    game = game_with("power", "m3 . s2 . f1\nS1 S2 . W1 . D1", "m2 . s2 . f6")
    assert [(line["type"], line["points"]) for line in score_lines(game, "power")] == [
        ("merchants", 2),
        ("soldiers", 1),
        ("farmers", 0),
    ]
    assert points(game)["power"] == 3


@pytest.mark.rule("DC-D6")
def test_power_sums_numbers_and_does_not_count_tiles() -> None:
    game = game_with("power", "s6", "s1 s1 s2")
    assert [points(game, seat)["power"] for seat in range(2)] == [2, 0]


@pytest.mark.rule("DC-D6")
@pytest.mark.parametrize(
    ("drawing", "total"),
    [
        pytest.param("m1 . m1\n. m2 .", 2, id="not diagonally"),
        pytest.param("m1^3 m2", 3, id="on any floors"),
        pytest.param("m1\nm2", 3, id="one above the other"),
        pytest.param("m1 x m2", 2, id="face-down tiles separate groups"),
        pytest.param("m1 s6 m2", 2, id="other Factions separate groups"),
        pytest.param(". . . . . m1\nm2", 2, id="not around the edge"),
    ],
)
def test_power_takes_a_connected_group_of_face_up_tiles(drawing: Drawing, total: int) -> None:
    of_merchants = [line for line in score_lines(game_with("power", drawing), "power") if line["type"] == "merchants"]
    assert [line["total"] for line in of_merchants] == [total]


@pytest.mark.rule("DC-D6")
def test_power_with_four_players_ignores_the_opposite_player() -> None:
    game = game_with("power", "m3", "m2", "m6", "m3")
    compared = [{(line["neighbour"], line["points"]) for line in score_lines(game, "power", seat)} for seat in range(4)]
    assert compared == [{(1, 2), (3, 1)}, {(0, 0), (2, 0)}, {(1, 2), (3, 2)}, {(0, 1), (2, 0)}]


# --------------------------------------------------------------------------------------------------- Knowledge


@pytest.mark.rule("DC-D7")
def test_knowledge_faq_two_different_winds_give_four() -> None:
    game = game_with("knowledge", "W1 W2")
    assert score_lines(game, "knowledge") == [
        {"spaces": ["a1"], "tile": "rainy_wind", "points": 2},
        {"spaces": ["b1"], "tile": "stormy_wind", "points": 2},
    ]


@pytest.mark.rule("DC-D7")
def test_knowledge_faq_all_eleven_symbols_give_the_maximum_of_22() -> None:
    drawing = "S1 W1 S2 W2 D1 D2\nW3 S3 W4 S4 . D3"
    assert points_for("knowledge", drawing) == 22
    assert points_for("knowledge", f"{drawing}\nm1 m2 S1 m3 W1 m4") == 22


@pytest.mark.rule("DC-D7")
def test_knowledge_counts_a_symbol_once() -> None:
    assert score_lines(game_with("knowledge", "D1 . D1^2"), "knowledge") == [
        {"spaces": ["a1", "c1"], "tile": "red_dragon", "points": 2}
    ]


@pytest.mark.rule("DC-D7")
def test_knowledge_ignores_faction_and_face_down_tiles() -> None:
    assert score_lines(game_with("knowledge", "m1 s2 f3 x x*"), "knowledge") == NOTHING


# ----------------------------------------------------------------------------------------------------- Harmony


def mirrors(drawing: Drawing, **options: str) -> set[tuple[str, str, int]]:
    """Return the mirrored things, the line of each mirror, and the points."""
    lines = score_lines(game_with("harmony", drawing, **options), "harmony")
    return {(line["mirrored"], line["way"], line["points"]) for line in lines if line["points"]}


STACKS_LEFT_RIGHT, STACKS_TOP_BOTTOM = ("stacks", "left_right", 4), ("stacks", "top_bottom", 4)
SHRINES_LEFT_RIGHT, SHRINES_TOP_BOTTOM = ("shrines", "left_right", 2), ("shrines", "top_bottom", 2)


@pytest.mark.rule("DC-D8")
@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param("x x^2 . . x^2 x", {STACKS_LEFT_RIGHT}, id="left and right"),
        pytest.param("x\nx^2\nx^2\nx", {STACKS_TOP_BOTTOM}, id="top and bottom"),
        pytest.param("x . . . . x\n.\n.\nx . . . . x", {STACKS_LEFT_RIGHT, STACKS_TOP_BOTTOM}, id="both"),
        pytest.param("x . . . . .\n.\n.\n. . . . . x", set(), id="turned is not mirrored"),
        pytest.param("x^2 . . . . x", set(), id="other heights"),
        pytest.param("x x . . . x", set(), id="one stack too many"),
        pytest.param("x . . . . x*", {STACKS_LEFT_RIGHT}, id="Shrines do not matter to the stacks"),
        pytest.param("x* . . . . x*", {STACKS_LEFT_RIGHT, SHRINES_LEFT_RIGHT}, id="Shrines too"),
        pytest.param("x* x . . . x*", {SHRINES_LEFT_RIGHT}, id="Shrines only"),
        pytest.param("x* . . x\n.\n.\nx*", {SHRINES_TOP_BOTTOM}, id="Shrines only, top and bottom"),
        pytest.param("", set(), id="an empty Realm"),
        pytest.param("x* . . . . x\n.\n.\nx . . . . x*", {STACKS_LEFT_RIGHT, STACKS_TOP_BOTTOM}, id="Shrines turned"),
    ],
)
def test_harmony_scores_mirror_images_about_the_thick_lines(drawing: Drawing, expected: set[Any]) -> None:
    assert mirrors(drawing) == expected


@pytest.mark.rule("DC-D8")
def test_full_harmony_gives_twelve_points_and_names_the_spaces() -> None:
    game = game_with("harmony", "x* . . . . x*\n. x\n. x\nx* . . . . x*")
    four = ["a1", "f1", "a4", "f4"]
    assert score_lines(game, "harmony") == [
        {"spaces": four, "mirrored": "shrines", "way": "left_right", "points": 2},
        {"spaces": ["a1", "f1", "b2", "b3", "a4", "f4"], "mirrored": "stacks", "way": "top_bottom", "points": 4},
        {"spaces": four, "mirrored": "shrines", "way": "top_bottom", "points": 2},
    ]
    assert points_for("harmony", "x* . . . . x*\n.\n.\nx* . . . . x*") == 12


@pytest.mark.rule("DC-D8")
def test_harmony_faq_face_up_or_down_does_not_matter() -> None:
    assert mirrors("m1 x . . s2 D1") == {STACKS_LEFT_RIGHT}


@pytest.mark.rule("DC-D8")
def test_harmony_faq_shrines_must_be_at_the_same_height() -> None:
    assert mirrors("x* . . . . x^2*") == set()
    assert mirrors("x^2* x . . . x^2*") == {SHRINES_LEFT_RIGHT}


@pytest.mark.rule("DC-D8")
def test_harmony_faq_symmetry_within_one_half_does_not_count() -> None:
    assert mirrors("x* . x*\nx^2 x x^2") == set()
    assert mirrors(". x x x") == set()


@pytest.mark.rule("DC-D8")
def test_harmony_without_stacks_or_without_shrines_gives_nothing_for_them() -> None:
    assert score_lines(game_with("harmony", ""), "harmony") == NOTHING
    assert points_for("harmony", ". . x x\n. . x x\n. . x x\n. . x x") == 8


@pytest.mark.rule("DC-D8", "DC-3")
def test_harmony_finds_the_middle_of_realms_of_other_sizes() -> None:
    assert mirrors("x* . . x*", **ROWS_OF_4) == {STACKS_LEFT_RIGHT, SHRINES_LEFT_RIGHT}
    assert mirrors("x* . . . . x*", **ROWS_OF_8) == set()
    assert mirrors("x* . . . . . . x*", **ROWS_OF_8) == {STACKS_LEFT_RIGHT, SHRINES_LEFT_RIGHT}
    assert mirrors("x\n.\n.\nx", **ROWS_OF_8) == set()
    assert mirrors(".\n.\n.\nx^2\nx^2", **ROWS_OF_8) == {STACKS_TOP_BOTTOM}
    assert mirrors(".\n.\nx\nx", realm_rows="6") == {STACKS_TOP_BOTTOM}


# ---------------------------------------------------------------------------------------- Devotion and Fortitude


def one_line(dragon: str, drawing: Drawing, **options: str) -> tuple[str, int]:
    """Return the spaces and points of a Dragon card that scores one line."""
    (line,) = score_lines(game_with(dragon, drawing, **options), dragon)
    assert line.keys() == {"spaces", "points"}
    return " ".join(line["spaces"]), line["points"]


@pytest.mark.rule("DC-D9")
@pytest.mark.parametrize(
    ("drawing", "spaces"),
    [
        pytest.param("x* D1", "a1", id="right"),
        pytest.param("D2 x*", "b1", id="left"),
        pytest.param("x*\nD3", "a1", id="below"),
        pytest.param("D1\nx*", "a2", id="above"),
        pytest.param("D1 . D2\n. x* .\nD3 . D1", "", id="not diagonally"),
        pytest.param("x* D1^3", "a1", id="on any floors"),
        pytest.param("x^3* D1", "a1", id="lower"),
        pytest.param("x* W1 S1 m1", "", id="only Dragon tiles"),
        pytest.param("x* x", "", id="face down"),
        pytest.param("x D1", "", id="only Shrines"),
        pytest.param(". . . . . x*\nD1", "", id="not around the edge"),
    ],
)
def test_devotion_counts_shrines_beside_a_face_up_dragon_tile(drawing: Drawing, spaces: str) -> None:
    assert one_line("devotion", drawing) == (spaces, len(spaces.split()))


@pytest.mark.rule("DC-D9")
def test_devotion_faq_several_dragon_tiles_beside_a_shrine_give_one_point() -> None:
    assert one_line("devotion", ". D1\nD1 x* D2\n. D3") == ("b2", 1)


@pytest.mark.rule("DC-D9")
def test_devotion_faq_a_dragon_tile_serves_several_shrines() -> None:
    assert one_line("devotion", ". x*\nx* D1 x*\n. x*") == ("b1 a2 c2 b3", 4)


@pytest.mark.rule("DC-D10")
def test_fortitude_counts_shrines_on_the_edge() -> None:
    full = "\n".join(["x* x* x* x* x* x*"] * 4)
    assert one_line("fortitude", full) == ("a1 b1 c1 d1 e1 f1 a2 f2 a3 f3 a4 b4 c4 d4 e4 f4", 16)


@pytest.mark.rule("DC-D10")
def test_fortitude_faq_the_floor_does_not_matter() -> None:
    assert one_line("fortitude", "x^2* x^5* . . . x*") == ("a1 b1 f1", 3)


@pytest.mark.rule("DC-D10")
def test_fortitude_counts_only_shrines() -> None:
    assert one_line("fortitude", "x m1 D1\n. x*") == ("", 0)


@pytest.mark.rule("DC-D10", "DC-3")
def test_fortitude_finds_the_edge_of_realms_of_other_sizes() -> None:
    assert one_line("fortitude", "x*\n. . . x*\n. x*\n. . x*", **ROWS_OF_4) == ("a1 d2 c4", 3)
    assert one_line("fortitude", ".\n. . . . . x*\n.\n. x*", **ROWS_OF_8) == ("", 0)
    assert one_line("fortitude", ".\n" * 5 + ". . . . . . . x*\n.\n. x*", **ROWS_OF_8) == ("h6 b8", 2)
    assert one_line("fortitude", ".\n.\n.\n. x*\n.\n. x*", realm_rows="6") == ("b6", 1)


# ------------------------------------------------------------------------------------------------ all cards together


@pytest.mark.rule("DC-D5", "DC-D6", "DC-D7", "DC-D8", "DC-D9", "DC-12", "DC-32")
def test_all_ten_dragons_score_together() -> None:
    game = table(None, [realm("x* D1 . . m4^3 x*"), realm("m3 . D1")], options={"dragons": "10"}, dragons=ALL_TEN)
    of_cards = {name: amount for name, amount in points(game).items() if name in ALL_TEN}
    assert of_cards == dict(zip(ALL_TEN, [1, 2 + 1, 2, 1, 4, 2, 2, 2, 1, 2], strict=True))
    assert game.totals()[0] == sum(of_cards.values()) + 2
