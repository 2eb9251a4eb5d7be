"""Judged strategies as documents: expectation, outcomes, best replies, losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.analyse.judge import Appraisal, Judgement, Loss
from sabot.analyse.outcomes import Ended, Outcomes
from sabot.analyse.profile import ProfileJudgement, SeatJudgement
from sabot.games import family_named
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Grid,
    Heading,
    Note,
    Number,
    Phrase,
    Table,
    Word,
    document,
    pairs,
    table,
)
from sabot.render.grid import gridded
from sabot.render.layout import Line, in_order, runs, sees
from sabot.render.words import both, brief, decimal_text, mix_text, plural, the

MOST = 12
NO_CHOICES = "nobody chooses: there is no strategy"
OFF_PATH = " (never comes up)"
"""Said of an answer of a best reply at a view that never comes up: it is as good as any."""
SHEET = ("seat", "what", "view", "plays", "better", "chance", "per hand", "when there")
MOST_OFF = 24
_LONG_GRID = 20


def value_view(found: Judgement, *, most: int | None = MOST) -> Document:
    """Return the judgement; at most *most* views of each list (None: all)."""
    first, second = (the(seat) for seat in found.seats)
    chosen = found.chosen
    optimally = " when both play optimally" if chosen else ""
    rows: list[tuple[str, Phrase]] = [("value", f"{both(found.value)}, paid to {first}{optimally}")]
    if found.expectation is not None and chosen:
        paid = Word(both(found.expectation), "strong")
        rows.append(("expectation", (paid, f", paid to {first}")))
    family = family_named(found.game)
    if family is not None and family.edge:
        against = "" if found.expectation is not None else ", against an optimal opponent"
        rows.append((family.edge, f"{percent(found.edge)} for {second}{against}"))
    parts: list[Block] = [Heading(found.game), BREAK, pairs(*rows)]
    if found.outcomes is not None:
        parts += [BREAK, ends_table(found.outcomes, found.seats), *_edges(found)]
    for seat, one in found.appraisals.items() if chosen else ():
        parts += [BREAK, Heading(seat, f"by {found.sources.get(seat, 'you')}")]
        parts += _appraisal(one, found, most)
    return document(parts if chosen else [*parts, Note(NO_CHOICES)])


def profile_view(found: ProfileJudgement, *, most: int | None = MOST) -> Document:
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
    if found.outcomes is not None:
        parts += [BREAK, ends_table(found.outcomes, found.seats), *_edges(found)]
    for part in found.parts:
        parts += [BREAK, *_seat_part(part, found, most)]
    return document(parts)


def _seat_part(part: SeatJudgement, found: ProfileJudgement, most: int | None) -> list[Block]:
    """Return one seat's part of a profile; of a best reply, what it leaves the other seat."""
    replies = part.leaves is not None
    by = "by its best reply" if replies else f"by {found.sources.get(part.seat, 'you')}"
    rows: list[tuple[str, Phrase]] = [("payoff", both(part.payoff))]
    if not replies:
        rows.append(("gain", Word(both(part.gain), "strong")))
    parts: list[Block] = [Heading(part.seat, by), pairs(*rows)]
    if part.leaves is not None and part.leaves[0] != part.leaves[1]:
        other = next(seat for seat in found.seats if seat != part.seat)
        least, top = map(both, part.leaves)
        parts.append(Note(f"other best replies pay it as much, and {other} from {least} to {top}"))
    if not replies:
        parts += _losses("loses against the others", part.losses, most)
    if replies or part.gain:
        known = sees(found.game, part.seat)
        parts += _reply(part.reply, part.off_path, part.seat, known, everything=most is None)
    return parts


def value_sheet(found: Judgement) -> Document:
    """Return one row for each view at which something is lost or gained: for a spreadsheet."""
    rows: list[tuple[Phrase, ...]] = []
    for seat, one in found.appraisals.items():
        rows += _loss_rows(seat, "loses against an optimal opponent", one.losses)
        rows += _loss_rows(seat, "loses against the strategy given", one.meets or ())
        rows += _loss_rows(one.reply.seat, "the best reply gains", one.gains)
        rows += _reply_rows(one.reply.seat, one.reply.actions, one.off_path)
    return document(Heading(found.game), table(rows, head=SHEET, right=(5, 6, 7)))


