"""Two-player zero-sum games: sequence form, matrix form, and best responses by backward induction.

A *sequence* is what one player has chosen so far; sequence 0 is the empty one. An :class:`Infoset`
has a key (what the player knows), its actions, and the sequence that led there; the sequences of a
player are numbered so that the actions of infoset ``c`` are ``c.first`` on. A player's infosets
form a :class:`Treeplex`. The expected payoff to the first player is ``x' A y`` where the
realization plans ``x`` and ``y`` give each sequence its probability (von Stengel 1996); A is a
sparse integer matrix over one denominator.

For best responses ``gains[s]`` is what sequence ``s`` earns by itself against a fixed opponent. A
sequence is *tight* when every choice on the way to it is a best one: only tight sequences can have
positive probability in a best response.

A :class:`MatrixForm` is a game in which each player chooses once, with labelled, exact payoffs.
:meth:`SequenceForm.strategic` is the matrix of all *reduced* pure strategies, which choose only at
the information sets that they reach themselves. Its size is bounded, because their number grows
exponentially with the tree.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, compress, product
from operator import itemgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    Protocol,
    TypeAlias,
    cast,
)

from sabot.errors import FormError, NoMethodError, NumberError, SeatsError
from sabot.exact import (
    as_rational,
    common_multiple,
    over_one_denominator,
    parse_plain_numbers,
    times,
)
from sabot.forms.extensive import DecisionNode, GameTree, Node, TerminalNode
from sabot.names import alike_names
from sabot.progress import report_progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    IntegerArray = NDArray[Any]
    PayoffArrays = tuple[NDArray[np.int64], NDArray[np.int64], IntegerArray]


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


MAX_LABEL_LENGTH = 200
Words: TypeAlias = "array[int]"
"""Integers in machine words."""
_FEW_PAYOFFS = 60
"""Payoffs up to which Python finds the least in less time than numpy."""
_SHORT = 2**31
"""Payoffs below this are short: numpy computes with them in machine words."""
_MANY_PAYOFFS = 1000
"""Payoffs of a tree from which on they are gone through as arrays."""
_SAFE_SUM = 2**62
"""Sums that stay below this fit into machine words."""
_REPORT_EVERY = 4096
"""Nodes that are written out between two looks whether to stop."""
BehaviourStrategy = dict[str, dict[str, Fraction]]
_ZERO, _ONE = Fraction(0), Fraction(1)


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

    @cached_property
    def count(self) -> int:
        """The number of sequences, the empty one included."""
        return 1 + sum([len(cell.actions) for cell in self.cells])

    def names(self) -> list[str]:
        """Return the text of every sequence: the last cell and what was chosen there."""
        return ["", *(f"{cell.key}:{action}" for cell in self.cells for action in cell.actions)]

    def plan(self, behaviour: Mapping[str, Mapping[str, Fraction]]) -> list[Fraction]:
        """Return the probability of each sequence under *behaviour*."""
        plan = [_ZERO] * self.count
        plan[0] = _ONE
        for cell in self.cells:
            mix = behaviour.get(cell.key)
            if mix is None:
                raise FormError(f"{self.name} has no answer at {cell.key}")
            chances = [mix.get(action, _ZERO) for action in cell.actions]
            live = [chance for chance in chances if chance is not _ZERO and chance]
            pure = len(live) == 1 and live[0] == 1
            if not mix.keys() <= set(cell.actions) or not (
                pure or (sum(live) == 1 and min(live) > 0)
            ):
                raise FormError(f"{self.name}'s mix at {cell.key} is not a mix of its actions")
            arrives = plan[cell.parent]
            for sequence, chance in zip(cell.sequences, chances, strict=True):
                if chance is not _ZERO and chance:
                    plan[sequence] = arrives if pure else arrives * chance
        return plan

    def behaviour(
        self, plan: Sequence[Fraction | int], reply: BestResponse | None = None
    ) -> BehaviourStrategy:
        """Return a behaviour that has this plan, which may be over any denominator.

        At infosets that the plan never reaches it takes the first action, or the first best one of
        a *reply*.
        """
        found: BehaviourStrategy = {}
        for number, cell in enumerate(self.cells):
            arrives, first, actions = plan[cell.parent], cell.first, cell.actions
            found[cell.key] = mix = dict.fromkeys(actions, _ZERO)
            if arrives:
                at_once = type(arrives) is Fraction and arrives == 1
                for action, chance in zip(actions, plan[first : first + len(actions)], strict=True):
                    if at_once and type(chance) is Fraction:
                        mix[action] = chance
                    elif chance:
                        mix[action] = _ONE if chance == arrives else Fraction(chance, arrives)
            elif reply is None:
                mix[actions[0]] = _ONE
            else:
                worth = reply.worth[first : first + len(actions)]
                mix[actions[worth.index(reply.best[number])]] = _ONE
        return found

    def unreached(self, ends: Sequence[bool], plan: Sequence[Fraction | int]) -> list[str]:
        """Return the infosets that no hand passes when the player follows *plan*.

        *ends*: the sequences that a hand can end with.
        """
        seen = list(ends)
        passed = [False] * len(self.cells)
        for number in range(len(self.cells) - 1, -1, -1):
            cell = self.cells[number]
            passed[number] = any(seen[cell.first : cell.first + len(cell.actions)])
            seen[cell.parent] = seen[cell.parent] or passed[number]
        return [
            cell.key
            for cell, here in zip(self.cells, passed, strict=True)
            if not (here and plan[cell.parent])
        ]


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

    @classmethod
    def of_arrays(
        cls,
        sides: tuple[Treeplex, Treeplex],
        arrays: PayoffArrays,
        denominator: int,
        reach: SequenceForm | None = None,
    ) -> SequenceForm:
        """Return the form with these payoffs, which are written out when they are asked for."""
        form = object.__new__(cls)
        vars(form).update(sides=sides, arrays=arrays, denominator=denominator, reach=reach)
        return form

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name != "payoffs" or "arrays" not in vars(self):
                text = f"{type(self).__name__!r} object has no attribute {name!r}"
                raise AttributeError(text, name=name, obj=self)
            vars(self)["payoffs"] = found = tuple(map(tuple, self.rows()))
            return found

    def rows(self) -> list[list[int]]:
        """Return the payoffs as lists: sequence of side one, of side two, amount."""
        arrays = vars(self).get("arrays")
        if arrays is None:
            return list(map(list, self.payoffs))
        import numpy as np

        ones, twos, amounts = arrays
        # one integer object for each sequence, not for each payoff
        names = np.arange(max(side.count for side in self.sides)).astype(object)
        columns = names[ones].tolist(), names[twos].tolist(), amounts.tolist()
        return list(map(list, zip(*columns, strict=True)))

    @property
    def seats(self) -> tuple[str, str]:
        """The two seats' names."""
        return self.sides[0].name, self.sides[1].name

    @property
    def is_matrix(self) -> bool:
        """Whether it is a matrix: not as it is written here."""
        return False

    @cached_property
    def is_single_stage(self) -> bool:
        """Whether neither side ever chooses twice."""
        return not any(cell.parent for side in self.sides for cell in side.cells)

    @property
    def called(self) -> str:
        """What it is called where it has no game's name."""
        return "sequence form"

    @property
    def is_binary_action(self) -> bool:
        """Whether every choice is between two actions and none follows another."""
        return self.is_single_stage and all(
            len(cell.actions) == 2 for side in self.sides for cell in side.cells
        )

    @property
    def keeps_chances(self) -> bool:
        """Whether it knows the chances of its hands, which a direct form may not."""
        return self.reach is not None

    @property
    def amounts(self) -> int:
        """How many payoffs it holds: those that are not 0."""
        arrays = vars(self).get("arrays")
        return len(self.payoffs) if arrays is None else len(arrays[2])

    def gains(self, seat: int, plans: Sequence[Sequence[Fraction | int]]) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns that seat against the other's plan.

        Integers over one denominator (the second item).
        """
        tops, below = over_one_denominator(plans[1 - seat])
        if self.amounts >= _MANY_PAYOFFS:
            return self._gains_by_arrays(seat, tops), below * self.denominator
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

    def _gains_by_arrays(self, seat: int, tops: Sequence[int]) -> list[int]:
        """Return what each sequence of *seat* earns it against a plan in integers."""
        import numpy as np

        ones, twos, amounts = self.arrays
        own, other = (twos, ones) if seat else (ones, twos)
        used = np.flatnonzero(np.array(list(map(bool, tops)))[other])
        own, other, amounts = own[used], other[used], amounts[used]
        words = amounts.dtype != object
        if words and max(self._largest, 1) * max(map(abs, tops)) * (len(used) + 1) < _SAFE_SUM:
            sums = np.zeros(self.sides[seat].count, np.int64)
            np.add.at(sums, own, amounts * np.array(tops, np.int64)[other])
            return (-sums if seat else sums).tolist()
        gains = [0] * self.sides[seat].count
        sign = -1 if seat else 1
        for s, t, amount in zip(own.tolist(), other.tolist(), amounts.tolist(), strict=True):
            gains[s] += sign * amount * tops[t]
        return gains

    @cached_property
    def arrays(self) -> PayoffArrays:
        """The payoffs as arrays: sequences of side one, of side two, and amounts.

        Amounts are machine words if these hold them and their negatives, else Python integers.
        """
        import numpy as np

        numbers = chain.from_iterable(self.payoffs)
        try:
            table: IntegerArray = np.fromiter(numbers, np.int64, 3 * len(self.payoffs))
            table = table.reshape(-1, 3)
        except OverflowError:
            table = np.array(self.payoffs, dtype=object)
        amounts = table[:, 2]
        if table.dtype != object and amounts.min(initial=0) == np.iinfo(np.int64).min:
            amounts = amounts.astype(object)
        return table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), amounts

    @cached_property
    def _largest(self) -> int:
        """The largest payoff in machine words, whatever its sign."""
        return int(abs(self.arrays[2]).max(initial=0))

    def without_chances(self) -> SequenceForm:
        """Return the game without the chances of its hands, which a solver does not need."""
        if "arrays" in vars(self):
            return SequenceForm.of_arrays(self.sides, self.arrays, self.denominator)
        return SequenceForm(self.sides, self.payoffs, self.denominator)

    def sequence(self) -> SequenceForm:
        """Return the game by its sequences: itself."""
        return self

    def strategic(self) -> MatrixForm:
        """Return the matrix of all its pure strategies, if that is not too large."""
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
        if self.amounts >= _MANY_PAYOFFS:
            return self._turned_by_arrays(sides)
        turned = tuple([(j, i, -a) for i, j, a in _by_second_sequence(self.payoffs)])
        reach = None
        if self.reach is not None:
            same = _by_second_sequence(self.reach.payoffs)
            reach = SequenceForm(
                sides, tuple([(j, i, a) for i, j, a in same]), self.reach.denominator
            )
        return SequenceForm(sides, turned, self.denominator, reach)

    def _turned_by_arrays(self, sides: tuple[Treeplex, Treeplex]) -> SequenceForm:
        import numpy as np

        def turned(form: SequenceForm, sign: int) -> PayoffArrays:
            ones, twos, amounts = form.arrays
            order = np.lexsort((ones, twos))
            return twos[order], ones[order], sign * amounts[order]

        reach = self.reach
        if reach is not None:
            reach = SequenceForm.of_arrays(sides, turned(reach, 1), reach.denominator)
        return SequenceForm.of_arrays(sides, turned(self, -1), self.denominator, reach)

    @cached_property
    def _rows(self) -> dict[int, dict[int, int]]:
        rows: dict[int, dict[int, int]] = defaultdict(dict)
        for i, j, amount in self.payoffs:
            rows[i][j] = amount
        return rows

    def block(self, ones: Sequence[int], twos: Sequence[int]) -> list[dict[int, int]]:
        """Return the payoffs that are not 0 between some sequences, by their places in *twos*."""
        if self.amounts >= _MANY_PAYOFFS:
            return self._block_by_arrays(ones, twos)
        spot = {j: k for k, j in enumerate(twos)}
        empty: dict[int, int] = {}
        rows = [self._rows.get(i, empty) for i in ones]
        return [{spot[j]: a for j, a in row.items() if j in spot} for row in rows]

    def _block_by_arrays(self, ones: Sequence[int], twos: Sequence[int]) -> list[dict[int, int]]:
        import numpy as np

        places = [np.full(side.count, -1) for side in self.sides]
        for place, own in zip(places, (ones, twos), strict=True):
            place[own] = np.arange(len(own))
        first, second, amounts = self.arrays
        rows, columns = places[0][first], places[1][second]
        inside = np.flatnonzero((rows >= 0) & (columns >= 0))
        lines: list[dict[int, int]] = [{} for _ in ones]
        found = [own[inside].tolist() for own in (rows, columns, amounts)]
        for row, column, amount in zip(*found, strict=True):
            lines[row][column] = amount
        return lines

    def seen(self, plans: Sequence[Sequence[Fraction | int]]) -> tuple[list[bool], list[bool]]:
        """Return with which sequences of each side a hand can end against the other's plan.

        Where the form does not keep the chances of its hands, with all of them.
        """
        one, two = (side.count for side in self.sides)
        if self.reach is None:
            return [True] * one, [True] * two
        x, y = (list(map(bool, plan)) for plan in plans)
        if self.reach.amounts >= _MANY_PAYOFFS:
            return self.reach._met_by_arrays(x, y)
        ones, twos = [False] * one, [False] * two
        for i, j, chance in self.reach.payoffs:
            if chance:
                if y[j]:
                    ones[i] = True
                if x[i]:
                    twos[j] = True
        return ones, twos

    def _met_by_arrays(self, x: list[bool], y: list[bool]) -> tuple[list[bool], list[bool]]:
        """Return between which sequences there is a chance, if the other's is used in a plan."""
        import numpy as np

        first, second, chances = self.arrays
        ones, twos = np.zeros(len(x), bool), np.zeros(len(y), bool)
        ones[first[np.array(y)[second] & (chances != 0)]] = True
        twos[second[np.array(x)[first] & (chances != 0)]] = True
        return ones.tolist(), twos.tolist()


