"""What the words of a decision of Kingdomino leave out, so that it can be told to those who did not see the position."""

from __future__ import annotations

from typing import Any

from palatine.core.bits import lowest
from palatine.games.kingdomino.layout import DOMINOES


def about(state: Any, decision: int) -> dict[str, Any]:
    """The `domino` that is placed or put away; a claim names its own."""
    return {} if decision < DOMINOES else {"domino": lowest(state.current) + 1}
