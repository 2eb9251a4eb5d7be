"""Inequalities of a parametric proof: polynomial, sense, and a reason that is re-verified.

The checker derives what must hold on an interval from the game and the plans. The proof states
why each inequality holds, and only that reason is verified. No reason is searched for: a proof
that states a wrong one is refused even if the inequality is true.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

from sabot.certify.algebra.intervals import (
    IntegerInterval,
    ParameterInterval,
    PointInterval,
    RealInterval,
    require_list,
    strictly_inside,
)
from sabot.certify.algebra.polynomial import (
    Poly,
    evaluate_at_integer,
    interval_to_half_line,
    multiply,
    read_polynomial,
    taylor_shift,
    trim,
)
from sabot.certify.algebra.real_roots import (
    count_roots_between,
    find_positive,
    odd_multiplicity_part,
    sign_at,
)
from sabot.certify.json_reader import (
    Json,
    describe_value,
    read_fraction,
    read_integer,
    shorten_text,
)
from sabot.certify.record_codec import Field, OptionalField, Record, text
from sabot.errors import CertificateError

REASONS = {
    "value": "the piece is one value of the parameter, and the number there is as it must be",
    "shift": "p(a + x), a the start of the range, has no negative coefficient in x",
    "parts": "the range is cut at the numbers that follow; at both ends of each part p is as it "
    "must be, and its ends are neighbours, or p has no negative coefficient once they are sent to "
    "0 and infinity; a last part without end is settled as by shift",
    "sturm": "p has no root inside the range, by Sturm's theorem, and is positive at the number "
    "that follows, which is inside; where the ends count, it is not 0 at them",
    "even": "p changes its sign nowhere inside the range (the product of its factors of odd "
    "multiplicity has no root there, by Sturm's theorem), and is positive at the number that "
    "follows",
}
"""What the codes of reasons mean; every proof has this key, word for word."""
NOT_NEGATIVE, POSITIVE, NOT_ZERO = ">= 0", "> 0", "!= 0"
INTERIOR_SUFFIX = " inside"
"""After a sense: not at the ends of a real range, where two pieces meet."""
_SIGNED_FORMS: dict[str, Callable[[Poly], Poly]] = {
    "p": lambda p: p,
    "-p": lambda p: [-c for c in p],
    "p*p": lambda p: multiply(p, p),
}
"""What a reason may be about, where a polynomial must only not be 0: any of them positive."""


@dataclass(frozen=True)
class RequiredInequality:
    """Something that must hold on the whole of a range."""

    says: str
    polynomial: Poly
    sense: str
    """``>= 0``, ``> 0`` or ``!= 0``, the last two perhaps only ``inside`` a real range."""

    @property
    def strict(self) -> bool:
        """Whether equality is not enough."""
        return not self.sense.startswith(NOT_NEGATIVE)

    @property
    def inside(self) -> bool:
        """Whether the ends of a real range are left aside."""
        return self.sense.endswith(INTERIOR_SUFFIX)

    def holds(self, span: ParameterInterval) -> bool:
        """Tell whether it holds, with no reason given: at a single point, or for the writer."""
        if self.sense.startswith(NOT_ZERO) and isinstance(span, PointInterval):
            return not span.zero(self.polynomial)
        if self.sense.startswith(NOT_ZERO):
            square = multiply(self.polynomial, self.polynomial)
            return span.positive_inside(square) if self.inside else span.positive(square)
        if not self.strict:
            return span.never_negative(self.polynomial)
        return (span.positive_inside if self.inside else span.positive)(self.polynomial)


@dataclass(frozen=True)
class InequalityReason:
    """Why an inequality holds: a code, and the numbers that it speaks of."""

    code: str
    cuts: tuple[int, ...] = ()
    """Where the range is cut, of ``parts``."""
    at: Fraction = Fraction(0)
    """Where the polynomial is positive, of ``sturm`` and ``even``."""


@dataclass(frozen=True)
class ListedInequality:
    """An inequality as a piece lists it."""

    says: str
    polynomial: Poly
    sense: str
    of: str | None
    """What the reason is about, where the polynomial must only not be 0."""
    why: InequalityReason


def check_inequalities(
    needs: Sequence[RequiredInequality], listed: Sequence[ListedInequality], span: ParameterInterval
) -> None:
    """Check that a piece lists exactly the inequalities it needs, each with a reason that is one.

    Raise CertificateError with the first that is missing, changed, or not shown.
    """
    sure = _find_surely_positive(listed, span)
    inside = {listed[k].why.at: False for k in sure}
    if isinstance(span, RealInterval):
        inside = {at: strictly_inside(span, at) for at in inside}
    for number, need in enumerate(needs):
        entry = listed[number] if number < len(listed) else None
        if entry is None or entry.says != need.says or entry.sense != need.sense:
            raise CertificateError(
                f"{span}: the proof does not list that {shorten_text(need.says, 200)}"
            )
        if entry.polynomial != need.polynomial:
            raise CertificateError(
                f"{span}: another polynomial is listed for: {shorten_text(need.says, 200)}"
            )
        shown = number in sure and inside[entry.why.at]
        if not shown and not reason_proves(need, entry.of, entry.why, span):
            raise CertificateError(
                f"{span}: not shown by the reason given: {shorten_text(need.says, 200)}"
            )
    if len(listed) != len(needs):
        raise CertificateError(f"{span}: the proof lists inequalities that are not needed")


def _find_surely_positive(
    listed: Sequence[ListedInequality], span: ParameterInterval
) -> frozenset[int]:
    """Return the numbers of the inequalities whose polynomials are positive, ends included.

    Of those that are shown so by the absence of roots: they are looked at all at once.
    """
    low, high = span.ends if isinstance(span, RealInterval) else (None, None)
    if low is None:
        return frozenset()
    numbers = [
        k
        for k, one in enumerate(listed)
        if one.why.code == "sturm" and one.of is None and not one.sense.startswith(NOT_ZERO)
    ]
    some = [listed[k].polynomial for k in numbers]
    shown = find_positive(some, low.low, None if high is None else high.high)
    return frozenset(k for k, here in zip(numbers, shown, strict=True) if here)


def reason_proves(
    need: RequiredInequality, of: str | None, why: InequalityReason, span: ParameterInterval
) -> bool:
    """Tell whether a reason, about *of* it, shows what is needed."""
    polynomial = need.polynomial
    if need.sense.startswith(NOT_ZERO):
        if of not in _SIGNED_FORMS:
            return False
        polynomial = _SIGNED_FORMS[of](polynomial)
    elif of is not None:
        return False
    if why.code == "parts":
        return isinstance(span, IntegerInterval) and _holds_by_parts(
            polynomial, span, list(why.cuts), need.strict
        )
    if why.code in ("sturm", "even"):
        even = why.code == "even"
        if not isinstance(span, RealInterval) or (even and need.strict):
            return False
        return _holds_by_roots(polynomial, span, why.at, even=even) and (
            not need.strict or need.inside or not span.zero_at_ends(polynomial)
        )
    if why.code == "value":
        alone = isinstance(span, IntegerInterval) and span.low == span.high
        return alone and evaluate_at_integer(polynomial, int(span.spot)) >= need.strict
    return why.code == "shift" and _holds_by_shift(polynomial, span, need)


def _holds_by_shift(polynomial: Poly, span: ParameterInterval, need: RequiredInequality) -> bool:
    if isinstance(span, IntegerInterval):
        moved = taylor_shift(polynomial, span.low)
    elif isinstance(span, RealInterval) and span.low is not None and span.low.rational:
        top, below = span.low.low.numerator, span.low.low.denominator
        most = len(polynomial) - 1
        moved = taylor_shift([c * below ** (most - k) for k, c in enumerate(polynomial)], top)
    else:
        return False
    if any(c < 0 for c in moved):
        return False
    if not need.strict:
        return True
    return bool(trim(moved)) if need.inside else bool(moved) and moved[0] > 0


def _holds_by_parts(polynomial: Poly, span: IntegerInterval, cuts: list[int], strict: bool) -> bool:
    ends = [span.low, *cuts, *([] if span.high is None else [span.high])]
    if any(a >= b for a, b in pairwise(ends)):
        return False
    if any(evaluate_at_integer(polynomial, end) < strict for end in ends):
        return False
    if span.high is None and any(c < 0 for c in taylor_shift(polynomial, ends[-1])):
        return False
    return all(
        b - a == 1 or all(c >= 0 for c in interval_to_half_line(polynomial, a, b))
        for a, b in pairwise(ends)
    )


def _holds_by_roots(polynomial: Poly, span: RealInterval, at: Fraction, *, even: bool) -> bool:
    if not polynomial or not strictly_inside(span, at) or sign_at(polynomial, at) <= 0:
        return False
    live = odd_multiplicity_part(polynomial) if even else polynomial
    return count_roots_between(live, *span.ends) == 0


def read_reason(data: Json) -> InequalityReason:
    """Return a reason: its code, and the numbers that it speaks of."""
    code, *numbers = [data] if type(data) is str else require_list(data)
    if type(code) is str and code in ("value", "shift") and not numbers:
        return InequalityReason(code)
    if code == "parts":
        return InequalityReason("parts", cuts=tuple(read_integer(cut) for cut in numbers))
    if type(code) is str and code in ("sturm", "even") and len(numbers) == 1:
        return InequalityReason(code, at=read_fraction(numbers[0]))
    raise ValueError(f"{describe_value(data)} is not a reason")


class _InequalityRecord(Record, what="an inequality"):
    says = Field(text("what an inequality says"))
    polynomial = Field(partial(read_polynomial, what="the polynomial of an inequality"))
    sense = Field(text("the sense of an inequality"), "is")
    of = OptionalField(text("what a reason is of"))
    why = Field(read_reason)


def read_inequality(data: Json) -> ListedInequality:
    """Return an inequality that a piece lists."""
    found = _InequalityRecord(data)
    return ListedInequality(found.says, found.polynomial, found.sense, found.of, found.why)
