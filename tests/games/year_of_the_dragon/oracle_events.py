"""The events and super events of the naive oracle for In the Year of the Dragon (YD-25 to YD-32, YD-X1, YD-X2).

They follow what they share with the other phases: the board with its courts, and the steps that several phases need.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from games.year_of_the_dragon.oracle_court import GIFTS, TILES, TYPES, YOUNGER, Court, Palace


@dataclass
class Question:
    """A decision to be made."""

    seat: int
    phase: str
    moves: set[str]


Story = Generator[Question, str, None]  # yields questions and receives moves
Answer = Generator[Question, str, str]  # the same, and returns a word
Answers = Generator[Question, str, list[str]]  # the same, and returns the words of the move


class Board:
    """The board, and the steps that several phases need."""

    def __init__(self, players: int, start: int, great_wall: bool) -> None:
        self.month = 0
        self._great_wall = great_wall
        self._courts = [Court(list(GIFTS) if great_wall else []) for _ in range(players)]  # YD-3, YD-X1
        self._wall: list[tuple[int, str]] = []
        self._display: dict[str, int] = {}
        for tile in TILES:  # YD-2
            if tile in ("craftsman", "court_lady", "tax_collector"):
                self._display[tile] = 2 * players
            else:
                self._display[tile] = players - 1 if tile.startswith("older_") else players + 1
        self._seating = [(start + place) % players for place in range(players)]  # from the start player on
        self._stacks: dict[int, list[int]] = {0: list(self._seating)}  # space -> seats, topmost first

    def track(self) -> list[tuple[int, list[int]]]:
        return [(space, list(self._stacks[space])) for space in sorted(self._stacks, reverse=True)]

    def order(self) -> list[int]:
        """YD-9: farthest first; on one space the topmost first."""
        return [seat for _, stack in self.track() for seat in stack]

    def _ask(self, seat: int, phase: str, moves: Sequence[str]) -> Answers:
        """Let a player decide. Return the words after the first."""
        move = yield Question(seat, phase, set(moves))
        return move.split()[1:]

    def _take(self, seat: int, tiles: Sequence[str]) -> Answer:
        """Take one of these tiles from the display and find a place for it. Return the tile."""
        (tile,) = yield from self._ask(seat, "take", [f"take {tile}" for tile in tiles])
        self._display[tile] -= 1
        yield from self._accommodate(seat, tile)
        return tile

    def _accommodate(self, seat: int, tile: str) -> Story:
        """YD-21, YD-22: put a person into a palace with room, or else replace one or let the new one go."""
        court = self._courts[seat]
        room = [number for number, palace in enumerate(court.palaces, start=1) if palace.has_room()]
        if room:
            answer = yield from self._ask(seat, "house", [f"house {number}" for number in court.different(room)])
            palace = court.palaces[int(answer[0]) - 1]
        else:
            moves = ["let go"]
            for number in court.different(court.inhabited()):
                moves += [f"replace {number} {person}" for person in court.palaces[number - 1].persons]
            # Replacing an equal person changes nothing in any palace: it is offered once.
            equal = [move for move in moves if move.endswith(f" {tile}")]
            moves = [move for move in moves if move not in equal or move == equal[0]]
            answer = yield from self._ask(seat, "replace", moves)
            if answer == ["go"]:
                return  # The marker does not move.
            palace = court.palaces[int(answer[0]) - 1]
            palace.persons.remove(answer[1])
        palace.persons.append(tile)
        self._advance(seat, TILES[tile][2])  # YD-9

    def _advance(self, seat: int, spaces: int) -> None:
        """YD-9: a marker arrives on top; those it leaves behind keep their order."""
        space = next(space for space, stack in self._stacks.items() if seat in stack)
        self._stacks[space].remove(seat)
        if not self._stacks[space]:
            del self._stacks[space]
        self._stacks.setdefault(space + spaces, []).insert(0, seat)

    def _build(self, seat: int, floors: int) -> Story:
        """YD-14: every floor goes on a palace of fewer than 3 floors or begins a new one."""
        palaces = self._courts[seat].palaces
        for _ in range(floors):
            low = [number for number, palace in enumerate(palaces, start=1) if palace.floors < 3]
            moves = ["build new", *(f"build {number}" for number in self._courts[seat].different(low))]
            (where,) = yield from self._ask(seat, "build", moves)
            if where == "new":
                palaces.append(Palace(1))
            else:
                palaces[int(where) - 1].floors += 1

    def _releases(self, counts: Sequence[int]) -> Story:
        """YD-31: each seat releases this many persons, or as many as it has."""
        for seat in self.order():
            court = self._courts[seat]
            for _ in range(min(counts[seat], len(court.persons()))):
                yield from self._release(seat, court.inhabited())

    def _release(self, seat: int, numbers: Sequence[int]) -> Answer:
        """Release one person from one of these palaces. Return the palace's number."""
        court = self._courts[seat]
        moves: list[str] = []
        for number in court.different(numbers):
            moves += [f"release {number} {person}" for person in court.palaces[number - 1].persons]
        where, tile = yield from self._ask(seat, "release", moves)
        court.palaces[int(where) - 1].persons.remove(tile)
        return where


