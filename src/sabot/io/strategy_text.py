"""Strategies as text: the grid of letters that ``sabot solve`` prints, written by hand or pasted.

```
Banker
    0 1 2 3 4 5 6 7 8 9 -
  3 D D D D D D D D S D D
  6 S S S S S S D D S S *
  6,-  stand 2/3, draw 1/3
```

A line that names a seat begins its part; a line of what is seen heads a grid; each line below it is
a hand or total and a letter for each column, the first letter of an action. ``*`` is a mixed
action, given by a line of its own. ``#`` begins a remark. The whole output of ``sabot solve`` is
read as well: title, value, remarks and method are left out, lines wrapped at the width of the
screen are joined again, and ``1-6`` stands for six information sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sabot.errors import FormError

_UNIQUENESS_VERDICT = re.compile(
    r"\s+(the only optimal strategy|one of several optimal strategies|never asked)\b"
)
_REMARK_LINE = re.compile(
    r"[\d,]+ other choices? never played|never shown, |never asked$|[\d,]+ views? forced or never|"
    r"and [\d,]+ more lines?;"
)
_METHOD_LINE = re.compile(r"  method  ")
_WRAPPED_LINE = re.compile(r"[≈=/%]|[≈=,]$|^\S+$")
_VIEW_RANGE = re.compile(r"(.*?)(\d+)(?:-|\.\.)(\d+)$")
_ROUNDED_CHANCE = re.compile(r"(\S+)\s+(?:.*, )?[^\W\d][\w-]* ≈")
_MAX_VIEWS_IN_RANGE = 1000
NumberedLines = list[tuple[int, str]]


def is_solve_output(text: str, seats: Sequence[str]) -> bool:
    """Return whether a text has a line on uniqueness, as only ``sabot solve`` prints it."""
    return any(_begins_seat(line, seats) for line in text.splitlines())


def _begins_seat(line: str, seats: Sequence[str]) -> bool:
    return any(
        line.startswith(seat) and _UNIQUENESS_VERDICT.match(line, len(seat)) for seat in seats
    )


def strategy_lines(text: str, seats: Sequence[str]) -> NumberedLines:
    r"""Return the lines that describe strategies, each with its number.

    >>> text = "g\n\na  the only optimal strategy\n  1-2  x 1/2,\n       y 1/2\n\n  method  lp\n"
    >>> strategy_lines(text, ("a", "b"))
    [(3, 'a'), (4, '  1  x 1/2, y 1/2'), (4, '  2  x 1/2, y 1/2')]
    """
    kept = [
        (number, line)
        for number, line in _join_wrapped_lines(text)
        if not _REMARK_LINE.match(line.strip())
    ]
    spots = [spot for spot, (_, line) in enumerate(kept) if _begins_seat(line, seats)]
    found: NumberedLines = []
    for number, line in kept[spots[0] :]:
        if _METHOD_LINE.match(line):
            break
        if _begins_seat(line, seats):
            found.append((number, line.split()[0]))
        else:
            _require_exact(number, line)
            found += ((number, one) for one in _expand_range(line))
    return found


def _join_wrapped_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines, each joined with its continuation lines."""
    number, held = 0, ""
    for at, line in enumerate(text.splitlines(), 1):
        deeper = _indent(line) > _indent(held) >= 2
        if (
            held.strip()
            and deeper
            and (_WRAPPED_LINE.search(line.strip()) or held.endswith((",", "≈")))
        ):
            held = f"{held} {line.strip()}"
            continue
        if held:
            yield number, held
        number, held = at, line.rstrip()
    if held:
        yield number, held


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _require_exact(number: int, line: str) -> None:
    """Refuse a mix that the screen shows rounded: its chances would not add to 1."""
    if rounded := _ROUNDED_CHANCE.match(line.strip()):
        raise FormError(
            f"line {number}: the mix at {rounded[1]} is too long for a screen and is rounded "
            "there; take the file of sabot solve GAME -o FILE.json"
        )


