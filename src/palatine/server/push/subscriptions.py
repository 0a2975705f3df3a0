"""The browsers subscribed to Web Push."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

from palatine.server.clock import now
from palatine.server.messages.push import PushKeys, Subscription
from palatine.server.people.credentials import lock
from palatine.server.storage.schema import subscriptions

MOST_BROWSERS = 10
"""The most browsers of one person. The oldest are dropped first, since browsers do not say when they are gone."""


def subscribe(connection: Connection, person: str, wish: Subscription) -> None:
    """Subscribe a person's browser. A browser belongs to one person, the last to subscribe."""
    lock(connection, person)
    forget(connection, wish.endpoint)
    row = {"endpoint": wish.endpoint, "person": person, "at": now()}
    connection.execute(insert(subscriptions), {**row, "keys": msgspec.json.encode(wish.keys).decode()})
    mine = select(subscriptions.c.endpoint).where(subscriptions.c.person == person)
    for endpoint in list(connection.scalars(mine.order_by(subscriptions.c.at.desc()).offset(MOST_BROWSERS))):
        forget(connection, endpoint)


def unsubscribe(connection: Connection, person: str, endpoint: str) -> None:
    """Remove a browser of a person."""
    mine = subscriptions.c.endpoint == endpoint, subscriptions.c.person == person
    connection.execute(delete(subscriptions).where(*mine))


def forget(connection: Connection, endpoint: str) -> None:
    """Remove a browser that no longer exists."""
    connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))


def browsers_of(connection: Connection, person: str) -> list[Subscription]:
    """Return the subscribed browsers of a person."""
    rows = connection.execute(select(subscriptions).where(subscriptions.c.person == person))
    return [Subscription(row.endpoint, msgspec.json.decode(row.keys, type=PushKeys)) for row in rows]
