"""A bot that is an outside program. docs/bots.md has the protocol, the limits and what happens when they are broken."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from palatine.bots import messages
from palatine.bots.bot import Answer, Bot, BotError
from palatine.bots.budgets import Budget
from palatine.bots.child import Child, FaultError, Limits
from palatine.core.errors import Phrase
from palatine.core.plain_text import plain_text

if TYPE_CHECKING:
    from palatine.core.game import Settings
    from palatine.core.views import Question

SECOND = Budget(milliseconds=1000)
LONGEST_NAME = 80


class ProgramBot(Bot):
    """Starts a program when it is first asked something, and asks it.

    A program that breaks the protocol or its limits is stopped, with a `BotError` from `decide`; after the next `begin`
    it is started anew.
    """

    def __init__(
        self, name: str, command: Sequence[str], seed: int, budget: Budget = SECOND, limits: Limits | None = None
    ) -> None:
        self.name = name
        self.title = ""
        """The name that the program gives itself, and its author's; known when it has said hello."""
        self._command = list(command)
        self._budget = budget
        self._limits = limits or Limits()
        self._seed = seed
        self._child: Child | None = None
        self._failed = False
        self._settings: Settings | None = None
        self._news = messages.News()
        self._questions = 0

    def begin(self, seed: int) -> None:
        self._seed = seed
        self._settings = None
        self._failed = False

    def decide(self, question: Question) -> Answer:
        if self._failed:
            raise BotError("bots.out", bot=plain_text(self.name, LONGEST_NAME))
        try:
            child = self._child or self._started()
            if self._settings != question.settings:
                self._new_game(child, question)
            return self._asked(child, question)
        except FaultError as fault:
            raise self._error(fault) from None
        except BaseException:
            # Somebody has interrupted us, and the program would answer too late: begin again with a new one.
            self._stop()
            raise

    def close(self) -> None:
        if self._child is not None:
            self._child.quit(messages.QUIT)
            self._forget()

    # --------------------------------------------------------------------------------------- the conversation

    def _started(self) -> Child:
        if os.name != "posix":
            raise FaultError("platform")
        try:
            child = Child(self._command, self._limits)
        except (OSError, ValueError) as problem:
            raise FaultError("no_start", reason=getattr(problem, "strerror", None) or str(problem)) from None
        self._child = child
        child.send(messages.hello())
        self.title = messages.checked_hello(self._awaited(child, "hello", self._limits.hello))
        return child

    def _new_game(self, child: Child, question: Question) -> None:
        child.send(messages.new_game(question, self._seed))
        messages.expected(self._awaited(child, "ready", self._limits.ready), "ready")
        self._settings = question.settings
        self._news = messages.News()

    def _awaited(self, child: Child, kind: str, seconds: float) -> messages.Message:
        """The message that the program owes; thoughts that come late are passed over."""
        child.expect()
        until = time.monotonic() + seconds
        while True:
            line = child.line(until)
            if line is None:
                raise FaultError(f"late_{kind}", seconds=f"{seconds:g}")
            if line.strip():
                message = messages.decoded(line)
                if message["type"] != "thoughts":
                    return message

    def _asked(self, child: Child, question: Question) -> Answer:
        legal = {decision: question.text(decision) for decision in question.legal()}
        self._questions += 1
        number = self._questions
        child.send(self._news.position(number, question, legal))
        child.send(messages.go(number, self._budget))
        child.expect()
        milliseconds = self._budget.milliseconds
        seconds = self._limits.iterations if milliseconds is None else milliseconds / 1000
        until = time.monotonic() + seconds
        stopping = False
        thoughts: dict[str, Any] | None = None
        while True:
            line = child.line(until)
            if line is None and stopping:
                raise FaultError("late_decision", seconds=f"{seconds:g}", grace=f"{self._limits.grace:g}")
            if line is None:
                stopping = True
                child.send(messages.STOP)
                until = time.monotonic() + self._limits.grace
            elif line.strip():
                message = messages.decoded(line)
                thoughts = messages.thoughts_of(message, number, legal) or thoughts
                if message["type"] != "thoughts":
                    return Answer(messages.checked_decision(message, number, legal), thoughts)

    # ----------------------------------------------------------------------------------------------- stopping

    def _forget(self) -> None:
        self._child = None
        self._settings = None
        self._questions = 0

    def _stop(self) -> tuple[int | None, str]:
        """Stop the program; how it had ended if it did so by itself, and the end of its standard error."""
        if self._child is None:
            return None, ""
        code, said = self._child.stop(), self._child.errors()
        self._forget()
        return code, said

    def _error(self, fault: FaultError) -> BotError:
        """Stop the program, and say what it did."""
        code, said = self._stop()
        self._failed = True
        what = fault.phrase()
        if fault.key == "ended" and code is not None:
            what = (
                Phrase("bots.fault.exited", {"code": code})
                if code >= 0
                else Phrase("bots.fault.killed", {"signal": -code})
            )
        errors = Phrase("bots.errors", {"text": said}) if said else ""
        return BotError("bots.stopped", bot=plain_text(self.name, LONGEST_NAME), what=what, errors=errors)
