"""How strong the bots are: every figure that docs/results.md claims of them.

Run: python bench/bots.py MEASURE... [--games N] [--cores C]     (python bench/bots.py --help lists the measures)
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

from palatine.arena.crew import local_crew, open_once
from palatine.arena.figures import Tallies
from palatine.arena.intervals import around, mean
from palatine.arena.running import Referee, play_on
from palatine.arena.seating import Fixture, fixture, labels, lineup, rotations
from palatine.core.bots import HIGHEST, LOWEST
from palatine.core.words import ENGLISH
from palatine.games import BUILT_IN, game_named

BONUSES = {"harmony": True, "middle_kingdom": True}
MASTER = f"level:{HIGHEST}"
SEED = 5


def report(game: str, players: int, bots: tuple[str, ...], games: int, cores: int, **options: Any) -> None:
    """Play a match as `palatine match` does, the last bot on the seats that are left, and print the figures."""
    settings = game_named(game).settings(players, options)
    turned = rotations(lineup(len(bots), players))

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
    told = "".join(f", {name}={value}" for name, value in options.items())
    print(f"{game}, {players} players{told}: {games} games in {time.perf_counter() - start:.0f} s")
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


def literature_check(games: int, cores: int) -> None:
    """full_greedy among its kind (about 51.4 points), and against three random (97.7 %)"""
    report("kingdomino", 4, ("full_greedy",), games or 2000, cores, **BONUSES)
    report("kingdomino", 4, ("full_greedy", "random"), games or 2000, cores, **BONUSES)


def literature(games: int, cores: int) -> None:
    """one search at 1 s a move (two decisions) against three full_greedy: at least +12 and 80 %"""
    report("kingdomino", 4, ("search:500ms", "full_greedy"), games or 200, cores, **BONUSES)


def literature_quick(games: int, cores: int) -> None:
    """the same at 0.1 s a move: at least +5"""
    report("kingdomino", 4, ("search:50ms", "full_greedy"), games or 400, cores, **BONUSES)


def two(games: int, cores: int) -> None:
    """Kingdomino with two players at 0.2 s a move against full_greedy: at least 97 %"""
    report("kingdomino", 2, ("search:100ms", "full_greedy"), games or 200, cores, **BONUSES)


def duel(games: int, cores: int) -> None:
    """The Mighty Duel, masters among themselves: a mean of at least 115"""
    report("kingdomino", 2, (MASTER,), games or 40, cores, mighty_duel=True, **BONUSES)


def year(games: int, cores: int) -> None:
    """In the Year of the Dragon, four masters: winners at least 105, all at least 92"""
    report("year_of_the_dragon", 4, (MASTER,), games or 40, cores)


def castle(games: int, cores: int) -> None:
    """Dragon Castle, the master against greedy: at least 75 % with four players, 90 % with two"""
    report("dragon_castle", 4, (MASTER, "greedy"), games or 60, cores)
    report("dragon_castle", 2, (MASTER, "greedy"), games or 60, cores)


def doubling(games: int, cores: int) -> None:
    """Dragon Castle with two players: what doubling the budget gains, from 50 ms to 3.2 s, against search:50ms"""
    for milliseconds in (100, 200, 400, 800, 1600, 3200):
        affordable = 8_000 // milliseconds  # the longer they think, the fewer games there is time for
        bots = f"search:{milliseconds}ms", "search:50ms"  # greedy loses too often for a difference to be seen
        report("dragon_castle", 2, bots, games or max(6, min(40, affordable)), cores)


def levels(games: int, cores: int) -> None:
    """every level against the one below, two players: at least 65 %"""
    for game in BUILT_IN:
        for level in range(LOWEST + 1, HIGHEST + 1):
            report(game, 2, (f"level:{level}", f"level:{level - 1}"), games or (200 if level < HIGHEST else 60), cores)


MEASURES: dict[str, Callable[[int, int], None]] = {
    measure.__name__: measure
    for measure in (literature_check, literature, literature_quick, two, duel, year, castle, doubling, levels)
}

if __name__ == "__main__":
    listed = "\n".join(f"  {name}: {measure.__doc__}" for name, measure in MEASURES.items())
    parser = argparse.ArgumentParser(
        description="How strong the bots are.", epilog=listed, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("measures", nargs="+", choices=list(MEASURES), metavar="MEASURE")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.games == 1 or given.games < 0:
        parser.error("one game tells no interval: --games 2 or more, or none for the full number")
    for each in given.measures:
        MEASURES[each](given.games, given.cores)
