"""Ctrl-C at the right moment: neither between two things that belong together, nor in a process that cannot answer it."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from multiprocessing import resource_tracker


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
def kept_from_children() -> Iterator[None]:
    """A process that is started in here is not reached by Ctrl-C from its first moment on; `leave_to_parent` ends that.

    Here an interruption is only put off: to ignore it for a moment would lose the one that comes in that moment.
    """
    # The first process of its kind to be started takes the mask away again, unless this helper of it is there already.
    resource_tracker.ensure_running()
    with put_off():
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)


def leave_to_parent() -> None:
    """In a process that was started so: from now on Ctrl-C is ignored, as it is by all that this process starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
