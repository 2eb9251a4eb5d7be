"""Solve a game for three or more players: an equilibrium, or a profile with its exact regrets.

Four methods: regret minimisation, a game in which two of three players have binary actions, small
supports (:mod:`sabot.solvers.nplayer.support_enumeration`), and paths of quantal response
equilibria from several starts (:mod:`sabot.solvers.nplayer_nash.quantal_response`).

Regret minimisation proposes in floats: each player in turn adds up, at each of its information
sets, how much better each action would have done, and mixes in proportion (counterfactual regret
minimisation, Zinkevich et al. 2007; CFR+ of Tammelin 2014, averages weighted by the iteration).
With two players and payoffs that sum to 0 it converges; with more nothing is guaranteed. Proposals
are rounded to fractions, the simplest first, and every rounding is evaluated exactly: payoffs, and
the gain of each player's best response. The profile with the least regret is kept. Where all
regrets are 0 it is an equilibrium; where they are not it is never called one.

Two binary players: where the third player has one choice in a block (three players with two actions
each), all candidates are known exactly, and an equilibrium is always among them. Where it has more,
floats say where to look (:mod:`sabot.solvers.nplayer.indifference_curves`), with either binary
player's probability as the variable, since a curve parallel to an axis is a function of only one of
them. There the equations are solved in the number field of their root: the mixed choices gain
nothing either way, and a binary player who mixes is indifferent. Then everything else is verified
with exact signs: no other choice gains, and no pure action of a binary player would better be the
other. Where all probabilities lie in one field the profile is an equilibrium. Where blocks have
roots of different fields, nearby fractions are evaluated, and the remaining regrets are stated.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq_poly, fmpz_poly
from numpy.typing import NDArray

from sabot.errors import NoMethodError, NumberError
from sabot.exact import as_rational, format_decimal, format_rounded_up
from sabot.forms.algebra.algebraic_number import (
    ONE,
    ZERO,
    NumberField,
    number_from_element,
    quadratic_root_in_field,
)
from sabot.forms.algebra.real_roots import RealPoint, isolate_roots
from sabot.forms.parametric import polynomial_expression
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import raise_if_cancelled, report_progress, track_progress
from sabot.results.nplayer import Profile, StopReason
from sabot.solvers.nplayer.indifference_curves import (
    BinaryBlock,
    EquilibriumGuess,
    LinearGain,
    guess_equilibria,
    split_into_blocks,
)
from sabot.solvers.nplayer.regrets import (
    ProfileRegrets,
    evaluate_in_field,
    evaluate_profile,
    make_exact_profile,
    profile_of_equilibrium,
)
from sabot.solvers.nplayer.support_enumeration import (
    BilinearGain,
    NormalFormTables,
    find_pure_equilibria,
    nplayer_form_to_json,
    rational_candidates,
    root_candidates,
    solve_small_supports,
)
from sabot.solvers.nplayer_nash.support_equations import SupportEquations
from sabot.solvers.nplayer_nash.support_point import exact_equilibrium

if TYPE_CHECKING:
    from sabot.forms.sequence import BehaviourStrategy, Infoset, Treeplex


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
        exact = _find_exact(game, form, found)
        if exact is not None and exact.gap > as_rational(gap):
            exact = replace(exact, ended="iterations", iterations=found.iterations)
        found = exact or found
    return replace(found, certificate={"form": nplayer_form_to_json(form)})


def solve_nplayer(game: str, form: NPlayerSequenceForm) -> Profile:
    """Return an exact equilibrium; say how near one came where none is found.

    Where its probabilities are no fractions, the profile next to it, with what each seat gains
    there.
    """
    tossed = solve_two_binary_players(game, form) or _solve_backward(game, form)
    if tossed is not None:
        return replace(tossed, certificate={"form": nplayer_form_to_json(form)})
    found = solve_to_gap(game, form, Fraction(0), TRIAL_ITERATIONS, keep=False)
    if found.equilibrium:
        return found
    exact = (
        _first_pure(game, form, found)
        or solve_small_supports(game, form)
        or _near_support(game, form, found)
        or _first_listed(game, form)
    )
    if exact is None:
        found = _by_path(game, form, found) or found
        exact = None if found.gap else found
    if exact is not None:
        return replace(exact, certificate={"form": nplayer_form_to_json(form)})
    raise NoMethodError(
        f"{game}: no exact equilibrium was found; of the profiles looked at, the best leaves a "
        f"seat {format_decimal(found.gap, 3)} to gain\n"
        f"  `sabot solve GAME --gap {format_rounded_up(found.gap, 3)}` gives such a profile "
        "with the gain of each seat; `sabot equilibria` lists pure equilibria; "
        "`sabot value` judges any profile"
    )


def _solve_backward(game: str, form: NPlayerSequenceForm) -> Profile | None:
    """Return an equilibrium that is one in each closed part; None without parts, or fractions."""
    from sabot.solvers.nash.backward_induction import (
        backward_words,
        solve_backward,
        worthwhile_parts,
    )
    from sabot.solvers.nash.solve import find_tree_equilibrium

    def solve_part(part: NPlayerSequenceForm) -> Sequence[Sequence[Fraction]] | None:
        if len(part.sides) == 2:
            return find_tree_equilibrium(part).plans
        try:
            found = solve_nplayer(game, part)
        except NoMethodError:
            return None
        if found.root is not None or not found.equilibrium:
            return None
        return [side.plan(found.played[side.name]) for side in part.sides]

    started = time.perf_counter()
    parts = worthwhile_parts(form)
    tables = solve_backward(form, parts, solve_part) if parts else None
    if tables is None:
        return None
    found = evaluate_profile(form, tuple(tables))
    if found.most:
        raise NoMethodError("backward induction gave a profile that is not an equilibrium")
    strategies = dict(zip(form.seats, tables, strict=True))
    method = f"{backward_words(parts)}; payoffs and gains exact"
    profile = make_exact_profile(game, form, strategies, found.payoffs, found.gains, method=method)
    return replace(profile, seconds=time.perf_counter() - started)


def _find_exact(game: str, form: NPlayerSequenceForm, near: Profile) -> Profile | None:
    """Return what the methods that do not iterate find: an equilibrium, or a profile nearer to one.

    None where they find neither.
    """
    tossed = solve_two_binary_players(game, form)
    if tossed is not None and tossed.gap < near.gap:
        return tossed
    return (
        _first_pure(game, form, near)
        or solve_small_supports(game, form)
        or _near_support(game, form, near)
        or _first_listed(game, form)
        or _by_path(game, form, near)
    )


def _by_path(game: str, form: NPlayerSequenceForm, near: Profile) -> Profile | None:
    """Return where paths of quantal response equilibria lead; None where gains are no smaller."""
    from sabot.solvers.nplayer_nash.quantal_response import follow_paths

    found = follow_paths(game, form)
    return found if found is not None and found.gap < near.gap else None


LEAST_USED = (Fraction(1, 10), Fraction(1, 50), Fraction(1, 1000))
"""Probabilities from which on an action of a profile is taken to be in the support near it."""
MOST_SUPPORT_PROFILES = 20_000
"""Profiles of actions of a game whose payoffs are written out for that."""


def _near_support(game: str, form: NPlayerSequenceForm, near: Profile) -> Profile | None:
    """Return the equilibrium whose support is nearly that of a profile, solved exactly."""
    if any(len(side.cells) != 1 for side in form.sides):
        return None
    started = time.perf_counter()
    if prod(len(side.cells[0].actions) for side in form.sides) > MOST_SUPPORT_PROFILES:
        return None
    strategic = NormalFormTables(form)
    mixes = [[*near.played[side.name][side.cells[0].key].values()] for side in form.sides]
    for least in LEAST_USED:
        supports = tuple(tuple(n for n, x in enumerate(own) if x >= least) for own in mixes)
        if not all(supports):
            continue
        equations = SupportEquations(strategic.paid, supports)
        solved = equations.solve([np.array([float(x) for x in own]) for own in mixes])
        one = solved and exact_equilibrium(strategic, equations, solved)
        if one:
            profile = profile_of_equilibrium(game, form, one, _SUPPORT_METHOD)
            return replace(profile, seconds=time.perf_counter() - started)
    return None


def _first_listed(game: str, form: NPlayerSequenceForm) -> Profile | None:
    """Return an equilibrium of a small game from the search for all of them; None without any."""
    from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria, obstacle_to_list

    if obstacle_to_list(form):
        return None
    found = list_nplayer_equilibria(game, form)
    if not found.equilibria:
        return None
    return replace(
        profile_of_equilibrium(game, form, found.equilibria[0], _SUPPORT_METHOD),
        seconds=found.seconds,
    )


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


Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


class RegretLearner:
    """One seat: its infosets by depth, its regrets, its mix and the sum of its plans."""

    def __init__(self, side: Treeplex) -> None:
        self.count = side.count
        self.levels = _infoset_levels(side)
        self.mix = np.ones(self.count)
        for cell in side.cells:
            self.mix[list(cell.sequences)] = 1 / len(cell.actions)
        self.regret: Floats = np.zeros(self.count)
        self.total: Floats = np.zeros(self.count)
        self.plan = self.realization_plan(self.mix)

    def realization_plan(self, mix: Floats) -> Floats:
        """Return the probability of each sequence by the seat's own choices."""
        plan = np.ones(self.count)
        for sequences, parents, _, _ in self.levels:
            plan[sequences] = plan[parents] * mix[sequences]
        return plan

    def learn(self, gains: Floats, weight: float) -> None:
        """Add up regrets against what the sequences earn by themselves; mix again; remember."""
        worth = gains
        for sequences, parents, places, sizes in reversed(self.levels):
            earned = worth[sequences]
            mean = np.bincount(places, earned * self.mix[sequences])
            self.regret[sequences] = np.maximum(self.regret[sequences] + earned - mean[places], 0.0)
            starts = np.cumsum(sizes) - sizes
            np.add.at(worth, parents[starts], mean)
            sums = np.bincount(places, self.regret[sequences])[places]
            even = 1 / sizes[places]
            self.mix[sequences] = np.where(
                sums > 0, self.regret[sequences] / np.where(sums > 0, sums, 1), even
            )
        self.plan = self.realization_plan(self.mix)
        self.total += weight * self.plan

    def average(self) -> Floats:
        """Return the mix of the average plan; the present one where that never comes."""
        found = self.mix.copy()
        for sequences, parents, _, _ in self.levels:
            before = self.total[parents]
            share = self.total[sequences] / np.where(before > 0, before, 1)
            found[sequences] = np.where(before > 0, share, self.mix[sequences])
        return found

    def best(self, gains: Floats) -> float:
        """Return what the best response earns."""
        worth = gains
        for sequences, parents, places, sizes in reversed(self.levels):
            starts = np.cumsum(sizes) - sizes
            top = np.maximum.reduceat(worth[sequences], starts)
            np.add.at(worth, parents[starts], top)
            assert len(top) == places[-1] + 1
        return float(worth[0])


