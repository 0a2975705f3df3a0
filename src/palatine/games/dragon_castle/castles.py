"""The castles: the named layouts, custom ones, and the option that chooses one (DC-5 to DC-7).

A layout is a grid of heights. As text it is rows of `0` to `3` (or `.` for 0), separated by line breaks or `/`; a line
that begins with `#` is a comment. The printed diagrams are not available: the shapes in `castles/*.txt` are our own,
drawn after the names. Imports neither NumPy nor Numba.
"""

from __future__ import annotations

import functools
import re
import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from palatine.core.errors import OptionError, Phrase, nearest
from palatine.core.game import Option, Value

COLUMNS = 16
ROWS = 12
TILES = 116
TALLEST = 3
HEIGHT_BITS = 2

BEST_FOR: dict[str, tuple[int, ...]] = {
    "basic_2": (2,),
    "basic_3": (3,),
    "basic_4": (4,),
    "the_four_seasons": (2,),
    "a_thousand_towers": (2,),
    "the_barracks": (2,),
    "the_pillars_of_creation": (2, 3),
    "the_fortress": (3,),
    "the_blockhouse": (3,),
    "parade_ground": (3,),
    "the_keep": (3, 4),
    "the_dragons_head": (4,),
    "monastery_of_the_abyss": (4,),
    "the_gates_of_destiny": (4,),
    "the_forbidden_city": (4,),
}
"""The named castles, with the player counts each is best for (DC-6)."""

NAMES = tuple(BEST_FOR)

GROUND_FOR = {1: (50, 70), 2: (65, 80), 3: (50, 70), 4: (40, 55)}
"""The least and most spaces of the ground floor by players; a solo game is like one of three (DC-7, DC-41)."""

LONG_RUN = 6
MOST_LONG_RUNS = 2

LONGEST_TEXT = 8192
"""The most characters of a layout with its comments; a longer text is not parsed."""

LONGEST_NAME = 80
LEVEL = "."
HEIGHTS = frozenset("0123")


@dataclass(frozen=True)
class Castle:
    """A layout: rows of digits from the top, all of one length, as `parse` returns it."""

    rows: tuple[str, ...]

    @property
    def columns(self) -> int:
        """The length of its rows."""
        return len(self.rows[0])

    @property
    def floors(self) -> tuple[int, ...]:
        """The number of tiles on each floor, the ground floor first."""
        return tuple(sum(self.runs(floor)) for floor in range(1, TALLEST + 1))

    @property
    def ground(self) -> int:
        """The number of spaces on the ground floor."""
        return self.floors[0]

    @property
    def long_runs(self) -> int:
        """The number of runs above the ground floor that are long enough to block many tiles."""
        return sum(length >= LONG_RUN for floor in range(2, TALLEST + 1) for length in self.runs(floor))

    def runs(self, floor: int) -> list[int]:
        """Return the lengths of the left-right runs of tiles on a floor, in reading order."""
        return [len(run) for row in self.rows for run in re.findall(f"[{floor}-{TALLEST}]+", row)]

    def codes(self) -> list[int]:
        """Return the castle as numbers for the compiled rules: one for each row of the grid, a few bits for each column."""
        numbers = [sum(int(height) << HEIGHT_BITS * column for column, height in enumerate(row)) for row in self.rows]
        return numbers + [0] * (ROWS - len(numbers))


@functools.cache
def named(name: str) -> Castle:
    """Return a castle by its name."""
    if name not in BEST_FOR:
        raise _unknown(name)
    file = resources.files("palatine.games.dragon_castle").joinpath("castles", f"{name}.txt")
    return parse(file.read_text("utf-8"))


def parse(text: object) -> Castle:
    """Return the castle that a text draws. Raise `OptionError` if the text is wrong."""
    if not isinstance(text, str):
        raise OptionError("dragon_castle.castle.wrong_kind", given=reprlib.repr(text))
    if len(text) > LONGEST_TEXT:
        raise OptionError("dragon_castle.castle.too_long", most=LONGEST_TEXT, found=len(text))
    drawn = _rows_of(text)
    if not drawn:
        raise OptionError("dragon_castle.castle.empty")
    if len(drawn) > ROWS:
        raise OptionError("dragon_castle.castle.too_many_rows", most=ROWS, found=len(drawn))
    for number, row in enumerate(drawn, 1):
        _check_row(row, number, len(drawn[0]))
    castle = Castle(tuple(row.replace(LEVEL, "0") for row in drawn))
    if (found := sum(castle.floors)) != TILES:
        raise OptionError("dragon_castle.castle.wrong_sum", wanted=TILES, found=found)
    return castle


def written(castle: Castle) -> str:
    """Return a castle on one line, as it is stored."""
    return "/".join(castle.rows)


