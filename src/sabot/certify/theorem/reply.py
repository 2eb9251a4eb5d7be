"""The best reply to a plan, as polynomials: backward induction, and what it needs to be one.

Standard library only.
"""

from __future__ import annotations

from sabot.certify.theorem.form import PolyGame, PolyPlan, place_of
from sabot.certify.theorem.inequality import INSIDE, LEAST, MORE, Need
from sabot.certify.theorem.polynomial import Poly, plus, times
from sabot.certify.theorem.span import Span, WholeSpan

_BETTER = "{place}: {action} earns no more than {best}"
_WORSE = "{place}: {action} earns less than {best}"


def inside(span: Span) -> str:
    """Return how a strict sense goes on: a real range leaves its ends aside."""
    return "" if isinstance(span, WholeSpan) else INSIDE


class Reply:
    """The best reply to the plan of seat *number*, as polynomials over the plan's denominator."""

    def __init__(
        self, game: PolyGame, number: int, plan: PolyPlan, used: set[int], span: Span
    ) -> None:
        other = 1 - number
        sign = 1 if other == 0 else -1
        seat = game.seats[other]
        worth = _gains(game.columns[number], plan)
        ties: dict[int, list[int]] = {}
        self._gaps: list[tuple[Poly, dict[str, str]]] = []
        self._span = span
        for index in range(len(seat.cells) - 1, -1, -1):
            view, actions, parent, first = seat.cells[index]
            options = range(first, first + len(actions))
            best = _best([worth[s] for s in options], sign, span) + first
            best = next((s for s in options if s in used and worth[s] == worth[best]), best)
            ties[index] = []
            for s in options:
                gap = plus(worth[best], worth[s], -1)
                gap = gap if sign == 1 else [-c for c in gap]
                if span.zero(gap):
                    ties[index].append(s)
                    continue
                words = {"action": actions[s - first], "best": actions[best - first]}
                self._gaps.append((gap, {"place": place_of(seat, view), **words}))
            worth[parent] = plus(worth[parent], worth[best])
        self.worth = worth[0]
        within = {0}
        for index, (_, _, parent, _) in enumerate(seat.cells):
            if parent in within:
                within.update(ties[index])
        self.tight = within

    def needs(self, *, strict: bool, against: str = "") -> list[Need]:
        """Return that nothing else is better; where *strict*, that everything else loses."""
        sense = MORE + inside(self._span) if strict else LEAST
        form = _WORSE if strict else _BETTER
        return [Need(form.format(**words) + against, gap, sense) for gap, words in self._gaps]


def _best(worths: list[Poly], sign: int, span: Span) -> int:
    """Return the number of the best of some worths, to judge by one value in the range.

    Equal there does not mean equal: of those, the one that is never worse is taken.
    """
    best = 0
    for k in range(1, len(worths)):
        gap = plus(worths[k], worths[best], -1)
        here = sign * span.sign(gap)
        if here > 0 or (here == 0 and gap and span.never_negative([sign * c for c in gap])):
            best = k
    return best


def _gains(columns: list[dict[int, Poly]], plan: PolyPlan) -> list[Poly]:
    sure = [top == plan.below for top in plan.tops]
    gains = []
    for column in columns:
        total: Poly = []
        rest: Poly = []
        for i, amount in column.items():
            if sure[i]:
                total = plus(total, amount)
            elif plan.tops[i]:
                rest = plus(rest, times(amount, plan.tops[i]))
        gains.append(plus(times(total, plan.below), rest))
    return gains
