"""Who decides: bots, by name. Imports no rules."""

from __future__ import annotations

from palatine.bots.bot import Answer, Bot, BotError
from palatine.bots.names import (
    BOTS,
    bot_named,
    check_name,
    known_names,
    level_names,
    names_code,
    short_name,
    shown_name,
)

__all__ = [
    "BOTS",
    "Answer",
    "Bot",
    "BotError",
    "bot_named",
    "check_name",
    "known_names",
    "level_names",
    "names_code",
    "short_name",
    "shown_name",
]
