"""Measure the strength of the bots: every figure of it in docs/results.md.

Run: python bench/bots.py MEASURE... [--games N] [--cores C]     (`all`, or a measure that --help lists)
"""

from __future__ import annotations

import argparse
import os
import time

from palatine.arena.crew import local_crew, open_once
from palatine.arena.figures import Tallies
from palatine.arena.intervals import around, mean
from palatine.arena.running import Referee, play_on
from palatine.arena.seating import Fixture, fixture, labels, lineup, rotations
from palatine.core.benchmarks import Match, Measure
from palatine.core.bots import HIGHEST, LOWEST
from palatine.core.words import ENGLISH
from palatine.games import BUILT_IN

SEED = 5
ALL = "all"


def report(match: Match, games: int, cores: int) -> None:
    """Play a match as `palatine match` does and print its figures; `games` 0 plays all of it."""
    settings, bots, games = match.settings, match.bots, games or match.games
    turned = rotations(lineup(len(bots), settings.players))

    def fixtures(number: int) -> Fixture | None:
        return fixture(number, turned, SEED) if number < games else None

    open_once(settings.game, bots)
    crew = local_crew(cores)
    tallies, winning = Tallies(labels(bots), len(turned)), []
    start = time.perf_counter()
    for played in play_on(settings, bots, SEED, fixtures, crew, Referee(len(bots)), records=False):
        tallies.note(played)
        winning.append(float(max(played.outcome.totals)))
    crew.close(finished=True)
    usual = settings.game.settings(settings.players).options
    chosen = "".join(f", {name}={value}" for name, value in settings.options.items() if value != usual[name])
    seconds = time.perf_counter() - start
    print(f"{settings.game.name}, {settings.players} players{chosen}: {games} games in {seconds:.0f} s")
    for one in tallies.figures(ENGLISH):
        print(
            f"  {one['name']}: wins {100 * one['win_rate']:.1f} %"
            f" ({100 * one['win_rate_low']:.1f} to {100 * one['win_rate_high']:.1f}),"
            f" points {one['mean_score']:.1f}, margin {one['mean_margin']:+.2f}"
            f" ({one['margin_low']:+.2f} to {one['margin_high']:+.2f}),"
            f" {1000 * one['seconds_per_decision']:.1f} ms a decision"
        )
    low, high = around(mean(winning), winning) or (0.0, 0.0)
    print(f"  the winners' points: {mean(winning):.1f} ({low:.1f} to {high:.1f})", flush=True)


def levels() -> Measure:
    """Return the matches of every level of every game against the one below."""
    matches = [
        Match(game.settings(2), (f"level:{level}", f"level:{level - 1}"), 200 if level < HIGHEST else 60)
        for game in BUILT_IN.values()
        for level in range(LOWEST + 1, HIGHEST + 1)
    ]
    return Measure("every level against the one below, two players: at least 65 %", tuple(matches))


def all_measures() -> dict[str, Measure]:
    """Return the measures of all games by name, and that of the levels."""
    found: dict[str, Measure] = {}
    for game in BUILT_IN.values():
        found.update(game.module("benchmarks").BENCHMARKS.measures)
    return found | {"levels": levels()}


if __name__ == "__main__":
    measures = all_measures()
    listed = "\n".join(f"  {name}: {measure.target}" for name, measure in measures.items())
    parser = argparse.ArgumentParser(
        description="Measure the strength of the bots.",
        epilog=listed,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("measures", nargs="+", choices=[*measures, ALL], metavar="MEASURE")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.games == 1 or given.games < 0:
        parser.error("one game gives no interval: pass --games 2 or more, or leave it out for the full number")
    for each in measures if ALL in given.measures else given.measures:
        print(f"{each}: {measures[each].target}")
        for match in measures[each].matches:
            report(match, given.games, given.cores)
