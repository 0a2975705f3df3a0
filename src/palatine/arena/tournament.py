"""A tournament: many bots, a schedule, and a folder for the games."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from palatine.arena.crew import Crew, CrewError, open_once
from palatine.arena.figures import Tallies
from palatine.arena.interrupts import put_off
from palatine.arena.matches import Progress, check_games
from palatine.arena.ratings import Ratings
from palatine.arena.running import Played, Referee, play_on
from palatine.arena.schedules import check_schedule, schedule
from palatine.arena.seating import Fixture, fixture, labels, rotations
from palatine.arena.seeds import drawn
from palatine.arena.store import GAMES, GameFile, Plan, alone_in, has_plan, keep_plan, read_plan
from palatine.arena.texts import printable
from palatine.bots import check_name
from palatine.core.errors import OptionError, Phrase
from palatine.core.game import Settings
from palatine.core.table import check_seed
from palatine.games import game_named


class Standings:
    """The state of a tournament: its games so far, ratings and figures."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.names = labels(plan.bots)
        self.ratings = Ratings(len(plan.bots))
        self.tallies = Tallies(self.names, plan.players)
        self.referee = Referee(len(plan.bots))
        self.played: list[Played] = []
        self._schedule = schedule(plan.kind, len(plan.bots), plan.players, self.ratings)

    def fixture(self, number: int) -> Fixture | None:
        """Return the game with a number; None if its players depend on games that are not finished."""
        group = self._schedule.group(number // self.plan.players)
        return None if group is None else fixture(number, rotations(group), self.plan.seed)

    def note(self, played: Played) -> None:
        """Add the next game."""
        entrants, places = played.fixture.entrants, played.outcome.places
        light = dataclasses.replace(played.outcome, record=None)
        self.played.append(Played(played.fixture, light))
        self.ratings.note(entrants, places)
        self.tallies.note(played)
        self._schedule.note()

    def note_again(self, played: Played, folder: Path) -> None:
        """Add a game from the folder; refuse it if the schedule has another one in its place."""
        number = len(self.played)
        if played.fixture != self.fixture(number):
            raise OptionError("arena.other_game", file=str(folder / GAMES), line=str(number + 1))
        self.referee.note(played)
        self.note(played)

    def ranking(self) -> list[int]:
        """Return the bots from best to worst. Those that have not played come last."""
        seated = {entrant for game in self.played for entrant in game.fixture.entrants}
        return sorted(self.ratings.ladder(), key=lambda entrant: entrant not in seated)

    def figures(self, language: str) -> list[dict[str, Any]]:
        """Return the figures of each bot with its rating, best first."""
        figures = self.tallies.figures(language)
        ranked = []
        for entrant in self.ranking():
            low, high = self.ratings.interval(entrant)
            rating = {"rating": self.ratings.rating(entrant), "rating_low": low, "rating_high": high}
            ranked.append({"name": figures[entrant]["name"], **rating, **figures[entrant]})
        return ranked


def planned(settings: Settings, bots: Sequence[str], kind: str, seed: int | str | None, folder: Path) -> Plan:
    """Return a plan. The seed defaults to that of the tournament in the folder, else to a random one."""
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
    """The result of a run of a tournament."""

    standings: Standings
    games_before: int
    games_wanted: int
    seconds: float
    interrupted: bool
    """True if Ctrl-C ended it."""
    lost: CrewError | None
    """The error that ended it, if the crew was lost."""


def agreed(plan: Plan | None, games: int | None, folder: Path) -> tuple[Plan, int]:
    """Return the plan and the number of games to play in a folder. None stands for the folder's own.

    Refuse what cannot be played there, before anything is compiled, run or written.
    """
    kept = read_plan(folder) if plan is None or has_plan(folder) else None
    if kept is not None:
        plan = plan or kept[0]
        refuse_other_rules(kept[0], folder)
        refuse_another(plan, kept[0], folder)
    assert plan is not None
    wanted = kept[1] if games is None and kept is not None else games
    check_games(wanted)
    assert wanted is not None
    check_schedule(plan.kind, len(plan.bots), plan.players)
    game = game_named(plan.game)
    for bot in plan.bots:
        check_name(bot, game)
    return plan, wanted


def run(
    plan: Plan | None,
    games: int | None,
    folder: Path,
    crew: Callable[[], Crew],
    progress: Progress = lambda _done, _total: None,
    finish: Callable[[Standings], None] = lambda _standings: None,
) -> Run:
    """Play a tournament up to a number of games, continuing the one in the folder.

    The plan and the number of games default to those of the folder. Ctrl-C and the loss of the crew end the run.
    `finish` is called at the end in any case, while the folder is still locked, to write a report.
    """
    plan, wanted = agreed(plan, games, folder)
    state = Standings(plan)
    if not has_plan(folder):
        open_once(plan.settings().game, tuple(plan.bots))  # refuse an unknown bot before anything is written
    with alone_in(folder):
        file = GameFile(folder, state.names)
        for played in file.read():
            state.note_again(played, folder)
        before = len(state.played)
        keep_plan(folder, plan, max(wanted, before))
        start = time.perf_counter()
        interrupted, lost = False, None
        try:
            if before < wanted:
                _play(state, file, wanted, crew, progress)
        except KeyboardInterrupt:
            interrupted = True
        except CrewError as problem:
            lost = problem
        seconds = time.perf_counter() - start
        finish(state)
    return Run(state, before, wanted, seconds, interrupted, lost)


def _play(state: Standings, file: GameFile, wanted: int, crew: Callable[[], Crew], progress: Progress) -> None:
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
    finally:
        workers.close(finished=len(state.played) == wanted)


def refuse_other_rules(kept: Plan, folder: Path) -> None:
    """Refuse a tournament that was started with another version of the rules."""
    game = game_named(kept.game)
    if kept.rules_version != game.rules_version:
        raise OptionError(
            "arena.other_rules",
            folder=str(folder),
            game=game.title,
            there=kept.rules_version,
            here=game.rules_version,
        )


def refuse_another(plan: Plan, kept: Plan, folder: Path) -> None:
    """Refuse a plan that differs from the one in the folder."""
    for field in dataclasses.fields(Plan):
        if getattr(plan, field.name) != getattr(kept, field.name):
            raise OptionError(
                "arena.other_plan",
                folder=str(folder),
                what=Phrase(f"arena.other.{field.name}"),
                there=_texts(kept, field.name),
                given=_texts(plan, field.name),
            )


def _texts(plan: Plan, field: str) -> list[str]:
    """Return the value of a field as a person reads it: a list of one or more texts."""
    lists = {"bots": plan.bots, "options": plan.typed_options()}
    return [printable(text) for text in lists.get(field, [str(getattr(plan, field))])]
