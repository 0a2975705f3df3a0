"""The only interface to Numba: `kernel` for functions of the rules, `EntryPoints` for functions that Python calls.

A kernel is compiled into every entry point that reaches it, so only entry points are cached on disk. Numba's own cache
watches the file of the function alone. Ours is a directory named by a hash of *every* file that the kernels of a game can
reach and of the Numba flags, so a changed table, rule or flag never runs old code.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import platform
import shutil
import sys
import threading
import types
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from filelock import FileLock
from llvmlite import binding
from numba.core import caching
from platformdirs import user_cache_path

from palatine.core.errors import Phrase
from palatine.core.words import say

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]

KEPT_DIRECTORIES = 6
"""The number of compiled versions of a game that stay on disk: several checkouts or flags may be in use."""

READY = "ready"
"""The file that marks a directory whose entry points have all been compiled."""

DAMAGED = (OSError, EOFError, pickle.UnpicklingError, ValueError, LookupError, AttributeError, ImportError, TypeError)
"""The exceptions that reading a damaged cache file can raise."""

SOURCE_SUFFIXES = frozenset({".py", ".csv", ".txt", ".toml"})
APART = frozenset({"bots", "command", "screen", "words"})
"""The parts of a game's folder that its compiled rules cannot reach. Bots are hashed as a folder of their own."""


class CacheUnavailableWarning(UserWarning):
    """The compiled rules cannot be cached on disk; each process compiles them again."""

    def __init__(self, place: Path, reason: str) -> None:
        super().__init__(say("core.cache_unavailable", place=place, reason=reason))
        self.phrase = Phrase("core.cache_unavailable", {"place": place, "reason": reason})


def kernel(function: Function) -> Function:
    """Compile `function` with Numba when an entry point first needs it. With the JIT off, it runs as plain Python.

    A kernel must not be a closure. Numba names compiled code by the function and a counter that restarts in every process,
    so it confuses two closures of one name that were compiled separately, for two games, when both are loaded.
    """
    if function.__closure__:
        raise TypeError(f"the kernel {function.__qualname__} is a closure: it uses variables of the function around it")
    compiled: Function = numba.njit(**OPTIONS)(function)
    return compiled


def inlined(function: Function) -> Function:
    """Compile `function` as a part of the one kernel that calls it.

    Numba optimises every level of calls together with everything below, which takes seconds when that is a whole game.
    """
    compiled: Function = numba.njit(inline="always", **OPTIONS)(function)
    return compiled


def interpreted(function: Function) -> Function:
    """Return a kernel as plain Python, for calls so rare that compiling them would not pay.

    The kernels that it names directly are interpreted too, but not the versions behind a name of the contract: those are
    entry points already.
    """
    known = _INTERPRETED.get(function)
    if known is None:
        plain = getattr(function, "py_func", None)
        if plain is None:
            return function
        names = dict(plain.__globals__)
        known = types.FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
        _INTERPRETED[function] = known
        for name in plain.__code__.co_names:
            if hasattr(names.get(name), "py_func"):
                names[name] = interpreted(names[name])
    return cast("Function", known)


_INTERPRETED: dict[Callable[..., Any], Callable[..., Any]] = {}


def reachable_files(folder: Path) -> list[Path]:
    """Return the sources and tables below a folder that kernels can reach, in a fixed order."""
    files = (path for path in folder.rglob("*") if path.suffix in SOURCE_SUFFIXES)
    return sorted(path for path in files if APART.isdisjoint(path.relative_to(folder).with_suffix("").parts))


