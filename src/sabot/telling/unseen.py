"""A parameter that a theorem leaves open, told to the rules of a game as a number nobody looks at.

So they do the same at every value, and what they pay is a polynomial in it, of the degree that the
sums have: telling the game at a few values gives the payoffs for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from sabot.errors import NoMethodError
from sabot.telling.explorer import NODE_LIMIT
from sabot.telling.facedown.trust import trusted
from sabot.telling.honest.amount import Ledger, Unseen
from sabot.telling.parameters import Exact, Kind
from sabot.telling.told import form_of, told

if TYPE_CHECKING:
    from sabot.forms.polynomial import PolynomialForm
    from sabot.forms.sequence import SequenceForm

MOST = 8
"""The greatest degree that a theorem is tried with."""


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
