"""Write documents as LaTeX with the ``booktabs`` package, every label escaped."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot.exact import format_fraction
from sabot.render import document as doc
from sabot.render.formula import formula_or_number_latex
from sabot.render.text import decimal_text, printable

MAX_FRACTION_CHARS = 30
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
PARAGRAPH_WIDTH = 90
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
_SLOPPY = r"\sloppy"
_TONE_COMMANDS = {"strong": r"\textbf{%s}", "mixed": r"\emph{%s}"}


def render(document: doc.Document) -> str:
    r"""Return a document to paste into a paper; its title is a comment, for a paper has its own.

    >>> rows = [("1-6", doc.ExactNumber(Fraction(3, 8)))]
    >>> table = doc.build_table(rows, head=("view", "draw"), right=(1,))
    >>> print(render(doc.build_document(doc.Heading("le Her"), table)), end="")
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
    return "\n\n".join(_rendered_blocks(document)) + "\n"


def _rendered_blocks(document: doc.Document) -> Iterator[str]:
    first = True
    for block in document.blocks:
        if isinstance(block, doc.Heading) and first:
            yield _title_comment(block, _required_packages(document))
        elif not isinstance(block, doc.Break):
            yield _render_block(block)
        first = False


def _required_packages(document: doc.Document) -> str:
    """Return the packages that a document needs."""
    if any(isinstance(block, doc.TheoremBlock) for block in document.blocks):
        return r"\usepackage{amsmath,amsthm,booktabs} and \newtheorem{theorem}{Theorem}"
    return r"\usepackage{booktabs}"


def _title_comment(block: doc.Heading, needs: str) -> str:
    lines = [f"% {printable(block.title)}", f"% needs {needs}"]
    said = block.source or "".join(map(_plain_inline, doc.inlines_of(block.remark)))
    return "\n".join([*lines, f"% {printable(said)}"] if said else lines)


def _plain_inline(piece: doc.Inline) -> str:
    return (
        format_fraction(piece.value)
        if isinstance(piece, doc.ExactNumber)
        else doc.inline_text(piece)
    )


def _render_block(block: doc.Block) -> str:
    match block:
        case doc.Document():
            return "\n\n".join(_rendered_blocks(block))
        case doc.Heading(title, remark):
            return f"\\paragraph{{{escape_latex(title)}}} {render_phrase(remark)}".rstrip()
        case doc.Section(title):
            return f"\\paragraph{{{escape_latex(title)}}}"
        case doc.Paragraph(text):
            return render_phrase(text)
        case doc.Remark(text):
            return f"\\emph{{{escape_latex(text)}}}"
        case doc.LabelledLines(rows):
            return booktabs_tabular(
                "ll", (), [(escape_latex(label), render_phrase(text)) for label, text in rows]
            )
        case doc.TableBlock():
            return _render_table(block)
        case doc.GridBlock():
            return _render_grid(block)
        case doc.Equation(name, formula, letter):
            return _environment(
                "equation*", f"  {name} = {formula_or_number_latex(formula, letter)}"
            )
        case doc.BulletList(items):
            return _environment("itemize", *map(_list_item, items))
        case doc.NumberedCases(cases):
            parts = (
                f"\\item {render_phrase(where)}:\n{_indented_blocks(inner)}"
                for where, inner in cases
            )
            return _environment("enumerate", *parts)
        case doc.TheoremBlock():
            return _theorem_block(block)
        case doc.Preformatted(text):
            return f"\\begin{{flushleft}}\\ttfamily\n{_preformatted(text)}\n\\end{{flushleft}}"
    raise TypeError(f"{type(block).__name__} is no block of a document")


def _environment(name: str, *lines: str) -> str:
    """Return lines in an environment."""
    return "\n".join([rf"\begin{{{name}}}", *lines, rf"\end{{{name}}}"])


def _list_item(item: doc.Phrase | doc.ListItem) -> str:
    if not isinstance(item, doc.ListItem):
        return rf"\item {render_phrase(item)}"
    below = _environment("itemize", *map(_list_item, item.below)) if item.below else ""
    return "\n".join(filter(None, (rf"\item {render_phrase(item.text)}", below)))


def _theorem_block(block: doc.TheoremBlock) -> str:
    """Return a theorem, one sentence per line; or a proof, in paragraphs.

    Where a line is broken in a formula's place its blanks may grow: no line runs over the edge.
    """
    if block.kind == "words":
        words = "\n\n".join(map(_block_in_statement, block.blocks))
        return _environment("sloppypar", rf"\paragraph{{{escape_latex(block.title)}.}}", words)
    opening = rf"\begin{{{block.kind}}}" + (f"[{escape_latex(block.title)}]" if block.title else "")
    between = "\n" if block.kind == "theorem" else "\n\n"
    inner = between.join(map(_block_in_statement, block.blocks))
    return "\n".join([opening, _SLOPPY, inner, rf"\end{{{block.kind}}}"])


def _block_in_statement(block: doc.Block) -> str:
    """Return a block inside a statement: paragraphs folded, tables in the middle of the page.

    LaTeX does not mind where the lines of a paragraph break.
    """
    if isinstance(block, doc.Paragraph):
        # a formula is not broken: its blanks become blanks again when the lines are made
        text = "".join(_unbroken_inline(piece) for piece in doc.inlines_of(block.text))
        fold = textwrap.wrap(text, PARAGRAPH_WIDTH, break_long_words=False, break_on_hyphens=False)
        return "\n".join(fold).replace(_NO_BREAK_SPACE, " ")
    if isinstance(block, doc.TableBlock | doc.GridBlock):
        return _environment("center", r"\small", _render_block(block))
    return _render_block(block)


