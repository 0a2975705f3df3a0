"""A bot process: `python -m palatine.server.thinking.worker` answers each line of JSON with a line of JSON.

A question holds an observation, so the process never sees hidden fields."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue

import msgspec
import numpy as np
from msgspec import Struct

from palatine.bots import bot_named
from palatine.bots.bot import Answer
from palatine.core.game import Value
from palatine.core.views import Question
from palatine.games import game_named

NICENESS = 10
"""The niceness of the process when it does not wait for an idle machine."""
LOOK_SECONDS, LEAST_SHARE = 0.3, 0.1
"""The seconds between checks of its progress, and the least share of a core that counts as progress."""


class Asked(Struct, frozen=True):
    """A question, the bot to answer it, and its seed, as sent to a process."""

    game: str
    players: int
    options: dict[str, Value]
    observation: bytes
    decisions: tuple[int, ...]
    seats: tuple[int, ...]
    bot: str
    seed: int


def put(question: Question, bot: str, seed: int) -> bytes:
    """Return a question as JSON."""
    settings = question.settings
    asked = Asked(
        game=settings.game.name,
        players=settings.players,
        options=dict(settings.options),
        observation=question.observation.tobytes(),
        decisions=question.decisions,
        seats=question.seats,
        bot=bot,
        seed=seed,
    )
    return msgspec.json.encode(asked)


def asked_of(line: bytes) -> tuple[Question, str, int]:
    """Return the question, the bot and the seed that JSON describes."""
    asked = msgspec.json.decode(line, type=Asked)
    observation = np.frombuffer(asked.observation, dtype=np.uint8).copy()
    settings = game_named(asked.game).settings(asked.players, asked.options)
    return Question(settings, observation, asked.decisions, asked.seats), asked.bot, asked.seed


def answer(question: Question, bot: str, seed: int) -> Answer:
    """Return a bot's answer to a question; the same bot with the same seed answers the same."""
    return bot_named(bot, question.settings.game, seed).decide(question)


class Background:
    """Thinks in a thread with the SCHED_IDLE policy, which yields to everything else on the machine.

    If the machine is never idle, the thread hardly runs; then the question is answered again at normal priority."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None

    def answer(self, question: Question, bot: str, seed: int) -> Answer:
        """Return a bot's answer to a question."""
        idle = not hasattr(os, "SCHED_IDLE") or (self._thread is not None and self._thread.is_alive())
        return answer(question, bot, seed) if idle else self._answer(question, bot, seed)

    def _answer(self, question: Question, bot: str, seed: int) -> Answer:
        player = bot_named(bot, question.settings.game, seed)
        clocks, answers = SimpleQueue[int](), SimpleQueue[Answer]()

        def think() -> None:
            clocks.put(time.pthread_getcpuclockid(threading.get_ident()))
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            answers.put(player.decide(question))

        self._thread = threading.Thread(target=think, daemon=True)
        self._thread.start()
        clock, before = clocks.get(), 0.0
        while True:
            with suppress(Empty):
                return answers.get(timeout=LOOK_SECONDS)
            worked = time.clock_gettime(clock) if self._thread.is_alive() else before
            if worked - before < LEAST_SHARE * LOOK_SECONDS:
                return answer(question, bot, seed)
            before = worked


def main() -> None:
    """Answer questions until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end without a word if the server was killed
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    background = Background()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(background.answer(*asked_of(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
