"""An outside program as a line of messages in and a line of messages out, within limits of time and size.

Everything happens in the caller's thread, which waits for the program's three pipes at once: a program that does not read,
does not write or writes without end never holds the caller longer than the limits say.
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
"""How many bytes of its standard error are kept, the last ones."""
LONGEST_ERRORS = 300
REAPING = 5.0
"""How long the system may take to end a program that was killed."""

HANDED_ON = frozenset({"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP"})
"""The variables of the environment that a program gets, besides those of the locale (`LC_…`): nothing that may be secret."""


@dataclass(frozen=True)
class Limits:
    """How long an outside program may take, in seconds, and how much it may write before it has answered."""

    hello: float = 10.0
    ready: float = 5.0
    iterations: float = 60.0
    """For a budget that is no time: after that the program is told to stop."""
    grace: float = 2.0
    """From being told to stop to the answer."""
    quit: float = 1.0
    """From being told to quit to the end of the program."""
    terminate: float = 1.0
    """From the polite signal to end to the one that cannot be ignored."""
    line_bytes: int = 1 << 20
    bytes: int = 16 << 20
    messages: int = 10_000
    error_bytes: int = 16 << 20


class FaultError(Exception):
    """What a program did that it must not do."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields = fields

    def phrase(self) -> Phrase:
        """The end of a sentence that begins with the program's name."""
        return Phrase(f"bots.fault.{self.key}", self.fields)


def child_environment() -> dict[str, str]:
    """The environment of an outside program."""
    return {name: value for name, value in os.environ.items() if name in HANDED_ON or name.startswith("LC_")}


def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    """Signal the program and all that it has started. The program must not have been waited for: its number is its own."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, number)


_RUNNING: set[subprocess.Popen[bytes]] = set()


def kill_all() -> None:
    """For a process that is about to end at once, from any thread: the programs it has started must not outlive it."""
    for process in tuple(_RUNNING):
        _signal_group(process, signal.SIGKILL)


def _close(process: subprocess.Popen[bytes], selector: selectors.BaseSelector) -> None:
    """End whatever is left of a program, and let go of its pipes."""
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
    """For a program that nobody has stopped: at the latest it ends with us. A forked copy of us has none."""
    if os.getpid() == owner:
        _close(process, selector)


class Child:
    """A running program."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start a program in a process group of its own, without a shell; raises `OSError` if it cannot be."""
        self._limits = limits
        self._process = subprocess.Popen(  # noqa: S603 - the person has named the program
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
        self._told_errors = bytearray()
        self._leaving = False
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

    # ------------------------------------------------------------------------------------------------ talking

    def expect(self) -> None:
        """An answer is going to be waited for: what the program writes until then counts from now on."""
        self._messages = self._bytes = self._error_bytes = 0

    def send(self, message: bytes) -> None:
        """Send a line as soon as the program reads; this does not wait for it."""
        if self._input.closed:
            return
        if not self._unsent:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        self._unsent += message

    def line(self, until: float) -> bytes | None:
        """The next line that the program writes; None if there is none by then. Raises `FaultError`."""
        while True:
            if (line := self._next_unread()) is not None:
                return line
            if self._output.closed:
                raise FaultError("ended")
            left = until - time.monotonic()
            if left <= 0:
                if self._over == until:
                    return None
                # What has arrived when the time is over still counts; one look, or it would never end.
                self._over = until
            self._turn(max(left, 0.0))

    def _next_unread(self) -> bytes | None:
        end = self._unread.find(b"\n", self._searched)
        if (end if end >= 0 else len(self._unread)) > self._limits.line_bytes:
            raise FaultError("long_line", most=self._limits.line_bytes)
        if end < 0:
            self._searched = len(self._unread)
            return None
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        self._searched = 0
        self._messages += 1
        if self._messages > self._limits.messages:
            raise FaultError("many_messages", most=self._limits.messages)
        return line

    def _turn(self, seconds: float) -> None:
        """Wait until a pipe can be used, and use it."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._input:
                self._write()
            elif key.fileobj is self._output:
                chunk = self._read(self._output)
                self._unread += chunk
                self._bytes += len(chunk)
                if self._bytes > self._limits.bytes:
                    raise FaultError("much_output", most=self._limits.bytes)
            else:
                chunk = self._read(self._errors)
                self._told_errors += chunk
                del self._told_errors[:-KEPT_ERRORS]
                self._error_bytes += len(chunk)
                if self._error_bytes > self._limits.error_bytes:
                    raise FaultError("much_error", most=self._limits.error_bytes)

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._input.fileno(), self._unsent[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:  # nobody reads any more; why is told by the other pipes, or by the time limit
            self._unsent.clear()
            self._let_go(self._input)
            return
        if self._unsent:
            return
        self._selector.unregister(self._input)
        if self._leaving:
            self._let_go(self._input)

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            chunk = os.read(pipe.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            chunk = b""
        if not chunk:
            self._let_go(pipe)
        return chunk

    def _let_go(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(pipe)
        with contextlib.suppress(OSError):
            pipe.close()

    # ----------------------------------------------------------------------------------------------- stopping

    def _drain(self, seconds: float) -> None:
        """Until the program's output and standard error are closed, by all that it has started too; or the time is over."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not (self._output.closed and self._errors.closed):
            with contextlib.suppress(FaultError):
                self._turn(left)
            self._unread.clear()

    def quit(self, message: bytes) -> None:
        """Say goodbye, close its input, wait a little, and stop the program."""
        if self._ended.alive:
            self._leaving = True
            self.send(message)
            self._drain(self._limits.quit)
            self.stop()

    def stop(self) -> int | None:
        """End the program and all that it has started; how it had ended if it did so by itself, None otherwise."""
        if self._ended.alive:
            # Until it is waited for, a program that has ended keeps its number: the signals can meet nobody else.
            _signal_group(self._process, signal.SIGTERM)
            self._drain(self._limits.terminate)
            self._ended.detach()
            _close(self._process, self._selector)
        code = self._process.returncode
        return None if code in (-signal.SIGTERM, -signal.SIGKILL) else code

    def errors(self) -> str:
        """The end of what the program has written to its standard error, fit to be shown."""
        return plain_text(self._told_errors.decode("utf-8", "replace"), LONGEST_ERRORS, end=True)
