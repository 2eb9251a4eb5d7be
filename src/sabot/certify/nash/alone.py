"""Whether a seat plays the same in every equilibrium, shown by a tree of cases of pure strategies.

Standard library only. The cases are those of a list of all equilibria. Every equilibrium is in some
end of them, and what an end leaves a seat is a face of mixes; where every corner of every such face
comes to the plan that is told, so does each mix between corners, and there is no other plan.

A tree is written out: its pure strategies, with choices only where they come, are the labels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sabot.certify.every.cases import Side, demand_short, leaves, marks_of, sides_of
from sabot.certify.every.corners import Weights, Work, corners, fixed
from sabot.certify.every.reading import Bimatrix, bimatrix_of, cases_of
from sabot.certify.form import Form, Seat
from sabot.certify.limits import MOST_WRITTEN, MOST_WRITTEN_WORK
from sabot.certify.nash.reading import Nash
from sabot.certify.reading import named
from sabot.errors import CertificateError, FileError

Sequences = tuple[int, ...]
"""Those that a pure strategy plays, but for the empty one."""
Plan = tuple[list[int], int]


def all_alike(told: Nash, plans: Sequence[Plan]) -> tuple[bool | None, bool | None]:
    """Return by seat whether it plays so in every equilibrium.

    None in place of True where a face is too large to be built here; CertificateError where an end
    holds another plan, or a case is wrong.
    """
    form, pure = _written(told.forms)
    cases = cases_of(form, told.cases)
    demand_short(form, cases, 1)
    sides, work = sides_of(form), Work()
    seats = [
        _Told(told.form.seats[n].name, sides[n], pure[n], plans[n], told.kind == "bimatrix")
        for n in (0, 1)
    ]
    found = list(told.unique)
    for imposed in leaves(sides, cases):
        for n, seat in enumerate(seats):
            if found[n] and not seat.alone(imposed[n], work):
                found[n] = None
    return found[0], found[1]


@dataclass(frozen=True, slots=True)
class _Told:
    """What a seat is said to play in every equilibrium."""

    name: str
    side: Side
    pure: Sequence[Sequences]
    plan: Plan
    simple: bool
    """Each pure strategy is a sequence, so that the plan tells the mix."""

    def alone(self, imposed: int, work: Work) -> bool:
        """Tell whether a face was built; raise CertificateError where it holds another plan."""
        used, best = self.side.left(imposed), self.side.best(imposed)
        if not best:
            raise CertificateError("a case is called one with equilibria, and has no mix")
        if self.simple and self._inside(imposed) and fixed(self.side.by_reply, used, best):
            return True
        face = corners(self.side.by_reply, used, best, work)
        if face is None:
            return False
        for mix in face:
            if not self._same(mix):
                raise CertificateError(
                    f"{named(self.name)}'s strategy is not as unique as claimed: a case may hold "
                    "an equilibrium with another"
                )
        return True

    def _inside(self, imposed: int) -> bool:
        """Tell whether the mix that is told obeys what a case imposes."""
        weights = self.plan[0][1:]
        common = math.gcd(*weights)
        mix = tuple(weight // common for weight in weights)
        own, short = marks_of(self.side, [mix])[mix]
        return not (own | short) & imposed

    def _same(self, mix: Weights) -> bool:
        """Tell whether a mix of pure strategies comes to the plan that is told."""
        chances, below = self.plan
        total = sum(mix)
        came = [total, *[0] * (len(chances) - 1)]
        for weight, sequences in zip(mix, self.pure, strict=True):
            for s in sequences:
                came[s] += weight
        return all(a * below == b * total for a, b in zip(came, chances, strict=True))


# ---------------------------------------------------------------------- written out


def _written(forms: tuple[Form, Form]) -> tuple[Bimatrix, list[list[Sequences]]]:
    """Return the game by pure strategies, and which sequences each of them plays."""
    if forms[0].rows is not None:
        return bimatrix_of(forms), [_pure(seat) for seat in forms[0].seats]
    one, two = forms[0].seats
    counts = _count(one), _count(two)
    entries = len(forms[0].entries)
    work = counts[0] * (entries + counts[1] * two.count)
    if max(counts) > MOST_WRITTEN or work > MOST_WRITTEN_WORK:
        raise FileError("the pure strategies of the game are too many for this checker")
    pure = [_pure(one), _pure(two)]
    names = [[str(k) for k in range(len(own))] for own in pure]
    tables = [_table(form.entries, pure, two.count) for form in forms]
    return Bimatrix(
        (one.name, two.name),
        (names[0], names[1]),
        (tables[0], tables[1]),
        (forms[0].denominator, forms[1].denominator),
    ), pure


def _count(seat: Seat) -> int:
    """Return how many pure strategies a seat has, with choices only where they come."""
    ways = [1] * seat.count
    for _, actions, parent, first in reversed(seat.cells):
        here = sum(ways[first : first + len(actions)])
        ways[parent] = min(ways[parent] * here, MOST_WRITTEN + 1)  # beyond, just more
    return ways[0]


def _pure(seat: Seat) -> list[Sequences]:
    """Return the pure strategies: what is done at an earlier cell changes last."""
    ways: list[list[Sequences]] = [[()] for _ in range(seat.count)]
    for _, actions, parent, first in reversed(seat.cells):
        here = [(s, *after) for s in range(first, first + len(actions)) for after in ways[s]]
        ways[parent] = [one + rest for one in here for rest in ways[parent]]
    return ways[0]


def _table(
    entries: Iterable[tuple[int, int, int]], pure: Sequence[Sequence[Sequences]], width: int
) -> list[list[int]]:
    """Return what a pair of pure strategies pays, over the denominator of the entries."""
    by_first: dict[int, list[tuple[int, int]]] = {}
    for i, j, amount in entries:
        by_first.setdefault(i, []).append((j, amount))
    found = []
    for own in pure[0]:
        worth = [0] * width
        for i in (0, *own):
            for j, amount in by_first.get(i, ()):
                worth[j] += amount
        found.append([sum(worth[j] for j in (0, *other)) for other in pure[1]])
    return found
