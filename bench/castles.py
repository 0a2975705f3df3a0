"""Count the Available tiles that the top floor of each castle of Dragon Castle offers in random games.

Run: python bench/castles.py [GAMES_PLAYED_IN_EACH]
"""

from __future__ import annotations

import sys

import numpy as np

from palatine.core import chance
from palatine.core.engine import engine
from palatine.games import game_named
from palatine.games.dragon_castle.castles import BEST_FOR, NAMES, named
from palatine.games.dragon_castle.layout import ACTION, FLOORS, SUMMON_WORD

FEW = 3
MANY_LEFT = 6


def main(games: int) -> None:
    game = game_named("dragon_castle")
    compiled = engine(game)
    raws = compiled.buffer(1)
    state = compiled.view(raws[0])
    for name in NAMES:
        players = BEST_FOR[name][0]
        options = game.settings(players, {"castle": name, "spirits": "0", "dragons": "0"}).codes()
        offered: list[int] = []
        for seed in range(games):
            compiled.begin(raws, players, np.array(options, dtype=np.int64), chance.keys(np.array([seed], np.uint64)))
            random = chance.randoms(np.array([seed], dtype=np.uint64))
            seat = 0
            while seat >= 0:
                if state.phase == ACTION:
                    tiles = [sum(int(word).bit_count() for word in state.floors[floor]) for floor in range(FLOORS)]
                    on_top = next((count for count in reversed(tiles) if count), 0)
                    if on_top >= MANY_LEFT:
                        legal = compiled.glance(raws[0])[1]
                        offered.append(legal - (int(state.word_choices) >> SUMMON_WORD & 1))
                seat = compiled.step(raws[0], compiled.choose(raws[0], random))
        few = sum(count < FEW for count in offered) / len(offered)
        ground = named(name).ground
        figures = f"Available: mean {np.mean(offered):5.1f}, at least {min(offered)}"
        print(
            f"{name:24} {players} players, ground {ground:2}: {figures}, fewer than {FEW}: {100 * few:.3f} %",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
