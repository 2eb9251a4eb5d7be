"""What a paper or book claims, and what we compute: claims with verdicts, tables, items.

Whether a claim matches is never written by hand: :func:`compare` compares what is printed with what
was computed. Only when they differ does the module of the source say what kind of difference it is.

The verdicts:

* ``matches``: the two agree.
* ``misprint``: a slip of print or of arithmetic in a printed figure, formula or word: what is there
  is not what the source itself means or computes.
* ``error``, in words *wrong as stated*: no misprint. The statement, the step of the argument or
  the result is false as mathematics.
* ``unreadable``, in words *cannot be told from this text*: what was read is wrong, but the text is
  a conversion or a scan, and the difference is one that a converter makes: a sign, a bracket, a
  letter, an index, or a digit where the text around it is garbled. The print may be right. Also
  where the text does not say enough to repeat a computation.
* ``superseded``: it was right by the means of its day (a figure read off a graph, a simulation, a
  conjecture), and an exact result replaces it.

Several claims may differ because of one slip. They share its key, so that it is counted once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from sabot.errors import SabotError, did_you_mean
from sabot.exact import format_fraction

if TYPE_CHECKING:
    from sabot.render.figures.figure import Figure

Agreed = TypeVar("Agreed")
Difference = Literal["misprint", "error", "unreadable", "superseded"]
Verdict = Literal["matches", "misprint", "error", "unreadable", "superseded"]
VERDICTS: tuple[str, ...] = get_args(Verdict)
Basis = Literal["print", "formula"]
BASES: tuple[str, ...] = get_args(Basis)


class PaperError(SabotError, LookupError):
    """A source, or an item of a source, that does not exist."""

    exit_code = 2


class CrossCheckError(SabotError):
    """Two independent computations of ours that do not agree: an error in this program."""

    exit_code = 1


def unknown_name_error(what: str, word: str, known: Sequence[str]) -> PaperError:
    """Return the error for an unknown name, with the nearest known one.

    >>> print(unknown_name_error("item", "tabel-5.2", ["table-5.1", "table-5.2"]))
    there is no item 'tabel-5.2'
      did you mean 'table-5.2'? known: table-5.1, table-5.2
    """
    shown = word if len(word) <= 80 else word[:60] + "..." + word[-10:]
    hint = did_you_mean(word[:80], known, 0.4)
    return PaperError(f"there is no {what} {shown!r}\n  {hint}known: {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a source says, and what we find.

    The verdicts are explained in the docstring of this module. A claim that does not match must
    give its evidence. *slip* is the key of the slip that causes the difference; where it is empty,
    no other claim has the same cause. *basis* is ``formula`` where the source prints no number
    for the claim: then *says* was computed by a formula or method of the source.
    """

    item: str
    where: str
    says: str
    ours: str
    verdict: Verdict
    evidence: str = ""
    slip: str = ""
    basis: Basis = "print"

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is not a verdict; they are {', '.join(VERDICTS)}")
        if self.basis not in BASES:
            raise ValueError(f"{self.basis!r} is not a basis; they are {', '.join(BASES)}")
        if (self.verdict == "matches") != (self.says == self.ours):
            raise ValueError(f"{self.where}: {self.says!r} and {self.ours!r} are {self.verdict!r}?")
        if self.verdict != "matches" and not self.evidence:
            raise ValueError(f"{self.where}: a difference needs its evidence")

    @property
    def cause(self) -> str:
        """The key of the slip that causes a difference: without one, the place of the claim."""
        return self.slip or f"{self.item}, {self.where}"

    def to_json(self) -> dict[str, str]:
        """Return the claim as JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of a source, regenerated, as text."""

    item: str
    title: str
    text: str

    def to_json(self) -> dict[str, str]:
        """Return the table as JSON."""
        return {"item": self.item, "title": self.title, "text": self.text}


