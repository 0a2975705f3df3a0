"""A sequential test: is a bot's mean share of the wins above the even share, or below it?

One may look after every round and stop at any time: the chance of a wrong verdict stays below 5 %. The method is the
test by betting of Waudby-Smith and Ramdas ("Estimating means of bounded random variables by betting", Journal of the
Royal Statistical Society B 86, 2024): two gamblers, each with a capital of 1, bet at even odds in every round, one that
the share is above the even one, the other that it is below. Were the shares even, neither could expect a gain, and by
Ville's inequality the chance that a capital *ever* reaches 40 is at most 1/40; that is 2.5 % for each of the two. Rounds
need only be independent with shares between 0 and 1: shared wins count as parts, and no difference must be assumed.
"""

from __future__ import annotations

from typing import Literal

ERROR = 0.05
"""The chance of a verdict that is wrong, at most."""

MOST_AT_STAKE = 0.75
"""No bet may cost more than this part of the capital, so that no round can ruin a gambler."""

Verdict = Literal["above", "below"]


class SequentialTest:
    """Takes the share of each round in turn; `verdict` is None as long as nothing is decided."""

    def __init__(self, even_share: float) -> None:
        self._even = even_share
        self._above = self._below = 1.0
        self._rounds = 0
        self._sum = 0.0
        self._squares = 0.0
        self.verdict: Verdict | None = None

    def note(self, share: float) -> Verdict | None:
        """One more round; the verdict so far. Once given it stands."""
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
        """How much to bet: about what makes the capital grow fastest by the rounds before this one, and only those.

        Mean and variance begin with one imagined round each, of the even share and of a quarter.
        """
        mean = (self._even + self._sum) / (self._rounds + 1)
        variance = (0.25 + self._squares) / (self._rounds + 1)
        lead = mean - self._even
        return lead / (variance + lead**2)
