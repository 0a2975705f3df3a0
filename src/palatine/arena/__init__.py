"""Matches, tournaments, ratings and reports. The heavy modules are imported when something is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from palatine.games import game_named

__all__ = ["match"]


def match(
    game: str,
    bots: Sequence[str],
    games: int,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    stop_early: bool = False,
    cores: int = 1,
) -> dict[str, Any]:
    """Play a match between bots and return its figures, as `palatine match --json` prints them.

    By default there is a seat for each bot. `cores` 0 means all. With several cores, guard your script with
    `if __name__ == "__main__":`, since worker processes import it.
    """
    from palatine.arena.matches import play_match
    from palatine.arena.seating import default_players

    described = game_named(game)
    settings = described.settings(default_players(players, bots), options)
    return play_match(settings, bots, games, seed=seed, stop_early=stop_early, cores=cores)
