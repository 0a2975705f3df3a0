"""A game's description of its bots: levels, search parameters, variants of its model, reference players.

A game describes them as `BOTS` in its module `bots`. The compiled parts lie beside it: `bots.features`, the inputs of the
fitted evaluation; `bots.greedy`, the reference players; `bots/models/<variant>.json`, the fitted numbers. A game without
such a module gets the bots that work for every game. Imports neither NumPy nor Numba.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from palatine.core.game import Game, Settings

LOWEST, HIGHEST = 1, 5
"""The five levels of every game, from beginner to master."""


@dataclass(frozen=True)
class Style:
    """The parameters of a search, found by experiment. The compiled search reads these fields by name."""

    playouts: bool = False
    """Evaluate by random playouts, not by the fitted evaluation."""
    scale: float = 8.0
    """The margin in points that gives a reward of about three quarters."""
    prior_temperature: float = 2.0
    """The difference in points that makes a prior smaller by the factor e."""
    c_puct: float = 0.5
    """The weight of exploration in PUCT."""
    prior_visits: float = 2.0
    """The number of visits that the first estimate counts for."""
    ahead: int = 0
    """The number of greedy decisions played before a position is evaluated."""
    whole: bool = False
    """Play on until the searching seat's next turn begins."""
    standard_deviation: float = 8.0
    """The uncertainty of the evaluation in points, which gives the chance to win."""
    solo_target: float = 40.0
    """The points that count as an even result in a solo game."""


PLAIN = Style(playouts=True, c_puct=1.0)
"""The style of a search that knows nothing of a game: random playouts to the end."""


@dataclass(frozen=True)
class Level:
    """A level: one step ahead with `noise` points of error, or a search for some iterations.

    It has no time limit, so a busy machine does not weaken it. A level that looks one step ahead decides at random in games
    without an evaluation. `bench/bots.py levels` measures how often each beats the one below.
    """

    noise: float = 0.0
    iterations: int = 0


PLAIN_LEVELS = (Level(), Level(iterations=20), Level(iterations=100), Level(iterations=500), Level(iterations=2500))
"""The levels of games without an evaluation."""


def by_players(settings: Settings) -> str:
    """Return the number of players as a model's name: one model for each."""
    return str(settings.players)


@dataclass(frozen=True)
class Bots:
    """The bots of a game. `style` is None if the game has no fitted evaluation."""

    style: Style | None = None
    levels: tuple[Level, ...] = PLAIN_LEVELS
    """From the lowest to the highest."""
    variant: Callable[[Settings], str] = by_players
    """Returns the name of the model fitted for these settings."""
    reference_players: tuple[str, ...] = ()
    """The names of frozen players to measure others by. `heuristics.reference` numbers them in this order."""

    def __post_init__(self) -> None:
        if len(self.levels) != HIGHEST - LOWEST + 1:
            raise ValueError(f"a game has levels {LOWEST} to {HIGHEST}; this one has {len(self.levels)} levels")

    @property
    def fitted(self) -> bool:
        """True if the game has a fitted evaluation."""
        return self.style is not None

    def level(self, number: int) -> Level:
        """Return the level of a number."""
        return self.levels[number - LOWEST]


@functools.cache
def bots_of(game: Game) -> Bots:
    """Return the description of a game's bots."""
    if not game.has_module("bots"):
        return Bots()
    described = game.module("bots").BOTS
    if not isinstance(described, Bots):
        raise TypeError(f"{game.package}.bots.BOTS is of type {type(described).__name__}, not Bots")
    return described