class RegretLearners:
    """All seats of a game, and what the sequences of each earn against the others' plans."""

    def __init__(self, form: NPlayerSequenceForm) -> None:
        self.learners = [RegretLearner(side) for side in form.sides]
        ends = form.ends
        self._spots: NDArray[np.int64] = np.array([end.sequences for end in ends], np.int64).T
        largest = max((abs(pay) for end in ends for pay in end.payoffs), default=0) or 1
        shares = [[pay / largest for pay in end.payoffs] for end in ends]
        self._paid: NDArray[np.float64] = np.array(shares, np.float64).T
        self.unit = largest, form.denominator
        """What a payoff of 1 here is: a share of the largest."""
        self.iteration = 0

    def advance(self, count: int) -> None:
        """Let every seat learn *count* times, one after the other."""
        for _ in range(count):
            self.iteration += 1
            for seat, learner in enumerate(self.learners):
                plans = [other.plan for other in self.learners]
                learner.learn(self._gains(seat, plans), float(self.iteration))

    def gain(self, mixes: list[Floats]) -> float:
        """Estimate the most that a seat could gain, in shares of the largest payoff."""
        both = zip(self.learners, mixes, strict=True)
        plans = [learner.realization_plan(mix) for learner, mix in both]
        gains = []
        for seat, learner in enumerate(self.learners):
            earned = self._gains(seat, plans)
            gains.append(learner.best(earned.copy()) - float(earned @ plans[seat]))
        return max(gains)

    def averages(self) -> list[Floats]:
        """Return every seat's average."""
        return [learner.average() for learner in self.learners]

    def present(self) -> list[Floats]:
        """Return what every seat plays now."""
        return [learner.mix.copy() for learner in self.learners]

    def _gains(self, seat: int, plans: list[Floats]) -> Floats:
        amounts = self._paid[seat].copy()
        for other, plan in enumerate(plans):
            if other != seat:
                amounts *= plan[self._spots[other]]
        count = self.learners[seat].count
        return np.bincount(self._spots[seat], amounts, count).astype(np.float64)


