"""What is listed of a part of a parameter's range: its equilibria, their payoffs, what is unique.

Standard library only. In every set that a tree finds, the chances of the first seat are known, and
those of the second but where it is indifferent. The extreme points of such a set are corners of
a cube, or points on its edges: with one true mix those at which it gains nothing, else those at
which the first seat keeps to its sure actions. Every one is computed here, shown to leave neither
seat anything to gain, and held against what is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from sabot.certify.limits import MOST_PAIR_TIES, Meter
from sabot.certify.pairs.cases import ALWAYS, NEVER, Known, Walk, meter_of
from sabot.certify.pairs.choices import Choices, PairGame
from sabot.certify.pairs.reading import Case, Equilibrium, PairList, PairProof, Part
from sabot.certify.reading import named
from sabot.certify.statement.every import PairListProved
from sabot.certify.statement.theorems import Domain, PairsProved
from sabot.certify.theorem.expression import Quotient
from sabot.certify.theorem.polynomial import Poly, plus, times
from sabot.certify.theorem.span import Span, shown
from sabot.errors import CertificateError, FileError

Profile = tuple[tuple[Quotient, ...], tuple[Quotient, ...]]
"""The chance of the second action at every choice of both seats."""


def stated(proof: PairProof) -> PairsProved:
    """Check a theorem on all equilibria and return what it proves."""
    meter = meter_of(proof.choices)
    for part in (*proof.pieces, *proof.points):
        check_part(proof.form, proof.choices, part, meter)
    names = (proof.form.seats[0].name, proof.form.seats[1].name)
    low = shown(proof.low)
    words = f">= {low}" if proof.high is None else f"from {low} to {shown(proof.high)}"
    return PairsProved(
        proof.game,
        names,
        proof.digest,
        Domain(proof.parameter, proof.whole, proof.low, proof.high, words),
        tuple(piece.equilibria[0].formulas[0] for piece in proof.pieces),
        tuple(dict(zip(names, piece.unique, strict=True)) for piece in proof.pieces),
        at_ends=tuple(dict(zip(names, point.unique, strict=True)) for point in proof.points),
        ends=tuple(map(shown, proof.ends)),
        source=proof,
    )


def listed(told: PairList) -> PairListProved:
    """Check a list of all equilibria of one game and return what it proves."""
    sets = check_part(told.form, told.choices, told.part, meter_of(told.choices))
    start, subsets, dimensions = 1, [], []
    for profiles in sets:
        subsets.append(tuple(range(start, start + len(profiles))))
        start += len(profiles)
        dimensions.append(_dimension(told.choices, profiles))
    if (tuple(subsets), tuple(dimensions)) != (told.subsets, told.dimensions):
        raise CertificateError("the components are not those of the equilibria")
    names = (told.form.seats[0].name, told.form.seats[1].name)
    verdicts = dict(zip(names, told.part.unique, strict=True))
    return PairListProved(told.game, names, told.digest, verdicts, told)


def check_part(form: PairGame, choices: Choices, part: Part, meter: Meter) -> list[list[Profile]]:
    """Return the extreme equilibria by set; raise CertificateError unless just they are listed."""
    walk = Walk(choices, part.span, meter)
    if walk.sign(form.denominator) != 1:
        raise CertificateError(f"{part.span}: the denominator of the payoffs is not positive")
    sets = _sets(walk, part.tree)
    found = [profile for profiles in sets for profile in profiles]
    if len(found) != len(part.equilibria):
        raise CertificateError(
            f"{part.span}: {len(part.equilibria)} extreme equilibria are listed, not {len(found)}"
        )
    _demand_different(part.span, found, meter)
    for profile, listed in zip(found, part.equilibria, strict=True):
        meter.take(len(form.payoffs))
        _check_listed(form, choices, part.span, profile, listed)
    for number, claim in enumerate(part.unique):
        if claim is not None and claim != same_in_all(choices, part.span, found, number):
            name = named(form.seats[number].name)
            raise CertificateError(f"{part.span}: {name}'s strategy is not as unique as claimed")
    return sets


def _demand_different(span: Span, found: Sequence[Profile], meter: Meter) -> None:
    """Demand that no equilibrium was found twice: cuts out of order could lead there twice.

    Where two are different on a range they are so at each of its values, because signs of gains
    are the same on all of it: were two true mixes equal at one, what fixes them would be too.
    """
    flat = [[chance for own in profile for chance in own] for profile in found]
    for number, one in enumerate(flat):
        for other in flat[:number]:
            meter.take(len(one))
            if all(_same(a, b, span) for a, b in zip(one, other, strict=True)):
                raise CertificateError(f"{span}: an equilibrium is listed twice")


def _sets(walk: Walk, tree: Case) -> list[list[Profile]]:
    return [list(_profiles(walk, known)) for known in walk.all(tree)]


def found_in(choices: Choices, span: Span, tree: Case) -> list[Profile]:
    """Return the extreme equilibria that a tree finds, after going through all of its cases."""
    walk = Walk(choices, span, meter_of(choices))
    return [profile for profiles in _sets(walk, tree) for profile in profiles]


def _dimension(choices: Choices, profiles: Sequence[Profile]) -> int:
    """Return the dimension of a set of equilibria of one game, spanned by its extreme ones.

    Cells that are alike add as many as they are, less one, where their mean is not forced to an
    end.
    """
    first = [chance for own in profiles[0] for chance in own]
    every = [[chance for own in profile for chance in own] for profile in profiles]
    groups = [len(choice.views) for own in choices.own for choice in own]
    free = sum(
        size - 1
        for place, size in enumerate(groups)
        if any(one[place] not in (NEVER, ALWAYS) for one in every)
        or len({one[place] == ALWAYS for one in every}) > 1
    )
    rows = [[_number(a) - _number(b) for a, b in zip(one, first, strict=True)] for one in every[1:]]
    return free + _rank(rows)


def _number(chance: Quotient) -> Fraction:
    return Fraction(sum(chance[0]), sum(chance[1]))


def _rank(rows: list[list[Fraction]]) -> int:
    rank = 0
    while rows and rows[0]:
        column = [row[0] for row in rows]
        pivot = next((n for n, entry in enumerate(column) if entry), None)
        rows = [list(row) for row in rows]
        if pivot is not None:
            rank += 1
            own = rows.pop(pivot)
            rows = [
                [a - row[0] / own[0] * b for a, b in zip(row, own, strict=True)] for row in rows
            ]
        rows = [row[1:] for row in rows]
    return rank


def _profiles(walk: Walk, known: Known) -> Iterator[Profile]:
    """Yield the extreme equilibria of a set, each shown to be one."""
    chances = tuple(chance for chance in known.chances if chance is not None)
    ties = [j for j, action in enumerate(known.actions) if action is None]
    if len(ties) > MOST_PAIR_TIES:
        raise FileError(f"more than {MOST_PAIR_TIES} choices are indifferent at once")
    if "mixed" in known.duties[1].values():
        raise CertificateError(f"{walk.span}: a set is found where the second seat is bound to mix")
    for j, action in enumerate(known.actions):
        sign = walk.sign(walk.gain(1, j, chances))
        due = {None: (0,), 0: (-1, 0), 1: (0, 1)}[action]
        if sign not in due:
            name = walk.choices.own[1][j].name
            raise CertificateError(f"{walk.span}: {name[:40]!r} is not answered best")
    mixed = [i for i, duty in known.duties[0].items() if duty == "mixed"]
    for i, (top, below) in enumerate(chances):
        inside = walk.sign(top) == 1 and walk.sign(plus(below, top, -1)) == 1
        if (i in mixed) != inside:
            raise CertificateError(f"{walk.span}: a chance is not that of a true mix")
    if len(mixed) > 1:
        raise CertificateError(f"{walk.span}: a set with two true mixes is not read")
    cube = _Cube(walk, known, chances, ties)
    for second in cube.level(mixed[0]) if mixed else cube.ends():
        yield chances, second


@dataclass(frozen=True)
class _Cube:
    """The chances of what is indifferent, where the first seat's are known."""

    walk: Walk
    known: Known
    chances: tuple[Quotient, ...]
    ties: Sequence[int]

    def level(self, own: int) -> list[tuple[Quotient, ...]]:
        """Return the extreme chances at which a true mix gains nothing: corners, then edges."""
        found = [second for second in self._corners() if self._gain(own, second) == 0]
        found += self._edges(own)
        for second in found:
            for i in range(len(self.chances)):
                if i != own and not self._keeps(i, second):
                    self._refuse(i)
        return found

    def ends(self) -> list[tuple[Quotient, ...]]:
        """Return the extreme chances at which the first seat keeps to sure actions."""
        corners = self._corners()
        cutting = [
            i for i in range(len(self.chances)) if not all(self._keeps(i, s) for s in corners)
        ]
        if len(cutting) > 1 and len(self.ties) > 1:
            self._refuse(cutting[1])
        found = [second for second in corners if all(self._keeps(i, second) for i in cutting)]
        for i in cutting:
            for second in self._edges(i):
                known = any(self._equal(second, other) for other in found)
                if not known and all(self._keeps(k, second) for k in cutting):
                    found.append(second)
        return found

    def _equal(self, one: Sequence[Quotient], two: Sequence[Quotient]) -> bool:
        return all(_same(a, b, self.walk.span) for a, b in zip(one, two, strict=True))

    def _placed(self, chances: Sequence[Quotient]) -> tuple[Quotient, ...]:
        second = [ALWAYS if action else NEVER for action in self.known.actions]
        for j, chance in zip(self.ties, chances, strict=True):
            second[j] = chance
        return tuple(second)

    def _corners(self) -> list[tuple[Quotient, ...]]:
        return [self._placed(one) for one in product((NEVER, ALWAYS), repeat=len(self.ties))]

    def _edges(self, own: int) -> list[tuple[Quotient, ...]]:
        """Return where a gain is 0 strictly inside an edge."""
        joint, found = self.walk.choices.own[0][own].joint, []
        for place, tie in enumerate(self.ties):
            slope = _decided(self.walk, joint.get(tie, []))
            for others in product((NEVER, ALWAYS), repeat=len(self.ties) - 1) if slope else ():
                start = self._placed((*others[:place], NEVER, *others[place:]))
                rest = self.walk.gain(0, own, start)
                top, below = [-slope * c for c in rest], [slope * c for c in joint[tie]]
                room = _decided(self.walk, top), _decided(self.walk, plus(below, top, -1))
                if min(room) > 0:
                    found.append(self._placed((*others[:place], (top, below), *others[place:])))
        return found

    def _gain(self, i: int, second: Sequence[Quotient]) -> int:
        return _decided(self.walk, self.walk.gain(0, i, second))

    def _keeps(self, i: int, second: Sequence[Quotient]) -> bool:
        """Tell whether the first seat gains nothing by leaving a sure action."""
        return self._gain(i, second) != (-1 if self.chances[i] == ALWAYS else 1)

    def _refuse(self, i: int) -> None:
        name = self.walk.choices.own[0][i].name
        raise CertificateError(f"{self.walk.span}: {name[:40]!r} is not answered best")


