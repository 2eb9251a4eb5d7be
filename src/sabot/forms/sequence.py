"""The sequence form of a two-player zero-sum game, and best responses by backward induction.

A *sequence* is what one player has chosen so far; sequence 0 is the empty one. An :class:`Infoset`
has a key (what the player knows), its actions, and the sequence that led there; the sequences of a
player are numbered so that the actions of infoset ``c`` are ``c.first`` on. A player's infosets
form a :class:`Treeplex`. The expected payoff to the first player is ``x' A y`` where the
realization plans ``x`` and ``y`` give each sequence its probability (von Stengel 1996); A is a
sparse integer matrix over one denominator.

For best responses ``gains[s]`` is what sequence ``s`` earns by itself against a fixed opponent. A
sequence is *tight* when every choice on the way to it is a best one: only tight sequences can have
positive probability in a best response.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from sabot.errors import FormError, SeatsError
from sabot.exact import over_one_denominator
from sabot.forms.extensive import DecisionNode, GameTree, Node, TerminalNode
from sabot.progress import report_progress

if TYPE_CHECKING:
    from sabot.forms.normal import MatrixForm


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The best a side can do against a fixed opponent, and how."""

    value: int
    worth: list[int]
    """What each sequence earns from its last choice on, playing best afterwards."""
    best: list[int]
    """What each cell is worth."""
    tight: list[int]
    """The sequences that a best reply may use, 0 first, parents before children."""


def best_response(side: Treeplex, gains: Sequence[int]) -> BestResponse:
    """Return the best reply to fixed *gains*."""
    worth = list(gains)
    cells = side.cells
    best = [0] * len(cells)
    for index in range(len(cells) - 1, -1, -1):
        cell = cells[index]
        best[index] = top = max(worth[cell.first : cell.first + len(cell.actions)])
        worth[cell.parent] += top
    tight = [False] * len(worth)
    tight[0] = True
    for cell, top in zip(cells, best, strict=True):
        if tight[cell.parent]:
            for s in range(cell.first, cell.first + len(cell.actions)):
                if worth[s] == top:
                    tight[s] = True
    return BestResponse(
        worth[0], worth, best, [s for s, best_so_far in enumerate(tight) if best_so_far]
    )


def max_over_best_responses(side: Treeplex, reply: BestResponse, gains: Sequence[int]) -> int:
    """Return the most that a best reply makes of other *gains*: each of its choices stays best."""
    worth = list(gains)
    for index in range(len(side.cells) - 1, -1, -1):
        cell = side.cells[index]
        best = reply.best[index]
        worth[cell.parent] += max(worth[s] for s in cell.sequences if reply.worth[s] == best)
    return worth[0]


def pure_best_response(side: Treeplex, reply: BestResponse) -> dict[str, str]:
    """Return one best action at every cell, the first of equals."""
    return {
        cell.key: cell.actions[
            next(k for k, s in enumerate(cell.sequences) if reply.worth[s] == reply.best[index])
        ]
        for index, cell in enumerate(side.cells)
    }


_REPORT_EVERY = 4096
"""Nodes that are written out between two looks whether to stop."""
BehaviourStrategy = dict[str, dict[str, Fraction]]


@dataclass(frozen=True, slots=True)
class Infoset:
    """An information set: its key, its actions, the sequence before it, its first sequence."""

    key: str
    actions: tuple[str, ...]
    parent: int
    first: int

    @property
    def sequences(self) -> range:
        """The sequences that end with a choice here."""
        return range(self.first, self.first + len(self.actions))


