"""A tournament: many bots, a schedule, a folder in which everything is kept."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from palatine.arena.crew import Crew, open_once
from palatine.arena.figures import Tallies
from palatine.arena.interrupts import put_off
from palatine.arena.matches import Progress, check_games
from palatine.arena.ratings import Ratings
from palatine.arena.running import Played, Referee, play_on
from palatine.arena.schedules import schedule
from palatine.arena.seating import FEWEST_PLAYERS, Fixture, fixture, labels, rotations
from palatine.arena.seeds import drawn
from palatine.arena.store import GAMES, GameFile, Plan, alone_in, has_plan, keep_plan, read_plan
from palatine.core.game import Settings
from palatine.core.problems import OptionError
from palatine.core.table import check_seed


class Standings:
    """A tournament as far as it has been played."""

    def __init__(self, plan: Plan) -> None:
        if plan.players < FEWEST_PLAYERS:
            raise OptionError("arena.players", fewest=FEWEST_PLAYERS, given=plan.players)
        self.plan = plan
        self.names = labels(plan.bots)
        self.ratings = Ratings(len(plan.bots))
        self.tallies = Tallies(self.names, plan.players)
        self.referee = Referee(len(plan.bots))
        self.played: list[Played] = []
        self._schedule = schedule(plan.kind, len(plan.bots), plan.players)

    def fixture(self, number: int) -> Fixture | None:
        """The game of a number, if it is settled already who plays it."""
        group = self._schedule.group(number // self.plan.players)
        return None if group is None else fixture(number, rotations(group), self.plan.seed)

    def note(self, played: Played) -> None:
        """The next game."""
        entrants, places = played.fixture.entrants, played.outcome.places
        light = dataclasses.replace(played.outcome, record=None)
        self.played.append(Played(played.fixture, light))
        self.ratings.note(entrants, places)
        self.tallies.note(played)
        self._schedule.note(entrants, places)

    def note_again(self, played: Played, folder: Path) -> None:
        """A game read from the folder; refused if it is not the one that the plan has in this place."""
        number = len(self.played)
        if played.fixture != self.fixture(number):
            raise OptionError("arena.other_game", file=str(folder / GAMES), line=number + 1)
        self.referee.note(played)
        self.note(played)

    def figures(self, language: str) -> list[dict[str, Any]]:
        """The figures of each bot with its rating, the best first."""
        told = self.tallies.figures(language)
        ranked = []
        for entrant in self.ratings.ladder():
            low, high = self.ratings.interval(entrant)
            rating = {"rating": self.ratings.rating(entrant), "rating_low": low, "rating_high": high}
            ranked.append({"name": told[entrant]["name"], **rating, **told[entrant]})
        return ranked


def standings(folder: Path) -> Standings:
    """The tournament that is in a folder, as far as it has been played."""
    plan, _ = read_plan(folder)
    found = Standings(plan)
    for played in GameFile(folder, found.names).read():
        found.note_again(played, folder)
    return found


def planned(settings: Settings, bots: Sequence[str], kind: str, seed: int | str | None, folder: Path) -> Plan:
    """A plan; without a seed, with that of the tournament that is in the folder already, or with a new one."""
    if seed is None:
        seed = read_plan(folder)[0].seed if has_plan(folder) else drawn()
    return Plan(
        game=settings.game.name,
        rules_version=settings.game.rules_version,
        players=settings.players,
        options=dict(settings.options),
        bots=list(bots),
        kind=kind,
        seed=check_seed(seed),
    )


@dataclasses.dataclass(frozen=True)
class Run:
    """How far a tournament came, and what this run had to do with it."""

    standings: Standings
    games_before: int
    games_wanted: int
    seconds: float
    interrupted: bool


def run(
    plan: Plan | None,
    games: int | None,
    folder: Path,
    crew: Callable[[], Crew],
    progress: Progress = lambda _done, _total: None,
    finish: Callable[[Standings], None] = lambda _standings: None,
) -> Run:
    """Play a tournament up to a number of games, going on with what is in the folder.

    Without a plan it is the folder's, without a number of games that of the folder. Ctrl-C ends it. `finish` is called
    at the end, interrupted or not, while nobody else may work in the folder: to write a report.
    """
    kept = read_plan(folder) if plan is None or has_plan(folder) else None
    if plan is None:
        assert kept is not None
        plan = kept[0]
    wanted = games if games is not None else kept[1] if kept is not None else None
    check_games(wanted)
    assert wanted is not None
    state = Standings(plan)
    if kept is None:
        open_once(plan.settings().game, tuple(plan.bots))  # nothing is written for a bot that there is not
    else:
        refuse_another(plan, kept[0], folder)
    with alone_in(folder):
        file = GameFile(folder, state.names)
        for played in file.read():
            state.note_again(played, folder)
        before = len(state.played)
        keep_plan(folder, plan, max(wanted, before))
        start = time.perf_counter()
        interrupted = before < wanted and _play(state, file, wanted, crew, progress)
        seconds = time.perf_counter() - start
        finish(state)
    return Run(state, before, wanted, seconds, interrupted)


def _play(state: Standings, file: GameFile, wanted: int, crew: Callable[[], Crew], progress: Progress) -> bool:
    """Play on; whether it was interrupted."""
    plan = state.plan
    settings = plan.settings()
    open_once(settings.game, tuple(plan.bots))

    def fixtures(number: int) -> Fixture | None:
        return state.fixture(number) if number < wanted else None

    workers = crew()
    progress(len(state.played), wanted)
    try:
        for played in play_on(
            settings, plan.bots, plan.seed, fixtures, workers, state.referee, first=len(state.played)
        ):
            with put_off():
                file.append(played)
                state.note(played)
            progress(len(state.played), wanted)
    except KeyboardInterrupt:
        return True
    finally:
        workers.close(finished=len(state.played) == wanted)
    return False


def refuse_another(plan: Plan, kept: Plan, folder: Path) -> None:
    """A folder belongs to one tournament."""
    for field in dataclasses.fields(Plan):
        asked, there = getattr(plan, field.name), getattr(kept, field.name)
        if asked != there:
            raise OptionError("arena.other_plan", folder=str(folder), field=field.name, there=there, asked=asked)
