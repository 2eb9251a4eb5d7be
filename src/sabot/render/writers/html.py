"""Write documents as HTML for a notebook or a page, self-contained and without a script.

Everything that comes from a game or a file is escaped. A strategy grid is shown by letter *and*
colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from sabot.exact import format_fraction
from sabot.render import document as doc
from sabot.render.document import MIXED_CELL
from sabot.render.formula import formula_mathml, subscripted_html
from sabot.render.text import printable, shorten_fraction


@dataclass(frozen=True, slots=True)
class HtmlStyle:
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
    number: Callable[[doc.ExactNumber], str] | None = None
    """How an exact number is written, where that is not its fraction."""


INLINE_STYLE = HtmlStyle()
"""For a notebook: inline colours, so that a piece can be put into any page."""
CLASS_STYLE = HtmlStyle(
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
_TONE_TAGS: dict[doc.Tone, str] = {"plain": "%s", "strong": "<b>%s</b>", "mixed": "<em>%s</em>"}
_VARIABLE_NAME = re.compile(r"[a-z](_[0-9]+)?")
"""Mathematics that is one name."""
_PAGE_TEMPLATE = """\
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


def render(document: doc.Document, look: HtmlStyle = INLINE_STYLE) -> str:
    """Return a document as a piece of HTML, for a notebook or a page.

    >>> print(render(doc.build_document(doc.Paragraph("<b>"))))
    <div class="sabot">
    <p>&lt;b&gt;</p>
    </div>
    """
    return "\n".join(['<div class="sabot">', *_HtmlWriter(look).parts(document), "</div>"])


def render_page(document: doc.Document) -> str:
    """Return a document as a whole page."""
    titles = [block.title for block in document.blocks if isinstance(block, doc.Heading)]
    return _PAGE_TEMPLATE.format(
        title=escape_html(titles[0] if titles else "Sabot"), body=render(document)
    )


@dataclass(frozen=True, slots=True)
class _HtmlWriter:
    """Writes blocks in one look."""

    look: HtmlStyle

    def parts(self, document: doc.Document) -> Iterator[str]:
        for block in document.blocks:
            if not isinstance(block, doc.Break):
                yield self.block(block)

    def block(self, block: doc.Block) -> str:
        phrase, look = self.phrase, self.look
        match block:
            case doc.Document():
                return "\n".join(self.parts(block))
            case doc.Heading(title, remark):
                said = f" <small>{phrase(remark)}</small>" if phrase(remark) else ""
                return self.head(look.levels[0], f"{escape_html(title)}{said}")
            case doc.Section(title):
                return self.head(look.levels[1], escape_html(title))
            case doc.Paragraph(text):
                return f"<p>{phrase(text)}</p>"
            case doc.Remark(text):
                return f"<p{look.note}>{escape_html(text)}</p>"
            case doc.LabelledLines(rows):
                return self.rows(
                    [(self.cell(escape_html(a), "th"), self.cell(phrase(b))) for a, b in rows]
                )
            case doc.TableBlock():
                return self.table(block)
            case doc.GridBlock():
                return self.grid(block)
            case doc.Equation(name, formula):
                return (
                    f'<p class="equation">{subscripted_html(name)} = {formula_mathml(formula)}</p>'
                )
            case doc.BulletList(items):
                return f"<ul>{''.join(map(self.item, items))}</ul>"
            case doc.NumberedCases(cases):
                each = (f"{phrase(a)}\n{chr(10).join(map(self.block, b))}" for a, b in cases)
                return f"<ol>{''.join(f'<li>{one}</li>' for one in each)}</ol>"
            case doc.TheoremBlock(kind, blocks, title):
                head = self.block(doc.Section(title or kind.capitalize()))
                return "\n".join([head, *map(self.block, blocks)])
            case doc.Preformatted(text):
                return f"<pre>{chr(10).join(map(escape_html, text.splitlines()))}</pre>"
        raise TypeError(f"{type(block).__name__} is no block of a document")

    def head(self, level: str, inside: str) -> str:
        return f"<{level}{self.look.head}>{inside}</{level}>"

    def table(self, block: doc.TableBlock) -> str:
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

    def item(self, item: doc.Phrase | doc.ListItem) -> str:
        if not isinstance(item, doc.ListItem):
            return f"<li>{self.phrase(item)}</li>"
        below = "".join(f"<li>{self.phrase(text)}</li>" for text in item.below)
        return f"<li>{self.phrase(item.text)}" + (f"<ul>{below}</ul></li>" if below else "</li>")

    def grid(self, block: doc.GridBlock) -> str:
        """Return a strategy grid: a coloured square a cell, its letter in it."""
        grid, look = block.grid, self.look
        offered = grid.offered or tuple(letter for letter, _ in grid.legend)
        grounds = dict(zip(offered, look.grounds, strict=False))
        grounds[MIXED_CELL] = look.mixed

        def square(letter: str) -> str:
            if not letter:
                return "<td></td>"
            return f"<td{look.square % grounds.get(letter, look.odd)}>{escape_html(letter)}</td>"

        heads = (self.cell(escape_html(column), "th", "center") for column in grid.columns)
        rows = [
            [self.cell(escape_html(row), "th"), *map(square, letters)]
            for row, letters in zip(grid.rows, grid.letters, strict=True)
        ]
        key = "<br>".join(map(escape_html, block.key))
        return f"{self.rows([[self.cell('', 'th'), *heads], *rows])}\n<p{look.note}>{key}</p>"

    def cell(self, inside: str, tag: str = "td", flush: str = "left") -> str:
        tag = self.look.corner if tag == "th" and not inside else tag
        return f"<{tag}{self.look.cell % flush}>{inside}</{tag}>"

    def rows(self, rows: Sequence[Sequence[str]]) -> str:
        lines = (f"<tr>{''.join(row)}</tr>" for row in rows)
        return "\n".join([f"<table{self.look.table}>", *lines, "</table>"])

    def phrase(self, words: doc.Phrase) -> str:
        return "".join(map(self.piece, doc.inlines_of(words)))

    def piece(self, piece: doc.Inline) -> str:
        if isinstance(piece, doc.ExactNumber):
            if self.look.number is not None:
                return self.look.number(piece)
            short, whole = shorten_fraction(piece.value), format_fraction(piece.value)
            return short if short == whole else f'<span title="{whole}">{escape(short)}</span>'
        if isinstance(piece, doc.FormulaText) and piece.formula is not None:
            return formula_mathml(piece.formula)
        if isinstance(piece, doc.InlineMath) and _VARIABLE_NAME.fullmatch(piece.text):
            return subscripted_html(piece.text)
        if isinstance(piece, doc.InlineMath | doc.InlineCode):
            return f"<code>{escape_html(piece.text)}</code>"
        if isinstance(piece, doc.FootnoteMark) and piece.note:
            return f"{escape_html(piece.text)}<sup>{piece.note}</sup>"
        tone: doc.Tone = piece.tone if isinstance(piece, doc.StyledText) else "plain"
        text = escape_html(doc.inline_text(piece))
        return f"<span{self.look.dim}>{text}</span>" if tone == "dim" else _TONE_TAGS[tone] % text


def escape_html(text: str) -> str:
    """Return *text* so that a browser shows it unchanged, control characters as escapes.

    >>> escape_html('<script>alert("x")</script>')
    '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'
    """
    return escape(printable(text))
