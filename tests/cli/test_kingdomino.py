"""Kingdomino in the terminal: refused decisions say why."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.preloaded import palatine

HOT_SEAT = ("play", "kingdomino", "--seat", "human", "--seat", "human", "--seed", "5")
TYPED = ("7", "claim 7", "21", "26", "discard", "place 5,0 6,0", "quit", "")
"""The claims of the first round, whose last one is made without asking, then a placement; three lines are refused."""


@pytest.mark.parametrize(
    ("language", "claim", "discard", "grid"),
    [
        (
            "en",
            "Domino 7 is already claimed: another player's king stands on it. Legal: claim 21",
            "A domino that fits must be placed. Legal: place",
            "Your kingdom would be 7 wide there. The limit is 5 x 5. Legal: place",
        ),
        (
            "it",
            "La tessera 7 è già presa: sopra c'è il re di un altro giocatore. Mosse possibili: claim 21",
            "Se entra, va piazzata. Mosse possibili: place",
            "Lì il regno diventerebbe largo 7. Il limite è 5 x 5. Mosse possibili: place",
        ),
    ],
)
def test_illegal_decisions_say_why(language: str, claim: str, discard: str, grid: str, tmp_path: Path) -> None:
    screen = palatine(*HOT_SEAT, "--lang", language, home=tmp_path, typed="\n".join(TYPED)).stdout
    text = " ".join(screen.split())
    assert claim in text
    assert discard in text
    assert grid in text
