"""The wheel is pure Python and complete, and works in an empty environment with the package read-only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from browser.playing import WINNER, Mouse, against_bots
from browser.visiting import Chromium, Site
from palatine.core.compiled import cache_root
from server.services import free_port

ROOT = Path(__file__).parents[1]
PIP = ("-m", "pip", "--quiet", "--quiet", "--disable-pip-version-check")
PLAY = """
import palatine, pathlib, sys
assert pathlib.Path(palatine.__file__).is_relative_to(sys.prefix), palatine.__file__
table = palatine.new("kingdomino", players=2, seed=1)
while not table.over:
    table.play(table.moves()[0])
print(table.result()["totals"])
"""


def run(*command: str, folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        *PIP,
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(ROOT),
        folder=folder,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_is_pure_and_complete(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for needed in (
        "games/kingdomino/dominoes.csv",
        "games/kingdomino/README.it.md",
        "words/it/cli.toml",
        "py.typed",
        "arena/templates/report.css",
        "server/storage/migrations/versions/0001_the_first_schema.py",
    ):
        assert f"palatine/{needed}" in names
    assert not [name for name in names if name.startswith(("tests", "bench", "web"))]
    app = [file for file in (ROOT / "src/palatine/server/static").rglob("*") if file.is_file()]
    assert {file.relative_to(ROOT / "src").as_posix() for file in app} <= names, "the built app is included"


def test_the_wheel_alone_is_playable_and_uninstalls_cleanly(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", "empty", folder=tmp_path)
    python = str(tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python")
    install = (sys.executable, *PIP, "--python", python, "install")
    lock = str(ROOT / "requirements.lock")
    run(*install, "--no-compile", "--require-hashes", "--requirement", lock, folder=tmp_path)
    run(*install, "--no-deps", str(wheel), folder=tmp_path)
    (package,) = (tmp_path / "empty").rglob("site-packages/palatine")
    for path in (package, *package.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    before = {path: path.stat().st_mtime_ns for path in package.rglob("*")}
    # Both seats always take the first legal move, so the source tree must give the same result.
    assert run(python, "-c", PLAY, folder=tmp_path) == run(
        sys.executable, "-c", PLAY.replace("assert", "0 and", 1), folder=tmp_path
    )
    run(python, "-m", "palatine", "play", "--seat", "greedy", "--seat", "random", folder=tmp_path)
    play_in_the_browser(Path(python).parent, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in package.rglob("*")} == before
    for path in (package, *package.rglob("*")):
        path.chmod(path.stat().st_mode | 0o200)
    run(sys.executable, *PIP, "--python", python, "uninstall", "--yes", "palatine", folder=tmp_path)
    assert not package.exists()
    assert not list(Path(python).parent.glob("palatine*"))


def play_in_the_browser(programs: Path, folder: Path) -> None:
    """Start `palatine` without Node, and play a complete game in Chromium."""
    port = free_port()
    environment = {"PATH": str(programs), "HOME": str(folder), "PALATINE_CACHE_DIR": str(cache_root())}
    command = [str(programs / "palatine"), "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True) as app:
        try:
            assert app.stdout is not None
            assert any(f"127.0.0.1:{port}" in line for line in app.stdout), "it prints its address"
            with sync_playwright() as playwright:
                for chromium in Chromium.opened(playwright):
                    user = chromium.visit(Site(f"http://127.0.0.1:{port}"))
                    against_bots(user, "kingdomino")
                    Mouse(user.page).play_to_the_end()
                    assert user.page.locator(WINNER).is_visible()
                    user.leave()
        finally:
            app.send_signal(signal.SIGINT)
            app.communicate()  # wait for it to end
    assert app.returncode == 0
