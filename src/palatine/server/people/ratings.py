"""Ratings of people by game and number of players, with the Plackett-Luce model of the `openskill` library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from palatine.server.storage.schema import people, ratings, results

SIGMAS = 3.0
"""The number of sigmas by which the shown rating lies below the most likely one, mu."""

MOST_GAMES_A_DAY = 5
"""The rated games of one kind, within a day, in which the same people may meet. Further ones are not rated."""
DAY = 24 * 3600 * 1000
LEAST_OPPONENTS = 3
"""The number of different opponents needed to appear on a leaderboard."""

_model = PlackettLuce()  # people learn and forget: the library's tau keeps sigma from shrinking to zero


def rate(connection: Connection, game: str, players: int, places: Mapping[str, int], at: int) -> None:
    """Update the ratings of people after a game, given their places.

    The rows are locked until the transaction ends, always in the same order: of two games that end simultaneously the
    second builds on the first. A deleted person counts as a newcomer and is not stored."""
    known = list(connection.scalars(select(people.c.id).where(people.c.id.in_(places)).order_by(people.c.id)))
    if not known:
        return
    fresh = _model.rating()
    first = {"game": game, "players": players, "mu": fresh.mu, "sigma": fresh.sigma, "games": 0, "at": at}
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(ratings).on_conflict_do_nothing(), [{"person": person, **first} for person in known])
    theirs = (ratings.c.game == game, ratings.c.players == players)
    found = select(ratings).where(*theirs, ratings.c.person.in_(known)).order_by(ratings.c.person).with_for_update()
    before = {row.person: row for row in connection.execute(found)}
    teams = [
        [_model.rating(before[person].mu, before[person].sigma) if person in before else _model.rating()]
        for person in places
    ]
    rated = _model.rate(teams, ranks=[float(place) for place in places.values()])
    connection.execute(
        update(ratings).where(*theirs, ratings.c.person == bindparam("who")),
        [
            {
                "who": person,
                "mu": new.mu,
                "sigma": new.sigma,
                "games": before[person].games + 1,
                "opponents": _opponents(connection, before[person]),
                "at": at,
            }
            for person, (new,) in zip(places, rated, strict=True)
            if person in before
        ],
    )


def _opponents(connection: Connection, row: Any) -> int:
    """Return the number of a rated person's different opponents. Beyond `LEAST_OPPONENTS` it is not counted."""
    if row.opponents >= LEAST_OPPONENTS:
        return int(row.opponents)
    mine, theirs = results.alias(), results.alias()
    found = (
        select(func.count(theirs.c.person.distinct()))
        .join_from(mine, theirs, theirs.c.table_id == mine.c.table_id)
        .where(mine.c.person == row.person, mine.c.game == row.game, mine.c.players == row.players, mine.c.rated)
        .where(theirs.c.person != row.person)
    )
    return connection.scalar(found) or 0


def met_often(connection: Connection, game: str, players: int, persons: Sequence[str], at: int) -> bool:
    """Return True if the same people have met in `MOST_GAMES_A_DAY` rated games of this kind within a day.

    Otherwise one person could climb the leaderboard with games against a second account of theirs."""
    same = (results.c.game == game, results.c.players == players, results.c.rated, results.c.at > at - DAY)
    together = (
        select(results.c.table_id)
        .where(*same, results.c.person.in_(persons))
        .group_by(results.c.table_id)
        .having(func.count(results.c.person.distinct()) == len(set(persons)))
        .limit(MOST_GAMES_A_DAY)
    )
    return len(connection.scalars(together).all()) >= MOST_GAMES_A_DAY
