"""Judged strategies as documents: expectation, outcomes, best replies, losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.analyse.judge import Appraisal, Judgement, Loss
from sabot.analyse.outcomes import Outcomes
from sabot.analyse.profile import ProfileJudgement
from sabot.games import family_named
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Grid,
    Heading,
    Note,
    Phrase,
    Run,
    Table,
    Word,
    document,
    pairs,
    table,
)
from sabot.render.grid import gridded
from sabot.render.layout import Line, runs, sees
from sabot.render.words import both, brief, decimal_text, mix_text, plural, the
from sabot.telling.family import Family

MOST = 12
_LONG_GRID = 20


def value_view(
    found: Judgement, sources: Mapping[str, str] | None = None, *, most: int | None = MOST
) -> Document:
    """Return the judgement; at most *most* views of each list (None: all)."""
    first, second = (the(seat) for seat in found.seats)
    rows: list[tuple[str, Phrase]] = [
        ("value", f"{both(found.value)}, paid to {first} when both play optimally")
    ]
    if found.expectation is not None:
        paid = Word(both(found.expectation), "strong")
        rows.append(("expectation", (paid, f", paid to {first}")))
    family = family_named(found.game)
    name = Family.edge if family is None else family.edge
    against = "" if found.expectation is not None else ", against an optimal opponent"
    rows.append((name, f"{percent(found.edge)} for {second}{against}"))
    parts: list[Block] = [Heading(found.game), BREAK, pairs(*rows)]
    if found.outcomes is not None:
        parts += [BREAK, *_outcomes(found.outcomes, found)]
    for seat, one in found.appraisals.items():
        parts += [BREAK, Heading(seat, f"by {(sources or {}).get(seat, 'you')}")]
        parts += _appraisal(one, found, most)
    return document(parts)


def profile_view(
    found: ProfileJudgement, sources: Mapping[str, str] | None = None, *, most: int | None = MOST
) -> Document:
    """Return the judgement of a strategy for each seat: payoffs and gains, then seat by seat."""
    rows = [
        (part.seat, *(decimal_text(number, 6)[0] for number in (part.payoff, part.gain)))
        for part in found.parts
    ]
    verdict = (
        "an equilibrium: no seat gains by any other strategy"
        if found.equilibrium
        else "not an equilibrium: a gain is what a seat's best reply to the others earns it more"
    )
    parts: list[Block] = [Heading(found.game), BREAK]
    parts += [table(rows, head=("seat", "payoff", "gain"), right=(1, 2)), BREAK, Note(verdict)]
    for part in found.parts:
        parts += [BREAK, Heading(part.seat, f"by {(sources or {}).get(part.seat, 'you')}")]
        parts.append(
            pairs(("payoff", both(part.payoff)), ("gain", Word(both(part.gain), "strong")))
        )
        parts += _losses("loses against the others", part.losses, most)
        known = sees(found.game, part.seat)
        if part.gain:
            parts += _reply(part.reply, part.seat, known, everything=most is None)
    return document(parts)


def percent(share: Fraction, digits: int = 6) -> str:
    """Return a share in per cent.

    >>> percent(Fraction(1, 8)), percent(Fraction(1, 3))
    ('12.5 %', '33.3333 %')
    """
    return f"{decimal_text(100 * share, digits)[0]} %"


def _outcomes(found: Outcomes, judged: Judgement) -> list[Block]:
    """Return how hands end: counts over one denominator, and the casino's bets."""
    first, second = judged.seats
    lines = []
    if len(found.counts) <= 3 and set(found.counts) <= {-1, 0, 1}:
        labels = (f"{first} wins", found.win), ("tie", found.tie)
        for label, count in (*labels, (f"{second} wins", found.lose)):
            lines.append(_share(label, count, found.denominator))
    else:
        lines = [
            _share(f"pays {brief(pay)}", n, found.denominator)
            for pay, n in list(found.counts.items())[:40]
        ]
    lines.append(("all hands", brief(found.denominator), ""))
    parts: list[Block] = [table(lines, right=(1, 2))]
    if judged.bets is not None:
        family = family_named(judged.game)
        names = {} if family is None else family.bet_words
        edges = (f"{names.get(bet, bet)} {percent(e)}" for bet, e in judged.bets.items())
        parts.append(Note(f"the casino's edge on a bet: {', '.join(edges)}"))
    return parts


