"""Export of all data about a person, for that person."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, and_, select

from palatine.server.clock import now
from palatine.server.messages.people import (
    Export,
    OwnAddress,
    OwnLine,
    OwnMail,
    OwnPerson,
    OwnRating,
    OwnReport,
    OwnResult,
    OwnSanction,
    OwnSeat,
    OwnSubscription,
)
from palatine.server.people.accounts import codes_left
from palatine.server.people.blocks import relations_of
from palatine.server.people.bot_accounts import bots_of
from palatine.server.people.credentials import sessions_of, tokens_of
from palatine.server.people.identity import Person
from palatine.server.storage.schema import (
    addresses,
    chairs,
    chat,
    mails,
    people,
    ratings,
    reports,
    results,
    sanctions,
    sitters,
    subscriptions,
    tables,
)


def exported(connection: Connection, me: Person) -> Export:
    """Return a person's data, without hashes, keys and seeds."""
    return Export(
        person=_person(connection, me.id),
        recovery_codes_left=codes_left(connection, me.id),
        sessions=sessions_of(connection, me.id, me.token, now()),
        tokens=tokens_of(connection, me.id),
        bots=bots_of(connection, me.id),
        relations=relations_of(connection, me.id),
        reports=_reports(connection, me.id),
        tables=_seats(connection, me.id),
        chat=_lines(connection, me.id),
        results=_results(connection, me.id),
        ratings=_ratings(connection, me.id),
        subscriptions=_subscriptions(connection, me.id),
        address=_address(connection, me.id),
        mails=_mails(connection, me.id),
        sanctions=_sanctions(connection, me.id),
    )


def _person(connection: Connection, me: str) -> OwnPerson:
    row = connection.execute(select(people).where(people.c.id == me)).one()
    settings = msgspec.json.decode(row.settings)
    return OwnPerson(row.id, row.kind, row.name, row.login, row.language, row.created, row.seen, settings)


def _reports(connection: Connection, me: str) -> list[OwnReport]:
    rows = connection.execute(select(reports).where(reports.c.person == me).order_by(reports.c.id))
    return [OwnReport(row.at, row.about, row.table_id, row.text) for row in rows]


def _seats(connection: Connection, me: str) -> list[OwnSeat]:
    rows = connection.execute(
        select(
            tables.c.id,
            chairs.c.seat,
            tables.c.game,
            tables.c.players,
            tables.c.status,
            tables.c.created,
            tables.c.changed,
        )
        .join(sitters, sitters.c.table_id == tables.c.id)
        .outerjoin(chairs, and_(chairs.c.table_id == tables.c.id, chairs.c.person == me))
        .where(sitters.c.person == me)
        .order_by(tables.c.created, tables.c.id, chairs.c.seat)
    )
    return [OwnSeat(*row) for row in rows]


def _lines(connection: Connection, me: str) -> list[OwnLine]:
    rows = connection.execute(select(chat).where(chat.c.person == me).order_by(chat.c.at, chat.c.number))
    return [OwnLine(row.table_id, row.at, row.name, row.text) for row in rows]


def _results(connection: Connection, me: str) -> list[OwnResult]:
    mine = select(results).where(results.c.person == me).order_by(results.c.at, results.c.table_id, results.c.seat)
    return [
        OwnResult(row.table_id, row.seat, row.game, row.players, row.points, row.place, row.rated, row.practice, row.at)
        for row in connection.execute(mine)
    ]


def _ratings(connection: Connection, me: str) -> list[OwnRating]:
    mine = select(ratings).where(ratings.c.person == me).order_by(ratings.c.game, ratings.c.players)
    return [OwnRating(row.game, row.players, row.mu, row.sigma, row.games, row.at) for row in connection.execute(mine)]


def _subscriptions(connection: Connection, me: str) -> list[OwnSubscription]:
    mine = select(subscriptions).where(subscriptions.c.person == me).order_by(subscriptions.c.at)
    return [OwnSubscription(row.endpoint, row.at) for row in connection.execute(mine)]


def _address(connection: Connection, me: str) -> OwnAddress | None:
    row = connection.execute(select(addresses).where(addresses.c.person == me)).first()
    return None if row is None else OwnAddress(row.address, row.confirmed, row.notices, row.at)


def _mails(connection: Connection, me: str) -> list[OwnMail]:
    mine = select(mails).where(mails.c.person == me).order_by(mails.c.at, mails.c.kind, mails.c.table_id, mails.c.ply)
    return [OwnMail(row.kind, row.table_id or None, row.at) for row in connection.execute(mine)]


def _sanctions(connection: Connection, me: str) -> list[OwnSanction]:
    rows = connection.execute(select(sanctions).where(sanctions.c.person == me).order_by(sanctions.c.id))
    return [OwnSanction(row.kind, row.reason, row.at, row.until, row.ended) for row in rows]
