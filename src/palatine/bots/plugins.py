"""Bots that are third-party Python classes: named by their module, or offered by an installed package."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palatine.bots.bot import Answer, Bot, BotError
from palatine.bots.thoughts import checked_thoughts
from palatine.core.errors import OptionError, Phrase
from palatine.core.plain_text import LONGEST_QUOTE, exception_text, plain_text

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from palatine.core.game import Game
    from palatine.core.views import Question

GROUP = "palatine.bots"
"""The group of entry points in which an installed package offers bots."""
ENTRY_NAME = re.compile(r"[\w.+-]+")
PLACE = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*)")


class ClassBot(Bot):
    """A wrapper of a third-party bot that checks its answers.

    Every exception becomes a `BotError`. The object is then dropped, and the next `begin` creates a new one.
    """

    def __init__(self, name: str, bot_class: Callable[[Game, int], Any], game: Game, seed: int) -> None:
        self.name = name
        self._class = bot_class
        self._game = game
        self._seed = seed
        self._failed = False
        self._begun = True
        self._bot: Any = None
        with self._guarded():
            self._bot = bot_class(game, seed)

    def begin(self, seed: int) -> None:
        self._seed = seed
        self._begun = False
        self._failed = False

    def decide(self, question: Question) -> Answer:
        if self._failed:
            raise BotError("bots.out", bot=self.name)
        with self._guarded():
            if self._bot is None:
                self._bot = self._class(self._game, self._seed)
            elif not self._begun and hasattr(self._bot, "begin"):
                self._bot.begin(self._seed)
            self._begun = True
            answer = self._bot.decide(question)
            if not isinstance(answer, Answer):
                answer = Answer(answer)
            legal = {decision: question.text(decision) for decision in question.legal()}
            decision = answer.decision
            if isinstance(decision, Integral) and not isinstance(decision, bool) and int(decision) in legal:
                return Answer(int(decision), checked_thoughts(answer.thoughts, legal))
            given = plain_text(repr(decision)[:LONGEST_QUOTE], LONGEST_QUOTE)
        self._fail()
        what = Phrase("bots.fault.illegal", {"given": given})
        raise BotError("bots.stopped", bot=self.name, what=what, errors="")

    def close(self) -> None:
        bot, self._bot = self._bot, None
        # The bot is dropped even if its `close` raises.
        with contextlib.suppress(Exception, SystemExit), contextlib.redirect_stdout(sys.stderr):
            if hasattr(bot, "close"):
                bot.close()

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn any exception of third-party code into a `BotError`, also one from the text of an answer.

        Its prints go to standard error: another program may read our standard output.
        """
        try:
            with contextlib.redirect_stdout(sys.stderr):
                yield
        except (Exception, SystemExit) as problem:
            self._fail()
            raise BotError("bots.raised", bot=self.name, error=exception_text(problem)) from problem

    def _fail(self) -> None:
        self._failed = True
        self.close()


def _as_bot_class(name: str, found: object) -> Callable[[Game, int], Any]:
    if not isinstance(found, type) or not callable(getattr(found, "decide", None)):
        raise OptionError("bots.no_bot_class", bot=name)
    return found


# ------------------------------------------------------------------------------------------- classes by their module


def _look_here() -> None:
    """Search the current folder for modules too, after everything that is installed."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def check_place(name: str, place: str) -> None:
    """Refuse a text that cannot name a class (`package.module:ClassName`), without running any of its code."""
    match = PLACE.fullmatch(place)
    if match is None:
        raise OptionError("bots.class_form", given=plain_text(place, LONGEST_QUOTE))
    package = match["module"].partition(".")[0]
    _look_here()
    if package not in sys.modules and importlib.util.find_spec(package) is None:
        raise OptionError("bots.not_imported", bot=name, error=f"ModuleNotFoundError: {package}")


def class_bot(name: str, place: str, game: Game, seed: int) -> Bot:
    """Return the bot `package.module:ClassName`."""
    check_place(name, place)
    module_name, _, class_name = place.partition(":")
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as problem:
        raise OptionError("bots.not_imported", bot=name, error=exception_text(problem)) from problem
    if not hasattr(module, class_name):
        raise OptionError("bots.no_class", module=module_name, name=class_name)
    return ClassBot(name, _as_bot_class(name, getattr(module, class_name)), game, seed)


# --------------------------------------------------------------------------------------- classes of installed packages


@functools.cache
def offered() -> Mapping[str, EntryPoint]:
    """Return the bots that installed packages offer, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP) if ENTRY_NAME.fullmatch(entry.name)}


def offered_bot(name: str, game: Game, seed: int) -> Bot:
    """Return the bot that an installed package offers under a name."""
    try:
        found = offered()[name].load()
    except (Exception, SystemExit) as problem:
        raise OptionError("bots.not_imported", bot=name, error=exception_text(problem)) from problem
    return ClassBot(name, _as_bot_class(name, found), game, seed)
