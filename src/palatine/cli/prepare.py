"""Compiling the rules before they are needed, with a progress bar where somebody watches."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from palatine.cli.words import Words
from palatine.core.game import Game
from palatine.games import GAMES, game_named


def prepare(games: Sequence[Game], words: Words) -> None:
    """Load or compile the rules and the bots of games."""
    from palatine.bots.thinking import thinking
    from palatine.core import engine
    from palatine.core.compiled import CacheUnavailableWarning

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", CacheUnavailableWarning)
        parts = [part for game in games for part in (engine.uncompiled(game).entry_points, thinking(game).entry_points)]
    for warning in caught:
        if isinstance(warning.message, CacheUnavailableWarning):
            sys.stderr.write(warning.message.phrase.told(words.language) + "\n")
    if all(part.ready for part in parts):
        for part in parts:
            part.compile()
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for part in parts:
            task = progress.add_task(f"{words('setup.compiling')}: {part.name}", total=None)

            def show(done: int, total: int, task: int = task) -> None:
                progress.update(task, completed=done, total=total)  # type: ignore[arg-type]

            part.compile(show)


def prepare_games(names: Sequence[str], words: Words) -> None:
    """The command `palatine setup`."""
    games = [game_named(name) for name in names] or list(GAMES.values())
    prepare(games, words)
    Console().print(words("setup.ready", games=", ".join(game.title for game in games)))
