"""Batches of games behave like single games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import palatine
from palatine.core.chance import key_of, keys, randoms

SIZE = 6


def some_legal(mask: np.ndarray, turn: int) -> list[int]:
    return [int(np.flatnonzero(row)[turn % row.sum()]) if row.any() else -1 for row in mask]


def test_restarted_games_use_the_next_seeds_and_report_the_points() -> None:
    with palatine.batch("kingdomino", SIZE, players=2, seed=40, cores=2, restart=True) as batch:
        turn = 0
        while not batch.finished.any():
            batch.step(some_legal(batch.mask, turn))
            turn += 1
        assert batch.finished.all()  # all two-player games have the same length
        assert (batch.totals.sum(axis=1) > 0).all()
        assert (batch.seats >= 0).all()
        for row in range(SIZE):
            fresh = palatine.new("kingdomino", players=2, seed=40 + SIZE + row)
            assert (batch.states[row] == fresh._raw).all()
            assert np.flatnonzero(batch.mask[row]).tolist() == fresh.legal()
        batch.step(some_legal(batch.mask, turn))
        assert not batch.finished.any()


def test_without_restart_finished_games_stay_finished() -> None:
    with palatine.batch("kingdomino", SIZE, players=2, seed=40, cores=1) as batch:
        batch.playout(seed=3)
        assert (batch.seats == -1).all()
        assert not batch.mask.any()
        before = batch.states.copy()
        batch.step([-1] * SIZE)
        assert (batch.states == before).all()


def test_playouts_depend_only_on_the_seeds() -> None:
    ends = []
    for cores in (1, 2):
        with palatine.batch("kingdomino", SIZE, players=3, seed=1, cores=cores) as batch:
            batch.playout(seed=9)
            ends.append(batch.states.copy())
    assert (ends[0] == ends[1]).all()


def test_a_step_with_an_illegal_decision_changes_no_game() -> None:
    with palatine.batch("kingdomino", SIZE, players=2, seed=1) as batch:
        before = batch.states.copy()
        good = some_legal(batch.mask, 0)
        for wrong in (10_000, 48, -7):
            with pytest.raises(palatine.DecisionError, match=f"Decision {wrong} is not legal in game 3 of the batch"):
                batch.step([*good[:3], wrong, *good[4:]])
        with pytest.raises(palatine.DecisionError, match="takes 6 decisions"):
            batch.step(good[:-1])
        assert (batch.states == before).all()


@pytest.mark.parametrize(
    ("size", "cores", "what"),
    [
        (0, None, "size of a batch"),
        (-3, None, "size of a batch"),
        (2.5, None, "batch"),
        ("x", None, "batch"),
        (4, 0, "cores"),
    ],
)
def test_wrong_sizes_are_refused(size: Any, cores: int | None, what: str) -> None:
    with pytest.raises(palatine.OptionError, match=f"{what} is a whole number, 1 or more"):
        palatine.batch("kingdomino", size, cores=cores)


@pytest.mark.parametrize("decisions", [["claim 1"] * SIZE, [0.9] * SIZE, [float("nan")] * SIZE, [None] * SIZE])
def test_decisions_of_a_batch_must_be_whole_numbers(decisions: Any) -> None:
    with (
        palatine.batch("kingdomino", SIZE, players=2, seed=1) as batch,
        pytest.raises(palatine.DecisionError, match="are whole numbers"),
    ):
        batch.step(decisions)


def test_a_playout_with_restart_begins_the_next_games() -> None:
    with palatine.batch("kingdomino", SIZE, players=2, seed=1, restart=True) as batch:
        batch.playout()
        assert batch.finished.all()
        assert (batch.totals.sum(axis=1) > 0).all()
        assert (batch.seats >= 0).all()
        batch.step(some_legal(batch.mask, 0))


@pytest.mark.parametrize("seed", [-1, 2**64, "0" * 64, None])
def test_the_seed_of_a_batch_must_be_a_number(seed: object) -> None:
    with pytest.raises(palatine.OptionError, match="A seed is a whole number"):
        palatine.batch("kingdomino", SIZE, seed=seed)  # type: ignore[arg-type]


def test_the_raw_engine_works_on_the_callers_buffers() -> None:
    raw = palatine.raw("kingdomino")
    positions = raw.buffer(1)
    raw.begin(positions, 4, np.zeros(len(raw.game.options), dtype=np.int64), keys(np.array([5], dtype=np.uint64)))
    table = palatine.new("kingdomino", players=4, seed=5)
    assert (key_of(5) == keys(np.array([5], dtype=np.uint64))[0]).all()
    random = randoms(np.array([1], dtype=np.uint64))
    seat = table.seat
    while not table.over:
        assert seat == table.seat
        decision = raw.choose(positions[0], random)
        table.play(decision)
        seat = raw.step(positions[0], decision)
    assert seat == -1
    assert (positions[0] == table._raw).all()
