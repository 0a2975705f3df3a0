"""The one door to Numba: `kernel` for functions of the rules, `EntryPoints` for what Python calls.

A kernel is compiled as part of whichever entry point reaches it, so only entry points are cached on disk. Numba's own
cache looks at a function's own file only; ours lives in a directory named by a hash of *every* file the kernels of a
game can reach and of the Numba flags, so a changed table, rule or flag can never be served old code.
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
"""How many compiled versions of a game stay on disk (several checkouts or flags may be in use)."""

READY = "ready"
"""The file that says that every entry point of a directory has been compiled."""

DAMAGED = (OSError, EOFError, pickle.UnpicklingError, ValueError, LookupError, AttributeError, ImportError, TypeError)
"""What reading a damaged cache file can raise."""

SOURCE_SUFFIXES = frozenset({".py", ".csv", ".txt", ".toml"})
APART = frozenset({"bots", "command", "screen", "words"})
"""Parts of a game's folder that its compiled rules cannot reach. The bots are hashed as a folder of their own."""


class CacheUnavailableWarning(UserWarning):
    """The compiled rules could not be kept on disk; they are compiled anew in each process."""

    def __init__(self, place: Path, reason: str) -> None:
        super().__init__(say("core.cache_unavailable", place=place, reason=reason))
        self.phrase = Phrase("core.cache_unavailable", {"place": place, "reason": reason})


def kernel(function: Function) -> Function:
    """Compile `function` with Numba when an entry point first needs it; the very same Python with the JIT off.

    It may not be a closure. Numba names code after the function and a number that begins anew in every process, so two
    closures of one name that were compiled apart, for two games, are taken for one another when both are loaded.
    """
    if function.__closure__:
        raise TypeError(f"the kernel {function.__qualname__} depends on variables of the function around it")
    compiled: Function = numba.njit(**OPTIONS)(function)
    return compiled


def inlined(function: Function) -> Function:
    """A kernel that becomes a part of the one kernel that calls it.

    Every level of calls is optimised anew with all that lies below it, which takes seconds where that is a whole game.
    """
    compiled: Function = numba.njit(inline="always", **OPTIONS)(function)
    return compiled


def interpreted(function: Function) -> Function:
    """A kernel as plain Python, with all kernels that it calls, where compiling it by itself would not pay.

    (Followed are kernels that it names directly; what a contract's name stands for is an entry point already.)
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
    """The sources and tables below a folder that kernels can reach, in a fixed order."""
    files = (path for path in folder.rglob("*") if path.suffix in SOURCE_SUFFIXES)
    return sorted(path for path in files if APART.isdisjoint(path.relative_to(folder).with_suffix("").parts))


def source_hash(folders: Iterable[Path]) -> str:
    """A hash of all sources and tables below `folders`, of the versions, the processor and the Numba flags.

    What is `APART` counts only if it is itself one of the folders.
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
    """Where compiled rules are kept: `PALATINE_CACHE_DIR`, or the platform's folder for a user's caches."""
    chosen = os.environ.get("PALATINE_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("palatine", appauthor=False)


class _Locator(caching._CacheLocator):
    """Tells Numba to keep a function in the directory that `EntryPoints` has chosen for it."""

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
        # The directory's name already stands for the code; what closures hold (the state's dtype) follows from it.
        return sig, codegen.magic_tuple()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is on disk; a file that was damaged (a full disk, a pulled plug) counts as not there."""
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except DAMAGED:
            with contextlib.suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, where there is room for it."""
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


@functools.cache
def _warn_of_missing_place(place: Path, reason: str) -> None:
    warnings.warn(CacheUnavailableWarning(place, reason), stacklevel=4)


class EntryPoints:
    """The functions of one game that Python calls, compiled for fixed argument types and kept on disk."""

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
                return directory  # read-only, yet complete: an installation for many users
            _warn_of_missing_place(cache_root(), str(reason.strerror))
            return None
        return directory

    def add(self, function: Function, *argument_types: Any) -> Function:
        """Make `function` an entry point for exactly these argument types; `compile` must follow."""
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
        """Whether all entry points can be loaded without compiling."""
        return not JIT or (self._directory is not None and (self._directory / READY).is_file())

    def compile(self, progress: Callable[[int, int], None] = lambda _done, _total: None) -> None:
        """Load every entry point from disk, or compile it; one process compiles while the others wait for it."""
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
            # A call with other types would compile for seconds in the middle of a game; let it fail instead.
            dispatcher.disable_compile()
            progress(done, total)


def _last_use(directory: Path) -> float:
    try:
        return directory.stat().st_mtime
    except FileNotFoundError:  # another process has pruned it meanwhile
        return 0.0


def prune(current: Path) -> None:
    """Remove the versions of a game that were not used for longest, `current` and a few others excepted."""
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
