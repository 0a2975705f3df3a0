"""Points by source and the result of a game, in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from palatine.cli.plain_screen import PlainScreen
from palatine.cli.terminal import Terminal
from palatine.core.game import Game
from palatine.core.language import Words
from palatine.core.table import Table


def screen_of(game: Game) -> Any:
    """Return the terminal screen of a game: its own module `screen`, or a plain one.

    It has `draw`, `task`, `explain`, `said`, `news`, `label`, `source` and `explained`, and may have `closing` for games
    that can be played alone, and `described` if what a decision means depends on the position. The words it is given are
    those of the game.
    """
    return game.module("screen") if game.has_module("screen") else PlainScreen(game)


def decision_text(table: Table, decision: int, words: Words) -> str:
    """Return a legal decision in the words of the game, which may depend on the position it is made in."""
    screen = screen_of(table.game)
    text: str = (
        screen.described(table, decision, words) if hasattr(screen, "described") else screen.said(decision, words)
    )
    return text


def round_number(game: Game, entry: dict[str, Any]) -> int:
    """Return the number of a position's or source's game in a series; 0 if there is no series."""
    number: int = entry.get(getattr(game.module("view"), "ROUND", ""), 0)
    return number


def show_points(table: Table, names: Sequence[str], terminal: Terminal, words: Words) -> None:
    """Print the points by source for each seat; in a series of games, for each game."""
    scores = table.scores()
    screen, of_game = screen_of(table.game), words.of(table.game.name)
    grid = Grid(title=words("play.points_of"), title_justify="left", box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in names:
        grid.add_column(name, vertical="top")
    rounds = sorted({round_number(table.game, entry) for score in scores for entry in score["sources"]}) or [0]
    for number in rounds:
        columns = []
        for score in scores:
            of_round = [entry for entry in score["sources"] if round_number(table.game, entry) == number]
            counted = [entry for entry in of_round if entry["points"]]
            title = [words("play.game_number", number=number)] if number else []
            lines = [f"{entry['points']:>3} {screen.source(entry, of_game)}" for entry in counted]
            columns.append("\n".join([*title, *(lines or [words("play.no_points")])]))
        grid.add_row(*columns, end_section=True)
    grid.add_row(*(f"{score['total']:>3} {words('play.total')}" for score in scores))
    terminal.show(grid)


def show_result(table: Table, names: Sequence[str], you: int | None, terminal: Terminal, words: Words) -> None:
    """Print the points by source, the winners and the tie-break. `you` is the seat of the only human player."""
    result = table.result()
    if result is None:
        return
    of_game = words.of(table.game.name)
    terminal.show(words("play.over"))
    show_points(table, names, terminal, words)
    if table.settings.players == 1:
        screen = screen_of(table.game)
        if hasattr(screen, "closing"):
            terminal.show(screen.closing(table.position(), of_game))
        terminal.show(words("play.seed", seed=str(table.seed)))
        return
    winners, decided_by = result["winners"], result["decided_by"]
    how = of_game.if_known(f"decided_by.{decided_by}", decided_by.replace("_", " "))
    sentence = "winners" if len(winners) > 1 else "you_win" if winners == [you] else "winner"
    terminal.show(words(f"play.{sentence}", names=[names[seat] for seat in winners], how=how))
    terminal.show(words("play.seed", seed=str(table.seed)))
