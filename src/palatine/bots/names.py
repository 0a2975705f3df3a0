"""Bots by name: `random`, `level:3`, `search:500ms`, `cmd:./mybot`, `cmd@500ms:./mybot`, `class:package.module:ClassName`, names of installed packages.

Imports nothing heavy: a name can be checked before anything is compiled.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from palatine.bots.bot import Bot
from palatine.bots.budgets import Budget, read_budget
from palatine.bots.levels import HIGHEST, LOWEST, WITH_FULL_GREEDY
from palatine.core.plain_text import plain_text
from palatine.core.problems import OptionError, nearest
from palatine.core.words import say, sentence

if TYPE_CHECKING:
    from palatine.core.game import Game

__all__ = [
    "BOTS",
    "Budget",
    "bot_named",
    "check_name",
    "known_names",
    "level_names",
    "names_code",
    "read_budget",
    "short_name",
    "shown_name",
]

SHORT = 24
MOST_THREADS = 64
LONGEST_QUOTE = 80


@dataclass(frozen=True)
class Name:
    """A bot's name taken apart: `word`, `word:argument` or `word@budget:argument`."""

    whole: str
    word: str
    budget: str | None
    argument: str | None


def _nothing_to_check(name: Name, game: Game) -> None:
    """A single word that is known is right."""


@dataclass(frozen=True)
class Kind:
    """A kind of bot: how its names look, how one is checked without anything heavy, how the bot is made."""

    form: str
    make: Callable[[Name, Game, int], Bot]
    check: Callable[[Name, Game], None] = _nothing_to_check
    takes_budget: bool = False
    """Whether `word@budget:argument` is understood."""
    names_code: bool = False
    """Whether the name itself says what is to be run: such a name is obeyed only if the person has given it."""

    def fits(self, name: Name) -> bool:
        """Whether a name has the parts that this kind takes."""
        return (name.argument is not None) == (":" in self.form) and (name.budget is None or self.takes_budget)


