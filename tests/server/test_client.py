"""`palatine.client` and examples/server_bot.py against a real server."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from palatine.client import Client, RefusedError
from palatine.core.errors import PalatineError
from palatine.core.words import say
from server.running import RunningServer
from server.services import free_port

BOT = Path(__file__).parents[2] / "examples" / "server_bot.py"
LONGEST_SECONDS = 240.0
TWO = {"game": "kingdomino", "players": 2, "public": True}
NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("server")
    running = RunningServer(free_port(), f"sqlite:///{folder / 'palatine.db'}", folder / "server.log")
    running.start()
    yield running
    running.stop()


def tokens(server: RunningServer, *bots: str) -> list[str]:
    """Create an account with a token and bots, and return their secrets."""
    name = f"Ada {next(NUMBERS)}"
    with httpx2.Client(base_url=server.address) as browser:
        browser.post("/api/accounts", json={"name": name, "password": "correct horse"}).raise_for_status()
        token = browser.post("/api/me/tokens", json={"label": "mine", "scopes": ["play"]}).raise_for_status()
        created = [browser.post("/api/me/bots", json={"name": bot}).raise_for_status() for bot in bots]
        return [one.json()["secret"] for one in (token, *created)]


@contextlib.contextmanager
def running_bot(server: RunningServer, token: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run the example in a process, and terminate it at the end."""
    command = [sys.executable, str(BOT), server.address, "level:1"]
    with (
        log.open("wb") as out,
        subprocess.Popen(command, stdout=out, stderr=out, env=os.environ | {"PALATINE_TOKEN": token}) as bot,
    ):
        try:
            yield bot
            assert bot.poll() is None, log.read_text()
        finally:
            bot.terminate()


@contextlib.contextmanager
def patience(server: RunningServer) -> Iterator[None]:
    """Kill the server after a while, so that a test that waits for it fails."""
    alarm = threading.Timer(LONGEST_SECONDS, server.kill)
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


def play_on(client: Client, table: str, until: int | None = None) -> dict[str, Any]:
    """Make random decisions to the end or until some ply, and return the table."""
    me, chance = client.get("/api/me")["id"], random.Random(7)
    for message in client.stream(table):
        if message["type"] not in ("state", "update"):
            continue
        view: dict[str, Any] = message["table"]
        if view["status"] == "finished" or (until is not None and view["ply"] >= until):
            return view
        if view["turn"] is not None and view["seats"][view["turn"]]["person"] == me:
            client.decide(table, view["ply"], chance.choice(view["moves"])[0])
    raise AssertionError("the stream ended before the game")


# ----------------------------------------------------------------------------------------------------- the client


def test_two_programs_play_a_game(server: RunningServer) -> None:
    mine, other = (Client(server.address, token) for token in tokens(server, "Engine"))
    me, opponent = mine.get("/api/me")["id"], other.get("/api/me")["id"]
    table = mine.post("/api/tables", TWO)["table"]
    assert table in [one["id"] for one in other.lobby()["open"]]
    events = {client: client.events() for client in (mine, other)}
    other.sit(table)
    assert table in [one["id"] for one in mine.lobby()["running"]]

    first = mine.table(table)
    assert [seat["person"] for seat in first["seats"]] == [me, opponent]
    turns, chance = 0, random.Random(1)
    with patience(server):
        view = first
        while view["turn"] is not None:
            client = mine if view["seats"][view["turn"]]["person"] == me else other
            decision, words = chance.choice(view["moves"])
            client.decide(table, view["ply"], words if turns % 2 else decision)
            client.decide(table, view["ply"], decision)  # sent twice, it counts once
            turns += 1
            view = client.table(table)
            assert view["ply"] == turns
        received = {client: list(_until_over(events[client])) for client in events}
    assert view["status"] == "finished"
    for own_events in received.values():
        assert {event["type"] for event in own_events} == {"your_turn", "started", "over"}
        assert {event["table"] for event in own_events} == {table}
    assert mine.get(f"/api/tables/{table}/result")["winners"]