def source_hash(folders: Iterable[Path]) -> str:
    """Return a hash of all sources and tables below `folders`, the versions, the processor and the Numba flags.

    Parts in `APART` count only if they are folders of the list themselves.
    """
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, np.__version__, platform.machine(), binding.get_host_cpu_name())
    flags = sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))
    digest.update(repr((versions, flags, sorted(OPTIONS.items()))).encode())
    for folder in folders:
        for path in reachable_files(folder):
            digest.update(path.relative_to(folder.parent).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def cache_root() -> Path:
    """Return the cache folder: `PALATINE_CACHE_DIR`, or the platform's folder for a user's caches."""
    chosen = os.environ.get("PALATINE_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("palatine", appauthor=False)


class _Locator(caching._CacheLocator):
    """The directory that `EntryPoints` has chosen for a function, for Numba."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._directory: Path = py_func.cache_directory
        self._number: int = py_func.cache_number
        self._py_file = py_file

    def get_cache_path(self) -> str:
        return str(self._directory)

    def get_source_stamp(self) -> str:
        return self._directory.name

    def get_disambiguator(self) -> str:
        return str(self._number)  # two functions may have the same qualified name

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator:
        return cls(py_func, py_file)


class _EntryCacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 (so declared by Numba)


class _EntryCache(caching.FunctionCache):
    _impl_class = _EntryCacheImpl

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # The directory's name identifies the code; the cells of closures (the state's dtype) follow from it.
        return sig, codegen.magic_tuple()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load compiled code from disk. Treat a damaged file (full disk, power cut) as missing."""
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except DAMAGED:
            with contextlib.suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save compiled code if there is room for it."""
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


@functools.cache
def _warn_once(place: Path, reason: str) -> None:
    warnings.warn(CacheUnavailableWarning(place, reason), stacklevel=4)


class EntryPoints:
    """The functions of one game that Python calls, compiled for fixed argument types and cached on disk."""

    def __init__(self, name: str, folders: Sequence[Path]) -> None:
        self.name = name
        self._functions: list[tuple[Any, tuple[Any, ...]]] = []
        self._lock = threading.Lock()
        self._compiled = False
        self._directory = self._prepare(folders) if JIT else None

    def _prepare(self, folders: Sequence[Path]) -> Path | None:
        directory = cache_root() / f"{self.name}-{source_hash(folders)}"
        try:
            directory.mkdir(parents=True, exist_ok=True)
            probe = directory / f"probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
            os.utime(directory)
        except OSError as reason:
            if os.path.isfile(directory / READY):  # noqa: PTH113 (Path.is_file raises where a folder may not be searched)
                return directory  # read-only but complete: an installation for many users
            _warn_once(cache_root(), str(reason.strerror))
            return None
        return directory

    def add(self, function: Function, *argument_types: Any) -> Function:
        """Make `function` an entry point for exactly these argument types. Call `compile` before using it."""
        if not JIT:
            return function
        dispatcher = numba.njit(**OPTIONS)(function)
        if self._directory is not None:
            function.cache_directory = self._directory  # type: ignore[attr-defined]
            function.cache_number = len(self._functions)  # type: ignore[attr-defined]
            dispatcher._cache = _EntryCache(function)  # type: ignore[no-untyped-call]
        self._functions.append((dispatcher, argument_types))
        entry: Function = dispatcher
        return entry

    @property
    def ready(self) -> bool:
        """True if all entry points can be loaded without compiling."""
        return not JIT or (self._directory is not None and (self._directory / READY).is_file())

    def compile(self, progress: Callable[[int, int], None] = lambda _done, _total: None) -> None:
        """Load every entry point from disk, or compile it. One process compiles while the others wait."""
        with self._lock:
            if self._compiled:
                return
            if self._directory is None or self.ready:
                self._compile_all(progress)
            else:
                with FileLock(f"{self._directory}.lock"):
                    self._compile_all(progress)
                    (self._directory / READY).touch()
                prune(self._directory)
            self._compiled = True

    def _compile_all(self, progress: Callable[[int, int], None]) -> None:
        total = len(self._functions)
        progress(0, total)
        for done, (dispatcher, argument_types) in enumerate(self._functions, start=1):
            dispatcher.compile(argument_types)
            # A call with other types would compile for seconds in the middle of a game: let it fail instead.
            dispatcher.disable_compile()
            progress(done, total)


def _last_use(directory: Path) -> float:
    try:
        return directory.stat().st_mtime
    except FileNotFoundError:  # pruned by another process
        return 0.0


def prune(current: Path) -> None:
    """Remove the least recently used versions of a game, except `current` and a few others."""
    name = current.name.rpartition("-")[0]
    versions = [
        path
        for path in current.parent.glob(f"{name}-*")
        if path.name.rpartition("-")[0] == name and path != current and path.is_dir()
    ]
    versions.sort(key=_last_use, reverse=True)
    for old in versions[KEPT_DIRECTORIES - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
        Path(f"{old}.lock").unlink(missing_ok=True)
