"""The benchmarks of Dragon Castle."""

from __future__ import annotations

from palatine.core.benchmarks import Benchmarks, Match, Measure
from palatine.games.dragon_castle import GAME

NO_CARDS = {"spirits": "0", "dragons": "0"}
FOUR, TWO = GAME.settings(4), GAME.settings(2)
# Longer budgets leave time for fewer games.
DOUBLED = {milliseconds: max(6, min(40, 8_000 // milliseconds)) for milliseconds in (100, 200, 400, 800, 1600, 3200)}

BENCHMARKS = Benchmarks(
    kinds={
        "no cards, 4 players": GAME.settings(4, NO_CARDS),
        "3 + 3 cards, 4 players": GAME.settings(4, {"spirits": "3", "dragons": "3"}),
        "1 + 1 card, 4 players": FOUR,
        "no cards, 3 players": GAME.settings(3, NO_CARDS),
        "no cards, 2 players": GAME.settings(2, NO_CARDS),
        "alone": GAME.settings(1),
        "all cards, 4 players": GAME.settings(4, {"spirits": "10", "dragons": "10"}),
    },
    compile_seconds=80,
    measures={
        "castle": Measure(
            "Dragon Castle, the master against greedy: at least 75 % with four players, 90 % with two",
            (Match(FOUR, ("level:5", "greedy"), 60), Match(TWO, ("level:5", "greedy"), 60)),
        ),
        "doubling": Measure(
            "Dragon Castle with two players: the gain of doubling the budget, from 50 ms to 3.2 s, against search:50ms",
            # Against search: greedy loses too often to show a difference.
            tuple(
                Match(TWO, (f"search:{milliseconds}ms", "search:50ms"), games)
                for milliseconds, games in DOUBLED.items()
            ),
        ),
    },
)
