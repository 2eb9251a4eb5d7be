"""What a piece must show: inequalities in the parameter that leave no seat anything to gain.

Standard library only. The cuts of both seats, in one order, divide [0, 1] into *cells*. With two
seats the worth of a choice is linear in the own hand inside a cell: the rival's hands that come to
an end are some cells, and those below a hand x are cells below its own, and its own up to x. So a
choice is the best one for all hands of a cell if it is at both ends of the cell; and if at every
turn, with every hand, no other choice is worth more than the one taken, going on as the profile
does, then by backward induction no strategy of any kind earns more.

All worth is times the same positive number: unit, share squared, and the denominator of the cuts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sabot.certify.hands.reading import Betting, Fold, Node, Piece, Showdown, Turn
from sabot.certify.theorem.inequality import LEAST, MORE, Need
from sabot.certify.theorem.polynomial import Poly, plus, times
from sabot.errors import CertificateError

Cells = frozenset[int]


@dataclass(frozen=True)
class Board:
    """The betting of a theorem with the strategies of one piece."""

    form: Betting
    piece: Piece

    @property
    def cells(self) -> range:
        """The cells, from the lowest hands up."""
        return range(len(self.piece.points) - 1)

    def needs(self) -> list[Need]:
        """Return everything that must hold on the piece, in the order of the page."""
        found = [Need("the denominator of the cuts is positive", self.piece.below, MORE)]
        found += self._chances()
        names, points = self.piece.names, self.piece.points
        for k in self.cells:
            says = f"{names[k]} is not above {names[k + 1]}"
            found.append(Need(says, plus(points[k + 1], points[k], -1), LEAST))
        for seat in (0, 1):
            found += self._turns(self.form.root, seat, frozenset(self.cells))
        return [need for need in found if need.polynomial or need.strict]

    def paid(self, seat: int) -> Poly:
        """Return what a seat is paid, times 2 and the square of the denominator, and the rest."""
        total: Poly = []
        everything = frozenset(self.cells)
        points = self.piece.points
        for cell in self.cells:
            width = plus(points[cell + 1], points[cell], -1)
            for end in (cell, cell + 1):
                worth = self._worth(self.form.root, everything, seat, cell, end)
                total = plus(total, times(width, worth))
        return total

    def _chances(self) -> Iterator[Need]:
        """Yield that every chance to improve is one; where it is a number it is looked at."""
        seen: set[str] = set()
        whole: Poly = [self.form.share]
        for showdown in self.form.showdowns:
            better, written = self.form.chance(showdown.better), showdown.written
            rest = plus(whole, better, -1)
            if len(better) < 2:
                if any(c < 0 for c in (*better, *rest)):
                    raise CertificateError(f"{written[:40]!r} is no chance to improve")
            elif written not in seen:
                seen.add(written)
                yield Need(f"the chance {written} is not negative", better, LEAST)
                yield Need(f"the chance {written} is not above 1", rest, LEAST)

    def _turns(self, node: Node, seat: int, rival: Cells) -> Iterator[Need]:
        """Yield that a seat's choices are best, at each of its turns from a node on."""
        if not isinstance(node, Turn):
            return
        if node.seat == seat:
            yield from self._best(node, rival)
        for action, after in enumerate(node.after):
            come = rival if node.seat == seat else self._taking(node, action, rival)
            yield from self._turns(after, seat, come)

    def _best(self, turn: Turn, rival: Cells) -> Iterator[Need]:
        seats, names = self.form.seats, self.piece.names
        place = seats[turn.seat] if turn.view == "-" else f"{seats[turn.seat]} at {turn.view}"
        for cell in self.cells:
            chosen = self.piece.taken[turn.seat, turn.view][cell]
            for end, side in ((cell, "just above"), (cell + 1, "just below")):
                worths = [self._worth(n, rival, turn.seat, cell, end) for n in turn.after]
                for action, worth in enumerate(worths):
                    if action == chosen:
                        continue
                    says = (
                        f"{place}, {side} {names[end]}: {turn.actions[action]} earns no more "
                        f"than {turn.actions[chosen]}"
                    )
                    yield Need(says, plus(worths[chosen], worth, -1), LEAST)

    def _taking(self, turn: Turn, action: int, held: Iterable[int]) -> Cells:
        """Return the cells among some that take an action at a turn."""
        taken = self.piece.taken[turn.seat, turn.view]
        return frozenset(cell for cell in held if taken[cell] == action)

    def _worth(self, node: Node, rival: Cells, seat: int, cell: int, end: int) -> Poly:
        """Return what the hand at an end of a cell is worth, if it goes on as its cell does.

        It is times the chance that the rival, with the hands in some cells, comes there.
        """
        if not isinstance(node, Turn):
            return self._ended(node, rival, seat, cell, end)
        if node.seat == seat:
            chosen = node.after[self.piece.taken[seat, node.view][cell]]
            return self._worth(chosen, rival, seat, cell, end)
        total: Poly = []
        for action, after in enumerate(node.after):
            come = self._taking(node, action, rival)
            if come:
                total = plus(total, self._worth(after, come, seat, cell, end))
        return total

    def _ended(self, node: Fold | Showdown, rival: Cells, seat: int, cell: int, end: int) -> Poly:
        share = self.form.share
        size = self._size(rival)
        every = [share * share * c for c in size]
        if isinstance(node, Fold):
            return times(self.form.amount(node.payoffs[seat]), every)
        one, two = (self.form.amount(amount) for amount in node.paid)
        lost = times([-c for c in (one, two)[seat]], every)
        if seat not in node.among:
            return lost
        won = every
        if 1 - seat in node.among:
            better = self.form.chance(node.better)
            plain = plus([share], better, -1)
            below = self._below(rival, cell, end)
            won = times(times(plain, plain), below)
            won = plus(won, times(better, plus(times(plain, size), times(better, below))))
        return plus(lost, times(plus(one, two), won))

    def _size(self, held: Iterable[int]) -> Poly:
        """Return how many hands are in some cells."""
        points, total = self.piece.points, list[int]()
        for cell in held:
            total = plus(total, plus(points[cell + 1], points[cell], -1))
        return total

    def _below(self, held: Cells, cell: int, end: int) -> Poly:
        """Return how many hands of some cells are below the hand at an end of a cell."""
        total = self._size(other for other in held if other < cell)
        if cell in held:
            points = self.piece.points
            total = plus(total, plus(points[end], points[cell], -1))
        return total
