"""Untrusted text (a bot's name, an error of third-party code) on one line, without terminal control characters."""

from __future__ import annotations

import contextlib
import re
import unicodedata

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LONGEST_QUOTE = 200


def plain_text(text: str, longest: int, *, end: bool = False) -> str:
    """Return a text on one line without control characters, cut to its first or last (`end`) `longest` characters."""
    text = ESCAPES.sub("", text)
    text = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    return f"…{text[-longest:]}" if end else f"{text[:longest]}…"


def exception_text(problem: BaseException) -> str:
    """Return the type and the text of an exception on one short line."""
    text = ""
    with contextlib.suppress(Exception):  # third-party code writes the text
        text = str(problem)
    return plain_text(f"{type(problem).__name__}: {text}" if text else type(problem).__name__, LONGEST_QUOTE)
