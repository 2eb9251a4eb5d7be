"""Inequalities of a theorem: what each says, its polynomial, and a reason that can be re-verified.

Standard library only. The checker derives what must hold on a range from the form and the plans;
the proof states why each of these holds, and only that reason is looked at here. No reason is
searched for: a proof that states a wrong one is refused even if the inequality is true.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from sabot.certify.reading import shortened
from sabot.certify.theorem.polynomial import Poly, between, shifted, times, trimmed, value
from sabot.certify.theorem.roots import odd_part, roots_inside, sign_at
from sabot.certify.theorem.span import RealSpan, Span, WholeSpan, strictly_inside
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
LEAST, MORE, OTHER = ">= 0", "> 0", "!= 0"
INSIDE = " inside"
"""After a sense: not at the ends of a real range, where two pieces meet."""
_SIGNED: dict[str, Callable[[Poly], Poly]] = {
    "p": lambda p: p,
    "-p": lambda p: [-c for c in p],
    "p*p": lambda p: times(p, p),
}
"""What a reason may be about, where a polynomial must only not be 0: any of them positive."""


@dataclass(frozen=True)
class Need:
    """Something that must hold on the whole of a range."""

    says: str
    polynomial: Poly
    sense: str
    """``>= 0``, ``> 0`` or ``!= 0``, the last two perhaps only ``inside`` a real range."""

    @property
    def strict(self) -> bool:
        """Whether equality is not enough."""
        return not self.sense.startswith(LEAST)

    @property
    def inside(self) -> bool:
        """Whether the ends of a real range are left aside."""
        return self.sense.endswith(INSIDE)

    def holds(self, span: Span) -> bool:
        """Tell whether it holds, with no reason given: at a single point, or for the writer."""
        if self.sense.startswith(OTHER):
            square = times(self.polynomial, self.polynomial)
            return span.positive_inside(square) if self.inside else span.positive(square)
        if not self.strict:
            return span.never_negative(self.polynomial)
        return (span.positive_inside if self.inside else span.positive)(self.polynomial)


@dataclass(frozen=True)
class Reason:
    """Why an inequality holds: a code, and the numbers that it speaks of."""

    code: str
    cuts: tuple[int, ...] = ()
    """Where the range is cut, of ``parts``."""
    at: Fraction = Fraction(0)
    """Where the polynomial is positive, of ``sturm`` and ``even``."""


@dataclass(frozen=True)
class Listed:
    """An inequality as a piece lists it."""

    says: str
    polynomial: Poly
    sense: str
    of: str | None
    """What the reason is about, where the polynomial must only not be 0."""
    why: Reason


def check_listed(needs: Sequence[Need], listed: Sequence[Listed], span: Span) -> None:
    """Check that a piece lists exactly the inequalities it needs, each with a reason that is one.

    Raise CertificateError with the first that is missing, changed, or not shown.
    """
    for number, need in enumerate(needs):
        entry = listed[number] if number < len(listed) else None
        if entry is None or entry.says != need.says or entry.sense != need.sense:
            raise CertificateError(
                f"{span}: the proof does not list that {shortened(need.says, 200)}"
            )
        if entry.polynomial != need.polynomial:
            raise CertificateError(
                f"{span}: another polynomial is listed for: {shortened(need.says, 200)}"
            )
        if not stands(need, entry.of, entry.why, span):
            raise CertificateError(
                f"{span}: not shown by the reason given: {shortened(need.says, 200)}"
            )
    if len(listed) != len(needs):
        raise CertificateError(f"{span}: the proof lists inequalities that are not needed")


def stands(need: Need, of: str | None, why: Reason, span: Span) -> bool:
    """Tell whether a reason, about *of* it, shows what is needed."""
    polynomial = need.polynomial
    if need.sense.startswith(OTHER):
        if of not in _SIGNED:
            return False
        polynomial = _SIGNED[of](polynomial)
    elif of is not None:
        return False
    if why.code == "parts":
        return isinstance(span, WholeSpan) and _by_parts(
            polynomial, span, list(why.cuts), need.strict
        )
    if why.code in ("sturm", "even"):
        even = why.code == "even"
        if not isinstance(span, RealSpan) or (even and need.strict):
            return False
        return _by_roots(polynomial, span, why.at, even=even) and (
            not need.strict or need.inside or not span.zero_at_ends(polynomial)
        )
    if why.code == "value":
        alone = isinstance(span, WholeSpan) and span.low == span.high
        return alone and value(polynomial, int(span.spot)) >= need.strict
    return why.code == "shift" and _by_shift(polynomial, span, need)


def _by_shift(polynomial: Poly, span: Span, need: Need) -> bool:
    if isinstance(span, WholeSpan):
        moved = shifted(polynomial, span.low)
    elif isinstance(span, RealSpan) and span.low.rational:
        top, below = span.low.low.numerator, span.low.low.denominator
        most = len(polynomial) - 1
        moved = shifted([c * below ** (most - k) for k, c in enumerate(polynomial)], top)
    else:
        return False
    if any(c < 0 for c in moved):
        return False
    if not need.strict:
        return True
    return bool(trimmed(moved)) if need.inside else bool(moved) and moved[0] > 0


def _by_parts(polynomial: Poly, span: WholeSpan, cuts: list[int], strict: bool) -> bool:
    ends = [span.low, *cuts, *([] if span.high is None else [span.high])]
    if any(a >= b for a, b in pairwise(ends)):
        return False
    if any(value(polynomial, end) < strict for end in ends):
        return False
    if span.high is None and any(c < 0 for c in shifted(polynomial, ends[-1])):
        return False
    return all(
        b - a == 1 or all(c >= 0 for c in between(polynomial, a, b)) for a, b in pairwise(ends)
    )


def _by_roots(polynomial: Poly, span: RealSpan, at: Fraction, *, even: bool) -> bool:
    if not polynomial or not strictly_inside(span, at) or sign_at(polynomial, at) <= 0:
        return False
    live = odd_part(polynomial) if even else polynomial
    return roots_inside(live, *span.ends) == 0
