"""A bot that is an outside program. docs/bots.md describes the protocol, its limits, and what happens on failure."""

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
    """A bot that runs a program, starting it at the first question.

    A program that breaks the protocol or its limits is stopped, and `decide` raises `BotError`. After the next `begin` it
    is started again.
    """

    def __init__(
        self, name: str, command: Sequence[str], seed: int, budget: Budget = SECOND, limits: Limits | None = None
    ) -> None:
        self.name = name
        self.title = ""
        """The program's own name and its author's, from its `hello`."""
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
            return self._ask(child, question)
        except FaultError as fault:
            raise self._error(fault) from None
        except BaseException:
            # An interrupt: the program's answer would come too late, so start a new one next time.
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
        """Return the next message that is not late thoughts. Raise `FaultError` if there is none in time."""
        child.expect()
        until = time.monotonic() + seconds
        while True:
            line = child.line(until)
            if line is None:
                raise FaultError(f"late_{kind}", seconds=seconds)
            if line.strip():
                message = messages.decoded(line)
                if message["type"] != "thoughts":
                    return message

    def _ask(self, child: Child, question: Question) -> Answer:
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
                raise FaultError("late_decision", seconds=seconds, grace=self._limits.grace)
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
        """Stop the program. Return its exit code if it had ended by itself, and the end of its standard error."""
        if self._child is None:
            return None, ""
        code, errors = self._child.stop(), self._child.errors()
        self._forget()
        return code, errors

    def _error(self, fault: FaultError) -> BotError:
        """Stop the program. Return the error that says what it did."""
        code, text = self._stop()
        self._failed = True
        what = fault.phrase()
        if fault.key == "ended" and code is not None:
            what = (
                Phrase("bots.fault.exited", {"code": str(code)})
                if code >= 0
                else Phrase("bots.fault.killed", {"signal": str(-code)})
            )
        errors = Phrase("bots.errors", {"text": text}) if text else ""
        return BotError("bots.stopped", bot=plain_text(self.name, LONGEST_NAME), what=what, errors=errors)