def _unbroken_inline(piece: doc.Inline) -> str:
    text = _render_inline(piece)
    return text.replace(" ", _NO_BREAK_SPACE) if isinstance(piece, doc.InlineMath) else text


def _indented_blocks(blocks: Sequence[doc.Block]) -> str:
    lines = (line for block in blocks for line in _block_in_statement(block).split("\n"))
    return "\n".join(f"  {line}" for line in lines)


def _preformatted(text: str) -> str:
    """Return lines with their blanks; ``verbatim`` could be ended from inside."""
    return "\\\\\n".join(escape_latex(line).replace(" ", "~") or "~" for line in text.splitlines())


def _render_table(block: doc.TableBlock) -> str:
    marks = dict.fromkeys(block.right, "r") | dict.fromkeys(block.centre, "c")
    spec = "".join(marks.get(column, "l") for column in range(block.width))
    rows = [[render_phrase(cell) for cell in row] for row in block.rows]
    table = booktabs_tabular(spec, [render_phrase(cell) for cell in block.head], rows)
    if not block.caption and not block.notes:
        return table
    lines = [r"\centering", rf"\caption{{{render_phrase(block.caption)}}}", table]
    if block.notes:
        notes = (
            f"$^{{{number}}}$ {render_phrase(note)}." for number, note in enumerate(block.notes, 1)
        )
        small = _environment("minipage", *notes)
        small = small.replace("{minipage}", r"{minipage}{\linewidth}\footnotesize", 1)
        lines += ["", r"\medskip", small]
    return _environment("table", *lines)


def _render_grid(block: doc.GridBlock) -> str:
    """Return a strategy as the papers print it: letters, ``(S,D)`` where it mixes."""
    grid = block.grid
    head = [
        escape_latex(block.seat),
        *(r"$\emptyset$" if c == "-" else escape_latex(c) for c in grid.columns),
    ]
    lettered = [(row, *line) for row, line in zip(grid.rows, grid.letters, strict=True)]
    rows = [list(map(escape_latex, row)) for row in block.spelled or lettered]
    key = ", ".join(f"{letter} = {printable(action)}" for letter, action in grid.legend)
    return f"% {key}\n{booktabs_tabular('l' + 'c' * len(grid.columns), head, rows)}"


def render_phrase(words: doc.Phrase) -> str:
    r"""Return a phrase as LaTeX.

    >>> render_phrase((doc.ExactNumber(Fraction(1, 2)), " of ", doc.StyledText("T&B", "strong")))
    '$1/2$ of \\textbf{T\\&B}'
    """
    return "".join(map(_render_inline, doc.inlines_of(words)))


def _render_inline(piece: doc.Inline) -> str:
    if isinstance(piece, doc.ExactNumber):
        return number_in_math(piece.value)
    if isinstance(piece, doc.LabelRange):
        return escape_with_en_dashes(piece.text)
    if isinstance(piece, doc.InlineMath):
        return rf"\( \displaystyle {piece.latex} \)" if piece.tall else f"${piece.latex}$"
    if isinstance(piece, doc.InlineCode):
        return rf"\texttt{{{escape_latex(piece.text)}}}"
    if isinstance(piece, doc.FootnoteMark):
        return escape_latex(piece.text) + (f"$^{{{piece.note}}}$" if piece.note else "")
    if isinstance(piece, doc.StyledText):
        return _TONE_COMMANDS.get(piece.tone, "%s") % escape_latex(piece.text)
    return escape_latex(piece)


def escape_latex(text: str) -> str:
    r"""Return *text* so that LaTeX prints it unchanged.

    >>> print(escape_latex("50% & {x_1}"))
    50\% \& \{x\_1\}
    """
    return "".join(_ESCAPES.get(letter, letter) for letter in printable(text))


def escape_with_en_dashes(text: str) -> str:
    """Return escaped text in which ranges of numbers have the dash that printers use.

    >>> escape_with_en_dashes("3,1-6"), escape_with_en_dashes("6,-")
    ('3,1--6', '6,-')
    """
    return re.sub(r"(?<=\d)-(?=\d)", "--", escape_latex(text))


def number_in_math(number: Fraction) -> str:
    r"""Return a number in mathematics: a fraction, or its decimal where it is too long to set.

    >>> [number_in_math(number) for number in (Fraction(-3, 8), Fraction(1), Fraction(1, 3**99))]
    ['$-3/8$', '$1$', '$\\approx 5.82098 \\times 10^{-48}$']
    """
    text = format_fraction(number)
    if len(text) <= MAX_FRACTION_CHARS:
        return f"${text}$"
    digits, exact = decimal_text(number, 6)
    mantissa, power, exponent = digits.partition("E")
    body = f"{mantissa} \\times 10^{{{int(exponent)}}}" if power else digits
    return f"${'' if exact else chr(92) + 'approx '}{body}$"


def booktabs_tabular(spec: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a ``tabular`` with booktabs rules; the cells are LaTeX already."""
    lines = [rf"\begin{{tabular}}{{{spec}}}", r"\toprule"]
    if head:
        lines += [" & ".join(head) + r" \\", r"\midrule"]
    lines += [" & ".join(row) + r" \\" for row in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])
