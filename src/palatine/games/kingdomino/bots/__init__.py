"""The bots of Kingdomino."""

from __future__ import annotations

from palatine.core.bots import Bots, Level, Style, by_players
from palatine.core.game import Settings


def _variant(settings: Settings) -> str:
    """Return the name of the model: the Mighty Duel has its own, otherwise there is one for each number of players."""
    return "duel" if settings.options["mighty_duel"] else by_players(settings)


BOTS = Bots(
    style=Style(ahead=16),
    levels=(Level(15.0), Level(6.0), Level(2.0), Level(iterations=20), Level(iterations=4000)),
    variant=_variant,
    reference_players=("greedy", "full_greedy"),
)
