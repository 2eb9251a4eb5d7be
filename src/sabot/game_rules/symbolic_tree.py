"""Symbolic game trees, whose steps represent many deals: built from the rules, and made explicit.

With explicit cards, the betting of a poker game is the same Python again for every deal. Here a
drawn card or a rolled outcome is a :class:`~sabot.game_rules.lazy_card.LazyCard`, which may be
shown and passed on unseen, and a chance move branches only when the rules look at it. Rules that do
not allow this (they ask for a card's type, or raise, or show things that cannot be taken apart) are
run with explicit cards.

:class:`SymbolicTreeBuilder` runs the rules once for each combination of what can be observed and
chosen. :class:`CrossCheck` plays all hands, or a sample of them where they are many, with explicit
cards and gives up when one is not what the symbolic tree says; the rules are then run with explicit
cards throughout.

Information sets get their numbers in the order in which the explicit tree reaches them, so that
:func:`expand_tree` gives node for node the tree of explicit cards, and
:func:`sequence_form_of_symbolic_tree` the same sequence form as that tree, in one pass over arrays
and without building it.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise, repeat
from typing import Any, NamedTuple, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from sabot.cards.shoe import Shoe
from sabot.errors import FormError, NoMethodError, TreeTooLargeError
from sabot.forms.extensive import (
    ChanceNode,
    DecisionNode,
    GameTree,
    Node,
    ObservationHistory,
    TerminalNode,
    TreeInfoset,
    tree_too_large_words,
)
from sabot.forms.sequence import (
    Infoset,
    SequenceForm,
    Treeplex,
    require_two_seats,
    sequence_form_of_tree,
)
from sabot.game_rules.lazy_card import (
    LAZY_CARD_TYPES,
    MARK_TYPES,
    MAX_COMBINATIONS,
    MAX_WEIGHT,
    NUMBER_TYPES,
    PLAIN_TYPES,
    CardMark,
    CardPlaceholder,
    DealPartition,
    DealTable,
    IndexArray,
    LazyCard,
    LazyNumber,
    NeedsExplicitDeal,
    TooManyDeals,
    cards_in,
    combinations,
    operand_key,
    operand_of,
)
from sabot.game_rules.table import (
    NOT_GIVEN,
    CheckedAnswer,
    LiveShoe,
    Table,
    infoset_key,
    ranked_shoe,
    require_weights,
    strip_answers,
)
from sabot.game_rules.tree_builder import (
    CROSS_CHECKED_HANDS,
    REPEAT_ONE_IN,
    REPEATED_HANDS,
    REPORT_ONE_IN,
    TreeBuilder,
)
from sabot.progress import raise_if_cancelled, report_progress

Payoffs = tuple[Fraction | int, ...]
"""What each seat is paid."""
PAYABLE_TYPES = NUMBER_TYPES | MARK_TYPES
"""What may be paid without a look at the cards."""
RollWeights = tuple[tuple[Hashable, ...], tuple[int, ...]]
"""The outcomes of a roll, and their weights."""
KnownAtQuestion = Callable[[int, ObservationHistory], ObservationHistory]
"""Returns the part of a seat's view that counts in a comparison of two questions."""


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

    def happens(self, knows: KnownAtQuestion) -> tuple[object, ...]:
        """Return what is dealt, asked or paid here, and what is known of it, for a comparison."""
        raise NotImplementedError

    def where(self) -> list[SymbolicStep]:
        """Return the steps from the first one to here."""
        steps: list[SymbolicStep] = []
        step: SymbolicStep | None = self
        while step is not None:
            steps.append(step)
            step = step.parent
        return steps[::-1]


class DrawStep(SymbolicStep):
    """A card is drawn, or an outcome rolled, and not yet inspected."""

    __slots__ = ("dealt", "given", "left", "mark", "shoe")
    shoe: Shoe
    dealt: DealTable
    mark: CardPlaceholder
    left: int
    given: RollWeights
    """Of a roll, the outcomes and their weights as the rules give them; of a draw, none."""

    @property
    def rolled(self) -> bool:
        """Whether this is a roll: its shoe holds the outcomes, with their weights as counts."""
        return bool(self.given[0])

    def after(self, branch: int) -> DealTable:
        """Return the deals with the new card."""
        return self.dealt

    def happens(self, knows: KnownAtQuestion) -> tuple[object, ...]:
        """Return which card is drawn, from what."""
        return self.mark, self.shoe, self.left


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

    def happens(self, knows: KnownAtQuestion) -> tuple[object, ...]:
        """Return what is looked at: the same look at the same deals is one object."""
        return (id(self.split),)


class RollStep(SymbolicStep):
    """Chance chooses by weights, and the outcome is known at once."""

    __slots__ = ("labels", "total", "weights")
    labels: tuple[Hashable, ...]
    weights: tuple[int, ...]
    total: int

    @property
    def width(self) -> int:
        """One branch for each label."""
        return len(self.labels)

    def happens(self, knows: KnownAtQuestion) -> tuple[object, ...]:
        """Return what chance may choose, and its weights."""
        return self.labels, self.weights


class DecisionStep(SymbolicStep):
    """A seat chooses; its view holds marks in place of unseen cards."""

    __slots__ = ("actions", "answers", "infosets", "seat", "view")
    seat: int
    view: ObservationHistory
    actions: tuple[str, ...]
    answers: tuple[str, ...]
    """The same as the rules get them."""
    infosets: IndexArray
    """For each row, the number of what the seat knows."""

    @property
    def width(self) -> int:
        """One branch for each action."""
        return len(self.actions)

    def happens(self, knows: KnownAtQuestion) -> tuple[object, ...]:
        """Return who is asked for what, and what it knows."""
        return self.seat, self.actions, knows(self.seat, self.view)