def _random(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import RandomBot

    return RandomBot(game, seed)


def _greedy(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import GreedyBot

    return GreedyBot(game, seed)


def _check_full_greedy(name: Name, game: Game) -> None:
    if game.name != WITH_FULL_GREEDY:
        raise OptionError("bots.not_for_game", bot=name.whole, game=WITH_FULL_GREEDY)


def _full_greedy(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import FullGreedyBot

    return FullGreedyBot(game, seed)


def _fitted(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import FittedBot

    return FittedBot(game, seed)


def _level(name: Name) -> int:
    text = name.argument or ""
    if len(text) != 1 or text not in "12345":
        raise OptionError("bots.level_number", given=plain_text(text, LONGEST_QUOTE), lowest=LOWEST, highest=HIGHEST)
    return int(text)


def _check_level(name: Name, game: Game) -> None:
    _level(name)


def _level_bot(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import level_bot

    return level_bot(game, seed, _level(name))


def _budget_and_threads(name: Name) -> tuple[Budget, int]:
    """`500ms`, or `500ms*2` on two threads."""
    text, star, threads = (name.argument or "").partition("*")
    if star and not (threads.isdecimal() and len(threads) <= 2 and 1 <= int(threads) <= MOST_THREADS):
        raise OptionError("bots.threads", given=plain_text(threads, LONGEST_QUOTE), most=MOST_THREADS)
    return read_budget(text), int(threads) if star else 1


def _check_search(name: Name, game: Game) -> None:
    _budget_and_threads(name)


def _search(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.searching import PLAIN, STYLES, SearchBot

    budget, threads = _budget_and_threads(name)
    style = PLAIN if name.word == "mcts" else STYLES[game.name]
    return SearchBot(game, seed, budget, threads, style, name.whole)


def _command(name: Name) -> list[str]:
    """The program and its arguments."""
    text = name.argument or ""
    try:
        command = shlex.split(text)
    except ValueError as problem:
        raise OptionError("bots.command_form", given=plain_text(text, LONGEST_QUOTE), reason=str(problem)) from None
    if not command or "\0" in text:
        raise OptionError("bots.no_command", bot=plain_text(name.whole, LONGEST_QUOTE))
    return command


def _check_program(name: Name, game: Game) -> None:
    if name.budget is not None:
        read_budget(name.budget)
    program = _command(name)[0]
    if shutil.which(program) is None:
        raise OptionError("bots.no_program", program=plain_text(program, LONGEST_QUOTE))


def _program(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.program import SECOND, ProgramBot

    budget = SECOND if name.budget is None else read_budget(name.budget)
    return ProgramBot(name.whole, _command(name), seed, budget)


def _check_class(name: Name, game: Game) -> None:
    from palatine.bots.plugins import check_place

    check_place(name.whole, name.argument or "")


def _class(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.plugins import class_bot

    return class_bot(name.whole, name.argument or "", game, seed)


def _offered(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.plugins import offered_bot

    return offered_bot(name.whole, game, seed)


KINDS: dict[str, Kind] = {
    "level": Kind("level:1-5", _level_bot, _check_level),
    "search": Kind("search:BUDGET", _search, _check_search),
    "mcts": Kind("mcts:BUDGET", _search, _check_search),
    "fitted": Kind("fitted", _fitted),
    "greedy": Kind("greedy", _greedy),
    "full_greedy": Kind("full_greedy", _full_greedy, _check_full_greedy),
    "random": Kind("random", _random),
    "cmd": Kind("cmd:COMMAND", _program, _check_program, takes_budget=True, names_code=True),
    "class": Kind("class:MODULE:CLASS", _class, _check_class, names_code=True),
}
"""By the word with which the names of a kind begin."""
BOTS = tuple(word for word, kind in KINDS.items() if kind.form == word)
"""The bots whose names are single words."""


def _taken_apart(name: str) -> Name:
    head, colon, argument = name.partition(":")
    word, at, budget = head.partition("@")
    return Name(name, word, budget if at else None, argument if colon else None)


def known_names(game: Game | None = None) -> list[str]:
    """The forms of all names there are, or of those for a game."""
    from palatine.bots.plugins import offered

    built_in = [kind.form for kind in KINDS.values() if game is None or _plays(kind.form, game)]
    return [*built_in, *(name for name in offered() if name not in KINDS)]


def _plays(form: str, game: Game) -> bool:
    return form != "full_greedy" or game.name == WITH_FULL_GREEDY


def _kind_of(name: Name, others: Iterable[str]) -> Kind:
    kind = KINDS.get(name.word)
    if kind is not None and kind.fits(name):
        return kind
    from palatine.bots.plugins import offered

    if kind is None and name.whole in offered():
        return Kind(name.whole, _offered)
    known = nearest(name.whole[:LONGEST_QUOTE], [*others, *known_names()])
    raise OptionError("core.unknown_bot", bot=plain_text(name.whole, LONGEST_QUOTE), known=known)


def check_name(name: str, game: Game, others: Iterable[str] = ()) -> None:
    """Refuse a name that is no bot's for a game, with a sentence; `others`: what else could be said in its place."""
    apart = _taken_apart(name)
    _kind_of(apart, others).check(apart, game)


def bot_named(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot for a game; the seed settles what it leaves to chance."""
    apart = _taken_apart(str(name))
    kind = _kind_of(apart, ())
    kind.check(apart, game)
    return kind.make(apart, game, seed)


def names_code(name: str) -> bool:
    """Whether a name itself says what program or class is to be run, so that it must come from the person."""
    kind = KINDS.get(_taken_apart(name).word)
    return kind is not None and kind.names_code


def level_names(game: Game, language: str) -> list[str]:
    """What the levels of a game are called, from the lowest to the highest."""
    return [
        sentence(f"{game.name}.levels.{number}", language) or say(f"bots.level.{number}", language)
        for number in range(LOWEST, HIGHEST + 1)
    ]


def shown_name(name: str, game: Game, language: str) -> str:
    """A bot as a person is told of it: a level by what it is called."""
    apart = _taken_apart(name)
    if apart.word != "level":
        return short_name(name)
    return level_names(game, language)[_level(apart) - LOWEST]


def short_name(name: str) -> str:
    """A name that fits into a table."""
    return plain_text(name, SHORT)