@dataclass(frozen=True)
class Treeplex:
    """One seat's tree of cells, parents before children."""

    name: str
    cells: tuple[Infoset, ...]

    @classmethod
    def flat(cls, name: str, cells: Mapping[str, tuple[str, ...]]) -> Treeplex:
        """Return a side that chooses once: every cell follows the empty sequence."""
        made, first = [], 1
        for key, actions in cells.items():
            made.append(Infoset(key, actions, 0, first))
            first += len(actions)
        return cls(name, tuple(made))

    def to_json(self) -> list[list[object]]:
        """Return the cells as files write them: view, actions, and the sequence before."""
        return [[cell.key, list(cell.actions), cell.parent] for cell in self.cells]

    @classmethod
    def from_json(cls, name: str, cells: Iterable[Any]) -> Treeplex:
        """Return the side whose cells a file writes."""
        made, first = [], 1
        for view, actions, parent in cells:
            made.append(Infoset(view, tuple(actions), parent, first))
            first += len(actions)
        return cls(name, tuple(made))

    @property
    def count(self) -> int:
        """The number of sequences, the empty one included."""
        return 1 + sum(len(cell.actions) for cell in self.cells)

    def names(self) -> list[str]:
        """Return the text of every sequence: the last cell and what was chosen there."""
        return ["", *(f"{cell.key}:{action}" for cell in self.cells for action in cell.actions)]

    def plan(self, behaviour: Mapping[str, Mapping[str, Fraction]]) -> list[Fraction]:
        """Return the probability of each sequence under *behaviour*."""
        zero = Fraction(0)
        plan = [zero] * self.count
        plan[0] = Fraction(1)
        for cell in self.cells:
            mix = behaviour.get(cell.key)
            if mix is None:
                raise FormError(f"{self.name} has no answer at {cell.key}")
            chances = [mix.get(action, zero) for action in cell.actions]
            live = [chance for chance in chances if chance]
            pure = len(live) == 1 and live[0] == 1
            if not mix.keys() <= set(cell.actions) or not (
                pure or (sum(live) == 1 and min(live) > 0)
            ):
                raise FormError(f"{self.name}'s mix at {cell.key} is not a mix of its actions")
            arrives = plan[cell.parent]
            for sequence, chance in zip(cell.sequences, chances, strict=True):
                if chance:
                    plan[sequence] = arrives if pure else arrives * chance
        return plan


class BestResponseMixin(ABC):
    """A form that knows best replies, by what each sequence earns."""

    hands: ClassVar[str] = "dealt"
    """What its hands are: ``dealt`` from cards that are counted, ``real`` numbers, or ``open``."""

    if TYPE_CHECKING:  # a dataclass would take it for the default of its own

        @property
        def sides(self) -> tuple[Treeplex, ...]:
            """The seats, each with its views and actions."""

    @abstractmethod
    def gains(self, seat: int, plans: Sequence[Sequence[Fraction | int]]) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns that seat against the other's plan.

        Sequence 0 is to choose nothing yet. Integers over one denominator (the second item).
        """

    def reply(
        self, seat: int, plans: Sequence[Sequence[Fraction | int]]
    ) -> tuple[BestResponse, int]:
        """Return the best reply of *seat* to the other's plan, and its denominator."""
        gains, below = self.gains(seat, plans)
        return best_response(self.sides[seat], gains), below


class ZeroSumMixin(BestResponseMixin):
    """A two-player zero-sum form: payoffs are the first player's; the second pays them."""

    @property
    def zero_sum(self) -> bool:
        """Whether the payoffs sum to 0: what the first seat wins the second pays."""
        return True

    @property
    def obstacle(self) -> str:
        """What keeps it from being a two-person zero-sum game: nothing."""
        return ""