class TerminalStep(SymbolicStep):
    """The hand is over."""

    __slots__ = ("outcomes", "which")
    outcomes: tuple[Payoffs, ...]
    """What is paid, in one deal or another."""
    which: IndexArray | None
    """For each row, the number of what is paid; None where it is the same in all deals."""

    def payoffs(self, row: int) -> Payoffs:
        """Return what is paid in the deal *row*."""
        return self.outcomes[0 if self.which is None else self.which[row]]

    def happens(self, knows: KnownAtQuestion) -> tuple[object, ...]:
        """Return what is paid."""
        if self.which is None:
            return (self.outcomes,)
        return self.outcomes, self.which.tolist(), id(self.deals)


@dataclass(slots=True, eq=False)
class SymbolicTree:
    """A game explored with lazy cards; ``size`` counts the nodes of its explicit tree."""

    seats: tuple[str, ...]
    steps: list[SymbolicStep]
    """Every step, parents first."""
    size: int
    infosets: tuple[tuple[TreeInfoset, ...], ...] = ()
    """What each seat can know, in the order of the tree."""
    uneven: str = ""
    """Where the rules first pay two seats what does not sum to 0."""


def marks_in(view: ObservationHistory) -> Iterator[CardMark]:
    """Yield the unseen cards, and the numbers calculated from them, in what a seat knows."""
    for item in view:
        if isinstance(item, CardMark):
            yield item
        elif type(item) is tuple:
            yield from marks_in(item)


def resolve_views(
    view: ObservationHistory, rows: IndexArray, deals: DealTable
) -> list[ObservationHistory]:
    """Return the view in each of the *rows*, with the cards that lie there."""
    columns: list[Iterable[Hashable]] = []
    for item in view:
        if isinstance(item, CardMark):
            columns.append(item.values(deals, rows))
        elif type(item) is tuple and any(marks_in(item)):
            columns.append(resolve_views(item, rows, deals))
        else:
            columns.append(repeat(item, len(rows)))
    return list(zip(*columns, strict=True)) if columns else [()] * len(rows)


