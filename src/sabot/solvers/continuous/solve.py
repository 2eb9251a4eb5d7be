"""Solve a betting game with continuous types: an equilibrium in thresholds, verified exactly.

Newton's method proposes; with two players the equations are linear near the solution and the
thresholds are made exact; the exact best response of every player, over all strategies, decides.
With many players it may be best to raise with a thin slice of hands in the middle of an interval. A
shape without that slice satisfies its equations and is no equilibrium; the best response says where
one interval has to be inserted. Of a shape that was only guessed, the best
response of the player who gains most is the next shape. Of an equilibrium found, sets of
indifferent hands (hands that may exchange their actions with everybody paid the same and nobody
gaining more) are found turn by turn and proved by exact best responses.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import lcm

from flint import fmpq

from sabot.errors import NoMethodError
from sabot.exact import format_abbreviated, format_fraction
from sabot.forms.continuous.betting_game import (
    ONE,
    ZERO,
    BehaviourRule,
    BettingNode,
    ContinuousBettingForm,
    EquilibriumHint,
    HandRegion,
    IndifferenceSet,
    IntervalActions,
    StartingCuts,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    intersect_regions,
    region_probability,
    turn_key,
)
from sabot.forms.continuous.expected_payoff import (
    PayoffAndBestResponse,
    TurnPayoffs,
    paid_by_hand,
    payoff_and_best_response,
    payoff_curves,
    payoffs_by_turn,
)
from sabot.forms.continuous.piecewise_polynomial import PiecewisePolynomial, as_fmpq, as_fraction
from sabot.progress import track_progress
from sabot.results.continuous import Equilibrium, most_gain
from sabot.solvers.continuous.newton import DIGITS, IndifferenceEquations, solve_thresholds

NEAR_GAIN = Fraction(1, 50)
"""The most that a seat may gain if intervals are not balanced, in parts of the largest stake."""
NEAR_PARTS = 1000
"""The largest denominator of their cuts."""
MIN_CLAIMED_BOUND = Fraction(1, 10**26)
MIN_CLAIMED_PART = Fraction(1, 10**27)
"""The least bound on a gain that is claimed where thresholds are not rational, and its least part
of the largest amount: a threshold in a file is right to 30 digits."""
MAX_DIGITS = 400
"""Digits of a number, with the stroke: the checker reads no longer ones."""
MOST_CHECKED_WORK, BITS_OF_A_WORD = 10**9, 128
"""The work that the checker takes on for a file: players, cubed, times ends, times intervals at all
turns, times the words of the common denominator or of a longer numerator, times the intervals of
indifferent hands and one."""
MOST_SETS = 200
"""Intervals of indifferent hands that a file may have."""
TOO_LARGE = "the stakes are too large for a float to begin with; count them in a larger unit"
MOST_APART = 10**6
"""The largest amount over the smallest one, beyond which the programs in floats need not end."""
MOST_APART_BY_GAP = 1000
"""The largest amount over the least difference of two, beyond which the difference is named."""
MAX_DENOMINATOR = 10**5
"""The largest denominator of a threshold that is free within an interval."""


@dataclass(frozen=True)
class EvaluatedThresholds:
    """A profile, and for each seat what it is paid and what it could gain at most."""

    profile: ThresholdProfile
    worths: tuple[PayoffAndBestResponse, ...]

    @property
    def most(self) -> Fraction:
        """The most that anybody could gain."""
        return max(one.gain for one in self.worths)


def find_equilibrium(hint: EquilibriumHint) -> EvaluatedThresholds:
    """Return an equilibrium of a game with real hands, judged over all strategies of each seat.

    Where the shape that was known is not that of an equilibrium, a grid of hands suggests others.
    """
    faults, least = [], None
    for one in (hint, *hint.again) if hint.shape else ():
        try:
            return _solve_verified(one)
        except NoMethodError as fault:
            faults.append(str(fault))
    two_zero_sum = len(hint.form.seats) == 2 and hint.form.zero_sum
    if two_zero_sum:
        _require_near_amounts(hint.form)
    if two_zero_sum and (found := nearest_by_linear_programs(hint)) is not None:
        if not found.most:
            return found
        least = found.most
    near = "" if least is None else f"; in the nearest profile a player gains {float(least):.3g}"
    if hint.form.has_unobserved_choices:
        raise NoMethodError(
            f"no equilibrium was found{near}; with choices at the same time no other method is "
            "known for this betting: try other amounts or fewer actions"
            if two_zero_sum
            else "with choices at the same time, and more than two players or payoffs that do not "
            "sum to 0, only bounds on the gains are proved, and these are too large here; let the "
            "seats choose one after the other, with ask()"
        )
    for other in _guessed_shapes(hint.form):
        try:
            return _solve_verified(other)
        except NoMethodError as fault:
            faults.append(str(fault))
    tried = f"{len(faults)} starts and shapes were tried: {faults[0]}"
    raise NoMethodError(
        f"no equilibrium was found{near}; {tried}; try fewer actions, or "
        f"{_better_amounts(hint.form)}"
    )


def _better_amounts(form: ContinuousBettingForm) -> str:
    """Return which amounts may help: nearer ones, unless two differ by very little."""
    amounts = sorted({abs(amount) for amount in form.amounts if amount})
    gaps = [(high - low, low, high) for low, high in pairwise(amounts)]
    if gaps:
        gap, low, high = min(gaps)
        if gap < min(amounts) and amounts[-1] > MOST_APART_BY_GAP * gap:
            return (
                f"make {format_abbreviated(low)} and {format_abbreviated(high)}, which differ by "
                f"{format_abbreviated(gap)}, equal or more different"
            )
    return "amounts that are nearer to each other"


def _require_near_amounts(form: ContinuousBettingForm) -> None:
    """Refuse a betting whose amounts are too far apart for programs in floats."""
    amounts = [abs(amount) for amount in form.amounts if amount]
    if amounts and max(amounts) > MOST_APART * min(amounts):
        raise NoMethodError(
            f"the largest amount of this betting is more than {MOST_APART:,} times the smallest, "
            f"{min(amounts)}: intervals of hands so small are not looked for; write amounts that "
            "are nearer to each other"
        )


def nearest_by_linear_programs(hint: EquilibriumHint) -> EvaluatedThresholds | None:
    """Return an equilibrium of two players whose payoffs sum to 0, else the nearest profile found.

    None if there is no profile.
    """
    from sabot.solvers.continuous.zero_sum import threshold_candidates

    nearest: EvaluatedThresholds | None = None
    for profile in threshold_candidates(hint.form):
        found = _evaluate(hint, profile)
        if nearest is None or found.most < nearest.most:
            nearest = found
        if not found.most:
            break
    return nearest


@lru_cache(maxsize=1)
def _guessed_shapes(form: ContinuousBettingForm) -> tuple[EquilibriumHint, ...]:
    """Return the shapes that a grid of hands suggests: the last ones are kept."""
    from sabot.solvers.continuous.initial_guess import guess_shapes

    return tuple(guess_shapes(form))


def find_near_equilibrium(hint: EquilibriumHint) -> EvaluatedThresholds:
    """Return the intervals, of those that a grid suggests, by which the best reply gains least.

    With choices at the same time: what the hands of the grid do, with mixtures.
    """
    if hint.form.has_unobserved_choices:
        from sabot.solvers.continuous.initial_guess import guess_mixtures

        return _evaluate(hint, guess_mixtures(hint.form))
    found = []
    for shape in _guessed_shapes(hint.form):
        cuts = shape.start({})
        profile = {
            key: ThresholdRule(
                actions, tuple(Fraction(cut).limit_denominator(NEAR_PARTS) for cut in cuts[key])
            )
            for key, actions in shape.shape.items()
        }
        found.append(_evaluate(hint, profile))
    return min(found, key=lambda one: one.most)


def _solve_verified(hint: EquilibriumHint, *, newton: bool = True) -> EvaluatedThresholds:
    """Return the profile of a shape, if exact best responses confirm it.

    Of a shape with floors Newton's method may find a profile that is no equilibrium; then the path
    is followed.
    """
    profile = _balance_from_hint(hint, newton=newton)
    found = _evaluate(hint, profile)
    if found.most <= most_gain(hint.form):
        return found
    if hint.floors:
        kept = hint.kept(_balance_before(hint, newton=newton))
        seat = max(range(len(found.worths)), key=lambda one: found.worths[one].gain)
        for other in insert_slices(hint.form, profile, seat):
            with suppress(NoMethodError):
                better = _evaluate(hint, _solve_from_profile(hint, other, kept))
                if better.most <= most_gain(hint.form):
                    return better
        if newton:
            return _solve_verified(hint, newton=False)
    elif (balanced := _follow_best_responses(hint, found)) is not None:
        return balanced
    who, most = max(enumerate(found.worths), key=lambda item: item[1].gain)
    raise NoMethodError(
        f"player {hint.form.seats[who]} can still gain {float(most.gain):.3g} against the profile "
        "that balances its cuts"
    )


MOST_RESHAPED = 8
"""How often the best response of a player gives the next shape."""
RESHAPE_SAMPLES = 400
"""Hands at which a best response is read off."""
RESHAPE_GAIN = Fraction(1, 10**7)
"""What a hand must gain, in parts of the largest stake, to take another action."""


def _follow_best_responses(
    hint: EquilibriumHint, found: EvaluatedThresholds
) -> EvaluatedThresholds | None:
    """Return an equilibrium near a profile that balances; None if best responses lead to none."""
    for _ in range(MOST_RESHAPED):
        seat = max(range(len(found.worths)), key=lambda one: found.worths[one].gain)
        wanted = reshape_by_best_response(hint.form, found.profile, seat)
        thin = insert_slices(hint.form, found.profile, seat) if wanted == found.profile else ()
        for other in thin or (wanted,):
            profile = _balance_near(hint, other)
            if profile is not None:
                break
        else:
            return None
        found = _evaluate(hint, profile)
        if found.most <= most_gain(hint.form):
            return found
    return None


def _balance_near(hint: EquilibriumHint, wanted: ThresholdProfile) -> ThresholdProfile | None:
    """Return the balanced profile of a shape, by Newton's method or along a path of bonuses."""
    with suppress(NoMethodError):
        return _solve_from_profile(hint, wanted, {})
    shape = {key: rule.actions for key, rule in wanted.items()}
    start = {key: tuple(map(float, rule.cuts)) for key, rule in wanted.items()}
    with suppress(NoMethodError):
        return _balance_from_hint(
            EquilibriumHint(hint.form, shape, lambda before: start, floors=True)
        )
    return None


