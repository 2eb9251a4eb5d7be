"""Theorems on all equilibria for a paper: the game, who does what and is paid, why that is all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from sabot.forms.algebra.formula import Formula
from sabot.forms.algebra.point import Point
from sabot.render.document import (
    Block,
    Cases,
    Code,
    Document,
    Equation,
    Heading,
    Maths,
    Phrase,
    Run,
    Statement,
    Text,
    document,
    joined,
)
from sabot.render.formula import formula_latex, formula_text, maths_latex
from sabot.render.layout import in_order, runs
from sabot.render.theorems.ends import within
from sabot.render.theorems.game import defined, letter_of
from sabot.render.theorems.parts import FEW, Mixed, SeatPart
from sabot.render.theorems.tables import letters_table
from sabot.render.words import the
from sabot.results.ends import End, end_text
from sabot.results.pairs import PairEquilibrium, PairPart, PairPiece, PairPoint, PairTheorem
from sabot.results.pieces import Mixes, sure_action


def paper(proof: PairTheorem) -> Document:
    """Return the theorem and a sketch of its proof, to paste into a paper."""
    letter = letter_of(proof.parameter)
    cases: list[tuple[Phrase, tuple[Block, ...]]] = []
    before: PairEquilibrium | None = None
    for piece in proof.pieces:
        where = ("if ", within(piece.extent, letter), _inside(proof, piece))
        cases.append((where, tuple(_case(proof, piece.part, before))))
        before = piece.first
    for point in proof.breakpoints:
        cases.append((_there(point.at, letter), tuple(_case(proof, point.part, before))))
    claim = (
        f"For every {'whole' if proof.whole else 'real'} number ",
        within(proof.domain, letter),
        f" these are all equilibria of {proof.game}: the extreme ones, and the means of those of "
        "one case.",
    )
    title = Heading(f"{proof.game}: proved by sabot, {proof.digest}")
    game = defined(proof.game, proof.parameter, proof.seats, "pairs")
    body = Statement("theorem", (Text(claim), Cases(tuple(cases))))
    return document(title, game, body, _sketch(proof))


def _inside(proof: PairTheorem, piece: PairPiece) -> str:
    """Return at which ends of a piece its formulas are not the whole truth, in words.

    Where pieces meet, a case of its own tells of it; where the theorem begins and ends it may not.
    """
    alike = [
        point.at
        for point in (proof.points[:1] + proof.points[-1:])
        if not isinstance(point.at, Point) and _as_inside(point, piece, Fraction(point.at))
    ]
    ends = [end for end in (piece.low, piece.high) if not proof.whole and end not in alike]
    if not ends:
        return ""
    return " strictly inside" if len(ends) == 2 else f", but for {_near(ends[0])}"


def _near(end: End | None) -> str:
    return "" if end is None else end_text(end)


def _as_inside(point: PairPoint, piece: PairPiece, at: Fraction) -> bool:
    if not all(point.part.unique.values()) or at not in (piece.low, piece.high):
        return False
    (there,) = point.part.equilibria
    return all(
        chance.at(at) == there.strategies[seat][view][action].at(at)
        for seat, table in piece.first.strategies.items()
        for view, mix in table.items()
        for action, chance in mix.items()
    )


def _there(at: End, letter: str) -> Phrase:
    """Return that the parameter is at an end, and of what it is the root."""
    if not isinstance(at, Point):
        return ("if ", Maths(f"{letter} = {end_text(at)}", f"{letter} = {end_text(at)}"))
    formula = Formula(at.root_of, (1,), letter)
    of = Maths(formula_latex(formula, letter), formula_text(formula))
    near = Maths(rf"{letter} \approx {at.about}", f"{letter} ~ {at.about}")
    return ("if ", near, ", the root there of ", of)


def _case(proof: PairTheorem, part: PairPart, before: PairEquilibrium | None) -> Iterator[Block]:
    """Yield the equilibria of a part: what is mixed, what is sure, what each seat is paid."""
    letter = letter_of(proof.parameter)
    for number, one in enumerate(part.equilibria, 1):
        which = f" in equilibrium {number}" if len(part.equilibria) > 1 else ""
        for seat in proof.seats:
            told = _seat_part(seat, one.strategies[seat], part.unique[seat])
            for mixed in told.mixed:
                action, chance = list(mixed.chances.items())[-1]
                said = f" plays {action}{which} with"
                yield Text((f"{_name(seat)} at ", Run(mixed.view), said))
                formula = Maths(maths_latex(chance, letter), formula_text(chance), tall=True)
                yield Text(("probability ", formula, "."))
            old = None if before is None else before.strategies[seat]
            yield from _sure(proof, told, old, which)
        for seat, paid in zip(proof.seats, one.payoffs, strict=True):
            yield Text(f"{_name(seat)} is paid{which}")
            yield Equation("u", paid, letter)
        before = one
    if all(part.unique.values()):
        yield Text("There is no other equilibrium.")


def _sure(proof: PairTheorem, told: SeatPart, old: Mixes | None, which: str) -> Iterator[Block]:
    """Yield a seat's sure answers: a list, a table of letters, or what changes."""
    name = _name(told.seat)
    if told.sure:
        said = ((Run(view), f" {action}") for view, action in told.sure.items())
        yield Text((f"{name} surely{which}: ", *joined(said, ", "), "."))
    elif told.count and old is None:
        table = letters_table(proof.game, told)
        if table is not None:
            yield Text(f"{name}'s whole strategy ({table.key}; both where it mixes):")
            yield table.table
    elif told.count and old is not None:
        new = [v for v in in_order(told.answers) if _changes(told.answers[v], old[v])]
        changed = joined((Run(f"{view} {told.answers[view]}") for view in new), ", ")
        but = (", but for ", *changed) if changed else ()
        yield Text((f"{name}'s other answers{which} are as before", *but, "."))


