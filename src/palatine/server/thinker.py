"""A process that thinks: `python -m palatine.server.thinker` answers a line of JSON with a line of JSON, until there are
no more. It gets what a bot may know, and nothing else."""

from __future__ import annotations

import os
import signal
import sys

import msgspec
import numpy as np
from msgspec import Struct

from palatine.bots import bot_named
from palatine.bots.bot import Answer
from palatine.core.game import Value
from palatine.core.sight import Question
from palatine.games import game_named

LOWEST_PRIORITY = 19


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
        settings.game.name,
        settings.players,
        dict(settings.options),
        question.observation.tobytes(),
        question.decisions,
        question.seats,
        bot,
        seed,
    )
    return msgspec.json.encode(asked)


def answered(line: bytes) -> Answer:
    """What is thought of a question that was sent."""
    asked = msgspec.json.decode(line, type=Asked)
    game = game_named(asked.game)
    observation = np.frombuffer(asked.observation, dtype=np.uint8).copy()
    question = Question(game.settings(asked.players, asked.options), observation, asked.decisions, asked.seats)
    return answer(question, asked.bot, asked.seed)


def answer(question: Question, bot: str, seed: int) -> Answer:
    """What a bot thinks of a question; the same bot with the same seed thinks the same."""
    return bot_named(bot, question.settings.game, seed).decide(question)


def _step_back() -> None:
    """Let everything else of this machine go first, as far as its system can do that."""
    if hasattr(os, "SCHED_IDLE"):  # only when nothing else wants to run, and interrupted as soon as something does
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)


def main() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks decides when it is over
    _step_back()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answered(line)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
