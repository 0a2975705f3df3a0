"""Palatine: play, study and simulate modern board games. See the README for a first game.

NumPy and the compiled rules are imported when the first game is created.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from palatine.core.errors import DecisionError, OptionError, PalatineError, PositionError, RecordError
from palatine.games import all_games, game_named

if TYPE_CHECKING:
    from palatine.core.batch import Batch
    from palatine.core.engine import Engine
    from palatine.core.table import Table

__version__ = "0.1.0"

__all__ = [
    "DecisionError",
    "OptionError",
    "PalatineError",
    "PositionError",
    "RecordError",
    "batch",
    "games",
    "load",
    "new",
    "position",
    "raw",
]


def games() -> dict[str, dict[str, Any]]:
    """Return the games by name: title, numbers of players, options with their defaults and values."""
    return {
        game.name: {
            "title": game.title,
            "players": list(game.players),
            "options": {
                option.name: {
                    "default": option.default_for(game.default_players),
                    "values": list(option.values()),
                    "players": list(option.players or game.players),
                }
                for option in game.options
            },
            "rules_version": game.rules_version,
        }
        for game in all_games().values()
    }


def new(game: str, players: int | None = None, seed: int | str | None = None, **options: object) -> Table:
    """Start a game. The same seed gives the same game; without one, the system's generator draws all 256 bits."""
    settings = game_named(game).settings(players, options)
    import secrets

    from palatine.core.table import Table, check_seed

    return Table(settings, check_seed(secrets.token_hex(32) if seed is None else seed))


def load(record: object) -> Table:
    """Replay a record (see `Table.record`) and verify every decision and the result."""
    from palatine.core.record import replayed

    return replayed(record, all_games())


def position(game: str, position: object, seed: int | str = 0) -> Table:
    """Start a table from an open position, as `Table.position` returns it. The seed draws its hidden fields."""
    from palatine.core.table import table_from_position

    return table_from_position(game_named(game), position, seed)


def batch(
    game: str,
    size: int,
    players: int | None = None,
    seed: int = 0,
    cores: int | None = None,
    restart: bool = False,
    **options: object,
) -> Batch:
    """Start many games together, in arrays. `cores`: None means all."""
    settings = game_named(game).settings(players, options)
    from palatine.core.batch import Batch

    return Batch(settings, size, seed, cores, restart)


def raw(game: str) -> Engine:
    """Return the compiled functions of a game. They are fast, check nothing, and work on the caller's buffers."""
    description = game_named(game)
    from palatine.core.engine import engine

    return engine(description)
