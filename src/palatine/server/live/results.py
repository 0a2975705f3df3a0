"""Results and ratings of finished games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from palatine.server.people.ratings import met_often, rate
from palatine.server.storage.append import Work
from palatine.server.storage.schema import people, results
from palatine.server.tables.table import HostedTable


def places(table: HostedTable) -> list[int]:
    """Return the place of each seat, 1 for the winner; ties share a place. The game breaks ties by its own rules.

    Seats that a bot has taken over share the last place: a player who left cannot win. If bots finished the game for
    all, points decide."""
    everyone = len(table.taken_over) == len(table.chairs)
    return table.playing.places(out=() if everyone else table.taken_over)


def is_between_people(table: HostedTable) -> bool:
    """Return True for a rated game of two or more people that did not become practice."""
    several = len(table.chairs) > 1 and all(chair.kind == "person" for chair in table.chairs)
    return several and table.created.rated and not table.practice


def finishing(table: HostedTable) -> Work:
    """Return the work to do in the transaction of the decision that finished a game."""
    game, players, at = table.created.game, table.created.players, table.changed
    totals, placed = table.playing.totals(), places(table)
    seats = {seat: str(chair.person) for seat, chair in enumerate(table.chairs) if chair.kind == "person"}
    wants_rating = is_between_people(table)
    rows: list[dict[str, Any]] = [
        {
            "table_id": table.id,
            "seat": seat,
            "person": person,
            "game": game,
            "players": players,
            "points": totals[seat],
            "place": placed[seat],
            "practice": table.practice,
            "at": at,
        }
        for seat, person in seats.items()
    ]

    def work(connection: Connection) -> None:
        persons = list(seats.values())
        rated = (
            wants_rating
            and not _has_unrated(connection, persons)
            and not met_often(connection, game, players, persons, at)
        )
        if rows:
            connection.execute(insert(results), [row | {"rated": rated} for row in rows])
        if rated:
            rate(connection, game, players, {person: placed[seat] for seat, person in seats.items()}, at)

    return work


def _has_unrated(connection: Connection, persons: list[str]) -> bool:
    """Return True if one of the persons is a guest, or a program that plays through the bot API."""
    found = select(people.c.id).where(people.c.id.in_(persons), people.c.kind.in_(("bot", "guest"))).limit(1)
    return connection.scalar(found) is not None
