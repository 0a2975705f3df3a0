"""Fit the evaluation of a game on games of self-play, and write its numbers into the package.

Run: python bench/fit.py GAME [VARIANT]... [--games N] [--generations G]

A generation plays games with the evaluation as it is (the first one with the greedy player), notes the features of all
seats at some moments, and what they scored from then on; and fits a model anew: ridge regression, and a network of one
hidden layer for what that leaves. Examples of one game end alike, so the network is tested on games it has not seen,
and the numbers of the round that explains those best are taken.
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
from palatine.core.game import Game, Settings
from palatine.core.heuristics import SCRATCH, Floats
from palatine.games import BUILT_IN, game_named
from selfplay import Cast, Notes, play_and_note

EXAMPLES_A_GAME = 400
SETTLING = {"kingdomino": 0.05, "year_of_the_dragon": 0.02, "dragon_castle": 0.02}
"""How likely a game settles at a decision: about half-way through it, on average."""
KEPT = 4
"""For how many generations examples are of use."""
RIVALS = 0.3
"""The share of seats that follow the model of an earlier generation."""
CORES = 2
TESTED = 10
"""One game in so many is only for testing."""
RIDGE = 1e-4
ROUNDS, PATIENCE = 30, 3
LARGEST = 8.0
"""How far from the mean, in standard deviations, a feature is followed in fitting."""
VARIANTS = {
    "kingdomino": ["2", "3", "4", "duel"],
    "year_of_the_dragon": ["2", "3", "4", "5"],
    "dragon_castle": ["1", "2", "3", "4"],
}
Examples = tuple[Floats, Floats, NDArray[np.int64]]
"""Features, points still to come, and the number of the game."""


def settings_for(game: Game, kind: str, generator: np.random.Generator) -> Settings:
    """Some game of the kind: its options are drawn, since the model has to know them all."""

    def likely(share: float) -> bool:
        return bool(generator.random() < share)

    chosen: dict[str, Any]
    if game.name == "kingdomino":
        chosen = {"harmony": likely(0.75), "middle_kingdom": likely(0.75), "mighty_duel": kind == "duel"}
    elif game.name == "dragon_castle":
        chosen = {"spirits": int(generator.integers(0, 4)), "dragons": int(generator.integers(0, 4))}
    else:
        chosen = {
            "large_privilege": str(generator.choice(["6", "7"])),
            "great_wall": likely(0.2),
            "super_event": "drawn" if likely(0.2) else "off",
        }
    return game.settings(2 if kind == "duel" else int(kind), chosen)


def noting(game: Game) -> Any:
    """The compiled function that plays a game and notes examples."""
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
    """Examples from many games of the last generation, among some seats of earlier ones; of the greedy player at first."""
    greedily = len(generations) == 1
    model = generations[-1]
    made = engine(game)
    note = noting(game)
    count = models.feature_count(game)

    def work(core: int) -> Examples:
        generator = np.random.default_rng([seed, core])
        desk = Desk(
            made.buffer(3 + SCRATCH),
            np.zeros(made.most_legal, dtype=np.int32),
            np.zeros(count, dtype=np.float32),
            np.zeros(HIDDEN, dtype=np.float32),
            chance.randoms(np.array([seed * CORES + core], dtype=np.uint64)),
        )
        raws = made.buffer(1)
        notes = Notes(
            np.zeros((EXAMPLES_A_GAME, count), dtype=np.float32),
            np.zeros(EXAMPLES_A_GAME, dtype=np.float32),
            np.zeros(EXAMPLES_A_GAME, dtype=np.int64),
            np.zeros(max(game.players), dtype=np.int32),
        )
        found: list[Examples] = []
        for number in range(core, games, CORES):
            settings = settings_for(game, kind, generator)
            key = chance.keys(np.array([seed * 1_000_003 + number], dtype=np.uint64))
            made.begin(raws, settings.players, np.array(settings.codes(), dtype=np.int64), key)
            rival = generations[int(generator.integers(max(1, len(generations) - 1)))]
            rivals = (
                0 if greedily else sum(1 << seat for seat in range(settings.players) if generator.random() < RIVALS)
            )
            cast = Cast(greedily, model, rival, rivals)
            noted = note(raws[0], settings.players, cast, desk, SETTLING[game.name], notes)
            of_game = np.full(noted, number, dtype=np.int64)
            found.append((notes.inputs[:noted].copy(), notes.outcomes[:noted].copy(), of_game))
        return joined(found)

    with ThreadPoolExecutor(CORES) as pool:
        return joined(list(pool.map(work, range(CORES))))


def joined(parts: list[Examples]) -> Examples:
    """All examples of several lists."""
    inputs, ends, numbers = zip(*parts, strict=True)
    return np.concatenate(inputs), np.concatenate(ends), np.concatenate(numbers)


def fitted(examples: Examples, seed: int) -> tuple[Model, float, float]:
    """A model of the examples; and what share of the spread it explains in other games, without and with the network."""
    inputs, ends, numbers = examples
    test = numbers % TESTED == 0
    centre, scale = inputs.mean(axis=0), inputs.std(axis=0)
    used = scale > 1e-6
    scale = np.where(used, scale, 1.0).astype(np.float32)
    scaled = np.where(used, np.clip((inputs - centre) / scale, -LARGEST, LARGEST), 0.0).astype(np.float32)
    ridge = Ridge(alpha=RIDGE * len(ends)).fit(scaled[~test], ends[~test])
    left = (ends - ridge.predict(scaled)).astype(np.float32)
    spread = float(left.std()) or 1.0
    network = best_network(scaled[~test], left[~test] / spread, scaled[test], left[test] / spread, seed)
    rest = left[test] - spread * network.predict(scaled[test])
    features = inputs.shape[1]
    model = np.zeros((features + 2, HIDDEN + 1), dtype=np.float64)
    weights = network.coefs_[0] * used[:, None] / scale[:, None]
    model[:features, :HIDDEN] = weights
    model[features, :HIDDEN] = network.intercepts_[0] - centre @ weights
    model[features + 1, :HIDDEN] = spread * network.coefs_[1][:, 0]
    slope = ridge.coef_ * used / scale
    model[:features, HIDDEN] = slope
    model[features, HIDDEN] = ridge.intercept_ - centre @ slope + spread * network.intercepts_[1][0]
    whole = float(np.var(ends[test]))
    return model.astype(np.float32), 1 - float(np.var(left[test])) / whole, 1 - float(np.var(rest)) / whole


def best_network(inputs: Floats, ends: Floats, test_inputs: Floats, test_ends: Floats, seed: int) -> Any:
    """A network, trained until it explains the test examples no better."""
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
    """Write a model's numbers, with the digits that matter."""
    rows = [[float(f"{number:.4g}") for number in row] for row in model.tolist()]
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
    Path(str(models.model_folder(game)), f"{kind}.json").write_text(text, encoding="utf-8")


def fit(game: Game, kind: str, games: int, generations: int) -> None:
    """All generations of one variant."""
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
    parser = argparse.ArgumentParser(description="Fit the evaluation of a game on games of self-play.")
    parser.add_argument("game", choices=list(BUILT_IN))
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--generations", type=int, default=6)
    given = parser.parse_args()
    threadpool_limits(1)  # the matrices are small: more threads would only wait for each other
    for each in given.variants or VARIANTS[given.game]:
        fit(game_named(given.game), each, given.games, given.generations)
