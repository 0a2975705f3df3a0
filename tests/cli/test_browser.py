"""`palatine` by itself: the browser app on a server of its own, for this machine."""

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
"""How long a page may take while a game is compiled."""
SOON_SECONDS = 15.0
"""How long the end may take; compiling a game takes longer."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


class App:
    """The command as a person has started it, and what it has told."""

    def __init__(self, home: Path, *arguments: str, **variables: str) -> None:
        settled = {"XDG_DATA_HOME": str(home / "data"), "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "palatine", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(home, **settled | variables),
            start_new_session=True,
        )
        self.link = ""

    def wait(self) -> None:
        """Until it has told its link, and how it ends."""
        assert self._process.stdout is not None
        told = [self._process.stdout.readline() for _ in range(3)]
        assert told[0] == f"{say('cli.app.starting')}\n", (told, self._process.communicate())
        assert told[1].startswith(OPEN)
        assert told[2] == f"{say('cli.app.stop')}\n"
        self.link = told[1].removeprefix(OPEN).strip()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.link + path, timeout=LONG) as answer:
            return json.load(answer)

    def children(self) -> list[Path]:
        """The processes that it has started, by what /proc tells of them."""
        listed = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        return [Path(f"/proc/{number}") for one in listed for number in one.read_text().split()]

    def interrupt(self) -> tuple[int, str, str]:
        """Ctrl-C, which all processes hear: the exit code and what was told since."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGINT)
        told, errors = self._process.communicate(timeout=LONG)
        return self._process.returncode, told, errors

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
    """A program that tells what it is to open, through a pipe."""

    def __init__(self, folder: Path) -> None:
        pipe = folder / "visited"
        os.mkfifo(pipe)
        self._told = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # before anybody writes, who would wait for a reader
        program = folder / "browser"
        program.write_text(f'#!/bin/sh\necho "$1" > {pipe}\n')
        program.chmod(0o755)
        self.command = f"{program} %s"

    def visited(self, seconds: float) -> str:
        """What it has opened, as soon as it has; nothing where that takes longer."""
        told, _, _ = select.select([self._told], [], [], seconds)
        return os.read(self._told, select.PIPE_BUF).decode().strip() if told else ""

    def close(self) -> None:
        os.close(self._told)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with closing(Browser(tmp_path)) as program:
        yield program


def test_it_serves_opens_the_browser_and_ends_with_ctrl_c(tmp_path: Path, browser: Browser) -> None:
    port = free_port()
    with opened(tmp_path, "--port", str(port), BROWSER=browser.command) as app:
        assert app.link == f"http://127.0.0.1:{port}/"
        assert browser.visited(LONG) == app.link
        assert [game["name"] for game in app.get("api/games")["games"]] == list(BUILT_IN)
        children = app.children()
        code, told, errors = app.interrupt()
    assert (code, errors) == (0, "")
    assert told == f"{say('cli.app.ended')}\n"
    assert not any(child.exists() for child in children)
    assert (tmp_path / "data" / "palatine" / "palatine.db").is_file(), "games are kept where the person's data is"


def test_one_that_is_open_already_is_shown(tmp_path: Path, browser: Browser) -> None:
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


def test_without_a_screen_the_link_is_told(tmp_path: Path) -> None:
    with opened(tmp_path, "--port", str(free_port())) as app:
        assert app.get("api/games")["games"]
        assert app.interrupt()[0] == 0


def test_a_port_that_something_else_has_is_refused(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert bound(port) is None
        other.settimeout(0.01)
        refused = palatine("--port", str(port), home=tmp_path, fails=True)
    assert refused.stderr == say("cli.error.port_taken", port=port) + "\n"


def test_ports_that_are_free_can_be_had() -> None:
    made = bound(0)
    assert made is not None
    with closing(made):
        assert made.getsockname()[0] == "127.0.0.1"


def test_it_speaks_italian(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = palatine("--lang", "it", "--port", str(port), home=tmp_path, fails=True)
    assert refused.stderr == say("cli.error.port_taken", "it", port=port) + "\n"


def test_options_of_a_command_come_after_it(tmp_path: Path) -> None:
    refused = palatine("--port", "9000", "games", home=tmp_path, fails=True)
    assert refused.stderr == say("cli.error.after_command", command="games") + "\n"


def test_pages_are_sent_while_games_are_compiled(tmp_path: Path) -> None:
    """Nothing is compiled yet: the server answers all the same, tells so, and ends at once when it is to."""
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
