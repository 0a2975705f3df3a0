"""PostgreSQL and Redis for the tests, each in its own folder and on a free port."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
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


def _state(pid: int) -> str:
    """Return the state of a process, `Z` if it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"


class PostgresServer(contextlib.AbstractContextManager["PostgresServer"]):
    """A PostgreSQL server of its own, which a test may stop and start again.

    Unless `durable`, it does not wait for the disk: a crash of the machine would lose data, which no test causes.
    Its folder is not below pytest's, which only the user who runs the tests can read.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self._fsync = "on" if durable else "off"
        self.port = free_port()
        self._folder = tempfile.TemporaryDirectory(prefix="postgres-")
        self.address = f"postgresql+psycopg://palatine@127.0.0.1:{self.port}/postgres"
        """The URL of a database; `empty_database` creates others beside it."""
        data = self._folder.name
        if os.geteuid() == 0:
            shutil.chown(data, POSTGRES_USER)
        _as_postgres(_postgres_program("initdb"), "-D", data, "-U", "palatine", "--auth=trust", "-E", "UTF8", "-N")
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=60 "
            f"-c fsync={self._fsync}"
        )
        self._control("-o", options, "-l", f"{self._folder.name}/log", "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop the server, by default as in a crash, or `fast` with a shutdown; connections are cut."""
        self._control("-m", how, "stop")

    def kill(self) -> None:
        """Kill all processes of the server."""
        pid = int(Path(self._folder.name, "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGSTOP)  # it starts no more
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in (pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):  # it ends by itself without the first
                os.kill(one, signal.SIGKILL)
        while any(_state(one) != "Z" for one in (pid, *map(int, children))):
            time.sleep(0.01)  # a signal takes a moment
        Path(
            self._folder.name, "postmaster.pid"
        ).unlink()  # without an init that reaps it, the process seems to be there

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


class RedisServer(contextlib.AbstractContextManager["RedisServer"]):
    """A Redis server of its own, which a test may stop and start again; it forgets everything when it stops."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}"
        self._folder = folder
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        program = shutil.which("redis-server")
        assert program is not None, "Redis is missing: apt-get install redis-server"
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "Ready to accept connections" in line:
                break

    def stop(self) -> None:
        """Stop the server; connections are cut."""
        with self._process:
            self._process.terminate()

    def __exit__(self, *_: object) -> None:
        self.stop()


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Run a Redis server, and yield its URL."""
    with RedisServer(folder) as server:
        yield server.address
