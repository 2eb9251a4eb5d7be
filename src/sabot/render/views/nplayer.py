"""Views of results on n-player games: strategy profiles and pure equilibria.

A profile is shown with each player's payoff and regret, and is called an equilibrium only where
every regret is 0; else the largest regret is a proven bound. Probabilities may be elements of a
number field.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.exact import format_fraction
from sabot.forms.algebra.algebraic_number import Algebraic, Real
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    Heading,
    Paragraph,
    Phrase,
    Remark,
    TableBlock,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.formula import (
    algebraic_decimal,
    algebraic_math,
    algebraic_mixed_action,
    algebraic_phrase,
    root_phrase,
)
from sabot.render.strategy_table import merge_equal_infosets, sort_infosets
from sabot.render.text import (
    MAX_CHANCE_CHARS,
    MIX_DIGITS,
    STOP_REASONS,
    count_noun,
    decimal_text,
    fraction_and_decimal,
    rounded_decimal,
)
from sabot.results.nplayer import Profile, PureEquilibria

MOST_PROFILE_LINES = 24
SHEET_DIGITS = 15


def profile_view(found: Profile, *, most: int | None = MOST_PROFILE_LINES) -> Document:
    """Return what each seat is paid and could gain, and its strategy; *most* lines of each."""
    rows: list[tuple[Phrase, ...]] = [
        (seat, algebraic_phrase(found.payoffs[seat], 6), fraction_and_decimal(found.gains[seat], 6))
        for seat in found.seats
    ]
    parts: list[Block] = [Heading(found.game), BREAK]
    parts += [build_table(rows, head=("seat", "payoff", "gain"), right=(1, 2)), BREAK]
    parts += [
        Remark(equilibrium_verdict(found)),
        *_search_blocks(found),
    ]
    for seat in found.seats:
        parts += [BREAK, Heading(seat)]
        parts.append(
            labelled_lines(
                ("payoff", algebraic_phrase(found.payoffs[seat])),
                ("gain", fraction_and_decimal(found.gains[seat])),
            )
        )
        lines = merge_equal_infosets(found.strategies[seat])
        shown = lines if most is None else lines[:most]
        parts.append(
            build_table(((x.piece, algebraic_mixed_action(x.mix)) for x in shown), depth=2)
        )
        if len(shown) < len(lines):
            parts.append(Remark(f"and {count_noun(len(lines) - len(shown), 'more line')} (--json)"))
    return build_document(parts)


def profile_tables(found: Profile) -> Document:
    """Return the same for a paper or a wiki: exact numbers, one table per player."""
    rows = (
        (seat, _readable_phrase(found.payoffs[seat]), _readable_phrase(found.gains[seat]))
        for seat in found.seats
    )
    parts: list[Block] = [build_table(rows, head=("seat", "payoff", "gain"), right=(1, 2))]
    parts.append(Remark(equilibrium_verdict(found)))
    if found.root is not None:
        parts.append(Paragraph(("t is ", *root_phrase(found.root), ".")))
    if found.checked_file is None:
        parts.append(Remark(f"found in {_run_summary(found)}"))
    return build_document(
        Heading(found.game), parts, (_strategy_table(found, seat) for seat in found.seats)
    )


def _strategy_table(found: Profile, seat: str) -> TableBlock:
    """Return the chances of a seat's actions, view by view; of its one choice, action by action."""
    lines = merge_equal_infosets(found.strategies[seat])
    if list(found.strategies[seat]) == ["-"]:
        chances = [
            (action, _readable_phrase(c)) for line in lines for action, c in line.mix.items() if c
        ]
        return build_table(chances, head=(seat, "probability"), right=(1,))
    actions = list(dict.fromkeys(action for line in lines for action in line.mix))
    rows = (
        (line.piece, *(_readable_phrase(line.mix[a]) if a in line.mix else "" for a in actions))
        for line in lines
    )
    return build_table(rows, head=(seat, *actions), right=range(1, 1 + len(actions)))


def _exact_phrase(number: Real) -> Phrase:
    return algebraic_math(number) if isinstance(number, Algebraic) else ExactNumber(number)


def _readable_phrase(number: Real) -> Phrase:
    """Return a number exactly, or as a decimal where its fraction is too long for a line."""
    if isinstance(number, Algebraic) or len(format_fraction(number)) <= MAX_CHANCE_CHARS:
        return _exact_phrase(number)
    return f"≈ {decimal_text(number, MIX_DIGITS)[0]}"


def _search_blocks(found: Profile) -> list[Block]:
    """Return what the root is, and how a profile that was not loaded was found."""
    rows = _root_rows(found)
    if found.checked_file is None:
        rows.append(("found in", _run_summary(found)))
    return [BREAK, labelled_lines(*rows)] if rows else []


