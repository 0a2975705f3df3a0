"""The key that signs the cookies of guests.

With SQLite it is in a file of its own, so that a backup does not hold it: someone who reads a backup cannot pass for a
guest. A database restored without it has a new key, and everyone who played as a guest is signed out. With PostgreSQL it
is in the database, because all processes share it.
"""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from palatine.server.errors import Malformed
from palatine.server.storage.files import beside, write_durably
from palatine.server.storage.schema import server_secrets
from palatine.server.storage.store import Store

NAME = "secret"
"""The name of the key in the database."""
SUFFIX = ".key"
BYTES = 32
_stored = select(server_secrets.c.value).where(server_secrets.c.name == NAME)
_removal = delete(server_secrets).where(server_secrets.c.name == NAME)


async def signing_key(store: Store) -> bytes:
    """Return the key of a server; create it, or move it out of a SQLite database, if necessary."""
    if store.file is None:
        return bytes.fromhex(await store.write(_shared))
    file = beside(store.file, SUFFIX)
    if not file.exists():
        known = await store.read(lambda connection: connection.scalar(_stored))
        await asyncio.to_thread(write_durably, file, f"{known or secrets.token_hex(BYTES)}\n".encode())
    await store.write(lambda connection: connection.execute(_removal))
    return await asyncio.to_thread(_read, file)


def remove_key(connection: Connection) -> None:
    """Remove the key from a database."""
    connection.execute(_removal)


def _read(file: Path) -> bytes:
    try:
        key = bytes.fromhex(file.read_text(encoding="ascii"))
    except ValueError:
        key = b""
    if len(key) != BYTES:
        raise Malformed("server.wrong_key", file=str(file))
    return key


def _shared(connection: Connection) -> str:
    known = connection.scalar(_stored)
    if known is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(server_secrets), {"name": NAME, "value": secrets.token_hex(BYTES)})
        except IntegrityError:
            pass  # another process was faster; all use its key
        known = connection.scalar(_stored)
    return str(known)
