"""Plain names: column `tables.made` becomes `ply`, table `facts` becomes `server_secrets`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the column, and copy the secrets: a renamed table would keep the old name of its primary key."""
    op.execute("ALTER TABLE tables RENAME COLUMN made TO ply")  # plain SQL: alembic would rebuild the table on SQLite
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_server_secrets")),
    )
    op.execute("INSERT INTO server_secrets (name, value) SELECT name, value FROM facts")
    op.drop_table("facts")
