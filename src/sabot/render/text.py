"""Numbers, durations, sizes and labels as short text that is safe to print.

Fractions too long for a line are shortened or given as decimals. Every label that comes from a game
or a file passes through :func:`printable`, which escapes control characters, so that it cannot
move the cursor or hide letters on a terminal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
    Inexact,
)
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.exact import format_fraction, format_integer

if TYPE_CHECKING:
    from sabot.certify import Verdict
    from sabot.results.base import Result

MAX_FRACTION_CHARS = 46
"""A fraction with more characters than this is shortened on the screen."""
MAX_CHANCE_CHARS = 24
"""In a mix, a longer fraction gives way to its decimal."""
DIGITS = 10
"""Significant digits of a value, by default."""
MIX_DIGITS = 6
"""Significant digits of a chance in a mix, by default."""
STOP_REASONS = {
    "gap": "until it was as near as asked",
    "iterations": "until its iterations were used up",
    "stalled": "until floats could do no better",
    "stopped": "until it was stopped",
}
"""Why a search ended, after how long it ran."""
COMPLETENESS_NOT_PROVED = "that there are no others was not shown"
"""Of a file whose check gave up: to build all vertices took too long."""

LONG_FRACTION_CHARS = 7
"""A longer fraction has a percentage beside its decimal."""
_LEAST_IN_PERCENT = Fraction(1, 10**4)
PERCENT_DIGITS = 5
"""Significant digits of that percentage, at most."""

MAX_LABEL_CHARS = 60
"""Letters of an action or a view that are shown on a line."""
MAX_READABLE_CHARS = 36
"""A longer fraction is no help to a person at play."""


def printable(text: str) -> str:
    r"""Return *text* with everything that could move a cursor or hide letters written as escapes.

    >>> printable("fold\x1b[2J\n"), printable("tièrce")
    ('fold\\x1b[2J\\n', 'tièrce')
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )


def shorten_fraction(number: Fraction | int) -> str:
    """Return ``p/q``, or its first digits and their number where it is very long.

    >>> shorten_fraction(Fraction(277, 11050)), shorten_fraction(Fraction(10**60, 7))
    ('277/11050', '10000000...[61 digits]/7')
    """
    text = format_fraction(number)
    if len(text) <= MAX_FRACTION_CHARS:
        return text
    return "/".join(_shorten_integer(part) for part in text.split("/"))


def _shorten_integer(digits: str) -> str:
    bare = digits.lstrip("-")
    if len(bare) <= 20:
        return digits
    return f"{'-' * (len(digits) - len(bare))}{bare[:8]}...[{len(bare):,} digits]"


def decimal_text(
    number: Fraction | int, digits: int = DIGITS, *, up: bool = False
) -> tuple[str, bool]:
    """Return *number* to *digits* significant digits, and whether nothing was lost by that.

    *up*: it is rounded up, so that what is at most *number* is at most the decimal too.

    >>> decimal_text(Fraction(1, 3), 4), decimal_text(Fraction(5, 8)), decimal_text(10**30)
    (('0.3333', False), ('0.625', True), ('1E+30', True))
    >>> decimal_text(Fraction(1, 3), 4, up=True)
    ('0.3334', False)
    """
    rounding = ROUND_CEILING if up else ROUND_HALF_EVEN
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    exact = not context.flags[Inexact]
    plain = quotient == 0 or -7 < quotient.adjusted() < max(digits, 16)
    if not plain:
        mantissa, _, exponent = f"{quotient:E}".partition("E")
        return f"{_strip_trailing_zeros(mantissa)}E{exponent}", exact
    return _strip_trailing_zeros(f"{quotient:f}"), exact


def rounded_decimal(number: Fraction | int, digits: int = DIGITS) -> str:
    """Return a number as a decimal, marked where it is rounded.

    >>> rounded_decimal(Fraction(1, 3), 4), rounded_decimal(Fraction(5, 8))
    ('≈ 0.3333', '0.625')
    """
    text, exact = decimal_text(number, digits)
    return text if exact else f"≈ {text}"


