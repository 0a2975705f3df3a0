"""Text from outside (a bot's name, an error of foreign code) on one line, without anything that steers a terminal."""

from __future__ import annotations

import contextlib
import re
import unicodedata

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LONGEST_QUOTE = 200


def plain_text(text: str, longest: int, *, end: bool = False) -> str:
    """A text on one line without anything that could move a cursor; its first characters or its last (`end`) ones."""
    told = ESCAPES.sub("", text)
    told = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in told)
    told = " ".join(told.split())
    if len(told) <= longest:
        return told
    return f"…{told[-longest:]}" if end else f"{told[:longest]}…"


def exception_text(problem: BaseException) -> str:
    """The type and the text of an exception, on one short line."""
    text = ""
    with contextlib.suppress(Exception):  # its text is made by foreign code
        text = str(problem)
    return plain_text(f"{type(problem).__name__}: {text}" if text else type(problem).__name__, LONGEST_QUOTE)
