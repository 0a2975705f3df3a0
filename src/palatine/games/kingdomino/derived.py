"""What follows from a position of Kingdomino, compiled, for its plain form: the points."""

from __future__ import annotations

from palatine.core import contract
from palatine.core.dispatch import implements
from palatine.games.kingdomino.layout import DTYPE, Facts, State
from palatine.games.kingdomino.scoring import points


@implements(contract.facts, DTYPE)
def facts(state: State, out: Facts) -> None:
    points(state, out.totals)
