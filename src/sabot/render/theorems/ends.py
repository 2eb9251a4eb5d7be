"""Ends of ranges for a paper: fractions as they are, roots under a name that is explained once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot.exact import show
from sabot.forms.algebra.formula import Formula, sum_text
from sabot.forms.algebra.point import Point
from sabot.render.document import Maths, Phrase, joined
from sabot.render.document import Piece as Words
from sabot.render.formula import factored, formula_latex
from sabot.render.theorems.game import letter_of
from sabot.render.words import duration
from sabot.results.ends import End, Extent, end_text
from sabot.results.pieces import Piece
from sabot.results.theorem import Theorem


class Ends:
    """The ends of a theorem's pieces in mathematics: the root of 2 is ``t_1``."""

    def __init__(self, proof: Theorem) -> None:
        self.letter = letter_of(proof.parameter)
        """The letter that stands for the parameter."""
        self._domain = proof.domain
        ends = (end for piece in proof.pieces for end in (piece.low, piece.high))
        roots = dict.fromkeys(end for end in ends if isinstance(end, Point))
        self._numbers = {root: number for number, root in enumerate(roots, 1)}

    @property
    def shift(self) -> Maths:
        """The substitution that moves the start of a range to 0."""
        letter = "x" if self.letter != "x" else "y"  # another than the parameter's
        return self._maths(f"{self.letter} = a + {letter}")

    def _name(self, end: End) -> str:
        return f"{self.letter}_{{{self._numbers[end]}}}" if isinstance(end, Point) else show(end)

    def _maths(self, latex: str) -> Maths:
        plain = latex.replace(r"\le", "<=").replace(r"\ge", ">=").replace(r"\approx", "~")
        return Maths(latex, plain.translate({ord("{"): None, ord("}"): None}))

    def at(self, end: End) -> Maths:
        """Return that the parameter is at an end."""
        return self._maths(f"{self.letter} = {self._name(end)}")

    @property
    def range(self) -> Maths:
        """The whole range of the theorem."""
        return self._within(self._domain)

    def where(self, pieces: Sequence[Piece]) -> Phrase:
        """Return the ranges of some pieces, as a sentence goes on."""
        found = [self._within(piece.extent) for piece in pieces]
        return ("if ", *in_a_row(found))

    def _within(self, extent: Extent) -> Maths:
        low, high = extent.low, extent.high
        if high is None:
            return self._maths(rf"{self.letter} \ge {self._name(low)}")
        if low == high:
            return self.at(low)
        return self._maths(rf"{self._name(low)} \le {self.letter} \le {self._name(high)}")

    @property
    def explained(self) -> list[Phrase]:
        """What each name of a root stands for."""
        found: list[Phrase] = []
        for root in self._numbers:
            formula = Formula(root.root_of, (1,), self.letter)
            of = Maths(formula_latex(formula, self.letter), factored(formula))
            near = _near(root)
            between = f"[{show(near.low)}, {show(near.high)}]"
            name = self._maths(rf"{self._name(root)} \approx {root.about}")
            held = Maths(between, between)
            found.append(("Let ", name, " be the root of ", of, " in ", held, "."))
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


def in_a_row(words: Sequence[Phrase]) -> tuple[Words, ...]:
    """Return phrases in a row, the last after ``or``.

    >>> "".join(map(str, in_a_row(["a", "b", "c"])))
    'a, b or c'
    """
    if len(words) < 2:
        return joined(words, "")
    return joined([joined(words[:-1], ", "), words[-1]], " or ")


def how_found(seconds: float, checked: float | None) -> list[tuple[str, Phrase]]:
    """Return how long it took to find and to check a theorem, as lines below it."""
    status = "not checked" if checked is None else f"checked in {duration(checked)}"
    found: list[tuple[str, Phrase]] = [("found in", duration(seconds))] if seconds else []
    return [*found, ("proof", status)]


def within(extent: Extent, name: str) -> Maths:
    """Return for which values something holds, in mathematics; roots are told by about where."""
    low, low_text = _printed(extent.low), end_text(extent.low)
    if extent.low == extent.high:
        return Maths(f"{name} = {low}", f"{name} = {low_text}")
    if extent.high is None:
        return Maths(rf"{name} \ge {low}", f"{name} >= {low_text}")
    high, high_text = _printed(extent.high), end_text(extent.high)
    return Maths(rf"{low} \le {name} \le {high}", f"{low_text} <= {name} <= {high_text}")


def _printed(end: End) -> str:
    """Return an end for a printer: a number, or about where the root is."""
    return rf"\text{{{end_text(end)}}}" if isinstance(end, Point) else end_text(end)
