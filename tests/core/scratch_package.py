"""A package with compiled entry points, used in separate processes by the tests of compiling."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

TIME_LIMIT = 120
"""Seconds after which a process is considered hung."""
OLD = 1_000_000_000
"""A timestamp in the distant past."""

TABLE = "10\n20\n30\n"
TABLE_PY = """
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
WEIGHTS = np.array([int(line) for line in (FOLDER / "weights.csv").read_text().split()], dtype=np.int64)
"""
RULE_PY = """
from palatine.core.compiled import kernel

@kernel
def weighed(value, weight):
    return value * weight
"""
ENTRIES_PY = """
from numba import types

from palatine.core.compiled import EntryPoints
from scratch.rule import weighed
from scratch.table import FOLDER, WEIGHTS

NUMBERS = types.Array(types.int64, 1, "C")

def total(values):
    result = 0
    for i in range(len(values)):
        result += weighed(values[i], WEIGHTS[i])
    return result

def pick(values, index):
    return values[index]

ENTRIES = EntryPoints("scratch", [FOLDER])
total = ENTRIES.add(total, NUMBERS)
pick = ENTRIES.add(pick, NUMBERS, types.int64)
"""
RUN_PY = """
import json
import os
import sys
import warnings

import numpy as np

def counted(which):
    return sum(sum(getattr(entry.stats, which).values()) for entry in functions if hasattr(entry, "stats"))

def failure(function, *arguments):
    try:
        return int(function(*arguments))
    except Exception as error:
        return type(error).__name__

def progress(done, total):
    steps.append([done, total])
    if "die" in sys.argv and done == 1:
        os._exit(3)

steps = []
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from scratch.entries import ENTRIES, pick, total
    functions = (total, pick)
    ready = ENTRIES.ready
    if "wait" in sys.argv:
        print("prepared", flush=True)
        sys.stdin.readline()
    ENTRIES.compile(progress)
    memory = np.array([1, 2, 3, 99], dtype=np.int64)
    values = memory[:3]
    result = int(total(values))
    beyond = failure(pick, values, 3)
    others = [failure(total, values.astype(kind)) for kind in (np.int32, np.uint64, np.float64)]
    others += [failure(total, memory[::2]), failure(total, 3), failure(pick, values, "one")]
print(json.dumps({
    "ready": ready,
    "result": result,
    "beyond": beyond,
    "others": others,
    "steps": steps,
    "hits": counted("cache_hits"),
    "misses": counted("cache_misses"),
    "signatures": sum(len(entry.signatures) for entry in functions if hasattr(entry, "signatures")),
    "warnings": [[warning.category.__name__, str(warning.message)] for warning in caught],
}))
"""

ENTRY_POINTS = 2
RESULT = 1 * 10 + 2 * 20 + 3 * 30
BEYOND = 99
"""The value beyond the three: an index out of range reads it unless bounds are checked."""


@dataclass(frozen=True)
class Report:
    """The report of a process that used the entry points."""

    ready: bool
    """The value before `compile`."""
    result: int
    beyond: int | str
    others: list[int | str]
    steps: list[list[int]]
    hits: int
    misses: int
    signatures: int
    warnings: list[list[str]]


class Scratch:
    """A package with two entry points, a rule in another module, and a table in another file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.package = folder / "scratch"
        self.package.mkdir(exist_ok=True)
        files = {"__init__.py": "", "weights.csv": TABLE, "table.py": TABLE_PY, "rule.py": RULE_PY}
        for name, text in {**files, "entries.py": ENTRIES_PY}.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        (self.package / name).write_text(text)

    def start(
        self, *words: str, script: str = RUN_PY, before: Sequence[str] = (), **variables: str
    ) -> subprocess.Popen[str]:
        """Start a process with only the given Numba flags, independent of the mode of the tests."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        environment |= {
            "PALATINE_CACHE_DIR": str(self.cache),
            "PYTHONPATH": os.pathsep.join([str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])]),
            "PYTHONDONTWRITEBYTECODE": "1",  # bytecode files have a resolution of one second
            "NUMBA_DISABLE_JIT": "0",
        }
        return subprocess.Popen(
            [*before, sys.executable, "-c", script, *words],
            env=environment | variables,
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, before: Sequence[str] = (), **variables: str) -> Report:
        return reported(self.start(*words, before=before, **variables))

    def directories(self) -> set[str]:
        return {path.name for path in self.cache.iterdir() if path.is_dir()}

    def directory(self) -> Path:
        (name,) = self.directories()
        return self.cache / name

    def data_files(self) -> list[Path]:
        return sorted(self.cache.rglob("*.nbc"))


def answer(process: subprocess.Popen[str]) -> Any:
    with process:
        output, errors = process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == 0, errors
    return json.loads(output)


def reported(process: subprocess.Popen[str]) -> Report:
    return Report(**answer(process))


def without_privileges() -> list[str]:
    """Return a command prefix that makes permission bits apply even to root."""
    if os.geteuid() != 0:
        return []
    command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    if shutil.which("setpriv") is None or subprocess.run([*command, "true"], check=False).returncode != 0:
        pytest.skip("running as root, and setpriv cannot drop privileges")
    return command


def make_read_only(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)


def make_writable(folder: Path) -> None:
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
