"""The figures of bots as a table, and a progress bar for their games."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from palatine.arena.matches import Progress as ShowProgress
from palatine.arena.texts import duration, printable
from palatine.core.formats import decimal
from palatine.core.language import Words


def shown(text: str) -> Text:
    """Return an outside text, such as a bot's name, without markup and terminal control characters."""
    return Text(printable(text))


@contextlib.contextmanager
def games_progress(words: Words) -> Iterator[ShowProgress]:
    """Show a progress bar on standard error."""
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
    """Return the figures of each bot as a table, with intervals in columns after their figures."""
    grid = Grid(
        title=Text(title),
        title_justify="left",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    rated = any("rating" in bot for bot in bots)
    with_interval = ("rating", "wins") if rated else ("wins", "margin")  # more would not fit into 80 columns

    def text(value: float | None, form: str) -> str:
        return decimal(value, form, words.language)

    def interval(low: float | None, high: float | None, form: str) -> str:
        return "" if low is None or high is None else f"{text(low, form)} … {text(high, form)}"

    grid.add_column(words("match.bot"), overflow="fold", min_width=8)
    for column in (["rating"] if rated else []) + ["wins", "score", "margin", "time"]:
        grid.add_column(words(f"match.{column}"), justify="right", no_wrap=True)
        if column in with_interval:
            grid.add_column("95 %", justify="right", no_wrap=True, style="dim")
    for bot in bots:
        cells = [text(bot["rating"], ".1f"), interval(bot["rating_low"], bot["rating_high"], ".1f")] if rated else []
        cells += [
            text(bot["win_rate"], ".1%"),
            interval(bot["win_rate_low"], bot["win_rate_high"], ".0%"),
            text(bot["mean_score"], ".1f"),
            text(bot["mean_margin"], "+.1f"),
            *([] if rated else [interval(bot["margin_low"], bot["margin_high"], "+.1f")]),
            duration(bot["seconds_per_decision"], words.language),
        ]
        grid.add_row(shown(bot["name"]), *cells)
    return grid


def failures_of(bots: Sequence[dict[str, Any]], words: Words) -> Iterator[Text]:
    """Yield a sentence for each bot that has failed, with its last reason."""
    for bot in bots:
        if bot["failures"]:
            last = bot["failures"][-1]
            yield shown(words("match.failed", name=bot["name"], count=len(bot["failures"]), **last))
        if bot["games_not_asked"]:
            yield shown(words("match.not_asked", name=bot["name"], count=bot["games_not_asked"]))
