"""Trembles and beliefs that show an equilibrium to be perfect, proper or undominated.

*Perfect* and *undominated*, two players: an equilibrium is perfect if and only if neither strategy
is weakly dominated (van Damme 1991, theorem 3.2.2). A strategy is undominated if and only if it is
a best response to a mix of all strategies of the other player; that mix is the tremble, and a
linear program finds it.

*Proper*, two players: along a path of trembles the strategies of a player fall into classes, the
better ones with lower powers of e. For given classes the coefficients of the path satisfy linear
conditions, power by power: payoffs are equal inside a class, and not greater in a later one unless
an earlier power has decided. All orders of the strategies outside the supports are tried, so that
the answer is complete for the equilibrium that is asked about.

With three or more players a regular equilibrium is perfect, whoever mixes, also with irrational
probabilities: all actions that it does not use pay less, and the slopes of the equations of its
support are not singular. Of other equilibria the first order of trembles is a linear program, in
which the mixes in use move too; if that fails, powers of e are tried for all unplayed actions. If
one player mixes, the trembles of another one are then corrected, to polynomials in e, so that it
stays indifferent exactly; if two mix, the mix of each so that the other does. What is proposed
counts only after the checker has accepted it. That an equilibrium is not perfect is shown by an
action that gains over a played one for every small tremble of others who are pure: its gain is a
polynomial in the trembles, in which each negative term is a multiple of a positive one. A pure
equilibrium is not perfect either if linear programs find no orders of the trembles for which every
gain has a negative term that is as large as all positive ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, islice, pairwise, permutations, product
from typing import TypeAlias

from flint import fmpq, fmpq_mat, fmpq_poly

from sabot import certify
from sabot.errors import CertificateError, FileError, NoMethodError
from sabot.exact import json_safe_integer, over_one_denominator
from sabot.forms.algebra.algebraic_number import Algebraic, Real
from sabot.forms.algebra.real_roots import RealPoint
from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, Node, TerminalNode
from sabot.forms.sequence import count_pure_strategies, pure_realization_plans
from sabot.forms.sequence_nplayer import (
    NPlayerSequenceForm,
    nplayer_form_of_tree,
    reduced_bimatrix_form,
)
from sabot.progress import raise_if_cancelled, report_progress, run_interruptible_python
from sabot.results.codec import JsonDocument
from sabot.results.nplayer import StrategyTable
from sabot.results.nplayer_nash import NPlayerEquilibrium
from sabot.results.refinement import RefinedEquilibria, RefinedEquilibrium
from sabot.solvers.all_nash.solve import ExtremeEquilibria, enumerate_equilibria
from sabot.solvers.refinement.perturbed_game import Polynomial, TremblePlan
from sabot.solvers.refinement.small_programs import maximise
from sabot.solvers.refinement.subgame_perfect import (
    IRRATIONAL_LEFT_OUT,
    MOST_PURE_STRATEGIES,
    OWN_EXCLUDED,
    Assignment,
    InfosetSpot,
    list_pure_candidates,
    list_subgame_perfect,
    mix_plans,
    one_instead_of_all,
    require_few_cases,
)
from sabot.solvers.refinement.trees import is_strategic, tree_to_json

_ZERO, _ONE = Fraction(0), Fraction(1)
_RationalPolynomial: TypeAlias = fmpq_poly  # flint has no types
Vector = list[Fraction]
_HIGHEST_POWER = 3
_NEAR = 10**30
"""Irrational probabilities are taken to multiples of one over this, to guess multipliers."""
_SMALL_TREE = 500
"""Nodes of a tree up to which a check is not worth a thread that a stop ends."""
_MOST_POWERS = 729
"""Choices of powers of e for the unplayed actions of one equilibrium: all, of six actions."""
NOT_DECIDED = (
    "of an undominated equilibrium, not shown to be regular, it is not decided whether it is "
    "perfect"
)
IRRATIONAL_NOT_REGULAR = {
    "perfect": (
        "an equilibrium with irrational probabilities is left out: it was not shown to be regular, "
        "and it is not decided whether it is perfect"
    ),
    "undominated": (
        "an undominated equilibrium with irrational probabilities is left out: it was not shown to "
        "be regular, and a file has no other evidence for such probabilities"
    ),
}
"""Why a list may not have all equilibria with irrational probabilities, by refinement."""
MOST_TERM_CHOICES = 4_000
"""Choices of a negative term in the gain of every action, for one pure equilibrium."""
_MOST_MIXTURES = 2_000
"""Mixtures of extreme strategies of one set of which it is decided whether they are dominated."""
MOST_ORDERS = 40_000
"""Pairs of orders of strategies that are tried for one equilibrium before it is left open."""


@dataclass(frozen=True)
class RefinedProfile:
    """An equilibrium with its evidence, as a certificate writes it."""

    strategies: Mapping[str, StrategyTable]
    payoffs: tuple[Real, ...]
    evidence: JsonDocument
    root: RealPoint | None = None
    """What t is, where probabilities are not fractions."""

    def evidence_for(self, refinement: str) -> JsonDocument:
        """Return what a certificate of a refinement has: of a subgame-perfect one, nothing."""
        return {} if refinement == "subgame-perfect" else self.evidence


@dataclass
class EvidenceList:
    """Equilibria with a refinement, how they were found, and why there may be others."""

    profiles: list[RefinedProfile]
    method: str = ""
    open: list[str] = field(default_factory=list)
    isolated: bool = False
    """Whether every set of equilibria has at most one of these, so that they have no mixtures."""


class FirstProved(Exception):
    """One equilibrium is proved, and no more are asked for: ends the list of candidates."""


# ---------------------------------------------------------------------- profiles


def expected_payoffs(tree: GameTree, choices: Assignment) -> tuple[Fraction, ...]:
    """Return what every player is paid."""
    total = [_ZERO] * len(tree.seats)
    stack: list[tuple[Node, Fraction]] = [(tree.root, _ONE)]
    while stack:
        node, chance = stack.pop()
        if isinstance(node, TerminalNode):
            for seat, amount in enumerate(node.payoffs):
                total[seat] += chance * amount
            continue
        for child, share in zip(node.children, _shares(node, choices), strict=True):
            if share:
                stack.append((child, chance * share))
    return tuple(total)


def _shares(node: ChanceNode | DecisionNode, choices: Assignment) -> Sequence[Fraction]:
    if isinstance(node, DecisionNode):
        return choices[node.seat, node.view]
    return [Fraction(weight, node.total) for weight in node.weights]


def profile_of_choices(
    tree: GameTree, choices: Assignment, evidence: JsonDocument | None = None
) -> RefinedProfile:
    """Return an equilibrium by what is done at every information set."""
    strategies = {
        seat: {
            own.key: {
                action: chance
                for action, chance in zip(own.actions, choices[n, v], strict=True)
                if chance
            }
            for v, own in enumerate(held)
        }
        for n, (seat, held) in enumerate(zip(tree.seats, tree.infosets, strict=True))
    }
    return RefinedProfile(strategies, expected_payoffs(tree, choices), evidence or {})


def limit_profile(
    tree: GameTree, form: NPlayerSequenceForm, trembles: Sequence[TremblePlan]
) -> RefinedProfile:
    """Return the limit of trembles, with them as evidence."""
    choices: dict[InfosetSpot, tuple[Fraction, ...]] = {}
    plans = []
    for seat, (side, plan) in enumerate(zip(form.sides, trembles, strict=True)):
        cells = {cell.key: cell for cell in side.cells}
        ordered = [plan[0]]
        for view, own in enumerate(tree.infosets[seat]):
            cell = cells[own.key]
            before = plan[cell.parent]
            power = next(k for k, number in enumerate(before) if number)
            choices[seat, view] = tuple(
                plan[s][power] / before[power] if power < len(plan[s]) else _ZERO
                for s in cell.sequences
            )
            ordered += [plan[s] for s in cell.sequences]
        plans.append(_integers(ordered))
    return profile_of_choices(tree, choices, {"trembles": plans})


def _integers(plan: Iterable[Polynomial]) -> list[list[int | str]]:
    """Return polynomials over one denominator, without it: plans are compared by ratios."""
    listed = list(plan)
    below = math.lcm(*(number.denominator for one in listed for number in one))
    return [[json_safe_integer(int(number * below)) for number in one] for one in listed]


def is_accepted(
    tree_json: JsonDocument, tree: GameTree, refinement: str, one: RefinedProfile
) -> bool:
    """Whether the checker accepts a proposed equilibrium; one beyond its limits is not accepted."""
    found = RefinedEquilibria(
        "",
        tree.seats,
        refinement,
        (RefinedEquilibrium(one.strategies, one.payoffs, one.root),),
        certificate={"form": tree_json, "evidence": [one.evidence_for(refinement)]},
    )
    check = partial(certify.check, found.to_json())
    try:
        if tree.size > _SMALL_TREE:
            run_interruptible_python(check)
        else:
            check()
    except (CertificateError, FileError):
        return False
    return True


# ---------------------------------------------------------------------- two players


@dataclass(frozen=True)
class _StrategicForm:
    """A two-player game by its pure strategies, with its extreme equilibria."""

    tables: tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]
    """The payoffs of each player by its own strategy and that of the other."""
    plans: tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]
    listed: ExtremeEquilibria

    def are_isolated(self, pairs: Collection[tuple[int, int]]) -> bool:
        """Return whether no set of equilibria has two of these pairs of extreme strategies."""
        return all(
            sum((x, y) in pairs for x in subset.first for y in subset.second) < 2
            for component in self.listed.components
            for subset in component
        )


def _strategic_form(form: NPlayerSequenceForm, refinement: str) -> _StrategicForm:
    counts = [count_pure_strategies(side) for side in form.sides]
    if max(counts) > MOST_PURE_STRATEGIES:
        raise NoMethodError(
            f"a player has {max(counts):,} pure strategies; {refinement} equilibria are listed up "
            f"to {MOST_PURE_STRATEGIES}\n  {one_instead_of_all(refinement)}"
        )
    game = reduced_bimatrix_form(form)
    require_few_cases(game, "a game", one_instead_of_all(refinement))
    one, two = (pure_realization_plans(side)[1] for side in form.sides)
    columns = tuple(zip(*game.two.payoffs, strict=True))
    listed = enumerate_equilibria(game.one.payoffs, game.two.payoffs)
    return _StrategicForm((game.one.payoffs, columns), (one, two), listed)


def full_mix_response(table: Sequence[Sequence[int]], played: Sequence[int]) -> Vector | None:
    """Return weights of all columns to which all *played* rows are best responses, if there are.

    There are none if and only if a mix of the rows is weakly dominated.

    >>> full_mix_response([[1, 1], [1, 0]], [0]), full_mix_response([[1, 1], [1, 0]], [1])
    ([Fraction(1, 2), Fraction(1, 2)], None)
    """
    first, width = table[played[0]], len(table[0])
    rows: list[list[int]] = []
    for i, row in enumerate(table):
        gaps = [b - a for a, b in zip(first, row, strict=True)]
        rows.append([*gaps, sum(gaps)])
        if i in played:
            rows.append([*(-gap for gap in gaps), -sum(gaps)])
    rows.append([1] * width + [width])
    bounds = [0] * (len(rows) - 1) + [1]
    found = maximise(rows, bounds, [0] * width + [1])
    if not found[-1]:
        return None
    return [weight + found[-1] for weight in found[:-1]]


def _witnesses(game: _StrategicForm) -> tuple[list[Vector | None], list[Vector | None]]:
    """Return for each extreme strategy of a player a mix of the other's to which it is best."""
    one, two = (
        [
            full_mix_response(table, [i for i, weight in enumerate(own.weights) if weight])
            for own in vertices
        ]
        for table, vertices in zip(
            game.tables, (game.listed.first, game.listed.second), strict=True
        )
    )
    return one, two


