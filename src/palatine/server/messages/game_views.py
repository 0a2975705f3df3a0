"""Games as clients see them: their options, pieces and decisions."""

from __future__ import annotations

import functools

from palatine.core.client import client_of
from palatine.core.game import Game, Option
from palatine.server.messages.games import GameConstants, GameView, OptionView


def _option_view(option: Option, game: Game) -> OptionView:
    return OptionView(
        name=option.name,
        kind=option.kind,
        values=list(option.values()),
        players=list(option.players or game.players),
        defaults={str(players): option.default_for(players) for players in game.players},
    )


def game_view(game: Game, *, ready: bool) -> GameView:
    """Return a game as the list of games shows it."""
    return GameView(
        name=game.name,
        title=game.title,
        rules_version=game.rules_version,
        players=list(game.players),
        default_players=game.default_players,
        options=[_option_view(option, game) for option in game.options],
        ready=ready,
    )


@functools.cache
def constants_of(game: Game) -> GameConstants:
    """Return the constants of a game."""
    to_text, layout = game.module("actions").to_text, game.module("layout")
    texts = [to_text(decision) for decision in range(layout.DECISIONS)]
    fields = [dict(game.module("actions").fields(decision)) for decision in range(layout.DECISIONS)]
    return GameConstants(
        name=game.name,
        rules_version=game.rules_version,
        decisions=texts,
        fields=fields,
        pieces=client_of(game).pieces(),
        by_seat=list(game.module("view").BY_SEAT),
    )
