"""The migrations create exactly the schema in `storage/schema.py` and keep the data, on SQLite and PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, select, text

from palatine.server.errors import TableDamaged
from palatine.server.storage.append import Append, add_entries
from palatine.server.storage.logged import read_log
from palatine.server.storage.migrate import configuration, upgrade
from palatine.server.storage.schema import metadata, people, ratings, results, server_secrets, sitters, tables
from palatine.server.storage.store import address_of
from server.services import empty_database

ALEMBIC = "alembic_version"
ROW: dict[str, Any] = {
    "id": "one",
    "seed": "",
    "game": "kingdomino",
    "players": 2,
    "host": "ada",
    "public": True,
    "rated": False,
    "practice": False,
    "status": "open",
    "seq": 1,
    "ply": 0,
    "bot_awaited": False,
    "created": 1,
    "changed": 1,
    "rules_version": 1,
    "summary": "{}",
}


@pytest.fixture(params=["sqlite", "postgres"])
def engines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Engine, Engine]]:
    """Yield two empty databases of the same kind."""
    if request.param == "sqlite":
        both = tuple(sqlalchemy.create_engine(f"sqlite:///{tmp_path / name}.db") for name in ("one", "two"))
        yield both[0], both[1]
    else:
        server = request.getfixturevalue("postgres_server")
        one, two = (sqlalchemy.create_engine(address_of(empty_database(server))) for _ in range(2))
        yield one, two
        one.dispose()
        two.dispose()


def described(engine: Engine) -> Any:
    """Return the schema as the database itself describes it, as plain data."""
    look = sqlalchemy.inspect(engine)
    schema = {
        table: {
            "columns": look.get_columns(table),
            "key": look.get_pk_constraint(table),
            "references": _sorted(look.get_foreign_keys(table)),
            "unique": _sorted(look.get_unique_constraints(table)),
            "indexes": _sorted(look.get_indexes(table)),
        }
        for table in look.get_table_names()
        if table != ALEMBIC
    }
    return json.loads(json.dumps(schema, default=str))


def _sorted(parts: Sequence[Any]) -> list[Any]:
    return sorted(parts, key=lambda part: str(part["name"]))


def test_the_migrations_create_the_schema(engines: tuple[Engine, Engine]) -> None:
    migrated, created = engines
    upgrade(migrated)
    metadata.create_all(created)
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    assert set(described(migrated)) == set(metadata.tables)
    assert described(migrated) == described(created)


def test_migrating_again_changes_nothing(engines: tuple[Engine, Engine]) -> None:
    engine, _ = engines
    upgrade(engine)
    before = described(engine)
    upgrade(engine)
    assert described(engine) == before


def test_the_second_migration_keeps_secrets_and_tables(engines: tuple[Engine, Engine]) -> None:
    engine, _ = engines
    row = {name: value for name, value in ROW.items() if name != "ply"} | {"made": 3}
    columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "0001")
        connection.execute(text("INSERT INTO facts (name, value) VALUES ('signing', 'a key')"))
        connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({values})"), row)
    upgrade(engine)
    with engine.connect() as connection:
        assert [tuple(secret) for secret in connection.execute(select(server_secrets))] == [("signing", "a key")]
        (kept,) = connection.execute(select(tables)).mappings()
        assert {name: kept[name] for name in ROW} == ROW | {"ply": 3}


def test_the_third_migration_chains_the_entries(engines: tuple[Engine, Engine]) -> None:
    engine, _ = engines
    count = 450  # more tables than are linked at once
    rows = [ROW | {"id": f"table {number}", "seed": f"{number}", "seq": number % 4} for number in range(count)]
    columns, values = ", ".join(ROW), ", ".join(f":{name}" for name in ROW)
    log = [
        {"table": row["id"], "seq": seq, "entry": f'{{"entry": {seq}}}'.encode()}
        for row in rows
        for seq in reversed(range(row["seq"]))
    ]
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "0002")
        connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({values})"), rows)
        connection.execute(text("INSERT INTO entries (table_id, seq, entry) VALUES (:table, :seq, :entry)"), log)
    upgrade(engine)
    with engine.connect() as connection:
        for row in rows:
            logged = read_log(connection, row["id"])
            assert logged is not None
            assert [json.loads(entry)["entry"] for entry in logged.entries] == list(range(row["seq"]))
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE entries SET entry = :entry WHERE table_id = 'table 2' AND seq = 1"), {"entry": b""}
        )
        with pytest.raises(TableDamaged, match="damaged"):
            read_log(connection, "table 2")


def test_everyone_who_sat_at_a_table_is_remembered(engines: tuple[Engine, Engine]) -> None:
    engine, _ = engines
    upgrade(engine)
    with engine.begin() as connection:
        changes: tuple[list[str], ...] = (["ada"], ["ada", "grace"], ["ada"], ["ada", "mary"], ["ada", "grace"], [])
        head = b""
        for first, seated in enumerate(changes):
            row = {name: value for name, value in ROW.items() if name != "id"}
            append = Append("one", first, [b"{}"], row, head, list(enumerate(seated)))
            add_entries(connection, [append])
            head = append.links[-1]
    with engine.connect() as connection:
        found = connection.execute(select(sitters).order_by(sitters.c.person))
        assert [tuple(row) for row in found] == [("one", "ada"), ("one", "grace"), ("one", "mary")]


def test_the_fifth_migration_fills_the_new_columns(engines: tuple[Engine, Engine]) -> None:
    engine, _ = engines
    persons = {"ada": "account", "bob": "account", "cid": "guest"}
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "0002")
        person = "INSERT INTO people (id, kind, name, language, settings, created, seen) VALUES (:id, :kind, :name, 'en', '{}', 0, 0)"
        connection.execute(
            text(person), [{"id": one, "kind": persons[one], "name": f"\uff33ir {one}"} for one in persons]
        )
        columns, values = ", ".join(ROW), ", ".join(f":{name}" for name in ROW)
        for number, other in enumerate(("bob", "bob", "cid")):
            table = f"table {number}"
            row = ROW | {"id": table, "practice": number == 0, "status": "finished"}
            connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({values})"), row)
            result = "INSERT INTO results VALUES (:table, :seat, :person, 'kingdomino', 2, 40, 1, true, 0)"
            seated = [{"table": table, "seat": seat, "person": one} for seat, one in enumerate(("ada", other))]
            connection.execute(text(result), seated)
        connection.execute(text("INSERT INTO ratings VALUES ('ada', 'kingdomino', 2, 25, 8, 3, 0)"))
    upgrade(engine)
    with engine.connect() as connection:
        assert set(connection.scalars(select(people.c.name_key))) == {"sir ada", "sir bob", "sir cid"}
        practice = connection.execute(select(results.c.table_id, results.c.practice).where(results.c.seat == 0))
        assert {row.table_id: row.practice for row in practice} == {"table 0": True, "table 1": False, "table 2": False}
        assert connection.scalar(select(ratings.c.opponents)) == 1, "the guest does not count"
