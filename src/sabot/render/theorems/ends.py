"""Ends of ranges for a paper: fractions as they are, roots under a name that is explained once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot.exact import show
from sabot.forms.algebra.formula import Formula, sum_text
from sabot.forms.algebra.point import Point
from sabot.render.formula import formula_latex
from sabot.results.ends import End, Extent
from sabot.results.pieces import Piece
from sabot.results.theorem import Theorem


class Ends:
    """The ends of a theorem's pieces in mathematics: the root of 2 is ``t_1``."""

    def __init__(self, proof: Theorem) -> None:
        first = proof.parameter[:1]
        self.letter = first if first.isascii() and first.isalpha() else "t"
        """The letter that stands for the parameter."""
        self._domain = proof.domain
        ends = (end for piece in proof.pieces for end in (piece.low, piece.high))
        roots = dict.fromkeys(end for end in ends if isinstance(end, Point))
        self._names = {root: f"{self.letter}_{{{n}}}" for n, root in enumerate(roots, 1)}

    @property
    def shift(self) -> str:
        """A letter for what is added to the start of a range: another than the parameter's."""
        return "x" if self.letter != "x" else "y"

    def name(self, end: End) -> str:
        """Return an end in mathematics."""
        return self._names[end] if isinstance(end, Point) else show(end)

    @property
    def range(self) -> str:
        """The whole range of the theorem."""
        return f"${self._within(self._domain)}$"

    def where(self, pieces: Sequence[Piece]) -> str:
        """Return the ranges of some pieces, as a sentence goes on."""
        return "if " + _row([f"${self._within(piece.extent)}$" for piece in pieces])

    def _within(self, extent: Extent) -> str:
        low, high = extent.low, extent.high
        if high is None:
            return rf"{self.letter} \ge {self.name(low)}"
        if low == high:
            return f"{self.letter} = {self.name(low)}"
        return rf"{self.name(low)} \le {self.letter} \le {self.name(high)}"

    @property
    def explained(self) -> list[str]:
        """What each name of a root stands for."""
        found = []
        for root, name in self._names.items():
            of = formula_latex(Formula(root.root_of, (1,), self.letter), self.letter)
            near = _near(root)
            between = f"[{show(near.low)}, {show(near.high)}]"
            found.append(
                rf"Let ${name} \approx {root.about}$ be the root of ${of}$ in ${between}$."
            )
        return found


def roots_in_words(proof: Theorem) -> list[str]:
    """Return what each irrational end is, for a terminal and for Markdown."""
    found = []
    for point in (breakpoint.at for breakpoint in proof.breakpoints):
        if isinstance(point, Point):
            of = sum_text(point.root_of, proof.parameter)
            near = _near(point)
            ends = f"{show(near.low)} and {show(near.high)}"
            found.append(f"about {point.about}: the root of {of} between {ends}")
    return found


def _near(root: Point) -> Point:
    """Return a root in a short interval: those of the proof may be as long as they like."""
    while root.high - root.low > Fraction(1, 4):
        root = root.closer()
    return root


def _row(words: Sequence[str]) -> str:
    """Return words in a row, the last after ``or``.

    >>> _row(["a", "b", "c"])
    'a, b or c'
    """
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
