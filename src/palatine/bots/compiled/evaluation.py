"""How a position is judged: the points that a seat can expect at the end, from features that each game names.

A model is a small network fitted on games of self-play (`bench/fit.py`): a linear part and one hidden layer on top of
it. It is one array, so that the numbers can change without anything being compiled again:

| row         | columns 0 to HIDDEN - 1            | last column           |
|-------------|------------------------------------|-----------------------|
| a feature's | its weight in each hidden unit     | its linear weight     |
| BIAS (-2)   | the bias of each hidden unit       | the bias of the whole |
| OUT (-1)    | the weight of each unit, if active | not used              |
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.chance import SHIFT_32, below, next_random
from palatine.core.compiled import kernel
from palatine.core.heuristics import Floats, features, rivals_matter

HIDDEN = 32
BIAS, OUT = -2, -1
WHOLE = float(1 << 32)
UNIFORMS = 4

Model = NDArray[np.float32]


class Desk(NamedTuple):
    """The memory that a thinking bot works with."""

    positions: NDArray[np.uint8]
    listed: NDArray[np.int32]
    features: Floats
    hidden: Floats
    random: NDArray[np.uint64]


@kernel
def forward(model: Model, inputs: Floats, hidden: Floats) -> float:
    """What the network makes of some features.

    The number of units is read off the model: with a constant the loops are unrolled before they could be vectorized,
    which takes five times as long.
    """
    rows, units = model.shape[0], model.shape[1] - 1
    total = model[rows + BIAS, units]
    for unit in range(units):
        hidden[unit] = model[rows + BIAS, unit]
    for feature in range(rows + BIAS):
        value = inputs[feature]
        if value != 0.0:
            for unit in range(units):
                hidden[unit] += value * model[feature, unit]
            total += value * model[feature, units]
    for unit in range(units):
        if hidden[unit] > 0.0:
            total += hidden[unit] * model[rows + OUT, unit]
    return total


@kernel
def expected(state: Any, seat: int, model: Model, desk: Desk) -> float:
    """The points that a seat can expect at the end of a game that is not over."""
    desk.features[:] = 0.0
    base = features(state, seat, desk.features)
    return base + forward(model, desk.features, desk.hidden)


@kernel
def fraction(random: NDArray[np.uint64]) -> float:
    """A random number from 0 to 1."""
    return wide(next_random(random) >> SHIFT_32) / WHOLE


@kernel
def blur(random: NDArray[np.uint64]) -> float:
    """A random number around 0 that is rarely beyond -2 or 2: nearly normal, with a standard deviation of 1."""
    total = 0.0
    for _ in range(UNIFORMS):
        total += fraction(random)
    return (total - UNIFORMS / 2) * math.sqrt(12.0 / UNIFORMS)


@kernel
def worth_at_once(
    after: Any, seat: int, players: int, rivals: bool, model: Model, desk: Desk, totals: NDArray[np.int32]
) -> np.float32:
    """What a position is worth to the seat whose decision led to it: its points, less those of its rivals if asked."""
    over = contract.seat(after) == contract.OVER
    if over:
        contract.points(after, totals)
    worth = np.float32(totals[seat] if over else expected(after, seat, model, desk))
    if rivals and players > 1:
        for other in range(players):
            if other != seat:
                points = totals[other] if over else expected(after, other, model, desk)
                worth -= np.float32(points / (players - 1))
    return worth


@kernel
def best_at_once(
    states: Any, raw: NDArray[np.uint8], players: int, model: Model, desk: Desk, totals: NDArray[np.int32], noise: float
) -> int:
    """The decision after which the position is worth most; `states` are the desk's positions as records.

    With some `noise`, in points, it misjudges: the more, the weaker it plays. `raw`, the position to decide in, has its
    sealed fields filled in some way: what a decision reveals is not to be relied on, but has to be something.
    """
    desk.positions[0, :] = raw
    seat = contract.seat(states[0, 0])
    count = contract.legal(states[0, 0], desk.listed)
    chosen, best, ties = wide(desk.listed[0]), np.float32(0.0), 0
    if count == 1:
        return chosen
    rivals = rivals_matter(states[0, 0])
    for i in range(count):
        desk.positions[1, :] = raw
        after = states[1, 0]
        decision = wide(desk.listed[i])
        contract.apply(after, decision)
        worth = worth_at_once(after, seat, players, rivals, model, desk, totals)
        if noise > 0.0:
            worth += np.float32(noise * blur(desk.random))
        ties = ties + 1 if worth == best else 1 if worth > best or i == 0 else ties
        if i == 0 or worth > best or (worth == best and below(next_random(desk.random), ties) == 0):
            chosen, best = decision, worth
    return chosen
