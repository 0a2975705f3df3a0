"""The list of the games. Imports no rules."""

from __future__ import annotations

from palatine.core.game import Game
from palatine.core.problems import OptionError, nearest
from palatine.games.dragon_castle import DRAGON_CASTLE
from palatine.games.kingdomino import KINGDOMINO
from palatine.games.year_of_the_dragon import YEAR_OF_THE_DRAGON

GAMES: dict[str, Game] = {game.name: game for game in (KINGDOMINO, YEAR_OF_THE_DRAGON, DRAGON_CASTLE)}


def game_named(name: object) -> Game:
    """The game of that name, or a sentence that lists those there are."""
    if not isinstance(name, str) or name not in GAMES:
        raise OptionError("core.unknown_game", game=repr(name), known=nearest(str(name), GAMES))
    return GAMES[name]
