"""One game between bots: its places, points and thinking times.

A bot that fails (it cannot begin, raises an error, or makes an illegal decision) loses the game, whatever its points.
`random` plays on in its seat, so that the others can finish.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from palatine.arena.seeds import derived
from palatine.bots import Bot, bot_named
from palatine.core.errors import PalatineError
from palatine.core.game import Game, Settings
from palatine.core.table import Table, check_seed
from palatine.core.words import LANGUAGES, say

STAND_IN = "random"
"""The bot that replaces one that has failed."""


@dataclass(frozen=True)
class Failure:
    """The failure of a bot in a game: its seat, and the reason by language."""

    seat: int
    reasons: dict[str, str]


@dataclass(frozen=True)
class Outcome:
    """A finished game. Lists are by seat."""

    totals: list[int]
    places: list[int]
    """1 is the first. Ties share a place; bots that failed or were dropped share the last."""
    shares: list[float]
    """The share of the win: 1, or less if several won."""
    sources: list[dict[str, int]]
    """The points by source."""
    seconds: list[float]
    asked: list[int]
    """The number of decisions that the bot itself made, without forced ones; `seconds` is their total time."""
    failures: list[Failure]
    unasked: list[int]
    """The seats whose bots were dropped."""
    record: dict[str, Any] | None
    """The result of `Table.record`, if requested."""


def play(
    settings: Settings,
    seed: int | str,
    bots: Sequence[Bot | None],
    bot_seeds: Sequence[int] | None = None,
    record: bool = True,
) -> Outcome:
    """Play a game between bots, one for each seat. A seat with None is lost, and `random` plays it.

    `bot_seeds` determine the random choices of the bots. By default they follow from the seed of the game.
    """
    table = Table(settings, check_seed(seed))
    players = range(settings.players)
    seeds = [derived(seed, "bot", seat) for seat in players] if bot_seeds is None else bot_seeds
    deciding: list[Bot] = [bot or _stand_in(settings, seeds[seat]) for seat, bot in enumerate(bots)]
    own = [bot is not None for bot in bots]
    failures: list[Failure] = []
    seconds, asked = [0.0] * settings.players, [0] * settings.players

    def fail(seat: int, problem: Exception) -> None:
        failures.append(Failure(seat, _reasons(problem)))
        deciding[seat], own[seat] = _stand_in(settings, seeds[seat]), False

    for seat in players:
        if own[seat]:
            try:
                deciding[seat].begin(seeds[seat])
            except Exception as problem:  # a plug-in may raise anything
                fail(seat, problem)
    while (seat_now := table.seat) is not None:
        legal = table.legal()
        if len(legal) == 1:
            table.play(legal[0])
            continue
        if own[seat_now]:
            question = table.question()
            start = time.perf_counter()
            try:
                answer = deciding[seat_now].decide(question)
                passed = time.perf_counter() - start
                table.play(answer.decision)
            except Exception as problem:
                fail(seat_now, problem)
            else:
                seconds[seat_now] += passed
                asked[seat_now] += 1
                continue
        table.play(deciding[seat_now].decide(table.question()).decision)

    places = table.places(out={seat for seat in players if not own[seat]})
    first = [seat for seat in players if places[seat] == 1 and own[seat]]
    return Outcome(
        totals=table.totals(),
        places=places,
        shares=[1 / len(first) if seat in first else 0.0 for seat in players],
        sources=[_by_source(table.game, score["sources"]) for score in table.scores()],
        seconds=seconds,
        asked=asked,
        failures=failures,
        unasked=[seat for seat, bot in enumerate(bots) if bot is None],
        record=table.record() if record else None,  # its hashes take longer than a quick bot's game
    )


def _stand_in(settings: Settings, seed: int) -> Bot:
    return bot_named(STAND_IN, settings.game, seed)


def _reasons(problem: Exception) -> dict[str, str]:
    if isinstance(problem, PalatineError):
        return {language: problem.text(language) for language in LANGUAGES}
    text = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
    return {language: say("arena.raised", language, problem=text) for language in LANGUAGES}


def _by_source(game: Game, entries: list[dict[str, Any]]) -> dict[str, int]:
    """Return the points by kind of source: its name, with the detail that the game adds to distinguish sources."""
    detail = getattr(game.module("view"), "SOURCE_DETAIL", "")
    points: dict[str, int] = {}
    for entry in entries:
        source = "_".join(filter(None, [entry["source"], entry.get(detail)]))
        points[source] = points.get(source, 0) + entry["points"]
    return points
