"""Guess an equilibrium in floats: thresholds by a homotopy, the shape by regret minimisation.

Both are initial guesses: Newton's method sharpens them, fractions take over, and the exact best
response decides.

The homotopy finds thresholds of which some may lie at their lower bounds. The shape has every
interval that there may be. A bluff may be empty, its threshold at 0; a player may continue with
every hand that it comes with, its threshold at the lowest of them. Any thresholds are an
equilibrium of a game in which the action above each threshold is paid a bonus; the bonus, all of it
times t, is removed along a path from t = 1 to t = 0. Between two events the same thresholds are at
their floors and the others keep their indifference. A threshold that comes down to its floor stays
there, and then the action above must be worth more; a threshold at its floor for which that is no
longer true leaves it. Each event fixes the direction in which the path continues, as in Lemke's
method, so that t may increase for a while.

Where nobody has said which actions the intervals of a turn take, they are read off a coarse game.
Its hands are the midpoints of equal intervals; payoffs are those of real hands, by the same
products, so that an iteration costs one walk. Where a hand mixes, there is a threshold inside its
interval, at the place that the masses give; a small mass of the strongest action among the worst
hands is a bluff, the lowest interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.forms.continuous.betting_game import (
    ActionMix,
    BehaviourRule,
    BettingNode,
    ContinuousBettingForm,
    EquilibriumHint,
    FoldNode,
    IntervalActions,
    ShowdownNode,
    ThresholdRule,
    TurnNode,
    turn_key,
)
from sabot.progress import report_progress
from sabot.solvers.continuous.newton import (
    IndifferenceEquations,
    compute_jacobian,
    compute_residual,
)

FloatArray = NDArray[np.float64]
TREMBLE = 1e-6
"""How many hands drop where all should go on: what follows is reached, and can be balanced."""
FLOOR_TOLERANCE = 1e-5
"""A threshold that ends so near its floor lies there."""
CORRECTOR_TOLERANCE = 1e-11
FIRST_STEP, LONGEST_STEP, SHORTEST_STEP = 0.02, 0.1, 1e-8
"""Lengths of a step: the first, the most, and the least before the path is given up."""
MOST_STEPS = 150
FLOOR_MARGIN = 0.01
"""By how much an action at its floor is better in the game of the start."""
END_TOLERANCE = 1e-6
"""A path that ends so near t = 0 has arrived."""
MOST_NEWTON_STEPS = 60
"""Steps of Newton's method at t = 0 before it is given up."""
LONGEST_NEWTON_STEP = 0.05
"""The most that such a step moves a threshold."""
NEWTON_TOLERANCE = 1e-10
"""What the equations may differ from 0 when Newton's method ends."""
RELEASED_BELOW = 1e-3
"""What the equations may differ from 0 when a threshold may leave its floor."""
LONG_NEWTON_SHARE = 0.3
"""The share of a step of Newton's method beyond which a threshold may leave its floor."""
PathEvent = tuple[str, int]
"""``floor``: a threshold comes down to its floor; ``leave``: one leaves its floor; ``end``: t is 0.
The number is the place of the threshold among those that are moved."""
END: PathEvent = ("end", -1)


def follow_homotopy(
    equations: IndifferenceEquations,
    cuts: Sequence[float],
    moved: Sequence[int],
    *,
    newton: bool = True,
) -> tuple[FloatArray, frozenset[int]]:
    """Return balanced thresholds, and those that lie at their floors.

    Newton's method is tried first; where it does not end, the path is followed.
    """
    path = _HomotopyPath(equations, list(moved), np.array(cuts, dtype=float))
    if not (newton and path.solve_by_newton()):
        path.run()
    low = frozenset(k for k in path.floors if path.above(path.cuts, k) < FLOOR_TOLERANCE)
    return path.cuts, low


def drop_empty_intervals(
    equations: IndifferenceEquations, cuts: FloatArray, low: frozenset[int]
) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[float, ...]]]:
    """Return the shape without the intervals that are empty, and its thresholds."""
    shape: dict[str, tuple[int, ...]] = {}
    left: dict[str, tuple[float, ...]] = {}
    for key, place in equations.places.items():
        gone = int(place.start in low)
        shape[key] = tuple(equations.shape[key][gone:])
        left[key] = tuple(map(float, cuts[place][gone:]))
    return shape, left


