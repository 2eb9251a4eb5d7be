r"""Documents for a paper: LaTeX with the ``booktabs`` package, every label escaped."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot.exact import show
from sabot.render import document as doc
from sabot.render.formula import maths_latex
from sabot.render.words import decimal_text, safe

LONGEST = 30
_TIED = "\N{NO-BREAK SPACE}"
WIDTH = 90
"""Columns of a paragraph in a statement; nobody sees where they end."""
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\u2205": r"$\emptyset$",
    **{letter: "\\" + letter for letter in "&%$#_{}"},
}
_STRETCH = r"\sloppy"
_TONES = {"strong": r"\textbf{%s}", "mixed": r"\emph{%s}"}


def written(told: doc.Document) -> str:
    r"""Return a document to paste into a paper; its title is a comment, for a paper has its own.

    >>> table = doc.table([("1-6", doc.Number(Fraction(3, 8)))], head=("view", "draw"), right=(1,))
    >>> print(written(doc.document(doc.Heading("le Her"), table)), end="")
    % le Her
    % needs \usepackage{booktabs}
    <BLANKLINE>
    \begin{tabular}{lr}
    \toprule
    view & draw \\
    \midrule
    1-6 & $3/8$ \\
    \bottomrule
    \end{tabular}
    """
    return "\n\n".join(_parts(told)) + "\n"


def _parts(told: doc.Document) -> Iterator[str]:
    first = True
    for block in told.blocks:
        if isinstance(block, doc.Heading) and first:
            yield _title(block, _needs(told))
        elif not isinstance(block, doc.Break):
            yield _block(block)
        first = False


def _needs(told: doc.Document) -> str:
    """Return the packages that a document needs."""
    if any(isinstance(block, doc.Statement) for block in told.blocks):
        return r"\usepackage{amsmath,amsthm,booktabs} and \newtheorem{theorem}{Theorem}"
    return r"\usepackage{booktabs}"


def _title(block: doc.Heading, needs: str) -> str:
    lines = [f"% {safe(block.title)}", f"% needs {needs}"]
    said = block.source or "".join(map(_bare, doc.pieces(block.remark)))
    return "\n".join([*lines, f"% {safe(said)}"] if said else lines)


def _bare(piece: doc.Piece) -> str:
    return show(piece.value) if isinstance(piece, doc.Number) else doc.text_of(piece)


def _block(block: doc.Block) -> str:
    match block:
        case doc.Document():
            return "\n\n".join(_parts(block))
        case doc.Heading(title, remark):
            return f"\\paragraph{{{escaped(title)}}} {phrase(remark)}".rstrip()
        case doc.Section(title):
            return f"\\paragraph{{{escaped(title)}}}"
        case doc.Text(text):
            return phrase(text)
        case doc.Note(text):
            return f"\\emph{{{escaped(text)}}}"
        case doc.Pairs(rows):
            return tabular("ll", (), [(escaped(label), phrase(text)) for label, text in rows])
        case doc.Table():
            return _table(block)
        case doc.Grid():
            return _grid(block)
        case doc.Equation(name, formula, letter):
            return _within("equation*", f"  {name} = {maths_latex(formula, letter)}")
        case doc.Listing(items):
            return _within("itemize", *map(_item, items))
        case doc.Cases(cases):
            told = (f"\\item {phrase(where)}:\n{_inside(inner)}" for where, inner in cases)
            return _within("enumerate", *told)
        case doc.Statement():
            return _statement(block)
        case doc.Plain(text):
            return f"\\begin{{flushleft}}\\ttfamily\n{_laid_out(text)}\n\\end{{flushleft}}"
    raise TypeError(f"{type(block).__name__} is no block of a document")


def _within(name: str, *lines: str) -> str:
    """Return lines in an environment."""
    return "\n".join([rf"\begin{{{name}}}", *lines, rf"\end{{{name}}}"])


def _item(item: doc.Phrase | doc.Item) -> str:
    if not isinstance(item, doc.Item):
        return rf"\item {phrase(item)}"
    below = _within("itemize", *map(_item, item.below)) if item.below else ""
    return "\n".join(filter(None, (rf"\item {phrase(item.text)}", below)))


def _statement(block: doc.Statement) -> str:
    """Return a theorem, its sentences a line each; or a proof, its paragraphs apart.

    Where a line is broken in a formula's place its blanks may grow: no line runs over the edge.
    """
    if block.kind == "words":
        words = "\n\n".join(map(_set, block.blocks))
        return _within("sloppypar", rf"\paragraph{{{escaped(block.title)}.}}", words)
    opening = rf"\begin{{{block.kind}}}" + (f"[{escaped(block.title)}]" if block.title else "")
    between = "\n" if block.kind == "theorem" else "\n\n"
    inner = between.join(map(_set, block.blocks))
    return "\n".join([opening, _STRETCH, inner, rf"\end{{{block.kind}}}"])


def _set(block: doc.Block) -> str:
    """Return a block inside a statement: paragraphs folded, tables in the middle of the page.

    LaTeX does not mind where the lines of a paragraph break.
    """
    if isinstance(block, doc.Text):
        # a formula is not broken: its blanks become blanks again when the lines are made
        told = "".join(_unbroken(piece) for piece in doc.pieces(block.text))
        fold = textwrap.wrap(told, WIDTH, break_long_words=False, break_on_hyphens=False)
        return "\n".join(fold).replace(_TIED, " ")
    if isinstance(block, doc.Table | doc.Grid):
        return _within("center", r"\small", _block(block))
    return _block(block)


def _unbroken(piece: doc.Piece) -> str:
    told = _piece(piece)
    return told.replace(" ", _TIED) if isinstance(piece, doc.Maths) else told


def _inside(blocks: Sequence[doc.Block]) -> str:
    lines = (line for block in blocks for line in _set(block).split("\n"))
    return "\n".join(f"  {line}" for line in lines)


def _laid_out(text: str) -> str:
    """Return lines with their blanks; ``verbatim`` could be ended from inside."""
    return "\\\\\n".join(escaped(line).replace(" ", "~") or "~" for line in text.splitlines())


def _table(block: doc.Table) -> str:
    marks = dict.fromkeys(block.right, "r") | dict.fromkeys(block.centre, "c")
    spec = "".join(marks.get(column, "l") for column in range(block.width))
    rows = [[phrase(cell) for cell in row] for row in block.rows]
    table = tabular(spec, [phrase(cell) for cell in block.head], rows)
    if not block.caption and not block.notes:
        return table
    lines = [r"\centering", rf"\caption{{{phrase(block.caption)}}}", table]
    if block.notes:
        notes = (f"$^{{{number}}}$ {phrase(note)}." for number, note in enumerate(block.notes, 1))
        small = _within("minipage", *notes)
        small = small.replace("{minipage}", r"{minipage}{\linewidth}\footnotesize", 1)
        lines += ["", r"\medskip", small]
    return _within("table", *lines)


def _grid(block: doc.Grid) -> str:
    """Return a strategy as the papers print it: letters, ``(S,D)`` where it mixes."""
    grid = block.grid
    head = [
        escaped(block.seat),
        *(r"$\emptyset$" if c == "-" else escaped(c) for c in grid.columns),
    ]
    lettered = [(row, *line) for row, line in zip(grid.rows, grid.letters, strict=True)]
    rows = [list(map(escaped, row)) for row in block.spelled or lettered]
    key = ", ".join(f"{letter} = {safe(action)}" for letter, action in grid.legend)
    return f"% {key}\n{tabular('l' + 'c' * len(grid.columns), head, rows)}"


def phrase(words: doc.Phrase) -> str:
    r"""Return a phrase as LaTeX.

    >>> phrase((doc.Number(Fraction(1, 2)), " of ", doc.Word("T&B", "strong")))
    '$1/2$ of \\textbf{T\\&B}'
    """
    return "".join(map(_piece, doc.pieces(words)))


def _piece(piece: doc.Piece) -> str:
    if isinstance(piece, doc.Number):
        return math(piece.value)
    if isinstance(piece, doc.Run):
        return dashed(piece.text)
    if isinstance(piece, doc.Maths):
        return rf"\( \displaystyle {piece.latex} \)" if piece.tall else f"${piece.latex}$"
    if isinstance(piece, doc.Code):
        return rf"\texttt{{{escaped(piece.text)}}}"
    if isinstance(piece, doc.Marked):
        return escaped(piece.text) + (f"$^{{{piece.note}}}$" if piece.note else "")
    if isinstance(piece, doc.Word):
        return _TONES.get(piece.tone, "%s") % escaped(piece.text)
    return escaped(piece)


def escaped(text: str) -> str:
    r"""Return *text* so that LaTeX prints it as it stands.

    >>> print(escaped("50% & {x_1}"))
    50\% \& \{x\_1\}
    """
    return "".join(_ESCAPES.get(letter, letter) for letter in safe(text))


def dashed(text: str) -> str:
    """Return escaped text in which ranges of numbers have the dash that printers use.

    >>> dashed("3,1-6"), dashed("6,-")
    ('3,1--6', '6,-')
    """
    return re.sub(r"(?<=\d)-(?=\d)", "--", escaped(text))


def math(number: Fraction) -> str:
    r"""Return a number in mathematics: a fraction, or its decimal where it is too long to set.

    >>> math(Fraction(-3, 8)), math(Fraction(1)), math(Fraction(1, 3**99))
    ('$-3/8$', '$1$', '$\\approx 5.82098 \\times 10^{-48}$')
    """
    text = show(number)
    if len(text) <= LONGEST:
        return f"${text}$"
    digits, exact = decimal_text(number, 6)
    mantissa, power, exponent = digits.partition("E")
    body = f"{mantissa} \\times 10^{{{int(exponent)}}}" if power else digits
    return f"${'' if exact else chr(92) + 'approx '}{body}$"


def tabular(spec: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a ``tabular`` with booktabs rules; the cells are LaTeX already."""
    lines = [rf"\begin{{tabular}}{{{spec}}}", r"\toprule"]
    if head:
        lines += [" & ".join(head) + r" \\", r"\midrule"]
    lines += [" & ".join(row) + r" \\" for row in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])
