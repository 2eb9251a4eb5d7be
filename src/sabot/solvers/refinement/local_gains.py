"""Changes at one information set that gain: a profile with one lacks a refinement.

A profile is not subgame-perfect if in a subgame a player gains by a deviation. It is not
extensive-form-perfect if at an information set some action is better than one that is played,
however small the mistakes of all players are (Selten 1975), and not quasi-perfect if that holds
for the mistakes of the other players only (van Damme 1984). The gain of an action is a polynomial
in the probabilities of mistakes. It is positive for all small ones if each negative term is a
multiple of a positive one by further mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, Node, TerminalNode
from sabot.progress import raise_if_cancelled
from sabot.solvers.refinement.subgame_perfect import Assignment, InfosetSpot, find_subgame_roots
from sabot.solvers.refinement.trembles import choose_orders, order_gap

MOST_NODES = 400
"""Of a tree whose gains are looked at as polynomials."""
MOST_TERMS = 5_000
"""Of a gain as a polynomial; a longer one is not looked at."""
HIGHEST_ORDER = 30
"""Of a mistake, as a power of e."""
ActionSpot = tuple[int, int, int]
"""A player, an information set of it, and the number of an action."""
_ZERO, _ONE = Fraction(0), Fraction(1)
_Mistakes = frozenset[tuple[InfosetSpot, int]]
"""Unplayed actions, each at an information set: what a term is the product of."""
_Gain = dict[_Mistakes, Fraction]


def node_payoffs(tree: GameTree, choices: Assignment) -> Mapping[int, tuple[Fraction, ...]]:
    """Return what every player is paid from every node on, by the identity of the node."""
    worth: dict[int, tuple[Fraction, ...]] = {}
    for node in reversed(list(tree.walk())):
        if isinstance(node, TerminalNode):
            worth[id(node)] = tuple(map(Fraction, node.payoffs))
            continue
        shares = _shares(node, choices)
        worth[id(node)] = tuple(
            sum(
                (s * worth[id(c)][seat] for s, c in zip(shares, node.children, strict=True) if s),
                _ZERO,
            )
            for seat in range(len(tree.seats))
        )
    return worth


def _shares(node: ChanceNode | DecisionNode, choices: Assignment) -> Sequence[Fraction]:
    if isinstance(node, DecisionNode):
        return choices[node.seat, node.view]
    return [Fraction(weight, node.total) for weight in node.weights]


def is_subgame_perfect(tree: GameTree, choices: Assignment) -> bool:
    """Return whether no player gains by a deviation in any subgame."""
    worth = node_payoffs(tree, choices)
    roots = find_subgame_roots(tree)
    places = {id(root) for root in roots}
    return all(
        _best_payoff(root, seat, choices, worth, places) == worth[id(root)][seat]
        for root in roots
        for seat in range(len(tree.seats))
    )


def _best_payoff(
    root: Node,
    seat: int,
    choices: Assignment,
    worth: Mapping[int, tuple[Fraction, ...]],
    places: set[int],
) -> Fraction:
    """Return what a best response pays in a subgame; those inside it pay what they are worth."""
    earned: dict[tuple[int, int] | None, Fraction] = {}
    parents: dict[int, tuple[int, int] | None] = {}
    sizes: dict[int, int] = {}
    stack: list[tuple[Node, Fraction, tuple[int, int] | None]] = [(root, _ONE, None)]
    while stack:
        node, weight, last = stack.pop()
        if isinstance(node, TerminalNode) or (node is not root and id(node) in places):
            earned[last] = earned.get(last, _ZERO) + weight * worth[id(node)][seat]
        elif isinstance(node, DecisionNode) and node.seat == seat:
            parents.setdefault(node.view, last)
            sizes[node.view] = len(node.children)
            stack += [(child, weight, (node.view, n)) for n, child in enumerate(node.children)]
        else:
            shares = _shares(node, choices)
            stack += [(c, weight * s, last) for c, s in zip(node.children, shares, strict=True)]
    for view in reversed(parents):  # met from the root on, so parents before children
        best = max(earned.get((view, n), _ZERO) for n in range(sizes[view]))
        earned[parents[view]] = earned.get(parents[view], _ZERO) + best
    return earned.get(None, _ZERO)


def gains_despite_mistakes(tree: GameTree, choices: Assignment, *, of_all: bool) -> bool:
    """Return whether some action is better than a played one, however small the mistakes are.

    Mistakes *of_all* players, or of the others only. It is looked for where everything after the
    information set, and everything that others do before it, is a pure choice; False where it is
    not seen.
    """
    for spot, earned in _earned(tree, choices, of_all=of_all):
        mix = choices[spot]
        for played in (n for n, chance in enumerate(mix) if chance):
            for other, amount in enumerate(earned):
                if other != played and _is_always_more(amount, earned[played]):
                    return True
    return False


def actions_without_gain(
    tree: GameTree, choices: Assignment, at: InfosetSpot, *, of_all: bool
) -> list[int]:
    """Return the actions at one information set over which no other is seen to be better.

    They do not depend on what is chosen there.
    """
    for spot, earned in _earned(tree, choices, of_all=of_all):
        if spot == at:
            return [
                n
                for n, amount in enumerate(earned)
                if not any(_is_always_more(other, amount) for other in earned)
            ]
    return [*range(len(choices[at]))]


def orders_of_mistakes(
    tree: GameTree, choices: Assignment, *, of_all: bool
) -> dict[ActionSpot, int] | None:
    """Return powers of e of the mistakes for which a pure profile has a refinement.

    None if no mistakes make every choice best. If some do, there are also some of the form
    ``c e**w``, to the lowest order (curve selection lemma). In the gain of each action that is not
    played a negative term is then of an order as low as that of every positive one. For each
    choice of such terms the orders solve a linear program. Empty where that is not decided.
    """
    if any(_ONE not in mix for mix in choices.values()):
        return {}
    unplayed = [(*spot, n) for spot, mix in choices.items() for n, c in enumerate(mix) if not c]
    columns = {((seat, view), n): k for k, (seat, view, n) in enumerate(unplayed)}
    options: list[list[list[list[Fraction]]]] = []
    all_seen, met = True, 0
    for spot, earned in _earned(tree, choices, of_all=of_all):
        stays = earned[choices[spot].index(_ONE)]
        for n, amount in enumerate(earned):
            met += 1
            if amount is None or stays is None:
                all_seen = False
            elif not choices[spot][n]:
                signs = _lowest_terms(_difference(amount, stays))
                more, less = ([frozenset(columns[m] for m in t) for t in own] for own in signs)
                if more and frozenset() not in less:
                    options.append([[order_gap(t, p, len(columns)) for p in more] for t in less])
    if not met or not unplayed:
        return {}
    orders, possible = choose_orders(options, len(columns))
    if orders is None:
        return {} if possible else None
    few = all_seen and max(orders, default=0) <= HIGHEST_ORDER
    return dict(zip(unplayed, orders, strict=True)) if few else {}


def _earned(
    tree: GameTree, choices: Assignment, *, of_all: bool
) -> Iterator[tuple[InfosetSpot, list[_Gain | None]]]:
    """Yield each information set, with what its player earns by each action there."""
    nodes: dict[InfosetSpot, list[tuple[DecisionNode, _Gain | None]]] = {}
    if tree.size > MOST_NODES:
        return
    for seat in range(len(tree.seats)):
        _reach_nodes(tree, choices, seat, nodes)
    for (seat, view), held in nodes.items():
        exact = None if of_all else seat
        yield (
            (seat, view),
            [
                _total(
                    [_times(at, _payoff(one.children[n], seat, choices, exact)) for one, at in held]
                )
                for n in range(len(choices[seat, view]))
            ],
        )


def _reach_nodes(
    tree: GameTree,
    choices: Assignment,
    seat: int,
    nodes: dict[InfosetSpot, list[tuple[DecisionNode, _Gain | None]]],
) -> None:
    """Add a player's nodes, each with the probability that the others lead there."""
    stack: list[tuple[Node, _Gain | None]] = [(tree.root, {frozenset(): _ONE})]
    while stack:
        node, reach = stack.pop()
        if isinstance(node, TerminalNode):
            continue
        own = isinstance(node, DecisionNode) and node.seat == seat
        if isinstance(node, DecisionNode) and own:
            nodes.setdefault((seat, node.view), []).append((node, reach))
        for n, child in enumerate(node.children):
            stack.append((child, reach if own else _times(reach, _share(node, n, choices, None))))


