"""Leaderboards, profiles and statistics, from the results and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, case, func, select

from palatine.server.clock import now
from palatine.server.messages.results import (
    FinishedGames,
    GameFigures,
    Leaderboard,
    LeaderboardLine,
    LeaderboardQuery,
    PersonFigures,
    Profile,
    RatingView,
    ServerFigures,
)
from palatine.server.messages.tables import PersonView
from palatine.server.people.blocks import person_view
from palatine.server.people.ratings import LEAST_OPPONENTS, SIGMAS
from palatine.server.storage.schema import OVER, USE_OVER, people, ratings, results, tables
from palatine.server.storage.store import Store

LEAST_GAMES = 5
"""The number of rated games needed to appear on a leaderboard."""
KEPT_MILLISECONDS = 60_000
DIGITS = 2


def _rounded(number: float) -> float:
    return round(float(number), DIGITS)


def leaderboard(connection: Connection, query: LeaderboardQuery) -> Leaderboard:
    """Return a page of the leaderboard of a game with a number of players."""
    rating = (ratings.c.mu - SIGMAS * ratings.c.sigma).label("rating")
    found = (
        select(people.c.id, people.c.name, people.c.kind, rating, ratings.c.mu, ratings.c.games)
        .join(people, people.c.id == ratings.c.person)
        .where(ratings.c.game == query.game, ratings.c.players == query.players, ratings.c.games >= LEAST_GAMES)
        .where(people.c.kind == "account", ratings.c.opponents >= LEAST_OPPONENTS)
        .order_by(rating.desc(), people.c.id)
        .offset(query.offset)
        .limit(query.limit + 1)
    )
    rows = list(connection.execute(found))
    lines = [
        LeaderboardLine(place, _person(row), _rounded(row.rating), _rounded(row.mu), row.games)
        for place, row in enumerate(rows[: query.limit], start=query.offset + 1)
    ]
    return Leaderboard(query.game, query.players, LEAST_GAMES, LEAST_OPPONENTS, lines, more=len(rows) > query.limit)


def _person(row: Any) -> PersonView:
    return PersonView(row.id, row.name, row.kind)


def _ratings(connection: Connection, person: str) -> list[RatingView]:
    found = select(ratings).where(ratings.c.person == person).order_by(ratings.c.game, ratings.c.players)
    return [
        RatingView(row.game, row.players, _rounded(row.mu - SIGMAS * row.sigma), _rounded(row.mu), row.games)
        for row in connection.execute(found)
    ]


def profile(connection: Connection, person: str) -> Profile:
    """Return a person's public profile."""
    return Profile(person_view(connection, person), _ratings(connection, person))


def figures(connection: Connection, person: str) -> PersonFigures:
    """Return a person's statistics. Practice games do not count."""
    view = person_view(connection, person)
    rated = {(rating.game, rating.players): rating for rating in _ratings(connection, person)}
    kind = (results.c.game, results.c.players)
    found = (
        select(
            *kind,
            func.count().label("games"),
            func.sum(case((results.c.place == 1, 1), else_=0)).label("wins"),
            func.avg(results.c.points).label("mean_points"),
            func.max(results.c.points).label("best"),
        )
        .where(results.c.person == person, results.c.practice.is_(False))
        .group_by(*kind)
        .order_by(*kind)
    )
    games = [
        GameFigures(
            game=row.game,
            players=row.players,
            games=row.games,
            wins=int(row.wins),
            mean_points=_rounded(row.mean_points),
            best=row.best,
            rating=rated.get((row.game, row.players)),
        )
        for row in connection.execute(found)
    ]
    return PersonFigures(view, games)


def _finished(connection: Connection) -> Sequence[FinishedGames]:
    kind = (tables.c.game, tables.c.players)
    found = select(*kind, func.count().label("finished")).with_hint(tables, USE_OVER, "sqlite")
    found = found.where(OVER, tables.c.status == "finished", tables.c.practice.is_(False))
    rows = connection.execute(found.group_by(*kind).order_by(*kind))
    return [FinishedGames(row.game, row.players, row.finished) for row in rows]


class Statistics:
    """Statistics of the server, cached for a minute because counting is slow on a large database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: ServerFigures | None = None

    async def figures(self) -> ServerFigures:
        """Return the statistics, at most a minute old."""
        at = now()
        if self._known is None or at - self._known.at > KEPT_MILLISECONDS:
            self._known = ServerFigures(at, list(await self._store.read(_finished)))
        return self._known
