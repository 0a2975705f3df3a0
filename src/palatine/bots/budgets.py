"""Budgets: the time or the number of iterations that a bot may spend on a decision. Imports nothing heavy."""

from __future__ import annotations

import re
from dataclasses import dataclass

from palatine.core.errors import OptionError

LONGEST = 3_600_000
"""An hour, in milliseconds."""
MOST_ITERATIONS = 1_000_000_000
LONGEST_QUOTE = 40

TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s)", re.ASCII)
ITERATIONS = re.compile(r"[0-9]{1,12}", re.ASCII)
MILLISECONDS = {"ms": 1, "s": 1000}


@dataclass(frozen=True)
class Budget:
    """A time in milliseconds or a number of iterations, never both."""

    milliseconds: int | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if (self.milliseconds is None) == (self.iterations is None):
            raise ValueError("a budget is either a time or a number of iterations")

    def __str__(self) -> str:
        """Return the budget in the form that `read_budget` reads."""
        return str(self.iterations) if self.milliseconds is None else f"{self.milliseconds}ms"


def read_budget(text: str) -> Budget:
    """Return the budget of a text: a time (`500ms`, `1s`, `1.5s`) or a number of iterations (`5000`)."""
    if ITERATIONS.fullmatch(text):
        iterations = int(text)
        if 1 <= iterations <= MOST_ITERATIONS:
            return Budget(iterations=iterations)
    elif match := TIME.fullmatch(text):
        milliseconds = float(match[1]) * MILLISECONDS[match[2]]
        if milliseconds.is_integer() and 1 <= milliseconds <= LONGEST:
            return Budget(milliseconds=int(milliseconds))
    else:
        raise OptionError("bots.budget_form", given=text[:LONGEST_QUOTE])
    raise OptionError("bots.budget_size", given=text[:LONGEST_QUOTE], hours=LONGEST // 3_600_000, most=MOST_ITERATIONS)
