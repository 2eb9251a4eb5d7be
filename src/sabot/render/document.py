"""Document model: blocks and inline elements, independent of the output format.

A *view* turns a result into a document; a *writer* turns a document into text. There are five
writers, :mod:`terminal`, :mod:`latex`, :mod:`markdown`, :mod:`html` and :mod:`csv`, and each can
write every document. Texts are raw: a label from a game or a file is stored as it is, and every
writer escapes it in its own way.

>>> from sabot.render.writers import markdown
>>> ranks = TableBlock((("1-6", "exchange"),), head=("rank", "action"))
>>> print(markdown.render(Document((Heading("le Her"), ranks))), end="")
**le Her**
<BLANKLINE>
| rank | action   |
| :--- | :------- |
| 1-6  | exchange |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from sabot.render.text import printable

if TYPE_CHECKING:
    from sabot.forms.algebra.rational_function import Formula
    from sabot.forms.extensive import MixedAction

MAX_NUMBER_DIGITS = 60
"""Digits in a heading that are shown one and all: a line of them."""
_LONG_NUMBER = re.compile(rf"[0-9]{{{MAX_NUMBER_DIGITS + 1},}}")
MIXED_CELL = "*"
"""The letter of a cell of a grid at which a strategy mixes."""
Tone = Literal["plain", "strong", "dim", "mixed"]


@dataclass(frozen=True, slots=True)
class StyledText:
    """Some text in a tone: strong for what was asked, mixed for what is left to chance."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class FormulaText(StyledText):
    """A formula among words: in plain letters, and typeset where a writer can."""

    formula: Formula | None = None


@dataclass(frozen=True, slots=True)
class ExactNumber:
    """An exact number: each writer shows it in its own way, a spreadsheet with every digit."""

    value: Fraction
    digits: int = 0
    """Significant digits of the decimal that a terminal shows; 0: it shows the fraction."""


@dataclass(frozen=True, slots=True)
class LabelRange:
    """The label of neighbouring views, as in 1-6; printers set it with a longer dash."""

    text: str


@dataclass(frozen=True, slots=True)
class InlineMath:
    """Mathematics inside a sentence: as LaTeX sets it, and in plain letters."""

    latex: str
    text: str
    tall: bool = False
    """Whether a printer gives it the height that it has on a line of its own."""


@dataclass(frozen=True, slots=True)
class InlineCode:
    """What is typed at a terminal, or in Python."""

    text: str


@dataclass(frozen=True, slots=True)
class FootnoteMark:
    """A mark in a table, and the number of the note below that it refers to (0: none)."""

    text: str
    note: int = 0


Inline = str | StyledText | ExactNumber | LabelRange | InlineMath | InlineCode | FootnoteMark
Phrase = Inline | tuple[Inline, ...]
"""The content of a cell or of a line."""


def inlines_of(phrase: Phrase) -> tuple[Inline, ...]:
    """Return the pieces of a phrase, of which there may be one."""
    return phrase if isinstance(phrase, tuple) else (phrase,)


def inline_text(piece: Inline) -> str:
    """Return the words of a piece that is not a number."""
    assert not isinstance(piece, ExactNumber)
    return piece if isinstance(piece, str) else piece.text


def join_phrases(phrases: Iterable[Phrase], between: str) -> tuple[Inline, ...]:
    """Return phrases as one, with some words between two.

    >>> join_phrases(["a", ("b", LabelRange("1-2"))], ", ")
    ('a', ', ', 'b', LabelRange(text='1-2'))
    """
    found: list[Inline] = []
    for number, phrase in enumerate(phrases):
        found += [between, *inlines_of(phrase)] if number else inlines_of(phrase)
    return tuple(found)


