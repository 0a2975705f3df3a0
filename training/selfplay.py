"""Self-play for fitting: the features of seats during games, and the points they still scored."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palatine.bots.compiled.evaluation import Desk, Model, best_at_once, fraction
from palatine.core import contract
from palatine.core.chance import next_random
from palatine.core.compiled import kernel
from palatine.core.heuristics import Floats, features, reference

FIRST = 0
"""The number of the greedy player among the reference players of each game."""
ASTRAY = 0.1
"""The share of random decisions before a game settles."""
MISJUDGED = 3.0
"""The noise of the evaluation, in points, on all other decisions before a game settles."""
NOTED_SHARE = 0.1
"""The share of decisions before which the seats are sampled."""

Totals = NDArray[np.int32]


class Cast(NamedTuple):
    """The players: the greedy one in all seats; or the model, with another model in the seats of the set `rivals`."""

    greedily: bool
    model: Model
    rival: Model
    rivals: int


class Notes(NamedTuple):
    """Samples of a game: features, points still scored, and seats; and the totals of all seats at the end."""

    inputs: Floats
    outcomes: Floats
    seats: NDArray[np.int64]
    totals: Totals


@kernel
def play_and_note(states: Any, record: Any, players: int, cast: Cast, desk: Desk, settling: float, notes: Notes) -> int:
    """Play one game from the position `record`; returns the number of examples.

    A game is played with noise until it settles, with the probability `settling` at each decision. Only then are examples
    sampled: they start in positions that good play may not reach, but their outcome is due to good play alone. Rivals are
    not sampled: they make the model learn to play against others than itself.
    """
    noted = 0
    settled = False
    while contract.seat(record) != contract.OVER:
        settled = settled or fraction(desk.random) < settling
        if settled and fraction(desk.random) < NOTED_SHARE:
            for seat in range(players):
                if noted < notes.inputs.shape[0] and not cast.rivals >> seat & 1:
                    notes.inputs[noted, :] = 0.0
                    notes.outcomes[noted] = -features(record, seat, notes.inputs[noted])
                    notes.seats[noted] = seat
                    noted += 1
        if not settled and fraction(desk.random) < ASTRAY:
            decision = contract.choose(record, next_random(desk.random))
        else:
            desk.positions[2, :] = 0
            contract.observe(record, states[2, 0])
            if cast.greedily:
                decision = reference(states[2, 0], FIRST, desk.positions[3:], desk.random)
            else:
                contract.resample(states[2, 0], desk.random)
                noise = 0.0 if settled else MISJUDGED
                followed = cast.rival if cast.rivals >> contract.seat(record) & 1 else cast.model
                decision = best_at_once(states, desk.positions[2], players, followed, desk, notes.totals, noise)
        contract.apply(record, decision)
    contract.points(record, notes.totals)
    for i in range(noted):
        notes.outcomes[i] += notes.totals[notes.seats[i]]
    return noted


@kernel
def play_on(
    states: Any, record: Any, players: int, model: Model, desk: Desk, astray: float, decisions: int, totals: Totals
) -> int:
    """Play on in `record` for some decisions, or to the end; writes the `totals`, returns the number of decisions."""
    played = 0
    while played < decisions and contract.seat(record) != contract.OVER:
        if fraction(desk.random) < astray:
            decision = contract.choose(record, next_random(desk.random))
        else:
            desk.positions[2, :] = 0
            contract.observe(record, states[2, 0])
            contract.resample(states[2, 0], desk.random)
            decision = best_at_once(states, desk.positions[2], players, model, desk, totals, 0.0)
        contract.apply(record, decision)
        played += 1
    contract.points(record, totals)
    return played
