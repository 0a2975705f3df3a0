"""The built-in bots use only open fields, and are deterministic."""

from __future__ import annotations

import numpy as np
import pytest

import palatine
from palatine.bots import bot_named
from palatine.core import chance
from palatine.core.compiled import JIT
from palatine.core.views import Question
from palatine.games import BUILT_IN, game_named

KINGDOMINO = game_named("kingdomino")
LOOK_EVERY = 1 if JIT else 7
"""Check every this many decisions; a check is slow with the JIT off."""
NAMES = ("random", "greedy", "fitted", "level:1", "search:12", "mcts:12") if JIT else ("random", "greedy", "fitted")
GAMES_LOOKED_AT = [name for name in BUILT_IN if JIT or name != "dragon_castle"]
"""Dragon Castle takes a minute per decision with the JIT off; test_greedy.py has some."""


@pytest.mark.parametrize("game", GAMES_LOOKED_AT)
@pytest.mark.parametrize("name", NAMES)
def test_hidden_fields_do_not_change_a_decision(game: str, name: str) -> None:
    """A bot decides the same on an observation, on the true position, and with resampled hidden fields."""
    table = palatine.new(game, seed=8)
    while not table.over:
        if len(table.decisions) % LOOK_EVERY:
            table.play(table.legal()[0])
            continue
        observation = table.observation()
        resampled = np.repeat(observation[np.newaxis], 2, axis=0)
        seed = len(table.decisions)
        table._engine.resample(resampled, chance.randoms(np.array([seed], dtype=np.uint64)))
        questions = [Question(table.settings, raw, ()) for raw in (observation, table._raw, *resampled)]
        decisions = {bot_named(name, table.game, seed).decide(question).decision for question in questions}
        assert len(decisions) == 1
        table.play(decisions.pop())


@pytest.mark.skipif(not JIT, reason="four whole games by bots take long with the JIT off")
@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_game(game: str, name: str) -> None:
    records = []
    for _ in range(2):
        table = palatine.new(game, players=3, seed=1)
        bots = [bot_named(name, table.game, seed) for seed in range(3)]
        while (seat := table.seat) is not None:
            table.play(bots[seat].decide(table.question()).decision)
        records.append(table.record())
    assert records[0] == records[1]


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(palatine.OptionError, match=r'There is no bot "gready"\. Known: greedy, level:1-5'):
        bot_named("gready", KINGDOMINO)
