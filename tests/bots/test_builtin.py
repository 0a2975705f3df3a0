"""The built-in bots: what they know, what they decide, how well they play."""

from __future__ import annotations

import numpy as np
import pytest

import palatine
from palatine.bots import BOTS, bot_named
from palatine.core import chance
from palatine.core.compiled import JIT
from palatine.games import GAMES, game_named

KINGDOMINO = game_named("kingdomino")
GAMES_AGAINST_RANDOM = 300 if JIT else 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", BOTS)
def test_what_is_sealed_does_not_change_a_decision(game: str, name: str) -> None:
    """Even handed a position whose sealed fields are filled, in one way or another, a bot decides the same."""
    table = palatine.new(game, seed=8)
    while not table.over:
        observation = table.observation()
        resealed = np.repeat(observation[np.newaxis], 2, axis=0)
        seed = len(table.decisions)
        table._engine.reseal(resealed, chance.randoms(np.array([seed], dtype=np.uint64)))
        decisions = {bot_named(name, table.game, seed).decide(raw) for raw in (observation, table._raw, *resealed)}
        assert len(decisions) == 1
        table.play(decisions.pop())


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    records = []
    for _ in range(2):
        table = palatine.new("kingdomino", players=3, seed=1)
        bots = [bot_named(name, table.game, seed) for seed in range(3)]
        while (seat := table.seat) is not None:
            table.play(bots[seat].decide(table.observation()))
        records.append(table.record())
    assert records[0] == records[1]


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(palatine.OptionError, match=r'There is no bot "gready"\. Known: greedy, random\.'):
        bot_named("gready", KINGDOMINO)


def test_greedy_claims_the_most_crowns_on_a_square_before_anything_is_placed() -> None:
    crowns = dict.fromkeys(range(19, 41), 1) | dict.fromkeys(range(41, 48), 2) | {48: 3}
    for seed in range(20):
        table = palatine.new("kingdomino", players=4, seed=seed)
        claimed = int(table.text(bot_named("greedy", KINGDOMINO, seed).decide(table.observation())).split()[1])
        offered = [entry["domino"] for entry in table.position()["next_line"]]
        assert crowns.get(claimed, 0) == max(crowns.get(domino, 0) for domino in offered)


def test_greedy_takes_the_placement_that_scores_most() -> None:
    """Domino 47 (swamp, a mine with two crowns) beside domino 45 (a mine with two crowns, wheat)."""
    position = {
        "game": "kingdomino",
        "players": 2,
        "options": {"middle_kingdom": True},
        "phase": "place",
        "seat": 0,
        "game_number": 1,
        "first_order": [0, 1, 1, 0],
        "current_line": [{"domino": 47, "seat": 0}],
        "next_line": [],
        "discarded": [*range(1, 23)],
        "kingdoms": [{"placed": [{"domino": 45, "left": [1, 0], "right": [2, 0]}]}, {"placed": []}],
        "past_games": [],
    }
    table = palatine.position("kingdomino", position)
    table.play(bot_named("greedy", KINGDOMINO, 1).decide(table.observation()))
    assert table.totals()[0] == 2 * 4 + 10  # two mines with four crowns, and the castle in the middle


@pytest.mark.rule("KD-20")
def test_greedy_beats_three_random_players() -> None:
    won = points = 0.0
    for number in range(GAMES_AGAINST_RANDOM):
        table = palatine.new("kingdomino", players=4, seed=number, harmony=True, middle_kingdom=True)
        own = number % 4
        bots = [bot_named("greedy" if seat == own else "random", KINGDOMINO, number + seat) for seat in range(4)]
        while (seat := table.seat) is not None:
            table.play(bots[seat].decide(table.observation()))
        won += (own in table.winners()) / len(table.winners())
        points += table.totals()[own]
    assert won / GAMES_AGAINST_RANDOM >= 0.95
    assert points / GAMES_AGAINST_RANDOM > 45
