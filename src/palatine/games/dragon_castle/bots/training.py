"""The games that `training/` plays to fit the evaluation of Dragon Castle."""

from __future__ import annotations

import numpy as np

from palatine.core.game import Settings
from palatine.games.dragon_castle import GAME

VARIANTS = ("1", "2", "3", "4")
"""The variants that have a model each, as `BOTS.variant` names them."""
SETTLING = 0.02
"""The probability that a game settles at a decision: on average about half-way through."""


def settings(variant: str, generator: np.random.Generator) -> Settings:
    """Draw the options of a game of a variant. Its model must know them all."""
    options = {"spirits": int(generator.integers(0, 4)), "dragons": int(generator.integers(0, 4))}
    return GAME.settings(int(variant), options)
