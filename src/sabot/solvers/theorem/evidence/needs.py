"""Needs: every inequality under which a piece of a theorem is true, for the proof to list.

From the solver's own form and formulas, with FLINT. The checker derives its list by itself and
demands that both are the same, so a need that is forgotten here does not pass there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from flint import fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.polynomial import PolynomialForm
from sabot.forms.sequence import Side
from sabot.solvers.theorem.evidence.equations import chosen, indifferent, place
from sabot.solvers.theorem.evidence.ranges import PointRange, Range, WholeRange
from sabot.solvers.theorem.formula import Columns, PlanFormula, columns

LEAST, MORE, OTHER = ">= 0", "> 0", "!= 0"
_ZERO = fmpz_poly([])
Claim = bool | None
Plans = tuple[PlanFormula | None, PlanFormula | None]


class NotShown(NoMethodError):
    """A piece does not show what it says."""


@dataclass(frozen=True)
class Need:
    """A polynomial that must be as *sense* says on the whole of a range."""

    says: str
    polynomial: fmpz_poly
    sense: str
    inside: bool = False
    """Whether the ends of a real range are left aside."""

    @property
    def written(self) -> str:
        """The sense as a proof writes it."""
        return f"{self.sense} inside" if self.inside else self.sense

    def holds_at(self, at: PointRange) -> bool:
        """Tell whether it holds at one point."""
        sign = at.sign(self.polynomial)
        return sign >= 0 if self.sense == LEAST else sign > 0 if self.sense == MORE else sign != 0


@dataclass(frozen=True)
class Stated:
    """What is said of a range: plans, value, claims, and the further plans that show those."""

    plans: tuple[PlanFormula, PlanFormula]
    value: tuple[fmpz_poly, fmpz_poly]
    claims: tuple[Claim, Claim] = (None, None)
    another: Plans = (None, None)
    witness: Plans = (None, None)

    def pinned(self, at: int) -> Stated:
        """Return the same with every polynomial pinned to its value at one number."""
        one, two = (_pinned_plan(plan, at) for plan in self.plans)
        assert one is not None and two is not None
        top, below = (fmpz_poly([part(at)]) for part in self.value)
        another, witness = (
            (_pinned_plan(plans[0], at), _pinned_plan(plans[1], at))
            for plans in (self.another, self.witness)
        )
        return Stated((one, two), (top, below), self.claims, another, witness)


def _pinned_plan(plan: PlanFormula | None, at: int) -> PlanFormula | None:
    if plan is None:
        return None
    tops = tuple(fmpz_poly([top(at)]) for top in plan.tops)
    return PlanFormula(tops, fmpz_poly([plan.below(at)]), plan.determinant, plan.from_used)


@dataclass
class Duties:
    """What a piece needs, and its bases: by seat what is used, tight, and fixes the plan."""

    needs: list[Need] = field(default_factory=list)
    basis: dict[str, dict[str, Any]] = field(default_factory=dict)


def duties(form: PolynomialForm, said: Stated, where: Range) -> Duties:
    """Return what *said* needs to be true on a range; raise NotShown where it cannot be."""
    payoffs, below = form.payoffs, form.denominator
    if isinstance(where, WholeRange) and where.single:
        at = where.low
        said = said.pinned(at)
        payoffs = tuple((i, j, fmpz_poly([amount(at)])) for i, j, amount in payoffs)
        below = fmpz_poly([below(at)])
    boards = tuple(columns(form.sides, payoffs, seat) for seat in (0, 1))
    return _Piece((boards[0], boards[1]), below, said, where).duties()


@dataclass(frozen=True)
class _Gap:
    """How much an action earns less than the best one of its cell."""

    polynomial: fmpz_poly
    place: str
    action: str
    best: str


@dataclass(frozen=True)
class _Reply:
    """The best reply to a plan: its worth, the sequences as good, and by how much others lose."""

    worth: fmpz_poly
    tight: frozenset[int]
    gaps: tuple[_Gap, ...]


class _Piece:
    """The derivation, seat after seat."""

    def __init__(
        self, boards: tuple[Columns, Columns], below: fmpz_poly, said: Stated, where: Range
    ) -> None:
        self.boards, self.below, self.said, self.where = boards, below, said, where
        self.inner = not isinstance(where, WholeRange)
        self.found = Duties()

    def duties(self) -> Duties:
        said, found = self.said, self.found
        self._need("the denominator of the payoffs is positive", self.below, MORE)
        self._need("the denominator of the value is not 0", said.value[1], OTHER)
        used = [self._used(plan) for plan in said.plans]
        replies = []
        for seat in (0, 1):
            strict = said.claims[1 - seat] is True and said.witness[1 - seat] is None
            self._plan(seat, said.plans[seat], strict=strict)
            replies.append(self._secured(seat, said.plans[seat], used[1 - seat]))
            self._losing(replies[seat], strict=strict)
        for seat in (0, 1):
            side = self.boards[seat].own
            found.basis[side.name] = {
                "used": _by_view(side, used[seat]),
                "tight": _by_view(side, replies[1 - seat].tight),
            }
            if said.claims[seat] is True:
                self._unique(seat, used, replies[1 - seat])
            elif said.claims[seat] is False:
                self._several(seat)
        return found

    def _need(self, says: str, polynomial: fmpz_poly, sense: str, inside: bool = False) -> None:
        self.found.needs.append(Need(says, polynomial, sense, inside))

    def _used(self, plan: PlanFormula) -> frozenset[int]:
        sure = not self.where.zero(plan.below)  # most chances are 1
        return frozenset(
            s
            for s, top in enumerate(plan.tops)
            if (sure if top == plan.below else not self.where.zero(top))
        )

    def _plan(self, seat: int, plan: PlanFormula, *, strict: bool, of: str = "") -> None:
        """Add that a plan is one; where *strict*, that it really uses what it uses."""
        side = self.boards[seat].own
        self._need(f"the denominator of {side.name}'s plan{of} is positive", plan.below, MORE)
        names = _names(side)
        for s, top in enumerate(plan.tops):
            if top in (0, plan.below) or (strict and self.where.zero(top)):
                continue
            says = f"{side.name}'s chance{of} of {names[s]} is "
            if strict:
                self._need(says + "positive", top, MORE, self.inner)
            else:
                self._need(says + "not negative", top, LEAST)
        for cell in side.cells:
            if sum((plan.tops[s] for s in cell.sequences), _ZERO) != plan.tops[cell.parent]:
                raise NotShown(f"{self.where}: {side.name}'s chances at {cell.key} do not add up")

    def _secured(self, seat: int, plan: PlanFormula, used: frozenset[int]) -> _Reply:
        """Return the best reply to a plan, which must earn the value."""
        reply = self._reply(seat, plan, used)
        top, below = self.said.value
        if not self.where.zero(reply.worth * below - top * plan.below * self.below):
            name = self.boards[seat].own.name
            raise NotShown(f"{self.where}: {name} does not secure the value")
        return reply

    def _reply(self, seat: int, plan: PlanFormula, used: frozenset[int]) -> _Reply:
        """Return the best reply to a seat's plan, by backward induction."""
        board, where = self.boards[seat], self.where
        side, sign = board.other, -1 if seat == 0 else 1
        worth = [
            sum((amount * plan.tops[i] for i, amount in column.items()), _ZERO)
            for column in board.payoffs
        ]
        level: dict[int, list[int]] = {}
        gaps = []
        for number, cell in reversed(list(enumerate(side.cells))):
            best = self._best([worth[s] for s in cell.sequences], sign) + cell.first
            same = (s for s in cell.sequences if s in used and worth[s] == worth[best])
            best = next(same, best)
            level[number] = []
            for s, action in zip(cell.sequences, cell.actions, strict=True):
                gap = sign * (worth[best] - worth[s])
                if where.zero(gap):
                    level[number].append(s)
                    continue
                words = place(side, cell.key), action, cell.actions[best - cell.first]
                gaps.append(_Gap(gap, *words))
            worth[cell.parent] += worth[best]
        tight = {0}
        for number, cell in enumerate(side.cells):
            if cell.parent in tight:
                tight.update(level[number])
        return _Reply(worth[0], frozenset(tight), tuple(gaps))

    def _best(self, worths: list[fmpz_poly], sign: int) -> int:
        """Return which is best, judged at one value; of those level there, the never worse one."""
        best = 0
        for k in range(1, len(worths)):
            gap = sign * (worths[k] - worths[best])
            here = self.where.sign(gap)
            if here > 0 or (here == 0 and gap != 0 and self.where.never_negative(gap)):
                best = k
        return best

    def _losing(self, reply: _Reply, *, strict: bool, against: str = "") -> None:
        """Add that nothing else is better; where *strict*, that everything else loses."""
        for gap in reply.gaps:
            earns = f"{gap.place}: {gap.action} earns"
            if strict:
                says = f"{earns} less than {gap.best}{against}"
                self._need(says, gap.polynomial, MORE, self.inner)
            else:
                self._need(f"{earns} no more than {gap.best}{against}", gap.polynomial, LEAST)

    def _unique(self, seat: int, used: list[frozenset[int]], against: _Reply) -> None:
        """Add why the plan of a seat is the only one: what else is tight, and the equations."""
        board, where = self.boards[seat], self.where
        theirs, witness = used[1 - seat], self.said.witness[seat]
        if witness is not None:
            self._plan(1 - seat, witness, strict=True, of=" in the witness")
            against = self._secured(1 - seat, witness, used[seat])
            self._losing(against, strict=True, against=" against the witness")
            theirs = self._used(witness)
        name = board.own.name
        if against.tight != used[seat]:
            raise NotShown(f"{where}: {name} has other choices that are as good")
        rows, count = indifferent(board, used[seat], theirs)
        if not count:
            return
        pick = chosen(rows, count, where)
        if pick is None:
            raise NotShown(f"{where}: {name}'s strategy is not shown to be unique")
        self.found.basis[name]["equations"] = list(pick.labels)
        says = f"the determinant of the equations that fix {name}'s plan is not 0"
        self._need(says, pick.determinant, OTHER, self.inner)

    def _several(self, seat: int) -> None:
        """Add why a second plan of a seat is optimal too, and differs."""
        side, one, two = self.boards[seat].own, self.said.plans[seat], self.said.another[seat]
        assert two is not None, "what is not unique has another plan"
        self._plan(seat, two, strict=False, of=" in the second plan")
        reply = self._secured(seat, two, frozenset())
        self._losing(reply, strict=False, against=f" against {side.name}'s second plan")
        for name, a, b in zip(_names(side), one.tops, two.tops, strict=True):
            gap = a * two.below - b * one.below
            if gap != 0 and self.where.never_zero(gap):
                self.found.basis[side.name]["differs"] = name
                says = f"{side.name}'s two plans differ in the chance of {name}"
                self._need(says, gap, OTHER, self.inner)
                return
        raise NotShown(f"{self.where}: {side.name}'s two strategies are not shown to differ")


def _names(side: Side) -> list[str]:
    """Return every sequence by the action that ends it, in words; the empty one first."""
    found = ["nothing"]
    for cell in side.cells:
        where = "" if cell.key == "-" else f" at {cell.key}"
        found += (action + where for action in cell.actions)
    return found


def _by_view(side: Side, some: Iterable[int]) -> dict[str, list[str]]:
    """Return some of a side's sequences as actions, by view."""
    wanted, found = set(some), {}
    for cell in side.cells:
        pairs = zip(cell.sequences, cell.actions, strict=True)
        here = [action for s, action in pairs if s in wanted]
        if here:
            found[cell.key] = here
    return found