def reshape_by_best_response(
    form: ContinuousBettingForm, profile: ThresholdProfile, seat: int
) -> ThresholdProfile:
    """Return a profile in which a seat's hands that gain by another action take it, on a grid."""
    least = RESHAPE_GAIN * form.largest_amount
    found = dict(profile)
    for visit in payoffs_by_turn(form, profile, seat):
        key = turn_key(form, visit.turn)
        actions: list[int] = []
        cuts: list[Fraction] = []
        for place in range(RESHAPE_SAMPLES):
            hand = Fraction(2 * place + 1, 2 * RESHAPE_SAMPLES)
            own = profile[key].mix_at(hand)[0][0]
            worth = [way.at(hand) for way in visit.ways]
            best = max(range(len(worth)), key=worth.__getitem__)
            taken = best if worth[best] > worth[own] + least else own
            if not actions:
                actions.append(taken)
            elif actions[-1] != taken:
                actions.append(taken)
                cuts.append(Fraction(place, RESHAPE_SAMPLES))
        if tuple(actions) != profile[key].actions:
            found[key] = ThresholdRule(tuple(actions), tuple(cuts))
    return found


def _evaluate(hint: EquilibriumHint, profile: ThresholdProfile) -> EvaluatedThresholds:
    seats = range(len(hint.form.seats))
    return EvaluatedThresholds(
        profile,
        tuple(
            payoff_and_best_response(hint.form, profile, seat)
            for seat in track_progress("best replies", seats, "seats")
        ),
    )