InfosetLevel = tuple[Indices, Indices, Indices, Indices]
"""By depth of infosets: sequences, their parents, each one's infoset, and the infosets' sizes."""


def _infoset_levels(side: Treeplex) -> list[InfosetLevel]:
    depth = [0] * side.count
    cells: dict[int, list[tuple[range, int]]] = {}
    for cell in side.cells:
        deep = depth[cell.parent]
        cells.setdefault(deep, []).append((cell.sequences, cell.parent))
        for s in cell.sequences:
            depth[s] = deep + 1
    found = []
    for deep in sorted(cells):
        here = cells[deep]
        sequences = [s for own, _ in here for s in own]
        parents = [parent for own, parent in here for _ in own]
        places = [n for n, (own, _) in enumerate(here) for _ in own]
        sizes = [len(own) for own, _ in here]
        arrays = (np.array(part, np.int64) for part in (sequences, parents, places, sizes))
        one, two, three, four = arrays
        found.append((one, two, three, four))
    return found


MOST_ITERATIONS = 30_000
"""Nothing says that more would help: with three seats regret minimisation may circle for ever."""
SIMPLE_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 48, 60, 120)
"""Denominators that are tried, the simplest first."""
FINE_DENOMINATOR = 1 << 30
_FIRST, _GROWTH = 200, 2