def profile_sheet(found: ProfileJudgement) -> Document:
    """Return the same of a profile, after what each seat is paid and could gain."""
    paid = [(part.seat, Number(part.payoff), Number(part.gain)) for part in found.parts]
    rows: list[tuple[Phrase, ...]] = []
    for part in found.parts:
        rows += _loss_rows(part.seat, "loses against the others", part.losses)
        rows += _reply_rows(part.seat, part.reply, part.off_path)
    return document(
        Heading(found.game),
        table(paid, head=("seat", "payoff", "gain"), right=(1, 2)),
        table(rows, head=SHEET, right=(5, 6, 7)),
    )


def _loss_rows(seat: str, what: str, found: Sequence[Loss]) -> list[tuple[Phrase, ...]]:
    return [
        (
            seat,
            what,
            loss.view,
            " ".join(f"{action} {brief(chance)}" for action, chance in loss.mix.items()),
            loss.best,
            Number(loss.chance),
            Number(loss.hand),
            Number(loss.given),
        )
        for loss in found
    ]


def _reply_rows(
    seat: str, actions: Mapping[str, str], idle: Sequence[str]
) -> list[tuple[Phrase, ...]]:
    never = set(idle)
    return [
        (seat, f"best reply{OFF_PATH if view in never else ''}", view, actions[view])
        for view in in_order(actions)
    ]


def percent(share: Fraction, digits: int = 6) -> str:
    """Return a share in per cent.

    >>> percent(Fraction(1, 8)), percent(Fraction(1, 3))
    ('12.5 %', '33.3333 %')
    """
    return f"{decimal_text(100 * share, digits)[0]} %"


def ends_table(found: Outcomes, seats: Sequence[str]) -> Table:
    """Return how hands end: counts over one denominator."""
    first, second = seats
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
    return table(lines, right=(1, 2))


def _edges(judged: Judgement | ProfileJudgement) -> list[Block]:
    """Return the casino's edge on the bets of onlookers, where there are such."""
    if judged.bets is None:
        return []
    edges = (f"{bet} {percent(edge)}" for bet, edge in edges_on(judged))
    return [Note(f"the casino's edge on a bet: {', '.join(edges)}")]


def edges_on(judged: Judgement | ProfileJudgement | Ended) -> list[tuple[str, Fraction]]:
    """Return each bet of onlookers in words, and the house's edge on it."""
    family = family_named(judged.game)
    return [
        (bet if family is None else family.bet_word(bet, judged.terms), edge)
        for bet, edge in (judged.bets or {}).items()
    ]


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
    reply = one.reply.actions
    return [*parts, *_reply(reply, one.off_path, other, known, everything=most is None)]


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
    actions: Mapping[str, str],
    idle: Sequence[str],
    other: str,
    known: tuple[str, ...],
    *,
    everything: bool,
) -> list[Block]:
    """Return the best reply: a grid where that is short, else runs of views.

    Its answers at views that never come up, the *idle* ones, are marked.
    """
    answers = {view: {action: Fraction(1)} for view, action in actions.items()}
    never = set(idle)
    marked = {
        view: {action + OFF_PATH * (view in never): Fraction(1)} for view, action in actions.items()
    }
    title = Note(f"{other}'s best reply")
    grid, rest = gridded(answers, known) if len(answers) > MOST else (None, {})
    if grid is not None and len(grid.rows) > _LONG_GRID and not everything:
        return [Note(f"{other}'s best reply: --all draws it, --json lists it")]
    if grid is None:
        lines = runs(marked)
        shown = lines[:MOST]
        parts: list[Block] = [title, _lines(shown)]
        if len(lines) > len(shown):
            parts.append(Note(f"and {plural(len(lines) - MOST, 'more line')} (--json)", depth=2))
        return parts
    parts = [title, Grid(grid, other, key=tuple(grid.key), depth=2)]
    if rest:
        parts.append(_lines(runs({view: marked[view] for view in rest})))
    off = [view for view in in_order(actions) if view in never and view not in rest]
    if off:
        some = " ".join(off[:MOST_OFF]) + (" ..." if len(off) > MOST_OFF else "")
        parts.append(Note(f"never comes up, at {plural(len(off), 'view')}: {some}", depth=2))
    return parts


def _lines(lines: Sequence[Line]) -> Table:
    return table(((x.piece, mix_text(x.mix.items())) for x in lines), depth=2)
