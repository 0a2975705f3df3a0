"""The conformance check: `check(settings)` plays random games and tests any game against the contract.

Each check takes a table at some point of random play and raises `ConformanceError` with the promise that is broken.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from palatine.core import chance
from palatine.core.batch import Batch
from palatine.core.engine import Engine, Raw, engine
from palatine.core.errors import DecisionError, Phrase
from palatine.core.game import Settings
from palatine.core.record import replayed
from palatine.core.table import Table, table_from_position
from palatine.core.words import LANGUAGES, add_words

RESAMPLES = 2000
PICKS_A_DECISION = 40
DEVIATIONS = 6.0
"""The number of standard deviations that a chi-square statistic may lie above its mean."""


class ConformanceError(AssertionError):
    """A game breaks the contract."""


def require(holds: bool, what: str, table: Table) -> None:
    """Raise a `ConformanceError` with the promise and the place in the game unless `holds`."""
    if not holds:
        where = f"{table.game.name}, {table.settings.players} players, {dict(table.settings.options)}"
        raise ConformanceError(f"{what} ({where}, seed {table.seed}, after {len(table.decisions)} decisions)")


def check(settings: Settings, seed: int = 0, games: int = 2, every: int = 7) -> None:
    """Play random games and check the contract at the start, at the end and every `every` decisions."""
    add_words(settings.game.name, settings.game.package)  # of a game that is not installed
    for number in range(games):
        table = Table(settings, seed + number)
        random = chance.randoms(np.array([seed + number], dtype=np.uint64))
        while True:
            if len(table.decisions) % every == 0 or table.over:
                for part in PARTS:
                    part(table)
            if table.over:
                break
            table.play(table._engine.choose(table._raw, random))
        for part in AT_THE_END:
            part(table)
    table = Table(settings, seed)
    resample_is_even(table)
    while not table.over and len(table.decisions) < every:
        table.play(table.legal()[0])
    resample_is_even(table)
    choice_is_even(table)
    decisions_have_fields(table)
    batch_is_the_same(settings, seed)


# ------------------------------------------------------------------------------------------ at any point of a game


def legal_decisions_apply(table: Table) -> None:
    """Check that legal decisions are distinct, in the decision space, agree with `count` and `nth`, and can be made."""
    compiled, raw = table._engine, table._raw
    legal = table.legal()
    seat, total, revealed = compiled.glance(raw)
    require(len(legal) == total == len(set(legal)), "legal lists `count` distinct decisions", table)
    require(sorted(compiled.nth(raw, n) for n in range(total)) == legal, "nth and legal agree", table)
    require(all(0 <= decision < compiled.decisions for decision in legal), "decisions lie within the space", table)
    require((total > 0) == (seat >= 0), "a decision is legal exactly while the game goes on", table)
    require(seat < table.settings.players, "the seat exists", table)
    for decision in legal:
        after = raw.copy()
        next_seat = compiled.step(after, decision)
        now_seat, now_total, now_revealed = compiled.glance(after)
        require(next_seat == now_seat, "step returns the next seat", table)
        require((now_total > 0) == (now_seat >= 0), "after a decision the game goes on or is over", table)
        require(now_revealed >= revealed, "revealed values stay revealed", table)
        require(bool((after != raw).any()), "a decision changes the position", table)


def texts_round_trip(table: Table) -> None:
    """Check that every legal decision has a unique text, which parses back to its number."""
    actions = table.game.module("actions")
    legal = table.legal()
    require([actions.from_text(text) for text in table.moves()] == legal, "texts parse back to their numbers", table)
    require(len(set(table.moves())) == len(legal), "texts are distinct", table)
    for decision in legal:
        same = actions.canonical(table._engine.view(table._raw), decision)
        require(same == decision, "offered decisions are canonical", table)


def decisions_have_fields(table: Table) -> None:
    """Check that the fields of every decision in the space are plain JSON data with a `kind`, and unique."""
    listed = [table._actions.fields(decision) for decision in range(table._engine.decisions)]
    require(all(isinstance(fields.get("kind"), str) for fields in listed), "a decision's fields have a kind", table)
    written = [json.dumps(fields, sort_keys=True, allow_nan=False) for fields in listed]
    require([json.loads(text) for text in written] == listed, "fields are plain data", table)
    require(len(set(written)) == len(written), "different decisions have different fields", table)


def hidden_fields_are_hidden(table: Table) -> None:
    """Check that observations, legal decisions, points and tensors do not depend on hidden fields."""
    compiled = table._engine
    layout = table.game.module("layout")
    hidden = [name for name, *_ in layout.HIDDEN_FIELDS]
    fields = {name for name, *_ in layout.OPEN_FIELDS} | set(hidden)
    require(fields == set(compiled.dtype.names or ()), "every field is open or hidden", table)
    observation = table.observation()
    blank = compiled.view(observation)
    require(all(not np.any(blank[name]) for name in hidden), "an observation has nothing hidden", table)
    resampled = _resampled(compiled, observation, 1)[0]
    scrambled = table._raw.copy()
    for name in hidden:
        np.asarray(compiled.view(scrambled)[name]).view(np.uint8)[...] ^= np.uint8(0x55)
    for other in (resampled, scrambled):
        again = compiled.buffer(1)
        compiled.observe(other[np.newaxis], again)
        require(bool((again[0] == observation).all()), "observe does not depend on hidden fields", table)
    for other in (resampled, scrambled, observation):
        require(
            compiled.glance(other) == compiled.glance(table._raw), "the seat does not depend on hidden fields", table
        )
        listed = np.empty(compiled.most_legal, dtype=np.int32)
        total = compiled.legal(other, listed)
        legal = sorted(listed[:total].tolist())
        require(legal == table.legal(), "legal decisions do not depend on hidden fields", table)
        require(_points(table, other) == table.totals(), "points do not depend on hidden fields", table)
        plain = compiled.plain(other)
        require(plain == compiled.plain(table._raw), "the plain position does not depend on hidden fields", table)
        numbers = _tensor(table, other)
        require(bool((numbers == _tensor(table, table._raw)).all()), "tensors do not depend on hidden fields", table)


def reveals_are_counted(table: Table) -> None:
    """Check that a decision that does not raise `revealed` leads to one open position, whatever is hidden."""
    compiled = table._engine
    resampled = _resampled(compiled, table.observation(), 1)[0]
    for decision in table.legal():
        ours, other = table._raw.copy(), resampled.copy()
        compiled.step(ours, decision)
        compiled.step(other, decision)
        if compiled.glance(ours)[2] == table.revealed:
            seen = compiled.buffer(2)
            compiled.observe(np.stack([ours, other]), seen)
            require(bool((seen[0] == seen[1]).all()), "everything revealed is counted", table)


def positions_round_trip(table: Table) -> None:
    """Check that the open position can be written as JSON and read back."""
    plain = table.position()
    again = table_from_position(table.game, json.loads(json.dumps(plain)), seed=5)
    require(again.position() == plain, "the plain position reads back", table)
    same = bool((again.observation() == table.observation()).all())
    require(same, "a position read back has the same open fields", table)
    require(again.legal() == table.legal(), "a position read back has the same legal decisions", table)


def points_have_sources(table: Table) -> None:
    """Check that every seat's total is the sum of its sources, and that tensors hold numbers from 0 to 1."""
    for score in table.scores():
        total = sum(source["points"] for source in score["sources"])
        require(score["total"] == total, "points add up to the total", table)
    position = table.position()
    require(position["totals"] == table.totals(), "the position has the totals", table)
    for name in table.game.module("view").BY_SEAT:
        require(len(position[name]) == table.settings.players, f"{name} has an item for each seat", table)
    numbers = _tensor(table, table._raw)
    require(bool(((numbers >= 0) & (numbers <= 1)).all()), "tensors hold numbers from 0 to 1", table)


