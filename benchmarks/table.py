"""The report: lines of at most 80 columns, the same shape for every row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill

WIDTH = 80


@dataclass(frozen=True, slots=True)
class Line:
    """One tool in one comparison."""

    label: str
    time: str
    ratio: str = ""
    goal: str = ""
    verdict: str = ""


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it.

    >>> duration(0.0004), duration(0.25), duration(12)
    ('0.400 ms', '250 ms', '12.0 s')
    """
    if seconds >= 1:
        return f"{seconds:.3g} s" if seconds >= 100 else f"{seconds:#.3g} s"
    milli = seconds * 1000
    return f"{milli:.0f} ms" if milli >= 100 else f"{milli:#.3g} ms"


def times(ratio: float) -> str:
    """Return a ratio as it is spoken.

    >>> times(0.0621), times(7.3), times(12345)
    ('0.062x', '7.3x', '12,300x')
    """
    if ratio >= 1000:
        return f"{float(f'{ratio:.3g}'):,.0f}x"
    return f"{ratio:.0f}x" if ratio >= 10 else f"{ratio:.2g}x"


def title(number: int, text: str) -> str:
    """Return the heading of a row."""
    return f"\nRow {number}: {text}\n" + "-" * WIDTH


def comparison(heading: str, lines: Sequence[Line]) -> str:
    """Return tools under one another, with ratios, goals and verdicts."""
    shown = [f"{heading:<34}{'time':>10}{'ratio':>12}  {'goal':<9} verdict"]
    for line in lines:
        text = f"  {line.label:<32}{line.time:>10}{line.ratio:>12}  {line.goal:<9} {line.verdict}"
        shown.append(text.rstrip())
    return "\n".join(shown)


def grid(head: Sequence[str], body: Sequence[Sequence[str]], first: int = 14) -> str:
    """Return a plain table: the first column to the left, the others to the right."""
    rest = (WIDTH - first) // max(len(head) - 1, 1)
    rows = [head, *body]
    return "\n".join(
        (row[0].ljust(first) + "".join(cell.rjust(rest) for cell in row[1:])).rstrip()
        for row in rows
    )


def note(text: str) -> str:
    """Return a remark, wrapped."""
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")
