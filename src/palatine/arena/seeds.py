"""Seeds derived from a seed: for each deal, and for each bot in each game."""

from __future__ import annotations

import hashlib
import json
import secrets

SEED_BITS = 53
"""Small enough for any JSON reader to keep exact."""


def derived(seed: int | str, *parts: int | str) -> int:
    """Return the seed of a part of something seeded. It is the same on every machine."""
    text = json.dumps([seed, *parts])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()) >> (256 - SEED_BITS)


def drawn() -> int:
    """Return a random seed."""
    return secrets.randbits(SEED_BITS)
