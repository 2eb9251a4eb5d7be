"""Whether a seat plays the same plan in every equilibrium of a tree, shown by cases of sequences.

Standard library only. Against an opponent's plan every cell of a seat has a value, and a sequence
*loses* what the best choice at its cell earns more. In an equilibrium a sequence is not played, or
it loses nothing: each case takes one and splits in two. A *shift* is a difference of two plans of a
seat, times something: at each cell its weights add up to that of what leads there, in the end to 0.
What it gains against a plan is what the sequences it takes from lose, less what those that it gives
to lose; where it takes only from such as are to lose nothing, it gains nothing. So an end is one of
two:

- a shift gains against every plan that is left to the other: there is none;
- the plans that are left are the one that is told, for equations leave room for one at most. A
  shift that nowhere loses may help: it gains 0 against each of them, so that what it would gain
  against is not played, and what it gives to loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sabot.certify.every.cases import leaves
from sabot.certify.every.reading import Case, shift_of
from sabot.certify.form import Form
from sabot.certify.limits import MOST_CASE_WORK
from sabot.certify.nash.reading import Nash
from sabot.certify.rank import surely_full_rank
from sabot.certify.reading import named, seen
from sabot.errors import CertificateError, FileError

Plan = tuple[list[int], int]
Weights = tuple[int, ...]
_EACH = 100
"""What a case takes that has nothing in it, beside what a payoff takes."""


@dataclass(frozen=True, slots=True)
class _End:
    """A case that may hold equilibria: the shifts that help, by the seat that they are of."""

    helping: dict[int, Weights]


def demand_same(told: Nash, plans: Sequence[Plan]) -> None:
    """Demand that the seats said to be unique play as told in every equilibrium."""
    sides = _Side(told.forms, 0), _Side(told.forms, 1)
    cases = _cases(told, sides)
    lost = [side.lost(plan) for side, (plan, _) in zip(sides, plans, strict=True)]
    ends = iter([case for case in cases if isinstance(case, _End)])
    tree: list[Case] = [None if isinstance(case, _End) else case for case in cases]
    for imposed in leaves(sides, tree):
        end = next(ends)
        for n in (0, 1):
            if told.unique[n] and not sides[n].alone(
                plans[n][0], lost[n], imposed[n], end.helping.get(1 - n)
            ):
                raise CertificateError(
                    f"{named(told.form.seats[n].name)}'s strategy is not as unique as claimed: a "
                    "case may hold an equilibrium with another"
                )


def _cases(told: Nash, sides: tuple[_Side, _Side]) -> list[Case | _End]:
    """Return the cases in a file, after demanding that they are not too many."""
    data, forms = told.sequences, told.forms
    if type(data) is not list:
        raise ValueError("the cases of sequences are not a list")
    names = {seat.name: n for n, seat in enumerate(told.form.seats)}
    sizes = [seat.count - 1 for seat in told.form.seats]
    cases = [_case(names, sizes, entry) for entry in data]
    bits = max((abs(entry[2]) for form in forms for entry in form.entries), default=0).bit_length()
    shifts = [case[1] for case in cases if isinstance(case, tuple)]
    shifts += [shift for case in cases if isinstance(case, _End) for shift in case.helping.values()]
    longest = max((abs(weight) for shift in shifts for weight in shift), default=0).bit_length()
    entries = max(len(form.entries) for form in forms) + sum(sizes)
    alive = sum(isinstance(case, _End) for case in cases)
    work = len(cases) * (entries * (1 + bits * (1 + longest) // 4096) + _EACH)
    if work + alive * sum(side.unknown**3 for side in sides) > MOST_CASE_WORK:
        raise FileError("the cases are too many for this checker")
    return cases


def _case(names: dict[str, int], sizes: Sequence[int], data: Any) -> Case | _End:
    if type(data) is int:
        if not 1 <= abs(data) <= sum(sizes):
            raise ValueError(f"a case branches on {seen(data)}, which is no sequence's number")
        return data
    if data is None or type(data) is list:
        shifts = [shift_of(names, sizes, entry) for entry in data or ()]
        helping = dict(shifts)
        if data == [] or len(helping) < len(shifts):
            raise ValueError("the shifts of an end are one a seat, or there is null")
        return _End(helping)
    return shift_of(names, sizes, data)


def _marks(imposed: int, before: int, count: int) -> list[bool]:
    """Return which sequences have a label that is imposed; the empty one has none.

    All bits at once: one by one, time grows with the square of their number.

    >>> _marks(0b1011, 0, 4), _marks(0b1011, -1, 1)
    ([False, True, False, True], [False])
    """
    here = imposed >> (before + 1) & ((1 << (count - 1)) - 1)
    return [False, *(bit == "1" for bit in reversed(f"{here:0{count}b}"))][:count]


class _Side:
    """The plans of one seat, and what the sequences of the other lose against them, by label."""

    def __init__(self, forms: tuple[Form, Form], mixing: int) -> None:
        self.own, self.other = forms[0].seats[mixing], forms[0].seats[1 - mixing]
        first = forms[0].seats[0].count - 1
        self._own_label, self._reply = (-1, first - 1) if mixing == 0 else (first - 1, -1)
        self._paid = [
            (pair[mixing], pair[1 - mixing], amount)
            for *pair, amount in forms[1 - mixing].entries
        ]  # fmt: skip

    @property
    def unknown(self) -> int:
        """How many numbers equations are to fix: chances of the plan, values of cells."""
        return self.own.count - 1 + len(self.other.cells)

    def _barred(self, imposed: int) -> list[bool]:
        return _marks(imposed, self._own_label, self.own.count)

    def _best(self, imposed: int) -> list[bool]:
        return _marks(imposed, self._reply, self.other.count)

    def demand_none(self, imposed: int, shift: Weights) -> None:
        """Demand that a shift gains against every plan that a case leaves."""
        least, _ = self._gained(imposed, shift)
        if least is not None and least <= 0:
            raise CertificateError(
                f"a shift of {named(self.other.name)} does not gain: its case may hold equilibria"
            )

    def _gained(self, imposed: int, shift: Weights) -> tuple[int | None, list[bool]]:
        """Return the least that a shift gains against a plan that is left, None if none is left.

        And which sequences are in no plan against which it gains that.
        """
        weights, best = (0, *shift), self._best(imposed)
        for _, actions, parent, first in self.other.cells:
            if sum(weights[first : first + len(actions)]) != weights[parent]:
                raise CertificateError(f"a shift of {named(self.other.name)} is of no two plans")
        if any(weight < 0 and not may for weight, may in zip(weights, best, strict=True)):
            raise CertificateError(
                f"a shift of {named(self.other.name)} takes from what may lose something"
            )
        worth = [0] * self.own.count
        for s, t, amount in self._paid:
            worth[s] += weights[t] * amount
        gone = self._barred(imposed)
        for _, actions, parent, first in reversed(self.own.cells):  # backward induction
            left = [s for s in range(first, first + len(actions)) if not gone[s]]
            if not left:
                gone[parent] = True
                continue
            least = min(worth[s] for s in left)
            worth[parent] += least
            for s in left:
                gone[s] = worth[s] > least
        return (None if gone[0] else worth[0]), gone

    def alone(
        self, plan: list[int], lost: list[int], imposed: int, helping: Weights | None
    ) -> bool:
        """Tell whether a case leaves a seat no plan but one, against which so much is lost."""
        barred, best = self._barred(imposed), self._best(imposed)
        if helping is not None:
            least, gone = self._gained(imposed, helping)
            if least is None or least < 0:
                raise CertificateError(f"a shift of {named(self.other.name)} loses in some case")
            barred = gone
            best = [may or weight > 0 for may, weight in zip(best, (0, *helping), strict=True)]
        for _, actions, parent, first in self.own.cells:  # nothing comes after what is not played
            if barred[parent]:
                barred[first : first + len(actions)] = [True] * len(actions)
        if any(chance for chance, no in zip(plan, barred, strict=True) if no):
            return False
        if any(amount for amount, none in zip(lost, best, strict=True) if none):
            return False
        rows = list(self._equations(barred, best))
        return surely_full_rank(rows, self.unknown)

    def lost(self, plan: list[int]) -> list[int]:
        """Return what each sequence of the other loses against a plan."""
        worth, found = [0] * self.other.count, [0] * self.other.count
        for s, t, amount in self._paid:
            worth[t] += plan[s] * amount
        for _, actions, parent, first in reversed(self.other.cells):
            own = range(first, first + len(actions))
            most = max(worth[t] for t in own)
            for t in own:
                found[t] = most - worth[t]
            worth[parent] += most
        return found

    def _equations(self, barred: list[bool], best: list[bool]) -> Iterator[dict[int, int]]:
        """Yield what chances and values obey: the left sides, by unknown."""
        for _, actions, parent, first in self.own.cells:
            row = dict.fromkeys(range(first - 1, first - 1 + len(actions)), 1)
            yield row | {parent - 1: -1} if parent else row
        for s in range(1, self.own.count):
            if barred[s]:
                yield {s - 1: 1}
        rows: list[dict[int, int]] = [{} for _ in best]
        for s, t, amount in self._paid:
            if s:
                rows[t][s - 1] = rows[t].get(s - 1, 0) - amount
        for h, (_, actions, parent, first) in enumerate(self.other.cells, self.own.count - 1):
            rows[parent][h] = -1
            for t in range(first, first + len(actions)):
                rows[t][h] = 1
        yield from (row for row, equal in zip(rows, best, strict=True) if equal)
