"""One game between bots, and the rule for bots that fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import palatine
from arena.bots import Failing, FirstMove, NoBegin, bug, stopped
from palatine.arena.game import Outcome, play
from palatine.arena.report import source_name
from palatine.bots import Answer, Bot, bot_named
from palatine.core.game import Game
from palatine.core.views import Question
from palatine.core.words import LANGUAGES
from palatine.games import BUILT_IN, game_named

KINGDOMINO = game_named("kingdomino")
FOUR = KINGDOMINO.settings(4)


def randoms(number: int) -> list[Bot]:
    return [bot_named("random", KINGDOMINO) for _ in range(number)]


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=lambda game: game.name)
def test_the_outcome_of_a_game_matches_its_record(game: Game) -> None:
    settings = game.settings(3)
    outcome = play(settings, 5, [bot_named(name, game) for name in ("greedy", "random", "greedy")])
    table = palatine.load(outcome.record)
    assert table.over
    assert outcome.totals == table.totals()
    assert [seat for seat in range(3) if outcome.places[seat] == 1] == table.winners()
    assert sum(outcome.shares) == pytest.approx(1)
    assert [sum(points.values()) for points in outcome.sources] == outcome.totals
    assert sorted(outcome.places) in ([1, 2, 3], [1, 1, 3], [1, 2, 2], [1, 1, 1])
    assert all(seconds > 0 for seconds in outcome.seconds)


def test_equal_seeds_give_equal_games_and_other_seeds_other_games() -> None:
    def played(seed: int, bot_seeds: list[int]) -> Outcome:
        return play(FOUR, seed, randoms(4), bot_seeds)

    assert played(1, [1, 2, 3, 4]).record == played(1, [1, 2, 3, 4]).record
    assert played(1, [1, 2, 3, 4]).record != played(1, [1, 2, 3, 5]).record
    assert played(1, [1, 2, 3, 4]).record != played(2, [1, 2, 3, 4]).record


def test_a_bot_begins_once_and_decides_only_where_it_has_a_choice() -> None:
    bots = [FirstMove(), FirstMove()]
    outcome = play(KINGDOMINO.settings(2), 3, bots, [11, 12])
    assert [bot.begun for bot in bots] == [[11], [12]]
    assert all(number > 1 for bot in bots for number in bot.choices)
    assert outcome.asked == [len(bot.choices) for bot in bots]
    assert outcome.record is not None
    assert sum(outcome.asked) < len(outcome.record["decisions"])


@pytest.mark.parametrize(
    ("happens", "message"),
    [
        (stopped, 'There is no bot "stopped".'),
        (bug, "ZeroDivisionError: division by zero"),
        (lambda: Answer(-1), "is not legal now"),
        (lambda: Answer("claim everything"), "is not understood"),  # type: ignore[arg-type]
        (lambda: None, "NoneType"),
    ],
    ids=["stopped", "bug", "illegal", "nonsense", "nothing"],
)
def test_a_bot_that_fails_loses_and_the_game_continues(happens: Callable[[], Answer], message: str) -> None:
    failing = Failing(5, happens)
    outcome = play(FOUR, 7, [*randoms(2), failing, *randoms(1)])
    assert len(failing.choices) == 6, "it makes no more decisions in that game"
    assert outcome.places[2] == 4
    assert outcome.shares[2] == 0
    assert sum(outcome.shares) == pytest.approx(1)
    assert min(outcome.places) == 1
    (failure,) = outcome.failures
    assert failure.seat == 2
    assert message in failure.reasons["en"]
    assert set(failure.reasons) == set(LANGUAGES)
    assert palatine.load(outcome.record).over


def test_the_points_of_a_failing_bot_do_not_matter() -> None:
    """A bot that plays greedily and fails at its last choice has the most points, and is last."""
    greedy = bot_named("greedy", KINGDOMINO)
    whole = play(FOUR, 9, [greedy, *randoms(3)], [1, 2, 3, 4])
    assert whole.places[0] == 1

    class UntilTheEnd(FirstMove):
        def decide(self, question: Question) -> Answer:
            super().decide(question)
            return greedy.decide(question) if len(self.choices) < whole.asked[0] else Answer(-1)

    cut = play(FOUR, 9, [UntilTheEnd(), *randoms(3)], [1, 2, 3, 4])
    assert cut.totals[0] == max(cut.totals)
    assert cut.places[0] == 4
    assert cut.shares[0] == 0
    assert max(cut.shares[1:]) > 0


def test_a_bot_that_cannot_begin_fails_and_an_excluded_bot_loses() -> None:
    never, present = NoBegin(), FirstMove()
    outcome = play(FOUR, 7, [never, None, present, *randoms(1)])
    assert never.choices == []
    assert [failure.seat for failure in outcome.failures] == [0]
    assert outcome.unasked == [1]
    assert outcome.places[0] == outcome.places[1] == 3
    assert outcome.asked[:2] == [0, 0]
    assert sum(outcome.shares[2:]) == pytest.approx(1)


def test_there_is_no_winner_if_all_bots_fail() -> None:
    outcome = play(KINGDOMINO.settings(2), 7, [NoBegin(), Failing(2, bug)])
    assert outcome.shares == [0, 0]
    assert outcome.places == [1, 1]
    assert {failure.seat for failure in outcome.failures} == {0, 1}


ALL_SOURCES: dict[str, dict[str, object]] = {
    "kingdomino": {"harmony": True, "middle_kingdom": True},
    "year_of_the_dragon": {"great_wall": True, "super_event": "drawn"},
    "dragon_castle": {
        "spirits": "beauty",
        "dragons": "humility,righteousness,tranquility,bravery,majesty,power,knowledge,harmony,devotion,fortitude",
    },
}


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_of_points_has_a_name(game: Game, language: str) -> None:
    settings = game.settings(2, ALL_SOURCES[game.name])
    outcomes = [play(settings, seed, [bot_named("greedy", game)] * 2) for seed in range(3)]
    sources = {source for outcome in outcomes for of_seat in outcome.sources for source in of_seat}
    assert len(sources) >= 8
    names = [source_name(game.name, source, language) for source in sources]
    assert len(set(names)) == len(sources)
    assert not [name for name in names if "_" in name or "{" in name]
