"""Ends of ranges for a paper: fractions as they are, roots under a name that is explained once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpz_poly

from sabot.certify.theorem.roots import Point
from sabot.certify.theorem.span import point_of
from sabot.exact import show
from sabot.forms.theorem import expression
from sabot.proof import Proof
from sabot.render.formula import Formula


class Ends:
    """The ends of a theorem's pieces in mathematics: the root of 2 is ``t_1``."""

    def __init__(self, proof: Proof) -> None:
        first = proof.parameter[:1]
        self.letter = first if first.isascii() and first.isalpha() else "t"
        """The letter that stands for the parameter."""
        self._domain = proof.document["domain"]
        pieces = proof.pieces
        points = [point_of(p[k]) for p in pieces for k in ("from", "to") if p[k] is not None]
        roots = dict.fromkeys(point for point in points if not point.rational)
        self._names = {root: f"{self.letter}_{{{n}}}" for n, root in enumerate(roots, 1)}

    @property
    def shift(self) -> str:
        """A letter for what is added to the start of a range: another than the parameter's."""
        return "x" if self.letter != "x" else "y"

    def name(self, end: Any) -> str:
        """Return an end in mathematics."""
        point = end if isinstance(end, Point) else point_of(end)
        return show(point.low) if point.rational else self._names[point]

    @property
    def range(self) -> str:
        """The whole range of the theorem."""
        return f"${self._within(self._domain)}$"

    def where(self, pieces: Sequence[Mapping[str, Any]]) -> str:
        """Return the ranges of some pieces, as a sentence goes on."""
        return "if " + _row([f"${self._within(piece)}$" for piece in pieces])

    def _within(self, piece: Mapping[str, Any]) -> str:
        low, high = piece["from"], piece["to"]
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
            of = Formula(fmpz_poly(list(root.root_of)), fmpz_poly([1])).latex(self.letter)
            near = _near(root)
            between = f"[{show(near.low)}, {show(near.high)}]"
            found.append(
                rf"Let ${name} \approx {float(root):.6g}$ be the root of ${of}$ in ${between}$."
            )
        return found


def roots_in_words(proof: Proof) -> list[str]:
    """Return what each irrational end is, for a terminal and for Markdown."""
    found = []
    for point, _ in proof.breakpoints:
        if not point.rational:
            of = expression(fmpz_poly(list(point.root_of)), proof.parameter)
            near = _near(point)
            ends = f"{show(near.low)} and {show(near.high)}"
            found.append(f"about {float(point):.6g}: the root of {of} between {ends}")
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
