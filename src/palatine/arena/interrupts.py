"""Ctrl-C at the right moment: neither between two things that belong together, nor in a process that cannot answer it."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


def _may_handle() -> bool:
    """Only the main thread may change what an interruption does, and it alone is interrupted."""
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def put_off() -> Iterator[None]:
    """An interruption while in here is raised at the end: what is done in here is done whole."""
    if not _may_handle():
        yield
        return
    interrupted = False

    def remember(_number: int, _frame: object) -> None:
        nonlocal interrupted
        interrupted = True

    usual = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if interrupted:
        raise KeyboardInterrupt


@contextlib.contextmanager
def ignored_by_children() -> Iterator[None]:
    """A process that is started in here ignores Ctrl-C from its first moment on, before it can say so itself."""
    if not _may_handle():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