@dataclass
class _HomotopyPath:
    """Where the path is: the thresholds, the share t of the bonus, and what lies at its floor."""

    equations: IndifferenceEquations
    moved: list[int]
    cuts: FloatArray
    share: float = 1.0
    low: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.place = {k: i for i, k in enumerate(self.moved)}
        self.floors = {
            k: j for k, j in _threshold_floors(self.equations).items() if k in self.place
        }
        for k in self.floors:
            if self.above(self.cuts, k) < FLOOR_TOLERANCE:
                self.low.add(k)
        self._set_to_floors(self.cuts)
        rest = compute_residual(self.equations, self.cuts, self.moved, best=True)
        self.bonus = np.array(
            [
                min(float(more) - FLOOR_MARGIN, 0.0) if k in self.low else float(more)
                for k, more in zip(self.moved, rest, strict=True)
            ]
        )

    def above(self, cuts: FloatArray, k: int) -> float:
        """Return how far a threshold is above its floor."""
        j = self.floors[k]
        return float(cuts[k] if j is None else cuts[k] - cuts[j] - TREMBLE)

    def _set_to_floors(self, cuts: FloatArray) -> None:
        for k in self.low:
            cuts[k] -= self.above(cuts, k)

    def _floor_place(self, k: int) -> int | None:
        """Return where the cut is, among those that are moved, on which another's floor is."""
        j = self.floors[k]
        return None if j is None else self.place.get(j)

    @property
    def free(self) -> list[int]:
        """The places of the thresholds that are not at their floors."""
        return [i for i, k in enumerate(self.moved) if k not in self.low]

    def _slopes(self, cuts: FloatArray, share: float) -> tuple[FloatArray, FloatArray]:
        """Return what each upper action is worth more, less the bonus, and how that moves."""
        rest, matrix = compute_jacobian(self.equations, cuts, self.moved, best=True)
        for k in self.low:  # it moves with its floor
            if (j := self._floor_place(k)) is not None:
                matrix[:, j] += matrix[:, self.place[k]]
        return rest - share * self.bonus, matrix

    def _ahead(self, matrix: FloatArray) -> FloatArray:
        """Return a direction of the path, one of the two: how the thresholds and t move."""
        free = self.free
        rows = np.hstack([matrix[np.ix_(free, free)], -self.bonus[free][:, None]])
        line = np.linalg.svd(rows)[2][-1]
        found = np.zeros(len(self.moved) + 1)
        found[free], found[-1] = line[:-1], line[-1]
        for k in self.low:
            if (j := self._floor_place(k)) is not None:
                found[self.place[k]] = found[j]
        return found

    def _rises(self, ahead: FloatArray, i: int) -> float:
        """Return how fast a threshold rises above its floor."""
        j = self._floor_place(self.moved[i])
        return float(ahead[i] - (0.0 if j is None else ahead[j]))

    def _events(self, cuts: FloatArray, share: float, rest: FloatArray) -> dict[PathEvent, float]:
        """Return what happens where one of these numbers comes down to 0."""
        found: dict[PathEvent, float] = {END: share}
        for k in self.floors:
            i = self.place[k]
            if k in self.low:
                found["leave", i] = float(rest[i])
            else:
                found["floor", i] = self.above(cuts, k)
        return found

    def _correct(
        self, cuts: FloatArray, share: float, ahead: FloatArray, event: PathEvent | None = None
    ) -> tuple[FloatArray, float, FloatArray, FloatArray] | None:
        """Return a point of the path near another: at an event, else straight across the path."""
        cuts, free = cuts.copy(), self.free
        first, before = cuts[self.moved][free], share
        count = len(free)
        for _ in range(12):
            self._set_to_floors(cuts)
            rest, matrix = self._slopes(cuts, share)
            rows, right = np.zeros((count + 1, count + 1)), np.zeros(count + 1)
            rows[:count, :count] = matrix[np.ix_(free, free)]
            rows[:count, count] = -self.bonus[free]
            right[:count] = -rest[free]
            if event is None:
                rows[count, :count], rows[count, count] = ahead[free], ahead[-1]
                gone = cuts[self.moved][free] - first
                right[count] = -(ahead[free] @ gone + ahead[-1] * (share - before))
            else:
                self._condition(event, cuts, share, rest, matrix, rows, right)
            if np.abs(right).max() < CORRECTOR_TOLERANCE:
                return cuts, share, rest, matrix
            try:
                step = np.linalg.solve(rows, right)
            except np.linalg.LinAlgError:
                return None
            if np.abs(step).max() > 3 * LONGEST_STEP:
                return None
            for i, by in zip(free, step[:-1], strict=True):
                k = self.moved[i]
                cuts[k] = min(max(cuts[k] + by, -FLOOR_TOLERANCE), 1.0)
            share += float(step[-1])
        return None

    def _condition(
        self,
        event: PathEvent,
        cuts: FloatArray,
        share: float,
        rest: FloatArray,
        matrix: FloatArray,
        rows: FloatArray,
        right: FloatArray,
    ) -> None:
        """Write the last equation: that an event is reached."""
        free, count = self.free, len(right) - 1
        kind, i = event
        if kind == "end":
            rows[count, count], right[count] = 1.0, -share
        elif kind == "floor":
            rows[count, free.index(i)] = 1.0
            j = self._floor_place(self.moved[i])
            if j is not None and j in free:
                rows[count, free.index(j)] -= 1.0
            right[count] = -self.above(cuts, self.moved[i])
        else:
            rows[count, :count], rows[count, count] = matrix[i, free], -self.bonus[i]
            right[count] = -rest[i]

    def solve_by_newton(self) -> bool:
        """Look for the end of the path by Newton's method with active sets; return whether found.

        A threshold that comes below its floor is put there, and leaves it where the action above is
        worth less. None is moved to 1: no hand would take the last action then, and a step later
        nothing would depend on the threshold.
        """
        cuts, low = self.cuts.copy(), set(self.low)
        for number in range(MOST_NEWTON_STEPS):
            report_progress("balancing the cuts", number)
            self._set_to_floors(cuts)
            rest, matrix = self._slopes(cuts, 0.0)
            free = self.free
            leaving = {k for k in self.low if rest[self.place[k]] < 0}
            left = float(np.abs(rest[free]).max(initial=0.0))
            if left < NEWTON_TOLERANCE and not leaving:
                self.cuts, self.share = cuts, 0.0
                return True
            if not (np.isfinite(rest).all() and np.isfinite(matrix).all()):
                break
            step = np.linalg.lstsq(matrix[np.ix_(free, free)], -rest[free], rcond=1e-12)[0]
            share = min(1.0, LONGEST_NEWTON_STEP / max(np.abs(step).max(initial=0.0), 1e-300))
            for i, by in zip(free, step.tolist(), strict=True):
                k = self.moved[i]
                cuts[k] = min(max(cuts[k] + share * by, -NEWTON_TOLERANCE), (1 + cuts[k]) / 2)
            if share > LONG_NEWTON_SHARE or left < RELEASED_BELOW:
                self.low -= leaving
            self.low |= {k for k in self.floors if k not in self.low and self.above(cuts, k) < 0}
            for place in self.equations.places.values():
                cuts[place] = np.maximum.accumulate(cuts[place])
        self.low = low
        return False

    def run(self) -> None:
        """Follow the path to its end."""
        rest, matrix = self._slopes(self.cuts, self.share)
        ahead = self._ahead(matrix)
        ahead = -ahead if ahead[-1] > 0 else ahead
        events, length = self._events(self.cuts, self.share, rest), FIRST_STEP
        for number in range(MOST_STEPS):
            report_progress("following a path of cuts", number)
            point, event = self._step(ahead, events, length)
            if point is None:
                length /= 2
                if length < SHORTEST_STEP:
                    break
                continue
            self.cuts, self.share, rest, matrix = point
            if event == END:
                return
            if event is not None:
                ahead, events = self._turned(event)
                length = max(length / 2, SHORTEST_STEP * 1e5)
                continue
            events, before = self._events(self.cuts, self.share, rest), ahead
            ahead = self._ahead(matrix)
            ahead = -ahead if ahead @ before < 0 else ahead
            length = min(1.5 * length, LONGEST_STEP)
        if abs(self.share) > END_TOLERANCE:
            raise NoMethodError(
                f"the path of cuts was lost where {self.share:.4f} of the bonus was left"
            )

    def _step(
        self, ahead: FloatArray, events: dict[PathEvent, float], length: float
    ) -> tuple[tuple[FloatArray, float, FloatArray, FloatArray] | None, PathEvent | None]:
        """Return where a step leads, if anywhere, and the event at which it ends."""
        due = [
            (left / -self._rises(ahead, event[1]), event)
            for event, left in events.items()
            if event[0] == "floor" and self._rises(ahead, event[1]) < -1e-12
        ]
        soon, event = min(due, default=(length, END))
        if soon < length:
            return self._reached(*self._moved(ahead, soon), ahead, event), event
        cuts, share = self._moved(ahead, length)
        point = self._correct(cuts, share, ahead)
        if point is None:
            return None, None
        after = self._events(point[0], point[1], point[2])
        passed = {
            one: max(events[one], 0.0) / (max(events[one], 0.0) - left)
            for one, left in after.items()
            if left < -1e-10
        }
        if not passed:
            return point, None
        first = min(passed, key=lambda one: passed[one])
        cuts = self.cuts + passed[first] * (point[0] - self.cuts)
        share = self.share + passed[first] * (point[1] - self.share)
        return self._reached(cuts, share, ahead, first), first

    def _moved(self, ahead: FloatArray, length: float) -> tuple[FloatArray, float]:
        cuts = self.cuts.copy()
        cuts[self.moved] += length * ahead[:-1]
        return cuts, self.share + length * float(ahead[-1])

    def _reached(
        self, cuts: FloatArray, share: float, ahead: FloatArray, event: PathEvent
    ) -> tuple[FloatArray, float, FloatArray, FloatArray] | None:
        """Return the point of an event, unless another one came before it."""
        point = self._correct(cuts, share, ahead, event)
        if point is None:
            return None
        after = self._events(point[0], point[1], point[2])
        return None if any(v < -1e-7 for one, v in after.items() if one != event) else point

    def _turned(self, event: PathEvent) -> tuple[FloatArray, dict[PathEvent, float]]:
        """Return the direction in which the path goes on after an event."""
        kind, i = event
        if kind == "floor":
            self.low.add(self.moved[i])
        else:
            self.low.discard(self.moved[i])
        self._set_to_floors(self.cuts)
        rest, matrix = self._slopes(self.cuts, self.share)
        ahead = self._ahead(matrix)
        if kind == "floor":
            still = ahead[:-1].copy()
            still[[self.place[k] for k in self.low]] = 0.0
            right_way = float(matrix[i] @ still - self.bonus[i] * ahead[-1])
        else:
            right_way = self._rises(ahead, i)
        events = self._events(self.cuts, self.share, rest)
        return (-ahead if right_way < 0 else ahead), {k: max(v, 0.0) for k, v in events.items()}


