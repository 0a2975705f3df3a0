"""The fitted evaluations: the model for given settings, and the files with its numbers."""

from __future__ import annotations

import functools
import json
from importlib import resources
from importlib.resources.abc import Traversable

import numpy as np

from palatine.bots.compiled import unfitted
from palatine.bots.compiled.evaluation import BIAS, HIDDEN, OUT, Model
from palatine.core.bots import bots_of
from palatine.core.game import Game, Settings


def feature_count(game: Game) -> int:
    """Return the number of features that the evaluation of a game reads."""
    features: int = game.module("bots.features").FEATURES if bots_of(game).fitted else unfitted.FEATURES
    return features


def model_folder(game: Game) -> Traversable:
    """Return the folder with the fitted numbers of a game, one file for each variant."""
    return resources.files(f"{game.package}.bots").joinpath("models")


@functools.cache
def _numbers(game: Game, variant: str) -> Model:
    file = model_folder(game).joinpath(f"{variant}.json")
    model = np.array(json.loads(file.read_text(encoding="utf-8")), dtype=np.float32)
    if not model[OUT, :HIDDEN].any():
        model = np.ascontiguousarray(model[:, HIDDEN:])  # a linear model is faster without the hidden layer
    model.flags.writeable = False
    return model


def model_for(settings: Settings) -> Model:
    """Return the numbers of the model for some settings; an empty model if none was fitted."""
    bots = bots_of(settings.game)
    if bots.fitted:
        return _numbers(settings.game, bots.variant(settings))
    model = empty_model(settings.game)
    model.flags.writeable = False
    return model


def empty_model(game: Game) -> Model:
    """Return a model that adds nothing to the certain points."""
    return np.zeros((feature_count(game) - BIAS, HIDDEN + 1), dtype=np.float32)
