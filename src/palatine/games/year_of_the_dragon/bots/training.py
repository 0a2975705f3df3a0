"""The games that `training/` plays to fit the evaluation of In the Year of the Dragon."""

from __future__ import annotations

import numpy as np

from palatine.core.game import Settings
from palatine.games.year_of_the_dragon import GAME

VARIANTS = ("2", "3", "4", "5")
"""The variants with a model each, as `BOTS.variant` names them."""
SETTLING = 0.02
"""The probability that a game settles at a decision: on average about half-way through."""


def settings(variant: str, generator: np.random.Generator) -> Settings:
    """Return random options for a game of a variant: its model must know all of them."""
    options = {
        "large_privilege": str(generator.choice(["6", "7"])),
        "great_wall": bool(generator.random() < 0.2),
        "super_event": "drawn" if generator.random() < 0.2 else "off",
    }
    return GAME.settings(int(variant), options)
