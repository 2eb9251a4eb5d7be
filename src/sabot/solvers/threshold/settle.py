"""From the betting of real hands to an equilibrium that nobody can gain by leaving.

Newton's method proposes; with two seats the equations are linear and the cuts are made exact; the
exact best reply of every seat, over all strategies, is the judge.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from sabot import watch
from sabot.errors import NoMethodError
from sabot.exact import show
from sabot.forms.threshold.answers import Answer, Profile, turn_key
from sabot.forms.threshold.hint import Cuts, Hint, Shape
from sabot.forms.threshold.worth import Worth, worth
from sabot.results.balance import Equilibrium
from sabot.solvers import Task
from sabot.solvers.threshold.freedom import freedoms
from sabot.solvers.threshold.newton import DIGITS, Equations, solved
from sabot.solvers.threshold.slices import sliced

MOST_GAIN = Fraction(1, 10**12)
"""What a seat may still be able to gain where cuts are no fractions; more is no equilibrium."""
ROOM = Fraction(1, 10**26)
"""The least bound on a gain that is claimed where cuts are no fractions."""
LONGEST = 400
"""Digits of a number, with the stroke: the checker reads no longer ones."""
TOO_LARGE = "the stakes are too large for a float to begin with; count them in a larger unit"
SIMPLEST = 10**5
"""The largest denominator of a cut that is free within a stretch."""


@dataclass(frozen=True)
class Balanced:
    """A profile, and for each seat what it is paid and what it could gain at most."""

    profile: Profile
    worths: tuple[Worth, ...]

    @property
    def most(self) -> Fraction:
        """The most that anybody could gain."""
        return max(one.gain for one in self.worths)


def balanced(hint: Hint) -> Balanced:
    """Return an equilibrium of a game with real hands, judged over all strategies of each seat.

    Where the shape that was known is not that of an equilibrium, a grid of hands suggests others.
    """
    faults = []
    for one in (hint, *hint.again):
        try:
            return _judged(one)
        except NoMethodError as fault:
            faults.append(str(fault))
    from sabot.solvers.threshold.grid import found_shapes

    for other in found_shapes(hint.form):
        with suppress(NoMethodError):
            return _judged(other)
    tried = f"from {len(faults)} known starts: {faults[0]}"
    raise NoMethodError(f"no equilibrium was found, {tried}; nor by shapes from a grid of hands")


def _judged(hint: Hint) -> Balanced:
    """Return the profile of a shape, if the best replies of all seats let it stand."""
    profile = _cuts(hint)
    found = _weighed(hint, profile)
    if found.most <= MOST_GAIN:
        return found
    if hint.floors:
        kept = {} if hint.before is None else hint.kept(cuts_of(hint.before))
        seat = max(range(len(found.worths)), key=lambda one: found.worths[one].gain)
        for other in sliced(hint.form, profile, seat):
            with suppress(NoMethodError):
                better = _weighed(hint, _rebalanced(hint, other, kept))
                if better.most <= MOST_GAIN:
                    return better
    who, most = max(enumerate(found.worths), key=lambda item: item[1].gain)
    raise NoMethodError(
        f"player {hint.form.seats[who]} can still gain {float(most.gain):.3g} against the profile "
        "that balances its cuts"
    )


def _weighed(hint: Hint, profile: Profile) -> Balanced:
    seats = range(len(hint.form.seats))
    return Balanced(
        profile,
        tuple(
            worth(hint.form, profile, seat) for seat in watch.each("best replies", seats, "seats")
        ),
    )


def _rebalanced(hint: Hint, profile: Profile, kept: Mapping[str, Answer]) -> Profile:
    """Return a profile in balance, from one that is nearly so; the answers *kept* stay."""
    shape = {key: answer.actions for key, answer in profile.items()}
    start = {key: tuple(map(float, answer.cuts)) for key, answer in profile.items()}
    return _solved(hint, shape, start, kept)


def in_balance(task: Task) -> Equilibrium:
    """Return the equilibrium of a game whose form is a hint."""
    return equilibrium(task.game, task.form, time.perf_counter())


def equilibrium(name: str, hint: Hint, started: float) -> Equilibrium:
    """Return the equilibrium of a game with real hands, as a result."""
    _demand_short(hint.form.numbers())
    try:
        found = balanced(hint)
    except OverflowError:
        raise NoMethodError(TOO_LARGE) from None
    if not found.most:  # what is no fraction is rounded in a file
        _demand_short(one.payoff for one in found.worths)
    seats = hint.form.seats
    room = [(claimed(one.gain) - one.gain) / 4 for one in found.worths]
    free = freedoms(hint.form, found.profile, room)
    return Equilibrium(
        game=name,
        form=hint.form,
        profile=found.profile,
        payoffs={seat: one.payoff for seat, one in zip(seats, found.worths, strict=True)},
        gains={seat: claimed(one.gain) for seat, one in zip(seats, found.worths, strict=True)},
        method="cuts balanced by Newton's method; best replies over all strategies, exact",
        seconds=time.perf_counter() - started,
        free=free,
    )


def _demand_short(numbers: Iterable[Fraction]) -> None:
    """Refuse numbers that no checked file may hold."""
    most = max(len(show(one)) for one in numbers)
    if most > LONGEST:
        raise NoMethodError(
            f"a number of {most} digits is in it, and a file that can be checked has {LONGEST} at "
            "most; give the game shorter ones"
        )


def claimed(gain: Fraction) -> Fraction:
    """Return the bound on a gain that is claimed: with room for a checker that bounds otherwise."""
    return max(ROOM, 8 * gain) if gain else gain


def cuts_of(hint: Hint) -> Profile:
    """Return the profile whose cuts balance; of the game before it first, where there is one."""
    faults: list[NoMethodError] = []
    for one in (hint, *hint.again):
        try:
            return _cuts(one)
        except NoMethodError as fault:
            faults.append(fault)
    raise faults[0]


def _cuts(hint: Hint) -> Profile:
    before: Profile = {} if hint.before is None else cuts_of(hint.before)
    kept = hint.kept(before)
    shape = {**hint.shape, **{key: answer.actions for key, answer in kept.items()}}
    told = {key: tuple(map(float, answer.cuts)) for key, answer in kept.items()}
    start = {**hint.start(before), **told}
    if hint.floors:
        from sabot.solvers.threshold.path import followed, without

        equations = Equations(hint.form, shape)
        line = [cut for key in equations.places for cut in start[key]]
        shape, start = without(equations, *followed(equations, line, _free(equations, kept)))
    return _solved(hint, shape, start, kept)


def _free(equations: Equations, kept: Mapping[str, Answer]) -> list[int]:
    """Return the cuts that are to be balanced."""
    return [
        k
        for key, place in equations.places.items()
        if key not in kept
        for k in range(place.start, place.stop)
    ]


def _solved(hint: Hint, shape: Shape, start: Cuts, kept: Mapping[str, Answer]) -> Profile:
    """Return the balanced profile of a shape, from cuts near it; the answers *kept* stay."""
    equations = Equations(hint.form, shape)
    line = [cut for key in equations.places for cut in start[key]]
    profile = {
        **solved(hint.form, shape, line, _free(equations, kept)),
        **{k: rounded(a) for k, a in kept.items()},
    }
    return _exactly(equations, profile) if len(hint.form.seats) == 2 else profile


def around(hint: Hint, locked: Mapping[str, Answer]) -> Profile:
    """Return the profile that balances around answers that are *locked*, whoever loses by them.

    The cuts of the equilibrium are the start; everybody else must be in balance in the end.
    """
    start = cuts_of(hint)
    whole = {**start, **locked}
    equations = Equations(hint.form, {key: answer.actions for key, answer in whole.items()})
    line = [float(cut) for key in equations.places for cut in whole[key].cuts]
    free = _free(equations, locked)
    profile = {**solved(hint.form, equations.shape, line, free), **locked}
    for seat, name in enumerate(hint.form.seats):
        held = any(turn_key(hint.form, turn) in locked for turn in hint.form.of(seat))
        if not held and (gain := worth(hint.form, profile, seat).gain) > MOST_GAIN:
            raise NoMethodError(
                f"no balance around the locked cuts was found: player {name} can still gain "
                f"{float(gain):.3g} by another shape of strategy"
            )
    return profile


def rounded(answer: Answer) -> Answer:
    """Return an answer whose cuts have no more digits than a file prints."""
    unit = 10**DIGITS
    return Answer(answer.actions, tuple(Fraction(round(cut * unit), unit) for cut in answer.cuts))


def _exactly(equations: Equations, profile: Profile) -> Profile:
    """Return the cuts of a game for two as fractions: near them the equations are linear."""
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
    except ZeroDivisionError:  # a cut that may lie anywhere on a flat stretch
        exact = [cut.limit_denominator(SIMPLEST) for cut in cuts]
    return equations.profile(exact) if not any(equations.residual(exact)) else profile
