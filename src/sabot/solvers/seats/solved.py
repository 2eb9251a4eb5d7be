"""Games for other than two: an equilibrium, or a profile with what each seat could gain."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sabot.errors import NoMethodError
from sabot.exact import above, decimal
from sabot.forms.general import GeneralForm
from sabot.results.seats.profile import Profile
from sabot.results.seats.pure import PureEquilibria
from sabot.solvers import Task
from sabot.solvers.seats.certificate import seats_json
from sabot.solvers.seats.coins import equilibrium_of_coins
from sabot.solvers.seats.near import near
from sabot.solvers.seats.pure import pure_equilibria
from sabot.solvers.seats.supports import equilibrium_in_small_supports

TRIES = 6_200
"""Iterations after which regret minimisation is given up: simple fractions come out early.

After as many it makes a proposal however long it runs, so that a gap reached here is reached again.
"""


def pure_of_many(task: Task) -> PureEquilibria:
    """Return all pure equilibria of a game."""
    return pure_equilibria(task.game, task.form)


def profile_of_many(
    game: str,
    form: GeneralForm,
    gap: Fraction | str,
    iterations: int | None = None,
    *,
    keep: bool = True,
) -> Profile:
    """Return the best profile found, which ends where no seat gains more than *gap*.

    Where regret minimisation does not get there and has no limit of *iterations*, an exact
    equilibrium is looked for. *keep*: also after a stop, which ends it otherwise.
    """
    found = near(game, form, gap=gap, iterations=iterations, keep=keep)
    if found.ended == "iterations" and iterations is None:
        found = _exact_one(game, form, found) or found
    return replace(found, certificate={"form": seats_json(form)})


def equilibrium_of_many(task: Task) -> Profile:
    """Return an exact equilibrium; say how near one came where none is found.

    Where its chances are no fractions, the profile next to it, with what each seat gains there.
    """
    game, form = task.game, task.form
    tossed = equilibrium_of_coins(game, form)
    if tossed is not None:
        return replace(tossed, certificate={"form": seats_json(form)})
    found = profile_of_many(game, form, Fraction(0), TRIES, keep=False)
    if found.equilibrium:
        return found
    exact = _pure_one(game, form, found) or equilibrium_in_small_supports(game, form)
    if exact is not None:
        return replace(exact, certificate={"form": seats_json(form)})
    raise NoMethodError(
        f"{game}: no exact equilibrium was found; of the profiles looked at, the best leaves a "
        f"seat {decimal(found.gap, 3)} to gain\n"
        f"  `sabot solve GAME --gap {above(found.gap, 3)}` gives such a profile with the gain of "
        "each seat; `sabot equilibria` lists pure equilibria; `sabot value` judges any profile"
    )


def _exact_one(game: str, form: GeneralForm, near: Profile) -> Profile | None:
    """Return an exact equilibrium by the methods that do not iterate; None where none is found."""
    tossed = equilibrium_of_coins(game, form)
    if tossed is not None and tossed.gap < near.gap:
        return tossed
    return _pure_one(game, form, near) or equilibrium_in_small_supports(game, form)


def _pure_one(game: str, form: GeneralForm, near: Profile) -> Profile | None:
    """Return the first pure equilibrium in the words of a profile; None where none is known."""
    try:
        found = pure_equilibria(game, form)
    except NoMethodError:
        return None
    if not found.count:
        return None
    one = found.equilibria[0]
    strategies = {
        side.name: {
            cell.key: {one.strategies[side.name].get(cell.key, cell.actions[0]): Fraction(1)}
            for cell in side.cells
        }
        for side in form.sides
    }
    return replace(
        near,
        strategies=strategies,
        payoffs=dict(zip(form.seats, one.payoffs, strict=True)),
        gains=dict.fromkeys(form.seats, Fraction(0)),
        ended="gap",
        method="all profiles of pure strategies",
    )