def _solve_from_profile(
    hint: EquilibriumHint, profile: ThresholdProfile, kept: Mapping[str, ThresholdRule]
) -> ThresholdProfile:
    """Return a profile in balance, from one that is nearly so; the rules *kept* stay."""
    shape = {key: rule.actions for key, rule in profile.items()}
    start = {key: tuple(map(float, rule.cuts)) for key, rule in profile.items()}
    return _balance_from_start(hint, shape, start, kept)


def solve_betting_game(name: str, hint: EquilibriumHint, started: float) -> Equilibrium:
    """Return the equilibrium of a game with real hands, as a result."""
    _require_short_numbers(hint.form.numbers())
    near = False
    try:
        found = find_equilibrium(hint)
    except OverflowError:
        raise NoMethodError(TOO_LARGE) from None
    except NoMethodError:
        if len(hint.form.seats) == 2 and (
            hint.form.zero_sum or not hint.form.has_unobserved_choices
        ):
            raise
        found, near = find_near_equilibrium(hint), True
        if found.most > NEAR_GAIN * hint.form.largest_amount:
            raise
    if found.most:  # what is claimed is claimed of the thresholds as they are in a file
        rounded = {key: round_thresholds(rule) for key, rule in found.profile.items()}
        found = found if rounded == found.profile else _evaluate(hint, rounded)
    if not found.most:
        _require_short_numbers(one.payoff for one in found.worths)
    seats = hint.form.seats
    bounds = [one.gain for one in found.worths]
    if found.most:
        bounds = [claimed_bound(hint.form, gain) for gain in bounds]
    room = [(most - one.gain) / 4 for most, one in zip(bounds, found.worths, strict=True)]
    free = () if near else find_indifference_sets(hint.form, found.profile, room)
    return Equilibrium(
        game=name,
        form=hint.form,
        profile=found.profile,
        payoffs={seat: one.payoff for seat, one in zip(seats, found.worths, strict=True)},
        gains=dict(zip(seats, bounds, strict=True)),
        method=f"{_origin_of_cuts(hint, near)}; best replies over all strategies, exact",
        seconds=time.perf_counter() - started,
        free=free,
    )


