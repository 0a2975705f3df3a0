"""A real server in a process of its own, to be talked to over the network, stopped and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

START_SECONDS = 120


class RunningServer:
    """`palatine serve` on a port of its own."""

    def __init__(self, port: int, database: str, log: Path, *more: str) -> None:
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self._command = [sys.executable, "-m", "palatine", "serve", "--port", str(port), "--database", database]
        self._command += ["--no-limits", "--json", *more]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        end = time.monotonic() + START_SECONDS
        with httpx.Client() as client:
            while True:
                assert self._process.poll() is None, self._log.read_text()
                assert time.monotonic() < end, self._log.read_text()
                try:
                    if client.get(f"{self.address}/readyz", timeout=5).is_success:
                        return
                except httpx.TransportError:
                    os.sched_yield()

    def end(self, how: signal.Signals) -> int:
        """Send it a signal and wait for its end."""
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(START_SECONDS)

    def kill(self) -> None:
        """Without a chance to say anything."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """Politely."""
        return self.end(signal.SIGTERM)
