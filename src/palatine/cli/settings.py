"""Settings and players from the command line."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.bots import check_name
from palatine.core.errors import OptionError
from palatine.core.game import Game, Settings

HUMAN = "human"
OPPONENT = "level:2"
"""The default player of the other seats."""


def read_options(game: Game, texts: Sequence[str]) -> dict[str, object]:
    """Return the options in `name=value` texts, not yet checked."""
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise OptionError("cli.error.option_form", given=text)
        pairs[name.strip()] = value.strip()
    return game.from_texts(pairs)


def read_settings(game: Game, players: int | None, seats: Sequence[str], options: Sequence[str]) -> Settings:
    """Return the settings of the command line. The number of players defaults to that of the seats."""
    count = players if players is not None else len(seats) or None
    return game.settings(count, read_options(game, options))


def check_seat(who: str, game: Game) -> None:
    """Refuse a player that is neither human nor a bot."""
    if who != HUMAN:
        check_name(who, game, others=[HUMAN])


def read_seats(seats: Sequence[str], game: Game, players: int) -> list[str]:
    """Return the player of each seat. By default, a human plays against bots of level 2."""
    for who in seats:
        check_seat(who, game)
    if seats and len(seats) != players:
        raise OptionError("cli.error.seats", count=players, given=len(seats))
    return list(seats) or [HUMAN] + [OPPONENT] * (players - 1)


def read_seed(text: str | None) -> int | str | None:
    """Return a typed seed: a decimal number as an integer."""
    if text is None:
        return None
    return int(text) if text.isdecimal() and len(text) < 21 else text
