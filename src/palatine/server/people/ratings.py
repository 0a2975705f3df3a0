"""Ratings of people by game and number of players, with the Plackett-Luce model of the `openskill` library."""

from __future__ import annotations

from collections.abc import Mapping

from openskill.models import PlackettLuce
from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from palatine.server.storage.schema import people, ratings

SIGMAS = 3.0
"""The number of sigmas by which the shown rating lies below the most likely one, mu."""

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
            {"who": person, "mu": new.mu, "sigma": new.sigma, "games": before[person].games + 1, "at": at}
            for person, (new,) in zip(places, rated, strict=True)
            if person in before
        ],
    )
