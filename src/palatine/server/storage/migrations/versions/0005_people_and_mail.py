"""Names to compare, practice games, opponents of rated players, e-mail, and indexes for long lists of finished games."""

from __future__ import annotations

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

AT_ONCE = 1000
OPPONENTS = """
    UPDATE ratings SET opponents = (
        SELECT count(DISTINCT theirs.person)
        FROM results AS mine
        JOIN results AS theirs ON theirs.table_id = mine.table_id AND theirs.person <> mine.person
        JOIN people ON people.id = theirs.person AND people.kind = 'account'
        WHERE mine.person = ratings.person AND mine.game = ratings.game AND mine.players = ratings.players AND mine.rated
    )
"""
"""Guests do not count."""


def upgrade() -> None:
    """Add the columns and tables, and fill them from the data there is."""
    op.add_column("people", sa.Column("name_key", sa.String(), nullable=True))
    _fill_name_keys()
    op.create_index(op.f("ix_people_name_key"), "people", ["name_key"])
    op.add_column("results", sa.Column("practice", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE results SET practice = (SELECT practice FROM tables WHERE tables.id = results.table_id)")
    op.drop_index(op.f("ix_results_person"), "results")
    op.create_index("ix_results_person_at", "results", ["person", "at"])
    op.add_column("ratings", sa.Column("opponents", sa.Integer(), server_default="0", nullable=False))
    op.execute(OPPONENTS)
    op.create_table(
        "addresses",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("notices", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_addresses_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_addresses")),
    )
    op.create_index(op.f("ix_addresses_address"), "addresses", ["address"])
    op.create_table(
        "mails",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_mails_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "kind", "table_id", "ply", name=op.f("pk_mails")),
    )
    op.create_index(op.f("ix_mails_due"), "mails", ["due"])
    running = sa.text("status IN ('open', 'playing')")
    over = sa.text("status IN ('finished', 'ended') AND position IS NOT NULL")
    op.create_index("ix_tables_running", "tables", ["id"], sqlite_where=running, postgresql_where=running)
    columns = ["id", "changed", "game", "players", "status", "public", "practice"]
    op.create_index("ix_tables_over", "tables", columns, sqlite_where=over, postgresql_where=over)


def _fill_name_keys() -> None:
    """Normalize all names as names to sign in with are."""
    connection = op.get_bind()
    known = connection.execute(sa.text("SELECT id, name FROM people WHERE kind <> 'gone'")).all()
    change = sa.text("UPDATE people SET name_key = :key WHERE id = :id")
    for first in range(0, len(known), AT_ONCE):
        some = known[first : first + AT_ONCE]
        rows = [{"id": row.id, "key": unicodedata.normalize("NFKC", row.name.casefold())} for row in some]
        connection.execute(change, rows)
