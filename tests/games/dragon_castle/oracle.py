"""A naive oracle for Dragon Castle, written only from the numbered rules (DC-1 to DC-42).

It is slow and simple on purpose. A game is one generator that yields a question at every decision (seat, phase, stage,
legal moves) and continues with the answer. Tests play it beside the engine and compare the two after every decision.
"""

from collections.abc import Mapping, Sequence

from games.dragon_castle import oracle_dummy
from games.dragon_castle.oracle_castle import TILES, name, space_of
from games.dragon_castle.oracle_dragons import card_points, shrine_points
from games.dragon_castle.oracle_spirits import SPIRITS, Spirits
from games.dragon_castle.oracle_turn import First, Question, Story


class Oracle(Spirits):
    """One game of Dragon Castle; with one player it is solo."""

    def __init__(
        self,
        players: int,
        columns: int,
        rows: int,
        start: int,
        spirits: Sequence[str],
        dragons: Sequence[str],
        castle: Mapping[str, Sequence[str]],
    ) -> None:
        super().__init__(players, columns, rows, spirits, castle)
        self._solo = players == 1
        self._dragons = list(dragons)
        self._order = [(start + place) % players for place in range(players)]  # DC-13
        self._trigger = 3 if self._solo else players  # DC-11, DC-41
        self._dummy_tokens = 0
        self._shrines_out = 0  # of the dummy
        self._story = self._game()
        self._question: Question | None = next(self._story)

    # The pending decision.

    @property
    def seat(self) -> int | None:
        return None if self._question is None else self._question.seat

    @property
    def phase(self) -> str:
        return "over" if self._question is None else self._question.phase

    @property
    def stage(self) -> str | None:
        return None if self._question is None else self._question.stage

    def moves(self) -> set[str]:
        return set() if self._question is None else set(self._question.moves)

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not a legal decision: {move}")
        try:
            self._question = self._story.send(move)
        except StopIteration:
            self._question = None

    # Observable state.

    def castle(self) -> list[tuple[str, int, str]]:
        castle = self._castle
        return [(name(space), castle.height(space), castle.top(space)) for space in castle.spaces()]

    def available(self) -> list[str]:
        return [name(space) for space in self._castle.all_available()]

    def unseen(self) -> dict[str, int]:
        covered = self._castle.covered()
        return {tile: covered.count(tile) for tile in TILES}

    def held(self) -> list[str]:
        return list(self._held)

    def general_shrines(self) -> int:
        return self._general

    def countdown(self) -> int:
        return self._tokens_left

    def dummy_tokens(self) -> int:
        return self._dummy_tokens

    def used(self) -> list[str]:
        """Return the Spirits activated this turn, in the order of the cards."""
        return [spirit for spirit in SPIRITS if spirit in self._used]

    def elegance(self) -> str | None:
        return self._elegance

    def first_tile(self) -> tuple[str, int, str] | None:
        first = self._first
        return None if first is None else (name(first.space), first.floor, first.tile)

    def action(self) -> str | None:
        return self._action

    def sets(self) -> list[tuple[list[str], int]]:
        """Return the sets of a building step with the allowance left for each, in reading order of their first spaces."""
        in_order = sorted(self._sets, key=lambda one: (one.spaces[0][1], one.spaces[0][0]))
        return [([name(space) for space in one.spaces], one.allowance) for one in in_order]

    def realm(self, seat: int) -> dict[str, object]:
        realm = self._realms[seat]
        tiles = realm.face_up()
        stacks: list[tuple[str, int, str | None, bool]] = []
        for space in realm.spaces():
            if space in realm.stacks:
                shrine = realm.stacks[space].shrine
                stacks.append((name(space), realm.height(space), tiles.get(space), shrine))
        return {
            "stacks": stacks,
            "shrine_pool": realm.pool,
            "tokens": realm.tokens,
            "earned": dict(realm.earned),
        }

    def scores(self) -> list[dict[str, int]]:
        """Return the points by source, as if the game ended now (DC-32)."""
        result: list[dict[str, int]] = []
        for seat, realm in enumerate(self._realms):
            points = {**realm.earned, "countdown": 2 * realm.tokens, "shrines": shrine_points(realm)}
            for card in self._dragons:
                points[card] = card_points(card, self._realms, seat)
            if self._solo and (self._spirits or self._dragons):
                points["solo_cards"] = -15  # DC-41
            result.append(points)
        return result

    def tie_breaks(self, seat: int) -> tuple[int, int]:
        """Return the number of face-down stacks and of Shrines (DC-33)."""
        realm = self._realms[seat]
        return len(realm.face_down()), len(realm.shrines())

    def winners(self) -> tuple[list[int], str]:
        """Return the winners and what decided between them, as if the game ended now (DC-32, DC-33)."""
        if self._solo:
            return [0], "alone"
        totals = [sum(points.values()) for points in self.scores()]
        tied = [seat for seat in range(len(totals)) if totals[seat] == max(totals)]
        if len(tied) == 1:
            return tied, "score"
        most_down = max(self.tie_breaks(seat)[0] for seat in tied)
        tied = [seat for seat in tied if self.tie_breaks(seat)[0] == most_down]
        if len(tied) == 1:
            return tied, "face_down"
        most_shrines = max(self.tie_breaks(seat)[1] for seat in tied)
        tied = [seat for seat in tied if self.tie_breaks(seat)[1] == most_shrines]
        if len(tied) == 1:
            return tied, "shrines"
        return tied, "shared"

    # The game, turn by turn.

    def _game(self) -> Story:
        while self._tokens_gone() < self._trigger:
            for seat in self._order:  # DC-31: every round is completed
                yield from self._turn(seat)
                if self._solo:
                    self._dummy()
                self._begin()

    def _tokens_gone(self) -> int:
        return 7 - self._tokens_left

    def _turn(self, seat: int) -> Story:
        """Play one turn (DC-14)."""
        yield from self._choose_action(seat)
        if self._action is None:
            yield from self._complete(seat)
        if self._action in ("pair", "shrine"):
            yield from self._placement(seat)
            yield from self._check(seat)
        yield from self._end(seat)

    def _choose_action(self, seat: int) -> Story:
        """Pick the first tile (DC-15), or Summon the Dragon (DC-30)."""
        while True:
            moves = [f"pick {name(space)}" for space in self._picks(seat)]
            if self._castle.top_floor() <= 1 and not self._owed():
                moves.append("summon")
            words = yield from self._ask(seat, "action", moves + self._activations(seat, "action"))
            if words[0] == "spirit":
                yield from self._activate(seat, words[1], words[3])
            elif words[0] == "summon":
                self._tokens_left -= 1
                self._realms[seat].tokens += 1
                self._action = "summon"
                return
            else:
                space = space_of(words[1])
                floor = self._castle.height(space)
                self._first = First(space, floor, self._pick(space))
                return

    def _complete(self, seat: int) -> Story:
        """Complete the action with a Pair, a Shrine or a discard (DC-16, DC-17, DC-18)."""
        self._stage = "completion"
        while self._action is None and self._first is not None:
            moves = [f"pair {name(space)}" for space in self._seconds("pair")]
            if not self._owed():
                moves.append("discard")
                if self._general > 0:
                    moves.append("shrine")
            words = yield from self._ask(seat, "completion", moves + self._activations(seat, "completion"))
            if words[0] == "spirit":
                yield from self._activate(seat, words[1], words[3])
            elif words[0] == "pair":
                self._take_second(space_of(words[1]))
            elif words[0] == "shrine":
                self._general -= 1
                self._realms[seat].pool += 1
                self._held = [self._first.tile]
                self._action = "shrine"
            else:
                self._gone.append(self._first.tile)
                self._realms[seat].earned["discards"] += 1
                self._action = "discard"

    def _placement(self, seat: int) -> Story:
        """Place the held tiles (DC-19)."""
        realm = self._realms[seat]
        self._stage = "placement"
        while self._held:
            spaces = realm.places_for_tile()
            spirits = self._activations(seat, "placement")
            if not spaces and not spirits:
                self._lose_held()
                break
            moves = [f"place {name(space)}" for space in spaces]
            if len(self._held) == 2 and self._held[0] != self._held[1]:
                moves += [f"place second {name(space)}" for space in spaces]
            if not spaces:
                moves.append("done")
            words = yield from self._ask(seat, "placement", moves + spirits)
            if words[0] == "spirit":
                yield from self._activate(seat, words[1], words[3])
            elif words[0] == "done":
                self._lose_held()
            else:
                tile = self._held.pop(1 if words[1] == "second" else 0)
                realm.place(space_of(words[-1]), tile)

    def _lose_held(self) -> None:
        self._gone += self._held
        self._held = []

    def _check(self, seat: int) -> Story:
        """Offer Spirits (DC-28), then Consolidate the waiting sets (DC-20)."""
        realm = self._realms[seat]
        self._stage = "check"
        while realm.sets():
            spirits = self._activations(seat, "check")
            words = ["done"]
            if spirits:
                words = yield from self._ask(seat, "check", ["done", *spirits])
            if words[0] == "done":
                yield from self._consolidate_all(seat, realm.sets())
                return
            yield from self._activate(seat, words[1], words[3])

    def _end(self, seat: int) -> Story:
        self._stage = "end"
        while True:
            spirits = self._activations(seat, "end")
            if not spirits:
                return
            words = yield from self._ask(seat, "end", ["done", *spirits])
            if words[0] == "done":
                return
            yield from self._activate(seat, words[1], words[3])

    # Solo.

    def _dummy(self) -> None:
        """Play the dummy's turn (DC-42)."""
        if not self._castle.spaces():
            self._tokens_left -= 1
            self._dummy_tokens += 1
            return
        first_tile = None if self._first is None else self._first.tile
        action = "" if self._action is None else self._action
        self._gone += oracle_dummy.remove(self._castle, self._realms[0], action, first_tile)
        if action == "shrine" and self._general > 0:
            self._general -= 1
            self._shrines_out += 1
