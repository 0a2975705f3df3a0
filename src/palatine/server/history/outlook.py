"""Known consequences of decisions before they are made, from what is open alone.

Each decision is played on copies of the observation with resampled hidden fields. What two draws of them do not agree
on depends on the draw, and is not shown.
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
    """Per seat the points and where they come from, were the game to end now."""
    return [SeatScore(score["total"], score["sources"]) for score in question.scores()]


def prospects_in(question: Question) -> list[Prospect]:
    """What each legal decision would bring to the seat that decides."""
    seat = question.seat
    if seat is None:
        return []
    game, legal, now = question.game, question.legal(), question.totals()[seat]
    engine_of = engine(game)
    draws = [tried(engine_of, raw, legal) for raw in resampled(engine_of, question.observation, DRAWS)]
    totals = np.stack([draw.derived["totals"][:, seat] for draw in draws])
    agreed = np.all(totals == totals[0], axis=0).tolist()
    effects = client_of(game).effects(draws[0])
    return [
        Prospect(decision, total, total - now, effect) if known else Prospect(decision, None, None, effect)
        for decision, total, known, effect in zip(legal, totals[0].tolist(), agreed, effects, strict=True)
    ]
