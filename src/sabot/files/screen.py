"""What ``sabot solve`` printed, pasted whole: the lines of it that tell a strategy.

The title, the value, the remarks and the method are left out; lines folded at the width of the
screen are joined again; ``1-6`` stands for six views.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sabot.errors import FormError

_VERDICT = re.compile(
    r"\s+(the only optimal strategy|one of several optimal strategies|never asked)\b"
)
_REMARK = re.compile(
    r"[\d,]+ other choices? never played|never shown, |never asked$|[\d,]+ views? forced or never|"
    r"and [\d,]+ more lines?;"
)
_END = re.compile(r"  method  ")
_FOLDED = re.compile(r"[≈=/]|[≈=,]$|^\S+$")
_RANGE = re.compile(r"(.*?)(\d+)(?:-|\.\.)(\d+)$")
_ROUNDED = re.compile(r"(\S+)\s+(?:.*, )?[^\W\d][\w-]* ≈")
_MOST = 1000

Lines = list[tuple[int, str]]


def is_screen(text: str, seats: Sequence[str]) -> bool:
    """Tell whether a text has the verdict on a seat's strategy: only ``sabot solve`` prints it."""
    return any(_opens(line, seats) for line in text.splitlines())


def _opens(line: str, seats: Sequence[str]) -> bool:
    return any(line.startswith(seat) and _VERDICT.match(line, len(seat)) for seat in seats)


def strategy_lines(text: str, seats: Sequence[str]) -> Lines:
    r"""Return the lines that tell strategies, each with its number.

    >>> text = "g\n\na  the only optimal strategy\n  1-2  x 1/2,\n       y 1/2\n\n  method  lp\n"
    >>> strategy_lines(text, ("a", "b"))
    [(3, 'a'), (4, '  1  x 1/2, y 1/2'), (4, '  2  x 1/2, y 1/2')]
    """
    kept = [(number, line) for number, line in _joined(text) if not _REMARK.match(line.strip())]
    spots = [spot for spot, (_, line) in enumerate(kept) if _opens(line, seats)]
    found: Lines = []
    for number, line in kept[spots[0] :]:
        if _END.match(line):
            break
        if _opens(line, seats):
            found.append((number, line.split()[0]))
        else:
            _demand_exact(number, line)
            found += ((number, one) for one in _each(line))
    return found


def _joined(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines, each with what was folded below it."""
    number, held = 0, ""
    for at, line in enumerate(text.splitlines(), 1):
        deeper = _indent(line) > _indent(held) >= 2
        if held.strip() and deeper and (_FOLDED.search(line.strip()) or held.endswith((",", "≈"))):
            held = f"{held} {line.strip()}"
            continue
        if held:
            yield number, held
        number, held = at, line.rstrip()
    if held:
        yield number, held


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _demand_exact(number: int, line: str) -> None:
    """Refuse a mix that the screen shows rounded: its chances would not add to 1."""
    if rounded := _ROUNDED.match(line.strip()):
        raise FormError(
            f"line {number}: the mix at {rounded[1]} is too long for a screen and is rounded "
            "there; take the file of sabot solve GAME -o FILE.json"
        )


def _each(line: str) -> Iterator[str]:
    """Yield a line for each view of a range."""
    label, *rest = line.split(maxsplit=1)
    ends = _RANGE.match(label)
    if not rest or ends is None or not 0 < int(ends[3]) - int(ends[2]) < _MOST:
        yield line
        return
    for view in range(int(ends[2]), int(ends[3]) + 1):
        yield f"  {ends[1]}{view}  {rest[0]}"
