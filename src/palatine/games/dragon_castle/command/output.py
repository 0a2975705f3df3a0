"""The output of `palatine castle list`, `show` and `check`."""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from rich.console import Console
from rich.text import Text

from palatine.core.errors import OptionError
from palatine.core.language import Words
from palatine.games.dragon_castle.castles import (
    BEST_FOR,
    NAMES,
    Castle,
    CastleOption,
    named,
    parse,
    read_file,
    remarks,
    written,
)

COLOURS = {"1": "black on #8fa67f", "2": "black on #d9b24c", "3": "bold white on #b8402a"}
CELL = 3
AXIS = 3
FREE = "."
SOLO = 1
TABLES = (2, 3, 4)
"""The player counts that a castle is checked for by default."""


def list_castles(as_json: bool, words: Words) -> None:
    """List the castles. `words` are those of the game."""
    console = Console(highlight=False)
    if as_json:
        console.print_json(json.dumps({name: _described(name, named(name), words) for name in NAMES}))
        return
    heads = [_text(words, f"list.{key}") for key in ("name", "title", "best_for", "ground")]
    entries = [
        [name, _title(name, words), "/".join(map(str, BEST_FOR[name])), str(named(name).ground)] for name in NAMES
    ]
    lines = [heads, *entries]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for number, line in enumerate(lines):
        text = "  ".join(entry.ljust(width) for entry, width in zip(line, widths, strict=True)).rstrip()
        console.print(text, style="" if number else "bold", markup=False, soft_wrap=True)


def show_castle(given: str, as_json: bool, words: Words) -> None:
    """Draw a castle."""
    console = Console(highlight=False)
    name, castle = _castle_of(given)
    if as_json:
        fits = {str(players): _remarks(castle, players, words) for players in TABLES}
        console.print_json(json.dumps({"name": name, **_described(name, castle, words), "remarks": fits}))
        return
    players = "/".join(map(str, BEST_FOR.get(name or "", ())))
    title = _text(words, "show.title", title=_title(name, words), players=players) if name else given
    first, second, third = castle.floors
    console.print(title, style="bold", markup=False, soft_wrap=True)
    console.print(_drawn(castle), soft_wrap=True)
    console.print(_text(words, "show.legend", free=FREE), style="dim", markup=False, soft_wrap=True)
    console.print(_text(words, "show.floors", first=first, second=second, third=third), markup=False, soft_wrap=True)
    _print_remarks(castle, TABLES if name is None else BEST_FOR[name], console, words)


def check_castle(path: Path, players: int | None, as_json: bool, words: Words) -> bool:
    """Check the castle in a file; return True if it can be built."""
    console = Console(highlight=False)
    counts = TABLES if players is None else (players,)
    castle = problem = None
    try:
        castle = _castle_in(path)
        missed = {str(count): _remarks(castle, count, words) for count in counts}
    except OptionError as found:
        if not as_json or castle is not None:
            raise
        problem, missed = found.text(words.language), {}
    if as_json:
        described = None if castle is None else _described(None, castle, words)
        answer = {"file": str(path), "valid": castle is not None, "problem": problem, "castle": described}
        console.print_json(json.dumps(answer | {"remarks": missed}))
        return castle is not None
    assert castle is not None
    size = {"columns": castle.columns, "rows": len(castle.rows), "spaces": castle.ground}
    console.print(_text(words, "check.good", file=path, **size), markup=False, soft_wrap=True)
    _print_remarks(castle, counts, console, words)
    return True


def _castle_of(given: str) -> tuple[str | None, Castle]:
    """Return the castle that the user means, by its name, in a file or typed; and its name if it has one."""
    option = CastleOption()
    value = option.normal(given)
    if isinstance(value, str) and value in BEST_FOR:
        return value, named(value)
    if option.accepts(given):
        return None, parse(given)
    path = Path(given)
    try:
        there = path.exists()
    except (OSError, ValueError):
        there = False
    if there:
        return None, _castle_in(path)
    raise option.problem(given, SOLO) or OptionError("dragon_castle.castle.empty")


def _castle_in(path: Path) -> Castle:
    text = read_file(path)
    try:
        return parse(text)
    except OptionError as problem:
        raise OptionError("dragon_castle.castle.file", file=str(path), reason=problem) from problem


def _described(name: str | None, castle: Castle, words: Words) -> dict[str, Any]:
    described = {
        "columns": castle.columns,
        "rows": len(castle.rows),
        "ground": castle.ground,
        "floors": list(castle.floors),
        "long_runs": castle.long_runs,
        "layout": written(castle),
    }
    return described if name is None else {"title": _title(name, words), "best_for": list(BEST_FOR[name])} | described


def _drawn(castle: Castle) -> Text:
    """Return the grid with the names of its columns and rows. The heights are digits, so it needs no colour."""
    letters = "".join(f"{letter:^{CELL}}" for letter in ascii_lowercase[: castle.columns])
    drawn = Text().append(" " * AXIS + letters.rstrip(), style="dim")
    for number, row in enumerate(castle.rows, 1):
        drawn.append("\n").append(f"{number:>{AXIS - 1}} ", style="dim")
        for height in row:
            mark = FREE if height == "0" else height
            drawn.append(f"{mark:^{CELL}}", style=COLOURS.get(height, "dim"))
    return drawn


def _remarks(castle: Castle, players: int, words: Words) -> list[str]:
    return [remark.text(words.language) for remark in remarks(castle, players)]


def _print_remarks(castle: Castle, counts: tuple[int, ...], console: Console, words: Words) -> None:
    """Print the player counts whose guidelines the castle meets, and what it misses for the others."""
    missed = {count: _remarks(castle, count, words) for count in counts}
    fits = [count for count in counts if not missed[count]]
    if fits:
        key = "fits_solo" if fits == [SOLO] else "fits"
        console.print(_text(words, key, players="/".join(map(str, fits))), markup=False, soft_wrap=True)
    for remark in dict.fromkeys(remark for found in missed.values() for remark in found):
        console.print(remark, markup=False, soft_wrap=True)


def _title(name: str | None, words: Words) -> str:
    return _text(words, f"name.{name}")


def _text(words: Words, key: str, **fields: object) -> str:
    return words(f"castle.{key}", **fields)
