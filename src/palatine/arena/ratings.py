"""Ratings with intervals, by the Plackett-Luce model of the `openskill` library (Weng and Lin, 2011)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palatine.arena.intervals import Interval, Z

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating


class Ratings:
    """The ratings of entrants, updated game by game. The order of the games matters."""

    def __init__(self, entrants: int) -> None:
        from openskill.models import PlackettLuce

        # Bots do not change between games: with tau 0 every game narrows the intervals.
        self._model = PlackettLuce(tau=0.0)
        self._rated: list[PlackettLuceRating] = [self._model.rating() for _ in range(entrants)]

    def note(self, entrants: Sequence[int], places: Sequence[int]) -> None:
        """Add a game: its entrants and their places."""
        teams = [[self._rated[entrant]] for entrant in entrants]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for entrant, (rating,) in zip(entrants, rated, strict=True):
            self._rated[entrant] = rating

    def rating(self, entrant: int) -> float:
        """Return the most likely rating. Every entrant starts at 25."""
        return float(self._rated[entrant].mu)

    def interval(self, entrant: int) -> Interval:
        """Return the 95 % interval of a rating, under the model's assumptions."""
        half = Z * float(self._rated[entrant].sigma)
        return self.rating(entrant) - half, self.rating(entrant) + half

    def ladder(self) -> list[int]:
        """Return the entrants from best to worst; ties stay in the order of entry."""
        return sorted(range(len(self._rated)), key=lambda entrant: -self.rating(entrant))
