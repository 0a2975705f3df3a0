"""Reasons why a decision of Ferries is not legal."""

from __future__ import annotations

from typing import Any

from palatine.core.errors import Phrase
from palatine.core.game import Settings


def reason(settings: Settings, plain: Any, decision: int) -> Phrase:
    """Return why a decision is not legal: only a boat that does not exist is refused."""
    return Phrase("ferries.refusal.no_such_boat", {"boat": decision + 1, "count": plain.boats})
