"""Solve a game for three or more players: an equilibrium, or a profile with its exact regrets."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sabot.errors import NoMethodError
from sabot.exact import format_decimal, format_rounded_up
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.results.nplayer import Profile
from sabot.solvers.nplayer.approximate import approximate_profile
from sabot.solvers.nplayer.pure import find_pure_equilibria, nplayer_form_to_json
from sabot.solvers.nplayer.support_enumeration import solve_small_supports
from sabot.solvers.nplayer.two_binary_players import solve_two_binary_players

TRIAL_ITERATIONS = 6_200
"""Iterations after which regret minimisation is given up: simple fractions come out early.

After as many it makes a proposal however long it runs, so that a gap reached here is reached again.
"""


def solve_to_gap(
    game: str,
    form: NPlayerSequenceForm,
    gap: Fraction | str,
    iterations: int | None = None,
    *,
    keep: bool = True,
) -> Profile:
    """Return the best profile found, which ends where no seat gains more than *gap*.

    Where regret minimisation does not get there and has no limit of *iterations*, an exact
    equilibrium is looked for. *keep*: also after a stop, which ends it otherwise.
    """
    found = approximate_profile(game, form, gap=gap, iterations=iterations, keep=keep)
    if found.ended == "iterations" and iterations is None:
        found = _find_exact(game, form, found) or found
    return replace(found, certificate={"form": nplayer_form_to_json(form)})


def solve_nplayer(game: str, form: NPlayerSequenceForm) -> Profile:
    """Return an exact equilibrium; say how near one came where none is found.

    Where its probabilities are no fractions, the profile next to it, with what each seat gains
    there.
    """
    tossed = solve_two_binary_players(game, form)
    if tossed is not None:
        return replace(tossed, certificate={"form": nplayer_form_to_json(form)})
    found = solve_to_gap(game, form, Fraction(0), TRIAL_ITERATIONS, keep=False)
    if found.equilibrium:
        return found
    exact = _first_pure(game, form, found) or solve_small_supports(game, form)
    if exact is not None:
        return replace(exact, certificate={"form": nplayer_form_to_json(form)})
    raise NoMethodError(
        f"{game}: no exact equilibrium was found; of the profiles looked at, the best leaves a "
        f"seat {format_decimal(found.gap, 3)} to gain\n"
        f"  `sabot solve GAME --gap {format_rounded_up(found.gap, 3)}` gives such a profile "
        "with the gain of each seat; `sabot equilibria` lists pure equilibria; "
        "`sabot value` judges any profile"
    )


def _find_exact(game: str, form: NPlayerSequenceForm, near: Profile) -> Profile | None:
    """Return an exact equilibrium by the methods that do not iterate; None where none is found."""
    tossed = solve_two_binary_players(game, form)
    if tossed is not None and tossed.gap < near.gap:
        return tossed
    return _first_pure(game, form, near) or solve_small_supports(game, form)


def _first_pure(game: str, form: NPlayerSequenceForm, near: Profile) -> Profile | None:
    """Return the first pure equilibrium in the words of a profile; None where none is known."""
    try:
        found = find_pure_equilibria(game, form)
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
