"""How the evaluation of Dragon Castle is fitted: the games that `training/` plays."""

from __future__ import annotations

import numpy as np

from palatine.core.game import Settings
from palatine.games.dragon_castle import GAME

VARIANTS = ("1", "2", "3", "4")
"""Those that have a model each, as `BOTS.variant` names them."""
SETTLING = 0.02
"""How likely a game settles at a decision: about half-way through it, on average."""


def settings(variant: str, generator: np.random.Generator) -> Settings:
    """Draw the options of a game of a variant: its model has to know them all."""
    options = {"spirits": int(generator.integers(0, 4)), "dragons": int(generator.integers(0, 4))}
    return GAME.settings(int(variant), options)