def approximate_profile(
    game: str,
    form: NPlayerSequenceForm,
    *,
    gap: Fraction | str = Fraction(1, 100),
    iterations: int | None = None,
    keep: bool = True,
) -> Profile:
    """Return the best profile found: it ends when no seat can gain more than *gap*.

    After a stop it is the best so far, if that is to be kept.

    >>> from sabot import load
    >>> from sabot.game_rules.to_form import form_of_game
    >>> found = approximate_profile("kuhn", form_of_game(load("kuhn-poker(players=3)")), gap="1/50")
    >>> max(found.gains.values()) <= Fraction(1, 50), sum(found.payoffs.values())
    (True, Fraction(0, 1))
    """
    wanted = as_rational(gap)
    if wanted < 0:
        raise NumberError(f"the gap must not be negative, and {gap} is")
    if iterations is not None and iterations < 1:
        raise NumberError(f"iterations must be at least 1, not {iterations}")
    started = time.perf_counter()
    school = RegretLearners(form)
    best: ProfileRegrets | None = None
    ended: StopReason = "iterations"
    try:
        for mixes in _proposals(school, iterations or MOST_ITERATIONS):
            best = _best_rounding(form, mixes, best)
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


def _proposals(school: RegretLearners, iterations: int) -> Iterator[list[Floats]]:
    """Yield the better of average and present mixes, at growing intervals."""
    pause = _FIRST
    while school.iteration < iterations:
        school.advance(min(pause, iterations - school.iteration))
        report_progress("learning", school.iteration, iterations, "iterations")
        yield min((school.averages(), school.present()), key=school.gain)
        pause *= _GROWTH


def _best_rounding(
    form: NPlayerSequenceForm, mixes: list[Floats], best: ProfileRegrets | None
) -> ProfileRegrets:
    """Return the best of what was known and the roundings of a proposal, each judged exactly."""
    for below in (*SIMPLE_DENOMINATORS, FINE_DENOMINATOR):
        tables = tuple(
            _round_mixes(side, mix, below) for side, mix in zip(form.sides, mixes, strict=True)
        )
        if best is None or tables != best.tables:
            found = evaluate_profile(form, tables)
            if best is None or found.most < best.most:
                best = found
        if not best.most:
            break
    assert best is not None
    return best


def _round_mixes(side: Treeplex, mix: Floats, below: int) -> BehaviourStrategy:
    """Return mixes as multiples of ``1/below`` that add up to 1.

    All are rounded down; those that lose most get what is left.
    """
    found: BehaviourStrategy = {}
    for cell in side.cells:
        exact = [max(0.0, float(mix[s])) * below for s in cell.sequences]
        parts = [*map(int, exact)]
        losses = sorted(range(len(parts)), key=lambda n: parts[n] - exact[n])
        for n in range(below - sum(parts)):
            parts[losses[n % len(losses)]] += 1
        found[cell.key] = {
            action: Fraction(part, below) for action, part in zip(cell.actions, parts, strict=True)
        }
    return found


