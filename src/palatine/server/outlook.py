"""What is known of decisions before they are made, from what is open alone.

All of it is reckoned from an observation, in which nothing sealed is, whose sealed part is drawn anew: what would be
told of a hidden tile is told of a made-up one. What two draws do not agree on depends on the draw, and is not told.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from palatine.core.engine import Engine, Raw, engine
from palatine.core.game import Settings
from palatine.core.sight import Question
from palatine.server.game_messages import Prospect
from palatine.server.result_messages import SeatScore

DRAWS = 2


def scores_in(question: Question) -> list[SeatScore]:
    """Per seat the points and where they come from, were the game to end now."""
    settings, made = question.settings, engine(question.settings.game)
    rows = np.empty(made.source_shape, dtype=np.int32)
    count = made.sources(question.observation, rows)
    sources: list[list[dict[str, Any]]] = settings.game.module("view").sources(settings, rows[:count])
    return [SeatScore(total, of_seat) for total, of_seat in zip(question.totals(), sources, strict=True)]


def prospects_in(question: Question) -> list[Prospect]:
    """What each legal decision would bring to the seat that decides."""
    seat = question.seat
    if seat is None:
        return []
    settings, legal = question.settings, question.legal()
    made = engine(settings.game)
    effects = settings.game.module("client").effects(made.plain(question.observation), legal)
    now = question.totals()[seat]
    totals = np.stack([_totals_after(settings, made, drawn, legal)[:, seat] for drawn in _drawn(made, question)])
    told = [int(after[0]) if np.all(after == after[0]) else None for after in totals.T]
    return [
        Prospect(decision, total, None if total is None else total - now, effect)
        for decision, total, effect in zip(legal, told, effects, strict=True)
    ]


def _drawn(made: Engine, question: Question) -> list[Raw]:
    """The position with different things sealed in it; which ones follows from what is open."""
    observed = made.buffer(1)  # once more: not even a careless caller can make it know what is sealed
    made.observe(question.observation[np.newaxis], observed)
    seen = hashlib.blake2b(observed.tobytes(), digest_size=8).digest()
    random = np.frombuffer(seen, dtype=np.uint64) | np.uint64(1)
    drawn = np.repeat(observed, DRAWS, axis=0)
    made.resample(drawn, random)
    return list(drawn)


def _totals_after(settings: Settings, made: Engine, raw: Raw, legal: list[int]) -> Any:
    """The points of all seats after each of some decisions."""
    after = np.repeat(raw[np.newaxis], len(legal), axis=0)
    for row, decision in zip(after, legal, strict=True):
        made.step(row, decision)
    totals = np.zeros((len(legal), settings.players), dtype=np.int32)
    made.score(after, totals, np.zeros((len(legal), settings.players), dtype=np.int64))
    return totals
