"""Files with payoffs by seat to be forged, and whether what one says is true: found by brute force.

The checker's objects are only taken over, numbers and all; what each seat is paid and could be paid
is summed up over all ends and all pure strategies, and all equilibria of a small game are looked
for pattern by pattern. Nothing is shared with the checker's arithmetic, nor with the solvers but
where all equilibria of a bimatrix game are asked for.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from flint import fmpz_poly
from tools import by_hand

import sabot
from sabot import certify
from sabot.certify import (
    AlgebraicNashVerdict,
    BinaryNashVerdict,
    CorrelatedVerdict,
    NashVerdict,
    NPlayerNashVerdict,
    NPlayerVerdict,
    ParametricBinaryNashVerdict,
    PureNashVerdict,
)
from sabot.certify.algebra.number_field import FieldElement
from sabot.forms.algebra.algebraic_number import (
    ONE,
    NumberField,
    Real,
    number_from_element,
    with_irreducible_polynomial,
)
from sabot.forms.algebra.real_roots import RealPoint, count_roots_between, squarefree_part
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.results.nplayer_nash import NPlayerEquilibria, equilibrium_from_json
from sabot.solvers.all_nash.solve import list_equilibria

TREE = (
    'EFG 2 R "" { "A" "B" } c "" 1 "" { "hi" 1/3 "lo" 2/3 } 0 '
    'p "" 1 1 "hi" { "bet" "fold" } 0 '
    'p "" 2 1 "bet" { "call" "drop" } 0 t "" 1 "" { 4 -5 } t "" 2 "" { 1 -1 } t "" 3 "" { 0 1/2 } '
    'p "" 1 2 "lo" { "bet" "fold" } 0 '
    'p "" 2 1 "bet" { "call" "drop" } 0 t "" 4 "" { -4 3 } t "" 2 t "" 3 '
)
MANY = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 3 0 2 1 1 0 0 2 0 1 0 0 1 0 0 0 3 0 0 1 0 2 0 3 '
ROOTED = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 0 0 0 1 1 0 0 1 2 2 0 0 2 0 0 0 2 2 2 0 0 0 0 0 '
"""A game whose equilibrium has the square root of 13."""
CHICKEN = "matrix([[6|6,2|7],[7|2,0|0]])"
MOST = 6
"""Choices of a game whose equilibria are looked for pattern by pattern: 3 to so many."""


def by_seat() -> dict[str, Any]:
    """Return documents of every kind that has payoffs by seat, by name, all small."""
    made = {
        "alone": sabot.solve("matrix([[4|-1,-1|1],[-1|2,1|-1]])").to_json(),
        "not alone": sabot.solve("matrix([[2|1,0|0],[0|0,1|2]])").to_json(),
    }
    with tempfile.TemporaryDirectory() as folder:
        tree, many = Path(folder) / "tree.efg", Path(folder) / "many.nfg"
        rooted = Path(folder) / "rooted.nfg"
        tree.write_text(TREE)
        many.write_text(MANY)
        rooted.write_text(ROOTED)
        made["field"] = sabot.solve(str(rooted)).to_json()
        made["tree by seat"] = sabot.solve(str(tree)).to_json()
        made["profile"] = sabot.approximate(str(many), gap=Fraction(0), iterations=100).to_json()
        made["pure"] = sabot.equilibria(str(many), pure=True).to_json()
        made["all for three"] = sabot.equilibria(str(rooted)).to_json()
        made["coarse"] = sabot.correlated(str(many), coarse=True, objective="A").to_json()
    made["correlated"] = sabot.correlated(
        CHICKEN, vertices=True, objective="sum", device=[["1", "2", "2/3"], ["2", "2", "1/3"]]
    ).to_json()
    for name in (
        "tree by seat",
        "profile",
        "pure",
        "field",
        "all for three",
        "coarse",
        "correlated",
    ):  # or a seed would make other texts every time
        made[name] = certify.sealed(made[name] | {"game": name})
    made["pair list"] = by_hand.pennies()
    made["pair lists"] = by_hand.three()
    made["pair theorem"] = by_hand.theorem(whole=True)
    made["pair theorem, real"] = by_hand.theorem(whole=False)
    made["pairs of cards"] = sabot.equilibria("baccara(model=A1, commission=1/20)").to_json()
    return made


def told_by_seat(statement: Any) -> Any:
    """Return what such a statement says but for its uniqueness."""
    source = statement.source
    if isinstance(statement, NashVerdict | NPlayerVerdict):
        return statement.payoffs, statement.gains, statement.strategies
    if isinstance(statement, AlgebraicNashVerdict):
        field = source.field
        return field.point, field.denominator, source.payoffs, source.chances
    if isinstance(statement, PureNashVerdict):
        return source.sizes, [(one.plans, one.payoffs) for one in source.equilibria]
    if isinstance(statement, NPlayerNashVerdict):
        listed = [(one.strategies, one.payoffs, one.root) for one in source.equilibria]
        return source.complete, source.reached_only, listed, source.subsets
    if isinstance(statement, CorrelatedVerdict):
        return source.coarse, source.plans, source.extremes, source.vertices, source.device
    if isinstance(statement, BinaryNashVerdict):
        return _parts([source.part]), source.subsets, source.dimensions
    ends = [(part.span, part.unique) for part in (*source.pieces, *source.points)]
    return statement.domain, ends, _parts([*source.pieces, *source.points])


def _parts(parts: Sequence[Any]) -> list[Any]:
    return [[(one.payoffs, one.strategies) for one in part.equilibria] for part in parts]


def seats_hold(
    statement: NashVerdict
    | NPlayerVerdict
    | AlgebraicNashVerdict
    | PureNashVerdict
    | NPlayerNashVerdict
    | CorrelatedVerdict
    | BinaryNashVerdict
    | ParametricBinaryNashVerdict,
) -> bool:
    """Tell whether such a statement is true."""
    if isinstance(statement, NashVerdict):
        return _nash_holds(statement)
    if isinstance(statement, NPlayerVerdict):
        return _profile_holds(statement)
    if isinstance(statement, AlgebraicNashVerdict):
        return _field_holds(statement)
    if isinstance(statement, PureNashVerdict):
        return _pure_holds(statement)
    if isinstance(statement, NPlayerNashVerdict):
        return _list_holds(statement)
    if isinstance(statement, CorrelatedVerdict):
        return _correlated_holds(statement)
    if isinstance(statement, BinaryNashVerdict):
        return _part_holds(statement.source, statement.source.part, Fraction(0))
    proof: Any = statement.source
    inside = all(_part_holds(proof, part, part.span.spot) for part in proof.pieces)
    exact = [part for part in proof.points if part.span.point.rational]
    return inside and all(_part_holds(proof, part, part.span.point.low) for part in exact)


# ---------------------------------------------------------------------- one profile


def _pure(seat: Any) -> list[frozenset[int]]:
    """Return the pure strategies of a seat: the sequences that each plays, 0 among them."""
    found = set()
    for picks in product(*(range(len(actions)) for _, actions, _, _ in seat.cells)):
        taken = {0}
        for (_, _, parent, first), pick in zip(seat.cells, picks, strict=True):
            if parent in taken:
                taken.add(first + pick)
        found.add(frozenset(taken))
    return sorted(found, key=sorted)


def _plan(seat: Any, table: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    """Return the chance of each sequence by itself."""
    plan: list[Any] = [Fraction(1)] * seat.count
    for view, actions, parent, first in seat.cells:
        for k, action in enumerate(actions):
            plan[first + k] = plan[parent] * table[view].get(action, Fraction(0))
    return plan


def _judged(
    seats: Sequence[Any], entries: list[Any], below: int, plans: Sequence[Any], number: int
) -> tuple[Fraction, Fraction]:
    """Return what a seat is paid, and what its best pure strategy would earn it more."""

    def paid(own: Sequence[Any]) -> Fraction:
        total = Fraction(0)
        for spot, amount in entries:
            for k, s in enumerate(spot):
                amount = amount * (own[s] if k == number else plans[k][s])
            total += amount
        return total / below

    told = paid(plans[number])
    replies = _pure(seats[number])
    best = max(paid([int(s in own) for s in range(seats[number].count)]) for own in replies)
    return told, best - told


def _entries(form: Any) -> list[Any]:
    """Return ((i, j), amount) of a game for two, of a matrix too."""
    if form.rows is None:
        return [((i, j), amount) for i, j, amount in form.entries]
    rows = enumerate(form.rows, 1)
    return [((i, j), amount) for i, row in rows for j, amount in enumerate(row, 1)]


def _nash_holds(statement: NashVerdict) -> bool:
    seats = statement.form.seats
    plans = [_plan(seat, statement.strategies[seat.name]) for seat in seats]
    for number, form in enumerate(statement.forms):
        found = _judged(seats, _entries(form), form.denominator, plans, number)
        if found != (statement.payoffs[number], statement.gains[number]) or found[1]:
            return False
    played = list(_played(statement))
    return all(
        claim is None or claim == all(one[number] == plans[number] for one in played)
        for number, claim in enumerate(statement.claims.values())
    )


def _played(statement: NashVerdict) -> Iterator[list[list[Fraction]]]:
    """Yield the plans of both seats in every extreme equilibrium of the game written out."""
    seats = statement.form.seats
    pure = [_pure(seat) for seat in seats]
    tables = [
        [
            [
                Fraction(sum(a for (i, j), a in _entries(form) if i in one and j in two))
                / form.denominator
                for two in pure[1]
            ]
            for one in pure[0]
        ]
        for form in statement.forms
    ]
    names = [[str(k) for k in range(len(own))] for own in pure]
    form = sabot.BimatrixForm.of(*tables, rows=names[0], columns=names[1], seats=("1", "2"))
    found: Any = list_equilibria("forged", form)
    for entry in found.equilibria:
        both = []
        for seat, own, name in zip(seats, pure, ("1", "2"), strict=True):
            mix = entry[name]["-"]
            chances = [mix.get(str(k), Fraction(0)) for k in range(len(own))]
            both.append(
                [
                    sum(
                        (c for c, taken in zip(chances, own, strict=True) if s in taken),
                        Fraction(0),
                    )
                    for s in range(seat.count)
                ]
            )
        yield both


def _profile_holds(statement: NPlayerVerdict) -> bool:
    form = statement.form
    plans = [_plan(seat, statement.strategies[seat.name]) for seat in form.seats]
    return all(
        _judged(
            form.seats, [(s, a[number]) for s, a in form.entries], form.denominator, plans, number
        )
        == (statement.payoffs[number], statement.gains[number])
        for number in range(len(form.seats))
    )


def _field_holds(statement: AlgebraicNashVerdict) -> bool:
    """Tell whether an equilibrium in a field is one: in the numbers that the solvers have."""
    source, form = statement.source, statement.form
    named = source.field.point
    at = RealPoint(named.low, named.high, named.root_of)
    of = squarefree_part(fmpz_poly(list(at.root_of)))
    if count_roots_between(of, at.low, at.high) != 1:
        return False
    root = with_irreducible_polynomial(at)
    field = NumberField(root)

    inverse = field.over(ONE, field.of(source.field.denominator))

    def real(number: FieldElement) -> Real:
        element = field.of(number.numerator) / number.below
        for _ in range(number.power):
            element = field.times(element, inverse)
        return number_from_element(root, element)

    plans = []
    for seat, numbers in zip(form.seats, source.chances, strict=True):
        table = {}
        for view, actions, _, first in seat.cells:
            mix = [real(number) for number in numbers[first : first + len(actions)]]
            if min(mix) < 0 or sum(mix) != 1:
                return False
            table[view] = dict(zip(actions, mix, strict=True))
        plans.append(_plan(seat, table))
    for number, claimed in enumerate(source.payoffs):
        entries = [(s, a[number]) for s, a in form.entries]
        paid, gain = _judged(form.seats, entries, form.denominator, plans, number)
        if paid != real(claimed) or gain:
            return False
    return True


def _bits(plan: int) -> frozenset[int]:
    """Return the sequences of a pure strategy, which the checker keeps as the bits of a number."""
    return frozenset(s for s in range(plan.bit_length()) if plan >> s & 1)


def _paid_at(form: Any, profile: Sequence[frozenset[int]]) -> tuple[Fraction, ...]:
    """Return what each seat is paid at a profile of pure strategies."""
    met = [a for spot, a in form.entries if all(map(frozenset.__contains__, profile, spot))]
    return tuple(
        Fraction(sum(a[number] for a in met), form.denominator) for number in range(len(form.seats))
    )


def _pure_holds(statement: PureNashVerdict) -> bool:
    """Tell whether the pure equilibria are those listed: every profile is summed up."""
    form = statement.form
    own = [_pure(seat) for seat in form.seats]

    def paid(profile: Sequence[frozenset[int]]) -> tuple[Fraction, ...]:
        return _paid_at(form, profile)

    def stable(profile: tuple[frozenset[int], ...]) -> bool:
        now = paid(profile)
        return all(
            paid((*profile[:number], other, *profile[number + 1 :]))[number] <= now[number]
            for number, others in enumerate(own)
            for other in others
        )

    listed = [(tuple(map(_bits, one.plans)), one.payoffs) for one in statement.source.equilibria]
    found = {profile: paid(profile) for profile in product(*own) if stable(profile)}
    return dict(listed) == found and len(listed) == len(found)


def _list_holds(statement: NPlayerNashVerdict) -> bool:
    """Tell whether a list of equilibria is that of the solver, for the game of the file."""
    source: Any = statement.source
    form = source.form
    sides = tuple(
        Treeplex.flat(name, {view: actions for view, actions, _, _ in seat.cells})
        for name, seat in zip(statement.seats, form.seats, strict=True)
    )
    own = [_pure(seat) for seat in form.seats]
    if source.reached_only:
        return _reached_hold(statement)
    ends = []
    for profile in product(*own):
        paid = _paid_at(form, profile)
        spot = tuple(max(plan) for plan in profile)
        amounts = tuple(int(amount * form.denominator) for amount in paid)
        ends.append(PayoffEntry(spot, 1, amounts))
    again = sabot.equilibria(NPlayerSequenceForm(sides, tuple(ends), 1, form.denominator))
    assert isinstance(again, NPlayerEquilibria)
    if again.subsets or not again.complete:
        return len(source.subsets) == len(again.subsets)
    known = [(dict(one.strategies), one.payoffs) for one in again.equilibria]
    told = _stated(source)
    right = all(one in known for one in told)
    return right and (not source.complete or len(told) == len(known))


def _reached_hold(statement: NPlayerNashVerdict) -> bool:
    """Tell whether a list of a tree has equilibria with rational numbers, as many as we find."""
    source: Any = statement.source
    form = source.form
    for played, payoffs in _stated(source):
        plans = [
            _plan(seat, played[name])
            for name, seat in zip(statement.seats, form.seats, strict=True)
        ]
        for number in range(len(plans)):
            entries = [(spot, amounts[number]) for spot, amounts in form.entries]
            found = _judged(form.seats, entries, form.denominator, plans, number)
            if found[0] != payoffs[number] or found[1]:
                return False
    sides = tuple(
        Treeplex.from_json(name, [(view, actions, parent) for view, actions, parent, _ in s.cells])
        for name, s in zip(statement.seats, form.seats, strict=True)
    )
    ends = tuple(PayoffEntry(tuple(spot), 1, tuple(paid)) for spot, paid in form.entries)
    again = sabot.equilibria(NPlayerSequenceForm(sides, ends, 1, form.denominator))
    assert isinstance(again, NPlayerEquilibria)
    return not source.complete or len(again.equilibria) == len(source.equilibria)


def _stated(source: Any) -> list[tuple[dict[str, Any], Any]]:
    """Return the strategies and payoffs of a list, by seat and view."""
    told = []
    for one in source.equilibria:
        data = {"strategies": one.strategies, "payoffs": one.payoffs}
        read = equilibrium_from_json(data if one.root is None else {**data, "root": one.root})
        played = {
            seat: {view: {a: p for a, p in mix.items() if p} for view, mix in table.items()}
            for seat, table in read.strategies.items()
        }
        told.append((played, read.payoffs))
    return told


def _correlated_holds(statement: CorrelatedVerdict) -> bool:
    """Tell whether distributions are equilibria by definition, and extremes those of the solver."""
    source: Any = statement.source
    own = [[_bits(plan) for plan in plans] for plans in source.plans]
    both = zip(own, source.form.seats, strict=True)
    if any(set(plans) != set(_pure(seat)) for plans, seat in both):
        return False
    spots = list(product(*(range(len(plans)) for plans in own)))
    paid = {
        spot: _paid_at(source.form, [plans[n] for plans, n in zip(own, spot, strict=True)])
        for spot in spots
    }

    def gains(device: Any) -> dict[tuple[int, ...], Fraction]:
        """Return what every deviation gains on average."""
        found: dict[tuple[int, ...], Fraction] = {}
        for place, weight in device.weights.items():
            spot = spots[place]
            for seat, plans in enumerate(own):
                for plays in range(len(plans)):
                    other = (*spot[:seat], plays, *spot[seat + 1 :])
                    key = (seat, plays) if source.coarse else (seat, spot[seat], plays)
                    more = (paid[other][seat] - paid[spot][seat]) * weight / device.denominator
                    found[key] = found.get(key, Fraction(0)) + more
        return found

    def fits(device: Any) -> bool:
        means = [
            sum(paid[spots[at]][seat] * w / device.denominator for at, w in device.weights.items())
            for seat in range(len(own))
        ]
        return sum(device.weights.values()) == device.denominator and means == [*device.payoffs]

    settled = [one.device for one in source.extremes] + [*(source.vertices or ())]
    if not all(fits(one) and max(gains(one).values()) <= 0 for one in settled):
        return False
    again = _correlated_again(source, paid)
    values = {(one.objective, one.best): one.value for one in again.extremes}
    names = [None, *source.seats]
    for one in source.extremes:
        name = names[0 if one.objective is None else one.objective + 1]
        if values[name, one.greatest] != one.value:
            return False
    if source.vertices is not None and len(source.vertices) != len(again.vertices or ()):
        return False
    given = source.device
    if given is None:
        return bool(source.optimum == again.optimum)
    most = max(gains(given.device).values())
    listed = dict(given.deviations)
    right = all(gains(given.device)[deviation] == gain for deviation, gain in listed.items())
    return bool(fits(given.device) and right and given.equilibrium == (most <= 0))


def _correlated_again(source: Any, paid: Mapping[tuple[int, ...], tuple[Fraction, ...]]) -> Any:
    """Return what the solver finds of the game with these payoffs by profile."""
    sides = [
        Treeplex.flat(name, {"-": tuple(map(str, range(len(plans))))})
        for name, plans in zip(source.seats, source.plans, strict=True)
    ]
    below = source.form.denominator
    ends = (
        PayoffEntry(tuple(n + 1 for n in spot), 1, tuple(int(a * below) for a in amounts))
        for spot, amounts in paid.items()
    )
    form = NPlayerSequenceForm(tuple(sides), tuple(ends), 1, below)
    vertices = source.vertices is not None
    return sabot.correlated(form, coarse=source.coarse, vertices=vertices, nash=False)


# ---------------------------------------------------------------------- all equilibria


def _part_holds(source: Any, part: Any, spot: Fraction) -> bool:
    """Tell whether a part lists equilibria, each once, and none is missing, at one value."""
    game = _Choices(source.form, spot)
    told = []
    for one in part.equilibria:
        chances = [
            [_value(one.strategies[seat][view][1], spot) for view in game.views[seat]]
            for seat in (0, 1)
        ]
        if [_value(paid, spot) for paid in one.payoffs] != [game.paid(k, chances) for k in (0, 1)]:
            return False
        if not game.is_equilibrium(chances) or chances in told:
            return False
        told.append(chances)
    for seat, claim in enumerate(part.unique):
        if claim and any(one[seat] != told[0][seat] for one in told):
            return False
    return all(one in told for one in game.found())


def _value(quotient: Any, spot: Fraction) -> Fraction:
    top, below = (sum((c * spot**k for k, c in enumerate(part)), Fraction(0)) for part in quotient)
    return top / below


class _Choices:
    """A game of binary choices at one value, by what it pays."""

    def __init__(self, form: Any, spot: Fraction) -> None:
        below = _value((form.denominator, [1]), spot)
        self.views = [[view for view, *_ in seat.cells] for seat in form.seats]
        self.entries = [
            (i, j, [_value((amount, [1]), spot) / below for amount in both])
            for i, j, both in form.payoffs
        ]

    def paid(self, seat: int, chances: Sequence[Sequence[Fraction]]) -> Fraction:
        """Return what a seat is paid."""

        def weight(own: Sequence[Fraction], s: int) -> Fraction:
            if not s:
                return Fraction(1)
            chance = own[(s - 1) // 2]
            return 1 - chance if s % 2 else chance

        return sum(
            (
                both[seat] * weight(chances[0], i) * weight(chances[1], j)
                for i, j, both in self.entries
            ),
            Fraction(0),
        )

    def gain(self, seat: int, cell: int, chances: Sequence[Sequence[Fraction]]) -> Fraction:
        """Return what the second action pays more than the first."""
        low, high = ([list(own) for own in chances] for _ in range(2))
        low[seat][cell], high[seat][cell] = Fraction(0), Fraction(1)
        return self.paid(seat, high) - self.paid(seat, low)

    def is_equilibrium(self, chances: Sequence[Sequence[Fraction]]) -> bool:
        """Tell whether nobody gains anywhere."""
        for seat in (0, 1):
            for cell, chance in enumerate(chances[seat]):
                gain = self.gain(seat, cell, chances)
                if not 0 <= chance <= 1 or (gain > 0 and chance < 1) or (gain < 0 and chance > 0):
                    return False
        return True

    def found(self) -> Iterator[list[list[Fraction]]]:
        """Yield every equilibrium that is the only one of its pattern of mixes, in small games."""
        sizes = [len(views) for views in self.views]
        if sum(sizes) > MOST:
            return
        for pattern in product((0, 1, None), repeat=sum(sizes)):
            split = [pattern[: sizes[0]], pattern[sizes[0] :]]
            solved = [self._solved(seat, split) for seat in (0, 1)]
            if None in solved:
                continue
            chances: list[list[Fraction]] = [own for own in solved if own is not None]
            if self.is_equilibrium(chances):
                yield chances

    def _solved(self, seat: int, split: Sequence[Sequence[int | None]]) -> list[Fraction] | None:
        """Return a seat's chances at which the other's mixes gain nothing; None if not one."""
        unknown = [k for k, word in enumerate(split[seat]) if word is None]
        ties = [k for k, word in enumerate(split[1 - seat]) if word is None]
        start = [Fraction(word or 0) for word in split[seat]]
        if not unknown:
            return start

        def gain(cell: int, own: list[Fraction]) -> Fraction:
            other = [Fraction(word or 0) for word in split[1 - seat]]
            return self.gain(1 - seat, cell, [own, other] if seat == 0 else [other, own])

        rows = []
        for cell in ties:
            rest = gain(cell, start)
            row = []
            for k in unknown:
                moved = [*start]
                moved[k] = Fraction(1)
                row.append(gain(cell, moved) - rest)
            rows.append([*row, -rest])
        found = only_solution(rows, len(unknown))
        if found is None:
            return None
        for k, chance in zip(unknown, found, strict=True):
            start[k] = chance
        return start


def only_solution(rows: list[list[Fraction]], width: int) -> list[Fraction] | None:
    """Return the only solution of some equations, None where there is none or more."""
    for column in range(width):
        lead = next((r for r in rows[column:] if r[column]), None)
        if lead is None:
            return None
        rows.remove(lead)
        rows.insert(column, [entry / lead[column] for entry in lead])
        for k, row in enumerate(rows):
            if k != column:
                share = row[column]
                rows[k] = [a - share * b for a, b in zip(row, rows[column], strict=True)]
    if any(any(row) for row in rows[width:]):
        return None
    return [row[-1] for row in rows[:width]]
