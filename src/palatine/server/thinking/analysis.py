"""What a bot thinks of a finished game: every decision judged by the search, from what could be known when it was made.

Nothing here waits, thinks or stores: `Walk` goes through a game, puts the questions and takes the answers.
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
"""What a decision has to have cost to be among the costly ones: of the chance to win; alone, in points."""
DIGITS = 4


class Analysis(Struct, frozen=True):
    """An analysis as far as it is: what is stored. It goes on only with the bot it was begun with."""

    bot: str
    judged: list[Judged]


def _shared(chances: Sequence[float], seat: int, chance: float) -> list[float]:
    """All chances when one seat's is known: the others share what is left as they did before."""
    rest = sum(chances) - chances[seat]
    if rest > 0:
        shared = [other * (1 - chance) / rest for other in chances]
    else:
        shared = [(1 - chance) / (len(chances) - 1)] * len(chances)
    shared[seat] = chance
    return [round(one, DIGITS) for one in shared]


def judge(table: Table, decision: int, answer: Answer, before: Judged | None) -> Judged:
    """What a bot's answer says of a decision that was made at a table; `before` is what it thought of the one before it.

    The search knows the chances of the seat that decides. With more than two players the others' follow from what was
    last found for them."""
    seat, players = table.seat, table.settings.players
    assert seat is not None
    chances = [1 / players] * players if before is None else before.chances
    if players == 1:
        chances = []
    text = table.text(decision)
    considered: list[dict[str, Any]] = (answer.thoughts or {}).get("considered", [])
    if not considered:  # there was nothing to choose
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
    ply = next((one for one in considered if one["decision"] == decision), None)
    points = float(ply["score"] if ply else min(one["score"] for one in considered))
    lost_chance = 0.0
    if players > 1:
        chances = _shared(chances, seat, float(best["win_chance"]))
        chance = float(ply["win_chance"] if ply else min(one["win_chance"] for one in considered))
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
        visits=ply["visits"] if ply else 0,
    )


class Walk:
    """Goes through a finished game, one decision after the other, from where an analysis was left."""

    def __init__(self, line: Line, judged: Sequence[Judged]) -> None:
        self._line = line
        self._table = line.table(len(judged))
        self.judged = list(judged)

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1."""
        return len(self.judged) / max(1, len(self._line.decisions))

    @property
    def done(self) -> bool:
        """Whether all decisions are judged."""
        return len(self.judged) == len(self._line.decisions)

    def question(self) -> Question:
        """What the bot is to be asked next."""
        return self._table.question()

    def judge(self, answer: Answer) -> None:
        """Judge the next decision by the bot's answer."""
        decision = self._line.decisions[len(self.judged)]
        self.judged.append(judge(self._table, decision, answer, self.judged[-1] if self.judged else None))
        self._table.play(decision)


def final_chances(players: int, winners: Sequence[int]) -> list[float]:
    """The chances when it was decided; none in a game alone."""
    return [round(1 / len(winners), DIGITS) if seat in winners else 0.0 for seat in range(players)] * (players > 1)


def costly(judged: Sequence[Judged]) -> list[int]:
    """The decisions that cost most, by their place in the list, the worst one first."""
    alone = not any(one.chances for one in judged)

    def cost(place: int) -> tuple[float, float]:
        one = judged[place]
        return (one.lost_points, 0.0) if alone else (one.lost_chance, one.lost_points)

    least = LEAST_POINTS if alone else LEAST_CHANCE
    dear = [place for place in range(len(judged)) if cost(place)[0] >= least]
    return sorted(dear, key=cost, reverse=True)[:MOST_COSTLY]