def _share(label: str, count: int, below: int) -> tuple[str, str, str]:
    return label, brief(count), percent(Fraction(count, below))


def _appraisal(one: Appraisal, found: Judgement, most: int | None) -> list[Block]:
    other = next(seat for seat in found.seats if seat != one.seat)
    first = the(found.seats[0])
    rows: list[tuple[str, Phrase]] = [
        ("secures", f"{both(one.secures)}, paid to {first} by the best reply"),
        ("exploitability", Word(both(one.exploitability), "strong")),
        ("earns", f"{both(one.earns)}, paid to {first} by an optimal opponent"),
    ]
    parts: list[Block] = [pairs(*rows)]
    parts += _losses("loses against an optimal opponent", one.losses, most)
    if one.meets is not None:
        parts += _losses("loses against the strategy given", one.meets, most)
    parts += _losses(f"the best reply gains over an optimal {other}", one.gains, most)
    known = sees(found.game, other)
    return [*parts, *_reply(one.reply.actions, other, known, everything=most is None)]


def _losses(title: str, found: Sequence[Loss], most: int | None) -> list[Block]:
    """Return the views at which something loses, the costliest first."""
    total = sum((loss.hand for loss in found), Fraction(0))
    if not found:
        return [Note(f"{title}: nowhere")]
    shown = found if most is None else found[:most]
    lines = [
        (
            loss.view,
            _mix(loss.mix),
            loss.best,
            *(decimal_text(number, 5)[0] for number in (loss.hand, loss.given)),
        )
        for loss in shown
    ]
    head = ("at", "plays", "better", "per hand", "when there")
    parts: list[Block] = [
        Note(f"{title}: {decimal_text(total, 6)[0]} per hand, at {plural(len(found), 'view')}"),
        table(lines, head=head, depth=2, right=(3, 4)),
    ]
    if len(shown) < len(found):
        parts.append(Note(f"and {len(found) - len(shown):,} more (--all lists them)", depth=2))
    return parts


def _mix(mix: Mapping[str, Fraction]) -> str:
    """Return a mix by rounded decimals: ``stand 0.6221, draw 0.3779``."""
    if len(mix) == 1:
        return next(iter(mix))
    return ", ".join(f"{action} {decimal_text(c, 4)[0]}" for action, c in mix.items())


def _reply(
    actions: Mapping[str, str], other: str, known: tuple[str, ...], *, everything: bool
) -> list[Block]:
    """Return the best reply: a grid where that is short, else runs of views."""
    answers = {view: {action: Fraction(1)} for view, action in actions.items()}
    title = Note(f"{other}'s best reply")
    grid, rest = gridded(answers, known) if len(answers) > MOST else (None, {})
    if grid is not None and len(grid.rows) > _LONG_GRID and not everything:
        return [Note(f"{other}'s best reply: --all draws it, --json lists it")]
    if grid is None:
        lines = runs(answers)
        shown = lines[:MOST]
        parts: list[Block] = [title, _lines(shown)]
        if len(lines) > len(shown):
            parts.append(Note(f"and {plural(len(lines) - MOST, 'more line')} (--json)", depth=2))
        return parts
    parts = [title, Grid(grid, other, key=tuple(grid.key), depth=2)]
    return [*parts, _lines(runs(rest))] if rest else parts


def _lines(lines: Sequence[Line]) -> Table:
    return table(((Run(x.label), mix_text(x.mix.items())) for x in lines), depth=2)
