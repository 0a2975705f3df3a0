"""The application: all routes, startup and shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections.abc import AsyncIterator

import structlog
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from palatine.core.errors import PalatineError
from palatine.games import all_games, refused_games
from palatine.server import metrics
from palatine.server.broadcast import Announcement, Broadcast, Message, NoBroadcast, RedisBroadcast, connected
from palatine.server.errors import StorageFailure, Unavailable
from palatine.server.hosting.enforcement import Enforcer
from palatine.server.hosting.host_requests import HostRequests
from palatine.server.hosting.load import LoadHistory
from palatine.server.http import (
    accounts,
    admin_people,
    admin_server,
    blocks,
    bot_accounts,
    games,
    lists,
    mail,
    notices,
    openapi,
    openapi_page,
    own_data,
    people,
    push,
    results,
    streams,
    tables,
)
from palatine.server.http.browser_app import FOLDER, BrowserApp
from palatine.server.http.context import Server, language_of
from palatine.server.http.operations import JSON, OPERATIONS, route_of
from palatine.server.http.security import SecurityHeaders, open_call, recognised, same_origin
from palatine.server.http.websocket import Connection, refuse_connection
from palatine.server.live.hub import Hub
from palatine.server.live.janitor import Janitor
from palatine.server.live.ownership import Ownership, RedisOwnership, SoleOwner
from palatine.server.mail.config import mailer_for
from palatine.server.people.accounts import Accounts
from palatine.server.people.identity import People
from palatine.server.people.leaderboard import Statistics
from palatine.server.people.passwords import Passwords
from palatine.server.push.config import pusher_for
from palatine.server.rate_limits import Origins
from palatine.server.settings import Settings, default_database
from palatine.server.storage.store import Store
from palatine.server.thinking.analysis_queue import AnalysisQueue
from palatine.server.thinking.pool import Pool
from palatine.server.thinking.warm_up import WarmUp

log = structlog.get_logger()

POLICY_VIOLATION = 1008
FORBIDDEN, NOT_FOUND, UNAVAILABLE = 403, 404, 503
READY_SECONDS = 3.0
RESUME_SECONDS = 10.0
"""The longest startup waits for interrupted games to resume; if a game must be compiled first, it resumes later."""
PARTS = (
    *(people, accounts, bot_accounts, blocks, notices, own_data, tables, lists, results, games, streams, push, mail),
    *(admin_people, admin_server),
)
"""The modules that declare operations."""


def is_near(address: str) -> bool:
    """Return True if an address belongs to this machine or to a private network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return parsed.is_loopback or parsed.is_private


class TableSocket:
    """The WebSocket of a table, as a bare ASGI application: an endpoint would add a layer to every message."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection until it ends; a forbidden one is closed before it is accepted."""
        socket = WebSocket(scope, receive, send)
        server: Server = socket.app.state.server
        if not same_origin(socket, server.settings.public_url):
            await socket.close(POLICY_VIOLATION)
            return
        try:
            call = await recognised(socket, server)
            if call.person is not None:
                server.people.permit(call.person, "play")
            live = await server.hub.table(socket.path_params["table"])
            server.requests.spend(call.address)
            leave = server.connections.enter(call.address)
        except Unavailable as problem:
            await socket.accept()
            await refuse_connection(send, problem, language_of(socket))
            return
        except PalatineError:
            await socket.close(POLICY_VIOLATION)
            return
        after = socket.query_params.get("after", "")
        known = int(after) if after.isdecimal() and len(after) < 10 else None
        try:
            await socket.accept()
            connection = Connection(receive, send, call, wants_outlook=socket.query_params.get("outlook") == "1")
            await connection.run(live.hosted.id, known)
        finally:
            leave()


async def _document(request: Request) -> Response:
    return Response(openapi.document(), media_type=JSON)


async def _healthy(request: Request) -> Response:
    """Return 200: the process responds."""
    return PlainTextResponse("ok\n")


async def _ready(request: Request) -> Response:
    """Return 200 if the database can be read and written too, otherwise a sentence that says why not."""
    server: Server = request.app.state.server
    try:
        async with asyncio.timeout(READY_SECONDS):
            await server.store.ping()
    except Exception as problem:
        known = problem if isinstance(problem, StorageFailure) else StorageFailure("away")
        log.warning("not_ready", problem=str(problem) or str(known))
        return PlainTextResponse(known.text(language_of(request)) + "\n", UNAVAILABLE)
    return PlainTextResponse("ready\n")


