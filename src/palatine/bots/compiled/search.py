"""Monte Carlo tree search for any number of players and chance, over the contract of a game.

Every iteration resamples the hidden fields and descends the tree by decisions alone (open loop). A node stands for all
positions that a sequence of decisions can lead to; where something was revealed on the way, only the decisions that are
legal in the sampled position count. Each seat maximises its own reward (max^n).

The first visit to a node evaluates the position, by the fitted evaluation or by a random playout. The second visit
evaluates every decision one step ahead, which gives each a first estimate and a prior. PUCT then selects.

The reward of a seat is its margin over the best other seat, squashed by a logistic function: a small lead counts, a
landslide adds little.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palatine.bots.compiled.evaluation import Desk, Model, best_at_once, expected, worth_at_once
from palatine.core import contract
from palatine.core.bits import wide
from palatine.core.bots import Style
from palatine.core.chance import next_random
from palatine.core.compiled import inlined, kernel
from palatine.core.heuristics import Floats, rivals_matter

NONE = -1
ROOT = 0
DEEPEST = 128

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("met", np.int32),  # 1 when it has been evaluated
                ("visits", np.int32),
                ("first", np.int32),  # of its edges; NONE before it is expanded
                ("rival", np.float32),  # the expected points of the best other seat at the first visit
            ],
            align=True,
        ),
    )
)
EDGE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("decision", np.int32),
                ("owner", np.int32),  # its parent node
                ("node", np.int32),  # its child node; NONE before the first visit
                ("next", np.int32),  # the next edge of the same node
                ("visits", np.int32),
                ("met", np.int32),  # the last iteration in which it was legal
                ("guess", np.float32),  # the first estimate of its reward, from one step ahead
                ("weight", np.float32),  # its prior, not normalised
                ("reward", np.float64),  # reward, points and wins: sums over its visits, for the seat that decides
                ("points", np.float64),
                ("wins", np.float64),
            ],
            align=True,
        ),
    )
)

KNOBS = np.dtype((np.record, np.dtype([(field.name, np.float32) for field in dataclasses.fields(Style)])))
"""The parameters of a search: the fields of a `Style`, by name."""


def knobs_of(style: Style) -> NDArray[Any]:
    """Return a style as the compiled search takes it: an array of one record."""
    return np.array([dataclasses.astuple(style)], dtype=KNOBS)


# The counts of a tree.
NODES, EDGES, ITERATIONS, COUNTS = range(4)


class Tree(NamedTuple):
    """The memory of a search."""

    nodes: Any
    edges: Any
    counts: NDArray[np.int64]
    edge_of: NDArray[np.int32]  # by decision: its edge in the node last gathered; check before use
    path: NDArray[np.int64]  # the edges of the current iteration
    seats: NDArray[np.int64]  # the seats that decided on them
    points: Floats
    totals: NDArray[np.int32]
    ranking: NDArray[np.int64]
    knobs: Any


@inlined
def new_node(tree: Tree) -> int:
    """Return a new node; NONE when the memory is full."""
    node = tree.counts[NODES]
    if node == tree.nodes.shape[0]:
        return NONE
    tree.counts[NODES] = node + 1
    tree.nodes[node].met = 0
    tree.nodes[node].visits = 0
    tree.nodes[node].first = NONE
    return node


@kernel
def squashed(margin: float, scale: float) -> float:
    return 1.0 / (1.0 + math.exp(-margin / scale))


@kernel
def lead(points: Floats, players: int, seat: int, solo_target: float) -> float:
    """Return the lead of a seat over the best other seat; in a solo game, over a target."""
    rival = np.float32(-1e9)
    for other in range(players):
        if other != seat:
            rival = max(rival, points[other])
    return points[seat] - (rival if players > 1 else np.float32(solo_target))


@inlined
def judge(states: Any, players: int, searching: int, model: Model, desk: Desk, tree: Tree) -> None:
    """Write the points that each seat can expect in the position reached, or its totals if the game is over.

    With `whole`, for games whose turns have several decisions, play on until the `searching` seat's turn begins: then all
    seats have had the same number of turns. In the middle of a turn, whose turn it is would matter more than the decision.
    """
    state = states[0, 0]
    anywhere = tree.knobs[0].whole == 0.0 or players == 1
    begins, played = anywhere, 0
    if tree.knobs[0].playouts > 0.0:
        while contract.seat(state) != contract.OVER:
            contract.apply(state, contract.choose(state, next_random(desk.random)))
    while contract.seat(state) != contract.OVER and (played < wide(tree.knobs[0].ahead) or not begins):
        seat = contract.seat(state)
        contract.apply(state, best_at_once(states, desk.positions[0], players, model, desk, tree.totals, 0.0))
        played += 1
        begins = anywhere or (seat != searching and contract.seat(state) == searching)
    if contract.seat(state) == contract.OVER:
        contract.points(state, tree.totals)
        for seat in range(players):
            tree.points[seat] = tree.totals[seat]
        return
    for seat in range(players):
        tree.points[seat] = expected(state, seat, model, desk)


@inlined
def add_edge(
    states: Any, node: int, seat: int, players: int, decision: int, model: Model, desk: Desk, tree: Tree
) -> int:
    """Evaluate a decision one step ahead. Return its edge, or NONE when the memory is full."""
    edge = tree.counts[EDGES]
    if edge == tree.edges.shape[0]:
        return NONE
    tree.counts[EDGES] = edge + 1
    worth = np.float32(0.0)
    if tree.knobs[0].playouts == 0.0:
        desk.positions[1, :] = desk.positions[0]
        after = states[1, 0]
        contract.apply(after, decision)
        rivals = rivals_matter(states[0, 0])
        worth = worth_at_once(after, seat, players, rivals, model, desk, tree.totals)
    here = tree.edges[edge]
    here.decision = decision
    here.owner = node
    here.met = NONE
    here.node = NONE
    here.visits = 0
    here.guess = worth
    here.reward = 0.0
    here.points = 0.0
    here.wins = 0.0
    here.next = tree.nodes[node].first
    tree.nodes[node].first = edge
    return edge


@inlined
def finish_edges(node: int, margins: bool, tree: Tree) -> None:
    """Turn the values of the edges just added, in points or as margins, into first estimates and priors."""
    best = np.float32(-1e9)
    edge = wide(tree.nodes[node].first)
    while edge != NONE:
        if tree.edges[edge].met == NONE:
            best = max(best, tree.edges[edge].guess)
        edge = wide(tree.edges[edge].next)
    edge = wide(tree.nodes[node].first)
    rival = np.float32(0.0) if margins else tree.nodes[node].rival
    while edge != NONE:
        here = tree.edges[edge]
        if here.met == NONE and tree.knobs[0].playouts > 0.0:
            here.weight = 1.0
            here.guess = 0.5
        elif here.met == NONE:
            here.weight = math.exp((here.guess - best) / tree.knobs[0].prior_temperature)
            here.guess = squashed(here.guess - rival, tree.knobs[0].scale)
        edge = wide(here.next)


@inlined
def gather_edges(states: Any, node: int, seat: int, players: int, model: Model, desk: Desk, tree: Tree) -> None:
    """Mark the edges that are legal in this position as met in this iteration, and add those that are new."""
    now = tree.counts[ITERATIONS]
    edge = wide(tree.nodes[node].first)
    while edge != NONE:
        tree.edge_of[tree.edges[edge].decision] = edge
        edge = wide(tree.edges[edge].next)
    added = False
    for i in range(contract.legal(states[0, 0], desk.listed)):
        decision = wide(desk.listed[i])
        edge = wide(tree.edge_of[decision])
        if edge < tree.counts[EDGES] and tree.edges[edge].owner == node and tree.edges[edge].decision == decision:
            tree.edges[edge].met = now
        elif add_edge(states, node, seat, players, decision, model, desk, tree) == NONE:
            break
        else:
            added = True
    if added:
        finish_edges(node, players > 1 and rivals_matter(states[0, 0]), tree)
        edge = wide(tree.nodes[node].first)
        while edge != NONE and tree.edges[edge].met == NONE:
            tree.edges[edge].met = now
            edge = wide(tree.edges[edge].next)


@inlined
def promising(node: int, tree: Tree, any_edge: bool) -> int:
    """Return the edge that PUCT selects from all edges, or from those met in this iteration; NONE if there is none."""
    now = tree.counts[ITERATIONS]
    prior_visits = tree.knobs[0].prior_visits
    weights = np.float32(0.0)
    edge = wide(tree.nodes[node].first)
    while edge != NONE:
        here = tree.edges[edge]
        if any_edge or here.met == now:
            weights += here.weight
        edge = wide(here.next)
    visits = max(1, wide(tree.nodes[node].visits))
    exploration = tree.knobs[0].c_puct * math.sqrt(visits) / max(weights, np.float32(1e-9))
    chosen, best = NONE, -1.0
    edge = wide(tree.nodes[node].first)
    while edge != NONE:
        here = tree.edges[edge]
        if any_edge or here.met == now:
            worth = (here.reward + prior_visits * here.guess) / (here.visits + prior_visits)
            worth += exploration * here.weight / (1 + here.visits)
            if worth > best:
                chosen, best = edge, worth
        edge = wide(here.next)
    return chosen


@inlined
def learn(depth: int, players: int, over: bool, tree: Tree) -> None:
    """Back up the evaluation of an iteration to all decisions that led to it."""
    for step in range(depth):
        seat = tree.seats[step]
        here = tree.edges[tree.path[step]]
        margin = lead(tree.points, players, seat, tree.knobs[0].solo_target)
        here.visits += 1
        here.reward += squashed(margin, tree.knobs[0].scale)
        here.points += tree.points[seat]
        if not over:
            here.wins += squashed(margin, tree.knobs[0].standard_deviation)
        else:
            here.wins += _share_of_victory(tree.ranking, players, seat)
        tree.nodes[here.owner].visits += 1


@kernel
def _share_of_victory(ranking: NDArray[np.int64], players: int, seat: int) -> float:
    winners = 0
    for other in range(players):
        if ranking[other] > ranking[seat]:
            return 0.0
        if ranking[other] == ranking[seat]:
            winners += 1
    return 1.0 / winners


@inlined
def think(
    states: Any, root: NDArray[np.uint8], players: int, iterations: int, model: Model, desk: Desk, tree: Tree
) -> None:
    """Run some iterations from an observation, on a tree that is new or belongs to the same observation."""
    if tree.counts[NODES] == 0:
        new_node(tree)
    for _ in range(iterations):
        tree.counts[ITERATIONS] += 1
        desk.positions[0, :] = root
        state = states[0, 0]
        searching, revealed = contract.seat(state), contract.revealed(state)
        contract.resample(state, desk.random)
        node, depth, judged = ROOT, 0, False
        while node != NONE and depth < DEEPEST and contract.seat(state) != contract.OVER:
            seat = contract.seat(state)
            here = tree.nodes[node]
            if not here.met:
                judge(states, players, searching, model, desk, tree)
                judged = True
                here.met = 1
                here.rival = tree.points[seat] - lead(tree.points, players, seat, tree.knobs[0].solo_target)
                break
            all_known = here.first != NONE and contract.revealed(state) == revealed
            if not all_known:
                gather_edges(states, node, seat, players, model, desk, tree)
            edge = promising(node, tree, all_known)
            if edge == NONE:
                break
            tree.path[depth] = edge
            tree.seats[depth] = seat
            depth += 1
            if tree.edges[edge].node == NONE:
                tree.edges[edge].node = new_node(tree)
            node = wide(tree.edges[edge].node)
            contract.apply(state, wide(tree.edges[edge].decision))
        if not judged:
            judge(states, players, searching, model, desk, tree)
        over = contract.seat(state) == contract.OVER
        if over:
            contract.ranking(state, tree.ranking)
        learn(depth, players, over, tree)
