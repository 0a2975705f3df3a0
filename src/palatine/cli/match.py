"""`palatine match`: many games between the same bots."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from palatine.arena.crew import Crew, local_crew
from palatine.arena.matches import check_match, play_match
from palatine.arena.seating import default_players
from palatine.cli.figures import failures_of, figures_grid, games_progress
from palatine.cli.prepare import prepare
from palatine.cli.settings import read_seed, read_settings
from palatine.core.errors import PalatineError
from palatine.core.formats import decimal
from palatine.core.game import Game
from palatine.core.language import Words
from palatine.core.words import say
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
    crew_for: Callable[[int], Crew] = local_crew,
) -> bool:
    """Run the command `palatine match`. Return False if it was interrupted."""
    settings = read_settings(game_named(name), default_players(players, bots), [], options)
    given = read_seed(seed)
    check_match(settings, bots, games, given, stop_early, cores, save)
    prepare([settings.game], words)
    with games_progress(words) as progress:
        result = play_match(
            settings,
            bots,
            games,
            seed=given,
            stop_early=stop_early,
            cores=cores,
            save=save,
            progress=progress,
            language=words.language,
            crew_for=crew_for,
        )
    if as_json:
        sys.stdout.write(json.dumps(result) + "\n")
    else:
        _show(result, settings.game, stop_early, save, words)
    if result["worker_lost"]:
        raise PalatineError("arena.worker_lost")
    return not result["interrupted"]


def _show(result: dict[str, Any], game: Game, stop_early: bool, save: Path | None, words: Words) -> None:
    console = Console(highlight=False, markup=False)
    if result["games"]:
        seconds = decimal(result["seconds"], ".1f", words.language)
        title = say(
            "arena.match_title",
            words.language,
            title=game.title,
            players=result["players"],
            count=result["games"],
            seconds=seconds,
            seed=str(result["seed"]),
        )
        console.print(figures_grid(title, result["bots"], words))
    for sentence in failures_of(result["bots"], words):
        console.print(sentence, soft_wrap=True)
    cut_short = result["interrupted"] or result["worker_lost"]
    if stop_early and not cut_short:
        verdict = result["stopped"] or "open"
        share = decimal(1 / result["players"], ".1%", words.language)
        console.print(words(f"match.{verdict}", count=result["games"], share=share), soft_wrap=True)
    if save is not None:
        console.print(words("match.saved", folder=save), soft_wrap=True)
    if cut_short:
        console.print(words("match.interrupted", count=result["games"]), soft_wrap=True)
