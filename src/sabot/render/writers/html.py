"""Documents for a notebook or a page: HTML that is whole by itself, without a script.

Everything that comes from a game or a file is escaped; colours stand in the tags, so that a piece
can be put into any page. A strategy grid is in letter *and* colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from sabot.exact import show
from sabot.render import document as doc
from sabot.render.formula import formula_text
from sabot.render.grid import MIXED
from sabot.render.words import brief, safe

_TONES: dict[doc.Tone, str] = {
    "plain": "%s",
    "strong": "<b>%s</b>",
    "dim": '<span style="opacity:0.65">%s</span>',
    "mixed": "<em>%s</em>",
}
_LETTERS = ("#cfe3f7", "#f7d9c4", "#d7efd2", "#e5d9f2")
"""A ground for each letter of a grid; the letter on it is black, in dark pages too."""
_MIXED = "#fbe58c"
_CELL = "padding:0.1em 0.6em;white-space:pre-wrap;text-align:"
_SQUARE = "padding:0.1em 0.4em;text-align:center;color:#000;background:"
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


def written(told: doc.Document) -> str:
    """Return a document as a piece of HTML, to stand in a notebook or a page.

    >>> print(written(doc.document(doc.Text("<b>"))))
    <div class="sabot">
    <p>&lt;b&gt;</p>
    </div>
    """
    return "\n".join(['<div class="sabot">', *_parts(told), "</div>"])


def page(told: doc.Document) -> str:
    """Return a document as a page that stands by itself."""
    titles = [block.title for block in told.blocks if isinstance(block, doc.Heading)]
    return _PAGE.format(title=escaped(titles[0] if titles else "Sabot"), body=written(told))


def _parts(told: doc.Document) -> Iterator[str]:
    for block in told.blocks:
        if not isinstance(block, doc.Break):
            yield _block(block)


def _block(block: doc.Block) -> str:
    match block:
        case doc.Document():
            return "\n".join(_parts(block))
        case doc.Heading(title, remark):
            said = f" <small>{phrase(remark)}</small>" if phrase(remark) else ""
            return f'<h4 style="margin:0.6em 0 0.2em">{escaped(title)}{said}</h4>'
        case doc.Section(title):
            return f'<h4 style="margin:0.6em 0 0.2em">{escaped(title)}</h4>'
        case doc.Text(text):
            return f"<p>{phrase(text)}</p>"
        case doc.Note(text):
            return f'<p style="opacity:0.65;margin:0.2em 0">{escaped(text)}</p>'
        case doc.Pairs(rows):
            return _rows([(_cell(escaped(a), "th"), _cell(phrase(b))) for a, b in rows])
        case doc.Table():
            return _table(block)
        case doc.Grid():
            return _grid(block)
        case doc.Equation(name, formula):
            return f"<p>{escaped(name)} = <code>{escaped(formula_text(formula))}</code></p>"
        case doc.Listing(items):
            return f"<ul>{''.join(map(_item, items))}</ul>"
        case doc.Cases(cases):
            told = (f"<li>{phrase(a)}\n{chr(10).join(map(_block, b))}</li>" for a, b in cases)
            return f"<ol>{''.join(told)}</ol>"
        case doc.Statement(kind, blocks, title):
            head = _block(doc.Section(title or kind.capitalize()))
            return "\n".join([head, *map(_block, blocks)])
        case doc.Plain(text):
            return f"<pre>{chr(10).join(map(escaped, text.splitlines()))}</pre>"
    raise TypeError(f"{type(block).__name__} is no block of a document")


def _table(block: doc.Table) -> str:
    def flush(column: int) -> str:
        if column in block.centre:
            return "center"
        return "right" if column in block.right else "left"

    head = [[_cell(phrase(cell), "th", flush(k)) for k, cell in enumerate(block.head)]]
    rows = [[_cell(phrase(cell), "td", flush(k)) for k, cell in enumerate(r)] for r in block.rows]
    table = _rows([*(head if block.head else []), *rows])
    caption = f"<p>{phrase(block.caption)}</p>\n" if block.caption else ""
    notes = "".join(f"<li>{phrase(note)}</li>" for note in block.notes)
    return f"{caption}{table}" + (f"\n<ol>{notes}</ol>" if notes else "")


def _item(item: doc.Phrase | doc.Item) -> str:
    if not isinstance(item, doc.Item):
        return f"<li>{phrase(item)}</li>"
    below = "".join(f"<li>{phrase(text)}</li>" for text in item.below)
    return f"<li>{phrase(item.text)}" + (f"<ul>{below}</ul></li>" if below else "</li>")


def _grid(block: doc.Grid) -> str:
    """Return a strategy grid: a coloured square a cell, its letter in it."""
    grid = block.grid
    grounds = dict(zip((letter for letter, _ in grid.legend), _LETTERS, strict=False))
    grounds[MIXED] = _MIXED

    def square(letter: str) -> str:
        if not letter:
            return "<td></td>"
        return f'<td style="{_SQUARE}{grounds.get(letter, "#eee")}">{escaped(letter)}</td>'

    head = [_cell("", "th"), *(_cell(escaped(column), "th", "center") for column in grid.columns)]
    rows = [
        [_cell(escaped(row), "th"), *map(square, letters)]
        for row, letters in zip(grid.rows, grid.letters, strict=True)
    ]
    key = "<br>".join(map(escaped, block.key))
    return f'{_rows([head, *rows])}\n<p style="opacity:0.65;margin:0.2em 0">{key}</p>'


def _cell(inside: str, tag: str = "td", flush: str = "left") -> str:
    return f'<{tag} style="{_CELL}{flush}">{inside}</{tag}>'


def _rows(rows: Sequence[Sequence[str]]) -> str:
    lines = (f"<tr>{''.join(row)}</tr>" for row in rows)
    return "\n".join(['<table style="border-collapse:collapse">', *lines, "</table>"])


def phrase(words: doc.Phrase) -> str:
    """Return a phrase as HTML; a shortened number has all its digits in a title.

    >>> phrase((doc.Word("5/8", "strong"), " of <x>"))
    '<b>5/8</b> of &lt;x&gt;'
    """
    return "".join(map(_piece, doc.pieces(words)))


def _piece(piece: doc.Piece) -> str:
    if isinstance(piece, doc.Number):
        short, whole = brief(piece.value), show(piece.value)
        return short if short == whole else f'<span title="{whole}">{escape(short)}</span>'
    if isinstance(piece, doc.Maths | doc.Code):
        return f"<code>{escaped(piece.text)}</code>"
    if isinstance(piece, doc.Marked) and piece.note:
        return f"{escaped(piece.text)}<sup>{piece.note}</sup>"
    tone: doc.Tone = piece.tone if isinstance(piece, doc.Word) else "plain"
    return _TONES[tone] % escaped(doc.text_of(piece))


def escaped(text: str) -> str:
    """Return *text* so that a browser shows it as it stands, control characters as escapes.

    >>> escaped('<script>alert("x")</script>')
    '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'
    """
    return escape(safe(text))
