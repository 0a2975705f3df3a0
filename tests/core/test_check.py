"""Every game passes the conformance check, and the check detects faulty games."""

from __future__ import annotations

import dataclasses
import functools
import math
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import palatine
from palatine.core import check
from palatine.core.compiled import JIT
from palatine.core.engine import engine
from palatine.core.errors import OptionError
from palatine.core.game import Game, Settings
from palatine.core.table import Table
from palatine.games import BUILT_IN

SAMPLES = 12
"""The least number of settings checked per game (more for options with many values; one with the JIT off)."""
CANDIDATES = 60
LONG = {"dragon_castle"}
"""Games of several hundred decisions, which are checked at fewer points."""


def drawn(game: Game, players: int, met: set[tuple[str, object]], choices: random.Random) -> Settings | None:
    """Draw settings, half of their values from those not met yet; return None if they are not allowed."""
    options: dict[str, object] = {}
    for option in game.options:
        fresh = [value for value in option.values() if (option.name, value) not in met]
        options[option.name] = choices.choice(fresh if fresh and choices.random() < 0.5 else option.values())
    try:
        return game.settings(players, options)
    except OptionError:
        return None


@functools.cache
def sampled(game_name: str) -> list[Settings]:
    """Return the sampled settings of a game, evenly over numbers of players, with as many new values as possible."""
    game = BUILT_IN[game_name]
    needed = max(SAMPLES, *(len(option.values()) for option in game.options))
    choices = random.Random(4)
    chosen: list[Settings] = []
    met: set[tuple[str, object]] = set()
    for players in game.players * math.ceil(needed / len(game.players)):
        candidates = (drawn(game, players, met, choices) for _ in range(CANDIDATES))
        allowed = [one for one in candidates if one and one not in chosen]
        chosen.append(max(allowed, key=lambda one: len(one.options.items() - met)))
        met |= chosen[-1].options.items()
    return chosen


def samples() -> Iterator[Any]:
    for name in BUILT_IN:
        for number, chosen in enumerate(sampled(name)[: None if JIT else 1]):
            yield pytest.param(chosen, id=f"{name}-{chosen.players}-{number}")


@pytest.mark.skipif(not JIT, reason="fewer samples are drawn with the JIT off")
@pytest.mark.parametrize("name", BUILT_IN)
def test_samples_cover_every_number_of_players_and_every_value_of_every_option(name: str) -> None:
    chosen = sampled(name)
    assert {settings.players for settings in chosen} == set(BUILT_IN[name].players)
    for option in BUILT_IN[name].options:
        assert {settings.options[option.name] for settings in chosen} == set(option.values()), option.name


@pytest.mark.parametrize("settings", list(samples()))
def test_a_game_passes_the_conformance_check(settings: Settings) -> None:
    long = settings.game.name in LONG
    every = (61 if long else 23) if JIT else (250 if long else 50)
    check.check(settings, seed=3, games=1, every=every)


@pytest.mark.soak
@pytest.mark.parametrize("settings", list(samples()))
def test_a_game_passes_the_conformance_check_at_many_points(settings: Settings) -> None:
    check.check(settings, seed=4, games=2, every=3)


def broken(**parts: Any) -> Table:
    """Return a table in mid-game whose engine has some parts replaced by faulty ones."""
    table = palatine.new("kingdomino", players=3, seed=1)
    for _ in range(9):
        table.play(table.legal()[0])
    table._engine = dataclasses.replace(table._engine, **parts)
    return table


def test_check_detects_an_observation_that_leaks() -> None:
    def copy_everything(raws: Any, out: Any) -> None:
        out[:] = raws

    with pytest.raises(check.ConformanceError, match="nothing hidden"):
        check.hidden_fields_are_hidden(broken(observe=copy_everything))


def test_check_detects_a_resample_that_does_not_shuffle() -> None:
    true = engine(BUILT_IN["kingdomino"])

    def always_the_same(raws: Any, random: Any) -> None:
        for row in raws:
            true.resample(row[np.newaxis], np.array([7], dtype=np.uint64))
        # Half of the rows differ: the places are not constant, but far from uniform.
        deck = raws[::2].view(true.dtype)[:, 0]["deck"]
        deck[:, 0] = deck[:, 0, ::-1]

    with pytest.raises(check.ConformanceError, match="uniformly"):
        check.resample_is_even(broken(resample=always_the_same))


def test_check_detects_a_choice_that_is_not_uniform() -> None:
    true = engine(BUILT_IN["kingdomino"])

    def mostly_the_first(raw: Any, random: Any) -> int:
        picked = true.choose(raw, random)
        return true.nth(raw, 0) if picked % 2 else picked

    with pytest.raises(check.ConformanceError, match="uniformly"):
        check.choice_is_even(broken(choose=mostly_the_first))


def test_check_detects_a_missing_decision() -> None:
    true = engine(BUILT_IN["kingdomino"])

    def all_but_one(raw: Any, out: Any) -> int:
        return true.legal(raw, out) - 1

    with pytest.raises(check.ConformanceError, match="distinct decisions"):
        check.legal_decisions_apply(broken(legal=all_but_one))


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        (lambda decision: {"number": decision}, "have a kind"),
        (lambda decision: {"kind": "claim", "domino": decision // 2}, "different fields"),
        (lambda decision: {"kind": "claim", "domino": (decision, 0)}, "plain data"),
    ],
)
def test_check_detects_fields_that_do_not_identify_a_decision(fields: Any, missing: str) -> None:
    table = broken()
    table._actions = SimpleNamespace(fields=fields)
    with pytest.raises(check.ConformanceError, match=missing):
        check.decisions_have_fields(table)


def test_check_detects_points_without_a_source() -> None:
    true = engine(BUILT_IN["kingdomino"])

    def one_point_more(raws: Any, totals: Any, rankings: Any) -> None:
        true.score(raws, totals, rankings)
        totals += 1

    with pytest.raises(check.ConformanceError, match="add up"):
        check.points_have_sources(broken(score=one_point_more))


def test_check_detects_a_reveal_that_is_not_counted() -> None:
    table = palatine.new("kingdomino", players=4, seed=2)
    while len(table.legal()) > 1:  # up to the forced last claim of the first line, which reveals the next one
        table.play(table.legal()[0])
    true = table._engine

    def nothing_was_revealed(raw: Any) -> tuple[int, int, int]:
        seat, count, _ = true.glance(raw)
        return seat, count, 0

    table._engine = dataclasses.replace(true, glance=nothing_was_revealed)
    with pytest.raises(check.ConformanceError, match="everything revealed is counted"):
        check.reveals_are_counted(table)
