"""The ratings of people, per game and number of players, by the Plackett-Luce model of the `openskill` library."""

from __future__ import annotations

from collections.abc import Mapping

from openskill.models import PlackettLuce
from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from palatine.server.storage.schema import people, ratings

SIGMAS = 3.0
"""The rating that is shown is one that a person almost surely has: so many sigmas below the most likely one."""

_model = PlackettLuce()  # people learn and forget: with the library's tau a rating never becomes quite sure


def rate(connection: Connection, game: str, players: int, places: Mapping[str, int], at: int) -> None:
    """Note a game between some people, each with the place they came to.

    The rows are locked, in the same order by everyone, until the transaction ends: of two games that end at the same
    moment the second builds on the first. Somebody whose data were deleted counts as a newcomer and is not kept."""
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
