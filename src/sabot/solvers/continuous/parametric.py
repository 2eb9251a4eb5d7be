"""Prove an equilibrium in thresholds of two players for every value of a parameter.

At one value the numeric solver finds the thresholds and their order. In that order every payoff is
linear in the thresholds of both players: the *points* are 0, the thresholds in order, and 1; a
*row* gives each point a polynomial in the parameter, and the payoff is the sum of these times the
points. Set to 0 at a threshold, rows are the linear equations that fix the thresholds; solved once,
they give every threshold as a quotient of polynomials. With these put in, at both ends of every
interval, rows are the inequalities that no player may gain. The formulas are an equilibrium as far
around that value as the thresholds keep their order and all inequalities hold; where one of them
changes its sign, the next piece begins.

With raises the equations often leave some thresholds free: hands may change places. The equilibrium
found at one value is then mostly a vertex of the set of all equilibria with its order: the
conditions that are equalities there, indifference, order or no gain, fix the thresholds. At almost
every value these equalities are equalities around it too. Where they fix too little, another value
is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from math import lcm

from flint import fmpq, fmpq_poly, fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint, sign_at
from sabot.forms.continuous.betting_game import (
    ONE,
    ZERO,
    BehaviourRule,
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    IntervalActions,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    terminal_nodes,
    turn_key,
)
from sabot.forms.continuous.expected_payoff import TurnPayoffs, payoffs_by_turn
from sabot.forms.continuous.piecewise_polynomial import as_fmpq, as_fraction
from sabot.forms.parametric import (
    ParametricContinuousGame,
    coefficients,
    common_factor,
    quotient_formula,
)
from sabot.progress import report_progress
from sabot.results.continuous import CutPiece, CutTheorem, ThresholdFormulas
from sabot.results.proof import ParameterInterval, ProvenInequality, point_to_end
from sabot.solvers.continuous.solve import balance_thresholds, nearest_by_linear_programs
from sabot.solvers.parametric.candidate import SignCondition
from sabot.solvers.parametric.critical_regions import (
    RealValidityRange,
    fewest_that_cover,
    is_farther,
    rationals_inside,
)
from sabot.solvers.parametric.linear_system import solve_polynomial_system
from sabot.solvers.parametric.proof_obligations import (
    NONNEGATIVE,
    POSITIVE,
    ProofObligation,
    find_reason,
)
from sabot.solvers.parametric.signs import RealRange

LinearForm = dict[int, fmpz_poly]
"""By the number of a point."""
IntervalSet = frozenset[int]
"""Intervals between neighbouring points, by the number of the lower one."""
ThresholdKey = tuple[str, int]
"""The key of a turn, and which of its thresholds."""
_ZERO = fmpz_poly([])


@dataclass(frozen=True)
class GainInequality:
    """How much more one action is worth than another, with the hand at an end of an interval."""

    turn: TurnNode
    chosen: int
    other: int
    end: int
    above: bool
    """Whether the interval is above its end."""
    row: LinearForm


@dataclass(frozen=True)
class SymbolicPayoffs:
    """Parametric betting, strategies of a shape, and an order of their thresholds."""

    form: ContinuousBettingForm
    shape: IntervalActions
    order: tuple[ThresholdKey, ...]

    @property
    def last(self) -> int:
        """The number of the point 1."""
        return len(self.order) + 1

    @cached_property
    def taken(self) -> Mapping[str, tuple[int, ...]]:
        """By turn: the action of each interval."""
        found = {}
        for key, actions in self.shape.items():
            passed = [0]
            for other, _ in self.order:
                passed.append(passed[-1] + (other == key))
            found[key] = tuple(actions[count] for count in passed)
        return found

    @cached_property
    def unit(self) -> int:
        """What makes every amount a polynomial in integers."""
        amounts: list[fmpq_poly] = []
        for end in terminal_nodes(self.form.root):
            amounts += end.payoffs if isinstance(end, FoldNode) else end.paid
        return lcm(*(int(amount.denom()) for amount in amounts))

    @cached_property
    def share(self) -> int:
        """The same for the probabilities to improve."""
        return lcm(*(int(chance.denom()) for chance in self.chances))

    @property
    def chances(self) -> list[fmpq_poly]:
        """The probabilities to improve, at each showdown."""
        return [
            end.better for end in terminal_nodes(self.form.root) if isinstance(end, ShowdownNode)
        ]

    def equations(self) -> list[LinearForm]:
        """Return for each threshold, in order, how much more the action above it is worth."""
        found: dict[int, LinearForm] = {}
        for seat in (0, 1):
            for turn, opponent in self._turns(self.form.root, seat, self._all):
                key = turn_key(self.form, turn)
                for place, (other, k) in enumerate(self.order, 1):
                    if other == key:
                        below, above = self.shape[key][k : k + 2]
                        found[place] = self._gap(turn, opponent, above, below, place, place)
        return [found[place] for place in sorted(found)]

    def gaps(self) -> Iterator[GainInequality]:
        """Yield the differences that must not be negative: by turn, interval and other action."""
        for seat in (0, 1):
            for turn, opponent in self._turns(self.form.root, seat, self._all):
                taken = self.taken[turn_key(self.form, turn)]
                for cell, chosen in enumerate(taken):
                    for end in (cell, cell + 1):
                        for other in range(len(turn.actions)):
                            if other != chosen:
                                row = self._gap(turn, opponent, chosen, other, cell, end)
                                yield GainInequality(turn, chosen, other, end, end == cell, row)

    def paid(self, seat: int) -> list[tuple[LinearForm, LinearForm]]:
        """Return pairs of rows: what a seat is paid is half the sum of their products."""
        found = []
        for cell in range(self.last):
            width = self._size([cell])
            for end in (cell, cell + 1):
                found.append((width, self._worth(self.form.root, self._all, seat, cell, end)))
        return found

    @property
    def _all(self) -> IntervalSet:
        return frozenset(range(self.last))

    def _turns(
        self, node: BettingNode, seat: int, opponent: IntervalSet
    ) -> Iterator[tuple[TurnNode, IntervalSet]]:
        """Yield a seat's turns, each with the intervals with which the opponent reaches it."""
        if not isinstance(node, TurnNode):
            return
        if node.seat == seat:
            yield node, opponent
        for action, after in enumerate(node.after):
            come = opponent if node.seat == seat else self._taking(node, action, opponent)
            yield from self._turns(after, seat, come)

    def _gap(
        self, turn: TurnNode, opponent: IntervalSet, one: int, two: int, cell: int, end: int
    ) -> LinearForm:
        worths = (
            self._worth(turn.after[action], opponent, turn.seat, cell, end) for action in (one, two)
        )
        return _linear_combination((1, next(worths)), (-1, next(worths)))

    def _taking(self, turn: TurnNode, action: int, held: IntervalSet) -> IntervalSet:
        taken = self.taken[turn_key(self.form, turn)]
        return frozenset(cell for cell in held if taken[cell] == action)

    def _worth(
        self, node: BettingNode, opponent: IntervalSet, seat: int, cell: int, end: int
    ) -> LinearForm:
        """Return a hand's payoff at an interval's end, times the opponent's reach probability."""
        if isinstance(node, TurnNode):
            if node.seat == seat:
                action = self.taken[turn_key(self.form, node)][cell]
                return self._worth(node.after[action], opponent, seat, cell, end)
            ways = (
                (after, self._taking(node, action, opponent))
                for action, after in enumerate(node.after)
            )
            return _linear_combination(
                *((1, self._worth(after, come, seat, cell, end)) for after, come in ways)
            )
        size = self._size(opponent)
        whole = fmpz_poly([self.share**2])
        if isinstance(node, FoldNode):
            return _linear_combination((self._amount(node.payoffs[seat]) * whole, size))
        paid = [self._amount(amount) for amount in node.paid]
        if seat not in node.contenders:
            return _linear_combination((-paid[seat] * whole, size))
        pot = paid[0] + paid[1]
        if len(node.contenders) == 1:
            return _linear_combination(((pot - paid[seat]) * whole, size))
        better = self._whole(node.better, self.share)
        plain = self.share - better
        # a hand that did not improve beats a lower one, one that did every one that did not
        wins = plain * plain + better * better, plain * better
        below = self._below(opponent, cell, end)
        return _linear_combination(
            (pot * wins[0], below), (pot * wins[1] - paid[seat] * whole, size)
        )

    def _amount(self, amount: fmpq_poly) -> fmpz_poly:
        return self._whole(amount, self.unit)

    @staticmethod
    def _whole(amount: fmpq_poly, unit: int) -> fmpz_poly:
        return fmpz_poly([int((c * unit).p) for c in amount.coeffs()])

    def _size(self, cells: Iterable[int]) -> LinearForm:
        row: LinearForm = {}
        for cell in cells:
            _add_term(row, cell + 1, fmpz_poly([1]))
            _add_term(row, cell, fmpz_poly([-1]))
        return row

    def _below(self, opponent: IntervalSet, cell: int, end: int) -> LinearForm:
        row = self._size(other for other in opponent if other < cell)
        if cell in opponent:
            _add_term(row, end, fmpz_poly([1]))
            _add_term(row, cell, fmpz_poly([-1]))
        return row