@dataclass(frozen=True, slots=True)
class Item:
    """One part of a source: a table, a formula, a statement; and the function that checks it."""

    name: str
    title: str
    check: Callable[[], Iterable[Claim | PaperTable]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure of a source, redrawn from exact numbers."""

    name: str
    title: str
    draw: Callable[[], Figure]


@dataclass(frozen=True)
class Source:
    """A paper or a book: what to cite, and the items that are regenerated."""

    name: str
    title: str
    citation: str
    items: tuple[Item, ...]
    figures: tuple[Drawing, ...] = ()
    read: str = ""
    """Which text was read, in a sentence: the edition or preprint that the verdicts judge."""
    unchecked: tuple[str, ...] = ()
    """The parts of the source that were not checked."""
    opens: Mapping[str, str] = field(default_factory=dict)
    """The game string of each item; under '' that of all other items."""
    hands: Mapping[str, str] = field(default_factory=dict)
    """By item, for items about poker hands: five cards that show its numbers."""

    def game(self, item: str) -> str:
        """Return the game that an item is about, as a game string; '' where it is about none.

        >>> Source("x", "", "", (), opens={"": "le-her", "table-2": "kuhn-poker"}).game("table-1")
        'le-her'
        """
        return self.opens.get(item, self.opens.get("", ""))

    def __getitem__(self, name: str) -> Item:
        for item in self.items:
            if item.name == name:
                return item
        raise unknown_name_error(f"item of {self.name}", name, [item.name for item in self.items])


def compare(
    item: str,
    where: str,
    printed: object,
    found: object,
    *,
    evidence: str = "",
    otherwise: Difference = "misprint",
    slip: str = "",
    basis: Basis = "print",
) -> Claim:
    """Return the claim that compares *printed* with *found*.

    *otherwise* is the verdict if they differ, and *slip* is then the key of the slip.

    >>> compare("eq-5.12", "row 6, column 7", 393, 393).verdict
    'matches'
    >>> compare("eq-5.12", "row 6, column 7", 339, 393, evidence="counted by hand").verdict
    'misprint'
    """
    verdict: Verdict = "matches" if printed == found else otherwise
    shared = slip if verdict != "matches" else ""
    return Claim(
        item, where, value_text(printed), value_text(found), verdict, evidence, shared, basis
    )


def require_agreement(what: str, *results: Agreed) -> Agreed:
    """Return what independent computations agree on; raise CrossCheckError if they differ."""
    first, *others = results
    if any(other != first for other in others):
        shown = " / ".join(value_text(result)[:200] for result in results)
        raise CrossCheckError(f"{what}: two roads give different results: {shown}")
    return first


def frequency_text(hits: int, cases: int) -> str:
    """Return how often something holds, in words.

    >>> frequency_text(5, 5), frequency_text(4, 5)
    ('always', 'in 4 of 5 cases')
    """
    return "always" if hits == cases else f"in {hits:,} of {cases:,} cases"


def value_text(value: object) -> str:
    """Return the text of a number, a truth value, or a row of them.

    >>> value_text(True), value_text(Fraction(3, 8)), value_text((1, Fraction(1, 2)))
    ('yes', '3/8', '1 1/2')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, Fraction)):
        return format_fraction(value)
    if isinstance(value, (tuple, list)):
        return " ".join(map(value_text, value))
    return str(value)


MAX_LINE_WIDTH = 78
"""Characters in a line of a table."""


def format_grid(
    corner: str, columns: Sequence[object], rows: Iterable[tuple[object, Sequence[object]]]
) -> str:
    """Return a table as text: a head, then labelled rows, every column flush right.

    A table that is wider than MAX_LINE_WIDTH is split into blocks of columns, one under the other.

    >>> print(format_grid("", [7, 8], [(6, [393, 429]), (7, [453, 393])]))
         7   8
    6  393 429
    7  453 393
    """
    lines = [[corner, *map(value_text, columns)]]
    lines += [[value_text(label), *map(value_text, cells)] for label, cells in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    blocks, start = [], 1
    while start < len(widths) or start == 1:
        end, used = start, widths[0] + 1
        while end < len(widths) and (end == start or used + 1 + widths[end] <= MAX_LINE_WIDTH):
            used += 1 + widths[end]
            end += 1
        spots = range(start, end)
        blocks.append(
            "\n".join(
                f"{line[0]:<{widths[0]}}  "
                + " ".join(f"{line[spot]:>{widths[spot]}}" for spot in spots)
                for line in lines
            )
        )
        start = max(end, start + 1)
    return "\n\n".join(blocks)
