"""A real server in a separate process, for tests over the network."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

START_SECONDS = 300
ASK_AGAIN_SECONDS = 0.05


class Hearing:
    """A connection to a table that reads messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def until(self, kind: str) -> Any:
        """Return the next message of a kind."""
        async for payload in self._socket:
            message = msgspec.json.decode(payload)
            if message["type"] == kind:
                return message
        raise AssertionError(f"the connection closed before a message of type {kind!r}")


class RunningServer:
    """`palatine serve` on a port of its own."""

    def __init__(self, port: int, database: str, log: Path, *more: str) -> None:
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self._command = [sys.executable, "-m", "palatine", "serve", "--port", str(port), "--database", database]
        self._command += ["--no-limits", "--json", *more]
        self.environment: dict[str, str] = {}
        """Environment variables in addition to those of the tests."""
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it is ready."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, env=os.environ | self.environment)
        end = time.monotonic() + START_SECONDS
        with httpx2.Client() as client:
            while time.monotonic() < end:
                with contextlib.suppress(subprocess.TimeoutExpired):  # it still runs: a pause between requests
                    self._process.wait(ASK_AGAIN_SECONDS)
                assert self._process.returncode is None, self._log.read_text()
                with contextlib.suppress(httpx2.TransportError):
                    if client.get(f"{self.address}/readyz", timeout=5).is_success:
                        return
        self.kill()
        raise AssertionError(self._log.read_text())

    @property
    def runs(self) -> bool:
        """True if the server has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def socket(self, table: str) -> str:
        """Return the URL of a table's WebSocket."""
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"

    @contextlib.asynccontextmanager
    async def listen(self, table: str, person: httpx2.AsyncClient, query: str = "") -> AsyncIterator[Hearing]:
        """Connect a person to a table."""
        headers = {"cookie": f"palatine={person.cookies['palatine']}"}
        async with connect(self.socket(table) + query, additional_headers=headers) as socket:
            yield Hearing(socket)

    def log_text(self) -> str:
        """Return the log so far."""
        return self._log.read_text()

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return 1024 * int(status.partition("VmRSS:")[2].split()[0])

    def open_files(self) -> int:
        """Return the number of open files and connections."""
        assert self._process is not None
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    def end(self, how: signal.Signals) -> int:
        """Send a signal, wait for the process to end, and return its exit code."""
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(START_SECONDS)

    def pause(self) -> None:
        """Suspend the process: it keeps its connections, and does nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a suspended process go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill the server without a shutdown."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server gracefully, and assert that it ends by the signal."""
        assert self.end(signal.SIGTERM) == -signal.SIGTERM
        assert '"event": "stopped"' in self._log.read_text()
