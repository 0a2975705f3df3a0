"""Passwords and recovery codes: how they are kept so that nobody can read them, and compared."""

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
"""Passwords that may wait to be checked; more at once are an attack, and are turned away."""
CODES = 8
CODE_GROUPS, GROUP = 4, 4
CODE_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Five bits a sign, 80 a code. None looks like another: `O` is read as `0`, `I` and `L` as `1`."""
_MISREAD = str.maketrans("OIL", "011", " -")


def _prepared(password: str) -> str:
    """The same signs in one encoding: keyboards and systems differ in how they write an é."""
    return unicodedata.normalize("NFKC", password)


class Passwords:
    """Makes and checks the argon2 form of passwords, one after the other, in a thread: it takes a tenth of a second of
    computing, and meanwhile people play."""

    def __init__(self, cost: Hashing) -> None:
        self._hasher = PasswordHasher(time_cost=cost.rounds, memory_cost=cost.memory, parallelism=cost.lanes)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._waiting = 0

    def close(self) -> None:
        """Check no more."""
        self._pool.shutdown(cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooMuch("people.too_many_passwords")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    async def kept(self, password: str) -> str:
        """A password as it is kept."""
        return await self._run(lambda: self._hasher.hash(_prepared(password)))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether it is the password that is kept. Where none is kept the answer takes as long."""
        if kept is None:
            await self.kept(password)
            return False
        return await self._run(lambda: self._verified(kept, password))

    def _verified(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _prepared(password))
        except (VerificationError, InvalidHashError):
            return False

    def is_dated(self, kept: str) -> bool:
        """Whether a password was kept at another cost than that of today."""
        return self._hasher.check_needs_rehash(kept)


def new_codes() -> list[str]:
    """Codes for those who forget their password, to be written down: `4F7K-92QX-…`."""
    return ["-".join(_group() for _ in range(CODE_GROUPS)) for _ in range(CODES)]


def _group() -> str:
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(GROUP))


def kept_code(person: str, code: str) -> str:
    """A recovery code as it is kept, however it was copied. It is random enough not to need argon2."""
    return hashed(f"{person} {code.upper().translate(_MISREAD)}")
