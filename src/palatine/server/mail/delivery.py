"""Delivery of a mail to the SMTP server, with the standard library. It blocks, so it runs in a thread."""

from __future__ import annotations

import ipaddress
import smtplib
import ssl
from email.message import EmailMessage

from palatine.server.mail.smtp import Smtp

SECONDS = 20.0
"""The timeout of each step of a delivery."""
PERMANENT = 500
"""Answers from this number on are final."""


class NotDeliveredError(Exception):
    """The mail was not delivered now; it may be later. `away`: the server itself cannot be used."""

    def __init__(self, reason: str, *, away: bool) -> None:
        super().__init__(reason)
        self.away = away


class RefusedError(Exception):
    """The SMTP server refuses this recipient or this mail for good."""


def deliver(smtp: Smtp, message: EmailMessage) -> None:
    """Hand a mail to the SMTP server."""
    try:
        with _connected(smtp) as server:
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as problem:
        ((code, answer),) = problem.recipients.values()
        _refused(code, answer)
    except smtplib.SMTPDataError as problem:
        _refused(problem.smtp_code, problem.smtp_error)
    except (OSError, smtplib.SMTPException) as problem:
        raise NotDeliveredError(str(problem) or type(problem).__name__, away=True) from problem


def _refused(code: int, answer: bytes | str) -> None:
    reason = f"{code} {answer.decode(errors='replace') if isinstance(answer, bytes) else answer}"
    if code >= PERMANENT:
        raise RefusedError(reason)
    raise NotDeliveredError(reason, away=False)


def _connected(smtp: Smtp) -> smtplib.SMTP:
    """Connect and sign in. A password is sent only over TLS, or to this machine."""
    safe = ssl.create_default_context()
    if smtp.tls:
        server: smtplib.SMTP = smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=SECONDS, context=safe)
    else:
        server = smtplib.SMTP(smtp.host, smtp.port, timeout=SECONDS)
    try:
        server.ehlo()
        encrypted = smtp.tls
        if not encrypted and server.has_extn("starttls"):
            server.starttls(context=safe)
            server.ehlo()
            encrypted = True
        if smtp.user is not None and smtp.password is not None:
            if not encrypted and not _is_here(smtp.host):
                raise smtplib.SMTPException("the server offers no TLS, so the password is not sent")
            server.login(smtp.user, smtp.password)
    except BaseException:
        server.close()
        raise
    return server


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
