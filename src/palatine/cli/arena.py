"""`palatine arena`: a tournament of bots in a folder."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from palatine.arena.crew import Crew, cores_here, local_crew
from palatine.arena.report import write_report
from palatine.arena.store import REPORT, Plan, has_plan
from palatine.arena.texts import printable
from palatine.arena.tournament import Run, Standings, agreed, planned, run
from palatine.bots import names_code
from palatine.cli.figures import failures_of, figures_grid, games_progress
from palatine.cli.prepare import prepare
from palatine.cli.settings import read_seed, read_settings
from palatine.cli.terminal import Stopped, Terminal, ask_yes_or_no
from palatine.core.errors import OptionError
from palatine.core.language import Words
from palatine.core.words import say
from palatine.games import BUILT_IN, game_named

PLACES = ("local", "ray")


def crew_on(place: str, cores: int, crew_for: Callable[[int], Crew] = local_crew) -> Callable[[], Crew]:
    """Return a function that starts a crew on this machine or on Ray. Wrong arguments are refused immediately."""
    if place not in PLACES:
        raise OptionError("cli.error.place", given=place, known=PLACES)
    if place == "local":
        cores_here(cores)
        return lambda: crew_for(cores)
    from palatine.arena.on_ray import RayCrew, check_cores, installed

    check_cores(cores)
    installed()
    return lambda: RayCrew(cores)


def hold_tournament(
    name: str | None,
    bots: Sequence[str],
    into: Path | None,
    resume: Path | None,
    games: int | None,
    kind: str | None,
    players: int | None,
    options: Sequence[str],
    seed: str | None,
    place: str,
    cores: int,
    as_json: bool,
    words: Words,
    crew_for: Callable[[int], Crew] = local_crew,
) -> bool:
    """Run the command `palatine arena`. Return False if it was interrupted."""
    crew = crew_on(place, cores, crew_for)
    folder, given = _given(name, bots, into, resume, kind, players, options, seed)
    if given is not None and games is None and not has_plan(folder):
        raise OptionError("cli.error.arena_games")
    plan, wanted = agreed(given, games, folder)
    if given is None:
        _ask_for_code(plan, folder, words)
    prepare([game_named(plan.game)], words)

    def finish(standings: Standings) -> None:
        if standings.played:
            write_report(standings, folder / REPORT, words.language)

    with games_progress(words) as progress:
        done = run(plan, wanted, folder, crew, progress, finish)
    figures = plain_data(done, folder, words.language)
    if as_json:
        sys.stdout.write(json.dumps(figures) + "\n")
    else:
        _show(figures, done, words)
    if done.lost is not None:
        raise done.lost
    return not done.interrupted


def _ask_for_code(plan: Plan, folder: Path, words: Words) -> None:
    """Ask before running programs and classes that only the folder names: someone else may have made it.

    Without a terminal they are refused.
    """
    terminal = Terminal()
    named = [bot for bot in dict.fromkeys(plan.bots) if names_code(bot)]
    if not all(terminal.interactive and _may_run(bot, folder, terminal, words) for bot in named):
        command = ["palatine", "arena", plan.game, *plan.bots, "--into", str(folder), "--kind", plan.kind]
        command += ["--players", str(plan.players)]
        for option in plan.typed_options():
            command += ["--option", option]
        bots = [repr(bot) for bot in named]
        raise OptionError("arena.code", folder=str(folder), bots=bots, command=printable(shlex.join(command)))


def _may_run(bot: str, folder: Path, terminal: Terminal, words: Words) -> bool:
    prompt = say("arena.ask_for_code", words.language, folder=folder, name=repr(bot))
    try:
        return ask_yes_or_no(terminal, words, prompt, default=False)
    except Stopped:
        return False


def _given(
    name: str | None,
    bots: Sequence[str],
    into: Path | None,
    resume: Path | None,
    kind: str | None,
    players: int | None,
    options: Sequence[str],
    seed: str | None,
) -> tuple[Path, Plan | None]:
    """Return the folder and the plan of the command line; None to continue the one in the folder."""
    if resume is not None:
        if name is not None or into is not None or kind or players or options or seed:
            raise OptionError("cli.error.arena_settled")
        return resume, None
    if name is None or into is None:
        raise OptionError("cli.error.arena_words", game=next(iter(BUILT_IN)))
    game = game_named(name)
    settings = read_settings(game, players, [], options)
    return into, planned(settings, bots, kind or "round-robin", read_seed(seed), into)


def plain_data(done: Run, folder: Path, language: str) -> dict[str, Any]:
    """Return the tournament as plain data. docs/command.md lists the keys."""
    plan = done.standings.plan
    return {
        "game": plan.game,
        "players": plan.players,
        "options": plan.options,
        "kind": plan.kind,
        "seed": plan.seed,
        "games": len(done.standings.played),
        "games_before": done.games_before,
        "games_wanted": done.games_wanted,
        "seconds": done.seconds,
        "interrupted": done.interrupted,
        "worker_lost": done.lost is not None,
        "report": str(folder / REPORT) if done.standings.played else None,
        "bots": done.standings.figures(language),
    }


def _show(figures: dict[str, Any], done: Run, words: Words) -> None:
    console = Console(highlight=False, markup=False)
    title = words(
        "arena.title",
        title=game_named(figures["game"]).title,
        players=figures["players"],
        kind=figures["kind"],
        count=figures["games"],
        seed=str(figures["seed"]),
    )
    console.print(figures_grid(title, figures["bots"], words))
    for sentence in failures_of(figures["bots"], words):
        console.print(sentence, soft_wrap=True)
    if 0 < done.games_before < figures["games"]:
        console.print(words("arena.went_on", count=done.games_before), soft_wrap=True)
    if done.interrupted or done.lost is not None:
        console.print(
            words("arena.interrupted", count=figures["games"], games_wanted=done.games_wanted), soft_wrap=True
        )
    if figures["report"]:
        console.print(words("arena.report", file=figures["report"]), soft_wrap=True)
