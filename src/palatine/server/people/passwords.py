"""Hashing and checking of passwords and recovery codes."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from palatine.server.errors import TooMuch
from palatine.server.people.identity import hashed
from palatine.server.settings import Hashing

T = TypeVar("T")

MOST_WAITING = 64
"""The most passwords that may wait to be checked. More are taken for an attack and refused."""
CODES = 8
CODE_GROUPS, GROUP = 4, 4
CODE_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Five bits per character, 80 per code. No two look alike: `O` is read as `0`, `I` and `L` as `1`."""
_MISREAD = str.maketrans("OIL", "011", " -")


def _prepared(password: str) -> str:
    """Return a password in one Unicode form: systems differ in how they encode an é."""
    return unicodedata.normalize("NFKC", password)


class Passwords:
    """Hashes and checks passwords with argon2, one at a time.

    Each takes a tenth of a second of CPU, so they run in a thread and the event loop stays free."""

    def __init__(self, cost: Hashing) -> None:
        self._hasher = PasswordHasher(time_cost=cost.rounds, memory_cost=cost.memory, parallelism=cost.lanes)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._waiting = 0

    def close(self) -> None:
        """Stop the thread."""
        self._pool.shutdown(cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooMuch("people.too_many_passwords")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        return await self._run(lambda: self._hasher.hash(_prepared(password)))

    async def matches(self, stored: str | None, password: str) -> bool:
        """Return True if a password matches a stored hash. Without a hash it returns False after the same time."""
        if stored is None:
            await self.hash(password)
            return False
        return await self._run(lambda: self._verified(stored, password))

    def _verified(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, _prepared(password))
        except (VerificationError, InvalidHashError):
            return False

    def is_dated(self, stored: str) -> bool:
        """Return True if a hash was computed with other cost parameters than today's."""
        return self._hasher.check_needs_rehash(stored)


def new_codes() -> list[str]:
    """Return new recovery codes, like `4F7K-92QX-…`."""
    return ["-".join(_group() for _ in range(CODE_GROUPS)) for _ in range(CODES)]


def _group() -> str:
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(GROUP))


def code_hash(person: str, code: str) -> str:
    """Return the hash of a recovery code, however it was typed. A code is random enough not to need argon2."""
    return hashed(f"{person} {code.upper().translate(_MISREAD)}")
