"""The protocol with well-behaved bot programs: what they receive and send, and that no hidden field is sent."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import palatine
from bots.programs import PLAYS, command, outside
from palatine.bots.budgets import Budget
from palatine.bots.child import Limits
from palatine.bots.program import ProgramBot
from palatine.core import chance
from palatine.core.compiled import JIT
from palatine.core.table import Table
from palatine.core.views import Question
from palatine.games import BUILT_IN

pytestmark = pytest.mark.skipif(os.name != "posix", reason="outside programs need POSIX")

MOST_DECISIONS = 1000 if JIT else 25
"""Only the beginning of a game with the JIT off."""


def messages_in(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_bytes().splitlines()]


def patched(document: Any, operations: list[dict[str, Any]]) -> Any:
    """Return a document after JSON Patch operations (RFC 6902)."""
    whole = {"": copy.deepcopy(document)}
    for operation in operations:
        *parents, last = [""] + [
            part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]
        ]
        place: Any = whole
        for part in parents:
            place = place[int(part) if isinstance(place, list) else part]
        key = int(last) if isinstance(place, list) else last
        if operation["op"] == "remove":
            del place[key]
        elif operation["op"] == "add" and isinstance(place, list):
            place.insert(key, operation["value"])
        else:
            assert operation["op"] in ("add", "replace")
            place[key] = operation["value"]
    return whole[""]


def played(table: Table, bots: dict[int, ProgramBot]) -> None:
    """Play a game where programs play some seats, and the others take the first legal decision."""
    while (seat := table.seat) is not None and len(table.decisions) < MOST_DECISIONS:
        table.play(bots[seat].decide(table.question()).decision if seat in bots else table.legal()[0])
    for bot in bots.values():
        bot.close()


@pytest.mark.parametrize("game", BUILT_IN)
def test_messages_do_not_depend_on_hidden_fields(game: str, tmp_path: Path) -> None:
    """The bytes sent are equal over a game with the true hidden fields, resampled ones, and none."""
    table = palatine.new(game, players=2, seed=8)
    logs = [tmp_path / f"{number}.log" for number in range(3)]
    bots = [outside(tmp_path, PLAYS, str(log)) for log in logs]
    different = 0
    while not table.over and len(table.decisions) < MOST_DECISIONS:
        resampled = table.observation()[np.newaxis].copy()
        table._engine.resample(resampled, chance.randoms(np.array([len(table.decisions)], dtype=np.uint64)))
        original = table.question()
        different += not np.array_equal(resampled[0], table._raw)
        questions = [
            Question(table.settings, raw, original.decisions, original.seats) for raw in (table._raw, resampled[0])
        ]
        decisions = {bot.decide(question).decision for bot, question in zip(bots, [original, *questions], strict=True)}
        assert len(decisions) == 1
        table.play(decisions.pop())
    for bot in bots:
        bot.close()
    assert different > len(table.decisions) / 4  # nothing is hidden towards the end of a game
    transcripts = [log.read_bytes() for log in logs]
    assert transcripts[0].count(b'"type":"go"') == len(table.decisions)
    assert transcripts[0] == transcripts[1] == transcripts[2]


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_program_receives_all_that_happens(game: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    table = palatine.new(game, players=2, seed=5)
    played(table, {1: outside(tmp_path, PLAYS, str(log))})
    hello, new_game, *rest, quit_ = messages_in(log)
    assert hello == {"type": "hello", "protocol": 1, "palatine": palatine.__version__}
    assert new_game == {
        "type": "newgame",
        "game": game,
        "rules_version": table.game.rules_version,
        "players": 2,
        "options": dict(table.settings.options),
        "seat": 1,
        "seed": 7,
    }
    assert quit_ == {"type": "quit"}
    assert [message["type"] for message in rest] == ["position", "go"] * (len(rest) // 2)
    reported: list[tuple[int, str]] = []
    revealed = 0
    before = None
    for number, (sent, go) in enumerate(zip(rest[::2], rest[1::2], strict=True), start=1):
        assert go == {"type": "go", "question": number, "milliseconds": 100}
        assert (sent["question"], sent["seat"]) == (number, 1)
        since = sent["since"]
        reported += [(entry["seat"], entry["text"]) for entry in since["decisions"]]
        revealed += since["revealed"]
        at = palatine.new(game, players=2, seed=5)
        for decision in table.decisions[: len(reported)]:
            at.play(decision)
        assert since["taken_back"] == 0
        assert sent["position"] == json.loads(json.dumps(at.position()))
        assert sent["legal"] == [{"decision": number, "text": at.text(number)} for number in at.legal()]
        assert revealed == at.revealed
        assert (before is None) == (since["changes"] is None)
        if before is not None:
            assert patched(before, since["changes"]) == sent["position"]
        before = sent["position"]
    expected = [(table.decided_by(number), table.text(decision)) for number, decision in enumerate(table.decisions)]
    assert reported == expected[: len(reported)]
    assert len(reported) > 1


def test_decisions_taken_back_are_reported(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = outside(tmp_path, PLAYS, str(log))
    table = palatine.new("kingdomino", players=2, seed=5)
    table.play(table.legal()[0])
    bot.decide(table.question())
    table.undo()
    table.play(table.legal()[1])
    bot.decide(table.question())
    bot.close()
    first, second = (message for message in messages_in(log) if message["type"] == "position")
    assert second["since"]["taken_back"] == 1
    assert [entry["text"] for entry in second["since"]["decisions"]] == [table.text(table.decisions[0])]
    assert patched(first["position"], second["since"]["changes"]) == second["position"]


def test_every_new_game_is_announced(tmp_path: Path) -> None:
    """A new game starts with `begin`, or with other settings."""
    log = tmp_path / "log"
    bot = outside(tmp_path, PLAYS, str(log))
    for seed, players in ((2**64 - 1, 2), (5, 2), (5, 3)):
        if players == 2:
            bot.begin(seed)
        bot.decide(palatine.new("kingdomino", players=players, seed=1).question())
    bot.close()
    games = [(message["seed"], message["players"]) for message in messages_in(log) if message["type"] == "newgame"]
    assert games == [(2**53 - 1, 2), (5, 2), (5, 3)]
    assert [message["type"] for message in messages_in(log)].count("hello") == 1
    assert bot.title == "A test, A Tester"


def test_a_question_after_close_restarts_the_program(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = outside(tmp_path, PLAYS, str(log))
    table = palatine.new("kingdomino", players=2, seed=5)
    for _ in range(2):
        assert bot.decide(table.question()).decision in table.legal()
        bot.close()
    bot.close()
    assert [message["type"] for message in messages_in(log)] == ["hello", "newgame", "position", "go", "quit"] * 2


def test_a_program_receives_stop_when_its_time_is_over(tmp_path: Path) -> None:
    body = "begin()\np = asked()\nassert read() == {'type': 'stop'}\ndecide(p)\nread()"
    bot = outside(tmp_path, body, budget=Budget(milliseconds=20))
    table = palatine.new("kingdomino", players=2, seed=5)
    assert bot.decide(table.question()).decision == table.legal()[0]
    bot.close()


def test_a_budget_of_iterations_has_a_time_limit(tmp_path: Path) -> None:
    body = "begin()\np = read()\nassert read() == {'type': 'go', 'question': 1, 'iterations': 50}\nread()\ndecide(p)\nread()"
    bot = outside(tmp_path, body, budget=Budget(iterations=50), limits=Limits(iterations=0.05, grace=60))
    table = palatine.new("kingdomino", players=2, seed=5)
    assert bot.decide(table.question()).decision == table.legal()[0]
    bot.close()


def test_thoughts_can_come_with_the_decision_or_before_it(tmp_path: Path) -> None:
    """Thoughts sent with the decision count, else the last ones sent; never those of another question."""
    body = """