def _run_summary(found: Profile) -> str:
    """Return how long it took, and what was done."""
    if not found.iterations:
        return f"{found.seconds:.2f} s, from {found.method}"
    return f"{found.iterations:,} iterations, {found.seconds:.2f} s{_stop_reason(found)}"


def _stop_reason(found: Profile) -> str:
    """Return why the search ended, where that is not said by what it found."""
    words = "" if found.equilibrium else STOP_REASONS.get(found.ended, "")
    return f", {words}" if words else ""


def equilibrium_verdict(found: Profile) -> str:
    """Return what is proved of a profile, in words."""
    if found.equilibrium:
        field = "" if found.root is None else "; chances and payoffs are numbers with the root t"
        return f"an equilibrium: no seat gains by any other strategy{field}"
    most = decimal_text(found.gap, 6, up=True)[0]
    return f"not an equilibrium: each seat can gain at most {most} by any other strategy; proved"


def _root_rows(found: Profile) -> list[tuple[str, Phrase]]:
    return [] if found.root is None else [("t", root_phrase(found.root))]


def profile_sheet(found: Profile) -> Document:
    """Return one row for each seat, view and action: for a spreadsheet.

    Numbers with a root are written exactly, with a decimal beside them.
    """
    more = () if found.root is None else ("decimal",)
    paid: list[tuple[Phrase, ...]] = [
        (seat, *_number_cells(found.payoffs[seat], more), ExactNumber(found.gains[seat]))
        for seat in found.seats
    ]
    rows: list[tuple[Phrase, ...]] = [
        (seat, view, action, *_number_cells(chance, more))
        for seat in found.seats
        for view, mix in found.strategies[seat].items()
        for action, chance in mix.items()
    ]
    return build_document(
        Heading(found.game),
        build_table(paid, head=("seat", "payoff", *more, "gain"), right=(1, 2)),
        build_table(rows, head=("seat", "view", "action", "chance", *more), right=(3,)),
    )


def _number_cells(number: Real, more: tuple[str, ...]) -> tuple[Phrase, ...]:
    """Return a number, and its decimal where a column is kept for it."""
    return (_exact_phrase(number), *(algebraic_decimal(number, SHEET_DIGITS) for _ in more))


MOST_PURE_EQUILIBRIA = 12
EMPTY_INFOSET = "-"


def pure_equilibria_view(
    found: PureEquilibria, *, most: int | None = MOST_PURE_EQUILIBRIA
) -> Document:
    """Return the equilibria, at most *most* of them (None: all)."""
    sizes = " x ".join(f"{size:,}" for size in found.sizes)
    many = f"{sizes} = {found.profiles:,}" if len(found.sizes) > 1 else sizes
    rows: list[tuple[str, Phrase]] = [
        ("seats", ", ".join(found.seats)),
        ("profiles", f"{many} of pure strategies, all looked at"),
        ("equilibria", f"{found.count:,} pure"),
    ]
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*rows)]
    shown = found.equilibria if most is None else found.equilibria[:most]
    for number, one in enumerate(shown, 1):
        lines: list[tuple[Phrase, ...]] = [
            (seat, _pure_strategy_text(one.strategies[seat]), rounded_decimal(paid, 6))
            for seat, paid in zip(found.seats, one.payoffs, strict=True)
        ]
        parts += [BREAK, Heading(str(number))]
        parts.append(build_table(lines, head=("seat", "plays", "is paid"), right=(2,)))
    if len(shown) < found.count:
        parts += [BREAK, Remark(f"and {found.count - len(shown):,} more (--all lists them)")]
    mixed = "No seat gains by any other strategy. Equilibria with mixed strategies are not listed."
    none = (
        "No pure equilibrium; every finite game has one in mixed strategies, not looked for here: "
        "sabot solve looks for one."
    )
    return build_document(parts, BREAK, Remark(mixed if found.count else none))


def pure_equilibria_sheet(found: PureEquilibria) -> Document:
    """Return one row for each equilibrium, seat and view: for a spreadsheet."""
    rows: list[tuple[Phrase, ...]] = [
        (str(number), seat, view, action, ExactNumber(paid))
        for number, one in enumerate(found.equilibria, 1)
        for seat, paid in zip(found.seats, one.payoffs, strict=True)
        for view in sort_infosets(one.strategies[seat])
        for action in [one.strategies[seat][view]]
    ]
    head = ("equilibrium", "seat", "view", "plays", "is paid")
    return build_document(Heading(found.game), build_table(rows, head=head, right=(4,)))


def _pure_strategy_text(chosen: Mapping[str, str]) -> str:
    """Return what a seat does, view by view; only the choice where it knows nothing."""
    if list(chosen) == [EMPTY_INFOSET]:
        return chosen[EMPTY_INFOSET]
    return ", ".join(f"{view}: {chosen[view]}" for view in sort_infosets(chosen))
