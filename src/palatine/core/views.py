"""Views of a position: the seat to decide, the legal decisions, the open position as plain data, the points."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from palatine.core.client import client_of
from palatine.core.engine import Engine, Raw, engine
from palatine.core.game import Game, Settings


class PositionView:
    """A read-only view of a position."""

    def __init__(self, settings: Settings, raw: Raw) -> None:
        self.settings = settings
        self._engine: Engine = engine(settings.game)
        self._actions = settings.game.module("actions")
        self._view = settings.game.module("view")
        self._raw = raw

    @property
    def game(self) -> Game:
        """The game of the settings."""
        return self.settings.game

    @property
    def seat(self) -> int | None:
        """The seat to decide, counted from 0; None when the game is over."""
        seat, _, _ = self._engine.glance(self._raw)
        return None if seat < 0 else int(seat)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.seat is None

    @property
    def revealed(self) -> int:
        """The number of hidden values revealed so far. Every decision that reveals something raises it."""
        return int(self._engine.glance(self._raw)[2])

    def legal(self) -> list[int]:
        """Return the legal decisions as numbers, in ascending order."""
        listed = np.empty(self._engine.most_legal, dtype=np.int32)
        total = self._engine.legal(self._raw, listed)
        return sorted(listed[:total].tolist())

    def moves(self) -> list[str]:
        """Return the legal decisions as text."""
        return [self._actions.to_text(decision) for decision in self.legal()]

    def text(self, decision: int) -> str:
        """Return a decision as text, like `claim 12`."""
        text: str = self._actions.to_text(decision)
        return text

    def about(self, decision: int) -> dict[str, Any]:
        """Return the details that the text of a legal decision leaves out; with them it needs no position."""
        details: dict[str, Any] = client_of(self.game).about(self._engine.plain(self._raw), decision)
        return details

    def position(self) -> dict[str, Any]:
        """Return the open position as plain dicts and lists."""
        plain = self._engine.plain(self._raw)
        position: dict[str, Any] = self._view.position(self.settings, plain)
        position["totals"] = plain.totals[: self.settings.players]
        return position

    def totals(self) -> list[int]:
        """Return the points of each seat, as if the game ended now."""
        return self._scored()[0]

    def rankings(self) -> list[int]:
        """Return a number for each seat that orders them with all tie-breaks. The highest is the best."""
        return self._scored()[1]

    def places(self, out: Collection[int] = ()) -> list[int]:
        """Return the place of each seat, 1 for the best. Tied seats share a place.

        The seats that are `out` of the game share the last place, whatever their points.
        """
        ranked = self.rankings()
        inside = [seat for seat in range(len(ranked)) if seat not in out]
        return [
            len(inside) + 1 if seat in out else 1 + sum(ranked[other] > ranking for other in inside)
            for seat, ranking in enumerate(ranked)
        ]

    def scores(self) -> list[dict[str, Any]]:
        """Return the total and the sources of points of each seat, as if the game ended now."""
        rows = np.empty(self._engine.source_shape, dtype=np.int32)
        sources = self._view.sources(self.settings, rows[: self._engine.sources(self._raw, rows)])
        return [{"total": total, "sources": of_seat} for total, of_seat in zip(self.totals(), sources, strict=True)]

    def _scored(self) -> tuple[list[int], list[int]]:
        players = self.settings.players
        totals = np.zeros((1, players), dtype=np.int32)
        rankings = np.zeros((1, players), dtype=np.int64)
        self._engine.score(self._raw[np.newaxis], totals, rankings)
        return totals[0].tolist(), rankings[0].tolist()


class Question(PositionView):
    """A question for the player to decide: the open position and the decisions made so far. It holds nothing hidden.

    `seats` are the seats that made the decisions; empty if the host of the table does not know.
    """

    def __init__(
        self, settings: Settings, observation: Raw, decisions: tuple[int, ...], seats: tuple[int, ...] = ()
    ) -> None:
        super().__init__(settings, observation)
        self.decisions = decisions
        self.seats = seats

    @property
    def observation(self) -> Raw:
        """The memory of the position, with all hidden fields zeroed."""
        return self._raw
