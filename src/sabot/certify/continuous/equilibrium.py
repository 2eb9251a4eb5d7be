"""Verify an equilibrium in threshold strategies of a betting game with types in [0, 1].

Each player's type is drawn independently; everything else is public, except that decisions of one
player with the same view are one information set. A ``sabot/equilibrium/1`` gives the betting tree,
for each information set the intervals of types and their actions (or the probability of each), each
player's payoff, and a bound on what it could gain by *any* other strategy. One player is followed
at a time, through all nodes that it cannot tell apart together. With type x the probability of
winning a showdown is a product over the opponents of the measure of their types below x, so the
value of every action is a polynomial in x between neighbouring thresholds. The payoff is integrated
exactly; the best response is bounded from above.

Indifference sets (``free``): of the types in an interval some take one action and the rest
another; claimed is that any arrangement between the stated one and a second one (all at the
other end, or each type with the same probability) pays every player the same and lets nobody
gain more than the file says. Shown: (1) the player reaches the decision with all these types,
does the same with all of them later, and either action pays the same up to a constant; (2) an
opponent with a type outside the interval sees only how many types take which action; with a type
x inside, the value of each action is linear in how many types below x take the action, so its
gain is a maximum of linear functions minus a linear one, hence convex, and is bounded by the two
ends.

Piecewise polynomials in a type are added, multiplied, integrated and bounded. A piece is where it
begins, where it ends, and its coefficients, the constant first. Types are counted in units so small
that every threshold is an integer, and so are all coefficients; only around a crossing of two
actions an end may be a fraction. Signs come from Bernstein coefficients, which enclose a polynomial
on its piece.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm, prod
from typing import ClassVar

from sabot.certify.continuous import FoldRecord, ShowdownRecord, TurnRecord
from sabot.certify.documents import require_digest
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    escape_unprintable,
    format_short,
    quote_name,
    require_keys,
    require_text,
)
from sabot.certify.limits import (
    MOST_CONTINUOUS_DENOMINATOR_BITS,
    MOST_CONTINUOUS_DIGITS,
    MOST_CONTINUOUS_INTERVALS,
    MOST_CONTINUOUS_PLAYERS,
    MOST_CONTINUOUS_TERMINALS,
    MOST_CONTINUOUS_WORK,
    MOST_INDIFFERENCE_SETS,
    spend,
)
from sabot.certify.record_codec import (
    Field,
    FormEvidence,
    NamedDocument,
    OptionalField,
    Record,
    any_number,
    labels,
    raw,
    text,
)
from sabot.certify.verdict import (
    ProfileVerdict,
    round_up,
)
from sabot.errors import CertificateError, FileError

MOST_BISECTIONS = 160
"""How often a piece is halved in search of a crossing."""
_CURVES = "curves of hands"
ExactNumber = int | Fraction
Coefficients = list[int]
PolynomialPiece = tuple[ExactNumber, ExactNumber, Coefficients]
PiecewisePolynomial = list[PolynomialPiece]


def add_piecewise(one: PiecewisePolynomial, two: PiecewisePolynomial) -> PiecewisePolynomial:
    """Return the sum."""
    return [(low, high, _add_coefficients(a, b)) for low, high, a, b in common_refinement(one, two)]


def _add_coefficients(a: Coefficients, b: Coefficients) -> Coefficients:
    if len(a) < len(b):
        a, b = b, a
    return [*map(operator.add, a, b), *a[len(b) :]]


def subtract_coefficients(a: Coefficients, b: Coefficients) -> Coefficients:
    """Return how much a curve lies above another."""
    return _add_coefficients(a, [-c for c in b])


def multiply_piecewise(one: PiecewisePolynomial, two: PiecewisePolynomial) -> PiecewisePolynomial:
    """Return the product."""
    found: PiecewisePolynomial = []
    for low, high, a, b in common_refinement(one, two):
        products = len(a) * len(b)
        spend(products * (4 + _longest_bits(a) * _longest_bits(b) // 2**16), _CURVES)
        curve = [0] * (len(a) + len(b) - 1)
        for i, x in enumerate(a):
            if x:
                for j, y in enumerate(b, i):
                    curve[j] += x * y
        found.append((low, high, curve))
    return found


def _longest_bits(curve: Coefficients) -> int:
    return max(map(int.bit_length, curve))


def scale_piecewise(curves: PiecewisePolynomial, factor: int) -> PiecewisePolynomial:
    """Return curves, every value times a number."""
    return [(low, high, [factor * c for c in curve]) for low, high, curve in curves]


def _scale_by_share(curves: PiecewisePolynomial, share: Fraction) -> PiecewisePolynomial:
    """Return curves times a share; their coefficients are fractions, and are only added then."""
    return [(low, high, [share * c for c in curve]) for low, high, curve in curves]  # type: ignore[misc]


def join_restrictions(parts: Sequence[tuple[int, int, PiecewisePolynomial]]) -> PiecewisePolynomial:
    """Return curves that are each taken between two types only, one after the other."""
    return [
        (max(low, begin), min(high, end), curve)
        for begin, end, curves in parts
        for low, high, curve in curves
        if max(low, begin) < min(high, end)
    ]


def integrate(curves: PiecewisePolynomial) -> Fraction:
    """Return the area under curves."""
    total = Fraction(0)
    for low, high, curve in curves:
        share = lcm(*range(1, len(curve) + 1))
        up, down, whole = high, low, 0 * high
        for power, coefficient in enumerate(curve, 1):
            whole += coefficient * (up - down) * (share // power)
            up, down = up * high, down * low
        total += Fraction(whole) / share
    return total


def upper_envelope(
    one: PiecewisePolynomial, two: PiecewisePolynomial, slack: Fraction
) -> PiecewisePolynomial:
    """Return curves that are nowhere below either; at a crossing too high by *slack* at most."""
    found: PiecewisePolynomial = []
    for low, high, a, b in common_refinement(one, two):
        _append_envelope(low, high, a, b, slack, MOST_BISECTIONS, found)
    return found


def _append_envelope(
    low: ExactNumber,
    high: ExactNumber,
    a: Coefficients,
    b: Coefficients,
    slack: Fraction,
    left: int,
    found: PiecewisePolynomial,
) -> None:
    gap = subtract_coefficients(a, b)
    bounds, share = bernstein_bounds(gap, low, high)
    if min(bounds) >= 0:
        found.append((low, high, a))
    elif max(bounds) <= 0:
        found.append((low, high, b))
    elif max(max(bounds), -min(bounds)) * (high - low) <= slack * share:
        found.append(
            (
                low,
                high,
                [max(_integer_upper_bound(a, low, high), _integer_upper_bound(b, low, high))],
            )
        )
    elif not left:
        raise CertificateError("two choices cross where no bound as small as the claim is found")
    else:
        ends = [low, *_split_points(gap, low, high), high]
        for begin, end in pairwise(ends):
            _append_envelope(begin, end, a, b, slack / (len(ends) - 1), left - 1, found)


def _integer_upper_bound(curve: Coefficients, low: ExactNumber, high: ExactNumber) -> int:
    """Return an integer that a curve does not exceed on a piece."""
    bounds, share = bernstein_bounds(curve, low, high)
    return int(-(-max(bounds) // share))


def _split_points(gap: Coefficients, low: ExactNumber, high: ExactNumber) -> list[ExactNumber]:
    """Return where to divide a piece: at the root of a line, around that of a curve, or halfway.

    Halfway too where a curve has the same sign at both ends, and so no root or several.
    """
    if len(gap) > 1 and gap[1] and not any(gap[2:]):
        root = Fraction(-gap[0], gap[1])
        if low < root < high:
            return [root]
    elif isinstance(low, int) and isinstance(high, int) and high - low > 2:
        if (_evaluate(gap, low) > 0) == (_evaluate(gap, high) > 0):
            return [(low + high) // 2]
        near = _locate_sign_change(gap, low, high)
        return [end for end in (near, near + 1) if low < end < high]
    return [Fraction(low + high) / 2]


def _locate_sign_change(gap: Coefficients, low: int, high: int) -> int:
    """Return a unit in which a curve changes its sign, if it does: where it begins."""
    up = _evaluate(gap, high) > 0
    while high - low > 1:
        middle = (low + high) // 2
        if (_evaluate(gap, middle) > 0) == up:
            high = middle
        else:
            low = middle
    return low


def _evaluate(curve: Coefficients, hand: int) -> int:
    total = 0
    for coefficient in reversed(curve):
        total = total * hand + coefficient
    return total


def bernstein_bounds(
    curve: Coefficients, low: ExactNumber, high: ExactNumber
) -> tuple[list[ExactNumber], int]:
    """Return numbers, and a number of shares: between the least and greatest a curve lies.

    >>> bernstein_bounds([0, 0, 1], -1, 1)
    ([2, -2, 2], 2)
    """
    degree = len(curve) - 1
    end = max(abs(Fraction(low)), abs(Fraction(high)))
    bits = end.numerator.bit_length() + end.denominator.bit_length()
    longest = _longest_bits(curve) + degree * bits
    spend((degree + 1) ** 2 * (16 + longest * bits // 2**14), _CURVES)
    width = high - low
    moved: list[ExactNumber] = [*curve]
    for start in range(degree):
        for k in range(degree - 1, start - 1, -1):
            moved[k] += low * moved[k + 1]
    power: ExactNumber = 1
    for k in range(1, degree + 1):
        power *= width
        moved[k] *= power
    weights, share = _bernstein_weights(degree)
    return [sum(w * m for w, m in zip(row, moved, strict=False)) for row in weights], share


@lru_cache(maxsize=32)
def _bernstein_weights(degree: int) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return how much of each coefficient is in each bound, times a common number."""
    share = lcm(*(comb(degree, j) for j in range(degree + 1)))
    return tuple(
        tuple(share * comb(k, j) // comb(degree, j) for j in range(k + 1))
        for k in range(degree + 1)
    ), share


def common_refinement(
    one: PiecewisePolynomial, two: PiecewisePolynomial
) -> list[tuple[ExactNumber, ExactNumber, Coefficients, Coefficients]]:
    """Return the pieces of both, cut where either is."""
    found = []
    i = j = 0
    spend(16 * (len(one) + len(two)), _CURVES)
    low = max(one[0][0], two[0][0])
    while i < len(one) and j < len(two):
        high = min(one[i][1], two[j][1])
        if high > low:
            found.append((low, high, one[i][2], two[j][2]))
            low = high
        i += one[i][1] == high
        j += two[j][1] == high
    return found


ZERO, ONE = Fraction(0), Fraction(1)
_NUMBER_PATTERN = re.compile(r"(-?)([0-9]+)(?:/([0-9]+)|\.([0-9]+))?(?:e-([0-9]{1,3}))?")
_SPREAD_IS_EVEN: dict[Json, bool] = {"any": False, "even": True}


@dataclass(frozen=True, slots=True)
class BettingFold:
    """An end without a showdown."""

    kind: ClassVar[str] = "fold"
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class BettingShowdown:
    """An end at which the best type of those who are in takes what all have paid."""

    kind: ClassVar[str] = "showdown"
    among: frozenset[int]
    paid: tuple[Fraction, ...]
    better: Fraction


@dataclass(frozen=True, slots=True)
class BettingDecision:
    """A player's decision, and the action that the profile takes in each interval of types."""

    kind: ClassVar[str] = "turn"
    seat: int
    view: str
    actions: tuple[str, ...]
    after: tuple[BettingNode, ...]
    ends: tuple[Fraction, ...]
    taken: tuple[Mixture, ...]

    def intervals(self) -> Iterator[tuple[Fraction, Fraction, Mixture]]:
        """Yield where each interval begins and ends, and the actions taken in it."""
        begin = ZERO
        for end, mix in zip(self.ends, self.taken, strict=True):
            yield begin, end, mix
            begin = end


BettingNode = BettingDecision | BettingFold | BettingShowdown
Mixture = tuple[tuple[int, Fraction], ...]
"""The actions that are taken with the types of an interval, each with its probability."""


@dataclass(frozen=True, slots=True)
class ListedIndifferenceSet:
    """Types that may be exchanged: *mass* of them take *action*, the rest *other*."""

    seat: int
    view: str
    action: int
    other: int
    low: Fraction
    high: Fraction
    mass: Fraction
    even: bool
    """Each type takes it with the same probability; otherwise any arrangement is claimed."""
    names: tuple[str, str]
    """What the two actions are called."""


@dataclass(frozen=True, slots=True)
class ContinuousDocument:
    """An equilibrium as a file states it."""

    game: str
    seats: tuple[str, ...]
    root: BettingNode
    ends: int
    """In how many ways the betting may end."""
    payoffs: tuple[tuple[Fraction, Fraction], ...]
    """What each player is paid, and how far from that it may be: 0 of a fraction."""
    gains: tuple[Fraction, ...]
    digest: str
    free: tuple[ListedIndifferenceSet, ...] = ()
    bound: Fraction = ZERO
    """What a player gains at most, by what is free too: found by the check."""


def read_continuous(document: JsonObject) -> ContinuousDocument:
    """Return what a ``sabot/equilibrium/1`` claims and shows."""
    digest = require_digest(document, "equilibrium")
    found = _ContinuousRecord(document)
    seats = tuple(found.seats)
    if len(seats) > MOST_CONTINUOUS_PLAYERS or not all(seats):
        raise ValueError(f"from 1 to {MOST_CONTINUOUS_PLAYERS} seats with names")
    reading = _BettingTreeReader(seats, require_keys(found.thresholds, seats, "the thresholds"))
    root = reading.node(found.certificate.form, 0, {})
    reading.require_all_used()
    free = tuple(map(reading.free, found.free or ()))
    reading.require_bounded_work(root, free)
    payoffs = tuple(map(_read_payoff, _require_one_per_player(found.payoffs, seats, "payoffs")))
    gains = tuple(map(_read_exact_number, _require_one_per_player(found.gains, seats, "gains")))
    if min(gains) < 0 or found.bound != max(gains):
        raise CertificateError("the bound is not the largest of the gains")
    return ContinuousDocument(found.game, seats, root, reading.count, payoffs, gains, digest, free)


class _BettingTreeReader:
    """The betting, read node by node; each decision finds what is done there in the thresholds."""

    def __init__(self, seats: tuple[str, ...], said: JsonObject) -> None:
        self.seats, self.count, self.cuts = seats, 0, 0
        self.actions: dict[tuple[int, str], list[str]] = {}
        self.rules: dict[tuple[int, str], tuple[tuple[Fraction, ...], tuple[Mixture, ...]]] = {}
        self.before: dict[tuple[int, str], OwnHistory] = {}
        """By information set: what its player has done before, the same at all of its nodes."""
        self.left: dict[tuple[str, str], Json] = {}
        for seat in seats:
            own = said[seat]
            if not isinstance(own, Mapping):
                raise ValueError(f"the thresholds of {seat[:40]!r} are not an object")
            for view, one in own.items():
                self.left[seat, require_text(view, "a view")] = one

    def node(self, data: Json, depth: int, said: Mapping[int, OwnHistory]) -> BettingNode:
        """Return one node and all below it; *said* is what each player has done before."""
        if not isinstance(data, Mapping) or depth > 40:
            raise ValueError("the betting is not a tree of turns and ends")
        if "turn" in data:
            return self._turn(data, depth, said)
        self.count += 1
        if self.count > MOST_CONTINUOUS_TERMINALS:
            raise ValueError(f"the betting has more than {MOST_CONTINUOUS_TERMINALS} ends")
        if "pays" in data:
            return BettingFold(self._amounts(FoldRecord(data).pays))
        part = ShowdownRecord(data)
        better = _read_exact_number(part.better)
        if not 0 <= better <= 1:
            raise ValueError("the chance to improve is not between 0 and 1")
        return BettingShowdown(
            frozenset(map(self._seat, part.among)), self._amounts(part.paid), better
        )

    def _turn(
        self, data: JsonObject, depth: int, said: Mapping[int, OwnHistory]
    ) -> BettingDecision:
        part = TurnRecord(data)
        seat, view, actions = self._seat(part.player), part.view, part.actions
        if (seat, view) not in self.rules:
            if (self.seats[seat], view) not in self.left:
                raise ValueError(f"{view[:60]!r}: no thresholds")
            written = self.left.pop((self.seats[seat], view))
            self.rules[seat, view] = _read_intervals(written, actions, view)
            self.actions[seat, view] = actions
            self.before[seat, view] = said.get(seat, ())
        ends, taken = self.rules[seat, view]
        if self.actions[seat, view] != actions:
            raise ValueError(f"{view[:60]!r}: other actions at a second turn of that view")
        if self.before[seat, view] != said.get(seat, ()):
            raise ValueError(f"{view[:60]!r}: a player forgets what it has done before")
        self.cuts += len(ends)
        if self.cuts > MOST_CONTINUOUS_INTERVALS:
            raise FileError(f"the thresholds have more than {MOST_CONTINUOUS_INTERVALS} intervals")
        after = tuple(
            self.node(one, depth + 1, {**said, seat: (*said.get(seat, ()), (view, action))})
            for action, one in zip(actions, part.after, strict=True)
        )
        return BettingDecision(seat, view, tuple(actions), after, ends, taken)

    def free(self, data: Json) -> ListedIndifferenceSet:
        """Return what is said to be free at a decision."""
        part = _IndifferenceRecord(data)
        seat, view = self._seat(part.seat), part.view
        actions = self.actions.get((seat, view))
        if actions is None:
            raise ValueError(f"{view[:60]!r}: free, and no such turn")
        if part.action not in actions or part.instead not in actions:
            raise ValueError(f"{view[:60]!r}: free, and no such action")
        if part.spread not in _SPREAD_IS_EVEN:
            raise ValueError(f"{view[:60]!r}: a spread is any or even")
        pair = actions.index(part.action), actions.index(part.instead)
        names = actions[pair[0]], actions[pair[1]]
        even = _SPREAD_IS_EVEN[part.spread]
        return ListedIndifferenceSet(seat, view, *pair, part.low, part.high, part.mass, even, names)

    def require_all_used(self) -> None:
        """Demand that every threshold belongs to a decision."""
        for _, view in self.left:
            raise ValueError(f"{view[:60]!r}: thresholds, and no such turn")

    def require_bounded_work(
        self, root: BettingNode, free: tuple[ListedIndifferenceSet, ...]
    ) -> None:
        """Demand that following every player through the betting takes no more than it may."""
        claimed = (number for one in free for number in (one.low, one.high, one.mass))
        numbers = (*_iterate_numbers(root), *claimed)
        bits = max(
            common_denominator(numbers).bit_length(),
            *(abs(n.numerator).bit_length() for n in numbers),
        )
        each = len(self.seats) ** 3 * self.count * (self.cuts + 1) * (1 + bits // 128)
        if each * (1 + len(free)) > MOST_CONTINUOUS_WORK:
            more = f" and {len(free)} intervals of indifferent hands" if free else ""
            raise FileError(
                f"{self.count} ends and {self.cuts} intervals for {len(self.seats)} seats{more}: "
                "too much to be checked"
            )

    def _seat(self, name: Json) -> int:
        if name not in self.seats:
            raise ValueError(f"{str(name)[:40]!r} is no seat")
        return self.seats.index(name)

    def _amounts(self, data: Json) -> tuple[Fraction, ...]:
        return tuple(
            _read_exact_number(one) for one in _require_one_per_player(data, self.seats, "amounts")
        )


def _iterate_numbers(node: BettingNode) -> Iterator[Fraction]:
    """Yield every number of a betting and of its thresholds."""
    if isinstance(node, BettingDecision):
        yield from node.ends
        yield from (share for mix in node.taken for _, share in mix)
        for after in node.after:
            yield from _iterate_numbers(after)
    elif isinstance(node, BettingFold):
        yield from node.payoffs
    else:
        yield from (*node.paid, node.better)


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """Return the least number of which every denominator is a divisor; it may not be too long."""
    found = 1
    for number in numbers:
        found = lcm(found, number.denominator)
        if found.bit_length() > MOST_CONTINUOUS_DENOMINATOR_BITS:
            raise FileError(
                f"its numbers have no common denominator below 2^{MOST_CONTINUOUS_DENOMINATOR_BITS}"
            )
    return found


def _read_intervals(
    data: Json, actions: list[str], view: str
) -> tuple[tuple[Fraction, ...], tuple[Mixture, ...]]:
    """Return where the intervals of a decision end, and the actions of each."""
    if type(data) is not list or not data:
        raise ValueError(f"{view[:60]!r}: the thresholds are not a list")
    ends: list[Fraction] = []
    taken: list[Mixture] = []
    for one in data:
        if type(one) is not list or len(one) != 2:
            raise ValueError(f"{view[:60]!r}: a threshold is a number and an action")
        end = _read_exact_number(one[0])
        if end < (ends[-1] if ends else ZERO):
            raise ValueError(f"{view[:60]!r}: the thresholds do not rise from 0")
        ends.append(end)
        taken.append(_read_mixture(one[1], actions, view))
    if ends[-1] != ONE:
        raise ValueError(f"{view[:60]!r}: the thresholds do not end at 1")
    return tuple(ends), tuple(taken)


def _read_mixture(data: Json, actions: list[str], view: str) -> Mixture:
    """Return the action of an interval, or several actions with their probabilities."""
    if not isinstance(data, Mapping):
        if data not in actions:
            raise ValueError(f"{view[:60]!r}: a threshold is a number and an action")
        return ((actions.index(data), ONE),)
    if len(data) < 2 or not all(name in actions for name in data):
        raise ValueError(f"{view[:60]!r}: a mixture has two actions of the turn, or more")
    mix = tuple((actions.index(name), _read_exact_number(one)) for name, one in data.items())
    if any(share <= 0 for _, share in mix) or sum(share for _, share in mix) != 1:
        raise ValueError(f"{view[:60]!r}: the probabilities of a mixture do not make 1")
    return mix


def _require_one_per_player(data: Json, seats: tuple[str, ...], what: str) -> list[Json]:
    if type(data) is not list or len(data) != len(seats):
        raise ValueError(f"the {what} are not a list with one for each seat")
    return data


def _read_payoff(data: Json) -> tuple[Fraction, Fraction]:
    """Return a payoff, and how near it must be: a decimal is right to its first 28 digits."""
    number = _read_exact_number(data)
    return number, abs(number) / 10**28 if "." in str(data) else ZERO


def _read_exact_number(data: Json) -> Fraction:
    """Return a number written as text: a fraction, a decimal, or one with a power of ten."""
    if type(data) is not str or len(data) > MOST_CONTINUOUS_DIGITS:
        raise ValueError(f"{str(data)[:40]!r} is not a number written as text")
    found = _NUMBER_PATTERN.fullmatch(data)
    if not found or (found[3] is not None and not int(found[3])):
        raise ValueError(f"{data[:40]!r} is not a number")
    sign, whole, below, digits, power = found.groups()
    number = Fraction(int(whole + (digits or "")), int(below or 1) * 10 ** len(digits or ""))
    number /= Fraction(10) ** int(power or 0)
    return -number if sign else number


def _read_indifference_list(data: Json) -> list[Json]:
    if type(data) is not list or len(data) > MOST_INDIFFERENCE_SETS:
        raise ValueError(f"what is free is not a list of {MOST_INDIFFERENCE_SETS} at most")
    return data


class _ContinuousRecord(NamedDocument, what="an equilibrium"):
    method = Field(text("the method"))
    seconds = Field(any_number("seconds"))
    seats = Field(labels("seats"))
    payoffs = Field(raw)
    gains = Field(raw)
    bound = Field(_read_exact_number)
    thresholds = Field(raw)
    certificate = Field(FormEvidence)
    free = OptionalField(_read_indifference_list)


class _IndifferenceRecord(Record, what="what is free"):
    seat = Field(raw)
    view = Field(text("a view"))
    action = Field(raw)
    instead = Field(raw)
    low = Field(_read_exact_number, "from")
    high = Field(_read_exact_number, "to")
    mass = Field(_read_exact_number)
    spread = Field(raw)


TypeInterval = tuple[int, int, int]
"""Hands from low to high, and how many times each counts."""
TypeIntervals = tuple[TypeInterval, ...]
ActionIntervals = Sequence[tuple[int, int, int, int, int]]
"""What is done at a decision: types from low to high, the action, and which share of them takes
it, as two integers: so many of so many."""
OwnHistory = tuple[tuple[str, str], ...]
"""The information sets of a player on the way to a node, and the action at each."""
ENVELOPE_SLACK = Fraction(1, 1 << 110)
"""How far a bound may lie above the best response where choices cross at no fraction."""


@dataclass(frozen=True)
class IntegerUnits:
    """Units in which types, money and probabilities are integers: how many make one of each."""

    document: ContinuousDocument
    unit: int
    """How many units there are from type 0 to type 1."""
    money: int
    chances: int
    counts: tuple[int, ...]
    """By player: how often each type counts, so that every share of a mixture is an integer."""

    @classmethod
    def of(cls, document: ContinuousDocument) -> IntegerUnits:
        """Return the least in which all numbers of a file are whole."""
        nodes = list(_iterate_nodes(document.root))
        cuts = [end for node in nodes if isinstance(node, BettingDecision) for end in node.ends]
        cuts += [number for free in document.free for number in (free.low, free.high, free.mass)]
        paid = [a for node in nodes if isinstance(node, BettingFold) for a in node.payoffs]
        paid += [a for node in nodes if isinstance(node, BettingShowdown) for a in node.paid]
        better = [node.better for node in nodes if isinstance(node, BettingShowdown)]
        unit, money, chances = (common_denominator(numbers) for numbers in (cuts, paid, better))
        return cls(document, unit, money, chances, _mixture_counts(document, nodes))

    def hand(self, hand: Fraction) -> int:
        """Return a type in units."""
        return int(hand * self.unit)

    def whole(self, seat: int) -> int:
        """Return the integral over the types of a player that is worth 1 in money."""
        seats = len(self.document.seats)
        others = prod(count for other, count in enumerate(self.counts) if other != seat)
        whole: int = self.unit**seats * self.money * self.chances**seats * others
        return whole

    def steps(self, turn: BettingDecision) -> ActionIntervals:
        """Return what the profile does at a decision."""
        return [
            (self.hand(begin), self.hand(end), action, share.numerator, share.denominator)
            for begin, end, mix in turn.intervals()
            for action, share in mix
        ]


def _mixture_counts(document: ContinuousDocument, nodes: Sequence[BettingNode]) -> tuple[int, ...]:
    """Return by player the product of the denominators of its information sets."""
    found = [1] * len(document.seats)
    seen = set()
    for node in nodes:
        if isinstance(node, BettingDecision) and (node.seat, node.view) not in seen:
            seen.add((node.seat, node.view))
            found[node.seat] *= lcm(*(share.denominator for mix in node.taken for _, share in mix))
            if found[node.seat].bit_length() > MOST_CONTINUOUS_DENOMINATOR_BITS:
                raise FileError("its mixtures have too long a common denominator")
    return tuple(found)


def _whole_share(count: int, times: int, parts: int) -> int:
    """Return so many of so many parts of a count, which must be a whole number."""
    found, rest = divmod(count * times, parts)
    if rest:
        raise ValueError("a share of the hands is not a whole number of them")
    return found


def _iterate_nodes(node: BettingNode) -> Iterator[BettingNode]:
    yield node
    if isinstance(node, BettingDecision):
        for after in node.after:
            yield from _iterate_nodes(after)


@dataclass
class BestResponseWalk:
    """One player's way through the betting, for its types between two."""

    measure: IntegerUnits
    seat: int
    changed: Mapping[tuple[int, str], ActionIntervals] = field(default_factory=dict)
    """By player and information set: what is done there in place of what the profile does."""
    count: int = 1
    """How often a player's types count whose steps are changed."""
    low: int = 0
    high: int | None = None

    def __post_init__(self) -> None:
        document = self.measure.document
        self.end = self.measure.unit if self.high is None else self.high
        whole = self.measure.whole(self.seat)
        self.slack = ENVELOPE_SLACK * whole * self.count / max(1, document.ends)
        self.below: dict[TypeIntervals, PiecewisePolynomial] = {}
        self.steps: dict[tuple[int, str], ActionIntervals] = {}
        self.ways: dict[str, list[PiecewisePolynomial]] = {}
        """By information set of the player's own decisions: what each action is worth, the profile
        following."""

    @property
    def start(self) -> list[TypeIntervals]:
        """The types with which everybody begins."""
        moved = {seat for seat, _ in self.changed}
        unit = self.measure.unit
        return [
            ((0, unit, count * self.count if seat in moved else count),)
            for seat, count in enumerate(self.measure.counts)
        ]

    def evaluate(self) -> tuple[PiecewisePolynomial, PiecewisePolynomial]:
        """Return what each type is worth, by the profile and at best."""
        return self.follow([(self.measure.document.root, self.start)])

    def follow(
        self, nodes: Sequence[tuple[BettingNode, list[TypeIntervals]]]
    ) -> tuple[PiecewisePolynomial, PiecewisePolynomial]:
        """Return what a type is worth from nodes on which the player cannot tell apart.

        All worth is times the probability that the others come there. Where the player has no more
        choice both are the same object.
        """
        ways: list[tuple[PiecewisePolynomial, PiecewisePolynomial]] = []
        own: dict[str, list[tuple[BettingDecision, list[TypeIntervals]]]] = {}
        for node, held in self._reached(nodes):
            if isinstance(node, BettingDecision):
                own.setdefault(node.view, []).append((node, held))
            else:
                end = self._end(node, held)
                ways.append((end, end))
        ways += [self._own(turns) for turns in own.values()]
        return self._sum(ways)

    def _reached(
        self, nodes: Iterable[tuple[BettingNode, list[TypeIntervals]]]
    ) -> Iterator[tuple[BettingNode, list[TypeIntervals]]]:
        """Yield the ends and the player's own decisions to which the others lead from here."""
        for node, held in nodes:
            if not isinstance(node, BettingDecision) or node.seat == self.seat:
                yield node, held
                continue
            for action, after in enumerate(node.after):
                spans = self._taken(node, action, held[node.seat])
                if spans:
                    there = [*held]
                    there[node.seat] = spans
                    yield from self._reached([(after, there)])

    def _sum(
        self, ways: Sequence[tuple[PiecewisePolynomial, PiecewisePolynomial]]
    ) -> tuple[PiecewisePolynomial, PiecewisePolynomial]:
        if not ways:
            nothing = self._constant(0)
            return nothing, nothing
        paid, best = ways[0]
        for one, two in ways[1:]:
            more = add_piecewise(paid, one)
            best = more if best is paid and two is one else add_piecewise(best, two)
            paid = more
        return paid, best

    def _own(
        self, turns: Sequence[tuple[BettingDecision, list[TypeIntervals]]]
    ) -> tuple[PiecewisePolynomial, PiecewisePolynomial]:
        """Return what a type is worth at one information set of the player."""
        turn, _ = turns[0]
        ways = [
            self.follow([(node.after[action], held) for node, held in turns])
            for action in range(len(turn.after))
        ]
        self.ways[turn.view] = [way[0] for way in ways]
        paid: PiecewisePolynomial = []
        mixed: dict[tuple[int, int], PiecewisePolynomial] = {}
        for begin, end, action, times, parts in self._steps(turn):
            part = join_restrictions([(begin, end, ways[action][0])])
            if times != parts and part:
                part = _scale_by_share(part, Fraction(times, parts))
                before = mixed.get((begin, end))
                mixed[begin, end] = part if before is None else add_piecewise(before, part)
            else:
                paid += part
        paid = sorted([*paid, *itertools.chain(*mixed.values())], key=lambda piece: piece[0])
        best = ways[0][1]
        for _, other in ways[1:]:
            best = upper_envelope(best, other, self.slack)
        return paid, best

    def _steps(self, turn: BettingDecision) -> ActionIntervals:
        key = turn.seat, turn.view
        if key not in self.steps:
            self.steps[key] = self.changed.get(key) or self.measure.steps(turn)
        return self.steps[key]

    def _taken(self, turn: BettingDecision, action: int, held: TypeIntervals) -> TypeIntervals:
        """Return the types that reach a decision and take an action there."""
        return tuple(
            (max(low, begin), min(high, end), _whole_share(count, times, parts))
            for begin, end, taken, times, parts in self._steps(turn)
            if taken == action and times
            for low, high, count in held
            if max(low, begin) < min(high, end)
        )

    def _constant(self, amount: int) -> PiecewisePolynomial:
        return [(self.low, self.end, [amount])]

    def _end(
        self, end: BettingFold | BettingShowdown, held: Sequence[TypeIntervals]
    ) -> PiecewisePolynomial:
        measure = self.measure
        sizes = [sum(count * (high - low) for low, high, count in spans) for spans in held]
        chance = prod(size for other, size in enumerate(sizes) if other != self.seat)
        seats = len(sizes)
        if isinstance(end, BettingFold):
            won = int(end.payoffs[self.seat] * measure.money)
            return self._constant(won * chance * measure.chances**seats)
        lost = -int(end.paid[self.seat] * measure.money) * chance * measure.chances**seats
        if self.seat not in end.among:
            return self._constant(lost)
        rivals = [other for other in sorted(end.among) if other != self.seat]
        improves = int(end.better * measure.chances)
        stays = measure.chances - improves
        plain, improved = self._constant(stays), self._constant(improves)
        for other in rivals:
            below = self._below(held[other])
            plain = multiply_piecewise(plain, scale_piecewise(below, stays))
            if improves:
                rest = self._constant(stays * sizes[other])
                improved = multiply_piecewise(
                    improved, add_piecewise(scale_piecewise(below, improves), rest)
                )
        pot = int(sum(end.paid, Fraction(0)) * measure.money)
        aside = prod(
            size for other, size in enumerate(sizes) if other not in end.among
        ) * measure.chances ** (seats - 1 - len(rivals))
        won_by = add_piecewise(plain, improved) if improves else plain
        return add_piecewise(self._constant(lost), scale_piecewise(won_by, pot * aside))

    def _below(self, spans: TypeIntervals) -> PiecewisePolynomial:
        """Return how many types of some spans are below a type."""
        if spans not in self.below:
            self.below[spans] = self._counted(sorted(spans))
        return self.below[spans]

    def _counted(self, spans: Sequence[TypeInterval]) -> PiecewisePolynomial:
        found: PiecewisePolynomial = []
        at, total = 0, 0
        for low, high, count in spans:
            if low > at:
                found.append((at, low, [total]))
            found.append((low, high, [total - count * low, count]))
            at, total = high, total + count * (high - low)
        found.append((at, self.measure.unit, [total]))
        return join_restrictions([(self.low, self.end, found)])


def require_indifference_sets(
    document: ContinuousDocument, measure: IntegerUnits, gains: tuple[Fraction, ...]
) -> Fraction:
    """Demand that all that is said to be free is; return a bound on what a player gains by it then.

    *gains* are those of the given profile.
    """
    most = max(gains)
    for free in document.free:
        path = _path_to_decision(document.root, free)
        if path is None:
            raise CertificateError(f"{_describe_claim(document, free)}: no such turn")
        most = max(most, _IndifferenceClaim(document, measure, free, path).demand(gains))
    return most


def _path_to_decision(
    node: BettingNode, free: ListedIndifferenceSet
) -> list[tuple[BettingDecision, int]] | None:
    """Return the decisions on the path to an indifference set, its own last, with the actions."""
    if not isinstance(node, BettingDecision):
        return None
    if (node.seat, node.view) == (free.seat, free.view):
        return [(node, free.action)]
    for action, after in enumerate(node.after):
        found = _path_to_decision(after, free)
        if found is not None:
            return [(node, action), *found]
    return None


def _describe_claim(document: ContinuousDocument, free: ListedIndifferenceSet) -> str:
    seat, view = document.seats[free.seat], free.view[:60]
    return f"what is free to {escape_unprintable(seat)} after {escape_unprintable(view)}"


def _without_cuts(steps: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return intervals with an action each, neighbours that have the same one as one interval."""
    joined: list[tuple[int, int, int]] = []
    for begin, end, action in steps:
        if joined and joined[-1][1:] == (begin, action):
            joined[-1] = (joined[-1][0], end, action)
        else:
            joined.append((begin, end, action))
    return joined


class _IndifferenceClaim:
    """One freedom at its decision, in units."""

    def __init__(
        self,
        document: ContinuousDocument,
        measure: IntegerUnits,
        free: ListedIndifferenceSet,
        path: list[tuple[BettingDecision, int]],
    ) -> None:
        self.document, self.measure, self.free, self.path = document, measure, free, path
        self.turn = path[-1][0]
        self.low, self.high = measure.hand(free.low), measure.hand(free.high)
        self.mass = measure.hand(free.mass)

    def demand(self, gains: tuple[Fraction, ...]) -> Fraction:
        """Verify the claim; return the most that another player gains by it."""
        if not 0 <= self.low < self.high <= self.measure.unit:
            self._refuse("no hands from there to there")
        if not 0 < self.mass < self.high - self.low:
            self._refuse("as many hands as that are not free")
        if self.free.action == self.free.other:
            self._refuse("one action is no choice")
        self._require_same_play()
        self._require_indifference()
        steps, count = self._second_arrangement()
        others = (seat for seat in range(len(self.document.seats)) if seat != self.free.seat)
        found = [self._require_player(seat, steps, count, gains[seat]) for seat in others]
        return max(found, default=Fraction(0))

    def _refuse(self, why: str) -> None:
        raise CertificateError(f"{_describe_claim(self.document, self.free)}: {why}")

    def _inside(self, turn: BettingDecision) -> list[tuple[int, int, int]]:
        """Return what the profile does at a decision with the types in question."""
        return [
            (max(begin, self.low), min(end, self.high), action)
            for begin, end, action, _, _ in self.measure.steps(turn)
            if max(begin, self.low) < min(end, self.high)
        ]

    def _require_same_play(self) -> None:
        """Demand that all types reach the decision, and do the same afterwards."""
        for turn, action in self.path[:-1]:
            if turn.seat == self.free.seat and {a for *_, a in self._inside(turn)} != {action}:
                self._refuse("not all of these hands come there")
        pairs = itertools.product(self._same_view(), (self.free.action, self.free.other))
        for turn, action in pairs:
            for later in _iterate_nodes(turn.after[action]):
                if not isinstance(later, BettingDecision) or later.seat != self.free.seat:
                    continue
                if len({a for *_, a in self._inside(later)}) > 1:
                    self._refuse("afterwards these hands differ")

    def _same_view(self) -> Iterator[BettingDecision]:
        """Yield the decisions that the player cannot tell from this one, itself among them."""
        for node in _iterate_nodes(self.document.root):
            if isinstance(node, BettingDecision) and (node.seat, node.view) == (
                self.turn.seat,
                self.turn.view,
            ):
                yield node

    def _require_indifference(self) -> None:
        """Demand that the two actions differ by the same amount with every type."""
        walk = BestResponseWalk(self.measure, self.free.seat, low=self.low, high=self.high)
        walk.evaluate()
        if self.free.view not in walk.ways:
            self._refuse("the others never come there")
        ways = walk.ways[self.free.view]
        pairs = common_refinement(ways[self.free.action], ways[self.free.other])
        gaps = [subtract_coefficients(a, b) for _, _, a, b in pairs]
        if any(any(gap[1:]) for gap in gaps) or len({gap[0] for gap in gaps}) > 1:
            self._refuse("the seat itself is not indifferent")

    def _second_arrangement(self) -> tuple[ActionIntervals, int]:
        """Return the second arrangement, and how many times all types count in it."""
        low, high, mass = self.low, self.high, self.mass
        action, other = self.free.action, self.free.other
        written = _without_cuts(self._inside(self.turn))
        top = [(low, high - mass, other), (high - mass, high, action)]
        bottom = [(low, low + mass, action), (low + mass, high, other)]
        if written not in (top, bottom):
            self._refuse("the hands told are neither the best nor the worst of them")
        count = high - low if self.free.even else 1
        if self.free.even:
            inside = [(low, high, action, mass, count), (low, high, other, count - mass, count)]
        else:
            inside = [(a, b, c, 1, 1) for a, b, c in (bottom if written == top else top)]
        outside = [
            (max(begin, start), min(end, stop), taken, times, parts)
            for begin, end, taken, times, parts in self.measure.steps(self.turn)
            for start, stop in ((0, low), (high, self.measure.unit))
            if max(begin, start) < min(end, stop)
        ]
        return [*outside, *inside], count

    def _require_player(
        self, seat: int, steps: ActionIntervals, count: int, gain: Fraction
    ) -> Fraction:
        """Return what another player could gain, after demanding that it is no more than claimed.

        It must be paid the same.
        """
        measure, low, high = self.measure, self.low, self.high
        changed = {(self.free.seat, self.free.view): steps}
        before, _ = BestResponseWalk(measure, seat, low=low, high=high).evaluate()
        paid, best = BestResponseWalk(measure, seat, changed, count, low, high).evaluate()
        if any(
            any(subtract_coefficients(a, b))
            for _, _, a, b in common_refinement(paid, scale_piecewise(before, count))
        ):
            self._refuse(f"{escape_unprintable(self.document.seats[seat])} would be paid otherwise")
        more = (integrate(best) - integrate(paid)) / (measure.whole(seat) * count)
        if gain + more > self.document.gains[seat]:
            name = escape_unprintable(self.document.seats[seat])
            self._refuse(f"{name} may gain {format_short(more)} by it")
        return gain + more


_NO_TOLERANCE = Fraction(0)


def check_continuous(document: ContinuousDocument) -> ContinuousDocument:
    """Demand that every player is paid what is claimed, and can gain no more than is claimed.

    What comes back has the payoffs and gains that were computed here, not those of the file.
    """
    measure = IntegerUnits.of(document)
    found = []
    for seat, name in enumerate(document.seats):
        paid, best = BestResponseWalk(measure, seat).evaluate()
        exact = integrate(paid) / measure.whole(seat)
        claimed, within = document.payoffs[seat]
        if abs(exact - claimed) > within:
            raise CertificateError(
                f"{escape_unprintable(name)} is not paid {format_short(claimed)} "
                f"but {format_short(exact)}"
            )
        gain = integrate(best) / measure.whole(seat) - exact
        if gain > document.gains[seat]:
            raise CertificateError(
                f"{escape_unprintable(name)} may gain {format_short(gain)}, "
                "more than the bound that is claimed"
            )
        found.append((exact, gain))
    gains = tuple(gain for _, gain in found)
    bound = require_indifference_sets(document, measure, gains)
    paid_exactly = tuple((paid, _NO_TOLERANCE) for paid, _ in found)
    return replace(document, payoffs=paid_exactly, gains=gains, bound=bound)


MOST_PRINTED = 12
"""The most decisions with indifference sets that are printed after a check; the file has all."""


@dataclass(frozen=True)
class ContinuousVerdict(ProfileVerdict):
    """A profile for types in [0, 1]."""

    source: ContinuousDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``betting``."""
        return "betting"

    @property
    def form(self) -> BettingNode:
        """The betting."""
        return self.source.root

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is paid and could gain, then what is free."""
        free = self.source.free
        if not free:
            return (*super().lines, "whether there are other equilibria is not said")
        said = [self._describe_indifference(one) for one in free[:MOST_PRINTED]]
        more = [f"free: {len(free) - len(said)} more such turns"] if len(free) > len(said) else []
        bound = self.source.bound
        gain = f"more than {round_up(bound)}" if bound else "anything"
        last = f"by what is free, each by itself, all are paid the same and none can gain {gain}"
        return (*super().lines, *said, *more, last)

    def _describe_indifference(self, free: ListedIndifferenceSet) -> str:
        """Return an indifference set in words, safe to print."""
        seat, view = (
            escape_unprintable(quote_name(name)) for name in (self.seats[free.seat], free.view)
        )
        ends = f"the hands from {format_short(free.low)} to {format_short(free.high)}"
        action, other = (escape_unprintable(quote_name(name)) for name in free.names)
        start = f"free to {seat} after {view}: "
        if not free.even:
            return f"{start}any {format_short(free.mass)} of {ends} may {action}, the rest {other}"
        chance = format_short(free.mass / (free.high - free.low))
        text = f"{format_short(free.mass)} as told {action}, the rest {other}"
        return f"{start}of {ends} {text}; or all {action} with chance {chance}; or between"


def verify_continuous(document: ContinuousDocument) -> ContinuousVerdict:
    """Check an equilibrium and return what it proves."""
    found = check_continuous(document)
    paid = tuple(amount for amount, _ in found.payoffs)
    return ContinuousVerdict(
        document.game, document.seats, document.digest, paid, found.gains, source=found
    )
