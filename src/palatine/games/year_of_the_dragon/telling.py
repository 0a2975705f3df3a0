"""What the words of a decision of In the Year of the Dragon leave out, so that it can be told to those who did not see the
position."""

from __future__ import annotations

from typing import Any

from palatine.games.year_of_the_dragon.client import effects
from palatine.games.year_of_the_dragon.layout import ACT, TILES


def about(state: Any, decision: int) -> dict[str, Any]:
    """The `person` who is to be housed; of an action its fee (`costs`) and what it `brings`."""
    if state.phase == ACT:
        return effects(state, [decision])[0]
    return {"person": TILES[state.pending - 1]} if state.pending else {}
