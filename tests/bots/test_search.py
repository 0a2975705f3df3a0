"""Search: its decisions, its thoughts, and determinism."""

from __future__ import annotations

import signal
from typing import Any

import pytest

import palatine
from palatine.bots import Bot, bot_named
from palatine.core.compiled import JIT
from palatine.core.table import Table
from palatine.games import BUILT_IN, game_named

KINGDOMINO = game_named("kingdomino")
SEARCHES = ("search:60", "mcts:60") if JIT else ("search:4", "mcts:2")
COMPILED_ONLY = pytest.mark.skipif(not JIT, reason="whole games by searching bots take long with the JIT off")
BONUSES = {"harmony": True, "middle_kingdom": True}
LAST_DECISION = 47
"""The ply of the last decision in a two-player game of Kingdomino."""


def in_mid_game(game: str, decisions: int, players: int = 2, **options: Any) -> Table:
    """Return a table after some random decisions, where there is a choice."""
    table = palatine.new(game, players=players, seed=11, **options)
    bot = bot_named("random", table.game, 3)
    while len(table.decisions) < decisions or len(table.legal()) == 1:
        table.play(bot.decide(table.question()).decision)
    return table


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("name", SEARCHES)
def test_the_same_seed_and_iterations_give_the_same_thoughts(game: str, name: str) -> None:
    table = in_mid_game(game, 20)
    first, again = (bot_named(name, table.game, 5) for _ in range(2))
    assert first.decide(table.question()) == again.decide(table.question()) == first.decide(table.question())


@pytest.mark.parametrize("game", BUILT_IN)
def test_one_iteration_is_enough_to_decide(game: str) -> None:
    table = in_mid_game(game, 20)
    assert bot_named("search:1", table.game, 5).decide(table.question()).decision in table.legal()


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("name", SEARCHES)
def test_thoughts_have_visits_points_chances_and_a_playable_line(game: str, name: str) -> None:
    table = in_mid_game(game, 20)
    iterations = int(name.partition(":")[2])
    answer = bot_named(name, table.game, 5).decide(table.question())
    thoughts = answer.thoughts
    assert thoughts is not None
    assert thoughts["iterations"] == iterations
    considered = thoughts["considered"]
    assert considered[0]["decision"] == answer.decision
    assert [one["visits"] for one in considered] == sorted((one["visits"] for one in considered), reverse=True)
    assert sum(one["visits"] for one in considered) == iterations - 1  # the first iteration evaluates the root
    for one in considered:
        assert one["decision"] in table.legal()
        assert one["text"] == table.text(one["decision"])
        assert 0.0 <= one["win_chance"] <= 1.0
        assert -50.0 < one["score"] < 250.0
    assert thoughts["line"][0] == table.text(answer.decision)
    revealed = table.revealed
    for decision in thoughts["line"]:
        if table.revealed != revealed or table.over:
            break  # the tiles revealed differ from those expected
        table.play(decision)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_forced_decision_has_no_thoughts(game: str) -> None:
    table = palatine.new(game, players=2, seed=2)
    bot = bot_named("random", table.game, 1)
    while len(table.legal()) > 1:
        table.play(bot.decide(table.question()).decision)
    assert bot_named("search:1000000", table.game, 1).decide(table.question()).thoughts is None


def test_a_solo_search_evaluates_positions_before_the_end_of_the_game() -> None:
    table = in_mid_game("dragon_castle", 8, players=1)
    thoughts = bot_named("search:2", table.game, 5).decide(table.question()).thoughts
    assert thoughts is not None
    (judged_once,) = thoughts["considered"]
    assert judged_once["score"] % 1  # a finished game would have whole points


def test_each_thread_uses_the_whole_budget() -> None:
    table = in_mid_game("kingdomino", 10)
    thoughts = bot_named(f"{SEARCHES[0]}*2", KINGDOMINO, 5).decide(table.question()).thoughts
    assert thoughts is not None
    assert thoughts["iterations"] == 2 * int(SEARCHES[0].partition(":")[2])


def test_the_shortest_time_is_enough_for_a_decision() -> None:
    table = in_mid_game("kingdomino", 10)
    answer = bot_named("search:1ms", KINGDOMINO, 5).decide(table.question())
    assert answer.decision in table.legal()


@COMPILED_ONLY
def test_an_interrupt_ends_all_threads_immediately() -> None:
    """Otherwise this test would take an hour."""
    question = in_mid_game("kingdomino", 10).question()
    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(KeyboardInterrupt):
            bot_named("search:3600s*2", KINGDOMINO, 1).decide(question)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


@COMPILED_ONLY
def test_millions_of_iterations_do_not_lose_precision() -> None:
    table = palatine.new("kingdomino", players=2, seed=0)
    filler = bot_named("fitted", KINGDOMINO, 1)
    while len(table.decisions) < LAST_DECISION:
        table.play(filler.decide(table.question()).decision)
    assert table.seat is not None
    thoughts = bot_named("search:3000000", KINGDOMINO, 1).decide(table.question()).thoughts
    assert thoughts is not None
    assert thoughts["considered"][0]["score"] == most_points(table, table.seat)


@COMPILED_ONLY
def test_search_finds_the_best_ending_when_nothing_is_hidden() -> None:
    """Once the last line is claimed, kingdoms are independent; the search must match an exhaustive one."""
    searched = 0
    for seed in range(12):
        table = palatine.new("kingdomino", players=2, seed=seed, **BONUSES)
        filler = bot_named("fitted", KINGDOMINO, seed)
        while table.position()["next_line"] or len(table.legal()) == 1:
            table.play(filler.decide(table.question()).decision)
        seat = table.seat
        if seat is None:
            continue  # only forced decisions were left
        searched += 1
        best = most_points(table, seat)
        searching = bot_named("search:3000", KINGDOMINO, 1)
        while not table.over:
            bot = searching if table.seat == seat else filler
            table.play(bot.decide(table.question()).decision)
        assert table.totals()[seat] == best
    assert searched >= 6


def most_points(table: Table, seat: int) -> int:
    """Return the most points a seat can reach when only placements are left, by exhaustive search."""
    if table.over:
        return table.totals()[seat]
    best = 0
    for decision in table.legal() if table.seat == seat else table.legal()[:1]:
        table.play(decision)
        best = max(best, most_points(table, seat))
        table.undo()
    return best


def wins_of(first: Bot, second: Bot, games: int, **options: Any) -> float:
    """Return the number of two-player games of Kingdomino the first bot wins; each deal is played from both seats."""
    wins = 0.0
    for number in range(games):
        table = palatine.new("kingdomino", players=2, seed=number // 2, **options)
        own = number % 2
        for bot in (first, second):
            bot.begin(number)
        while (seat := table.seat) is not None:
            table.play((first if seat == own else second).decide(table.question()).decision)
        wins += (own in table.winners()) / len(table.winners())
    return wins


@COMPILED_ONLY
def test_evaluation_and_search_each_make_a_bot_stronger() -> None:
    """The margins are wide enough that chance cannot reverse the order."""
    weak, plain, strong = (bot_named(name, KINGDOMINO, 1) for name in ("greedy", "fitted", "search:60"))
    assert wins_of(plain, weak, 100, **BONUSES) > 60
    assert wins_of(strong, plain, 30, **BONUSES) > 20
