"""The evaluation of a position: the final points that a seat can expect, from features that each game defines.

A model is a small network fitted on games of self-play (`training/fit.py`): a linear part plus one hidden layer. It is
one array, so its numbers can change without recompiling:

| row         | columns 0 to HIDDEN - 1            | last column           |
|-------------|------------------------------------|-----------------------|
| a feature's | its weight in each hidden unit     | its linear weight     |
| BIAS (-2)   | the bias of each hidden unit       | the bias of the whole |
| OUT (-1)    | the weight of each hidden unit     | not used              |
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
    """The scratch memory of a bot."""

    positions: NDArray[np.uint8]
    listed: NDArray[np.int32]
    features: Floats
    hidden: Floats
    random: NDArray[np.uint64]


@kernel
def forward(model: Model, inputs: Floats, hidden: Floats) -> float:
    """Return the output of the network for some features.

    The number of units is read from the model. With a constant, the loops are unrolled before they can be vectorized, and
    run five times as long.
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
    """Return the final points that a seat can expect in a game that is not over."""
    desk.features[:] = 0.0
    base = features(state, seat, desk.features)
    return base + forward(model, desk.features, desk.hidden)


@kernel
def fraction(random: NDArray[np.uint64]) -> float:
    """Return a random number from 0 to 1."""
    return wide(next_random(random) >> SHIFT_32) / WHOLE


@kernel
def blur(random: NDArray[np.uint64]) -> float:
    """Return a nearly normal random number with mean 0 and standard deviation 1."""
    total = 0.0
    for _ in range(UNIFORMS):
        total += fraction(random)
    return (total - UNIFORMS / 2) * math.sqrt(12.0 / UNIFORMS)


@kernel
def worth_at_once(
    after: Any, seat: int, players: int, rivals: bool, model: Model, desk: Desk, totals: NDArray[np.int32]
) -> np.float32:
    """Return the value of a position to the seat whose decision led to it, in points.

    These are its expected points, less the mean of the others' with `rivals`.
    """
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
    """Return the decision with the best value one step ahead; `states` are the desk's positions as records.

    `noise` is the standard deviation of errors, in points: the larger, the weaker it plays. The hidden fields of `raw`
    must be filled, since a decision may reveal them; their values are one draw among many.
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