def _decided(walk: Walk, polynomial: Poly) -> int:
    sign = walk.sign(polynomial)
    if sign is None:
        raise CertificateError(f"{walk.span}: an end of a set of equilibria moves past a corner")
    return sign


# ---------------------------------------------------------------------- what is written


def _check_listed(
    form: PairGame, choices: Choices, span: Span, profile: Profile, listed: Equilibrium
) -> None:
    """Check that an equilibrium is written as it was found, and what it pays."""
    for number, seat in enumerate(form.seats):
        written = listed.strategies[number]
        for choice, chance in zip(choices.own[number], profile[number], strict=True):
            other = plus(chance[1], chance[0], -1), chance[1]
            for view in choice.views:
                low, high = written[view]
                if not (_same(high, chance, span) and _same(low, other, span)):
                    raise CertificateError(
                        f"{span}: {named(seat.name)} at {named(view)}: another formula"
                    )
    for number, paid in enumerate(_paid(form, choices, profile)):
        if not _same(listed.payoffs[number], paid, span):
            name = named(form.seats[number].name)
            raise CertificateError(f"{span}: {name} is not paid what is written")


def _paid(form: PairGame, choices: Choices, profile: Profile) -> list[Quotient]:
    """Return what both seats are paid."""
    plans = []
    for number, seat in enumerate(form.seats):
        below: Poly = [1]
        for _, under in profile[number]:
            if under not in ([1], below):
                below = times(below, under)
        chances: dict[str, Poly] = {}
        for choice, (top, under) in zip(choices.own[number], profile[number], strict=True):
            share = top if under == below else times(top, below) if under == [1] else None
            if share is None:
                raise CertificateError("more than one chance of a seat is a true quotient")
            chances |= dict.fromkeys(choice.views, share)
        tops = [below]
        for view, _, _, _ in seat.cells:
            tops += [plus(below, chances[view], -1), chances[view]]
        plans.append((tops, below))
    totals: list[Poly] = [[], []]
    for i, j, both in form.payoffs:
        if plans[0][0][i] and plans[1][0][j]:
            weight = times(plans[0][0][i], plans[1][0][j])
            totals = [plus(t, times(weight, a)) for t, a in zip(totals, both, strict=True)]
    under = times(times(plans[0][1], plans[1][1]), form.denominator)
    return [(total, under) for total in totals]


def _same(one: Quotient, two: Quotient, span: Span) -> bool:
    """Tell whether two quotients are equal on a range."""
    return span.zero(plus(times(one[0], two[1]), times(one[1], two[0]), -1))


def same_in_all(choices: Choices, span: Span, found: Sequence[Profile], number: int) -> bool:
    """Tell whether a seat plays the same in all equilibria."""
    first = found[0][number]
    if any(len(c.views) > 1 and x not in (NEVER, ALWAYS)
           for c, x in zip(choices.own[number], first, strict=True)):  # fmt: skip
        return False
    return all(
        _same(a, b, span)
        for profile in found[1:]
        for a, b in zip(first, profile[number], strict=True)
    )
