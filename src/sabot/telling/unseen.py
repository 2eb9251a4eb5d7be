"""A parameter that a theorem leaves open, told to the rules of a game as a number nobody looks at.

Rules may add to it, multiply it and pay it; whatever would tell one value from another is refused.
So they do the same at every value, and what they pay is a polynomial in it, of the degree that the
sums have: telling the game at a few values gives the payoffs for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from sabot.errors import NoMethodError, RulesError
from sabot.telling.explorer import NODE_LIMIT
from sabot.telling.facedown.trust import trusted
from sabot.telling.parameters import Exact, Kind
from sabot.telling.told import form_of, told

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm
    from sabot.forms.sequence import SequenceForm

MOST = 8
"""The greatest degree that a theorem is tried with."""


@dataclass
class Ledger:
    """What is known of an open parameter: its name, and the greatest degree that was paid."""

    name: str
    degree: int = 0
    fault: RulesError | None = None
    """That the rules looked at it, which they cannot hide by catching what is raised."""

    def note(self, degree: int) -> None:
        """Take down the degree of what is paid."""
        self.degree = max(self.degree, degree)


class Unseen(Fraction):
    """A number that can be added up and paid; every other question is refused."""

    __slots__ = ("_degree", "_ledger")
    _ledger: Ledger
    _degree: int

    def __new__(cls, value: Fraction, ledger: Ledger, degree: int = 1) -> Unseen:
        """Return a number of that value, a polynomial of that degree in the parameter."""
        self = super().__new__(cls, value)
        self._ledger, self._degree = ledger, degree
        return self

    def paid(self) -> Fraction:
        """Return the number, to be paid."""
        self._ledger.note(self._degree)
        return _bare(self)

    def _looked_at(self, *_: Any, **__: Any) -> NoReturn:
        name = self._ledger.name
        self._ledger.fault = RulesError(
            f"a theorem on {name}=* needs rules that only add {name} up, multiply it and pay it; "
            f"these look at it: compare it, print it, divide by it or turn it into another number"
        )
        raise self._ledger.fault

    def _with(self, other: object, number: Callable[[Fraction, Fraction], Fraction]) -> Unseen:
        if not isinstance(other, int | Fraction):
            return self._looked_at()
        degree = max(self._degree, other._degree) if isinstance(other, Unseen) else self._degree
        return Unseen(number(_bare(self), _bare(other)), self._ledger, degree)

    def __add__(self, other: Any) -> Any:
        """Return a sum."""
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: Any) -> Any:
        """Return a difference."""
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        """Return a difference."""
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        """Return a product, whose degree is the sum of both."""
        product = self._with(other, lambda a, b: a * b)
        if isinstance(other, Unseen):
            product._degree = self._degree + other._degree
        return product

    def __truediv__(self, other: Any) -> Any:
        """Return a part; by what is open nothing is divided."""
        if isinstance(other, Unseen):
            return self._looked_at()
        return self._with(other, lambda a, b: a / b)

    def __neg__(self) -> Any:
        """Return what is paid the other way."""
        return self._with(-1, lambda a, b: a * b)

    def __pos__(self) -> Any:
        """Return the number."""
        return self

    __radd__, __rmul__ = __add__, __mul__


_ADDED = {"__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__"}
_KEPT = _ADDED | {"__new__", "__neg__", "__pos__", "__slots__", "__module__", "__doc__"}
_ANSWERS = {"__hash__", "__repr__", "__str__", "__format__", "__reduce__", "__reduce_ex__"}
_KNOWN = {name for name, part in vars(Fraction).items() if callable(part)} | _ANSWERS
for _name in sorted(_KNOWN - _KEPT | {"__ne__", "is_integer"}):
    setattr(Unseen, _name, Unseen._looked_at)
for _name in ("numerator", "denominator", "real", "imag"):
    setattr(Unseen, _name, property(Unseen._looked_at))


def _bare(number: Any) -> Fraction:
    """Return a number without its veil."""
    if isinstance(number, Unseen):
        return Fraction(number._numerator, number._denominator)  # type: ignore[attr-defined]
    return Fraction(number)


def opened_by_telling(
    seats: tuple[str, ...], play: Callable[..., object], key: str, kind: Kind, values: Any
) -> PolynomialForm:
    """Return the game that rules tell with a parameter left open, which they must not look at."""
    from sabot.forms.interpolate import interpolated
    from sabot.forms.polynomial import Domain

    if not trusted(play):
        raise NoMethodError(
            f"rules that ask for types or identities may tell one {key} from another: "
            f"no theorem on {key}=*"
        )
    ledger = Ledger(key)
    known: dict[int, SequenceForm] = {}

    def at(spot: int) -> SequenceForm:
        if spot not in known:
            amount = Unseen(Fraction(spot), ledger)
            hand = partial(play, **{**values, key: amount})
            known[spot] = form_of(told(seats, hand, limit=NODE_LIMIT))
            if ledger.fault is not None:
                raise ledger.fault
        return known[spot]

    at(1)
    if ledger.degree > MOST:
        raise NoMethodError(f"payoffs are of degree {ledger.degree} in {key}; {MOST} is the most")
    low, high = (kind.low, kind.high) if isinstance(kind, Exact) else (None, None)
    start = Fraction(0) if low is None else low
    domain = Domain(start, high, whole=False, free=low is None and high is None)
    return interpolated(key, at, ledger.degree, domain)
