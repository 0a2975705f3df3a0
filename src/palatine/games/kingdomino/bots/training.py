"""Games that `training/` plays to fit the evaluation of Kingdomino."""

from __future__ import annotations

import numpy as np

from palatine.core.game import Settings
from palatine.games.kingdomino import GAME

VARIANTS = ("2", "3", "4", "duel")
"""The variants with a model of their own, as `BOTS.variant` names them."""
SETTLING = 0.05
"""The probability, at each decision, that a game stops playing random decisions: on average about half-way through."""


def settings(variant: str, generator: np.random.Generator) -> Settings:
    """Return the settings of a game of a variant, with random options: the model must learn all of them."""
    options = {
        "harmony": bool(generator.random() < 0.75),
        "middle_kingdom": bool(generator.random() < 0.75),
        "mighty_duel": variant == "duel",
    }
    return GAME.settings(2 if variant == "duel" else int(variant), options)
