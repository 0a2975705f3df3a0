"""The screen of a game without one of its own: the position as an outline, decisions as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from palatine.core.game import Game
from palatine.core.language import COMMAND, Words
from palatine.core.table import Table

INDENT = "  "
LEFT_OUT = ("game", "options", "players", "seat", "totals")
"""Entries of a position that the outline leaves out: they do not change, or the seats show them."""


def _readable(name: object) -> str:
    return str(name).replace("_", " ")


def _is_plain(value: object) -> bool:
    return not isinstance(value, (dict, list)) or not value


def _in_line(value: object) -> str:
    if value is None or value in ([], {}):
        return "-"
    if isinstance(value, bool):
        return "+" if value else "-"
    return str(value)


def _outline(name: str, value: Any, depth: int) -> Iterator[str]:
    """Yield the lines of an entry: plain values on one line, nested ones on their own lines."""
    head = f"{INDENT * depth}{_readable(name)}:"
    if _is_plain(value):
        yield f"{head} {_in_line(value)}"
    elif isinstance(value, list) and all(map(_is_plain, value)):
        yield f"{head} {', '.join(map(_in_line, value))}"
    elif isinstance(value, dict) and all(map(_is_plain, value.values())):
        yield f"{head} {', '.join(f'{_readable(key)} {_in_line(one)}' for key, one in value.items())}"
    else:
        yield head
        entries = value.items() if isinstance(value, dict) else enumerate(value, start=1)
        for key, one in entries:
            yield from _outline(str(key), one, depth + 1)


class PlainScreen:
    """A screen with the same functions as the module `screen` of a game."""

    def __init__(self, game: Game) -> None:
        self._to_text: Callable[[int], str] = game.module("actions").to_text

    def draw(self, position: dict[str, Any], names: Sequence[str], words: Words) -> RenderableType:
        """Return the seats with their points, and all other open entries."""
        lines = [
            f"{'>' if position.get('seat') == seat else ' '} {name}: {points}"
            for seat, (name, points) in enumerate(zip(names, position.get("totals", [""] * len(names)), strict=True))
        ]
        for name, value in position.items():
            if name not in LEFT_OUT:
                lines += _outline(name, value, 0)
        return Text("\n".join(lines))

    def task(self, position: dict[str, Any], name: str, words: Words) -> RenderableType | None:
        """Return None: the list of decisions is enough."""
        return None

    def explained(self, words: Words) -> str:
        """Return how to type decisions."""
        return words.if_known("terminal.help", words.of(COMMAND)("play.plain_help"))

    def explain(self, table: Table, decision: int, words: Words) -> RenderableType:
        """Return a decision as text."""
        return Text(self._to_text(decision))

    def said(self, decision: int, words: Words) -> str:
        """Return a decision as text."""
        return self._to_text(decision)

    def news(self, table: Table, decision: int, names: Sequence[str], words: Words) -> Sequence[RenderableType]:
        """Return nothing: the outline shows what has changed."""
        return ()

    def label(self, decision: int, number: int) -> int:
        """Return the number of a choice: its place in the list."""
        return number

    def source(self, entry: dict[str, Any], words: Words) -> str:
        """Return the name of a source of points: the game's sentence, or its id."""
        return words.if_known(f"source.{entry['source']}", _readable(entry["source"]), **entry)
