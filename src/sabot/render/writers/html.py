"""Documents for a notebook or a page: HTML that is whole by itself, without a script.

Everything that comes from a game or a file is escaped. A strategy grid is in letter *and* colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from sabot.exact import show
from sabot.render import document as doc
from sabot.render.grid import MIXED
from sabot.render.words import brief, safe
from sabot.render.writers.mathml import mathml, subscripted


@dataclass(frozen=True, slots=True)
class Look:
    """How things are dressed: the attribute of each, with the blank before it."""

    head: str = ' style="margin:0.6em 0 0.2em"'
    dim: str = ' style="opacity:0.65"'
    note: str = ' style="opacity:0.65;margin:0.2em 0"'
    table: str = ' style="border-collapse:collapse"'
    cell: str = ' style="padding:0.1em 0.6em;white-space:pre-wrap;text-align:%s"'
    """With the side that its text is on."""
    square: str = ' style="padding:0.1em 0.4em;text-align:center;color:#000;background:%s"'
    """With the ground of its letter."""
    grounds: tuple[str, ...] = ("#cfe3f7", "#f7d9c4", "#d7efd2", "#e5d9f2")
    """One for each letter of a grid; the letter on it is black, in dark pages too."""
    mixed: str = "#fbe58c"
    odd: str = "#eee"
    levels: tuple[str, str] = ("h4", "h4")
    """The tags of a heading and of a section's."""
    corner: str = "th"
    """The tag of a head without words."""
    number: Callable[[doc.Number], str] | None = None
    """How an exact number is written, where that is not its fraction."""


