"""Who sits where: bots are rotated over the seats, and each deal is played once for every rotation.

A *round* is one deal with all rotations, so that the luck of the deal and of the seat cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from palatine.arena.seeds import derived
from palatine.core.errors import OptionError

FEWEST_PLAYERS = 2


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played: its number, its round, the seed of the deal, the entrant on each seat."""

    number: int
    round: int
    deal: int
    entrants: tuple[int, ...]


def labels(bots: Sequence[str]) -> list[str]:
    """A name for every entrant: a bot that is named again is `name (2)`, and so on."""
    told: list[str] = []
    for bot in bots:
        label, number = bot, 1
        while label in told or (number > 1 and label in bots):
            number += 1
            label = f"{bot} ({number})"
        told.append(label)
    return told


def lineup(bots: int, players: int) -> tuple[int, ...]:
    """The entrants of a match in order; the last one takes the seats that are left."""
    if players < FEWEST_PLAYERS:
        raise OptionError("arena.players", fewest=FEWEST_PLAYERS, given=players)
    if not 1 <= bots <= players:
        raise OptionError("arena.too_many_bots", players=players, given=bots)
    return tuple(min(seat, bots - 1) for seat in range(players))


def rotations(entrants: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The different ways in which entrants sit when everybody moves on by one seat."""
    turned = [entrants[-shift:] + entrants[:-shift] for shift in range(len(entrants))]
    return list(dict.fromkeys(turned))


def fixture(number: int, turned: Sequence[tuple[int, ...]], seed: int | str) -> Fixture:
    """Game `number` of a schedule whose rounds all have as many rotations; `turned` are those of its round."""
    round_number, rotation = divmod(number, len(turned))
    return Fixture(number, round_number, derived(seed, "deal", round_number), turned[rotation])


def default_players(players: int | None, bots: Sequence[str]) -> int | None:
    """As many players as asked for, or as bots are named; None, the game's own number, if one alone is."""
    if players is not None:
        return players
    return len(bots) if len(bots) >= FEWEST_PLAYERS else None
