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
from palatine.core.bots import HIGHEST, LOWEST, PLAIN, bots_of
from palatine.core.errors import OptionError, nearest
from palatine.core.plain_text import plain_text
from palatine.core.words import say, say_if_known
from palatine.games import all_games

if TYPE_CHECKING:
    from palatine.core.game import Game

__all__ = [
    "Budget",
    "adviser",
    "bot_named",
    "check_name",
    "known_names",
    "level_names",
    "names_code",
    "read_budget",
    "short_name",
    "shown_name",
    "stand_in",
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
    fitted: bool = False
    """It judges by an evaluation that was fitted to the game."""
    names_code: bool = False
    """Whether the name itself says what is to be run: such a name is obeyed only if the person has given it."""

    def fits(self, name: Name) -> bool:
        """Whether a name has the parts that this kind takes."""
        return (name.argument is not None) == (":" in self.form) and (name.budget is None or self.takes_budget)


def _random(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import RandomBot

    return RandomBot(game, seed)


def _reference(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import ReferenceBot

    return ReferenceBot(game, seed, name.whole)


def _check_fitted(name: Name, game: Game) -> None:
    """Refuse a bot that judges by an evaluation, for a game that has none."""
    if not bots_of(game).fitted:
        known = known_names(game)
        raise OptionError("bots.no_evaluation", bot=name.word, game=game.title, known=known)


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
    _check_fitted(name, game)
    _budget_and_threads(name)


def _check_mcts(name: Name, game: Game) -> None:
    _budget_and_threads(name)


def _search(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.searching import SearchBot

    budget, threads = _budget_and_threads(name)
    style = PLAIN if name.word == "mcts" else None
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
    "search": Kind("search:BUDGET", _search, _check_search, fitted=True),
    "mcts": Kind("mcts:BUDGET", _search, _check_mcts),
    "fitted": Kind("fitted", _fitted, _check_fitted, fitted=True),
    "random": Kind("random", _random),
    "cmd": Kind("cmd:COMMAND", _program, _check_program, takes_budget=True, names_code=True),
    "class": Kind("class:MODULE:CLASS", _class, _check_class, names_code=True),
}
"""By the word with which the names of a kind begin."""


def _taken_apart(name: str) -> Name:
    head, colon, argument = name.partition(":")
    word, at, budget = head.partition("@")
    return Name(name, word, budget if at else None, argument if colon else None)


def known_names(game: Game) -> list[str]:
    """The forms of all names of bots for a game."""
    from palatine.bots.plugins import offered

    bots = bots_of(game)
    kinds = [kind for kind in KINDS.values() if bots.fitted or not kind.fitted]
    own, outside = ([kind.form for kind in kinds if kind.names_code == code] for code in (False, True))
    names = [*own, *bots.reference_players, *outside]
    return [*names, *(name for name in offered() if name not in KINDS and name not in names)]


def _kind_of(name: Name, game: Game, others: Iterable[str]) -> Kind:
    kind = KINDS.get(name.word)
    if kind is not None and kind.fits(name):
        return kind
    if name.whole in bots_of(game).reference_players:
        return Kind(name.whole, _reference)
    from palatine.bots.plugins import offered

    if kind is None and name.whole in offered():
        return Kind(name.whole, _offered)
    if any(name.whole in bots_of(other).reference_players for other in all_games().values()):
        known = known_names(game)
        raise OptionError("bots.no_reference_player", bot=name.whole, game=game.title, known=known)
    known = nearest(name.whole[:LONGEST_QUOTE], [*others, *known_names(game)])
    raise OptionError("core.unknown_bot", bot=plain_text(name.whole, LONGEST_QUOTE), known=known)


def check_name(name: str, game: Game, others: Iterable[str] = ()) -> None:
    """Refuse a name that is no bot's for a game, with a sentence; `others`: what else could be said in its place."""
    apart = _taken_apart(name)
    _kind_of(apart, game, others).check(apart, game)


def bot_named(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot for a game; the seed settles what it leaves to chance."""
    apart = _taken_apart(str(name))
    kind = _kind_of(apart, game, ())
    kind.check(apart, game)
    return kind.make(apart, game, seed)


def adviser(game: Game, iterations: int) -> str:
    """The name of the strongest bot of a game that thinks for some iterations: what it says is always the same."""
    return f"{'search' if bots_of(game).fitted else 'mcts'}:{iterations}"


def stand_in(game: Game) -> str:
    """The name of the bot that plays on for one that has failed: quick, and no beginner."""
    return next(iter(bots_of(game).reference_players), f"level:{LOWEST + 1}")


def names_code(name: str) -> bool:
    """Whether a name itself says what program or class is to be run, so that it must come from the person."""
    kind = KINDS.get(_taken_apart(name).word)
    return kind is not None and kind.names_code


def level_names(game: Game, language: str) -> list[str]:
    """What the levels of a game are called, from the lowest to the highest."""
    return [
        say_if_known(f"{game.name}.levels.{number}", language) or say(f"bots.level.{number}", language)
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
