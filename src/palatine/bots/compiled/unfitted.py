"""Stand-ins for games without an evaluation of their own, so that the search compiles: it judges by playouts then."""

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
    """Give the positions of a game features that tell nothing."""
    implements(features, dtype)(_no_features)
    implements(rivals_matter, dtype)(_no_rivals)
