"""An event loop without I/O and threads: virtual time, and an order of callbacks that is drawn from a seed.

Every callback belongs to an actor: a simulated process, a client, or the world around them. A crashed actor's callbacks
never run again. A paused one's run later.
"""

from __future__ import annotations

import asyncio
import hashlib
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")

STEP = 20_000
"""The nanoseconds that a callback takes."""
MILLISECOND, SECOND = 1_000_000, 1_000_000_000
SLOWEST_THREAD = 0.03
"""The most seconds until a thread has done its work."""


class Actor:
    """A process or a client. `in_order`: its callbacks run first in, first out, as those of a real loop do."""

    def __init__(self, name: str, *, in_order: bool = False) -> None:
        self.name = name
        self.in_order = in_order
        self.alive = True
        self.paused = False
        self.ready: deque[Handle | Timer] = deque()
        self.tasks: list[asyncio.Task[Any]] = []
        self.context = copy_context()
        self.context.run(_actor.set, self)

    def take(self, chance: random.Random) -> Handle | Timer:
        """Remove and return the next callback."""
        if not self.in_order and len(self.ready) > 1:
            self.ready.rotate(-chance.randrange(len(self.ready)))
        return self.ready.popleft()


_actor: ContextVar[Actor] = ContextVar("actor")


def current_actor() -> Actor:
    """Return the actor whose callback runs."""
    return _actor.get()


class Handle(asyncio.Handle):
    """A callback that is ready."""

    __slots__ = ("actor",)
    actor: Actor


class Timer(asyncio.TimerHandle):
    """A callback for later."""

    __slots__ = ("actor",)
    actor: Actor


_serials = count(1)


