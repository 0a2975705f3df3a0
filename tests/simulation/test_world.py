"""The server keeps its promises in simulated worlds with faults, and bugs planted in it are found."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from simulation.faults import Rates
from simulation.planted import PLANTED, Planted
from simulation.world import ALL_GAMES, Outcome, World

QUICK_SEEDS = 40
SOAK_SEEDS, BLOCKS = 3000, 12
MOST_UNTIL_FOUND = 60
ROOT = Path(__file__).parent.parent


def broken(outcome: Outcome, game: str | None = None) -> str:
    """Return how to replay an outcome, and what was wrong."""
    only = "" if game is None else f" --game {game}"
    return f"PYTHONPATH=tests python -m simulation.run --seed {outcome.seed}{only} --verbose\n{outcome.violation}"


@pytest.mark.parametrize("seed", range(QUICK_SEEDS))
def test_promises_hold_under_faults(seed: int) -> None:
    outcome = World(seed).run()
    assert outcome.violation is None, broken(outcome, "kingdomino")
    assert outcome.checks["messages"] > 0
    assert outcome.checks["tables in memory"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
def test_promises_hold_in_thousands_of_worlds(block: int) -> None:
    faults, size = Counter[str](), SOAK_SEEDS // BLOCKS
    for seed in range(QUICK_SEEDS + block * size, QUICK_SEEDS + (block + 1) * size):
        outcome = World(seed, games=ALL_GAMES).run()
        assert outcome.violation is None, broken(outcome)
        faults += outcome.faults
    assert {one.name for one in fields(Rates)} <= set(faults)


@pytest.mark.parametrize("name", PLANTED)
def test_planted_bugs_are_found(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, violation = seeds_until_found(PLANTED[name])
    with capsys.disabled():
        print(f"\n{name}: found after {found} seeds: {violation[:120]}")


def seeds_until_found(bug: Planted) -> tuple[int, str]:
    """Return after how many seeds a bug is found, and by which broken promise."""
    for seed in range(MOST_UNTIL_FOUND):
        with bug.plant():
            outcome = World(seed, rates=bug.rates, games=(bug.game,)).run()
        if outcome.violation is not None:
            assert World(seed, rates=bug.rates, games=(bug.game,)).run().violation is None, (
                "the seed is broken without the bug too"
            )
            return seed + 1, outcome.violation
    raise AssertionError(f"not found in {MOST_UNTIL_FOUND} seeds")


def test_a_seed_replays_exactly() -> None:
    first, again, other = World(3).run(), World(3).run(), World(4).run()
    assert (first.trace, first.steps, first.faults) == (again.trace, again.steps, again.faults)
    assert first.trace != other.trace


def test_the_order_of_sets_does_not_change_a_seed() -> None:
    replays = [replayed(hash_seed) for hash_seed in ("1", "2")]
    assert replays[0] == replays[1]
    assert "trace" in replays[0]


def replayed(hash_seed: str) -> str:
    """Return what a new interpreter prints about a seed."""
    command = [sys.executable, "-m", "simulation.run", "--seed", "5", "--game", "kingdomino"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "steps" in done.stdout, done.stderr
    return done.stdout.rpartition(" seeds in ")[0]
