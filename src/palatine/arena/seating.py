"""Seating: bots rotate over the seats, and each deal is played once for each rotation.

A *round* is one deal with all rotations. This cancels the luck of the deal and of the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from palatine.arena.seeds import derived
from palatine.core.errors import OptionError

FEWEST_PLAYERS = 2


@dataclass(frozen=True)
class Fixture:
    """A scheduled game: its number, its round, the seed of the deal, and the entrant in each seat."""

    number: int
    round: int
    deal: int
    entrants: tuple[int, ...]


def labels(bots: Sequence[str]) -> list[str]:
    """Return a distinct name for each entrant: the second entry of a bot is `name (2)`."""
    names: list[str] = []
    for bot in bots:
        label, number = bot, 1
        while label in names or (number > 1 and label in bots):
            number += 1
            label = f"{bot} ({number})"
        names.append(label)
    return names


def lineup(bots: int, players: int) -> tuple[int, ...]:
    """Return the entrant in each seat of a match; the last one takes the remaining seats."""
    if players < FEWEST_PLAYERS:
        raise OptionError("arena.players", fewest=FEWEST_PLAYERS, given=players)
    if not 1 <= bots <= players:
        raise OptionError("arena.too_many_bots", players=players, given=bots)
    return tuple(min(seat, bots - 1) for seat in range(players))


def rotations(entrants: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the distinct rotations of entrants over the seats."""
    turned = [entrants[-shift:] + entrants[:-shift] for shift in range(len(entrants))]
    return list(dict.fromkeys(turned))


def fixture(number: int, turned: Sequence[tuple[int, ...]], seed: int | str) -> Fixture:
    """Return game `number` of a schedule. `turned` are the rotations of its round; all rounds have as many."""
    round_number, rotation = divmod(number, len(turned))
    return Fixture(number, round_number, derived(seed, "deal", round_number), turned[rotation])


def default_players(players: int | None, bots: Sequence[str]) -> int | None:
    """Return the given number of players, else the number of bots; None, the game's default, for a single bot."""
    if players is not None:
        return players
    return len(bots) if len(bots) >= FEWEST_PLAYERS else None
