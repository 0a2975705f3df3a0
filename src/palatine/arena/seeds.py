"""Seeds that follow from a seed: of each deal, of each bot in each game."""

from __future__ import annotations

import hashlib
import json
import secrets

SEED_BITS = 53
"""Small enough for every reader of JSON to take as a whole number."""


def derived(seed: int | str, *parts: int | str) -> int:
    """A seed for a part of something that has a seed; the same on every machine."""
    text = json.dumps([seed, *parts])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()) >> (256 - SEED_BITS)


def drawn() -> int:
    """A seed when nobody has given one."""
    return secrets.randbits(SEED_BITS)
