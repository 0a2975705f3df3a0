"""Valid positions of In the Year of the Dragon in every kind of phase, and a way to change something in them."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import palatine
from games.year_of_the_dragon.positions import Plain, acting, before_event, choosing_person, court, play_all, year_with
from palatine.core.table import Table


def _act(**options: Any) -> Table:
    first = court("2 craftsman", "1", hand=["monk", "wild"], yuan=6)
    return acting(first, court("2 younger_monk", yuan=3), options=options)


def _play() -> Table:
    return choosing_person(court("2 craftsman", "1", hand=["monk", "wild"]), court("2", hand=["healer"]), month=4)


def _full() -> Table:
    return choosing_person(court("2 craftsman court_lady", hand=["monk"]), court("2"))


def _struck(event: str) -> Table:
    crowd = court("2 craftsman court_lady", "1 tax_collector", "1 craftsman", "2", rice=1)
    return play_all(before_event(crowd, court("3 court_lady", rice=3, yuan=9), event=event, month=5), "pass")


def _super(name: str, **changes: Any) -> Table:
    first = court("1 craftsman", "2 younger_scholar craftsman", "2", yuan=3, rice=2, fireworks=1)
    options = {"super_event": name}
    return play_all(
        before_event(first, court("2 younger_monk", yuan=4), event="peace", month=7, options=options, **changes), "pass"
    )


def _tornado() -> Table:
    options = {"super_event": "tornado"}
    hands = court("2", hand=["healer", "monk", "wild", "wild"]), court("2", hand=["scholar", "wild"])
    changes = {"events": year_with(7, "peace"), "display": dict.fromkeys(_act().position()["display"], 0)}
    return play_all(choosing_person(*hands, month=7, options=options, **changes), "play healer", "play wild")


def _over() -> Table:
    table = before_event(court("2 craftsman"), court("2", yuan=3), event="peace", month=12)
    return play_all(table, "pass")


def _wall_struck(event: str, month: int, **options: Any) -> Table:
    """Return a table on which Mongols have struck the first court; the wall is empty."""
    courts = court("2 craftsman", "2 court_lady court_lady"), court("3 court_lady older_warrior", yuan=9)
    return play_all(before_event(*courts, event=event, month=month, options={"great_wall": True, **options}), "pass")


TABLES: dict[str, Callable[[], Table]] = {
    "draft": lambda: palatine.new("year_of_the_dragon", players=3, seed=1, start_player="first"),
    "draft: house": lambda: play_all(TABLES["draft"](), "draft monk scholar"),
    "act": _act,
    "act with wall": lambda: _act(great_wall=True),
    "buy": lambda: play_all(_act(), "act 2 privilege"),
    "build": lambda: play_all(_act(), "act 1 build"),
    "lay": lambda: play_all(_act(great_wall=True), "act 2 wall"),
    "play": _play,
    "take": lambda: play_all(_play(), "play monk"),
    "house": lambda: play_all(_play(), "play monk", "take older_monk"),
    "replace": lambda: play_all(_full(), "play monk", "take older_monk"),
    "tribute": lambda: _struck("tribute"),
    "drought": lambda: play_all(_struck("drought"), "release 1 craftsman"),
    "contagion": lambda: _struck("contagion"),
    "mongols": lambda: _struck("mongols"),
    "wall": lambda: play_all(_wall_struck("mongols", 6), "release 1 craftsman"),
    "eclipse": lambda: play_all(
        _wall_struck("mongols", 7, super_event="solar_eclipse"),
        "release 1 craftsman",
        "release 2 court_lady",
        "release 1 court_lady",
    ),
    "wall in eclipse": lambda: play_all(TABLES["eclipse"](), "release 2 court_lady"),
    "last wall": lambda: _wall_struck("peace", 12),
    "collapse": lambda: _super("earthquake"),
    "shaken": lambda: play_all(_super("earthquake"), "collapse 1"),
    "return": lambda: _super("flood"),
    "discard": _tornado,
    "sunrise": lambda: _super("sunrise"),
    "sunrise: house": lambda: play_all(_super("sunrise"), "take younger_monk"),
    "charter": lambda: _super("charter"),
    "charter: build": lambda: play_all(_super("charter"), "charter craftsman"),
    "over": _over,
}


@functools.cache
def _essence(name: str) -> Plain:
    table = TABLES[name]()
    return table.essence(len(table.decisions))


def valid(name: str) -> Plain:
    """Return the essence of the valid position of that name."""
    return copy.deepcopy(_essence(name))
