"""The checker accepts linearizable histories, and rejects all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from faults.history import History, Look, Operation, Received, check

Log = list[dict[str, Any]]


def decided(by: str | None, decision: int) -> dict[str, Any]:
    return {"kind": "decided", "by": by, "decision": decision}


def game() -> tuple[History, Log]:
    """Return a good history: Ann, Bob and a bot decide; Ann sends her second decision twice, Bob is refused once."""
    log = [{"kind": "created"}, {"kind": "started"}]
    log += [decided("ann", 7), decided("bob", 8), decided(None, 9), decided("ann", 7)]
    history = History(
        [
            Operation("ann", 0, 7, 1.0, 2.0, "accepted", 3),
            Operation("bob", 0, 8, 1.5, 2.5, "refused"),
            Operation("bob", 1, 8, 3.0, 4.0, "accepted", 4),
            Operation("ann", 3, 7, 5.0),
            Operation("ann", 3, 7, 6.0, 7.0, "accepted", 6),
        ],
        [
            Received(client, number, entry, at)
            for client in ("ann", "bob")
            for number, (entry, at) in enumerate(zip(log, (0.5, 0.5, 2.0, 4.0, 4.5, 6.5), strict=True))
        ],
        [Look(0.1, 2), Look(2.1, 3), Look(4.5, 5), Look(5.5, 6)],
    )
    return history, log


def lose_an_acknowledged_decision(_history: History, log: Log) -> None:
    log.pop()


def lose_a_decision_in_the_middle(_history: History, log: Log) -> None:
    del log[3]


def apply_a_decision_twice(_history: History, log: Log) -> None:
    log.append(log[-1])


def apply_another_decision(_history: History, log: Log) -> None:
    log[3] = decided("bob", 5)


def apply_it_for_another_person(_history: History, log: Log) -> None:
    log[3] = decided("ann", 8)


def invent_a_decision(_history: History, log: Log) -> None:
    log.append(decided("bob", 3))


def refuse_an_applied_decision(history: History, _log: Log) -> None:
    history.operations[2].outcome = "refused"


def ask_after_a_later_one_was_acknowledged(history: History, _log: Log) -> None:
    history.operations[0].invoked, history.operations[0].answered = 4.1, 4.2
    history.received = []


def acknowledge_with_too_short_a_log(history: History, _log: Log) -> None:
    history.operations[2].seq = 3


def acknowledge_with_too_long_a_log(history: History, _log: Log) -> None:
    history.operations[2].seq = 7


def show_an_old_table(history: History, _log: Log) -> None:
    history.looks[2] = Look(4.5, 3)


def show_a_table_that_never_was(history: History, _log: Log) -> None:
    history.looks[3] = Look(8.0, 7)


def send_another_order_to_one_client(history: History, log: Log) -> None:
    history.received[2] = Received("ann", 2, log[3], 4.0)
    history.received[3] = Received("ann", 3, log[2], 4.0)


def send_an_entry_twice(history: History, _log: Log) -> None:
    history.received.append(history.received[-1])


def leave_out_an_entry(history: History, _log: Log) -> None:
    del history.received[4]


def send_an_entry_that_was_never_stored(history: History, _log: Log) -> None:
    history.received.append(Received("ann", 6, decided("bob", 3), 8.0))


def send_an_entry_before_it_was_asked_for(history: History, log: Log) -> None:
    history.received[3] = Received("ann", 3, log[3], 2.9)


BAD: list[tuple[Callable[[History, Log], None], str]] = [
    (lose_an_acknowledged_decision, "lost"),
    (lose_a_decision_in_the_middle, "lost"),
    (apply_a_decision_twice, "phantom"),
    (apply_another_decision, "lost"),
    (apply_it_for_another_person, "phantom"),
    (invent_a_decision, "phantom"),
    (refuse_an_applied_decision, "refused"),
    (ask_after_a_later_one_was_acknowledged, "reordered"),
    (acknowledge_with_too_short_a_log, "wrong answer"),
    (acknowledge_with_too_long_a_log, "wrong answer"),
    (show_an_old_table, "stale"),
    (show_a_table_that_never_was, "stale"),
    (send_another_order_to_one_client, "different"),
    (send_an_entry_twice, "incomplete"),
    (leave_out_an_entry, "incomplete"),
    (send_an_entry_that_was_never_stored, "different"),
    (send_an_entry_before_it_was_asked_for, "too early"),
]


def test_a_linearizable_history_is_accepted() -> None:
    assert check(*game()) == []


def test_an_unanswered_decision_may_be_done_or_not() -> None:
    history, log = game()
    history.operations[-1].outcome = "unknown"
    assert check(history, log) == []
    history.received = [one for one in history.received if one.number < 5]
    history.looks.pop()
    assert check(history, log[:5]) == []


@pytest.mark.parametrize(("spoil", "kind"), BAD, ids=[spoil.__name__ for spoil, _ in BAD])
def test_a_bad_history_is_rejected(spoil: Callable[[History, Log], None], kind: str) -> None:
    history, log = game()
    spoil(history, log)
    assert kind in {problem.partition(":")[0] for problem in check(history, log)}


def test_the_longest_gap_is_measured_from_the_first_client_that_received_an_entry() -> None:
    history, log = game()
    history.received.append(Received("cid", 3, log[3], 2.1))
    assert history.longest_gap() == pytest.approx(2.4)
