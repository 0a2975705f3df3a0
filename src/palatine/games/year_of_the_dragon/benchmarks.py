"""The benchmarks of In the Year of the Dragon."""

from __future__ import annotations

from palatine.core.benchmarks import Benchmarks, Match, Measure
from palatine.games.year_of_the_dragon import GAME

BENCHMARKS = Benchmarks(
    kinds={
        "4 players": GAME.settings(4),
        "2 players": GAME.settings(2),
        "3 players": GAME.settings(3),
        "5 players": GAME.settings(5),
        "expansions, 4 players": GAME.settings(4, {"great_wall": True, "super_event": "drawn"}),
    },
    compile_seconds=60,
    published_options={"large_privilege": "7"},
    measures={
        "year": Measure(
            "In the Year of the Dragon, four masters: winners at least 105, all at least 92",
            (Match(GAME.settings(4), ("level:5",), 40),),
        ),
    },
)
