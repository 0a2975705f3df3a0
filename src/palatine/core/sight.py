"""What can be seen of a position: who decides, what is legal, the open position as plain data, the points."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core.engine import Engine, Raw, engine
from palatine.core.game import Game, Settings


class Sight:
    """A position to be looked at."""

    def __init__(self, settings: Settings, raw: Raw) -> None:
        self.settings = settings
        self._engine: Engine = engine(settings.game)
        self._actions = settings.game.module("actions")
        self._view = settings.game.module("view")
        self._raw = raw

    @property
    def game(self) -> Game:
        """What is played."""
        return self.settings.game

    @property
    def seat(self) -> int | None:
        """Who decides now, counted from 0; None when the game is over."""
        seat, _, _ = self._engine.glance(self._raw)
        return None if seat < 0 else int(seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat is None

    @property
    def revealed(self) -> int:
        """How many facts have been revealed so far; it grows when a decision uncovers something."""
        return int(self._engine.glance(self._raw)[2])

    def legal(self) -> list[int]:
        """The legal decisions as numbers, in rising order."""
        listed = np.empty(self._engine.most_legal, dtype=np.int32)
        total = self._engine.legal(self._raw, listed)
        return sorted(listed[:total].tolist())

    def moves(self) -> list[str]:
        """The legal decisions as text."""
        return [self._actions.to_text(decision) for decision in self.legal()]

    def text(self, decision: int) -> str:
        """A decision as a person would say it."""
        said: str = self._actions.to_text(decision)
        return said

    def about(self, decision: int) -> dict[str, Any]:
        """What the words of a legal decision leave out: whoever has it can tell the decision without the position."""
        known: dict[str, Any] = self.game.module("client").about(self._engine.plain(self._raw), decision)
        return known

    def position(self) -> dict[str, Any]:
        """The open position as plain dicts and lists."""
        plain = self._engine.plain(self._raw)
        position: dict[str, Any] = self._view.position(self.settings, plain)
        position["totals"] = plain.totals[: self.settings.players]
        return position

    def totals(self) -> list[int]:
        """The points of each seat, were the game to end now."""
        return self._scored()[0]

    def _scored(self) -> tuple[list[int], NDArray[np.int64]]:
        players = self.settings.players
        totals = np.zeros((1, players), dtype=np.int32)
        rankings = np.zeros((1, players), dtype=np.int64)
        self._engine.score(self._raw[np.newaxis], totals, rankings)
        return totals[0].tolist(), rankings[0]


class Question(Sight):
    """What whoever has to decide may know: the open position, and the decisions made so far. Nothing is sealed in it.

    `seats` tells who made each of the decisions; it is empty if the host of the table does not keep that.
    """

    def __init__(
        self, settings: Settings, observation: Raw, decisions: tuple[int, ...], seats: tuple[int, ...] = ()
    ) -> None:
        super().__init__(settings, observation)
        self.decisions = decisions
        self.seats = seats

    @property
    def observation(self) -> Raw:
        """The memory of the position; all sealed fields are zero."""
        return self._raw
