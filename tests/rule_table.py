"""The numbered rules and the tests that prove them; `make rules` prints them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "src" / "palatine" / "games"
RULE = re.compile(r"^- \*\*([A-Z]+-[A-Z]?\d+[a-z]?)\*\*", re.MULTILINE)


def rule_ids() -> list[str]:
    """Return the ids of all numbered rules, from the games' READMEs."""
    return [rule for text in sorted(GAMES.glob("*/README.md")) for rule in RULE.findall(text.read_text("utf-8"))]


def _marked(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in decorator.args)


def proofs_by_rule() -> dict[str, list[str]]:
    """Return the tests marked with each rule's id."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in _marked(node):
                    found[rule].append(f"{path.relative_to(TESTS).as_posix()}::{node.name}")
    return found


if __name__ == "__main__":
    tests = proofs_by_rule()
    for rule in rule_ids():
        print(f"{rule:8} {len(tests[rule]):3} tests")
        for test in tests[rule]:
            print(f"             {test}")
