"""Values that follow from a position of Kingdomino, compiled, for its plain form: the points."""

from __future__ import annotations

from palatine.core import contract
from palatine.core.dispatch import implements
from palatine.games.kingdomino.layout import DTYPE, Derived, State
from palatine.games.kingdomino.scoring import points


@implements(contract.derived, DTYPE)
def derived(state: State, out: Derived) -> None:
    points(state, out.totals)
