"""The Python of the README runs, and the make targets it names exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
TALK_TO_OTHERS = ("outside_bot", "server_bot")
"""Examples that need a partner; tests/bots/test_examples.py and tests/server/test_client.py run them."""
SCRIPTS = [script for script in sorted((ROOT / "examples").glob("*.py")) if script.stem not in TALK_TO_OTHERS]
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_python_of_the_readme_runs(example: str) -> None:
    exec(compile(example, "README.md", "exec"), {})


def test_make_targets_of_the_documents_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for document in ("README.md", "CONTRIBUTING.md"):
        mentioned = set(re.findall(r"`make ([a-z]+)", (ROOT / document).read_text("utf-8")))
        assert mentioned
        assert mentioned <= targets, document


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_examples_run(script: Path) -> None:
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_examples_were_found() -> None:
    assert EXAMPLES
    assert SCRIPTS
