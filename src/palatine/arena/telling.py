"""Numbers and names as a person reads them."""

from __future__ import annotations

REPLACED = "\N{REPLACEMENT CHARACTER}"
DECIMAL_COMMA = frozenset({"it"})
MINUS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"


def printable(text: str) -> str:
    """A text from outside, such as a bot's name, without anything that steers a terminal or turns the reading order."""
    return "".join(letter if letter.isprintable() else REPLACED for letter in text)


def decimal(value: float | None, form: str, language: str) -> str:
    """A number in the form of a format specification, with the language's decimal sign; a dash for none."""
    if value is None:
        return NONE
    told = f"{value:{form}}".replace("-", MINUS)
    return told.replace(".", ",") if language in DECIMAL_COMMA else told


def duration(seconds: float | None, language: str) -> str:
    """A short time in a fitting unit."""
    if seconds is None:
        return NONE
    for factor, unit in ((1.0, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{decimal(seconds * factor, '.3g', language)} {unit}"
    return f"{decimal(seconds * 1e6, '.3g', language)} µs"
