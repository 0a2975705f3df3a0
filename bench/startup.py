"""Time the command's help, loading the compiled rules, and a cold compile on one core.

Run: python bench/startup.py
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from palatine.games import BUILT_IN

ROUNDS = 5
LOAD = "import sys, palatine; palatine.raw(sys.argv[1])"
COMPILE = """
import sys
import time
from palatine.core import engine
from palatine.bots.thinking import ready
from palatine.games import game_named
game = game_named(sys.argv[1])
start = time.perf_counter()
engine.engine(game)
rules = time.perf_counter() - start
ready(game)
print(f"rules {rules:.1f} s, bots {time.perf_counter() - start - rules:.1f} s")
"""


def timed(command: list[str], environment: dict[str, str] | None = None) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - start


if __name__ == "__main__":
    help_command = [sys.executable, "-m", "palatine", "--help"]
    print(f"palatine --help: {statistics.median(timed(help_command) for _ in range(ROUNDS)):.2f} s (target 0.3)")
    for game in BUILT_IN.values():
        target = game.module("benchmarks").BENCHMARKS.compile_seconds
        load = [sys.executable, "-c", LOAD, game.name]
        timed(load)
        waited = statistics.median(timed(load) for _ in range(ROUNDS))
        print(f"{game.name}: loading the compiled rules, Python's start included: {waited:.2f} s (target 1)")
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"PALATINE_CACHE_DIR": folder}
            done = subprocess.run(
                [sys.executable, "-c", COMPILE, game.name], check=True, capture_output=True, text=True, env=environment
            )
            print(f"{game.name}: cold compile on one core: {done.stdout.strip()} (target {target} s)")