PayoffSums = Mapping[int, Mapping[tuple[int, int], int]]


def _by_second_sequence(payoffs: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return payoffs by the sequence of side two, then by that of side one.

    They are in the order of side one already: to sort by one number is then fast.
    """
    return sorted(sorted(payoffs), key=itemgetter(1))


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
                key = tree.infosets[seat][node.view].key
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
    """Return what is wrong with a seat that reaches one view by two sequences of its own."""

    def history(sequence: int) -> str:
        steps: list[str] = []
        while sequence:
            cell = next(c for c in cells.values() if sequence in c.sequences)
            steps.append(f"{cell.key}:{cell.actions[sequence - cell.first]}")
            sequence = cell.parent
        return " then ".join(reversed(steps)) or "no choice of its own"

    key = tree.infosets[seat][view].key
    return (
        f"{tree.seats[seat]} forgets: it cannot tell apart at {key} that it came by "
        f"[{history(first)}] or by [{history(second)}]; exact solving needs perfect recall"
    )


# ---------------------------------------------------------------------- matrix games


class NormalFormMixin(BestResponseMixin):
    """A form in which each seat chooses once, knowing nothing."""

    @property
    def is_single_stage(self) -> bool:
        """Whether neither seat ever chooses twice."""
        return True

    @property
    def is_matrix(self) -> bool:
        """Whether each seat chooses once, knowing nothing."""
        return True


@dataclass(frozen=True)
class MatrixForm(NormalFormMixin, ZeroSumMixin):
    """A matrix game: the first seat chooses a row, the second a column, the first is paid.

    >>> game = MatrixForm.of([["1/2", -1], [0, "0.25"]], rows=["up", "down"])
    >>> game.denominator, game.payoffs
    (4, ((2, -4), (0, 1)))
    >>> game[1, 1], game.rows, game.columns
    (Fraction(1, 4), ('up', 'down'), ('1', '2'))
    """

    payoffs: tuple[tuple[int, ...], ...]
    denominator: int
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    seats: tuple[str, str] = ("row", "column")

    @classmethod
    def of(
        cls,
        payoffs: Iterable[Iterable[object]],
        *,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        seats: tuple[str, str] = ("row", "column"),
    ) -> MatrixForm:
        """Return the form of a nested list of exact numbers (or their texts)."""
        lines = list(payoffs)
        if any(isinstance(row, str) for row in [payoffs, *lines]):
            raise FormError("a row written as text; write each row as a list of numbers")
        table = [list(row) for row in lines]
        read = read_numbers(table)
        return cls.of_table(table, read, rows=rows, columns=columns, seats=seats)

    @classmethod
    def of_table(
        cls,
        table: list[list[object]],
        read: Words | list[RationalRow] | None,
        *,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        seats: tuple[str, str] = ("row", "column"),
    ) -> MatrixForm:
        """Return the form of a table; *read* is what :func:`read_numbers` makes of it."""
        if not table or not table[0]:
            raise FormError("the matrix is empty; it needs at least one row and one column")
        width = len(table[0])
        for number, row in enumerate(table, 1):
            if len(row) != width:
                raise FormError(
                    f"the matrix is ragged: row 1 has {width} entries, row {number} has {len(row)}"
                )
        known = _parse_numbers(table) if read is None else read
        if isinstance(known, list):
            payoffs, below = _over_common_denominator(known)
        else:
            starts = range(0, width * len(table), width)
            if isinstance(known, tuple):
                flat, below = known
                payoffs = tuple([tuple(flat[k : k + width]) for k in starts])
            else:
                words, below = memoryview(known), 1
                payoffs = tuple([tuple(words[k : k + width].tolist()) for k in starts])
        form = cls(
            payoffs,
            below,
            _checked_labels(rows, len(table), "row"),
            _checked_labels(columns, width, "column"),
            seats,
        )
        if isinstance(known, list):
            vars(form)["_rational_rows"] = known
        elif not isinstance(known, tuple):
            vars(form)["_words"] = known
        return form

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return len(self.rows), len(self.columns)

    @cached_property
    def sides(self) -> tuple[Treeplex, Treeplex]:
        """The two seats as a tree has them: each chooses once, knowing nothing."""
        one, two = self.seats
        return Treeplex.flat(one, {"-": self.rows}), Treeplex.flat(two, {"-": self.columns})

    @cached_property
    def array(self) -> IntegerArray:
        """The payoffs as a numpy array: machine words where sums are safe, else Python integers."""
        import numpy as np

        if self._words is None or not self.short:
            return np.array(self.payoffs, dtype=object)
        return np.frombuffer(self._words, dtype=np.int64).reshape(self.shape)

    @cached_property
    def _words(self) -> Words | None:
        return _machine_words(self.payoffs)

    @cached_property
    def short(self) -> bool:
        """Whether sums of products of two payoffs fit into machine words."""
        return self._words is not None and self.span[0] > -_SHORT and self.span[1] < _SHORT

    @cached_property
    def span(self) -> tuple[int, int]:
        """The least and the greatest payoff, times the denominator."""
        if self._words is not None:
            if self.amounts <= _FEW_PAYOFFS:
                return min(self._words), max(self._words)
            import numpy as np

            flat = np.frombuffer(self._words, dtype=np.int64)
            return int(flat.min()), int(flat.max())
        amounts = self.nonzero[2] or [0]
        zero = [0] if len(amounts) < self.amounts else []
        return min(amounts + zero), max(amounts + zero)

    @cached_property
    def nonzero(self) -> tuple[list[int], list[int], list[int]]:
        """The payoffs that are not 0: their rows, their columns, and the amounts.

        >>> MatrixForm.of([[0, 3], [0, 0], [-1, 0]]).nonzero
        ([0, 2], [1, 0], [3, -1])
        """
        if self.short:
            import numpy as np

            flat = self.array.ravel()
            places = np.flatnonzero(flat != 0)
            i, j = np.divmod(places, len(self.columns))
            return i.tolist(), j.tolist(), flat[places].tolist()
        if self._rational_rows is not None:
            inside = [row.places for row in self._rational_rows]
        else:
            across = range(len(self.columns))
            inside = [list(compress(across, row)) for row in self.payoffs]
        return (
            [i for i, own in enumerate(inside) for _ in own],
            list(chain.from_iterable(inside)),
            [row[j] for row, own in zip(self.payoffs, inside, strict=True) for j in own],
        )

    @cached_property
    def by_row(self) -> tuple[list[list[int]], list[int]]:
        """The payoffs in integers, each row over its own least denominator, and those.

        >>> MatrixForm.of([["1/2", "1/3"], ["1/5", 1]]).by_row
        ([[3, 2], [1, 5]], [6, 5])
        """
        if self._rational_rows is not None:
            rows = self._rational_rows
            return [row.spread(row.tops) for row in rows], [row.below for row in rows]
        below = self.denominator
        shared = [math.gcd(below, *row) for row in self.payoffs]
        table = [[p // k for p in row] for row, k in zip(self.payoffs, shared, strict=True)]
        return table, [below // k for k in shared]

    @cached_property
    def nonzero_by_row(self) -> tuple[list[int], list[int]]:
        """The amounts of :attr:`nonzero` over the least denominator of their row.

        The second item: those denominators, row by row.

        >>> MatrixForm.of([["1/2", 0], ["1/5", 1]]).nonzero_by_row
        ([1, 1, 5], [2, 5])
        """
        if self._rational_rows is not None:
            rows = self._rational_rows
            return list(chain.from_iterable(row.tops for row in rows)), [row.below for row in rows]
        lines, own = self.by_row
        i, j, _ = self.nonzero
        return [lines[a][b] for a, b in zip(i, j, strict=True)], own

    @cached_property
    def _rational_rows(self) -> list[RationalRow] | None:
        """The payoffs as they were read, if they were fractions."""
        return None

    @property
    def called(self) -> str:
        """What it is called where it has no game's name."""
        return f"matrix {len(self.rows)} x {len(self.columns)}"

    @property
    def amounts(self) -> int:
        """How many payoffs it holds."""
        return len(self.rows) * len(self.columns)

    @property
    def is_binary_action(self) -> bool:
        """Whether every information set has two actions and none follows another: no."""
        return False

    @property
    def keeps_chances(self) -> bool:
        """Whether it knows the chances of its hands: all are sure."""
        return True

    def gains(self, seat: int, plans: Sequence[Sequence[Fraction | int]]) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns that seat against the other's plan.

        Sequence 0 is to choose nothing yet. Integers over one denominator (the second item).
        """
        from flint import fmpz_mat

        tops, below = over_one_denominator(plans[1 - seat])
        live = [k for k, top in enumerate(tops) if top and k]
        places = [k - 1 for k in live]
        used = self.array[:, places] if seat == 0 else -self.array[places].T
        product = fmpz_mat(*used.shape, used.ravel().tolist()) * fmpz_mat(
            len(live), 1, [tops[k] for k in live]
        )
        return [0, *map(int, product.entries())], below * self.denominator

    def arrivals(
        self, seat: int, plans: Sequence[Sequence[Fraction | int]]
    ) -> tuple[list[int], int]:
        """Return the chance that a hand ends with each sequence of *seat*, if it plays so: 1."""
        return [0, *[1] * (self.sides[seat].count - 1)], 1

    def __getitem__(self, spot: tuple[int, int]) -> Fraction:
        """Return one payoff to the first seat."""
        return Fraction(self.payoffs[spot[0]][spot[1]], self.denominator)

    def sequence(self) -> SequenceForm:
        """Return the same game in sequence form: one information set per player."""
        payoffs = tuple(entry for entry in self.entries() if entry[2])
        sure = SequenceForm(self.sides, tuple((i, j, 1) for i, j, _ in self.entries()), 1)
        return SequenceForm(self.sides, payoffs, self.denominator, sure)

    def strategic(self) -> MatrixForm:
        """Return the matrix of its pure strategies: itself."""
        return self

    def entries(self) -> Iterator[tuple[int, int, int]]:
        """Yield the payoffs between sequences: the first seat's, the second's, the amount."""
        for i, row in enumerate(self.payoffs, 1):
            for j, amount in enumerate(row, 1):
                yield i, j, amount

    def swapped(self) -> MatrixForm:
        """Return the game seen from the other side: seats swapped, payoffs negated; made once."""
        return self._turned

    @cached_property
    def _turned(self) -> MatrixForm:
        array = -self.array.T
        payoffs = tuple(map(tuple, array.tolist()))
        one, two = self.seats
        turned = MatrixForm(payoffs, self.denominator, self.columns, self.rows, (two, one))
        vars(turned)["array"] = array  # as it would be made from the payoffs again
        return turned

    @cached_property
    def _framed(self) -> IntegerArray:
        """The array with a row and a column for the empty sequences."""
        import numpy as np

        return np.pad(self.array, ((1, 0), (1, 0)))

    def block(self, ones: Sequence[int], twos: Sequence[int]) -> list[dict[int, int]]:
        """Return the payoffs that are not 0 between some sequences, by their places in *twos*."""
        import numpy as np

        if 0 in ones or 0 in twos:
            cut = self._framed[np.ix_(ones, twos)]
        else:
            cut = self.array[np.ix_([i - 1 for i in ones], [j - 1 for j in twos])]
        if np.count_nonzero(cut) * 4 > cut.size:
            return [{k: a for k, a in enumerate(row) if a} for row in cut.tolist()]
        lines: list[dict[int, int]] = [{} for _ in ones]
        where, what = np.nonzero(cut)
        for i, k, a in zip(where.tolist(), what.tolist(), cut[where, what].tolist(), strict=True):
            lines[i][k] = a
        return lines

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> MatrixForm:
        """Return the game restricted to some rows and columns (by index)."""
        return MatrixForm(
            tuple(tuple(self.payoffs[i][j] for j in columns) for i in rows),
            self.denominator,
            tuple(self.rows[i] for i in rows),
            tuple(self.columns[j] for j in columns),
            self.seats,
        )

    def lowest_terms(self) -> MatrixForm:
        """Return the same game with the denominator as small as it can be."""
        common = math.gcd(self.denominator, *(entry for row in self.payoffs for entry in row))
        if common == 1:
            return self
        small = tuple(tuple(entry // common for entry in row) for row in self.payoffs)
        return MatrixForm(small, self.denominator // common, self.rows, self.columns, self.seats)

    def saddle(self) -> tuple[int, int] | None:
        """Return a pure saddle point (row, column), if there is one.

        >>> MatrixForm.of([[3, 1], [4, 2]]).saddle()
        (1, 1)
        """
        floors, ceilings = self.array.min(axis=1), self.array.max(axis=0)
        if floors.max() != ceilings.min():
            return None
        return int(floors.argmax()), int(ceilings.argmin())


def read_numbers(table: Sequence[Sequence[object]]) -> Words | list[RationalRow] | None:
    """Return a table of whole numbers or of Fractions in integers; None if it has other entries.

    >>> read_numbers([[1, -2], [True, 0]]), read_numbers([[1, "2"]])
    (array('q', [1, -2, 1, 0]), None)
    """
    try:
        return _machine_words(table) or _rational_rows(table)
    except (TypeError, AttributeError):
        return None


def _machine_words(table: Sequence[Sequence[object]]) -> Words | None:
    """Return whole numbers in machine words, row by row; None if there are any others.

    >>> _machine_words([[2**63]]) is None
    True
    """
    words = array("q")
    try:
        for row in table:
            words.fromlist(row if isinstance(row, list) else list(row))  # type: ignore[arg-type]
    except (TypeError, OverflowError):
        return None
    return words


class RationalRow(NamedTuple):
    """A row of rational numbers: those that are not 0, in integers over one denominator."""

    width: int
    places: list[int]
    """Where they are."""
    tops: list[int]
    below: int

    def spread(self, tops: list[int]) -> list[int]:
        """Return the whole row with these integers in the places of its own."""
        if len(tops) == self.width:
            return tops
        whole = [0] * self.width
        for place, top in zip(self.places, tops, strict=True):
            whole[place] = top
        return whole


class _FractionSlots(Protocol):
    """The attributes behind the properties of a Fraction."""

    _numerator: int
    _denominator: int


def _rational_rows(table: Sequence[Sequence[object]]) -> list[RationalRow]:
    """Return a table of Fractions row by row; what is 0 is looked at once.

    Their attributes are read past the properties, which takes less time.
    """
    width = len(table[0]) if table else 0
    if not all(len(row) == width for row in table):
        return []
    rows, plain = [], cast("type[_FractionSlots]", Fraction)
    for row in cast("Sequence[Sequence[_FractionSlots]]", table):
        places = [
            k for k, number in enumerate(row) if number._numerator or type(number) is not plain
        ]
        numbers = row if len(places) == width else [row[k] for k in places]
        others = set(map(type, numbers)) - {plain}
        if not all(issubclass(kind, Fraction) for kind in others):
            raise TypeError("not a Fraction")
        if others:  # classes of their own
            places = [k for k in places if row[k]._numerator]
            numbers = [row[k] for k in places]
        tops = [number._numerator for number in numbers]
        belows = [number._denominator for number in numbers]
        if len(tops) == 1:
            below = belows[0]
        else:
            below, factors = common_multiple(belows)
            if below > 1:
                tops = [top * factors[k] for top, k in zip(tops, belows, strict=True)]
        rows.append(RationalRow(width, places, tops, below))
    return rows


def _over_common_denominator(rows: list[RationalRow]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return rows of rational numbers in integers over one denominator."""
    below, factors = common_multiple(row.below for row in rows)
    scaled = [tuple(row.spread(times(row.tops, factors[row.below]))) for row in rows]
    return tuple(scaled), below


def _parse_numbers(table: list[list[object]]) -> tuple[list[int], int] | list[RationalRow]:
    """Return a table of any exact numbers in integers: over one denominator, or row by row."""
    texts = [cell for row in table for cell in row if isinstance(cell, str)]
    if len(texts) == len(table) * len(table[0]):
        plain = parse_plain_numbers(texts)
        if plain is not None:
            return plain
    return _rational_rows(_parse_rationals(table))


def _parse_rationals(table: list[list[object]]) -> list[list[object]]:
    known: dict[str, Fraction] = {}  # a table of fractions says the same few again and again
    return [
        [_parse_cell(entry, known, i, j) for j, entry in enumerate(row, 1)]
        for i, row in enumerate(table, 1)
    ]


def _parse_cell(entry: object, known: dict[str, Fraction], i: int, j: int) -> Fraction:
    """Return the exact number of row *i* and column *j*, counted from 1."""
    number = known.get(entry) if isinstance(entry, str) else None
    if number is not None:
        return number
    try:
        number = as_rational(entry)
    except NumberError as reason:
        raise FormError(f"row {i}, column {j}: {reason}") from None
    if isinstance(entry, str):
        known[entry] = number
    return number


def _checked_labels(given: Sequence[str] | None, count: int, what: str) -> tuple[str, ...]:
    if given is None:
        return tuple(map(str, range(1, count + 1)))
    labels = tuple(map(str, given))
    if len(labels) != count:
        raise FormError(f"{len(labels)} {what} labels for {count} {what}s")
    if len(set(labels)) != count:
        twice = next(label for label in labels if labels.count(label) > 1)
        raise FormError(f"the {what} label {twice!r} is used twice")
    if alike := alike_names(labels):
        raise FormError(f"the {what} labels {alike}; rename one")
    if any(len(label) > MAX_LABEL_LENGTH for label in labels):
        raise FormError(f"a {what} label is longer than {MAX_LABEL_LENGTH} characters")
    return labels


# ---------------------------------------------------------------------- reduced pure strategies

MAX_PURE_STRATEGIES = 1 << 13
MAX_ENTRIES = 1 << 22


def count_pure_strategies(side: Treeplex) -> int:
    """Return the number of reduced pure strategies: choices only at cells that they reach."""
    ways = [1] * side.count
    for cell in reversed(side.cells):
        ways[cell.parent] *= sum(ways[s] for s in cell.sequences)
    return ways[0]


def pure_realization_plans(side: Treeplex) -> tuple[list[str], list[list[int]]]:
    """Return the names and the plans of all reduced pure strategies of one side."""
    after: list[list[int]] = [[] for _ in range(side.count)]
    for number, cell in enumerate(side.cells):
        after[cell.parent].append(number)

    def ways(sequence: int) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
        branches = [
            [
                ((f"{cell.key}:{cell.actions[s - cell.first]}", *names), (s, *used))
                for s in cell.sequences
                for names, used in ways(s)
            ]
            for cell in (side.cells[n] for n in after[sequence])
        ]
        return [
            (sum((names for names, _ in pick), ()), sum((used for _, used in pick), ()))
            for pick in product(*branches)
        ]

    names, plans = [], []
    for words, used in ways(0):
        plan = [0] * side.count
        plan[0] = 1
        for s in used:
            plan[s] = 1
        names.append(" ".join(words) or "-")
        plans.append(plan)
    return names, plans


def reduced_matrix_form(form: SequenceForm) -> MatrixForm:
    """Return the matrix game of all reduced pure strategies, if that is not too large."""
    (table,) = payoff_matrices(form.sides, [(form.payoffs, form.denominator)])
    return table


PayoffTriples = Iterable[tuple[int, ...]]


def payoff_matrices(
    sides: tuple[Treeplex, Treeplex], paid: Sequence[tuple[PayoffTriples, int]]
) -> list[MatrixForm]:
    """Return what each of some lists of payoffs between sequences pays the pure strategies."""
    import numpy as np

    one, two = map(count_pure_strategies, sides)
    if max(one, two) > MAX_PURE_STRATEGIES or one * two > MAX_ENTRIES:
        raise NoMethodError(
            f"the strategic form would be {count_text(one)} x {count_text(two)}; "
            f"up to {MAX_PURE_STRATEGIES:,} pure "
            f"strategies per seat and {MAX_ENTRIES:,} entries are written out; "
            "try fewer ranks, or a restricted game"
        )
    (rows, ones), (columns, twos) = (pure_realization_plans(side) for side in sides)
    seats = sides[0].name, sides[1].name
    before, after = np.array(ones, dtype=object), np.array(twos, dtype=object).T
    found = []
    for entries, below in paid:
        payoffs = np.zeros((sides[0].count, sides[1].count), dtype=object)
        for i, j, amount in entries:
            payoffs[i, j] = amount
        table = tuple(map(tuple, (before @ payoffs @ after).tolist()))
        form = MatrixForm(table, below, tuple(rows), tuple(columns), seats)
        found.append(form.lowest_terms())
    return found


def count_text(count: int) -> str:
    """Return a count that may have a hundred digits.

    >>> count_text(1024), count_text(2**484)
    ('1,024', '10^145.7')
    """
    return f"{count:,}" if count < 10**12 else f"10^{math.log10(count):.1f}"