ROUNDING_UNIT = 10**30
"""Probabilities that are no fractions are rounded to this where they have no field in common."""
_PURE_METHOD = (
    "what two seats may choose, with the third seat's best replies; payoffs and gains exact"
)
_SUPPORT_METHOD = "the equations of a support; payoffs and gains exact"
_MIXED_METHOD = (
    "the points at which choices of the three seats are equally good; payoffs and gains exact"
)
FieldStrategies = dict[str, dict[str, fmpq_poly]]
"""By infoset and action: a probability, a number of a field."""
FieldMap = Callable[[fmpq_poly], fmpq_poly]


@dataclass(frozen=True)
class BlockEquilibrium:
    """An equilibrium of a block: probabilities of second actions, and of mixed choices."""

    field: NumberField
    root: RealPoint
    coins: tuple[fmpq_poly, fmpq_poly]
    """Of each player with two actions, the probability of the second."""
    mixed_choices: Mapping[int, fmpq_poly]
    """By number of a choice of the third player at which it mixes: the probability of the second
    action."""
    second: tuple[bool, ...]
    """Of each choice of the third player: whether the second action is played, if not mixed."""


def solve_two_binary_players(game: str, form: NPlayerSequenceForm) -> Profile | None:
    """Return an equilibrium of a game in blocks, or fractions next to one; None: none is found.

    Of several, the one that pays the first seat with a binary player most. Fractions next to it
    stand for one whose blocks have roots of different fields.

    >>> from sabot import load
    >>> from sabot.game_rules.to_form import form_of_game
    >>> game = load("baccara-banque(theta=1/2, players=nash)")
    >>> found = solve_two_binary_players(str(game), form_of_game(game))
    >>> found.equilibrium, found["Player 1"]["-"]["draw"], found["Player 2"]["-"]["draw"]
    (True, Fraction(9, 11), Fraction(9, 11))
    """
    started = time.perf_counter()
    blocks = split_into_blocks(form)
    if blocks is None:
        return None
    found: list[tuple[BinaryBlock, BlockEquilibrium]] = []
    for block in track_progress("tossing coins", blocks, "blocks"):
        one = max(
            block_equilibria(block), key=lambda toss: _approximate_payoff(block, toss), default=None
        )
        if one is None:
            return None
        found.append((block, one))
    roots = [toss.root for _, toss in found if not toss.root.rational]
    ways = [quadratic_root_in_field(roots[0], root) for root in roots]
    profile = _field_profile(game, form, found) if roots and None not in ways else None
    profile = profile or _rounded_profile(game, form, found)
    words = [_root_text(form, *one) for one in found if not one[1].root.rational]
    near = ["next to an equilibrium with roots of different fields"] if profile.gap else []
    mixes = [mix for table in profile.strategies.values() for mix in table.values()]
    pure = all(chance in (0, 1) for mix in mixes for chance in mix.values())
    method = "; ".join([_PURE_METHOD if pure else _MIXED_METHOD, *near, *words])
    return replace(profile, method=method, seconds=time.perf_counter() - started)


def _field_profile(
    game: str, form: NPlayerSequenceForm, found: Sequence[tuple[BinaryBlock, BlockEquilibrium]]
) -> Profile:
    """Return the equilibrium itself, in the field of its root."""
    root = next(toss.root for _, toss in found if not toss.root.rational)
    field = NumberField(root)
    tables: tuple[FieldStrategies, ...] = ({}, {}, {})
    for block, toss in found:
        _write_mixes(block, toss, tables, _field_embedding(field, root, toss.root))
    payoffs, gains = evaluate_in_field(field, form, [tables[seat] for seat in range(3)])
    assert not any(gains), "every choice was looked at before"
    strategies = {
        side.name: {
            cell.key: {a: number_from_element(root, c) for a, c in tables[seat][cell.key].items()}
            for cell in side.cells
        }
        for seat, side in enumerate(form.sides)
    }
    paid = [number_from_element(root, amount) for amount in payoffs]
    return make_exact_profile(
        game, form, strategies, paid, [Fraction(0)] * 3, root, method=_MIXED_METHOD
    )


def _field_embedding(field: NumberField, root: RealPoint, other: RealPoint) -> FieldMap:
    """Return how the numbers of a block's own field are written in the one of all."""
    at = fmpq_poly([0, 1]) if other.rational else quadratic_root_in_field(root, other)
    assert at is not None, "there is one field"
    return lambda element: element(at) % field.modulus


