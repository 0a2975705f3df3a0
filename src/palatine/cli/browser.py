"""`palatine` without a command: the browser app, on a local server."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from contextlib import suppress

from palatine.core.errors import OptionError
from palatine.core.language import Words
from palatine.games import all_games
from palatine.server import logs
from palatine.server.run import run
from palatine.server.settings import Settings

HERE = "127.0.0.1"
USUAL_PORT = 8750
ANY_PORT = 0
PATIENCE_SECONDS = 3.0
"""The longest that a program already on the port may take to answer."""
NOT_PALATINE = (OSError, ValueError, LookupError, TypeError)
"""The errors that asking another program may raise."""


def link_to(port: int) -> str:
    """Return the address of the app at a port of this machine."""
    return f"http://{HERE}:{port}/"


def is_palatine(port: int) -> bool:
    """Return True if a Palatine listens on a port of this machine."""
    try:
        with urllib.request.urlopen(f"{link_to(port)}api/games", timeout=PATIENCE_SECONDS) as response:  # noqa: S310
            return {game["name"] for game in json.load(response)["games"]} >= set(all_games())
    except NOT_PALATINE:
        return False


def bound(port: int) -> socket.socket | None:
    """Return a socket bound to a port of this machine; None if the port is in use."""
    listening = socket.socket()
    if os.name != "nt":  # on Windows it would let two programs listen on one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HERE, port))
    except OSError:
        listening.close()
        return None
    return listening


def can_show() -> bool:
    """Return True if there is a display for a browser."""
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(link: str) -> None:
    with suppress(webbrowser.Error, OSError):  # the link has been printed
        webbrowser.open(link)


def show(link: str, browser: bool) -> None:
    """Open a browser, if possible, in a thread: some return only when the user closes them."""
    if browser and can_show():
        threading.Thread(target=_open, args=(link,), daemon=True).start()


def _print(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def open_app(port: int | None, browser: bool, words: Words) -> None:
    """Run the command `palatine`: serve the app until Ctrl-C, or open the one that is already running."""
    wanted = USUAL_PORT if port is None else port
    listening = bound(wanted)
    if listening is None:
        if is_palatine(wanted):
            _print(words("app.already", link=link_to(wanted)))
            if browser and can_show():
                _open(link_to(wanted))
            return
        if port is not None:
            raise OptionError("cli.error.port_taken", port=str(port))
        listening = bound(ANY_PORT)
        assert listening is not None
    link = link_to(listening.getsockname()[1])

    def started() -> None:
        _print(words("app.open", link=link))
        _print(words("app.stop"))
        show(link, browser)

    logs.set_up(quiet=True)
    _print(words("app.starting"))
    with suppress(KeyboardInterrupt):  # the server has shut down by then
        run(Settings(host=HERE, port=wanted, eager=True), listening, started)
    _print(words("app.ended"))