def _threshold_floors(equations: IndifferenceEquations) -> dict[int, int | None]:
    """Return the thresholds that may lie at a floor, each with the earlier threshold that it is.

    They are the lowest of a turn: of a bluff, with which the best hands go on too, and of a seat
    that has chosen before and comes only with what it kept.
    """
    found: dict[int, int | None] = {}

    def walk(node: BettingNode, lowest: dict[int, int]) -> None:
        if not isinstance(node, TurnNode):
            return
        key = turn_key(equations.form, node)
        place, shape = equations.places[key], equations.shape[key]
        if place.start < place.stop:
            if node.seat in lowest:
                found[place.start] = lowest[node.seat]
            elif shape[0] in shape[1:]:
                found[place.start] = None
        for action, after in enumerate(node.after):
            first = shape.index(action) if action in shape else 0
            kept = {**lowest, node.seat: place.start + first - 1} if first else lowest
            walk(after, kept)

    walk(equations.form.root, {})
    return found


LOW_BLUFFS = 1 / 3
"""Where hands that bluff are on average, as a part of the way to those that bet for value."""
GRID_HANDS = 60
ITERATIONS = 2500
MIN_RUN = 0.6
"""Hands of the grid below which an interval between others is left out."""
MIN_ACTION_MASS = 0.25
"""Hands of the grid below which an action is not taken at all."""
MIN_BLUFF_MASSES = (0.25, 0.1, 0.03, 0.01)
"""The least mass of a bluff, in hands of the grid: each is tried in turn."""
MIN_REACH = 0.02
"""The least reach probability of a hand at a turn; rarer ones are left from early iterations."""


