"""Many games at once: an array of positions, set up, stepped and played out together, on one core or on all."""

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
"""The decision that leaves a game of a batch as it is."""


class Batch:
    """Games of one kind, row by row. Game number i of a batch is the game with the seed `seed` + i.

    `states` is the memory of the positions, `seats` who decides in each (-1: over), `mask` its legal decisions,
    `finished` the games that the last step ended and `totals` the points they ended with. With `restart` a game that
    ends begins anew at once, with the next seed that was not yet used.
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
        """Give rows the keys of the next seeds that were not yet used."""
        first = np.uint64(self._next_seed % 2**64)
        with np.errstate(over="ignore"):
            self._keys[rows] = chance.keys(first + np.arange(len(rows), dtype=np.uint64))
        self._next_seed += len(rows)

    def begin(self) -> None:
        """Set all games up anew, with the next seeds."""
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
        """Make one decision in each game; -1 leaves a game as it is. Refused whole if one of them is not legal."""
        told = np.asarray(decisions)
        if not np.issubdtype(told.dtype, np.integer):
            raise DecisionError("core.batch_kind", given=str(told.dtype))
        numbers = np.ascontiguousarray(told, dtype=np.int64)
        if numbers.shape != self.seats.shape:
            raise DecisionError("core.batch_shape", wanted=len(self), given=str(numbers.shape))
        deciding = np.flatnonzero(numbers != LEFT_ALONE)
        known = (numbers[deciding] >= 0) & (numbers[deciding] < self._engine.decisions)
        legal = known & self.mask[deciding, np.where(known, numbers[deciding], 0)]
        if not legal.all():
            row = int(deciding[np.argmin(legal)])
            raise DecisionError("core.batch_illegal", row=row, decision=int(numbers[row]))
        self._advance(numbers)

    def playout(self, seed: int = 0) -> int:
        """Play every game on at random to its end; `totals` then has the points. Returns how many decisions it took.

        What happens depends on the seed alone, not on the number of cores. With `restart` the next games then begin.
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
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
