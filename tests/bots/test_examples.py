"""The bots of `examples/` and of docs/bots.md play."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

import palatine
from palatine.bots import bot_named, known_names
from palatine.bots.child import HANDED_ON, Limits
from palatine.bots.messages import KINDS
from palatine.bots.thoughts import checked_thoughts
from palatine.core.compiled import JIT
from palatine.games import BUILT_IN

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DOCUMENT = (ROOT / "docs" / "bots.md").read_text("utf-8")
OUTSIDE = f"cmd@10s:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'outside_bot.py'))}"
GAMES_PLAYED = 3


@pytest.mark.skipif(os.name != "posix", reason="outside programs need POSIX")
@pytest.mark.skipif(not JIT, reason="whole games take long with the JIT off")
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_outside_bot_plays_every_game_and_beats_random(game: str) -> None:
    margin = 0
    bot = bot_named(OUTSIDE, BUILT_IN[game])
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


def test_the_class_in_the_document_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    (tmp_path / "bot_of_the_document.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    table = palatine.new("kingdomino", players=2, seed=3)
    bot = bot_named("class:bot_of_the_document:LastBot", table.game)
    assert bot.decide(table.question()).decision == table.legal()[-1]


def test_the_document_matches_the_code() -> None:
    """Its names, messages, limits, variables and thoughts are those of the code."""
    for name in known_names(BUILT_IN["kingdomino"]):
        assert f"| `{name}` |" in DOCUMENT
    for kind in (*KINDS, "newgame", "position", "go", "stop", "quit"):
        assert f'"type":"{kind}"' in DOCUMENT or f"`{kind}`" in DOCUMENT
    limits = Limits()
    for text in (
        f"| `hello` | within {limits.hello:g} s",
        f"| `ready` | within {limits.ready:g} s",
        f"or {limits.iterations:g} s for a number of iterations",
        f"must come within {limits.grace:g} s",
        f"| after `quit` | {limits.quit:g} s",
        f"| a line | {limits.line_bytes >> 20} MiB |",
        f"{limits.messages:,} messages, {limits.bytes >> 20} MiB of output, {limits.error_bytes >> 20} MiB of standard",
    ):
        assert text in DOCUMENT, text
    for name in HANDED_ON:
        assert f"`{name}`" in DOCUMENT, name
    examples = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)]
    (thoughts,) = (example for example in examples if "considered" in example)
    legal = {entry["decision"]: entry["text"] for entry in thoughts["considered"]}
    assert checked_thoughts(thoughts, legal) == thoughts
