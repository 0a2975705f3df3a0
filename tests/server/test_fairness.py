"""Fair games: no player loses the game, the rating or the name to another player's trick."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from palatine.server.live.results import places
from palatine.server.tables import commands
from palatine.server.tables.log import Clock
from server.house import House, open_house
from server.logged import ANN, BOB, CID, START, LoggedTable, person

MINUTE = 60_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as house:
        yield house


# --------------------------------------------------------------------------------------------- a player without time


def out_of_time(*others: str, ply: int) -> LoggedTable:
    """Return a game with a clock, in which a bot has taken over for Ann, and it was her turn."""
    game = LoggedTable(person(ANN), *map(person, others), clock=Clock("decision", 60))
    game.decides(START, ply)
    assert game.table.awaited == ANN
    assert game.does(commands.check_time(game.table, START + MINUTE)) == ["TakenOver"]
    return game


def undo(game: LoggedTable, who: str, to: int) -> list[str]:
    return game.does(commands.undo(game.table, who, to, START + MINUTE))


def answer(game: LoggedTable, who: str, consents: bool) -> list[str]:
    return game.does(commands.answer_undo(game.table, who, consents, START + MINUTE))


def test_decisions_of_a_player_out_of_time_are_undone_only_with_their_consent() -> None:
    game = out_of_time(BOB, ply=2)
    assert undo(game, BOB, 0) == ["UndoAsked"]
    assert game.table.ply == 2
    assert answer(game, ANN, consents=True) == ["UndoAnswered", "Undone"]
    assert game.table.ply == 0


def test_a_player_out_of_time_can_decline_an_undo() -> None:
    game = out_of_time(BOB, ply=2)
    undo(game, BOB, 1)
    assert answer(game, ANN, consents=False) == ["UndoAnswered"]
    assert (game.table.ply, game.table.undo_request) == (2, None)


def test_decisions_since_the_takeover_are_undone_without_consent() -> None:
    game = out_of_time(BOB, ply=2)
    game.decides(START + MINUTE, 2)  # the bot, then Bob or the bot
    assert undo(game, BOB, 2) == ["Undone"]
    assert undo(game, BOB, 1) == ["UndoAsked"]


def test_an_undo_needs_the_consent_of_those_present_and_of_those_out_of_time() -> None:
    game = out_of_time(BOB, CID, ply=3)
    undo(game, BOB, 0)
    assert answer(game, CID, consents=True) == ["UndoAnswered"]
    assert answer(game, ANN, consents=True) == ["UndoAnswered", "Undone"]


def test_an_undo_by_consent_does_not_need_it_twice() -> None:
    game = out_of_time(BOB, ply=2)
    undo(game, BOB, 1)
    answer(game, ANN, consents=True)
    game.decides(START + MINUTE, 2)
    assert undo(game, BOB, 1) == ["Undone"]


def test_leaving_does_not_end_the_game_of_a_player_out_of_time() -> None:
    game = out_of_time(BOB, ply=2)
    assert game.does(commands.leave(game.table, BOB, START + MINUTE)) == ["TakenOver"]
    assert game.table.status == "playing"
    assert game.does(commands.take_back(game.table, ANN, START + 2 * MINUTE)) == ["TakenBack"]
    assert game.table.awaited == ANN


def test_the_game_ends_when_the_player_out_of_time_leaves_too() -> None:
    game = out_of_time(BOB, ply=2)
    game.does(commands.leave(game.table, BOB, START + MINUTE))
    assert game.does(commands.leave(game.table, ANN, START + 2 * MINUTE)) == ["Ended"]
    game = out_of_time(BOB, ply=2)
    assert game.does(commands.leave(game.table, ANN, START + MINUTE)) == ["TakenOver"]
    assert game.does(commands.leave(game.table, BOB, START + 2 * MINUTE)) == ["Ended"]


def test_a_lost_clock_does_not_cost_the_player_who_stayed_the_result() -> None:
    game = LoggedTable(person(ANN), person(BOB), clock=Clock("decision", 60), rated=True)
    game.does(commands.leave(game.table, BOB, START))
    assert game.does(commands.check_time(game.table, START + MINUTE)) == ["TakenOver"]
    assert game.table.status == "playing", "Ann stayed, and wins if she takes her seat back"
    game.does(commands.take_back(game.table, ANN, START + MINUTE))
    while game.table.status == "playing":
        game.decides(START + MINUTE)
    assert places(game.table) == [1, 2]


def test_points_decide_if_bots_finished_the_game_for_all() -> None:
    game = out_of_time(BOB, ply=2)
    game.does(commands.leave(game.table, BOB, START + MINUTE))
    while game.table.status == "playing":
        game.decides(START + MINUTE)
    assert places(game.table) == game.table.playing.places()
