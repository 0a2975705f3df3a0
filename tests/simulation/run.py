"""Run seeds of the simulated world: `python -m simulation.run --seed 123 --verbose` replays one exactly."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from simulation.world import ALL_GAMES, MOST_STEPS, World


def main() -> int:
    """Run seeds, and print what they show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds to run")
    parser.add_argument("--steps", type=int, default=MOST_STEPS, help="the most steps of a seed")
    parser.add_argument("--game", choices=ALL_GAMES, action="append", help="play these games only")
    parser.add_argument("--verbose", action="store_true", help="print every event")
    options = parser.parse_args()
    broken, steps, faults, checks = 0, 0, Counter[str](), Counter[str]()
    began = time.perf_counter()
    for seed in range(options.seed, options.seed + options.seeds):
        say = print if options.verbose else None
        outcome = World(seed, games=options.game or ALL_GAMES, most_steps=options.steps, say=say).run()
        steps += outcome.steps
        faults += outcome.faults
        checks += outcome.checks
        if outcome.violation is not None or options.seeds == 1:
            broken += outcome.violation is not None
            print(f"seed {seed}: {outcome.violation or 'all promises kept'}")
            print(f"  {outcome.steps} steps, {outcome.seconds:.0f} virtual seconds, trace {outcome.trace}")
    took = time.perf_counter() - began
    print(f"{options.seeds} seeds in {took:.1f} s, {steps} steps, {broken} broken")
    print("faults:", ", ".join(f"{kind} {number}" for kind, number in sorted(faults.items())))
    print("checks:", ", ".join(f"{kind} {number}" for kind, number in sorted(checks.items())))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