def evaluate_form(row: LinearForm, points: Sequence[fmpz_poly]) -> fmpz_poly:
    """Return the sum of a row over the points."""
    return sum((factor * points[k] for k, factor in row.items()), _ZERO)


def _add_term(row: LinearForm, place: int, factor: fmpz_poly) -> None:
    row[place] = row.get(place, _ZERO) + factor


def _linear_combination(*terms: tuple[fmpz_poly | int, LinearForm]) -> LinearForm:
    found: LinearForm = {}
    for times, row in terms:
        for place, factor in row.items():
            _add_term(found, place, factor * times)
    return found


MOST_PIECES = 100
MOST_UNDETERMINED = 5
"""So many values in a gap at which no formulas are found that hold there, or which are not solved,
and the theorem is given up."""


@dataclass(frozen=True)
class ThresholdCandidate:
    """Thresholds as formulas, found at one value: the ordered points over one denominator."""

    rows: SymbolicPayoffs
    below: fmpz_poly
    points: tuple[fmpz_poly, ...]
    """0, the thresholds and 1, each times ``below``."""
    needs: tuple[ProofObligation, ...]
    """All that makes them an equilibrium."""

    def holds_at(self, spot: Fraction) -> bool:
        """Return whether they are one at a value, and no need is just met there."""
        return all(sign_at(need.polynomial, spot) > 0 for need in self.needs)