def _origin_of_cuts(hint: EquilibriumHint, near: bool) -> str:
    """Return in words by which method a profile was found; *near*: its gains have a bound only."""
    if near and hint.form.has_unobserved_choices:
        return "mixtures read from a grid of hands"
    if near:
        return "intervals read from a grid of hands"
    if hint.shape or len(hint.form.seats) > 2:
        return "cuts balanced by Newton's method"
    return "cuts by linear programs"


def _require_short_numbers(numbers: Iterable[Fraction]) -> None:
    """Refuse numbers that no checked file may hold."""
    most = max(len(format_fraction(one)) for one in numbers)
    if most > MAX_DIGITS:
        raise NoMethodError(
            f"a number of {most} digits is in it, and a file that can be checked has "
            f"{MAX_DIGITS} at most; give the game shorter ones"
        )


def claimed_bound(form: ContinuousBettingForm, gain: Fraction) -> Fraction:
    """Return the bound on a gain that is claimed of thresholds that are not rational.

    It has room for thresholds that are rounded, and for a checker that bounds otherwise.
    """
    least = max(MIN_CLAIMED_BOUND, MIN_CLAIMED_PART * form.largest_amount)
    if gain > most_gain(form):  # no equilibrium, and nothing is free
        return gain + least
    return max(least, 8 * gain)


def balance_thresholds(hint: EquilibriumHint, *, newton: bool = True) -> ThresholdProfile:
    """Return the profile whose thresholds balance, from a simpler game's if there is one.

    Without Newton's method at t = 0 paths are followed, in the simpler game too.
    """
    faults: list[NoMethodError] = []
    if not hint.shape:
        return find_equilibrium(hint).profile
    for one in (hint, *hint.again):
        try:
            return _balance_from_hint(one, newton=newton)
        except NoMethodError as fault:
            faults.append(fault)
    raise faults[0]


