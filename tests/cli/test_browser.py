"""`palatine` without a command serves the app locally, opens the browser, and ends cleanly."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.running import environment, palatine
from palatine.cli.browser import bound, is_palatine
from palatine.core.words import say
from palatine.games import BUILT_IN

LONG = 60
OPEN = say("cli.app.open", link="")
QUICK_SECONDS = 2.0
"""The longest time for a page while a game is compiled."""
SOON_SECONDS = 15.0
"""The longest time to end; compiling a game takes longer."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


class App:
    """The running command and its link."""

    def __init__(self, home: Path, *arguments: str, **variables: str) -> None:
        defaults = {"XDG_DATA_HOME": str(home / "data"), "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "palatine", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(home, **defaults | variables),
            start_new_session=True,
        )
        self.link = ""

    def wait(self) -> None:
        """Wait until it has printed its link."""
        assert self._process.stdout is not None
        lines = [self._process.stdout.readline() for _ in range(3)]
        assert lines[0] == f"{say('cli.app.starting')}\n", (lines, self._process.communicate())
        assert lines[1].startswith(OPEN)
        assert lines[2] == f"{say('cli.app.stop')}\n"
        self.link = lines[1].removeprefix(OPEN).strip()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.link + path, timeout=LONG) as response:
            return json.load(response)

    def children(self) -> list[Path]:
        """Return the /proc folders of the processes it has started."""
        listed = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        return [Path(f"/proc/{number}") for one in listed for number in one.read_text().split()]

    def interrupt(self) -> tuple[int, str, str]:
        """Press Ctrl-C for all its processes. Return the exit code, and the output and errors since `wait`."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGINT)
        output, errors = self._process.communicate(timeout=LONG)
        return self._process.returncode, output, errors

    def kill(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()


@contextmanager
def opened(home: Path, *arguments: str, **variables: str) -> Iterator[App]:
    app = App(home, *arguments, **variables)
    try:
        app.wait()
        yield app
    finally:
        app.kill()


class Browser:
    """A fake browser that writes the links it opens to a pipe."""

    def __init__(self, folder: Path) -> None:
        pipe = folder / "visited"
        os.mkfifo(pipe)
        self._links = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # a writer would wait for a reader
        program = folder / "browser"
        program.write_text(f'#!/bin/sh\necho "$1" > {pipe}\n')
        program.chmod(0o755)
        self.command = f"{program} %s"

    def visited(self, seconds: float) -> str:
        """Return the link that it has opened; an empty text if it opens none in time."""
        ready, _, _ = select.select([self._links], [], [], seconds)
        return os.read(self._links, select.PIPE_BUF).decode().strip() if ready else ""

    def close(self) -> None:
        os.close(self._links)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with closing(Browser(tmp_path)) as program:
        yield program


def test_the_app_opens_in_the_browser_and_ends_with_ctrl_c(tmp_path: Path, browser: Browser) -> None:
    port = free_port()
    with opened(tmp_path, "--port", str(port), BROWSER=browser.command) as app:
        assert app.link == f"http://127.0.0.1:{port}/"
        assert browser.visited(LONG) == app.link
        assert [game["name"] for game in app.get("api/games")["games"]] == list(BUILT_IN)
        children = app.children()
        code, output, errors = app.interrupt()
    assert (code, errors) == (0, "")
    assert output == f"{say('cli.app.ended')}\n"
    assert not any(child.exists() for child in children)
    assert (tmp_path / "data" / "palatine" / "palatine.db").is_file(), "games are saved in the user's data folder"


def test_a_running_app_is_opened_instead_of_a_second(tmp_path: Path, browser: Browser) -> None:
    port = free_port()
    with opened(tmp_path, "--no-browser", "--port", str(port), BROWSER=browser.command) as app:
        assert browser.visited(0) == ""
        again = palatine("--port", str(port), home=tmp_path, BROWSER=browser.command)
        assert again.stdout == say("cli.app.already", link=app.link) + "\n"
        assert browser.visited(LONG) == app.link
        assert is_palatine(port)
        other = palatine("--port", str(free_port()), home=tmp_path, fails=True, XDG_DATA_HOME=str(tmp_path / "data"))
        file = tmp_path / "data" / "palatine" / "palatine.db"
        assert other.stderr == say("server.data_in_use", file=str(file)) + "\n"


def test_without_a_display_the_link_is_printed(tmp_path: Path) -> None:
    with opened(tmp_path, "--port", str(free_port())) as app:
        assert app.get("api/games")["games"]
        assert app.interrupt()[0] == 0


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert bound(port) is None
        other.settimeout(0.01)
        refused = palatine("--port", str(port), home=tmp_path, fails=True)
    assert refused.stderr == say("cli.error.port_taken", port=str(port)) + "\n"


def test_a_free_port_is_bound_on_this_machine_only() -> None:
    listening = bound(0)
    assert listening is not None
    with closing(listening):
        assert listening.getsockname()[0] == "127.0.0.1"


def test_errors_are_in_the_chosen_language(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = palatine("--lang", "it", "--port", str(port), home=tmp_path, fails=True)
    assert refused.stderr == say("cli.error.port_taken", "it", port=str(port)) + "\n"


def test_options_before_a_command_are_refused(tmp_path: Path) -> None:
    refused = palatine("--port", "9000", "games", home=tmp_path, fails=True)
    assert refused.stderr == say("cli.error.after_command", command="games") + "\n"


def test_pages_are_served_while_games_are_compiled(tmp_path: Path) -> None:
    """With an empty cache the server answers quickly, reports that no game is ready, and ends immediately."""
    with opened(tmp_path, "--no-browser", "--port", str(free_port()), PALATINE_CACHE_DIR=str(tmp_path / "cold")) as app:
        slowest = 0.0
        while len(compiling := app.children()) < 2:  # the two parts of the first game
            began = time.monotonic()
            assert not any(game["ready"] for game in app.get("api/games")["games"])
            slowest = max(slowest, time.monotonic() - began)
        for _ in range(50):
            began = time.monotonic()
            assert app.get("api/games/kingdomino")["decisions"]
            slowest = max(slowest, time.monotonic() - began)
        assert slowest < QUICK_SECONDS
        began = time.monotonic()
        code, _, errors = app.interrupt()
        assert (code, errors) == (0, "")
        assert time.monotonic() - began < SOON_SECONDS
        assert not any(process.exists() for process in compiling)
