"""A sequential test of a bot's mean share of the wins: is it above the even share, or below?

You may look after every round and stop at any time: the chance of a wrong verdict stays below 5 %.

The method is the betting test of Waudby-Smith and Ramdas ("Estimating means of bounded random variables by betting",
Journal of the Royal Statistical Society B 86, 2024). Two gamblers, each with a capital of 1, bet in every round: one
that the share is above the even one, the other that it is below. If the shares were even, neither could expect a gain.
By Ville's inequality a capital then *ever* reaches 40 with a probability of at most 1/40, 2.5 % for each gambler.

Rounds only need to be independent, with shares between 0 and 1. Shared wins count as fractions, and no minimal
difference has to be assumed.
"""

from __future__ import annotations

from typing import Literal

ERROR = 0.05
"""The largest probability of a wrong verdict."""

MOST_AT_STAKE = 0.75
"""The largest part of the capital that a bet may lose, so that no round ruins a gambler."""

Verdict = Literal["above", "below"]


class SequentialTest:
    """The test. Its `verdict` is None while nothing is decided."""

    def __init__(self, even_share: float) -> None:
        self._even = even_share
        self._above = self._below = 1.0
        self._rounds = 0
        self._sum = 0.0
        self._squares = 0.0
        self.verdict: Verdict | None = None

    def note(self, share: float) -> Verdict | None:
        """Add the share of a round and return the verdict so far. A verdict is final."""
        if self.verdict is None:
            bet = self._bet()
            gain = share - self._even
            self._above *= 1 + max(0.0, min(bet, MOST_AT_STAKE / self._even)) * gain
            self._below *= 1 + min(0.0, max(bet, -MOST_AT_STAKE / (1 - self._even))) * gain
            if self._above >= 2 / ERROR:
                self.verdict = "above"
            elif self._below >= 2 / ERROR:
                self.verdict = "below"
        self._rounds += 1
        self._sum += share
        self._squares += (share - self._sum / self._rounds) ** 2
        return self.verdict

    def _bet(self) -> float:
        """Return the bet: roughly the one with the fastest growth of the capital, judged by earlier rounds only.

        Mean and variance start with one imaginary round, with the even share and a variance of a quarter.
        """
        mean = (self._even + self._sum) / (self._rounds + 1)
        variance = (0.25 + self._squares) / (self._rounds + 1)
        lead = mean - self._even
        return lead / (variance + lead**2)
