"""The catalogues: every sentence that a person reads, in each language, under a dotted key.

A catalogue is a folder of TOML files, `words/en`, `words/it`; the key `core.unknown_game` is the entry `unknown_game` of
`core.toml`. Sentences have named gaps (`{game}`), filled with `str.format`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

LANGUAGES = ("en", "it")
ENGLISH = "en"


def _flattened(prefix: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, entry in entries.items():
        if isinstance(entry, Mapping):
            yield from _flattened(f"{prefix}.{name}", entry)
        else:
            yield f"{prefix}.{name}", entry


@functools.cache
def catalogue(language: str) -> Mapping[str, str]:
    """All sentences of a language, by key."""
    sentences: dict[str, str] = {}
    for file in resources.files("palatine").joinpath("words", language).iterdir():
        if file.name.endswith(".toml"):
            sentences.update(_flattened(file.name.removesuffix(".toml"), tomllib.loads(file.read_text("utf-8"))))
    return sentences


def say(key: str, language: str = ENGLISH, **fields: object) -> str:
    """The sentence under `key`, its gaps filled."""
    return catalogue(language)[key].format(**fields)
