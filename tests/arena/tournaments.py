"""Small tournaments, played in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from palatine.arena.crew import ThisProcess
from palatine.arena.store import GAMES, Plan
from palatine.arena.tournament import Run, planned, run
from palatine.games import game_named


def plan(
    bots: list[str],
    folder: Path,
    players: int = 2,
    kind: str = "round-robin",
    seed: int | None = 1,
    harmony: bool = False,
) -> Plan:
    return planned(game_named("kingdomino").settings(players, {"harmony": harmony}), bots, kind, seed, folder)


def hold(bots: list[str], folder: Path, games: int | None, **how: Any) -> Run:
    return run(plan(bots, folder, **how), games, folder, ThisProcess)


def lines(folder: Path) -> list[dict[str, Any]]:
    """Return the games in a folder without their times."""
    games = [json.loads(line) for line in (folder / GAMES).read_text().splitlines()]
    for game in games:
        del game["arena"]["seconds"]
    return games