class _InfosetRegister:
    """What one seat can know, with the place in the tree where it first does."""

    def __init__(self) -> None:
        self.numbers: dict[ObservationHistory, int] = {}
        self.texts: set[str] = set()
        self.infosets: list[TreeInfoset] = []
        self.first: list[tuple[int, ...]] = []

    def number(
        self, view: ObservationHistory, key: str, actions: tuple[str, ...], at: tuple[int, ...]
    ) -> int:
        """Return the number of an information set; gives up if explicit cards cannot express it."""
        number = self.numbers.setdefault(view, len(self.infosets))
        if number == len(self.infosets):
            if key in self.texts:
                raise NeedsExplicitDeal
            self.texts.add(key)
            self.infosets.append(TreeInfoset(view, key, actions))
            self.first.append(at)
        elif self.infosets[number].actions != actions or self.infosets[number].key != key:
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
            groups = step.deals.groups(cards_in(marks_in(step.view)))
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
        step.infosets = ranks[step.seat][own][inverse]
    symbolic.infosets = tuple(
        tuple(book.infosets[number] for number in order)
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
    return GameTree(symbolic.seats, root, symbolic.infosets, symbolic.size, symbolic.uneven)


def _explicit_nodes(step: SymbolicStep, below: list[list[Node]]) -> list[Node]:
    """Return the nodes of a step, one for each of its deals."""
    if type(step) is DecisionStep:
        seat, labels = step.seat, step.actions
        infosets = step.infosets.tolist()
        return [
            DecisionNode(seat, infoset, labels, list(branches))
            for infoset, *branches in zip(infosets, *below, strict=True)
        ]
    if type(step) is TerminalStep:
        ends: list[Node] = [TerminalNode(payoffs) for payoffs in step.outcomes]
        return ends * step.deals.size if step.which is None else [ends[k] for k in step.which]
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
        found.append(
            ChanceNode(
                names, shares[start:end], step.left, below[start:end], () if step.rolled else own
            )
        )
    return found


NumberArray = npt.NDArray[Any]


def sequence_form_of_symbolic_tree(symbolic: SymbolicTree) -> SequenceForm:
    """Return the sequence form of a two-person zero-sum game; the same as that of its tree."""
    require_two_seats(symbolic.seats)
    try:
        return _SequenceFormBuilder(symbolic).form()
    except (FormError, NoMethodError):
        return sequence_form_of_tree(expand_tree(symbolic))  # says which hand is at fault


class _Endings(NamedTuple):
    """The ends of some hands in the same deals: one, or those after all answers to a question."""

    ones: list[IndexArray]
    """For each end, the sequence of the first seat in each deal."""
    twos: list[IndexArray]
    steps: list[TerminalStep]
    top: int
    below: int
    """The chance of the rolls on the way is *top* out of *below*."""


class _SequenceFormBuilder:
    """Walks the symbolic tree once, with the sequences of both seats in every deal."""

    def __init__(self, symbolic: SymbolicTree) -> None:
        self._symbolic = symbolic
        self._firsts = [
            np.array([1, *accumulate((len(infoset.actions) for infoset in side), initial=1)][1:])
            for side in symbolic.infosets
        ]
        self._counts = [int(firsts[-1]) for firsts in self._firsts]
        self._came: tuple[list[tuple[IndexArray, IndexArray]], ...] = ([], [])
        """For each seat and question: what it knows, and by which sequence it came there."""
        self._ends: list[_Endings] = []

    def form(self) -> SequenceForm:
        """Return the form."""
        self._walk()
        sides = self._side(0), self._side(1)
        ones = np.concatenate([own for ends in self._ends for own in ends.ones])
        twos = np.concatenate([own for ends in self._ends for own in ends.twos])
        weights, below = self._weights()
        paid, outcomes = self._paid()
        amounts, units = _amounts(outcomes)
        if int(abs(amounts).max()) * below >= MAX_WEIGHT:
            gains = weights.astype(object) * amounts.astype(object)[paid]
        else:
            gains = weights * amounts.astype(np.int64)[paid]
        code = ones * self._counts[1] + twos
        order = np.argsort(code, kind="stable")
        code = code[order]
        starts = np.flatnonzero(np.concatenate(([True], code[1:] != code[:-1])))
        spots = code[starts] // self._counts[1], code[starts] % self._counts[1]
        chances = np.add.reduceat(weights[order], starts)
        sums = np.add.reduceat(gains[order], starts)
        reach = _form_of_arrays(sides, *spots, chances, below)
        return _form_of_arrays(sides, *spots, sums, below * units, reach)

    def _walk(self) -> None:
        nothing = np.zeros(1, np.intp)
        at: dict[SymbolicStep, tuple[IndexArray, IndexArray, int, int]] = {
            self._symbolic.steps[0]: (nothing, nothing, 1, 1)
        }
        for step in self._symbolic.steps:
            raise_if_cancelled()
            if step not in at:  # an end, which came with the question before it
                continue
            one, two, top, below = at.pop(step)
            if type(step) is TerminalStep:
                self._ends.append(_Endings([one], [two], [step], top, below))
            elif type(step) is DecisionStep:
                here = two if step.seat else one
                self._came[step.seat].append((step.infosets, here))
                first = self._firsts[step.seat][step.infosets]
                ends = [child for child in step.children if type(child) is TerminalStep]
                if len(ends) == len(step.children):
                    own = list(first + np.arange(len(ends))[:, None])
                    same = [one if step.seat else two] * len(ends)
                    both = (same, own) if step.seat else (own, same)
                    self._ends.append(_Endings(both[0], both[1], ends, top, below))
                    continue
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
        infosets = self._symbolic.infosets[seat]
        parents = np.zeros(len(infosets), np.intp)
        came = self._came[seat]
        if came:
            cells = np.concatenate([cell for cell, _ in came])
            before = np.concatenate([here for _, here in came])
            parents[cells] = before
            if (parents[cells] != before).any():
                raise FormError("forgets")
        made = map(
            Infoset,
            (infoset.key for infoset in infosets),
            (infoset.actions for infoset in infosets),
            parents.tolist(),
            self._firsts[seat].tolist(),
        )
        return Treeplex(self._symbolic.seats[seat], tuple(made))

    def _paid(self) -> tuple[IndexArray, list[Payoffs]]:
        """Return the number of what every hand pays among the outcomes of all ends, and these."""
        ends = [step for ends in self._ends for step in ends.steps]
        firsts = [0, *accumulate([len(end.outcomes) for end in ends])][:-1]
        paid = np.repeat(np.array(firsts, np.intp), [end.deals.size for end in ends])
        paid += np.concatenate(
            [np.zeros(end.deals.size, np.intp) if end.which is None else end.which for end in ends]
        )
        return paid, [payoffs for end in ends for payoffs in end.outcomes]

    def _weights(self) -> tuple[NumberArray, int]:
        """Return the weight of every hand over one denominator."""
        belows = [ends.steps[0].deals.ways * ends.below for ends in self._ends]
        common = math.lcm(*set(belows))
        tops = [ends.top for ends in self._ends]
        factors = [top * (common // below) for top, below in zip(tops, belows, strict=True)]
        lengths = [len(ends.steps) * ends.steps[0].deals.size for ends in self._ends]
        weights: NumberArray = np.concatenate(
            [step.deals.weights for ends in self._ends for step in ends.steps]
        )
        if common >= MAX_WEIGHT:
            weights = weights.astype(object)
            return weights * np.repeat(np.array(factors, object), lengths), common
        return weights * np.repeat(np.array(factors, np.int64), lengths), common


def _amounts(outcomes: list[Payoffs]) -> tuple[NumberArray, int]:
    """Return what the first seat is paid, in whole numbers of units, and how many units are 1."""
    firsts, seconds = zip(*outcomes, strict=True)
    if {*map(type, firsts), *map(type, seconds)} == {int}:
        kind: type = np.int64 if max(map(abs, (*firsts, *seconds))) < MAX_WEIGHT else object
        amounts: NumberArray = np.array(firsts, kind)
        others: NumberArray = np.array(seconds, kind)
        if (amounts != -others).any():
            raise NoMethodError("not zero-sum")
        return amounts, 1
    if any(first + second for first, second in outcomes):
        raise NoMethodError("not zero-sum")
    units = math.lcm(*{pay.denominator for pay in firsts})
    return np.array([int(pay * units) for pay in firsts], object), units


def _form_of_arrays(
    sides: tuple[Treeplex, Treeplex],
    ones: IndexArray,
    twos: IndexArray,
    amounts: NumberArray,
    below: int,
    reach: SequenceForm | None = None,
) -> SequenceForm:
    """Return the form with the payoffs that are not zero, in lowest terms."""
    live = np.flatnonzero(amounts)
    ones, twos, amounts = ones[live], twos[live], amounts[live]
    if amounts.dtype == object:
        shared = math.gcd(below, *amounts)
    else:
        shared = math.gcd(below, int(np.gcd.reduce(amounts)) if len(amounts) else 0)
    amounts = amounts // shared
    if amounts.dtype == object:
        payoffs = tuple(zip(ones.tolist(), twos.tolist(), amounts.tolist(), strict=True))
        return SequenceForm(sides, payoffs, below // shared, reach)
    arrays = ones.astype(np.int64), twos.astype(np.int64), amounts
    return SequenceForm.of_arrays(sides, arrays, below // shared, reach)


Step = TypeVar("Step", bound=SymbolicStep)
T = TypeVar("T")
ExpectedStep = tuple[SymbolicStep, int, int]
"""A step, the deal it is taken in (a row of it), and the branch or the spot that is taken."""


class _CrossCheckShoe(LiveShoe):
    """A shoe with open cards, drawn as the symbolic tree says."""

    __slots__ = ()
    _table: CrossCheck

    def draw(self) -> Hashable:
        """Take the card that is due, if the shoe holds as many of it as it should."""
        self._table.step()
        spot, count = self._table.drawn(self._left)
        if self._counts[spot] != count:
            raise NeedsExplicitDeal
        return self.taken(spot)


class CrossCheck(Table):
    """Compares hands with explicit cards to the symbolic tree; gives up at a difference."""

    def __init__(self, symbolic: SymbolicTree, repeated: int = REPEATED_HANDS) -> None:
        super().__init__(symbolic.seats)
        self._repeated = repeated
        self._ends = [step for step in symbolic.steps if type(step) is TerminalStep]
        self._size = symbolic.size
        self._expected: list[ExpectedStep] = []
        self._next = 0

    def run(
        self, play: Callable[[Table], object], progress: Callable[[int], object] | None = None
    ) -> None:
        """Compare every hand where they are few, else a dozen and a sample of the rest."""
        upto = list(accumulate(end.deals.size for end in self._ends))
        hands = upto[-1] if upto else 0
        few = range(
            0, hands, 1 if hands <= self._repeated else max(1, hands // CROSS_CHECKED_HANDS)
        )
        for count, hand in enumerate(sorted({*few, *range(0, hands, REPEAT_ONE_IN)}), 1):
            report_progress("exploring", self._size, unit="nodes, run again with open cards")
            if progress is not None and count % 500 == 0:
                progress(self._size)
            spot = bisect_right(upto, hand)
            end = self._ends[spot]
            self._replay_hand(play, end, hand - upto[spot] + end.deals.size)

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table, whose cards come as the symbolic tree says."""
        self.step()
        return _CrossCheckShoe(self, ranked_shoe(ranks, suits) if shoe is None else shoe)

    def roll(self, weights: Mapping[T, int]) -> T:
        """Let chance choose what is due; the weights are looked at if they are other ones."""
        if type(weights) is dict and self._next < len(self._expected):
            step, _, spot = self._expected[self._next]
            given = tuple(weights), tuple(weights.values())
            if type(step) is DrawStep and step.given == given and len(weights) == step.shoe.kinds:
                self.step()
                self._next += 1
                return strip_answers(given[0][spot])  # type: ignore[no-any-return]
        return super().roll(weights)

    def _replay_hand(self, play: Callable[[Table], object], end: TerminalStep, row: int) -> None:
        """Run the rules once with open cards, and compare with the end that was found before."""
        self._expected = _expected_steps(end, row)
        self._next = 0
        try:
            paid = self.play_hand(play)
        except MemoryError:
            raise
        except Exception:  # the rules' own, and not in the first run: explicit cards decide
            raise NeedsExplicitDeal from None
        if paid != end.payoffs(row) or self._next < len(self._expected):
            raise NeedsExplicitDeal

    def _step(self, kind: type[Step]) -> tuple[Step, int, int]:
        if self._next == len(self._expected):
            raise NeedsExplicitDeal
        step, row, branch = self._expected[self._next]
        self._next += 1
        if not isinstance(step, kind):
            raise NeedsExplicitDeal
        return step, row, branch

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Follow the symbolic tree, if it has the same chances."""
        if len(labels) == 1:
            return 0
        step, _, branch = self._step(SymbolicStep)
        expected: tuple[object, object] | None = None
        if isinstance(step, RollStep):
            expected = step.labels, step.weights
        elif isinstance(step, DrawStep) and step.rolled:
            expected = step.shoe.cards, step.shoe.counts
        return _require_same(expected == (tuple(labels), tuple(weights)), branch)

    def drawn(self, left: int) -> tuple[int, int]:
        """Return the spot of the next card and how many of its kind there must be."""
        step, row, spot = self._step(DrawStep)
        same = step.left == left and not step.rolled
        return _require_same(same, spot), int(step.dealt.share[row])

    def ask(self, seat: str, actions: Sequence[str], sees: Hashable = NOT_GIVEN) -> str:
        """Return the answer that is due, if the symbolic tree asks the same."""
        if self._next < len(self._expected):
            step, row, branch = self._expected[self._next]
            words = actions if type(actions) is tuple else tuple(actions)
            if (
                type(step) is DecisionStep
                and step.actions == words
                and self.seats[step.seat] == seat
                and type(actions) is not str
            ):
                view = self._seen.get(seat, ())
                if sees is not NOT_GIVEN:
                    view = (*view, strip_answers(sees))
                if _resolved_view(step.view, row, step.deals) == view:
                    self.step()
                    self._next += 1
                    self._seen[seat] = (*view, step.actions[branch])
                    return step.answers[branch]
        return super().ask(seat, actions, sees)

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Follow the symbolic tree, if it asks the same."""
        step, row, branch = self._step(DecisionStep)
        known = _resolved_view(step.view, row, step.deals)
        same = self.seats[step.seat] == seat and step.actions == actions and known == view
        return _require_same(same, branch)


def _resolved_view(view: ObservationHistory, row: int, deals: DealTable) -> ObservationHistory:
    """Return a view with the cards of one deal in place of their placeholders."""
    return tuple(
        [
            item.value(deals, row)
            if isinstance(item, CardMark)
            else _resolved_view(item, row, deals)
            if type(item) is tuple
            else item
            for item in view
        ]
    )


def _require_same(same: bool, index: int) -> int:
    if not same:
        raise NeedsExplicitDeal
    return index


def _expected_steps(end: TerminalStep, row: int) -> list[ExpectedStep]:
    """Return the expected record of the hand that ends at *end* in its deal *row*."""
    found: list[ExpectedStep] = []
    below: SymbolicStep = end
    while below.parent is not None:
        step, branch = below.parent, below.branch
        if type(step) is DrawStep:
            found.append((step, row, int(step.dealt.cards[step.mark.number][row])))
        if step.deals is not below.deals:
            row = int(below.deals.origin[row])
        if type(step) in (DecisionStep, RollStep):
            found.append((step, row, branch))
        below = step
    return found[::-1]


BREAK_EVEN_HANDS = 32
"""After so many hands it must show..."""
BREAK_EVEN_RATIO = 2
"""...that one symbolic hand represents at least so many explicit ones."""


def build_symbolic_tree(
    seats: Sequence[str],
    play: Callable[[Table], object],
    *,
    limit: int,
    repeated: int = REPEATED_HANDS,
    progress: Callable[[int], object] | None = None,
) -> SymbolicTree | None:
    """Return the symbolic tree of the rules, or None where explicit cards are needed."""
    builder = SymbolicTreeBuilder(seats, limit)
    try:
        symbolic = builder.explore(play, progress)
        number_infosets(symbolic)
        CrossCheck(symbolic, repeated).run(play, progress)
        return symbolic
    except NeedsExplicitDeal as reason:
        if isinstance(reason, TooManyDeals) and builder.agrees(play):
            raise TreeTooLargeError(tree_too_large_words(limit)) from None
        return None


class _LazyShoe(LiveShoe):
    """A shoe that deals lazy cards."""

    __slots__ = ("_before", "_shoe")
    _table: SymbolicTreeBuilder

    def __init__(self, table: SymbolicTreeBuilder, shoe: Shoe, left: int) -> None:
        self._table = table
        self._shoe = shoe
        self._left = left
        self._before: tuple[int, ...] = ()

    def draw(self) -> LazyCard:
        """Take the next card as a lazy card."""
        if not self._left:
            raise NeedsExplicitDeal
        table = self._table
        mark = table.drawn(self._shoe, self._before, self._left)
        self._before += (mark.number,)
        if not self._shoe.endless:
            self._left -= 1
        return mark.face(table, mark)

    def deal(self, count: int) -> NoReturn:
        """Give up: a hand of cards that nobody has looked at has no order to lie in."""
        raise self._table.give_up()


class SymbolicTreeBuilder(Table):
    """Runs the rules once for each combination of observations and choices."""

    longest = TreeBuilder.longest

    def __init__(self, seats: Sequence[str], limit: int) -> None:
        super().__init__(seats)
        self.hands = 0
        self._limit = limit
        self._number = {seat: index for index, seat in enumerate(self.seats)}
        self._size = 0
        self._all_steps: list[SymbolicStep] = []
        self._path: list[SymbolicStep] = []
        self._widths: list[int] = []
        """How many branches each step on the path has."""
        self._script: list[int] = []
        self._depth = 0
        self._undealt = self._deals = DealTable.empty()
        self.functions: Mapping[Hashable, LazyNumber] = self._deals.functions
        """What was calculated in the present deals, by the operation and its operands."""
        self._drawn = 0
        self._taped = False
        self._marks: dict[tuple[int, int], CardPlaceholder] = {}
        self._shoes: dict[tuple[Shoe, tuple[type, ...]], Shoe] = {}
        self._known_shoes: dict[int, tuple[Shoe, Shoe, int]] = {}
        """By id: a shoe that the rules gave, the first one equal to it, and its cards in all."""
        self._rolls: dict[tuple[object, ...], Shoe] = {}
        """The outcomes of each roll with their weights, as an endless shoe."""
        self._spoiled = False
        self._paid: tuple[DealTable, tuple[Payoffs, ...], IndexArray | None] | None = None
        """What the hand pays where that depends on unseen cards, and the deals it was paid in."""
        self._payments: dict[
            tuple[DealTable, Hashable], tuple[tuple[Payoffs, ...], IndexArray | None]
        ] = {}
        """The same for all payments so far, by the deals and by who is paid what."""

    def explore(
        self, play: Callable[[Table], object], progress: Callable[[int], object] | None
    ) -> SymbolicTree:
        """Run the rules down every branch."""
        script, path, widths = self._script, self._path, self._widths
        covered = reported = 0
        while True:
            covered += self._hand(play)
            if self.hands % REPORT_ONE_IN == 0:
                report_progress("exploring", self._size, unit="nodes")
            if self.hands >= BREAK_EVEN_HANDS and covered < BREAK_EVEN_RATIO * self.hands:
                raise NeedsExplicitDeal
            if progress is not None and self._size - reported >= 5000:
                reported = self._size
                progress(reported)
            while script and script[-1] + 1 == widths[-1]:
                script.pop()
                path.pop()
                widths.pop()
            if not script:
                break
            script[-1] += 1
        self.hands += 1
        report_progress("exploring", self._size, unit="nodes")
        for step in self._all_steps:  # what was calculated is paid, or in what a seat knows
            step.deals.functions.clear()
        return SymbolicTree(self.seats, self._all_steps, self._size, uneven=self.uneven)

    def agrees(self, play: Callable[[Table], object]) -> bool:
        """Return whether the hands explored so far are the same with explicit cards."""
        symbolic = SymbolicTree(self.seats, self._all_steps, self._size)
        try:
            CrossCheck(symbolic).run(play)
        except NeedsExplicitDeal:
            return False
        return True

    def _hand(self, play: Callable[[Table], object]) -> int:
        """Run one hand; return how many explicit hands it represents."""
        self.hands += 1
        self._depth = self._drawn = 0
        self._deals = self._undealt
        self.functions = self._deals.functions
        self._paid = None
        self._taped = bool(self._script)
        try:
            payoffs = self.play_hand(play)
        except MemoryError:
            raise
        except Exception:  # the rules' own: with open cards it comes again, at the right place
            raise NeedsExplicitDeal from None
        if self._taped or self._spoiled or self._depth < len(self._script):
            raise NeedsExplicitDeal
        end = TerminalStep(self._deals, {}, 0)
        end.outcomes, end.which = (payoffs,), None
        if self._paid is not None:
            paid_in, end.outcomes, end.which = self._paid
            if paid_in is not self._deals:  # the rules went on to look at cards
                raise NeedsExplicitDeal
        self._grow(end, self._deals.size)
        return self._deals.size

    # ------------------------------------------------------------------ steps

    def step(self) -> None:
        """Count one verb; those up to the fork were counted when they were new."""
        if not self._taped:
            super().step()

    def _again(self, kind: type[Step]) -> Step | None:
        """Return the next step of the script, or None beyond its end."""
        if not self._taped:
            return None
        depth = self._depth
        step = self._path[depth]
        if not isinstance(step, kind):
            raise self.give_up()
        self._depth = depth + 1
        self._deals = step.after(self._script[depth])
        self.functions = self._deals.functions
        if self._depth == len(self._script):
            self._taped = False
            self._seen = dict(step.seen)
            self._steps = step.steps
        return step

    def _open(self, step: SymbolicStep, nodes: int) -> None:
        """Add a new step and go on by its first branch."""
        self._grow(step, nodes)
        self._path.append(step)
        self._widths.append(step.width)
        self._script.append(0)
        self._depth += 1
        self._deals = step.after(0)
        self.functions = self._deals.functions

    def _grow(self, step: SymbolicStep, nodes: int) -> None:
        if self._path:
            step.parent = self._path[-1]
            step.branch = self._script[-1]
            step.parent.children.append(step)
        self._all_steps.append(step)
        self._size += nodes
        if self._size > self._limit:
            raise TooManyDeals

    def give_up(self) -> NeedsExplicitDeal:
        """Note that this run is invalid, even if the rules catch the exception."""
        self._spoiled = True
        return NeedsExplicitDeal()

    # ------------------------------------------------------------------ cards

    def drawn(
        self, shoe: Shoe, before: tuple[int, ...], left: int, *, rolled: RollWeights = ((), ())
    ) -> CardPlaceholder:
        """Draw a card or roll an outcome; return its placeholder."""
        number = self._drawn
        self._drawn = number + 1
        step = self._again(DrawStep)
        if step is not None:
            if step.shoe is not shoe or step.left != left or step.rolled is not bool(rolled[0]):
                raise self.give_up()
            return step.mark
        self.step()
        step = DrawStep(self._deals, dict(self._seen), self._steps)
        step.dealt = self._deals.drawn(shoe, before, self._limit)
        step.shoe, step.left, step.given = shoe, left, rolled
        step.mark = self._marks.setdefault((number, id(shoe)), CardPlaceholder(number, shoe.cards))
        self._open(step, step.dealt.forks)
        return step.mark

    def turned(self, mark: CardMark) -> object:
        """Return the card itself, or the number."""
        deals = self._deals
        if not isinstance(mark, CardPlaceholder):
            split = self._guarded(lambda: deals.look(_itself, (mark,)))
            assert split is not None  # numbers are plain
            return self._seen_in(split)
        numbers = mark.numbers
        split = deals.split(numbers, numbers, lambda rows: list(mark.places(deals, rows)))
        assert split is not None  # whole numbers are plain
        spot = self._seen_in(split)
        assert isinstance(spot, int)
        return mark.kinds[spot]

    def looked(self, act: Callable[..., object], *operands: object) -> tuple[object, bool]:
        """Return what *act* gives on marks and plain things; True if it can.

        False comes with nothing: the cards must be turned over.
        """
        split = self._guarded(lambda: self._deals.look(act, operands))
        return (None, False) if split is None else (self._seen_in(split), True)

    def calculated(self, act: Callable[..., object], left: object, right: object) -> LazyNumber:
        """Return the number that *act* gives on marks or plain things; None if it is not one."""
        try:
            return self._deals.function(act, left, right)
        except NeedsExplicitDeal:
            self._spoiled = True
            raise

    def _guarded(self, look: Callable[[], T]) -> T:
        """Return what is looked up; where that fails, this run is invalid."""
        try:
            return look()
        except NeedsExplicitDeal:
            self._spoiled = True
            raise

    def _seen_in(self, split: DealPartition) -> object:
        """Return what is seen: the one thing that can be, or what the script says."""
        if len(split.parts) == 1:
            return split.outcomes[0]
        step = self._again(ObservationStep)
        if step is None:
            step = ObservationStep(self._deals, dict(self._seen), self._steps)
            step.split = split
            self._open(step, 0)
        elif step.split is not split:
            raise self.give_up()
        return split.outcomes[self._script[self._depth - 1]]

    def _plain(self, item: Any) -> Any:
        """Return an observation with placeholders for unseen cards."""
        kind = type(item)
        if kind in PLAIN_TYPES:
            return item
        if kind is CheckedAnswer:
            return str(item)
        if kind in LAZY_CARD_TYPES:
            return item._card if item._known else item._require_same_hand() and item._mark
        if kind is tuple:
            return tuple(map(self._plain, item))
        raise self.give_up()

    # ------------------------------------------------------------------ the verbs

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table."""
        self.step()
        if shoe is None:
            shoe = ranked_shoe(_resolve(ranks), _resolve(suits))
        known = self._known_shoes.get(id(shoe))
        if known is None:
            if LAZY_CARD_TYPES.intersection(map(type, (*shoe.cards, *shoe.counts))):
                raise self.give_up()
            alike = shoe, tuple(map(type, shoe.cards))  # a shoe of 1 and one of True are equal
            known = shoe, self._shoes.setdefault(alike, shoe), shoe.total
            self._known_shoes[id(shoe)] = known
        return _LazyShoe(self, *known[1:])

    def roll(self, weights: Mapping[T, int]) -> T:
        """Let chance choose one of the keys; the outcome is a lazy card where that is possible."""
        given = tuple(require_weights(weights)), tuple(weights.values())
        if self._taped:
            depth = self._depth
            again = self._path[depth]
            if depth + 1 < len(self._script) and type(again) is DrawStep and again.given == given:
                self._depth = depth + 1
                self._drawn += 1
                self._deals = again.dealt
                self.functions = again.dealt.functions
                return again.mark.face(self, again.mark)  # type: ignore[return-value]
        chances = {_resolve(one): _resolve(weight) for one, weight in zip(*given, strict=True)}
        outcomes = self._as_shoe(chances)
        if outcomes is None:
            known: T = super().roll(chances)
            return known
        mark = self.drawn(
            outcomes, (), outcomes.total, rolled=(tuple(chances), tuple(chances.values()))
        )
        return mark.face(self, mark)  # type: ignore[return-value]

    def _as_shoe(self, chances: Mapping[Hashable, int]) -> Shoe | None:
        """Return the outcomes of a roll as an endless shoe; None where cards cannot express it.

        Outcomes are then plain or tuples of plain things, at least two of them can come up, and
        the weights of all deals stay small enough for arrays.
        """
        live = [one for one, weight in chances.items() if weight]
        counts = tuple(chances[one] for one in live)
        if len(live) < 2 or set(map(type, counts)) != {int} or min(counts) < 0:
            return None
        parts = tuple(tuple(map(type, one)) if type(one) is tuple else type(one) for one in live)
        key = *live, counts, parts
        found = self._rolls.get(key)
        if found is None:
            if not all(map(_is_plain, live)):
                return None
            found = self._rolls[key] = Shoe(tuple(live), counts, endless=True)
        return found if self._deals.ways * found.total < MAX_WEIGHT else None

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Follow the script, or open a new step and take its first branch."""
        if len(labels) == 1:
            return 0
        step = self._again(RollStep)
        if step is None:
            step = RollStep(self._deals, dict(self._seen), self._steps)
            plain = tuple(map(self._plain, labels)) if self._drawn else tuple(labels)
            step.labels, step.weights, step.total = plain, tuple(weights), total
            self._open(step, self._deals.size)
        elif step.weights != tuple(weights):
            raise self.give_up()
        return self._script[self._depth - 1]

    def announce(self, *items: Hashable) -> None:
        """Let every seat see *items*."""
        if not self._taped:
            super().announce(*items)

    def show(self, seat: str, *items: Hashable) -> None:
        """Let *seat* see *items*."""
        if not self._taped:
            super().show(seat, *[self._plain(item) for item in items])

    def ask(self, seat: str, actions: Sequence[str], sees: Hashable = NOT_GIVEN) -> str:
        """Return what *seat* chooses."""
        words = actions if type(actions) is tuple else tuple(actions)
        if self._taped:
            depth = self._depth
            again = self._path[depth]
            if (
                type(again) is DecisionStep
                and again.actions == words
                and self.seats[again.seat] == seat
            ):
                index = self._script[depth]
                self._depth = depth + 1
                if depth + 1 < len(self._script):
                    return again.actions[index]
                self._taped = False
                self._seen = {**again.seen, seat: (*again.view, again.actions[index])}
                self._steps = again.steps
                return again.answers[index]
        if not LAZY_CARD_TYPES.isdisjoint(map(type, words)):
            words = tuple(map(_resolve, words))
        words, answers = self._choices(seat, words)
        found = self._again(DecisionStep)
        if found is None:
            self.step()
            step = DecisionStep(self._deals, dict(self._seen), self._steps)
            step.seat = self._number[seat]
            view: ObservationHistory = self._seen.get(seat, ())
            step.view = view if sees is NOT_GIVEN else (*view, self._plain(sees))
            step.actions, step.answers = words, answers
            self._open(step, self._deals.size)
        else:
            step = found
            if step.actions != words or self.seats[step.seat] != seat:
                raise self.give_up()
        index = self._script[self._depth - 1]
        if not self._taped:
            self._seen[seat] = (*step.view, step.actions[index])
        return step.answers[index]

    def pay(self, payoffs: Mapping[str, object] | None = None, /, **named: object) -> None:
        """End the hand; what is paid may depend on unseen cards."""
        if payoffs is None and len(named) == 1 and self._payoffs is None:
            ((seat, amount),) = named.items()
            if type(amount) is LazyCard and not amount._known and amount._hand == self.hands:
                deals, mark = self._deals, amount._mark
                known = self._payments.get((deals, (seat, mark)))
                if known is None:
                    known = self._whole_payment(seat, mark)
                if known is not None:
                    self._payments[deals, (seat, mark)] = known
                    self._payoffs = known[0][0]
                    self._paid = deals, *known
                    return None
        if LAZY_CARD_TYPES.isdisjoint(map(type, (*named.values(), *(payoffs or {}).values()))):
            return super().pay(payoffs, **named)
        amounts = {**(payoffs or {}), **named}
        if self._payoffs is None and self._pay_unseen(amounts):
            return None
        return super().pay({seat: _resolve(amount) for seat, amount in amounts.items()})

    def _pay_unseen(self, amounts: Mapping[str, object]) -> bool:
        """Pay what is calculated from unseen cards; False where it is not a number in all deals."""
        deals = self._deals
        operands = list(map(operand_of, amounts.values()))
        if not PAYABLE_TYPES.issuperset(map(type, operands)):
            return False
        key = (*amounts, *map(operand_key, operands))
        found = self._payments.get((deals, key))
        if found is None:
            found = self._payment(tuple(amounts), operands)
            if found is None:
                return False
            self._payments[deals, key] = found
        self._payoffs = found[0][0]
        self._paid = deals, *found
        return True

    def _whole_payment(
        self, seat: str, mark: CardMark
    ) -> tuple[tuple[Payoffs, ...], IndexArray | None] | None:
        """Return the outcomes of a payment in whole numbers to one of two seats.

        With them which outcome each deal has; None for other payments.
        """
        if len(self.seats) != 2 or seat not in self._number or set(mark.types) != {int}:
            return None
        if math.prod(mark.sizes) > MAX_COMBINATIONS:
            return None
        deals, first = self._deals, seat == self.seats[0]
        groups = deals.groups(mark.numbers)
        amounts = mark.values(deals, groups.first)
        spots = {amount: spot for spot, amount in enumerate(dict.fromkeys(amounts))}
        ends = tuple([(a, -a) if first else (-a, a) for a in spots if isinstance(a, int)])
        if len(ends) == 1:
            return ends, None
        which = np.fromiter(map(spots.__getitem__, amounts), np.intp, len(amounts))
        return ends, which[groups.inverse]

    def _payment(
        self, seats: tuple[str, ...], operands: Sequence[object]
    ) -> tuple[tuple[Payoffs, ...], IndexArray | None] | None:
        """Return what the seats are paid in one deal or another, and for each row which of it."""
        deals, first = self._deals, seats[0] == self.seats[0]
        kinds = {kind for mark in operands if isinstance(mark, CardMark) for kind in mark.types}
        if not NUMBER_TYPES.issuperset(kinds) or combinations(operands) > MAX_COMBINATIONS:
            return None
        groups = deals.groups(cards_in(operands))
        columns = deals.columns(operands, groups.first)
        rows: list[Hashable]
        if len(operands) == 1 and kinds == {int}:
            rows = list(columns[0])
        elif kinds == {int}:
            rows = list(zip(*columns, strict=True))
        else:  # 2 and Fraction(2) are equal
            rows = [(*together, *map(type, together)) for together in zip(*columns, strict=True)]
        number = {row: index for index, row in enumerate(dict.fromkeys(rows))}
        paid = [row if type(row) is tuple else (row,) for row in number]
        alone = len(seats) == 1 and len(self.seats) == 2  # of two seats one is named
        outcomes: list[Payoffs] = []
        for amounts in paid[:1] if alone else paid:
            self._payoffs = None
            super().pay(dict(zip(seats, amounts, strict=False)))
            assert self._payoffs is not None
            outcomes.append(self._payoffs)
        if alone:  # the other pays
            for amount, *_ in paid[1:]:
                assert isinstance(amount, int | Fraction)
                outcomes.append((amount, -amount) if first else (-amount, amount))
        if len(outcomes) == 1:
            return tuple(outcomes), None
        which = np.fromiter(map(number.__getitem__, rows), np.intp, len(rows))[groups.inverse]
        return tuple(outcomes), which


def _itself(thing: object) -> object:
    return thing


def _is_plain(item: object) -> bool:
    """Return whether no card can hide in an outcome of a roll."""
    kinds = map(type, item) if type(item) is tuple else (type(item),)
    return PLAIN_TYPES.issuperset(kinds)


def _resolve(item: Any) -> Any:
    """Return the card itself where *item* is a lazy card."""
    return item._open() if type(item) in LAZY_CARD_TYPES else item
