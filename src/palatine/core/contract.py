"""The contract: the functions that every game offers, as names that dispatch by the type of the position.

A position (`state`) is one record of the game's dtype. These kernels trust their input: decisions are legal, positions
valid. `Table` does the checking. Playouts, benchmarks and search use these names and nothing else.

A game's modules also have these functions and constants in plain Python; `plain` is a position as `Engine.plain` returns
it. The modules `client` and `refusals`, `view.ROUND` and `view.SOURCE_DETAIL` are optional.

| function or constant                       | value                                                                      |
|--------------------------------------------|----------------------------------------------------------------------------|
| `actions.fields(decision)`                 | a decision as plain JSON data: its `kind` and the fields of that kind.     |
|                                            | They follow from the number alone, and no two decisions have the same      |
| `actions.to_text(decision)`                | a decision as it is typed                                                  |
| `actions.from_text(text)`                  | the number of a typed decision                                             |
| `actions.canonical(state, decision)`       | the one of several equivalent decisions that is offered                    |
| `view.essence(settings, plain)`            | an open position as plain data, without derived values                     |
| `view.position(settings, plain)`           | the same with derived values                                               |
| `view.BY_SEAT`                             | the entries of a position that are lists with an item for each seat        |
| `view.ROUND`                               | the entry of positions and sources that numbers the games of a series      |
| `view.SOURCE_DETAIL`                       | the field by which statistics distinguish sources of one name              |
| `view.sources(settings, rows)`             | the rows of `sources` in words, by seat                                    |
| `view.decided_by(rankings)`                | the criterion that decided between the winner and the next                 |
| `restore.from_position(settings, position)` | the memory of a position given as plain data; raises `PositionError`      |
| `restore.in_order(position)`               | the same position with its lists in canonical order                        |
| `client.pieces()`                          | the constants of a game as plain data                                      |
| `client.about(plain, decision)`            | the details that the text of a legal decision leaves out                   |
| `client.effects(tried)`                    | the effects of each decision that was tried (`core.prospects`)             |
| `refusals.reason(settings, plain, decision)` | a `Phrase` that says why an illegal decision is not legal, or None       |
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.dispatch import generic

State = Any

OVER = -1
"""The seat to decide when the game is over."""


@generic
def setup(state: State, players: int, options: NDArray[np.int64], stream: NDArray[np.uint64]) -> None:
    """Set up a game and draw all of its chance. `state` is zeroed; `options` are in the order of the game's list."""


@generic
def seat(state: State) -> int:
    """Return the seat to decide; `OVER` when the game is over."""


@generic
def count(state: State) -> int:
    """Return the number of legal decisions; 0 only when the game is over."""


@generic
def nth(state: State, n: int) -> int:
    """Return the n-th legal decision, in the order of `legal`."""


@generic
def choose(state: State, random_word: np.uint64) -> int:
    """Return a legal decision at random, uniformly, from 64 random bits and without building a list."""


@generic
def legal(state: State, out: NDArray[np.int32]) -> int:
    """Write all legal decisions, in an order that the game fixes. Return their number."""


@generic
def apply(state: State, decision: int) -> None:
    """Make a legal decision and play on until the next one."""


@generic
def revealed(state: State) -> int:
    """Return the number of hidden values revealed so far. Every decision that reveals something raises it."""


@generic
def points(state: State, out: NDArray[np.int32]) -> None:
    """Write the total of each seat, as if the game ended now."""


@generic
def sources(state: State, scratch: State, rows: NDArray[np.int32]) -> int:
    """Write the sources of all points, in rows of the game's own fields. Return their number. Overwrites `scratch`."""


@generic
def ranking(state: State, out: NDArray[np.int64]) -> None:
    """Write a number for each seat that orders them with all tie-breaks. The highest wins; equal numbers share it."""


@generic
def observe(state: State, out: State) -> None:
    """Copy the open fields into a zeroed `out`. `core.layout.observer` generates this from the layout."""


@generic
def resample(state: State, random: NDArray[np.uint64]) -> None:
    """Draw new hidden fields for an observation, uniformly from all that are consistent with it."""


@generic
def derived(state: State, out: Any) -> None:
    """Write the derived values of an open position into a zeroed `out`, a record of the layout's `DERIVED`.

    One of them is `totals`, the points of each seat.
    """


@generic
def tensor(state: State, viewer: int, out: NDArray[np.float32]) -> None:
    """Write the open fields as numbers from 0 to 1 into a zeroed `out`, the seat `viewer` first."""


@generic
def restore(state: State) -> int:
    """Fill in the fields of an open position that `restore.from_position` leaves out, and check them by the rules.

    Return 0, or the number of a piece that cannot be where it is.
    """
