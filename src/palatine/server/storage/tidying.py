"""Deletion of what is no longer needed."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, exists

from palatine.server.clock import now
from palatine.server.storage.schema import analyses, chat, people, sitters, tables, tokens

FORGOTTEN_AFTER = 90 * 24 * 3600 * 1000
"""Milliseconds after which guests who never played and abandoned analyses are deleted."""


def tidy_up(connection: Connection) -> dict[str, int]:
    """Delete expired tokens, guests who never played and abandoned analyses; return the number of each."""
    at = now()
    expired = delete(tokens).where(tokens.c.expires < at)
    traces = (sitters.c.person, chat.c.person, tables.c.host)  # guests named here stay; only they can remove it
    unnoticed = and_(*(~exists().where(trace == people.c.id) for trace in traces))
    idle = delete(people).where(people.c.kind == "guest", people.c.seen < at - FORGOTTEN_AFTER, unnoticed)
    given_up = delete(analyses).where(analyses.c.status != "done", analyses.c.at < at - FORGOTTEN_AFTER)
    return {
        "tokens": connection.execute(expired).rowcount,
        "guests": connection.execute(idle).rowcount,
        "analyses": connection.execute(given_up).rowcount,
    }
