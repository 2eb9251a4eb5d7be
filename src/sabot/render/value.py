"""Judged strategies on a screen: expectation, outcomes, best replies, losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from sabot.analyse.judge import Appraisal, Judgement, Loss
from sabot.analyse.outcomes import Outcomes
from sabot.analyse.profile import ProfileJudgement
from sabot.family import Family
from sabot.games import family_named
from sabot.render.grid import gridded
from sabot.render.layout import runs, sees
from sabot.render.screen import columns, heading, note, pairs
from sabot.render.words import both, brief, decimal_text, mix_text, plural, safe, the

MOST = 12
_LONG_GRID = 20


def value_view(
    found: Judgement, sources: Mapping[str, str], *, most: int | None = MOST
) -> RenderableType:
    """Return the judgement; at most *most* views of each list (None: all)."""
    first, second = (the(seat) for seat in found.seats)
    rows: list[tuple[str, str | Text]] = [
        ("value", f"{both(found.value)}, paid to {first} when both play optimally")
    ]
    if found.expectation is not None:
        paid = Text(both(found.expectation), style="bold")
        rows.append(("expectation", paid.append(f", paid to {first}", style="not bold")))
    family = family_named(found.game)
    name = Family.edge if family is None else family.edge
    against = "" if found.expectation is not None else ", against an optimal opponent"
    rows.append((name, f"{percent(found.edge)} for {second}{against}"))
    parts: list[RenderableType] = [heading(found.game), Text(), pairs(rows)]
    if found.outcomes is not None:
        parts += [Text(), *_outcomes(found.outcomes, found)]
    for seat, one in found.appraisals.items():
        parts += [Text(), heading(seat, f"by {safe(sources.get(seat, 'you'))}")]
        parts += _appraisal(one, found, most)
    return Group(*parts)


def profile_view(
    found: ProfileJudgement, sources: Mapping[str, str], *, most: int | None = MOST
) -> RenderableType:
    """Return the judgement of a strategy for each seat: payoffs and gains, then seat by seat."""
    rows = [
        (safe(part.seat), *(decimal_text(number, 6)[0] for number in (part.payoff, part.gain)))
        for part in found.parts
    ]
    verdict = (
        "an equilibrium: no seat gains by any other strategy"
        if found.equilibrium
        else "not an equilibrium: a gain is what a seat's best reply to the others earns it more"
    )
    head = ("seat", "payoff", "gain")
    parts: list[RenderableType] = [heading(found.game), Text()]
    parts += [columns(rows, head=head, right=(1, 2)), Text(), note(verdict)]
    for part in found.parts:
        own: list[tuple[str, str | Text]] = [
            ("payoff", both(part.payoff)),
            ("gain", Text(both(part.gain), style="bold")),
        ]
        parts += [Text(), heading(part.seat, f"by {safe(sources.get(part.seat, 'you'))}")]
        parts += [pairs(own), *_losses("loses against the others", part.losses, most)]
        known = sees(found.game, part.seat)
        if part.gain:
            parts += _reply(part.reply, part.seat, known, everything=most is None)
    return Group(*parts)


def percent(share: Fraction, digits: int = 6) -> str:
    """Return a share in per cent.

    >>> percent(Fraction(1, 8)), percent(Fraction(1, 3))
    ('12.5 %', '33.3333 %')
    """
    return f"{decimal_text(100 * share, digits)[0]} %"


def _outcomes(found: Outcomes, judged: Judgement) -> list[RenderableType]:
    """Return how hands end: counts over one denominator, and the casino's bets."""
    first, second = judged.seats
    lines = []
    if len(found.counts) <= 3 and set(found.counts) <= {-1, 0, 1}:
        labels = (f"{safe(first)} wins", found.win), ("tie", found.tie)
        for label, count in (*labels, (f"{safe(second)} wins", found.lose)):
            lines.append(_share(label, count, found.denominator))
    else:
        lines = [
            _share(f"pays {brief(pay)}", n, found.denominator)
            for pay, n in list(found.counts.items())[:40]
        ]
    lines.append(("all hands", brief(found.denominator), ""))
    parts: list[RenderableType] = [columns(lines, right=(1, 2))]
    if judged.bets is not None:
        family = family_named(judged.game)
        names = {} if family is None else family.bet_words
        edges = (f"{names.get(bet, bet)} {percent(e)}" for bet, e in judged.bets.items())
        parts.append(note(f"the casino's edge on a bet: {', '.join(edges)}"))
    return parts


