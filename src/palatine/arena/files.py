"""Files and folders of the arena: written whole or not at all; what cannot be written is told in a sentence."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from palatine.core.errors import OptionError


@contextlib.contextmanager
def told_if_it_fails(path: Path) -> Iterator[None]:
    """Whatever the system says against a file becomes a sentence that names it."""
    try:
        yield
    except OSError as problem:
        raise OptionError("arena.file", file=str(path), reason=problem.strerror or str(problem)) from problem


def make_folder(folder: Path) -> None:
    """A folder, with those it lies in."""
    with told_if_it_fails(folder):
        folder.mkdir(parents=True, exist_ok=True)


def write_whole(path: Path, content: str | dict[str, Any]) -> None:
    """Write a text, or plain data as JSON; what was there before stays if that fails, even by a pulled plug."""
    text = content if isinstance(content, str) else json.dumps(content, indent=1) + "\n"
    draft = path.with_name(path.name + ".part")
    with told_if_it_fails(path):
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