def list_perfect(
    tree: GameTree, form: NPlayerSequenceForm, found: EvidenceList, *, first: bool
) -> None:
    """Add the extreme equilibria of two players that are perfect in the strategic form.

    *first*: only one of them.
    """
    game = _strategic_form(form, "perfect")
    beliefs = _witnesses(game)
    found.method = "undominated extreme equilibria of the strategic form"
    perfect = set[tuple[int, int]]()
    for x, y in game.listed.pairs:
        belief_of_first, belief_of_second = beliefs[0][x], beliefs[1][y]
        if belief_of_first is None or belief_of_second is None:
            continue
        plans = (
            mix_plans(game.listed.first[x].weights, game.plans[0]),
            mix_plans(game.listed.second[y].weights, game.plans[1]),
        )
        tremble_plans = (
            _mix(belief_of_second, game.plans[0]),
            _mix(belief_of_first, game.plans[1]),
        )
        trembles: list[TremblePlan] = [
            [(own, more) for own, more in zip(plan, extra, strict=True)]
            for plan, extra in zip(plans, tremble_plans, strict=True)
        ]
        found.profiles.append(limit_profile(tree, form, trembles))
        perfect.add((x, y))
        sides = zip(form.sides, plans, strict=True)
        if any(not plan[cell.parent] for side, plan in sides for cell in side.cells):
            found.open = [OWN_EXCLUDED]
        if first:
            break
    found.isolated = game.are_isolated(perfect)


def _mix(weights: Sequence[Fraction], pure: Sequence[Sequence[int]]) -> Vector:
    return mix_plans(over_one_denominator(weights)[0], pure)


