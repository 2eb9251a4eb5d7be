"""Theorems on real hands: an equilibrium of two seats for every value of an open parameter.

At one value the numeric solver finds the cuts and their order. In that order the equations that fix
them are linear, with polynomials in the parameter as coefficients: solved once, they give every cut
as a quotient of polynomials (:mod:`sabot.solvers.threshold.rows`). These are an equilibrium as far
around that value as the cuts keep their order and no other choice is worth more at either end of
any cell; where one of these inequalities turns, the next piece begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpq_poly, fmpz_poly

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.algebra.formula import Formula
from sabot.forms.algebra.point import Point, sign_at
from sabot.forms.polynomial import coefficients, common_factor, formula
from sabot.forms.threshold.answers import turn_key
from sabot.forms.threshold.betting import Fold, Node, Turn
from sabot.forms.threshold.opened import OpenHands
from sabot.results.cuts import Answer, CutPiece, CutTheorem
from sabot.results.ends import Extent, end_of
from sabot.results.evidence import Inequality
from sabot.solvers.theorem.candidate import Condition
from sabot.solvers.theorem.evidence.needs import LEAST, MORE, Need
from sabot.solvers.theorem.evidence.ranges import RealRange
from sabot.solvers.theorem.evidence.reasons import reason
from sabot.solvers.theorem.formula import solve_polynomial
from sabot.solvers.theorem.real import RealReach, spots_inside
from sabot.solvers.threshold.rows import Rows, total
from sabot.solvers.threshold.settle import cuts_of

MOST_PIECES = 100


@dataclass(frozen=True)
class Candidate:
    """Cuts as formulas, found at one value: the points in their order, over one denominator."""

    rows: Rows
    below: fmpz_poly
    points: tuple[fmpz_poly, ...]
    """0, the cuts and 1, each times ``below``."""
    needs: tuple[Need, ...]
    """All that makes them an equilibrium."""

    def holds_at(self, spot: Fraction) -> bool:
        """Tell whether they are one at a value, and no need is just met there."""
        return all(sign_at(need.polynomial, spot) > 0 for need in self.needs)


def prove_hands(
    name: str, game: OpenHands, progress: Callable[[object], object] | None = None
) -> CutTheorem:
    """Return the theorem for every real number of the game's domain."""
    low = Point.at(game.domain.low)
    high = None if game.domain.high is None else Point.at(game.domain.high)
    found: list[tuple[Point, Point | None, Candidate]] = []
    gaps = [(low, high)]
    while gaps:
        start, end = gaps.pop()
        if len(found) >= MOST_PIECES:
            raise NoMethodError(f"{MOST_PIECES} pieces did not cover the range: give a shorter one")
        spot, candidate = _found(game, start, end, progress)
        conditions = [Condition(need.polynomial) for need in candidate.needs]
        reach = RealReach(spot, start, end).within(conditions)
        found.append((reach.low, reach.high, candidate))
        if reach.high is not end and reach.high is not None:
            gaps.append((reach.high, end))
        if reach.low is not start:
            gaps.append((start, reach.low))
    found.sort(key=lambda piece: float(piece[0]))
    return CutTheorem(
        name,
        game.parameter,
        Extent(end_of(low), None if high is None else end_of(high)),
        tuple(_piece(game, *one) for one in found),
        game.form.seats,
        _told(game, game.form.root),
    )


def _found(
    game: OpenHands, low: Point, high: Point | None, progress: Callable[[object], object] | None
) -> tuple[Fraction, Candidate]:
    """Return a value inside a gap, and formulas that are an equilibrium there and around it."""
    fault = ""
    for spot in spots_inside(low, high):
        watch.at(f"proving for {game.parameter} = {spot}")
        if progress is not None:
            progress(spot)
        try:
            candidate = candidate_at(game, spot)
        except NoMethodError as reason_why:
            fault = f": {reason_why}"
            continue
        if candidate is not None and candidate.holds_at(spot):
            return spot, candidate
    raise NoMethodError(
        f"no formula was found near {game.parameter} = {float(low):.6g}{fault}; "
        "give another range, or solve the game for one value"
    )


def candidate_at(game: OpenHands, spot: Fraction) -> Candidate | None:
    """Return the cuts as formulas, from their order at one value; None where nothing fixes them."""
    hint = game.hint(spot)
    profile = cuts_of(hint)
    cuts = [(cut, (key, k)) for key, answer in profile.items() for k, cut in enumerate(answer.cuts)]
    # stable: where cuts are equal, in the order of the turns
    order = tuple(name for _, name in sorted(cuts, key=lambda one: one[0]))
    rows = Rows(game.form, {key: answer.actions for key, answer in profile.items()}, order)
    equations = [
        {k - 1 if k < rows.last else -1: factor for k, factor in row.items() if k}
        for row in rows.equations()
    ]
    solved = solve_polynomial(equations, len(order))
    if solved is None:
        return None
    tops, below = solved
    shared = common_factor([below, *tops])
    if sign_at(divmod(below, shared)[0], spot) < 0:
        shared = -shared
    tops, below = [divmod(top, shared)[0] for top in tops], divmod(below, shared)[0]
    points = (fmpz_poly([]), *tops, below)
    return Candidate(rows, below, points, tuple(_needs(game, rows, below, points)))


