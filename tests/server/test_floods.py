"""Floods of frames, headers, connections and orders, each from one address, do not keep others from playing."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import httpx2
import pytest
from starlette.responses import PlainTextResponse
from uvicorn import Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from palatine.server.errors import NotNow
from palatine.server.http.protocols import FRAMES_BURST, LARGEST_HEADERS, MOST_PER_ADDRESS, Configuration, Gate
from palatine.server.live.actions import Order, command_of
from palatine.server.messages.socket import Decide, Leave, Undo
from palatine.server.people.identity import ALL_SCOPES, Person
from palatine.server.rate_limits import Limit, network_of
from palatine.server.run import most_connections
from palatine.server.tables.log import Chair, Started
from palatine.server.tables.table import HostedTable
from server.house import House
from server.logged import ANN, SEED, START, created, person
from server.running import RunningServer
from server.services import free_port

PATIENCE = 60.0
FLOOD = 20 * FRAMES_BURST
POLICY_VIOLATION = 1008
MEGABYTE = 2**20
ANOTHER_ADDRESS = "127.0.0.2"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Yield a server with its limits."""
    folder = tmp_path_factory.mktemp("floods")
    server = RunningServer(free_port(), f"sqlite:///{folder / 'floods.db'}", folder / "server.log", "--limits")
    server.start()
    yield server
    server.stop()


def logged(server: RunningServer, event: str) -> bool:
    return f'"event": "{event}"' in server.log_text()


def connected(server: RunningServer, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0))


def is_served(server: RunningServer, address: str) -> bool:
    """Return True if a request from an address is answered."""
    with connected(server, address) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
        return one.recv(100).startswith(b"HTTP/1.1 200")


def read_to_end(one: socket.socket) -> bytes:
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while data := one.recv(65536):
            received += data
    return received


# ------------------------------------------------------------------------------------------------------- frames


@contextlib.asynccontextmanager
async def watching(server: RunningServer) -> AsyncIterator[ClientConnection]:
    """Connect to a table without a cookie."""
    async with httpx2.AsyncClient(base_url=server.address) as ann:
        (await ann.post("/api/me", json={"name": "Ann"})).raise_for_status()
        opened = await ann.post("/api/tables", json={"game": "kingdomino", "players": 2})
    async with asyncio.timeout(PATIENCE), connect(server.socket(opened.raise_for_status().json()["table"])) as socket:
        for kind in ("state", "here"):
            assert f'"type":"{kind}"' in str(await socket.recv())
        yield socket


async def send_pings(socket: ClientConnection) -> None:
    for _ in range(FLOOD):
        pong = await socket.ping()
    await pong


async def send_fragments(socket: ClientConnection) -> None:
    await socket.send([b""] * FLOOD)
    await socket.recv()


async def send_empty_messages(socket: ClientConnection) -> None:
    for _ in range(FLOOD):
        await socket.send("")
    while "refused" in str(await socket.recv()):
        pass


async def _flood(server: RunningServer, send: Callable[[ClientConnection], Awaitable[None]]) -> None:
    async with watching(server) as socket:
        with pytest.raises(ConnectionClosed) as ended:
            await send(socket)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == POLICY_VIOLATION


@pytest.mark.parametrize("send", [send_pings, send_fragments, send_empty_messages])
def test_a_flood_of_frames_ends_the_connection(
    server: RunningServer, send: Callable[[ClientConnection], Awaitable[None]]
) -> None:
    asyncio.run(_flood(server, send))
    assert logged(server, "websocket_flood")


