"""Ctrl-C at the right moment: not between two steps that belong together, and not in worker processes."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from multiprocessing import resource_tracker


def _may_handle() -> bool:
    """Return True in the main thread: Python interrupts no other thread, and lets no other change the handler."""
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def put_off() -> Iterator[None]:
    """Defer an interruption to the end of the block, so that the block runs whole."""
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
def kept_from_children() -> Iterator[None]:
    """Block Ctrl-C in processes that are started in this block, from their first moment until `leave_to_parent`.

    In this process an interruption is deferred. Ignoring it, even briefly, could lose one.
    """
    # Starting the resource tracker, as the first process of a pool does, resets the mask: start it before.
    resource_tracker.ensure_running()
    with put_off():
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)


def leave_to_parent() -> None:
    """Ignore Ctrl-C from now on, in this process and in those that it starts.

    For processes that were started inside `kept_from_children`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