def guess_shapes(
    form: ContinuousBettingForm, *, hands: int = GRID_HANDS, rounds: int = ITERATIONS
) -> Iterator[EquilibriumHint]:
    """Yield shapes and thresholds that a grid suggests, first without the rarest bluffs."""
    grid = _GridCfr.run(form, hands, rounds)
    seen: list[IntervalActions] = []
    readers = [(_read_thresholds, least) for least in MIN_BLUFF_MASSES]
    for reader, least in [(_read_runs, MIN_RUN), *readers]:
        read = {key: reader(sums, least) for key, sums in grid.sums.items()}
        shape = {key: actions for key, (actions, _) in read.items()}
        cuts = {key: ends for key, (_, ends) in read.items()}
        if shape not in seen:
            seen.append(shape)
            yield EquilibriumHint(form, shape, lambda before, cuts=cuts: cuts)  # type: ignore[misc]


MIXTURE_PARTS = 20
"""Probabilities of a mixture that is read from the grid are multiples of one over this."""


def guess_mixtures(
    form: ContinuousBettingForm, *, hands: int = GRID_HANDS, rounds: int = ITERATIONS
) -> dict[str, ThresholdRule]:
    """Return what every hand of the grid does on average, as mixtures over intervals."""
    grid = _GridCfr.run(form, hands, rounds)
    found = {}
    for key, sums in grid.sums.items():
        mixes: list[ActionMix] = []
        ends: list[Fraction] = []
        for hand in range(hands):
            mix = _rounded_mixture(sums[:, hand])
            if mixes and mixes[-1] == mix:
                ends[-1] = Fraction(hand + 1, hands)
            else:
                mixes.append(mix)
                ends.append(Fraction(hand + 1, hands))
        found[key] = BehaviourRule.of(tuple(mixes), tuple(ends[:-1]))
    return found


