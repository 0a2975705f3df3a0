"""What a decision of Kingdomino brings besides points: nothing that one could not see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def effects(state: Any, decisions: Sequence[int]) -> list[dict[str, Any]]:
    """Nothing for each decision."""
    return [{} for _ in decisions]
