"""The oracle's Realm: stacks, Shrines, groups of tiles, Consolidation."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.dragon_castle.oracle_castle import (
    FACTIONS,
    SPECIALS,
    TYPE_OF,
    TYPES,
    Space,
    in_reading_order,
    neighbours,
    number_of,
)


@dataclass
class Stack:
    """Tiles from the ground up; all but the top one are face down."""

    tiles: list[str]
    face_up: bool
    shrine: bool = False


@dataclass
class BuildingSet:
    """A set just Consolidated, and the number of Shrines that may still be built on it (DC-24)."""

    spaces: list[Space]
    allowance: int


def flood(labels: Mapping[Space, str], start: Space) -> set[Space]:
    """Return the spaces connected to `start` that share its label."""
    group = {start}
    edge = [start]
    while edge:
        for space in neighbours(edge.pop()):
            if space not in group and space in labels and labels[space] == labels[start]:
                group.add(space)
                edge.append(space)
    return group


def groups(labels: Mapping[Space, str]) -> list[list[Space]]:
    """Return all connected groups of equal labels, in reading order of their first spaces."""
    found: list[list[Space]] = []
    seen: set[Space] = set()
    for space in in_reading_order(list(labels)):
        if space not in seen:
            group = flood(labels, space)
            seen |= group
            found.append(in_reading_order(group))
    return found


def points_for(size: int) -> int:
    """Return the points for a set (DC-22); only Cunning makes sets of 3 (DC-S10)."""
    table = {3: 2, 4: 2, 5: 3, 6: 5, 7: 6, 8: 8}
    return table[size] if size <= 8 else 8 + (size - 8)


class Realm:
    """The Realm, the Shrine Pool and the points of one player."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.stacks: dict[Space, Stack] = {}
        self.pool = 1  # DC-4
        self.tokens = 0
        self.earned = {"sets": 0, "dragon_sets": 0, "beauty": 0, "discards": 0}

    def copy(self) -> "Realm":
        other = Realm(self.columns, self.rows)
        for space, stack in self.stacks.items():
            other.stacks[space] = Stack(list(stack.tiles), stack.face_up, stack.shrine)
        other.pool = self.pool
        other.tokens = self.tokens
        other.earned = dict(self.earned)
        return other

    # State.

    def spaces(self) -> list[Space]:
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    def height(self, space: Space) -> int:
        return len(self.stacks[space].tiles) if space in self.stacks else 0

    def face_up(self) -> dict[Space, str]:
        """Return the face-up tiles by space, in reading order."""
        spaces = [space for space in self.spaces() if space in self.stacks and self.stacks[space].face_up]
        return {space: self.stacks[space].tiles[-1] for space in spaces}

    def face_down(self) -> list[Space]:
        return [space for space in self.spaces() if space in self.stacks and not self.stacks[space].face_up]

    def shrines(self) -> list[Space]:
        return [space for space in self.spaces() if space in self.stacks and self.stacks[space].shrine]

    def places_for_shrine(self) -> list[Space]:
        """Return the spaces with a face-down tile and no Shrine."""
        return [space for space in self.face_down() if not self.stacks[space].shrine]

    def places_for_tile(self) -> list[Space]:
        """Return the empty spaces and those with a face-down tile and no Shrine (DC-19, DC-26)."""
        free = self.places_for_shrine()
        return [space for space in self.spaces() if space not in self.stacks or space in free]

    def payments(self) -> list[Space | None]:
        """Return the possible payments (DC-28): spaces of face-up tiles, and None for a Shrine of the pool."""
        costs: list[Space | None] = list(self.face_up())
        if self.pool > 0:
            costs.append(None)
        return costs

    def means(self) -> int:
        """Return the number of payments that can be made."""
        return len(self.face_up()) + self.pool

    # Groups of face-up tiles.

    def types(self) -> dict[Space, str]:
        return {space: TYPE_OF[tile] for space, tile in self.face_up().items()}

    def sets(self) -> list[list[Space]]:
        """Return the groups of 4 or more of one type (DC-20)."""
        return [group for group in groups(self.types()) if len(group) >= 4]

    def beauty_groups(self) -> list[list[Space]]:
        """Return the groups of 4 or more Faction tiles of one number (DC-S1)."""
        tiles = self.face_up()
        numbers = {space: str(number_of(tile)) for space, tile in tiles.items() if TYPE_OF[tile] in FACTIONS}
        return [group for group in groups(numbers) if len(group) >= 4]

    def cunning_groups(self) -> list[list[Space]]:
        """Return the groups of exactly 3 of one type (DC-S10)."""
        return [group for group in groups(self.types()) if len(group) == 3]

    def change_groups(self) -> dict[tuple[Space, str], list[Space]]:
        """Return the group that each Special tile completes as each type it can be treated as (DC-S6)."""
        types = self.types()
        found: dict[tuple[Space, str], list[Space]] = {}
        for space, own in types.items():
            if own not in SPECIALS:
                continue
            own_group = flood(types, space)
            rest = {other: own for other in own_group if other != space}
            if len(own_group) >= 4 and all(len(group) < 4 for group in groups(rest)):
                continue  # its own set must still have 4 without it
            beside = {types[other] for other in neighbours(space) if other in types}
            for other_type in TYPES:
                if other_type == own or other_type not in beside:
                    continue  # a larger group needs a neighbour of that type
                changed = dict(types)
                changed[space] = other_type
                group = in_reading_order(flood(changed, space))
                if len(group) >= 4:
                    found[space, other_type] = group
        return found

    # Changes.

    def place(self, space: Space, tile: str, face_up: bool = True) -> None:
        if space not in self.places_for_tile():
            raise ValueError(f"nothing can be placed on {space}")
        if space in self.stacks:
            self.stacks[space].tiles.append(tile)
            self.stacks[space].face_up = face_up
        else:
            self.stacks[space] = Stack([tile], face_up)

    def remove(self, space: Space) -> str:
        """Remove the top tile; this leaves a face-down tile or an empty space (DC-29a)."""
        stack = self.stacks[space]
        tile = stack.tiles.pop()
        stack.face_up = False
        if not stack.tiles:
            del self.stacks[space]
        return tile

    def turn_down(self, space: Space) -> None:
        self.stacks[space].face_up = False

    def build(self, space: Space) -> None:
        if self.pool == 0 or space not in self.places_for_shrine():
            raise ValueError(f"no Shrine can be built on {space}")
        self.pool -= 1
        self.stacks[space].shrine = True

    def consolidate(self, group: list[Space], kind: str) -> BuildingSet:
        """Turn a group face down and score it as a set of a type, or of Beauty."""
        for space in group:
            self.turn_down(space)  # DC-21
        self.earned["sets"] += points_for(len(group))
        if kind == "dragons":
            self.earned["dragon_sets"] += 1  # DC-23
        if kind == "beauty":
            self.earned["beauty"] += 1  # DC-S1
        return BuildingSet(list(group), 1 if kind in FACTIONS else 2)  # DC-24, DC-S1
