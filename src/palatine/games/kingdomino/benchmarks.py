"""Benchmarks of Kingdomino."""

from __future__ import annotations

from palatine.core.benchmarks import Benchmarks, Match, Measure
from palatine.games.kingdomino import GAME

BONUSES = {"harmony": True, "middle_kingdom": True}
FOUR = GAME.settings(4, BONUSES)

BENCHMARKS = Benchmarks(
    kinds={
        "4 players": GAME.settings(4),
        "3 players": GAME.settings(3),
        "2 players": GAME.settings(2),
        "Mighty Duel": GAME.settings(2, {"mighty_duel": True}),
        "Dynasty, 4 players": GAME.settings(4, {"dynasty": True}),
    },
    compile_seconds=60,
    published_options=BONUSES,
    measures={
        "literature_check": Measure(
            "full_greedy against itself (about 51.4 points), and against three random (97.7 %)",
            (Match(FOUR, ("full_greedy",), 2000), Match(FOUR, ("full_greedy", "random"), 2000)),
        ),
        "literature": Measure(
            "one search at 1 s a move (two decisions) against three full_greedy: at least +12 and 80 %",
            (Match(FOUR, ("search:500ms", "full_greedy"), 200),),
        ),
        "literature_quick": Measure(
            "the same at 0.1 s a move: at least +5",
            (Match(FOUR, ("search:50ms", "full_greedy"), 400),),
        ),
        "two": Measure(
            "Kingdomino with two players at 0.2 s a move against full_greedy: at least 97 %",
            (Match(GAME.settings(2, BONUSES), ("search:100ms", "full_greedy"), 200),),
        ),
        "duel": Measure(
            "the Mighty Duel, masters against each other: a mean of at least 115",
            (Match(GAME.settings(2, {"mighty_duel": True, **BONUSES}), ("level:5",), 40),),
        ),
    },
)
