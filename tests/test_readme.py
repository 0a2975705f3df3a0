"""The README is true: its session and its bot run as printed, its commands and links exist."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FIRST_SCREEN = README.partition("\n## ")[0]
FIRST_SCREEN_LINES = 40
NEED_A_PEER = ("outside_bot", "server_bot")
"""Examples that talk to another program: tests/bots/test_examples.py and tests/server/test_client.py run them."""
SCRIPTS = [script for script in sorted((ROOT / "examples").glob("*.py")) if script.stem not in NEED_A_PEER]
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")
MAKE_TARGET = re.compile(r"(?:^|`)make ([a-z]+)", re.MULTILINE)


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_first_screen_is_short() -> None:
    assert len(FIRST_SCREEN.rstrip().splitlines()) <= FIRST_SCREEN_LINES


def test_the_session_of_the_first_screen_runs_as_printed() -> None:
    (session,) = blocks("pycon", FIRST_SCREEN)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_bot_of_the_first_screen_plays_the_match_below_it(tmp_path: Path) -> None:
    (bot,) = blocks("python", FIRST_SCREEN)
    (tmp_path / "mybot.py").write_text(bot, "utf-8")
    (line,) = (line for block in blocks("sh", FIRST_SCREEN) for line in block.splitlines() if "palatine match" in line)
    command = [sys.executable, "-m", "palatine", *shlex.split(line)[1:], "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert '"games": 100' in done.stdout


@pytest.mark.parametrize("example", blocks("python"))
def test_python_of_the_readme_runs(example: str) -> None:
    exec(compile(example, "README.md", "exec"), {})


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_make_targets_and_links_of_a_document_exist(document: Path) -> None:
    text = document.read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(MAKE_TARGET.findall(text)) <= targets
    links = [link for link in LINK.findall(text) if "://" not in link]
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_examples_run(script: Path) -> None:
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout
