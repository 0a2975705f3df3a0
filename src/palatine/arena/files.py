"""Files and folders of the arena, written whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from palatine.core.errors import OptionError


@contextlib.contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turn an error of the system into an `OptionError` that names the file."""
    try:
        yield
    except OSError as problem:
        raise OptionError("arena.file", file=str(path), reason=problem.strerror or str(problem)) from problem


def make_folder(folder: Path) -> None:
    """Create a folder and its parents."""
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)


def write_whole(path: Path, content: str | dict[str, Any]) -> None:
    """Write a text, or plain data as JSON. The old content stays if that fails, even after a power failure."""
    text = content if isinstance(content, str) else json.dumps(content, indent=1) + "\n"
    draft = path.with_name(path.name + ".part")
    with file_errors(path):
        try:
            with draft.open("w", encoding="utf-8", errors="replace") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)
            raise
