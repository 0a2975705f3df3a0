"""Records: games as plain data that can be replayed and verified on any machine.

| key             | meaning                                                                                              |
|-----------------|------------------------------------------------------------------------------------------------------|
| `format`        | 1                                                                                                    |
| `game`          | its name                                                                                             |
| `rules_version` | of the rules it was played by                                                                        |
| `players`, `options`, `seed` | the set-up; the seed is a number or 64 hexadecimal digits                               |
| `start`         | the open position it began from, if not from a set-up                                                |
| `decisions`     | as text, in order                                                                                    |
| `positions`     | hashes of the open position: [ply, hash] every 16 decisions and at the end                           |
| `result`        | totals, winners and what decided, or null if the game is not over                                    |
| `seats`         | the players, if known; the replay ignores them                                                       |
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from palatine.core.errors import PalatineError, Phrase, RecordError
from palatine.core.game import Game
from palatine.core.table import Table, check_seed

FORMAT = 1
HASHED_EVERY = 16
HASH_DIGITS = 32
KEYS = frozenset({"format", "game", "rules_version", "players", "options", "seed", "decisions", "positions", "result"})


def position_hash(table: Table, ply: int) -> str:
    """Return a hash of the open position at a ply. It does not depend on the memory layout."""
    essence = table.essence(ply)
    plain = json.dumps(essence, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()[:HASH_DIGITS]


def hashed_at(ply: int) -> list[int]:
    """Return the plies at which a record of `ply` decisions has hashes."""
    return [*range(HASHED_EVERY, ply, HASHED_EVERY), ply]


def record_of(table: Table) -> dict[str, Any]:
    """Return the record of a table as it stands."""
    record = {
        "format": FORMAT,
        "game": table.game.name,
        "rules_version": table.game.rules_version,
        "players": table.settings.players,
        "options": dict(table.settings.options),
        "seed": table.seed,
        "decisions": [table.text(decision) for decision in table.decisions],
        "positions": [[ply, position_hash(table, ply)] for ply in hashed_at(len(table.decisions))],
        "result": table.result(),
    }
    return record if table.start is None else record | {"start": table.start}


def replayed(record: object, games: Mapping[str, Game]) -> Table:
    """Replay a record and verify it. Raise `RecordError` with the reason and the decision at which it fails.

    A record of older rules replays as long as its hashes match. After that, the table is read-only at the last position
    that matches.
    """
    fields = _checked_fields(record, games)
    game = games[fields["game"]]
    try:
        settings = game.settings(fields["players"], fields["options"])
        table = Table(settings, check_seed(fields["seed"]), fields.get("start"))
    except PalatineError as problem:
        raise RecordError("core.record_setup", reason=problem) from problem
    hashes = dict(map(tuple, fields["positions"]))
    older = fields["rules_version"] < game.rules_version
    try:
        _play_decisions(table, fields["decisions"], hashes)
        if table.result() != fields["result"]:
            raise RecordError("core.record_result", len(table.decisions), said=fields["result"], found=table.result())
    except RecordError as problem:
        if not older:
            raise
        return _read_only_part(table, hashes, problem)
    return table


def _checked_fields(record: object, games: Mapping[str, Game]) -> dict[str, Any]:
    if not isinstance(record, dict):
        raise RecordError("core.record_no_object", given=type(record).__name__)
    missing = sorted(KEYS - record.keys())
    if missing:
        raise RecordError("core.record_missing", keys=missing)
    if type(record["format"]) is not int or record["format"] != FORMAT:
        raise RecordError("core.record_format", format=repr(record["format"]), known=FORMAT)
    if not isinstance(record["game"], str) or record["game"] not in games:
        raise RecordError("core.record_game", game=repr(record["game"]), known=list(games))
    version, known = record["rules_version"], games[record["game"]].rules_version
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= known:
        raise RecordError("core.record_version", version=repr(version), known=known)
    if not isinstance(record["options"], dict):
        raise RecordError("core.record_wrong", field="options", wanted=Phrase("core.wanted.object"))
    decisions, pairs = record["decisions"], record["positions"]
    if not isinstance(decisions, list) or not all(isinstance(text, str) for text in decisions):
        raise RecordError("core.record_wrong", field="decisions", wanted=Phrase("core.wanted.texts"))
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], str) for pair in pairs
    ):
        raise RecordError("core.record_wrong", field="positions", wanted=Phrase("core.wanted.hashes"))
    ply = len(decisions)
    if [pair[0] for pair in pairs] != hashed_at(ply):
        raise RecordError("core.record_cut_off", ply, count=ply)
    return record


def _play_decisions(table: Table, decisions: list[str], hashes: dict[int, str]) -> None:
    if not decisions and position_hash(table, 0) != hashes[0]:
        raise RecordError("core.record_position", 0)
    for ply, decision in enumerate(decisions, start=1):
        try:
            table.play(decision)
        except PalatineError as problem:
            raise RecordError("core.record_decision", ply, reason=problem) from problem
        if ply in hashes and position_hash(table, ply) != hashes[ply]:
            raise RecordError("core.record_position", ply)


def _read_only_part(table: Table, hashes: dict[int, str], reason: PalatineError) -> Table:
    while (ply := len(table.decisions)) and hashes.get(ply) != position_hash(table, ply):
        table.undo()
    table.read_only = reason
    return table


def save(table: Table, path: Path, seats: list[str] | None = None) -> None:
    """Write the record of a table to a file, completely or not at all."""
    record = table.record() if seats is None else table.record() | {"seats": seats}
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def read(path: Path) -> Any:
    """Return the plain data of a record file, for `replayed` to check."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise RecordError(
            "core.record_unreadable", file=str(path), reason=problem.strerror or str(problem)
        ) from problem
    except ValueError as problem:
        raise RecordError("core.record_no_json", file=str(path), line="1") from problem
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        line = getattr(problem, "lineno", 1)
        whole = text.strip()
        at_the_end = getattr(problem, "pos", 0) >= len(text.rstrip())
        cut_off = whole.startswith("{") and (at_the_end or not whole.endswith("}"))
        key = "core.record_file_cut_off" if cut_off else "core.record_no_json"
        raise RecordError(key, file=str(path), line=str(line)) from problem
