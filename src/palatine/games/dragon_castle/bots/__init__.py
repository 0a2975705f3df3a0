"""The bots of Dragon Castle."""

from __future__ import annotations

from palatine.core.bots import Bots, Level, Style

BOTS = Bots(
    style=Style(ahead=12, whole=True, scale=4.0, prior_temperature=0.5, c_puct=0.15),
    levels=(Level(3.0), Level(1.2), Level(0.4), Level(), Level(iterations=3000)),
    reference_players=("greedy",),
)
