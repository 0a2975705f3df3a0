"""Records replay to the same game; tampered, truncated or unknown ones are refused with the reason."""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import palatine
from palatine.core import record as records
from palatine.core.table import Table
from palatine.games.kingdomino import GAME as KINGDOMINO


def played(decisions: int = 1000, **options: Any) -> Table:
    table = palatine.new("kingdomino", players=options.pop("players", 2), seed=11, **options)
    while not table.over and len(table.decisions) < decisions:
        table.play(table.legal()[len(table.decisions) % len(table.legal())])
    return table


def test_a_finished_game_replays() -> None:
    table = played()
    record = json.loads(json.dumps(table.record()))
    again = palatine.load(record)
    assert again.result() == table.result() == record["result"]
    assert again.position() == table.position()
    assert again.record() == record


def test_an_unfinished_game_replays_and_continues() -> None:
    table = played(21)
    again = palatine.load(table.record())
    assert again.moves() == table.moves()
    again.play(again.moves()[0])


@pytest.mark.parametrize("ply", [0, 15, 16, 17, 32])
def test_a_record_has_hashes_every_sixteen_decisions_and_at_the_end(ply: int) -> None:
    positions = played(ply).record()["positions"]
    assert [number for number, _ in positions] == [*range(16, ply, 16), ply]


def test_a_game_that_began_from_a_position_replays() -> None:
    table = palatine.position("kingdomino", played(20).position(), seed=5)
    for _ in range(10):
        table.play(table.legal()[0])
    again = palatine.load(json.loads(json.dumps(table.record())))
    assert again.position() == table.position()


def _other_decision(record: dict[str, Any]) -> None:
    table = played(20)
    record["decisions"][20] = next(move for move in table.moves() if move != record["decisions"][20])


TAMPERED: list[tuple[Callable[[dict[str, Any]], Any], str, int | None]] = [
    (
        lambda r: r["decisions"].__setitem__(5, "claim 99"),
        "Decision 6 of the record is refused: There is no domino 99",
        6,
    ),
    (
        lambda r: r["decisions"].__setitem__(5, "discard"),
        "Decision 6 of the record is refused: Nothing to discard now",
        6,
    ),
    (_other_decision, "The position after decision 32 is not the recorded one", 32),
    (lambda r: r.update(seed=12), "of the record is refused", None),
    (lambda r: r["decisions"].pop(), "cut off or lengthened", 47),
    (lambda r: r["positions"].pop(), "cut off or lengthened", 48),
    (lambda r: r["positions"][1].__setitem__(1, "00"), "The position after decision 32 is not the recorded one", 32),
    (lambda r: r["result"]["totals"].__setitem__(0, 99), "After decision 48 the result is", 48),
    (lambda r: r["result"]["winners"].clear(), "After decision 48 the result is", 48),
    (lambda r: r.update(result=None), "After decision 48 the result is", 48),
    (
        lambda r: r.update(game="ludo"),
        "unknown game 'ludo'. Known: kingdomino, year_of_the_dragon, and dragon_castle",
        None,
    ),
    (lambda r: r.update(game=None), "unknown game None", None),
    (lambda r: r.update(rules_version=99), "rules version 99; this program knows versions 1 to 1", None),
    (lambda r: r.update(rules_version="new"), "rules version 'new'", None),
    (lambda r: r.update(format=2), "format 2; this program reads format 1", None),
    (lambda r: r.update(players=7), "set-up is refused: Kingdomino is for 2, 3, or 4 players, not 7.", None),
    (lambda r: r.update(options={"harmony": 3}), "set-up is refused: Option harmony", None),
    (lambda r: r.update(options=[]), "options must be an object", None),
    (lambda r: r.update(decisions="claim 1"), "decisions must be a list of texts", None),
    (lambda r: r.update(decisions=[1] * 48), "decisions must be a list of texts", None),
    (lambda r: r.update(seed="abc"), "set-up is refused: A seed is", None),
    (lambda r: r.pop("seed"), "incomplete: it lacks seed", None),
    (lambda r: r.update(start=3), "set-up is refused", None),
    (lambda r: r.update(format=True), "format True", None),
    (lambda r: r["positions"].append("junk"), "positions must be a list of [number of decisions, hash]", None),
    (lambda r: r["positions"].append([1, 2, 3]), "positions must be a list of [number of decisions, hash]", None),
    (lambda r: r["positions"].__setitem__(0, "ab"), "positions must be a list of [number of decisions, hash]", None),
]


@pytest.mark.parametrize(("tamper", "sentence", "decision"), TAMPERED)
def test_tampered_records_are_refused(tamper: Any, sentence: str, decision: int | None) -> None:
    record = copy.deepcopy(played().record())
    tamper(record)
    with pytest.raises(palatine.RecordError) as problem:
        palatine.load(record)
    assert sentence in str(problem.value)
    if decision is not None:
        assert problem.value.decision == decision


def test_data_that_is_no_record_is_refused() -> None:
    with pytest.raises(palatine.RecordError, match="not list"):
        palatine.load([])


def loaded_by_newer_rules(record: object) -> Table:
    """Replay a record as if the rules had changed since it was saved."""
    return records.replayed(record, {"kingdomino": dataclasses.replace(KINGDOMINO, rules_version=2)})


def test_a_record_of_older_rules_replays_while_the_hashes_match() -> None:
    record = played().record()
    again = loaded_by_newer_rules(record)
    assert again.read_only is None
    assert again.result() == record["result"]


def test_a_record_of_older_rules_replays_up_to_the_first_difference() -> None:
    record = played().record()
    record["positions"][1][1] = "0" * records.HASH_DIGITS
    again = loaded_by_newer_rules(record)
    assert len(again.decisions) == 16
    assert "after decision 32" in str(again.read_only)
    with pytest.raises(palatine.DecisionError, match="is read-only"):
        again.play(again.moves()[0])


def test_saved_files_load_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    table = played()
    records.save(table, path, seats=["human", "greedy"])
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    assert palatine.load(records.read(path)).position() == table.position()


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    records.save(played(), path)
    whole = path.read_text()
    for length in (1, len(whole) // 2, len(whole) - 3):
        path.write_text(whole[:length])
        with pytest.raises(palatine.RecordError, match="cut off: it ends in the middle of line"):
            records.read(path)
    for nonsense in ("[" * 100_000, '{"seed": ' + "9" * 5000 + "}"):
        path.write_text(nonsense)
        with pytest.raises(palatine.RecordError, match="is not JSON"):
            records.read(path)
    path.write_text("no record at all")
    with pytest.raises(palatine.RecordError, match="line 1 is not JSON"):
        records.read(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(palatine.RecordError, match="is not JSON"):
        records.read(path)
    with pytest.raises(palatine.RecordError, match="cannot be read: No such file"):
        records.read(tmp_path / "nothing.json")
