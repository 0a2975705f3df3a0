"""The database schema, the same on SQLite and PostgreSQL. Times are in milliseconds since 1970.

A change here needs a migration (`migrations/`); a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table_id() -> Column[str]:
    return Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def _person_id(name: str = "person", *, key: bool = False, index: bool = False) -> Column[str]:
    person = ForeignKey("people.id", ondelete="CASCADE")
    return Column(name, String, person, nullable=False, primary_key=key, index=index)


server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),  # guest, account, bot, gone
    Column("name", String, nullable=False),
    Column("login", String, unique=True),  # the name to sign in with, normalized; null without an account
    Column("password", String),  # argon2
    Column("owner", String, ForeignKey("people.id", ondelete="CASCADE"), index=True),  # the owner of a bot
    Column("language", String, nullable=False),
    Column("settings", Text, nullable=False),  # JSON, opaque to the server
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("name_key", String, index=True),  # the name normalized for comparison
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    _person_id(key=True),
    Column("hash", String, primary_key=True),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String, primary_key=True),  # SHA-256: a token is long and random
    _person_id(index=True),
    Column("kind", String, nullable=False),  # session, api, admin
    Column("label", String, nullable=False),
    Column("scopes", String, nullable=False),  # separated by spaces
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger),
)

relations = Table(
    "relations",
    metadata,
    _person_id(key=True),
    _person_id("other", key=True, index=True),
    Column("kind", String, primary_key=True),  # block, mute
    Column("at", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    _person_id(),
    _person_id("about"),
    Column("table_id", String),
    Column("text", Text, nullable=False),
    Column("handled", Boolean, nullable=False),
    Column("note", Text),  # by the host who handled it
)

hosts = Table(
    "hosts",  # the accounts that may use the admin page
    metadata,
    _person_id(key=True),
    Column("at", BigInteger, nullable=False),
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _person_id(index=True),
    Column("kind", String, nullable=False),  # warning, mute, suspension
    Column("reason", Text, nullable=False),  # shown to the person
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),  # null: for good
    Column("ended", BigInteger, index=True),  # when it was lifted, replaced, or dismissed by the person
)

announcements = Table(
    "announcements",  # texts shown to everyone
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
)

password_links = Table(
    "password_links",  # each sets a new password once
    metadata,
    Column("hash", String, primary_key=True),  # SHA-256: the secret is long and random
    _person_id(index=True),
    Column("expires", BigInteger, nullable=False),
)

audit = Table(
    "audit",  # append-only: what hosts did
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("host", String),  # a person; null: the command line
    Column("act", String, nullable=False),
    Column("person", String, index=True),  # the person it is about
    Column("table_id", String, index=True),
    Column("reason", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("seed", String, nullable=False),  # secret until the game is over
    Column("game", String, nullable=False),
    Column("players", Integer, nullable=False),
    Column("host", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("status", String, nullable=False),  # open, playing, finished, ended
    Column("seq", Integer, nullable=False),  # the number of entries
    Column("ply", Integer, nullable=False),  # the number of decisions
    Column("awaited", String),  # the person who is to decide
    Column("bot_awaited", Boolean, nullable=False),  # not in a game of bots only, which goes on while it is watched
    Column("deadline", BigInteger),  # of the running clock
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("position", LargeBinary),  # the current open position, JSON: the game continues from it if the rules change
    Column("result", Text),  # JSON, when finished
    Column("summary", Text, nullable=False),  # JSON: the other fields of a line in lists of tables
    Column("chain", LargeBinary),  # the link of the last entry
    Index("ix_tables_status_changed", "status", "changed"),
    Index("ix_tables_deadline", "deadline"),
)
_public = tables.c.public.is_(True)
Index("ix_tables_lobby", tables.c.status, tables.c.created, sqlite_where=_public, postgresql_where=_public)

USE_RUNNING, USE_OVER = "INDEXED BY ix_tables_running", "INDEXED BY ix_tables_over"
"""Hints for SQLite, which has no statistics and would choose another index."""
RUNNING = text("tables.status IN ('open', 'playing')")
OVER = text("tables.status IN ('finished', 'ended') AND tables.position IS NOT NULL")
"""Conditions without parameters: SQLite uses a partial index only if the query states its condition literally.

