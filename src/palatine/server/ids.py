"""Ids and seeds that cannot be guessed."""

from __future__ import annotations

import secrets

ID_BYTES = 16
SEED_BYTES = 32
DELETED_NAME = "—"
"""Replaces the names and chat lines of deleted persons, in every language."""


def new_id() -> str:
    """Return a new id for a table or a person."""
    return secrets.token_urlsafe(ID_BYTES)


def new_seed() -> str:
    """Return a new seed: a 256-bit key, which cannot be guessed from the open part of a game."""
    return secrets.token_hex(SEED_BYTES)
