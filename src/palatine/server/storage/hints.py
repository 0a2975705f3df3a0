"""Index hints for SQLite: SQLAlchemy accepts `with_hint`, and passes it on only for other databases."""

from __future__ import annotations

from sqlalchemy import Engine, FromClause
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler


class _HintingCompiler(SQLiteCompiler):
    """A compiler that writes hints (`INDEXED BY …`) after the name of the table."""

    def get_from_hint_text(self, table: FromClause, text: str | None) -> str | None:  # noqa: ARG002
        """Return the hint as it is."""
        return text


def allow_hints(engine: Engine) -> None:
    """Let the statements of an SQLite engine contain hints."""
    engine.dialect.statement_compiler = _HintingCompiler
