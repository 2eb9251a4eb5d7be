"""That a list of equilibria is complete: every case is shown to hold none that is not listed.

Standard library only. A strategy of either seat is a *label*. In an equilibrium each label is
without weight, or a best reply. A case takes one label and splits in two: it has no weight, or it
is a best reply. So every equilibrium is in some end of the tree, and each end is one of two:

- no mix of the strategies that are left makes all its labels best replies: a *shift* of the
  weights of the seat that replies, with sum 0 and taking only from those labels, gains against each
  strategy that is left. Then what it takes from cannot all be best, whatever the mix.
- the mixes that are left, of one seat and of the other, have corners that are all listed, each
  with each. An extreme equilibrium is a pair of corners, so none in this end is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from typing import Protocol

from sabot.certify.every.corners import Weights, Work, corners, fixed
from sabot.certify.every.reading import Bimatrix, Case, Every
from sabot.certify.limits import MOST_CASE_WORK
from sabot.certify.reading import named
from sabot.errors import CertificateError, FileError


class Side:
    """The mixes of one seat, and the replies of the other, by label."""

    def __init__(self, form: Bimatrix, mixing: int) -> None:
        rows, columns = map(len, form.actions)
        payoffs = form.payoffs[1 - mixing]
        self.name = form.seats[1 - mixing]
        self.mixed, self.replying = (rows, columns) if mixing == 0 else (columns, rows)
        self.first_mixed, self.first_reply = (0, rows) if mixing == 0 else (rows, 0)
        self.by_reply = payoffs if mixing else [list(row) for row in zip(*payoffs, strict=True)]
        self.by_mixed = [list(row) for row in zip(*self.by_reply, strict=True)]

    def left(self, imposed: int) -> list[int]:
        """Return the strategies that may still have weight."""
        return [k for k in range(self.mixed) if not imposed >> (self.first_mixed + k) & 1]

    def best(self, imposed: int) -> list[int]:
        """Return the replies that are to be best ones."""
        return [k for k in range(self.replying) if imposed >> (self.first_reply + k) & 1]

    def demand_none(self, imposed: int, shift: Weights) -> None:
        """Demand that a shift shows that there is no mix."""
        best = set(self.best(imposed))
        if sum(shift) or any(weight < 0 for k, weight in enumerate(shift) if k not in best):
            raise CertificateError(
                f"a shift of {named(self.name)} takes from what need not be a best reply"
            )
        for k in self.left(imposed):
            if sum(map(mul, shift, self.by_mixed[k])) <= 0:
                raise CertificateError(
                    f"a shift of {named(self.name)} does not gain: its case may hold equilibria"
                )


def all_there_are(told: Every) -> bool:
    """Walk through the cases; tell whether they show that nothing is missing.

    False where a face is too large to be built here; CertificateError where a case is wrong.
    """
    form = told.bimatrix
    sides = sides_of(form)
    listed = {entry.weights for entry in told.equilibria}
    demand_short(form, told.cases, len(told.equilibria))
    mixes = [Listed(marks_of(sides[seat], {pair[seat] for pair in listed})) for seat in (0, 1)]
    work, complete = Work(), True
    for imposed in leaves(sides, told.cases):
        faces = [_face(sides[n], imposed[n], mixes[n], work) for n in (0, 1)]
        if faces[0] is None or faces[1] is None:
            complete = False
        elif not all((x, y) in listed for x in faces[0] for y in faces[1]):
            raise CertificateError("a case holds an equilibrium that is not listed")
    return complete


def sides_of(form: Bimatrix) -> tuple[Side, Side]:
    """Return both sides: the first seat's mixes, and the second's."""
    return Side(form, 0), Side(form, 1)


class Refuting(Protocol):
    """A side of a case, by labels that are imposed on it."""

    def demand_none(self, imposed: int, shift: Weights) -> None:
        """Demand that a shift shows that there is nothing on it."""


def leaves(sides: tuple[Refuting, Refuting], cases: Iterable[Case]) -> Iterator[tuple[int, int]]:
    """Walk through the cases; yield what those that may hold equilibria impose on both sides.

    Whoever goes on to the end has seen all that are not shown to hold none.
    """
    waiting = [(0, 0)]
    for case in cases:
        if not waiting:
            raise CertificateError("the cases go on after the last of them")
        imposed = waiting.pop()
        if isinstance(case, int):
            waiting += _halves(imposed, case)
        elif case is not None:
            seat, shift = case
            sides[1 - seat].demand_none(imposed[1 - seat], shift)
        else:
            yield imposed
    if waiting:
        raise CertificateError("the cases break off: not all are looked at")


def _halves(imposed: tuple[int, int], case: int) -> list[tuple[int, int]]:
    """Return the two cases that a label makes of one, the one that comes last first."""
    bit = 1 << (abs(case) - 1)
    # a row has weight on the first side, and is a reply on the second; a column the other way round
    one, two = (imposed[0] | bit, imposed[1]), (imposed[0], imposed[1] | bit)
    return [two, one] if case > 0 else [one, two]


def demand_short(form: Bimatrix, cases: Sequence[Case], listed: int) -> None:
    """Demand that all cases can be looked at in some time, with so many equilibria in a list."""
    rows, columns = map(len, form.actions)
    payoffs = (abs(entry) for table in form.payoffs for row in table for entry in row)
    shifts = [case[1] for case in cases if isinstance(case, tuple)]
    bits = max(payoffs, default=0).bit_length()
    longest = max((abs(weight) for shift in shifts for weight in shift), default=0).bit_length()
    alive = sum(case is None for case in cases)
    work = len(shifts) * rows * columns * (1 + bits * longest // 4096)
    work += alive * ((rows + columns) ** 3 + listed)
    if work > MOST_CASE_WORK:
        raise FileError("the cases are too many for this checker")


Marks = dict[Weights, tuple[int, int]]
"""By mix, as bits of labels: the strategies it uses, and the replies that are not best."""


class Listed:
    """The mixes of a seat that are listed, and which of them obey some labels."""

    def __init__(self, marks: Marks) -> None:
        self.mixes = list(marks)
        self.against: dict[int, int] = {}
        """By label the mixes, as bits, that do not obey it."""
        for place, (used, short) in enumerate(marks.values()):
            for label in bits_of(used | short):
                self.against[label] = self.against.get(label, 0) | 1 << place

    def inside(self, imposed: int) -> set[Weights]:
        """Return the mixes that obey all labels imposed."""
        out = 0
        for label in bits_of(imposed):
            out |= self.against.get(label, 0)
        return {self.mixes[place] for place in bits_of(((1 << len(self.mixes)) - 1) & ~out)}


def bits_of(number: int) -> Iterator[int]:
    """Yield the places of the ones of a number.

    >>> list(bits_of(0b10110))
    [1, 2, 4]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def marks_of(side: Side, mixes: Iterable[Weights]) -> Marks:
    """Return which labels each of some mixes could not obey."""
    found = {}
    for mix in mixes:
        live = [(side.by_mixed[k], weight) for k, weight in enumerate(mix) if weight]
        earned = [sum(row[i] * weight for row, weight in live) for i in range(side.replying)]
        top = max(earned)
        used = sum(1 << (side.first_mixed + k) for k, weight in enumerate(mix) if weight)
        short = sum(1 << (side.first_reply + k) for k, paid in enumerate(earned) if paid < top)
        found[mix] = used, short
    return found


def _face(side: Side, imposed: int, listed: Listed, work: Work) -> set[Weights] | None:
    """Return the corners of the mixes that a case leaves a seat; None where that takes too long."""
    used, best = side.left(imposed), side.best(imposed)
    if not best:
        raise CertificateError("a case is called one with equilibria, and has no mix")
    if not fixed(side.by_reply, used, best):
        return corners(side.by_reply, used, best, work)
    inside = listed.inside(imposed)
    if not inside:
        raise CertificateError("a case is called one with equilibria, and none is listed there")
    return inside
