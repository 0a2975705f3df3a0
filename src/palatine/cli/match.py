"""`palatine match`: some bots, one table, many games."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from palatine.arena.matches import play_match
from palatine.arena.seating import default_players
from palatine.cli.figures import failures_of, figures_grid, games_progress
from palatine.cli.prepare import prepare
from palatine.cli.settings import read_seed, read_settings
from palatine.cli.words import Words
from palatine.games import game_named


def match_bots(
    name: str,
    bots: Sequence[str],
    games: int,
    players: int | None,
    options: Sequence[str],
    seed: str | None,
    stop_early: bool,
    cores: int,
    save: Path | None,
    as_json: bool,
    words: Words,
) -> bool:
    """The command `palatine match`; whether it was played without an interruption."""
    settings = read_settings(game_named(name), default_players(players, bots), [], options)
    prepare([settings.game], words)
    with games_progress(words) as progress:
        result = play_match(
            settings, bots, games, read_seed(seed), stop_early, cores, save, progress, language=words.language
        )
    if as_json:
        sys.stdout.write(json.dumps(result) + "\n")
        return not result["interrupted"]
    console = Console(highlight=False, markup=False)
    if result["games"]:
        title = words("match.title", title=settings.game.title, **result)
        console.print(figures_grid(title, result["bots"], words))
    for sentence in failures_of(result["bots"], words):
        console.print(sentence, soft_wrap=True)
    if stop_early and not result["interrupted"]:
        verdict = result["stopped"] or "open"
        share = f"{1 / settings.players:.1%}"
        console.print(words(f"match.{verdict}", games=result["games"], share=share), soft_wrap=True)
    if save is not None:
        console.print(words("match.saved", folder=save), soft_wrap=True)
    if result["interrupted"]:
        console.print(words("match.interrupted", games=result["games"]), soft_wrap=True)
    return not result["interrupted"]
