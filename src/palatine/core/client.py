"""Data for clients besides positions, from the game's module `client`. A game without one gets empty data."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

from palatine.core.game import Game
from palatine.core.prospects import Tried


def _pieces() -> dict[str, Any]:
    return {}


def _about(plain: SimpleNamespace, decision: int) -> dict[str, Any]:
    return {}


def _effects(tried: Tried) -> list[dict[str, Any]]:
    return [{} for _ in tried.decisions]


PLAIN = SimpleNamespace(pieces=_pieces, about=_about, effects=_effects)
"""The module of a game that has none: no pieces, no details, no effects besides points."""


@functools.cache
def client_of(game: Game) -> Any:
    """Return the functions `pieces`, `about` and `effects` of a game, as `core.contract` describes them."""
    return game.module("client") if game.has_module("client") else PLAIN
