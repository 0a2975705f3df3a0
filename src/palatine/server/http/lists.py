"""The REST operations of lists and figures: the lobby, one's own tables, leaderboards, what people have achieved."""

from __future__ import annotations

from palatine.games import game_named
from palatine.server.http.context import Call
from palatine.server.http.operations import PLAY, operation
from palatine.server.live import lobby
from palatine.server.messages.results import (
    Leaderboard,
    LeaderboardQuery,
    Lobby,
    LobbyQuery,
    MyTablesQuery,
    PersonFigures,
    Profile,
    ServerFigures,
    Tables,
)
from palatine.server.people import leaderboard


@operation("GET", "/api/lobby", "Public tables")
async def show_lobby(call: Call, query: LobbyQuery) -> Lobby:
    """Public tables with an open seat, and public games to watch, the newest first; of one game or of all."""
    if query.game is not None:
        game_named(query.game)
    person = None if call.person is None else call.person.id
    return await call.server.store.read(lambda connection: lobby.lobby(connection, query, person))


@operation("GET", "/api/me/tables", "One's tables", needs=PLAY)
async def show_my_tables(call: Call, query: MyTablesQuery) -> Tables:
    """One's tables that wait for one's decision, that are open or wait for others, or that are over."""
    person = call.me.id
    return await call.server.store.read(lambda connection: lobby.my_tables(connection, person, query))


@operation("GET", "/api/leaderboard", "The best players")
async def show_leaderboard(call: Call, query: LeaderboardQuery) -> Leaderboard:
    """Of a game with a number of players, by a rating that each of them almost surely has."""
    game_named(query.game).settings(query.players, {})
    return await call.server.store.read(lambda connection: leaderboard.leaderboard(connection, query))


@operation("GET", "/api/people/{person}", "Somebody")
async def show_person(call: Call, person: str) -> Profile:
    """What everyone may know of a person: name, kind, ratings."""
    return await call.server.store.read(lambda connection: leaderboard.profile(connection, person))


@operation("GET", "/api/people/{person}/statistics", "What somebody has achieved")
async def show_person_statistics(call: Call, person: str) -> PersonFigures:
    """Of all finished games, per game and number of players: games, wins, points, rating."""
    return await call.server.store.read(lambda connection: leaderboard.figures(connection, person))


@operation("GET", "/api/statistics", "What has been played")
async def show_statistics(call: Call) -> ServerFigures:
    """The games that were finished on this server; counted once in a minute."""
    return await call.server.statistics.figures()
