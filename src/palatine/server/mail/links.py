"""Signed links in mails. Nothing about them is stored: the signature covers what the link is about.

A link to confirm covers the address and when it was entered; a link to recover covers the hash of the password. So each
works once: afterwards the address is confirmed, and the password is another.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Any, Literal

from palatine.server.clock import now
from palatine.server.people.identity import People

Purpose = Literal["confirm", "recover", "quiet", "forget"]
"""Confirm an address, choose a new password, end the notices, remove the address."""
LIFETIME: dict[Purpose, int] = {"confirm": 24 * 3600 * 1000, "recover": 24 * 3600 * 1000}
"""In milliseconds. Links to unsubscribe do not expire."""
PARTS = 4


@dataclass(frozen=True)
class Link:
    """The parts of a link's token. `until` is 0 if it does not expire."""

    purpose: str
    person: str
    until: int
    signature: str


def token_for(people: People, purpose: Purpose, person: str, covered: str) -> str:
    """Return the token of a link that is valid from now on."""
    until = now() + LIFETIME[purpose] if purpose in LIFETIME else 0
    return f"{purpose}.{person}.{until}.{_signature(people, purpose, person, until, covered)}"


def read(token: str) -> Link | None:
    """Return the parts of a token; None if it has not the right form."""
    parts = token.split(".")
    if len(parts) != PARTS or not parts[2].isascii() or not parts[2].isdecimal():
        return None
    return Link(parts[0], parts[1], int(parts[2]), parts[3])


def is_valid(people: People, link: Link, covered: str) -> bool:
    """Return True if a link was signed by this server, for what it covers now, and has not expired."""
    signature = _signature(people, link.purpose, link.person, link.until, covered)
    in_time = link.until == 0 if link.purpose not in LIFETIME else now() <= link.until
    return in_time and hmac.compare_digest(signature.encode(), link.signature.encode())


def covered_by(purpose: str, address: Any, password: str | None) -> str:
    """Return what the signature of a link covers, from the row of an address and the stored hash of the password."""
    if purpose == "confirm":
        return f"{address.address} {address.at}"
    return f"{address.address} {password}" if purpose == "recover" else str(address.address)


def _signature(people: People, purpose: str, person: str, until: int, covered: str) -> str:
    return people.signature(f"mail {purpose} {person} {until} {covered}")
