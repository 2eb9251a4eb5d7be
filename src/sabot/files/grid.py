"""Strategies as text: the grid of letters that ``sabot solve`` prints, written by hand or pasted.

```
Banker
    0 1 2 3 4 5 6 7 8 9 -
  3 D D D D D D D D S D D
  6 S S S S S S D D S S *
  6,-  stand 2/3, draw 1/3
```

A line that names a seat begins its part; a line of what is seen heads a grid; each line below it is
a hand or total and a letter for each column, the first letter of an action. ``*`` is a mix, told by
a line of its own. ``#`` begins a remark. The whole of what ``sabot solve`` prints is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sabot.errors import FormError
from sabot.files.screen import is_screen, strategy_lines

MIXED = "*"
NEVER = "."
_LEGEND = re.compile(r"(rows|columns)\s|.*\bmixed:$|[A-Z] \w+(, [A-Z] \w+)+:?$")
_PART = re.compile(r"([^\W\d][\w-]*)(?:\s+([-+.\d/%]+))?(?:\s*[≈=]\s*\S+)?$")
_MARK = re.compile(rf"[A-Z{re.escape(MIXED)}{NEVER}]$")

Strategy = dict[str, Any]


def parse_grid(text: str, seats: Sequence[str], seat: str = "") -> dict[str, Strategy]:
    r"""Return the strategies in text, by seat; *seat* is whose the first one is, if it is known.

    >>> parse_grid("b\n    0 -\n  3 D *\n  3,-  draw 1/3, stand 2/3", ("a", "b"))
    {'b': {'3,0': 'D', '3,-': {'draw': '1/3', 'stand': '2/3'}}}
    """
    found: dict[str, Strategy] = {}
    mixed: dict[tuple[str, str], int] = {}
    columns: list[str] = []
    pasted = is_screen(text, seats)
    lines = strategy_lines(text, seats) if pasted else enumerate(text.splitlines(), 1)
    for number, line in lines:
        words = line.split("#")[0].split()
        if not words or _LEGEND.match(" ".join(words)):
            continue
        if words[0] in seats and not _answers(words):
            seat, columns = words[0], []
        elif not seat:
            raise FormError(f"line {number}: whose strategy is it? begin with {' or '.join(seats)}")
        elif columns and len(words) > len(columns) and _are_marks(words[-len(columns) :]):
            row = words[-len(columns) - 1]
            for column, mark in zip(columns, words[-len(columns) :], strict=True):
                view = f"{row},{column}"
                _add(found.setdefault(seat, {}), view, mark, number)
                if mark == MIXED:
                    mixed[seat, view] = number
        elif (answers := _answers(words)) is not None:
            own = found.setdefault(seat, {})
            if mixed.pop((seat, words[0]), None):
                del own[words[0]]
            _add(own, words[0], answers, number)
        elif len(words) > 1 and not any(word[:1].isalpha() and len(word) > 2 for word in words):
            columns = words
        else:
            raise FormError(
                f"line {number}: {line.strip()[:40]!r} is neither a line of a grid, as in "
                "'3 D D S', nor a view with its action, as in '5  draw'"
            )
    if mixed:
        (_, view), number = next(iter(mixed.items()))
        raise FormError(
            f"line {number}: {view} is {MIXED}, a mix; write it below: {view}  draw 1/3, stand 2/3"
        )
    return found


def _add(own: Strategy, view: str, answer: Any, number: int) -> None:
    if answer == NEVER:
        return
    if view in own:
        raise FormError(f"line {number}: {view} is answered twice")
    own[view] = answer


def _are_marks(words: Sequence[str]) -> bool:
    return all(_MARK.match(word) for word in words)


def _answers(words: Sequence[str]) -> Any:
    """Return the action, or the mix, of a line such as ``5  stand 2/11, draw 9/11``."""
    parts = [_PART.match(part.strip()) for part in " ".join(words[1:]).split(",")]
    if len(words) < 2 or not all(parts):
        return None
    pairs = [(part[1], part[2]) for part in parts if part is not None]
    if len(pairs) == 1 and pairs[0][1] is None:
        return pairs[0][0]
    return None if any(chance is None for _, chance in pairs) else dict(pairs)