@dataclass(frozen=True)
class SequenceForm(ZeroSumMixin):
    """Two sides and the payoff between their sequences, integers over one denominator."""

    sides: tuple[Treeplex, Treeplex]
    payoffs: tuple[tuple[int, int, int], ...]
    denominator: int
    reach: SequenceForm | None = field(default=None, compare=False, repr=False)
    """The same game paying 1 in every hand: the chance that a hand ends between two sequences."""

    @property
    def seats(self) -> tuple[str, str]:
        """The two seats' names."""
        return self.sides[0].name, self.sides[1].name

    @property
    def dense(self) -> bool:
        """Whether it is a matrix: not as it is written here."""
        return False

    @cached_property
    def flat(self) -> bool:
        """Whether neither side ever chooses twice."""
        return not any(cell.parent for side in self.sides for cell in side.cells)

    @property
    def called(self) -> str:
        """What it is called where it has no game's name."""
        return "sequence form"

    @property
    def binary(self) -> bool:
        """Whether every choice is between two actions and none follows another."""
        return self.flat and all(
            len(cell.actions) == 2 for side in self.sides for cell in side.cells
        )

    @property
    def keeps_chances(self) -> bool:
        """Whether it knows the chances of its hands, which a direct form may not."""
        return self.reach is not None

    @property
    def amounts(self) -> int:
        """How many payoffs it holds: those that are not 0."""
        return len(self.payoffs)

    def gains(self, seat: int, plans: Sequence[Sequence[Fraction | int]]) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns that seat against the other's plan.

        Integers over one denominator (the second item).
        """
        tops, below = over_one_denominator(plans[1 - seat])
        gains = [0] * self.sides[seat].count
        if seat == 0:
            for i, j, amount in self.payoffs:
                if tops[j]:
                    gains[i] += amount * tops[j]
        else:
            for i, j, amount in self.payoffs:
                if tops[i]:
                    gains[j] -= amount * tops[i]
        return gains, below * self.denominator

    def sequence(self) -> SequenceForm:
        """Return the game by its sequences: itself."""
        return self

    def strategic(self) -> MatrixForm:
        """Return the matrix of all its pure strategies, if that is not too large."""
        from sabot.forms.reduced_normal import reduced_matrix_form

        return reduced_matrix_form(self)

    def entries(self) -> Iterator[tuple[int, int, int]]:
        """Yield the payoffs between sequences: the first seat's, the second's, the amount."""
        return iter(self.payoffs)

    def arrivals(
        self, seat: int, plans: Sequence[Sequence[Fraction | int]]
    ) -> tuple[list[int], int]:
        """Return the chance that a hand ends with each sequence of *seat*, if it plays so."""
        if self.reach is None:
            raise FormError("this form does not keep the chances of its hands")
        found, below = self.reach.gains(seat, plans)
        return list(map(abs, found)), below

    def named(self) -> dict[tuple[str, str], Fraction]:
        """Return the payoffs by the names of the sequences: equal for equal games."""
        ones, twos = (side.names() for side in self.sides)
        return {(ones[i], twos[j]): Fraction(a, self.denominator) for i, j, a in self.payoffs}

    def swapped(self) -> SequenceForm:
        """Return the game seen from the other side; made once."""
        return self._turned

    @cached_property
    def _turned(self) -> SequenceForm:
        sides = self.sides[1], self.sides[0]
        turned = tuple((j, i, -a) for i, j, a in sorted(self.payoffs, key=itemgetter(1, 0)))
        reach = None
        if self.reach is not None:
            same = sorted(self.reach.payoffs, key=itemgetter(1, 0))
            reach = SequenceForm(
                sides, tuple((j, i, a) for i, j, a in same), self.reach.denominator
            )
        return SequenceForm(sides, turned, self.denominator, reach)

    @cached_property
    def _rows(self) -> dict[int, dict[int, int]]:
        rows: dict[int, dict[int, int]] = defaultdict(dict)
        for i, j, amount in self.payoffs:
            rows[i][j] = amount
        return rows

    def block(self, ones: Sequence[int], twos: Sequence[int]) -> list[dict[int, int]]:
        """Return the payoffs that are not 0 between some sequences, by their places in *twos*."""
        spot = {j: k for k, j in enumerate(twos)}
        empty: dict[int, int] = {}
        rows = [self._rows.get(i, empty) for i in ones]
        return [{spot[j]: a for j, a in row.items() if j in spot} for row in rows]

    def seen(self, plans: Sequence[Sequence[Fraction | int]]) -> tuple[list[bool], list[bool]]:
        """Return with which sequences of each side a hand can end against the other's plan.

        Where the form does not keep the chances of its hands, with all of them.
        """
        one, two = (side.count for side in self.sides)
        if self.reach is None:
            return [True] * one, [True] * two
        x, y = (list(map(bool, plan)) for plan in plans)
        ones, twos = [False] * one, [False] * two
        for i, j, chance in self.reach.payoffs:
            if chance:
                if y[j]:
                    ones[i] = True
                if x[i]:
                    twos[j] = True
        return ones, twos


PayoffSums = Mapping[int, Mapping[tuple[int, int], int]]


def sequence_form_from_sums(
    sides: tuple[Treeplex, Treeplex], sums: PayoffSums, reach: PayoffSums | None = None
) -> SequenceForm:
    """Return the form whose payoff at (i, j) is the sum of all ``sums[below][i, j] / below``.

    Grouping by denominator keeps every inner loop in integers. *reach* are the chances of the hands
    themselves, in the same layout.
    """
    common = math.lcm(*sums) if sums else 1
    total: dict[tuple[int, int], int] = {}
    for below, part in sums.items():
        factor = common // below
        for spot, amount in part.items():
            total[spot] = total.get(spot, 0) + amount * factor
    live = {spot: amount for spot, amount in total.items() if amount}
    shared = math.gcd(common, *live.values())
    payoffs = tuple(sorted((i, j, amount // shared) for (i, j), amount in live.items()))
    chances = sequence_form_from_sums(sides, reach) if reach is not None else None
    return SequenceForm(sides, payoffs, common // shared, chances)


def seat_count_text(seats: Sequence[str]) -> str:
    """Return how many seats there are, and which.

    >>> seat_count_text(("ann", "bob", "cleo")), seat_count_text(["solo"])
    ('3 seats (ann, bob, cleo)', '1 seat (solo)')
    """
    return f"{len(seats)} seat{'' if len(seats) == 1 else 's'} ({', '.join(seats)})"


def require_two_seats(seats: Sequence[str]) -> None:
    """Refuse a game that is not for two."""
    if len(seats) != 2:
        raise SeatsError(seat_count_text(seats))


def sequence_form_of_tree(tree: GameTree) -> SequenceForm:
    """Return the sequence form of a two-person zero-sum tree."""
    require_two_seats(tree.seats)
    cells: tuple[dict[int, Infoset], dict[int, Infoset]] = ({}, {})
    counts = [1, 1]
    sums: dict[int, dict[tuple[int, int], int]] = {}
    reach: dict[int, dict[tuple[int, int], int]] = {}
    stack: list[tuple[Node, int, int, int, int]] = [(tree.root, 0, 0, 1, 1)]
    turn = 0
    while stack:
        turn += 1
        if not turn % _REPORT_EVERY:
            report_progress("writing out", turn, tree.size, "nodes")
        node, one, two, top, below = stack.pop()
        if isinstance(node, TerminalNode):
            first, second = node.payoffs
            if first + second != 0:
                raise SeatsError(f"a hand pays {first} and {second}: the game is not zero-sum")
            spot = one, two  # one object for both: there may be millions
            seen = reach.setdefault(below, {})
            seen[spot] = seen.get(spot, 0) + top
            if first:
                part = sums.setdefault(below * first.denominator, {})
                part[spot] = part.get(spot, 0) + top * first.numerator
        elif isinstance(node, DecisionNode):
            seat = node.seat
            here = two if seat else one
            cell = cells[seat].get(node.view)
            if cell is None:
                key = tree.sights[seat][node.view].key
                cell = cells[seat][node.view] = Infoset(key, node.labels, here, counts[seat])
                counts[seat] += len(node.labels)
            elif cell.parent != here:
                raise FormError(
                    imperfect_recall_words(tree, seat, node.view, cells[seat], cell.parent, here)
                )
            branches = zip(reversed(node.children), reversed(cell.sequences), strict=True)
            if seat:
                stack += [(child, one, goes, top, below) for child, goes in branches]
            else:
                stack += [(child, goes, two, top, below) for child, goes in branches]
        else:
            below *= node.total
            shares = zip(reversed(node.children), reversed(node.weights), strict=True)
            stack += [(child, one, two, top * weight, below) for child, weight in shares]
    sides = tuple(
        Treeplex(name, tuple(own.values())) for name, own in zip(tree.seats, cells, strict=True)
    )
    return sequence_form_from_sums((sides[0], sides[1]), sums, reach)


def imperfect_recall_words(
    tree: GameTree, seat: int, view: int, cells: Mapping[int, Infoset], first: int, second: int
) -> str:
    """Return what is wrong with a seat that comes to one view by two sequences of its own."""

    def history(sequence: int) -> str:
        steps: list[str] = []
        while sequence:
            cell = next(c for c in cells.values() if sequence in c.sequences)
            steps.append(f"{cell.key}:{cell.actions[sequence - cell.first]}")
            sequence = cell.parent
        return " then ".join(reversed(steps)) or "no choice of its own"

    key = tree.sights[seat][view].key
    return (
        f"{tree.seats[seat]} forgets: it cannot tell apart at {key} that it came by "
        f"[{history(first)}] or by [{history(second)}]; exact solving needs perfect recall"
    )
