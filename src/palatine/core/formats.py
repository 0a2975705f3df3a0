"""Plural forms, numbers and lists as a language writes them, by the rules of the Unicode CLDR.

Babel is imported when one of them is first needed: most commands need none.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

PLURAL_CATEGORIES = frozenset({"zero", "one", "two", "few", "many", "other"})
OTHER = "other"
"""The category that every language has."""

MINUS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"
SMALLEST_GROUPED = 1000
"""Integers below this look the same in every language."""
COUNTED = range(1000)
"""Counts that a translation must be able to say; larger ones have the same categories, or fall back to `other`."""


class AnyOf(tuple[str, ...]):
    """Texts to be listed as alternatives: "a, b, or c"."""

    __slots__ = ()


@functools.cache
def _locale(language: str) -> Locale:
    from babel import Locale

    return Locale.parse(language, sep="-")


def plural_category(count: float, language: str) -> str:
    """Return the plural category of a number: "one" for 1 in English, "few" for 3 in Polish."""
    category: str = _locale(language).plural_form(count)
    return category


def plural_categories(language: str) -> set[str]:
    """Return the categories that a translation must have forms for."""
    return {OTHER, *(plural_category(count, language) for count in COUNTED)}


def number(value: float, language: str) -> str:
    """Return a number with the decimal sign and the grouping of a language, and at most three decimals."""
    if isinstance(value, int) and 0 <= value < SMALLEST_GROUPED:
        return str(value)
    from babel.numbers import format_decimal

    return format_decimal(value, locale=_locale(language))


def decimal(value: float | None, form: str, language: str) -> str:
    """Return a number in a format specification (`.1f`, `,.0f`) with the signs of a language; a dash for None."""
    if value is None:
        return NONE
    symbols = _locale(language).number_symbols["latn"]
    return f"{value:{form}}".translate({ord("-"): MINUS, ord("."): symbols["decimal"], ord(","): symbols["group"]})


def joined(items: Sequence[str], language: str) -> str:
    """Return texts as a list in a sentence: "a, b, and c"; "a, b, or c" for `AnyOf`."""
    from babel.lists import format_list

    return format_list(items, style="or" if isinstance(items, AnyOf) else "standard", locale=_locale(language))
