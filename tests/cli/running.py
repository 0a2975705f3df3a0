"""Running the command as a person would."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

LONGEST_SECONDS = 300
"""After which a command hangs."""


def environment(home: Path, **variables: str) -> dict[str, str]:
    """An environment whose saved games live below `home`, in English unless told otherwise."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PALATINE_LANG"))}
    return plain | {"XDG_STATE_HOME": str(home), "LANG": "C.UTF-8", "COLUMNS": "80"} | variables


def palatine(
    *arguments: str, home: Path, typed: str = "", fails: bool = False, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command with some input; it must succeed, or fail without a traceback."""
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
    """What the command has done, which has succeeded or failed as expected."""
    assert "Traceback" not in done.stderr, done.stderr
    assert (done.returncode != 0) == fails, (done.returncode, done.stdout, done.stderr)
    return done


class Sitting:
    """The command in a terminal of its own, as a person sits at it; wide enough for the lines that are waited for."""

    def __init__(self, *arguments: str, home: Path, columns: int = 80) -> None:
        import pty
        import termios

        self._child, self._terminal = pty.fork()
        if self._child == 0:
            termios.tcsetwinsize(0, (60, columns))
            command = [sys.executable, "-m", "palatine", *arguments]
            os.execve(sys.executable, command, environment(home, TERM="xterm-256color", LINES="60"))
        self.told = ""

    def wait_for(self, what: str, redraw: bool = False) -> None:
        """Read on until something has been told; `redraw`: ask for the line to be drawn anew now and then."""
        while what not in self.told:
            ready, _, _ = select.select([self._terminal], [], [], 1 if redraw else 60)
            if redraw and not ready:
                self.type("\x0c")
                continue
            assert ready, f"{what!r} is not in {self.told!r}"
            self.told += os.read(self._terminal, 65536).decode(errors="replace")
            # A terminal answers when it is asked where the cursor is.
            if "\x1b[6n" in self.told:
                self.told = self.told.replace("\x1b[6n", "")
                self.type("\x1b[1;1R")
        self.told = self.told.partition(what)[2]

    def type(self, keys: str) -> None:
        """Press some keys."""
        os.write(self._terminal, keys.encode())

    def leave(self) -> None:
        """Wait until the command has ended."""
        os.waitpid(self._child, 0)
