"""The oracle's castle: names of spaces and tiles, stacks, and which tiles can be taken."""

from collections.abc import Mapping, Sequence

TYPES = ("merchants", "soldiers", "farmers", "seasons", "winds", "dragons")
FACTIONS = ("merchants", "soldiers", "farmers")
SPECIALS = ("seasons", "winds", "dragons")
SYMBOLS: dict[str, list[str]] = {  # DC-1
    "merchants": [f"merchants_{number}" for number in range(1, 7)],
    "soldiers": [f"soldiers_{number}" for number in range(1, 7)],
    "farmers": [f"farmers_{number}" for number in range(1, 7)],
    "seasons": ["spring", "summer", "autumn", "winter"],
    "winds": ["rainy_wind", "stormy_wind", "misty_wind", "snowy_wind"],
    "dragons": ["red_dragon", "green_dragon", "white_dragon"],
}
TILES = [tile for kind in TYPES for tile in SYMBOLS[kind]]
TYPE_OF = {tile: kind for kind in TYPES for tile in SYMBOLS[kind]}
UNKNOWN = "unknown"  # a tile that will be uncovered; its symbol is not known yet
TYPE_OF[UNKNOWN] = UNKNOWN

Space = tuple[int, int]  # column and row, from 0
LETTERS = "abcdefghijklmnop"


def name(space: Space) -> str:
    column, row = space
    return f"{LETTERS[column]}{row + 1}"


def space_of(text: str) -> Space:
    return LETTERS.index(text[0]), int(text[1:]) - 1


def in_reading_order(spaces: Sequence[Space] | set[Space]) -> list[Space]:
    return sorted(spaces, key=lambda space: (space[1], space[0]))


def neighbours(space: Space) -> list[Space]:
    column, row = space
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


def number_of(tile: str) -> int:
    """Return the number of a Faction tile; other tiles have none (DC-1)."""
    return int(tile.split("_")[1])


class Castle:
    """Stacks of tiles, each from the ground up."""

    def __init__(self, stacks: Mapping[Space, Sequence[str]]) -> None:
        self.stacks = {space: list(tiles) for space, tiles in stacks.items() if tiles}

    def height(self, space: Space) -> int:
        return len(self.stacks[space]) if space in self.stacks else 0

    def top(self, space: Space) -> str:
        return self.stacks[space][-1]

    def spaces(self) -> list[Space]:
        return in_reading_order(list(self.stacks))

    def top_floor(self) -> int:
        """Return the top floor (DC-10), or 0 if the castle is empty."""
        return max((len(tiles) for tiles in self.stacks.values()), default=0)

    def covered(self) -> list[str]:
        """Return the covered tiles, which no player has seen (DC-5)."""
        return [tile for tiles in self.stacks.values() for tile in tiles[:-1]]

    def available(self, space: Space) -> bool:
        """Return True if the top tile of a space has a free long side, left or right (DC-8, DC-9)."""
        column, row = space
        floor = self.height(space)
        return self.height((column - 1, row)) < floor or self.height((column + 1, row)) < floor

    def short_only(self, space: Space) -> bool:
        """Return True if the top tile of a space is not Available but has a free short side (DC-S2)."""
        column, row = space
        floor = self.height(space)
        short_side = self.height((column, row - 1)) < floor or self.height((column, row + 1)) < floor
        return short_side and not self.available(space)

    def may_be_picked(self, space: Space, elegance: bool) -> bool:
        return self.available(space) or (elegance and self.short_only(space))

    def all_available(self) -> list[Space]:
        return [space for space in self.spaces() if self.available(space)]

    def top_spaces(self) -> list[Space]:
        """Return the spaces with a tile on the top floor (DC-10)."""
        return [space for space in self.spaces() if self.height(space) == self.top_floor()]

    def take(self, space: Space) -> str:
        tile = self.stacks[space].pop()
        if not self.stacks[space]:
            del self.stacks[space]
        return tile

    def without(self, space: Space) -> "Castle":
        """Return the castle with one tile removed, as a player can foresee it: the tile beneath is UNKNOWN."""
        after = Castle(self.stacks)
        after.take(space)
        if space in after.stacks:
            after.stacks[space][-1] = UNKNOWN
        return after
