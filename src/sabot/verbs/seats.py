"""Games for three or more: their pure equilibria, and profiles with what each seat could gain."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError
from sabot.exact import decimal
from sabot.formed import betting_of, formed_anyhow
from sabot.forms.general import GeneralForm
from sabot.games import load
from sabot.results.seats.profile import Profile
from sabot.results.seats.pure import PureEquilibria
from sabot.telling.game import Game

if TYPE_CHECKING:
    from sabot.forms.form import Form

TRIES = 6_000
"""Iterations after which an exact equilibrium is given up: simple fractions come out early."""


def for_many(game: object) -> tuple[str, GeneralForm] | None:
    """Return the name and the form of a game for other than two seats; None of any other."""
    if isinstance(game, str):
        game = load(game)
    seats = game.seats if isinstance(game, Game | GeneralForm) else ()
    if len(seats) == 2 or not seats or betting_of(game) is not None:
        return None
    assert isinstance(game, Game | GeneralForm)
    name, form = formed_anyhow(game)
    assert isinstance(form, GeneralForm)
    return name, form


def pure_of_many(game: str, form: GeneralForm) -> PureEquilibria:
    """Return all pure equilibria of a game."""
    from sabot.solvers.seats.pure import pure_equilibria

    return pure_equilibria(game, form)


def profile_of_many(
    game: str, form: GeneralForm, gap: Fraction | str, iterations: int | None = None
) -> Profile:
    """Return the best profile found, which ends where no seat gains more than *gap*."""
    from sabot.solvers.seats.certificate import seats_json
    from sabot.solvers.seats.near import near

    found = near(game, form, gap=gap, iterations=iterations)
    return replace(found, certificate={"form": seats_json(form)})


def equilibrium_of_many(game: str, form: Form) -> Profile:
    """Return an exact equilibrium; say how near one came where none is found.

    Where its chances are no fractions, the profile next to it, with what each seat gains there.
    """
    assert isinstance(form, GeneralForm)
    from sabot.solvers.seats.certificate import seats_json
    from sabot.solvers.seats.coins import equilibrium_of_coins

    tossed = equilibrium_of_coins(game, form)
    if tossed is not None:
        return replace(tossed, certificate={"form": seats_json(form)})
    found = profile_of_many(game, form, Fraction(0), TRIES)
    if found.equilibrium:
        return found
    pure = _pure_one(game, form, found)
    if pure is not None:
        return pure
    raise NoMethodError(
        f"{game}: no exact equilibrium was found; of the profiles looked at, the best leaves a "
        f"seat {decimal(found.gap, 3)} to gain\n"
        "  `sabot solve GAME --gap 1/100` gives a profile with what each seat could gain at most; "
        "`sabot equilibria` lists pure equilibria; `sabot value` judges any profile"
    )


def _pure_one(game: str, form: GeneralForm, near: Profile) -> Profile | None:
    """Return the first pure equilibrium in the words of a profile; None where none is known."""
    try:
        found = pure_of_many(game, form)
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
