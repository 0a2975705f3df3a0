"""The dummy of the solo game (DC-42) and the tiles it removes from the castle."""

from games.dragon_castle.oracle_castle import TYPE_OF, Castle, Space
from games.dragon_castle.oracle_realm import Realm


def best(castle: Castle, realm: Realm, spaces: list[Space]) -> Space:
    """Return the space whose type is most often face up in the Realm, the first of `spaces` if several are."""
    shown = list(realm.types().values())
    most = max(shown.count(TYPE_OF[castle.top(space)]) for space in spaces)
    return next(space for space in spaces if shown.count(TYPE_OF[castle.top(space)]) == most)


def identical(castle: Castle, tile: str) -> list[Space]:
    """Return the spaces of the Available tiles identical to `tile`, on any floor."""
    return [space for space in castle.all_available() if castle.top(space) == tile]


def remove(castle: Castle, realm: Realm, action: str, first_tile: str | None) -> list[str]:
    """Remove the tiles that follow from the player's action from a castle that is not empty, and return them."""
    top = [space for space in castle.top_spaces() if castle.available(space)]
    if action == "summon":
        return [castle.take(best(castle, realm, castle.all_available()))]
    if action == "shrine" and first_tile is not None:
        of_type = [space for space in top if TYPE_OF[castle.top(space)] == TYPE_OF[first_tile]]
        return [castle.take(best(castle, realm, of_type or top))]
    if action == "pair":
        # `without` hides the tile that the first one uncovers: the dummy cannot count on it for a pair.
        pairs = [space for space in top if identical(castle.without(space), castle.top(space))]
        first = castle.take(best(castle, realm, pairs or top))
        if not pairs:
            return [first]
        return [first, castle.take(identical(castle, first)[0])]
    return [castle.take(best(castle, realm, top))]
