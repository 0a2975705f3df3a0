"""Derived values of Kingdomino, compiled: the points."""

from __future__ import annotations

from palatine.core import contract
from palatine.core.dispatch import implements
from palatine.games.kingdomino.layout import DTYPE, Derived, State
from palatine.games.kingdomino.scoring import points


@implements(contract.derived, DTYPE)
def derived(state: State, out: Derived) -> None:
    points(state, out.totals)
