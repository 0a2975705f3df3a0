"""Reading a position from plain data that a user or a program has written. Every field is checked."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from typing import Any

from palatine.core.errors import Phrase, PositionError
from palatine.core.formats import AnyOf
from palatine.core.game import Settings

Plain = dict[str, Any]


class Reader:
    """A reader of plain data, field by field. It refuses a wrong value with its place and what would be right."""

    def __init__(self, settings: Settings, plain: Plain) -> None:
        self.settings = settings
        self.plain = plain

    def refuse(self, field: str, wanted: Phrase, given: object) -> PositionError:
        """Return the error that says what was wrong with a field and what would be right."""
        return PositionError("core.position_field", field=field, wanted=wanted, given=reprlib.repr(given))

    def get(self, holder: Any, field: str, name: str) -> Any:
        """Return the entry of `holder`, an object at the place `field`, under a name."""
        where = f"{field}.{name}" if field else name
        if not isinstance(holder, dict):
            raise self.refuse(field, Phrase("core.wanted.object"), holder)
        if name not in holder:
            raise PositionError("core.position_missing", field=where)
        return holder[name]

    def number(self, value: object, field: str, numbers: Iterable[int], wanted: Phrase) -> int:
        """Return a value that is one of some whole numbers."""
        if isinstance(value, bool) or not isinstance(value, int) or value not in numbers:
            raise self.refuse(field, wanted, value)
        return value

    def between(self, value: object, field: str, least: int, most: int) -> int:
        """Return a value that is a whole number from `least` to `most`."""
        wanted = Phrase("core.wanted.between", {"least": str(least), "most": str(most)})
        return self.number(value, field, range(least, most + 1), wanted)

    def one_of(self, value: object, field: str, known: Sequence[str]) -> int:
        """Return the index of a word in the list of known words."""
        if not isinstance(value, str) or value not in known:
            raise self.refuse(field, Phrase("core.wanted.one_of", {"known": AnyOf(known)}), value)
        return known.index(value)

    def list(self, value: object, field: str, length: int | None = None) -> list[Any]:
        """Return a value that is a list, of a given length if there is one."""
        if not isinstance(value, list) or length not in (None, len(value)):
            wanted = Phrase("core.wanted.list") if length is None else Phrase("core.wanted.list_of", {"length": length})
            raise self.refuse(field, wanted, value)
        return value

    def seat(self, value: object, field: str) -> int:
        """Return a value that is a seat of the game."""
        players = self.settings.players
        return self.number(value, field, range(players), Phrase("core.wanted.seat", {"most": players - 1}))
