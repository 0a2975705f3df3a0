"""Names and durations as a person reads them."""

from __future__ import annotations

from palatine.core.formats import NONE, decimal

REPLACED = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return an outside text, such as a bot's name, without terminal control characters and bidirectional overrides."""
    return "".join(letter if letter.isprintable() else REPLACED for letter in text)


def duration(seconds: float | None, language: str) -> str:
    """Return a short time in s, ms or µs, with three digits; a dash for None."""
    if seconds is None:
        return NONE
    for factor, unit in ((1.0, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{decimal(seconds * factor, '.3g', language)} {unit}"
    return f"{decimal(seconds * 1e6, '.3g', language)} µs"
