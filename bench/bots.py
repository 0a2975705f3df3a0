"""How strong the bots are: every figure that docs/results.md claims of them.

Run: python bench/bots.py MEASURE... [--games N] [--cores C]     (python bench/bots.py --help lists the measures)
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from palatine.arena.game import Outcome, play
from palatine.arena.intervals import wilson
from palatine.bots import bot_named
from palatine.bots.levels import HIGHEST, LOWEST
from palatine.games import GAMES, game_named

BONUSES = {"harmony": True, "middle_kingdom": True}
MASTER = f"level:{HIGHEST}"


@functools.cache
def _bots(game: str, names: tuple[str, ...]) -> list[Any]:
    return [bot_named(name, game_named(game), seat) for seat, name in enumerate(names)]


def _one_game(game: str, names: tuple[str, ...], options: dict[str, Any], number: int) -> tuple[int, Outcome]:
    """Game `number` of a match: each deal is played with the first bot in every seat."""
    players = len(names)
    own = number % players
    bots = _bots(game, names)
    seated = [bots[(seat - own) % players] for seat in range(players)]
    settings = game_named(game).settings(players, options)
    return own, play(settings, number // players, seated, record=False)


def outcomes(game: str, names: Sequence[str], games: int, cores: int, **options: Any) -> list[tuple[int, Outcome]]:
    """Many games between bots, on several cores: where the first one sat, and how they ended."""
    _bots(game, tuple(names))  # compiles once, before the processes start
    work = functools.partial(_one_game, game, tuple(names), options)
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        return pool.map(work, range(games), chunksize=1)


def mean(values: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    numbers = np.array(values, dtype=np.float64)
    half = 1.96 * numbers.std(ddof=1) / np.sqrt(len(numbers)) if len(numbers) > 1 else float("nan")
    return f"{numbers.mean():.2f} +- {half:.2f}"


def report(game: str, names: Sequence[str], games: int, cores: int, **options: Any) -> None:
    """Play a match and print the first bot's figures, and those of all."""
    start = time.perf_counter()
    played = outcomes(game, names, games, cores, **options)
    wins = sum(outcome.shares[own] for own, outcome in played)
    low, high = wilson(wins, len(played))
    totals = [outcome.totals for _, outcome in played]
    own_points = [outcome.totals[own] for own, outcome in played]
    margins = [
        outcome.totals[own] - max(points for seat, points in enumerate(outcome.totals) if seat != own)
        for own, outcome in played
    ]
    asked = sum(outcome.asked[own] for own, outcome in played)
    seconds = sum(outcome.seconds[own] for own, outcome in played) / max(1, asked)
    told = ", ".join(f"{name}={value}" for name, value in options.items())
    others = ", ".join(names[1:])
    print(f"{game}, {len(names)} players{', ' + told if told else ''}: {names[0]} against {others}, {games} games")
    print(f"  wins {100 * wins / len(played):.1f} % ({100 * low:.1f} to {100 * high:.1f}), margin {mean(margins)}")
    print(f"  points {mean(own_points)}; of all {mean([float(np.mean(t)) for t in totals])}", end="")
    print(f"; of the winners {mean([max(t) for t in totals])}")
    print(f"  {1000 * seconds:.1f} ms a decision; {time.perf_counter() - start:.0f} s in all", flush=True)


def literature_check(games: int, cores: int) -> None:
    """full_greedy among its kind (about 51.4 points), and against three random (97.7 %)"""
    report("kingdomino", ["full_greedy"] * 4, games or 2000, cores, **BONUSES)
    report("kingdomino", ["full_greedy"] + ["random"] * 3, games or 2000, cores, **BONUSES)


def literature(games: int, cores: int) -> None:
    """one search at 1 s a move (two decisions) against three full_greedy: at least +12 and 80 %"""
    report("kingdomino", ["search:500ms"] + ["full_greedy"] * 3, games or 200, cores, **BONUSES)


def literature_quick(games: int, cores: int) -> None:
    """the same at 0.1 s a move: at least +5"""
    report("kingdomino", ["search:50ms"] + ["full_greedy"] * 3, games or 400, cores, **BONUSES)


def two(games: int, cores: int) -> None:
    """Kingdomino with two players at 0.2 s a move against full_greedy: at least 97 %"""
    report("kingdomino", ["search:100ms", "full_greedy"], games or 200, cores, **BONUSES)


def duel(games: int, cores: int) -> None:
    """The Mighty Duel, masters among themselves: a mean of at least 115"""
    report("kingdomino", [MASTER] * 2, games or 40, cores, mighty_duel=True, **BONUSES)


def year(games: int, cores: int) -> None:
    """In the Year of the Dragon, four masters: winners at least 105, all at least 92"""
    report("year_of_the_dragon", [MASTER] * 4, games or 40, cores)


def castle(games: int, cores: int) -> None:
    """Dragon Castle, the master against greedy: at least 75 % with four players, 90 % with two"""
    report("dragon_castle", [MASTER] + ["greedy"] * 3, games or 60, cores)
    report("dragon_castle", [MASTER, "greedy"], games or 60, cores)


def doubling(games: int, cores: int) -> None:
    """Dragon Castle with two players: what doubling the budget gains against greedy, from 50 ms to 3.2 s a decision"""
    for milliseconds in (50, 100, 200, 400, 800, 1600, 3200):
        affordable = 20_000 // milliseconds  # the longer they think, the fewer games there is time for
        report("dragon_castle", [f"search:{milliseconds}ms", "greedy"], games or max(10, min(60, affordable)), cores)


def levels(games: int, cores: int) -> None:
    """every level against the one below, two players: at least 65 %"""
    for game in GAMES:
        for level in range(LOWEST + 1, HIGHEST + 1):
            report(game, [f"level:{level}", f"level:{level - 1}"], games or 200, cores)


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
    for each in given.measures:
        MEASURES[each](given.games, given.cores)
