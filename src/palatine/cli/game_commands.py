"""The commands of games, found when they are needed."""

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
    """Palatine's own commands, followed by those of the games.

    Installed games are imported only for the list of commands, and for a command that the built-in games lack.
    """

    def list_commands(self, ctx: Context) -> list[str]:
        """Return the names of all commands."""
        own = super().list_commands(ctx)
        return list(dict.fromkeys([*own, *(game.command for game in all_games().values() if game.command)]))

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """Return the command with a name, or None."""
        if own := super().get_command(ctx, cmd_name):
            return own
        if found := _command_in(BUILT_IN.values(), cmd_name):
            return found  # type: ignore[no-any-return]
        try:
            return _command_in(all_games().values(), cmd_name)  # type: ignore[no-any-return]
        except Exception:  # an installed game that cannot be imported must not break the help
            return None