def list_undominated(
    tree: GameTree, form: NPlayerSequenceForm, found: EvidenceList, *, first: bool
) -> None:
    """Add the extreme equilibria in which no strategy is weakly dominated, or the *first*."""
    if len(tree.seats) == 2:
        list_perfect(tree, form, found, first=first)
        return
    if not is_strategic(tree):
        raise NoMethodError(
            "other than for two players, undominated equilibria are looked for in games in "
            "strategic form; this game is a tree\n"
            "  refinements of such trees: subgame-perfect, sequential, perfect, quasi-perfect, "
            "extensive-form-perfect"
        )
    normal = _NormalForm(tree, form)
    found.method = "undominated equilibria of the strategic form"

    def prove(choices: Assignment) -> RefinedProfile | None:
        beliefs = normal.beliefs(normal.supports(choices))
        if beliefs is None:
            return None
        numbers = [[json_safe_integer(n) for n in over_one_denominator(own)[0]] for own in beliefs]
        profile = profile_of_choices(tree, choices, {"beliefs": numbers})
        if profile not in found.profiles:
            found.profiles.append(profile)
        if first:
            raise FirstProved
        return profile

    try:
        for choices in list_pure_candidates(tree):
            prove(choices)
        candidates = normal.candidates(found, prove if first else None)
        undominated = [prove(choices) for choices in candidates]
    except FirstProved:
        return
    found.profiles = [one for one in undominated if one is not None]
    found.profiles += normal.regular_profiles("undominated", found)
    found.open = list(dict.fromkeys(found.open))


# ---------------------------------------------------------------------- proper


def list_bimatrix_proper(tree: GameTree, found: EvidenceList) -> None:
    """Add the extreme equilibria of a bimatrix game that are proper."""
    _proper(tree, found, first=False)


def find_proper(tree: GameTree) -> EvidenceList:
    """Return one proper equilibrium of a bimatrix game."""
    found = EvidenceList([])
    _proper(tree, found, first=True)
    found.profiles[1:] = []
    return found


def _proper(tree: GameTree, found: EvidenceList, *, first: bool) -> None:
    if len(tree.seats) != 2:
        raise NoMethodError(
            "--refine proper: proper equilibria are looked for in games of two players\n"
            "  of three or more players: --refine perfect, --refine undominated"
        )
    form = nplayer_form_of_tree(tree)
    game = _strategic_form(form, "proper")
    found.method = "orders of mistakes, tried for every extreme equilibrium"
    undecided, proper = 0, set[tuple[int, int]]()
    for done, (x, y) in enumerate(game.listed.pairs):
        report_progress("looking for orders of mistakes", done, unit="equilibria")
        mixes = _normal(game.listed.first[x].weights), _normal(game.listed.second[y].weights)
        paths, decided = _proper_paths(game.tables, mixes)
        if paths is not None:
            found.profiles.append(_limit_of_paths(tree, form, paths))
            proper.add((x, y))
            if first:
                return
        undecided += not decided
    if undecided:
        named = "an equilibrium has" if undecided == 1 else f"{undecided:,} equilibria have"
        found.open.append(f"{named} more than {MOST_ORDERS:,} orders of mistakes: not decided")
    if not first and _may_miss_proper(game, proper):
        found.open.append(
            "a component has infinitely many equilibria: those that are not extreme are not decided"
        )
    found.isolated = game.are_isolated(proper)
    if not found.profiles:
        paths = _proper_paths_in_sets(game)
        if paths is not None:
            found.profiles.append(_limit_of_paths(tree, form, paths))
            found.method = "orders of mistakes, tried for every set of equilibria"


def _limit_of_paths(
    tree: GameTree, form: NPlayerSequenceForm, paths: tuple[list[Vector], list[Vector]]
) -> RefinedProfile:
    trembles = [
        [_total(path), *(tuple(step[s] for step in path) for s in range(len(path[0])))]
        for path in paths
    ]
    return limit_profile(tree, form, trembles)


def _proper_paths_in_sets(game: _StrategicForm) -> tuple[list[Vector], list[Vector]] | None:
    """Return trembles of a proper equilibrium that is not extreme; None where none is found.

    Its supports are undominated, and those of mixtures of extreme strategies of one set. All orders
    of the other strategies are tried, and the equilibrium is solved for with its trembles.
    """
    sizes = [len(table) for table in game.tables]
    tried, seen = 0, set[tuple[tuple[int, ...], ...]]()
    for subset in (subset for part in game.listed.components for subset in part):
        supports = [
            _supports_in(table, [vertices[k].weights for k in own])
            for table, own, vertices in zip(
                game.tables,
                (subset.first, subset.second),
                (game.listed.first, game.listed.second),
                strict=True,
            )
        ]
        for pair in product(*supports):
            tried += math.prod(
                _count_weak_orders(size - len(own)) for size, own in zip(sizes, pair, strict=True)
            )
            if tried > MOST_ORDERS:
                return None
            if pair in seen:
                continue
            seen.add(pair)
            report_progress("looking for orders of mistakes", len(seen), unit="supports")
            groups = [
                [list(own), [n for n in range(size) if n not in own]]
                for size, own in zip(sizes, pair, strict=True)
            ]
            paths = _first_paths(game.tables, groups, None)
            if paths is not None:
                return paths
    return None


