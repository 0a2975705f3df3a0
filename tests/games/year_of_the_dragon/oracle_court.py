"""The words, the tables and the courts of the naive oracle for In the Year of the Dragon (YD-1 to YD-8, YD-10)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

# YD-1: tile -> (type, symbols, value on the person track), the younger ones first.
TILES = {
    "craftsman": ("craftsman", 1, 2),
    "court_lady": ("court_lady", 1, 1),
    "tax_collector": ("tax_collector", 3, 3),
    "younger_pyrotechnist": ("pyrotechnist", 1, 5),
    "younger_warrior": ("warrior", 1, 5),
    "younger_monk": ("monk", 1, 6),
    "younger_healer": ("healer", 1, 4),
    "younger_farmer": ("farmer", 1, 4),
    "younger_scholar": ("scholar", 2, 4),
    "older_pyrotechnist": ("pyrotechnist", 2, 3),
    "older_warrior": ("warrior", 2, 3),
    "older_monk": ("monk", 2, 2),
    "older_healer": ("healer", 2, 1),
    "older_farmer": ("farmer", 2, 1),
    "older_scholar": ("scholar", 3, 2),
}
YOUNGER = {TILES[tile][0]: tile for tile in TILES if not tile.startswith("older_")}  # type -> its younger tile
TYPES = list(YOUNGER)
ACTIONS = ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege"]  # YD-5
EVENTS = ["peace", "drought", "contagion", "mongols", "tribute", "festival"]
GIFTS = ["rice", "firework", "yuan", "floor", "points", "spaces"]  # YD-X1
SUPER_EVENTS = ["lantern_festival", "buddha", "earthquake", "flood", "solar_eclipse", "volcanic_eruption"]
SUPER_EVENTS += ["tornado", "sunrise", "assassination_attempt", "charter"]  # YD-X2
SOURCES = ["palaces", "court_ladies", "privileges", "research", "festivals", "mongols"]
SOURCES += ["persons", "monks", "money", "wall", "super_event"]
GROUPS = {2: [4, 3], 3: [3, 2, 2], 4: [2, 2, 2, 1], 5: [2, 2, 1, 1, 1]}  # YD-10
GROUPS_WITH_WALL = {2: [4, 4], 3: [3, 3, 2], 4: [2, 2, 2, 2], 5: [2, 2, 2, 1, 1]}  # YD-X1


@dataclass
class Palace:
    """YD-8: it holds as many persons as it has floors."""

    floors: int
    persons: list[str] = field(default_factory=list)

    def has_room(self) -> bool:
        return len(self.persons) < self.floors

    def as_pair(self) -> tuple[int, list[str]]:
        return self.floors, sorted(self.persons)


@dataclass
class Court:
    """The possessions of a player (YD-3)."""

    gifts: list[str]
    yuan: int = 6
    rice: int = 0
    fireworks: int = 0
    small_privileges: int = 0
    large_privileges: int = 0
    hand: list[str] = field(default_factory=lambda: [*TYPES, "wild", "wild"])
    palaces: list[Palace] = field(default_factory=lambda: [Palace(2), Palace(2)])
    dragon: int | None = None
    scored: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SOURCES, 0))

    def persons(self) -> list[str]:
        return [tile for palace in self.palaces for tile in palace.persons]

    def symbols(self, kind: str) -> int:
        """Return the number of symbols on the persons of a type."""
        return sum(TILES[tile][1] for tile in self.persons() if TILES[tile][0] == kind)

    def monk_points(self) -> int:
        """YD-34: for each monk Buddhas x floors of its palace."""
        points = 0
        for palace in self.palaces:
            for tile in palace.persons:
                if TILES[tile][0] == "monk":
                    points += TILES[tile][1] * palace.floors
        return points

    def inhabited(self) -> list[int]:
        """Return the numbers of the palaces with at least one person."""
        return [number for number, palace in enumerate(self.palaces, start=1) if palace.persons]

    def different(self, numbers: Sequence[int]) -> list[int]:
        """Return the palaces that are offered: of equal ones only the lowest-numbered."""
        offered: dict[tuple[int, tuple[str, ...]], int] = {}
        for number in sorted(numbers):
            floors, persons = self.palaces[number - 1].as_pair()
            offered.setdefault((floors, tuple(persons)), number)
        return list(offered.values())


def check_setup(
    players: int,
    great_wall: bool,
    start: int,
    events: Sequence[str],
    super_event: str | None,
    layouts: Sequence[Sequence[Sequence[str]]],
) -> None:
    """Check that a game can begin like this."""
    if players not in GROUPS:
        raise ValueError("In the Year of the Dragon is for 2 to 5 players")
    if start not in range(players):
        raise ValueError("the start player is one of the players")
    # YD-4: two of each event, first the two of peace, and then never the same one twice in a row.
    if sorted(events) != sorted(2 * EVENTS) or list(events[:2]) != ["peace", "peace"]:
        raise ValueError("two of each event are needed, first those of peace")
    if any(events[month] == events[month + 1] for month in range(2, 11)):
        raise ValueError("no event comes in two months running")
    if super_event is not None and super_event not in SUPER_EVENTS:
        raise ValueError(f"not a super event: {super_event}")
    # YD-10, YD-X1: each month all cards, in groups as even as possible.
    actions = [*ACTIONS, "wall"] if great_wall else ACTIONS
    sizes = (GROUPS_WITH_WALL if great_wall else GROUPS)[players]
    if len(layouts) != 12:
        raise ValueError("a layout is needed for each of the 12 months")
    for layout in layouts:
        if sorted(action for group in layout for action in group) != sorted(actions):
            raise ValueError("a layout has every action card once")
        if sorted((len(group) for group in layout), reverse=True) != sizes:
            raise ValueError(f"the groups of a layout are of {sizes} cards")
