"""Dispatch by type, compiled and with the JIT off, each in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

COMPILED, INTERPRETED = "0", "1"

VERSIONS = """
import json

import numba
import numpy as np

from palatine.core.compiled import kernel
from palatine.core.dispatch import PAIR, WORD, generic, implements

CART = np.dtype((np.record, [("wheels", np.int8), ("load", np.int64)]))
BOAT = np.dtype((np.record, [("sails", np.uint64)]))
SLED = np.dtype((np.record, [("dogs", np.int8)]))

@generic
def worth(thing, factor):
    "Return the worth of a thing."

@implements(worth, CART)
def cart_worth(thing, factor):
    return 1000 + np.int64(thing.wheels) * factor

@implements(worth, BOAT)
def boat_worth(thing, factor):
    return 2000 + worth(thing.sails, factor)

@implements(worth, WORD)
def word_worth(word, factor):
    return 300 + np.int64(word) * factor

@implements(worth, PAIR)
def pair_worth(words, factor):
    return 400 + np.int64(words[0] + words[1]) * factor

@generic
def load(thing, amount):
    "Load an amount on a thing."

@implements(load, CART)
def cart_load(thing, amount):
    thing.load += amount

@kernel
def total(things, factor):
    result = 0
    for i in range(len(things)):
        result += worth(things[i], factor)
    return result

@kernel
def worth_of(thing, factor):
    return worth(thing, factor)

@kernel
def load_all(things, amount):
    for i in range(len(things)):
        load(things[i], amount)

def error_of(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        return [type(error).__name__, str(error)]
    return ["nothing", ""]
"""


def answer(script: str, jit_disabled: str) -> Any:
    """Return what a script prints in that mode, independent of the mode of the tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", VERSIONS + script],
        env=environment | {"NUMBA_DISABLE_JIT": jit_disabled},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("jit_disabled", [COMPILED, INTERPRETED], ids=["compiled", "interpreted"])
def test_the_type_of_the_first_argument_selects_the_version(jit_disabled: str) -> None:
    script = """
carts = np.zeros(2, dtype=CART)
carts["wheels"] = 2, 4
boats = np.zeros(3, dtype=BOAT)
boats["sails"] = 1, 2, 3
load_all(carts, 7)
load_all(carts, 1)
print(json.dumps({
    "compiled": hasattr(total, "py_func"),
    "carts": int(total(carts, 10)),
    "boats": int(total(boats, 10)),
    "word": int(worth_of(np.uint64(5), 10)),
    "pair": int(worth_of((np.uint64(5), np.uint64(6)), 10)),
    "loads": carts["load"].tolist(),
    "called from Python": [int(worth(np.uint64(5), 10)), int(worth((np.uint64(5), np.uint64(6)), 10))],
    "name": worth.__name__,
    "text": worth.__doc__,
}))
"""
    assert answer(script, jit_disabled) == {
        "compiled": jit_disabled == COMPILED,
        "carts": 1020 + 1040,
        "boats": 2310 + 2320 + 2330,
        "word": 350,
        "pair": 510,
        "loads": [8, 8],
        "called from Python": [350, 510],
        "name": "worth",
        "text": "Return the worth of a thing.",
    }


def test_a_type_without_a_version_is_refused_with_the_jit_off() -> None:
    script = """
sled = np.zeros(1, dtype=SLED)[0]
boat = np.zeros(1, dtype=BOAT)[0]
others = [error_of(worth, thing, 1) for thing in (sled, np.int64(5), np.float64(5), 5, None, [5])]
print(json.dumps([*others, error_of(load, boat, 1), error_of(worth_of, sled, 1)]))
"""
    errors = answer(script, INTERPRETED)
    assert [name for name, _ in errors] == ["TypeError"] * 8
    assert all("has no version for" in text for _, text in errors)
    assert errors[0][1].startswith("worth")
    assert "dogs" in errors[0][1]
    assert errors[6][1].startswith("load")


def test_a_type_without_a_version_does_not_compile() -> None:
    script = """
sleds = np.zeros(1, dtype=SLED)
boats = np.zeros(1, dtype=BOAT)
things = (np.int64(5), 5.0, (5, 5), (np.uint64(5),) * 3)
others = [error_of(worth_of, thing, 1) for thing in things]
print(json.dumps([error_of(total, sleds, 1), error_of(load_all, boats, 1), *others]))
"""
    errors = answer(script, COMPILED)
    assert [name for name, _ in errors] == ["TypingError"] * 6
