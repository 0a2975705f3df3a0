"""Undo and takeover: each command returns the right entries, or refuses with the right reason."""

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
"""The decisions of two players before the first turn with two decisions; the last of them reveals the next line."""


@contextlib.contextmanager
def refused(key: str) -> Iterator[None]:
    """Assert a refusal with this reason."""
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


# ---------------------------------------------------------------------------------------- undo without consent


@pytest.mark.parametrize("rated", [False, True])
def test_undo_within_your_turn_needs_no_consent(rated: bool) -> None:
    game = two(rated=rated, ply=OPENING + 1)
    assert game.table.awaited == ANN
    assert undo(game, ANN) == ["Undone"]
    assert (game.table.ply, game.table.awaited, game.table.practice) == (OPENING, ANN, False)
    game.decides(START)
    assert game.table.ply == OPENING + 1


def test_undo_in_another_players_turn_needs_consent() -> None:
    game = two(ply=OPENING + 1)
    assert undo(game, BOB) == ["UndoAsked"]
    assert game.table.ply == OPENING + 1


def test_undo_across_the_seats_of_one_device_needs_no_consent() -> None:
    game = LoggedTable(person(ANN), Chair("local", ANN, "Kid"), rated=False)
    game.decides(START, 1)
    assert undo(game, ANN) == ["Undone"]
    assert (game.table.ply, game.table.turn) == (0, 0)


def test_undo_against_bots_needs_no_consent() -> None:
    game = LoggedTable(person(ANN), bot())
    game.decides(START, 3)
    assert undo(game, ANN, 0) == ["Undone"]
    assert (game.table.ply, game.table.practice) == (0, False)


def test_undoing_a_reveal_against_bots_makes_the_game_practice() -> None:
    game = LoggedTable(person(ANN), bot())
    game.decides(START, OPENING + 2)
    assert undo(game, ANN, 1) == ["Undone"]
    assert (game.table.ply, game.table.practice) == (1, True)


def test_undo_defaults_to_the_players_last_decision() -> None:
    game = LoggedTable(person(ANN), bot())
    game.decides(START, 2)
    assert game.table.awaited == ANN
    undo(game, ANN)
    assert (game.table.ply, game.table.awaited) == (0, ANN)


@pytest.mark.parametrize("to", [None, 0, 3])
def test_undo_without_decisions_is_refused(to: int | None) -> None:
    game = two()
    with refused("server.nothing_to_undo"):
        undo(game, ANN, to)


def test_undo_is_refused_before_the_players_first_decision() -> None:
    game = two(ply=1)
    with refused("server.nothing_to_undo"):
        undo(game, BOB)


def test_spectators_cannot_undo() -> None:
    game = two(ply=2)
    with refused("server.not_a_player"):
        undo(game, CID)


def test_a_player_replaced_by_a_bot_must_take_the_seat_back_to_undo() -> None:
    game = two(ply=2)
    game.does(commands.leave(game.table, ANN, START))
    with refused("server.bot_plays_for_you"):
        undo(game, ANN, 0)
    game.does(commands.take_back(game.table, ANN, START))
    assert undo(game, ANN, 0) == ["UndoAsked"]


# ------------------------------------------------------------------------------------------- undo with consent


def three(ply: int) -> LoggedTable:
    game = LoggedTable(person(ANN), person(BOB), person(CID))
    game.decides(START, ply)
    return game


def test_undo_is_done_when_all_others_have_consented() -> None:
    game = three(ply=2)
    assert undo(game, ANN, 0) == ["UndoAsked"]
    assert answer(game, BOB, True) == ["UndoAnswered"]
    assert game.table.ply == 2
    assert answer(game, BOB, True) == [], "a repeated consent counts once"
    assert answer(game, CID, True) == ["UndoAnswered", "Undone"]
    assert (game.table.ply, game.table.undo_request, game.table.practice) == (0, None, False)


def test_one_player_can_decline_an_undo() -> None:
    game = three(ply=2)
    undo(game, ANN, 0)
    answer(game, BOB, True)
    assert answer(game, CID, False) == ["UndoAnswered"]
    assert (game.table.ply, game.table.undo_request) == (2, None)
    with refused("server.no_undo_asked"):
        answer(game, BOB, True)
    assert undo(game, ANN, 0) == ["UndoAsked"], "it may be requested again"


def test_a_player_can_withdraw_but_not_approve_their_undo_request() -> None:
    game = three(ply=2)
    undo(game, ANN, 0)
    with refused("server.undo_own"):
        answer(game, ANN, True)
    with refused("server.undo_pending"):
        undo(game, BOB, 0)
    assert answer(game, ANN, False) == ["UndoAnswered"]
    assert game.table.undo_request is None


def test_a_decision_cancels_the_undo_request() -> None:
    game = three(ply=2)
    undo(game, ANN, 0)
    game.decides(START)
    assert game.table.undo_request is None
    with refused("server.no_undo_asked"):
        answer(game, BOB, True)


def test_spectators_cannot_answer_an_undo_request() -> None:
    game = two(ply=2)
    undo(game, ANN, 0)
    with refused("server.not_a_player"):
        answer(game, CID, True)


def test_undo_needs_no_consent_of_a_player_replaced_by_a_bot() -> None:
    game = three(ply=2)
    game.does(commands.leave(game.table, CID, START))
    undo(game, ANN, 0)
    assert answer(game, BOB, True) == ["UndoAnswered", "Undone"]