def _rounded_mixture(weights: FloatArray) -> ActionMix:
    """Return actions with short probabilities near the weights; the largest has the rest."""
    parts = np.rint(weights / max(float(weights.sum()), 1e-300) * MIXTURE_PARTS).astype(int)
    most = int(weights.argmax())
    parts[most] += MIXTURE_PARTS - int(parts.sum())
    return tuple(
        (action, Fraction(int(part), MIXTURE_PARTS)) for action, part in enumerate(parts) if part
    )


@dataclass
class _GridCfr:
    """Regrets and summed strategies at every turn, by action and hand."""

    form: ContinuousBettingForm
    hands: int

    def __post_init__(self) -> None:
        turns = {turn_key(self.form, turn): turn for turn in self.form.turns()}
        self.regrets = {k: np.zeros((len(t.actions), self.hands)) for k, t in turns.items()}
        self.sums = {k: np.zeros((len(t.actions), self.hands)) for k, t in turns.items()}
        self.gains: dict[str, FloatArray] = {}
        """By turn, in one iteration: what an action gains, over the nodes of an information set."""

    @classmethod
    def run(cls, form: ContinuousBettingForm, hands: int, rounds: int) -> _GridCfr:
        """Return the grid after so many iterations."""
        grid = cls(form, hands)
        for number in range(1, rounds + 1):
            report_progress("looking for a shape", number, rounds)
            grid.walk(form.root, [np.ones(hands)] * len(form.seats), float(number))
            for key, gain in grid.gains.items():
                np.maximum(grid.regrets[key] + gain, 0, out=grid.regrets[key])
            grid.gains.clear()
        return grid

    def walk(self, node: BettingNode, reach: list[FloatArray], weight: float) -> list[FloatArray]:
        """Return each seat's worth by its hand from a node on, times the others' probability."""
        if not isinstance(node, TurnNode):
            return [self._end(node, reach, seat) for seat in range(len(reach))]
        key, seat = turn_key(self.form, node), node.seat
        regrets = self.regrets[key]
        whole = regrets.sum(axis=0)
        even = np.full_like(regrets, 1 / len(regrets))
        mix = np.where(whole > 0, regrets / np.where(whole > 0, whole, 1), even)
        several = len(self.form.information_sets[seat, node.view]) > 1
        if key not in self.gains:  # once per information set: its nodes have the same hands
            self.sums[key] += weight * mix * reach[seat]
        ways = []
        for action, after in enumerate(node.after):
            further = [*reach]
            further[seat] = reach[seat] * mix[action]
            ways.append(self.walk(after, further, weight))
        worths = []
        for player in range(len(reach)):
            each = np.array([way[player] for way in ways])
            if player == seat:
                own = (mix * each).sum(axis=0)
                if several:
                    self.gains[key] = self.gains.get(key, 0) + each - own
                else:
                    np.maximum(regrets + each - own, 0, out=regrets)
                worths.append(own)
            else:
                worths.append(each.sum(axis=0))
        return worths

    def _end(self, end: FoldNode | ShowdownNode, reach: list[FloatArray], seat: int) -> FloatArray:
        sizes = [float(one.mean()) for one in reach]
        chance = 1.0
        for other, size in enumerate(sizes):
            chance *= 1.0 if other == seat else size
        if isinstance(end, FoldNode):
            return np.full(self.hands, float(end.payoffs[seat]) * chance)
        worth = np.full(self.hands, -float(end.paid[seat]) * chance)
        if seat not in end.contenders:
            return worth
        better = float(end.better)
        plain, improved = np.full(self.hands, 1 - better), np.full(self.hands, better)
        aside = 1.0
        for other, size in enumerate(sizes):
            if other == seat:
                continue
            if other not in end.contenders:
                aside *= size
                continue
            below = (np.cumsum(reach[other]) - reach[other] / 2) / self.hands
            plain *= (1 - better) * below
            improved *= (1 - better) * size + better * below
        worth += float(end.pot) * aside * (plain + improved)
        return worth


