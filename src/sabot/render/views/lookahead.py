"""Views of a run of lookahead or Rosen's gradient: what was reached, its trace, its figure."""

from __future__ import annotations

from fractions import Fraction

from sabot.api.lookahead import MethodRun
from sabot.render.document import (
    BREAK,
    Document,
    Heading,
    LabelledLines,
    Paragraph,
    TableBlock,
    build_document,
)
from sabot.render.figures.captions import game_title, join_caption
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Curve, Panel
from sabot.render.text import count_noun, rounded_decimal

_DIGITS, _GAIN_DIGITS, _NUMBER_DIGITS = 10, 6, 9
METHOD_TITLES = {"lookahead": "lookahead (Risticz 1973)", "rosen": "Rosen's gradient (1965)"}


def method_view(run: MethodRun) -> Document:
    """Return what ``sabot solve --method`` shows."""
    rows = [
        (part.seat, rounded_decimal(part.payoff, _DIGITS), _gain_text(part.gain))
        for part in run.judged.parts
    ]
    left = [step for step, settled in run.trace.settled if not settled]
    how = [
        ("method", METHOD_TITLES[run.trace.method]),
        ("", f"{count_noun(run.trace.evaluations, 'payoff')} computed"),
        ("", f"{run.seconds:.2f} s"),
    ]
    steps = [
        (
            f"{one.step:.4g}",
            f"{one.cycle:,}",
            f"{one.evaluations:,}",
            _gain_text(max(gains)),
        )
        for one, gains in run.gains
    ]
    many = len(run.trace.settled)
    remark = f"Nobody moves any more at {many - len(left)} of {count_noun(many, 'step size')}."
    return build_document(
        Heading(run.game),
        BREAK,
        TableBlock(tuple(rows), head=("player", "paid", "could gain")),
        BREAK,
        Paragraph(
            "No equilibrium is claimed: this is where the method ends. What each player could "
            "gain is over all strategies, exact.",
            depth=1,
        ),
        LabelledLines(tuple(how), width=10),
        BREAK,
        TableBlock(run.strategies, head=run.head),
        BREAK,
        TableBlock(tuple(steps), head=("step", "cycles", "payoffs", "most to gain")),
        BREAK,
        Paragraph(remark, depth=1),
    )


def _gain_text(gain: Fraction) -> str:
    return rounded_decimal(gain, _GAIN_DIGITS) if gain else "0"


def method_trace_table(run: MethodRun) -> Document:
    """Return the trace: a line for each cycle."""
    rows = [
        (
            str(one.cycle),
            f"{one.step:.6g}",
            str(one.evaluations),
            *(f"{number:.{_NUMBER_DIGITS}g}" for number in one.point),
        )
        for one in run.trace.steps
    ]
    head = ("cycle", "step", "evaluations", *run.names)
    return build_document(TableBlock(tuple(rows), head=head))


def method_trace_figure(run: MethodRun) -> Figure:
    """Return the numbers of each player against the payoffs computed, and what is left to gain."""
    panels = []
    for seat, places in zip(run.judged.seats, run.owners, strict=True):
        curves = tuple(
            Curve(
                run.names[place],
                tuple((one.evaluations, one.point[place]) for one in run.trace.steps),
            )
            for place in places
        )
        if curves:
            panels.append(Panel("payoffs computed", "cut or share", curves, title=f"player {seat}"))
    gains = tuple(
        Curve(
            seat, tuple((one.evaluations, float(left[number])) for one, left in run.gains), "dots"
        )
        for number, seat in enumerate(run.judged.seats)
    )
    panels.append(Panel("payoffs computed", "could gain", gains, title="left to gain, exact"))
    return Figure(
        f"{game_title(run.game)}: {run.trace.method}",
        tuple(panels),
        join_caption(run.game, f"{run.trace.evaluations:,} payoffs computed"),
    )