def records_replay(table: Table) -> None:
    """Check that a record replays to the same record and the same memory, hidden fields included."""
    record = json.loads(json.dumps(table.record()))
    again = replayed(record, {table.game.name: table.game})
    require(again.record() == record, "a record replays to itself", table)
    require(bool((again._raw == table._raw).all()), "a record replays to the same memory", table)


def illegal_decisions_are_refused(table: Table) -> None:
    """Check that an illegal decision raises an error with a sentence in every language, and changes nothing."""
    before = table._raw.copy()
    actions = table.game.module("actions")
    legal = set(table.legal())
    reasons: dict[object, DecisionError] = {}
    for decision in range(-1, table._engine.decisions + 1):
        if decision in legal:
            continue
        within = 0 <= decision < table._engine.decisions
        if within and actions.canonical(table._engine.view(table._raw), decision) in legal:
            continue
        try:
            table.play(decision)
        except DecisionError as refusal:
            reason = refusal.fields.get("reason")
            reasons.setdefault(reason.key if isinstance(reason, Phrase) else refusal.key, refusal)
            continue
        require(False, f"decision {decision} is refused", table)
    for refused in reasons.values():
        require(all(refused.text(language) for language in LANGUAGES), "a refusal has a sentence", table)
    require(bool((before == table._raw).all()), "a refused decision changes nothing", table)


PARTS: tuple[Callable[[Table], None], ...] = (
    legal_decisions_apply,
    texts_round_trip,
    hidden_fields_are_hidden,
    reveals_are_counted,
    positions_round_trip,
    points_have_sources,
    records_replay,
    illegal_decisions_are_refused,
)


# ------------------------------------------------------------------------------------------------------ at the end


def finished_stays_finished(table: Table) -> None:
    """Check that a finished game has no seat to decide and no legal decision, and that a playout leaves it alone."""
    compiled = table._engine
    require(compiled.glance(table._raw)[:2] == (-1, 0), "no seat decides when the game is over", table)
    after = table._raw.copy()[np.newaxis]
    totals = np.zeros((1, table.settings.players), dtype=np.int32)
    played = compiled.playout(after, chance.randoms(np.array([1], dtype=np.uint64)), totals)
    require(played == 0 and bool((after[0] == table._raw).all()), "a finished game stays finished", table)
    require(totals[0].tolist() == table.totals(), "a playout gives the points", table)


