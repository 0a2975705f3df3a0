"""The contract: the functions that every game offers, as names that dispatch by the type of the position.

A position (`state`) is one record of the game's dtype. These kernels trust their input: a decision is legal, a
position sound. Checking is the business of `Table`. Playouts, benchmarks and search use these names and nothing else.

Besides, a game's modules have these functions in plain Python (`plain` is a position as `Engine.plain` gives it). A game
may do without the modules `client` and `refusals`:

| function                                   | returns                                                                    |
|--------------------------------------------|----------------------------------------------------------------------------|
| `actions.fields(decision)`                 | a decision as plain JSON data: its `kind`, and what belongs to that; each  |
|                                            | decision has other fields, which follow from its number alone              |
| `actions.to_text(decision)`, `from_text(text)` | a decision as it is typed; its number                                  |
| `actions.canonical(state, decision)`       | of several decisions that mean the same, the one that is offered           |
| `view.essence(settings, plain)`            | what an open position is made of, as plain data                            |
| `view.position(settings, plain)`           | the same, with what follows from it                                        |
| `view.BY_SEAT`                             | the entries of a position that are lists with an item for each seat         |
| `view.ROUND`                               | may be there: the entry of positions and sources that numbers the games of a series |
| `view.SOURCE_DETAIL`                       | may be there: the field by which statistics tell sources of one name apart |
| `view.sources(settings, rows)`             | per seat its sources of points: the rows of `sources` in words             |
| `view.decided_by(rankings)`                | what told the winner from the next                                         |
| `restore.from_position(settings, position)` | the memory of a position given as plain data, or a `PositionError`        |
| `restore.in_order(position)`               | the same position with its lists in our order                              |
| `client.pieces()`                          | what never changes of a game, as plain data                                |
| `client.about(plain, decision)`            | what the words of a legal decision leave out                               |
| `client.effects(tried)`                    | for each decision that was tried out (`core.prospects`) what it does       |
| `refusals.reason(settings, plain, decision)` | a `Phrase` that says why a decision is not legal, or None: it is called  |
|                                            | for decisions that are not                                                 |
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.dispatch import generic

State = Any

OVER = -1
"""What stands for "nobody" where a seat is expected: the game is over."""


@generic
def setup(state: State, players: int, options: NDArray[np.int64], stream: NDArray[np.uint64]) -> None:
    """Lay out a new game, all of its chance included. `state` is all zero; `options` in the order of the game's list."""


@generic
def seat(state: State) -> int:
    """Who decides now; `OVER` when the game is over."""


@generic
def count(state: State) -> int:
    """How many decisions are legal; 0 only when the game is over."""


@generic
def nth(state: State, n: int) -> int:
    """The n-th legal decision, in the order of `legal`."""


@generic
def choose(state: State, random_word: np.uint64) -> int:
    """One legal decision, each as likely, picked by 64 random bits, without making a list."""


@generic
def legal(state: State, out: NDArray[np.int32]) -> int:
    """Write all legal decisions, in a fixed order of the game's own; returns how many."""


@generic
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision, and all that follows from it without a further decision."""


@generic
def revealed(state: State) -> int:
    """How many hidden values have been revealed so far: a decision that reveals something raises it."""


@generic
def points(state: State, out: NDArray[np.int32]) -> None:
    """The total of each seat, were the game to end now."""


@generic
def sources(state: State, scratch: State, rows: NDArray[np.int32]) -> int:
    """List where all points come from, in rows of the game's own fields; returns how many. `scratch` may be spoilt."""


@generic
def ranking(state: State, out: NDArray[np.int64]) -> None:
    """A number for each seat that orders them with all tie-breaks: the winners are those with the highest."""


@generic
def observe(state: State, out: State) -> None:
    """Copy the open fields into an `out` that is all zero; made from the layout by `core.layout.observer`."""


@generic
def resample(state: State, random: NDArray[np.uint64]) -> None:
    """Draw new hidden fields for an observation, all that are consistent with it being as likely."""


@generic
def derived(state: State, out: Any) -> None:
    """Write the values that follow from an open position into an `out` that is all zero: a record of the layout's
    `DERIVED`, of which the `totals` of the seats are one."""


@generic
def tensor(state: State, viewer: int, out: NDArray[np.float32]) -> None:
    """Write what is open as numbers from 0 to 1, as `viewer` sees it (own things first), into `out` that is all zero."""


@generic
def restore(state: State) -> int:
    """Complete an open position of which only what `restore.from_position` fills in is known, checking that it follows the
    rules; returns 0, or the number of the piece that cannot lie where it does."""
