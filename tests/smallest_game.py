"""The smallest game of examples/, installed as a third-party package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "examples" / "smallest_game"
NAME = "ferries"


def install(into: Path) -> dict[str, str]:
    """Install the game into a folder and return the environment in which Palatine finds it.

    The JIT is off there: compiling the game takes longer than playing it.
    """
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-compile")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(into), str(FOLDER)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return {"PYTHONPATH": str(into), "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(scope="module")
def smallest_game(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment in which the game is installed."""
    return install(tmp_path_factory.mktemp("installed"))
