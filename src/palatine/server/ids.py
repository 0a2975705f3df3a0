"""Ids and seeds that cannot be guessed."""

from __future__ import annotations

import secrets

ID_BYTES = 16
SEED_BYTES = 32
NOBODY = "—"
"""The name of those who have gone, and what is left of their words, in every language."""


def new_id() -> str:
    """A name for a table or a person."""
    return secrets.token_urlsafe(ID_BYTES)


def new_seed() -> str:
    """What the chance of a game is drawn from: a whole key, so that nobody can guess it from what is open."""
    return secrets.token_hex(SEED_BYTES)
