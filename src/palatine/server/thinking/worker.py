"""A process that thinks: `python -m palatine.server.thinking.worker` answers a line of JSON with a line of JSON, until there are
no more. It gets what a bot may know, and nothing else."""

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

STEPS_BACK = 10
"""By how much it lets others go first, also when it does not wait until the machine is idle."""
LOOK_SECONDS, LEAST_SHARE = 0.3, 0.1
"""How often it looks whether it gets on, and the share of a core that it has to get."""


class Asked(Struct, frozen=True):
    """A question, and who is to answer it."""

    game: str
    players: int
    options: dict[str, Value]
    observation: bytes
    decisions: tuple[int, ...]
    seats: tuple[int, ...]
    bot: str
    seed: int


def put(question: Question, bot: str, seed: int) -> bytes:
    """A question as it is sent."""
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
    """The question that was sent, who is to answer it, and the seed for what they leave to chance."""
    asked = msgspec.json.decode(line, type=Asked)
    observation = np.frombuffer(asked.observation, dtype=np.uint8).copy()
    settings = game_named(asked.game).settings(asked.players, asked.options)
    return Question(settings, observation, asked.decisions, asked.seats), asked.bot, asked.seed


def answer(question: Question, bot: str, seed: int) -> Answer:
    """What a bot thinks of a question; the same bot with the same seed thinks the same."""
    return bot_named(bot, question.settings.game, seed).decide(question)


class Background:
    """Thinks in a thread that runs when nothing else on this machine wants to, and is interrupted as soon as something
    does. On a machine that is never idle it would hardly run at all: then it is thought again, like anything else."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None

    def answer(self, question: Question, bot: str, seed: int) -> Answer:
        """What a bot thinks of a question."""
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
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks decides when it is over
    if hasattr(os, "nice"):
        os.nice(STEPS_BACK)
    background = Background()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(background.answer(*asked_of(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
