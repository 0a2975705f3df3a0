"""Ctrl-C is never lost, and never interrupts a critical section."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from palatine.arena.interrupts import kept_from_children, put_off

CHILD = """
import signal, sys
from palatine.arena.interrupts import leave_to_parent
sys.stdin.readline()
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, flush=True)
leave_to_parent()
print(signal.pthread_sigmask(signal.SIG_BLOCK, ()), flush=True)
sys.stdin.readline()
print("still here")
"""


@pytest.mark.parametrize("meanwhile", [put_off, kept_from_children])
def test_an_interrupt_is_raised_after_the_protected_work(
    meanwhile: Callable[[], AbstractContextManager[None]],
) -> None:
    done = []

    def work() -> None:
        with meanwhile():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_reaches_a_child_neither_before_nor_after_leave_to_parent() -> None:
    with kept_from_children():
        child = subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.send_signal(signal.SIGINT)
        child.stdin.write(b"\n")
        child.stdin.flush()
        assert child.stdout.readline() == b"True\n"
        assert child.stdout.readline() == b"set()\n"
        child.send_signal(signal.SIGINT)
        child.stdin.write(b"\n")
        child.stdin.flush()
        assert child.stdout.readline() == b"still here\n"
    assert child.returncode == 0
