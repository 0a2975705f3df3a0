"""A game's description of its bots: levels, the style of its search, variants of its model, reference players.

A game describes them in its module `bots`, as `BOTS`. The compiled parts lie beside it: `bots.features`, what the fitted
evaluation looks at; `bots.greedy`, the reference players; `bots/models/<variant>.json`, the fitted numbers. A game without
such a module gets the bots that need to know nothing of a game. Imports neither NumPy nor Numba.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from palatine.core.game import Game, Settings

LOWEST, HIGHEST = 1, 5
"""The levels for people: five of them in every game, from beginner to master."""


@dataclass(frozen=True)
class Style:
    """How a search goes about it. The figures were found by trial; the compiled search reads these fields by name."""

    playouts: bool = False
    """Judge by playing at random to the end, not by the evaluation."""
    scale: float = 8.0
    """By how many points a margin counts about three quarters."""
    prior_temperature: float = 2.0
    """How many points less make a prior smaller by the factor e."""
    c_puct: float = 0.5
    prior_visits: float = 2.0
    """For how many visits the first guess counts."""
    ahead: int = 0
    """How many decisions are played on, each the best one at once, before the evaluation judges."""
    whole: bool = False
    """Play on until the searching seat's next turn begins."""
    standard_deviation: float = 8.0
    """By how many points the evaluation is uncertain, of which the chance to win follows."""
    solo_target: float = 40.0
    """The points that count as an even result in a game alone."""


PLAIN = Style(playouts=True, c_puct=1.0)
"""Without any knowledge of a game: random playouts to the end."""


@dataclass(frozen=True)
class Level:
    """A level looks one step ahead and misjudges by `noise` points, or searches for some iterations.

    Never for a time, so that a busy machine does not weaken it. Without an evaluation to look ahead with, it decides at
    random. `bench/bots.py levels` measures how often each beats the one below.
    """

    noise: float = 0.0
    iterations: int = 0


PLAIN_LEVELS = (Level(), Level(iterations=20), Level(iterations=100), Level(iterations=500), Level(iterations=2500))
"""For games without an evaluation."""


def by_players(settings: Settings) -> str:
    """A model for each number of players."""
    return str(settings.players)


@dataclass(frozen=True)
class Bots:
    """The bots of a game. `style` is None if the game has no fitted evaluation (features and models)."""

    style: Style | None = None
    levels: tuple[Level, ...] = PLAIN_LEVELS
    """From the lowest to the highest."""
    variant: Callable[[Settings], str] = by_players
    """The name of the model that was fitted for such games."""
    reference_players: tuple[str, ...] = ()
    """Frozen players to measure others by, by name; their numbers for `heuristics.reference` follow this order."""

    def __post_init__(self) -> None:
        if len(self.levels) != HIGHEST - LOWEST + 1:
            raise ValueError(f"a game has the levels {LOWEST} to {HIGHEST}; this has {len(self.levels)} of them")

    @property
    def fitted(self) -> bool:
        """Return True if there is an evaluation that was fitted to the game."""
        return self.style is not None

    def level(self, number: int) -> Level:
        """The level of that number."""
        return self.levels[number - LOWEST]


@functools.cache
def bots_of(game: Game) -> Bots:
    """The description of a game's bots."""
    if not game.has_module("bots"):
        return Bots()
    described = game.module("bots").BOTS
    if not isinstance(described, Bots):
        raise TypeError(f"{game.package}.bots.BOTS is a {type(described).__name__}, not a description of bots")
    return described
