"""The sub-commands that games bring along, found when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from typer.core import TyperGroup

from palatine.core.game import Game
from palatine.games import BUILT_IN, all_games

if TYPE_CHECKING:
    from typer._click import Command, Context


def _command_in(games: Iterable[Game], name: str) -> Any:
    import typer

    game = next((game for game in games if game.command == name), None)
    return None if game is None else typer.main.get_command(game.module("command").app)


class Commands(TyperGroup):
    """The commands of the program itself, and after them those of the games.

    Installed games are looked for only where the built-in ones have no such command, and for the list of all.
    """

    def list_commands(self, ctx: Context) -> list[str]:
        """The names of all commands."""
        own = super().list_commands(ctx)
        return list(dict.fromkeys([*own, *(game.command for game in all_games().values() if game.command)]))

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """The command of that name, or None."""
        if own := super().get_command(ctx, cmd_name):
            return own
        if found := _command_in(BUILT_IN.values(), cmd_name):
            return found  # type: ignore[no-any-return]
        try:
            return _command_in(all_games().values(), cmd_name)  # type: ignore[no-any-return]
        except Exception:  # a game of others that cannot be imported must not break the help of all commands
            return None
