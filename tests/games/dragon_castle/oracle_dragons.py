"""The oracle's scoring of Dragon cards (DC-D1 to DC-D10) and Shrines (DC-27)."""

from collections.abc import Callable, Sequence

from games.dragon_castle.oracle_castle import FACTIONS, SPECIALS, TYPE_OF, neighbours, number_of
from games.dragon_castle.oracle_realm import Realm, groups


def shrine_points(realm: Realm) -> int:
    """DC-27."""
    return sum(min(realm.height(space), 3) for space in realm.shrines())


def humility(realm: Realm) -> int:
    """DC-D1."""
    points = 0
    for space in realm.shrines():
        if any(realm.height(other) > realm.height(space) for other in neighbours(space)):
            points += 1
    return points


def righteousness(realm: Realm) -> int:
    """DC-D2."""
    shrines = realm.shrines()
    best = 0
    for chosen_row in range(realm.rows):
        for chosen_column in range(realm.columns):
            in_row = len([space for space in shrines if space[1] == chosen_row])
            in_column = len([space for space in shrines if space[0] == chosen_column])
            points = in_row + in_column
            if in_row == realm.columns:
                points += 2
            if in_column == realm.rows:
                points += 2
            best = max(best, points)
    return best


def tranquility(realm: Realm) -> int:
    """DC-D3."""
    return len(groups(dict.fromkeys(realm.face_down(), "face down")))


def bravery(realm: Realm) -> int:
    """DC-D4."""
    points = 0
    for space in realm.stacks:
        if all(realm.height(other) < realm.height(space) for other in neighbours(space)):
            points += 1
    return points


def majesty(realm: Realm) -> int:
    """DC-D5."""
    points = 0
    for faction in FACTIONS:
        numbers = [0]
        for space, tile in realm.face_up().items():
            if TYPE_OF[tile] == faction and realm.height(space) >= 3:
                numbers.append(number_of(tile))
        points += max(numbers)
    return points


def best_sum(realm: Realm, faction: str) -> int:
    """Return the highest sum of numbers in one group of a Faction, or 0 if it has none."""
    tiles = realm.face_up()
    labels = {space: faction for space, tile in tiles.items() if TYPE_OF[tile] == faction}
    sums = [sum(number_of(tiles[space]) for space in group) for group in groups(labels)]
    return max(sums, default=0)


def power(realms: Sequence[Realm], seat: int) -> int:
    """DC-D6."""
    players = len(realms)
    sides = {(seat - 1) % players, (seat + 1) % players}  # the same player in a game of 2
    sides.discard(seat)
    points = 0
    for faction in FACTIONS:
        own = best_sum(realms[seat], faction)
        for other in sides:
            theirs = best_sum(realms[other], faction)
            if own > theirs:
                points += 2
            elif own == theirs and own > 0:
                points += 1
    return points


def knowledge(realm: Realm) -> int:
    """DC-D7."""
    return 2 * len({tile for tile in realm.face_up().values() if TYPE_OF[tile] in SPECIALS})


def harmony(realm: Realm) -> int:
    """DC-D8."""
    heights = {space: realm.height(space) for space in realm.spaces()}
    shrines = {space: heights[space] if space in realm.shrines() else 0 for space in realm.spaces()}
    across = {space: (realm.columns - 1 - space[0], space[1]) for space in realm.spaces()}
    along = {space: (space[0], realm.rows - 1 - space[1]) for space in realm.spaces()}
    points = 0
    for mirror in (across, along):
        if realm.stacks and all(heights[space] == heights[mirror[space]] for space in realm.spaces()):
            points += 4
        if realm.shrines() and all(shrines[space] == shrines[mirror[space]] for space in realm.spaces()):
            points += 2
    return points


def devotion(realm: Realm) -> int:
    """DC-D9."""
    types = realm.types()
    points = 0
    for space in realm.shrines():
        if any(other in types and types[other] == "dragons" for other in neighbours(space)):
            points += 1
    return points


def fortitude(realm: Realm) -> int:
    """DC-D10."""
    points = 0
    for column, row in realm.shrines():
        if column in (0, realm.columns - 1) or row in (0, realm.rows - 1):
            points += 1
    return points


OWN_REALM_ONLY: dict[str, Callable[[Realm], int]] = {
    "humility": humility,
    "righteousness": righteousness,
    "tranquility": tranquility,
    "bravery": bravery,
    "majesty": majesty,
    "knowledge": knowledge,
    "harmony": harmony,
    "devotion": devotion,
    "fortitude": fortitude,
}


def card_points(card: str, realms: Sequence[Realm], seat: int) -> int:
    if card == "power":
        return power(realms, seat)
    return OWN_REALM_ONLY[card](realms[seat])