class NumberedTask(asyncio.Task[T]):
    """A task whose hash is a number, so that sets of tasks have the same order in every run."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.serial = next(_serials)
        super().__init__(*arguments, **named)

    def __hash__(self) -> int:
        return self.serial


class Loop(asyncio.AbstractEventLoop):
    """The loop of a simulated world. Time starts at 0; `now` is in nanoseconds."""

    def __init__(self, chance: random.Random) -> None:
        self.now = 0
        self.steps = 0
        self.world = self.last = Actor("world")
        """`last`: the actor whose callback ran last."""
        self.problems: list[dict[str, Any]] = []
        """The exceptions that callbacks raised."""
        self._chance = chance
        self._active: list[Actor] = []
        self._timers: list[tuple[int, int, Timer]] = []
        self._numbers = count()
        self._actors: list[Actor] = [self.world]
        self._trace = hashlib.blake2b(digest_size=8)
        self._over = False

    # ------------------------------------------------------------------------------------------------ scheduling

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> Handle:  # type: ignore[override]
        """Queue a callback for the actor of its context."""
        context = context or copy_context()
        handle = Handle(callback, args, self, context)
        handle.actor = context.get(_actor, self.world)
        self._queue(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Timer:
        """Queue a callback for a time in seconds."""
        context = context or copy_context()
        timer = Timer(when, callback, args, self, context)
        timer.actor = context.get(_actor, self.world)
        if not self._over:
            heapq.heappush(self._timers, (max(self.now, round(when * SECOND)), next(self._numbers), timer))
        return timer

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Timer:
        """Queue a callback for later, in seconds."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_in_world(self, delay: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Queue a callback of the world around the processes, which no crash stops."""
        return self.call_later(delay, callback, *args, context=self.world.context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Do nothing: cancelled timers are skipped."""

    def _queue(self, handle: Handle | Timer) -> None:
        actor = handle.actor
        if self._over or not actor.alive:
            return
        actor.ready.append(handle)
        if len(actor.ready) == 1 and not actor.paused:
            self._active.append(actor)

    def time(self) -> float:
        """Return the virtual time in seconds."""
        return self.now / SECOND

    def create_future(self) -> asyncio.Future[Any]:
        """Return a future."""
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self, coro: Coroutine[Any, Any, T], *, name: str | None = None, context: Context | None = None
    ) -> asyncio.Task[T]:
        """Start a task for the actor of its context."""
        if self._over:
            coro.close()
        task: NumberedTask[T] = NumberedTask(coro, loop=self, name=name or "task", context=context)
        tasks = (context or copy_context()).get(_actor, self.world).tasks
        tasks.append(task)
        if len(tasks) % 256 == 0:
            tasks[:] = [one for one in tasks if not one.done()]
        return task

    def spawn(self, actor: Actor, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task for an actor."""
        return self.create_task(work, context=actor.context.copy())

    def run_in_executor(self, _executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Run a function at a later step, as if in a thread."""
        done = self.create_future()

        def run() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(func(*args))
            except Exception as problem:
                done.set_exception(problem)

        self.call_later(self._chance.uniform(0, SLOWEST_THREAD), run)
        return done

    # -------------------------------------------------------------------------------------------------- running

    def actor(self, name: str, *, in_order: bool = False) -> Actor:
        """Return a new actor."""
        actor = Actor(name, in_order=in_order)
        self._actors.append(actor)
        return actor

    def step(self) -> bool:
        """Run one callback; return False if nothing is left to do."""
        self._ripen()
        while not self._active:
            if not self._timers:
                return False
            self.now = max(self.now, self._timers[0][0])
            self._ripen()
        place = self._chance.randrange(len(self._active))
        actor = self._active[place]
        handle = actor.take(self._chance)
        if not actor.ready:
            self._active[place] = self._active[-1]
            self._active.pop()
        if not handle.cancelled():
            self.now += STEP
            self.steps += 1
            self.last = actor
            self.note(actor.name)
            handle._run()
        return True

    def _ripen(self) -> None:
        while self._timers and self._timers[0][0] <= self.now:
            _, _, timer = heapq.heappop(self._timers)
            if not timer.cancelled():
                self._queue(timer)

    def note(self, what: str) -> None:
        """Add an event to the trace, with the time."""
        self._trace.update(f"{self.now} {what}\n".encode())

    @property
    def trace(self) -> str:
        """The hash of everything that has happened: two runs with the same hash are the same."""
        return self._trace.hexdigest()

    # ---------------------------------------------------------------------------------------- crashes and pauses

    def kill(self, actor: Actor) -> None:
        """Crash an actor: none of its callbacks runs from now on. Its tasks stay suspended until the world ends."""
        actor.alive = False
        actor.ready.clear()
        if actor in self._active:
            self._active.remove(actor)

    def pause(self, actor: Actor) -> None:
        """Stop an actor for a while, as SIGSTOP does."""
        actor.paused = True
        if actor in self._active:
            self._active.remove(actor)

    def go_on(self, actor: Actor) -> None:
        """Let a paused actor run again."""
        if actor.paused and actor.alive:
            actor.paused = False
            if actor.ready:
                self._active.append(actor)

    # --------------------------------------------------------------------------------------------------- asyncio

    def get_debug(self) -> bool:
        """Return False: no debug mode."""
        return False

    def is_running(self) -> bool:
        """Return True until the world ends."""
        return not self._over

    def is_closed(self) -> bool:
        """Return True if the world has ended."""
        return self._over

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Note what a callback raised. Exceptions that no task awaits are in the server's log already."""
        if not self._over and "handle" in context:
            self.problems.append(context)

    def dispose(self) -> None:
        """Unwind all tasks without any effect on the world, which is over."""
        self._over = True
        for actor in self._actors:
            for task in actor.tasks:
                if not task.done():
                    task._log_destroy_pending = False  # type: ignore[attr-defined]
                    with suppress(BaseException):
                        task.get_coro().close()
            actor.tasks.clear()


@contextmanager
def running(loop: Loop) -> Iterator[None]:
    """Make a loop the running one, and dispose of it at the end."""
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        loop.dispose()
        asyncio._set_running_loop(None)
