"""Fit the evaluation of a game on the outcomes of sibling decisions, and write its model into the package.

Run: python training/siblings.py GAME [VARIANT]... [--rounds R] [--pairs N] [--step L]

A bot that follows an evaluation compares decisions of one position. So games are played with the current model, and at
some positions two decisions are both played to the end with the same hidden fields. The model is fitted to the differences,
and to the points of all seats at sampled moments. What siblings have in common causes most of the variance of the final
points, and cancels out in the differences.

A round moves the weights only a step towards its fit: an evaluation is right about the positions that its own player
reaches, and a long step leads to others.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from fit import save
from palatine.bots import models
from palatine.bots.compiled.evaluation import BIAS, HIDDEN, OUT, Desk, Model
from palatine.bots.thinking import DESK, FLOATS, bot_sources, register_bots, thinking
from palatine.core import chance
from palatine.core.compiled import EntryPoints
from palatine.core.engine import INT32S, NUMBER, RAW, Raw, engine
from palatine.core.game import Game
from palatine.core.heuristics import Floats, features
from palatine.games import BUILT_IN, game_named
from selfplay import Totals, play_on

Numbers = NDArray[np.int64]

ASTRAY = 0.04
"""The share of random decisions in the games; siblings are played out without any."""
NOTED, FORKED = 0.12, 0.05
"""The shares of decisions before which the seats are sampled, and siblings are played out."""
JUDGED, BEST = 14, 5
"""Siblings are the best of `JUDGED` random decisions and one of its `BEST` ..."""
ANY = 0.4
"""... or, with this probability, any other of them."""
AS_USUAL = 0.5
"""The share of games with the default options; in the others they are random."""
WEIGHT_OF_PAIRS = 3.0
RIDGE = 0.01
"""The penalty on changes of the last model's weights, for features of standard deviation 1."""
LEAST_SCALE = 0.02
KEPT = 4
"""The number of rounds whose examples are fitted to."""
TESTED = 8
"""One game in this many is held out for testing."""


@dataclass
class Examples:
    """Examples of two kinds, each with the number of its game.

    Pairs of siblings `one` and `other`, with the difference `more` of the points that each still scored; and sampled
    `seats`, with their points `to_come`.
    """

    one: Floats
    other: Floats
    more: Floats
    fork_games: Numbers
    seats: Floats
    to_come: Floats
    games: Numbers

    @staticmethod
    def joined(parts: list[Examples]) -> Examples:
        """Return the examples of several rounds as one; a game's number only says if it is held out."""
        return Examples(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Examples)))


class Player:
    """Compiled functions that play a game and compute features, with their memory."""

    def __init__(self, game: Game, seed: int) -> None:
        layout = register_bots(game)
        self.game, self.count = game, models.feature_count(game)
        dtype = layout.DTYPE

        def play(
            raw: Raw, players: int, model: Model, desk: Desk, astray: float, decisions: int, totals: Totals
        ) -> int:
            states, record = desk.positions.view(dtype), raw.view(dtype)[0]
            return play_on(states, record, players, model, desk, astray, decisions, totals)

        def look(raw: Raw, seat: int, out: Floats) -> float:
            return features(raw.view(dtype)[0], seat, out)

        entries = EntryPoints(f"{game.name}-siblings", [*bot_sources(layout), Path(__file__).parent])
        rows = types.Array(types.float32, 2, "C")
        self._play: Any = entries.add(play, RAW, NUMBER, rows, DESK, types.float64, NUMBER, INT32S)
        self._look: Any = entries.add(look, RAW, NUMBER, FLOATS)
        entries.compile()
        self.engine = engine(game)
        self.chosen = np.random.default_rng(seed)
        self._desk = thinking(game).desk(seed)
        self.totals = np.zeros(max(game.players), dtype=np.int32)

    def play(self, raw: Raw, model: Model, astray: float, decisions: int) -> None:
        """Play on; writes the points to `totals`."""
        players = int(self.engine.view(raw).players)
        self._play(raw, players, model, self._desk, astray, decisions, self.totals)

    def look(self, raw: Raw, seat: int) -> tuple[Floats, float]:
        """Return the features of a seat, and its certain points."""
        found = np.zeros(self.count, dtype=np.float32)
        return found, float(self._look(raw, seat, found))

    def siblings(self, raw: Raw, seat: int, model: Model) -> tuple[Floats, Floats, float] | None:
        """Play two decisions out; return the features after each, and how many points more the first one still scored."""
        legal = np.zeros(self.engine.most_legal, dtype=np.int32)
        decisions = legal[: self.engine.legal(raw, legal)]
        decisions = self.chosen.permutation(decisions)[:JUDGED]
        after = [raw.copy() for _ in decisions]
        for position, decision in zip(after, decisions, strict=True):
            if self.engine.step(position, int(decision)) < 0:
                return None
        looks = [self.look(position, seat) for position in after]
        inputs = np.array([look[0] for look in looks])
        bases = np.array([look[1] for look in looks])
        order = np.argsort(-(bases + judged(model, inputs)))
        others = order[1:] if self.chosen.random() < ANY else order[1:BEST]
        pair = int(order[0]), int(self.chosen.choice(others))
        if np.array_equal(inputs[pair[0]], inputs[pair[1]]):
            return None
        brought = []
        for number in pair:
            self.play(after[number], model, 0.0, 1 << 30)
            brought.append(float(self.totals[seat]) - bases[number])
        return inputs[pair[0]], inputs[pair[1]], brought[0] - brought[1]


def judged(model: Model, inputs: Floats) -> Floats:
    """Return a model's evaluation of many features, as `forward` does."""
    hidden = np.maximum(inputs @ model[:BIAS, :HIDDEN] + model[BIAS, :HIDDEN], 0.0)
    found: Floats = hidden @ model[OUT, :HIDDEN] + inputs @ model[:BIAS, HIDDEN] + model[BIAS, HIDDEN]
    return found


