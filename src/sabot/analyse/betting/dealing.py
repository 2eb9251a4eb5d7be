"""Random real hands by the million, seeded: how often each way to end came up, and who won.

Floats deal the hands; what they are paid is exact, so that a simulation is a count of fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot import watch
from sabot.analyse.betting.written import Written, profile_of
from sabot.analyse.simulation import Simulation, SimulationInterrupted
from sabot.compiled import Loops
from sabot.errors import NumberError
from sabot.forms.threshold.answers import Profile, turn_key
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn
from sabot.forms.threshold.hint import Hint
from sabot.forms.threshold.worth import payoff
from sabot.results.balance import Equilibrium

LOOPS = Loops("sabot.analyse.betting.kernel", pays_from=100_000)
"""Work in hands."""
_CHUNK = 200_000
"""Hands that are dealt with one seed, and between two looks at Ctrl-C: some MB."""


@dataclass(frozen=True)
class Flat:
    """The betting as arrays, node by node, with what is done at each turn."""

    ends: list[Fold | Showdown | None]
    turns: NDArray[np.int64]
    first: NDArray[np.int64]
    tops: NDArray[np.float64]
    goes: NDArray[np.int64]
    among: NDArray[np.bool_]
    better: NDArray[np.float64]


def flat(form: ThresholdForm, profile: Profile) -> Flat:
    """Return the betting as arrays."""
    nodes: list[Node] = []

    def gather(node: Node) -> None:
        nodes.append(node)
        if isinstance(node, Turn):
            for after in node.after:
                gather(after)

    gather(form.root)
    places = {id(node): place for place, node in enumerate(nodes)}
    turns, first, tops, goes = [], [], list[float](), list[int]()
    among = np.zeros((len(nodes), len(form.seats)), dtype=np.bool_)
    better = np.zeros(len(nodes))
    for place, node in enumerate(nodes):
        first.append(len(tops))
        turns.append(node.seat if isinstance(node, Turn) else -1)
        if isinstance(node, Turn):
            answer = profile[turn_key(form, node)]
            tops += [*map(float, answer.cuts), 2.0]
            goes += [places[id(node.after[action])] for action in answer.actions]
        elif isinstance(node, Showdown):
            among[place, list(node.contenders)] = True
            better[place] = float(node.better)
    ends = [None if isinstance(node, Turn) else node for node in nodes]
    whole = np.array(turns), np.array(first), np.array(tops), np.array(goes, dtype=np.int64)
    return Flat(ends, *whole, among, better)


def deal(
    game: str,
    hint: Hint,
    given: Written | str | Equilibrium | None = None,
    *,
    hands: int,
    seed: int = 0,
    progress: Callable[[int], Any] | None = None,
) -> Simulation:
    """Play *hands* random hands: with the strategies given, else with those of an equilibrium.

    Ctrl-C or a stop raises :class:`SimulationInterrupted` with the hands played so far.
    """
    if not isinstance(hands, int) or hands < 1:
        raise NumberError(f"{hands!r:.40} hands; play a whole number of them, at least 1")
    profile = profile_of(hint, "optimal" if given is None else given)
    exact = tuple(payoff(hint.form, profile, seat) for seat in range(len(hint.form.seats)))
    found = dealt(game, hint.form, profile, hands=hands, seed=seed, progress=progress)
    return replace(found, exact=exact)


def dealt(
    game: str,
    form: ThresholdForm,
    profile: Profile,
    *,
    hands: int,
    seed: int = 0,
    progress: Callable[[int], Any] | None = None,
) -> Simulation:
    """Play random hands with a profile."""
    told = flat(form, profile)
    seats = len(form.seats)
    counts = np.zeros((len(told.ends), seats), dtype=np.int64)
    try:
        for start in range(0, hands, _CHUNK):
            count = min(_CHUNK, hands - start)
            draw = np.random.default_rng([abs(seed), int(seed < 0), start])
            held, luck = draw.random((count, seats)), draw.random((count, seats))
            loops = LOOPS(count)
            parts = told.turns, told.first, told.tops, told.goes, told.among, told.better
            loops.play(held, luck, *parts, counts)
            watch.at("dealing", start + count, hands, "hands")
            if progress is not None:
                progress(start + count)
    except KeyboardInterrupt:
        if not counts.any():
            raise
        raise SimulationInterrupted(_counted(game, seed, form, told, counts), hands) from None
    return _counted(game, seed, form, told, counts)


def _counted(
    game: str, seed: int, form: ThresholdForm, told: Flat, counts: NDArray[np.int64]
) -> Simulation:
    paid: Counter[tuple[Fraction, ...]] = Counter()
    for end, row in zip(told.ends, counts.tolist(), strict=True):
        for winner, number in enumerate(row):
            if number and end is not None:
                paid[payoffs(end, winner)] += number
    by_seat = tuple(_of_seat(paid, seat) for seat in range(len(form.seats)))
    return Simulation(
        game, paid.total(), seed, by_seat[0], by_seat, tuple(form.seats), form.seats[0]
    )


def payoffs(end: Fold | Showdown, winner: int) -> tuple[Fraction, ...]:
    """Return what everybody is paid at an end, by who won it."""
    if isinstance(end, Fold):
        return end.payoffs
    return tuple((end.pot if seat == winner else 0) - put for seat, put in enumerate(end.paid))


def _of_seat(paid: Mapping[tuple[Fraction, ...], int], seat: int) -> dict[Fraction, int]:
    own: Counter[Fraction] = Counter()
    for amounts, number in paid.items():
        own[Fraction(amounts[seat])] += number
    return {amount: own[amount] for amount in sorted(own)}
