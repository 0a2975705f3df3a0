"""The code in docs/engine.md and docs/bots.md runs, and its sessions print what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from palatine.core.compiled import JIT

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENTS = [DOCS / "engine.md", DOCS / "bots.md"]


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text("utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.skipif(not JIT, reason="the conformance check and the search take long with the JIT off")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_sessions_run_as_printed(document: Path) -> None:
    session = "\n".join(blocks(document, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, document.name, str(document), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_python_runs(document: Path) -> None:
    examples = blocks(document, "python")
    assert examples
    for example in examples:
        exec(compile(example, document.name, "exec"), {"__name__": "document"})