def gather(player: Player, kind: str, model: Model, pairs: int, seed: int) -> Examples:
    """Play games until there are enough pairs of siblings, and return the examples."""
    compiled, chosen = player.engine, player.chosen
    model = np.ascontiguousarray(model, dtype=np.float32)
    raws = compiled.buffer(1)
    forks: list[tuple[Floats, Floats, float]] = []
    fork_games: list[int] = []
    noted: list[Floats] = []
    to_come: list[float] = []
    games: list[int] = []
    number = 0
    while len(forks) < pairs:
        number += 1
        settings = player.game.module("bots.training").settings(kind, chosen)
        if chosen.random() < AS_USUAL and kind.isdecimal():
            settings = player.game.settings(int(kind), {})
        compiled.begin(
            raws,
            settings.players,
            np.array(settings.codes(), dtype=np.int64),
            chance.keys(np.array([seed * 1_000_003 + number], dtype=np.uint64)),
        )
        bases: list[tuple[int, float]] = []
        while compiled.glance(raws[0])[0] >= 0:
            seat, count, _ = compiled.glance(raws[0])
            if chosen.random() < NOTED:
                for other in range(settings.players):
                    found, base = player.look(raws[0], other)
                    noted.append(found)
                    bases.append((other, base))
            if count > 1 and chosen.random() < FORKED:
                fork = player.siblings(raws[0], seat, model)
                if fork is not None:
                    forks.append(fork)
                    fork_games.append(number)
            player.play(raws[0], model, ASTRAY, 1)
        to_come += [float(player.totals[seat]) - base for seat, base in bases]
        games += [number] * len(bases)
    return Examples(
        np.array([fork[0] for fork in forks]),
        np.array([fork[1] for fork in forks]),
        np.array([fork[2] for fork in forks], dtype=np.float32),
        np.array(fork_games),
        np.array(noted),
        np.array(to_come, dtype=np.float32),
        np.array(games),
    )


def fitted(given: Examples, last: Model, step: float) -> tuple[Model, str]:
    """Return the last model with its linear weights moved a step, and a report.

    The report gives the shares of the variance of points to come, and of differences, that the old and the new weights
    explain in held-out games.
    """
    features = given.seats.shape[1]
    tested, tested_forks = given.games % TESTED == 0, given.fork_games % TESTED == 0
    centre, scale = given.seats.mean(axis=0), given.seats.std(axis=0)
    used = scale > 1e-4
    scale = np.where(used, np.maximum(scale, LEAST_SCALE), 1.0)
    seats = np.where(used, (given.seats - centre) / scale, 0.0).astype(np.float64)
    apart = np.where(used, (given.one - given.other) / scale, 0.0).astype(np.float64)
    before = last[:features, HIDDEN] * scale * used
    mean = given.to_come[~tested].mean()
    learnt, learnt_apart = seats[~tested], apart[~tested_forks]
    shares = 1.0 / len(learnt), WEIGHT_OF_PAIRS / len(learnt_apart)
    products = shares[0] * learnt.T @ learnt + shares[1] * learnt_apart.T @ learnt_apart + RIDGE * np.eye(features)
    wanted = shares[0] * learnt.T @ (given.to_come[~tested] - mean)
    wanted += shares[1] * learnt_apart.T @ given.more[~tested_forks] + RIDGE * before
    weights = np.linalg.solve(products, wanted)

    def explained(by: Any) -> str:
        off, off_apart = (given.to_come - seats @ by)[tested], (given.more - apart @ by)[tested_forks]
        return (
            f"{1 - np.var(off) / np.var(given.to_come[tested]):.3f} and "
            f"{1 - np.mean(off_apart**2) / np.mean(given.more[tested_forks] ** 2):.3f}"
        )

    report = f"explained {explained(before)} by the last weights, {explained(weights)} by the fitted ones"
    slope = weights * used / scale
    model = last.astype(np.float64)
    model[:features, HIDDEN] += step * (slope - last[:features, HIDDEN])
    model[BIAS, HIDDEN] += step * (mean - centre @ slope - model[BIAS, HIDDEN])
    return model.astype(np.float32), report


def first_guess(game: Game) -> Model:
    """Return the model to start with: the first guess of the game's features, or zero."""
    model = models.empty_model(game)
    described = game.module("bots.features")
    if hasattr(described, "first_guess"):
        described.first_guess(model[:, HIDDEN])
    return model


def fit(game: Game, kind: str, rounds: int, pairs: int, step: float) -> None:
    """Fit all rounds of one variant."""
    model = first_guess(game)
    player = Player(game, seed=1)
    seen: list[Examples] = []
    for number in range(rounds):
        start = time.perf_counter()
        seen.append(gather(player, kind, model, pairs, seed=number + 1))
        model, report = fitted(Examples.joined(seen[-KEPT:]), model, step)
        print(
            f"{game.name} {kind}, round {number + 1}: {int(seen[-1].games.max()):,} games in"
            f" {time.perf_counter() - start:.0f} s, {report}",
            flush=True,
        )
        save(game, kind, model)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Fit the evaluation of a game on the outcomes of sibling decisions.")
    parser.add_argument("game", choices=list(BUILT_IN))
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--pairs", type=int, default=6_000)
    parser.add_argument("--step", type=float, default=0.4)
    arguments = parser.parse_args()
    fitted_game = game_named(arguments.game)
    for variant in arguments.variants or fitted_game.module("bots.training").VARIANTS:
        fit(fitted_game, variant, rounds=arguments.rounds, pairs=arguments.pairs, step=arguments.step)
