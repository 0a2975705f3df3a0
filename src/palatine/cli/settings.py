"""What is to be played and by whom, from the words of the command line."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.bots import check_name
from palatine.core.errors import OptionError
from palatine.core.game import Game, Settings

HUMAN = "human"
OPPONENT = "level:2"
"""Who plays the seats of which nothing is said."""


def read_options(game: Game, texts: Sequence[str]) -> dict[str, object]:
    """`name=value` words as options, yet to be checked."""
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise OptionError("cli.error.option_form", given=text)
        pairs[name.strip()] = value.strip()
    return game.from_texts(pairs)


def read_settings(game: Game, players: int | None, seats: Sequence[str], options: Sequence[str]) -> Settings:
    """The settings that the words of the command line ask for; without a number of players, that of the seats."""
    count = players if players is not None else len(seats) or None
    return game.settings(count, read_options(game, options))


def check_seat(who: str, game: Game) -> None:
    """Refuse what names neither a person nor a bot."""
    if who != HUMAN:
        check_name(who, game, others=[HUMAN])


def read_seats(seats: Sequence[str], game: Game, players: int) -> list[str]:
    """Who plays each seat: as told, or a person against bots that are no beginners."""
    for who in seats:
        check_seat(who, game)
    if seats and len(seats) != players:
        raise OptionError("cli.error.seats", count=players, given=len(seats))
    return list(seats) or [HUMAN] + [OPPONENT] * (players - 1)


def read_seed(text: str | None) -> int | str | None:
    """A seed as typed."""
    if text is None:
        return None
    return int(text) if text.isdecimal() and len(text) < 21 else text
