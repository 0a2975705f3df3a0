"""A game that brings no screen of its own in the terminal: the position as an outline, decisions as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from palatine.core.game import Game
from palatine.core.language import COMMAND, Words
from palatine.core.table import Table

INDENT = "  "
TOLD_ELSEWHERE = ("game", "options", "players", "seat", "totals")
"""Entries of a position that are not part of the outline: they do not change, or the seats show them."""


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
    """The lines of an entry: values on one line, what is nested on lines of its own."""
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
    """The screen of a game: the same functions as the module `screen` of a game that brings one."""

    def __init__(self, game: Game) -> None:
        self._to_text: Callable[[int], str] = game.module("actions").to_text

    def draw(self, position: dict[str, Any], names: Sequence[str], words: Words) -> RenderableType:
        """The seats with their points, and everything else that is open."""
        lines = [
            f"{'>' if position.get('seat') == seat else ' '} {name}: {points}"
            for seat, (name, points) in enumerate(zip(names, position.get("totals", [""] * len(names)), strict=True))
        ]
        for name, value in position.items():
            if name not in TOLD_ELSEWHERE:
                lines += _outline(name, value, 0)
        return Text("\n".join(lines))

    def task(self, position: dict[str, Any], name: str, words: Words) -> RenderableType | None:
        """Nothing beyond the list of decisions."""
        return None

    def explained(self, words: Words) -> str:
        """Explain how decisions are typed."""
        return words.if_known("terminal.help", words.of(COMMAND)("play.plain_help"))

    def explain(self, table: Table, decision: int, words: Words) -> RenderableType:
        """A decision as it is typed."""
        return Text(self._to_text(decision))

    def said(self, decision: int, words: Words) -> str:
        """A decision as it is typed."""
        return self._to_text(decision)

    def news(self, table: Table, decision: int, names: Sequence[str], words: Words) -> Sequence[RenderableType]:
        """Nothing: the outline shows what a decision has changed."""
        return ()

    def label(self, decision: int, number: int) -> int:
        """The number a choice is listed under: its place in the list."""
        return number

    def source(self, entry: dict[str, Any], words: Words) -> str:
        """Name a source of points: by the game's sentence, or as it is called."""
        return words.if_known(f"source.{entry['source']}", _readable(entry["source"]), **entry)
