"""The files of a SQLite database, readable by their owner only: they hold seeds, hashes of passwords and names."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import structlog

from palatine.server.errors import Malformed

log = structlog.get_logger()

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
SUFFIXES = ("", "-wal", "-shm", "-journal", ".lock", ".key")
"""The endings of the files that belong to a database."""


def beside(database: Path, suffix: str) -> Path:
    """Return the file of a database with an ending."""
    return database.with_name(database.name + suffix)


def real_file(database: Path) -> Path:
    """Return the file that a path leads to; refuse one with several names.

    SQLite names its journal after the database, and so do we the lock. Under two names they would be two."""
    file = database.resolve()
    if file.is_file() and file.stat().st_nlink > 1:
        raise Malformed("server.data_linked", file=str(file))
    return file


def make_folder(folder: Path, *, own: bool) -> None:
    """Create a folder that only its owner can read. `own`: tighten it too if it exists, because it is Palatine's."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(PRIVATE_FOLDER, exist_ok=True)
    if own:
        _tighten(folder, PRIVATE_FOLDER)


def make_private(database: Path) -> None:
    """Create a database if it does not exist, and tighten the modes of its files. SQLite gives its journal the same."""
    with suppress(FileExistsError):
        os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
    for suffix in SUFFIXES:
        _tighten(beside(database, suffix), PRIVATE_FILE)


def _tighten(path: Path, most: int) -> None:
    """Remove all permissions of a file or folder beyond `most`, and log that."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & ~most:
            path.chmod(mode & most)
            log.warning("permissions_tightened", path=str(path), before=f"{mode:o}", after=f"{mode & most:o}")
    except FileNotFoundError:
        pass
    except PermissionError:
        log.warning("permissions_too_wide", path=str(path), mode=f"{mode:o}", wanted=f"{most:o}")


@contextmanager
def draft(file: Path) -> Iterator[Path]:
    """Yield an empty private file beside another, which replaces it when complete and is deleted otherwise."""
    part = beside(file, ".part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def write_durably(file: Path, content: bytes) -> None:
    """Write a private file, wholly or not at all; it is on disk when this returns."""
    with draft(file) as part, part.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
