"""What goes over the wire about Web Push: the server's key, and where a browser wants to be told."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from palatine.server.messages.events import Kind
from palatine.server.messages.people import Hushed
from palatine.server.messages.tables import Incoming

LONGEST_ENDPOINT = 2000

Endpoint = Annotated[str, Meta(min_length=1, max_length=LONGEST_ENDPOINT)]


class PushKey(Struct, frozen=True):
    """The public key with which a browser subscribes (`applicationServerKey`); none where notices are not sent."""

    public_key: str | None


class PushKeys(Hushed, Incoming, frozen=True):
    """With these alone a browser reads what is sent to it: 65 and 16 bytes, as base64url."""

    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}(==)?$")]


class Subscription(Hushed, Incoming, frozen=True):
    """Where a browser wants to be told: just what its `PushSubscription.toJSON()` gives."""

    endpoint: Endpoint
    keys: PushKeys
    expires: float | None = field(name="expirationTime", default=None)


class SubscriptionEnd(Hushed, Incoming, frozen=True):
    """The subscription that is to end."""

    endpoint: Endpoint


class Pushed(Struct, frozen=True):
    """What a browser gets: it says the rest in its own words, and asks the server for what it may show."""

    kind: Kind
    table: str
    game: str
