"""The REST operations of the games themselves, and of what might be decided: facts, outlooks, hints, other lines."""

from __future__ import annotations

import asyncio

from palatine.core.problems import OptionError
from palatine.core.sight import Question
from palatine.games import all_games, game_named
from palatine.server.advising import check_hint, thoughts_on
from palatine.server.exploring import explore, explored, line_to_leave
from palatine.server.game_facts import facts_of, game_view
from palatine.server.game_messages import Explored, ExploreWish, GameFacts, GamesView, Hint, HintWish, Outlook, Thoughts
from palatine.server.hosted import HostedTable
from palatine.server.outlook import prospects_in, scores_in
from palatine.server.played import need_shown
from palatine.server.problems import NotNow, NotThere
from palatine.server.services import Call
from palatine.server.web.operations import PLAY, operation


@operation("GET", "/api/games", "The games", lasting=True)
async def show_games(call: Call) -> GamesView:
    """All games that can be played here, with their options."""
    preparing = call.server.preparing
    return GamesView([game_view(game, ready=preparing.is_ready(game.name)) for game in all_games().values()])


@operation("GET", "/api/games/{game}", "The facts of a game", lasting=True)
async def show_game(call: Call, game: str) -> GameFacts:
    """What never changes: the words of each decision, by its number, and the pieces."""
    try:
        return await asyncio.to_thread(facts_of, game_named(game))
    except OptionError as problem:
        raise NotThere(problem.key, **problem.fields) from problem


@operation("GET", "/api/tables/{table}/outlook", "What each decision would bring", problems=(409,))
async def show_outlook(call: Call, table: str) -> Outlook:
    """The points as they stand, and the points after each legal decision, as far as they can be known."""
    live = await call.server.hub.table(table)
    async with live.lock:
        hosted = live.hosted
        question = need_shown(hosted).question()
        if live.outlook is None or live.outlook.seq != hosted.seq:
            live.outlook = await asyncio.to_thread(_outlook, hosted, question)
        return live.outlook


def _outlook(table: HostedTable, question: Question) -> Outlook:
    prospects = [] if table.turn is None else prospects_in(question)
    return Outlook(table.id, table.seq, table.made, table.turn, scores_in(question), prospects)


@operation("POST", "/api/tables/{table}/hint", "Ask for a hint", needs=PLAY, problems=(409,))
async def give_hint(call: Call, table: str, body: HintWish) -> Hint:
    """What a strong bot thinks of the position, where nobody else's game is concerned."""
    live = await call.server.hub.table(table)
    async with live.lock:
        hosted, turn = live.hosted, live.hosted.turn
        check_hint(hosted, call.me.id, body.made)
        question = hosted.playing.question()
    assert turn is not None
    call.server.advice.spend(call.me.id)
    return Hint(table, body.made, turn, await thoughts_on(call.server.thinkers, question))


@operation("POST", "/api/tables/{table}/explore", "Explore another line of a finished game", problems=(409,))
async def explore_line(call: Call, table: str, body: ExploreWish) -> Explored:
    """The position after some decisions of the game and then others."""
    live = await call.server.hub.table(table)
    async with live.lock:
        line = line_to_leave(live.hosted, body)
    return await asyncio.to_thread(lambda: explored(table, explore(line, body), body))


@operation("POST", "/api/tables/{table}/consider", "Ask what a bot thinks of another line", needs=PLAY, problems=(409,))
async def consider_line(call: Call, table: str, body: ExploreWish) -> Thoughts:
    """What a strong bot thinks of the position after some decisions of a finished game and then others."""
    live = await call.server.hub.table(table)
    async with live.lock:
        line = line_to_leave(live.hosted, body)
    reached = await asyncio.to_thread(explore, line, body)
    if reached.over:
        raise NotNow("server.is_over")
    call.server.advice.spend(call.me.id)
    return await thoughts_on(call.server.thinkers, reached.question())
