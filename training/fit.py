"""Fit the evaluation of a game on self-play, and write its model into the package.

Run: python training/fit.py GAME [VARIANT]... [--games N] [--generations G]

Each generation plays games with the current model (the first one with the greedy player). It samples the features of all
seats and the points they still score, and fits a new model: ridge regression, plus a network with one hidden layer for
the residuals. Examples of one game share its end, so the network is tested on other games, and the epoch with the lowest
error there is kept.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray
from sklearn.linear_model import Ridge
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from palatine.bots import models
from palatine.bots.compiled.evaluation import HIDDEN, Desk, Model
from palatine.bots.thinking import DESK, FLOATS, bot_sources, register_bots, tuple_type
from palatine.core import chance
from palatine.core.compiled import EntryPoints
from palatine.core.engine import INT32S, INT64S, NUMBER, RAW, Raw, engine
from palatine.core.game import Game
from palatine.core.heuristics import SCRATCH, Floats
from palatine.games import BUILT_IN, game_named
from selfplay import Cast, Notes, play_and_note

EXAMPLES_A_GAME = 400
KEPT = 4
"""The number of generations whose examples are fitted to."""
RIVALS = 0.3
"""The share of seats that play by the model of an earlier generation."""
CORES = 2
TESTED = 10
"""One game in this many is held out for testing."""
RIDGE = 1e-4
ROUNDS, PATIENCE = 30, 3
LARGEST = 8.0
"""Features are clipped to this many standard deviations from the mean."""
Examples = tuple[Floats, Floats, NDArray[np.int64]]
"""Features, points still to come, and the number of the game."""


def noting(game: Game) -> Any:
    """Return the compiled function that plays a game and samples examples."""
    layout = register_bots(game)
    dtype = layout.DTYPE

    def note(raw: Raw, players: int, cast: Cast, desk: Desk, settling: float, notes: Notes) -> int:
        states = desk.positions.view(dtype)
        return play_and_note(states, raw.view(dtype)[0], players, cast, desk, settling, notes)

    entries = EntryPoints(f"{game.name}-fit", [*bot_sources(layout), Path(__file__).parent])
    rows = types.Array(types.float32, 2, "C")
    cast = tuple_type([types.boolean, rows, rows, NUMBER], Cast)
    notes = tuple_type([rows, FLOATS, INT64S, INT32S], Notes)
    found = entries.add(note, RAW, NUMBER, cast, DESK, types.float64, notes)
    entries.compile()
    return found


def gather(game: Game, kind: str, games: int, generations: list[Model], seed: int) -> Examples:
    """Return examples from games of the last model against earlier ones; in the first generation, of the greedy player."""
    greedily = len(generations) == 1
    model = generations[-1]
    compiled = engine(game)
    note = noting(game)
    count = models.feature_count(game)
    described = game.module("bots.training")

    def work(core: int) -> Examples:
        generator = np.random.default_rng([seed, core])
        desk = Desk(
            compiled.buffer(3 + SCRATCH),
            np.zeros(compiled.most_legal, dtype=np.int32),
            np.zeros(count, dtype=np.float32),
            np.zeros(HIDDEN, dtype=np.float32),
            chance.randoms(np.array([seed * CORES + core], dtype=np.uint64)),
        )
        raws = compiled.buffer(1)
        notes = Notes(
            np.zeros((EXAMPLES_A_GAME, count), dtype=np.float32),
            np.zeros(EXAMPLES_A_GAME, dtype=np.float32),
            np.zeros(EXAMPLES_A_GAME, dtype=np.int64),
            np.zeros(max(game.players), dtype=np.int32),
        )
        found: list[Examples] = []
        for number in range(core, games, CORES):
            settings = described.settings(kind, generator)
            key = chance.keys(np.array([seed * 1_000_003 + number], dtype=np.uint64))
            compiled.begin(raws, settings.players, np.array(settings.codes(), dtype=np.int64), key)
            rival = generations[int(generator.integers(max(1, len(generations) - 1)))]
            rivals = (
                0 if greedily else sum(1 << seat for seat in range(settings.players) if generator.random() < RIVALS)
            )
            cast = Cast(greedily, model, rival, rivals)
            noted = note(raws[0], settings.players, cast, desk, described.SETTLING, notes)
            of_game = np.full(noted, number, dtype=np.int64)
            found.append((notes.inputs[:noted].copy(), notes.outcomes[:noted].copy(), of_game))
        return joined(found)

    with ThreadPoolExecutor(CORES) as pool:
        return joined(list(pool.map(work, range(CORES))))


def joined(parts: list[Examples]) -> Examples:
    """Return the examples of several lists as one."""
    inputs, ends, numbers = zip(*parts, strict=True)
    return np.concatenate(inputs), np.concatenate(ends), np.concatenate(numbers)


def fitted(examples: Examples, seed: int) -> tuple[Model, float, float]:
    """Return a model of the examples, and the share of the variance it explains in held-out games.

    The share is given for the linear part alone, then with the network.
    """
    inputs, ends, numbers = examples
    test = numbers % TESTED == 0
    centre, scale = inputs.mean(axis=0), inputs.std(axis=0)
    used = scale > 1e-6
    scale = np.where(used, scale, 1.0).astype(np.float32)
    scaled = np.where(used, np.clip((inputs - centre) / scale, -LARGEST, LARGEST), 0.0).astype(np.float32)
    ridge = Ridge(alpha=RIDGE * len(ends)).fit(scaled[~test], ends[~test])
    left = (ends - ridge.predict(scaled)).astype(np.float32)
    deviation = float(left.std()) or 1.0
    network = best_network(scaled[~test], left[~test] / deviation, scaled[test], left[test] / deviation, seed)
    rest = left[test] - deviation * network.predict(scaled[test])
    features = inputs.shape[1]
    model = np.zeros((features + 2, HIDDEN + 1), dtype=np.float64)
    weights = network.coefs_[0] * used[:, None] / scale[:, None]
    model[:features, :HIDDEN] = weights
    model[features, :HIDDEN] = network.intercepts_[0] - centre @ weights
    model[features + 1, :HIDDEN] = deviation * network.coefs_[1][:, 0]
    slope = ridge.coef_ * used / scale
    model[:features, HIDDEN] = slope
    model[features, HIDDEN] = ridge.intercept_ - centre @ slope + deviation * network.intercepts_[1][0]
    whole = float(np.var(ends[test]))
    return model.astype(np.float32), 1 - float(np.var(left[test])) / whole, 1 - float(np.var(rest)) / whole


def best_network(inputs: Floats, ends: Floats, test_inputs: Floats, test_ends: Floats, seed: int) -> Any:
    """Return a network, trained until the error on the test examples stops falling."""
    network = MLPRegressor(
        hidden_layer_sizes=(HIDDEN,), batch_size=512, learning_rate_init=1e-3, alpha=1e-4, random_state=seed
    )
    best, least, since = None, np.inf, 0
    generator = np.random.default_rng(seed)
    for turn in range(ROUNDS):
        order = generator.permutation(len(ends))
        network.set_params(learning_rate_init=1e-3 * (1 - turn / ROUNDS))
        network.partial_fit(inputs[order], ends[order])
        wrong = float(np.var(network.predict(test_inputs) - test_ends))
        if wrong < least:
            best, least, since = copy.deepcopy(network), wrong, 0
        else:
            since += 1
            if since == PATIENCE:
                break
    return best


def save(game: Game, kind: str, model: Model) -> None:
    """Write a model into the package, rounded to four significant digits."""
    rows = [[float(f"{number:.4g}") for number in row] for row in model.tolist()]
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
    Path(str(models.model_folder(game)), f"{kind}.json").write_text(text, encoding="utf-8")


def fit(game: Game, kind: str, games: int, generations: int) -> None:
    """Fit all generations of one variant."""
    found = [models.empty_model(game)]
    kept: list[Examples] = []
    for generation in range(generations):
        start = time.perf_counter()
        kept.append(gather(game, kind, games if generation else games // 4, found, seed=generation + 1))
        kept = kept[-KEPT:]
        examples = joined(kept)
        played = time.perf_counter()
        model, linear, whole = fitted(examples, generation)
        found.append(model)
        save(game, kind, model)
        print(
            f"{game.name} {kind}, generation {generation + 1}: {len(examples[1]):,} examples in {played - start:.0f} s,"
            f" explained {linear:.3f} linear, {whole:.3f} with the network ({time.perf_counter() - played:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Fit the evaluation of a game on self-play.")
    parser.add_argument("game", choices=list(BUILT_IN))
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--generations", type=int, default=6)
    given = parser.parse_args()
    threadpool_limits(1)  # the matrices are too small to gain from more threads
    fitted_game = game_named(given.game)
    for variant in given.variants or fitted_game.module("bots.training").VARIANTS:
        fit(fitted_game, variant, given.games, given.generations)
