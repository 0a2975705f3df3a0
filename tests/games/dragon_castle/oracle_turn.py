"""The oracle's table and current turn, and the tiles that may be taken from the castle, Elegance included."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from games.dragon_castle.oracle_castle import TYPE_OF, UNKNOWN, Castle, Space, name, neighbours, space_of
from games.dragon_castle.oracle_realm import BuildingSet, Realm


@dataclass
class Question:
    """A pending decision."""

    seat: int
    phase: str
    stage: str
    moves: list[str]


@dataclass
class First:
    """The first tile taken in a turn, and where it lay."""

    space: Space
    floor: int
    tile: str


Story = Generator[Question, str, None]  # yields questions, receives moves
Answers = Generator[Question, str, list[str]]  # the same; returns the words of the move


def adjacent(castle: Castle, first: First) -> list[Space]:
    """Return the spaces beside the first tile, on its floor (DC-S4). That was the top floor: nothing covers them."""
    return [space for space in neighbours(first.space) if castle.height(space) == first.floor]


def way_of_completion(castle: Castle, first: First, deep: bool, deception: bool) -> bool:
    """Return True if the second tile can be one that only Elegance allows: by Pair, The Deep or Deception (DC-S2)."""
    for space in castle.spaces():
        tile = castle.top(space)
        if castle.short_only(space):
            if tile == first.tile and tile != UNKNOWN:
                return True
            if deep and TYPE_OF[tile] == TYPE_OF[first.tile] and tile != UNKNOWN:
                return True
            if deception and space in adjacent(castle, first):
                return True
    return False


def leads_to_a_way(castle: Castle, space: Space, deep: bool, deception: bool) -> bool:
    """Return True if Elegance can be satisfied with this first tile, by it or by the second one (DC-S2)."""
    if castle.short_only(space):
        return True
    first = First(space, castle.height(space), castle.top(space))
    return castle.available(space) and way_of_completion(castle.without(space), first, deep, deception)


def way_of_action(castle: Castle, deep: bool, deception: bool) -> bool:
    """Return True if one of the two tiles to be picked can be one that only Elegance allows (DC-S2)."""
    return any(leads_to_a_way(castle, space, deep, deception) for space in castle.top_spaces())


class Turn:
    """The table and the progress of the current turn."""

    def __init__(
        self, players: int, columns: int, rows: int, spirits: Sequence[str], castle: Mapping[str, Sequence[str]]
    ) -> None:
        self._castle = Castle({space_of(text): tiles for text, tiles in castle.items()})
        self._realms = [Realm(columns, rows) for _ in range(players)]
        self._general = 40 - players  # DC-2, DC-4
        self._tokens_left = 7
        self._spirits = list(spirits)
        self._gone: list[str] = []  # tiles out of the game
        self._begin()

    def _begin(self) -> None:
        self._stage = "action"
        self._used: list[str] = []
        self._elegance: str | None = None
        self._first: First | None = None
        self._action: str | None = None
        self._held: list[str] = []
        self._sets: list[BuildingSet] = []

    def _ask(self, seat: int, phase: str, moves: Sequence[str]) -> Answers:
        """Ask a player for a decision and return the words of the move."""
        move = yield Question(seat, phase, self._stage, list(moves))
        return move.split()

    def _ask_space(self, seat: int, phase: str, word: str, spaces: Sequence[Space]) -> Generator[Question, str, Space]:
        """Ask a player to choose a space and return it."""
        words = yield from self._ask(seat, phase, [f"{word} {name(space)}" for space in spaces])
        return space_of(words[1])

    # Elegance.

    def _in_play(self, spirit: str) -> bool:
        return spirit in self._spirits and spirit not in self._used

    def _way(self, castle: Castle, payments: int) -> bool:
        """Return True if Elegance can still be satisfied with this number of payments (DC-S2)."""
        deep = self._in_play("deep") and payments > 0
        deception = self._in_play("deception") and payments > 0
        if self._stage == "action":
            return way_of_action(castle, deep, deception)
        if self._stage == "completion" and self._first is not None:
            return way_of_completion(castle, self._first, deep, deception)
        return False

    def _owed(self) -> bool:
        return self._elegance == "owed"

    # Tiles that may be taken.

    def _picks(self, seat: int) -> list[Space]:
        """Return the spaces of legal first tiles (DC-15)."""
        spaces: list[Space] = []
        payments = self._realms[seat].means()
        deep = self._in_play("deep") and payments > 0
        deception = self._in_play("deception") and payments > 0
        for space in self._castle.top_spaces():
            if not self._castle.may_be_picked(space, self._elegance is not None):
                continue
            if self._owed() and not leads_to_a_way(self._castle, space, deep, deception):
                continue
            spaces.append(space)
        return spaces

    def _seconds(self, how: str) -> list[Space]:
        """Return the spaces of legal second tiles by `pair` (DC-16), `deep` (DC-S8) or `deception` (DC-S4)."""
        first = self._first
        if first is None:
            raise ValueError("no first tile has been taken")
        spaces: list[Space] = []
        for space in self._castle.spaces():
            tile = self._castle.top(space)
            pickable = self._castle.may_be_picked(space, self._elegance is not None)
            if how == "pair":
                allowed = pickable and tile == first.tile
            elif how == "deep":
                allowed = pickable and TYPE_OF[tile] == TYPE_OF[first.tile]
            else:
                allowed = space in adjacent(self._castle, first)
            if allowed and self._owed():
                allowed = self._castle.short_only(space)  # DC-S2: the last chance
            if allowed:
                spaces.append(space)
        return spaces

    def _destroyable(self, payments: int) -> list[Space]:
        """Return the spaces Destruction may destroy with this number of payments left after its own (DC-S9)."""
        spaces = self._castle.all_available()
        if self._owed():
            spaces = [space for space in spaces if self._way(self._castle.without(space), payments)]
        return spaces

    # Taking tiles.

    def _pick(self, space: Space) -> str:
        """Pick a tile; one that only Elegance allows satisfies it (DC-S2)."""
        if self._owed() and self._castle.short_only(space):
            self._elegance = "satisfied"
        return self._castle.take(space)

    def _take_second(self, space: Space) -> None:
        """Complete a Pair of Tiles."""
        if self._first is None:
            raise ValueError("no first tile has been taken")
        self._held = [self._first.tile, self._pick(space)]
        self._action = "pair"