def _share(label: str, count: int, below: int) -> tuple[str, str, str]:
    return label, brief(count), percent(Fraction(count, below))


def _appraisal(one: Appraisal, found: Judgement, most: int | None) -> list[RenderableType]:
    other = next(seat for seat in found.seats if seat != one.seat)
    first = the(found.seats[0])
    rows: list[tuple[str, str | Text]] = [
        ("secures", f"{both(one.secures)}, paid to {first} by the best reply"),
        ("exploitability", Text(both(one.exploitability), style="bold")),
        ("earns", f"{both(one.earns)}, paid to {first} by an optimal opponent"),
    ]
    parts: list[RenderableType] = [pairs(rows)]
    parts += _losses("loses against an optimal opponent", one.losses, most)
    if one.meets is not None:
        parts += _losses("loses against the strategy given", one.meets, most)
    parts += _losses(f"the best reply gains over an optimal {safe(other)}", one.gains, most)
    known = sees(found.game, other)
    return [*parts, *_reply(one.reply.actions, other, known, everything=most is None)]


def _losses(title: str, found: Sequence[Loss], most: int | None) -> list[RenderableType]:
    """Return the views at which something loses, the costliest first."""
    total = sum((loss.hand for loss in found), Fraction(0))
    if not found:
        return [note(f"{title}: nowhere")]
    shown = found if most is None else found[:most]
    lines = [
        (
            safe(loss.view),
            _mix(loss.mix),
            safe(loss.best),
            *(decimal_text(number, 5)[0] for number in (loss.hand, loss.given)),
        )
        for loss in shown
    ]
    head = ("at", "plays", "better", "per hand", "when there")
    parts = [
        note(f"{title}: {decimal_text(total, 6)[0]} per hand, at {plural(len(found), 'view')}"),
        columns(lines, head=head, indent=4, right=(3, 4)),
    ]
    if len(shown) < len(found):
        parts.append(note(f"and {len(found) - len(shown):,} more (--all lists them)", indent=4))
    return parts


def _mix(mix: Mapping[str, Fraction]) -> str:
    """Return a mix by rounded decimals: ``stand 0.6221, draw 0.3779``."""
    if len(mix) == 1:
        return safe(next(iter(mix)))
    return ", ".join(f"{safe(action)} {decimal_text(c, 4)[0]}" for action, c in mix.items())


def _reply(
    actions: Mapping[str, str], other: str, known: tuple[str, ...], *, everything: bool
) -> list[RenderableType]:
    """Return the best reply: a grid where that is short, else runs of views."""
    table = {view: {action: Fraction(1)} for view, action in actions.items()}
    title = note(f"{safe(other)}'s best reply")
    grid, rest = gridded(table, known) if len(table) > MOST else (None, {})
    if grid is not None and len(grid.rows) > _LONG_GRID and not everything:
        return [note(f"{safe(other)}'s best reply: --all draws it, --json lists it")]
    if grid is None:
        lines = runs(table)
        shown = lines[:MOST]
        parts = [
            title,
            columns([(safe(x.label), mix_text(x.mix.items())) for x in shown], indent=4),
        ]
        if len(lines) > len(shown):
            parts.append(note(f"and {plural(len(lines) - MOST, 'more line')} (--json)", indent=4))
        return parts
    cells = [(safe(row), *line) for row, line in zip(grid.rows, grid.letters, strict=True)]
    head = ("", *map(safe, grid.columns))
    parts = [title, columns(cells, head=head, gap=1, indent=4)]
    parts += [note(line, indent=4) for line in grid.key]
    if rest:
        parts.append(
            columns([(safe(x.label), mix_text(x.mix.items())) for x in runs(rest)], indent=4)
        )
    return parts
