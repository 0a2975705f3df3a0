"""The description of a game: its name, players and options. Imports neither NumPy nor Numba.

`Game.module` imports the compiled rules when they are first needed.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ClassVar

from palatine.core.errors import OptionError, nearest
from palatine.core.formats import AnyOf

Value = bool | int | str

YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True)
class Option:
    """A choice made before a game begins. `players`: the numbers of players it is for; empty means all.

    `kind` is the input that a client shows: "flag", "choice", or a kind of the game's own ("cards"). A client that does
    not know the kind shows a choice of the values.
    """

    kind: ClassVar[str] = "choice"

    name: str
    default: Value
    players: tuple[int, ...] = field(default=(), kw_only=True)

    def values(self) -> tuple[Value, ...]:
        """Return the values it can have."""
        raise NotImplementedError

    def accepts(self, value: object) -> bool:
        """Return True if it can have this value. `True` is not the number 1."""
        return any(value == known and type(value) is type(known) for known in self.values())

    def typed_values(self) -> list[str]:
        """Return the values as a user types them."""
        return [str(value).lower() for value in self.values()]

    def from_text(self, text: str) -> object:
        """Return the value of a typed text. An invalid text is returned as it is, for `accepts` to refuse."""
        return text

    def normal(self, value: object) -> object:
        """Return a value in its canonical form."""
        return value

    def default_for(self, players: int) -> Value:  # noqa: ARG002 - options of some games depend on it
        """Return the default with this number of players."""
        return self.default

    def problem(self, given: object, players: int) -> OptionError | None:
        """Return the error if it cannot have this value, in any form, with this number of players; else None."""
        value = self.normal(given)
        if not self.accepts(value):
            wanted = AnyOf(map(repr, self.values()))
            return OptionError("core.wrong_value", option=self.name, wanted=wanted, value=repr(given))
        if self.players and players not in self.players and value != self.default:
            known, count = AnyOf(map(str, self.players)), self.players[-1]
            return OptionError(
                "core.option_not_for_players", option=self.name, known=known, count=count, players=players
            )
        return None

    def codes(self, value: Value) -> list[int]:
        """Return a value as numbers for the compiled rules, the same count for every value."""
        raise NotImplementedError


@dataclass(frozen=True)
class Flag(Option):
    """On or off."""

    kind = "flag"

    default: bool = False

    def values(self) -> tuple[Value, ...]:
        return (False, True)

    def from_text(self, text: str) -> object:
        word = text.casefold()
        return True if word in YES else False if word in NO else text

    def codes(self, value: Value) -> list[int]:
        return [int(value)]


@dataclass(frozen=True)
class Choice(Option):
    """One of several words; the first is the default. A word of digits may also be given as a number."""

    default: str = ""
    choices: tuple[str, ...] = ()

    def values(self) -> tuple[Value, ...]:
        return self.choices

    def normal(self, value: object) -> object:
        return str(value) if type(value) is int else value

    def codes(self, value: Value) -> list[int]:
        return [self.choices.index(str(value))]


@dataclass(frozen=True)
class Settings:
    """A game with its number of players and a value for every option. Settings and a seed give a set-up."""

    game: Game
    players: int
    options: Mapping[str, Value]

    def codes(self) -> list[int]:
        """Return the options as numbers for the compiled rules."""
        return [code for option in self.game.options for code in option.codes(self.options[option.name])]


@functools.cache
def _exists(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


@dataclass(frozen=True)
class Game:
    """A game without its rules. `package` is its folder.

    `command` is the name of the game's own sub-command (`palatine <command>`), defined in its module `command`.
    """

    name: str
    title: str
    players: tuple[int, ...]
    default_players: int
    options: tuple[Option, ...]
    rules_version: int
    package: str
    command: str = ""

    def has_module(self, name: str) -> bool:
        """Return True if the game has an optional part, such as `bots`, `client` or `screen`."""
        return _exists(f"{self.package}.{name}")

    def module(self, name: str) -> Any:
        """Import a part of the game: `layout`, `actions`, `view`, or one of the compiled parts."""
        module: ModuleType = importlib.import_module(f"{self.package}.{name}")
        return module

    def option(self, name: str) -> Option:
        """Return the option of this name. Raise an `OptionError` that lists the options if there is none."""
        for option in self.options:
            if option.name == name:
                return option
        known = nearest(str(name), (option.name for option in self.options))
        raise OptionError("core.unknown_option", game=self.title, option=name, known=known)

    def settings(self, players: object = None, options: Mapping[str, object] | None = None) -> Settings:
        """Check a number of players and options, and fill in the defaults."""
        count = self.default_players if players is None else players
        if isinstance(count, bool) or not isinstance(count, int) or count not in self.players:
            known = AnyOf(map(str, self.players))
            raise OptionError(
                "core.wrong_players", game=self.title, known=known, count=self.players[-1], players=repr(count)
            )
        values: dict[str, Value] = {option.name: option.default_for(count) for option in self.options}
        for name, given in (options or {}).items():
            option = self.option(name)
            if problem := option.problem(given, count):
                raise problem
            value = option.normal(given)
            assert isinstance(value, (bool, int, str))
            values[name] = value
        return Settings(self, count, values)

    def from_texts(self, texts: Mapping[str, str]) -> dict[str, object]:
        """Return typed options (`boats=3`) as values, for `settings` to check."""
        return {name: self.option(name).from_text(text) for name, text in texts.items()}
