"""Dragon Castle: its description, without its rules."""

from __future__ import annotations

from palatine.core.game import Choice, Game
from palatine.games.dragon_castle.castles import CastleOption
from palatine.games.dragon_castle.options import DRAGONS, SPIRITS, CardsOption

GAME = Game(
    name="dragon_castle",
    title="Dragon Castle",
    players=(1, 2, 3, 4),
    default_players=2,
    options=(
        CardsOption("spirits", cards=SPIRITS),
        CardsOption("dragons", cards=DRAGONS),
        Choice("realm_columns", "6", ("4", "6", "8")),
        Choice("realm_rows", "4", ("4", "6", "8")),
        Choice("start_player", "drawn", ("drawn", "first")),
        CastleOption(),
    ),
    rules_version=1,
    package=__name__,
    command="castle",
)
