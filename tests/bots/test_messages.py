"""Any message of a bot program becomes a legal decision or an error; only valid thoughts are kept."""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import palatine
from bots.programs import outside
from bots.test_program import patched
from palatine.bots import Answer, BotError
from palatine.bots.changes import changes
from palatine.bots.child import FaultError, Limits
from palatine.bots.messages import KINDS, checked_decision, checked_hello, decoded, thoughts_of
from palatine.bots.thoughts import checked_thoughts
from palatine.core.plain_text import plain_text
from palatine.core.words import LANGUAGES

T = TypeVar("T")

LEGAL = {3: "claim 4", 8: "claim 9", 47: "claim 48"}
QUESTION = 5

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
ANYTHING = st.recursive(
    SCALARS, lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(), part, max_size=4), max_leaves=8
)
NUMBERS = st.sampled_from([-1, 0, 3, 8, 0.5, 1, 1.5, 10**30, -(10**400), 1e300, math.inf, -0.0]) | ANYTHING


def near(wanted: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Return a strategy for objects with some of the wanted keys."""
    return st.fixed_dictionaries({}, optional=wanted)


ENTRIES = near(
    {
        "decision": st.sampled_from([3, 8, 47]) | NUMBERS,
        "text": st.text(),
        "visits": NUMBERS,
        "score": NUMBERS,
        "win_chance": NUMBERS,
    }
)
THOUGHTS = ANYTHING | near(
    {
        "iterations": NUMBERS,
        "considered": st.lists(ENTRIES | ANYTHING, max_size=5) | ANYTHING,
        "line": st.lists(st.text(max_size=200) | ANYTHING, max_size=5) | ANYTHING,
    }
)


def answers(question: int, legal: dict[int, str]) -> st.SearchStrategy[Any]:
    """Return a strategy for answers of a bot: anything, often almost valid."""
    decisions = st.sampled_from([*legal, *legal.values()]) | ANYTHING
    right = {
        "type": st.just("bestdecision") | st.sampled_from(KINDS) | ANYTHING,
        "question": st.just(question) | ANYTHING,
        "decision": decisions,
        "thoughts": THOUGHTS,
    }
    return near(right) | st.fixed_dictionaries(
        {**right, "type": st.just("bestdecision"), "question": st.just(question)}
    )


def assert_thoughts(thoughts: object, legal: dict[int, str]) -> None:
    """Assert that thoughts have the form that docs/bots.md describes, and are plain data."""
    if thoughts is None:
        return
    assert isinstance(thoughts, dict)
    assert thoughts
    assert set(thoughts) <= {"iterations", "considered", "line"}
    assert 0 <= thoughts.get("iterations", 0) <= 10**12
    for entry in thoughts.get("considered", []):
        assert {"decision", "text"} <= set(entry) <= {"decision", "text", "visits", "score", "win_chance"}
        assert entry["text"] == legal[entry["decision"]]
        assert type(entry.get("visits", 0)) is int
        assert type(entry.get("score", 0.0)) is float
        assert abs(entry.get("score", 0.0)) <= 10**6
        assert 0.0 <= entry.get("win_chance", 0.0) <= 1.0
    for text in thoughts.get("line", []):
        assert text.isprintable()
        assert 0 < len(text) <= 81
    json.dumps(thoughts, allow_nan=False).encode("utf-8")


def unless_refused(reading: Callable[[], T]) -> T | None:
    """Return what is read, or None if it is refused with a printable sentence."""
    fault = None
    try:
        return reading()
    except FaultError as problem:
        fault = problem
    for language in LANGUAGES:
        message = fault.phrase().text(language)
        assert message.isprintable()
        assert len(message) < 300
    return None


@given(answers(QUESTION, LEGAL))
@settings(max_examples=150, deadline=None)
def test_any_value_is_a_legal_decision_or_a_fault(value: object) -> None:
    line = json.dumps(value).encode()
    decision = unless_refused(lambda: checked_decision(decoded(line), QUESTION, LEGAL))
    if decision is not None:
        assert decision in LEGAL
        assert type(decision) is int
        assert_thoughts(thoughts_of(decoded(line), QUESTION, LEGAL), LEGAL)


@given(st.binary(max_size=200).filter(lambda line: b"\n" not in line))
@settings(deadline=None)
def test_any_bytes_are_a_message_or_a_fault(line: bytes) -> None:
    message = unless_refused(lambda: decoded(line))
    assert message is None or message["type"] in KINDS


@given(near({"type": st.just("hello"), "protocol": st.just(1) | NUMBERS, "name": ANYTHING, "author": ANYTHING}))
@settings(deadline=None)
def test_any_greeting_gives_a_name_or_a_fault(message: dict[str, Any]) -> None:
    name = unless_refused(lambda: checked_hello(decoded(json.dumps(message).encode())))
    if name is not None:
        assert name.isprintable()
        assert 0 < len(name) <= 130


@given(THOUGHTS)
@settings(deadline=None)
def test_only_valid_thoughts_are_kept(thoughts: object) -> None:
    checked = checked_thoughts(thoughts, LEGAL)
    assert_thoughts(checked, LEGAL)
    assert checked_thoughts(checked, LEGAL) == checked


def test_valid_thoughts_are_kept_unchanged() -> None:
    thoughts = {
        "iterations": 500,
        "considered": [
            {"decision": 8, "text": "claim 9", "visits": 300, "score": 51.5, "win_chance": 0.625},
            {"decision": 3, "text": "claim 4", "visits": 200, "score": 40.0, "win_chance": 0.375},
        ],
        "line": ["claim 9", "place 1,0 2,0"],
    }
    assert checked_thoughts(thoughts, LEGAL) == thoughts


def test_control_characters_are_removed_from_texts_of_bots() -> None:
    assert plain_text("\x1b[2J\x1b[31mred\x07\r\n\u202eleft\ud800\u2028", 50) == "red left"
    assert plain_text("abcdef", 3) == "abc…"
    assert plain_text("abcdef", 3, end=True) == "…def"


ECHO = """
begin()
while True:
    asked()
    print(open(sys.argv[1], encoding="utf-8").read(), flush=True)
"""
"""Answers with the contents of a file."""


@pytest.mark.skipif(os.name != "posix", reason="outside programs need POSIX")
def test_any_value_as_an_answer_gives_a_decision_or_a_bot_error(tmp_path: Path) -> None:
    table = palatine.new("kingdomino", players=2, seed=1)
    legal = {decision: table.text(decision) for decision in table.legal()}
    spoken = tmp_path / "spoken"
    bot = outside(tmp_path, ECHO, str(spoken), limits=Limits(grace=0.02))
    decided: list[Answer] = []

    @given(answers(1, legal))
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None)
    def check(value: object) -> None:
        spoken.write_text(json.dumps(value), encoding="utf-8")
        bot.close()
        bot.begin(0)
        with contextlib.suppress(BotError):
            answer = bot.decide(table.question())
            assert answer.decision in legal
            assert_thoughts(answer.thoughts, legal)
            decided.append(answer)

    check()
    bot.close()
    assert decided


@given(ANYTHING, ANYTHING)
@settings(deadline=None)
def test_applying_the_changes_gives_the_new_position(before: object, after: object) -> None:
    operations = list(changes(before, after))
    assert patched(before, operations) == after
    assert (before == after) == (not operations)


def test_small_differences_give_small_changes() -> None:
    before = {"seat": 0, "castle": [{"tile": "a"}, {"tile": "b"}, {"tile": "c"}], "same": [1, 2], "a/b~c": 1}
    after = {"seat": 1, "castle": [{"tile": "a"}, {"tile": "c"}], "same": [1, 2], "a/b~c": 2}
    assert list(changes(before, after)) == [
        {"op": "replace", "path": "/seat", "value": 1},
        {"op": "remove", "path": "/castle/1"},
        {"op": "replace", "path": "/a~1b~0c", "value": 2},
    ]