@dataclass(frozen=True)
class FoundPiece:
    """Formulas, and from where to where they hold."""

    low: RealPoint | None
    high: RealPoint | None
    candidate: ThresholdCandidate


def prove_thresholds(
    name: str, game: ParametricContinuousGame, progress: Callable[[object], object] | None = None
) -> CutTheorem:
    """Return the theorem for every real number of the game's domain."""
    low = RealPoint.at(game.domain.spot)
    high = None if game.domain.high is None else RealPoint.at(game.domain.high)
    found: list[FoundPiece] = []
    gaps = [(low, high)]
    while gaps:
        start, end = gaps.pop()
        if len(found) >= MOST_PIECES:
            raise NoMethodError(f"{MOST_PIECES} pieces did not cover the range: give a shorter one")
        spot, candidate = _find_candidate(game, start, end, progress)
        conditions = [SignCondition(need.polynomial) for need in candidate.needs]
        reach = RealValidityRange(spot, low, high).within(conditions)
        assert reach.low is not None, "the range has a lower end"
        found.append(FoundPiece(reach.low, reach.high, candidate))
        if is_farther(end, reach.high):
            assert reach.high is not None, "nothing is farther than a range without end"
            gaps.append((reach.high, end))
        if start.before(reach.low):
            gaps.append((start, reach.low))
    chosen = fewest_that_cover(found, low, high, lambda one, two: is_farther(one.high, two.high))
    return CutTheorem(
        name,
        game.parameter,
        _interval_between(low, high),
        tuple(_result_piece(game, at, best.high, best.candidate) for at, best in chosen),
        game.form.seats,
        _betting_to_json(game, game.form.root),
    )


def _find_candidate(
    game: ParametricContinuousGame,
    low: RealPoint,
    high: RealPoint | None,
    progress: Callable[[object], object] | None,
) -> tuple[Fraction, ThresholdCandidate]:
    """Return a value inside a gap, and formulas that are an equilibrium there and around it."""
    fault, undetermined, failing, unsolved = "", 0, 0, 0
    remedy = "give another range, or solve the game for one value"
    for spot in rationals_inside(low, high):
        report_progress(f"proving for {game.parameter} = {spot}")
        if progress is not None:
            progress(spot)
        try:
            candidate = derive_candidate(game, spot)
        except NoMethodError as reason_why:
            fault, unsolved = f": {reason_why}", unsolved + 1
            if unsolved == MOST_UNDETERMINED:
                break
            continue
        if candidate is None:
            undetermined += 1
        elif candidate.holds_at(spot):
            return spot, candidate
        else:
            failing += 1
        if undetermined + failing == MOST_UNDETERMINED:
            fault = _formula_fault(undetermined, failing)
            if not failing:
                remedy = "solve the game for one value"
            break
    raise NoMethodError(
        f"no formula was found near {game.parameter} = {float(low):.6g}{fault}; {remedy}"
    )


