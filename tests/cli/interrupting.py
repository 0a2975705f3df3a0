"""Runs the command in the background, to interrupt or kill it while it plays."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from cli.running import environment


class Background:
    """The command in its own process group, with a progress bar as in a terminal."""

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
        """Wait until the progress bar shows a finished game."""
        assert self._process.stderr is not None
        while not re.search(rf"\b[1-9]\d*/{total}\b", self.progress):
            read = os.read(self._process.stderr.fileno(), 65536)
            assert read, self.progress
            self.progress += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", read.decode(errors="replace"))

    def interrupt(self) -> None:
        """Press Ctrl-C: send the signal to the command and all processes it has started."""
        os.killpg(self._process.pid, signal.SIGINT)

    def kill(self) -> None:
        """Kill the command alone, without a chance to clean up."""
        self._process.kill()

    def end(self) -> tuple[int, str, str]:
        """Wait for the command and all it has started. Return the exit code, output and errors."""
        try:
            output, errors = self._process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            raise
        return self._process.returncode, output.decode(), self.progress + errors.decode(errors="replace")
