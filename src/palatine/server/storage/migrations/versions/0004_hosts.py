"""Hosts of the server: sanctions, announcements, links that set a password, the audit log; notes on reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _person(name: str, table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    constraint = sa.ForeignKeyConstraint([name], ["people.id"], name=op.f(f"fk_{table}_{name}"), ondelete="CASCADE")
    return sa.Column(name, sa.String(), nullable=False), constraint


def upgrade() -> None:
    """Add the tables and the column."""
    op.add_column("reports", sa.Column("note", sa.Text(), nullable=True))
    op.create_table(
        "hosts",
        *_person("person", "hosts"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_hosts")),
    )
    op.create_table(
        "sanctions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        *_person("person", "sanctions"),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanctions")),
    )
    op.create_index(op.f("ix_sanctions_person"), "sanctions", ["person"], unique=False)
    op.create_index(op.f("ix_sanctions_ended"), "sanctions", ["ended"], unique=False)
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    op.create_index(op.f("ix_announcements_until"), "announcements", ["until"], unique=False)
    op.create_table(
        "password_links",
        sa.Column("hash", sa.String(), nullable=False),
        *_person("person", "password_links"),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_password_links")),
    )
    op.create_index(op.f("ix_password_links_person"), "password_links", ["person"], unique=False)
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.String(), nullable=True),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("table_id", sa.String(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_person"), "audit", ["person"], unique=False)
    op.create_index(op.f("ix_audit_table_id"), "audit", ["table_id"], unique=False)