def _strip_trailing_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def fraction_and_decimal(
    number: Fraction | int, digits: int = DIGITS, *, percent: bool | None = None
) -> str:
    """Return a number as a fraction and as a decimal, and in per cent where *percent* says so.

    By default a long fraction below 1 has its percentage.

    >>> [fraction_and_decimal(number) for number in (Fraction(277, 11050), Fraction(5, 8), 3)]
    ['277/11050 ≈ 0.0250678733 (2.5068%)', '5/8 = 0.625', '3']
    """
    if number.denominator == 1 and len(format_integer(number.numerator)) <= MAX_FRACTION_CHARS:
        return format_fraction(number)
    text, exact = decimal_text(number, digits)
    said = f"{shorten_fraction(number)} {'=' if exact else '≈'} {text}"
    if percent or (percent is None and is_long_fraction(number)):
        said += percent_in_brackets(number, min(digits - 2, PERCENT_DIGITS))
    return said


def is_long_fraction(number: Fraction | int) -> bool:
    """Return whether a number is easier to grasp in per cent than by its fraction.

    >>> is_long_fraction(Fraction(-26, 225)), is_long_fraction(Fraction(277, 11050))
    (False, True)
    """
    size = abs(Fraction(number))
    return _LEAST_IN_PERCENT < size < 1 and len(format_fraction(size)) > LONG_FRACTION_CHARS


def percent_in_brackets(share: Fraction | int, digits: int) -> str:
    """Return a percentage to follow a decimal; without a space, at which a line could break.

    >>> percent_in_brackets(Fraction(1, 3), 4), percent_in_brackets(1 - Fraction(1, 10**6), 4)
    (' (33.33%)', ' (99.9999%)')
    """
    text = decimal_text(100 * share, digits)[0]
    if text == "100" and share != 1:
        text = decimal_text(100 * share, DIGITS)[0]
    return f" ({text}%)"


def percent_text(share: Fraction | int, digits: int = MIX_DIGITS) -> str:
    """Return a share in per cent.

    >>> percent_text(Fraction(1, 8)), percent_text(Fraction(1, 3))
    ('12.5 %', '33.3333 %')
    """
    return f"{decimal_text(100 * share, digits)[0]} %"


def mixed_action_text(chances: Iterable[tuple[str, Fraction]], digits: int = MIX_DIGITS) -> str:
    """Return what is done and how often: a single word when it is done always.

    A chance whose fraction is very long is only shown as a decimal; where all are shown and one is
    long, all have their percentages.

    >>> mixed_action_text([("hold", Fraction(5, 8)), ("exchange", Fraction(3, 8))])
    'hold 5/8 = 0.625, exchange 3/8 = 0.375'
    >>> mixed_action_text([("bet", Fraction(1, 3**50)), ("check", 1 - Fraction(1, 3**50))])
    'bet ≈ 1.39296E-24, check ≈ 1'
    >>> mixed_action_text([("stand", Fraction(8235, 36496)), ("draw", Fraction(28261, 36496))])
    'stand 8235/36496 ≈ 0.225641 (22.56%), draw 28261/36496 ≈ 0.774359 (77.44%)'
    >>> mixed_action_text([("keep", Fraction(1))])
    'keep'
    """
    parts = [(printable(action), chance) for action, chance in chances if chance]
    if len(parts) == 1 and parts[0][1] == 1:
        return parts[0][0]
    readable = [len(format_fraction(chance)) <= MAX_CHANCE_CHARS for _, chance in parts]
    percent = all(readable) and any(is_long_fraction(chance) for _, chance in parts)
    return ", ".join(
        f"{action} {fraction_and_decimal(chance, digits, percent=percent)}"
        if whole
        else f"{action} ≈ {decimal_text(chance, digits)[0]}"
        for (action, chance), whole in zip(parts, readable, strict=True)
    )


def clip_label(text: str) -> str:
    """Return a name that fits on a line, harmless to a terminal.

    >>> clip_label("fold"), len(clip_label("x" * 500))
    ('fold', 60)
    """
    shown = printable(text[:MAX_LABEL_CHARS])
    if len(shown) <= MAX_LABEL_CHARS and len(text) <= MAX_LABEL_CHARS:
        return shown
    return f"{shown[: MAX_LABEL_CHARS - 3]}..."


def join_with_or(names: Sequence[str], most: int = 3) -> str:
    """Return names to choose from, the first few of many.

    >>> join_with_or(["pass", "bet"]), join_with_or(list("abcdef"))
    ('pass or bet', 'a or b or c or 3 others')
    """
    shown = " or ".join(map(clip_label, names[:most]))
    left = len(names) - most
    return f"{shown} or {left:,} {'others' if left > 1 else 'other'}" if left > 0 else shown