def _formula_fault(undetermined: int, failing: int) -> str:
    """Return at how many values no formula was found, and at how many one that does not hold."""
    tried = f"of {undetermined + failing} values"
    parts = []
    if undetermined:
        parts.append(f"at {undetermined} {tried} hands may change places freely")
    if failing:
        parts.append(f"at {failing} {tried} an inequality of the formulas fails or is an equality")
    return f": {', '.join(parts)}"


def derive_candidate(game: ParametricContinuousGame, spot: Fraction) -> ThresholdCandidate | None:
    """Return the thresholds as formulas, from an equilibrium at one value; None if not determined.

    First by their equations; where these leave some free, by all conditions that are equalities.
    """
    hint = game.hint(spot)
    if hint.shape or not hint.form.zero_sum:
        profile = balance_thresholds(hint)
    else:  # without the grid of hands, which takes long and seldom finds more
        nearest = nearest_by_linear_programs(hint)
        if nearest is None or nearest.most:
            raise NoMethodError("no equilibrium was found by linear programs")
        profile = nearest.profile
    if any(isinstance(rule, BehaviourRule) for rule in profile.values()):
        return None
    rows, _ = _ordered_rows(game, profile)
    found = _solve_candidate(game, spot, rows, rows.equations())
    if found is not None and found.holds_at(spot):
        return found
    rows, points = _ordered_rows(game, answer_unreached_hands(hint.form, profile))
    equalities = independent_equalities(rows, spot, points)
    again = None if equalities is None else _solve_candidate(game, spot, rows, equalities)
    return found if again is None else again


def _ordered_rows(
    game: ParametricContinuousGame, profile: ThresholdProfile
) -> tuple[SymbolicPayoffs, list[Fraction]]:
    """Return the payoffs with the thresholds of a profile in their order, and the points."""
    cuts = [(cut, (key, k)) for key, rule in profile.items() for k, cut in enumerate(rule.cuts)]
    # stable: where thresholds are equal, in the order of the turns
    cuts.sort(key=lambda one: one[0])
    shape = {key: rule.actions for key, rule in profile.items()}
    rows = SymbolicPayoffs(game.form, shape, tuple(name for _, name in cuts))
    return rows, [ZERO, *(cut for cut, _ in cuts), ONE]


def _solve_candidate(
    game: ParametricContinuousGame,
    spot: Fraction,
    rows: SymbolicPayoffs,
    equalities: Iterable[LinearForm],
) -> ThresholdCandidate | None:
    """Return the thresholds that satisfy as many equalities; None where these do not fix them."""
    equations = [
        {k - 1 if k < rows.last else -1: factor for k, factor in row.items() if k}
        for row in equalities
    ]
    solved = solve_polynomial_system(equations, len(rows.order))
    if solved is None:
        return None
    tops, below = solved
    shared = common_factor([below, *tops])
    if sign_at(divmod(below, shared)[0], spot) < 0:
        shared = -shared
    tops, below = [divmod(top, shared)[0] for top in tops], divmod(below, shared)[0]
    points = (fmpz_poly([]), *tops, below)
    return ThresholdCandidate(rows, below, points, tuple(_obligations(game, rows, below, points)))


def independent_equalities(
    rows: SymbolicPayoffs, spot: Fraction, points: Sequence[Fraction]
) -> list[LinearForm] | None:
    """Return as many equalities between points as fix the thresholds at one value.

    They are conditions of an equilibrium that are equalities there. None if there are too few, or
    if a condition fails.
    """
    order = ({k: fmpz_poly([-1]), k + 1: fmpz_poly([1])} for k in range(rows.last))
    chosen: list[LinearForm] = []
    reduced: list[tuple[int, list[fmpq]]] = []
    at, values = as_fmpq(spot), [*map(as_fmpq, points)]
    for row in (*rows.equations(), *order, *(gap.row for gap in rows.gaps())):
        numbers = {k: factor(at) for k, factor in row.items()}
        level = sum((number * values[k] for k, number in numbers.items()), fmpq(0))
        if level < 0:
            return None
        if level:
            continue
        line = [numbers.get(k, fmpq(0)) for k in range(1, rows.last)]
        for pivot, other in reduced:
            if factor := line[pivot]:
                line = [mine - factor * theirs for mine, theirs in zip(line, other, strict=True)]
        pivot = next((k for k, number in enumerate(line) if number), -1)
        if pivot >= 0:
            reduced.append((pivot, [number / line[pivot] for number in line]))
            chosen.append(row)
    return chosen if len(chosen) == len(rows.order) else None


