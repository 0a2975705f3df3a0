"""Monte-Carlo tree search for any number of players and chance, over the contract of a game.

Every iteration draws the hidden fields anew (`resample`) and walks down the tree by the decisions alone (open loop): a
node stands for all positions that a row of decisions can lead to, and where something was revealed on the way only the
decisions that are legal in the position at hand are considered. Each seat follows its own interest (max^n).

A node that is met for the first time is judged: by the fitted evaluation, or by playing at random to the end. When it
is met again its decisions are all looked at one step ahead by the same evaluation; that makes a first guess of what
each is worth, and the prior with which the rule of selection (PUCT) spreads the visits.

What is learned of a decision counts for the seat that makes it: its reward is its margin over the best of the others,
squashed, so that a lead of some points counts and a landslide does not.
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
                ("met", np.int32),  # 1 when it has been judged
                ("visits", np.int32),
                ("first", np.int32),  # of its edges; NONE before it is expanded
                ("rival", np.float32),  # the points that the best of the other seats expected when it was first met
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
                ("owner", np.int32),  # the node whose edge it is
                ("node", np.int32),  # where it leads; NONE before it was followed
                ("next", np.int32),  # of the same node
                ("visits", np.int32),
                ("met", np.int32),  # the last iteration in which it was legal
                ("guess", np.float32),  # the reward expected from one step ahead
                ("weight", np.float32),  # its prior, not yet divided by the sum of all
                ("reward", np.float64),  # the sums over its visits, for the seat that decides
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
    """A style as the compiled search takes it: an array of one record."""
    return np.array([dataclasses.astuple(style)], dtype=KNOBS)


# The counts of a tree.
NODES, EDGES, ITERATIONS, COUNTS = range(4)


class Tree(NamedTuple):
    """The memory of a search."""

    nodes: Any
    edges: Any
    counts: NDArray[np.int64]
    edge_of: NDArray[np.int32]  # by decision: the edge found last, to be checked
    path: NDArray[np.int64]  # the edges followed in an iteration
    seats: NDArray[np.int64]  # and who followed them
    points: Floats
    totals: NDArray[np.int32]
    ranking: NDArray[np.int64]
    knobs: Any


@inlined
def new_node(tree: Tree) -> int:
    """A node not yet met; NONE when the memory is used up."""
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
    """By how much a seat is ahead of the best of the others; alone, of a target."""
    rival = np.float32(-1e9)
    for other in range(players):
        if other != seat:
            rival = max(rival, points[other])
    return points[seat] - (rival if players > 1 else np.float32(solo_target))


@inlined
def judge(states: Any, players: int, searching: int, model: Model, desk: Desk, tree: Tree) -> None:
    """Write the points that each seat can expect of the position walked to; a game that is over has them.

    Where a turn has several decisions, positions are judged when the `searching` seat's turn begins: all seats have
    had as many turns then. Otherwise it would count who is in the middle of one, more than what was decided.
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
    """Look at a decision one step ahead; its edge, or NONE when the memory is used up."""
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
    """Turn what the edges just added are worth, in points or as margins, into first guesses and priors."""
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
    """Mark the edges that are legal in this position as met in this iteration, adding those not known yet."""
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
    """The edge to follow (PUCT): of all, or of those met in this iteration; NONE where there is none."""
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
    urge = tree.knobs[0].c_puct * math.sqrt(visits) / max(weights, np.float32(1e-9))
    chosen, best = NONE, -1.0
    edge = wide(tree.nodes[node].first)
    while edge != NONE:
        here = tree.edges[edge]
        if any_edge or here.met == now:
            worth = (here.reward + prior_visits * here.guess) / (here.visits + prior_visits)
            worth += urge * here.weight / (1 + here.visits)
            if worth > best:
                chosen, best = edge, worth
        edge = wide(here.next)
    return chosen


@inlined
def learn(depth: int, players: int, over: bool, tree: Tree) -> None:
    """Carry what the end of an iteration was judged to be back to all decisions that led to it."""
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
    """Go through some iterations from an observation, on a tree that is new or was begun for the same one."""
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
