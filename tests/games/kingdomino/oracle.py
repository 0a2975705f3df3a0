"""A naive oracle for Kingdomino, written from the numbered rules (KD-1 to KD-20) alone.

It is slow and simple on purpose: kingdoms are dicts of coordinates, every placement is tried, territories
are found by flood fill. Tests play it alongside the engine and compare the two after every decision.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Place = tuple[int, int]  # (x, y); x grows to the right, y grows downward
Square = tuple[str, int]  # (terrain, crowns)
Kingdom = dict[Place, Square]  # the castle is not in it
Territory = tuple[str, int, int, int]  # (terrain, squares, crowns, points)

CASTLE: Place = (0, 0)

# KD-1: dominoes 1 to 48 in order: left terrain, left crowns, right terrain, right crowns.
DOMINO_TABLE = """
wheat 0 wheat 0,   wheat 0 wheat 0,   forest 0 forest 0, forest 0 forest 0,
forest 0 forest 0, forest 0 forest 0, lake 0 lake 0,     lake 0 lake 0,
lake 0 lake 0,     grass 0 grass 0,   grass 0 grass 0,   swamp 0 swamp 0,
wheat 0 forest 0,  wheat 0 lake 0,    wheat 0 grass 0,   wheat 0 swamp 0,
forest 0 lake 0,   forest 0 grass 0,  wheat 1 forest 0,  wheat 1 lake 0,
wheat 1 grass 0,   wheat 1 swamp 0,   wheat 1 mine 0,    forest 1 wheat 0,
forest 1 wheat 0,  forest 1 wheat 0,  forest 1 wheat 0,  forest 1 lake 0,
forest 1 grass 0,  lake 1 wheat 0,    lake 1 wheat 0,    lake 1 forest 0,
lake 1 forest 0,   lake 1 forest 0,   lake 1 forest 0,   wheat 0 grass 1,
lake 0 grass 1,    wheat 0 swamp 1,   grass 0 swamp 1,   mine 1 wheat 0,
wheat 0 grass 2,   lake 0 grass 2,    wheat 0 swamp 2,   grass 0 swamp 2,
mine 2 wheat 0,    swamp 0 mine 2,    swamp 0 mine 2,    wheat 0 mine 3
"""


def read_dominoes(table: str) -> dict[int, tuple[str, int, str, int]]:
    """Return the table as number -> (left terrain, left crowns, right terrain, right crowns)."""
    dominoes: dict[int, tuple[str, int, str, int]] = {}
    for number, entry in enumerate(table.split(","), start=1):
        left, left_crowns, right, right_crowns = entry.split()
        dominoes[number] = (left, int(left_crowns), right, int(right_crowns))
    return dominoes


DOMINOES = read_dominoes(DOMINO_TABLE)


def neighbours(place: Place) -> list[Place]:
    """Return the four places that share an edge with this one."""
    x, y = place
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def fits_in_grid(places: set[Place], size: int) -> bool:
    """Return True if some size x size grid holds all these places (KD-8)."""
    columns = [x for x, _ in places]
    rows = [y for _, y in places]
    return max(columns) - min(columns) < size and max(rows) - min(rows) < size


def connects(kingdom: Kingdom, place: Place, terrain: str) -> bool:
    """Return True if a square of this terrain put here touches the castle or its own terrain (KD-8)."""
    for neighbour in neighbours(place):
        if neighbour == CASTLE:  # KD-2: the castle is wild on its four sides
            return True
        if neighbour in kingdom and kingdom[neighbour][0] == terrain:
            return True
    return False


def placements(kingdom: Kingdom, number: int, size: int) -> set[tuple[Place, Place]]:
    """Return all ways to add the domino: the places of its left and its right square (KD-8, KD-9)."""
    left, left_crowns, right, right_crowns = DOMINOES[number]
    identical = (left, left_crowns) == (right, right_crowns)
    found: set[tuple[Place, Place]] = set()
    # The castle is in the grid, so no square can be size or more away from it.
    reach = range(-size + 1, size)
    for first in [(x, y) for x in reach for y in reach]:
        for second in neighbours(first):
            if first == CASTLE or first in kingdom or second == CASTLE or second in kingdom:
                continue
            # The kingdom does not hold the domino yet, so its two halves cannot connect to each other.
            if not connects(kingdom, first, left) and not connects(kingdom, second, right):
                continue
            if not fits_in_grid({CASTLE, *kingdom, first, second}, size):
                continue
            # A double has one decision for both ways round: the one in reading order.
            if identical and (first[1], first[0]) > (second[1], second[0]):
                continue
            found.add((first, second))
    return found


def find_territories(kingdom: Kingdom) -> list[Territory]:
    """Return the edge-connected groups of one terrain, with the points of each (KD-12)."""
    territories: list[Territory] = []
    seen: set[Place] = set()
    for start, (terrain, _) in kingdom.items():
        if start in seen:
            continue
        group: set[Place] = set()
        waiting = [start]
        while waiting:
            place = waiting.pop()
            if place in group or place not in kingdom or kingdom[place][0] != terrain:
                continue
            group.add(place)
            waiting.extend(neighbours(place))
        seen |= group
        crowns = sum(kingdom[place][1] for place in group)
        territories.append((terrain, len(group), crowns, len(group) * crowns))
    return sorted(territories)


@dataclass
class GameScore:
    """The points of one kingdom in one game."""

    territories: list[Territory]
    harmony: int
    middle_kingdom: int

    def total(self) -> int:
        return sum(points for _, _, _, points in self.territories) + self.harmony + self.middle_kingdom

    def largest_territory(self) -> int:
        """Return the size of the largest territory, with crowns or without (KD-13)."""
        return max((squares for _, squares, _, _ in self.territories), default=0)

    def crowns(self) -> int:
        return sum(crowns for _, _, crowns, _ in self.territories)

    def as_dict(self) -> dict[str, object]:
        return {
            "total": self.total(),
            "territories": list(self.territories),
            "harmony": self.harmony,
            "middle_kingdom": self.middle_kingdom,
        }


class Oracle:
    """One game of Kingdomino, or the three games of a Dynasty (KD-19)."""

    def __init__(
        self,
        players: int,
        options: Mapping[str, object],
        decks: Sequence[Sequence[int]],
        first_orders: Sequence[Sequence[int]],
    ) -> None:
        if players not in (2, 3, 4):
            raise ValueError("Kingdomino is for 2 to 4 players")
        mighty_duel = bool(options["mighty_duel"])
        if mighty_duel and players != 2:
            raise ValueError("the Mighty Duel is for 2 players")  # KD-16
        short_three = players == 3 and options["three_player_deck"] == "36"
        deck_length = 48
        if players == 2 and not mighty_duel:
            deck_length = 24  # KD-14
        elif short_three:
            deck_length = 36  # KD-15
        games = 3 if options["dynasty"] else 1  # KD-19
        kings = sorted([*range(players), *range(players)]) if players == 2 else list(range(players))  # KD-3
        if len(decks) != games or len(first_orders) != games:
            raise ValueError(f"{games} decks and first orders are needed")
        for deck in decks:
            if len(deck) != deck_length or len(set(deck)) != deck_length or not set(deck) <= set(DOMINOES):
                raise ValueError(f"a deck of {deck_length} different dominoes is needed")
        for order in first_orders:
            if sorted(order) != kings:
                raise ValueError("a first order names every king once")

        self._players = players
        self._harmony = bool(options["harmony"])
        self._middle_kingdom = bool(options["middle_kingdom"])
        self._crown_tiebreak = bool(options["crown_tiebreak"])
        self._size = 7 if mighty_duel else 5  # KD-8, KD-16
        self._line_length = 3 if short_three else 4  # KD-4, KD-15
        self._decks = [list(deck) for deck in decks]
        self._first_orders = [list(order) for order in first_orders]
        self._finished: list[list[GameScore]] = []  # the scores of every seat, for each earlier game
        self._over = False
        self._start_game(0)

    # Queries.

    @property
    def seat(self) -> int | None:
        if self._over:
            return None
        if self._claimers:
            return self._claimers[0]
        return self._current[0][1]  # KD-7: lowest number first

    @property
    def phase(self) -> str:
        if self._over:
            return "over"
        return "claim" if self._claimers else "place"

    @property
    def game_number(self) -> int:
        return self._game

    def current_line(self) -> list[tuple[int, int]]:
        return list(self._current)

    def next_line(self) -> list[tuple[int, int | None]]:
        return [(number, self._claims.get(number)) for number in self._line]

    def discarded(self) -> set[int]:
        return set(self._discarded)

    def kingdom(self, seat: int) -> Kingdom:
        return dict(self._kingdoms[seat])

    def moves(self) -> set[str]:
        if self._over:
            return set()
        if self._claimers:
            return {f"claim {number}" for number in self._line if number not in self._claims}
        number, seat = self._current[0]
        found = placements(self._kingdoms[seat], number, self._size)
        if not found:
            return {"discard"}  # KD-10: only what cannot be placed
        return {f"place {left[0]},{left[1]} {right[0]},{right[1]}" for left, right in found}

    # Decisions.

    def play(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(f"not a legal decision: {text}")
        words = text.split()
        if words[0] == "claim":
            self._claim(int(words[1]))
            return
        number, seat = self._current.pop(0)
        if words[0] == "discard":
            self._discarded.add(number)
        else:
            left, left_crowns, right, right_crowns = DOMINOES[number]
            left_place, right_place = [tuple(map(int, word.split(","))) for word in words[1:]]
            self._kingdoms[seat][left_place[0], left_place[1]] = (left, left_crowns)
            self._kingdoms[seat][right_place[0], right_place[1]] = (right, right_crowns)
        if self._line:
            self._claimers = [seat]  # KD-7, KD-10: also after a discard
        elif not self._current:
            self._end_game()  # KD-11: the last line is placed without claiming

    def _start_game(self, game: int) -> None:
        self._game = game
        self._deck = list(self._decks[game])
        self._kingdoms: list[Kingdom] = [{} for _ in range(self._players)]  # KD-2
        self._discarded: set[int] = set()
        self._current: list[tuple[int, int]] = []  # claimed dominoes still to be placed, with their owners
        self._claims: dict[int, int] = {}  # the seats that have claimed dominoes of the line on offer
        self._claimers = list(self._first_orders[game])  # KD-5: the kings still to claim now
        self._draw_line()

    def _draw_line(self) -> None:
        self._line = sorted(self._deck[: self._line_length])  # KD-4
        self._deck = self._deck[self._line_length :]
        self._claims = {}

    def _claim(self, number: int) -> None:
        self._claims[number] = self._claimers.pop(0)
        if self._claimers or self._current:
            return
        # Every king has claimed. KD-15: with 3 players the domino left over is discarded, face up.
        for leftover in self._line:
            if leftover not in self._claims:
                self._discarded.add(leftover)
        self._current = sorted(self._claims.items())
        self._draw_line()  # KD-6

    def _end_game(self) -> None:
        if self._game + 1 == len(self._decks):
            self._over = True
            return
        self._finished.append(self._present_scores())
        self._start_game(self._game + 1)

    # Points.

    def _score_kingdom(self, kingdom: Kingdom) -> GameScore:
        harmony = 0
        # KD-17: the kingdom never outgrows the grid, so as many squares as the grid has leave no gap.
        if self._harmony and len(kingdom) + 1 == self._size * self._size:
            harmony = 5
        middle_kingdom = 0
        # KD-18: no square more than half the grid away from the castle.
        farthest = self._size // 2
        if self._middle_kingdom and all(abs(x) <= farthest and abs(y) <= farthest for x, y in kingdom):
            middle_kingdom = 10
        return GameScore(find_territories(kingdom), harmony, middle_kingdom)

    def _present_scores(self) -> list[GameScore]:
        return [self._score_kingdom(kingdom) for kingdom in self._kingdoms]

    def _games_of(self, seat: int) -> list[GameScore]:
        """Return the scores of a seat: its finished games, then the present one."""
        return [scores[seat] for scores in [*self._finished, self._present_scores()]]

    def scores(self) -> list[dict[str, object]]:
        result: list[dict[str, object]] = []
        for seat in range(self._players):
            games = self._games_of(seat)
            total = sum(game.total() for game in games)  # KD-19: bonuses count in the sums
            result.append({"total": total, "games": [game.as_dict() for game in games]})
        return result

    def winners(self) -> tuple[list[int], str]:
        if not self._over:
            raise ValueError("the game is not over")
        games = {seat: self._games_of(seat) for seat in range(self._players)}
        # KD-13, and KD-19 for the sums over a Dynasty.
        totals = {seat: sum(game.total() for game in games[seat]) for seat in games}
        largest = {seat: sum(game.largest_territory() for game in games[seat]) for seat in games}
        crowns = {seat: sum(game.crowns() for game in games[seat]) for seat in games}
        measures = [("score", totals), ("largest_territory", largest)]
        if self._crown_tiebreak:
            measures.append(("crowns", crowns))
        tied = list(range(self._players))
        for name, values in measures:
            best = max(values[seat] for seat in tied)
            tied = [seat for seat in tied if values[seat] == best]
            if len(tied) == 1:
                return tied, name
        return tied, "shared"
