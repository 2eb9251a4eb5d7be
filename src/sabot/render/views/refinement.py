"""Views of refined equilibria: what each player does at every information set, and is paid."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.exact import format_fraction
from sabot.forms.algebra.algebraic_number import Algebraic, Real
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Phrase,
    Remark,
    build_document,
    build_table,
    inlines_of,
    join_phrases,
    labelled_lines,
)
from sabot.render.formula import algebraic_decimal, algebraic_phrase, exact_phrase
from sabot.render.strategy_table import merge_equal_infosets
from sabot.render.text import (
    MAX_CHANCE_CHARS,
    count_noun,
    printable,
    rounded_decimal,
)
from sabot.results.refinement import (
    COMPLETE_AS_COMPUTED,
    REFINEMENTS,
    RefinedEquilibria,
    RefinedEquilibrium,
)

MOST_EQUILIBRIA_SHOWN = 12
MOST_LINES = 24
"""Information sets of a player that are shown, of one equilibrium."""
_SHEET_DIGITS = 15


def refinement_view(found: RefinedEquilibria, *, everything: bool = False) -> Document:
    """Return the equilibria with a refinement, the first dozen or all."""
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*_count_rows(found))]
    shown = found.equilibria if everything else found.equilibria[:MOST_EQUILIBRIA_SHOWN]
    for number, one in enumerate(shown, 1):
        label = f"equilibrium {number}" if found.count > 1 else "equilibrium"
        parts += [BREAK, Heading(label), _equilibrium_table(found, one, everything=everything)]
    if len(shown) < found.count:
        parts.append(Remark(f"and {found.count - len(shown):,} more (--all lists them)"))
    return build_document(parts)


def _count_rows(found: RefinedEquilibria) -> list[tuple[str, Phrase]]:
    rows: list[tuple[str, Phrase]] = [
        ("refinement", f"{found.refinement}: {REFINEMENTS.get(found.refinement, '')}"),
        ("equilibria", count_words(found)),
    ]
    rows += [("", reason) for reason in found.open]
    method = found.method.removesuffix(f"; {COMPLETE_AS_COMPUTED}")
    if found.checked_file is None:
        if method != found.method:
            rows.append(("", COMPLETE_AS_COMPUTED))
        rows.append(("found in", f"{found.seconds:.2f} s: {method}"))
    return rows


def count_words(found: RefinedEquilibria) -> str:
    """Return how many equilibria are listed, and whether these are all."""
    if found.complete is None:
        return "1 of them" if found.count == 1 else f"{found.count:,}"
    if found.complete and found.count == 1:
        return "1: the only one"
    if found.complete and found.isolated:
        return f"{found.count:,}: these are all"
    if found.complete:
        by_player = ", player by player" if len(found.seats) > 2 else ""
        return (
            f"{found.count:,}: every {found.refinement} equilibrium is a mixture of these"
            f"{by_player}; a mixture need not be {found.refinement}"
        )
    return f"{found.count:,}; there may be others"


def _equilibrium_table(
    found: RefinedEquilibria, one: RefinedEquilibrium, *, everything: bool
) -> Block:
    rows: list[tuple[Phrase, ...]] = []
    for seat, paid in zip(found.seats, one.payoffs, strict=True):
        lines = merge_equal_infosets(one.strategies[seat])
        shown = lines if everything else lines[:MOST_LINES]
        label: Phrase = printable(seat)
        amount: Phrase = ("paid ", *algebraic_phrase(paid, 6))
        for line in shown:
            piece = "" if line.piece == "-" else line.piece
            rows.append((label, piece, _mix_phrase(line.mix), amount))
            label = amount = ""
        if not shown:
            rows.append((label, "", "no choice", amount))
        if len(shown) < len(lines):
            more = count_noun(len(lines) - len(shown), "more line")
            rows.append(("", "", f"and {more} (--all)", ""))
    return build_table(rows)


def _mix_phrase(mix: Mapping[str, Real]) -> Phrase:
    live = {action: chance for action, chance in mix.items() if chance}
    if len(live) == 1:
        return printable(next(iter(live)))
    pairs = ((f"{printable(a)}: ", *inlines_of(_chance_phrase(c))) for a, c in live.items())
    return join_phrases(pairs, ", ")


def _chance_phrase(chance: Real) -> Phrase:
    if isinstance(chance, Algebraic):
        return algebraic_phrase(chance, 6)
    text = format_fraction(chance)
    return text if len(text) <= MAX_CHANCE_CHARS else rounded_decimal(chance, 6)


def refinement_tables(found: RefinedEquilibria) -> Document:
    """Return the equilibria for a paper: one table per equilibrium, exact numbers."""
    parts: list[Block] = [Remark(f"{found.refinement} equilibria: {count_words(found)}")]
    for number, one in enumerate(found.equilibria, 1):
        rows: list[tuple[Phrase, ...]] = [
            (seat, view, _exact_mix(mix))
            for seat in found.seats
            for view, mix in one.strategies[seat].items()
        ]
        paid: list[tuple[Phrase, ...]] = [
            (seat, exact_phrase(amount))
            for seat, amount in zip(found.seats, one.payoffs, strict=True)
        ]
        parts += [Heading(f"equilibrium {number}")]
        parts.append(build_table(rows, head=("player", "information set", "mix")))
        parts.append(build_table(paid, head=("player", "payoff"), right=(1,)))
    return build_document(Heading(found.game), parts)


def _exact_mix(mix: Mapping[str, Real]) -> Phrase:
    return join_phrases(((f"{a}: ", *inlines_of(exact_phrase(c))) for a, c in mix.items()), ", ")


def refinement_sheet(found: RefinedEquilibria) -> Document:
    """Return one row for each equilibrium, player, information set and action."""
    rows: list[tuple[Phrase, ...]] = [
        (
            str(number),
            seat,
            exact_phrase(paid),
            view,
            action,
            exact_phrase(chance),
            algebraic_decimal(chance, _SHEET_DIGITS),
        )
        for number, one in enumerate(found.equilibria, 1)
        for seat, paid in zip(found.seats, one.payoffs, strict=True)
        for view, mix in one.strategies[seat].items()
        for action, chance in mix.items()
    ]
    head = ("equilibrium", "seat", "payoff", "view", "action", "chance", "decimal")
    return build_document(Heading(found.game), build_table(rows, head=head, right=(0, 2, 5, 6)))
