"""Configuration of e-mail: the SMTP server, the sender, and the address that links begin with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from palatine.server.errors import Malformed
from palatine.server.mail.smtp import is_address, smtp_of
from palatine.server.settings import Settings

if TYPE_CHECKING:
    from palatine.server.live.hub import Hub
    from palatine.server.mail.mailer import Mailer
    from palatine.server.people.identity import People


def mailer_for(settings: Settings) -> Callable[[Hub, People], Mailer] | None:
    """Return a factory for the sender of mails; None if the server is not configured for them.

    Links need the public address: one taken from a request could lead people to another server."""
    url, sender, public_url = settings.smtp, settings.mail_from, settings.public_url
    if url is None and sender is None:
        return None
    if url is None or sender is None:
        raise Malformed("mail.both_needed")
    if not is_address(sender):
        raise Malformed("mail.wrong_sender")
    if public_url is None:
        raise Malformed("mail.public_url_needed")
    smtp = smtp_of(url)
    from palatine.server.mail.mailer import Mailer

    return lambda hub, people: Mailer(hub, people, smtp, sender, public_url)
