"""The outlook: the known consequences of each legal decision, computed from open fields alone.

Each decision is played on copies of the observation with resampled hidden fields. Where two samples disagree, the
outcome depends on chance and is not shown.
"""

from __future__ import annotations

import numpy as np

from palatine.core.client import client_of
from palatine.core.engine import engine
from palatine.core.prospects import resampled, tried
from palatine.core.views import Question
from palatine.server.messages.games import Prospect
from palatine.server.messages.results import SeatScore

DRAWS = 2


def scores_in(question: Question) -> list[SeatScore]:
    """Return the points of each seat by source, if the game ended now."""
    return [SeatScore(score["total"], score["sources"]) for score in question.scores()]


def prospects_in(question: Question) -> list[Prospect]:
    """Return the outcome of each legal decision for the seat that decides."""
    seat = question.seat
    if seat is None:
        return []
    game, legal, now = question.game, question.legal(), question.totals()[seat]
    rules = engine(game)
    draws = [tried(rules, raw, legal) for raw in resampled(rules, question.observation, DRAWS)]
    totals = np.stack([draw.derived["totals"][:, seat] for draw in draws])
    agreed = np.all(totals == totals[0], axis=0).tolist()
    effects = client_of(game).effects(draws[0])
    return [
        Prospect(decision, total, total - now, effect) if known else Prospect(decision, None, None, effect)
        for decision, total, known, effect in zip(legal, totals[0].tolist(), agreed, effects, strict=True)
    ]
