"""The levels for people: five of them in every game, from beginner to master.

A level is set by how much it misjudges (in points) and by how many iterations it searches, never by time, so that a
busy machine does not weaken it. `bench/bots.py levels` measures how often each beats the one below.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """Looks one step ahead and misjudges by `noise` points, or searches for some iterations."""

    noise: float = 0.0
    iterations: int = 0


LOWEST, HIGHEST = 1, 5
WITH_FULL_GREEDY = "kingdomino"
"""The one game that has a greedy player in the literature."""
LEVELS: dict[str, tuple[Level, ...]] = {
    "kingdomino": (Level(15.0), Level(6.0), Level(2.0), Level(iterations=20), Level(iterations=4000)),
    "year_of_the_dragon": (Level(10.0), Level(4.0), Level(1.5), Level(iterations=20), Level(iterations=4000)),
    "dragon_castle": (Level(3.0), Level(1.2), Level(0.4), Level(), Level(iterations=3000)),
}
"""From the lowest to the highest."""
