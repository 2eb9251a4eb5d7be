"""From a two-person form, whatever its payoffs sum to, to one equilibrium that is proved.

Whoever finds a pair of plans, it is an equilibrium here only after both seats' best replies have
been computed exactly and earn not a bit more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.form import payoff
from sabot.forms.general import GeneralForm
from sabot.forms.sequence import Behaviour
from sabot.solvers.equilibrium.howson import Mixes, Supports, lemke_howson
from sabot.solvers.zero_sum.sequence import behaviour
from sabot.solvers.zero_sum.settle import never_seen

if TYPE_CHECKING:
    from sabot.solvers.equilibrium.lemke import Road, Start

Plans = tuple[list[Fraction], list[Fraction]]
Came = dict[int, Fraction]
"""What the variables are that came into a basis."""
_SMALL = 24
"""Rows and columns, or sequences, together: fewer are pivoted in integers at once."""
_STARTS = 8
"""Labels that are dropped in floats, one after the other, before integers are pivoted."""
_PATIENCE = (1, 4, 32)
"""Pivots of such a path, for each row and column."""
_LONGEST = 8
"""The same for each sequence of a tree."""
_ANEW = (64, 32, 8)
"""Pivots in floats after which rounding is taken out, at the first try and at the next ones."""
_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Balanced:
    """An equilibrium of a form: no seat gains by any other plan."""

    form: BimatrixForm | GeneralForm
    plans: Plans
    tables: tuple[Behaviour, Behaviour]
    payoffs: tuple[Fraction, Fraction]
    method: str
    unique: tuple[bool | None, bool | None] = (None, None)
    """Whether each seat plays so in every equilibrium; None where that was not decided."""
    shown: Mapping[str, Any] = field(default_factory=dict)
    """What shows the last, by the keys of a certificate."""

    @property
    def off_path(self) -> tuple[list[str], list[str]]:
        """The views of each seat that never come up when both play as found."""
        one, two = (
            never_seen(side, list(map(bool, self.form.arrivals(seat, self.plans)[0])), plan)
            for seat, (side, plan) in enumerate(zip(self.form.sides, self.plans, strict=True))
        )
        return one, two


def gains(form: BimatrixForm | GeneralForm, plans: Plans) -> tuple[Fraction, ...]:
    """Return what each seat's best reply would earn it more."""
    return tuple(
        Fraction(reply.value, below) - payoff(form, seat, plans)
        for seat in (0, 1)
        for reply, below in [form.reply(seat, plans)]
    )


def balanced(form: BimatrixForm | GeneralForm, plans: Plans, method: str) -> Balanced:
    """Return an equilibrium, with the best answers at views that a seat's own plan never meets."""
    one, two = (
        behaviour(side, plans[seat], form.gains(seat, plans)[0])
        for seat, side in enumerate(form.sides)
    )
    paid = payoff(form, 0, plans), payoff(form, 1, plans)
    return Balanced(form, plans, (one, two), paid, method)


def _decided(found: Balanced) -> Balanced:
    """Return an equilibrium with what is soon known of others."""
    from sabot.solvers.equilibrium.alone import alone

    unique, shown = alone(found)
    return replace(found, unique=unique, shown=shown)


# ---------------------------------------------------------------------- bimatrix games


def settle_bimatrix(form: BimatrixForm, inner: bool = False) -> Balanced:
    """Return one equilibrium of a bimatrix game."""
    from sabot.solvers.equilibrium.dominance import undominated

    watch.at("dominance")
    rows, columns = undominated(form)
    small = form.part(rows, columns)
    (x, y), how = _mixes(small)
    height, width = form.shape
    plans = [_ONE, *_spread(x, rows, height)], [_ONE, *_spread(y, columns, width)]
    assert not any(gains(form, plans))
    gone = height + width - len(rows) - len(columns)
    words = f"; {gone} of {height + width} rows and columns dominated" if gone else ""
    return _decided(balanced(form, plans, f"bimatrix; {how}{words}"))


def _spread(mix: Sequence[Fraction], spots: list[int], count: int) -> list[Fraction]:
    found = [_ZERO] * count
    for spot, chance in zip(spots, mix, strict=True):
        found[spot] = chance
    return found


def _mixes(form: BimatrixForm) -> tuple[Mixes, str]:
    """Return an equilibrium of a game and how it was found."""
    pure = pure_equilibrium(form)
    if pure is not None:
        height, width = form.shape
        i, j = pure
        return (_spread([_ONE], [i], height), _spread([_ONE], [j], width)), "pure"
    one, two = form.one.payoffs, form.two.payoffs
    if sum(form.shape) > _SMALL:
        found = _from_floats(form)
        if found is not None:
            return found, "Lemke-Howson in floats, its basis solved exactly"
    found, pivots = lemke_howson(one, two)
    return found, f"Lemke-Howson, {_counted(pivots)}"


def pure_equilibrium(form: BimatrixForm) -> tuple[int, int] | None:
    """Return the first row and column that are best replies to each other; None if none are.

    >>> pure_equilibrium(BimatrixForm.of_pairs([["0|0", "1|2"], ["2|1", "0|0"]]))
    (0, 1)
    """
    import numpy as np

    one, two = form.one.array, form.two.array
    both = (one == one.max(axis=0)) & (two == two.max(axis=1)[:, None])
    spots = np.argwhere(both)
    return (int(spots[0][0]), int(spots[0][1])) if len(spots) else None


