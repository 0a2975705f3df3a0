"""Bots, by name. Imports no rules."""

from __future__ import annotations

from palatine.bots.bot import Answer, Bot, BotError
from palatine.bots.names import (
    adviser,
    bot_named,
    check_name,
    known_names,
    level_names,
    names_code,
    short_name,
    shown_name,
    stand_in,
)

__all__ = [
    "Answer",
    "Bot",
    "BotError",
    "adviser",
    "bot_named",
    "check_name",
    "known_names",
    "level_names",
    "names_code",
    "short_name",
    "shown_name",
    "stand_in",
]
