"""The figures of bots in the terminal, and the progress of their games."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from palatine.arena.matches import Progress as Told
from palatine.arena.texts import duration, printable
from palatine.core.formats import decimal
from palatine.core.language import Words


def shown(text: str) -> Text:
    """A text from outside, such as a bot's name: shown as it is, without power over the terminal."""
    return Text(printable(text))


@contextlib.contextmanager
def games_progress(words: Words) -> Iterator[Told]:
    """A progress bar on standard error."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words("match.playing"), total=None, start=False)

        def show(done: int, total: int) -> None:
            if done == 0 or not bar.tasks[0].started:
                bar.start_task(task)
            bar.update(task, completed=done, total=total)

        yield show


def figures_grid(title: str, bots: Sequence[dict[str, Any]], words: Words) -> Grid:
    """The figures of each bot as a table, intervals in columns after their figures."""
    grid = Grid(
        title=Text(title),
        title_justify="left",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    rated = any("rating" in bot for bot in bots)
    with_interval = ("rating", "wins") if rated else ("wins", "margin")  # more is too wide for a terminal

    def told(value: float | None, form: str) -> str:
        return decimal(value, form, words.language)

    def interval(low: float | None, high: float | None, form: str) -> str:
        return "" if low is None or high is None else f"{told(low, form)} … {told(high, form)}"

    grid.add_column(words("match.bot"), overflow="fold", min_width=8)
    for column in (["rating"] if rated else []) + ["wins", "score", "margin", "time"]:
        grid.add_column(words(f"match.{column}"), justify="right", no_wrap=True)
        if column in with_interval:
            grid.add_column("95 %", justify="right", no_wrap=True, style="dim")
    for bot in bots:
        cells = [told(bot["rating"], ".1f"), interval(bot["rating_low"], bot["rating_high"], ".1f")] if rated else []
        cells += [
            told(bot["win_rate"], ".1%"),
            interval(bot["win_rate_low"], bot["win_rate_high"], ".0%"),
            told(bot["mean_score"], ".1f"),
            told(bot["mean_margin"], "+.1f"),
            *([] if rated else [interval(bot["margin_low"], bot["margin_high"], "+.1f")]),
            duration(bot["seconds_per_decision"], words.language),
        ]
        grid.add_row(shown(bot["name"]), *cells)
    return grid


def failures_of(bots: Sequence[dict[str, Any]], words: Words) -> Iterator[Text]:
    """A sentence for every bot that has failed, with its last reason."""
    for bot in bots:
        if bot["failures"]:
            last = bot["failures"][-1]
            yield shown(words("match.failed", name=bot["name"], count=len(bot["failures"]), **last))
        if bot["games_not_asked"]:
            yield shown(words("match.not_asked", name=bot["name"], count=bot["games_not_asked"]))
