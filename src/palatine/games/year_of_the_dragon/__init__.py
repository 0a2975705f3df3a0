"""In the Year of the Dragon: its name, players and options."""

from __future__ import annotations

from palatine.core.game import Choice, Flag, Game

SUPER_EVENTS = (
    "lantern_festival",
    "buddha",
    "earthquake",
    "flood",
    "solar_eclipse",
    "volcanic_eruption",
    "tornado",
    "sunrise",
    "assassination_attempt",
    "charter",
)

GAME = Game(
    name="year_of_the_dragon",
    title="In the Year of the Dragon",
    players=(2, 3, 4, 5),
    default_players=4,
    options=(
        Choice("large_privilege", "6", ("6", "7")),
        Flag("great_wall"),
        Choice("super_event", "off", ("off", "drawn", *SUPER_EVENTS)),
        Choice("start_player", "drawn", ("drawn", "first")),
    ),
    rules_version=1,
    package=__name__,
)
