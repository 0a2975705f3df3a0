"""Messages about e-mail: a person's address, and the links in mails."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from palatine.server.messages.people import GivenPassword, Redacted
from palatine.server.messages.tables import Incoming, Password

Address = Annotated[str, Meta(min_length=3, max_length=254)]
Token = Annotated[str, Meta(min_length=1, max_length=300)]


class MailOffer(Struct, frozen=True):
    """The offer of e-mail: true if this server sends it."""

    offered: bool


class MailView(Struct, frozen=True):
    """Your e-mail address. It is used once it is confirmed. `notices`: mails about turns in slow games."""

    address: str | None
    confirmed: bool
    notices: bool


class AddressWish(Redacted, Incoming, frozen=True):
    """An address to set. It could recover the account, so it needs the password."""

    address: Address
    password: GivenPassword
    notices: bool = False


class NoticesWish(Incoming, frozen=True):
    """Notices of turns on or off."""

    notices: bool


class RecoveryWish(Redacted, Incoming, frozen=True):
    """The confirmed address of an account."""

    address: Address


class LinkFollowed(Redacted, Incoming, frozen=True):
    """The token of a link in a mail."""

    token: Token


class PasswordReset(Redacted, Incoming, frozen=True):
    """The token of a link in a mail, and the new password."""

    token: Token
    password: Password
