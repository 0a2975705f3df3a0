"""The REST operations of Web Push: the server's key, and the browsers in which somebody wants to be told."""

from __future__ import annotations

from palatine.server.errors import NotNow
from palatine.server.http.context import Call
from palatine.server.http.operations import SELF, operation
from palatine.server.messages.push import PushKey, Subscription, SubscriptionEnd
from palatine.server.push.subscriptions import unsubscribe


@operation("GET", "/api/push", "The key with which a browser subscribes to notices")
async def show_push_key(call: Call) -> PushKey:
    """Nothing where the server is not set up for it."""
    push = call.server.push
    return PushKey(None if push is None else push.public_key)


@operation("POST", "/api/me/push", "Be told in this browser", needs=SELF, problems=(409,))
async def subscribe_browser(call: Call, body: Subscription) -> None:
    """Of one's tables, while no page of the server is open: that one's turn has come, a game has begun or is over. Said
    again it does no harm; a browser tells whoever has subscribed last."""
    push = call.server.push
    if push is None:
        raise NotNow("push.off")
    await push.subscribe(call.me.id, body)


@operation("POST", "/api/me/push/end", "Be told in this browser no more", needs=SELF)
async def unsubscribe_browser(call: Call, body: SubscriptionEnd) -> None:
    """Before signing out, for one."""
    await call.server.store.write(lambda connection: unsubscribe(connection, call.me.id, body.endpoint))