INLINE = Look()
"""For a notebook: colours stand in the tags, so that a piece can be put into any page."""
CLASSES = Look(
    head="",
    dim=' class="dim"',
    note=' class="note"',
    table="",
    cell=' class="%s"',
    square=' class="square %s"',
    grounds=("first", "second", "third", "fourth"),
    mixed="mixed",
    odd="odd",
    levels=("h2", "h3"),
    corner="td",
)
"""For a page with a style sheet, whose policy allows no style in a tag."""
_TONES: dict[doc.Tone, str] = {"plain": "%s", "strong": "<b>%s</b>", "mixed": "<em>%s</em>"}
_NAME = re.compile(r"[a-z](_[0-9]+)?")
"""Mathematics that is one name."""
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>body {{ font-family: system-ui, sans-serif; margin: 2em; max-width: 60em; }}</style>
</head>
<body>
{body}
</body>
</html>
"""


def written(told: doc.Document, look: Look = INLINE) -> str:
    """Return a document as a piece of HTML, to stand in a notebook or a page.

    >>> print(written(doc.document(doc.Text("<b>"))))
    <div class="sabot">
    <p>&lt;b&gt;</p>
    </div>
    """
    return "\n".join(['<div class="sabot">', *_Writer(look).parts(told), "</div>"])


def page(told: doc.Document) -> str:
    """Return a document as a page that stands by itself."""
    titles = [block.title for block in told.blocks if isinstance(block, doc.Heading)]
    return _PAGE.format(title=escaped(titles[0] if titles else "Sabot"), body=written(told))


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes blocks in one look."""

    look: Look

    def parts(self, told: doc.Document) -> Iterator[str]:
        for block in told.blocks:
            if not isinstance(block, doc.Break):
                yield self.block(block)

    def block(self, block: doc.Block) -> str:
        phrase, look = self.phrase, self.look
        match block:
            case doc.Document():
                return "\n".join(self.parts(block))
            case doc.Heading(title, remark):
                said = f" <small>{phrase(remark)}</small>" if phrase(remark) else ""
                return self.head(look.levels[0], f"{escaped(title)}{said}")
            case doc.Section(title):
                return self.head(look.levels[1], escaped(title))
            case doc.Text(text):
                return f"<p>{phrase(text)}</p>"
            case doc.Note(text):
                return f"<p{look.note}>{escaped(text)}</p>"
            case doc.Pairs(rows):
                return self.rows(
                    [(self.cell(escaped(a), "th"), self.cell(phrase(b))) for a, b in rows]
                )
            case doc.Table():
                return self.table(block)
            case doc.Grid():
                return self.grid(block)
            case doc.Equation(name, formula):
                return f'<p class="equation">{subscripted(name)} = {mathml(formula)}</p>'
            case doc.Listing(items):
                return f"<ul>{''.join(map(self.item, items))}</ul>"
            case doc.Cases(cases):
                each = (f"{phrase(a)}\n{chr(10).join(map(self.block, b))}" for a, b in cases)
                return f"<ol>{''.join(f'<li>{one}</li>' for one in each)}</ol>"
            case doc.Statement(kind, blocks, title):
                head = self.block(doc.Section(title or kind.capitalize()))
                return "\n".join([head, *map(self.block, blocks)])
            case doc.Plain(text):
                return f"<pre>{chr(10).join(map(escaped, text.splitlines()))}</pre>"
        raise TypeError(f"{type(block).__name__} is no block of a document")

    def head(self, level: str, inside: str) -> str:
        return f"<{level}{self.look.head}>{inside}</{level}>"

    def table(self, block: doc.Table) -> str:
        def flush(column: int) -> str:
            if column in block.centre:
                return "center"
            return "right" if column in block.right else "left"

        def row(cells: Sequence[doc.Phrase], tag: str) -> list[str]:
            return [self.cell(self.phrase(one), tag, flush(k)) for k, one in enumerate(cells)]

        rows = [row(cells, "td") for cells in block.rows]
        table = self.rows([*([row(block.head, "th")] if block.head else []), *rows])
        caption = f"<p>{self.phrase(block.caption)}</p>\n" if block.caption else ""
        notes = "".join(f"<li>{self.phrase(note)}</li>" for note in block.notes)
        return f"{caption}{table}" + (f"\n<ol>{notes}</ol>" if notes else "")

    def item(self, item: doc.Phrase | doc.Item) -> str:
        if not isinstance(item, doc.Item):
            return f"<li>{self.phrase(item)}</li>"
        below = "".join(f"<li>{self.phrase(text)}</li>" for text in item.below)
        return f"<li>{self.phrase(item.text)}" + (f"<ul>{below}</ul></li>" if below else "</li>")

    def grid(self, block: doc.Grid) -> str:
        """Return a strategy grid: a coloured square a cell, its letter in it."""
        grid, look = block.grid, self.look
        grounds = dict(zip((letter for letter, _ in grid.legend), look.grounds, strict=False))
        grounds[MIXED] = look.mixed

        def square(letter: str) -> str:
            if not letter:
                return "<td></td>"
            return f"<td{look.square % grounds.get(letter, look.odd)}>{escaped(letter)}</td>"

        heads = (self.cell(escaped(column), "th", "center") for column in grid.columns)
        rows = [
            [self.cell(escaped(row), "th"), *map(square, letters)]
            for row, letters in zip(grid.rows, grid.letters, strict=True)
        ]
        key = "<br>".join(map(escaped, block.key))
        return f"{self.rows([[self.cell('', 'th'), *heads], *rows])}\n<p{look.note}>{key}</p>"

    def cell(self, inside: str, tag: str = "td", flush: str = "left") -> str:
        tag = self.look.corner if tag == "th" and not inside else tag
        return f"<{tag}{self.look.cell % flush}>{inside}</{tag}>"

    def rows(self, rows: Sequence[Sequence[str]]) -> str:
        lines = (f"<tr>{''.join(row)}</tr>" for row in rows)
        return "\n".join([f"<table{self.look.table}>", *lines, "</table>"])

    def phrase(self, words: doc.Phrase) -> str:
        return "".join(map(self.piece, doc.pieces(words)))

    def piece(self, piece: doc.Piece) -> str:
        if isinstance(piece, doc.Number):
            if self.look.number is not None:
                return self.look.number(piece)
            short, whole = brief(piece.value), show(piece.value)
            return short if short == whole else f'<span title="{whole}">{escape(short)}</span>'
        if isinstance(piece, doc.Symbols) and piece.formula is not None:
            return mathml(piece.formula)
        if isinstance(piece, doc.Maths) and _NAME.fullmatch(piece.text):
            return subscripted(piece.text)
        if isinstance(piece, doc.Maths | doc.Code):
            return f"<code>{escaped(piece.text)}</code>"
        if isinstance(piece, doc.Marked) and piece.note:
            return f"{escaped(piece.text)}<sup>{piece.note}</sup>"
        tone: doc.Tone = piece.tone if isinstance(piece, doc.Word) else "plain"
        text = escaped(doc.text_of(piece))
        return f"<span{self.look.dim}>{text}</span>" if tone == "dim" else _TONES[tone] % text


def phrase(words: doc.Phrase) -> str:
    """Return a phrase as HTML; a shortened number has all its digits in a title.

    >>> phrase((doc.Word("5/8", "strong"), " of <x>"))
    '<b>5/8</b> of &lt;x&gt;'
    """
    return _Writer(INLINE).phrase(words)


def escaped(text: str) -> str:
    """Return *text* so that a browser shows it as it stands, control characters as escapes.

    >>> escaped('<script>alert("x")</script>')
    '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'
    """
    return escape(safe(text))
