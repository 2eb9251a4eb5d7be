"""A tree of cases, walked: no equilibrium is outside of the sets that it finds.

Standard library only. In each case the chance of the second action is known at some choices of the
first seat, and open at others; the action is known at some choices of the second seat; and the
choices that were split have duties: *first* (its gain is not positive), *second* (not negative),
*mixed* (0, and the chance strictly between 0 and 1). Every step must follow on the whole range:

* a choice is settled where its gain has a strict sign in all of the case; or where that times a
  number, plus multiples that the duties make not positive, is positive in all of it;
* a case is dead where multiples that its duties make not positive add up to more than 0;
* a split is into the three duties; a cut, where one chance is open and a true mix, into what is
  below, at and above the point at which a choice of the second seat is indifferent;
* what is found has every chance of the first seat known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from sabot.certify.limits import MOST_PAIR_CORNERS, MOST_PAIR_WORK, Meter
from sabot.certify.pairs.choices import Choices
from sabot.certify.pairs.reading import Case, Settled
from sabot.certify.theorem.expression import Quotient
from sabot.certify.theorem.polynomial import Poly, plus, times
from sabot.certify.theorem.span import PointSpan, Span
from sabot.errors import CertificateError, FileError

NEVER: Quotient = ([], [1])
ALWAYS: Quotient = ([1], [1])
DUTIES = ("first", "mixed", "second")
_SIGN = {"first": (1,), "second": (-1,), "mixed": (1, -1)}
"""Which multiples of a gain a duty makes not positive."""


@dataclass(frozen=True)
class Known:
    """What is known in a case."""

    chances: tuple[Quotient | None, ...]
    actions: tuple[int | None, ...]
    duties: tuple[Mapping[int, str], Mapping[int, str]] = field(default=({}, {}))
    low: Quotient = NEVER
    high: Quotient = ALWAYS
    """Between which, strictly, the only open chance lies, where it is a true mix."""

    @property
    def open(self) -> list[int]:
        """The choices of the first seat whose chance is open."""
        return [i for i, chance in enumerate(self.chances) if chance is None]

    def played(self, choice: int, chance: Quotient) -> Known:
        """Return the case with one more chance of the first seat."""
        return replace(self, chances=_put(self.chances, choice, chance))

    def taken(self, seat: int, choice: int, action: int) -> Known:
        """Return the case with one more action."""
        if seat == 0:
            return self.played(choice, ALWAYS if action else NEVER)
        actions = (*self.actions[:choice], action, *self.actions[choice + 1 :])
        return replace(self, actions=actions)

    def bound(self, seat: int, choice: int, duty: str) -> Known:
        """Return the case with one more duty, and the action that is part of it."""
        own = {**self.duties[seat], choice: duty}
        both = (self.duties[0], own) if seat else (own, self.duties[1])
        known = replace(self, duties=both)
        return known if duty == "mixed" else known.taken(seat, choice, int(duty == "second"))


def _put(
    items: tuple[Quotient | None, ...], place: int, item: Quotient
) -> tuple[Quotient | None, ...]:
    return (*items[:place], item, *items[place + 1 :])


def meter_of(choices: Choices) -> Meter:
    """Return how much the cases of a game may take: where numbers are long there is less of it."""
    gains = (choice for own in choices.own for choice in own)
    parts = (part for gain in gains for part in (gain.alone, *gain.joint.values()))
    longest = max((c.bit_length() for part in parts for c in part), default=0)
    return Meter(MOST_PAIR_WORK // (1 + longest // 1000), "the cases take")


@dataclass
class Walk:
    """The walk through one tree, on one range."""

    choices: Choices
    span: Span
    meter: Meter
    found: dict[int, Known] = field(default_factory=dict)
    _signs: dict[tuple[int, ...], int | None] = field(default_factory=dict)

    def all(self, tree: Case) -> list[Known]:
        """Return what is found in a tree, by number; raise CertificateError where a step fails."""
        one, two = self.choices.own
        self.case(tree, Known((None,) * len(one), (None,) * len(two)))
        if sorted(self.found) != list(range(len(self.found))):
            raise CertificateError(f"{self.span}: what is found is not numbered in order")
        return [self.found[number] for number in range(len(self.found))]

    def sign(self, polynomial: Poly) -> int | None:
        """Return the sign of a polynomial all over the range, inside it; None where it has none."""
        if len(polynomial) < 2:
            return (polynomial[0] > 0) - (polynomial[0] < 0) if polynomial else 0
        key = tuple(polynomial)
        if key not in self._signs:
            self._signs[key] = self._look(polynomial)
        return self._signs[key]

    def _look(self, polynomial: Poly) -> int | None:
        if isinstance(self.span, PointSpan):
            return self.span.sign(polynomial)
        if self.span.zero(polynomial):
            return 0
        if self.span.positive_inside(polynomial):
            return 1
        return -1 if self.span.positive_inside([-c for c in polynomial]) else None

    # ------------------------------------------------------------------ the tree

    def case(self, case: Case, known: Known) -> None:
        """Go through a case and all that follow from it."""
        for steps in case.rounds:
            before = known
            for step in steps:
                self._demand_settled(step, before)
                known = known.taken(step.seat, step.choice, step.action)
        if case.kind == "dead":
            if not self._owed(case, known) or not self.positive(case.seat, case.multiples, known):
                self._refuse("a case is said to be impossible, and is not shown to be")
        elif case.kind == "split":
            state = known.actions if case.seat else known.chances
            if state[case.choice] is not None or case.choice in known.duties[case.seat]:
                self._refuse("a choice is split that is known")
            for duty, after in zip(DUTIES, case.after, strict=True):
                self.case(after, known.bound(case.seat, case.choice, duty))
        elif case.kind == "cut":
            self._cut(case, known)
        elif case.kind == "found":
            if known.open or case.number in self.found:
                self._refuse("a set of equilibria is not known, or found twice")
            self.found[case.number] = known
        else:
            self._refuse("a case is said to be outside that is at no cut")

    def _cut(self, case: Case, known: Known) -> None:
        if len(known.open) != 1 or known.duties[0].get(known.open[0]) != "mixed":
            self._refuse("a line is cut where there is none")
        (own,) = known.open
        choice = self.choices.own[1][case.choice]
        slope = choice.joint.get(own, [])
        sign = self.sign(slope)
        if not sign:
            self._refuse("a line is cut where nobody is indifferent")
        rest = self.gain(1, case.choice, _put(known.chances, own, NEVER))
        point = [-c if sign == 1 else c for c in rest], [c if sign == 1 else -c for c in slope]
        below, at, above = case.after
        self.case(below, replace(known, high=point))
        if at.kind == "outside" and not at.rounds:
            inside = self.sign(point[0]), self.sign(plus(point[1], point[0], -1))
            if all(s is None or s > 0 for s in inside):
                self._refuse("a cut is said to be at no chance, and is at one")
        else:
            self.case(at, known.played(own, point))
        self.case(above, replace(known, low=point))

    def _refuse(self, why: str) -> None:
        raise CertificateError(f"{self.span}: {why}")

    # ------------------------------------------------------------------ steps

    def _demand_settled(self, step: Settled, known: Known) -> None:
        state = known.actions if step.seat else known.chances
        if state[step.choice] is not None or step.choice in known.duties[step.seat]:
            self._refuse("a choice is settled that is known")
        wanted = 1 if step.action else -1
        if not step.multiples:
            fits = step.seat == 1 and self.reply(step.choice, known, wanted)
        else:
            others = {c: m for c, m in step.multiples.items() if c != step.choice}
            fits = (
                step.multiples.get(step.choice, 0) * wanted > 0
                and self._allowed(step.seat, others, known)
                and self.positive(step.seat, step.multiples, known)
            )
        if not fits:
            name = self.choices.own[step.seat][step.choice].name
            self._refuse(f"{name[:40]!r} is said to be settled, and is not shown to be")

    def _owed(self, case: Case, known: Known) -> bool:
        return self._allowed(case.seat, case.multiples, known)

    def _allowed(self, seat: int, multiples: Mapping[int, int], known: Known) -> bool:
        """Tell whether duties make multiples of gains not positive."""
        duties = known.duties[seat]
        return all(
            (1 if m > 0 else -1) in _SIGN.get(duties.get(c, ""), ()) for c, m in multiples.items()
        )

    def positive(self, seat: int, multiples: Mapping[int, int], known: Known) -> bool:
        """Tell whether multiples of a seat's gains add up to more than 0 in all of a case."""
        parts: dict[int, Poly] = {}
        total: Poly = []
        for c, m in multiples.items():
            choice = self.choices.own[seat][c]
            self.meter.take(1 + len(choice.joint))
            total = plus(total, choice.alone, m)
            for other, part in choice.joint.items():
                parts[other] = plus(parts.get(other, []), part, m)
        for other, part in parts.items():
            if seat == 0:
                action = known.actions[other]
                least = action if action is not None else self._least(part)
            else:
                chance = known.chances[other]
                if chance is not None and chance not in (NEVER, ALWAYS):
                    return False
                least = int(chance == ALWAYS) if chance is not None else self._least(part)
            if least is None:
                return False
            if least:
                total = plus(total, part)
        return self.sign(total) == 1

    def _least(self, part: Poly) -> int | None:
        """Return the action (0 or 1) at which a part is least; None where that depends."""
        sign = self.sign(part)
        return None if sign is None else int(sign < 0)

    def reply(self, choice: int, known: Known, wanted: int) -> bool:
        """Tell whether the second seat's gain at a choice has a strict sign in all of a case."""
        open_ = known.open
        if len(open_) == 1 and known.duties[0].get(open_[0]) == "mixed":
            ends = [
                self.sign(self.gain(1, choice, _put(known.chances, open_[0], end)))
                for end in (known.low, known.high)
            ]
            signs = [s * wanted for s in ends if s is not None]
            return len(signs) == 2 and min(signs) >= 0 and max(signs) > 0
        menus = []
        joint = self.choices.own[1][choice].joint
        for i in open_:
            least = self._least([wanted * c for c in joint.get(i, [])])
            menus.append((0, 1) if least is None else (least,))
        if sum(len(menu) > 1 for menu in menus) > MOST_PAIR_CORNERS:
            raise FileError("a gain has too many corners to be looked at")
        for corner in product(*menus):
            chances = known.chances
            for i, action in zip(open_, corner, strict=True):
                chances = _put(chances, i, ALWAYS if action else NEVER)
            if self.sign(self.gain(1, choice, chances)) != wanted:
                return False
        return True

    def gain(self, seat: int, number: int, chances: Sequence[Quotient | None]) -> Poly:
        """Return the gain at a choice against known chances, times a positive polynomial."""
        choice = self.choices.own[seat][number]
        self.meter.take(1 + len(choice.joint))
        top, below = choice.alone, [1]
        for other, part in choice.joint.items():
            chance = chances[other]
            assert chance is not None
            over, under = chance
            if not over:
                continue
            self.meter.take(len(part) * (len(over) + len(under)))
            if under == below:
                top = plus(top, times(part, over))
            else:
                top = plus(times(top, under), times(times(part, over), below))
                below = times(below, under)
        return top
