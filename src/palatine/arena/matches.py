"""A match: many games between the same bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from palatine.arena.crew import Crew, CrewError, cores_here, local_crew, open_once
from palatine.arena.figures import Tallies, seats_of
from palatine.arena.files import make_folder, write_whole
from palatine.arena.interrupts import put_off
from palatine.arena.intervals import mean
from palatine.arena.running import Played, Referee, play_on
from palatine.arena.seating import Fixture, fixture, labels, lineup, rotations
from palatine.arena.seeds import drawn
from palatine.arena.sequential import SequentialTest
from palatine.bots import check_name
from palatine.core.errors import OptionError
from palatine.core.game import Settings
from palatine.core.table import check_seed
from palatine.core.words import ENGLISH

Progress = Callable[[int, int], None]
"""Called with the number of finished games and the total."""

SAVED = "game-{number:06}.json"


def play_match(
    settings: Settings,
    bots: Sequence[str],
    games: int,
    seed: int | str | None = None,
    stop_early: bool = False,
    cores: int = 1,
    save: Path | None = None,
    progress: Progress = lambda _done, _total: None,
    language: str = ENGLISH,
    crew_for: Callable[[int], Crew] = local_crew,
) -> dict[str, Any]:
    """Play a match and return its figures.

    Ctrl-C or the loss of a worker process ends it, with the figures so far. The last bot takes the remaining seats.
    `cores` 0 means all. `save` is a folder for the records. `crew_for` returns a crew for a number of cores.
    """
    check_match(settings, bots, games, seed, stop_early, cores, save)
    seed = check_seed(drawn() if seed is None else seed)
    names = labels(bots)
    turned = rotations(lineup(len(bots), settings.players))
    if save is not None:
        make_folder(save)
    open_once(settings.game, tuple(bots))
    crew = crew_for(cores)

    def fixtures(number: int) -> Fixture | None:
        return fixture(number, turned, seed) if number < games else None

    tallies = Tallies(names, len(turned))
    test = SequentialTest(1 / settings.players)
    shares: list[float] = []
    done = 0
    interrupted = worker_lost = False
    start = time.perf_counter()
    progress(0, games)
    try:
        for played in play_on(settings, bots, seed, fixtures, crew, Referee(len(bots)), records=save is not None):
            with put_off():
                if save is not None:
                    _save(played, names, save)
                tallies.note(played)
                done += 1
            progress(done, games)
            shares.append(_first_share(played))
            if done % len(turned) == 0:
                if stop_early and test.note(mean(shares)):
                    break
                shares.clear()
    except KeyboardInterrupt:
        interrupted = True
    except CrewError:
        worker_lost = True
    finally:
        crew.close(finished=done == games)
    return {
        "game": settings.game.name,
        "players": settings.players,
        "options": dict(settings.options),
        "seed": seed,
        "games": done,
        "seconds": time.perf_counter() - start,
        "stopped": test.verdict,
        "interrupted": interrupted,
        "worker_lost": worker_lost,
        "bots": tallies.figures(language),
    }


def check_match(
    settings: Settings,
    bots: Sequence[str],
    games: int,
    seed: int | str | None,
    stop_early: bool,
    cores: int,
    save: Path | None,
) -> None:
    """Refuse a match that cannot be played, before anything is compiled, run or written."""
    check_games(games)
    if seed is not None:
        check_seed(seed)
    lineup(len(bots), settings.players)
    if stop_early and len(bots) < 2:
        raise OptionError("arena.stop_early_alone")
    cores_here(cores)
    for bot in bots:
        check_name(bot, settings.game)
    if save is not None and any(save.glob("game-*.json")):
        raise OptionError("arena.folder_in_use", folder=str(save))


def check_games(games: object) -> None:
    """Refuse a number of games that is not an integer of 1 or more."""
    if not isinstance(games, int) or isinstance(games, bool) or games < 1:
        raise OptionError("arena.games", given=games)


def _first_share(played: Played) -> float:
    """Return the first bot's share of the win."""
    return mean([played.outcome.shares[seat] for seat in seats_of(0, played.fixture.entrants)])


def _save(played: Played, names: Sequence[str], folder: Path) -> None:
    assert played.outcome.record is not None
    seats = [names[entrant] for entrant in played.fixture.entrants]
    write_whole(folder / SAVED.format(number=played.fixture.number + 1), played.outcome.record | {"seats": seats})
