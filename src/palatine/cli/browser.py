"""`palatine` by itself: the browser app, on a server of this machine's own."""

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
"""How long whoever listens at the port already may take to say what it is."""
NOT_PALATINE = (OSError, ValueError, LookupError, TypeError)
"""What may come of asking something else."""


def link_to(port: int) -> str:
    """The address of the app at a port of this machine."""
    return f"http://{HERE}:{port}/"


def is_palatine(port: int) -> bool:
    """Whether a Palatine is listening at a port of this machine."""
    try:
        with urllib.request.urlopen(f"{link_to(port)}api/games", timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
            return {game["name"] for game in json.load(answer)["games"]} >= set(all_games())
    except NOT_PALATINE:
        return False


def bound(port: int) -> socket.socket | None:
    """A socket at a port of this machine; None if somebody else has it."""
    made = socket.socket()
    if os.name != "nt":  # there it would let two listen at one port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HERE, port))
    except OSError:
        made.close()
        return None
    return made


def can_show() -> bool:
    """Whether there is a screen on which a browser could be opened."""
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(link: str) -> None:
    with suppress(webbrowser.Error, OSError):  # the link has been told
        webbrowser.open(link)


def show(link: str, browser: bool) -> None:
    """Open a browser, if there can be one, without waiting for it: some stay until the person has closed them."""
    if browser and can_show():
        threading.Thread(target=_open, args=(link,), daemon=True).start()


def _tell(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def open_app(port: int | None, browser: bool, words: Words) -> None:
    """The command `palatine`: serve this machine until Ctrl-C, or show the page of a Palatine that does so already."""
    wanted = USUAL_PORT if port is None else port
    listening = bound(wanted)
    if listening is None:
        if is_palatine(wanted):
            _tell(words("app.already", link=link_to(wanted)))
            if browser and can_show():
                _open(link_to(wanted))
            return
        if port is not None:
            raise OptionError("cli.error.port_taken", port=str(port))
        listening = bound(ANY_PORT)
        assert listening is not None
    link = link_to(listening.getsockname()[1])

    def started() -> None:
        _tell(words("app.open", link=link))
        _tell(words("app.stop"))
        show(link, browser)

    logs.set_up(quiet=True)
    _tell(words("app.starting"))
    with suppress(KeyboardInterrupt):  # it has ended politely by then
        run(Settings(host=HERE, port=wanted, eager=True), listening, started)
    _tell(words("app.ended"))