def _needs(
    game: OpenHands, rows: Rows, below: fmpz_poly, points: tuple[fmpz_poly, ...]
) -> Iterator[Need]:
    """Yield all that makes the cuts an equilibrium; what is 0 everywhere needs no words."""
    yield Need("the denominator of the cuts is positive", below, MORE)
    names = _names(game, rows)
    for says, polynomial in (
        *_chances(game, rows),
        *_rising(names, points),
        *((_gap_words(game, gap, names), total(gap.row, points)) for gap in rows.gaps()),
    ):
        if polynomial != 0:
            yield Need(says, polynomial, LEAST)


def _chances(game: OpenHands, rows: Rows) -> list[tuple[str, fmpz_poly]]:
    found = []
    open_chances = {_text(c, game.parameter): c for c in rows.chances if c.degree() > 0}
    for text, chance in open_chances.items():
        better = fmpz_poly([int((c * rows.share).p) for c in chance.coeffs()])
        found.append((f"the chance {text} is not negative", better))
        found.append((f"the chance {text} is not above 1", rows.share - better))
    return found


def _rising(names: list[str], points: tuple[fmpz_poly, ...]) -> Iterator[tuple[str, fmpz_poly]]:
    for (one, low), (two, high) in pairwise(zip(names, points, strict=True)):
        yield f"{one} is not above {two}", high - low


def _gap_words(game: OpenHands, gap: Any, names: list[str]) -> str:
    actions = gap.turn.actions
    side = "just above" if gap.above else "just below"
    place = _place(game, gap.turn)
    better = f"{actions[gap.other]} earns no more than {actions[gap.chosen]}"
    return f"{place}, {side} {names[gap.end]}: {better}"


def _place(game: OpenHands, turn: Turn) -> str:
    seat = game.form.seats[turn.seat]
    return seat if turn.view == "-" else f"{seat} at {turn.view}"


def _names(game: OpenHands, rows: Rows) -> list[str]:
    """Return what the points are called."""
    places = {turn_key(game.form, turn): _place(game, turn) for turn in game.form.turns()}
    return ["0", *(f"{places[key]}, cut {k + 1}" for key, k in rows.order), "1"]


# ---------------------------------------------------------------------- as a result


def _piece(game: OpenHands, low: Point, high: Point | None, found: Candidate) -> CutPiece:
    rows, name = found.rows, game.parameter
    where = RealRange(low, high)
    turns = {turn_key(game.form, turn): turn for turn in game.form.turns()}
    cuts = {
        cut: formula(top, found.below, name)
        for cut, top in zip(rows.order, found.points[1:-1], strict=True)
    }
    answers: dict[str, dict[str, Answer]] = {seat: {} for seat in game.form.seats}
    for key, turn in turns.items():
        actions = [turn.actions[action] for action in rows.shape[key]]
        ends = [cuts[key, k] for k in range(len(actions) - 1)]
        answer = zip((*ends, Formula.number(1, name)), actions, strict=True)
        answers[game.form.seats[turn.seat]][turn.view] = tuple(answer)
    return CutPiece(
        Extent(end_of(low), None if high is None else end_of(high)),
        {seat: _paid(found, number, name) for number, seat in enumerate(game.form.seats)},
        answers,
        tuple((game.form.seats[turns[key].seat], turns[key].view) for key, _ in rows.order),
        coefficients(found.below),
        tuple(_shown(need, where) for need in found.needs),
    )


def _paid(found: Candidate, seat: int, name: str) -> Formula:
    """Return what a seat is paid: the integral; worth is linear in each cell, so by its ends."""
    rows = found.rows
    top = fmpz_poly([])
    for width, worth in rows.paid(seat):
        top += total(width, found.points) * total(worth, found.points)
    return formula(top, 2 * rows.unit * rows.share**2 * found.below**2, name)


def _shown(need: Need, where: RealRange) -> Inequality:
    why = reason(need, where)["why"]
    return Inequality(
        need.says,
        coefficients(need.polynomial),
        need.written,
        why if isinstance(why, str) else tuple(why),
    )


def _text(amount: fmpq_poly, name: str) -> str:
    """Return a polynomial with fractions as text."""
    below = int(amount.denom())
    top = fmpz_poly([int((c * below).p) for c in amount.coeffs()])
    return str(formula(top, fmpz_poly([below]), name))


def _told(game: OpenHands, node: Node) -> dict[str, Any]:
    """Return the betting from a node on, as a file has it."""
    seats, name = game.form.seats, game.parameter
    if isinstance(node, Turn):
        return {
            "turn": seats[node.seat],
            "view": node.view,
            "actions": list(node.actions),
            "after": [_told(game, after) for after in node.after],
        }
    if isinstance(node, Fold):
        return {"pays": [_text(amount, name) for amount in node.payoffs]}
    return {
        "in": [seats[seat] for seat in node.contenders],
        "paid": [_text(amount, name) for amount in node.paid],
        "better": _text(node.better, name),
    }