def remarks(castle: Castle, players: int) -> list[Phrase]:
    """Return the guidelines for a number of players that a castle misses (DC-7). It can still be played."""
    if players not in GROUND_FOR:
        raise OptionError("dragon_castle.castle.wrong_players", known=", ".join(map(str, GROUND_FOR)), players=players)
    missed = []
    least, most = GROUND_FOR[players]
    if not least <= castle.ground <= most:
        fields = {"players": players, "least": least, "most": most, "found": castle.ground}
        missed.append(Phrase("dragon_castle.castle.remark.ground", fields))
    if castle.long_runs > MOST_LONG_RUNS:
        fields = {"length": LONG_RUN, "most": MOST_LONG_RUNS, "found": castle.long_runs}
        missed.append(Phrase("dragon_castle.castle.remark.runs", fields))
    return missed


def read_file(path: Path) -> str:
    """Return the text of a file with a layout. Raise `OptionError` if it cannot be read or is too long."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_TEXT + 1)
        if len(data) > LONGEST_TEXT:
            raise OptionError("dragon_castle.castle.file_too_long", file=str(path), most=LONGEST_TEXT)
        return data.decode("utf-8-sig")
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise OptionError("dragon_castle.castle.file_unreadable", file=str(path), reason=reason) from problem
    except UnicodeDecodeError as problem:
        raise OptionError("dragon_castle.castle.file_no_text", file=str(path)) from problem


@dataclass(frozen=True)
class CastleOption(Option):
    """The castle: a name, or a custom layout as text or as a list of rows (DC-6, DC-7)."""

    kind = "castle"

    name: str = "castle"
    default: str = "basic_2"

    def default_for(self, players: int) -> str:
        """Return the basic castle for a number of players; in a solo game the one for three (DC-41)."""
        return "basic_3" if players == 1 else f"basic_{players}"

    def values(self) -> tuple[Value, ...]:
        """Return the names. Any layout that `parse` accepts is a value too."""
        return NAMES

    def accepts(self, value: object) -> bool:
        """Return True for a name or a layout that can be built."""
        return isinstance(value, str) and self._refusal(value) is None

    def normal(self, value: object) -> object:
        """Return a name unchanged, and a layout on one line, even if it equals a named one."""
        text = _text_of(value)
        if not isinstance(text, str):
            return value
        if (name := _as_name(text)) in BEST_FOR:
            return name
        try:
            return written(parse(text))
        except OptionError:
            return value

    def problem(self, given: object, players: int) -> OptionError | None:  # noqa: ARG002 (any castle for any number)
        """Return what is wrong with a layout, or the known names."""
        return self._refusal(_text_of(given))

    def from_text(self, text: str) -> object:
        """Return typed text, or the layout in the file that it names.

        Only the command line may call this: it reads the user's files.
        """
        if self.accepts(text):
            return text
        try:
            path = Path(text).expanduser()
            return read_file(path) if path.is_file() else text
        except (OSError, RuntimeError, ValueError):  # not a path, or not that of a layout
            return text

    def codes(self, value: Value) -> list[int]:
        """Return twelve numbers, one for each row of the grid."""
        return (named(str(value)) if value in BEST_FOR else parse(value)).codes()

    def _refusal(self, text: object) -> OptionError | None:
        if isinstance(text, str) and _as_name(text) in BEST_FOR:
            return None
        try:
            parse(text)
        except OptionError as problem:
            return _unknown(text) if isinstance(text, str) and _like_a_name(text) else problem
        return None


def _text_of(value: object) -> object:
    """Return a layout given as rows as one text; anything else unchanged."""
    rows: object = value.rows if isinstance(value, Castle) else value
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, str) for row in rows):
        return value
    return "\n".join(rows)


def _as_name(text: str) -> str:
    return text.strip().casefold() if len(text) <= LONGEST_NAME else ""


def _like_a_name(text: str) -> bool:
    """Return True if a text looks like a name or a file: one line, less than half of it digits and dots."""
    if len(text) > LONGEST_TEXT:
        return False
    rows = _rows_of(text)
    marks = [mark for row in rows for mark in row]
    heights = sum(mark == LEVEL or mark.isdigit() for mark in marks)
    return "\n" not in text.strip() and 2 * heights < len(marks)


def _unknown(given: str) -> OptionError:
    return OptionError(
        "dragon_castle.castle.unknown", given=reprlib.repr(given), known=nearest(given[:LONGEST_NAME], NAMES)
    )


def _rows_of(text: str) -> Sequence[str]:
    """Return the rows as drawn, without empty ones before the first and after the last."""
    lines = [line.strip(" \t") for line in re.split(r"\r\n|\r|\n", text)]
    rows = [row.strip(" \t") for line in lines if not line.startswith("#") for row in line.split("/")]
    there = [number for number, row in enumerate(rows) if row]
    return rows[there[0] : there[-1] + 1] if there else []


def _check_row(row: str, number: int, columns: int) -> None:
    for column, mark in enumerate(row, 1):
        if mark in HEIGHTS or mark == LEVEL:
            continue
        key = "dragon_castle.castle.too_high" if mark in "456789" else "dragon_castle.castle.wrong_character"
        raise OptionError(key, row=number, column=column, given=repr(mark), most=TALLEST)
    if len(row) > COLUMNS:
        raise OptionError("dragon_castle.castle.too_many_columns", row=number, most=COLUMNS, found=len(row))
    if len(row) != columns:
        raise OptionError("dragon_castle.castle.uneven", row=number, wanted=columns, found=len(row))