def _balance_from_hint(hint: EquilibriumHint, *, newton: bool = True) -> ThresholdProfile:
    before = _balance_before(hint, newton=newton)
    kept = hint.kept(before)
    shape = {**hint.shape, **{key: rule.actions for key, rule in kept.items()}}
    kept_cuts = {key: tuple(map(float, rule.cuts)) for key, rule in kept.items()}
    start = {**hint.start(before), **kept_cuts}
    if hint.floors:
        from sabot.solvers.continuous.initial_guess import drop_empty_intervals, follow_homotopy

        equations = IndifferenceEquations(hint.form, shape)
        line = [cut for key in equations.places for cut in start[key]]
        free = _free_thresholds(equations, kept)
        shape, start = drop_empty_intervals(
            equations, *follow_homotopy(equations, line, free, newton=newton)
        )
    return _balance_from_start(hint, shape, start, kept)


def _balance_before(hint: EquilibriumHint, *, newton: bool) -> ThresholdProfile:
    """Return the balanced profile of the game that is solved first; an empty one without it."""
    return {} if hint.before is None else balance_thresholds(hint.before, newton=newton)


def _free_thresholds(
    equations: IndifferenceEquations, kept: Mapping[str, ThresholdRule]
) -> list[int]:
    """Return the thresholds that are to be balanced."""
    return [
        k
        for key, place in equations.places.items()
        if key not in kept
        for k in range(place.start, place.stop)
    ]


def _balance_from_start(
    hint: EquilibriumHint,
    shape: IntervalActions,
    start: StartingCuts,
    kept: Mapping[str, ThresholdRule],
) -> ThresholdProfile:
    """Return the balanced profile of a shape, from thresholds near it; the rules *kept* stay."""
    equations = IndifferenceEquations(hint.form, shape)
    line = [cut for key in equations.places for cut in start[key]]
    profile = {
        **solve_thresholds(hint.form, shape, line, _free_thresholds(equations, kept)),
        **{k: round_thresholds(a) for k, a in kept.items()},
    }
    return _exact_thresholds(equations, profile) if len(hint.form.seats) == 2 else profile


def balance_around_locked(
    hint: EquilibriumHint, locked: Mapping[str, ThresholdRule]
) -> ThresholdProfile:
    """Return the profile that balances around rules that are *locked*, whoever loses by them.

    The thresholds of the equilibrium are the start. In the end no player must gain by another
    strategy at its turns that are not locked.
    """
    _require_no_mixture(locked, "a mixture cannot be locked where two players have other turns")
    start = balance_thresholds(hint)
    whole = {**start, **locked}
    _require_no_mixture(whole, "its equilibrium is a mixture here, and mixtures are not balanced")
    equations = IndifferenceEquations(hint.form, {key: rule.actions for key, rule in whole.items()})
    line = [float(cut) for key in equations.places for cut in whole[key].cuts]
    free = _free_thresholds(equations, locked)
    try:
        profile = {**solve_thresholds(hint.form, equations.shape, line, free), **locked}
    except NoMethodError as fault:
        raise NoMethodError(_NO_BALANCE.format(fault)) from None
    for seat, name in enumerate(hint.form.seats):
        gain = payoff_and_best_response(hint.form, profile, seat, locked).gain
        if gain > most_gain(hint.form):
            rest = f"player {name} can still gain {float(gain):.3g} by another shape of strategy"
            raise NoMethodError(_NO_BALANCE.format(rest))
    return profile


_NO_BALANCE = (
    "no balance around the locked cuts was found, with as many cuts as the equilibrium has at the "
    "other turns: {}; lock all turns of all players but one, whose best response is then exact"
)


def _require_no_mixture(profile: ThresholdProfile, fault: str) -> None:
    """Refuse rules in which a hand mixes actions: cuts alone cannot balance them."""
    for key, rule in profile.items():
        if isinstance(rule, BehaviourRule):
            raise NoMethodError(f"{key}: {fault}; lock all turns of all players but one")


