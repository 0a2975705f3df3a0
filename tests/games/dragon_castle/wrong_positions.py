"""Valid positions of Dragon Castle in every phase, and helpers that break them."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Mapping
from typing import Any

import pytest

import palatine
from games.broken import changed
from games.dragon_castle.positions import play, realm, spirited, table
from palatine.core.table import Table

Plain = dict[str, Any]

ALL_SPIRITS = "beauty,elegance,wind,deception,strength,change,faith,deep,destruction,cunning"
REALM = """
    m1 s1 f1 m1 .  .
    D1 D2 D3 .  x  x*
    .  .  f2 f3 f4 S1
    .  .  .  .  .  x^2
"""
"""Groups for Beauty, Cunning and Change; a Shrine, and spaces to move it to."""
CASTLE = {"a1": "m4 ?", "b1": "m5 ?", "c1": "m4 ?", "h1": "m5"}
"""On the top floor b1 is not Available, but its short side is free."""


def _rich() -> Table:
    """Return a table where every Spirit but Faith can be activated."""
    return spirited(ALL_SPIRITS, REALM, CASTLE, pool=3)


def _to_place() -> Table:
    """Return a table with one tile to place, which completes a set on d1.

    Its Spirits make the check and the end of the turn decisions.
    """
    return spirited("strength,wind,faith", "m1 m2 m3 . x x^2*", pool=3, held="m4")


def _over() -> Table:
    realms = [realm("x* m1", tokens=1), realm("m2", tokens=1)]
    return table({}, realms, stage=None, phase="over", seat=None, options={"dragons": "fortitude"})


TABLES: dict[str, Callable[[], Table]] = {
    "action": _rich,
    "elegance": lambda: play(_rich(), "spirit elegance pay shrine"),
    "completion": lambda: play(_rich(), "pick a1"),
    "placement": lambda: play(_rich(), "pick a1", "pair c1"),
    "last placement": _to_place,
    "satisfied": lambda: play(_rich(), "spirit elegance pay shrine", "pick b1", "discard"),
    "check": lambda: play(_to_place(), "place d1"),
    "build": lambda: play(_to_place(), "place d1", "done"),
    "end": lambda: play(_rich(), "pick a1", "discard"),
    "beauty": lambda: play(_rich(), "spirit beauty pay shrine"),
    "cunning": lambda: play(_rich(), "spirit cunning pay shrine"),
    "change": lambda: play(_rich(), "spirit change pay shrine"),
    "strength_lift": lambda: play(_rich(), "spirit strength pay shrine"),
    "strength_drop": lambda: play(_rich(), "spirit strength pay shrine", "lift a1"),
    "second lift": lambda: play(_rich(), "spirit strength pay shrine", "lift a1", "drop a4"),
    "second drop": lambda: play(_rich(), "spirit strength pay shrine", "lift a1", "drop a4", "lift e2"),
    "wind": lambda: play(_rich(), "spirit wind pay shrine"),
    "wind_lift": lambda: play(_rich(), "spirit wind pay shrine", "flip a1"),
    "wind_drop": lambda: play(_rich(), "spirit wind pay shrine", "lift f2"),
    "wind in building": lambda: play(TABLES["build"](), "spirit wind pay shrine"),
    "faith": lambda: play(TABLES["build"](), "spirit faith pay shrine"),
    "deception": lambda: play(_rich(), "pick a1", "spirit deception pay shrine"),
    "deep": lambda: play(_rich(), "pick a1", "spirit deep pay shrine"),
    "destruction": lambda: play(_rich(), "spirit destruction pay shrine"),
    "summoned": lambda: play(spirited("strength", "m1", {"a1": "m5"}), "summon"),
    "drawn": lambda: palatine.new("dragon_castle", players=3, seed=1, spirits="2", dragons="3", start_player="first"),
    "solo": lambda: palatine.new("dragon_castle", players=1, seed=1, spirits="1", dragons="1"),
    "over": _over,
}


@functools.cache
def _essence(name: str) -> Plain:
    game = TABLES[name]()
    return game.essence(len(game.decisions))


def valid(name: str) -> Plain:
    """Return the essence of the valid position of that name."""
    return copy.deepcopy(_essence(name))


def refusal(name: str, changes: Mapping[str, Any]) -> str:
    """Return the error message for a valid position after some changes."""
    wrong = changed(valid(name), changes)
    before = copy.deepcopy(wrong)
    with pytest.raises(palatine.PositionError) as problem:
        palatine.position("dragon_castle", wrong)
    assert wrong == before
    assert problem.value.text("it") != str(problem.value)
    return str(problem.value)
