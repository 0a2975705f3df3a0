"""Runs the command as a user does."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

LONGEST_SECONDS = 300
"""A command that takes longer counts as hanging."""


def environment(home: Path, **variables: str) -> dict[str, str]:
    """Return an environment with saved games below `home`, in English by default."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PALATINE_LANG"))}
    return plain | {"XDG_STATE_HOME": str(home), "LANG": "C.UTF-8", "COLUMNS": "80"} | variables


def palatine(
    *arguments: str, home: Path, typed: str = "", fails: bool = False, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command with input `typed`. It must succeed, or with `fails` fail without a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "palatine", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        env=environment(home, **variables),
        timeout=LONGEST_SECONDS,
    )
    return checked(done, fails)


def checked(done: subprocess.CompletedProcess[str], fails: bool) -> subprocess.CompletedProcess[str]:
    """Return a finished command, after checking that it succeeded or failed as expected."""
    assert "Traceback" not in done.stderr, done.stderr
    assert (done.returncode != 0) == fails, (done.returncode, done.stdout, done.stderr)
    return done


class Sitting:
    """The command in a pseudo-terminal. `columns` must fit the lines that a test waits for."""

    def __init__(self, *arguments: str, home: Path, columns: int = 80) -> None:
        import pty
        import termios

        self._child, self._terminal = pty.fork()
        if self._child == 0:
            termios.tcsetwinsize(0, (60, columns))
            command = [sys.executable, "-m", "palatine", *arguments]
            os.execve(sys.executable, command, environment(home, TERM="xterm-256color", LINES="60"))
        self.output = ""

    def wait_for(self, what: str, redraw: bool = False) -> None:
        """Read until a text has been printed. `redraw`: press Ctrl-L every second to redraw the line."""
        while what not in self.output:
            ready, _, _ = select.select([self._terminal], [], [], 1 if redraw else 60)
            if redraw and not ready:
                self.type("\x0c")
                continue
            assert ready, f"{what!r} is not in {self.output!r}"
            self.output += os.read(self._terminal, 65536).decode(errors="replace")
            # A terminal answers queries of the cursor position.
            if "\x1b[6n" in self.output:
                self.output = self.output.replace("\x1b[6n", "")
                self.type("\x1b[1;1R")
        self.output = self.output.partition(what)[2]

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._terminal, keys.encode())

    def leave(self) -> None:
        """Wait for the command to end."""
        os.waitpid(self._child, 0)
