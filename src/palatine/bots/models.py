"""The fitted evaluations: which model judges which game, and where its numbers are."""

from __future__ import annotations

import functools
import importlib
import json
from importlib import resources
from types import ModuleType

import numpy as np

from palatine.bots.compiled.evaluation import BIAS, HIDDEN, OUT, Model
from palatine.core.game import Game, Settings

FOLDER = "models"


def features_of(game: Game) -> ModuleType:
    """What the evaluation of a game looks at."""
    return importlib.import_module(f"{__package__}.compiled.features.{game.name}")


def variant(settings: Settings) -> str:
    """The kind of game for which a model was fitted."""
    if settings.options.get("mighty_duel"):
        return "duel"
    return f"{settings.players}"


@functools.cache
def _numbers(game: str, kind: str) -> Model:
    file = resources.files(__package__).joinpath(FOLDER, f"{game}-{kind}.json")
    model = np.array(json.loads(file.read_text(encoding="utf-8")), dtype=np.float32)
    if not model[OUT, :HIDDEN].any():
        model = np.ascontiguousarray(model[:, HIDDEN:])  # a linear model is quicker without the hidden layer
    model.flags.writeable = False
    return model


def model_for(settings: Settings) -> Model:
    """The numbers of the model for a game with its players and options."""
    return _numbers(settings.game.name, variant(settings))


def empty_model(game: Game) -> Model:
    """A model that adds nothing to the points that are certain."""
    return np.zeros((features_of(game).FEATURES - BIAS, HIDDEN + 1), dtype=np.float32)
