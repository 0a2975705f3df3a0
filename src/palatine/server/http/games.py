"""REST operations for the games themselves and for possible decisions: constants, outlooks, hints, variations."""

from __future__ import annotations

import asyncio

from palatine.core.errors import OptionError
from palatine.core.game import Game
from palatine.games import all_games, game_named
from palatine.server.errors import NotNow, NotThere
from palatine.server.history.line import need_shown
from palatine.server.history.variations import explore, explored, line_to_leave
from palatine.server.http.context import Call
from palatine.server.http.operations import PLAY, operation
from palatine.server.messages.game_texts import GameRules, GameWords, rules_of, words_of
from palatine.server.messages.game_views import constants_of, game_view
from palatine.server.messages.games import (
    Explored,
    ExploreWish,
    GameConstants,
    GamesView,
    Hint,
    HintWish,
    Outlook,
    Thoughts,
)
from palatine.server.thinking.hints import check_hint, thoughts_on


@operation("GET", "/api/games", "List the games", lasting=True)
async def show_games(call: Call) -> GamesView:
    """All games of this server, with their options."""
    warm_up = call.server.warm_up
    return GamesView([game_view(game, ready=warm_up.is_ready(game.name)) for game in all_games().values()])


@operation("GET", "/api/games/{game}", "Show the constants of a game", lasting=True)
async def show_game(call: Call, game: str) -> GameConstants:
    """The text and the fields of each decision, by its number, and the pieces."""
    return await asyncio.to_thread(constants_of, _game(game))


def _game(name: str) -> Game:
    try:
        return game_named(name)
    except OptionError as problem:
        raise NotThere(problem.key, **problem.fields) from problem


@operation("GET", "/api/games/{game}/words/{language}", "Show the sentences of a game", lasting=True)
async def show_game_words(call: Call, game: str, language: str) -> GameWords:
    """All sentences whose keys begin with the game's name, in one language."""
    return words_of(_game(game), language)


@operation("GET", "/api/games/{game}/rules/{language}", "Show the rules of a game", lasting=True)
async def show_game_rules(call: Call, game: str, language: str) -> GameRules:
    """The rules in Markdown, in English if there is no translation."""
    return await asyncio.to_thread(rules_of, _game(game), language)


@operation("GET", "/api/tables/{table}/outlook", "Show the consequences of each decision", problems=(409,))
async def show_outlook(call: Call, table: str) -> Outlook:
    """The current points, and the points after each legal decision as far as they can be known."""
    live = await call.server.hub.table(table)
    async with live.lock:
        need_shown(live.hosted)
        outlook = live.outlooks.of(live.hosted)
    assert outlook is not None
    return await asyncio.shield(outlook)


@operation("POST", "/api/tables/{table}/hint", "Ask for a hint", needs=PLAY, problems=(409,))
async def give_hint(call: Call, table: str, body: HintWish) -> Hint:
    """A strong bot's evaluation of the position. Only in unrated games where all other seats are bots or guests at your
    device."""
    live = await call.server.hub.table(table)
    async with live.lock:
        hosted, turn = live.hosted, live.hosted.turn
        check_hint(hosted, call.me.id, body.ply)
        question = hosted.playing.question()
    assert turn is not None
    await call.server.advice.spend_everywhere(call.me.id)
    return Hint(table, body.ply, turn, await thoughts_on(call.server.pool, question, call.me.id))


@operation("POST", "/api/tables/{table}/explore", "Explore a variation of a finished game", problems=(409,))
async def explore_line(call: Call, table: str, body: ExploreWish) -> Explored:
    """The position after some decisions of the game, then others."""
    live = await call.server.hub.table(table)
    async with live.lock:
        line = line_to_leave(live.hosted, body)
    return await asyncio.to_thread(lambda: explored(table, explore(line, body), body))


@operation(
    "POST", "/api/tables/{table}/consider", "Evaluate a variation of a finished game", needs=PLAY, problems=(409,)
)
async def consider_line(call: Call, table: str, body: ExploreWish) -> Thoughts:
    """A strong bot's evaluation of the position after some decisions of the game, then others."""
    live = await call.server.hub.table(table)
    async with live.lock:
        line = line_to_leave(live.hosted, body)
    reached = await asyncio.to_thread(explore, line, body)
    if reached.over:
        raise NotNow("server.is_over")
    await call.server.advice.spend_everywhere(call.me.id)
    return await thoughts_on(call.server.pool, reached.question(), call.me.id)
