"""The SMTP server as it is configured, and the form of e-mail addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from palatine.server.errors import Malformed

PORTS = {"smtp": 587, "smtps": 465}
LONGEST_ADDRESS = 254
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z][A-Za-z0-9-]{0,62}")
"""The addresses that are accepted: plain ones without quotes or comments, which every mail server understands."""


@dataclass(frozen=True)
class Smtp:
    """An SMTP server. `tls`: from the first byte; otherwise STARTTLS is used if the server offers it."""

    host: str
    port: int
    tls: bool
    user: str | None = None
    password: str | None = field(default=None, repr=False)


def is_address(text: str) -> bool:
    """Return True for an e-mail address that mail can be sent to."""
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None


def smtp_of(url: str) -> Smtp:
    """Parse `smtp://user:password@host:587` or `smtps://…`."""
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError) as problem:
        raise Malformed("mail.wrong_smtp") from problem
    if not parts.hostname or parts.path not in ("", "/") or (parts.username is None) != (parts.password is None):
        raise Malformed("mail.wrong_smtp")
    user, password = (None if part is None else unquote(part) for part in (parts.username, parts.password))
    return Smtp(parts.hostname, port, parts.scheme == "smtps", user, password)
