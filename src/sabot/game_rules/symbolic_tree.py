"""Symbolic game trees, whose steps represent many deals; to explicit tree and sequence form.

Information sets get their numbers in the order in which the explicit tree reaches them, so that
:func:`expand_tree` gives node for node the tree of explicit cards, and
:func:`sequence_form_of_symbolic_tree` the same sequence form as that tree, in one pass over arrays
and without building it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from sabot.cards.shoe import Shoe
from sabot.errors import FormError, NoMethodError
from sabot.forms.extensive import (
    ChanceNode,
    DecisionNode,
    GameTree,
    Node,
    ObservationHistory,
    TerminalNode,
    TreeInfoset,
)
from sabot.forms.sequence import (
    Infoset,
    SequenceForm,
    Treeplex,
    require_two_seats,
    sequence_form_of_tree,
)
from sabot.game_rules.lazy_card import (
    MAX_WEIGHT,
    CardPlaceholder,
    DealPartition,
    DealTable,
    IndexArray,
    NeedsExplicitDeal,
)
from sabot.game_rules.table import infoset_key
from sabot.progress import raise_if_cancelled, report_progress


class SymbolicStep:
    """One step of the rules, in all deals in which it is taken."""

    __slots__ = ("branch", "children", "deals", "parent", "seen", "steps")

    def __init__(self, deals: DealTable, seen: dict[str, ObservationHistory], steps: int) -> None:
        self.deals = deals
        self.seen = seen
        """What the seats know here, unseen cards by their marks."""
        self.steps = steps
        self.parent: SymbolicStep | None = None
        self.branch = 0
        self.children: list[SymbolicStep] = []

    @property
    def width(self) -> int:
        """The number of branches after this step."""
        return 1

    def after(self, branch: int) -> DealTable:
        """Return the deals that continue with *branch*."""
        return self.deals

    def where(self) -> list[SymbolicStep]:
        """Return the steps from the first one to here."""
        steps: list[SymbolicStep] = []
        step: SymbolicStep | None = self
        while step is not None:
            steps.append(step)
            step = step.parent
        return steps[::-1]


class DrawStep(SymbolicStep):
    """A card is drawn and not yet inspected."""

    __slots__ = ("dealt", "left", "mark", "shoe")
    shoe: Shoe
    dealt: DealTable
    mark: CardPlaceholder
    left: int

    def after(self, branch: int) -> DealTable:
        """Return the deals with the new card."""
        return self.dealt


class ObservationStep(SymbolicStep):
    """The rules look: what they see depends on the deal."""

    __slots__ = ("split",)
    split: DealPartition

    @property
    def width(self) -> int:
        """One branch for each thing that can be seen."""
        return len(self.split.parts)

    def after(self, branch: int) -> DealTable:
        """Return the deals in which that is seen."""
        return self.split.parts[branch]


class RollStep(SymbolicStep):
    """Chance chooses by weights."""

    __slots__ = ("labels", "total", "weights")
    labels: tuple[Hashable, ...]
    weights: tuple[int, ...]
    total: int

    @property
    def width(self) -> int:
        """One branch for each label."""
        return len(self.labels)


class DecisionStep(SymbolicStep):
    """A seat chooses; its view holds marks in place of unseen cards."""

    __slots__ = ("actions", "answers", "seat", "sights", "view")
    seat: int
    view: ObservationHistory
    actions: tuple[str, ...]
    answers: tuple[str, ...]
    """The same as the rules get them."""
    sights: IndexArray
    """For each row, the number of what the seat knows."""

    @property
    def width(self) -> int:
        """One branch for each action."""
        return len(self.actions)


class TerminalStep(SymbolicStep):
    """The hand is over."""

    __slots__ = ("payoffs",)
    payoffs: tuple[Fraction | int, ...]


@dataclass(slots=True, eq=False)
class SymbolicTree:
    """A game explored with lazy cards; ``size`` counts the nodes of its explicit tree."""

    seats: tuple[str, ...]
    steps: list[SymbolicStep]
    """Every step, parents first."""
    size: int
    sights: tuple[tuple[TreeInfoset, ...], ...] = ()
    """What each seat can know, in the order of the tree."""
    uneven: str = ""
    """Where the rules first pay two seats what does not sum to 0."""


def placeholders_in(view: ObservationHistory) -> Iterator[CardPlaceholder]:
    """Yield the unseen cards in what a seat knows."""
    for item in view:
        if type(item) is CardPlaceholder:
            yield item
        elif type(item) is tuple:
            yield from placeholders_in(item)


def resolve_views(
    view: ObservationHistory, rows: IndexArray, deals: DealTable
) -> list[ObservationHistory]:
    """Return the view in each of the *rows*, with the cards that lie there."""
    columns: list[Iterable[Hashable]] = []
    for item in view:
        if type(item) is CardPlaceholder:
            spots = deals.cards[item.number][rows].tolist()
            columns.append([item.kinds[spot] for spot in spots])
        elif type(item) is tuple and any(placeholders_in(item)):
            columns.append(resolve_views(item, rows, deals))
        else:
            columns.append(repeat(item, len(rows)))
    return list(zip(*columns, strict=True)) if columns else [()] * len(rows)


class _InfosetRegister:
    """What one seat can know, with the place in the tree where it first does."""

    def __init__(self) -> None:
        self.numbers: dict[ObservationHistory, int] = {}
        self.texts: set[str] = set()
        self.sights: list[TreeInfoset] = []
        self.first: list[tuple[int, ...]] = []

    def number(
        self, view: ObservationHistory, key: str, actions: tuple[str, ...], at: tuple[int, ...]
    ) -> int:
        """Return the number of an information set; gives up if explicit cards cannot express it."""
        number = self.numbers.setdefault(view, len(self.sights))
        if number == len(self.sights):
            if key in self.texts:
                raise NeedsExplicitDeal
            self.texts.add(key)
            self.sights.append(TreeInfoset(view, key, actions))
            self.first.append(at)
        elif self.sights[number].actions != actions or self.sights[number].key != key:
            raise NeedsExplicitDeal
        elif at < self.first[number]:
            self.first[number] = at
        return number


def number_infosets(symbolic: SymbolicTree) -> None:
    """Give the information sets numbers in the order in which the tree reaches them."""
    seats = [_InfosetRegister() for _ in symbolic.seats]
    asked: list[tuple[DecisionStep, list[int], IndexArray]] = []
    trails: dict[SymbolicStep, tuple[int, ...]] = {}
    for step in symbolic.steps:
        trail = trails.pop(step, ())
        if type(step) is DecisionStep:
            book = seats[step.seat]
            numbers = tuple(dict.fromkeys(mark.number for mark in placeholders_in(step.view)))
            groups = step.deals.groups(numbers)
            views = resolve_views(step.view, groups.first, step.deals)
            places = _tree_positions(trail, groups.first, step.deals)
            own = [
                book.number(view, infoset_key(view), step.actions, at)
                for view, at in zip(views, places, strict=True)
            ]
            asked.append((step, own, groups.inverse))
        for branch, child in enumerate(step.children):
            if type(step) is DrawStep:
                trails[child] = (*trail, ~step.mark.number)
            else:
                trails[child] = trail if type(step) is ObservationStep else (*trail, branch)
    orders = [sorted(range(len(book.first)), key=book.first.__getitem__) for book in seats]
    ranks = [np.argsort(np.array(order, np.intp)) for order in orders]
    for step, own, inverse in asked:
        step.sights = ranks[step.seat][own][inverse]
    symbolic.sights = tuple(
        tuple(book.sights[number] for number in order)
        for book, order in zip(seats, orders, strict=True)
    )


def _tree_positions(
    trail: Sequence[int], rows: IndexArray, deals: DealTable
) -> list[tuple[int, ...]]:
    """Return the branches that lead the *rows* to a step, in order."""
    columns: list[Iterable[int]] = [
        deals.cards[~branch][rows].tolist() if branch < 0 else repeat(branch, len(rows))
        for branch in trail
    ]
    return list(zip(*columns, strict=True)) if columns else [()] * len(rows)


def expand_tree(
    symbolic: SymbolicTree, progress: Callable[[int], object] | None = None
) -> GameTree:
    """Return the explicit tree; *progress* is called with the number of nodes now and then.

    Deals that end in the same symbolic node share their leaf.
    """
    made: dict[SymbolicStep, list[Node]] = {}
    reported = size = 0
    for step in reversed(symbolic.steps):  # children first
        below = [made.pop(child) for child in step.children]
        nodes = made[step] = _explicit_nodes(step, below)
        report_progress("exploring", min(size, symbolic.size), symbolic.size, "nodes written out")
        size += 0 if type(step) is ObservationStep else len(nodes)
        if progress is not None and size - reported >= 5000:
            reported = min(size, symbolic.size)
            progress(reported)
    (root,) = made[symbolic.steps[0]]
    return GameTree(symbolic.seats, root, symbolic.sights, symbolic.size, symbolic.uneven)


def _explicit_nodes(step: SymbolicStep, below: list[list[Node]]) -> list[Node]:
    """Return the nodes of a step, one for each of its deals."""
    if type(step) is DecisionStep:
        seat, labels = step.seat, step.actions
        sights = step.sights.tolist()
        return [
            DecisionNode(seat, sight, labels, list(branches))
            for sight, *branches in zip(sights, *below, strict=True)
        ]
    if type(step) is TerminalStep:
        return [TerminalNode(step.payoffs)] * step.deals.size
    if type(step) is DrawStep:
        return _chance_nodes(step, below[0])
    if type(step) is RollStep:
        fields = step.labels, step.weights, step.total
        return [ChanceNode(*fields, list(branches)) for branches in zip(*below, strict=True)]
    assert isinstance(step, ObservationStep)
    found = {
        row: node
        for part, nodes in zip(step.split.parts, below, strict=True)
        for row, node in zip(part.origin.tolist(), nodes, strict=True)
    }
    return [found[row] for row in range(step.deals.size)]


def _chance_nodes(step: DrawStep, below: list[Node]) -> list[Node]:
    """Return one chance node for each deal before the draw; a certain card opens none."""
    dealt, cards = step.dealt, step.shoe.cards
    starts = np.searchsorted(dealt.origin, np.arange(step.deals.size + 1)).tolist()
    spots = tuple(dealt.cards[step.mark.number].tolist())
    shares = tuple(dealt.share.tolist())
    labels: dict[tuple[int, ...], tuple[Hashable, ...]] = {}
    found: list[Node] = []
    for start, end in pairwise(starts):
        if end - start == 1:
            found.append(below[start])
            continue
        own = spots[start:end]
        names = labels.get(own)
        if names is None:
            names = labels[own] = tuple(cards[spot] for spot in own)
        found.append(ChanceNode(names, shares[start:end], step.left, below[start:end], own))
    return found


NumberArray = npt.NDArray[Any]


def sequence_form_of_symbolic_tree(symbolic: SymbolicTree) -> SequenceForm:
    """Return the sequence form of a two-person zero-sum game; the same as that of its tree."""
    require_two_seats(symbolic.seats)
    try:
        return _SequenceFormBuilder(symbolic).form()
    except (FormError, NoMethodError):
        return sequence_form_of_tree(expand_tree(symbolic))  # says which hand is at fault


class _SequenceFormBuilder:
    """Walks the symbolic tree once, with the sequences of both seats in every deal."""

    def __init__(self, symbolic: SymbolicTree) -> None:
        self._symbolic = symbolic
        self._firsts = [
            np.array([1, *accumulate((len(sight.actions) for sight in side), initial=1)][1:])
            for side in symbolic.sights
        ]
        self._counts = [int(firsts[-1]) for firsts in self._firsts]
        self._came: tuple[list[tuple[IndexArray, IndexArray]], ...] = ([], [])
        """For each seat and question: what it knows, and by which sequence it came there."""
        self._ends: list[tuple[IndexArray, IndexArray, DealTable, Fraction | int, int, int]] = []

    def form(self) -> SequenceForm:
        """Return the form."""
        self._walk()
        sides = self._side(0), self._side(1)
        ones = np.concatenate([end[0] for end in self._ends])
        twos = np.concatenate([end[1] for end in self._ends])
        lengths = [len(end[0]) for end in self._ends]
        weights, below = self._weights(lengths)
        pays = [end[3] for end in self._ends]
        units = math.lcm(*(pay.denominator for pay in pays))
        amounts = [int(pay * units) for pay in pays]
        if max(map(abs, amounts)) * below >= MAX_WEIGHT:
            gains = weights.astype(object) * np.repeat(np.array(amounts, object), lengths)
        else:
            gains = weights * np.repeat(np.array(amounts, np.int64), lengths)
        code = ones * self._counts[1] + twos
        order = np.argsort(code, kind="stable")
        code = code[order]
        starts = np.flatnonzero(np.concatenate(([True], code[1:] != code[:-1])))
        spots = code[starts] // self._counts[1], code[starts] % self._counts[1]
        chances = _sparse_payoffs(*spots, np.add.reduceat(weights[order], starts), below)
        payoffs = _sparse_payoffs(*spots, np.add.reduceat(gains[order], starts), below * units)
        return SequenceForm(sides, *payoffs, SequenceForm(sides, *chances))

    def _walk(self) -> None:
        nothing = np.zeros(1, np.intp)
        at: dict[SymbolicStep, tuple[IndexArray, IndexArray, int, int]] = {
            self._symbolic.steps[0]: (nothing, nothing, 1, 1)
        }
        for step in self._symbolic.steps:
            raise_if_cancelled()
            one, two, top, below = at.pop(step)
            if type(step) is TerminalStep:
                if step.payoffs[0] + step.payoffs[1]:
                    raise NoMethodError("not zero-sum")
                self._ends.append((one, two, step.deals, step.payoffs[0], top, below))
            elif type(step) is DecisionStep:
                here = two if step.seat else one
                self._came[step.seat].append((step.sights, here))
                first = self._firsts[step.seat][step.sights]
                for branch, child in enumerate(step.children):
                    goes = first + branch
                    at[child] = (one, goes, top, below) if step.seat else (goes, two, top, below)
            elif type(step) is RollStep:
                for weight, child in zip(step.weights, step.children, strict=True):
                    at[child] = one, two, top * weight, below * step.total
            else:  # a draw or a look: the deals change
                for branch, child in enumerate(step.children):
                    rows = step.after(branch).origin
                    at[child] = one[rows], two[rows], top, below

    def _side(self, seat: int) -> Treeplex:
        """Return the information sets of a seat; imperfect recall is refused."""
        sights = self._symbolic.sights[seat]
        parents = np.zeros(len(sights), np.intp)
        came = self._came[seat]
        if came:
            cells = np.concatenate([cell for cell, _ in came])
            before = np.concatenate([here for _, here in came])
            parents[cells] = before
            if (parents[cells] != before).any():
                raise FormError("forgets")
        made = map(
            Infoset,
            (sight.key for sight in sights),
            (sight.actions for sight in sights),
            parents.tolist(),
            self._firsts[seat].tolist(),
        )
        return Treeplex(self._symbolic.seats[seat], tuple(made))

    def _weights(self, lengths: list[int]) -> tuple[NumberArray, int]:
        """Return the weight of every hand over one denominator."""
        belows = [deals.ways * below for _, _, deals, _, _, below in self._ends]
        common = math.lcm(*belows)
        tops = [end[4] for end in self._ends]
        factors = [top * (common // below) for top, below in zip(tops, belows, strict=True)]
        weights: NumberArray = np.concatenate([end[2].weights for end in self._ends])
        if common >= MAX_WEIGHT:
            weights = weights.astype(object)
            return weights * np.repeat(np.array(factors, object), lengths), common
        return weights * np.repeat(np.array(factors, np.int64), lengths), common


def _sparse_payoffs(
    ones: IndexArray, twos: IndexArray, amounts: NumberArray, below: int
) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Return the payoffs that are not zero, and their denominator, in lowest terms."""
    live = np.flatnonzero(amounts)
    amounts = amounts[live]
    if amounts.dtype == object:
        shared = math.gcd(below, *amounts)
    else:
        shared = math.gcd(below, int(np.gcd.reduce(amounts)) if len(amounts) else 0)
    names = np.arange(1 + max(ones.max(initial=0), twos.max(initial=0))).astype(object)
    return tuple(
        zip(
            names[ones[live]].tolist(),  # one integer object for each sequence, not for each payoff
            names[twos[live]].tolist(),
            (amounts // shared).tolist(),
            strict=True,
        )
    ), below // shared
