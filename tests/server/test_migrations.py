"""The migrations make exactly the schema that `storage/schema.py` describes, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, select

from palatine.server.storage.append import Append, add_entries
from palatine.server.storage.migrate import upgrade
from palatine.server.storage.schema import metadata, sitters
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
    """Two empty databases of a kind."""
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
    """Everything that the database itself tells of its tables, as plain data."""
    look = sqlalchemy.inspect(engine)
    told = {
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
    return json.loads(json.dumps(told, default=str))


def _sorted(parts: Sequence[Any]) -> list[Any]:
    return sorted(parts, key=lambda part: str(part["name"]))


def test_the_migrations_make_the_schema(engines: tuple[Engine, Engine]) -> None:
    migrated, made = engines
    upgrade(migrated)
    metadata.create_all(made)
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    assert set(described(migrated)) == set(metadata.tables)
    assert described(migrated) == described(made)


def test_to_migrate_once_more_changes_nothing(engines: tuple[Engine, Engine]) -> None:
    engine, _ = engines
    upgrade(engine)
    before = described(engine)
    upgrade(engine)
    assert described(engine) == before


def test_it_is_remembered_who_has_sat_at_a_table(engines: tuple[Engine, Engine]) -> None:
    engine, _ = engines
    upgrade(engine)
    with engine.begin() as connection:
        changes: tuple[list[str], ...] = (["ada"], ["ada", "grace"], ["ada"], ["ada", "mary"], ["ada", "grace"], [])
        for first, seated in enumerate(changes):
            row = {name: value for name, value in ROW.items() if name != "id"}
            add_entries(connection, [Append("one", first, [b"{}"], row, list(enumerate(seated)))])
    with engine.connect() as connection:
        found = connection.execute(select(sitters).order_by(sitters.c.person))
        assert [tuple(row) for row in found] == [("one", "ada"), ("one", "grace"), ("one", "mary")]