def _expand_range(line: str) -> Iterator[str]:
    """Yield a line for each view of a range."""
    label, *rest = line.split(maxsplit=1)
    ends = _VIEW_RANGE.match(label)
    if not rest or ends is None or not 0 < int(ends[3]) - int(ends[2]) < _MAX_VIEWS_IN_RANGE:
        yield line
        return
    for view in range(int(ends[2]), int(ends[3]) + 1):
        yield f"  {ends[1]}{view}  {rest[0]}"


MIXED_MARK = "*"
UNREACHED_MARK = "."
_LEGEND = re.compile(r"(rows|columns)\s|.*\bmixed:$|[A-Z] \w+(, [A-Z] \w+)+:?$")
_ACTION_AND_CHANCE = re.compile(
    r"([^\W\d][\w-]*)(?:\s+([-+.\d/%]+))?(?:\s*[≈=]\s*[^\s(]+)?(?:\s+\(\S+%\))?$"
)
_MARK = re.compile(rf"[A-Z{re.escape(MIXED_MARK)}{UNREACHED_MARK}]$")
Answer = str | dict[str, str]
"""An action or its mark, or probabilities by action, as written."""
StrategyDict = dict[str, Answer]


def parse_strategy_text(text: str, seats: Sequence[str], seat: str = "") -> dict[str, StrategyDict]:
    r"""Return the strategies in text, by seat; *seat* is whose the first one is, if it is known.

    >>> parse_strategy_text("b\n    0 -\n  3 D *\n  3,-  draw 1/3, stand 2/3", ("a", "b"))
    {'b': {'3,0': 'D', '3,-': {'draw': '1/3', 'stand': '2/3'}}}
    """
    found: dict[str, StrategyDict] = {}
    mixed: dict[tuple[str, str], int] = {}
    columns: list[str] = []
    pasted = is_solve_output(text, seats)
    lines = strategy_lines(text, seats) if pasted else enumerate(text.splitlines(), 1)
    for number, line in lines:
        words = line.split("#")[0].split()
        if not words or _LEGEND.match(" ".join(words)):
            continue
        if words[0] in seats and not _parse_answer(words):
            seat, columns = words[0], []
        elif not seat:
            raise FormError(f"line {number}: whose strategy is it? begin with {' or '.join(seats)}")
        elif columns and len(words) > len(columns) and _are_marks(words[-len(columns) :]):
            row = words[-len(columns) - 1]
            for column, mark in zip(columns, words[-len(columns) :], strict=True):
                view = f"{row},{column}"
                _add_answer(found.setdefault(seat, {}), view, mark, number)
                if mark == MIXED_MARK:
                    mixed[seat, view] = number
        elif (answers := _parse_answer(words)) is not None:
            own = found.setdefault(seat, {})
            if mixed.pop((seat, words[0]), None):
                del own[words[0]]
            _add_answer(own, words[0], answers, number)
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
            f"line {number}: {view} is {MIXED_MARK}, a mix; write it below: {view}  draw 1/3, "
            "stand 2/3"
        )
    return found


def _add_answer(own: StrategyDict, view: str, answer: Answer, number: int) -> None:
    if answer == UNREACHED_MARK:
        return
    if view in own:
        raise FormError(f"line {number}: {view} is answered twice")
    own[view] = answer


def _are_marks(words: Sequence[str]) -> bool:
    return all(_MARK.match(word) for word in words)


def _parse_answer(words: Sequence[str]) -> Answer | None:
    """Return the action, or the mix, of a line such as ``5  stand 2/11, draw 9/11``."""
    parts = [_ACTION_AND_CHANCE.match(part.strip()) for part in " ".join(words[1:]).split(",")]
    if len(words) < 2 or not all(parts):
        return None
    pairs = [(part[1], part[2]) for part in parts if part is not None]
    if len(pairs) == 1 and pairs[0][1] is None:
        return pairs[0][0]
    return None if any(chance is None for _, chance in pairs) else dict(pairs)