def amount_text(
    number: Fraction, digits: int = MIX_DIGITS, *, plus: bool = False, percent: bool | None = None
) -> str:
    """Return a number as a fraction and a decimal; a fraction too long to read is left out.

    >>> amount_text(Fraction(-1, 3)), amount_text(Fraction(1, 2), plus=True)
    ('-1/3 ≈ -0.333333', '+1/2 = 0.5')
    >>> amount_text(Fraction(10**30, 7**35))
    '≈ 2.63979'
    """
    sign = "+" if plus and number > 0 else ""
    if len(format_fraction(number)) <= MAX_READABLE_CHARS:
        return f"{sign}{fraction_and_decimal(number, digits, percent=percent)}"
    return f"≈ {sign}{decimal_text(number, digits)[0]}"


def duration_text(seconds: float) -> str:
    """Return a time in words.

    >>> duration_text(0.0251), duration_text(3.21), duration_text(125)
    ('0.025 s', '3.2 s', '2 min 5 s')
    """
    if seconds < 0.9995:
        return f"{seconds:.3f} s"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,} h {minutes} min"


def check_status(result: Result, checked: float | None) -> str:
    """Return whether a result was checked: in how many seconds, or when it was loaded."""
    if checked is not None:
        return f"checked in {duration_text(checked)}"
    return "checked when it was loaded" if result.checked_file else "not checked"


def duration_range_text(low: float, high: float) -> str:
    """Return a guessed range of times in words that do not pretend to more.

    The ends are rounded outwards, to a digit.

    >>> ranges = ((0.01, 0.4), (0.53, 8.2), (90, 1500), (9000, 5e6))
    >>> [duration_range_text(low, high) for low, high in ranges]
    ['under a second', 'under 9 s', '1 min to 30 min', '2 h to 60 days']
    >>> duration_range_text(0.2, 1.2), duration_range_text(1, 1)
    ('under 2 s', 'about 1 s')
    """
    if high < 1:
        return "under a second"
    if low < 1:
        return f"under {_time_in_largest_unit(high, math.ceil)}"
    ends = _time_in_largest_unit(low, math.floor), _time_in_largest_unit(high, math.ceil)
    return " to ".join(ends) if ends[0] != ends[1] else f"about {ends[0]}"


def _time_in_largest_unit(seconds: float, rounded: Callable[[float], int]) -> str:
    units = ((86400, "days"), (3600, "h"), (60, "min"), (1, "s"))
    size, name = next(unit for unit in units if seconds >= unit[0])
    count = seconds / size
    digit = 10 ** (len(str(int(count))) - 1)
    return f"{rounded(count / digit) * digit} {name}"


def byte_size_text(count: int) -> str:
    """Return a number of bytes in words.

    >>> byte_size_text(64_000_000), byte_size_text(3_400_000_000)
    ('64 MB', '3.4 GB')
    """
    if count < 10**9:
        return f"{max(1, round(count / 10**6))} MB"
    return f"{count / 10**9:,.1f} GB"


def count_noun(count: int, word: str, many: str = "") -> str:
    """Return a count with its word.

    >>> count_noun(1, "strategy", "strategies"), count_noun(1200, "hand")
    ('1 strategy', '1,200 hands')
    """
    return f"{count:,} {word if count == 1 else many or word + 's'}"


_METHOD_WORDS: tuple[tuple[str, str], ...] = (
    (r"additive|bimatrix|matrix", ""),
    (r"(.+ of .+) cells settled first", r"\1 decisions settled by dominance"),
    (r"(.+ of .+) rows and columns dominated", r"\1 rows and columns removed by dominance"),
    (r"(?:float|refined) basis, exact at once", "linear program, solved exactly"),
    (r"(?:float|refined) basis, (\d+) (?:long|exact) pivots", r"linear program, \1 pivots, exact"),
    (r"(Lemke-Howson) in floats, its basis solved exactly", r"\1, solved exactly"),
    (r"Lemke in floats, its basis solved exactly", "Lemke's algorithm, solved exactly"),
    (r"Lemke, (.*)", r"Lemke's algorithm, \1"),
    (r"binary choices, case by case", "every case of the choices between two actions"),
    (r"1 in all", "the only equilibrium"),
    (r"(\d+) in all", r"one of \1 equilibria"),
    (r"pure", "a pure equilibrium"),
)
"""What a result's file says of its method, piece by piece, and the words for a reader."""