async def _ping_now_and_then(server: RunningServer) -> None:
    async with watching(server) as socket:
        for number in range(FRAMES_BURST // 4):
            await (await socket.ping())
            await socket.send(f'{{"type": "ping", "id": {number}}}')
            assert await socket.recv() == f'{{"type":"pong","id":{number}}}'
        assert socket.close_code is None


def test_a_client_may_ping(server: RunningServer) -> None:
    asyncio.run(_ping_now_and_then(server))


# ------------------------------------------------------------------------------------------------------ headers


def send_endlessly(one: socket.socket, data: bytes, total: int) -> int:
    """Send data again and again until `total` bytes are sent or the server ends the connection; return what was sent."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < total:
            one.sendall(data)
            sent += len(data)
    return sent


@pytest.mark.parametrize(
    ("beginning", "data"),
    [
        (b"GET /healthz HTTP/1.1\r\nhost: here\r\n", b"".join(b"a%d: b\r\n" % number for number in range(1000))),
        (b"GET /healthz HTTP/1.1\r\nhost: here\r\nx: ", b"y" * 10_000),
        (b"GET /", b"y" * 10_000),
        (b"POST /api/me HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", b"a: b\r\n" * 1000),
        (b"POST /api/me HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: ", b"y" * 10_000),
    ],
    ids=["many headers", "a long header", "a long address", "many trailers", "a long trailer"],
)
def test_endless_headers_end_the_connection(server: RunningServer, beginning: bytes, data: bytes) -> None:
    before = server.memory()
    with connected(server) as one:
        one.sendall(beginning)
        assert send_endlessly(one, data, 50 * MEGABYTE) < 50 * MEGABYTE
    assert server.memory() - before < 20 * MEGABYTE
    assert logged(server, "request_too_large")
    assert is_served(server, "127.0.0.1")


def test_headers_that_are_too_large_are_answered(server: RunningServer) -> None:
    with connected(server) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nhost: here\r\nx: " + b"y" * LARGEST_HEADERS + b"\r\n\r\n")
        assert read_to_end(one).startswith(b"HTTP/1.1 431 ")


def test_a_usual_number_of_headers_is_accepted(server: RunningServer) -> None:
    headers = {f"x-{number}": "y" * 200 for number in range(60)}
    for _ in range(3):
        assert httpx2.get(f"{server.address}/healthz", headers=headers).status_code == 200


# -------------------------------------------------------------------------------------------------- connections


def test_idle_connections_from_one_address_leave_room_for_others(server: RunningServer) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(MOST_PER_ADDRESS + 50):
            with contextlib.suppress(ConnectionError):
                stack.enter_context(connected(server))
        assert is_served(server, ANOTHER_ADDRESS)
        assert server.open_files() < MOST_PER_ADDRESS + 100
        assert logged(server, "too_many_connections_from_address")


async def _hello(scope: Any, receive: Any, send: Any) -> None:
    await PlainTextResponse("hello\n")(scope, receive, send)


@contextlib.asynccontextmanager
async def serving(gate: Gate) -> AsyncIterator[int]:
    """Serve a greeting behind a gate, and yield the port."""
    port = free_port()
    server = Server(Configuration(_hello, gate, port=port, log_config=None, lifespan="off", timeout_keep_alive=1))
    with contextlib.closing(socket.create_server(("127.0.0.1", port))) as listening:
        task = asyncio.ensure_future(server.serve([listening]))
        yield port
        server.should_exit = True
        await task


async def _send(port: int, text: bytes) -> bytes:
    """Send a text on a new connection, and return what comes before its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    received = b""
    with contextlib.suppress(ConnectionError):
        writer.write(text)
        async with asyncio.timeout(PATIENCE):
            received = await reader.read()
    writer.close()
    return received


GREETING = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        (b"", False),
        (b"GET / HTTP/1.1\r\nhost:", False),
        (b"\r\n", False),
        (b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 10\r\n\r\nhalf", True),
        (GREETING, True),
        (GREETING + b"GET / HT", True),
        (GREETING + b"\r\n", True),
    ],
)
def test_half_sent_requests_and_idle_connections_are_closed(text: bytes, answered: bool) -> None:
    async def wait() -> bytes:
        async with serving(Gate(100, limited=True, request_seconds=0.1)) as port:
            return await _send(port, text)

    assert asyncio.run(wait()).endswith(b"hello\n") == answered


def test_connections_in_all_are_limited() -> None:
    async def fill() -> tuple[bytes, bytes]:
        async with serving(Gate(3, limited=False)) as port:
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            refused = await _send(port, GREETING)
            for _, writer in idle:
                writer.close()
                await writer.wait_closed()
            while not (served := await _send(port, GREETING)):
                await asyncio.sleep(0)  # the server notices the end of a connection a little later
            return refused, served

    refused, served = asyncio.run(fill())
    assert refused == b""
    assert served.endswith(b"hello\n")


@pytest.mark.parametrize(
    ("proxies", "accepted"), [("", 2), ("127.0.0.1", 5), ("10.0.0.0/8, 127.0.0.0/8", 5), ("::/0", 2)]
)
def test_connections_of_a_proxy_are_not_those_of_one_address(proxies: str, accepted: int) -> None:
    gate = Gate(100, limited=True, proxies=proxies, most_per_address=2)
    assert sum(gate.enter("127.0.0.1") for _ in range(5)) == accepted


def test_the_limit_on_open_files_is_raised() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    try:
        connections = most_connections()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
        assert 512 < connections < hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# ------------------------------------------------------------------------------------------------------- orders


def test_all_connections_from_an_address_share_a_budget(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = house.open(ada, bob)
    house.server.orders = Limit(4, 0.1, lambda: 0.0)
    with ada.socket(table) as first, bob.socket(table) as second:
        answers = []
        for number, socket in enumerate((first, second) * 3):
            socket.send_json({"type": "ping", "id": number})
            while (message := socket.receive_json())["type"] not in ("pong", "refused"):
                pass
            answers.append(message["type"])
        assert answers == ["pong"] * 4 + ["refused"] * 2
    ada.get("/api/me").refused(429, "server.too_often", count=10)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
    ],
)
def test_ipv6_addresses_of_one_network_count_as_one(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) == same


def test_addresses_that_are_none_stay_as_they_are() -> None:
    assert network_of("testclient") == "testclient"


# -------------------------------------------------------------------------------------------------------- logs


def ordered(table: HostedTable, order: Order) -> None:
    me = Person(ANN, "guest", "Ann", "en", ALL_SCOPES)
    for entry in command_of(order, me, list)(table, START):
        table.add(entry)


def decide_and_undo(table: HostedTable, times: int) -> None:
    for _ in range(times):
        ordered(table, Decide(0, table.ply, table.playing.legal()[0]))
        ordered(table, Undo(0, 0))


def test_the_log_of_a_table_does_not_grow_without_end() -> None:
    table = HostedTable("a table", SEED, created(person(ANN), Chair("local", ANN, "Kid")))
    table.add(Started(START))
    with pytest.raises(NotNow) as refusal:
        decide_and_undo(table, 10_000)
    assert refusal.value.key == "server.log_full"
    assert table.seq < 4000
    while table.turn is not None:
        ordered(table, Decide(0, table.ply, table.playing.legal()[0]))
    assert table.status == "finished", "the game can still be finished"


def test_a_table_with_a_long_log_can_be_left() -> None:
    table = HostedTable("a table", SEED, created(person(ANN), person("bob")))
    table.add(Started(START))
    table.seq = 10_000
    ordered(table, Leave(0))
    assert table.others("bob") == []
