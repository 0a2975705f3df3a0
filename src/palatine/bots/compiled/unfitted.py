"""Stubs for games without an evaluation: the search needs them to compile, and evaluates by playouts."""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.dispatch import implements
from palatine.core.heuristics import Floats, features, rivals_matter

FEATURES = 1


def _no_features(state: Any, seat: int, out: Floats) -> float:
    return 0.0


def _no_rivals(state: Any) -> bool:
    return False


def register_unfitted(dtype: np.dtype[Any]) -> None:
    """Register features without information for the positions of a game."""
    implements(features, dtype)(_no_features)
    implements(rivals_matter, dtype)(_no_rivals)
