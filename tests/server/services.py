"""PostgreSQL and Redis of the tests' own, each in a folder of its own and on a free port."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy

POSTGRES_USER = "postgres"
NUMBERS = itertools.count(1)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def _postgres_program(name: str) -> str:
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(installed[-1]) if installed else shutil.which(name)
    assert found is not None, "PostgreSQL is missing: apt-get install postgresql"
    return found


def _as_postgres(*command: str) -> None:
    """PostgreSQL does not run as root."""
    prefix = ["runuser", "-u", POSTGRES_USER, "--"] if os.geteuid() == 0 else []
    subprocess.run([*prefix, *command], check=True, capture_output=True, cwd="/")


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A server; the address of a database, beside which `empty_database` makes others."""
    data, port = folder / "postgres", free_port()
    data.mkdir()
    if os.geteuid() == 0:
        shutil.chown(data, POSTGRES_USER)
        for above in (folder, *folder.parents):
            if above != Path("/") and above.stat().st_uid == 0:
                above.chmod(above.stat().st_mode | 0o011)  # on the way to its folder
    control = _postgres_program("pg_ctl")
    _as_postgres(_postgres_program("initdb"), "-D", str(data), "-U", "palatine", "--auth=trust", "-E", "UTF8", "-N")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=60 -c fsync=off"
    _as_postgres(control, "-D", str(data), "-o", options, "-l", str(data / "log"), "-w", "start")
    try:
        yield f"postgresql+psycopg://palatine@127.0.0.1:{port}/postgres"
    finally:
        _as_postgres(control, "-D", str(data), "-m", "immediate", "-w", "stop")


def empty_database(server: str) -> str:
    """A new database of a server of PostgreSQL; its address."""
    engine, name = sqlalchemy.create_engine(server), f"empty_{next(NUMBERS)}"
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return engine.url.set(database=name).render_as_string()


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A server; its address."""
    program = shutil.which("redis-server")
    assert program is not None, "Redis is missing: apt-get install redis-server"
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if "Ready to accept connections" in line:
                    break
            yield f"redis://127.0.0.1:{port}"
        finally:
            server.terminate()
