"""The messages between Palatine and an outside bot: JSON objects, one a line. docs/bots.md describes them all."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from palatine.bots.budgets import Budget
from palatine.bots.changes import changes
from palatine.bots.child import FaultError
from palatine.bots.thoughts import checked_thoughts
from palatine.core.plain_text import plain_text

if TYPE_CHECKING:
    from palatine.core.views import Question

PROTOCOL = 1
SAFE_INTEGER = 2**53
"""JSON parsers that store numbers as floats represent whole numbers below this exactly."""
LONGEST_NAME = 60
LONGEST_QUOTE = 120
KINDS = ("hello", "ready", "thoughts", "bestdecision", "error")

Message = dict[str, Any]


# ------------------------------------------------------------------------------------------------------ to the bot


def encoded(kind: str, **fields: object) -> bytes:
    """Return a message as a line."""
    return json.dumps({"type": kind, **fields}, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


@functools.cache
def _palatine_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("palatine")
    except PackageNotFoundError:
        return "unknown"


def hello() -> bytes:
    """Return the first message."""
    return encoded("hello", protocol=PROTOCOL, palatine=_palatine_version())


def new_game(question: Question, seed: int) -> bytes:
    """Return the message that begins a game: its settings, the bot's seat, and a seed for its random choices."""
    settings = question.settings
    return encoded(
        "newgame",
        game=settings.game.name,
        rules_version=settings.game.rules_version,
        players=settings.players,
        options=dict(settings.options),
        seat=question.seat,
        seed=seed % SAFE_INTEGER,
    )


def go(number: int, budget: Budget) -> bytes:
    """Return the message that asks for an answer within a budget."""
    if budget.milliseconds is not None:
        return encoded("go", question=number, milliseconds=budget.milliseconds)
    return encoded("go", question=number, iterations=budget.iterations)


STOP = encoded("stop")
QUIT = encoded("quit")


class News:
    """The last position sent to a bot, to describe the changes since. It holds nothing hidden."""

    def __init__(self) -> None:
        self._decisions: tuple[int, ...] = ()
        self._position: dict[str, Any] | None = None
        self._revealed = 0

    def position(self, number: int, question: Question, legal: Mapping[int, str]) -> bytes:
        """Return the message with the position to decide on."""
        position = question.position()
        known = question.seats if len(question.seats) == len(question.decisions) else (None,) * len(question.decisions)
        kept = self._kept(question.decisions)
        since = {
            "taken_back": len(self._decisions) - kept,
            "decisions": [
                {"seat": seat, "decision": decision, "text": question.text(decision)}
                for seat, decision in zip(known[kept:], question.decisions[kept:], strict=True)
            ],
            "revealed": max(question.revealed - self._revealed, 0),
            "changes": None if self._position is None else list(changes(self._position, position)),
        }
        self._decisions, self._position, self._revealed = question.decisions, position, question.revealed
        return encoded(
            "position",
            question=number,
            seat=question.seat,
            position=position,
            legal=[{"decision": decision, "text": text} for decision, text in legal.items()],
            since=since,
        )

    def _kept(self, decisions: tuple[int, ...]) -> int:
        """Return the number of decisions sent before that still hold."""
        kept = 0
        for old, new in zip(self._decisions, decisions, strict=False):
            if old != new:
                break
            kept += 1
        return kept


# ---------------------------------------------------------------------------------------------------- from the bot


def quoted(value: object) -> str:
    """Return a value that a bot has sent as short plain text."""
    if isinstance(value, (dict, list)):
        return "{…}" if isinstance(value, dict) else "[…]"
    return plain_text(json.dumps(value[:LONGEST_QUOTE] if isinstance(value, str) else value), LONGEST_QUOTE)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def decoded(line: bytes) -> Message:
    """Return the message in a line. Raise `FaultError` if there is none, or if it reports an error."""
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        start = line[:LONGEST_QUOTE].decode("utf-8", "replace")
        raise FaultError("no_json", line=plain_text(start, LONGEST_QUOTE)) from None
    kind = message.get("type") if isinstance(message, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise FaultError("no_message", given=quoted(kind), known=KINDS)
    if kind == "error":
        raise FaultError("said_error", reason=quoted(message.get("message")))
    found: Message = message
    return found


def expected(message: Message, kind: str) -> None:
    """Refuse a message that is not of the expected kind."""
    if message["type"] != kind:
        raise FaultError("other_message", given=message["type"], wanted=kind)


def checked_hello(message: Message) -> str:
    """Return the name and the author of a bot from its `hello`."""
    expected(message, "hello")
    protocol = message.get("protocol")
    if isinstance(protocol, bool) or protocol != PROTOCOL or not isinstance(protocol, int):
        raise FaultError("protocol", wanted=PROTOCOL, given=quoted(protocol))
    name, author = message.get("name"), message.get("author", "")
    if not isinstance(name, str) or not isinstance(author, str) or not name.strip():
        raise FaultError("no_name")
    names = [plain_text(text[: 2 * LONGEST_NAME], LONGEST_NAME) for text in (name, author)]
    return ", ".join(filter(None, names))


def checked_decision(message: Message, number: int, legal: Mapping[int, str]) -> int:
    """Return the legal decision of an answer to question `number`, given as a number or as text."""
    expected(message, "bestdecision")
    question, decision = message.get("question"), message.get("decision")
    if isinstance(question, bool) or not isinstance(question, int) or question != number:
        raise FaultError("other_question", wanted=str(number), given=quoted(question))
    if isinstance(decision, str):
        texts = {text: found for found, text in legal.items()}
        decision = texts.get(" ".join(decision.split()), decision)
    if isinstance(decision, bool) or not isinstance(decision, int) or decision not in legal:
        raise FaultError("illegal", given=quoted(decision))
    return decision


def thoughts_of(message: Message, number: int, legal: Mapping[int, str]) -> dict[str, Any] | None:
    """Return the valid thoughts of a message about question `number`; None if it is about another question."""
    return checked_thoughts(message.get("thoughts"), legal) if message.get("question") == number else None
