"""The bots of In the Year of the Dragon."""

from __future__ import annotations

from palatine.core.bots import Bots, Level, Style

BOTS = Bots(
    style=Style(ahead=16),
    levels=(Level(10.0), Level(4.0), Level(1.5), Level(iterations=20), Level(iterations=4000)),
    reference_players=("greedy",),
)
