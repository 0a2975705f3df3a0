"""Configuration of Web Push. It needs the extra `push`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from palatine.server.errors import Malformed, NotThere
from palatine.server.settings import Settings

if TYPE_CHECKING:
    from palatine.server.live.hub import Hub
    from palatine.server.push.sender import Pusher

CONTACTS = ("mailto:", "https://")


def pusher_for(settings: Settings) -> Callable[[Hub], Pusher] | None:
    """Return a factory for the sender of notifications; None if the server is not configured for them."""
    file, contact = settings.push_key, settings.push_contact
    if file is None and contact is None:
        return None
    if file is None or contact is None:
        raise Malformed("push.both_needed")
    if not contact.startswith(CONTACTS):
        raise Malformed("push.wrong_contact")
    try:
        from palatine.server.push.encryption import read_key
        from palatine.server.push.sender import Pusher
    except ImportError as problem:
        raise NotThere("push.extra_needed") from problem
    key = read_key(file, contact)
    return lambda hub: Pusher(hub, key, queue=settings.push_queue, anywhere=settings.push_anywhere)


def make_key(file: Path) -> None:
    """Create a key for `palatine serve --push-key`."""
    try:
        from palatine.server.push.encryption import write_new_key
    except ImportError as problem:
        raise NotThere("push.extra_needed") from problem
    write_new_key(file)
