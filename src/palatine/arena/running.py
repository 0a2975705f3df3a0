"""Playing a schedule: games may run in parallel, but count in the order of the schedule.

So the results do not depend on the number or speed of the processes. A bot is dropped after three failures, also counted
in the order of the schedule: a game that started before the third failure was known is played again without the bot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from palatine.arena.crew import Crew, Pending, Task
from palatine.arena.game import Outcome
from palatine.arena.seating import Fixture
from palatine.arena.seeds import derived
from palatine.core.game import Settings

MOST_FAILURES = 3


@dataclass(frozen=True)
class Played:
    """A game of a schedule and its outcome."""

    fixture: Fixture
    outcome: Outcome


class Referee:
    """Counts the failures of each entrant, and drops those with too many."""

    def __init__(self, entrants: int) -> None:
        self._failures = [0] * entrants

    def note(self, played: Played) -> None:
        """Add a game. An entrant that failed in several seats of it counts as failing once."""
        for entrant in {played.fixture.entrants[failure.seat] for failure in played.outcome.failures}:
            self._failures[entrant] += 1

    def is_out(self, entrant: int) -> bool:
        """Return True if an entrant has been dropped."""
        return self._failures[entrant] >= MOST_FAILURES


NextFixture = Callable[[int], Fixture | None]
"""Returns the game with a number; None after the last, or if it depends on games that are not finished."""


def play_on(
    settings: Settings,
    bots: Sequence[str],
    seed: int | str,
    fixtures: NextFixture,
    crew: Crew,
    referee: Referee,
    first: int = 0,
    records: bool = True,
) -> Iterator[Played]:
    """Yield the games from number `first` on, in order.

    The caller must count each game before it takes the next: `fixtures` may depend on it.
    """

    def begun(fixture: Fixture) -> tuple[Fixture, Task, Pending]:
        task = Task(
            game=settings.game.name,
            players=settings.players,
            options=dict(settings.options),
            deal=fixture.deal,
            bots=tuple(None if referee.is_out(entrant) else bots[entrant] for entrant in fixture.entrants),
            bot_seeds=tuple(derived(seed, "bot", fixture.number, seat) for seat in range(settings.players)),
            record=records,
        )
        return fixture, task, crew.begin(task)

    waiting: deque[tuple[Fixture, Task, Pending]] = deque()
    number = first
    while True:
        while len(waiting) < crew.at_once and (fixture := fixtures(number)) is not None:
            waiting.append(begun(fixture))
            number += 1
        if not waiting:
            return
        fixture, task, pending = waiting.popleft()
        outcome = pending()
        if any(
            bot is not None and referee.is_out(entrant)
            for entrant, bot in zip(fixture.entrants, task.bots, strict=True)
        ):
            waiting.appendleft(begun(fixture))
            continue
        played = Played(fixture, outcome)
        referee.note(played)
        yield played
