"""Games on disk: the ones that are being played, kept by themselves, and the ones a person saves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from palatine.cli.settings import HUMAN
from palatine.core.errors import OptionError, RecordError
from palatine.core.game import Game
from palatine.core.record import read, save
from palatine.core.table import Table

KEPT_GAMES = 20
"""How many unfinished games of a kind are kept; the oldest go first."""


def _folder(game: Game) -> Path:
    return user_state_path("palatine", appauthor=False) / game.name


def place_to_keep(game: Game) -> Path:
    """Where a game that begins now is kept until it is finished."""
    return _folder(game) / f"{time.time_ns()}.json"


def unfinished(game: Game) -> Path | None:
    """The unfinished game that was played last, if there is one."""
    try:
        kept = sorted(_folder(game).glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    except OSError:
        return None
    return kept[-1] if kept else None


def keep(table: Table, path: Path, seats: Sequence[str]) -> bool:
    """Keep a game where `unfinished` finds it; whether that could be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(table, path, seats=list(seats))
        for old in sorted(path.parent.glob("*.json"), key=lambda kept: kept.stat().st_mtime_ns)[:-KEPT_GAMES]:
            old.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def save_as(table: Table, name: str, seats: Sequence[str]) -> Path:
    """Save a game under a name that a person has typed; a file that is no saved game is not overwritten."""
    path = Path(name)
    try:
        path = path.expanduser()
        if path.exists() and not _is_record(path):
            raise OptionError("cli.error.no_record_there", file=str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        save(table, path, seats=list(seats))
    except (OSError, RuntimeError, ValueError) as problem:
        if isinstance(problem, OptionError):
            raise
        reason = getattr(problem, "strerror", None) or str(problem)
        raise OptionError("cli.error.not_saved", file=name, reason=reason) from problem
    return path


def _is_record(path: Path) -> bool:
    try:
        record = read(path)
    except RecordError:
        return False
    return isinstance(record, dict) and "rules_version" in record


def seats_of(record: dict[str, Any], players: int) -> list[str] | None:
    """Who plays the seats of a record, if it tells it for all of them."""
    seats = record.get("seats")
    if not isinstance(seats, list) or len(seats) != players or not all(isinstance(who, str) for who in seats):
        return None
    return seats


def persons(seats: Sequence[str]) -> list[int]:
    """The seats that are played by persons at this terminal."""
    return [seat for seat, who in enumerate(seats) if who == HUMAN]
