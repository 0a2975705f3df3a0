"""Requests of `palatine admin` to a running server, as rows in the database.

You may ask if you can write to the database: that needs no password, and no address of the server. A SQLite file has
one server, and the tables in its memory must change with those on disk, so the server itself does the work.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from palatine.server.storage.schema import host_requests

Kind = Literal["end", "vacuum"]
EXPIRES = 60_000
"""The milliseconds after which a request is dropped: its sender has given up."""


class HostRequest(msgspec.Struct, frozen=True):
    """A request. `argument` is the table to end."""

    id: int
    kind: Kind
    argument: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer: numbers by name, or the key of a refusal and its fields."""

    numbers: Mapping[str, int] = {}
    problem: str | None = None
    fields: Mapping[str, str] = {}


_decode = msgspec.json.Decoder(Answer).decode


def ask(connection: Connection, kind: Kind, argument: str, at: int) -> int:
    """Store a request, and return its number."""
    row = {"at": at, "kind": kind, "argument": argument, "answer": None}
    return int(connection.execute(insert(host_requests).returning(host_requests.c.id), row).scalar_one())


def waiting(connection: Connection, at: int) -> list[HostRequest]:
    """Return the requests without an answer, oldest first."""
    columns = (host_requests.c.id, host_requests.c.kind, host_requests.c.argument)
    found = select(*columns).where(host_requests.c.answer.is_(None), host_requests.c.at > at - EXPIRES)
    return [HostRequest(*row) for row in connection.execute(found.order_by(host_requests.c.id))]


def give_answer(connection: Connection, number: int, answer: Answer, at: int) -> None:
    """Store the answer to a request, and drop expired requests."""
    text = msgspec.json.encode(answer).decode()
    connection.execute(update(host_requests).where(host_requests.c.id == number), {"answer": text})
    connection.execute(delete(host_requests).where(host_requests.c.at <= at - EXPIRES))


def answer_to(connection: Connection, number: int) -> Answer | None:
    """Return the answer to a request, if there is one."""
    text = connection.scalar(select(host_requests.c.answer).where(host_requests.c.id == number))
    return None if text is None else _decode(text)


def withdraw(connection: Connection, number: int) -> None:
    """Delete a request."""
    connection.execute(delete(host_requests).where(host_requests.c.id == number))
