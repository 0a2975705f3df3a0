"""Web Push notifications about a person's tables while they are away.

Only the process that stored an event sends it. The queue is bounded and never delays a game: a notification that cannot be
delivered is dropped, and the table still appears in the lists.
"""

from __future__ import annotations

import asyncio
import hashlib

import structlog

from palatine.server import metrics
from palatine.server.errors import Malformed
from palatine.server.live.hub import Hub
from palatine.server.messages.events import Event, Events
from palatine.server.messages.push import Pushed, Subscription
from palatine.server.messages.tables import encode
from palatine.server.push.delivery import NoAnswerError, NotPublicError, Sender, place_of
from palatine.server.push.encryption import ServerKey, check_keys, encrypted, in_base64
from palatine.server.push.subscriptions import browsers_of, forget, subscribe

log = structlog.get_logger()

WORKERS = 8
KEPT_SECONDS = 24 * 3600
"""The time a push service stores a notification for a browser that is offline."""
GONE = (404, 410)


class Pusher:
    """Sends notifications in the background. At most `queue` of them wait. `anywhere` allows private addresses, for
    tests."""

    def __init__(self, hub: Hub, key: ServerKey, *, queue: int, anywhere: bool) -> None:
        self.public_key = key.public
        self._hub = hub
        self._key = key
        self._anywhere = anywhere
        self._sender = Sender(anywhere=anywhere)
        self._waiting: asyncio.Queue[tuple[str, Event]] = asyncio.Queue(queue)
        self._workers: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Start to send the events that this process stores."""
        loop = asyncio.get_running_loop()
        self._workers = [loop.create_task(self._send_all()) for _ in range(WORKERS)]
        self._hub.notify_absent = self.notify

    async def close(self) -> None:
        """Stop sending."""
        self._hub.notify_absent = None
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._sender.close()

    async def settled(self) -> None:
        """Wait until the queue is empty."""
        await self._waiting.join()

    async def subscribe(self, person: str, wish: Subscription) -> None:
        """Subscribe a person's browser."""
        place_of(wish.endpoint, anywhere=self._anywhere)
        check_keys(wish.keys)
        await self._hub.store.write(lambda connection: subscribe(connection, person, wish))

    def notify(self, events: Events) -> None:
        """Queue events for those who are not connected, without waiting."""
        for person, event in dict(events).items():  # of several events the last says most
            live = self._hub.live.get(event.table)
            if self._hub.watchers.watching(person) or (live is not None and person in live.here()):
                continue
            try:
                self._waiting.put_nowait((person, event))
            except asyncio.QueueFull:
                metrics.PUSHES.labels("dropped").inc()

    async def _send_all(self) -> None:
        while True:
            person, event = await self._waiting.get()
            try:
                await self._notify(person, event)
            except Exception as problem:  # the database may be down for a while
                log.warning("not_pushed", problem=str(problem), exc_info=problem)
            finally:
                self._waiting.task_done()

    async def _notify(self, person: str, event: Event) -> None:
        browsers = await self._hub.store.read(lambda connection: browsers_of(connection, person))
        if browsers and not self._is_connected(person):
            message = encode(Pushed(event.type, event.table, event.game))
            await asyncio.gather(*(self._send(browser, message, event.table) for browser in browsers))

    def _is_connected(self, person: str) -> bool:
        """Return True if a person has the app open, as far as this process knows.

        Of other processes it knows only the connections to tables in use here."""
        at_a_table = (live for live in self._hub.live.values() if person in live.here())
        return self._hub.watchers.watching(person) or next(at_a_table, None) is not None

    async def _send(self, browser: Subscription, message: bytes, table: str) -> None:
        host = ""
        try:
            place = place_of(browser.endpoint, anywhere=self._anywhere)
            host = place.host
            headers = {
                "authorization": self._key.authorization(place.origin),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(KEPT_SECONDS),
                "urgency": "high",  # other players are waiting
                # The last notification of a table replaces earlier ones. The hash hides the table from the push service.
                "topic": in_base64(hashlib.sha256(table.encode()).digest())[:32],
            }
            status = await self._sender.post(place, headers, encrypted(message, browser.keys))
        except NoAnswerError as problem:
            log.info("push_service_away", host=host, problem=str(problem))
            outcome = "unanswered"
        except (NotPublicError, Malformed):
            log.warning("push_not_public", host=host)
            outcome = "forgotten"
        else:
            outcome = "sent" if status // 100 == 2 else "forgotten" if status in GONE else "refused"
            if outcome == "refused":
                log.warning("push_refused", host=host, status=status)
        if outcome == "forgotten":
            await self._hub.store.write(lambda connection: forget(connection, browser.endpoint))
        metrics.PUSHES.labels(outcome).inc()
