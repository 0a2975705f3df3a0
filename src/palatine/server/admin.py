"""Administration of a server's data: list, end, export, import, back up, tidy up."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy
from sqlalchemy import Connection, event, exists, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from palatine.server.broadcast import Announcement
from palatine.server.check import Finding, damage
from palatine.server.clock import now
from palatine.server.errors import Malformed, NotNow, NotThere, Refusal
from palatine.server.history.upgrade import rebuilt
from palatine.server.hosting import audit
from palatine.server.messages.views import position_of, whole_row_of
from palatine.server.storage import host_requests
from palatine.server.storage.append import Append, Conflict, add_entries
from palatine.server.storage.chain import links_from, root
from palatine.server.storage.files import beside, draft
from palatine.server.storage.host_requests import Kind
from palatine.server.storage.logged import read_log
from palatine.server.storage.schema import (
    chairs,
    chat,
    entries,
    reports,
    results,
    sitters,
    tables,
)
from palatine.server.storage.signing_key import remove_key
from palatine.server.storage.store import Store, address_of
from palatine.server.storage.tidying import tidy_up
from palatine.server.tables.log import AnyEntry, Created, Ended, everyone_seated, read, written

FORMAT = "palatine-tables-1"
STATUSES = ("open", "playing", "finished", "ended")
WRONG = (msgspec.MsgspecError, SQLAlchemyError, LookupError, ValueError, TypeError, AttributeError, RecursionError)
"""The exceptions that a line which is not an exported table may raise."""
CHAIN = "chain"
"""The column that is not exported: it is computed again on import."""
ANSWER_SECONDS = 30
"""The longest to wait for the answer of a running server."""
LOOK_SECONDS = 0.1
BESIDE_PRAGMAS = ("synchronous = FULL", "busy_timeout = 10000", "foreign_keys = ON", "secure_delete = ON")
SEATED = (chairs, chat, results)
"""The rows exported with a table, besides its log."""


class Exported(msgspec.Struct, frozen=True):
    """An exported table: its row (the position as text), log, chairs, chat and results."""

    row: dict[str, Any]
    entries: list[AnyEntry]
    chairs: list[dict[str, Any]]
    chat: list[dict[str, Any]]
    results: list[dict[str, Any]]


def existing(url: str) -> sqlalchemy.URL:
    """Return the address of an existing database. SQLite would create a missing file."""
    address = address_of(url)
    if address.get_backend_name() == "sqlite" and not Path(str(address.database)).is_file():
        raise NotThere("admin.no_data", file=str(address.database))
    return address


@contextmanager
def _errors_as_refusals() -> Iterator[None]:
    """Turn database errors into refusals with a sentence."""
    try:
        yield
    except DBAPIError as problem:
        raise NotNow("admin.wrong_data", reason=str(problem.orig).strip().partition("\n")[0]) from problem
    except sqlite3.Error as problem:
        raise NotNow("admin.wrong_data", reason=str(problem)) from problem


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    """Open the data for reading, also while a server uses it."""
    engine = sqlalchemy.create_engine(existing(url), hide_parameters=True)
    try:
        with _errors_as_refusals(), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def changing(url: str, *, new: bool = False) -> Iterator[Connection]:
    """Open the data for writing. No server may be using a SQLite file. With `new` the data need not exist yet."""
    if not new:
        existing(url)
    store = Store(url)
    try:
        with _errors_as_refusals():
            store.open()
            with store.transaction() as connection:
                yield connection
    finally:
        store.close()


@contextmanager
def acting(url: str) -> Iterator[Connection]:
    """Open the data for an act of a host, also while a server uses it: it notices the act within seconds."""
    with ExitStack() as stack:
        try:
            connection = stack.enter_context(changing(url))
        except NotNow as problem:
            if problem.key != "server.data_in_use":
                raise
            connection = stack.enter_context(_beside(url))
        yield connection


@contextmanager
def _beside(url: str) -> Iterator[Connection]:
    """Open a SQLite file for writing while a server uses it. SQLite lets one of them write at a time."""
    engine = sqlalchemy.create_engine(existing(url), hide_parameters=True)
    event.listen(engine, "connect", _set_up_beside)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with _errors_as_refusals(), engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _set_up_beside(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the listener of `begin` issues BEGIN
    for pragma in BESIDE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def listed(connection: Connection, status: str | None, most: int) -> list[dict[str, Any]]:
    """Return tables, most recently changed first."""
    if status not in (None, *STATUSES):
        raise Malformed("admin.wrong_status", known=", ".join(STATUSES))
    columns = ("id", "game", "players", "status", "public", "rated", "ply", "created", "changed")
    found = select(*(tables.c[name] for name in columns)).order_by(tables.c.changed.desc()).limit(most)
    if status is not None:
        found = found.where(tables.c.status == status)
    return [dict(row._mapping) for row in connection.execute(found)]


def end(connection: Connection, table_id: str, reason: str = "") -> Announcement | None:
    """End a game early, and return the announcement for other processes; None if the game is over already."""
    logged = read_log(connection, table_id)
    if logged is None:
        raise NotThere("server.no_such_table")
    table, added = rebuilt(table_id, logged, now())
    if logged.over:
        return None
    first = table.seq
    added = [*added, Ended(now(), "admin")]
    for entry in added:
        table.add(entry)
    lines = [written(entry) for entry in added]
    audit.note(connection, None, "end_table", table=table_id, reason=reason)
    try:
        add_entries(connection, [Append(table_id, first, lines, whole_row_of(table, position_of(table)), table.chain)])
    except (IntegrityError, Conflict) as problem:
        raise NotNow("server.too_busy") from problem
    return Announcement("admin", table_id, seq=table.seq)


def exported(connection: Connection, table_ids: list[str]) -> Iterator[Exported]:
    """Yield tables with everything that belongs to them, including the seeds; all tables if none is named."""
    found = select(tables) if not table_ids else select(tables).where(tables.c.id.in_(table_ids))
    known = set()
    for row in connection.execute(found.order_by(tables.c.created)).mappings():
        known.add(row["id"])
        log = select(entries.c.entry).where(entries.c.table_id == row["id"]).order_by(entries.c.seq)
        belonging = [
            [dict(one) for one in connection.execute(select(part).where(part.c.table_id == row["id"])).mappings()]
            for part in SEATED
        ]
        position = None if row["position"] is None else row["position"].decode()
        plain = {name: value for name, value in row.items() if name != CHAIN} | {"position": position}
        yield Exported(plain, [read(line) for line in connection.scalars(log)], *belonging)
    if unknown := set(table_ids) - known:
        raise NotThere("admin.no_such_tables", tables=", ".join(sorted(unknown)))


def write_export(connection: Connection, table_ids: list[str], file: Path) -> int:
    """Write tables to a file, one per line after a header line; return their number."""
    count = 0
    with draft(file) as part, part.open("wb") as out:
        out.write(msgspec.json.encode({"format": FORMAT}) + b"\n")
        for table in exported(connection, table_ids):
            out.write(msgspec.json.encode(table) + b"\n")
            count += 1
    return count


def read_export(connection: Connection, file: Path) -> tuple[int, int]:
    """Add the tables of a file that do not exist yet; return the number added and the number already present."""
    added, there = 0, 0
    try:
        with file.open("rb") as lines:
            if not _is_export(next(lines, b"")):
                raise Malformed("admin.no_export", file=str(file))
            for number, line in enumerate(lines, start=2):
                try:
                    if _add(connection, line):
                        added += 1
                    else:
                        there += 1
                except WRONG as problem:
                    reason = type(problem).__name__ if isinstance(problem, SQLAlchemyError) else str(problem)
                    raise Malformed("admin.wrong_line", file=str(file), line=number, reason=reason) from problem
    except OSError as problem:
        raise NotThere("admin.not_read", file=str(file), reason=problem.strerror) from problem
    audit.note(connection, None, "import", reason=f"{file.name}: {added}")
    return added, there


def _is_export(line: bytes) -> bool:
    try:
        return bool(msgspec.json.decode(line) == {"format": FORMAT})
    except WRONG:
        return False


def _add(connection: Connection, line: bytes) -> bool:
    """Add the table of a line; return False if it exists already."""
    table = msgspec.json.decode(line, type=Exported)
    if connection.scalar(select(exists().where(tables.c.id == table.row["id"]))):
        return False
    if set(table.row) != set(tables.c.keys()) - {CHAIN}:
        raise ValueError("its columns do not match")
    if [number for number, entry in enumerate(table.entries) if isinstance(entry, Created)] != [0]:
        raise ValueError("its log does not begin with the table's creation")
    if table.row["seq"] != len(table.entries):
        raise ValueError("its log is incomplete")
    position = table.row["position"]
    lines = [written(entry) for entry in table.entries]
    links = links_from(root(table.row["id"], table.row["seed"]), lines)
    changed = {"position": None if position is None else position.encode(), CHAIN: links[-1]}
    connection.execute(insert(tables), {**table.row, **changed})
    log = [
        {"table_id": table.row["id"], "seq": seq, "entry": line, "chain": link}
        for seq, (line, link) in enumerate(zip(lines, links, strict=True))
    ]
    connection.execute(insert(entries), log)
    for part, rows in zip(SEATED, (table.chairs, table.chat, table.results), strict=True):
        if rows:
            connection.execute(insert(part), rows)
    sat = [{"table_id": table.row["id"], "person": person} for person in everyone_seated(table.entries)]
    if sat:
        connection.execute(insert(sitters), sat)
    return True


def back_up(url: str, file: Path) -> None:
    """Copy a SQLite database in a consistent state, also while the server runs, and check the copy.

    A damaged copy does not replace an older one: it is kept beside it. The signing key is not copied."""
    address = address_of(url)
    if address.get_backend_name() != "sqlite":
        raise Malformed("admin.backup_sqlite_only")
    data = Path(str(existing(url).database))
    if file.exists() and file.samefile(data):
        raise Malformed("admin.backup_onto_itself")
    damaged = beside(file, ".damaged")
    with _errors_as_refusals(), draft(file) as part:
        with closing(sqlite3.connect(data)) as source, closing(sqlite3.connect(part, isolation_level=None)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file; the server changes it back
        if found := _damage_of_copy(part):
            part.replace(damaged)
            raise NotNow("admin.backup_damaged", file=str(damaged), damage="\n".join(map(str, found)))


def _damage_of_copy(copy: Path) -> list[Finding]:
    """Remove the signing key from a copy, and return its damage."""
    engine = sqlalchemy.create_engine(f"sqlite:///{copy}", hide_parameters=True)
    try:
        with engine.begin() as connection:
            found = list(damage(connection))
            if not found:
                connection.exec_driver_sql("PRAGMA secure_delete = ON")
                remove_key(connection)
            return found
    finally:
        engine.dispose()


def ask_server(url: str, kind: Kind, argument: str = "") -> Mapping[str, int]:
    """Ask the running server of a SQLite file to do something, and return the numbers of its answer."""
    engine = sqlalchemy.create_engine(existing(url), hide_parameters=True)
    try:
        with _errors_as_refusals():
            with engine.begin() as connection:
                number = host_requests.ask(connection, kind, argument, now())
            try:
                answer = _awaited(engine, number)
            finally:
                with engine.begin() as connection:
                    host_requests.withdraw(connection, number)
    finally:
        engine.dispose()
    if answer.problem is not None:
        raise Refusal(answer.problem, **answer.fields)
    return answer.numbers


def _awaited(engine: sqlalchemy.Engine, number: int) -> host_requests.Answer:
    end = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < end:
        with engine.connect() as connection:
            answer = host_requests.answer_to(connection, number)
        if answer is not None:
            return answer
        time.sleep(LOOK_SECONDS)
    raise NotNow("admin.no_answer", seconds=ANSWER_SECONDS)


def tidy(connection: Connection) -> dict[str, int]:
    """Delete what is no longer needed, and return the number of each kind."""
    audit.note(connection, None, "vacuum")
    return tidy_up(connection)


def compact(url: str) -> None:
    """Free unused disk space. PostgreSQL does so by itself."""
    address = address_of(url)
    if address.get_backend_name() == "sqlite":
        with _errors_as_refusals(), closing(sqlite3.connect(str(address.database), isolation_level=None)) as connection:
            connection.execute("VACUUM")


def open_reports(connection: Connection) -> list[dict[str, Any]]:
    """Return the open reports, oldest first."""
    return [dict(row) for row in connection.execute(select(reports).where(~reports.c.handled)).mappings()]
