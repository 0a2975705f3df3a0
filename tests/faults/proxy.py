"""A TCP proxy between a server process and a service: a network that a test can interrupt."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from typing import Self

SIZE = 64 * 1024


class Proxy(contextlib.AbstractContextManager["Proxy"]):
    """Forwards connections to a port of this machine, in a thread of its own.

    While it is interrupted, connections stay open and can be opened, and nothing passes: the other side seems to have
    vanished. What was sent meanwhile arrives afterwards, unless the connections are cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._passing = threading.Event()
        self._passing.set()
        self._ended = False
        self._sockets: list[socket.socket] = []
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._forward, name="proxy", daemon=True)

    def __enter__(self) -> Self:
        """Start."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Close all connections."""
        self._ended = True
        self._passing.set()
        with contextlib.suppress(OSError):  # wakes the thread
            socket.create_connection(("127.0.0.1", self.port)).close()
        self._thread.join()
        self.cut()
        self._listening.close()
        self._selector.close()

    def interrupt(self) -> None:
        """Let nothing pass."""
        self._passing.clear()

    def restore(self) -> None:
        """Let everything pass again."""
        self._passing.set()

    def cut(self) -> None:
        """Cut all connections."""
        for one in list(self._sockets):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _forward(self) -> None:
        while not self._ended:
            for key, _ in self._selector.select():
                self._passing.wait()
                if key.fileobj is self._listening:
                    self._accept()
                elif isinstance(key.fileobj, socket.socket) and key.fileobj in self._sockets:
                    self._pass_on(key.fileobj, key.data)
        for one in self._sockets:
            one.close()

    def _accept(self) -> None:
        near, _ = self._listening.accept()
        try:
            far = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._sockets.append(one)
            self._selector.register(one, selectors.EVENT_READ, other)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        try:
            data = one.recv(SIZE)
            if data:
                other.sendall(data)
                return
        except OSError:
            pass
        for end in (one, other):
            self._selector.unregister(end)
            self._sockets.remove(end)
            end.close()
