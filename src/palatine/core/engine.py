"""The compiled engine of a game: the functions that Python calls, on buffers that the caller owns.

Positions are passed as `uint8` memory, one a row, and viewed as records inside: Numba takes 20 microseconds to look up
the type of a structured array, and 1 for bytes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from palatine.core import chance, contract
from palatine.core.compiled import EntryPoints, kernel
from palatine.core.dispatch import is_missing
from palatine.core.game import Game

Raw = NDArray[np.uint8]
"""The memory of one position."""
Raws = NDArray[np.uint8]
"""The memory of many positions: one a row."""

RAW = types.Array(types.uint8, 1, "C")
RAWS = types.Array(types.uint8, 2, "C")
NUMBER = types.int64
INT32S = types.Array(types.int32, 1, "C")
INT32_ROWS = types.Array(types.int32, 2, "C")
INT64S = types.Array(types.int64, 1, "C")
INT64_ROWS = types.Array(types.int64, 2, "C")
KEYS = types.Array(types.uint32, 2, "C")
WORDS = types.Array(types.uint64, 1, "C")
FLAGS = types.Array(types.boolean, 1, "C")
FLAG_ROWS = types.Array(types.boolean, 2, "C")
FLOAT_ROWS = types.Array(types.float32, 2, "C")

CORE = Path(__file__).parent


@dataclass(frozen=True)
class Engine:
    """The entry points of one game. They trust their input; `Table` checks it.

    | name       | arguments                            | does                                                             |
    |------------|--------------------------------------|------------------------------------------------------------------|
    | `begin`    | raws, players, options, keys         | sets up each row with its key                                    |
    | `step`     | raw, decision                        | makes a decision; returns the next seat, -1 when the game is over |
    | `legal`    | raw, out (int32)                     | lists the legal decisions; returns their number                  |
    | `nth`      | raw, n                               | returns the n-th legal decision                                  |
    | `choose`   | raw, random                          | returns a legal decision at random, uniformly                    |
    | `glance`   | raw                                  | returns seat, number of legal decisions, number of values revealed |
    | `observe`  | raws, out                            | copies the open fields                                           |
    | `resample` | raws, random                         | draws new hidden fields for observations                         |
    | `score`    | raws, totals, rankings               | writes the points, and the rankings with tie-breaks              |
    | `sources`  | raw, rows (int32)                    | lists the sources of all points; returns the number of rows      |
    | `restore`  | raw                                  | completes a position given as plain data; returns the misfit piece |
    | `playout`  | raws, randoms (one a row), totals    | plays at random to the end; returns the number of decisions      |
    | `advance`  | raws, decisions, players, options, keys, restart, seats, mask, finished, totals | a step of a batch     |
    | `tensor`   | raws, viewers, out                   | writes observations as numbers                                   |
    | `derived`  | raws, out (a `DERIVED` a row, as bytes) | writes the derived values of open positions                   |
    """

    game: Game
    dtype: np.dtype[Any]
    open_dtype: np.dtype[Any]
    derived_dtype: np.dtype[Any]
    decisions: int
    most_legal: int
    tensor_size: int
    source_shape: tuple[int, int]
    entry_points: EntryPoints
    begin: Callable[..., None]
    step: Callable[[Raw, int], int]
    legal: Callable[[Raw, NDArray[np.int32]], int]
    nth: Callable[[Raw, int], int]
    choose: Callable[[Raw, NDArray[np.uint64]], int]
    glance: Callable[[Raw], tuple[int, int, int]]
    observe: Callable[[Raws, Raws], None]
    resample: Callable[[Raws, NDArray[np.uint64]], None]
    score: Callable[[Raws, NDArray[np.int32], NDArray[np.int64]], None]
    sources: Callable[[Raw, NDArray[np.int32]], int]
    restore: Callable[[Raw], int]
    playout: Callable[[Raws, NDArray[np.uint64], NDArray[np.int32]], int]
    advance: Callable[..., int]
    tensor: Callable[[Raws, NDArray[np.int64], NDArray[np.float32]], None]
    derived: Callable[[Raws, Raws], None]

    @property
    def state_bytes(self) -> int:
        """The size of a position in bytes."""
        return self.dtype.itemsize

    def buffer(self, positions: int) -> Raws:
        """Return zeroed memory for some positions."""
        return np.zeros((positions, self.dtype.itemsize), dtype=np.uint8)

    def view(self, raw: Raw) -> Any:
        """Return the memory of a position as a record."""
        return raw.view(self.dtype)[0]

    def plain(self, raw: Raw) -> SimpleNamespace:
        """Return the open fields of a position and the values derived from them, as plain numbers and lists.

        All fields are converted together: reading them one by one from a record takes ten times as long.
        """
        derived = np.zeros((1, self.derived_dtype.itemsize), dtype=np.uint8)
        self.derived(raw[np.newaxis], derived)
        fields: dict[str, Any] = {}
        for memory, dtype in ((raw, self.open_dtype), (derived, self.derived_dtype)):
            for name, value in zip(dtype.names or (), np.frombuffer(memory, dtype).tolist()[0], strict=True):
                fields[name] = value.tolist() if isinstance(value, np.ndarray) else value
        return SimpleNamespace(**fields)


@kernel
def _set_up(
    state: Any, players: int, options: NDArray[np.int64], key: NDArray[np.uint32], stream: NDArray[np.uint64]
) -> None:
    chance.open_stream(stream, key)
    contract.setup(state, players, options, stream)


COMPILED_PARTS = ("legal", "rules", "scoring", "hidden", "restore", "tensor", "derived")
"""The modules that may have compiled functions. A small game needs fewer."""


def register(game: Game) -> Any:
    """Import all compiled parts of a game, which registers its versions of the contract. Return its layout."""
    for part in COMPILED_PARTS:
        if game.has_module(part):
            game.module(part)
    layout = game.module("layout")
    missing = [name for name, function in vars(contract).items() if is_missing(function, layout.DTYPE)]
    if missing:
        raise TypeError(f"{game.name} has no version of the contract's {', '.join(missing)}")
    return layout


def _make(game: Game) -> Engine:
    layout = register(game)
    tensors = game.module("tensor")
    dtype = layout.DTYPE
    derived_dtype = layout.DERIVED

    def begin(raws: Raws, players: int, options: NDArray[np.int64], keys: NDArray[np.uint32]) -> None:
        stream = np.empty(chance.STREAM_WORDS, dtype=np.uint64)
        for i in range(raws.shape[0]):
            raws[i, :] = 0
            _set_up(raws[i].view(dtype)[0], players, options, keys[i], stream)

    def step(raw: Raw, decision: int) -> int:
        state = raw.view(dtype)[0]
        contract.apply(state, decision)
        return contract.seat(state)

    def legal(raw: Raw, out: NDArray[np.int32]) -> int:
        return contract.legal(raw.view(dtype)[0], out)

    def nth(raw: Raw, n: int) -> int:
        return contract.nth(raw.view(dtype)[0], n)

    def choose(raw: Raw, random: NDArray[np.uint64]) -> int:
        return contract.choose(raw.view(dtype)[0], chance.next_random(random))

    def glance(raw: Raw) -> tuple[int, int, int]:
        state = raw.view(dtype)[0]
        return contract.seat(state), contract.count(state), contract.revealed(state)

    def observe(raws: Raws, out: Raws) -> None:
        for i in range(raws.shape[0]):
            out[i, :] = 0
            contract.observe(raws[i].view(dtype)[0], out[i].view(dtype)[0])

    def resample(raws: Raws, random: NDArray[np.uint64]) -> None:
        for i in range(raws.shape[0]):
            contract.resample(raws[i].view(dtype)[0], random)

    def score(raws: Raws, totals: NDArray[np.int32], rankings: NDArray[np.int64]) -> None:
        for i in range(raws.shape[0]):
            state = raws[i].view(dtype)[0]
            contract.points(state, totals[i])
            contract.ranking(state, rankings[i])

    def sources(raw: Raw, rows: NDArray[np.int32]) -> int:
        scratch = np.zeros(state_bytes, dtype=np.uint8)
        return contract.sources(raw.view(dtype)[0], scratch.view(dtype)[0], rows)

    def restore(raw: Raw) -> int:
        return contract.restore(raw.view(dtype)[0])

    def playout(raws: Raws, randoms: NDArray[np.uint64], totals: NDArray[np.int32]) -> int:
        decisions = 0
        for i in range(raws.shape[0]):
            state = raws[i].view(dtype)[0]
            random = randoms[i : i + 1]
            while contract.seat(state) != contract.OVER:
                contract.apply(state, contract.choose(state, chance.next_random(random)))
                decisions += 1
            contract.points(state, totals[i])
        return decisions

    def advance(
        raws: Raws,
        decisions: NDArray[np.int64],
        players: int,
        options: NDArray[np.int64],
        keys: NDArray[np.uint32],
        restart: bool,
        seats: NDArray[np.int64],
        mask: NDArray[np.bool_],
        finished: NDArray[np.bool_],
        totals: NDArray[np.int32],
    ) -> int:
        """Step each row; a negative decision leaves it unchanged. Return the number of games that ended."""
        stream = np.empty(chance.STREAM_WORDS, dtype=np.uint64)
        listed = np.empty(most_legal, dtype=np.int32)
        ended = 0
        for i in range(raws.shape[0]):
            state = raws[i].view(dtype)[0]
            finished[i] = False
            if decisions[i] >= 0 and contract.seat(state) != contract.OVER:
                contract.apply(state, decisions[i])
                if contract.seat(state) == contract.OVER:
                    finished[i] = True
                    ended += 1
                    contract.points(state, totals[i])
                    if restart:
                        raws[i, :] = 0
                        _set_up(state, players, options, keys[i], stream)
            seats[i] = contract.seat(state)
            mask[i, :] = False
            for n in range(contract.legal(state, listed)):
                mask[i, listed[n]] = True
        return ended

    def tensor(raws: Raws, viewers: NDArray[np.int64], out: NDArray[np.float32]) -> None:
        for i in range(raws.shape[0]):
            out[i, :] = 0.0
            contract.tensor(raws[i].view(dtype)[0], viewers[i], out[i])

    def derived(raws: Raws, out: Raws) -> None:
        for i in range(raws.shape[0]):
            out[i, :] = 0
            contract.derived(raws[i].view(dtype)[0], out[i].view(derived_dtype)[0])

    most_legal = layout.MOST_LEGAL
    state_bytes = dtype.itemsize
    entries = EntryPoints(game.name, [CORE, Path(layout.__file__).parent])
    return Engine(
        game=game,
        dtype=dtype,
        open_dtype=dtype[[name for name, *_ in layout.OPEN_FIELDS]],
        derived_dtype=derived_dtype,
        decisions=layout.DECISIONS,
        most_legal=most_legal,
        tensor_size=tensors.SIZE,
        source_shape=(layout.MOST_SOURCES, layout.SOURCE_FIELDS),
        entry_points=entries,
        begin=entries.add(begin, RAWS, NUMBER, INT64S, KEYS),
        step=entries.add(step, RAW, NUMBER),
        legal=entries.add(legal, RAW, INT32S),
        nth=entries.add(nth, RAW, NUMBER),
        choose=entries.add(choose, RAW, WORDS),
        glance=entries.add(glance, RAW),
        observe=entries.add(observe, RAWS, RAWS),
        resample=entries.add(resample, RAWS, WORDS),
        score=entries.add(score, RAWS, INT32_ROWS, INT64_ROWS),
        sources=entries.add(sources, RAW, INT32_ROWS),
        restore=entries.add(restore, RAW),
        playout=entries.add(playout, RAWS, WORDS, INT32_ROWS),
        advance=entries.add(
            advance,
            *(RAWS, INT64S, NUMBER, INT64S, KEYS, types.boolean),
            *(INT64S, FLAG_ROWS, FLAGS, INT32_ROWS),
        ),
        tensor=entries.add(tensor, RAWS, INT64S, FLOAT_ROWS),
        derived=entries.add(derived, RAWS, RAWS),
    )


@functools.cache
def uncompiled(game: Game) -> Engine:
    """Return the engine of a game without loading or compiling its entry points."""
    return _make(game)


@functools.cache
def engine(game: Game) -> Engine:
    """Return the engine of a game, ready to be called. The first use on a machine compiles it."""
    compiled = uncompiled(game)
    compiled.entry_points.compile()
    return compiled