def _share(
    node: ChanceNode | DecisionNode, n: int, choices: Assignment, exact: int | None
) -> _Gain | None:
    """Return the probability of a branch; None at a mix. One player may make no mistakes."""
    if isinstance(node, ChanceNode):
        return {frozenset(): Fraction(node.weights[n], node.total)}
    spot = node.seat, node.view
    mix = choices[spot]
    if node.seat == exact:
        return {frozenset(): mix[n]} if mix[n] else {}
    if _ONE not in mix:
        return None
    if not mix[n]:
        return {frozenset([(spot, n)]): _ONE}
    mistakes = {frozenset([(spot, k)]): -_ONE for k in range(len(mix)) if k != n}
    return {frozenset(): _ONE, **mistakes}


def _payoff(node: Node, seat: int, choices: Assignment, exact: int | None) -> _Gain | None:
    """Return what a player is paid from a node on."""
    raise_if_cancelled()
    if isinstance(node, TerminalNode):
        return {frozenset(): Fraction(node.payoffs[seat])} if node.payoffs[seat] else {}
    parts = []
    for n, child in enumerate(node.children):
        share = _share(node, n, choices, exact)
        if share is None:
            return None
        parts.append(_times(share, _payoff(child, seat, choices, exact)) if share else {})
    return _total(parts)


def _times(one: _Gain | None, two: _Gain | None) -> _Gain | None:
    if one is None or two is None or len(one) * len(two) > MOST_TERMS:
        return None
    found: _Gain = {}
    for a, x in one.items():
        for b, y in two.items():
            found[a | b] = found.get(a | b, _ZERO) + x * y
    return found


def _total(parts: Sequence[_Gain | None]) -> _Gain | None:
    found: _Gain = {}
    for part in parts:
        if part is None:
            return None
        for term, amount in part.items():
            found[term] = found.get(term, _ZERO) + amount
    return found if len(found) <= MOST_TERMS else None


def _is_always_more(one: _Gain | None, two: _Gain | None) -> bool:
    """Return whether one amount is seen to be greater than another for all small mistakes."""
    if one is None or two is None:
        return False
    more, less = _lowest_terms(_difference(one, two))
    return bool(more) and all(any(better < term for better in more) for term in less)


def _difference(one: _Gain, two: _Gain) -> _Gain:
    return {term: one.get(term, _ZERO) - two.get(term, _ZERO) for term in one.keys() | two.keys()}


def _lowest_terms(gain: _Gain) -> tuple[list[_Mistakes], list[_Mistakes]]:
    """Return the positive and the negative terms that are no multiples of one of the same sign."""
    signs = (
        [term for term, amount in gain.items() if amount > 0],
        [term for term, amount in gain.items() if amount < 0],
    )
    more, less = ([t for t in own if not any(u < t for u in own)] for own in signs)
    return more, less
