"""Ratings with intervals, by the Plackett-Luce model of the `openskill` library (Weng and Lin, 2011)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palatine.arena.intervals import Interval, Z

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating


class Ratings:
    """The ratings of some entrants, game by game in the order in which they are noted."""

    def __init__(self, entrants: int) -> None:
        from openskill.models import PlackettLuce

        # Bots do not change from game to game: without tau every game makes the ratings surer.
        self._model = PlackettLuce(tau=0.0)
        self._rated: list[PlackettLuceRating] = [self._model.rating() for _ in range(entrants)]

    def note(self, entrants: Sequence[int], places: Sequence[int]) -> None:
        """A game between some entrants and the places they came to."""
        teams = [[self._rated[entrant]] for entrant in entrants]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for entrant, (rating,) in zip(entrants, rated, strict=True):
            self._rated[entrant] = rating

    def rating(self, entrant: int) -> float:
        """The most likely rating; all begin with 25."""
        return float(self._rated[entrant].mu)

    def interval(self, entrant: int) -> Interval:
        """Where the rating lies with 95 %, as far as the model holds."""
        half = Z * float(self._rated[entrant].sigma)
        return self.rating(entrant) - half, self.rating(entrant) + half

    def ladder(self) -> list[int]:
        """The entrants from the best to the worst; who is level stays in the order of entry."""
        return sorted(range(len(self._rated)), key=lambda entrant: -self.rating(entrant))
