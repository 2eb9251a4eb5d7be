"""An amount that rules may add up, multiply and pay, and cannot look at.

Whatever would tell one value from another is refused, and taken down besides: rules that are told
with such an amount do the same at every value, or are known not to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from sabot.errors import RulesError


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
