"""Invalid plain positions, changed on purpose or broken at random."""

from __future__ import annotations

import copy
import functools
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

import palatine
from palatine import OptionError, PositionError
from palatine.core.table import Table

Plain = dict[str, Any]

GONE = object()
"""Stands for a removed value."""


def changed(plain: Plain, changes: Mapping[str, Any]) -> Plain:
    """Return a copy of a position with some fields changed; they are named as in errors: `courts[0].yuan`."""
    copied = copy.deepcopy(plain)
    for field, value in changes.items():
        *way, last = [int(part) if part.isdigit() else part for part in re.findall(r"\w+", field)]
        holder: Any = copied
        for step in way:
            holder = holder[step]
        if value is GONE:
            del holder[last]
        elif isinstance(last, int) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value
    return copied


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in plain data, as keys and indices."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield (*way, key)
        yield from places(part, (*way, key))


@dataclass(frozen=True)
class Nonsense:
    """The values that a game's positions are broken with.

    `fitting` has plausible values by field, to get past the first checks. Fields in `often` are broken more often.
    """

    words: st.SearchStrategy[str]
    numbers: st.SearchStrategy[int]
    fitting: Mapping[str, st.SearchStrategy[Any]]
    often: Sequence[str]

    def anything(self) -> st.SearchStrategy[Any]:
        """Return a strategy for any plain data."""
        return st.recursive(
            st.one_of(st.none(), st.booleans(), self.numbers, st.floats(), self.words, st.text(max_size=3)),
            lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(self.words, inner, max_size=2)),
            max_leaves=4,
        )

    def other_value(self, draw: st.DrawFn, name: Any, old: Any) -> Any:
        """Draw a replacement for a value, mostly of the same kind."""
        kind = draw(st.sampled_from(["fitting", "fitting", "fitting", "like it", "like it", "like it", "anything"]))
        if kind == "fitting" and name in self.fitting:
            return draw(self.fitting[name])
        if kind == "anything" or isinstance(old, float):
            return draw(self.anything())
        if isinstance(old, bool) or old is None:
            return draw(st.one_of(st.booleans(), st.none(), self.words, self.numbers))
        if isinstance(old, int):
            return draw(st.one_of(self.numbers, st.sampled_from([old - 1, old + 1])))
        if isinstance(old, str):
            return draw(self.words)
        if isinstance(old, list):
            return draw(st.sampled_from([old[1:], old[:-1], old[::-1], old + old[:1], [*old, old], []]))
        return draw(st.sampled_from([{}, dict(list(old.items())[1:]), {**old, "emperor": 1}, [old]]))


@functools.cache
def by_question(pool: Callable[[], list[Plain]]) -> list[list[Plain]]:
    """Return the positions of a pool, grouped by stage and phase."""
    found: dict[tuple[str, str], list[Plain]] = {}
    for plain in pool():
        found.setdefault((plain["stage"], plain["phase"]), []).append(plain)
    return list(found.values())


def broken(draw: st.DrawFn, pool: Callable[[], list[Plain]], nonsense: Nonsense) -> Plain:
    """Draw a position of the pool and remove or replace up to four values in it."""
    plain: Plain = copy.deepcopy(draw(st.sampled_from(draw(st.sampled_from(by_question(pool))))))
    for _ in range(draw(st.sampled_from([1, 1, 2, 2, 3, 4]))):
        # Choose a field name first, then one field of that name; otherwise the longest lists would dominate.
        by_name: dict[str, list[tuple[Any, ...]]] = {}
        for way in places(plain):
            by_name.setdefault([key for key in way if isinstance(key, str)][-1], []).append(way)
        names = [name for name in (*sorted(by_name), *nonsense.often) if name in by_name]
        way = draw(st.sampled_from(by_name[draw(st.sampled_from(names))]))
        holder = functools.reduce(lambda part, key: part[key], way[:-1], plain)
        if draw(st.integers(0, 23)) == 23:
            del holder[way[-1]]
        else:
            holder[way[-1]] = copy.deepcopy(nonsense.other_value(draw, way[-1], holder[way[-1]]))
    return plain


def outcome(game: str, plain: Plain, seed: int) -> PositionError | OptionError | Table:
    """Return a table that continues from a position, or the error that refuses it."""
    try:
        return palatine.position(game, plain, seed)
    except (PositionError, OptionError) as problem:
        return problem


def refused_or_playable(game: str, plain: Plain, seed: int, sane: Callable[[Table], None], most: int) -> None:
    """Assert that a position is refused with a sentence, or playable to its end in fewer than `most` decisions."""
    before = repr(plain)
    table = outcome(game, plain, seed)
    assert repr(plain) == before
    if not isinstance(table, Table):
        assert str(table).endswith(".")
        assert table.text("it").endswith(".")
        return
    choices = random.Random(seed)
    sane(table)
    assert palatine.position(game, table.position()).position() == table.position()
    while not table.over:
        table.play(choices.choice(table.legal()))
        if len(table.decisions) < 4:
            sane(table)
        assert len(table.decisions) < most
    sane(table)
    assert table.winners()
