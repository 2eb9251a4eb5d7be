"""Trees are solved backward as plain backward induction and lists of pure strategies say."""

from fractions import Fraction as F
from itertools import product
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, TerminalNode, TreeInfoset
from sabot.forms.sequence_nplayer import nplayer_form_of_tree
from sabot.solvers.nash import backward_induction, solve
from sabot.solvers.nash.backward_induction import find_closed_parts, solve_backward
from sabot.solvers.nplayer.solve import solve_nplayer
from sabot.solvers.refinement.subgame_perfect import find_subgame_roots

SEATS = ("ann", "bob", "cid")


class Grown:
    """A random tree: some nodes are chance, some stages are played at once, the rest is seen."""

    def __init__(self, dice, seats, depth, *, stages):
        self.dice, self.seats, self.stages = dice, seats, stages
        self.infosets = [[] for _ in range(seats)]
        self.size = 0
        root = self.node(depth)
        self.tree = GameTree(SEATS[:seats], root, tuple(map(tuple, self.infosets)), self.size)

    def asked(self, seat, count):
        labels = tuple(f"a{k}" for k in range(count))
        number = len(self.infosets[seat])
        self.infosets[seat].append(TreeInfoset((), f"v{number}", labels))
        return number, labels

    def node(self, depth):
        self.size += 1
        dice = self.dice
        if depth == 0 or dice.random() < 0.15:
            return TerminalNode(tuple(dice.randrange(-50, 51) for _ in range(self.seats)))
        kind = dice.random()
        count = dice.randrange(2, 4)
        if kind < 0.2:
            weights = tuple(dice.randrange(1, 4) for _ in range(count))
            below = [self.node(depth - 1) for _ in range(count)]
            return ChanceNode(tuple(range(count)), weights, sum(weights), below)
        if kind < 0.2 + self.stages:
            first, second = dice.sample(range(self.seats), 2)
            one, labels = self.asked(first, 2)
            two, others = self.asked(second, count)
            rows = [
                DecisionNode(second, two, others, [self.node(depth - 1) for _ in others])
                for _ in labels
            ]
            self.size += 2
            return DecisionNode(first, one, labels, rows)
        seat = dice.randrange(self.seats)
        view, labels = self.asked(seat, count)
        return DecisionNode(seat, view, labels, [self.node(depth - 1) for _ in labels])


def plain(tree):
    """Return what backward induction pays, and the action at every information set."""
    chosen = {}

    def worth(node):
        if isinstance(node, TerminalNode):
            return tuple(map(F, node.payoffs))
        below = [worth(child) for child in node.children]
        if isinstance(node, ChanceNode):
            shares = [F(weight, node.total) for weight in node.weights]
            return tuple(
                sum(share * paid[seat] for share, paid in zip(shares, below, strict=True))
                for seat in range(len(tree.seats))
            )
        own = [paid[node.seat] for paid in below]
        assume(len(set(own)) == len(own))  # else there are several equilibria
        best = own.index(max(own))
        chosen[node.seat, f"v{node.view}"] = node.labels[best]
        return below[best]

    return worth(tree.root), chosen


def refuse(part):
    pytest.fail(f"a part of perfect information has {part.sides}")


@given(st.integers(0, 2**32), st.integers(2, 3), st.integers(2, 6))
def test_perfect_information_is_solved_as_by_plain_backward_induction(seed, seats, depth):
    tree = Grown(Random(seed), seats, depth, stages=0).tree
    assume(any(tree.infosets))
    paid, chosen = plain(tree)
    form = nplayer_form_of_tree(tree)
    parts = find_closed_parts(form)
    assert all(part.single for part in parts)
    tables = solve_backward(form, parts, refuse)
    found = {
        (seat, view): next(action for action, chance in mix.items() if chance == 1)
        for seat, table in enumerate(tables)
        for view, mix in table.items()
    }
    assert found == chosen
    with patch.object(backward_induction, "_SMALL", 0):
        if len(form.seats) == 2 and len(parts) > 1:
            assert solve.solve_general_sum_tree(form).payoffs == paid
        elif len(parts) > 1:
            profile = solve_nplayer("tree", form)
            assert profile.equilibrium
            assert tuple(profile.payoffs.values()) == paid or "backward" not in profile.method


def evaluate(tree, root, tables):
    """Return what strategies pay from a node on, walking down every branch."""
    total = [F(0)] * len(tree.seats)
    stack = [(root, F(1))]
    while stack:
        node, chance = stack.pop()
        if isinstance(node, TerminalNode):
            for seat, paid in enumerate(node.payoffs):
                total[seat] += chance * paid
            continue
        shares = (
            [F(weight, node.total) for weight in node.weights]
            if isinstance(node, ChanceNode)
            else [tables[node.seat][f"v{node.view}"][action] for action in node.labels]
        )
        stack += [(c, chance * s) for c, s in zip(node.children, shares, strict=True) if s]
    return total


def most_by_pure_strategies(tree, root, tables, seat):
    """Return the most that a seat is paid from a node on by a pure strategy, of all of them."""
    own = {}
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, TerminalNode):
            continue
        if isinstance(node, DecisionNode) and node.seat == seat:
            own[f"v{node.view}"] = node.labels
        stack += node.children
    if not own or len(own) > 9:
        return None
    best = None
    for picked in product(*own.values()):
        mine = dict(tables[seat])
        for view, action in zip(own, picked, strict=True):
            mine[view] = {a: F(a == action) for a in own[view]}
        paid = evaluate(tree, root, [mine if n == seat else t for n, t in enumerate(tables)])[seat]
        best = paid if best is None else max(best, paid)
    return best


@given(st.integers(0, 2**32), st.integers(2, 4))
def test_in_every_subgame_no_pure_strategy_gains(seed, depth):
    tree = Grown(Random(seed), 2, depth, stages=0.5).tree
    assume(any(tree.infosets))
    form = nplayer_form_of_tree(tree)
    parts = find_closed_parts(form)
    held = [spot for part in parts for spot in part.infosets]
    assert len(set(held)) == len(held) == sum(map(len, tree.infosets))
    assert max(len(part.infosets) for part in parts) <= 2  # every stage is a subgame
    tables = solve_backward(form, parts, lambda part: solve.find_tree_equilibrium(part).plans)
    for root in find_subgame_roots(tree):
        paid = evaluate(tree, root, tables)
        for seat in (0, 1):
            most = most_by_pure_strategies(tree, root, tables, seat)
            assert most is None or most == paid[seat]
    if len(parts) > 1:
        with patch.object(backward_induction, "_SMALL", 0):
            found = solve.solve_general_sum_tree(form)
        assert "backward" in found.method
        assert list(found.payoffs) == evaluate(tree, tree.root, found.tables)


@given(st.integers(0, 2**32))
def test_stages_of_two_among_three_players_leave_nobody_a_gain(seed):
    tree = Grown(Random(seed), 3, 3, stages=0.5).tree
    form = nplayer_form_of_tree(tree)
    assume(len(find_closed_parts(form)) > 1)
    with patch.object(backward_induction, "_SMALL", 0):
        found = solve_nplayer("tree", form)
    tables = [found.played[seat] for seat in found.seats]
    paid = evaluate(tree, tree.root, tables)
    assert paid == list(found.payoffs.values())
    for seat in range(3):
        most = most_by_pure_strategies(tree, tree.root, tables, seat)
        assert most is None or most == paid[seat]
