"""`palatine serve`: the table server."""

from __future__ import annotations

from palatine.cli.prepare import prepare_all
from palatine.core.language import Words
from palatine.server import logs
from palatine.server.broadcast import check_address
from palatine.server.mail.config import mailer_for
from palatine.server.push.config import pusher_for
from palatine.server.run import run
from palatine.server.settings import Settings


def serve_tables(settings: Settings, as_json: bool, words: Words) -> None:
    """Run the server until it is stopped."""
    pusher_for(settings)  # refuse wrong settings before compiling
    mailer_for(settings)
    check_address(settings.redis)
    logs.set_up(as_json=as_json or None)
    prepare_all(words)
    run(settings)
