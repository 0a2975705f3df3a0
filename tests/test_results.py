"""`make bench` prints what docs/results.md holds: both have the same commands."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMANDS: tuple[str, ...] = runpy.run_path(str(ROOT / "bench" / "run_all.py"))["COMMANDS"]
QUOTED = re.compile(r"`python bench/([^`]+)`")


def test_make_bench_runs_the_commands_of_the_results_page() -> None:
    text = (ROOT / "docs" / "results.md").read_text("utf-8")
    assert sorted(QUOTED.findall(text)) == sorted(COMMANDS)


def test_make_bench_runs_every_benchmark() -> None:
    scripts = {str(path.relative_to(ROOT / "bench")) for path in (ROOT / "bench").rglob("*.py")}
    assert scripts - {command.split()[0] for command in COMMANDS} == {"run_all.py"}
