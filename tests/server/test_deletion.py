"""Deletion removes a person's name everywhere, also from the logs of tables they left and from the database file."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, select
from starlette.testclient import TestClient

from palatine.server.app import application
from palatine.server.privacy.deletion import erase
from palatine.server.settings import Settings
from palatine.server.storage.schema import metadata
from palatine.server.tables import commands
from server.house import CHEAP, DATABASE, House, Visitor

NAME = "Ada Lovelace"
NAMES = (NAME, "Countess", "Annabella", "ada-lovelace")
"""Her names at the tables, and the guests at her device."""
THREE = {"game": "kingdomino", "players": 3}


@contextlib.contextmanager
def opened(database: str, folder: Path) -> Iterator[House]:
    with TestClient(application(Settings(database=database, hashing=CHEAP))) as client:
        yield House(client, folder / DATABASE)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / DATABASE}"
    address: str = request.getfixturevalue("postgres_database")
    return address


def everything(house: House) -> str:
    """Return all rows of all database tables as text."""

    def reading(connection: Connection) -> str:
        return "\n".join(
            repr(tuple(row)) for table in metadata.sorted_tables for row in connection.execute(select(table))
        )

    assert house.client.portal is not None
    return house.client.portal.call(house.server.store.read, reading)


def leave_traces(visitor: Visitor, other: Visitor) -> dict[str, str]:
    """Sit down at several tables, and leave most of them before their games begin."""
    tables: dict[str, str] = {}
    for way in ("left", "given away", "closed", "played"):
        tables[way] = other.post("/api/tables", THREE).ok["table"]
        visitor.post(f"/api/tables/{tables[way]}/sit", {}).ok["seq"]
    visitor.post(f"/api/tables/{tables['left']}/leave").ok["seq"]
    other.post(f"/api/tables/{tables['given away']}/seat", {"seat": 1, "chair": {"kind": "bot", "level": 1}}).ok["seq"]
    visitor.post(f"/api/tables/{tables['closed']}/leave").ok["seq"]
    other.post(f"/api/tables/{tables['closed']}/leave").ok["seq"]
    other.post(f"/api/tables/{tables['played']}/start", {"level": 1}).ok["seq"]
    visitor.patch("/api/me", {"name": "Countess"}).ok["name"]
    seats = [{"kind": "me"}, {"kind": "local", "name": "Annabella"}, {"kind": "open"}]
    tables["hosted"] = visitor.post("/api/tables", THREE | {"seats": seats}).ok["table"]
    visitor.post(f"/api/tables/{tables['hosted']}/seat", {"seat": 1, "chair": {"kind": "open"}}).ok["seq"]
    return tables


def test_deletion_removes_the_name_everywhere(database: str, tmp_path: Path) -> None:
    with opened(database, tmp_path) as house:
        ada, other = house.account(NAME), house.guest("Grace")
        tables = leave_traces(ada, other)
        bot = ada.post("/api/me/bots", {"name": "ada-lovelace"}).ok
        house.program(bot["secret"]).post(f"/api/tables/{tables['left']}/sit", {}).ok["seq"]
        house.program(bot["secret"]).post(f"/api/tables/{tables['left']}/leave").ok["seq"]
        assert [name for name in NAMES if name not in everything(house)] == []

        ada.post("/api/me/delete", {"password": "correct horse"}).done()

        assert [name for name in (*NAMES, NAME.casefold()) if name in everything(house)] == []
        for table in tables.values():
            log = other.get(f"/api/tables/{table}/log").ok["entries"]
            chairs = [chair for entry in log for chair in entry.get("chairs", [entry.get("chair")]) if chair]
            assert {chair["name"] for chair in chairs if chair["person"] == ada.id} <= {"—"}
            assert any(chair["person"] == ada.id for chair in chairs), "the entries stay, without the name"
        assert other.get(f"/api/tables/{tables['left']}").ok["status"] == "open"
        assert other.get(f"/api/tables/{tables['played']}").ok["status"] == "playing"


def test_the_database_file_no_longer_contains_the_name(tmp_path: Path) -> None:
    def found() -> list[tuple[str, str]]:
        wanted = (*NAMES, NAME.casefold(), NAME.upper())
        files = [file for file in tmp_path.iterdir() if file.is_file()]
        return [(file.name, name) for file in files for name in wanted if name.encode() in file.read_bytes()]

    with opened(f"sqlite:///{tmp_path / DATABASE}", tmp_path) as house:
        ada, other = house.account(NAME), house.guest("Grace")
        tables = leave_traces(ada, other)
        ada.post(f"/api/tables/{tables['left']}/chat", {"text": f"Yours, {NAME.upper()}"}).ok["number"]
        ada.put("/api/me/settings", {"signature": "ada-lovelace"}).done()
        assert {name for _, name in found()} == {*NAMES, NAME.casefold(), NAME.upper()}
        ada.post("/api/me/delete", {"password": "correct horse"}).done()
        assert found() == [], "also while the server runs"
    assert found() == []


def test_sitting_down_during_the_deletion_leaves_no_name(tmp_path: Path) -> None:
    """Requests under way are still carried out, some of them after the name was removed from the logs."""
    with opened(f"sqlite:///{tmp_path / DATABASE}", tmp_path) as house:
        ada, other = house.guest(NAME), house.guest("Grace")
        tables = [other.post("/api/tables", THREE).ok["table"] for _ in range(20)]
        server = house.server

        async def sit(table: str, turns: int) -> None:
            for _ in range(turns):
                await asyncio.sleep(0)
            await server.hub.act(table, lambda hosted, at: commands.sit(hosted, ada.id, NAME, None, at))

        async def erase_while_sitting_down() -> None:
            sitting = [sit(table, turns) for turns, table in enumerate(tables)]
            await asyncio.gather(erase(server.store, server.hub, server.people, ada.id), *sitting)

        assert house.client.portal is not None
        house.client.portal.call(erase_while_sitting_down)
        assert NAME not in everything(house)
        assert "Grace" in everything(house)


# ----------------------------------------------------------------------------------------------------------- export


def test_the_export_lists_tables_that_were_left(database: str, tmp_path: Path) -> None:
    with opened(database, tmp_path) as house:
        ada, other = house.guest(NAME), house.guest("Grace")
        tables = leave_traces(ada, other)
        exported = {one["table"]: (one["seat"], one["status"]) for one in ada.get("/api/me/export").ok["tables"]}
        assert exported == {
            tables["left"]: (None, "open"),
            tables["given away"]: (None, "open"),
            tables["closed"]: (None, "ended"),
            tables["played"]: (1, "playing"),
            tables["hosted"]: (0, "open"),
        }
        assert {one["table"] for one in other.get("/api/me/export").ok["tables"]} == set(tables.values()) - {
            tables["hosted"]
        }
