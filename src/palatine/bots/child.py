"""A child process that exchanges lines with us, within limits of time and size.

The caller's thread waits for all three pipes together. A program that does not read, does not write or writes without end
never blocks the caller longer than the limits allow.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from palatine.core.errors import Phrase
from palatine.core.plain_text import plain_text

CHUNK = 65536
KEPT_ERRORS = 4096
"""The number of bytes kept from the end of its standard error."""
LONGEST_ERRORS = 300
REAPING = 5.0
"""The seconds that the system may take to end a killed program."""

HANDED_ON = frozenset({"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP"})
"""The environment variables that a program gets besides the locale's (`LC_…`): nothing that may be secret."""


@dataclass(frozen=True)
class Limits:
    """The limits of an outside program: times in seconds, and the output it may write before it answers."""

    hello: float = 10.0
    ready: float = 5.0
    iterations: float = 60.0
    """For a budget in iterations: the time until `stop` is sent."""
    grace: float = 2.0
    """From `stop` to the answer."""
    quit: float = 1.0
    """From `quit` to the end of the program."""
    terminate: float = 1.0
    """From SIGTERM to SIGKILL."""
    line_bytes: int = 1 << 20
    bytes: int = 16 << 20
    messages: int = 10_000
    error_bytes: int = 16 << 20


class FaultError(Exception):
    """A breach of the protocol or its limits by a program."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields = fields

    def phrase(self) -> Phrase:
        """Return the end of a sentence that begins with the program's name."""
        return Phrase(f"bots.fault.{self.key}", self.fields)


def child_environment() -> dict[str, str]:
    """Return the environment of an outside program."""
    return {name: value for name, value in os.environ.items() if name in HANDED_ON or name.startswith("LC_")}


def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    """Signal the program and all its children. Call this only before `wait`, while the process id cannot be reused."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, number)


_RUNNING: set[subprocess.Popen[bytes]] = set()


def kill_all() -> None:
    """Kill all programs that this process has started, before it exits abruptly. May be called from any thread."""
    for process in tuple(_RUNNING):
        _signal_group(process, signal.SIGKILL)


def _close(process: subprocess.Popen[bytes], selector: selectors.BaseSelector) -> None:
    """Kill what is left of a program and close its pipes."""
    selector.close()
    _signal_group(process, signal.SIGKILL)
    _RUNNING.discard(process)
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            assert pipe is not None
            pipe.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(REAPING)


def _abandon(process: subprocess.Popen[bytes], selector: selectors.BaseSelector, owner: int) -> None:
    """Close a program that was never stopped, when this process ends. A fork of this process does not own it."""
    if os.getpid() == owner:
        _close(process, selector)


class Child:
    """A running program."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start a program in its own process group, without a shell. Raise `OSError` if it cannot be started."""
        self._limits = limits
        self._process = subprocess.Popen(  # noqa: S603 - the user has named the program
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=child_environment(),
            start_new_session=True,
        )
        _RUNNING.add(self._process)
        self._selector = selectors.DefaultSelector()
        self._ended = weakref.finalize(self, _abandon, self._process, self._selector, os.getpid())
        self._input, self._output, self._errors = self._pipes()
        for pipe in (self._output, self._errors):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._unsent = bytearray()
        self._unread = bytearray()
        self._searched = 0
        self._error_output = bytearray()
        self._quitting = False
        self._over = 0.0
        self.expect()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        pipes = process.stdin, process.stdout, process.stderr
        for pipe in pipes:
            os.set_blocking(pipe.fileno(), False)
        return pipes

    # ---------------------------------------------------------------------------------------------- messages

    def expect(self) -> None:
        """Begin to count the program's output, up to its next answer."""
        self._messages = self._bytes = self._error_bytes = 0

    def send(self, message: bytes) -> None:
        """Queue a line for the program, without waiting until it is read."""
        if self._input.closed:
            return
        if not self._unsent:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        self._unsent += message

    def line(self, until: float) -> bytes | None:
        """Return the next line that the program writes, or None if there is none by `until`. Raises `FaultError`."""
        while True:
            if (line := self._next_unread()) is not None:
                return line
            if self._output.closed:
                raise FaultError("ended")
            left = until - time.monotonic()
            if left <= 0:
                if self._over == until:
                    return None
                # Output that arrived in time still counts: look once more, and only once.
                self._over = until
            self._turn(max(left, 0.0))

    def _next_unread(self) -> bytes | None:
        end = self._unread.find(b"\n", self._searched)
        if (end if end >= 0 else len(self._unread)) > self._limits.line_bytes:
            raise FaultError("long_line", count=self._limits.line_bytes)
        if end < 0:
            self._searched = len(self._unread)
            return None
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        self._searched = 0
        self._messages += 1
        if self._messages > self._limits.messages:
            raise FaultError("many_messages", count=self._limits.messages)
        return line

    def _turn(self, seconds: float) -> None:
        """Wait until a pipe is ready, then read or write it."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._input:
                self._write()
            elif key.fileobj is self._output:
                chunk = self._read(self._output)
                self._unread += chunk
                self._bytes += len(chunk)
                if self._bytes > self._limits.bytes:
                    raise FaultError("much_output", count=self._limits.bytes)
            else:
                chunk = self._read(self._errors)
                self._error_output += chunk
                del self._error_output[:-KEPT_ERRORS]
                self._error_bytes += len(chunk)
                if self._error_bytes > self._limits.error_bytes:
                    raise FaultError("much_error", count=self._limits.error_bytes)

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._input.fileno(), self._unsent[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:  # the program has closed its input; the other pipes or the time limit will report why
            self._unsent.clear()
            self._close_pipe(self._input)
            return
        if self._unsent:
            return
        self._selector.unregister(self._input)
        if self._quitting:
            self._close_pipe(self._input)

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            chunk = os.read(pipe.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            chunk = b""
        if not chunk:
            self._close_pipe(pipe)
        return chunk

    def _close_pipe(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(pipe)
        with contextlib.suppress(OSError):
            pipe.close()

    # ----------------------------------------------------------------------------------------------- stopping

    def _drain(self, seconds: float) -> None:
        """Wait until the program and all its children have closed their output and standard error, or for `seconds`."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not (self._output.closed and self._errors.closed):
            with contextlib.suppress(FaultError):
                self._turn(left)
            self._unread.clear()

    def quit(self, message: bytes) -> None:
        """Send a last message, close the input, wait a little, then stop the program."""
        if self._ended.alive:
            self._quitting = True
            self.send(message)
            self._drain(self._limits.quit)
            self.stop()

    def stop(self) -> int | None:
        """End the program and all its children. Return its exit code if it had ended by itself, else None."""
        if self._ended.alive:
            # Until we wait for it, a program that has ended keeps its process id: no other process gets the signals.
            _signal_group(self._process, signal.SIGTERM)
            self._drain(self._limits.terminate)
            self._ended.detach()
            _close(self._process, self._selector)
        code = self._process.returncode
        return None if code in (-signal.SIGTERM, -signal.SIGKILL) else code

    def errors(self) -> str:
        """Return the end of the program's standard error as plain text."""
        return plain_text(self._error_output.decode("utf-8", "replace"), LONGEST_ERRORS, end=True)
