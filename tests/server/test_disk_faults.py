"""A full disk, a read-only database and a database that is away: said to players, shown to the host, over by itself."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy import Pool, event
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from palatine.core.words import say
from palatine.server import metrics
from palatine.server.app import application
from palatine.server.errors import StorageFailure
from palatine.server.settings import Settings
from palatine.server.storage.store import Store, address_of
from server.house import CHEAP, DATABASE, House, Visitor, open_house
from server.services import PostgresServer

FILLER = "filler"
DISK = 12 * 1024 * 1024
MOST_WRITES = 20_000


def failures(kind: str) -> float:
    return metrics.registry.get_sample_value("palatine_storage_failures_total", {"kind": kind}) or 0.0


@contextlib.contextmanager
def small_disk(folder: Path, size: int = DISK) -> Iterator[Path]:
    """Yield an empty folder on a disk of `size` bytes."""
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(filler: Path) -> None:
    """Fill a disk with a file."""
    with filler.open("wb") as out, contextlib.suppress(OSError):
        while True:
            out.write(bytes(64 * 1024))
            out.flush()


class Read:
    """Makes all connections of this process read-only while `only` is set."""

    def __init__(self) -> None:
        self.only = False

    def __call__(self, connection: Any, _record: object, _proxy: object) -> None:
        connection.execute(f"PRAGMA query_only = {int(self.only)}")


Fault = Callable[[], None]


def decide(house: House, table: str, who: dict[str, Visitor]) -> Any:
    """Let the player who is to move decide, and return the reply."""
    view = house.get(f"/api/tables/{table}")
    person = who[view["seats"][view["turn"]]["person"]]
    return person.post(f"/api/tables/{table}/decide", {"ply": view["ply"], "decision": view["moves"][0][0]})


def check_fault(house: House, kind: str, begin: Fault, end: Fault) -> None:
    """Let a fault begin and end during a game: nothing acknowledged is lost, everyone learns why, and the game goes on."""
    key = f"server.storage_{kind}"
    players = {one.id: one for one in (house.guest("Ann"), house.guest("Bob"))}
    table = house.open(*players.values())
    acknowledged = decide(house, table, players).ok["seq"]
    counted = failures(kind)
    with capture_logs() as logs:
        begin()
        for _ in range(MOST_WRITES):  # there may be some room in the journal yet
            reply = house.stranger().post("/api/me", {"name": "Cid"})
            if reply.status != 200:
                break
        reply.refused(503, key)
        ready = house.client.get("/readyz", headers={"accept-language": "it"})
        assert (ready.status_code, ready.text.strip()) == (503, say(key, "it"))
        said = [one for one in logs if one["event"] == "storage_failed"]
        assert {(one["kind"], one["log_level"]) for one in said} == {(kind, "error")}
        assert failures(kind) > counted
        check_socket(house, table, players, key)
        end()
        assert house.client.get("/readyz").status_code == 200
        assert [one["event"] for one in logs].count("storage_recovered") == 1
    assert house.get(f"/api/tables/{table}")["seq"] == acknowledged
    assert decide(house, table, players).ok["seq"] == acknowledged + 1


def check_socket(house: House, table: str, players: dict[str, Visitor], key: str) -> None:
    """Decide over a socket: the decision is refused with a sentence."""
    hosted = house.hosted(table)
    order = {"type": "decide", "id": 7, "ply": hosted.ply, "decision": hosted.playing.legal()[0]}
    with players[str(hosted.awaited)].socket(table) as socket:
        socket.send_json(order)
        message = socket.receive_json()
        while message["type"] != "refused":
            message = socket.receive_json()
        assert (message["problem"], message["text"]) == (key, say(key, "en"))


def test_a_full_disk_is_said_and_over_once_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk, open_house(disk) as house:
        check_fault(house, "full", lambda: fill(disk / FILLER), lambda: (disk / FILLER).unlink())


def test_a_server_does_not_start_on_a_full_disk_and_says_why(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        with open_house(disk):
            pass
        fill(disk / FILLER)
        store = Store(f"sqlite:///{disk / DATABASE}")
        with pytest.raises(StorageFailure) as refused:
            store.check()
        store.close()
        assert refused.value.kind == "full"


def test_a_read_only_database_is_said_and_over_once_it_is_writable(tmp_path: Path) -> None:
    read = Read()
    event.listen(Pool, "checkout", read)
    try:
        with open_house(tmp_path) as house:
            check_fault(house, "readonly", lambda: setattr(read, "only", True), lambda: setattr(read, "only", False))
    finally:
        event.remove(Pool, "checkout", read)


def test_a_database_that_is_away_is_said_and_used_again_once_it_is_back(tmp_path: Path) -> None:
    with PostgresServer() as postgres:
        settings = Settings(database=postgres.address, hashing=CHEAP, limited=False, bot_processes=1)
        with TestClient(application(settings)) as client:
            house = House(client, tmp_path / DATABASE)
            players = {one.id: one for one in (house.guest("Ann"), house.guest("Bob"))}
            table = house.open(*players.values())
            acknowledged = decide(house, table, players).ok["seq"]
            counted = failures("away")
            with capture_logs() as logs:
                postgres.stop()
                house.stranger().post("/api/me", {"name": "Cid"}).refused(503, "server.storage_away")
                house.stranger().get("/api/lobby").refused(503, "server.storage_away")
                ready = client.get("/readyz")
                assert (ready.status_code, ready.text.strip()) == (503, say("server.storage_away", "en"))
                with house.stranger().socket(table) as socket:
                    message = socket.receive_json()
                    assert (message["type"], message["problem"]) == ("refused", "server.storage_away")
                assert failures("away") > counted
                assert ("storage_failed", "away") in {(one["event"], one.get("kind")) for one in logs}
                postgres.start()
                assert client.get("/readyz").status_code == 200
                assert "storage_recovered" in {one["event"] for one in logs}
            assert house.get(f"/api/tables/{table}")["seq"] == acknowledged
            assert decide(house, table, players).ok["seq"] == acknowledged + 1


def test_a_database_that_hangs_is_said_and_used_again_once_it_answers(postgres_database: str, tmp_path: Path) -> None:
    settings = Settings(database=postgres_database, hashing=CHEAP, limited=False, bot_processes=1)
    other = sqlalchemy.create_engine(address_of(postgres_database))
    with TestClient(application(settings)) as client:
        house = House(client, tmp_path / DATABASE)
        ann = house.guest("Ann")
        with other.begin() as connection:
            connection.exec_driver_sql("LOCK TABLE people")
            house.server.store.patience = 0.2
            house.stranger().post("/api/me", {"name": "Cid"}).refused(503, "server.storage_away")
            ann.get("/api/me").refused(503, "server.storage_away")
        house.server.store.patience = 60
        assert house.guest("Dan").id
        assert ann.get("/api/me").ok["name"] == "Ann"
    other.dispose()


def test_readiness_writes(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        assert house.client.get("/readyz").text == "ready\n"
        ((first,),) = house.rows("SELECT max(at) FROM (SELECT at FROM health UNION SELECT 0)")
        house.server.store.failures.failing = True  # as after a failed write
        assert house.client.get("/readyz").text == "ready\n"
        ((later,),) = house.rows("SELECT at FROM health")
        assert later > first


def test_a_database_that_never_answers_is_away() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = Store(f"postgresql://palatine@127.0.0.1:{silent.getsockname()[1]}/postgres")
        try:
            with pytest.raises(StorageFailure) as refused:
                asyncio.run(store.length("a table"))
        finally:
            store.close()
    assert refused.value.kind == "away"
