"""The settings and matches of a game that `bench/` measures. A game offers `BENCHMARKS` in its module `benchmarks`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from palatine.core.game import Settings


@dataclass(frozen=True)
class Match:
    """A series of games between bots. The last bot takes the seats that are left."""

    settings: Settings
    bots: tuple[str, ...]
    games: int


@dataclass(frozen=True)
class Measure:
    """Matches that measure the strength of bots, and the result they should reach."""

    target: str
    matches: tuple[Match, ...]


@dataclass(frozen=True)
class Benchmarks:
    """The benchmarks of a game.

    `kinds`: the settings whose speed is measured, by name.
    `compile_seconds`: the longest that compiling the rules and the bots may take on one core.
    `published_options`: the options for which scores of simple players have been published, if any.
    `measures`: by their name in `bench/bots.py`.
    """

    kinds: Mapping[str, Settings]
    compile_seconds: int
    published_options: Mapping[str, Any] = field(default_factory=dict)
    measures: Mapping[str, Measure] = field(default_factory=dict)
