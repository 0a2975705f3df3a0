"""`palatine bench`: the speed of the rules in random games, with set-up and scoring."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from rich.console import Console

from palatine.cli.prepare import prepare
from palatine.cli.settings import read_settings
from palatine.core import chance
from palatine.core.engine import engine
from palatine.core.errors import OptionError
from palatine.core.formats import decimal
from palatine.core.game import Settings
from palatine.core.language import Words
from palatine.games import game_named

GAMES_AT_ONCE = 256
"""The number of positions that a core plays between looks at the clock. They fit into its cache."""


def measure(settings: Settings, cores: int, seconds: float) -> dict[str, Any]:
    """Play random games on a number of cores, for about `seconds`, and return the figures."""
    compiled = engine(settings.game)
    options = np.array(settings.codes(), dtype=np.int64)

    def work(core: int) -> tuple[int, int, int]:
        raws = compiled.buffer(GAMES_AT_ONCE)
        totals = np.zeros((GAMES_AT_ONCE, settings.players), dtype=np.int32)
        randoms = chance.randoms(np.arange(GAMES_AT_ONCE, dtype=np.uint64) + np.uint64(core * GAMES_AT_ONCE))
        games = decisions = points = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            seeds = np.arange(games, games + GAMES_AT_ONCE, dtype=np.uint64) * np.uint64(cores) + np.uint64(core)
            compiled.begin(raws, settings.players, options, chance.keys(seeds))
            decisions += compiled.playout(raws, randoms, totals)
            points += int(totals.sum())
            games += GAMES_AT_ONCE
        return games, decisions, points

    start = time.perf_counter()
    with ThreadPoolExecutor(cores) as pool:
        counted = list(pool.map(work, range(cores)))
    passed = time.perf_counter() - start
    games, decisions, points = (sum(column) for column in zip(*counted, strict=True))
    return {
        "game": settings.game.name,
        "players": settings.players,
        "options": dict(settings.options),
        "cores": cores,
        "games": games,
        "seconds": passed,
        "games_per_second": games / passed,
        "decisions_per_second": decisions / passed,
        "mean_score": points / games / settings.players,
        "state_bytes": compiled.state_bytes,
    }


def bench_game(
    name: str, players: int | None, options: Sequence[str], cores: int, seconds: float, as_json: bool, words: Words
) -> None:
    """Run the command `palatine bench`."""
    available = os.cpu_count() or 1
    if not 0 <= cores <= available:
        raise OptionError("cli.error.cores", given=cores, count=available)
    if not seconds > 0:
        raise OptionError("cli.error.seconds", given=seconds)
    settings = read_settings(game_named(name), players, [], options)
    prepare([settings.game], words)
    with Console(stderr=True).status(words("bench.measuring")):
        figures = measure(settings, cores or available, seconds)
    if as_json:
        sys.stdout.write(json.dumps(figures) + "\n")
    else:
        console = Console(highlight=False)
        played = {name: figures[name] for name in ("game", "players", "games")}
        seconds_text = decimal(figures["seconds"], ".1f", words.language)
        console.print(words("bench.result", **played, count=figures["cores"], seconds=seconds_text))
        forms = {"games_per_second": ",.0f", "decisions_per_second": ",.0f", "mean_score": ".2f"}
        rates = {name: decimal(figures[name], form, words.language) for name, form in forms.items()}
        console.print(words("bench.rates", **rates, state_bytes=figures["state_bytes"]))
