"""Dispatch by type: one name, a version for each type of its first argument.

A generic algorithm (a playout, a search) calls `apply(state, decision)`. When it is compiled, the type of `state` selects
the game's `apply`. With the JIT off, the same names look the version up in Python.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

import numpy as np
from numba import types
from numba.extending import overload
from numba.np import numpy_support

from palatine.core.compiled import JIT, OPTIONS, kernel

Function = TypeVar("Function", bound=Callable[..., Any])

WORD = "uint64"
"""The kind of a set of up to 64 members: one unsigned word."""
PAIR = "2 x uint64"
"""The kind of a set of up to 128 members: a tuple of two words."""


def _kind_of_value(value: Any) -> Hashable:
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(word, np.uint64) for word in value):
        return PAIR
    if isinstance(value, np.uint64):
        return WORD
    kind: Any = getattr(value, "dtype", type(value))
    return kind  # type: ignore[no-any-return]


def _kind_of_type(numba_type: Any) -> Hashable:
    if isinstance(numba_type, types.UniTuple) and numba_type.count == 2 and numba_type.dtype == types.uint64:
        return PAIR
    if numba_type == types.uint64:
        return WORD
    if isinstance(numba_type, types.Record):
        return numba_type
    return None


def generic(stub: Function) -> Function:
    """Make `stub` a function with a version for each type. Only its name, arguments and docstring matter."""
    versions: dict[Hashable, Any] = {}

    @functools.wraps(stub)
    def dispatch(first: Any, *others: Any) -> Any:
        kind = _kind_of_value(first)
        try:
            version = versions[kind]
        except KeyError:
            raise TypeError(f"{stub.__name__} has no version for {kind}") from None
        return version(first, *others)

    def typed(first: Any, *others: Any) -> Any:
        version = versions.get(_kind_of_type(first))
        return version and version.py_func

    typed.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]
    if JIT:
        overload(dispatch, jit_options=cast("Any", OPTIONS), strict=False)(typed)
    dispatch.versions = versions  # type: ignore[attr-defined]
    return dispatch  # type: ignore[return-value]


def implements(stub: Any, kind: Any) -> Callable[[Function], Function]:
    """Register the decorated kernel as the version of `stub` for a state's dtype, for `WORD` or for `PAIR`."""

    def register(function: Function) -> Function:
        compiled = kernel(function)
        stub.versions[_key(kind)] = compiled
        return compiled

    return register


def is_missing(stub: Any, kind: Any) -> bool:
    """Return True if `stub` is a function with versions but has none for a state's dtype."""
    return hasattr(stub, "versions") and _key(kind) not in stub.versions


def _key(kind: Any) -> Hashable:
    key: Hashable = numpy_support.from_dtype(kind) if JIT and isinstance(kind, np.dtype) else kind
    return key