def answer_unreached_hands(
    form: ContinuousBettingForm, profile: ThresholdProfile
) -> ThresholdProfile:
    """Return an equilibrium in which also hands that do not reach a turn would do best there.

    Of several best actions they take that of their neighbours.
    """
    found = dict(profile)
    for seat in range(len(form.seats)):
        for visit in payoffs_by_turn(form, profile, seat):
            key = turn_key(form, visit.turn)
            found[key] = _with_best_actions(profile[key], visit)
    return found


def _with_best_actions(rule: ThresholdRule, visit: TurnPayoffs) -> ThresholdRule:
    """Return the rule of a turn, changed for the hands that do not reach it."""
    ends = {ZERO, ONE, *rule.cuts}
    ends |= {end for low, high, _ in visit.reach for end in (low, high)}
    ends |= {as_fraction(cut) for way in visit.ways for cut in way.cuts}
    starts: list[Fraction] = []
    open_actions: list[set[int]] = []
    for low, high in pairwise(sorted(ends)):
        middle = (low + high) / 2
        if any(begin <= middle < end for begin, end, _ in visit.reach):
            starts.append(low)
            open_actions.append({rule.mix_at(middle)[0][0]})
            continue
        worths = [(way.at(low), way.at(middle)) for way in visit.ways]
        crossings = {low, high, *_crossings(low, high, worths)}
        for begin, end in pairwise(sorted(crossings)):
            at = [way.at((begin + end) / 2) for way in visit.ways]
            starts.append(begin)
            open_actions.append({k for k, worth in enumerate(at) if worth == max(at)})
    joined = [(starts[0], open_actions[0])]
    for start, actions in zip(starts[1:], open_actions[1:], strict=True):
        if both := joined[-1][1] & actions:
            joined[-1] = (joined[-1][0], both)
        else:
            joined.append((start, actions))
    return ThresholdRule(
        tuple(min(actions) for _, actions in joined), tuple(start for start, _ in joined[1:])
    )


def _crossings(
    low: Fraction, high: Fraction, worths: Sequence[tuple[Fraction, Fraction]]
) -> Iterator[Fraction]:
    """Yield where lines cross between two hands, from their heights at the first and half way."""
    for (start, half), (other_start, other_half) in combinations(worths, 2):
        gap, change = start - other_start, 2 * (half - other_half - start + other_start)
        if change and 0 < -gap / change < 1:
            yield low - gap / change * (high - low)


def _obligations(
    game: ParametricContinuousGame,
    rows: SymbolicPayoffs,
    below: fmpz_poly,
    points: tuple[fmpz_poly, ...],
) -> Iterator[ProofObligation]:
    """Yield all that makes the thresholds an equilibrium; what is 0 everywhere is left out."""
    yield ProofObligation("the denominator of the cuts is positive", below, POSITIVE)
    names = _point_names(game, rows)
    for says, polynomial in (
        *_probability_bounds(game, rows),
        *_order_inequalities(names, points),
        *((_gain_text(game, gap, names), evaluate_form(gap.row, points)) for gap in rows.gaps()),
    ):
        if polynomial != 0:
            yield ProofObligation(says, polynomial, NONNEGATIVE)


def _probability_bounds(
    game: ParametricContinuousGame, rows: SymbolicPayoffs
) -> list[tuple[str, fmpz_poly]]:
    found = []
    open_chances = {_polynomial_text(c, game.parameter): c for c in rows.chances if c.degree() > 0}
    for text, chance in open_chances.items():
        better = fmpz_poly([int((c * rows.share).p) for c in chance.coeffs()])
        found.append((f"the chance {text} is not negative", better))
        found.append((f"the chance {text} is not above 1", rows.share - better))
    return found


def _order_inequalities(
    names: list[str], points: tuple[fmpz_poly, ...]
) -> Iterator[tuple[str, fmpz_poly]]:
    for (one, low), (two, high) in pairwise(zip(names, points, strict=True)):
        yield f"{one} is not above {two}", high - low


