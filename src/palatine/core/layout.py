"""The record of a position, from a class that lists its fields.

A game's `layout.py` lists the fields of a position once, in the order of the record, with a Python type for the type
checker and a NumPy type and shape for the memory:

    class Open(Protocol):
        taken: Annotated[NDArray[np.uint64], "u8", (SEATS, 2)]
        phase: Annotated[int, "u1"]

    class State(Open, Protocol):
        deck: Annotated[NDArray[np.uint8], "u1", DOMINOES]

The fields of `Open` are open; those that `State` adds are hidden. The dtype is generated from these lists, and so is the
kernel that copies the open fields and no others.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np

Field = tuple[Any, ...]
"""A field as `np.dtype` takes it: name, NumPy type and, for an array, shape."""


def fields_of(described: type) -> list[Field]:
    """Return the fields that a class lists itself, in order, without those of its bases."""
    hints = get_type_hints(described, include_extras=True)
    return [(name, *hints[name].__metadata__) for name in described.__annotations__]


def dtype_of(*described: type) -> np.dtype[Any]:
    """Return the dtype of a record with the fields of some classes, in order."""
    fields = [field for each in described for field in fields_of(each)]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def observer(module: str, fields: list[Field]) -> Callable[[Any, Any], None]:
    """Return a function `observe(state, out)` of a module that copies these fields of a record and no others.

    Arrays are copied in loops, one for each shape: copying them whole takes three times as long to compile.
    """
    lines = ["def observe(state, out):"]
    for shape, alike in itertools.groupby(sorted(fields, key=_shape), key=_shape):
        for place, size in enumerate(shape):
            lines.append(f"{'    ' * (place + 1)}for i{place} in range({size}):")
        indices = ", ".join(f"i{place}" for place in range(len(shape)))
        at = f"[{indices}]" if shape else ""
        lines += [f"{'    ' * (len(shape) + 1)}out.{name}{at} = state.{name}{at}" for name, *_ in alike]
    names: dict[str, Any] = {"__name__": module}
    exec(compile("\n".join(lines), f"<observe of {module}>", "exec"), names)  # noqa: S102 (names of fields only)
    observe: Callable[[Any, Any], None] = names["observe"]
    return observe


def _shape(field: Field) -> tuple[int, ...]:
    return np.dtype([field])[0].shape
