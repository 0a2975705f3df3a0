"""Running the command in the background, to interrupt or to kill it while it plays."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from cli.running import environment


class Background:
    """The command, in a process group of its own, with a progress bar as in a terminal."""

    def __init__(self, *arguments: str, home: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "palatine", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(home, FORCE_COLOR="1", TERM="xterm"),
            start_new_session=True,
        )
        self.progress = ""

    def wait_for_games(self, total: int) -> None:
        """Until the progress bar tells of a game that is over."""
        assert self._process.stderr is not None
        while not re.search(rf"\b[1-9]\d*/{total}\b", self.progress):
            read = os.read(self._process.stderr.fileno(), 65536)
            assert read, self.progress
            self.progress += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", read.decode(errors="replace"))

    def interrupt(self) -> None:
        """Ctrl-C: a signal to the command and to all processes that it has started."""
        os.killpg(self._process.pid, signal.SIGINT)

    def kill(self) -> None:
        """Kill the command alone, without a chance to do anything about it."""
        self._process.kill()

    def end(self) -> tuple[int, str, str]:
        """The exit code and what it has told, when the command and all that it has started have ended."""
        try:
            told, errors = self._process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            raise
        return self._process.returncode, told.decode(), self.progress + errors.decode(errors="replace")
