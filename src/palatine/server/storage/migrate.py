"""Upgrade a database to the current schema, with alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from palatine.server.errors import NotNow

MIGRATIONS = Path(__file__).parent / "migrations"


def configuration(connection: Connection) -> Config:
    """Return alembic's configuration for a connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def check_revision(connection: Connection) -> None:
    """Refuse a database with a schema that this version does not know: a newer version has migrated it."""
    found = MigrationContext.configure(connection).get_current_heads()
    known = {one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if unknown := set(found) - known:
        raise NotNow("server.newer_database", revision=", ".join(sorted(unknown)))


def upgrade(engine: Engine) -> None:
    """Run the pending migrations. Several processes may call this at the same time."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7249)")
        check_revision(connection)
        command.upgrade(configuration(connection), "head")
