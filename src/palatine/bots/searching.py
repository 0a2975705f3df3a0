"""The bot that searches: budgets, threads, and thoughts.

Its decision depends on the position, the seed and the budget alone. Nothing is kept between decisions, so it can continue
any game. With a budget in iterations and one thread, the decision is deterministic.
"""

from __future__ import annotations

import hashlib
import math
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from palatine.bots.bot import Answer, Bot
from palatine.bots.budgets import Budget
from palatine.bots.compiled.evaluation import Desk, Model
from palatine.bots.compiled.search import ITERATIONS, NONE, ROOT, Tree
from palatine.bots.models import model_for
from palatine.bots.thinking import ready
from palatine.core.bots import PLAIN, Style, bots_of
from palatine.core.engine import Raw, engine
from palatine.core.game import Game
from palatine.core.views import Question

SLICE_SECONDS = 0.025
"""The time that the compiled search runs between two looks at the clock."""
FIRST_SLICE, FASTER = 4, 4
"""The iterations of the first slice, and the factor by which slices may grow."""
LEAST_SECONDS = 1e-6
FASTEST = 200_000
"""The iterations a second that no search exceeds. They give the memory for a budget in time."""
EDGES_AN_ITERATION = 8
MOST_NODES = 4_000_000
SPARE = 4096
LONGEST_LINE = 12
DIGITS = 4


@dataclass(frozen=True)
class Found:
    """The sums of a search for one decision."""

    decision: int
    visits: int
    reward: float
    points: float
    wins: float


def _edges(tree: Tree, node: int) -> list[Any]:
    found, edge = [], tree.nodes[node].first
    while edge != NONE:
        found.append(tree.edges[edge])
        edge = tree.edges[edge].next
    return found


def _summed(trees: Sequence[Tree]) -> list[Found]:
    """Return the decisions considered, with the sums over all threads, best first."""
    sums: dict[int, Any] = {}
    for tree in trees:
        for edge in _edges(tree, ROOT):
            one = np.array([edge.visits, edge.reward, edge.points, edge.wins], dtype=np.float64)
            sums[int(edge.decision)] = sums.get(int(edge.decision), 0.0) + one
    found = [Found(decision, int(one[0]), *one[1:].tolist()) for decision, one in sorted(sums.items())]
    return sorted(found, key=lambda one: (one.visits, one.reward / max(1, one.visits)), reverse=True)


def _line(tree: Tree, decision: int) -> list[int]:
    """Return the most visited continuation."""
    line = [decision]
    edges = [edge for edge in _edges(tree, ROOT) if edge.decision == decision]
    while edges and len(line) < LONGEST_LINE:
        best = max(edges, key=lambda edge: edge.visits)
        if line[-1] != best.decision:
            line.append(int(best.decision))
        edges = [] if best.node == NONE else [edge for edge in _edges(tree, int(best.node)) if edge.visits > 0]
    return line


class SearchBot(Bot):
    """A bot that searches, on one thread or several, each with its own tree. The budget is for one decision."""

    def __init__(
        self, game: Game, seed: int, budget: Budget, threads: int = 1, style: Style | None = None, name: str = "search"
    ) -> None:
        self.name = name
        self.budget = budget
        self._engine = engine(game)
        self._thinking = ready(game)
        self._style = style or bots_of(game).style or PLAIN
        self._threads = threads
        self._seed = seed

    def begin(self, seed: int) -> None:
        self._seed = seed

    def decide(self, question: Question) -> Answer:
        legal = question.legal()
        if len(legal) == 1:
            return Answer(legal[0])
        seconds = math.inf if self.budget.milliseconds is None else self.budget.milliseconds / 1000
        end = time.perf_counter() + seconds
        model = model_for(question.settings)
        players = question.settings.players
        observed = self._engine.buffer(
            1
        )  # observe again: even if the host passes a whole position, nothing hidden shows
        self._engine.observe(question.observation[np.newaxis], observed)
        seen = hashlib.blake2b(observed.tobytes(), digest_size=8).digest()
        seed = int.from_bytes(seen, "big") ^ self._seed
        work = [self._memory((seed + thread) % 2**64) for thread in range(self._threads)]
        self._search_all(observed[0], players, model, work, end)
        trees = [tree for _, tree in work]
        found = _summed(trees)
        if not found:  # a single iteration evaluates the position itself and visits no decision
            return Answer(int(self._thinking.think(observed[0], players, 0, model, *work[0], 0.0)))
        return Answer(found[0].decision, self._thoughts(question, trees, found))

    def _search_all(
        self, observation: Raw, players: int, model: Model, work: Sequence[tuple[Desk, Tree]], end: float
    ) -> None:
        """Search all trees, the first one in this thread. An interrupt of this thread ends the others too."""
        ending = threading.Event()
        with ThreadPoolExecutor(len(work)) as pool:
            others = [pool.submit(self._search, observation, players, model, *one, end, ending) for one in work[1:]]
            try:
                self._search(observation, players, model, *work[0], end, ending)
                for other in others:
                    other.result()
            finally:
                ending.set()

    def _memory(self, seed: int) -> tuple[Desk, Tree]:
        if self.budget.iterations is not None:
            nodes = self.budget.iterations + 1
        else:
            nodes = int((self.budget.milliseconds or 0) / 1000 * FASTEST) + SPARE
        nodes = min(nodes, MOST_NODES)  # a full tree stops growing; the search continues in it
        edges = nodes * EDGES_AN_ITERATION + SPARE
        return self._thinking.desk(seed), self._thinking.tree(nodes, edges, self._style)

    def _search(
        self, observation: Raw, players: int, model: Model, desk: Desk, tree: Tree, end: float, ending: threading.Event
    ) -> None:
        """Search in slices until the budget is used up."""
        size = FIRST_SLICE
        while not ending.is_set():
            left = size
            if self.budget.iterations is not None:
                left = self.budget.iterations - int(tree.counts[ITERATIONS])
            began = time.perf_counter()
            if left <= 0 or (began >= end and tree.counts[ITERATIONS]):
                return
            size = min(size, left)
            self._thinking.think(observation, players, size, model, desk, tree, 0.0)
            now = time.perf_counter()
            an_iteration = max(now - began, LEAST_SECONDS) / size
            size = max(1, min(FASTER * size, int(min(SLICE_SECONDS, end - now) / an_iteration)))

    def _thoughts(self, question: Question, trees: Sequence[Tree], found: Sequence[Found]) -> dict[str, Any]:
        alone = question.settings.players == 1
        return {
            "iterations": int(sum(tree.counts[ITERATIONS] for tree in trees)),
            "considered": [
                {
                    "decision": one.decision,
                    "text": question.text(one.decision),
                    "visits": one.visits,
                    "score": round(one.points / one.visits, DIGITS),
                }
                | ({} if alone else {"win_chance": round(one.wins / one.visits, DIGITS)})
                for one in found
                if one.visits
            ],
            "line": [question.text(decision) for decision in _line(trees[0], found[0].decision)],
        }