def _rounded_profile(
    game: str, form: NPlayerSequenceForm, found: Sequence[tuple[BinaryBlock, BlockEquilibrium]]
) -> Profile:
    """Return a profile of fractions: the equilibrium where they are that, else next to it."""
    tables: tuple[FieldStrategies, ...] = ({}, {}, {})
    for block, toss in found:
        _write_mixes(block, toss, tables, partial(_rounded_element, toss.field))
    ordered = tuple(
        {
            cell.key: {action: _as_fraction(c) for action, c in table[cell.key].items()}
            for cell in side.cells
        }
        for side, table in zip(form.sides, tables, strict=True)
    )
    profile = evaluate_profile(form, ordered)
    strategies = dict(zip(form.seats, profile.tables, strict=True))
    return make_exact_profile(
        game, form, strategies, profile.payoffs, profile.gains, method=_MIXED_METHOD
    )


def _rounded_element(field: NumberField, element: fmpq_poly) -> fmpq_poly:
    return _constant(field.nearly(element, ROUNDING_UNIT))


def _as_fraction(element: fmpq_poly) -> Fraction:
    return Fraction(int(element[0].p), int(element[0].q))


def block_equilibria(block: BinaryBlock) -> Iterator[BlockEquilibrium]:
    """Yield the equilibria of a block that are found, each looked at exactly.

    Of at most one choice of the third seat there is always one.
    """
    if len(block.choices) < 2:
        yield from (toss for toss in _candidate_equilibria(block) if _is_equilibrium(block, toss))
        return
    found = False
    for guess in guess_equilibria(block):
        raise_if_cancelled()
        toss = _solve_guess(block, guess)
        if toss is not None and _is_equilibrium(block, toss):
            found = True
            yield toss
    if not found:
        turned = block.turned
        for guess in guess_equilibria(turned):
            raise_if_cancelled()
            toss = _solve_guess(turned, guess)
            if toss is not None and _is_equilibrium(turned, toss):
                yield replace(toss, coins=toss.coins[::-1])


def _candidate_equilibria(block: BinaryBlock) -> Iterator[BlockEquilibrium]:
    """Yield every point at which a block with one choice may have an equilibrium."""
    gains = _bilinear_gains(block)
    for one, two, share in rational_candidates(gains):
        yield _candidate(
            block, RealPoint.at(0), NumberField(RealPoint.at(0)), *map(_constant, (one, two, share))
        )
    for root, field, elements in root_candidates(gains):
        yield _candidate(block, root, field, *elements)


def _candidate(
    block: BinaryBlock,
    root: RealPoint,
    field: NumberField,
    one: fmpq_poly,
    two: fmpq_poly,
    share: fmpq_poly,
) -> BlockEquilibrium:
    mixed = {} if share in (ZERO, ONE) or not block.choices else {0: share}
    return BlockEquilibrium(field, root, (one, two), mixed, (share == ONE,) * len(block.choices))


def _bilinear_gains(block: BinaryBlock) -> tuple[BilinearGain, BilinearGain, BilinearGain]:
    """Return the gains of the second actions: both binary players', and the third seat's."""
    if not block.choices:
        one, two = (block.base_gain(coin) for coin in (0, 1))
        return (*one, 0, 0), (*two, 0, 0), (0, 0, 0, 0)
    leans = []
    for coin in (0, 1):
        (start, growth), (first, grows) = block.base_gain(coin), block.lean(0, 0, coin)
        leans.append((start + first, growth + grows, *_gain_change(block, 0, coin)))
    return leans[0], leans[1], block.tie(0)


def _solve_guess(block: BinaryBlock, guess: EquilibriumGuess) -> BlockEquilibrium | None:
    """Return the solution of a place's equations next to a guess."""
    root = _root_near_guess(block, guess)
    if root is None:
        return None
    field = NumberField(root)
    one = _constant(guess.fixed[0]) if guess.fixed[0] is not None else field.of([0, 1])
    two = _second_probability(block, guess, field, one)
    if two is None:
        return None
    shares = _mixing_probabilities(block, guess, field, (one, two))
    if shares is None:
        return None
    return BlockEquilibrium(
        field, root, (one, two), dict(zip(guess.ties, shares, strict=True)), guess.second
    )


