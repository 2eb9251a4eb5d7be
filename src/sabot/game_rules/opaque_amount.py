"""Opaque amounts: numbers that rules may add, multiply and pay, but not inspect.

They represent a parameter that a theorem leaves open. Whatever would distinguish one value from
another is refused, and recorded besides: so the rules do the same at every value, and what they pay
is a polynomial in the parameter whose degree follows from the operations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from sabot.errors import RulesError

MAX_POWER = 99
"""The highest power that is reckoned with, so that a slip does not fill the memory."""


@dataclass
class DegreeTracker:
    """What is known of an open parameter: its name, and the greatest degree that was paid."""

    name: str
    degree: int = 0
    fault: RulesError | None = None
    """That the rules looked at it, which they cannot hide by catching what is raised."""

    def note(self, degree: int) -> None:
        """Take down the degree of what is paid."""
        self.degree = max(self.degree, degree)


class OpaqueAmount(Fraction):
    """A number that can be added up and paid; every other question is refused."""

    __slots__ = ("_degree", "_ledger")
    _ledger: DegreeTracker
    _degree: int

    def __new__(cls, value: Fraction, ledger: DegreeTracker, degree: int = 1) -> OpaqueAmount:
        """Return a number of that value, a polynomial of that degree in the parameter."""
        self = super().__new__(cls, value)
        self._ledger, self._degree = ledger, degree
        return self

    def paid(self) -> Fraction:
        """Return the number, to be paid."""
        self._ledger.note(self._degree)
        return _plain_fraction(self)

    def _refused(self, what: str) -> NoReturn:
        name = self._ledger.name
        self._ledger.fault = RulesError(
            f"a theorem on {name}=* needs rules that only add {name} up, multiply it and pay it; "
            f"these {what}"
        )
        raise self._ledger.fault

    def _with(
        self, other: object, number: Callable[[Fraction, Fraction], Fraction]
    ) -> OpaqueAmount:
        if not isinstance(other, int | Fraction):
            return self._refused(_inexact_operand_words(other))
        degree = (
            max(self._degree, other._degree) if isinstance(other, OpaqueAmount) else self._degree
        )
        return OpaqueAmount(
            number(_plain_fraction(self), _plain_fraction(other)), self._ledger, degree
        )

    def __add__(self, other: object) -> Any:
        """Return a sum."""
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: object) -> Any:
        """Return a difference."""
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: object) -> Any:
        """Return a difference."""
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: object) -> Any:
        """Return a product, whose degree is the sum of both."""
        product = self._with(other, lambda a, b: a * b)
        if isinstance(other, OpaqueAmount):
            product._degree = self._degree + other._degree
        return product

    def __truediv__(self, other: object) -> Any:
        """Return a part; by what is open nothing is divided."""
        if isinstance(other, OpaqueAmount):
            return self._refused(_DIVIDE_BY)
        if other == 0:
            return self._refused("divide it by 0")
        return self._with(other, lambda a, b: a / b)

    def __pow__(self, other: object, modulus: object = None) -> Any:
        """Return a power, whose exponent is a small whole number that is known."""
        if isinstance(other, OpaqueAmount):
            return self._refused(_RAISE_TO)
        if not isinstance(other, int | Fraction):
            return self._refused(_inexact_operand_words(other))
        if modulus is not None or other not in range(MAX_POWER + 1):
            known = f"{other}" if modulus is None else f"{other}, and keep the rest of a division"
            return self._refused(
                f"raise it to the power {known}; whole powers up to {MAX_POWER} are reckoned with"
            )
        power = int(other)
        return OpaqueAmount(_plain_fraction(self) ** power, self._ledger, self._degree * power)

    def __neg__(self) -> OpaqueAmount:
        """Return what is paid the other way."""
        return self._with(-1, lambda a, b: a * b)

    def __pos__(self) -> OpaqueAmount:
        """Return the number."""
        return self

    __radd__, __rmul__ = __add__, __mul__


_DIVIDE_BY, _RAISE_TO = "divide by it", "raise a number to its power"
_COMPARE, _PRINT, _FLOOR_DIVIDE = (
    "compare it",
    "print it or turn it into text",
    "divide it and drop the rest",
)
_REFUSAL_WORDS = {
    **dict.fromkeys(("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"), _COMPARE),
    **dict.fromkeys(("__repr__", "__str__", "__format__"), _PRINT),
    **dict.fromkeys(("__floordiv__", "__mod__", "__divmod__"), _FLOOR_DIVIDE),
    **dict.fromkeys(("__rtruediv__", "__rfloordiv__", "__rmod__", "__rdivmod__"), _DIVIDE_BY),
    **dict.fromkeys(("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__"), "copy it"),
    **dict.fromkeys(("__int__", "__trunc__"), "turn it into a whole number"),
    **dict.fromkeys(("__floor__", "__ceil__", "__round__"), "round it"),
    **dict.fromkeys(("__float__", "__complex__"), "turn it into a float"),
    "__bool__": "ask whether it is 0",
    "__hash__": "make it a key or a member of a set",
    "__abs__": "drop its sign (abs)",
    "__rpow__": _RAISE_TO,
    "is_integer": "ask whether it is whole",
}
"""What rules try when they call a method that would distinguish two values."""
_INSPECT = "look at it: take it apart or turn it into another number"
_ALLOWED_METHODS = {name for name in vars(OpaqueAmount) if not name.startswith("__")} | {
    *("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__"),
    *("__pow__", "__new__", "__neg__", "__pos__", "__slots__", "__module__", "__doc__"),
}
_ALL_METHODS = {name for name, part in vars(Fraction).items() if callable(part)} | set(
    _REFUSAL_WORDS
)


def _refusing_method(what: str) -> Callable[..., NoReturn]:
    """Return a method that refuses what rules tried, in words."""

    def method(self: OpaqueAmount, *_: object, **__: object) -> NoReturn:
        self._refused(what)

    return method


for _name in sorted(_ALL_METHODS - _ALLOWED_METHODS):
    setattr(OpaqueAmount, _name, _refusing_method(_REFUSAL_WORDS.get(_name, _INSPECT)))
for _name in ("numerator", "denominator", "real", "imag"):
    setattr(OpaqueAmount, _name, property(_refusing_method(_INSPECT)))


def _inexact_operand_words(other: object) -> str:
    """Return what rules tried that reckon with something that is no exact number."""
    if isinstance(other, float):
        return f"calculate with it and the float {other!r}; write Fraction('{other!r}') for it"
    return f"calculate with it and something that is not an exact number (a {type(other).__name__})"


def _plain_fraction(number: int | Fraction) -> Fraction:
    """Return a number without its veil."""
    if isinstance(number, OpaqueAmount):
        return Fraction(number._numerator, number._denominator)  # type: ignore[attr-defined]
    return Fraction(number)
