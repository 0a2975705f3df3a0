"""Chained entries: every entry has a link, every table the last one. Tables for the host's requests and for `/readyz`."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES_AT_ONCE = 200
LENGTH = 16
tables = sa.table(
    "tables", sa.column("id", sa.String), sa.column("seed", sa.String), sa.column("chain", sa.LargeBinary)
)
entries = sa.table(
    "entries",
    sa.column("table_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("entry", sa.LargeBinary),
    sa.column("chain", sa.LargeBinary),
)


def upgrade() -> None:
    """Add the columns, and compute the links of the entries there are."""
    op.add_column("entries", sa.Column("chain", sa.LargeBinary(), nullable=True))
    op.add_column("tables", sa.Column("chain", sa.LargeBinary(), nullable=True))
    op.create_table(
        "host_requests",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("argument", sa.String(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_host_requests")),
    )
    op.create_table(
        "health",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("filler", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_health")),
    )
    _link_all(op.get_bind())


def _link_all(connection: Connection) -> None:
    """Compute the links of all logs, some tables at a time."""
    this_entry = (entries.c.table_id == sa.bindparam("of_table"), entries.c.seq == sa.bindparam("number"))
    set_link = sa.update(entries).where(*this_entry).values(chain=sa.bindparam("link"))
    set_head = sa.update(tables).where(tables.c.id == sa.bindparam("of_table")).values(chain=sa.bindparam("link"))
    some = sa.select(tables.c.id, tables.c.seed).order_by(tables.c.id).limit(TABLES_AT_ONCE)
    found = connection.execute(some).all()
    while found:
        heads = {one.id: hashlib.sha256(f"{one.id} {one.seed}".encode()).digest()[:LENGTH] for one in found}
        links = []
        log = sa.select(entries.c.table_id, entries.c.seq, entries.c.entry).where(entries.c.table_id.in_(list(heads)))
        for table_id, seq, entry in connection.execute(log.order_by(entries.c.table_id, entries.c.seq)):
            heads[table_id] = hashlib.sha256(heads[table_id] + entry).digest()[:LENGTH]
            links.append({"of_table": table_id, "number": seq, "link": heads[table_id]})
        if links:
            connection.execute(set_link, links)
        connection.execute(set_head, [{"of_table": table_id, "link": head} for table_id, head in heads.items()])
        found = connection.execute(some.where(tables.c.id > found[-1].id)).all()
