"""Theorems on all equilibria as documents: pieces, where they meet, who does what and is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.forms.algebra.formula import Formula, sum_text
from sabot.forms.algebra.point import Point
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Phrase,
    Table,
    Tone,
    Word,
    document,
    pairs,
)
from sabot.render.layout import in_order, runs
from sabot.render.theorems.ends import how_found
from sabot.render.theorems.parts import FEW, shown_formula
from sabot.render.words import plural, safe
from sabot.results.ends import End, end_text
from sabot.results.pairs import PairEquilibria, PairEquilibrium, PairPart, PairTheorem
from sabot.results.pieces import Mixes, sure_action

Rows = list[tuple[str, Phrase]]


def screen(proof: PairTheorem, *, checked: float | None = None) -> Document:
    """Return what ``sabot prove`` shows: the range, every piece, where they meet, the check."""
    name = safe(proof.parameter)
    rows: Rows = [
        ("proved for", f"{safe(proof.range)}, in {plural(len(proof.pieces), 'piece')}"),
        ("", "all equilibria; in each, no seat gains by any other strategy"),
    ]
    rows += [(safe(seat), safe(proof.verdict(seat))) for seat in proof.seats]
    body: list[Block] = [Heading(proof.game), BREAK, pairs(*rows)]
    before: PairEquilibrium | None = None
    for piece in proof.pieces:
        told = _part_rows(proof, piece.part, piece.extent.single, before)
        body += [BREAK, Heading(f"{name} = {piece.extent}"), pairs(*told)]
        before = piece.first
    for point in proof.breakpoints:
        told = _part_rows(proof, point.part, None, before)
        root = _root(point.at, name)
        told += [("", Word(root, "dim"))] if root else []
        body += [BREAK, Heading(f"at {name} {_equals(point.at)}"), pairs(*told)]
    body += _alike(proof, [piece.part for piece in proof.pieces])
    return document(body, BREAK, pairs(*how_found(proof.seconds, checked)))


def _equals(at: End) -> str:
    return end_text(at) if isinstance(at, Point) else f"= {end_text(at)}"


def _root(at: End, name: str) -> str:
    """Return of what an irrational end is the root."""
    return f"a root of {sum_text(at.root_of, name)}" if isinstance(at, Point) else ""


def _part_rows(
    proof: PairTheorem | PairEquilibria,
    part: PairPart,
    at: Fraction | None,
    before: PairEquilibrium | None,
) -> Rows:
    """Return all equilibria of a part: the first in full, of the others what differs."""
    first, *others = part.equilibria
    if all(part.unique.values()):
        rows: Rows = [("", Word("the only equilibrium", "dim"))]
    elif not others:
        rows = [("", Word("equilibria that differ at views that are alike only", "dim"))]
    else:
        number = f"{plural(len(part.equilibria), 'extreme equilibrium', 'extreme equilibria')}"
        rows = [("", Word(f"{number}, and those between", "dim"))]
    rows += _paid(proof, first, at)
    for seat in proof.seats:
        table = first.strategies[seat]
        rows += _seat(seat, table, at, None if before is None else before.strategies[seat])
    for other in others:
        rows.append(("or", Word("another extreme equilibrium", "dim")))
        rows += _paid(proof, other, at)
        for seat in proof.seats:
            changed = _changed(first.strategies[seat], other.strategies[seat])
            rows += [(safe(seat), _answer(v, mix, at)) for v, mix in changed.items()]
    return rows


def _paid(proof: PairTheorem | PairEquilibria, one: PairEquilibrium, at: Fraction | None) -> Rows:
    paid = zip(proof.seats, one.payoffs, strict=True)
    return [(f"{safe(seat)} is paid", shown_formula(f, at, "strong")) for seat, f in paid]


def _seat(seat: str, table: Mixes, at: Fraction | None, before: Mixes | None) -> Rows:
    """Return what a seat does: its mixes, and its sure answers where they are few or new."""
    mixed = [view for view in in_order(table) if sure_action(table[view]) is None]
    rows: Rows = [("", _answer(view, table[view], at, "mixed")) for view in mixed]
    sure = {view: action for view, mix in table.items() if (action := sure_action(mix)) is not None}
    lines = runs({view: {action: Fraction(1)} for view, action in sure.items()})
    if len(lines) <= FEW:
        told = ", ".join(f"{safe(line.label)} {safe(next(iter(line.mix)))}" for line in lines)
        rows += [("", told)] if told else []
    elif before is None:
        rows.append(("", f"sure answers at {plural(len(sure), 'view')}, in the saved proof"))
    else:
        new = [v for v in in_order(sure) if sure_action(before[v]) != sure[v]]
        words = ", ".join(f"{safe(v)} {safe(sure[v])}" for v in new)
        rows.append(("", f"sure answers now: {words}" if new else "sure answers as before"))
    return [(safe(seat), rows[0][1]), *rows[1:]] if rows else [(safe(seat), "no choice")]


def _changed(first: Mixes, other: Mixes) -> dict[str, Mapping[str, Formula]]:
    return {view: other[view] for view in in_order(other) if other[view] != first[view]}


def _answer(
    view: str, mix: Mapping[str, Formula], at: Fraction | None, tone: Tone = "plain"
) -> Phrase:
    """Return what is done at a view: the action, or the chance of the second one."""
    sure = sure_action(mix)
    place = "" if view == "-" else f"{safe(view)} "
    if sure is not None:
        return Word(f"{place}{safe(sure)}", tone)
    action, chance = list(mix.items())[-1]
    return Word(f"{place}{safe(action)}: ", tone), shown_formula(chance, at, tone)


def _alike(proof: PairTheorem | PairEquilibria, parts: Sequence[PairPart]) -> list[Block]:
    """Return the groups of views that are alike and mixed: there only a mean is known."""
    rows: Rows = []
    for seat, groups in proof.alike.items():
        mixed = {view for part in parts for one in part.equilibria for view in one.mixed(seat)}
        told = [" = ".join(map(safe, group)) for group in groups if mixed & set(group)]
        rows += [(safe(seat), "; ".join(told))] if told else []
    if not rows:
        return []
    title = Heading("views that are alike", "only the mean of what is done there matters")
    return [BREAK, title, pairs(*rows)]


# ---------------------------------------------------------------------- spreadsheets


def sheet(proof: PairTheorem) -> Document:
    """Return the formulas for a spreadsheet: one line for each view of each equilibrium."""
    head = (proof.parameter, "equilibrium", "seat", "view", "action", "chance", "payoff")
    rows = []
    parts = [(str(piece.extent), piece.part) for piece in proof.pieces]
    parts += [(end_text(point.at), point.part) for point in proof.breakpoints]
    for where, part in parts:
        for number, one in enumerate(part.equilibria, 1):
            for seat, paid in zip(proof.seats, one.payoffs, strict=True):
                for view, mix in one.strategies[seat].items():
                    for action, chance in mix.items():
                        line = (where, str(number), seat, view, action, str(chance), str(paid))
                        rows.append(line)
    return document(Table(tuple(rows), head=head))


# ---------------------------------------------------------------------- one game


def list_screen(found: PairEquilibria) -> Document:
    """Return what ``sabot equilibria`` shows of one game: all of them, and what they span."""
    number = plural(found.count, "extreme equilibrium", "extreme equilibria")
    alike = _alike(found, [found.part])
    what = "; the others differ at views that are alike only" if alike else ""
    rows: Rows = [("equilibria", f"{number}{what}, proved to be all")]
    for seat, unique in found.unique.items():
        word = "plays the same in all of them" if unique else "does not play the same in all"
        rows.append((safe(seat), word))
    wide = [size for size in found.dimensions if size]
    if wide:
        sets = plural(len(wide), "set")
        rows.append(("", f"{sets} of dimension {', '.join(map(str, wide))}"))
    body: list[Block] = [Heading(found.game), BREAK, pairs(*rows)]
    body += [BREAK, pairs(*_part_rows(found, found.part, Fraction(0), None)), *alike]
    return document(body)


def list_paper(found: PairEquilibria) -> Document:
    """Return the equilibria for a paper: what is mixed, and what each seat is paid."""
    rows = []
    for number, one in enumerate(found.part.equilibria, 1):
        for seat, paid in zip(found.seats, one.payoffs, strict=True):
            for view in one.mixed(seat) or ["-"]:
                mix = one.strategies[seat].get(view)
                told = "does not mix" if mix is None else _answer(view, mix, Fraction(0))
                rows.append((str(number), seat, told, str(paid)))
    head = ("", "seat", "mixes", "is paid")
    count = plural(found.count, "extreme equilibrium", "extreme equilibria")
    return document(Heading(found.game, count, count), Table(tuple(rows), head=head))


def list_sheet(found: PairEquilibria) -> Document:
    """Return one line for each view of each equilibrium, for a spreadsheet."""
    head = ("equilibrium", "seat", "view", "action", "chance", "payoff")
    rows = [
        (str(number), seat, view, action, str(chance), str(paid))
        for number, one in enumerate(found.part.equilibria, 1)
        for seat, paid in zip(found.seats, one.payoffs, strict=True)
        for view, mix in one.strategies[seat].items()
        for action, chance in mix.items()
    ]
    return document(Table(tuple(rows), head=head))