class Block:
    """A part of a document."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Heading(Block):
    """The head of a part, with a remark beside it; the first one is the title.

    It names a game; a number in its string that fills lines by itself is shortened.

    >>> Heading(f"kuhn-poker(ranks=3, bet={10**2000})").title
    'kuhn-poker(ranks=3, bet=100000000000...000000000000 (2,001 digits))'
    """

    title: str
    remark: Phrase = ""
    source: str = ""
    """What the source of a paper says in a comment, in place of the remark."""

    def __post_init__(self) -> None:
        if len(self.title) > MAX_NUMBER_DIGITS:
            object.__setattr__(self, "title", _LONG_NUMBER.sub(_shorten_number, self.title))


def _shorten_number(number: re.Match[str]) -> str:
    text = number[0]
    return f"{text[:12]}...{text[-12:]} ({len(text):,} digits)"


@dataclass(frozen=True, slots=True)
class Section(Block):
    """The head of a section, below the title."""

    title: str


@dataclass(frozen=True, slots=True)
class Paragraph(Block):
    """A paragraph; *depth* is its indentation on a screen, *hang* its later lines more."""

    text: Phrase
    depth: int = 0
    hang: int = 0


@dataclass(frozen=True, slots=True)
class Remark(Block):
    """A remark beside the matter."""

    text: str
    depth: int = 1


@dataclass(frozen=True, slots=True)
class LabelledLines(Block):
    """Labelled lines: what is known, and how much it is. No label: the line above goes on."""

    rows: tuple[tuple[str, Phrase], ...]
    width: int = 0
    """Columns that a screen keeps for the labels, where they are to be aligned with others."""


@dataclass(frozen=True, slots=True)
class TableBlock(Block):
    """Rows of cells, with or without a head; the columns numbered in *right* hold numbers.

    A row may be shorter than others.
    """

    rows: tuple[tuple[Phrase, ...], ...]
    head: tuple[Phrase, ...] = ()
    right: tuple[int, ...] = ()
    depth: int = 1
    centre: tuple[int, ...] = ()
    """The columns that hold marks."""
    caption: Phrase = ""
    notes: tuple[Phrase, ...] = ()
    """What the marks with a number refer to, from 1 on."""

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max(map(len, (*self.rows, self.head)), default=0)


@dataclass(frozen=True, slots=True)
class StrategyLine:
    """One line of a strategy table: some views (or one choice) and what is done there."""

    label: str
    mix: MixedAction
    dashed: bool = False
    """Whether a dash in the label is ours: that of a range."""

    @property
    def piece(self) -> Inline:
        """The label as a document shows it."""
        return LabelRange(self.label) if self.dashed else self.label


@dataclass(frozen=True, slots=True)
class StrategyGrid:
    """The two-part views of a strategy as a table of letters, and the cells that mix."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    letters: tuple[tuple[str, ...], ...]
    """One letter per cell, empty where there is no view."""
    legend: tuple[tuple[str, str], ...]
    """Each letter and its action."""
    mixed: tuple[StrategyLine, ...]
    sees: tuple[str, ...] = ()
    """What the rows are, and what the columns are."""
    offered: tuple[str, ...] = ()
    """The letters in the order in which the rules offer their actions."""

    @property
    def key(self) -> list[str]:
        """What the rows, the columns and the letters are, one line each."""
        down, across = self.sees if len(self.sees) == 2 else ("what it saw first", "and then")
        letters = ", ".join(f"{letter} {printable(action)}" for letter, action in self.legend)
        return [
            f"rows     {printable(down)}",
            f"columns  {printable(across)}",
            f"{letters}, {MIXED_CELL} mixed:" if self.mixed else letters,
        ]

    @property
    def width(self) -> int:
        """The characters that one line of it takes."""
        return max(map(len, self.rows)) + sum(len(name) + 1 for name in self.columns) + 2


@dataclass(frozen=True, slots=True)
class GridBlock(Block):
    """A strategy as letters: what is held down the side, what was seen across.

    *spelled* are its rows as the sources print them: ``(S,D)`` for a mix, equal rows together.
    """

    grid: StrategyGrid
    seat: str = ""
    spelled: tuple[tuple[str, ...], ...] = ()
    key: tuple[str, ...] = ()
    """What rows, columns and letters are, one line each."""
    depth: int = 1


@dataclass(frozen=True, slots=True)
class Equation(Block):
    """A displayed formula: a name, and what it is equal to."""

    name: str
    formula: Formula
    letter: str
    """What a printer calls the parameter."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """Something said on a line of its own, with more below it."""

    text: Phrase
    below: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class BulletList(Block):
    """Things said one after the other, each on a line of its own."""

    items: tuple[Phrase | ListItem, ...]

    @property
    def lines(self) -> list[tuple[int, Phrase]]:
        """Every line with its depth: 0, or 1 where it belongs to the line above."""
        found: list[tuple[int, Phrase]] = []
        for item in self.items:
            if isinstance(item, ListItem):
                found += [(0, item.text), *((1, text) for text in item.below)]
            else:
                found.append((0, item))
        return found


@dataclass(frozen=True, slots=True)
class NumberedCases(Block):
    """Numbered cases, each with what holds in it."""

    cases: tuple[tuple[Phrase, tuple[Block, ...]], ...]


@dataclass(frozen=True, slots=True)
class TheoremBlock(Block):
    """What a paper sets apart: a theorem, a proof under a name of its own, or what both need."""

    kind: Literal["theorem", "proof", "words"]
    blocks: tuple[Block, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Preformatted(Block):
    """Text that is laid out already, such as a table regenerated from a paper."""

    text: str


@dataclass(frozen=True, slots=True)
class Break(Block):
    """An empty line on a screen; other writers space the parts themselves."""


BREAK = Break()


@dataclass(frozen=True, slots=True)
class Document(Block):
    """Blocks, one after the other."""

    blocks: tuple[Block, ...]


def build_document(*blocks: Block | Iterable[Block]) -> Document:
    """Return a document of blocks and of lists of them."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Block):
            found.append(block)
        else:
            found += block
    return Document(tuple(found))


def build_table(
    rows: Iterable[Sequence[Phrase]],
    *,
    head: Sequence[Phrase] = (),
    right: Iterable[int] = (),
    depth: int = 1,
) -> TableBlock:
    """Return a table of whatever rows there are."""
    return TableBlock(tuple(map(tuple, rows)), tuple(head), tuple(right), depth)


def labelled_lines(*rows: tuple[str, Phrase]) -> LabelledLines:
    """Return labelled lines."""
    return LabelledLines(rows)
