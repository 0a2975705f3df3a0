"""Bots under the control of a test, and crews that play with them."""

from __future__ import annotations

from collections.abc import Callable

from palatine.arena.crew import CrewError, Pending, Task
from palatine.arena.game import Outcome, play
from palatine.bots import Answer, Bot, BotError, bot_named
from palatine.core.views import Question
from palatine.games import game_named


class FirstMove(Bot):
    """Takes the first legal decision and records its choices."""

    name = "first move"

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.choices: list[int] = []

    def begin(self, seed: int) -> None:
        self.begun.append(seed)

    def decide(self, question: Question) -> Answer:
        legal = question.legal()
        self.choices.append(len(legal))
        return Answer(legal[0])


class Failing(FirstMove):
    """Plays like `FirstMove`, then fails from some decision on."""

    def __init__(self, at: int, happens: Callable[[], Answer]) -> None:
        super().__init__()
        self._at = at
        self._happens = happens

    def decide(self, question: Question) -> Answer:
        answer = super().decide(question)
        return self._happens() if len(self.choices) > self._at else answer


def stopped() -> Answer:
    """Fail like a bot program that was stopped."""
    raise BotError("core.unknown_bot", bot="stopped", known="")


def bug() -> Answer:
    """Fail like a plug-in with a bug."""
    raise ZeroDivisionError("division by zero")


class NoBegin(FirstMove):
    """Fails at the start of a game."""

    def begin(self, seed: int) -> None:
        raise BotError("core.unknown_bot", bot=str(seed), known="")


class EagerCrew:
    """Plays every game immediately, like a fast cluster that runs ahead of the schedule.

    `broken` bots fail at their first decision. `tasks` lists the seed and the bots of each game.
    """

    def __init__(self, at_once: int, broken: set[str]) -> None:
        self.at_once = at_once
        self.tasks: list[tuple[int, tuple[str | None, ...]]] = []
        self._broken = broken

    def begin(self, task: Task) -> Pending:
        self.tasks.append((task.deal, task.bots))
        outcome = self._played(task)
        return lambda: outcome

    def _played(self, task: Task) -> Outcome:
        game = game_named(task.game)

        def opened(name: str | None) -> Bot | None:
            if name is None:
                return None
            return Failing(0, stopped) if name in self._broken else bot_named(name, game)

        settings = game.settings(task.players, task.options)
        return play(settings, task.deal, [opened(name) for name in task.bots], task.bot_seeds, task.record)

    def close(self, finished: bool) -> None:
        """Do nothing; there is nothing to release."""


class MortalCrew(EagerCrew):
    """Plays some games, then loses its process."""

    def __init__(self, games: int) -> None:
        super().__init__(1, broken=set())
        self._games = games

    def begin(self, task: Task) -> Pending:
        if len(self.tasks) == self._games:
            raise CrewError("arena.worker_lost")
        return super().begin(task)
