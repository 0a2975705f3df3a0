"""PostgreSQL and Redis for the tests, each in its own folder and on a free port."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy

POSTGRES_USER = "postgres"
PATIENCE = "300"
"""The seconds that PostgreSQL may take to start or stop on a busy machine."""
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
    """Run a command as the user `postgres`: PostgreSQL refuses to run as root."""
    prefix = ["runuser", "-u", POSTGRES_USER, "--"] if os.geteuid() == 0 else []
    done = subprocess.run([*prefix, *command], capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


class PostgresServer(contextlib.AbstractContextManager["PostgresServer"]):
    """A PostgreSQL server of its own, which a test may stop and start again.

    Unless `durable`, it does not wait for the disk: a crash of the machine would lose data, which no test causes.
    Its folder is not below pytest's, which only the user who runs the tests can read.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self._fsync = "on" if durable else "off"
        self._port = free_port()
        self._folder = tempfile.TemporaryDirectory(prefix="postgres-")
        self.address = f"postgresql+psycopg://palatine@127.0.0.1:{self._port}/postgres"
        """The URL of a database; `empty_database` creates others beside it."""
        data = self._folder.name
        if os.geteuid() == 0:
            shutil.chown(data, POSTGRES_USER)
        _as_postgres(_postgres_program("initdb"), "-D", data, "-U", "palatine", "--auth=trust", "-E", "UTF8", "-N")
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        options = (
            f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=60 "
            f"-c fsync={self._fsync}"
        )
        self._control("-o", options, "-l", f"{self._folder.name}/log", "start")

    def stop(self) -> None:
        """Stop the server; connections are cut."""
        self._control("-m", "immediate", "stop")

    def _control(self, *what: str) -> None:
        _as_postgres(_postgres_program("pg_ctl"), "-D", self._folder.name, "-t", PATIENCE, "-w", *what)

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._folder.cleanup()


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a PostgreSQL server, and yield the URL of a database; `empty_database` creates others beside it."""
    with PostgresServer(durable=durable) as server:
        yield server.address


def empty_database(server: str) -> str:
    """Create a new database on a PostgreSQL server, and return its URL."""
    engine, name = sqlalchemy.create_engine(server), f"empty_{next(NUMBERS)}"
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return engine.url.set(database=name).render_as_string()


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Run a Redis server, and yield its URL."""
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
