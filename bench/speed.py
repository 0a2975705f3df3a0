"""Measure the engine: random playouts of each kind of game, two cores against one, steps driven from Python, copies.

Run: python bench/speed.py [GAME ...]
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

import palatine
from palatine.cli.bench import measure
from palatine.core import chance
from palatine.core.game import Game
from palatine.games import BUILT_IN, game_named

SECONDS = 1.5
ROUNDS = 5
BATCH = 100_000
STEPS = 200_000
COPIES = 4_000_000
PLAYERS = 4
"""Fewer where a game has fewer seats."""


def playouts(game: Game) -> None:
    for name, settings in game.module("benchmarks").BENCHMARKS.kinds.items():
        figures = [measure(settings, 1, SECONDS) for _ in range(ROUNDS)]
        rates = [round_["decisions_per_second"] / 1e6 for round_ in figures]
        games = statistics.median(round_["games_per_second"] for round_ in figures)
        rate_text = f"{statistics.median(rates):6.2f} M decisions/s ({min(rates):.2f} to {max(rates):.2f})"
        print(f"{name:22} {rate_text} {games:10,.0f} games/s", flush=True)


def two_cores(game: Game, players: int) -> None:
    seconds: dict[int, list[float]] = {1: [], 2: []}
    batches = {cores: palatine.batch(game.name, BATCH, players=players, cores=cores) for cores in seconds}
    for _ in range(ROUNDS):
        for cores, batch in batches.items():
            start = time.perf_counter()
            batch.begin()
            batch.playout()
            seconds[cores].append(time.perf_counter() - start)
    ratios = [one / two for one, two in zip(seconds[1], seconds[2], strict=True)]
    span = f"{min(ratios):.2f} to {max(ratios):.2f}"
    print(f"a batch on two cores against one: median {statistics.median(ratios):.2f}, {span} (target 1.6)", flush=True)


def python_steps(game: Game, players: int) -> None:
    raw = palatine.raw(game.name)
    options = np.array(game.settings(players).codes(), dtype=np.int64)
    positions = raw.buffer(1)
    position = positions[0]
    random = chance.randoms(np.array([1], dtype=np.uint64))
    listed = np.empty(raw.most_legal, dtype=np.int32)
    for name in ("step", "choose + step", "legal + step"):
        steps, passed, seed = 0, 0.0, 0
        while steps < STEPS:
            raw.begin(positions, players, options, chance.keys(np.array([seed], dtype=np.uint64)))
            seed += 1
            decisions = []
            copy = position.copy()
            seat = 0
            while seat >= 0:
                decisions.append(raw.choose(copy, random))
                seat = raw.step(copy, decisions[-1])
            start = time.perf_counter()
            if name == "step":
                for decision in decisions:
                    raw.step(position, decision)
            elif name == "choose + step":
                seat = 0
                while seat >= 0:
                    seat = raw.step(position, raw.choose(position, random))
            else:
                for decision in decisions:
                    raw.legal(position, listed)
                    raw.step(position, decision)
            passed += time.perf_counter() - start
            steps += len(decisions)
        print(f"Python-driven, {name:14} {passed / steps * 1e6:5.2f} us a step (target 3)", flush=True)


def copies(game: Game) -> None:
    raw = palatine.raw(game.name)
    source, target = raw.buffer(64), raw.buffer(64)
    start = time.perf_counter()
    for _ in range(COPIES // len(source)):
        np.copyto(target, source)
    rate = COPIES / (time.perf_counter() - start)
    print(f"position copies ({raw.state_bytes} bytes): {rate / 1e6:.1f} M a second", flush=True)


if __name__ == "__main__":
    for each in map(game_named, sys.argv[1:] or BUILT_IN):
        print(each.name)
        seats = min(PLAYERS, max(each.players))
        playouts(each)
        two_cores(each, seats)
        python_steps(each, seats)
        copies(each)
