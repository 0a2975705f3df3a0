"""Kingdomino in the terminal: kingdoms side by side, the two lines, and points by source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from palatine.core.language import Words
from palatine.core.table import Table
from palatine.games.kingdomino.actions import fields, to_text
from palatine.games.kingdomino.layout import DOMINO, TERRAINS

COLOURS = {
    "wheat": "black on #e8c547",
    "forest": "white on #1f6b3a",
    "lake": "white on #2b6cb0",
    "grass": "black on #a3d468",
    "swamp": "white on #7a6a55",
    "mine": "white on #3b3444",
}
CASTLE = "black on white"
CELL = 3
AXIS = 3
FREE = " · "


def _cell(terrain: str, crowns: int, words: Words) -> Text:
    """Return a square, three characters wide: the letter of its terrain and its crowns, readable without colour."""
    style = f"bold {COLOURS[terrain]}" if crowns else COLOURS[terrain]
    return Text(f" {words(f'terminal.letter.{terrain}')}{crowns or ' '}", style=style)


def _domino(number: int, words: Words) -> Text:
    left, left_crowns, right, right_crowns = DOMINO[number - 1].tolist()
    halves = _cell(TERRAINS[left], left_crowns, words) + _cell(TERRAINS[right], right_crowns, words)
    return Text(f"{number:3} ") + halves


def _reach(low: int, high: int, grid: int) -> range:
    """Return the columns (rows) of a kingdom and those that its next domino could add."""
    more = min(2, grid - (high - low + 1))
    return range(low - more, high + more + 1)


def _kingdom(position: dict[str, Any], seat: int, name: str, words: Words) -> Text:
    kingdom = position["kingdoms"][seat]
    squares = {(square["x"], square["y"]): square for square in kingdom["squares"]}
    bounds, grid = kingdom["bounds"], position["grid"]
    columns = _reach(bounds["west"], bounds["east"], grid)
    rows = _reach(bounds["north"], bounds["south"], grid)
    active = position["seat"] == seat
    title = f"{'>' if active else ' '}{name}: {position['totals'][seat]}"
    lines = [
        Text(title, style="bold" if active else ""),
        Text(" " * AXIS + "".join(f"{x:^{CELL}}" for x in columns), style="dim"),
    ]
    for y in rows:
        line = Text().append(f"{y:>{AXIS - 1}} ", style="dim")
        for x in columns:
            square = squares.get((x, y))
            if (x, y) == (0, 0):
                line.append(f" {words('terminal.castle')} ", style=CASTLE)
            elif square:
                line.append_text(_cell(square["terrain"], square["crowns"], words))
            else:
                line.append(FREE, style="dim")
        lines.append(line)
    width = max(line.cell_len for line in lines)
    for line in lines:
        line.pad_right(width - line.cell_len)
    return Text("\n").join(lines)


def _line(title: str, entries: list[dict[str, Any]], names: Sequence[str], words: Words) -> Text:
    text = Text().append(title, style="bold")
    for entry in entries:
        owner = words("terminal.free") if entry["seat"] is None else names[entry["seat"]]
        text.append("\n").append_text(_domino(entry["domino"], words)).append(f" {owner}")
    return text if entries else text.append("\n" + words("terminal.none"))


def draw(position: dict[str, Any], names: Sequence[str], words: Words) -> RenderableType:
    """Return the whole table: header, lines and kingdoms."""
    key = "header_game" if position["options"]["dynasty"] else "header"
    header = words(
        f"terminal.{key}",
        game=position["game_number"],
        line=position["line_number"],
        lines=position["lines"],
        count=position["deck"],
    )
    letters = ", ".join(f"{words(f'terminal.letter.{terrain}')} {words(f'terrain.{terrain}')}" for terrain in TERRAINS)
    legend = words("terminal.legend", letters=letters, castle=words("terminal.castle"))
    lines = [
        _line(words("terminal.to_place"), position["current_line"], names, words),
        _line(words("terminal.on_offer"), position["next_line"], names, words),
    ]
    first_round = (
        not position["current_line"]
        and position["phase"] == "claim"
        and not any(kingdom["placed"] for kingdom in position["kingdoms"])
    )
    kings = ", ".join(names[seat] for seat in position["first_order"])
    order = [Text(words("terminal.kings", kings=kings))] if first_round else []
    kingdoms = [_kingdom(position, seat, name, words) for seat, name in enumerate(names)]
    return Group(
        Text(header, style="bold"),
        Text(legend, style="dim"),
        Columns(lines, padding=(0, 4)),
        *order,
        Text(""),
        Columns(kingdoms, padding=(0, 3, 1, 0)),
    )


def task(position: dict[str, Any], name: str, words: Words) -> RenderableType | None:
    """Return the player's task if the board does not show it: the domino to place."""
    if position["phase"] != "place":
        return None
    return Text(words("terminal.placing", name=name)).append_text(_domino(position["current_line"][0]["domino"], words))


def explained(words: Words) -> str:
    """Return how to write the decisions of this game."""
    return words("terminal.help")


def explain(table: Table, decision: int, words: Words) -> RenderableType:
    """Return a decision with the domino it claims."""
    text, about = Text(to_text(decision)), fields(decision)
    return text.append_text(_domino(about["domino"], words)[3:]) if about["kind"] == "claim" else text


def said(decision: int, words: Words) -> str:
    """Return a decision as part of a sentence: as it is typed."""
    return to_text(decision)


def news(table: Table, decision: int, names: Sequence[str], words: Words) -> Sequence[RenderableType]:
    """Return consequences of a decision that the board does not show: none."""
    return ()


def label(decision: int, number: int) -> int:
    """Return the number that a choice is listed under: typing a domino's number claims it."""
    return int(fields(decision).get("domino", number))


def source(entry: dict[str, Any], words: Words) -> str:
    """Return a source of points as text."""
    placeholders = dict(entry)
    if "terrain" in placeholders:
        placeholders["terrain"] = words(f"terrain.{placeholders['terrain']}")
    return words(f"source.{entry['source']}", **placeholders)
