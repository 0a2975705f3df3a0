"""The options of Dragon Castle that need more than a choice of words. Imports neither NumPy nor Numba."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass

from palatine.core.errors import OptionError, nearest
from palatine.core.game import Option, Value

SPIRITS = ("beauty", "elegance", "wind", "deception", "strength", "change", "faith", "deep", "destruction", "cunning")
DRAGONS = (
    "humility",
    "righteousness",
    "tranquility",
    "bravery",
    "majesty",
    "power",
    "knowledge",
    "harmony",
    "devotion",
    "fortitude",
)
SOLO = 1
NOT_SOLO = "power"
"""The one card that compares neighbours (DC-41)."""

DRAWN = 1 << len(SPIRITS)
"""Added to the number of cards to draw, for the compiled rules. A smaller code is a set of chosen cards."""


@dataclass(frozen=True)
class CardsOption(Option):
    """The cards in play: a number to draw (`"1"`), or names (`"wind"`, `"wind,change"`) (DC-12)."""

    kind = "cards"

    default: str = "1"
    cards: tuple[str, ...] = ()

    def default_for(self, players: int) -> str:
        """Return one drawn card; none in a solo game."""
        return "0" if players == SOLO else self.default

    def values(self) -> tuple[Value, ...]:
        """Return the numbers and the single cards. Several cards are a value too."""
        return (*map(str, range(len(self.cards) + 1)), *self.cards)

    def normal(self, value: object) -> object:
        """Return the names in the order of the cards, each once."""
        if type(value) is int:
            return str(value)
        if isinstance(value, str):
            given = [name.strip().casefold() for name in value.split(",")]
        elif isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
            given = [name.strip().casefold() for name in value]
        else:
            return value
        if not set(given) <= set(self.cards):
            return given[0] if isinstance(value, str) and len(given) == 1 else value
        return ",".join(card for card in self.cards if card in given) or "0"

    def accepts(self, value: object) -> bool:
        """Return True for a number of cards, or names of cards."""
        if not isinstance(value, str):
            return False
        return value in self.values() or set(value.split(",")) <= set(self.cards)

    def problem(self, given: object, players: int) -> OptionError | None:
        """Return why these cards cannot be in play with a number of players, if they cannot."""
        value = self.normal(given)
        most = self._most(players)
        if not isinstance(value, str) or not self.accepts(value):
            known = nearest(reprlib.repr(value), self.cards)
            return OptionError("dragon_castle.wrong_cards", option=self.name, given=reprlib.repr(given), known=known)
        if players == SOLO and NOT_SOLO in value.split(","):
            return OptionError("dragon_castle.not_solo", card=NOT_SOLO)
        if value.isdecimal() and int(value) > most:
            return OptionError("dragon_castle.too_many_cards", option=self.name, most=most, given=value)
        return None

    def codes(self, value: Value) -> list[int]:
        """Return a set of cards as bits, or the number to draw."""
        if str(value).isdecimal():
            return [DRAWN + int(value)]
        return [sum(1 << self.cards.index(name) for name in str(value).split(","))]

    def _most(self, players: int) -> int:
        return len(self.cards) - (players == SOLO and NOT_SOLO in self.cards)