def round_thresholds(rule: ThresholdRule) -> ThresholdRule:
    """Return a rule whose thresholds have no more digits than a file prints."""
    unit = 10**DIGITS
    return replace(rule, cuts=tuple(Fraction(round(cut * unit), unit) for cut in rule.cuts))


def _exact_thresholds(
    equations: IndifferenceEquations, profile: ThresholdProfile
) -> ThresholdProfile:
    """Return the thresholds of a game for two as fractions: near them the equations are linear."""
    from flint import fmpq, fmpq_mat

    cuts = [cut for key in equations.places for cut in profile[key].cuts]
    rest = equations.residual(cuts, given=False)
    step = Fraction(1, 1 << 100)
    columns = []
    for k in range(len(cuts)):
        nudged = [*cuts]
        nudged[k] += step
        moved = equations.residual(nudged, given=False)
        columns.append([(a - b) / step for a, b in zip(moved, rest, strict=True)])
    rows = [[fmpq(c[i].numerator, c[i].denominator) for c in columns] for i in range(len(cuts))]
    right = fmpq_mat([[fmpq(-r.numerator, r.denominator)] for r in rest])
    try:
        move = fmpq_mat(rows).solve(right)
        exact = [cut + Fraction(int(move[i, 0].p), int(move[i, 0].q)) for i, cut in enumerate(cuts)]
    except ZeroDivisionError:  # a threshold that may lie anywhere on a flat interval
        exact = [cut.limit_denominator(MAX_DENOMINATOR) for cut in cuts]
    return equations.profile(exact) if not any(equations.residual(exact)) else profile


SLICE_HALF_WIDTH = Fraction(1, 4000)
"""Half the width of a new slice, to begin with."""
SAMPLES_PER_INTERVAL = 64
"""Hands that are looked at in each interval."""
MOST_SLICES = 3
"""Slices that are tried, the most wanted first."""


def insert_slices(
    form: ContinuousBettingForm, profile: ThresholdProfile, seat: int
) -> Iterator[ThresholdProfile]:
    """Yield profiles with one slice more at a turn of a seat, not balanced yet."""
    wanted: list[tuple[Fraction, str, ThresholdRule]] = []
    for visit in payoffs_by_turn(form, profile, seat):
        key = turn_key(form, visit.turn)
        rule = profile[key]
        ends = (ZERO, *rule.cuts, ONE)
        for place, ((low, high), own) in enumerate(zip(pairwise(ends), rule.actions, strict=True)):
            hands = [
                low + (high - low) * Fraction(2 * k + 1, 2 * SAMPLES_PER_INTERVAL)
                for k in range(SAMPLES_PER_INTERVAL)
            ]
            for action, way in enumerate(visit.ways):
                if action == own or high - low <= 4 * SLICE_HALF_WIDTH:
                    continue
                more, hand = max((way.at(x) - visit.ways[own].at(x), x) for x in hands)
                if more > 0:
                    wanted.append((more, key, _insert_slice(rule, place, hand, action)))
    wanted.sort(key=lambda one: -one[0])
    for _, key, rule in wanted[:MOST_SLICES]:
        yield {**profile, key: rule}


def _insert_slice(rule: ThresholdRule, place: int, hand: Fraction, action: int) -> ThresholdRule:
    """Return a rule with a slice around a hand in one of its intervals."""
    ends = (ZERO, *rule.cuts, ONE)
    low = max(hand - SLICE_HALF_WIDTH, (ends[place] + hand) / 2)
    high = min(hand + SLICE_HALF_WIDTH, (ends[place + 1] + hand) / 2)
    own = rule.actions[place]
    return ThresholdRule(
        (*rule.actions[: place + 1], action, own, *rule.actions[place + 1 :]),
        (*rule.cuts[:place], low, high, *rule.cuts[place:]),
    )


MINUS_ONE = fmpq(-1)
MOST_TRIES = 6
"""Intervals that are tried around one threshold, the widest first."""
MANY_CUTS = 60
"""Thresholds of a profile from which only the widest interval is tried, in any arrangement."""


