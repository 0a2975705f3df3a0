"""Runs the command many times, by forking a process that has loaded Python, Numba and the rules once.

Starting takes longer than most commands. Each run is still its own process, with its own environment and streams.
`cli.running` tests that the command starts from nothing. Run as a program, this module is the process that forks.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import pkgutil
import select
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cli import running

STREAMS = ("typed", "output", "errors")
MODES = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
LOADED_HERE = {"OPENBLAS_NUM_THREADS": "1"}
"""Variables of the process that forks, which must have no threads."""


@functools.cache
def _process() -> subprocess.Popen[str]:
    """Start the process that forks. It ends with this process, when its input is closed."""
    return subprocess.Popen(
        [sys.executable, "-m", "cli.preloaded"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=running.environment(Path(os.devnull)) | LOADED_HERE,
        cwd=Path(__file__).parents[1],
    )


def palatine(
    *arguments: str, home: Path, typed: str = "", fails: bool = False, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command like `running.palatine`. Extra environment variables start a new process."""
    if variables or not hasattr(os, "fork"):
        return running.palatine(*arguments, home=home, typed=typed, fails=fails, **variables)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in STREAMS]
        for file, text in zip(files, (typed, "", ""), strict=True):
            file.write_text(text, "utf-8", errors="surrogateescape")
        request = {
            "arguments": arguments,
            "environment": running.environment(home),
            "folder": str(Path.cwd()),
            "files": [str(file) for file in files],
        }
        process = _process()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        assert select.select([process.stdout], [], [], running.LONGEST_SECONDS)[0], "the command does not end"
        code = int(process.stdout.readline())
        _, output, errors = (file.read_text("utf-8", errors="surrogateescape") for file in files)
    return running.checked(subprocess.CompletedProcess(arguments, code, output, errors), fails)


def _load() -> None:
    """Import and compile everything that commands use."""
    from palatine import cli
    from palatine.games import BUILT_IN
    from palatine.server.thinking.warm_up import parts_of

    for module in pkgutil.walk_packages(cli.__path__, f"{cli.__name__}."):
        importlib.import_module(module.name)
    for game in BUILT_IN.values():
        for part in parts_of(game):
            part.compile()


def _become(arguments: Sequence[str], environment: dict[str, str], folder: str, files: Sequence[str]) -> None:
    from palatine.cli.main import main

    for number, (file, mode) in enumerate(zip(files, MODES, strict=True)):
        os.dup2(os.open(file, mode), number)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8", errors="surrogateescape", closefd=False)
        for number, mode in enumerate(("r", "w", "w"))
    )
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["palatine", *arguments]
    try:
        main()
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(end.code or 0))  # skip clean-up: there is nothing to clean up


def _serve() -> None:
    _load()
    gc.freeze()  # keep the pages shared with the children
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _become(**json.loads(line))
            return
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    _serve()