async def _metrics(request: Request) -> Response:
    """Return the metrics, to this machine and private networks only."""
    server: Server = request.app.state.server
    client = request.client
    if client is None or not is_near(client.host):
        return PlainTextResponse("metrics are for this network only\n", FORBIDDEN)
    metrics.TABLES.set(len(server.hub.live))
    metrics.LISTENERS.set(sum(len(live.listeners) for live in server.hub.live.values()))
    return Response(metrics.page(), media_type=metrics.CONTENT_TYPE)


async def _warm_all(warm_up: WarmUp, pool: Pool) -> None:
    """Compile and load all games and their bots."""
    for game in all_games().values():
        await warm_up.need(game.name)
        await pool.warm_up(game)


def application(settings: Settings) -> Starlette:
    """Return the application for these settings."""
    new_pusher, new_mailer = pusher_for(settings), mailer_for(settings)

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        store = Store(settings.database or default_database())
        store.open()
        origins = Origins()
        pool = Pool(settings.bot_processes or None, origins.of)
        broadcast: Broadcast = NoBroadcast()
        ownership: Ownership = SoleOwner()
        if settings.redis:
            broadcast = RedisBroadcast(connected(settings.redis))
            ownership = RedisOwnership(connected(settings.redis), broadcast.name)
        people = People(store, broadcast)
        passwords = Passwords(settings.hashing)
        warm_up = WarmUp()
        hub = Hub(store, pool, broadcast, warm_up.need, ownership)
        await people.open()
        enforcer, load = Enforcer(hub, people, broadcast), LoadHistory()
        alone = settings.redis is None and store.is_sqlite
        janitor = Janitor(hub, alone=alone)
        analysis_queue = AnalysisQueue(store, pool, warm_up.need, settings.analysis_iterations, alone=alone)

        def receive(message: Message) -> None:
            if isinstance(message, Announcement):
                people.receive(message)
                enforcer.receive(message)
            hub.forwarding.receive(message)

        await ownership.open(hub.replace_owners)
        await broadcast.open(receive, janitor.hurry)
        warm_up.open()
        loop = asyncio.get_running_loop()
        warming = [loop.create_task(_warm_all(warm_up, pool))] if settings.eager else []
        resuming = loop.create_task(janitor.open())
        await asyncio.wait({resuming}, timeout=RESUME_SECONDS)
        if resuming.done():
            resuming.result()
        await analysis_queue.open()
        enforcer.open()
        load.open()
        pusher = None if new_pusher is None else new_pusher(hub)
        if pusher is not None:
            await pusher.open()
        mailer = None if new_mailer is None else new_mailer(hub, people)
        if mailer is not None:
            await mailer.open()
        app.state.server = Server(
            settings=settings,
            store=store,
            pool=pool,
            hub=hub,
            people=people,
            passwords=passwords,
            accounts=Accounts(store, passwords),
            analysis_queue=analysis_queue,
            statistics=Statistics(store),
            warm_up=warm_up,
            enforcer=enforcer,
            load=load,
            process=broadcast.name,
            push=pusher,
            origins=origins,
            mail=mailer,
        )
        host_requests = HostRequests(hub)
        if store.is_sqlite:  # with PostgreSQL, `palatine admin` writes to the database itself
            host_requests.open()
        for problem in refused_games():
            log.warning("game_refused", problem=str(problem))
        log.info("serving", database=store.url.render_as_string(hide_password=True))
        try:
            yield
        finally:
            for task in (resuming, *warming):
                task.cancel()
            await asyncio.gather(resuming, *warming, return_exceptions=True)
            await host_requests.close()
            await load.close()
            await enforcer.close()
            await janitor.close()
            await analysis_queue.close()
            await hub.close()
            await ownership.close()
            if pusher is not None:
                await pusher.close()
            if mailer is not None:
                await mailer.close()
            await broadcast.close()
            await pool.close()
            if app.state.server.shared_counts is not None:
                await app.state.server.shared_counts.close()
            await warm_up.close()
            passwords.close()
            store.close()
            log.info("stopped")

    app = Starlette(
        routes=[
            *(route_of(one, open_call) for one in OPERATIONS),
            Route("/api/openapi.json", _document),
            Route("/api/docs", openapi_page.show_page),
            Route(openapi_page.STYLE_PATH, openapi_page.show_style),
            Route("/healthz", _healthy),
            Route("/readyz", _ready),
            Route("/metrics", _metrics),
            WebSocketRoute("/api/tables/{table}/socket", TableSocket()),
        ],
        middleware=[Middleware(SecurityHeaders, secure=settings.secure)],
        exception_handlers={NOT_FOUND: BrowserApp(settings.app or FOLDER)},
        lifespan=life,
    )
    app.router.redirect_slashes = False  # it would redirect to the address in the Host header, which anyone can write
    return app