def method_text(method: str) -> str:
    """Return in plain words how a result was found; what was settled first comes first.

    >>> method_text("additive; lower envelope; 24 of 26 cells settled first")
    '24 of 26 decisions settled by dominance; lower envelope'
    >>> method_text("sequence form; float basis, exact at once")
    'sequence form; linear program, solved exactly'
    """
    found: list[str] = []
    for piece in method.split("; "):
        for pattern, words in _METHOD_WORDS:
            if (match := re.fullmatch(pattern, piece)) is not None:
                piece = match.expand(words)
                break
        found.append(piece)
    return "; ".join(sorted(filter(None, found), key=lambda piece: "dominance" not in piece))


def with_article(seat: str) -> str:
    """Return a player's name for use in a sentence: a role takes an article.

    Other names may be those of persons, and take none.

    >>> with_article("receiver"), with_article("first"), with_article("Player"), with_article("ann")
    ('the receiver', 'the first seat', 'Player', 'ann')
    """
    if seat in _PLACES:
        return f"the {seat} seat"
    return f"the {seat}" if seat in _ROLES else printable(seat)


def payee_text(number: Fraction | int, seat: str, play: str = "hand", *, by: str = "") -> str:
    """Return what follows a payoff: whom it is paid to and *by* whom, or who loses how much.

    *play* is what one play of the game is called.

    >>> payee_text(Fraction(1, 8), "receiver"), payee_text(Fraction(-1, 18), "first")
    (', paid to the receiver', ': the first seat loses 1/18 per hand')
    >>> payee_text(Fraction(-1, 18), "ann", by="the best reply")
    ': ann loses 1/18 per hand to the best reply'
    """
    if number >= 0:
        return f", paid to {with_article(seat)}{f' by {by}' if by else ''}"
    return f": {loss_text(number, seat, play)}{f' to {by}' if by else ''}"


def loss_text(number: Fraction | int, seat: str, play: str = "hand") -> str:
    """Return who loses how much per hand of a game, for a negative payoff.

    >>> loss_text(Fraction(-1, 18), "Player"), loss_text(Fraction(-581376851, 42646944600), "ann")
    ('Player loses 1/18 per hand', 'ann loses about 0.013632 per hand')
    >>> loss_text(-2, "row", "play")
    'the row seat loses 2 per play'
    """
    lost = abs(Fraction(number))
    short = len(format_fraction(lost)) <= LONG_FRACTION_CHARS
    said = format_fraction(lost) if short else f"about {decimal_text(lost, PERCENT_DIGITS)[0]}"
    does = "lose" if seat.lower() == "players" else "loses"
    return f"{with_article(seat)} {does} {said} per {play}"


def player_name(seat: str) -> str:
    """Return a player's name in a sentence of a paper or a page: numbers are players.

    >>> player_name("1"), player_name("first"), player_name("dealer"), player_name("Banker")
    ('player 1', 'the first player', 'the dealer', 'Banker')
    """
    if seat in _PLACES:
        return f"the {seat} player"
    return f"player {seat}" if seat.isdigit() else with_article(seat)


_PLACES = frozenset(("first", "second", "third", "fourth", "last", "row", "column"))
_ROLES = frozenset(("banker", "caller", "dealer", "opener", "opponent", "player", "receiver"))


def file_stem(game: str) -> str:
    """Return the name of a game, or of the rules in a file, as a name of a file without a suffix.

    >>> file_stem("le-her"), file_stem("games/own.py:one_card"), file_stem("kuhn.efg")
    ('le-her', 'one_card', 'kuhn')
    """
    name = game.rpartition(":")[2].rpartition("/")[2].partition(".")[0]
    stem = "".join(letter if letter.isalnum() or letter in "_-" else "-" for letter in name)
    return stem.strip("-") or "solution"


def verdict_lines(proved: Verdict) -> list[str]:
    """Return what the checker proved, by lines; a number exactly, and as a decimal."""
    from sabot.certify import ValueVerdict
    from sabot.loading import find_family  # imports rules, which `sabot --help` does not need

    head = [proved.words]
    if isinstance(proved, ValueVerdict):
        family = find_family(proved.game) if proved.game else None
        play = "hand" if family is None else family.one_play
        value = f"value {fraction_and_decimal(proved.number)}"
        first = proved.called[0]
        if proved.number < 0 and is_long_fraction(proved.number):
            head = ["proved", value, loss_text(proved.number, first, play)]
        else:
            head = ["proved", value + payee_text(proved.number, first, play)]
    return [*head, *proved.lines]