def find_indifference_sets(
    form: ContinuousBettingForm, profile: ThresholdProfile, room: Sequence[Fraction]
) -> tuple[IndifferenceSet, ...]:
    """Return hands that may change places; by seat no more than *room* is gained where they do.

    They are as many as a file may claim.
    """
    judge = _IndifferenceTest(form, profile, room)
    found: list[IndifferenceSet] = []
    most = min(MOST_SETS, MOST_CHECKED_WORK // _checked_work(form, profile, ()) - 1)
    for seat in track_progress("what is free", range(len(form.seats)), "seats"):
        if len(found) >= most:
            break
        for visit in payoffs_by_turn(form, profile, seat):
            rule = profile[turn_key(form, visit.turn)]
            if isinstance(rule, BehaviourRule):
                continue
            for cut, pair in zip(rule.cuts, pairwise(rule.actions), strict=True):
                around = _indifferent_interval(form, profile, visit, cut, pair)
                if around is not None:
                    found += _widest_interval(judge, visit, cut, pair, around)
    order = {(turn.seat, turn.view): place for place, turn in enumerate(form.turns())}
    claims = sorted(found, key=lambda free: order[free.seat, free.view])[: max(0, most)]
    while claims and _checked_work(form, profile, claims) > MOST_CHECKED_WORK:
        claims.pop()
    return tuple(claims)


def _checked_work(
    form: ContinuousBettingForm, profile: ThresholdProfile, free: Sequence[IndifferenceSet]
) -> int:
    """Return the work that the checker counts for a file."""
    numbers = [*form.numbers()]
    intervals = 0
    for (seat, view), nodes in form.information_sets.items():
        rule = profile[f"{form.seats[seat]}: {view}"]
        numbers += [*rule.cuts, *(share for mix in rule.mixes for _, share in mix)]
        intervals += len(nodes) * (len(rule.cuts) + 1)
    for one in free:
        numbers += [one.low, one.high, one.mass]
    below = lcm(*(number.denominator for number in numbers))
    bits = max(below.bit_length(), *(number.numerator.bit_length() for number in numbers))
    each = len(form.seats) ** 3 * form.ends * (intervals + 1) * (1 + bits // BITS_OF_A_WORD)
    return each * (1 + len(free))


def _widest_interval(
    judge: _IndifferenceTest,
    visit: TurnPayoffs,
    cut: Fraction,
    pair: tuple[int, int],
    around: tuple[Fraction, Fraction],
) -> list[IndifferenceSet]:
    """Return the widest interval of indifferent hands around a threshold."""
    low, high = around
    ends = sorted({c for rule in judge.profile.values() for c in rule.cuts})
    lows = [low, *(end for end in ends if low < end < cut)]
    highs = [high, *(end for end in ends if cut < end < high)]
    tries = sorted(
        ((first, last) for first in lows for last in highs), key=lambda one: one[0] - one[1]
    )
    rule = judge.profile[turn_key(judge.form, visit.turn)]
    few = len(ends) < MANY_CUTS
    for first, last in tries[: MOST_TRIES if few else 1]:
        action = max(pair)
        mass = region_probability(intersect_regions(rule.held(action), ((first, last, ONE),)))
        turn = visit.turn
        free = IndifferenceSet(turn.seat, turn.view, action, min(pair), first, last, mass, False)
        for one in (free, replace(free, even=True)) if few else (free,):
            if judge.holds(one, rule):
                return [one]
    return []


def _indifferent_interval(
    form: ContinuousBettingForm,
    profile: ThresholdProfile,
    visit: TurnPayoffs,
    cut: Fraction,
    pair: tuple[int, int],
) -> tuple[Fraction, Fraction] | None:
    """Return the hands around a threshold that both actions pay the same."""
    if not visit.chance:
        return None
    rule = profile[turn_key(form, visit.turn)]
    taken: HandRegion = tuple(sorted([*rule.held(pair[0]), *rule.held(pair[1])]))
    found = _interval_around(_join_intervals(taken), cut)
    found = found and _intersect(found, _interval_around(visit.reach, cut))
    gap = visit.paid[pair[0]] + visit.paid[pair[1]].times(MINUS_ONE)
    found = found and _intersect(found, _interval_around(_constant_interval(gap, cut), cut))
    for action in pair:
        for node in form.information_sets[visit.turn.seat, visit.turn.view]:
            for later in _turns_of_player(node.after[action], node.seat):
                then = profile[turn_key(form, later)]
                for step in set(then.actions):
                    found = found and _clip_at_region(found, then.held(step), cut)
    return found


def _constant_interval(gap: PiecewisePolynomial, cut: Fraction) -> HandRegion:
    """Return the interval around a threshold on which a function is constant."""
    here = [
        (as_fraction(low), as_fraction(high), part)
        for low, high, part in gap.pieces()
        if as_fraction(low) <= cut <= as_fraction(high)
    ]
    level = here[0][2]
    if level.degree() > 0 or any(part != level for _, _, part in here):
        return ()
    spans = [
        (as_fraction(low), as_fraction(high), ONE)
        for low, high, part in gap.pieces()
        if part == level
    ]
    return _join_intervals(tuple(spans))


def _join_intervals(region: HandRegion) -> HandRegion:
    """Return the same hands with neighbouring intervals made one."""
    found: list[tuple[Fraction, Fraction, Fraction]] = []
    for low, high, share in region:
        if found and found[-1][1] == low:
            found[-1] = (found[-1][0], high, share)
        else:
            found.append((low, high, share))
    return tuple(found)


def _interval_around(region: HandRegion, cut: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return the interval of a region that has a threshold inside."""
    return next(((low, high) for low, high, _ in region if low < cut < high), None)


def _intersect(
    one: tuple[Fraction, Fraction], two: tuple[Fraction, Fraction] | None
) -> tuple[Fraction, Fraction] | None:
    if two is None:
        return None
    return max(one[0], two[0]), min(one[1], two[1])


def _clip_at_region(
    found: tuple[Fraction, Fraction], region: HandRegion, cut: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Return the part of an interval around a threshold that does not cross a region's ends."""
    low, high = found
    for begin, end, _ in region:
        for edge in (begin, end):
            if low < edge <= cut:
                low = edge
            elif cut < edge < high:
                high = edge
    return (low, high) if low < cut < high else None


def _turns_of_player(node: BettingNode, seat: int) -> Iterator[TurnNode]:
    if isinstance(node, TurnNode):
        if node.seat == seat:
            yield node
        for after in node.after:
            yield from _turns_of_player(after, seat)


class _IndifferenceTest:
    """Decides what is free, by what the other seats are paid and could gain with such hands."""

    def __init__(
        self, form: ContinuousBettingForm, profile: ThresholdProfile, room: Sequence[Fraction]
    ) -> None:
        self.form, self.profile, self.room = form, profile, room
        # the last to speak first: most of what is not free he would make use of
        self.seats = tuple(reversed(range(len(form.seats))))
        self._paid: dict[tuple[int, Fraction, Fraction], PiecewisePolynomial] = {}

    def holds(self, free: IndifferenceSet, rule: ThresholdRule) -> bool:
        """Return whether all strategies between the given arrangement and another are free."""
        top, bottom = free.top(rule), free.bottom(rule)
        if rule not in (top, bottom):
            return False
        other = bottom if rule == top else top
        if free.even:
            other = free.mixture(rule)
        key = f"{self.form.seats[free.seat]}: {free.view}"
        changed = {**self.profile, key: other}
        return all(self._same(changed, seat, free) for seat in self.seats if seat != free.seat)

    def _same(self, changed: ThresholdProfile, seat: int, free: IndifferenceSet) -> bool:
        window = as_fmpq(free.low), as_fmpq(free.high)
        key = seat, free.low, free.high
        if key not in self._paid:
            self._paid[key] = paid_by_hand(self.form, self.profile, seat, window)
        before = self._paid[key]
        paid, best = payoff_curves(self.form, changed, seat, window)
        if any(part != 0 for part in (paid + before.times(MINUS_ONE)).parts):
            return False
        return best.area(free.low, free.high) - paid.area(free.low, free.high) <= self.room[seat]
