"""The bots of `examples/` play."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

import palatine
from palatine.bots import bot_named
from palatine.core.compiled import JIT
from palatine.games import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"
OUTSIDE = f"cmd@10s:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'outside_bot.py'))}"
GAMES_PLAYED = 3


@pytest.mark.skipif(os.name != "posix", reason="outside programs need POSIX")
@pytest.mark.skipif(not JIT, reason="whole games take long with the JIT off")
@pytest.mark.parametrize("game", GAMES)
def test_the_outside_bot_plays_every_game_and_better_than_at_random(game: str) -> None:
    margin = 0
    bot = bot_named(OUTSIDE, GAMES[game])
    for seed in range(GAMES_PLAYED):
        table = palatine.new(game, players=2, seed=seed)
        bot.begin(seed)
        other = bot_named("random", table.game, seed)
        while (seat := table.seat) is not None:
            answer = (bot, other)[seat].decide(table.question())
            if seat == 0:
                assert answer.thoughts is not None
                assert answer.thoughts["considered"][0]["decision"] == answer.decision
            table.play(answer.decision)
        own, theirs = table.totals()
        margin += own - theirs
    bot.close()
    assert margin > 0


def test_the_class_of_the_examples_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    table = palatine.new("kingdomino", players=2, seed=3)
    bots = [bot_named(name, table.game, 1) for name in ("class:own_bot:NearestBot", "random")]
    while (seat := table.seat) is not None:
        table.play(bots[seat].decide(table.question()).decision)
    assert table.winners() == [0]
