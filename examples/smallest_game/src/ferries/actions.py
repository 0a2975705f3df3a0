"""Decisions of Ferries: as numbers, as fields and as text (`load 2`)."""

from __future__ import annotations

import re
from typing import Any

from ferries.layout import DECISIONS
from palatine.core.errors import DecisionError

LOAD = re.compile(r"load\s+(\d{1,3})")


def fields(decision: int) -> dict[str, Any]:
    """Return a decision as plain data; boats are numbered from 1."""
    return {"kind": "load", "boat": decision + 1}


def to_text(decision: int) -> str:
    """Return a decision as text."""
    return f"load {decision + 1}"


def from_text(text: str) -> int:
    """Return the number of a decision given as text."""
    match = LOAD.fullmatch(text.strip().casefold())
    if match is None or not 1 <= int(match[1]) <= DECISIONS:
        raise DecisionError("ferries.not_understood", decision=text)
    return int(match[1]) - 1


def canonical(state: Any, decision: int) -> int:
    """Return the first of the boats that carry the same: the one that is listed (FE-3)."""
    if decision >= state.boats:
        return decision
    carried = [(state.load[boat], state.aboard[boat]) for boat in range(decision + 1)]
    return carried.index(carried[decision])
