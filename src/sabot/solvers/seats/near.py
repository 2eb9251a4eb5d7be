"""A profile for any number of seats, and exactly what each seat could still gain.

Floats propose (:mod:`~sabot.solvers.seats.learning`). What they found is rounded to fractions, the
simplest first, and every rounding is judged in integers: what each seat is paid, and what its best
reply to the others would earn it more. The profile with the least gain is kept. Where all gains are
0 it is an equilibrium; where they are not it is never called one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot import watch
from sabot.errors import NumberError
from sabot.exact import rational
from sabot.forms.form import payoff
from sabot.results.seats.profile import Ended, Profile
from sabot.solvers.seats.learning import Floats, School

if TYPE_CHECKING:
    from sabot.forms.general import GeneralForm
    from sabot.forms.sequence import Behaviour, Side

MOST_ITERATIONS = 30_000
"""Nothing says that more would help: with three seats regret minimisation may circle for ever."""
SIMPLE = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 48, 60, 120)
"""Denominators that are tried, the simplest first."""
FINE = 1 << 30
_FIRST, _GROWTH = 200, 2


@dataclass(frozen=True)
class Judged:
    """A profile, what it pays each seat and what each could gain."""

    tables: tuple[Behaviour, ...]
    payoffs: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]

    @property
    def most(self) -> Fraction:
        """The most that a seat could gain."""
        return max(self.gains)


def near(
    game: str,
    form: GeneralForm,
    *,
    gap: Fraction | str = Fraction(1, 100),
    iterations: int | None = None,
    keep: bool = True,
) -> Profile:
    """Return the best profile found: it ends when no seat can gain more than *gap*.

    After a stop it is the best so far, if that is to be kept.

    >>> from sabot import load
    >>> from sabot.telling.told import any_form
    >>> found = near("kuhn", any_form(load("kuhn-poker(players=3)")), gap="1/50")
    >>> max(found.gains.values()) <= Fraction(1, 50), sum(found.payoffs.values())
    (True, Fraction(0, 1))
    """
    wanted = rational(gap)
    if wanted < 0:
        raise NumberError(f"the gap must not be negative, and {gap} is")
    if iterations is not None and iterations < 1:
        raise NumberError(f"iterations must be at least 1, not {iterations}")
    started = time.perf_counter()
    school = School(form)
    best: Judged | None = None
    ended: Ended = "iterations"
    try:
        for mixes in _proposals(school, iterations or MOST_ITERATIONS):
            best = _better(form, mixes, best)
            if best.most <= wanted:
                ended = "gap"
                break
    except KeyboardInterrupt:
        if best is None or not keep:
            raise
        ended = "stopped"
    assert best is not None, "a run always makes one proposal"
    return Profile(
        game=game,
        seats=form.seats,
        strategies=dict(zip(form.seats, best.tables, strict=True)),
        payoffs=dict(zip(form.seats, best.payoffs, strict=True)),
        gains=dict(zip(form.seats, best.gains, strict=True)),
        iterations=school.iteration,
        ended=ended,
        seconds=time.perf_counter() - started,
    )


def _proposals(school: School, iterations: int) -> Iterator[list[Floats]]:
    """Yield the better of average and present mixes, at growing intervals."""
    pause = _FIRST
    while school.iteration < iterations:
        school.advance(min(pause, iterations - school.iteration))
        watch.at("learning", school.iteration, iterations, "iterations")
        yield min((school.averages(), school.present()), key=school.gain)
        pause *= _GROWTH


def _better(form: GeneralForm, mixes: list[Floats], best: Judged | None) -> Judged:
    """Return the best of what was known and the roundings of a proposal, each judged exactly."""
    for below in (*SIMPLE, FINE):
        tables = tuple(
            _rounded(side, mix, below) for side, mix in zip(form.sides, mixes, strict=True)
        )
        if best is None or tables != best.tables:
            found = judged(form, tables)
            if best is None or found.most < best.most:
                best = found
        if not best.most:
            break
    assert best is not None
    return best


def judged(form: GeneralForm, tables: tuple[Behaviour, ...]) -> Judged:
    """Return what a profile pays and what each seat's best reply would gain, exactly."""
    plans = [side.plan(table) for side, table in zip(form.sides, tables, strict=True)]
    payoffs, gains = [], []
    for seat in range(len(form.seats)):
        watch.heard()
        paid = payoff(form, seat, plans)
        reply, below = form.reply(seat, plans)
        payoffs.append(paid)
        gains.append(Fraction(reply.value, below) - paid)
    return Judged(tables, tuple(payoffs), tuple(gains))


def _rounded(side: Side, mix: Floats, below: int) -> Behaviour:
    """Return mixes as multiples of ``1/below`` that add up to 1."""
    found: Behaviour = {}
    for cell in side.cells:
        parts = [round(float(mix[s]) * below) for s in cell.sequences]
        parts[parts.index(max(parts))] += below - sum(parts)
        found[cell.key] = {
            action: Fraction(part, below) for action, part in zip(cell.actions, parts, strict=True)
        }
    return found
