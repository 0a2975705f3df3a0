"""Games of self-play as examples for fitting: the features of seats in the middle of games, and how it ended."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.bots.compiled.evaluation import Desk, Floats, Model, best_at_once, features, fraction
from palatine.bots.compiled.policy import greedy
from palatine.core import contract
from palatine.core.chance import next_random
from palatine.core.compiled import kernel

ASTRAY = 0.1
"""The share of decisions that are made at random before a game settles."""
MISJUDGED = 3.0
"""By how many points the others are misjudged then."""


@kernel
def play_and_note(
    states: Any,
    record: Any,
    players: int,
    greedily: bool,
    model: Model,
    rival: Model,
    rivals: int,
    desk: Desk,
    settling: float,
    noted_share: float,
    inputs: Floats,
    outcomes: Floats,
    seats: NDArray[np.int64],
    totals: NDArray[np.int32],
) -> int:
    """Play one game from the position `record`; returns how many examples were noted.

    A game goes astray until it settles, with the chance `settling` at each decision. Only then are examples noted: they begin
    anywhere, also where good play does not lead, and what came of them is due to good play alone. The seats in the set
    `rivals` follow another model and are not noted, so that the model learns to do well among others, not among its
    like only. The first generation, which has no model yet, plays like the greedy player.
    """
    noted = 0
    settled = False
    while contract.seat(record) != contract.OVER:
        settled = settled or fraction(desk.random) < settling
        if settled and fraction(desk.random) < noted_share:
            for seat in range(players):
                if noted < inputs.shape[0] and not rivals >> seat & 1:
                    inputs[noted, :] = 0.0
                    outcomes[noted] = -features(record, seat, inputs[noted])
                    seats[noted] = seat
                    noted += 1
        if not settled and fraction(desk.random) < ASTRAY:
            decision = contract.choose(record, next_random(desk.random))
        else:
            desk.positions[2, :] = 0
            contract.observe(record, states[2, 0])
            if greedily:
                decision = greedy(states[2, 0], desk.positions[3:], desk.random)
            else:
                contract.reseal(states[2, 0], desk.random)
                noise = 0.0 if settled else MISJUDGED
                followed = rival if rivals >> contract.seat(record) & 1 else model
                decision = best_at_once(states, desk.positions[2], players, followed, desk, totals, noise)
        contract.apply(record, decision)
    contract.points(record, totals)
    for i in range(noted):
        outcomes[i] += totals[seats[i]]
    return noted


@kernel
def play_on(
    states: Any,
    record: Any,
    players: int,
    model: Model,
    desk: Desk,
    astray: float,
    decisions: int,
    totals: NDArray[np.int32],
) -> int:
    """Play on in `record` for some decisions, or to the end; `totals` are the points then; returns how many were made."""
    made = 0
    while made < decisions and contract.seat(record) != contract.OVER:
        if fraction(desk.random) < astray:
            decision = contract.choose(record, next_random(desk.random))
        else:
            desk.positions[2, :] = 0
            contract.observe(record, states[2, 0])
            contract.reseal(states[2, 0], desk.random)
            decision = best_at_once(states, desk.positions[2], players, model, desk, totals, 0.0)
        contract.apply(record, decision)
        made += 1
    contract.points(record, totals)
    return made