def _changes(answer: str | None, before: Mapping[str, Formula]) -> bool:
    return answer is not None and sure_action(before) != answer


def _name(seat: str) -> str:
    name = the(seat)
    return name[:1].upper() + name[1:]


def _seat_part(seat: str, table: Mixes, unique: bool | None) -> SeatPart:
    """Return a strategy as the tables of a theorem take it."""
    answers = {view: sure_action(table[view]) for view in in_order(table)}
    mixed = tuple(Mixed.of(view, table[view]) for view, answer in answers.items() if answer is None)
    lines = runs({v: {a: Fraction(1)} for v, a in answers.items() if a is not None})
    listed = {line.label: next(iter(line.mix)) for line in lines}
    return SeatPart(seat, unique, mixed, listed if len(lines) <= FEW else {}, (), answers, listed)


def _sketch(proof: PairTheorem) -> Statement:
    first, second = map(the, proof.seats)
    opening = (
        f"What the second action of a choice gains is linear in the other seat's chances. Choices "
        f"at which it has one sign are settled, again and again. {first}'s other choices are split "
        "into sure actions, at which the gain has a sign, and true mixes, at which it is 0; a case "
        "is impossible where multiples of such gains add up to what they cannot be. With one true "
        f"mix left, the line of its chances is cut where a choice of {second} is indifferent. In "
        "the cases that remain all chances are known but those that are indifferent, and the ends "
        "of the sets that they form are computed."
    )
    ending = "The proof file has the tree of all cases; ", Code("sabot check")
    told = Text((*ending, " goes through it without solving."))
    return Statement("proof", (Text(opening), *_indifferent(proof), told), "Sketch of the proof")


def _indifferent(proof: PairTheorem) -> Iterator[Text]:
    """Yield, piece by piece, the equations that a mix solves, where one chance is unknown."""
    letter = letter_of(proof.parameter)
    for piece in proof.pieces:
        for seat, foe in zip(proof.seats, reversed(proof.seats), strict=True):
            mixes, others = piece.first.mixed(seat), piece.first.mixed(foe)
            if not all(piece.part.unique.values()) or len(mixes) != 1 or len(others) != 1:
                continue
            (view,), (other,) = mixes, others
            action, chance = list(piece.first.strategies[seat][view].items())[-1]
            slope, rest = Formula(chance.below, (1,), letter), Formula(chance.top, (1,), letter)
            equation = Maths(
                rf"({formula_latex(slope, letter)})\,p = {formula_latex(rest, letter)}",
                f"({formula_text(slope)}) p = {formula_text(rest)}",
            )
            yield Text(
                (
                    "If ",
                    within(piece.extent, letter),
                    f", {the(foe)} is indifferent at ",
                    Run(other),
                    " where ",
                    equation,
                    f", p being the chance with which {the(seat)} plays {action} at ",
                    Run(view),
                    "; the coefficient of p is nowhere 0 there, so that no other chance makes "
                    f"{the(foe)} mix there.",
                )
            )
