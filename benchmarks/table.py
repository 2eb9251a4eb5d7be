"""How figures read: times, ratios, sizes, plain tables of about 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

WIDTH = 80


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

    >>> times(0.0621), times(7.3), times(24.7), times(12345)
    ('0.062x', '7.3x', '24.7x', '12,300x')

    Near 1 it has a digit more: on which side of 1 it is must be seen.

    >>> times(0.983), times(1.04)
    ('0.983x', '1.04x')
    """
    if ratio >= 1000:
        return f"{float(f'{ratio:.3g}'):,.0f}x"
    return f"{ratio:.3g}x" if ratio >= 10 or 0.95 <= ratio < 1.05 else f"{ratio:.2g}x"


def size(count: int) -> str:
    """Return a number of bytes in the unit that suits it.

    >>> size(999), size(45_600), size(932_000_000)
    ('999 B', '46 kB', '932 MB')
    """
    if count >= 1_000_000:
        return f"{count / 1e6:,.0f} MB"
    return f"{count / 1000:.0f} kB" if count >= 1000 else f"{count} B"


def title(row: str, text: str) -> str:
    """Return the heading of a row."""
    return f"\nRow {row}: {text}\n" + "-" * WIDTH


def grid(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """Return a plain table: the first column to the left, the others to the right.

    >>> print(grid(["game", "time"], [["le Her", "1 ms"]]))
    game    time
    le Her  1 ms
    """
    rows = [list(head), *(list(row) for row in body)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def markdown(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    r"""Return the table as Markdown.

    >>> print(markdown(["game", "time"], [["a|b", "1 ms"]]))
    | game | time |
    | --- | --- |
    | a\|b | 1 ms |
    """
    rows = [head, ["---"] * len(head), *body]
    lines = (" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows)
    return "\n".join(f"| {line} |" for line in lines)


def note(text: str) -> str:
    """Return a remark, wrapped."""
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")
