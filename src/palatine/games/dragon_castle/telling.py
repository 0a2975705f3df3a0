"""What the words of a decision of Dragon Castle leave out, so that it can be told to those who did not see the position."""

from __future__ import annotations

from typing import Any

from palatine.games.dragon_castle.layout import (
    BUILD_FIRST,
    CASTLE_SPACES,
    DONE_WORD,
    PHASES,
    PLACE_FIRST,
    REALM_SPACES,
    WORD_FIRST,
)
from palatine.games.dragon_castle.view import TILE_OF


def about(state: Any, decision: int) -> dict[str, Any]:
    """The `tile` that is taken, destroyed or placed; the `phase` that is brought to its end."""
    if decision < PLACE_FIRST:
        return {"tile": TILE_OF[state.castle_codes[decision % CASTLE_SPACES]]}
    if decision < BUILD_FIRST:
        return {"tile": TILE_OF[state.held[(decision - PLACE_FIRST) // REALM_SPACES]]}
    return {"phase": PHASES[state.phase]} if decision == WORD_FIRST + DONE_WORD else {}