begin()
p = asked()
say("thoughts", question=1, thoughts={"iterations": 1})
say("thoughts", question=1, thoughts={"iterations": 2})
say("thoughts", question=9, thoughts={"iterations": 3})
say("bestdecision", question=1, decision=p["legal"][0]["text"])
p = asked()
say("thoughts", question=2, thoughts={"iterations": 4})
best = p["legal"][1]["decision"]
considered = [{"decision": best, "text": "sing", "visits": 3, "score": 40, "win_chance": 0.5}]
thoughts = {"iterations": 5, "considered": considered, "line": ["a", "b"]}
say("bestdecision", question=2, decision=best, thoughts=thoughts)
read()
"""
    bot = outside(tmp_path, body)
    table = palatine.new("kingdomino", players=2, seed=5)
    first = bot.decide(table.question())
    assert (first.decision, first.thoughts) == (table.legal()[0], {"iterations": 2})
    second = bot.decide(table.question())
    bot.close()
    best = table.legal()[1]
    assert second.decision == best
    considered = {"decision": best, "text": table.text(best), "visits": 3, "score": 40.0, "win_chance": 0.5}
    assert second.thoughts == {"iterations": 5, "considered": [considered], "line": ["a", "b"]}


def test_a_program_does_not_inherit_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALATINE_TEST_SECRET", "hush")
    monkeypatch.setenv("LC_TEST", "kept")
    seen = tmp_path / "environment"
    save = f"json.dump([dict(os.environ), os.getcwd()], open({str(seen)!r}, 'w'))\n"
    bot = ProgramBot("cmd:test", command(tmp_path, save + PLAYS), 1)
    bot.decide(palatine.new("kingdomino", seed=1).question())
    bot.close()
    environment, folder = json.loads(seen.read_text())
    assert environment["PATH"] == os.environ["PATH"]
    assert environment["LC_TEST"] == "kept"
    assert "PALATINE_TEST_SECRET" not in environment
    assert folder == str(Path.cwd())
