"""Rates of the engine: random playouts for each kind of game, two cores against one, Python-driven steps, copies.

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
from palatine.games import game_named

KINDS: dict[str, list[tuple[str, int, dict[str, object]]]] = {
    "kingdomino": [
        ("4 players", 4, {}),
        ("3 players", 3, {}),
        ("2 players", 2, {}),
        ("Mighty Duel", 2, {"mighty_duel": True}),
        ("Dynasty, 4 players", 4, {"dynasty": True}),
    ],
    "year_of_the_dragon": [
        ("4 players", 4, {}),
        ("2 players", 2, {}),
        ("3 players", 3, {}),
        ("5 players", 5, {}),
        ("expansions, 4 players", 4, {"great_wall": True, "super_event": "drawn"}),
    ],
    "dragon_castle": [
        ("no cards, 4 players", 4, {"spirits": "0", "dragons": "0"}),
        ("3 + 3 cards, 4 players", 4, {"spirits": "3", "dragons": "3"}),
        ("1 + 1 card, 4 players", 4, {}),
        ("no cards, 3 players", 3, {"spirits": "0", "dragons": "0"}),
        ("no cards, 2 players", 2, {"spirits": "0", "dragons": "0"}),
        ("alone", 1, {}),
        ("all cards, 4 players", 4, {"spirits": "10", "dragons": "10"}),
    ],
}
SECONDS = 1.5
ROUNDS = 5
BATCH = 100_000
STEPS = 200_000
COPIES = 4_000_000


def playouts(game: str) -> None:
    for name, players, options in KINDS[game]:
        settings = game_named(game).settings(players, options)
        figures = [measure(settings, 1, SECONDS) for _ in range(ROUNDS)]
        rates = [round_["decisions_per_second"] / 1e6 for round_ in figures]
        games = statistics.median(round_["games_per_second"] for round_ in figures)
        told = f"{statistics.median(rates):6.2f} M decisions/s ({min(rates):.2f} to {max(rates):.2f})"
        print(f"{name:22} {told} {games:10,.0f} games/s", flush=True)


def two_cores(game: str) -> None:
    seconds: dict[int, list[float]] = {1: [], 2: []}
    batches = {cores: palatine.batch(game, BATCH, players=4, cores=cores) for cores in seconds}
    for _ in range(ROUNDS):
        for cores, batch in batches.items():
            start = time.perf_counter()
            batch.begin()
            batch.playout()
            seconds[cores].append(time.perf_counter() - start)
    ratios = [one / two for one, two in zip(seconds[1], seconds[2], strict=True)]
    told = f"{min(ratios):.2f} to {max(ratios):.2f}"
    print(f"a batch on two cores against one: median {statistics.median(ratios):.2f}, {told} (target 1.6)", flush=True)


def python_steps(game: str) -> None:
    raw = palatine.raw(game)
    options = np.array(raw.game.settings(4).codes(), dtype=np.int64)
    positions = raw.buffer(1)
    position = positions[0]
    random = chance.randoms(np.array([1], dtype=np.uint64))
    listed = np.empty(raw.most_legal, dtype=np.int32)
    for name in ("step", "choose + step", "legal + step"):
        steps, passed, seed = 0, 0.0, 0
        while steps < STEPS:
            raw.begin(positions, 4, options, chance.keys(np.array([seed], dtype=np.uint64)))
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


def copies(game: str) -> None:
    raw = palatine.raw(game)
    source, target = raw.buffer(64), raw.buffer(64)
    start = time.perf_counter()
    for _ in range(COPIES // len(source)):
        np.copyto(target, source)
    rate = COPIES / (time.perf_counter() - start)
    print(f"position copies ({raw.state_bytes} bytes): {rate / 1e6:.1f} M a second", flush=True)


if __name__ == "__main__":
    for each in sys.argv[1:] or KINDS:
        print(each)
        playouts(each)
        two_cores(each)
        python_steps(each)
        copies(each)
