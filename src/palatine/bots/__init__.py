"""Who decides: bots, by name. Imports no rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palatine.bots.bot import Answer, Bot, BotError
from palatine.core.problems import OptionError, nearest

if TYPE_CHECKING:
    from palatine.core.game import Game

__all__ = ["BOTS", "Answer", "Bot", "BotError", "bot_named"]

BOTS = ("random", "greedy", "fitted")


def bot_named(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot for a game; the seed settles what it leaves to chance."""
    if name.startswith("search:"):
        from palatine.bots.searching import SearchBot

        budget, *knobs = name[7:].split(",")
        chosen = [float(knob) for knob in knobs] or None
        if budget.endswith("ms"):
            return SearchBot(game, seed, seconds=float(budget[:-2]) / 1000, knobs=chosen)
        return SearchBot(game, seed, iterations=int(budget), knobs=chosen)
    if name not in BOTS:
        raise OptionError("core.unknown_bot", bot=name, known=nearest(str(name), BOTS))
    from palatine.bots.builtin import FittedBot, GreedyBot, RandomBot

    kinds: dict[str, type[RandomBot | GreedyBot | FittedBot]] = {
        bot.name: bot for bot in (RandomBot, GreedyBot, FittedBot)
    }
    return kinds[name](game, seed)
