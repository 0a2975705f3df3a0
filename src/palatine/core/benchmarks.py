"""The settings and matches that `bench/` measures of a game. A game offers them as `BENCHMARKS` in its module `benchmarks`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from palatine.core.game import Settings


@dataclass(frozen=True)
class Match:
    """Bots that meet in some games; the last one takes the seats that are left."""

    settings: Settings
    bots: tuple[str, ...]
    games: int


@dataclass(frozen=True)
class Measure:
    """Matches that show how strong the bots are, and the result they should have."""

    target: str
    matches: tuple[Match, ...]


@dataclass(frozen=True)
class Benchmarks:
    """A game as the benchmarks see it.

    `kinds`: the settings whose speed is measured, by name.
    `compile_seconds`: how long compiling the rules and the bots may take on one core.
    `published_options`: the options under which others have published the scores of simple players, if any have.
    `measures`: by the name that `bench/bots.py` knows them by.
    """

    kinds: Mapping[str, Settings]
    compile_seconds: int
    published_options: Mapping[str, Any] = field(default_factory=dict)
    measures: Mapping[str, Measure] = field(default_factory=dict)