def winners_have_the_most_points(table: Table) -> None:
    """Check that there are winners and that they have the most points."""
    best = max(table.totals())
    require(bool(table.winners()), "a finished game has a winner", table)
    require(all(table.totals()[seat] == best for seat in table.winners()), "winners have the most points", table)
    result = table.result()
    require(result is not None and bool(result["decided_by"]), "the result has the criterion that decided", table)
    shared = len(table.winners()) > 1
    require(result is not None and (result["decided_by"] == "shared") == shared, "shared means several winners", table)


AT_THE_END: tuple[Callable[[Table], None], ...] = (finished_stays_finished, winners_have_the_most_points)


# ---------------------------------------------------------------------------------------------------- uniformity


def chi_square_bound(freedom: int) -> float:
    """Return a bound that a chi-square statistic exceeds once in a billion times (Wilson-Hilferty approximation)."""
    part = 2.0 / (9.0 * freedom)
    return freedom * (1.0 - part + DEVIATIONS * math.sqrt(part)) ** 3


def resample_is_even(table: Table) -> None:
    """Check by chi-square over many resamples that every unknown place of a hidden row has the same distribution."""
    compiled = table._engine
    resampled = _resampled(compiled, table.observation(), RESAMPLES)
    records = resampled.view(compiled.dtype)[:, 0]
    for name, *_ in table.game.module("layout").HIDDEN_FIELDS:
        cells = records[name].reshape(RESAMPLES, -1, records[name].shape[-1])
        for row in range(cells.shape[1]):
            places = [column for column in cells[:, row].T if column.min() != column.max()]
            values = np.unique(places) if places else np.empty(0)
            if len(places) < 2:
                continue
            counts = np.array([[np.count_nonzero(place == value) for value in values] for place in places])
            expected = counts.sum(axis=0, keepdims=True) * counts.sum(axis=1, keepdims=True) / counts.sum()
            statistic = float(((counts - expected) ** 2 / expected).sum())
            freedom = (len(places) - 1) * (len(values) - 1)
            require(statistic <= chi_square_bound(freedom), f"resample draws {name}[{row}] uniformly", table)


def choice_is_even(table: Table) -> None:
    """Check by chi-square that `choose` picks legal decisions uniformly."""
    compiled = table._engine
    legal = table.legal()
    if len(legal) < 2:
        return
    random = chance.randoms(np.array([11], dtype=np.uint64))
    counts = dict.fromkeys(legal, 0)
    for _ in range(PICKS_A_DECISION * len(legal)):
        decision = compiled.choose(table._raw, random)
        require(decision in counts, "choose picks legal decisions", table)
        counts[decision] += 1
    statistic = sum((count - PICKS_A_DECISION) ** 2 / PICKS_A_DECISION for count in counts.values())
    require(statistic <= chi_square_bound(len(legal) - 1), "choose picks uniformly", table)


def batch_is_the_same(settings: Settings, seed: int, size: int = 5) -> None:
    """Check that a batch plays the same games as tables with the same seeds, on one core or several."""
    for cores in (1, 2):
        with Batch(settings, size, seed=seed, cores=cores) as batch:
            tables = [Table(settings, seed + row) for row in range(size)]
            while any(not table.over for table in tables):
                decisions = []
                for row, table in enumerate(tables):
                    require(bool((batch.states[row] == table._raw).all()), "a batch has the same positions", table)
                    require(
                        np.flatnonzero(batch.mask[row]).tolist() == table.legal(), "a batch has the same mask", table
                    )
                    require(batch.seats[row] == (-1 if table.over else table.seat), "a batch has the same seats", table)
                    decisions.append(-1 if table.over else table.legal()[len(table.decisions) % len(table.legal())])
                for table, decision in zip(tables, decisions, strict=True):
                    if decision >= 0:
                        table.play(decision)
                batch.step(decisions)
            for row, table in enumerate(tables):
                require(batch.totals[row].tolist() == table.totals(), "a batch has the same points", table)


# ------------------------------------------------------------------------------------------------------- helpers


def _resampled(compiled: Engine, observation: Raw, copies: int) -> Any:
    rows = np.repeat(observation[np.newaxis], copies, axis=0)
    compiled.resample(rows, chance.randoms(np.array([17], dtype=np.uint64)))
    return rows


def _points(table: Table, raw: Raw) -> list[int]:
    players = table.settings.players
    totals = np.zeros((1, players), dtype=np.int32)
    engine(table.game).score(raw[np.newaxis], totals, np.zeros((1, players), dtype=np.int64))
    return list(map(int, totals[0]))


def _tensor(table: Table, raw: Raw) -> Any:
    compiled = engine(table.game)
    players = table.settings.players
    numbers = np.empty((players, compiled.tensor_size), dtype=np.float32)
    compiled.tensor(np.repeat(raw[np.newaxis], players, axis=0), np.arange(players), numbers)
    return numbers
