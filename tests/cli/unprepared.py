"""Runs commands that are refused, in one process whose cache of compiled rules is empty and must stay empty.

Run as a program, this module is that process: it reads the commands from its input and prints the error of each.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.running import LONGEST_SECONDS, environment


def refusals(commands: Sequence[Sequence[str]], home: Path) -> list[str]:
    """Run commands in an empty folder and return their errors. Each must fail before it compiles or writes anything."""
    cache, folder = home / "cache", home / "folder"
    cache.mkdir()
    folder.mkdir()
    tests = str(Path(__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "cli.unprepared"],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(home, PALATINE_CACHE_DIR=str(cache), PYTHONPATH=tests),
        cwd=folder,
        timeout=LONGEST_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert list(cache.iterdir()) == [], "something was compiled"
    assert list(folder.iterdir()) == [], "something was written"
    errors: list[str] = json.loads(done.stdout)
    return errors


def _error(arguments: Sequence[str]) -> str:
    from palatine.cli.main import main

    sys.argv = ["palatine", *arguments]
    with contextlib.redirect_stderr(io.StringIO()) as errors, pytest.raises(SystemExit) as end:
        main()
    assert end.value.code, arguments
    return errors.getvalue()


if __name__ == "__main__":
    print(json.dumps([_error(arguments) for arguments in json.load(sys.stdin)]))