def _gain_text(game: ParametricContinuousGame, gap: GainInequality, names: list[str]) -> str:
    actions = gap.turn.actions
    side = "just above" if gap.above else "just below"
    place = _turn_text(game, gap.turn)
    better = f"{actions[gap.other]} earns no more than {actions[gap.chosen]}"
    return f"{place}, {side} {names[gap.end]}: {better}"


def _turn_text(game: ParametricContinuousGame, turn: TurnNode) -> str:
    seat = game.form.seats[turn.seat]
    return seat if turn.view == "-" else f"{seat} at {turn.view}"


def _point_names(game: ParametricContinuousGame, rows: SymbolicPayoffs) -> list[str]:
    """Return what the points are called."""
    places = {turn_key(game.form, turn): _turn_text(game, turn) for turn in game.form.turns()}
    return ["0", *(f"{places[key]}, cut {k + 1}" for key, k in rows.order), "1"]


# ---------------------------------------------------------------------- as a result


def _result_piece(
    game: ParametricContinuousGame,
    low: RealPoint | None,
    high: RealPoint | None,
    found: ThresholdCandidate,
) -> CutPiece:
    rows, name = found.rows, game.parameter
    where = RealRange(low, high)
    turns = {turn_key(game.form, turn): turn for turn in game.form.turns()}
    cuts = {
        cut: quotient_formula(top, found.below, name)
        for cut, top in zip(rows.order, found.points[1:-1], strict=True)
    }
    rules: dict[str, dict[str, ThresholdFormulas]] = {seat: {} for seat in game.form.seats}
    for key, turn in turns.items():
        actions = [turn.actions[action] for action in rows.shape[key]]
        ends = [cuts[key, k] for k in range(len(actions) - 1)]
        rule = zip((*ends, Formula.number(1, name)), actions, strict=True)
        rules[game.form.seats[turn.seat]][turn.view] = tuple(rule)
    return CutPiece(
        _interval_between(low, high),
        {seat: _payoff_formula(found, number, name) for number, seat in enumerate(game.form.seats)},
        rules,
        tuple((game.form.seats[turns[key].seat], turns[key].view) for key, _ in rows.order),
        coefficients(found.below),
        tuple(_proven_inequality(need, where) for need in found.needs),
    )


def _interval_between(low: RealPoint | None, high: RealPoint | None) -> ParameterInterval:
    """Return the values from one point to another, as a theorem states them."""
    ends = (None if point is None else point_to_end(point) for point in (low, high))
    return ParameterInterval(*ends)


def _payoff_formula(found: ThresholdCandidate, seat: int, name: str) -> Formula:
    """Return what a seat is paid: an integral, from the worth at the ends of each interval."""
    rows = found.rows
    top = fmpz_poly([])
    for width, worth in rows.paid(seat):
        top += evaluate_form(width, found.points) * evaluate_form(worth, found.points)
    return quotient_formula(top, 2 * rows.unit * rows.share**2 * found.below**2, name)


def _proven_inequality(need: ProofObligation, where: RealRange) -> ProvenInequality:
    why = find_reason(need, where)["why"]
    return ProvenInequality(
        need.says,
        coefficients(need.polynomial),
        need.written,
        why if isinstance(why, str) else tuple(why),
    )


def _polynomial_text(amount: fmpq_poly, name: str) -> str:
    """Return a polynomial with fractions as text."""
    below = int(amount.denom())
    top = fmpz_poly([int((c * below).p) for c in amount.coeffs()])
    return str(quotient_formula(top, fmpz_poly([below]), name))


def _betting_to_json(game: ParametricContinuousGame, node: BettingNode) -> dict[str, object]:
    """Return the betting from a node on, as a file has it."""
    seats, name = game.form.seats, game.parameter
    if isinstance(node, TurnNode):
        return {
            "turn": seats[node.seat],
            "view": node.view,
            "actions": list(node.actions),
            "after": [_betting_to_json(game, after) for after in node.after],
        }
    if isinstance(node, FoldNode):
        return {"pays": [_polynomial_text(amount, name) for amount in node.payoffs]}
    return {
        "in": [seats[seat] for seat in node.contenders],
        "paid": [_polynomial_text(amount, name) for amount in node.paid],
        "better": _polynomial_text(node.better, name),
    }
