"""The report of a tournament: one self-contained HTML file, without scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

import palatine
from palatine.arena import charts
from palatine.arena.files import write_whole
from palatine.arena.texts import duration, printable
from palatine.arena.tournament import Standings
from palatine.core.formats import decimal
from palatine.core.words import say, say_if_known
from palatine.games import game_named

TEMPLATE = "report.html.jinja"


def write_report(standings: Standings, path: Path, language: str) -> None:
    """Write the report of a tournament with at least one game."""
    write_whole(path, rendered(standings, language))


def rendered(standings: Standings, language: str) -> str:
    """Return the report as HTML."""
    environment = Environment(
        loader=PackageLoader("palatine.arena", "templates"),
        autoescape=True,  # names and reasons are untrusted
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    def words(key: str, **fields: object) -> str:
        return say(f"arena.report.{key}", language, **fields)

    environment.globals |= {
        "words": words,
        "number": lambda value, form=".1f": decimal(value, form, language),
        "percent": lambda share: f"{decimal(100 * share, '.1f', language)} %",
        "duration": lambda seconds: duration(seconds, language),
        "language": language,
    }
    return environment.get_template(TEMPLATE).render(_content(standings, language))


def _content(standings: Standings, language: str) -> dict[str, Any]:
    """Return the variables of the template. Bots are always in the order of the standings."""
    plan, played = standings.plan, standings.played
    game = game_named(plan.game)
    ranking = standings.ranking()
    bots = standings.figures(language)
    for bot in bots:
        bot["name"] = printable(bot["name"])
        for failure in bot["failures"]:
            failure["reason"] = printable(failure["reason"])
    of_entrants = charts.spreads(charts.scores_of(played, len(bots)))
    spreads = [of_entrants[entrant] for entrant in ranking]
    met = charts.meetings(played)
    sources, means = charts.mean_sources(played, len(bots))
    bars = [charts.stacked(sources, means[entrant]) for entrant in ranking]
    drawn_sources = [source for source in [*sources, charts.OTHER] if any(_has(bar, source) for bar in bars)]
    return {
        "version": palatine.__version__,
        "plan": plan,
        "title": game.title,
        "chosen": [printable(option) for option in plan.typed_options()],
        "games": len(played),
        "bots": bots,
        "rating_axis": charts.axis([bot[key] for bot in bots for key in ("rating_low", "rating_high")]),
        "spreads": spreads,
        "score_axis": charts.axis([edge for s in spreads if s for bin_ in s.bins for edge in (bin_[0], bin_[1] + 1)]),
        "tallest": max(share for spread in spreads if spread for _, _, share in spread.bins),
        "matrix": [[met.get((row, column)) for column in ranking] for row in ranking],
        "sources": sources,
        "source_names": {source: source_name(plan.game, source, language) for source in [*sources, charts.OTHER]},
        "means": [means[entrant] for entrant in ranking],
        "bars": bars,
        "colours": {source: number for number, source in enumerate(drawn_sources)},
        "source_axis": charts.axis([0.0, *(edge for bar in bars for part in bar for edge in (part.start, part.end))]),
    }


def _has(bar: list[charts.Segment], source: str) -> bool:
    return any(part.source == source for part in bar)


def source_name(game: str, source: str, language: str) -> str:
    """Return the name of a source of points: the game's entry for the arena, or its general one."""
    keys = (f"{game}.arena.{source}", f"arena.source.{source}", f"{game}.source.{source}")
    return next((found for key in keys if (found := say_if_known(key, language)) is not None), source)
