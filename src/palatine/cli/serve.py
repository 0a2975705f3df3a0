"""`palatine serve`: the table server, for everyone who can reach it."""

from __future__ import annotations

from palatine.cli.prepare import prepare_all
from palatine.core.language import Words
from palatine.server import logs
from palatine.server.push_setup import pusher_for
from palatine.server.running import run
from palatine.server.settings import Settings


def serve_tables(settings: Settings, as_json: bool, words: Words) -> None:
    """Run the server until it is told to stop."""
    pusher_for(settings)  # what is wrong with it is said before anything is prepared
    logs.set_up(as_json=as_json or None)
    prepare_all(words)
    run(settings)