class Events(Board):
    """The events of the months."""

    def __init__(self, players: int, start: int, great_wall: bool, events: Sequence[str]) -> None:
        super().__init__(players, start, great_wall)
        self._events = list(events)

    def _event(self) -> Story:
        """The month's event. All pay and score first; then seats release in turn order (YD-31)."""
        event = self._events[self.month - 1]
        if event == "tribute":
            yield from self._tribute()
        elif event == "drought":
            yield from self._drought()
        elif event == "festival":
            self._festival()
        elif event == "mongols":
            yield from self._mongols()
            yield from self._wall_check()  # YD-X1: after every Mongol invasion
        elif event == "contagion":  # YD-30
            yield from self._releases([max(0, 3 - court.symbols("healer")) for court in self._courts])

    def _tribute(self) -> Story:
        """YD-26."""
        missing: list[int] = []
        for court in self._courts:
            paid = min(4, court.yuan)
            court.yuan -= paid
            missing.append(4 - paid)
        yield from self._releases(missing)

    def _drought(self) -> Story:
        """YD-27."""
        missing: list[int] = []
        for court in self._courts:
            given = min(court.rice, len(court.inhabited()))
            court.rice -= given
            missing.append(len(court.inhabited()) - given)
        for seat in self.order():
            untouched = self._courts[seat].inhabited()
            for _ in range(missing[seat]):
                where = yield from self._release(seat, untouched)
                untouched.remove(int(where))

    def _festival(self) -> None:
        """YD-28."""
        amounts = sorted({court.fireworks for court in self._courts if court.fireworks > 0}, reverse=True)
        for court in self._courts:
            if court.fireworks in amounts[:2]:
                court.scored["festivals"] += 6 if court.fireworks == amounts[0] else 3
                court.fireworks -= (court.fireworks + 1) // 2

    def _mongols(self) -> Story:
        """YD-29."""
        helmets = [court.symbols("warrior") for court in self._courts]
        for court in self._courts:
            court.scored["mongols"] += court.symbols("warrior")
        yield from self._releases([1 if count == min(helmets) else 0 for count in helmets])

    def _wall_check(self) -> Story:
        """YD-X1."""
        if not self._great_wall:
            return
        laid = [sum(1 for owner, _ in self._wall if owner == seat) for seat in range(len(self._courts))]
        if len(self._wall) < self.month:
            yield from self._releases([1 if count == min(laid) else 0 for count in laid])
        else:
            for court, count in zip(self._courts, laid, strict=True):
                court.scored["wall"] += count

    def _strike(self, super_event: str) -> Story:
        """YD-X2: the super event of month 7."""
        if super_event == "lantern_festival":
            for court in self._courts:
                court.scored["super_event"] += 2 * len(court.persons())
        elif super_event == "buddha":
            for court in self._courts:
                court.scored["super_event"] += court.monk_points()
        elif super_event == "earthquake":
            yield from self._earthquake()
        elif super_event == "flood":
            yield from self._flood()
        elif super_event == "solar_eclipse":
            yield from self._event()  # with the wall check in a Mongol month
        elif super_event == "volcanic_eruption":
            self._stacks = {0: self.order()}  # the farthest on top
        elif super_event == "tornado":
            yield from self._tornado()
        elif super_event == "sunrise":
            yield from self._sunrise()
        elif super_event == "assassination_attempt":
            for court in self._courts:
                court.small_privileges = 0
                court.large_privileges = 0
        elif super_event == "charter":
            yield from self._charter()

    def _earthquake(self) -> Story:
        for seat in self.order():
            palaces = self._courts[seat].palaces
            for _ in range(min(2, sum(palace.floors for palace in palaces))):
                numbers = self._courts[seat].different(range(1, len(palaces) + 1))
                (where,) = yield from self._ask(seat, "collapse", [f"collapse {number}" for number in numbers])
                palace = palaces[int(where) - 1]
                palace.floors -= 1
                if len(palace.persons) > palace.floors:
                    yield from self._release(seat, [int(where)])
                if palace.floors == 0:
                    del palaces[int(where) - 1]

    def _flood(self) -> Story:
        for seat in self.order():
            court = self._courts[seat]
            for _ in range((court.yuan + court.rice + court.fireworks) // 2):
                goods = {"yuan": court.yuan, "rice": court.rice, "firework": court.fireworks}
                moves = [f"return {good}" for good, amount in goods.items() if amount > 0]
                (good,) = yield from self._ask(seat, "return", moves)
                if good == "yuan":
                    court.yuan -= 1
                elif good == "rice":
                    court.rice -= 1
                else:
                    court.fireworks -= 1

    def _tornado(self) -> Story:
        for seat in self.order():
            hand = self._courts[seat].hand
            for _ in range(min(2, len(hand))):
                (card,) = yield from self._ask(seat, "discard", [f"discard {card}" for card in hand])
                hand.remove(card)

    def _sunrise(self) -> Story:
        allowed = list(YOUNGER.values())  # no type twice among the players
        for seat in self.order():
            there = [tile for tile in allowed if self._display[tile] > 0]
            if there:
                tile = yield from self._take(seat, there)
                allowed.remove(tile)

    def _charter(self) -> Story:
        for seat in self.order():
            court = self._courts[seat]
            own = {TILES[tile][0] for tile in court.persons()}
            if not own:
                continue
            (kind,) = yield from self._ask(seat, "charter", [f"charter {kind}" for kind in TYPES if kind in own])
            symbols = court.symbols(kind)
            if kind == "tax_collector":
                court.yuan += symbols
            elif kind == "craftsman":
                yield from self._build(seat, symbols)
            elif kind == "farmer":
                court.rice += symbols
            elif kind == "pyrotechnist":
                court.fireworks += symbols
            elif kind == "warrior":
                self._advance(seat, symbols)
            elif kind in ("scholar", "court_lady"):
                court.scored["super_event"] += symbols
            elif kind == "monk":
                court.scored["super_event"] += court.monk_points()
            # A healer gives nothing.
