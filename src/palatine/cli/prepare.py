"""Compiling games before they are needed, with a progress bar."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from palatine.core.game import Game
from palatine.core.language import Words
from palatine.core.plain_text import exception_text
from palatine.games import BUILT_IN, all_games, game_named
from palatine.server.thinking.warm_up import command, parts_of

if TYPE_CHECKING:
    from palatine.core.compiled import EntryPoints

LOOK_SECONDS = 0.1
"""The time between looks at the compiling processes."""


def prepare(games: Sequence[Game], words: Words) -> None:
    """Load or compile the rules and bots of games."""
    from palatine.core.compiled import CacheUnavailableWarning

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", CacheUnavailableWarning)
        parts = {(game.name, number): part for game in games for number, part in enumerate(parts_of(game))}
    for warning in caught:
        if isinstance(warning.message, CacheUnavailableWarning):
            sys.stderr.write(warning.message.phrase.text(words.language) + "\n")
    missing = {place: part for place, part in parts.items() if not part.ready}
    if missing:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:3.0f} %"),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=Console(stderr=True)) as progress:
            tasks = {
                place: progress.add_task(f"{words('setup.compiling')}: {part.name}", total=None, start=False)
                for place, part in missing.items()
            }
            if not caught and len(missing) > 1:
                _compile_side_by_side(tasks, progress)
            # Compile here what another process could not, to raise its error.
            for place, part in missing.items():
                if not part.ready:
                    _compile_here(part, tasks[place], progress)
    for part in parts.values():
        part.compile()


def _compile_here(part: EntryPoints, task: TaskID, progress: Progress) -> None:
    progress.start_task(task)
    part.compile(lambda done, total: progress.update(task, completed=done, total=total))


def _compile_side_by_side(tasks: Mapping[tuple[str, int], TaskID], progress: Progress) -> None:
    """Compile each part into the cache in its own process, one per core.

    The compiler holds the GIL, so threads would not help.
    """
    # Slowest first, to keep all cores busy: the last game first, and the rules of each game before its bots.
    order = list(all_games())
    waiting = sorted(tasks, key=lambda place: (order.index(place[0]), -place[1]))
    running = dict[tuple[str, int], subprocess.Popen[bytes]]()
    try:
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                place = waiting.pop()
                progress.start_task(tasks[place])
                running[place] = subprocess.Popen(  # noqa: S603 - this program itself
                    command(*place), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
            time.sleep(LOOK_SECONDS)
            for place in [place for place, process in running.items() if process.poll() is not None]:
                if running.pop(place).returncode == 0:
                    progress.update(tasks[place], completed=1, total=1)
    finally:
        for process in running.values():
            process.terminate()
            process.wait()


def prepare_all(words: Words) -> list[Game]:
    """Load or compile everything and return the playable games. Report an installed game that fails."""
    ready = list(BUILT_IN.values())
    prepare(ready, words)
    for game in all_games().values():
        if game.name not in BUILT_IN:
            try:
                prepare([game], words)
            except Exception as problem:  # a broken plug-in must not block the other games
                sys.stderr.write(words("setup.failed", game=game.title, reason=exception_text(problem)) + "\n")
            else:
                ready.append(game)
    return ready


def prepare_games(names: Sequence[str], words: Words) -> None:
    """Run the command `palatine setup`."""
    games = [game_named(name) for name in names]
    if games:
        prepare(games, words)
    else:
        games = prepare_all(words)
    Console().print(words("setup.ready", games=[game.title for game in games]))
