"""Who wants to be told by Web Push, in which browsers."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

from palatine.server.clock import now
from palatine.server.messages.push import PushKeys, Subscription
from palatine.server.people.credentials import lock
from palatine.server.storage.schema import subscriptions

MOST_BROWSERS = 10
"""Of one person; those that subscribed longest ago are forgotten first, since browsers never say that they are gone."""


def subscribe(connection: Connection, person: str, wish: Subscription) -> None:
    """Tell a browser from now on what concerns a person; one browser tells one person."""
    lock(connection, person)
    forget(connection, wish.endpoint)
    row = {"endpoint": wish.endpoint, "person": person, "at": now()}
    connection.execute(insert(subscriptions), {**row, "keys": msgspec.json.encode(wish.keys).decode()})
    mine = select(subscriptions.c.endpoint).where(subscriptions.c.person == person)
    for endpoint in list(connection.scalars(mine.order_by(subscriptions.c.at.desc()).offset(MOST_BROWSERS))):
        forget(connection, endpoint)


def unsubscribe(connection: Connection, person: str, endpoint: str) -> None:
    """Tell a browser of a person's no more."""
    mine = subscriptions.c.endpoint == endpoint, subscriptions.c.person == person
    connection.execute(delete(subscriptions).where(*mine))


def forget(connection: Connection, endpoint: str) -> None:
    """Nobody is there any more."""
    connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))


def browsers_of(connection: Connection, person: str) -> list[Subscription]:
    """Where a person wants to be told."""
    rows = connection.execute(select(subscriptions).where(subscriptions.c.person == person))
    return [Subscription(row.endpoint, msgspec.json.decode(row.keys, type=PushKeys)) for row in rows]
