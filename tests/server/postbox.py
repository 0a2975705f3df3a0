"""An SMTP server for tests: it keeps the mails it receives, and fails on request."""

from __future__ import annotations

import email
import email.policy
import queue
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage

LONGEST_SECONDS = 60.0


class _Handler(socketserver.StreamRequestHandler):
    server: Postbox

    def handle(self) -> None:
        self.say("220 postbox")
        for line in self.rfile:
            word = line.split(b" ")[0].strip().upper()
            if word == b"DATA":
                self.say("354 go on")
                lines = iter(self.rfile.readline, b".\r\n")
                self.server.keep(b"".join(line.removeprefix(b".") for line in lines))
                self.say("250 kept")
            elif word == b"RCPT" and self.server.answer is not None:
                self.say(self.server.answer)
            elif word == b"QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 well")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class Postbox(socketserver.ThreadingTCPServer):
    """The server. `answer`: what it answers to every recipient, instead of accepting."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.answer: str | None = None
        self._mails: queue.SimpleQueue[EmailMessage] = queue.SimpleQueue()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def keep(self, payload: bytes) -> None:
        message = email.message_from_bytes(payload, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self._mails.put(message)

    def taken(self) -> list[EmailMessage]:
        """Return the mails received since the last call."""
        return [self._mails.get() for _ in range(self._mails.qsize())]

    def next(self) -> EmailMessage:
        """Wait for the next mail, and return it."""
        return self._mails.get(timeout=LONGEST_SECONDS)


@contextmanager
def postbox(port: int = 0) -> Iterator[Postbox]:
    """Run a postbox."""
    with Postbox(port) as box:
        thread = threading.Thread(target=box.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield box
        finally:
            box.shutdown()
            thread.join()


def text_of(mail: EmailMessage) -> str:
    """Return the text of a mail."""
    text: str = mail.get_content()
    return text


def links_in(mail: EmailMessage) -> list[str]:
    """Return the links in the text of a mail."""
    return re.findall(r"https?://\S+", text_of(mail))


def token_in(mail: EmailMessage, page: str) -> str:
    """Return the token of the link to a page."""
    (found,) = [link for link in links_in(mail) if f"/mail/{page}?token=" in link]
    return found.rpartition("=")[2]
