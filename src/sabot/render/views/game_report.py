"""Views of a designer's report: one game in sections, several side by side, all as a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from sabot.analysis.game_report import (
    GameReport,
    HandOutcome,
    InfosetUse,
    OptionUse,
    OptionVerdict,
)
from sabot.exact import format_fraction
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    Heading,
    Phrase,
    Remark,
    Section,
    StyledText,
    Tone,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.strategy_table import merge_equal_infosets
from sabot.render.text import (
    MIX_DIGITS,
    amount_text,
    clip_label,
    count_noun,
    decimal_text,
    percent_text,
)

MOST_OUTCOMES = 16
MOST_LETTERS = 90
"""Letters of the information sets that are named in one cell; the others are counted."""
GAMES_PER_TABLE = 3
"""Columns of games that fit side by side on a screen."""
_MAX_CHANCE_CHARS = 14
"""Letters of a fraction that is shown beside its percentage."""


def report_view(
    found: GameReport, *, whole: bool = False, more: str = " (--json has all)"
) -> Document:
    """Return a report for the screen; of several games, the same numbers side by side.

    With *whole* every outcome and every information set is shown; *more* says where the others are.
    """
    if found.others:
        return _comparison((found, *found.others))
    return build_document(
        Heading(found.game, "report"),
        _who_is_ahead(found),
        _how_it_ends(found, None if whole else MOST_OUTCOMES, more),
        _how_long(found),
        _which_options(found, None if whole else MOST_LETTERS),
        _closing_notes(found),
    )


def report_pages(found: GameReport) -> Document:
    """Return the same for a file: nothing is cut."""
    return report_view(found, whole=True)


# ---------------------------------------------------------------- words for numbers


def chance_text(chance: Fraction) -> str:
    """Return a probability as a short fraction and as a percentage.

    >>> chance_text(Fraction(1, 3)), chance_text(Fraction(1, 4)), chance_text(Fraction(1))
    ('1/3 ≈ 33.33 %', '1/4 = 25 %', '100 %')
    """
    percent, exact = percent_text(chance, 4), decimal_text(100 * chance, 4)[1]
    if chance in (0, 1):
        return percent
    fraction = format_fraction(chance)
    if len(fraction) > _MAX_CHANCE_CHARS:
        return percent if exact else f"≈ {percent}"
    return f"{fraction} {'=' if exact else '≈'} {percent}"


def times_text(count: Fraction, digits: int = MIX_DIGITS) -> str:
    """Return how many times something happens per hand: a number, never a percentage.

    >>> times_text(Fraction(20961, 28561)), times_text(Fraction(2))
    ('20961/28561 ≈ 0.733903', '2')
    """
    return amount_text(count, digits, percent=False)


def gain_text(payoff: Fraction) -> str:
    """Return what a player is paid per hand, as a gain or a loss.

    >>> gain_text(Fraction(-1, 18)), gain_text(Fraction(0))
    ('loses 1/18 ≈ 0.0555556 per hand', 'neither wins nor loses')
    """
    if not payoff:
        return "neither wins nor loses"
    return f"{'wins' if payoff > 0 else 'loses'} {amount_text(abs(payoff))} per hand"


# ---------------------------------------------------------------- one game


def _who_is_ahead(found: GameReport) -> list[Block]:
    rows: list[tuple[str, Phrase]] = []
    for seat in found.seats:
        tone: Tone = "strong" if seat == found.leader else "plain"
        rows.append((clip_label(seat), StyledText(gain_text(found.payoffs[seat]), tone)))
    parts: list[Block] = [BREAK, Section("Who is ahead"), labelled_lines(*rows)]
    if found.zero_sum and not any(found.payoffs.values()):
        parts.append(Remark("the game is fair"))
    return parts


def _how_it_ends(found: GameReport, most: int | None, more: str) -> list[Block]:
    if not found.outcomes:
        return []
    counted = len(found.outcomes[0].pays)
    shown = found.seats[:1] if found.zero_sum and len(found.seats) == 2 else found.seats[:counted]
    rows = _outcome_rows(found.outcomes, len(shown))
    parts: list[Block] = [BREAK, Section("How a hand ends")]
    head = (*(f"{clip_label(seat)} gets" for seat in shown), "probability")
    right = range(len(shown))
    parts.append(build_table(rows[:most], head=head, right=right))
    if most is not None and len(rows) > most:
        parts.append(Remark(f"and {count_noun(len(rows) - most, 'other payoff')}{more}"))
    lines = [(clip_label(seat), _ends_text(found, seat)) for seat in found.seats]
    known: list[tuple[str, Phrase]] = [(seat, text) for seat, text in lines if text]
    return [*parts, BREAK, labelled_lines(*known)] if known else parts


def _outcome_rows(outcomes: Sequence[HandOutcome], seats: int) -> list[tuple[Phrase, ...]]:
    return [
        (*(amount_text(pay, plus=True) for pay in one.pays[:seats]), chance_text(one.chance))
        for one in outcomes
    ]


def _ends_text(found: GameReport, seat: str) -> str:
    """Return how often a player wins, ties and loses."""
    ends = found.chance_to_win(seat)
    if ends is None:
        return ""
    words = zip(("wins", "ties", "loses"), ends, strict=True)
    return ", ".join(f"{word} {chance_text(chance)}" for word, chance in words if chance)


def _how_long(found: GameReport) -> list[Block]:
    if found.averaged:
        return []
    total = sum(found.decisions.values(), Fraction(0))
    rows: list[tuple[str, Phrase]] = [("decisions", f"{times_text(total)} per hand")]
    rows += [(clip_label(seat), times_text(made)) for seat, made in found.decisions.items()]
    parts: list[Block] = [BREAK, Section("How long a hand takes"), labelled_lines(*rows)]
    length = found.length
    if length is None:
        return parts
    chances = length.chances
    ends = f"shortest hand {count_noun(length.shortest, 'decision')}, longest {length.longest}"
    if length.shortest == length.longest:
        ends = f"every hand has {count_noun(length.shortest, 'decision')}"
    elif (min(chances), max(chances)) != (length.shortest, length.longest):
        ends += f"; as played here {min(chances)} to {max(chances)}"
    parts.append(Remark(ends))
    if len(chances) > 1:
        lines = ((str(count), chance_text(chance)) for count, chance in chances.items())
        parts += [BREAK, build_table(lines, head=("decisions", "probability"), right=(0,))]
    return parts


def _which_options(found: GameReport, most: int | None) -> list[Block]:
    if not found.infosets:
        return [BREAK, Remark("nobody chooses anything: chance decides")]
    rows = (
        (
            clip_label(one.seat),
            clip_label(one.action),
            times_text(one.taken),
            "never offered" if one.share is None else chance_text(one.share),
            _TOTAL_WORDS[one.verdict],
        )
        for one in found.options
    )
    head = ("player", "option", "per hand", "share of offers", "")
    parts: list[Block] = [BREAK, Section("Which options are used")]
    parts.append(build_table(rows, head=head, right=(2,)))
    for verdict in _LISTED:
        parts += _options_with_verdict(found, verdict, most)
    return parts


_TOTAL_WORDS = {
    "used": "",
    "rare": "hardly used",
    "never": "never used",
    "elsewhere": "not used here",
    "undecided": "not used here",
}
_LISTED: tuple[OptionVerdict, ...] = ("never", "rare", "elsewhere", "undecided")


def _verdict_words(found: GameReport, verdict: OptionVerdict) -> str:
    """Return the heading over the options with a verdict."""
    what = "optimal strategy" if found.found == "optimal" else "equilibrium"
    words = {
        "used": "Used",
        "never": f"Never used: proved, no {what} plays it"
        if len(found.seats) == 2
        else "Never used: proved by dominance, no equilibrium plays it where it comes up",
        "rare": f"Hardly used: with a probability below {chance_text(found.bound)}",
        "elsewhere": f"Not used in the strategies found; another {what} plays it",
        "undecided": f"Not used in the strategies found; another {what} might play it",
    }
    return words[verdict]


def _options_with_verdict(
    found: GameReport, verdict: OptionVerdict, most: int | None
) -> list[Block]:
    groups: dict[tuple[str, str], list[tuple[InfosetUse, OptionUse]]] = {}
    for at, use in found.with_verdict(verdict):
        groups.setdefault((at.seat, use.action), []).append((at, use))
    if not groups:
        return []
    rows = (
        (
            clip_label(seat),
            clip_label(action),
            _views_text([at.view for at, _ in uses], most),
            times_text(sum((at.reach for at, _ in uses), Fraction(0)), 4),
        )
        for (seat, action), uses in groups.items()
    )
    head = ("player", "option", "information sets", "reached per hand")
    return [BREAK, Section(_verdict_words(found, verdict)), build_table(rows, head=head)]


def _views_text(views: Iterable[str], most: int | None) -> str:
    """Return information sets as a list, neighbours together; about *most* letters of it."""
    labels = [line.label for line in merge_equal_infosets({view: {} for view in views})]
    shown: list[str] = []
    for one in labels:
        if most is not None and shown and len(", ".join([*shown, one])) > most:
            break
        shown.append("(one choice)" if one == "-" else clip_label(one))
    left = len(labels) - len(shown)
    text = ", ".join(shown)
    return f"{text} and {left:,} more" if left > 0 else text


def _closing_notes(found: GameReport) -> list[Block]:
    notes = list(found.notes)
    if found.infosets and found.found == "optimal" and not all(found.unique.values()):
        notes.append("a player has several optimal strategies; shares are those of the one found")
    if found.found == "equilibrium" and not all(found.unique.values()):
        notes.append("there may be other equilibria, with other numbers")
    return [BREAK, *map(Remark, notes)] if notes else []


# ---------------------------------------------------------------- several games


def _comparison(reports: Sequence[GameReport]) -> Document:
    """Return the same numbers of several games side by side."""
    title, how, labels = _title_and_labels(reports)
    lines = _comparison_lines(reports)
    parts: list[Block] = [Heading(title, how)]
    for start in range(0, len(reports), GAMES_PER_TABLE):
        some = range(len(reports))[start : start + GAMES_PER_TABLE]
        rows = [(label, *(tell(reports[n]) for n in some)) for label, tell in lines]
        head = ("", *(labels[n] for n in some))
        parts += [BREAK, build_table(rows, head=head)]
    notes = ["never used, hardly used: options are counted at every information set"]
    notes += dict.fromkeys(note for one in reports for note in one.notes)
    return build_document(parts, BREAK, map(Remark, notes))


def _title_and_labels(reports: Sequence[GameReport]) -> tuple[str, str, list[str]]:
    """Return what the games share, how they differ, and their labels: parameters or strings."""
    strings = [one.game for one in reports]
    plain = strings[0], "compared", strings
    games = [one.find_game() for one in reports]
    known = [one for one in games if one is not None]
    if len(known) < len(games) or len({one.rules.name for one in known}) > 1:
        return plain
    shown = [{k: one.rules.kind(k).show(v) for k, v in one.parameters.items()} for one in known]
    keys = [key for key in shown[0] if len({own.get(key) for own in shown}) > 1]
    labels = [", ".join(f"{key}={own.get(key, '')}" for key in keys) for own in shown]
    if len(set(labels)) < len(labels):
        return plain
    first = known[0]
    same = {key: value for key, value in first.parameters.items() if key not in keys}
    shared = ", ".join(first.rules.shown(same))
    name = f"{first.rules.name}({shared})" if shared else first.rules.name
    return name, f"compared by {', '.join(keys)}", labels


Teller = Callable[[GameReport], str]


def _comparison_lines(reports: Sequence[GameReport]) -> list[tuple[str, Teller]]:
    """Return the lines of a comparison: a label, and its text for a report."""
    seats = list(dict.fromkeys(seat for one in reports for seat in one.seats))
    lines: list[tuple[str, Teller]] = []
    for seat in seats:
        lines.append((f"{seat} per hand", _of_seat(seat, _signed_payoff)))
    for word, spot in (("wins", 0), ("ties", 1), ("loses", 2)):
        lines.append((f"{seats[0]} {word}", _of_seat(seats[0], _end_of(spot))))
    lines.append(("decisions per hand", _all_decisions))
    for seat in seats:
        lines.append((f"  {seat}", _of_seat(seat, _decisions_of)))
    lines.append(("longest hand", _longest_hand))
    for seat, action in dict.fromkeys((o.seat, o.action) for one in reports for o in one.options):
        lines.append((f"{clip_label(seat)}: {clip_label(action)}", _share_of(seat, action)))
    lines.append(("never used", lambda one: str(len(one.with_verdict("never")))))
    lines.append(("hardly used", lambda one: str(len(one.with_verdict("rare")))))
    return [(label, tell) for label, tell in lines if any(tell(one) != "" for one in reports)]


def _all_decisions(one: GameReport) -> str:
    return "" if one.averaged else _short(sum(one.decisions.values()))


def _decisions_of(one: GameReport, seat: str) -> str:
    return "" if one.averaged else _short(one.decisions[seat])


def _longest_hand(one: GameReport) -> str:
    if one.averaged:
        return ""
    return str(one.length.longest) if one.length else "?"


def _of_seat(seat: str, tell: Callable[[GameReport, str], str]) -> Teller:
    return lambda one: tell(one, seat) if seat in one.seats else ""


def _signed_payoff(one: GameReport, seat: str) -> str:
    return _short(one.payoffs[seat], plus=True)


def _end_of(spot: int) -> Callable[[GameReport, str], str]:
    def tell(one: GameReport, seat: str) -> str:
        ends = one.chance_to_win(seat)
        return "" if ends is None else percent_text(ends[spot], 4)

    return tell


def _share_of(seat: str, action: str) -> Teller:
    def tell(one: GameReport) -> str:
        total = next((o for o in one.options if (o.seat, o.action) == (seat, action)), None)
        if total is None:
            return ""
        if total.share is None:
            return "never offered"
        words = _TOTAL_WORDS[total.verdict]
        share = percent_text(total.share, 4)
        return f"{share}, {words}" if words else share

    return tell


def _short(number: Fraction | int, *, plus: bool = False) -> str:
    """Return a number for a narrow column: its fraction where that is short, and a decimal."""
    number = Fraction(number)
    sign = "+" if plus and number > 0 else ""
    text, exact = decimal_text(number, MIX_DIGITS)
    fraction = format_fraction(number)
    if exact or len(fraction.lstrip("-")) > 9:
        return f"{sign}{text}"
    return f"{sign}{fraction} ≈ {decimal_text(number, 4)[0]}"


# ---------------------------------------------------------------- a spreadsheet


def report_sheet(found: GameReport) -> Document:
    """Return every option of every game in a line: reach, probability and verdict."""
    rows: list[tuple[Phrase, ...]] = []
    for one in (found, *found.others):
        for at in one.infosets:
            for use in at.options:
                numbers = ExactNumber(at.reach), ExactNumber(use.chance)
                rows.append((one.game, at.seat, at.view, use.action, *numbers, use.verdict))
    head = ("game", "player", "information set", "option", "reach", "probability", "verdict")
    return build_document(build_table(rows, head=head, right=(4, 5)))
