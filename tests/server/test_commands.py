"""Undo and absence, command by command: who may do what, and what becomes of the game."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import palatine
from palatine.core.errors import PalatineError
from palatine.server.history.line import line_of, open_record
from palatine.server.tables import commands
from palatine.server.tables.commands import PATIENCE
from palatine.server.tables.log import Chair, Upgraded
from server.house import House, Visitor, open_house
from server.logged import ANN, BOB, CID, START, LoggedTable, bot, person

OPENING = 4
"""Decisions of two players before the first turn that has two decisions; the last of them reveals the next row."""


@contextlib.contextmanager
def refused(key: str) -> Iterator[None]:
    """It is not done, for this reason."""
    with pytest.raises(PalatineError) as problem:
        yield
    assert problem.value.key == key


def undo(game: LoggedTable, who: str, to: int | None = None) -> list[str]:
    return game.does(commands.undo(game.table, who, to, START))


def answer(game: LoggedTable, who: str, consents: bool) -> list[str]:
    return game.does(commands.answer_undo(game.table, who, consents, START))


def two(*, rated: bool = False, ply: int = 0) -> LoggedTable:
    game = LoggedTable(person(ANN), person(BOB), rated=rated)
    game.decides(START, ply)
    return game


# ------------------------------------------------------------------------------------------------ undo, alone


@pytest.mark.parametrize("rated", [False, True])
def test_within_ones_own_turn_nobody_is_asked(rated: bool) -> None:
    game = two(rated=rated, ply=OPENING + 1)
    assert game.table.awaited == ANN
    assert undo(game, ANN) == ["Undone"]
    assert (game.table.ply, game.table.awaited, game.table.practice) == (OPENING, ANN, False)
    game.decides(START)
    assert game.table.ply == OPENING + 1


def test_the_turn_of_another_is_not_ones_own() -> None:
    game = two(ply=OPENING + 1)
    assert undo(game, BOB) == ["UndoAsked"]
    assert game.table.ply == OPENING + 1


def test_what_one_seat_of_a_person_did_is_not_the_turn_of_the_other() -> None:
    game = LoggedTable(person(ANN), Chair("local", ANN, "Kid"), rated=False)
    game.decides(START, 1)
    assert undo(game, ANN) == ["Undone"], "but nobody else is concerned"
    assert (game.table.ply, game.table.turn) == (0, 0)


def test_against_bots_it_is_free_as_long_as_nothing_was_revealed() -> None:
    game = LoggedTable(person(ANN), bot())
    game.decides(START, 3)
    assert undo(game, ANN, 0) == ["Undone"]
    assert (game.table.ply, game.table.practice) == (0, False)


def test_against_bots_it_is_free_across_what_was_revealed_and_makes_it_practice() -> None:
    game = LoggedTable(person(ANN), bot())
    game.decides(START, OPENING + 2)
    assert undo(game, ANN, 1) == ["Undone"]
    assert (game.table.ply, game.table.practice) == (1, True)


def test_by_default_it_is_ones_own_last_decision_and_what_followed() -> None:
    game = LoggedTable(person(ANN), bot())
    game.decides(START, 2)
    assert game.table.awaited == ANN
    undo(game, ANN)
    assert (game.table.ply, game.table.awaited) == (0, ANN)


@pytest.mark.parametrize("to", [None, 0, 3])
def test_there_has_to_be_something_to_take_back(to: int | None) -> None:
    game = two()
    with refused("server.nothing_to_undo"):
        undo(game, ANN, to)


def test_whoever_has_decided_nothing_yet_has_nothing_to_take_back_by_default() -> None:
    game = two(ply=1)
    with refused("server.nothing_to_undo"):
        undo(game, BOB)


def test_those_who_watch_take_nothing_back() -> None:
    game = two(ply=2)
    with refused("server.not_a_player"):
        undo(game, CID)


def test_a_player_for_whom_a_bot_plays_takes_the_seat_back_first() -> None:
    game = two(ply=2)
    game.does(commands.leave(game.table, ANN, START))
    with refused("server.bot_plays_for_you"):
        undo(game, ANN, 0)
    game.does(commands.take_back(game.table, ANN, START))
    assert undo(game, ANN, 0) == ["UndoAsked"]


# ----------------------------------------------------------------------------------------- undo, with consent


def three(ply: int) -> LoggedTable:
    game = LoggedTable(person(ANN), person(BOB), person(CID))
    game.decides(START, ply)
    return game


def test_it_is_done_when_all_the_others_have_consented() -> None:
    game = three(ply=2)
    assert undo(game, ANN, 0) == ["UndoAsked"]
    assert answer(game, BOB, True) == ["UndoAnswered"]
    assert game.table.ply == 2
    assert answer(game, BOB, True) == [], "said twice it counts once"
    assert answer(game, CID, True) == ["UndoAnswered", "Undone"]
    assert (game.table.ply, game.table.undo_request, game.table.practice) == (0, None, False)


def test_one_who_declines_is_enough() -> None:
    game = three(ply=2)
    undo(game, ANN, 0)
    answer(game, BOB, True)
    assert answer(game, CID, False) == ["UndoAnswered"]
    assert (game.table.ply, game.table.undo_request) == (2, None)
    with refused("server.no_undo_asked"):
        answer(game, BOB, True)
    assert undo(game, ANN, 0) == ["UndoAsked"], "it may be asked again"


def test_whoever_asked_can_withdraw_and_not_consent() -> None:
    game = three(ply=2)
    undo(game, ANN, 0)
    with refused("server.undo_own"):
        answer(game, ANN, True)
    with refused("server.undo_pending"):
        undo(game, BOB, 0)
    assert answer(game, ANN, False) == ["UndoAnswered"]
    assert game.table.undo_request is None


def test_whoever_decides_has_answered() -> None:
    game = three(ply=2)
    undo(game, ANN, 0)
    game.decides(START)
    assert game.table.undo_request is None
    with refused("server.no_undo_asked"):
        answer(game, BOB, True)


def test_those_who_watch_are_not_asked() -> None:
    game = two(ply=2)
    undo(game, ANN, 0)
    with refused("server.not_a_player"):
        answer(game, CID, True)


def test_a_player_for_whom_a_bot_plays_is_not_asked() -> None:
    game = three(ply=2)
    game.does(commands.leave(game.table, CID, START))
    undo(game, ANN, 0)
    assert answer(game, BOB, True) == ["UndoAnswered", "Undone"]


@pytest.mark.parametrize("left", [False, True])
def test_in_a_rated_game_others_are_not_even_asked(left: bool) -> None:
    game = two(rated=True, ply=3)
    if left:
        game.does(commands.leave(game.table, BOB, START))
    with refused("server.undo_rated"):
        undo(game, ANN, 0)


def test_in_a_rated_game_what_was_revealed_cannot_be_taken_back() -> None:
    game = LoggedTable(person(ANN), person(BOB), rated=True)
    game.decides(START, OPENING)
    with refused("server.undo_rated"):
        undo(game, BOB)


# -------------------------------------------------------------------------------- undo across what was revealed


def test_what_was_played_before_stands() -> None:
    game = two(ply=OPENING + 2)
    before = open_record(line_of(game.table), ["Ann", "Bob"])
    undo(game, ANN, 1)
    assert answer(game, BOB, True) == ["UndoAnswered", "Undone"]
    assert game.table.practice
    game.decides(START, 7)
    undo(game, ANN, 0)
    answer(game, BOB, True)
    assert open_record(line_of(game.table, "original"), ["Ann", "Bob"]) == before, "the first line, not the second"
    assert len(line_of(game.table).decisions) == 0


def taken_back(house: House, ann: Visitor, bob: Visitor, decisions: int) -> str:
    """A table at which something that was revealed is taken back by consent."""
    table = house.open(ann, bob)
    house.play(table, decisions)
    assert house.post(f"/api/tables/{table}/undo", ann, {"to": 1})["seq"]
    assert not house.get(f"/api/tables/{table}")["practice"]
    house.post(f"/api/tables/{table}/undo/answer", bob, {"consents": True})
    return table


def test_the_original_record_is_had_from_the_server_also_after_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table = taken_back(house, ann, bob, OPENING + 3)
        assert house.get(f"/api/tables/{table}")["practice"]
        original = house.get(f"/api/tables/{table}/record", line="original")
        assert len(original["decisions"]) == OPENING + 3
        house.play(table, chance=2)
    with open_house(tmp_path) as house:
        kept = house.get(f"/api/tables/{table}/record", line="original")
        assert kept["decisions"] == original["decisions"]
        assert len(palatine.load(kept).decisions) == OPENING + 3
        last = palatine.load(house.get(f"/api/tables/{table}/record"))
        assert last.over
        assert house.get(f"/api/tables/{table}/result")["totals"] == last.totals()


# ------------------------------------------------------------------------------------------------- other rules


def test_what_was_decided_before_the_rules_changed_counts_once_and_stays() -> None:
    game = two(ply=3)
    last, other = game.table.playing.decisions[2], game.table.playing.decisions[1]
    game.does([Upgraded(START, 2, game.table.playing.essence(3))])
    assert (game.table.ply, game.table.awaited) == (3, BOB)
    assert commands.decide(game.table, ANN, 2, last, START) == [], (
        "said again, since nobody had heard that it was noted"
    )
    assert commands.decide(game.table, ANN, 2, game.table.playing.text(last), START) == []
    for who, decision in ((BOB, last), (ANN, other)):
        with refused("server.not_up_to_date"):
            commands.decide(game.table, who, 2, decision, START)
    with refused("server.nothing_to_undo"):
        undo(game, ANN, 2)
    game.decides(START, 3)
    assert game.table.ply == 6


# ------------------------------------------------------------------------------------------------------ absence


def ask(game: LoggedTable, who: str, away: list[str], waited: int = PATIENCE) -> list[str]:
    return game.does(commands.ask_takeover(game.table, who, away, START + waited))


def test_the_others_who_are_there_agree_on_a_bot() -> None:
    game = LoggedTable(person(ANN), person(BOB), person(CID))
    assert ask(game, BOB, [ANN]) == ["TakeoverAsked"]
    assert ask(game, BOB, [ANN]) == [], "said twice it counts once"
    assert game.table.taken_over == set()
    assert ask(game, CID, [ANN]) == ["TakenOver"]
    assert (game.table.taken_over, game.table.awaited, game.table.bot_level(0)) == ({0}, None, 3)


def test_those_who_are_away_too_are_not_waited_for() -> None:
    game = LoggedTable(person(ANN), person(BOB), person(CID))
    assert ask(game, BOB, [ANN, CID]) == ["TakenOver"]


def test_a_wish_is_over_when_the_player_has_decided() -> None:
    game = LoggedTable(person(ANN), person(BOB), person(CID))
    ask(game, BOB, [ANN])
    game.decides(START + PATIENCE)
    assert game.table.takeover_votes == {}


def test_patience_comes_first() -> None:
    game = two()
    with refused("server.wait_longer"):
        ask(game, BOB, [ANN], PATIENCE - 1)
    game.does(commands.decide(game.table, ANN, 0, game.table.playing.legal()[0], START + 1))
    game.does(commands.decide(game.table, BOB, 1, game.table.playing.legal()[0], START + PATIENCE))
    with refused("server.wait_longer"):  # it begins with the decision
        ask(game, BOB, [ANN])


def test_whoever_is_there_keeps_the_seat() -> None:
    game = two()
    with refused("server.player_is_there"):
        ask(game, BOB, [])
    with refused("server.nobody_awaited"):
        ask(game, ANN, [ANN])
    with refused("server.not_a_player"):
        ask(game, CID, [ANN])


def test_nobody_takes_a_bot_s_seat_over() -> None:
    game = LoggedTable(person(ANN), bot(), person(BOB))
    game.decides(START)
    with refused("server.nobody_awaited"):
        ask(game, BOB, [])


def test_whoever_comes_back_takes_the_seat_back() -> None:
    game = two()
    ask(game, BOB, [ANN])
    decision = game.table.playing.legal()[0]
    with refused("server.bot_plays_for_you"):
        commands.decide(game.table, ANN, 0, decision, START)
    assert game.does(commands.take_back(game.table, ANN, START)) == ["TakenBack"]
    assert game.does(commands.take_back(game.table, ANN, START)) == [], "said twice it counts once"
    assert game.table.awaited == ANN
    game.does(commands.decide(game.table, ANN, 0, decision, START))
    assert game.table.ply == 1


def test_a_game_that_nobody_plays_any_more_is_over() -> None:
    game = LoggedTable(person(ANN), bot())
    assert game.does(commands.leave(game.table, ANN, START)) == ["Ended"]
    assert game.table.status == "ended"
    game = two()
    assert game.does(commands.leave(game.table, ANN, START)) == ["TakenOver"]
    assert game.does(commands.leave(game.table, BOB, START)) == ["Ended"]


def test_what_a_bot_thought_of_before_the_player_came_back_is_not_played() -> None:
    game = two()
    ask(game, BOB, [ANN])
    decision = game.table.playing.legal()[0]
    game.does(commands.take_back(game.table, ANN, START))
    assert commands.decide_for_bot(game.table, 0, decision, START) == []
