"""The differences between two open positions as a JSON Patch (RFC 6902)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Change = dict[str, Any]


def changes(before: Any, after: Any, path: str = "") -> Iterator[Change]:
    """Yield the operations `add`, `remove` and `replace` that turn `before` into `after`, applied in order."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_object(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_list(before, after, path)
    elif before != after:
        yield {"op": "replace", "path": path, "value": after}


def _of_object(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> Iterator[Change]:
    for name in before:
        place = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
        if name in after:
            yield from changes(before[name], after[name], place)
        else:
            yield {"op": "remove", "path": place}
    for name in after:
        if name not in before:
            yield {"op": "add", "path": f"{path}/{name.replace('~', '~0').replace('/', '~1')}", "value": after[name]}


def _alike(before: Sequence[Any], after: Sequence[Any]) -> int:
    """Return the length of the common prefix."""
    alike = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        alike += 1
    return alike


def _of_list(before: Sequence[Any], after: Sequence[Any], path: str) -> Iterator[Change]:
    """Compare lists of one length item by item. Otherwise find one run of items added or removed, or replace the list."""
    if len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, f"{path}/{place}")
        return
    first = _alike(before, after)
    last = _alike(before[first:][::-1], after[first:][::-1])
    removed, added = len(before) - first - last, len(after) - first - last
    if not added:
        yield from ({"op": "remove", "path": f"{path}/{first}"} for _ in range(removed))
    elif not removed:
        for place in range(first, first + added):
            yield {"op": "add", "path": f"{path}/{place}", "value": after[place]}
    else:
        yield {"op": "replace", "path": path, "value": list(after)}