def _from_floats(form: BimatrixForm) -> Mixes | None:
    """Return an equilibrium whose rows and columns a path in floats ended with, if one does."""
    from sabot.solvers.equilibrium.howson import guessed

    one, two = form.one.payoffs, form.two.payoffs
    labels = sum(form.shape)
    for patience in _PATIENCE:  # some paths are long where others are short
        for start in range(0, labels, max(1, labels // _STARTS)):
            supports = guessed(one, two, start, patience * labels)
            found = None if supports is None else level(form, supports)
            if found is not None:
                return found
    return None


def level(form: BimatrixForm, supports: Supports) -> Mixes | None:
    """Return the mixes on some rows and columns that leave the other level; None: no equilibrium.

    Payoffs are moved up to be positive, so that ``A y = 1`` fixes the mix but for its scale.
    """
    import numpy as np

    from sabot.solvers.equilibrium.basis import block_solved

    rows, columns = supports
    if not rows or len(rows) != len(columns):
        return None
    mixes: list[list[Fraction]] = []
    for own, turned in ((form.two, True), (form.one, False)):
        array: Any = own.array
        block = array[np.ix_(rows, columns)] - (array.min() - 1)
        weights = block_solved(block.T if turned else block, [1] * len(rows))
        if weights is None or min(weights) < 0:
            return None
        total = sum(weights)
        mixes.append([weight / total for weight in weights])
    height, width = form.shape
    x, y = _spread(mixes[0], rows, height), _spread(mixes[1], columns, width)
    return None if any(gains(form, ([_ONE, *x], [_ONE, *y]))) else (x, y)


# ---------------------------------------------------------------------- binary choices


def settle_choices(form: GeneralForm, inner: bool = False) -> Balanced:
    """Return the first of all equilibria of a game told by binary choices, and whether it is alone.

    Where these are not searched for, any equilibrium.
    """
    from sabot.solvers.equilibrium.binary.written import list_pair

    watch.at("going through the cases")
    try:
        listed = list_pair("", form)
    except NoMethodError:
        return settle_general(form)
    tables = listed.strategies()
    one, two = (side.plan(tables[side.name]) for side in form.sides)
    plans = list(one), list(two)
    assert not any(gains(form, plans))
    first, second = (listed.unique[seat] for seat in form.seats)
    alike = {seat: [list(group) for group in groups] for seat, groups in listed.alike.items()}
    found = balanced(form, plans, f"binary choices, case by case; {listed.count} in all")
    shown = {"choices": {"alike": alike, "tree": listed.part.tree}}
    return replace(found, unique=(first, second), shown=shown)


# ---------------------------------------------------------------------- trees


def settle_general(form: GeneralForm, inner: bool = False) -> Balanced:
    """Return one equilibrium of a two-person tree: one that is perfect in the strategic form."""
    from sabot.solvers.equilibrium.lemke import guessed, lemke, start

    watch.at("writing out")
    begin = start(form)
    for anew in _ANEW if begin.count > _SMALL else ():
        road = guessed(begin, _LONGEST * begin.count, anew)
        plans = None if road is None else _perfect(form, begin, road)
        if plans is not None:
            how = "sequence form; Lemke in floats, its basis solved exactly"
            return _decided(balanced(form, plans, how))
    road = lemke(begin)
    plans = _perfect(form, begin, road)
    assert plans is not None
    return _decided(balanced(form, plans, f"sequence form; Lemke, {_counted(len(road.pivots))}"))


def _counted(pivots: int) -> str:
    return f"{pivots} pivot{'s' * (pivots != 1)}"


def _perfect(form: GeneralForm, begin: Start, road: Road) -> Plans | None:
    """Return the plans at the end of a path, if they are in equilibrium and perfect.

    They are where each is a best reply to the other, and also to a plan that uses every choice: so
    it is to all that lie between the two, as near to the other as one likes.
    """
    edge = _edge(begin, road)
    if edge is None:
        return None
    trembling, plans = (_plans(form, begin, came) for came in edge)
    if any(min(plan) < 0 for plan in plans) or any(min(plan) <= 0 for plan in trembling):
        return None
    (one, two), (shaken, other) = plans, trembling
    if any(gains(form, plans)) or gains(form, (one, other))[0] or gains(form, (shaken, two))[1]:
        return None
    return plans


def _edge(begin: Start, road: Road) -> tuple[Came, Came] | None:
    """Return what came into the bases before and after the prior lost its weight on a path.

    Floats may take rounding for a weight and go on, so that it is looked for among all pivots.
    """
    from sabot.solvers.equilibrium.basis import entered

    def at(count: int) -> Came | None:
        return entered(begin.rows, begin.basis, begin.outside, road.basis(count))

    low, high = 0, len(road.pivots)
    before, after = at(low), at(high)
    probe = high - 1
    while high - low > 1:
        came = at(probe)
        if came is None:
            return None
        if came.get(begin.own) == 1:
            high, after = probe, came
        else:
            low, before = probe, came
        probe = (low + high) // 2
    return None if before is None or after is None else (before, after)


def _plans(form: GeneralForm, begin: Start, came: Came) -> Plans:
    """Return what both seats play at a basis, the prior with its weight included."""
    from sabot.solvers.equilibrium.lemke import uniform

    weight = 1 - came.get(begin.own, _ZERO)
    one, two = (
        [own + weight * even for own, even in zip(plan, uniform(side), strict=True)]
        for plan, side in zip(begin.completed(form.sides, came), form.sides, strict=True)
    )
    return one, two
