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

GREEDILY = 2.0
"""A share of random decisions above 1 stands for a first generation: the greedy player."""


@kernel
def play_and_note(
    states: Any,
    table: NDArray[np.uint8],
    record: Any,
    players: int,
    model: Model,
    desk: Desk,
    astray: float,
    noted_share: float,
    inputs: Floats,
    outcomes: Floats,
    seats: NDArray[np.int64],
    totals: NDArray[np.int32],
) -> int:
    """Play one game that is set up in `table` (as a record: `record`); returns how many examples were noted."""
    noted = 0
    first_generation = astray >= GREEDILY
    while contract.seat(record) != contract.OVER:
        if fraction(desk.random) < noted_share:
            for seat in range(players):
                if noted < inputs.shape[0]:
                    inputs[noted, :] = 0.0
                    outcomes[noted] = -features(record, seat, inputs[noted])
                    seats[noted] = seat
                    noted += 1
        share = 0.1 if first_generation else astray
        if fraction(desk.random) < share:
            decision = contract.choose(record, next_random(desk.random))
        else:
            desk.positions[2, :] = 0
            contract.observe(record, states[2, 0])
            if first_generation:
                decision = greedy(states[2, 0], desk.positions[3:], desk.random)
            else:
                contract.reseal(states[2, 0], desk.random)
                decision = best_at_once(states, desk.positions[2], model, desk, totals, 0.0)
        contract.apply(record, decision)
    contract.points(record, totals)
    for i in range(noted):
        outcomes[i] += totals[seats[i]]
    return noted
