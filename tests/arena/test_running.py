"""A schedule gives the same results with any number of parallel games; a bot that fails three times is out."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.bots import EagerCrew
from palatine.arena.figures import Tallies
from palatine.arena.game import STAND_IN
from palatine.arena.running import MOST_FAILURES, Played, Referee, play_on
from palatine.arena.seating import Fixture, fixture, lineup, rotations
from palatine.games import game_named

TWO = game_named("kingdomino").settings(2)
SEED = 5


def played(bots: list[str], games: int, crew: EagerCrew, first: int = 0) -> list[Played]:
    turned = rotations(lineup(len(bots), 2))

    def fixtures(number: int) -> Fixture | None:
        return fixture(number, turned, SEED) if number < games else None

    return list(play_on(TWO, bots, SEED, fixtures, crew, Referee(len(bots)), first))


def essence(games: list[Played]) -> list[object]:
    """Return the games without their times."""
    return [(game.fixture, game.outcome.record, game.outcome.places, game.outcome.unasked) for game in games]


def test_after_three_failures_a_bot_is_excluded_and_loses_the_rest() -> None:
    crew = EagerCrew(1, broken={"broken"})
    games = played(["broken", "random"], 8, crew)
    assert [game.fixture.number for game in games] == list(range(8))
    failed = [game for game in games if game.outcome.failures]
    unasked = [game for game in games if game.outcome.unasked]
    assert [game.fixture.number for game in failed] == [0, 1, 2]
    assert [game.fixture.number for game in unasked] == [3, 4, 5, 6, 7]
    assert ["broken" in bots for _, bots in crew.tasks] == [True] * MOST_FAILURES + [False] * 5
    for game in games:
        seat = game.fixture.entrants.index(0)
        assert game.outcome.places[seat] == 2
        assert game.outcome.shares[1 - seat] == 1
    tallies = Tallies(["broken", "random"], 2)
    for game in games:
        tallies.note(game)
    broken, other = tallies.figures("en")
    assert (broken["wins"], broken["win_rate"], other["win_rate"]) == (0, 0, 1)
    assert [failure["game"] for failure in broken["failures"]] == [1, 2, 3]
    assert "stopped" in broken["failures"][0]["reason"]
    assert broken["games_not_asked"] == 5
    assert broken["seconds_per_decision"] is None
    assert other["failures"] == []
    assert other["games_not_asked"] == 0


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 9))
def test_games_played_ahead_change_nothing(at_once: int) -> None:
    """A game begun before the third failure was known is played again without the bot."""
    bots = ["broken", "random"]
    alone, ahead = EagerCrew(1, broken={"broken"}), EagerCrew(at_once, broken={"broken"})
    assert essence(played(bots, 7, ahead)) == essence(played(bots, 7, alone))
    assert len(alone.tasks) == 7
    assert len(ahead.tasks) >= 7


def test_a_bot_that_fails_on_several_seats_of_a_game_fails_once() -> None:
    four = game_named("kingdomino").settings(4)
    turned = rotations(lineup(2, 4))

    def fixtures(number: int) -> Fixture | None:
        return fixture(number, turned, SEED) if number < 5 else None

    tallies = Tallies(["random", "broken"], 4)
    games = []
    for game in play_on(four, ["random", "broken"], SEED, fixtures, EagerCrew(1, broken={"broken"}), Referee(2)):
        games.append(game)
        tallies.note(game)
    assert [len(game.outcome.failures) for game in games] == [3, 3, 3, 0, 0]
    broken = tallies.figures("en")[1]
    assert [failure["game"] for failure in broken["failures"]] == [1, 2, 3]
    assert broken["games_not_asked"] == 2


def test_two_bots_of_one_name_fail_independently() -> None:
    games = played(["broken", "broken"], 5, EagerCrew(2, broken={"broken"}))
    assert [len(game.outcome.failures) for game in games] == [2, 2, 2, 0, 0]
    assert [game.outcome.shares for game in games] == [[0, 0]] * 5


def test_a_schedule_can_resume_from_any_game() -> None:
    bots = ["greedy", STAND_IN]
    whole = played(bots, 6, EagerCrew(1, broken=set()))
    assert essence(played(bots, 6, EagerCrew(3, broken=set()), first=4)) == essence(whole[4:])
