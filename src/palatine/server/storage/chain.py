"""The hash chain of a log: each entry carries a link, a hash over the previous link and the entry's bytes.

A byte that changes on disk, a missing entry or one of another table breaks the chain, and is found when the log is read.
The table's row holds the last link, the *head*, so a log that lost its end is found too. The chain guards against faults,
not against someone who can write to the database: they could compute it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

LENGTH = 16
"""The bytes of a link: the first half of a SHA-256."""


def root(table_id: str, seed: str) -> bytes:
    """Return the link before the first entry of a table. It guards the seed too."""
    return sha256(f"{table_id} {seed}".encode()).digest()[:LENGTH]


def link(head: bytes, line: bytes) -> bytes:
    """Return the link of an entry that follows a link."""
    return sha256(head + line).digest()[:LENGTH]


def links_from(head: bytes, lines: Iterable[bytes]) -> list[bytes]:
    """Return the links of entries that follow a link."""
    found = []
    for line in lines:
        head = sha256(head + line).digest()[:LENGTH]
        found.append(head)
    return found
