"""Messages about Web Push: the server's key, and a browser's subscription."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from palatine.server.messages.events import Kind
from palatine.server.messages.people import Redacted
from palatine.server.messages.tables import Incoming

LONGEST_ENDPOINT = 2000

Endpoint = Annotated[str, Meta(min_length=1, max_length=LONGEST_ENDPOINT)]


class PushKey(Struct, frozen=True):
    """The public key a browser subscribes with (`applicationServerKey`); null if this server sends no notifications."""

    public_key: str | None


class PushKeys(Redacted, Incoming, frozen=True):
    """The keys that encrypt messages for one browser: 65 and 16 bytes, as base64url."""

    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}(==)?$")]


class Subscription(Redacted, Incoming, frozen=True):
    """A browser's subscription, as `PushSubscription.toJSON()` returns it."""

    endpoint: Endpoint
    keys: PushKeys
    expires: float | None = field(name="expirationTime", default=None)


class SubscriptionEnd(Redacted, Incoming, frozen=True):
    """The subscription to end."""

    endpoint: Endpoint


class Pushed(Struct, frozen=True):
    """A notification as the browser receives it. The app words it and loads the rest from the server."""

    kind: Kind
    table: str
    game: str