def _constant(amount: int | Fraction) -> fmpq_poly:
    return (
        ONE * int(amount)
        if isinstance(amount, int)
        else ONE * amount.numerator / amount.denominator
    )


def _root_near_guess(block: BinaryBlock, guess: EquilibriumGuess) -> RealPoint | None:
    """Return the first binary player's probability, or any point where that is fixed."""
    if guess.fixed[0] is not None:
        return RealPoint.at(guess.fixed[0])
    near = guess.chances[0]
    polynomial = fmpz_poly(_root_equation(block, guess))
    if polynomial == 0:
        return None
    found: list[RealPoint] = []
    for factor, _ in polynomial.factor()[1]:
        if factor.degree() == 1:
            found.append(RealPoint.at(Fraction(-int(factor[0]), int(factor[1]))))
        else:
            found += isolate_roots(factor, Fraction(0), Fraction(1))  # a probability
    return min(found, key=lambda root: abs(float(root) - near), default=None)


def _root_equation(block: BinaryBlock, guess: EquilibriumGuess) -> list[int]:
    """Return the coefficients of what the first binary player's probability is a root of."""
    side = guess.fixed[1]
    if not guess.ties:
        return list(_pure_gain(block, guess, 1))
    a, b, c, d = block.tie(guess.ties[0])
    if side is not None:
        return [a + c * side, b + d * side]
    if len(guess.ties) == 2:
        none, one, two, both = block.tie(guess.ties[1])
    else:
        (g, h), (m, n) = _pure_gain(block, guess, 0), _gain_change(block, guess.ties[0], 0)
        (k, o), (r, s) = _pure_gain(block, guess, 1), _gain_change(block, guess.ties[0], 1)
        none, one, two, both = g * r - k * m, g * s - o * m, h * r - k * n, h * s - o * n
    # none + one p + two q + both p q, with q from the first tie
    square, number = one * d - both * b, none * c - two * a
    return [number, none * d + one * c - two * b - both * a, square]


def _pure_gain(block: BinaryBlock, guess: EquilibriumGuess, coin: int) -> LinearGain:
    """Return what a binary player's second action gains, with all ties at the first action."""
    start, growth = block.base_gain(coin)
    for n, better in enumerate(guess.second):
        more, grows = block.lean(n, int(better and n not in guess.ties), coin)
        start, growth = start + more, growth + grows
    return start, growth


def _gain_change(block: BinaryBlock, tie: int, coin: int) -> LinearGain:
    """Return how that changes when a tie goes to the second action."""
    (a, b), (c, d) = (block.lean(tie, action, coin) for action in (1, 0))
    return a - c, b - d


def _second_probability(
    block: BinaryBlock, guess: EquilibriumGuess, field: NumberField, one: fmpq_poly
) -> fmpq_poly | None:
    """Return the second binary player's probability."""
    if guess.fixed[1] is not None:
        return _constant(guess.fixed[1])
    if not guess.ties:
        start, growth = _pure_gain(block, guess, 0)
        return _constant(Fraction(-start, growth)) if growth else None
    a, b, c, d = block.tie(guess.ties[0])
    below = c * ONE + d * one
    return None if below == 0 else field.over(-(a * ONE + b * one), below)


def _mixing_probabilities(
    block: BinaryBlock,
    guess: EquilibriumGuess,
    field: NumberField,
    coins: tuple[fmpq_poly, fmpq_poly],
) -> list[fmpq_poly] | None:
    """Return the tied choices' probabilities that make the mixing binary players indifferent."""
    tossed = [coin for coin in (0, 1) if guess.fixed[coin] is None]
    rows = [
        [_evaluate_gain(_gain_change(block, tie, coin), coins[1 - coin]) for tie in guess.ties]
        for coin in tossed
    ]
    right = [-_evaluate_gain(_pure_gain(block, guess, coin), coins[1 - coin]) for coin in tossed]
    if not guess.ties:
        return []
    if len(guess.ties) == 1:
        live = next(
            ((row[0], end) for row, end in zip(rows, right, strict=True) if row[0] != 0), None
        )
        return None if live is None else [field.over(live[1], live[0])]
    (a, b), (c, d) = rows
    below = field.times(a, d) - field.times(b, c)
    if below == 0:
        return None
    tops = (
        field.times(right[0], d) - field.times(b, right[1]),
        field.times(a, right[1]) - field.times(right[0], c),
    )
    return [field.over(top, below) for top in tops]


