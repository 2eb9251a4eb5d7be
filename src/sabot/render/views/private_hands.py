"""Views of proven bounds on the value of a game with private hands.

The screen has the interval and, for each decision of the public tree, how often each action is
taken over all hands of the deal. The sheet has every probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot.analysis.private_hands import HandsJudgement
from sabot.exact import format_decimal, format_rounded_down, format_rounded_up
from sabot.forms.hand_deals import exact_sum
from sabot.forms.private_hands import HandStrategy, PrivateHandsForm
from sabot.render.document import (
    BREAK,
    Document,
    ExactNumber,
    Heading,
    LabelledLines,
    Paragraph,
    build_document,
    build_table,
)
from sabot.render.text import STOP_REASONS, decimal_text, fraction_and_decimal, with_article
from sabot.render.views.continuous import evaluated_payoff_text
from sabot.results.private_hands import PrivateHandsInterval

_LABEL_WIDTH = 10


def private_hands_view(found: PrivateHandsInterval) -> Document:
    """Return the interval, and what each player does on average over the hands."""
    form = found.form()
    low, high = found.low, found.high
    exact = low == high
    ended = "" if exact else STOP_REASONS.get(found.ended, "")
    first = with_article(found.seats[0])
    payee = f"a loss for {first}" if high < 0 else f"paid to {first}"
    left, known = format_rounded_up(high - low, 3), found.checked_file is None
    one, two = form.hands
    hands = f"{one:,}" if one == two else f"{one:,} and {two:,}"
    value = (
        fraction_and_decimal(low)
        if exact
        else f"between {format_rounded_down(low, 12)} and {format_rounded_up(high, 12)}"
    )
    gap = f"{left} after {found.iterations:,} iterations" if known else left
    rows = [
        ("value", value),
        ("", f"{payee}; proved{'' if exact else ', not exact'}"),
        *([] if exact else [("gap", gap)]),
        *(
            [("found in", ", ".join(filter(None, (f"{found.seconds:.2f} s", ended))))]
            if known
            else []
        ),
        ("hands", f"{hands} per player, {form.public_nodes} nodes in the public tree"),
    ]
    said = (
        "Both bounds are exact: each is what one seat's strategy is worth against",
        "its best reply. How often each action is taken, over all hands (the star):",
    )
    if exact:
        said = (
            "Both strategies are optimal: against its best reply each gives the value.",
            "How often each action is taken, over all hands (the star):",
        )
    lines = (Paragraph(line, depth=1) for line in said)
    table = build_table(
        _action_rows(form, found.strategies(form), found.unit),
        head=("seat", "view", "action", "share of hands"),
        right=(3,),
    )
    return build_document(
        Heading(found.game),
        BREAK,
        LabelledLines(tuple(rows), width=_LABEL_WIDTH),
        BREAK,
        lines,
        BREAK,
        table,
    )


def _action_rows(
    form: PrivateHandsForm, strategies: tuple[HandStrategy, HandStrategy], unit: int
) -> Iterator[tuple[str, str, str, str]]:
    for seat, strategy in enumerate(strategies):
        weights = form.deal.own_weights(seat)
        below = unit * int(weights.sum())
        for node, mix in zip(form.decisions[seat], strategy, strict=True):
            for action, numbers in zip(node.actions, mix, strict=True):
                share = Fraction(exact_sum(weights, numbers), below)
                yield form.seats[seat], node.key, action, format_decimal(share, 4)


def private_hands_sheet(found: PrivateHandsInterval) -> Document:
    """Return both strategies, one row for each player, information set and action."""
    form = found.form()
    rows = (
        (form.seats[seat], node.infoset(hand), action, ExactNumber(chance), near)
        for seat, strategy in enumerate(found.strategies(form))
        for node, mix in zip(form.decisions[seat], strategy, strict=True)
        for place, hand in enumerate(form.deal.names(seat))
        for action, numbers in zip(node.actions, mix, strict=True)
        for chance in (Fraction(int(numbers[place]), found.unit),)
        for near in (decimal_text(chance, 15)[0],)
    )
    return build_document(
        build_table(rows, head=("seat", "view", "action", "chance", "decimal"), right=(3, 4))
    )


def hands_evaluation_view(found: HandsJudgement, *, most: int | None = None) -> Document:
    """Return what each strategy secures against a best response to it."""
    rows = [
        (
            seat,
            found.sources.get(seat, "given"),
            "concedes" if seat == found.seats[1] else "secures",
            evaluated_payoff_text(amount),
        )
        for seat, amount in found.secures.items()
    ]
    one, two = found.hands
    notes = [("hands", f"{one:,}" if one == two else f"{one:,} and {two:,}")]
    if found.expectation is not None:
        first = with_article(found.seats[0])
        notes.append(("paid", f"{evaluated_payoff_text(found.expectation)} to {first}"))
    if found.low is not None and found.high is not None:
        ends = f"{format_rounded_down(found.low, 12)} and {format_rounded_up(found.high, 12)}"
        between = f"between {ends}; proved, not exact"
        exact = found.low == found.high
        notes.append(("value", f"{fraction_and_decimal(found.low)}; proved" if exact else between))
    return build_document(
        Heading(found.game),
        BREAK,
        build_table(rows, head=("player", "plays", "", f"paid to {found.seats[0]}")),
        BREAK,
        LabelledLines(tuple(notes), width=_LABEL_WIDTH),
    )
