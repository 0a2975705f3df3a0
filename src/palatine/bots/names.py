"""Bots by name: `random`, `level:3`, `search:500ms`, `cmd:./mybot`, `class:package.module:ClassName`, installed bots.

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
    """A parsed name of a bot: `word`, `word:argument` or `word@budget:argument`."""

    whole: str
    word: str
    budget: str | None
    argument: str | None


def _nothing_to_check(name: Name, game: Game) -> None:
    """Accept the name: a known word without arguments is valid."""


@dataclass(frozen=True)
class Kind:
    """A kind of bot: the form of its names, its constructor, and a check of names that imports nothing heavy."""

    form: str
    make: Callable[[Name, Game, int], Bot]
    check: Callable[[Name, Game], None] = _nothing_to_check
    takes_budget: bool = False
    """True if names may be `word@budget:argument`."""
    fitted: bool = False
    """True if it needs an evaluation that was fitted to the game."""
    names_code: bool = False
    """True if the name contains the code to run. Such a name is accepted only from the user."""

    def fits(self, name: Name) -> bool:
        """Return True if a name has the parts that this kind takes."""
        return (name.argument is not None) == (":" in self.form) and (name.budget is None or self.takes_budget)


def _random(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import RandomBot

    return RandomBot(game, seed)


def _reference(name: Name, game: Game, seed: int) -> Bot:
    from palatine.bots.builtin import ReferenceBot

    return ReferenceBot(game, seed, name.whole)


def _check_fitted(name: Name, game: Game) -> None:
    """Refuse a bot that needs a fitted evaluation for a game that has none."""
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
    """Return the budget and the number of threads of `500ms`, or of `500ms*2`: two threads."""
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
    """Return the program and its arguments."""
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
"""The kinds of bots, by the first word of their names."""


def _parsed(name: str) -> Name:
    head, colon, argument = name.partition(":")
    word, at, budget = head.partition("@")
    return Name(name, word, budget if at else None, argument if colon else None)


def known_names(game: Game) -> list[str]:
    """Return the forms of all names of bots for a game."""
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
    """Refuse a name that is no bot of a game. `others`: words that would also be accepted in its place."""
    parsed = _parsed(name)
    _kind_of(parsed, game, others).check(parsed, game)


def bot_named(name: str, game: Game, seed: int = 0) -> Bot:
    """Return the bot of a name for a game. The seed determines its random choices."""
    parsed = _parsed(str(name))
    kind = _kind_of(parsed, game, ())
    kind.check(parsed, game)
    return kind.make(parsed, game, seed)


def adviser(game: Game, iterations: int) -> str:
    """Return the name of a game's strongest bot with a budget in iterations. Its answers are deterministic."""
    return f"{'search' if bots_of(game).fitted else 'mcts'}:{iterations}"


def stand_in(game: Game) -> str:
    """Return the name of the bot that takes over from one that failed: a fast one, and not the weakest."""
    return next(iter(bots_of(game).reference_players), f"level:{LOWEST + 1}")


def names_code(name: str) -> bool:
    """Return True if a name contains the program or class to run. Such a name must come from the user."""
    kind = KINDS.get(_parsed(name).word)
    return kind is not None and kind.names_code


def level_names(game: Game, language: str) -> list[str]:
    """Return the names of a game's levels, from the lowest to the highest."""
    return [
        say_if_known(f"{game.name}.levels.{number}", language) or say(f"bots.level.{number}", language)
        for number in range(LOWEST, HIGHEST + 1)
    ]


def shown_name(name: str, game: Game, language: str) -> str:
    """Return the name of a bot as shown to users: the title of its level, or its short name."""
    parsed = _parsed(name)
    if parsed.word != "level":
        return short_name(name)
    return level_names(game, language)[_level(parsed) - LOWEST]


def short_name(name: str) -> str:
    """Return a name that fits into a table."""
    return plain_text(name, SHORT)
