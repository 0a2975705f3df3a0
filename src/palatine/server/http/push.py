"""REST operations for Web Push: the server's key, and the subscriptions of browsers."""

from __future__ import annotations

from palatine.server.errors import NotNow
from palatine.server.http.context import Call
from palatine.server.http.operations import SELF, operation
from palatine.server.messages.push import PushKey, Subscription, SubscriptionEnd
from palatine.server.push.subscriptions import unsubscribe


@operation("GET", "/api/push", "Show the key for push subscriptions")
async def show_push_key(call: Call) -> PushKey:
    """Null if this server does not send notifications."""
    push = call.server.push
    return PushKey(None if push is None else push.public_key)


@operation("POST", "/api/me/push", "Subscribe this browser to notifications", needs=SELF, problems=(409,))
async def subscribe_browser(call: Call, body: Subscription) -> None:
    """Sends you events of your tables while the app is not open: your turn, a game begins, a game is over. You can call this
    repeatedly. A browser belongs to the person who subscribed last."""
    push = call.server.push
    if push is None:
        raise NotNow("push.off")
    await push.subscribe(call.me.id, body)


@operation("POST", "/api/me/push/end", "Unsubscribe this browser from notifications", needs=SELF)
async def unsubscribe_browser(call: Call, body: SubscriptionEnd) -> None:
    """For example before signing out."""
    await call.server.store.write(lambda connection: unsubscribe(connection, call.me.id, body.endpoint))
