"""Two servers whose tables differ only in hidden fields answer identically on every route while the game runs."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from palatine.games import BUILT_IN
from palatine.server.app import application
from palatine.server.clock import now
from palatine.server.http.operations import OPERATIONS
from palatine.server.settings import Settings
from palatine.server.storage.chain import links_from, root
from palatine.server.tables.log import Upgraded, read, written
from palatine.server.tables.table import built

SEEDS = [hashlib.sha256(name).hexdigest() for name in (b"one", b"two")]
TIMES = re.compile(rb'"(now|at|changed|seen)":\d+|"time_left":\[[^\]]*\]|"(created)":\d+')
"""Times, which differ between the two servers."""

READ = {
    "show_table": "/api/tables/{table}",
    "show_log": "/api/tables/{table}/log",
    "show_qr": "/api/tables/{table}/qr",
    "show_record": "/api/tables/{table}/record",
    "show_result": "/api/tables/{table}/result",
    "show_replay": "/api/tables/{table}/replay?ply={ply}",
    "show_analysis": "/api/tables/{table}/analysis",
    "show_outlook": "/api/tables/{table}/outlook",
    "show_lobby": "/api/lobby",
    "show_my_tables": "/api/me/tables?list=waiting",
}
"""The routes that show something of a running game."""


def server_at(file: Path) -> TestClient:
    return TestClient(application(Settings(database=f"sqlite:///{file}", limited=False, analysis_iterations=4)))


def played_for_a_while(file: Path, game: str) -> tuple[str, str]:
    """Return a table after some decisions, and the cookie of its player."""
    with server_at(file) as client:
        client.post("/api/me", json={"name": "Ada"})
        seats = [{"kind": "me"}, {"kind": "local", "name": "Bea"}]
        body = {"game": game, "players": 2, "seats": seats, "public": True}
        table: str = client.post("/api/tables", json=body).json()["table"]
        for _ in range(9):
            seen = client.get(f"/api/tables/{table}").json()
            order = {"ply": seen["ply"], "decision": seen["moves"][0][0]}
            assert client.post(f"/api/tables/{table}/decide", json=order).is_success
        return table, client.cookies["palatine"]


def resample(file: Path, table: str, seed: str) -> None:
    """Let the table continue from its open position with hidden fields resampled from a seed."""
    with closing(sqlite3.connect(file)) as database, database:
        lines = database.execute("SELECT entry FROM entries WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
        (own_seed,) = database.execute("SELECT seed FROM tables WHERE id = ?", (table,)).fetchone()
        hosted = built(table, own_seed, [read(line) for (line,) in lines])
        upgraded = Upgraded(now(), hosted.settings.game.rules_version, hosted.playing.essence(hosted.ply))
        log = [*(line for (line,) in lines), written(upgraded)]
        links = links_from(root(table, seed), log)
        database.execute("DELETE FROM entries WHERE table_id = ?", (table,))
        rows = [(table, number, line, link) for number, (line, link) in enumerate(zip(log, links, strict=True))]
        database.executemany("INSERT INTO entries (table_id, seq, entry, chain) VALUES (?, ?, ?, ?)", rows)
        database.execute("UPDATE tables SET seq = seq + 1, seed = ?, chain = ? WHERE id = ?", (seed, links[-1], table))


@pytest.fixture(params=list(BUILT_IN))
def twins(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[TestClient]]]:
    """Two servers with the same table, except for its hidden fields."""
    files = [tmp_path / "one.db", tmp_path / "two.db"]
    table, cookie = played_for_a_while(files[0], request.param)
    shutil.copy(files[0], files[1])
    shutil.copy(f"{files[0]}.key", f"{files[1]}.key")
    for file, seed in zip(files, SEEDS, strict=True):
        resample(file, table, seed)
    with ExitStack() as stack:
        clients = [stack.enter_context(server_at(file)) for file in files]
        for client in clients:
            client.cookies.set("palatine", cookie)
        yield table, clients


def hidden_fields_differ(table: str, clients: list[TestClient]) -> bool:
    """Return True if the hidden fields of the two tables differ, so that there is something to reveal."""
    raws = []
    for client in clients:
        assert client.portal is not None
        live = client.portal.call(client.app.state.server.hub.table, table)  # type: ignore[attr-defined]
        raws.append(live.hosted.playing._raw.tobytes())
    return bool(raws[0] != raws[1])


def same(answers: list[bytes]) -> bytes:
    """Check that two answers are equal apart from times, and return the answer."""
    one, two = (TIMES.sub(b"", answer) for answer in answers)
    assert one == two
    assert not any(seed.encode() in answer for seed in SEEDS for answer in answers)
    return one


def test_every_route_that_shows_a_game_is_compared() -> None:
    reading = {one.name for one in OPERATIONS if one.method == "GET" and "{table}" in one.path}
    assert reading - {"stream_table", "show_table_file"} <= set(READ)


def test_readable_routes_reveal_nothing_hidden(twins: tuple[str, list[TestClient]]) -> None:
    table, clients = twins
    assert hidden_fields_differ(table, clients)
    ply = json.loads(clients[0].get(f"/api/tables/{table}").content)["ply"]
    for path in READ.values():
        answer = same([client.get(path.format(table=table, ply=ply)).content for client in clients])
        assert answer


def test_hints_reveal_nothing_hidden(twins: tuple[str, list[TestClient]]) -> None:
    table, clients = twins
    assert hidden_fields_differ(table, clients)
    ply = json.loads(clients[0].get(f"/api/tables/{table}").content)["ply"]
    for what in ("hint", "explore", "consider"):
        answers = [client.post(f"/api/tables/{table}/{what}", json={"ply": ply}) for client in clients]
        assert {answer.status_code for answer in answers} == {200 if what == "hint" else 409}
        same([answer.content for answer in answers])


def test_the_socket_reveals_nothing_hidden(twins: tuple[str, list[TestClient]]) -> None:
    table, clients = twins
    for query in ("", "?after=3", "?outlook=1"):
        received: list[list[bytes]] = []
        for client in clients:
            with client.websocket_connect(f"/api/tables/{table}/socket{query}") as socket:
                received.append([socket.receive_text().encode(), socket.receive_text().encode()])
                for order in (
                    {"type": "decide", "id": 1, "ply": 0, "decision": "nonsense"},
                    {"type": "undo", "id": 2},
                    {"type": "say", "id": 3, "text": "hello"},
                    {"type": "ping", "id": 4},
                ):
                    socket.send_json(order)
                    received[-1].append(_answered(socket, order["id"]))
        for pair in zip(*received, strict=True):
            same(list(pair))


def test_reasons_of_refused_decisions_reveal_nothing_hidden(twins: tuple[str, list[TestClient]]) -> None:
    table, clients = twins
    assert hidden_fields_differ(table, clients)
    view = json.loads(clients[0].get(f"/api/tables/{table}").content)
    legal = {decision for decision, _ in view["moves"]}
    kinds: dict[str, int] = {}
    for decision, fields in enumerate(json.loads(clients[0].get(f"/api/games/{view['game']}").content)["fields"]):
        if decision not in legal:
            kinds[fields["kind"]] = decision
    reasons = set()
    for decision in kinds.values():
        order = {"ply": view["ply"], "decision": decision}
        answer = same([client.post(f"/api/tables/{table}/decide", json=order).content for client in clients])
        reasons.add(json.loads(answer).get("reason"))
    assert len(reasons - {None}) > 1


def test_the_outlook_of_an_update_reveals_nothing_hidden(twins: tuple[str, list[TestClient]]) -> None:
    table, clients = twins
    assert hidden_fields_differ(table, clients)
    decision = revealing_nothing(table, clients)
    received = []
    for client in clients:
        with client.websocket_connect(f"/api/tables/{table}/socket?outlook=1") as socket:
            ply = socket.receive_json()["table"]["ply"]
            assert socket.receive_json()["type"] == "here"
            socket.send_json({"type": "decide", "id": 1, "ply": ply, "decision": decision})
            received.append(socket.receive_text().encode())
    same(received)
    update = json.loads(received[0])
    assert (update["accepted"], update["outlook"]["seq"]) == (1, update["table"]["seq"])
    assert [one["decision"] for one in update["outlook"]["prospects"]] == [
        number for number, _ in update["table"]["moves"]
    ]


def revealing_nothing(table: str, clients: list[TestClient]) -> int:
    """Return a decision that reveals nothing, whatever the hidden fields are."""

    def without_revealing(client: TestClient) -> set[int]:
        assert client.portal is not None
        live = client.portal.call(client.app.state.server.hub.table, table)  # type: ignore[attr-defined]
        game, found = live.hosted.playing, set()
        for decision in game.legal():
            before = game.revealed
            game.play(decision)
            if game.revealed == before:
                found.add(decision)
            game.undo()
        return found

    return min(set.intersection(*(without_revealing(client) for client in clients)))


def _answered(socket: WebSocketTestSession, number: object) -> bytes:
    """Return everything received until a message is answered."""
    received = b""
    while True:
        text = socket.receive_text()
        received += text.encode()
        if json.loads(text).get("id") == number:
            return received


def test_streams_reveal_nothing_hidden(twins: tuple[str, list[TestClient]]) -> None:
    table, clients = twins
    for path in (f"/api/tables/{table}/stream", "/api/events"):
        first = []
        for client in clients:
            assert client.portal is not None
            first.append(client.portal.call(_first_line, client.app, path, client.cookies["palatine"]))
        same(first)


async def _first_line(app: Any, path: str, cookie: str) -> bytes:
    """Return the first line of an endless stream."""
    received: asyncio.Queue[bytes] = asyncio.Queue()

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body" and message["body"]:
            received.put_nowait(message["body"])

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"cookie", f"palatine={cookie}".encode()), (b"host", b"testserver")],
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
        "app": app,
        "state": {},
    }
    task = asyncio.ensure_future(app(scope, receive, send))
    line = await asyncio.wait_for(received.get(), 30)
    task.cancel()
    return line
