"""Batches: an array of games that are set up, stepped and played out together, on one core or on all."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from palatine.core import chance
from palatine.core.engine import Raws, engine
from palatine.core.errors import DecisionError, OptionError
from palatine.core.game import Settings
from palatine.core.table import check_number_seed

Result = TypeVar("Result")

LEFT_ALONE = -1
"""The decision that leaves a game of a batch unchanged."""


class Batch:
    """Games with the same settings, one a row. Game i has the seed `seed` + i.

    `states` is the memory of the positions, `seats` the seat to decide in each (-1: over) and `mask` the legal decisions.
    `finished` marks the games that the last step ended, `totals` has their points. With `restart`, a game that ends is
    replaced immediately by a new one with the next unused seed.
    """

    def __init__(self, settings: Settings, size: int, seed: int = 0, cores: int | None = None, restart: bool = False):
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise OptionError("core.wrong_size", given=repr(size))
        if cores is not None and (not isinstance(cores, int) or isinstance(cores, bool) or cores < 1):
            raise OptionError("core.wrong_cores", given=repr(cores))
        self._next_seed = check_number_seed(seed)
        self.settings = settings
        self.cores = min(size, cores or os.cpu_count() or 1)
        self.restart = restart
        self._engine = engine(settings.game)
        self._options = np.array(settings.codes(), dtype=np.int64)
        self._pool = ThreadPoolExecutor(self.cores) if self.cores > 1 else None
        bounds = np.linspace(0, size, self.cores + 1).astype(int)
        self._chunks = [slice(int(a), int(b)) for a, b in itertools.pairwise(bounds)]
        self.states: Raws = self._engine.buffer(size)
        self.seats = np.zeros(size, dtype=np.int64)
        self.mask = np.zeros((size, self._engine.decisions), dtype=np.bool_)
        self.finished = np.zeros(size, dtype=np.bool_)
        self.totals = np.zeros((size, settings.players), dtype=np.int32)
        self._keys = np.zeros((size, chance.KEY_WORDS), dtype=np.uint32)
        self.begin()

    def __len__(self) -> int:
        return len(self.states)

    def _on_all_cores(self, work: Callable[[slice], Result]) -> list[Result]:
        if self._pool is None:
            return [work(chunk) for chunk in self._chunks]
        return list(self._pool.map(work, self._chunks))

    def _take_keys(self, rows: NDArray[Any]) -> None:
        """Give rows the keys of the next unused seeds."""
        first = np.uint64(self._next_seed % 2**64)
        with np.errstate(over="ignore"):
            self._keys[rows] = chance.keys(first + np.arange(len(rows), dtype=np.uint64))
        self._next_seed += len(rows)

    def begin(self) -> None:
        """Start all games again, with the next seeds."""
        self._take_keys(np.arange(len(self)))

        def work(chunk: slice) -> None:
            self._engine.begin(self.states[chunk], self.settings.players, self._options, self._keys[chunk])

        self._on_all_cores(work)
        if self.restart:
            self._take_keys(np.arange(len(self)))
        self._advance(np.full(len(self), LEFT_ALONE, dtype=np.int64))

    def _advance(self, decisions: NDArray[np.int64]) -> None:
        def work(chunk: slice) -> int:
            return self._engine.advance(
                raws=self.states[chunk],
                decisions=decisions[chunk],
                players=self.settings.players,
                options=self._options,
                keys=self._keys[chunk],
                restart=self.restart,
                seats=self.seats[chunk],
                mask=self.mask[chunk],
                finished=self.finished[chunk],
                totals=self.totals[chunk],
            )

        ended = sum(self._on_all_cores(work))
        if ended and self.restart:
            self._take_keys(np.flatnonzero(self.finished))

    def step(self, decisions: ArrayLike) -> None:
        """Make one decision in each game; -1 leaves a game unchanged. If one is not legal, none is made."""
        given = np.asarray(decisions)
        if not np.issubdtype(given.dtype, np.integer):
            raise DecisionError("core.batch_kind", given=str(given.dtype))
        numbers = np.ascontiguousarray(given, dtype=np.int64)
        if numbers.shape != self.seats.shape:
            raise DecisionError("core.batch_shape", count=len(self), given=str(numbers.shape))
        deciding = np.flatnonzero(numbers != LEFT_ALONE)
        known = (numbers[deciding] >= 0) & (numbers[deciding] < self._engine.decisions)
        legal = known & self.mask[deciding, np.where(known, numbers[deciding], 0)]
        if not legal.all():
            row = int(deciding[np.argmin(legal)])
            raise DecisionError("core.batch_illegal", row=str(row), decision=str(numbers[row]))
        self._advance(numbers)

    def playout(self, seed: int = 0) -> int:
        """Play every game at random to its end and fill `totals`. Return the number of decisions.

        The result depends on the seed, not on the number of cores. With `restart`, the next games then begin.
        """
        with np.errstate(over="ignore"):
            randoms = chance.randoms(np.uint64(check_number_seed(seed)) + np.arange(len(self), dtype=np.uint64))

        def work(chunk: slice) -> int:
            return self._engine.playout(self.states[chunk], randoms[chunk], self.totals[chunk])

        decisions = sum(self._on_all_cores(work))
        if self.restart:
            self.begin()
        else:
            self._advance(np.full(len(self), LEFT_ALONE, dtype=np.int64))
        self.finished[:] = True
        return decisions

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