def _evaluate_gain(line: LinearGain, chance: fmpq_poly) -> fmpq_poly:
    return line[0] * ONE + line[1] * chance


def _is_equilibrium(block: BinaryBlock, toss: BlockEquilibrium) -> bool:
    """Return whether no seat gains by anything else, with exact signs."""
    field, (p, q) = toss.field, toss.coins
    if any(
        field.sign(x) < 0 or field.sign(ONE - x) < 0 for x in (p, q, *toss.mixed_choices.values())
    ):
        return False
    both = field.times(p, q)
    leans = [list(block.base_gain(coin)) for coin in (0, 1)]
    total = [_constant(0), _constant(0)]
    for n in range(len(block.choices)):
        a, b, c, d = block.tie(n)
        gain = field.sign(a * ONE + b * p + c * q + d * both)
        if (n in toss.mixed_choices and gain) or (
            n not in toss.mixed_choices and gain == (-1 if toss.second[n] else 1)
        ):
            return False
        for coin in (0, 1):
            first, second = (block.lean(n, action, coin) for action in (0, 1))
            if n in toss.mixed_choices:
                share = toss.mixed_choices[n]
                other = toss.coins[1 - coin]
                total[coin] += field.times(ONE - share, _evaluate_gain(first, other))
                total[coin] += field.times(share, _evaluate_gain(second, other))
            else:
                here = second if toss.second[n] else first
                leans[coin] = [x + y for x, y in zip(leans[coin], here, strict=True)]
    for coin in (0, 1):
        own = toss.coins[coin]
        lean = field.sign(
            total[coin] + _evaluate_gain((leans[coin][0], leans[coin][1]), toss.coins[1 - coin])
        )
        if (lean > 0 and own != ONE) or (lean < 0 and own != ZERO):
            return False
    return True


def _approximate_payoff(block: BinaryBlock, toss: BlockEquilibrium) -> Fraction:
    """Return approximately what the first binary player is paid in a block: to choose one."""
    p, q = (toss.field.nearly(chance, ROUNDING_UNIT) for chance in toss.coins)
    weights = (1 - p) * (1 - q), (1 - p) * q, p * (1 - q), p * q
    grids = [(block.base[block.seat(0)], Fraction(1))]
    for n, choice in enumerate(block.choices):
        first, second = choice.paid[block.seat(0)]
        share = Fraction(int(toss.second[n]))
        if n in toss.mixed_choices:
            share = toss.field.nearly(toss.mixed_choices[n], ROUNDING_UNIT)
        grids += [(first, 1 - share), (second, share)]
    parts = (
        share * w * a for grid, share in grids if share for w, a in zip(weights, grid, strict=True)
    )
    return sum(parts, Fraction(0))


def _write_mixes(
    block: BinaryBlock,
    toss: BlockEquilibrium,
    tables: tuple[FieldStrategies, ...],
    turned: FieldMap,
) -> None:
    """Put the mixes of a block into the tables of the seats, its numbers *turned* into theirs."""
    for coin, cell in enumerate(block.coins):
        if cell is not None:
            tables[block.seat(coin)][cell.key] = _binary_mix(cell, turned(toss.coins[coin]))
    for n, choice in enumerate(block.choices):
        chance = toss.mixed_choices.get(n, _constant(int(toss.second[n])))
        tables[block.third][choice.cell.key] = _binary_mix(choice.cell, turned(chance))


def _binary_mix(cell: Infoset, second: fmpq_poly) -> dict[str, fmpq_poly]:
    return {cell.actions[0]: ONE - second, cell.actions[1]: second}


def _root_text(form: NPlayerSequenceForm, block: BinaryBlock, toss: BlockEquilibrium) -> str:
    """Return what an irrational probability is exactly, in words."""
    coin = int(toss.coins[0] != toss.field.of([0, 1]))
    cell = block.coins[coin]
    assert cell is not None, "a chance that is fixed is a fraction"
    of = polynomial_expression(fmpz_poly(list(toss.root.root_of)), "t")
    name = form.seats[block.seat(coin)]
    place = "" if cell.key == "-" else f" at {cell.key}"
    return (
        f"{name}'s chance of {cell.actions[1]}{place} is the root t of {of} at about "
        f"{toss.root.about}"
    )
