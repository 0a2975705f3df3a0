"""REST operations for lists and statistics: the lobby, your tables, leaderboards, profiles."""

from __future__ import annotations

from palatine.games import game_named
from palatine.server.http.context import Call
from palatine.server.http.operations import READ, operation
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
    TablesQuery,
)
from palatine.server.people import leaderboard


def _check_game(game: str | None) -> None:
    """Refuse the name of a game that does not exist."""
    if game is not None:
        game_named(game)


@operation("GET", "/api/lobby", "List public tables")
async def show_lobby(call: Call, query: LobbyQuery) -> Lobby:
    """Public tables with an open seat, and public games to watch, newest first; of one game or of all."""
    _check_game(query.game)
    person = None if call.person is None else call.person.id
    return await call.server.store.read(lambda connection: lobby.lobby(connection, query, person))


@operation("GET", "/api/me/tables", "List your tables", needs=READ)
async def show_my_tables(call: Call, query: MyTablesQuery) -> Tables:
    """Those where it is your turn (`waiting`), those that are open or wait for others (`running`), or `finished` ones."""
    _check_game(query.game)
    person = call.me.id
    return await call.server.store.read(lambda connection: lobby.my_tables(connection, person, query))


@operation("GET", "/api/people/{person}/tables", "List a person's finished games")
async def show_person_tables(call: Call, person: str, query: TablesQuery) -> Tables:
    """Public games only, the most recent first."""
    _check_game(query.game)
    return await call.server.store.read(lambda connection: lobby.public_tables(connection, person, query))


@operation("GET", "/api/leaderboard", "Show the leaderboard")
async def show_leaderboard(call: Call, query: LeaderboardQuery) -> Leaderboard:
    """The best players of a game with a number of players, by a cautious estimate of their strength."""
    game_named(query.game).settings(query.players, {})
    return await call.server.store.read(lambda connection: leaderboard.leaderboard(connection, query))


@operation("GET", "/api/people/{person}", "Show a profile")
async def show_person(call: Call, person: str) -> Profile:
    """The public data of a person: name, kind, ratings."""
    return await call.server.store.read(lambda connection: leaderboard.profile(connection, person))


@operation("GET", "/api/people/{person}/statistics", "Show a person's statistics")
async def show_person_statistics(call: Call, person: str) -> PersonFigures:
    """All finished games but practice, by game and number of players: games, wins, points, rating."""
    return await call.server.store.read(lambda connection: leaderboard.figures(connection, person))


@operation("GET", "/api/statistics", "Show the server's statistics")
async def show_statistics(call: Call) -> ServerFigures:
    """The number of finished games, counted once a minute."""
    return await call.server.statistics.figures()
