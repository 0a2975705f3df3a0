"""The analysis of a finished game: the search evaluates every decision, from what could be known when it was made.

No I/O and no search here: `Walk` steps through a game, provides the questions and takes the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from palatine.bots.bot import Answer
from palatine.core.table import Table
from palatine.core.views import Question
from palatine.server.history.line import Line
from palatine.server.messages.results import Judged

MOST_COSTLY = 5
LEAST_CHANCE, LEAST_POINTS = 0.02, 0.5
"""The least loss of a costly decision: in win chance, or in points in a game for one player."""
DIGITS = 4


class Analysis(Struct, frozen=True):
    """A stored analysis, possibly incomplete. It is resumed only with the bot that began it."""

    bot: str
    judged: list[Judged]


def _shared(chances: Sequence[float], seat: int, chance: float) -> list[float]:
    """Return all seats' chances, given one seat's: the others share the rest in their old proportions."""
    rest = sum(chances) - chances[seat]
    if rest > 0:
        shared = [other * (1 - chance) / rest for other in chances]
    else:
        shared = [(1 - chance) / (len(chances) - 1)] * len(chances)
    shared[seat] = chance
    return [round(one, DIGITS) for one in shared]


def judge(table: Table, decision: int, answer: Answer, before: Judged | None) -> Judged:
    """Return the evaluation of a decision by a bot's answer; `before` is the evaluation of the previous decision.

    The search estimates the chances of the deciding seat only. With more than two players, the others share the rest in
    the proportions of `before`."""
    seat, players = table.seat, table.settings.players
    assert seat is not None
    chances = [1 / players] * players if before is None else before.chances
    if players == 1:
        chances = []
    text = table.text(decision)
    considered: list[dict[str, Any]] = (answer.thoughts or {}).get("considered", [])
    if not considered:  # only one legal decision
        return Judged(
            ply=len(table.decisions),
            seat=seat,
            decided=text,
            best=text,
            chances=list(chances),
            points=None,
            lost_points=0.0,
            lost_chance=0.0,
            visits=0,
        )
    best = next(one for one in considered if one["decision"] == answer.decision)
    chosen = next((one for one in considered if one["decision"] == decision), None)
    points = float(chosen["score"] if chosen else min(one["score"] for one in considered))
    lost_chance = 0.0
    if players > 1:
        chances = _shared(chances, seat, float(best["win_chance"]))
        chance = float(chosen["win_chance"] if chosen else min(one["win_chance"] for one in considered))
        lost_chance = max(0.0, round(float(best["win_chance"]) - chance, DIGITS))
    return Judged(
        ply=len(table.decisions),
        seat=seat,
        decided=text,
        best=best["text"],
        chances=list(chances),
        points=float(best["score"]),
        lost_points=max(0.0, round(float(best["score"]) - points, DIGITS)),
        lost_chance=lost_chance,
        visits=chosen["visits"] if chosen else 0,
    )


class Walk:
    """Steps through the decisions of a finished game, from where an analysis stopped."""

    def __init__(self, line: Line, judged: Sequence[Judged]) -> None:
        self._line = line
        self._table = line.table(len(judged))
        self.judged = list(judged)

    @property
    def progress(self) -> float:
        """The progress, 0 to 1."""
        return len(self.judged) / max(1, len(self._line.decisions))

    @property
    def done(self) -> bool:
        """True when all decisions are evaluated."""
        return len(self.judged) == len(self._line.decisions)

    def question(self) -> Question:
        """Return the next question for the bot."""
        return self._table.question()

    def judge(self, answer: Answer) -> None:
        """Evaluate the next decision by the bot's answer."""
        decision = self._line.decisions[len(self.judged)]
        self.judged.append(judge(self._table, decision, answer, self.judged[-1] if self.judged else None))
        self._table.play(decision)


def final_chances(players: int, winners: Sequence[int]) -> list[float]:
    """Return the chances at the end of the game; none with one player."""
    return [round(1 / len(winners), DIGITS) if seat in winners else 0.0 for seat in range(players)] * (players > 1)


def costly(judged: Sequence[Judged]) -> list[int]:
    """Return the indices of the decisions that cost most, the worst first."""
    alone = not any(one.chances for one in judged)

    def cost(place: int) -> tuple[float, float]:
        one = judged[place]
        return (one.lost_points, 0.0) if alone else (one.lost_chance, one.lost_points)

    least = LEAST_POINTS if alone else LEAST_CHANCE
    found = [place for place in range(len(judged)) if cost(place)[0] >= least]
    return sorted(found, key=cost, reverse=True)[:MOST_COSTLY]