@pytest.mark.parametrize("left", [False, True])
def test_undo_across_turns_is_refused_in_a_rated_game(left: bool) -> None:
    game = two(rated=True, ply=3)
    if left:
        game.does(commands.leave(game.table, BOB, START))
    with refused("server.undo_rated"):
        undo(game, ANN, 0)


def test_undoing_a_reveal_is_refused_in_a_rated_game() -> None:
    game = LoggedTable(person(ANN), person(BOB), rated=True)
    game.decides(START, OPENING)
    with refused("server.undo_rated"):
        undo(game, BOB)


# ------------------------------------------------------------------------------------------- undo of a reveal


def test_the_original_line_survives_undo() -> None:
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
    """Return a table at which a reveal was undone by consent."""
    table = house.open(ann, bob)
    house.play(table, decisions)
    assert house.post(f"/api/tables/{table}/undo", ann, {"to": 1})["seq"]
    assert not house.get(f"/api/tables/{table}")["practice"]
    house.post(f"/api/tables/{table}/undo/answer", bob, {"consents": True})
    return table


def test_the_original_record_survives_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table = taken_back(house, ann, bob, OPENING + 3)
        assert house.get(f"/api/tables/{table}")["practice"]
        original = house.get(f"/api/tables/{table}/record", line="original")
        assert len(original["decisions"]) == OPENING + 3
        house.play(table, chance=2)
    with open_house(tmp_path) as house:
        record = house.get(f"/api/tables/{table}/record", line="original")
        assert record["decisions"] == original["decisions"]
        assert len(palatine.load(record).decisions) == OPENING + 3
        last = palatine.load(house.get(f"/api/tables/{table}/record"))
        assert last.over
        assert house.get(f"/api/tables/{table}/result")["totals"] == last.totals()


# ----------------------------------------------------------------------------------------------- changed rules


def test_decisions_from_before_a_change_of_the_rules_count_once_and_cannot_be_undone() -> None:
    game = two(ply=3)
    last, other = game.table.playing.decisions[2], game.table.playing.decisions[1]
    game.does([Upgraded(START, 2, game.table.playing.essence(3))])
    assert (game.table.ply, game.table.awaited) == (3, BOB)
    assert commands.decide(game.table, ANN, 2, last, START) == [], "sent again by a client that missed the confirmation"
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


def test_a_bot_takes_over_when_all_present_players_agree() -> None:
    game = LoggedTable(person(ANN), person(BOB), person(CID))
    assert ask(game, BOB, [ANN]) == ["TakeoverAsked"]
    assert ask(game, BOB, [ANN]) == [], "a repeated vote counts once"
    assert game.table.taken_over == set()
    assert ask(game, CID, [ANN]) == ["TakenOver"]
    assert (game.table.taken_over, game.table.awaited, game.table.bot_level(0)) == ({0}, None, 3)


def test_a_takeover_does_not_wait_for_other_absent_players() -> None:
    game = LoggedTable(person(ANN), person(BOB), person(CID))
    assert ask(game, BOB, [ANN, CID]) == ["TakenOver"]


def test_a_decision_cancels_the_takeover_votes() -> None:
    game = LoggedTable(person(ANN), person(BOB), person(CID))
    ask(game, BOB, [ANN])
    game.decides(START + PATIENCE)
    assert game.table.takeover_votes == {}


def test_a_takeover_is_refused_until_the_player_is_overdue() -> None:
    game = two()
    with refused("server.wait_longer"):
        ask(game, BOB, [ANN], PATIENCE - 1)
    game.does(commands.decide(game.table, ANN, 0, game.table.playing.legal()[0], START + 1))
    game.does(commands.decide(game.table, BOB, 1, game.table.playing.legal()[0], START + PATIENCE))
    with refused("server.wait_longer"):  # the wait restarts with each decision
        ask(game, BOB, [ANN])


def test_a_takeover_of_a_present_player_is_refused() -> None:
    game = two()
    with refused("server.player_is_there"):
        ask(game, BOB, [])
    with refused("server.no_player_awaited"):
        ask(game, ANN, [ANN])
    with refused("server.not_a_player"):
        ask(game, CID, [ANN])


def test_a_takeover_of_a_bot_is_refused() -> None:
    game = LoggedTable(person(ANN), bot(), person(BOB))
    game.decides(START)
    with refused("server.no_player_awaited"):
        ask(game, BOB, [])


def test_a_returning_player_takes_the_seat_back() -> None:
    game = two()
    ask(game, BOB, [ANN])
    decision = game.table.playing.legal()[0]
    with refused("server.bot_plays_for_you"):
        commands.decide(game.table, ANN, 0, decision, START)
    assert game.does(commands.take_back(game.table, ANN, START)) == ["TakenBack"]
    assert game.does(commands.take_back(game.table, ANN, START)) == [], "a repeated request changes nothing"
    assert game.table.awaited == ANN
    game.does(commands.decide(game.table, ANN, 0, decision, START))
    assert game.table.ply == 1


def test_the_game_ends_when_the_last_person_leaves() -> None:
    game = LoggedTable(person(ANN), bot())
    assert game.does(commands.leave(game.table, ANN, START)) == ["Ended"]
    assert game.table.status == "ended"
    game = two()
    assert game.does(commands.leave(game.table, ANN, START)) == ["TakenOver"]
    assert game.does(commands.leave(game.table, BOB, START)) == ["Ended"]


def test_a_late_decision_of_a_bot_is_dropped_when_the_player_is_back() -> None:
    game = two()
    ask(game, BOB, [ANN])
    decision = game.table.playing.legal()[0]
    game.does(commands.take_back(game.table, ANN, START))
    assert commands.decide_for_bot(game.table, 0, decision, START) == []
