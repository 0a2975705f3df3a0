"""The oracle's Spirits (DC-28 to DC-29c, DC-S1 to DC-S10), and the building step they share with DC-20."""

from games.dragon_castle.oracle_castle import Space, name, space_of
from games.dragon_castle.oracle_realm import BuildingSet, Realm
from games.dragon_castle.oracle_turn import Story, Turn

SPIRITS = (
    "beauty",
    "elegance",
    "wind",
    "deception",
    "strength",
    "change",
    "faith",
    "deep",
    "destruction",
    "cunning",
)


def lifts_of_strength(realm: Realm, moved: list[Space]) -> list[Space]:
    """Return the spaces Strength can lift from (DC-S5): no Shrine, not moved yet, another space to go to."""
    spaces: list[Space] = []
    for space in realm.spaces():
        if space not in realm.stacks or realm.stacks[space].shrine or space in moved:
            continue
        if drops_of_strength(realm, space):
            spaces.append(space)
    return spaces


def drops_of_strength(realm: Realm, lifted: Space) -> list[Space]:
    return [space for space in realm.places_for_tile() if space != lifted]


class Spirits(Turn):
    """A turn in which Spirits can be activated."""

    # Legal activations.

    def _pay(self, realm: Realm, cost: Space | None) -> None:
        """Pay a cost from the Realm (DC-28)."""
        if cost is None:
            realm.pool -= 1
        else:
            realm.remove(cost)

    def _activations(self, seat: int, phase: str) -> list[str]:
        """Return the legal activations (DC-28, DC-29); an effect must exist after its cost is paid."""
        moves: list[str] = []
        timely = [spirit for spirit in SPIRITS if self._in_play(spirit) and self._is_timely(spirit, phase)]
        # The castle does not depend on what is paid, only on the payments left afterwards.
        payments_left = self._realms[seat].means() - 1
        timely = [spirit for spirit in timely if self._castle_allows(spirit, payments_left)]
        for cost in self._realms[seat].payments() if timely else []:
            after = self._realms[seat].copy()
            self._pay(after, cost)
            payment = "shrine" if cost is None else name(cost)
            allowed = [spirit for spirit in timely if self._realm_allows(spirit, after)]
            moves += [f"spirit {spirit} pay {payment}" for spirit in allowed]
        return moves

    def _is_timely(self, spirit: str, phase: str) -> bool:
        """Return True if a Spirit can be activated in this phase (DC-28)."""
        if phase == "build":
            return spirit in ("faith", "wind")
        if spirit == "faith":
            return False  # DC-S7
        if spirit == "elegance":
            return phase in ("action", "completion")
        if spirit in ("deep", "deception"):
            return phase == "completion"  # DC-S4, DC-S8
        return True

    def _castle_allows(self, spirit: str, payments_left: int) -> bool:
        """Return True if the castle, and the duty to use Elegance, allow an activation."""
        if payments_left < 0:
            return False  # nothing to pay with
        if spirit == "elegance":
            return self._way(self._castle, payments_left)
        if spirit in ("deep", "deception"):
            return bool(self._seconds(spirit))
        if spirit == "destruction":
            return bool(self._destroyable(payments_left))
        # DC-S2: while only The Deep or Deception can satisfy Elegance, nothing else may be paid for.
        return not self._owed() or self._way(self._castle, 0)

    def _realm_allows(self, spirit: str, after: Realm) -> bool:
        """Return True if a Spirit has an effect in the Realm after its cost was paid (DC-29)."""
        if spirit == "beauty":
            return bool(after.beauty_groups())
        if spirit == "cunning":
            return bool(after.cunning_groups())
        if spirit == "change":
            return bool(after.change_groups())
        if spirit == "strength":
            return bool(lifts_of_strength(after, []))
        if spirit == "wind":
            return bool(after.shrines()) and bool(after.places_for_shrine() or after.face_up())
        if spirit == "faith":
            return after.pool > 0 and bool(self._places_for_faith(after))
        return True

    # Activation.

    def _activate(self, seat: int, spirit: str, payment: str) -> Story:
        realm = self._realms[seat]
        if payment == "shrine":
            self._general += 1  # DC-28
            self._pay(realm, None)
        else:
            cost = space_of(payment)
            self._gone.append(realm.stacks[cost].tiles[-1])
            self._pay(realm, cost)
        self._used.append(spirit)
        if spirit == "elegance":
            self._elegance = "owed"
        elif spirit == "beauty":
            yield from self._beauty(seat)
        elif spirit == "cunning":
            yield from self._cunning(seat)
        elif spirit == "change":
            yield from self._change(seat)
        elif spirit == "strength":
            yield from self._strength(seat)
        elif spirit == "wind":
            yield from self._wind(seat)
        elif spirit == "faith":
            yield from self._faith(seat)
        elif spirit == "destruction":
            yield from self._destruction(seat)
        else:  # Deception, The Deep
            second = yield from self._ask_space(seat, spirit, "pair", self._seconds(spirit))
            self._take_second(second)

    def _beauty(self, seat: int) -> Story:
        """DC-S1."""
        realm = self._realms[seat]
        by_first = {group[0]: group for group in realm.beauty_groups()}
        chosen = yield from self._ask_space(seat, "beauty", "consolidate", list(by_first))
        yield from self._building_step(seat, [realm.consolidate(by_first[chosen], "beauty")])

    def _cunning(self, seat: int) -> Story:
        """DC-S10."""
        realm = self._realms[seat]
        by_first = {group[0]: group for group in realm.cunning_groups()}
        chosen = yield from self._ask_space(seat, "cunning", "consolidate", list(by_first))
        kind = realm.types()[chosen]
        yield from self._building_step(seat, [realm.consolidate(by_first[chosen], kind)])

    def _change(self, seat: int) -> Story:
        """DC-S6."""
        realm = self._realms[seat]
        found = realm.change_groups()
        moves = [f"change {name(space)} {kind}" for space, kind in found]
        words = yield from self._ask(seat, "change", moves)
        group = found[space_of(words[1]), words[2]]
        yield from self._building_step(seat, [realm.consolidate(group, words[2])])

    def _strength(self, seat: int) -> Story:
        """DC-S5."""
        realm = self._realms[seat]
        moved: list[Space] = []
        while len(moved) < 2:
            lifts = lifts_of_strength(realm, moved)
            if not lifts:
                break
            moves = [f"lift {name(space)}" for space in lifts]
            if moved:
                moves.append("done")
            words = yield from self._ask(seat, "strength_lift", moves)
            if words == ["done"]:
                break
            lifted = space_of(words[1])
            drop = yield from self._ask_space(seat, "strength_drop", "drop", drops_of_strength(realm, lifted))
            face_up = realm.stacks[lifted].face_up
            realm.place(drop, realm.remove(lifted), face_up)
            moved.append(drop)
        created = [group for group in realm.sets() if any(space in moved for space in group)]
        yield from self._consolidate_all(seat, created)

    def _wind(self, seat: int) -> Story:
        """DC-S3."""
        realm = self._realms[seat]
        moves = [f"flip {name(space)}" for space in realm.face_up()]
        if realm.places_for_shrine():
            moves += [f"lift {name(space)}" for space in realm.shrines()]
        words = yield from self._ask(seat, "wind", moves)
        space = space_of(words[1])
        if words[0] == "flip":
            realm.turn_down(space)
            space = yield from self._ask_space(seat, "wind_lift", "lift", realm.shrines())
        drop = yield from self._ask_space(seat, "wind_drop", "drop", realm.places_for_shrine())
        realm.stacks[space].shrine = False
        realm.stacks[drop].shrine = True

    def _faith(self, seat: int) -> Story:
        """DC-S7."""
        realm = self._realms[seat]
        space = yield from self._ask_space(seat, "faith", "build", self._places_for_faith(realm))
        realm.build(space)

    def _places_for_faith(self, realm: Realm) -> list[Space]:
        """Return the tiles without a Shrine in the sets of this Consolidation."""
        return [space for one in self._sets for space in one.spaces if not realm.stacks[space].shrine]

    def _destruction(self, seat: int) -> Story:
        """DC-S9."""
        spaces = self._destroyable(self._realms[seat].means())
        space = yield from self._ask_space(seat, "destruction", "destroy", spaces)
        self._gone.append(self._castle.take(space))

    # Consolidation and the building step.

    def _consolidate_all(self, seat: int, found: list[list[Space]]) -> Story:
        """Turn and score all sets of one position together, then play one building step (DC-25)."""
        realm = self._realms[seat]
        kinds = [realm.types()[group[0]] for group in found]
        built = [realm.consolidate(group, kind) for group, kind in zip(found, kinds, strict=True)]
        yield from self._building_step(seat, built)

    def _building_step(self, seat: int, built: list[BuildingSet]) -> Story:
        """DC-24."""
        realm = self._realms[seat]
        self._sets = built
        while True:
            places: dict[Space, BuildingSet] = {}
            for one in self._sets:
                for space in one.spaces:
                    if realm.pool > 0 and one.allowance > 0 and not realm.stacks[space].shrine:
                        places[space] = one
            spirits = self._activations(seat, "build")
            faith = [move for move in spirits if move.startswith("spirit faith")]
            if not places and not faith:
                break  # Wind alone does not keep the step open
            moves = [f"build {name(space)}" for space in places] + ["done"] + spirits
            words = yield from self._ask(seat, "build", moves)
            if words[0] == "done":
                break
            if words[0] == "build":
                realm.build(space_of(words[1]))
                places[space_of(words[1])].allowance -= 1
            else:
                yield from self._activate(seat, words[1], words[3])
        self._sets = []
