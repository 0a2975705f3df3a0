"""Small bot programs for tests, well-behaved and misbehaving."""

from __future__ import annotations

import sys
from pathlib import Path

from palatine.bots.budgets import Budget
from palatine.bots.child import Limits
from palatine.bots.program import ProgramBot

PRELUDE = """
import fcntl, json, os, signal, sys

def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)

def say(kind, **fields):
    print(json.dumps({"type": kind, **fields}), flush=True)

def hang():
    while True:
        signal.pause()

def greet():
    read()
    say("hello", protocol=1, name="A test")

def begin():
    greet()
    read()
    say("ready")

def asked():
    position = read()
    read()
    return position

def decide(position, place=0):
    say("bestdecision", question=position["question"], decision=position["legal"][place]["decision"])
"""

PLAYS = """
position = None
log = open(sys.argv[1], "ab", buffering=0) if sys.argv[1:] else None
for line in sys.stdin.buffer:
    if log:
        log.write(line)
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say("hello", protocol=1, name="A test", author="A Tester")
    elif kind == "newgame":
        say("ready")
    elif kind == "position":
        position = message
    elif kind == "go":
        decide(position, message["question"] % len(position["legal"]))
    elif kind == "quit":
        break
"""
"""Plays legal decisions, and logs what it receives to the file its argument names."""


PATIENT = Limits(hello=60, ready=60, grace=60)
"""Generous limits for well-behaved programs on a busy machine."""


def command(folder: Path, body: str, *arguments: str) -> list[str]:
    """Return the command that runs a program."""
    script = folder / "program.py"
    script.write_text(PRELUDE + body, encoding="utf-8")
    return [sys.executable, "-I", "-S", str(script), *arguments]


def outside(
    folder: Path, body: str, *arguments: str, limits: Limits | None = None, budget: Budget | None = None
) -> ProgramBot:
    """Return a bot that runs a program, with a tenth of a second per decision."""
    return ProgramBot(
        "cmd:test", command(folder, body, *arguments), 7, budget or Budget(milliseconds=100), limits or PATIENT
    )
