"""Fit the evaluation of a game on games of self-play, and write its numbers into the package.

Run: python bench/fit.py GAME [VARIANT]... [--games N] [--generations G]

A generation plays games with the evaluation as it is (the first one with the greedy player), a share of the decisions
at random so that it sees more of the game; notes the features of all seats at some moments, and what they scored from
then on; and fits a model anew: ridge regression, and a network of one hidden layer for what that leaves.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from sklearn.linear_model import Ridge
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from palatine.bots import models
from palatine.bots.compiled.evaluation import HIDDEN, Desk, Floats, Model
from palatine.bots.compiled.policy import SCRATCH
from palatine.bots.compiled.selfplay import GREEDILY, play_and_note
from palatine.core import chance
from palatine.core.compiled import EntryPoints
from palatine.core.engine import CORE, INT32S, INT64S, NUMBER, RAW, RAWS, engine, register
from palatine.core.game import Game, Settings
from palatine.games import GAMES, game_named

MODELS = Path(models.__file__).parent / models.FOLDER
EXAMPLES_A_GAME = 400
CORES = 2
VARIANTS = {
    "kingdomino": ["2", "3", "4", "duel"],
    "year_of_the_dragon": ["2", "3", "4", "5"],
    "dragon_castle": ["1", "2", "3", "4"],
}
FLOATS = types.Array(types.float32, 1, "C")
FLOAT_ROWS = types.Array(types.float32, 2, "C")
READ_ONLY_ROWS = types.Array(types.float32, 2, "C", readonly=True)


def settings_for(game: Game, kind: str, generator: np.random.Generator) -> Settings:
    """Some game of the kind: its options are drawn, since the model has to know them all."""
    players = 2 if kind == "duel" else int(kind)
    chosen: dict[str, Any] = {}
    if game.name == "kingdomino":
        chosen = {name: bool(generator.random() < 0.75) for name in ("harmony", "middle_kingdom")}
        if kind == "duel":
            chosen["mighty_duel"] = True
    elif game.name == "dragon_castle":
        chosen = {"spirits": int(generator.integers(0, 4)), "dragons": int(generator.integers(0, 4))}
    else:
        expanded = bool(generator.random() < 0.25)
        chosen = {
            "great_wall": expanded and bool(generator.random() < 0.5),
            "large_privilege": str(generator.choice(["6", "7"])),
        }
        chosen["super_event"] = "drawn" if expanded else "off"
    return game.settings(players, chosen)


def noting(game: Game) -> Any:
    """The compiled function that plays a game and notes examples."""
    layout = register(game)
    models.features_of(game)
    import importlib

    importlib.import_module(f"palatine.bots.compiled.greedy.{game.name}")
    dtype = layout.DTYPE

    def note(  # type: ignore[no-untyped-def]
        table,
        players,
        model,
        positions,
        listed,
        inputs,
        hidden,
        random,
        astray,
        share,
        examples,
        outcomes,
        seats,
        totals,
    ):
        desk = Desk(positions, listed, inputs, hidden, random)
        record = table.view(dtype)[0]
        return play_and_note(
            positions.view(dtype), table, record, players, model, desk, astray, share, examples, outcomes, seats, totals
        )

    entries = EntryPoints(
        f"{game.name}-fit", [CORE, Path(layout.__file__).parent, Path(models.__file__).parent / "compiled"]
    )
    found = entries.add(
        note,
        RAW,
        NUMBER,
        FLOAT_ROWS,
        RAWS,
        INT32S,
        FLOATS,
        FLOATS,
        types.Array(types.uint64, 1, "C"),
        types.float64,
        types.float64,
        FLOAT_ROWS,
        FLOATS,
        INT64S,
        INT32S,
    )
    entries.compile()
    return found


def gather(
    game: Game, kind: str, games: int, model: Model, astray: float, share: float, seed: int
) -> tuple[Floats, Floats]:
    """Examples from many games: features, and points still to come."""
    made = engine(game)
    note = noting(game)
    count = models.features_of(game).FEATURES

    def work(core: int) -> tuple[Floats, Floats]:
        generator = np.random.default_rng([seed, core])
        positions = made.buffer(3 + SCRATCH)
        raws = made.buffer(1)
        listed = np.zeros(made.most_legal, dtype=np.int32)
        inputs, hidden = np.zeros(count, dtype=np.float32), np.zeros(HIDDEN, dtype=np.float32)
        random = chance.randoms(np.array([seed * CORES + core], dtype=np.uint64))
        examples = np.zeros((EXAMPLES_A_GAME, count), dtype=np.float32)
        outcomes = np.zeros(EXAMPLES_A_GAME, dtype=np.float32)
        seats = np.zeros(EXAMPLES_A_GAME, dtype=np.int64)
        totals = np.zeros(8, dtype=np.int32)
        found: list[Floats] = []
        ends: list[Floats] = []
        own = model.copy()
        for number in range(games // CORES):
            settings = settings_for(game, kind, generator)
            options = np.array(settings.codes(), dtype=np.int64)
            key = chance.keys(np.array([seed * 1_000_003 + core * 500_009 + number], dtype=np.uint64))
            made.begin(raws, settings.players, options, key)
            noted = note(
                raws[0],
                settings.players,
                own,
                positions,
                listed,
                inputs,
                hidden,
                random,
                astray,
                share,
                examples,
                outcomes,
                seats,
                totals,
            )
            found.append(examples[:noted].copy())
            ends.append(outcomes[:noted].copy())
        return np.concatenate(found), np.concatenate(ends)

    with ThreadPoolExecutor(CORES) as pool:
        parts = list(pool.map(work, range(CORES)))
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def fitted(examples: Floats, ends: Floats, seed: int) -> tuple[Model, float, float]:
    """A model of the examples; and what share of the spread it explains on others, without and with the network."""
    generator = np.random.default_rng(seed)
    test = generator.random(len(ends)) < 0.1
    centre, scale = examples.mean(axis=0), examples.std(axis=0)
    used = scale > 1e-6
    scale = np.where(used, scale, 1.0)
    scaled = np.where(used, (examples - centre) / scale, 0.0).astype(np.float32)
    ridge = Ridge(alpha=10.0).fit(scaled[~test], ends[~test])
    left = ends - ridge.predict(scaled).astype(np.float32)
    spread = float(left.std()) or 1.0
    network = MLPRegressor(
        hidden_layer_sizes=(HIDDEN,),
        batch_size=512,
        learning_rate_init=2e-3,
        max_iter=20,
        alpha=1e-5,
        random_state=seed,
        early_stopping=True,
        validation_fraction=0.05,
        n_iter_no_change=3,
    )
    with threadpool_limits(1):  # the matrices are small: more threads would only wait for each other
        network.fit(scaled[~test], left[~test] / spread)
    linear = 1 - np.var(left[test]) / np.var(ends[test])
    whole = 1 - np.var(left[test] - spread * network.predict(scaled[test])) / np.var(ends[test])
    features = examples.shape[1]
    model = np.zeros((features + 2, HIDDEN + 1), dtype=np.float64)
    weights = network.coefs_[0] * used[:, None] / scale[:, None]
    model[:features, :HIDDEN] = weights
    model[features, :HIDDEN] = network.intercepts_[0] - centre @ weights
    model[features + 1, :HIDDEN] = spread * network.coefs_[1][:, 0]
    slope = ridge.coef_ * used / scale
    model[:features, HIDDEN] = slope
    model[features, HIDDEN] = ridge.intercept_ - centre @ slope + spread * network.intercepts_[1][0]
    return model.astype(np.float32), float(linear), float(whole)


def save(game: Game, kind: str, model: Model) -> None:
    """Write a model's numbers, with the digits that matter."""
    rows = [[float(f"{number:.5g}") for number in row] for row in model.tolist()]
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
    MODELS.joinpath(f"{game.name}-{kind}.json").write_text(text, encoding="utf-8")


def fit(game: Game, kind: str, games: int, generations: int) -> None:
    """All generations of one variant."""
    model = models.empty_model(game)
    for generation in range(generations):
        astray = GREEDILY if generation == 0 else 0.05 if generation < generations - 1 else 0.03
        start = time.perf_counter()
        examples, ends = gather(
            game, kind, games if generation else games // 4, model, astray, 0.2, seed=generation + 1
        )
        played = time.perf_counter() - start
        model, linear, whole = fitted(examples, ends, generation)
        print(
            f"{game.name} {kind}, generation {generation + 1}: {len(ends):,} examples in {played:.0f} s, "
            f"explained {linear:.3f} linear, {whole:.3f} with the network ({time.perf_counter() - start - played:.0f} s)",
            flush=True,
        )
        save(game, kind, model)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Fit the evaluation of a game on games of self-play.")
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--generations", type=int, default=4)
    given = parser.parse_args()
    for each in given.variants or VARIANTS[given.game]:
        fit(game_named(given.game), each, given.games, given.generations)