def _read_runs(sums: FloatArray, least: float) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the actions of a turn's intervals and the thresholds between them, in any order.

    A run of hands has the action that most of them take; hands of another action in it are an
    interval at its lower or its upper end, where they are on average. So a player may bet with the
    worst hands and with good ones, and check with the best.
    """
    whole = sums.sum(axis=0)
    reach = whole / max(float(whole.max()), np.finfo(float).tiny)
    mix = sums / np.where(whole > 0, whole, 1)
    come = np.flatnonzero(reach >= MIN_REACH)
    nearest = come[np.abs(come[:, None] - np.arange(len(reach))).argmin(axis=0)]
    main = mix.argmax(axis=0)[nearest]
    mix = np.where(reach >= MIN_REACH, mix, np.eye(len(mix))[:, main])
    ends = [*(np.flatnonzero(np.diff(main)) + 1), len(main)]
    pieces: list[tuple[int, float]] = []
    for low, high in zip([0, *ends], ends, strict=False):
        own = int(main[low])
        places = (np.arange(low, high) - low + 0.5) / (high - low)
        lower: list[tuple[int, float]] = []
        upper: list[tuple[int, float]] = []
        for action, part in enumerate(mix[:, low:high]):
            mass = float(part.sum())
            if action != own and mass > least:
                side = lower if float(part @ places) < mass / 2 else upper
                side.append((action, mass))
        rest = high - low - sum(mass for _, mass in (*lower, *upper))
        if len(pieces) > 1 and lower and pieces[-1][0] == own and pieces[-2][0] == lower[0][0]:
            # both sides of a cut mix: the hands of each action go to its side
            pieces[-2] = pieces[-2][0], pieces[-2][1] + lower.pop(0)[1]
        pieces += [*lower, (own, rest), *upper]
    joined: list[tuple[int, float]] = []
    for action, mass in pieces:
        if mass <= least and len(pieces) > 1:
            continue
        if joined and joined[-1][0] == action:
            joined[-1] = action, joined[-1][1] + mass
        else:
            joined.append((action, mass))
    tops = np.cumsum([mass for _, mass in joined]) / sum(mass for _, mass in joined)
    return tuple(action for action, _ in joined), tuple(map(float, tops[:-1]))


def _read_thresholds(sums: FloatArray, least: float) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the actions of a turn's intervals and the thresholds between them.

    Hands count as often as they reach the turn; those that do not come belong to the lowest
    interval, where nobody sees what they would do.
    """
    whole = sums.sum(axis=0)
    reach = whole / max(float(whole.max()), np.finfo(float).tiny)
    reach[reach < MIN_REACH] = 0.0
    mix = sums / np.where(whole > 0, whole, 1) * reach
    top = len(mix) - 1
    start = sums.shape[1]
    while start and mix[top, start - 1] > reach[start - 1] / 2:
        start -= 1
    below = mix[top, : max(start - 2, 0)]
    bluff = float(below.sum())
    if top < 2 and bluff:  # of two actions the upper one may also be mixed just below its cut
        middle = float(below @ np.arange(len(below))) / bluff
        bluff = bluff if middle < start * LOW_BLUFFS else 0.0
    masses = [(action, float(own.sum())) for action, own in enumerate(mix)]
    if bluff > least:
        masses[-1] = (top, masses[-1][1] - bluff)
        masses.insert(0, (top, bluff))
    kept = [(action, mass) for action, mass in masses if mass > min(MIN_ACTION_MASS, least)]
    if len(kept) > 1:
        kept = [
            one
            for k, one in enumerate(kept)
            if one[1] > MIN_ACTION_MASS or (not k and one[0] == top)
        ]
    if not kept:
        return (0,), ()
    count = sums.shape[1]
    tops = count - np.cumsum([mass for _, mass in reversed(kept)])[:-1]
    ends = [float(end) / count for end in reversed(tops)]
    if bluff > least and ends:
        ends[0] = bluff / count
    return tuple(action for action, _ in kept), tuple(ends)
