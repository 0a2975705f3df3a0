"""How the evaluation of Kingdomino is fitted: the games that `training/` plays."""

from __future__ import annotations

import numpy as np

from palatine.core.game import Settings
from palatine.games.kingdomino import GAME

VARIANTS = ("2", "3", "4", "duel")
"""Those that have a model each, as `BOTS.variant` names them."""
SETTLING = 0.05
"""How likely a game settles at a decision: about half-way through it, on average."""


def settings(variant: str, generator: np.random.Generator) -> Settings:
    """Draw the options of a game of a variant: its model has to know them all."""
    options = {
        "harmony": bool(generator.random() < 0.75),
        "middle_kingdom": bool(generator.random() < 0.75),
        "mighty_duel": variant == "duel",
    }
    return GAME.settings(2 if variant == "duel" else int(variant), options)
