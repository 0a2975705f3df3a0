"""Custom castles (DC-6, DC-7): parsing layouts, warnings about them, and the `castle` option."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dragon_castle.positions import GUIDELINES, drawn_castle
from palatine.core.errors import OptionError
from palatine.core.words import LANGUAGES
from palatine.games.dragon_castle.castles import (
    COLUMNS,
    NAMES,
    ROWS,
    TILES,
    Castle,
    CastleOption,
    named,
    parse,
    remarks,
    written,
)

PLAIN = "\n".join(["." * 16, *["1" * 16] * 7, "....1111........"])
"""A valid layout with an empty row at its edge: 116 spaces of one tile."""
NARROW = "/".join(["32"] * 10 + ["33", "33"])


@pytest.fixture
def option() -> CastleOption:
    return CastleOption()


def refusal(text: object) -> OptionError:
    with pytest.raises(OptionError) as caught:
        parse(text)
    messages = {language: caught.value.text(language) for language in LANGUAGES}
    assert all(0 < len(sentence) < 1000 for sentence in messages.values())
    assert len(set(messages.values())) == len(LANGUAGES)
    return caught.value


# Custom layouts


def laid(stacks: list[int]) -> Castle:
    """Return a castle of these stacks in rows of five, which has no long run."""
    fives = ["".join(map(str, stacks[start : start + 5])).ljust(5, ".") for start in range(0, len(stacks), 5)]
    fives += ["....."] * (len(fives) % 2)
    return parse("/".join(f"{left}.{right}" for left, right in zip(fives[::2], fives[1::2], strict=True)))


@pytest.mark.rule("DC-7")
def test_layout_rows_are_digits_and_dots_separated_by_newlines_or_slashes() -> None:
    wanted = Castle(tuple(PLAIN.replace(".", "0").split("\n")))
    assert parse(PLAIN) == wanted
    for line_end in ("/", "\r\n", "\r", " / ", "\t\n  "):
        assert parse(PLAIN.replace("\n", line_end)) == wanted
    assert parse(f"\n\n# four walls / a tower\n  # and more\n{PLAIN}\n# the end\n\n") == wanted
    assert parse(PLAIN.replace(".", "0")) == wanted


def test_empty_rows_and_columns_at_the_edge_are_kept_as_drawn() -> None:
    assert parse(PLAIN).rows[0] == "0" * 16
    assert len(parse(PLAIN).rows) == 9


@pytest.mark.rule("DC-7")
@pytest.mark.parametrize(
    ("text", "key", "fields", "sentence"),
    [
        (
            PLAIN[:-1] + "x",
            "wrong_character",
            {"row": 9, "column": 16, "given": "'x'"},
            "Row 9, column 16: a height is",
        ),
        ("11/1 1", "wrong_character", {"row": 2, "column": 2, "given": "' '"}, "not ' '"),
        ("1\0", "wrong_character", {"row": 1, "column": 2, "given": r"'\x00'"}, "Row 1, column 2"),
        ("11/\uff111", "wrong_character", {"row": 2, "column": 1, "given": "'\uff11'"}, "Row 2, column 1"),
        ("1²", "wrong_character", {"row": 1, "column": 2, "given": "'²'"}, "Row 1, column 2"),
        ("-1", "wrong_character", {"row": 1, "column": 1, "given": "'-'"}, "Row 1, column 1"),
        ("33/34", "too_high", {"row": 2, "column": 2, "given": "'4'"}, "a stack has at most 3 tiles, not '4'"),
        ("33/3", "uneven", {"row": 2, "wanted": 2, "found": 1}, "row 1 has 2 columns, row 2 has 1"),
        ("33\n\n33", "uneven", {"row": 2, "wanted": 2, "found": 0}, "row 2 has 0"),
        ("1" * 17, "too_many_columns", {"row": 1, "most": 16, "found": 17}, "at most 16 columns; row 1 has 17"),
        ("1/" * 13, "too_many_rows", {"most": 12, "found": 13}, "at most 12 rows; this has 13"),
        (NARROW, "wrong_sum", {"wanted": 116, "found": 62}, "exactly 116 tiles; the heights of this one add up to 62"),
        (PLAIN.replace("1", "2"), "wrong_sum", {"wanted": 116, "found": 232}, "add up to 232"),
        ("...", "wrong_sum", {"wanted": 116, "found": 0}, "add up to 0"),
        ("", "empty", {}, "The layout is empty"),
        (" \n# nothing but words\n\n/", "empty", {}, "The layout is empty"),
        ("3" * 1_000_000, "too_long", {"most": 8192, "found": 1_000_000}, "at most 8,192 characters"),
        (b"333", "wrong_kind", {"given": "b'333'"}, "not b'333'"),
        (None, "wrong_kind", {"given": "None"}, "not None"),
        (116, "wrong_kind", {"given": "116"}, "not 116"),
        ({"rows": "3" * 9999}, "wrong_kind", {}, "A castle is a name, a text with rows of heights, or a list of rows"),
    ],
)
def test_an_invalid_layout_is_refused_with_the_reason(
    text: object, key: str, fields: dict[str, Any], sentence: str
) -> None:
    problem = refusal(text)
    assert problem.key == f"dragon_castle.castle.{key}"
    assert fields.items() <= problem.fields.items()
    assert sentence in str(problem)


@pytest.mark.rule("DC-7")
def test_the_largest_grid_is_accepted_and_one_more_row_or_column_is_not() -> None:
    rows = [row.ljust(COLUMNS, ".") for row in (PLAIN.split("\n") + ["."] * ROWS)[:ROWS]]
    assert parse("\n".join(rows)).rows[-1] == "0" * COLUMNS
    assert refusal("\n".join([*rows, "." * COLUMNS])).key == "dragon_castle.castle.too_many_rows"
    assert refusal("\n".join(row + "." for row in rows)).key == "dragon_castle.castle.too_many_columns"


@given(st.one_of(st.text(max_size=300), st.text("0123./\n#4 ", max_size=300), st.binary(), st.lists(st.integers())))
def test_any_input_is_either_a_castle_or_refused(text: object) -> None:
    problem = CastleOption().problem(text, 2)
    if problem is None:
        assert isinstance(text, str)
        assert sum(parse(text).floors) == TILES
    else:
        assert len(str(problem)) < 1000


@pytest.mark.parametrize("name", NAMES)
def test_the_one_line_form_parses_to_the_same_castle(name: str) -> None:
    line = written(named(name))
    assert set(line) <= set("0123/")
    assert parse(line) == named(name)
    assert written(parse(line)) == line


@pytest.mark.rule("DC-7")
def test_missing_a_guideline_gives_a_remark() -> None:
    wide = parse(PLAIN)  # 116 spaces on one floor
    for players, wanted in ((2, "65 to 80"), (3, "50 to 70"), (4, "40 to 55")):
        [remark] = remarks(wide, players)
        assert f"With {players} at the table, {wanted} spaces" in remark.text("en")
        assert "this castle has 116" in remark.text("en")
        assert "questo castello ne ha 116" in remark.text("it")
    assert [remark.fields["most"] for remark in remarks(wide, 1)] == [70], "solo uses the guideline for three players"


@pytest.mark.rule("DC-7")
@pytest.mark.parametrize(("spaces", "players"), [(n, p) for p in (2, 3, 4) for n in (39, 40, 55, 56, 64, 65, 80, 81)])
def test_the_bounds_of_the_ground_floor_guideline_are_inclusive(spaces: int, players: int) -> None:
    castle = laid([116 // spaces + (stack < 116 % spaces) for stack in range(spaces)])
    assert castle.ground == spaces
    assert (remarks(castle, players) == []) == (spaces in GUIDELINES[players])


@pytest.mark.rule("DC-7")
def test_more_than_two_long_runs_on_upper_floors_give_a_remark() -> None:
    def with_runs(number: int) -> Castle:
        short, long = "22222.2.22222.22", "222222..22222.22"
        rows = [long if row < number else short for row in range(4)]
        tiles = 2 * sum(mark == "2" for row in rows for mark in row)
        return parse("/".join([*rows, "1" * 12 + "....", ("1" * (116 - tiles - 12)).ljust(16, ".")]))

    for players in (1, 2, 3, 4):
        assert not any(remark.key == "dragon_castle.castle.remark.runs" for remark in remarks(with_runs(2), players))
        found = [
            remark for remark in remarks(with_runs(3), players) if remark.key == "dragon_castle.castle.remark.runs"
        ]
        assert [remark.fields["found"] for remark in found] == [3]
    assert with_runs(0).long_runs == 0, "long runs on the ground floor do not count"


def test_a_long_run_counts_once_per_floor() -> None:
    tall = parse("/".join(["333333"] * 2 + ["2222.2"] * 8))
    assert tall.floors == (52, 52, 12)
    assert tall.long_runs == 4


def test_remarks_are_refused_for_other_than_one_to_four_players() -> None:
    for players in (0, 5, -1):
        with pytest.raises(OptionError, match=f"not for {players}"):
            remarks(named("the_keep"), players)


def test_an_unknown_castle_name_is_refused() -> None:
    with pytest.raises(OptionError, match=r"There is no castle 'the_kep'. Known: the_keep, basic_2, "):
        named("the_kep")


# The option


@pytest.mark.rule("DC-6")
def test_the_default_is_the_basic_castle_for_the_number_of_players(option: CastleOption) -> None:
    assert [option.default_for(players) for players in (1, 2, 3, 4)] == ["basic_3", "basic_2", "basic_3", "basic_4"]
    assert option.name == "castle"
    assert option.values() == NAMES
    assert option.typed_values() == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_names_are_kept_and_layouts_become_one_line(name: str, option: CastleOption) -> None:
    rows = drawn_castle(name)
    line = "/".join(rows).replace(".", "0")
    assert option.normal(name) == name
    assert option.normal(f" {name.upper()} ") == name
    for layout in (line, "\n".join(rows), rows, tuple(rows), named(name)):
        assert option.normal(layout) == line
        assert option.problem(layout, 4) is None
    assert option.accepts(name)
    assert option.accepts(line)
    assert option.codes(name) == option.codes(line)


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("the_kep", "dragon_castle.castle.unknown"),
        ("basic_5", "dragon_castle.castle.unknown"),
        ("../my-castle.txt", "dragon_castle.castle.unknown"),
        ("castles/mine.txt", "dragon_castle.castle.unknown"),
        ("\0", "dragon_castle.castle.unknown"),
        ("", "dragon_castle.castle.empty"),
        ("123/1x3", "dragon_castle.castle.wrong_character"),
        ("\uff11\uff12/\uff11\uff12", "dragon_castle.castle.wrong_character"),
        ("words\nof\nmany lines", "dragon_castle.castle.wrong_character"),
        ("333/333", "dragon_castle.castle.wrong_sum"),
        (["333", "33"], "dragon_castle.castle.uneven"),
        ([], "dragon_castle.castle.empty"),
        ([333], "dragon_castle.castle.wrong_kind"),
        (("333", None), "dragon_castle.castle.wrong_kind"),
        (3, "dragon_castle.castle.wrong_kind"),
        (True, "dragon_castle.castle.wrong_kind"),
        (None, "dragon_castle.castle.wrong_kind"),
        ({"basic_2"}, "dragon_castle.castle.wrong_kind"),
        ("x" * 1_000_000, "dragon_castle.castle.too_long"),
        (["1" * 1000] * 1000, "dragon_castle.castle.too_long"),
        ("x" * 5000, "dragon_castle.castle.unknown"),
    ],
)
def test_the_option_refuses_invalid_values_with_the_reason(value: object, key: str, option: CastleOption) -> None:
    problem = option.problem(value, 2)
    assert problem is not None
    assert problem.key == key
    assert all(0 < len(problem.text(language)) < 1000 for language in LANGUAGES)
    assert not option.accepts(value)
    assert not option.accepts(option.normal(value))


def test_an_unknown_name_is_answered_with_all_names_nearest_first(option: CastleOption) -> None:
    message = str(option.problem("forbidden_city", 2))
    assert "There is no castle 'forbidden_city'. Known: the_forbidden_city, basic_2" in message
    assert all(name in message for name in NAMES)


@pytest.mark.rule("DC-7")
def test_codes_are_twelve_rows_of_two_bits_per_column(option: CastleOption) -> None:
    for layout in (*NAMES, written(parse(PLAIN))):
        codes = option.codes(layout)
        assert len(codes) == 12
        rows = named(layout).rows if layout in NAMES else layout.split("/")
        found = [[code >> 2 * column & 3 for column in range(16)] for code in codes]
        padded = [[*map(int, row), *[0] * (16 - len(row))] for row in rows]
        assert found == padded + [[0] * 16] * (12 - len(rows))
    assert option.codes(PLAIN)[8] == 0b01010101 << 8


def test_a_typed_path_is_replaced_by_the_layout_in_the_file(
    option: CastleOption, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.txt"
    file.write_bytes(b"\xef\xbb\xbf# mine\r\n" + PLAIN.encode().replace(b"\n", b"\r\n"))
    assert option.normal(option.from_text(str(file))) == written(parse(PLAIN))
    monkeypatch.chdir(tmp_path)
    assert option.normal(option.from_text("mine.txt")) == written(parse(PLAIN))
    assert option.problem("mine.txt", 2) is not None, "only the command line reads files"
    (tmp_path / "the_keep").write_text(PLAIN)
    assert option.from_text("the_keep") == "the_keep"
    assert option.from_text(PLAIN) == PLAIN


def test_a_path_without_a_layout_file_is_returned_as_typed(option: CastleOption, tmp_path: Path) -> None:
    large, binary = tmp_path / "large.txt", tmp_path / "binary.txt"
    large.write_text("#" * 1_000_000)
    binary.write_bytes(b"\xff\xfe1")
    for text in (str(tmp_path), str(large), str(binary), "no/such/file", "\0", "x" * 100_000, "~daemon/x", ""):
        assert option.from_text(text) == text
        assert option.problem(option.from_text(text), 2) is not None


def test_a_layout_file_with_a_mistake_is_refused_for_the_mistake(option: CastleOption, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(PLAIN.replace("1", "7", 1))
    problem = option.problem(option.from_text(str(file)), 2)
    assert problem is not None
    assert problem.key == "dragon_castle.castle.too_high"


def test_deeply_nested_values_do_not_overflow_the_stack(option: CastleOption) -> None:
    nested: list[Any] = []
    for _ in range(sys.getrecursionlimit() * 2):
        nested = [nested]
    problem = option.problem(nested, 2)
    assert problem is not None
    assert len(str(problem)) < 1000
