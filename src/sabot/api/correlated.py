"""Correlated and coarse correlated equilibria of a game, and whether a device is one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from os import PathLike
from typing import TYPE_CHECKING, Literal

from sabot.api.arguments import (
    GameLike,
    PayoffRows,
    as_form,
    as_game,
    constant_sum_of,
    join_matrices,
)
from sabot.api.solving import equilibria
from sabot.errors import FormError, Interrupted, unknown_word_fault
from sabot.forms.base import expected_payoff
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, with_constant_sum
from sabot.io.device import list_device_rows, number_profiles, read_device_rows
from sabot.memory import collect_rarely
from sabot.progress import Watch, accepts_watch
from sabot.results.all_nash import INTERRUPTED, EveryEquilibrium
from sabot.results.correlated import SUM, CorrelatedEquilibria, NashPayoffs, pure_strategy_name
from sabot.results.nplayer import PureEquilibria
from sabot.results.nplayer_nash import GIVEN_UP
from sabot.results.optimal_set import Equilibria

if TYPE_CHECKING:
    from sabot.game_rules.to_form import AnyForm
    from sabot.results.correlated import Distribution
    from sabot.solvers.correlated import NormalForm, Objective

DeviceLike = str | PathLike[str] | Mapping[object, object] | Iterable[Iterable[object]]
"""The name of a file, a mapping from profiles to probabilities, or rows with both."""
Extreme = Literal["both", "best", "worst"]
MOST_NASH_NUMBERS = 3_000_000
"""Payoffs at vertices of the cells that are cut to list all Nash equilibria beside, for three and
more players: a second or two."""
MOST_NASH_STRATEGIES = 6
"""Pure strategies of a player up to which all Nash equilibria are listed beside."""


@accepts_watch
@collect_rarely()
def correlated(
    game: GameLike | AnyForm,
    columns: PayoffRows | None = None,
    *,
    coarse: bool = False,
    objective: str | None = None,
    extreme: Extreme = "both",
    vertices: bool = False,
    device: DeviceLike | None = None,
    nash: bool = True,
    watch: Watch | None = None,
) -> CorrelatedEquilibria:
    """Return the best and worst correlated equilibria of a finite game, with their certificate.

    For each player and for the sum of all payoffs: an equilibrium with the greatest and one with
    the least value, each by an exact linear program. *objective* asks for one player, or for
    ``"sum"``; *extreme* for the ``"best"`` or the ``"worst"`` alone. With *coarse* players may only
    deviate before they see a recommendation. With *vertices* all vertices of the polytope of
    equilibria are listed, for small games.

    *device* is a distribution to be evaluated: rows of strategies and a probability, a mapping from
    profiles to probabilities, or the name of a file with them. The result says whether it is an
    equilibrium, and which deviations gain how much; extremes are then computed only if *objective*
    or *vertices* ask for something.

    For small games all Nash equilibria are listed too, for the prices of anarchy and stability,
    unless *nash* is false. A tree is taken by the pure strategies of its reduced normal form.

    >>> chicken = [[(6, 6), (2, 7)], [(7, 2), (0, 0)]]
    >>> str(correlated(chicken, objective="sum").best("sum").value)
    '21/2'
    >>> lights = correlated(chicken, device={("1", "2"): "1/2", ("2", "1"): "1/2"})
    >>> lights.device.equilibrium, list(map(str, lights.device.payoffs))
    (True, ['9/2', '9/2'])
    """
    from sabot.solvers.correlated import normal_form, solve_correlated

    game = as_game(join_matrices(game, columns))
    name, own = as_form(game)
    form = with_constant_sum(own, constant_sum_of(game))
    asked = _objectives(form.seats, objective, extreme)
    if device is not None and objective is None:
        asked = []
    normal = normal_form(name, form)
    found = solve_correlated(
        name,
        normal,
        coarse=coarse,
        objectives=asked,
        vertices=vertices,
        device=None if device is None else _read_device(device, normal),
    )
    if nash and found.extremes and max(normal.sizes) <= MOST_NASH_STRATEGIES:
        found = replace(found, nash=nash_payoffs(own))
    return found.hold_game(game)


def _objectives(
    seats: tuple[str, ...], objective: str | None, extreme: str
) -> list[tuple[Objective, bool]]:
    """Return the objectives that are asked for: the sum first, each greatest and least."""
    if extreme not in ("both", "best", "worst"):
        raise FormError(f"extreme={extreme!r:.40}: write 'both', 'best' or 'worst'")
    known: dict[str, Objective] = {SUM: None}
    known |= {seat: number for number, seat in enumerate(seats) if seat != SUM}
    if objective is not None and objective not in known:
        fault = unknown_word_fault(str(objective)[:60], list(known), "there is no objective")
        raise FormError(f"{fault.what}; {fault.remedy}")
    chosen = [*known.values()] if objective is None else [known[objective]]
    ends = {"both": (True, False), "best": (True,), "worst": (False,)}[extreme]
    return [(one, best) for one in chosen for best in ends]


def _read_device(given: DeviceLike, game: NormalForm) -> Distribution:
    seats = game.form.seats
    named = [[pure_strategy_name(one) for one in own] for own in game.strategies]
    rows = (
        read_device_rows(str(given), seats)
        if isinstance(given, str | PathLike)
        else list_device_rows(given)
    )
    return number_profiles(rows, seats, named)


def nash_payoffs(form: AnyForm) -> NashPayoffs | None:
    """Return what the players are paid in all Nash equilibria, or in all pure ones.

    The pure ones are those of a game for three or more players that is not small, or of which the
    list of all equilibria is not complete. None where the list for two is not.

    >>> from sabot.forms.bimatrix import BimatrixForm
    >>> found = nash_payoffs(BimatrixForm.of_pairs([["6|6", "2|7"], ["7|2", "0|0"]]))
    >>> [tuple(map(str, paid)) for paid in found.payoffs]
    [('2', '7'), ('7', '2'), ('14/3', '14/3')]
    """
    why_pure = ""
    if len(form.seats) != 2:
        found = _nplayer_nash_payoffs(form)
        if isinstance(found, NashPayoffs):
            return found
        why_pure = found
    listed = equilibria(form, pure=len(form.seats) != 2)
    if isinstance(listed, Equilibria):
        return NashPayoffs(((listed.value, -listed.value),), pure=False)
    if isinstance(listed, EveryEquilibrium):
        paid = tuple(dict.fromkeys(one.payoffs for one in listed.equilibria))
        if listed.stopped == INTERRUPTED:
            raise Interrupted("stopped while listing the Nash equilibria for the prices")
        return NashPayoffs(paid, pure=False) if listed.complete else None
    if isinstance(listed, PureEquilibria):
        paid_pure = tuple(dict.fromkeys(one.payoffs for one in listed.equilibria))
        return NashPayoffs(paid_pure, pure=True, why_pure=why_pure)
    return None


def _nplayer_nash_payoffs(form: AnyForm) -> NashPayoffs | str:
    """Return what players are paid in all equilibria of a small game; of sets at the vertices.

    A text says why they are not all listed. A stop ends it.
    """
    from sabot.solvers.nplayer_nash.solve import (
        list_nplayer_equilibria,
        most_cells_of,
        obstacle_to_list,
        obstacle_to_short_list,
    )

    if not isinstance(form, NPlayerSequenceForm):
        return ""
    if obstacle := obstacle_to_list(form) or obstacle_to_short_list(form):
        return obstacle
    cells = most_cells_of(form, MOST_NASH_NUMBERS)
    listed = list_nplayer_equilibria("", form, keep=False, most_cells=cells)
    if not listed.complete:
        if not listed.stopped.startswith(GIVEN_UP):
            return listed.stopped
        return f"the search for all was given up after about {cells:,} cells"
    paid = [one.payoffs for one in listed.equilibria]
    for subset in listed.subsets:
        for tables in product(*(subset.strategies[seat] for seat in form.seats)):
            profile = (
                {view: {a: Fraction(str(x)) for a, x in mix.items()} for view, mix in table.items()}
                for table in tables
            )
            plans = [side.plan(table) for side, table in zip(form.sides, profile, strict=True)]
            paid.append(
                tuple(expected_payoff(form, seat, plans) for seat in range(len(form.seats)))
            )
    return NashPayoffs(tuple(dict.fromkeys(paid)), pure=False)
