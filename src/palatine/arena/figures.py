"""The figures of bots: wins, points and margins, with intervals.

An entrant with several seats in a game counts with their mean, so that each game counts once for each entrant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from palatine.arena.intervals import around, mean, wilson
from palatine.arena.running import Played


@dataclass
class Tally:
    """The games of one entrant."""

    shares: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    rounds: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    seconds: float = 0.0
    asked: int = 0
    failures: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    not_asked: int = 0

    def note(self, played: Played, seats: Sequence[int]) -> None:
        """Add a game in which the entrant has these seats."""
        outcome = played.outcome
        margin = mean([margin_of(seat, outcome.totals) for seat in seats])
        self.shares.append(mean([outcome.shares[seat] for seat in seats]))
        self.scores.append(mean([outcome.totals[seat] for seat in seats]))
        self.margins.append(margin)
        self.rounds[played.fixture.round].append(margin)
        self.seconds += sum(outcome.seconds[seat] for seat in seats)
        self.asked += sum(outcome.asked[seat] for seat in seats)
        own = [failure.reasons for failure in outcome.failures if failure.seat in seats]
        if own:
            self.failures.append((played.fixture.number, own[0]))
        self.not_asked += any(seat in seats for seat in outcome.unasked)

    def figures(self, name: str, games_a_round: int, language: str) -> dict[str, Any]:
        """Return the figures as plain data. docs/command.md lists the keys."""
        games, wins = len(self.shares), sum(self.shares)
        win_low, win_high = wilson(wins, games) if games else (None, None)
        whole = [mean(margins) for margins in self.rounds.values() if len(margins) == games_a_round]
        mean_margin = mean(self.margins)
        interval = around(mean_margin, whole if len(whole) > 1 else self.margins)
        margin_low, margin_high = interval or (None, None)
        return {
            "name": name,
            "games": games,
            "wins": wins,
            "win_rate": wins / games if games else None,
            "win_rate_low": win_low,
            "win_rate_high": win_high,
            "mean_score": mean(self.scores) if games else None,
            "mean_margin": mean_margin if games else None,
            "margin_low": margin_low,
            "margin_high": margin_high,
            "seconds_per_decision": self.seconds / self.asked if self.asked else None,
            "failures": [{"game": number + 1, "reason": reasons[language]} for number, reasons in self.failures],
            "games_not_asked": self.not_asked,
        }


def margin_of(seat: int, totals: Sequence[int]) -> int:
    """Return the points of a seat minus those of its best opponent."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def seats_of(entrant: int, entrants: Sequence[int]) -> list[int]:
    """Return the seats of an entrant."""
    return [seat for seat, sitting in enumerate(entrants) if sitting == entrant]


class Tallies:
    """The tallies of all entrants."""

    def __init__(self, names: Sequence[str], games_a_round: int) -> None:
        self.names = list(names)
        self._games_a_round = games_a_round
        self._tallies = [Tally() for _ in names]

    def note(self, played: Played) -> None:
        """Add a game."""
        entrants = played.fixture.entrants
        for entrant in dict.fromkeys(entrants):
            self._tallies[entrant].note(played, seats_of(entrant, entrants))

    def figures(self, language: str) -> list[dict[str, Any]]:
        """Return the figures of each entrant, with the reasons of failures in a language."""
        return [
            tally.figures(name, self._games_a_round, language)
            for name, tally in zip(self.names, self._tallies, strict=True)
        ]
