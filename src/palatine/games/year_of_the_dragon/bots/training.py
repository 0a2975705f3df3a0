"""How the evaluation of In the Year of the Dragon is fitted: the games that `training/` plays."""

from __future__ import annotations

import numpy as np

from palatine.core.game import Settings
from palatine.games.year_of_the_dragon import GAME

VARIANTS = ("2", "3", "4", "5")
"""Those that have a model each, as `BOTS.variant` names them."""
SETTLING = 0.02
"""How likely a game settles at a decision: about half-way through it, on average."""


def settings(variant: str, generator: np.random.Generator) -> Settings:
    """Draw the options of a game of a variant: its model has to know them all."""
    options = {
        "large_privilege": str(generator.choice(["6", "7"])),
        "great_wall": bool(generator.random() < 0.2),
        "super_event": "drawn" if generator.random() < 0.2 else "off",
    }
    return GAME.settings(int(variant), options)
