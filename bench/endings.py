"""Play a million random games of Dragon Castle: each ends, every position has a legal decision, tokens never run out.

Run: python bench/endings.py [GAMES_PLAYED]
"""

from __future__ import annotations

import math
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.core import chance, contract
from palatine.core.compiled import kernel
from palatine.core.engine import engine
from palatine.games import game_named
from palatine.games.dragon_castle.flow import tokens_taken
from palatine.games.dragon_castle.layout import ALL_SHRINES, COUNTDOWN, DTYPE, SOLO_SEATS

CARDS: list[dict[str, Any]] = [{"spirits": number, "dragons": min(number, 9)} for number in (0, 1, 3, 10)]
PLAYERS = (1, 2, 3, 4)
LONGEST = 20_000
"""More decisions than any game should take."""
BATCH = 5_000


@kernel
def play_out(raws: NDArray[np.uint8], randoms: NDArray[np.uint64]) -> tuple[int, int, int]:
    """Play all rows to their end; return the decisions, the length of the longest game, and the row that went wrong, from 1."""
    total, longest = 0, 0
    for row in range(raws.shape[0]):
        state = raws[row].view(DTYPE)[0]
        random = randoms[row : row + 1]
        ply = 0
        while contract.seat(state) != contract.OVER:
            if contract.count(state) == 0 or ply == LONGEST or tokens_taken(state) > COUNTDOWN:
                return total, longest, row + 1
            contract.apply(state, contract.choose(state, chance.next_random(random)))
            ply += 1
        if tokens_taken(state) > COUNTDOWN:
            return total, longest, row + 1
        total += ply
        longest = max(longest, ply)
    return total, longest, 0


def main(games: int) -> None:
    game = game_named("dragon_castle")
    compiled = engine(game)
    raws = compiled.buffer(BATCH)
    kinds = [(players, cards) for players in PLAYERS for cards in CARDS]
    rounds = math.ceil(games / BATCH / len(kinds))
    played = 0
    for players, cards in kinds:
        options = np.array(game.settings(players, cards).codes(), dtype=np.int64)
        start, decisions, longest = time.perf_counter(), 0, 0
        for number in range(rounds):
            seeds = np.arange(number * BATCH, (number + 1) * BATCH, dtype=np.uint64)
            compiled.begin(raws, players, options, chance.keys(seeds))
            count, most, wrong = play_out(raws, chance.randoms(seeds + np.uint64(players)))
            if wrong:
                raise SystemExit(f"{players} players, {cards}: the game of seed {seeds[wrong - 1]} went wrong")
            states = raws.view(DTYPE).reshape(BATCH)
            built = np.bitwise_count(states["shrines"]).sum(axis=1)
            shrines = states["general_shrines"].astype(int) + states["shrine_pool"].sum(axis=1) + built
            if players > SOLO_SEATS and (shrines != ALL_SHRINES).any():
                raise SystemExit(f"{players} players, {cards}: Shrines were lost or made")
            decisions += count
            longest = max(longest, most)
            played += BATCH
        passed = time.perf_counter() - start
        figures = f"{decisions / rounds / BATCH:6.1f} decisions a game, at most {longest}"
        print(f"{players} players, {cards['spirits']:2} Spirits: {figures} ({passed:.0f} s)", flush=True)
    print(f"{played:,} games ended, each position with a legal decision, no more than {COUNTDOWN} tokens taken")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
