"""Prospects: each legal decision is played on its own copy of a position with resampled hidden fields.

The copies come from an observation, so they show nothing hidden. If two draws of the hidden fields disagree about a
consequence, it is not known.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from palatine.core.engine import Engine, Raw, Raws


@dataclass(frozen=True)
class Tried:
    """Some decisions of one position, each played on a copy of it."""

    engine: Engine
    before: Raw
    decisions: list[int]
    after: Raws
    """The position after each decision, one a row."""
    derived: Any
    """Their derived values: an array of records of the layout's `DERIVED`."""

    @functools.cached_property
    def plain(self) -> SimpleNamespace:
        """The position before, as plain numbers and lists."""
        return self.engine.plain(self.before)

    @property
    def states(self) -> Any:
        """The positions after, as an array of records."""
        return self.after.view(self.engine.dtype)[:, 0]


def tried(engine: Engine, raw: Raw, decisions: list[int]) -> Tried:
    """Play legal decisions, each on its own copy of a position."""
    after = np.repeat(raw[np.newaxis], len(decisions), axis=0)
    for row, decision in zip(after, decisions, strict=True):
        engine.step(row, decision)
    return Tried(engine, raw, decisions, after, derived_values(engine, after))


def derived_values(engine: Engine, raws: Raws) -> Any:
    """Return the derived values of positions: an array of records of the layout's `DERIVED`."""
    memory = np.empty((len(raws), engine.derived_dtype.itemsize), dtype=np.uint8)
    engine.derived(raws, memory)
    return memory.view(engine.derived_dtype)[:, 0]


def resampled(engine: Engine, observation: Raw, draws: int) -> Raws:
    """Return copies of an observation, each with hidden fields drawn from a seed that is a hash of the open fields."""
    observed = engine.buffer(1)  # observe again: even if the caller passes a whole position, nothing hidden shows
    engine.observe(observation[np.newaxis], observed)
    seen = hashlib.blake2b(observed.tobytes(), digest_size=8).digest()
    copies = np.repeat(observed, draws, axis=0)
    engine.resample(copies, np.frombuffer(seen, dtype=np.uint64) | np.uint64(1))
    return copies
