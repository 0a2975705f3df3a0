"""The texts of mails, plain and in the language of the person."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from palatine.core.words import say
from palatine.server.mail.outbox import Kind

UNSUBSCRIBE = "/mail/unsubscribe?token="
ONE_CLICK = "/api/mail/unsubscribe?token="


def composed(
    kind: Kind, language: str, base: str, unsubscribe: str, sender: str, to: str, fields: Mapping[str, object]
) -> EmailMessage:
    """Return a mail. `base` is the address of the server, `unsubscribe` the token that ends such mails."""
    text = say(f"mail.{kind}.text", language, **fields)
    footer = say(f"mail.{kind}.footer", language, link=f"{base}{UNSUBSCRIBE}{unsubscribe}")
    message = EmailMessage()
    message["From"] = f"Palatine <{sender}>"
    message["To"] = to
    message["Subject"] = say(f"mail.{kind}.subject", language, **fields)
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{base}{ONE_CLICK}{unsubscribe}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(f"{text}\n\n-- \n{footer}\n")
    return message
