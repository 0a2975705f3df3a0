"""Running the command as a person would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


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
        timeout=300,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert (done.returncode != 0) == fails, (done.returncode, done.stdout, done.stderr)
    return done
