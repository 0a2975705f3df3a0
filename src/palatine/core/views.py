"""What can be seen of a position: who decides, what is legal, the open position as plain data, the points."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from palatine.core.client import client_of
from palatine.core.engine import Engine, Raw, engine
from palatine.core.game import Game, Settings


class PositionView:
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
        """How many hidden values have been revealed so far; it grows when a decision uncovers something."""
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
        """What the words of a legal decision leave out, so that they can be understood without the position."""
        known: dict[str, Any] = client_of(self.game).about(self._engine.plain(self._raw), decision)
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

    def rankings(self) -> list[int]:
        """A number for each seat that orders them with all tie-breaks of the game; the highest is the best."""
        return self._scored()[1]

    def places(self, out: Collection[int] = ()) -> list[int]:
        """The place of each seat by the game's own ranking, 1 for the best; seats that are level share one.

        The seats `out` of the game share the last place, whatever they have.
        """
        ranked = self.rankings()
        inside = [seat for seat in range(len(ranked)) if seat not in out]
        return [
            len(inside) + 1 if seat in out else 1 + sum(ranked[other] > ranking for other in inside)
            for seat, ranking in enumerate(ranked)
        ]

    def scores(self) -> list[dict[str, Any]]:
        """Per seat the total and the sources of its points, were the game to end now."""
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
    """What the player to decide may know: the open position, and the decisions made so far. Nothing hidden is in it.

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
        """The memory of the position; all hidden fields are zero."""
        return self._raw
