"""Two bots play a game, printed as a record that `palatine replay` can show.

Run: python examples/duel_of_bots.py
"""

from __future__ import annotations

import json

import palatine
from palatine.bots import bot_named


def main() -> None:
    """Play the greedy bot against the random one in a Mighty Duel."""
    table = palatine.new("kingdomino", players=2, seed=2024, mighty_duel=True)
    bots = [bot_named("greedy", table.game, seed=1), bot_named("random", table.game, seed=2)]
    while (seat := table.seat) is not None:
        table.play(bots[seat].decide(table.question()).decision)
    print(json.dumps(table.record()))


if __name__ == "__main__":
    main()
