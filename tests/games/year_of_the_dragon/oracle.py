"""A naive oracle for In the Year of the Dragon, written from the numbered rules (YD-1 to YD-36, YD-X1, YD-X2) alone.

It is slow and plain on purpose: a game is a generator that stops at every decision with a question (who decides, in
which phase, between what) and goes on with the answer. Tests play it beside the engine and compare the two after
every decision.
"""

from collections.abc import Mapping, Sequence

from games.year_of_the_dragon.oracle_court import TILES, TYPES, YOUNGER, Court, check_setup
from games.year_of_the_dragon.oracle_events import Events, Question, Story


class Oracle(Events):
    """One game of In the Year of the Dragon."""

    def __init__(
        self,
        players: int,
        options: Mapping[str, object],
        start: int,
        events: Sequence[str],
        super_event: str | None,
        layouts: Sequence[Sequence[Sequence[str]]],
    ) -> None:
        great_wall = bool(options.get("great_wall", False))
        check_setup(players, great_wall, start, events, super_event, layouts)
        super().__init__(players, start, great_wall, events)
        self._large_price = int(str(options.get("large_privilege", "6")))  # YD-6
        self._super_event = super_event
        self._layouts = [[list(group) for group in layout] for layout in layouts]
        self._story = self._game()
        self._question: Question | None = next(self._story)

    # Open information.

    @property
    def seat(self) -> int | None:
        return None if self._question is None else self._question.seat

    @property
    def phase(self) -> str:
        return "over" if self._question is None else self._question.phase

    def moves(self) -> set[str]:
        return set() if self._question is None else set(self._question.moves)

    def court(self, seat: int) -> dict[str, object]:
        court = self._courts[seat]
        return {
            "yuan": court.yuan,
            "rice": court.rice,
            "fireworks": court.fireworks,
            "small_privileges": court.small_privileges,
            "large_privileges": court.large_privileges,
            "hand": list(court.hand),
            "palaces": [palace.as_pair() for palace in court.palaces],
            "wall_tiles": list(court.gifts),
            "dragon": court.dragon,
        }

    def display(self) -> dict[str, int]:
        return dict(self._display)

    def wall(self) -> list[tuple[int, str]]:
        return list(self._wall)

    def scores(self) -> list[dict[str, int]]:
        result: list[dict[str, int]] = []
        for court in self._courts:  # YD-34
            money = court.yuan + 2 * court.rice + 2 * court.fireworks
            final = {"persons": 2 * len(court.persons()), "monks": court.monk_points(), "money": money // 3}
            result.append({**court.scored, **final})
        return result

    def winners(self) -> tuple[list[int], str]:
        """YD-35."""
        if self._question is not None:
            raise ValueError("the game is not over")
        totals = [sum(points.values()) for points in self.scores()]
        tied = [seat for seat in self.order() if totals[seat] == max(totals)]
        if len(tied) == 1:
            return tied, "score"
        # The tied players are in the order of the track: the first is the farthest, and the upper one on its space.
        on_one_space = any(tied[0] in stack and tied[1] in stack for stack in self._stacks.values())
        return [tied[0]], "stack" if on_one_space else "person_track"

    # Legal decisions.

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not a legal decision: {move}")
        try:
            self._question = self._story.send(move)
        except StopIteration:
            self._question = None

    # The course of the game.

    def _game(self) -> Story:
        yield from self._opening()
        for month in range(1, 13):
            self.month = month
            yield from self._action_phase()
            yield from self._person_phase()
            yield from self._event_phase()
            self._scoring_phase()

    def _opening(self) -> Story:
        """YD-7."""
        pairs = [(first, second) for first in TYPES for second in TYPES if TYPES.index(first) < TYPES.index(second)]
        for seat in self._seating:
            first, second = yield from self._ask(seat, "draft", [f"draft {one} {other}" for one, other in pairs])
            pairs.remove((first, second))
            self._display[YOUNGER[first]] -= 1
            self._display[YOUNGER[second]] -= 1
            yield from self._accommodate(seat, YOUNGER[first])
            yield from self._accommodate(seat, YOUNGER[second])

    # Phase 1.

    def _action_phase(self) -> Story:
        groups = self._layouts[self.month - 1]
        for court in self._courts:
            court.dragon = None
        for seat in self.order():  # YD-17: a parade changes the order of later phases only
            court = self._courts[seat]
            dragons = [other.dragon for other in self._courts]
            moves = ["pass"]
            for number, group in enumerate(groups, start=1):
                money = court.yuan - 3 if number in dragons else court.yuan  # YD-11
                if money >= 0:
                    moves += [f"act {number} {action}" for action in group if self._can_act(court, action, money)]
            answer = yield from self._ask(seat, "act", moves)
            if not answer:
                court.yuan = max(court.yuan, 3)  # YD-12
                continue
            court.dragon = int(answer[0])
            if court.dragon in dragons:
                court.yuan -= 3
            yield from self._act(seat, answer[1])

    def _can_act(self, court: Court, action: str, money: int) -> bool:
        """Return True if an action is possible with the money left after the fee."""
        if action == "privilege":
            return money >= 2  # YD-19
        if action == "wall":
            return bool(court.gifts) and len(self._wall) < 12  # YD-X1
        return True

    def _act(self, seat: int, action: str) -> Story:
        court = self._courts[seat]
        if action == "taxes":
            court.yuan += 2 + court.symbols("tax_collector")  # YD-13
        elif action == "build":
            yield from self._build(seat, 1 + court.symbols("craftsman"))  # YD-14
        elif action == "harvest":
            court.rice += 1 + court.symbols("farmer")  # YD-15
        elif action == "fireworks":
            court.fireworks += 1 + court.symbols("pyrotechnist")  # YD-16
        elif action == "parade":
            self._advance(seat, 1 + court.symbols("warrior"))  # YD-17
        elif action == "research":
            court.scored["research"] += 1 + court.symbols("scholar")  # YD-18
        elif action == "privilege":
            yield from self._buy(seat)
        elif action == "wall":
            yield from self._lay(seat)

    def _buy(self, seat: int) -> Story:
        """YD-19."""
        court = self._courts[seat]
        moves = ["buy small", "buy large"] if court.yuan >= self._large_price else ["buy small"]
        (size,) = yield from self._ask(seat, "buy", moves)
        if size == "small":
            court.yuan -= 2
            court.small_privileges += 1
        else:
            court.yuan -= self._large_price
            court.large_privileges += 1

    def _lay(self, seat: int) -> Story:
        """YD-X1: lay a wall tile under the leftmost uncovered month and get its gift."""
        court = self._courts[seat]
        (gift,) = yield from self._ask(seat, "lay", [f"lay {gift}" for gift in court.gifts])
        court.gifts.remove(gift)
        self._wall.append((seat, gift))
        if gift == "rice":
            court.rice += 1
        elif gift == "firework":
            court.fireworks += 1
        elif gift == "yuan":
            court.yuan += 2
        elif gift == "floor":
            yield from self._build(seat, 1)
        elif gift == "points":
            court.scored["wall"] += 3
        elif gift == "spaces":
            self._advance(seat, 3)

    # Phase 2.

    def _person_phase(self) -> Story:
        for seat in self.order():  # YD-20: the order when the phase begins
            hand = self._courts[seat].hand
            if not hand:
                continue  # YD-20, YD-X2
            (card,) = yield from self._ask(seat, "play", [f"play {card}" for card in hand])
            hand.remove(card)
            fitting = [tile for tile in TILES if card in ("wild", TILES[tile][0]) and self._display[tile] > 0]
            if fitting:  # YD-23: or else the card gives nothing
                yield from self._take(seat, fitting)

    # Phase 3.

    def _event_phase(self) -> Story:
        yield from self._event()
        if self.month == 12:
            yield from self._wall_check()  # YD-X1: once more after month 12, before its decay
        if self.month == 7 and self._super_event is not None:
            yield from self._strike(self._super_event)  # YD-X2
        for court in self._courts:  # YD-32
            for palace in court.palaces:
                if not palace.persons:
                    palace.floors -= 1
            court.palaces = [palace for palace in court.palaces if palace.floors > 0]

    # Phase 4.

    def _scoring_phase(self) -> None:
        """YD-33."""
        for court in self._courts:
            court.scored["palaces"] += len(court.palaces)
            court.scored["court_ladies"] += court.symbols("court_lady")
            court.scored["privileges"] += court.small_privileges + 2 * court.large_privileges