def _until_over(events: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for event in events:
        yield event
        if event["type"] == "over":
            return


def test_streams_end_when_the_token_is_revoked(server: RunningServer) -> None:
    with httpx2.Client(base_url=server.address) as browser, patience(server):
        name = f"Ada {next(NUMBERS)}"
        browser.post("/api/accounts", json={"name": name, "password": "correct horse"}).raise_for_status()
        created = browser.post("/api/me/tokens", json={"label": "mine", "scopes": ["play"]}).raise_for_status().json()
        table = browser.post("/api/tables", json=TWO).raise_for_status().json()["table"]
        program = Client(server.address, created["secret"])
        events, seen = program.events(), program.stream(table)
        assert [next(seen)["type"], next(seen)["type"]] == ["state", "here"]
        (token,) = browser.get("/api/me/tokens").raise_for_status().json()
        browser.delete(f"/api/me/tokens/{token['id']}").raise_for_status()
        Client(server.address, tokens(server)[0]).sit(table)
        assert list(events) == list(seen) == []


def test_a_stream_begins_with_the_state_of_the_table(server: RunningServer) -> None:
    mine, other = (Client(server.address, token) for token in tokens(server, "Engine"))
    table = mine.post("/api/tables", TWO)["table"]
    with patience(server):
        stream = Client(server.address).stream(table)  # everyone with the link may watch
        assert next(stream)["table"]["status"] == "open"
        other.sit(table, 1)
        update = next(message for message in stream if message["type"] == "update")
    assert update["table"]["status"] == "playing"


def test_refusals_have_their_status_key_and_sentence(server: RunningServer) -> None:
    (token,) = tokens(server)
    client, stranger, forger = (Client(server.address, one) for one in (token, None, "palatine_forged"))
    table = client.post("/api/tables", TWO)["table"]
    for wrong in (stranger, forger):
        with pytest.raises(RefusedError) as refused:
            wrong.sit(table)
        assert (refused.value.status, refused.value.problem) == (401, "server.not_signed_in")
        assert str(refused.value) == f"The server says: {say('server.not_signed_in', 'en')}"
        with pytest.raises(RefusedError):
            next(wrong.events())
    for missing in ("nowhere", "a b/c?d#e", "è"):
        with pytest.raises(RefusedError) as refused:
            client.table(missing)
        assert refused.value.status == 404
    with pytest.raises(RefusedError) as refused:
        client.decide(table, 0, "claim 1")
    assert (refused.value.status, refused.value.problem) == (409, "server.not_begun")
    for path, problem in {"/api/nothing/here": "server.no_such_page", "/nothing.here": "client.not_palatine"}.items():
        with pytest.raises(RefusedError) as refused:
            client.get(path)
        assert (refused.value.status, refused.value.problem) == (404, problem)


def test_addresses_other_than_http_are_refused() -> None:
    for wrong in ("127.0.0.1:8750", "file:///etc/passwd", "ftp://somewhere", ""):
        with pytest.raises(PalatineError, match="must begin with http"):
            Client(wrong)


def test_a_stream_ends_with_its_server_and_an_unreachable_server_is_an_oserror(server: RunningServer) -> None:
    (token,) = tokens(server)
    client = Client(server.address + "/", token)
    table = client.post("/api/tables", TWO)["table"]
    stream = client.stream(table)
    assert next(stream)["type"] == "state"
    server.kill()
    try:
        with contextlib.suppress(OSError):
            assert {message["type"] for message in stream} <= {"here"}
        with pytest.raises(OSError, match=r".+"):
            client.table(table)
    finally:
        server.start()
    assert client.table(table)["id"] == table


# -------------------------------------------------------------------------------------------------------- the bot


def test_the_bot_plays_whole_games_and_reconnects(server: RunningServer, tmp_path: Path) -> None:
    mine, bots = tokens(server, "Engine")
    client, engine = Client(server.address, mine), Client(server.address, bots)
    bot_id, log = engine.get("/api/me")["id"], tmp_path / "bot.log"
    rated = client.post("/api/tables", TWO | {"rated": True})["table"]
    first = client.post("/api/tables", TWO)["table"]
    with patience(server), running_bot(server, bots, log):
        over = play_on(client, first)
        assert over["seats"][1]["name"] == "Engine"
        assert not any(seat["taken_over"] for seat in over["seats"])
        entries = client.get(f"/api/tables/{first}/log")["entries"]
        assert {entry["by"] for entry in entries if entry["kind"] == "decided"} == {over["host"], bot_id}

        second = client.post("/api/tables", TWO)["table"]  # opened while the bot runs
        ply = play_on(client, second, until=10)["ply"]
        server.kill()
        server.start()
        assert client.table(second)["ply"] >= ply
        assert play_on(client, second)["status"] == "finished"
    assert client.table(rated)["status"] == "open", "rated games are for people"
    output = log.read_text()
    assert "kingdomino: claim" in output
    assert "The server is unreachable" in output or "The connection ended" in output
    assert "Traceback" not in output


@pytest.mark.parametrize(
    ("arguments", "token", "sentence"),
    [
        ((), "palatine_x", "Create a bot and its token on the server first"),
        (("http://127.0.0.1:1",), "", "Create a bot and its token on the server first"),
        (("127.0.0.1:1",), "palatine_x", "The address of a server must begin with http"),
    ],
)
def test_the_bot_reports_missing_arguments(arguments: tuple[str, ...], token: str, sentence: str) -> None:
    command = [sys.executable, str(BOT), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PALATINE_TOKEN": token})
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_the_bot_reports_an_invalid_token(server: RunningServer) -> None:
    command = [sys.executable, str(BOT), server.address]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PALATINE_TOKEN": "palatine_x"})
    assert (done.returncode, done.stderr.strip()) == (1, f"The server says: {say('server.not_signed_in', 'en')}")
