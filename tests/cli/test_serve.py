"""`palatine serve` refuses wrong settings with a sentence, before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import palatine
from palatine.core.words import say


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("address", ["nonsense", "redis:nonsense", "http://127.0.0.1"])
def test_an_address_that_is_not_of_redis_is_refused(address: str, language: str, tmp_path: Path) -> None:
    done = palatine("serve", "--redis", address, "--lang", language, home=tmp_path, fails=True, COLUMNS="200")
    assert done.stderr.strip() == say("server.wrong_redis", language)
    assert list(tmp_path.rglob("*.db")) == []