def _supports_in(
    table: Sequence[Sequence[int]], corners: Sequence[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return the undominated supports of mixtures of some strategies, the smallest first."""
    own = [tuple(n for n, weight in enumerate(weights) if weight) for weights in corners]
    found = {one for one in own if full_mix_response(table, one) is not None}
    fresh = [*found]
    while fresh and len(fresh) * len(own) <= _MOST_MIXTURES:
        wider = {tuple(sorted({*one, *other})) for one in fresh for other in own}
        fresh = [s for s in sorted(wider - found) if full_mix_response(table, s) is not None]
        found.update(fresh)
    return sorted(found, key=lambda one: (len(one), one))


def _may_miss_proper(game: _StrategicForm, proper: Collection[tuple[int, int]]) -> bool:
    """Return whether an equilibrium that is not extreme may be proper, and no mixture of *proper*.

    A proper equilibrium is perfect, so its strategies are undominated (van Damme 1991, theorem
    3.2.2). The extreme strategies of which an undominated one is a mixture are undominated too.
    """
    beliefs = _witnesses(game)
    for subset in (subset for part in game.listed.components for subset in part):
        corners = [
            [k for k in own if witnesses[k] is not None]
            for own, witnesses in zip((subset.first, subset.second), beliefs, strict=True)
        ]
        if all(pair in proper for pair in product(*corners)):
            continue
        for table, own, vertices in zip(
            game.tables, corners, (game.listed.first, game.listed.second), strict=True
        ):
            if math.comb(len(own), 2) > _MOST_MIXTURES:
                return True
            for pair in combinations(own, 2):
                mixed = zip(*(vertices[k].weights for k in pair), strict=True)
                used = [n for n, weights in enumerate(mixed) if any(weights)]
                if full_mix_response(table, used) is not None:
                    return True
    return False


def _normal(weights: Sequence[int]) -> Vector:
    total = sum(weights)
    return [Fraction(weight, total) for weight in weights]


def _total(path: Sequence[Vector]) -> Polynomial:
    return tuple(sum(step, _ZERO) for step in path)


Classes = tuple[tuple[int, ...], ...]
"""Strategies by the order of their trembles: those of the equilibrium first."""


def has_few_orders(counts: Iterable[int]) -> bool:
    """Return whether all orders of mistakes are tried at every equilibrium of a game of this size.

    *counts* are the numbers of pure strategies of the players, which may be huge.

    >>> has_few_orders((5, 4)), has_few_orders((5, 6)), has_few_orders((2, 10**30))
    (True, False, False)
    """
    unused = [count - 1 for count in counts]
    if max(unused) > MOST_ORDERS.bit_length():  # n strategies have at least 2^(n - 1) orders
        return False
    return math.prod(map(_count_weak_orders, unused)) <= MOST_ORDERS


def _proper_paths(
    tables: Sequence[Sequence[Sequence[int]]], mixes: tuple[Vector, Vector]
) -> tuple[tuple[list[Vector], list[Vector]] | None, bool]:
    """Return trembles that show an equilibrium proper, and whether all orders were tried."""
    groups = [_groups(tables[n], mixes[n], mixes[1 - n]) for n in (0, 1)]
    unused = (len(group) for own in groups for group in own[1:])
    if math.prod(map(_count_weak_orders, unused)) > MOST_ORDERS:
        return None, False
    return _first_paths(tables, groups, mixes), True


def _first_paths(
    tables: Sequence[Sequence[Sequence[int]]],
    groups: Sequence[Sequence[Sequence[int]]],
    mixes: tuple[Vector, Vector] | None,
) -> tuple[list[Vector], list[Vector]] | None:
    """Return trembles for the first orders, keeping those of the groups, that have some."""
    starts = mixes or (None, None)
    orders = [list(_orders(own)) for own in groups]
    for rows in orders[0]:
        for columns in orders[1]:
            second = _ordered_path(tables[0], rows, columns, starts[1])
            if second is None:
                continue
            first = _ordered_path(tables[1], columns, rows, starts[0])
            if first is not None:
                return first, second
    return None


def _groups(
    table: Sequence[Sequence[int]], own: Sequence[Fraction], other: Sequence[Fraction]
) -> list[list[int]]:
    """Return the support, then the other strategies by what they earn, best first."""
    earned = [sum((a * b for a, b in zip(row, other, strict=True)), _ZERO) for row in table]
    rest = [i for i, chance in enumerate(own) if not chance]
    levels = sorted({earned[i] for i in rest}, reverse=True)
    support = [i for i, chance in enumerate(own) if chance]
    return [support, *([i for i in rest if earned[i] == level] for level in levels)]


def _orders(groups: Sequence[Sequence[int]]) -> Iterator[Classes]:
    """Yield all orders in classes that keep the order of the groups; the first is one class."""
    rest = [list(_weak_orders(tuple(group))) for group in groups[1:]]
    for picked in product(*rest):
        yield (tuple(groups[0]), *(one for order in picked for one in order))


def _weak_orders(items: tuple[int, ...]) -> Iterator[Classes]:
    """Yield all ordered partitions.

    >>> len(list(_weak_orders((0, 1, 2))))
    13
    """
    if not items:
        yield ()
    for size in range(1, len(items) + 1):
        for best in combinations(items, size):
            for later in _weak_orders(tuple(i for i in items if i not in best)):
                yield (best, *later)


@cache
def _count_weak_orders(count: int) -> int:
    """Return how many ordered partitions so many items have.

    >>> [_count_weak_orders(count) for count in (0, 1, 3, 20)]
    [1, 1, 13, 2677687796244384203115]
    """
    best = range(1, count + 1)
    return sum(math.comb(count, n) * _count_weak_orders(count - n) for n in best) or 1


def _ordered_path(
    table: Sequence[Sequence[int]], rows: Classes, columns: Classes, start: Vector | None
) -> list[Vector] | None:
    """Return trembles of the column player for which the rows earn as their classes say.

    The classes of columns have trembles of increasing powers. *start* is the mix that they are
    near; None: any of the first class. None is returned if there are no such trembles.
    """
    gaps = [
        [a - b for a, b in zip(table[better[0]], table[worse[0]], strict=True)]
        for better, worse in pairwise(rows)
    ]
    must_be_equal = [
        [a - b for a, b in zip(table[own[0]], table[i], strict=True)]
        for own in rows
        for i in own[1:]
    ]
    if start is None:
        step = _step(must_be_equal, gaps, columns[0], columns[0], sum(map(len, columns)))
        if step is None:
            return None
        start = [weight / sum(step) for weight in step]
    if any(_dot(equal, start) for equal in must_be_equal):
        return None
    if any(_dot(gap, start) < 0 for gap in gaps):
        return None
    path = [start]
    equal_so_far = [gap for gap in gaps if not _dot(gap, start)]
    allowed: list[int] = []
    for number, own in enumerate(columns):
        allowed += own
        if number:
            step = _step(must_be_equal, equal_so_far, allowed, own, len(start))
            if step is None:
                return None
            path.append(step)
            equal_so_far = [gap for gap in equal_so_far if not _dot(gap, step)]
        while equal_so_far:
            step = _step(must_be_equal, equal_so_far, allowed, (), len(start))
            if step is None:
                break
            path.append(step)
            equal_so_far = [gap for gap in equal_so_far if not _dot(gap, step)]
    return path


def _step(
    must_be_equal: Sequence[Sequence[int]],
    gaps: Sequence[Sequence[int]],
    allowed: Sequence[int],
    positive: Sequence[int],
    width: int,
) -> Vector | None:
    """Return the next coefficients: as many gaps as possible become positive, none negative.

    They are positive at *positive*, and 0 outside *allowed*. None where that cannot be, or where
    nothing is gained and nothing has to be positive.
    """
    free = [j for j in allowed if j not in positive]
    signs = [*((j, 1) for j in allowed), *((j, -1) for j in free)]
    extra = len(gaps) + bool(positive)
    rows: list[list[int]] = []
    bounds: list[int] = []

    def add(weights: Sequence[int], at: int | None, bound: int = 0) -> None:
        slack = [0] * extra
        if at is not None:
            slack[at] = 1
        rows.append([*weights, *slack])
        bounds.append(bound)

    for equal in must_be_equal:
        add([sign * equal[j] for j, sign in signs], None)
        add([-sign * equal[j] for j, sign in signs], None)
    for number, gap in enumerate(gaps):
        add([-sign * gap[j] for j, sign in signs], number)
        add([0] * len(signs), number, 1)
    for j in positive:
        add([-int(k == j) for k, _ in signs], extra - 1)
    if positive:
        add([0] * len(signs), extra - 1, 1)
    found = maximise(rows, bounds, [0] * len(signs) + [1] * extra)
    if (positive and not found[-1]) or not any(found[len(signs) :]):
        return None
    step = [_ZERO] * width
    for (j, sign), amount in zip(signs, found, strict=False):
        step[j] += sign * amount
    return step


def _dot(weights: Sequence[int], numbers: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(weights, numbers, strict=True) if a and b), _ZERO)


# ---------------------------------------------------------------------- many players, strategic


class _NormalForm:
    """A game for three or more players in which each has a single information set.

    Some players may not reach theirs: what a profile of actions pays is summed over the ends to
    which it leads.
    """

    def __init__(self, tree: GameTree, form: NPlayerSequenceForm) -> None:
        self.tree, self.form = tree, form
        self.sets: list[list[Assignment]] = []
        """Sets of equilibria, each by its extreme ones, which are candidates."""
        self.irrational: list[NPlayerEquilibrium] = []
        """The equilibria with irrational probabilities that can be listed."""
        self.sizes = [len(infosets[0].actions) for infosets in tree.infosets]
        unit = form.denominator
        self.paid = {spot: [_ZERO] * len(self.sizes) for spot in product(*map(range, self.sizes))}
        for end in form.ends:
            actions = (
                range(size) if not sequence else (sequence - 1,)  # 0: it does not choose
                for size, sequence in zip(self.sizes, end.sequences, strict=True)
            )
            for spot in product(*actions):
                paid = zip(self.paid[spot], end.payoffs, strict=True)
                self.paid[spot] = [total + Fraction(n, unit) for total, n in paid]

    def candidates(
        self, found: EvidenceList, each: Callable[[Assignment], object] | None = None
    ) -> list[Assignment]:
        """Return the rational equilibria that can be listed; *each* hears of them before."""
        listed = list_subgame_perfect(self.tree, each=each)
        found.open += listed.open
        found.isolated = listed.isolated
        self.sets, self.irrational = listed.sets, listed.irrational
        return [one.choices for one in listed.equilibria]

    def undecided_sets(self, perfect: Collection[Assignment]) -> list[list[Assignment]]:
        """Return the sets in which there may be perfect equilibria that these do not span.

        Each is given by the extreme equilibria that such an equilibrium may be a mixture of. Of a
        set in a subgame the other choices are not known.
        """
        found = []
        for extreme in self.sets:
            left = extreme
            if all(len(one) == len(self.sizes) for one in extreme):
                undominated = [o for o in extreme if self.beliefs(self.supports(o)) is not None]
                left = self._without_gains(undominated) if undominated else []
            if any(one not in perfect for one in left):
                found.append(left)
        return found

    def _without_gains(self, extreme: list[Assignment]) -> list[Assignment]:
        """Return the extreme equilibria of a set that perfect ones in it may be mixtures of.

        Where all others have one pure strategy in the set, an action of a player over which another
        one gains for all small trembles is not played in a perfect equilibrium.
        """
        for seat in range(len(self.sizes)):
            losing = set(self._losing_actions(seat, extreme))
            extreme = [one for one in extreme if not any(one[seat, 0][a] for a in losing)]
        return extreme

    def _losing_actions(self, seat: int, profiles: Sequence[Assignment]) -> Iterator[int]:
        """Yield played actions over which another one gains for all small trembles.

        They are looked for where all others have one pure strategy in all profiles.
        """
        if not profiles:
            return
        others = [k for k in range(len(self.sizes)) if k != seat]
        first = profiles[0]
        if any(
            _ONE not in one[k, 0] or one[k, 0] != first[k, 0] for one in profiles for k in others
        ):
            return
        size = self.sizes[seat]
        for action in range(size):
            if not any(one[seat, 0][action] for one in profiles):
                continue
            played = tuple(
                action if k == seat else first[k, 0].index(_ONE) for k in range(len(self.sizes))
            )
            if any(self._gains_for_all(seat, a, played) for a in range(size) if a != action):
                yield action

    def others(self, seat: int) -> Iterator[tuple[int, ...]]:
        """Yield the profiles of the others, in lexicographic order."""
        return product(*(range(n) for k, n in enumerate(self.sizes) if k != seat))

    def amount(self, seat: int, own: int, others: tuple[int, ...]) -> Fraction:
        """Return what a player is paid."""
        return self.paid[*others[:seat], own, *others[seat:]][seat]

    def supports(self, choices: Assignment) -> list[list[int]]:
        """Return the actions that each player plays."""
        return _supports([choices[seat, 0] for seat in range(len(self.sizes))])

    def beliefs(self, supports: Sequence[Sequence[int]]) -> list[Vector] | None:
        """Return for each player a belief to which all actions of its support are best responses.

        None: the strategy of a player with this support is weakly dominated.
        """
        found = []
        for seat, (size, played) in enumerate(zip(self.sizes, supports, strict=True)):
            amounts = [
                [self.amount(seat, own, o) for o in self.others(seat)] for own in range(size)
            ]
            tops, _ = over_one_denominator([n for row in amounts for n in row])
            width = len(amounts[0])
            table = [tops[i * width : (i + 1) * width] for i in range(size)]
            weights = full_mix_response(table, played)
            if weights is None:
                return None
            found.append(weights)
        return found

    def regular_profiles(self, refinement: str, found: EvidenceList) -> Iterator[RefinedProfile]:
        """Yield the irrational equilibria that are shown to be regular; say if others are not.

        Those with a weakly dominated strategy are neither undominated nor perfect.
        """
        written = tree_to_json(self.tree)
        for one in self.irrational:
            mixes = [[own.get(a, _ZERO) for a in self.actions(k)] for k, own in self._tables(one)]
            if self.beliefs(_supports(mixes)) is None:
                continue
            evidence = self.regularity(mixes)
            profile = RefinedProfile(one.strategies, one.payoffs, evidence or {}, one.root)
            if evidence is not None and is_accepted(written, self.tree, refinement, profile):
                yield profile
            else:
                found.open.append(IRRATIONAL_NOT_REGULAR[refinement])

    def actions(self, seat: int) -> tuple[str, ...]:
        """Return the names of a player's actions."""
        return tuple(self.tree.infosets[seat][0].actions)

    def _tables(self, one: NPlayerEquilibrium) -> Iterator[tuple[int, Mapping[str, Real]]]:
        for seat, name in enumerate(self.tree.seats):
            (table,) = one.strategies[name].values()
            yield seat, table

    def profiles(self, choices: Assignment) -> Iterator[RefinedProfile]:
        """Yield an equilibrium with evidence that may show it to be perfect."""
        mixes = [choices[seat, 0] for seat in range(len(self.sizes))]
        if any(0 < chance < 1 for mix in mixes for chance in mix):
            evidence = self.regularity(mixes)
            if evidence is not None:
                yield profile_of_choices(self.tree, choices, evidence)
        for trembles in self.proposals(choices):
            yield limit_profile(self.tree, self.form, trembles)

    def regularity(self, mixes: Sequence[Sequence[Real]]) -> JsonDocument | None:
        """Return multipliers that show the slopes not to be singular; None if they may be.

        The slopes are those of the equations of the support. They are inverted near the
        equilibrium; the multipliers are the inverse times a number that is large enough for them
        to be rounded.
        """
        near = [
            [own.nearly(_NEAR) if isinstance(own, Algebraic) else Fraction(own) for own in mix]
            for mix in mixes
        ]
        supports = _supports(mixes)
        unknowns = [(seat, a) for seat, own in enumerate(supports) for a in own[1:]]
        slopes = [[self._slope(near, supports, one, two) for two in unknowns] for one in unknowns]
        size = len(slopes)
        matrix = fmpq_mat(size, size, [_flint(entry) for row in slopes for entry in row])
        if size and not matrix.det():
            return None
        most = max((abs(entry) for row in slopes for entry in row), default=_ZERO)
        scale = 2 * size**2 * math.ceil(most) + 2
        inverse = matrix.inv().tolist() if size else []
        return {
            "regular": [
                [json_safe_integer(round(Fraction(int(x.p), int(x.q)) * scale)) for x in row]
                for row in inverse
            ]
        }

    def _slope(
        self,
        mixes: Sequence[Sequence[Fraction]],
        supports: Sequence[Sequence[int]],
        own: tuple[int, int],
        moved: tuple[int, int],
    ) -> Fraction:
        """Return how an action's gain over the first one changes with a probability of another."""
        (seat, action), (other, more) = own, moved
        if seat == other:
            return _ZERO
        signs = [dict.fromkeys(support, 1) for support in supports]
        signs[seat] = {action: 1, supports[seat][0]: -1}
        signs[other] = {more: 1, supports[other][0]: -1}
        total = _ZERO
        for spot in product(*signs):
            rest = (mixes[k][a] for k, a in enumerate(spot) if k not in (seat, other))
            sign = signs[seat][spot[seat]] * signs[other][spot[other]]
            total += sign * self.paid[spot][seat] * math.prod(rest)
        return total

    def proposals(self, choices: Assignment) -> Iterator[list[TremblePlan]]:
        """Yield trembles that may show an equilibrium to be perfect."""
        mixing = [k for k in range(len(self.sizes)) if sum(map(bool, choices[k, 0])) > 1]
        for scale in ((1,), (1, 2, 3), (5, 1, 2), (1, 4, 2, 3)):
            yield from self._first_order_proposals(choices, scale, mixing)
        if not mixing:
            powers = self.orders_of_trembles(choices)
            if powers:
                yield self._with_powers(choices, powers)
        yield from self._first_order_proposals(choices, (), mixing)
        unplayed = [
            (seat, own)
            for seat, size in enumerate(self.sizes)
            for own in range(size)
            if not choices[seat, 0][own]
        ]
        ways = product(range(1, _HIGHEST_POWER + 1), repeat=len(unplayed))
        for tried in islice(ways, _MOST_POWERS):
            plans = self._with_powers(choices, dict(zip(unplayed, tried, strict=True)))
            yield plans
            yield from self._keeping_indifferent(choices, plans, mixing)

    def _first_order_proposals(
        self, choices: Assignment, scale: Sequence[int], mixing: Sequence[int]
    ) -> Iterator[list[TremblePlan]]:
        """Yield trembles of one order, and those by which players who mix stay indifferent."""
        trembles = self.trembles(choices, scale)
        if trembles is not None:
            yield trembles
            yield from self._keeping_indifferent(choices, trembles, mixing)

    def _keeping_indifferent(
        self, choices: Assignment, plans: Sequence[TremblePlan], mixing: Sequence[int]
    ) -> Iterator[list[TremblePlan]]:
        """Yield trembles by which one player who mixes, or two, stay indifferent.

        If two mix, the mix of each is solved for. If one does, another player's weights of actions
        that are not played are, one for each equation.
        """
        if len(mixing) == 2:
            second_plan, first_plan = (  # each keeps the other player indifferent
                self._indifferent(choices, plans, pair[:1], pair[1])
                for pair in permutations(mixing)
            )
            if first_plan is not None and second_plan is not None:
                kept = dict(zip(mixing, (first_plan, second_plan), strict=True))
                yield [kept.get(k, plan) for k, plan in enumerate(plans)]
        if len(mixing) != 1:
            return
        equations = sum(map(bool, choices[mixing[0], 0])) - 1
        for other in range(len(self.sizes)):
            unplayed = [a for a, chance in enumerate(choices[other, 0]) if not chance]
            for freed in combinations(unplayed, equations) if other not in mixing else ():
                keeps = self._indifferent(choices, plans, mixing, other, freed)
                if keeps is not None:
                    yield [keeps if k == other else plan for k, plan in enumerate(plans)]

    def _with_powers(
        self, choices: Assignment, powers: Mapping[tuple[int, int], int]
    ) -> list[TremblePlan]:
        """Return trembles by a power of e for every unplayed action; plans need not sum to 1."""
        found: list[TremblePlan] = []
        highest = max(powers.values(), default=0)
        for seat, size in enumerate(self.sizes):
            plan = []
            for own in range(size):
                term = [_ZERO] * (highest + 1)
                term[powers.get((seat, own), 0)] = choices[seat, 0][own] or _ONE
                plan.append(tuple(term))
            total = tuple(sum(terms, _ZERO) for terms in zip(*plan, strict=True))
            found.append([total, *plan])
        return found

    def _indifferent(
        self,
        choices: Assignment,
        plans: Sequence[TremblePlan],
        seats: Sequence[int],
        other: int,
        freed: Sequence[int] = (),
    ) -> TremblePlan | None:
        """Return trembles of one player that keep some others indifferent who mix.

        The weights of the played and *freed* actions solve linear equations whose coefficients are
        polynomials in e; by Cramer's rule they are polynomials over one, by which all are
        multiplied. None if the equations, divided by their common powers of e, have no single
        solution at e = 0.
        """
        played = [a for a, chance in enumerate(choices[other, 0]) if chance]
        solved = [*played, *freed]
        weights = [[fmpq_poly([*map(_flint, term)]) for term in plan[1:]] for plan in plans]
        rows = [[fmpq_poly([int(b in played)]) for b in solved]]  # played ones sum to 1
        right = [fmpq_poly([1])]
        for seat, start, action in self._gaps(choices, seats):
            gaps = [fmpq_poly()] * self.sizes[other]
            for others in self.others(seat):
                gap = self.amount(seat, action, others) - self.amount(seat, start, others)
                spot = (*others[:seat], action, *others[seat:])
                term = fmpq_poly([_flint(gap)])
                for k, a in enumerate(spot):
                    term *= weights[k][a] if k not in (seat, other) else 1
                gaps[spot[other]] += term
            rows.append([gaps[b] for b in solved])
            free = (b for b in range(self.sizes[other]) if b not in solved)
            right.append(-sum((gaps[b] * weights[other][b] for b in free), fmpq_poly()))
        if len(rows) != len(solved):
            return None
        for number, (row, end) in enumerate(zip(rows, right, strict=True)):
            *rows[number], right[number] = _without_common_power([*row, end])
        below = _determinant(rows)
        if below(0) == 0:
            return None
        below_sign = 1 if below(0) > 0 else -1
        found = []
        for b in range(self.sizes[other]):
            if b in solved:
                place = solved.index(b)
                turned = [
                    [*row[:place], end, *row[place + 1 :]]
                    for row, end in zip(rows, right, strict=True)
                ]
                found.append(below_sign * _determinant(turned))
            else:
                found.append(below_sign * below * weights[other][b])
        return [_in_fractions(one) for one in (sum(found, fmpq_poly()), *found)]

    def _gaps(self, choices: Assignment, seats: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Yield a player, the first action played and each other one."""
        for seat in seats:
            first, *others = (a for a, chance in enumerate(choices[seat, 0]) if chance)
            for action in others:
                yield seat, first, action

    def always_gains(self, choices: Assignment) -> bool:
        """Return whether an action gains over one that is played, for all small trembles.

        It is looked for where all other players have pure strategies; False where it is not seen.
        """
        seats = range(len(self.sizes))
        return any(True for seat in seats for _ in self._losing_actions(seat, [choices]))

    def _gains_for_all(self, seat: int, own: int, played: tuple[int, ...]) -> bool:
        """Return whether the gain of an action over the one played is positive.

        It is a polynomial in the trembles of the others.
        """
        gains = {}
        for others in self.others(seat):
            spot = (*others[:seat], own, *others[seat:])
            stays = (*others[:seat], played[seat], *others[seat:])
            gains[spot] = self.paid[spot][seat] - self.paid[stays][seat]
        terms = {}
        for spot in gains:
            deviators = [k for k, a in enumerate(spot) if k != seat and a != played[k]]
            total = _ZERO
            for size in range(len(deviators) + 1):
                for some in combinations(deviators, size):
                    inner = (a if k in some or k == seat else played[k] for k, a in enumerate(spot))
                    total += (-1) ** (len(deviators) - size) * gains[tuple(inner)]
            terms[frozenset((k, spot[k]) for k in deviators)] = total
        positive = [term for term, amount in terms.items() if amount > 0]
        return bool(positive) and all(
            amount >= 0 or any(one < term for one in positive) for term, amount in terms.items()
        )

    def orders_of_trembles(self, choices: Assignment) -> dict[tuple[int, int], int] | None:
        """Return powers of e by which a pure equilibrium is perfect; None if it is not perfect.

        If it is perfect, there are trembles c e**w, to the lowest order, for which no action gains
        (curve selection lemma). In the gain of an action, a polynomial in the trembles, some
        negative term is then of an order as low as that of every positive one. For each choice of
        such terms the orders w solve a linear program. Empty if they are found with equal orders
        only, or if there are too many choices: then it is not decided.
        """
        played = [choices[seat, 0].index(_ONE) for seat in range(len(self.sizes))]
        unplayed = [
            (seat, a) for seat, n in enumerate(self.sizes) for a in range(n) if a != played[seat]
        ]
        columns = {spot: k for k, spot in enumerate(unplayed)}
        options: list[list[list[Vector]]] = []
        for seat, own in unplayed:
            terms: dict[int, list[frozenset[int]]] = {1: [], -1: []}
            for others in self.others(seat):
                at = (*others[:seat], own, *others[seat:])
                stays = (*others[:seat], played[seat], *others[seat:])
                gain = self.paid[at][seat] - self.paid[stays][seat]
                if gain:
                    errors = (k for k, a in enumerate(at) if k != seat and a != played[k])
                    terms[1 if gain > 0 else -1].append(
                        frozenset(columns[k, at[k]] for k in errors)
                    )
            if terms[1] and frozenset() not in terms[-1]:
                lowest = [n for n in terms[-1] if not any(other < n for other in terms[-1])]
                options.append([[order_gap(n, p, len(columns)) for p in terms[1]] for n in lowest])
        orders, possible = choose_orders(options, len(columns))
        if orders is None:
            return {} if possible else None
        return dict(zip(unplayed, orders, strict=True))

    def trembles(self, choices: Assignment, scale: Sequence[int]) -> list[TremblePlan] | None:
        """Return trembles of one order that keep every strategy best, by a linear program.

        To the first order in e, what a strategy earns is linear in the trembles, those of the
        actions in use included: their mix moves too. *scale* bounds the trembles, in turn. Without
        bounds every tie that some trembles break in favour of the strategy is broken: multiples and
        sums of such trembles are such trembles too. Then terms of higher order do not matter there.
        """
        starts = [sum(self.sizes[:n]) for n in range(len(self.sizes))]
        total = sum(self.sizes)
        unplayed_ties: list[Vector] = []
        must_be_equal: list[Vector] = []
        for seat in range(len(self.sizes)):
            earned, linear = self._first_order(seat, choices, starts, total)
            best = max(earned)
            played = [i for i, chance in enumerate(choices[seat, 0]) if chance]
            for i, amount in enumerate(earned):
                if amount == best and i != played[0]:
                    gap = [a - b for a, b in zip(linear[played[0]], linear[i], strict=True)]
                    (must_be_equal if i in played else unplayed_ties).append(gap)
        rows: list[Vector] = []
        bounds: list[int] = []
        width = total + len(unplayed_ties) + 1
        for gap in must_be_equal:
            rows += [
                [*gap, *[_ZERO] * (width - total)],
                [*(-g for g in gap), *[_ZERO] * (width - total)],
            ]
            bounds += [0, 0]
        for number, gap in enumerate(unplayed_ties):
            slack = [_ONE if k == number else _ZERO for k in range(width - total)]
            rows += [[*(-g for g in gap), *slack], [*[_ZERO] * total, *slack]]
            bounds += [0, 1]
        for j in range(total):
            rows.append(
                [-_ONE if k == j else _ONE if k == width - 1 else _ZERO for k in range(width)]
            )
            bounds.append(0)
            if scale:
                rows.append([_ONE if k == j else _ZERO for k in range(width)])
                bounds.append(scale[j % len(scale)])
        if not scale:
            rows.append([*[_ZERO] * (width - 1), _ONE])
            bounds.append(1)
        weights = maximise(rows, bounds, [0] * total + [1] * (width - total))
        if not weights[-1]:
            return None
        found: list[TremblePlan] = []
        for seat, size in enumerate(self.sizes):
            extra = weights[starts[seat] : starts[seat] + size]
            plan = [(own, more) for own, more in zip(choices[seat, 0], extra, strict=True)]
            found.append([(_ONE, sum(extra, _ZERO)), *plan])
        return found

    def _first_order(
        self, seat: int, choices: Assignment, starts: Sequence[int], total: int
    ) -> tuple[Vector, list[Vector]]:
        """Return what each strategy earns, and how that changes with each tremble."""
        earned, linear = [], []
        for own in range(self.sizes[seat]):
            sum_, change = _ZERO, [_ZERO] * total
            for others in self.others(seat):
                spot = (*others[:seat], own, *others[seat:])
                amount = self.paid[spot][seat]
                chances = [_ONE if k == seat else choices[k, 0][a] for k, a in enumerate(spot)]
                sum_ += amount * math.prod(chances)
                for k, a in enumerate(spot):
                    if k != seat:
                        rest = math.prod(c for n, c in enumerate(chances) if n != k)
                        change[starts[k] + a] += amount * rest
            earned.append(sum_)
            linear.append(change)
        return earned, linear


def _supports(mixes: Sequence[Sequence[Real]]) -> list[list[int]]:
    return [[a for a, chance in enumerate(mix) if chance] for mix in mixes]


def order_gap(lower: frozenset[int], higher: frozenset[int], width: int) -> Vector:
    """Return the coefficients of the order of one term less that of another."""
    return [Fraction((k in lower) - (k in higher)) for k in range(width)]


def choose_orders(
    options: Sequence[Sequence[Sequence[Vector]]], count: int
) -> tuple[list[int] | None, bool]:
    """Return orders that satisfy one option of each condition, and whether there may be some.

    None and True where they are not looked for, as there are too many choices.
    """
    if math.prod(map(len, options)) > MOST_TERM_CHOICES:
        return None, True
    possible = False
    for picked in product(*options):
        rows = [row for own in picked for row in own]
        orders = solve_orders(rows, count, strict=True)
        if orders is not None:
            return orders, True
        possible = possible or solve_orders(rows, count, strict=False) is not None
    return None, possible


def solve_orders(rows: Sequence[Vector], width: int, *, strict: bool) -> list[int] | None:
    """Return positive integers w with ``A w <= 0``, or all ``< 0``; None if there are none."""
    slack = _ONE if strict else _ZERO
    program = [[*row, slack] for row in rows]
    program += [[*(-_ONE if k == j else _ZERO for k in range(width)), _ONE] for j in range(width)]
    program += [[*(_ONE if k == j else _ZERO for k in range(width)), _ZERO] for j in range(width)]
    found = maximise(program, [0] * (len(rows) + width) + [1] * width, [0] * width + [1])
    return over_one_denominator(found[:-1])[0] if found[-1] else None


def _determinant(rows: Sequence[Sequence[_RationalPolynomial]]) -> _RationalPolynomial:
    """Return the determinant of a small matrix of polynomials."""
    if not rows:
        return fmpq_poly([1])
    total = fmpq_poly()
    for k, entry in enumerate(rows[0]):
        minor = [[*row[:k], *row[k + 1 :]] for row in rows[1:]]
        total += (-1) ** k * entry * _determinant(minor)
    return total


def _without_common_power(
    polynomials: Sequence[_RationalPolynomial],
) -> list[_RationalPolynomial]:
    """Return polynomials divided by the highest power of e that divides them all.

    >>> [str(one) for one in _without_common_power([fmpq_poly([0, 0, 3]), fmpq_poly([0, 1, 2])])]
    ['3*x', '2*x + 1']
    """
    orders = [next(k for k, c in enumerate(one.coeffs()) if c) for one in polynomials if one]
    low = min(orders, default=0)
    return [fmpq_poly(one.coeffs()[low:]) for one in polynomials]


def _flint(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _in_fractions(polynomial: _RationalPolynomial) -> Polynomial:
    found = tuple(Fraction(int(c.p), int(c.q)) for c in polynomial.coeffs())
    return found or (_ZERO,)


def list_perfect_of_many(
    tree: GameTree,
    form: NPlayerSequenceForm,
    refinement: str,
    found: EvidenceList,
    *,
    first: bool,
) -> None:
    """Add the listed equilibria of three or more players that are perfect, or the *first*.

    Each player has a single information set, so that perfect, quasi-perfect and
    extensive-form-perfect equilibria are the same; *refinement* is the word that is used.
    If no extreme equilibrium of a set is shown to be perfect, and no other one, the centres of the
    sets are tried.
    """
    search = _PerfectSearch(_NormalForm(tree, form), refinement, found, first=first)
    normal = search.normal
    found.method = "trembles by linear programs, for every listed equilibrium"
    try:
        search.add(list_pure_candidates(tree))
        candidates = normal.candidates(found, search.add_one if first else None)
        perfect = search.add(candidates)
    except FirstProved:
        return
    found.profiles = search.profiles_of(perfect)
    if search.undecided:
        found.open.append(NOT_DECIDED)
    if refinement == "perfect":
        found.profiles += normal.regular_profiles(refinement, found)
    elif normal.irrational:
        found.open.append(IRRATIONAL_LEFT_OUT)
    sets = normal.undecided_sets(perfect) if len(perfect) < len(candidates) else []
    if sets:
        found.open.append("of a set of equilibria only the extreme ones are tried")
        centres = [_mean_profile(extreme) for extreme in sets if len(extreme[0]) == len(tree.seats)]
        if centres and not found.profiles:
            found.open[-1] = "of a set of equilibria only the extreme ones and the centre are tried"
            with suppress(FirstProved):
                search.add(centres)
    if search.undecided:
        found.open.append(NOT_DECIDED)
    found.open = list(dict.fromkeys(found.open))


def _mean_profile(extreme: Sequence[Assignment]) -> Assignment:
    """Return the mean of profiles."""
    return {
        spot: tuple(sum(column, _ZERO) / len(extreme) for column in zip(*mixes, strict=True))
        for spot in extreme[0]
        for mixes in [[one[spot] for one in extreme]]
    }


class _PerfectSearch:
    """The search for trembles that show equilibria of three or more players to be perfect.

    What is decided of one is kept. *first*: the search ends with FirstProved.
    """

    def __init__(
        self, normal: _NormalForm, refinement: str, found: EvidenceList, *, first: bool
    ) -> None:
        self.normal, self.undecided = normal, False
        self._refinement, self._found, self._first = refinement, found, first
        self._written = tree_to_json(normal.tree)
        self._decided: dict[tuple[tuple[Fraction, ...], ...], RefinedProfile | None] = {}

    def profiles_of(self, candidates: Sequence[Assignment]) -> list[RefinedProfile]:
        """Return those that are perfect, in order."""
        found = (self._decided[self._key(choices)] for choices in candidates)
        return [one for one in found if one is not None]

    def _key(self, choices: Assignment) -> tuple[tuple[Fraction, ...], ...]:
        return tuple(choices[seat, 0] for seat in range(len(self.normal.sizes)))

    def add(self, candidates: Sequence[Assignment]) -> list[Assignment]:
        """Add the candidates that are perfect to the list, and return them."""
        added = []
        for done, choices in enumerate(candidates):
            report_progress("looking for trembles", done, len(candidates), "equilibria")
            if self.add_one(choices):
                added.append(choices)
        return added

    def add_one(self, choices: Assignment) -> bool:
        """Add a candidate if it is perfect, and return whether it is."""
        key = self._key(choices)
        if key not in self._decided:
            self._decided[key] = self._proved(choices)
        profile = self._decided[key]
        if profile is None:
            return False
        if profile not in self._found.profiles:
            self._found.profiles.append(profile)
        if self._first:
            raise FirstProved
        return True

    def _proved(self, choices: Assignment) -> RefinedProfile | None:
        """Return an equilibrium with its evidence; None if it is not perfect or not decided."""
        normal = self.normal
        if normal.beliefs(normal.supports(choices)) is None or normal.always_gains(choices):
            return None  # dominated, or another action gains for all small trembles: not perfect
        pure = all(_ONE in mix for mix in choices.values())
        if pure and normal.orders_of_trembles(choices) is None:
            return None
        for profile in normal.profiles(choices):
            raise_if_cancelled()
            if is_accepted(self._written, normal.tree, self._refinement, profile):
                return profile
        self.undecided = True
        return None