The indexes let lists find a person's tables among all others without reading their rows. No decision changes them."""
_running = text("status IN ('open', 'playing')")
_over = text("status IN ('finished', 'ended') AND position IS NOT NULL")  # not closed before the game began
Index("ix_tables_running", tables.c.id, sqlite_where=_running, postgresql_where=_running)
Index(
    "ix_tables_over",
    tables.c.id,
    tables.c.changed,
    tables.c.game,
    tables.c.players,
    tables.c.status,
    tables.c.public,
    tables.c.practice,
    sqlite_where=_over,
    postgresql_where=_over,
)

entries = Table(
    "entries",  # append-only
    metadata,
    _table_id(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),  # JSON
    Column("chain", LargeBinary),  # the entry's link: see `chain`. Nullable only because SQLite would copy the table
)

chairs = Table(
    "chairs",  # the current seats, to find a person's games
    metadata,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, nullable=False, index=True),
)

sitters = Table(
    "sitters",  # everyone who ever sat at a table: the log keeps their names even after they left
    metadata,
    _table_id(),
    Column("person", String, primary_key=True, index=True),
)

chat = Table(
    "chat",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
)

results = Table(
    "results",
    metadata,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, nullable=False),
    Column("game", String, nullable=False),
    Column("players", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # 1 for the winner
    Column("rated", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("practice", Boolean, nullable=False, server_default=false()),
    Index("ix_results_person_at", "person", "at"),
)

ratings = Table(
    "ratings",
    metadata,
    _person_id(key=True),
    Column("game", String, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("opponents", Integer, nullable=False, server_default="0"),  # different ones, counted up to a few
    Index("ix_ratings_game_players", "game", "players"),
)

analyses = Table(
    "analyses",
    metadata,
    _table_id(),
    Column("person", String, nullable=False),  # the person who asked for it
    Column("asked", BigInteger, nullable=False),
    Column("status", String, nullable=False),  # waiting, running, done, failed
    Column("worker", String),  # the process that computes it
    Column("at", BigInteger, nullable=False),  # when the worker last saved it
    Column("progress", Float, nullable=False),  # 0 to 1
    Column("data", LargeBinary),  # JSON
    Index("ix_analyses_status_asked", "status", "asked"),
)

subscriptions = Table(
    "subscriptions",  # of browsers to Web Push notifications
    metadata,
    Column("endpoint", String, primary_key=True),
    _person_id(index=True),
    Column("keys", Text, nullable=False),  # JSON
    Column("at", BigInteger, nullable=False),
)

host_requests = Table(
    "host_requests",  # what `palatine admin` asks of a running server
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),  # end, vacuum
    Column("argument", String, nullable=False),
    Column("answer", Text),  # JSON; null until the server has answered
)

health = Table(
    "health",  # written to find out whether writing works
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("filler", LargeBinary),
)

addresses = Table(
    "addresses",  # e-mail addresses
    metadata,
    _person_id(key=True),
    Column("address", String, nullable=False, index=True),  # in lower case
    Column("confirmed", Boolean, nullable=False),
    Column("notices", Boolean, nullable=False),  # of turns
    Column("at", BigInteger, nullable=False),  # when the address was entered
)

mails = Table(
    "mails",  # e-mails to send, and those sent lately
    metadata,
    _person_id(key=True),
    Column("kind", String, primary_key=True),  # confirm, recover, turn
    Column("table_id", String, primary_key=True),  # empty unless it is about a table
    Column("ply", Integer, primary_key=True, autoincrement=False),  # at which the turn began
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, index=True),  # null when it was sent or given up
    Column("tries", Integer, nullable=False),
)
