"""Subgame-perfect equilibria of a tree, backward through its subgames.

A subgame begins at a node below which no information set has a node elsewhere (Selten 1965). In
each subgame, those inside are replaced by what an equilibrium of theirs pays, in every combination,
and all extreme equilibria of what is left are listed: of one player the optimal pure plans, of two
players by the strategic form, of three and more by the solver for many players or the pure ones.
Where a subgame has infinitely many equilibria with different payoffs, the list takes the extreme
ones, and says that it may not be complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

from sabot.errors import NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, Node, TerminalNode
from sabot.forms.sequence import count_pure_strategies, pure_realization_plans
from sabot.forms.sequence_nplayer import (
    NPlayerSequenceForm,
    nplayer_form_of_tree,
    reduced_bimatrix_form,
)
from sabot.progress import raise_if_cancelled, report_progress
from sabot.results.nplayer_nash import NPlayerEquilibrium
from sabot.solvers.all_nash.solve import enumerate_equilibria, estimate_listing
from sabot.solvers.nash.backward_induction import SolvePart
from sabot.solvers.refinement.trees import is_strategic

InfosetSpot = tuple[int, int]
"""A player, and the number of an information set of it."""
Assignment = Mapping[InfosetSpot, tuple[Fraction, ...]]
"""What is done at some information sets: a probability for each action."""
Payoffs = tuple[Fraction, ...]
OWN_EXCLUDED = (
    "other choices are possible at information sets that the player's own earlier choices rule "
    "out; one of them is taken"
)
"""Why a list by realization plans has not all behaviour strategies."""
IRRATIONAL = "a subgame has an equilibrium with irrational probabilities, which is left out"
IRRATIONAL_LEFT_OUT = (
    "an equilibrium with irrational probabilities is left out: a file shows of such ones only that "
    "they are perfect or undominated"
)
MOST_LISTED = 2_000
"""Equilibria in a list."""
MOST_PURE_STRATEGIES = 200
"""Pure strategies of a player of a subgame whose equilibria are listed by the strategic form."""
MOST_OPTIMAL_SEQUENCES = 150
"""Sequences of a player of a zero-sum subgame whose optimal strategies are listed."""
MOST_CASE_WORK = 30_000_000
"""Cases of a list, as estimated, times the payoffs of a player: some ten seconds."""
_DIVES = 64
"""Branches that are followed to estimate the cases."""
_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class SubgameEquilibrium:
    """An equilibrium of a subgame that is one in all subgames inside it."""

    choices: Assignment
    payoffs: Payoffs


@dataclass
class SubgamePerfectList:
    """Subgame-perfect equilibria, and why there may be others."""

    equilibria: list[SubgameEquilibrium]
    subgames: int
    open: list[str] = field(default_factory=list)
    irrational: list[NPlayerEquilibrium] = field(default_factory=list)
    """Equilibria of subgames with irrational probabilities, which are in no combination."""
    sets: list[list[Assignment]] = field(default_factory=list)
    """The extreme equilibria of each set in a game or subgame, for three or more players."""
    isolated: bool = True
    """Whether no listed equilibrium of a game or subgame is in a set with others."""
    pure: bool = False
    """Whether of a game or subgame for three or more players only pure equilibria are listed."""
    each: Callable[[Assignment], object] | None = None
    """Called with each equilibrium of such a game without subgames, as it is found."""


def find_subgame_roots(tree: GameTree) -> list[Node]:
    """Return the roots of all subgames, the whole game first, parents before children.

    >>> from sabot import load
    >>> len(find_subgame_roots(load("kuhn-poker").tree()))
    1
    """
    spots: dict[InfosetSpot, list[int]] = {}
    nodes: list[Node] = []
    below: list[int] = []
    path: list[int] = []
    stack: list[tuple[Node, int]] = [(tree.root, 0)]
    depths: list[int] = []
    while stack:
        node, depth = stack.pop()
        while path and depths[path[-1]] >= depth:
            below[path.pop()] = len(nodes)
        number = len(nodes)
        nodes.append(node)
        depths.append(depth)
        below.append(number + 1)
        path.append(number)
        if isinstance(node, DecisionNode):
            spots.setdefault((node.seat, node.view), []).append(number)
        if not isinstance(node, TerminalNode):
            stack.extend((child, depth + 1) for child in reversed(node.children))
    for number in path:
        below[number] = len(nodes)
    found = [tree.root]
    for number in range(1, len(nodes)):
        inside = range(number, below[number])
        asked = [
            spots[node.seat, node.view]
            for node in nodes[number : below[number]]
            if isinstance(node, DecisionNode)
        ]
        if asked and all(own[0] in inside and own[-1] in inside for own in asked):
            found.append(nodes[number])
    return found


def list_subgame_perfect(
    tree: GameTree,
    most: int = MOST_LISTED,
    *,
    pure: bool = False,
    each: Callable[[Assignment], object] | None = None,
    wanted: str = "subgame-perfect",
) -> SubgamePerfectList:
    """Return the subgame-perfect equilibria of a tree by extreme ones, *most* at most.

    *pure*: in a game or subgame for three or more players only the pure ones, which takes no time.
    *each* is called with those of such a game without subgames, as they are found. A stop ends it.
    *wanted* is the refinement of which a refusal says how one equilibrium is found.
    """
    roots = find_subgame_roots(tree)
    places = {id(root): number for number, root in enumerate(roots)}
    solved: dict[int, list[SubgameEquilibrium]] = {}
    found = SubgamePerfectList([], len(roots), pure=pure, each=each)
    for done, number in enumerate(range(len(roots) - 1, -1, -1)):
        report_progress("solving subgames", done, len(roots), "subgames")
        game = _TruncatedGame(tree, roots[number], places, wanted)
        solved[number] = _combine(game, [solved.pop(n) for n in game.inside], found, most)
    found.equilibria = solved[0]
    if found.irrational and not is_strategic(tree):
        found.open.append(IRRATIONAL)
    found.open = list(dict.fromkeys(found.open))
    return found


def list_pure_candidates(tree: GameTree) -> list[Assignment]:
    """Return what is found soon for three or more players: pure equilibria of their subgames.

    They are looked at before the list of all equilibria, which may take long. Nothing for two.
    """
    if len(tree.seats) <= 2:
        return []
    try:
        return [one.choices for one in list_subgame_perfect(tree, pure=True).equilibria]
    except NoMethodError:  # none, or too many
        return []


def find_one_subgame_perfect(tree: GameTree, solve: SolvePart) -> tuple[Assignment, int] | None:
    """Return what is done in one subgame-perfect equilibrium, and how many subgames there are.

    *solve* finds plans in equilibrium of a game of two players or more; None where it finds none.
    Other than by the closed parts of the sequence form, which has no payoffs behind a chance move
    of probability 0, subgames are solved there too.
    """
    roots = find_subgame_roots(tree)
    places = {id(root): number for number, root in enumerate(roots)}
    paid: dict[int, Payoffs] = {}
    choices: dict[InfosetSpot, tuple[Fraction, ...]] = {}
    for done, number in enumerate(range(len(roots) - 1, -1, -1)):
        report_progress("solving subgames", done, len(roots), "subgames")
        game = _TruncatedGame(tree, roots[number], places)
        one = game.one_equilibrium([paid.pop(n) for n in game.inside], solve)
        if one is None:
            return None
        choices.update(one.choices)
        paid[number] = one.payoffs
    return choices, len(roots)


def subgame_words(count: int) -> str:
    """Return how a game was solved."""
    return f"backward through {count:,} subgame{'s' * (count != 1)}"


def _combine(
    game: _TruncatedGame,
    inside: Sequence[Sequence[SubgameEquilibrium]],
    found: SubgamePerfectList,
    most: int,
) -> list[SubgameEquilibrium]:
    """Return the equilibria of a subgame, for every combination of those inside it."""
    grouped = [_group_by_payoffs(own) for own in inside]
    if prod(map(len, grouped)) > most:
        raise _too_many_error(most)
    made: list[SubgameEquilibrium] = []
    for paid in product(*grouped):
        raise_if_cancelled()
        local = game.equilibria(paid, found)
        chosen = [groups[one] for groups, one in zip(grouped, paid, strict=True)]
        if len(made) + len(local) * prod(map(len, chosen)) > most:
            raise _too_many_error(most)
        for one in local:
            for parts in product(*chosen):
                choices = dict(one.choices)
                for part in parts:
                    choices.update(part)
                made.append(SubgameEquilibrium(choices, one.payoffs))
    return made


def _group_by_payoffs(
    listed: Iterable[SubgameEquilibrium],
) -> dict[Payoffs, list[Assignment]]:
    found: dict[Payoffs, list[Assignment]] = {}
    for one in listed:
        found.setdefault(one.payoffs, []).append(one.choices)
    return found


def _too_many_error(most: int) -> NoMethodError:
    return NoMethodError(
        f"there are more than {most:,} subgame-perfect equilibria, with all combinations of those "
        "of the subgames\n  one of them: sabot solve GAME --refine subgame-perfect"
    )


class _TruncatedGame:
    """A subgame in which the subgames inside it are ends with payoffs."""

    def __init__(
        self,
        tree: GameTree,
        root: Node,
        places: Mapping[int, int],
        wanted: str = "subgame-perfect",
    ) -> None:
        self.tree, self.root, self.places, self._wanted = tree, root, places, wanted
        self.whole = places[id(root)] == 0
        self.inside: list[int] = []
        """The subgames just inside it, as they are met."""
        self.asked: dict[InfosetSpot, None] = {}
        stack = [root]
        while stack:
            node = stack.pop()
            if node is not root and id(node) in places:
                self.inside.append(places[id(node)])
                continue
            if isinstance(node, DecisionNode):
                self.asked[node.seat, node.view] = None
            if not isinstance(node, TerminalNode):
                stack.extend(reversed(node.children))
        self.players = sorted({seat for seat, _ in self.asked})
        self.excludes = False
        """Whether a listed plan excludes an information set of its own player."""

    @property
    def _instead(self) -> str:
        """What finds one equilibrium where all are too many to list."""
        if len(self.tree.seats) == 2:
            return one_instead_of_all(self._wanted)
        return "sabot solve GAME, without --refine, finds a Nash equilibrium"

    def equilibria(
        self, inside: Sequence[Payoffs], found: SubgamePerfectList
    ) -> list[SubgameEquilibrium]:
        """Return its extreme equilibria where the subgames inside it pay so."""
        paid = dict(zip(self.inside, inside, strict=True))
        if not self.players:
            return [SubgameEquilibrium({}, self.payoffs({}, paid))]
        form = nplayer_form_of_tree(self._tree_of_players(paid))
        sets = list(self._extreme_sets(form, found))
        made: dict[tuple[tuple[InfosetSpot, tuple[Fraction, ...]], ...], SubgameEquilibrium] = {}
        for extreme in sets:
            found.isolated = found.isolated and len(extreme) == 1
            if len(extreme) > 1 and len(self.tree.seats) > 2:
                found.sets.append(extreme)
            paid_in_set = set()
            for choices in extreme:
                one = SubgameEquilibrium(choices, self.payoffs(choices, paid))
                paid_in_set.add(one.payoffs)
                made.setdefault(tuple(sorted(choices.items())), one)
            if len(paid_in_set) > 1 and not self.whole:
                found.open.append(
                    "a subgame has infinitely many equilibria with different payoffs: of these "
                    "the extreme ones are taken"
                )
        if self.excludes:
            found.open.append(OWN_EXCLUDED)
        if not made and not (found.irrational and is_strategic(self.tree)):
            reasons = [*dict.fromkeys(found.open), *([IRRATIONAL] if found.irrational else [])]
            raise NoMethodError(
                "no equilibrium of a game or subgame for three or more players is listed: "
                + ("; ".join(reasons) or "none was found")
                + "\n  sabot solve GAME finds a Nash equilibrium of the whole game"
            )
        return list(made.values())

    def one_equilibrium(
        self, inside: Sequence[Payoffs], solve: SolvePart
    ) -> SubgameEquilibrium | None:
        """Return one equilibrium where the subgames inside it pay so; None if none is found."""
        paid = dict(zip(self.inside, inside, strict=True))
        choices: Assignment = {}
        if self.players:
            form = nplayer_form_of_tree(self._tree_of_players(paid))
            alone = len(self.players) == 1  # then the best response to nobody
            plans = [[_ZERO] * form.sides[0].count] if alone else solve(form)
            if plans is None:
                return None
            choices = self._choices(form, plans)
        return SubgameEquilibrium(choices, self.payoffs(choices, paid))

    def _tree_of_players(self, paid: Mapping[int, Payoffs]) -> GameTree:
        """Return the game of those who move in it."""
        numbers = {seat: n for n, seat in enumerate(self.players)}

        def copy(node: Node) -> Node:
            if node is not self.root and id(node) in self.places:
                payoffs = paid[self.places[id(node)]]
                return TerminalNode(tuple(payoffs[seat] for seat in self.players))
            if isinstance(node, TerminalNode):
                return TerminalNode(tuple(node.payoffs[seat] for seat in self.players))
            below = [copy(child) for child in node.children]
            if isinstance(node, ChanceNode):
                return ChanceNode(node.labels, node.weights, node.total, below, node.spots)
            return DecisionNode(numbers[node.seat], node.view, node.labels, below)

        return GameTree(
            tuple(self.tree.seats[seat] for seat in self.players),
            copy(self.root),
            tuple(self.tree.infosets[seat] for seat in self.players),
            self.tree.size,
        )

    def _extreme_sets(
        self, form: NPlayerSequenceForm, found: SubgamePerfectList
    ) -> Iterator[list[Assignment]]:
        """Yield sets of equilibria: every mixture inside a set is an equilibrium too."""
        if len(self.players) == 1:
            yield self._optimal_plans(form)
        elif len(self.players) == 2:
            yield from self._two_player_sets(form)
        else:
            yield from self._many_player_sets(form, found)

    def _optimal_plans(self, form: NPlayerSequenceForm) -> list[Assignment]:
        (side,) = form.sides
        _require_few_strategies(form, self._instead)
        gains, _ = form.gains(0, [[]])
        plans = pure_realization_plans(side)[1]
        worth = [sum(g for g, used in zip(gains, plan, strict=True) if used) for plan in plans]
        best = max(worth)
        return [
            self._choices(form, [list(map(Fraction, plan))])
            for plan, earned in zip(plans, worth, strict=True)
            if earned == best
        ]

    def _two_player_sets(self, form: NPlayerSequenceForm) -> Iterator[list[Assignment]]:
        if form.zero_sum:
            yield self._optimal_pairs(form)
            return
        _require_few_strategies(form, self._instead)
        game = reduced_bimatrix_form(form)
        require_few_cases(game, "a subgame", self._instead)
        pure = [pure_realization_plans(side)[1] for side in form.sides]
        listed = enumerate_equilibria(game.one.payoffs, game.two.payoffs)
        for component in listed.components:
            for subset in component:
                yield [
                    self._choices(
                        form,
                        [
                            mix_plans(listed.first[x].weights, pure[0]),
                            mix_plans(listed.second[y].weights, pure[1]),
                        ],
                    )
                    for x in subset.first
                    for y in subset.second
                ]

    def _optimal_pairs(self, form: NPlayerSequenceForm) -> list[Assignment]:
        """Return all pairs of extreme optimal strategies: all mixtures are in equilibrium."""
        from sabot.solvers.zero_sum.optimal_set import solve_optimal_sets

        longest = max(side.count for side in form.sides)
        if longest > MOST_OPTIMAL_SEQUENCES:
            raise NoMethodError(
                f"a zero-sum game or subgame has a player with {longest:,} sequences of choices; "
                f"all optimal strategies are listed up to {MOST_OPTIMAL_SEQUENCES}\n"
                f"  {self._instead}"
            )
        listed = solve_optimal_sets("", form.two_person())
        if listed.count > MOST_LISTED:
            raise _too_many_error(MOST_LISTED)
        one, two = (listed.vertices[seat] for seat in form.seats)
        return [
            self._choices_of_tables(form, dict(zip(form.seats, pair, strict=True)))
            for pair in product(one, two)
        ]

    def _many_player_sets(
        self, form: NPlayerSequenceForm, found: SubgamePerfectList
    ) -> Iterator[list[Assignment]]:
        from sabot.solvers.nplayer.support_enumeration import find_pure_equilibria
        from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria, obstacle_to_list

        obstacle, what = obstacle_to_list(form), "the game" if self.whole else "a subgame"
        if obstacle or found.pure:
            _require_few_pure_profiles(form, obstacle)
            if obstacle:
                found.open.append(f"of {what} only pure equilibria are listed: {obstacle}")
            for pure in find_pure_equilibria("", form).equilibria:
                certain = {
                    seat: {view: {action: _ONE} for view, action in table.items()}
                    for seat, table in pure.strategies.items()
                }
                yield [self._choices_of_tables(form, certain)]
            return
        tell = found.each if self.whole and not self.inside else None

        def hear(one: NPlayerEquilibrium) -> None:
            if tell is not None and one.root is None:
                tell(self._choices_of_tables(form, one.strategies))

        listed = list_nplayer_equilibria("", form, keep=False, each=tell and hear)
        if listed.stopped:
            found.open.append(f"of {what}: {listed.stopped}")
        if listed.reached_only:
            found.open.append(
                "other choices are possible at information sets that are not reached; one of them "
                "is taken"
            )
        for one in listed.equilibria:
            if one.root is not None:
                found.irrational.append(one)
                continue
            yield [self._choices_of_tables(form, one.strategies)]
        for many in listed.subsets:
            tables = [many.strategies[seat] for seat in form.seats]
            yield [
                self._choices_of_tables(form, dict(zip(form.seats, picked, strict=True)))
                for picked in product(*tables)
            ]

    def _choices_of_tables(
        self,
        form: NPlayerSequenceForm,
        tables: Mapping[str, Mapping[str, Mapping[str, Fraction]]],
    ) -> Assignment:
        """Return the choices of strategies that may leave out what they never reach."""
        plans = []
        for side in form.sides:
            plan = [_ZERO] * side.count
            plan[0] = _ONE
            for cell in side.cells:
                mix = tables[side.name].get(cell.key, {})
                for action, s in zip(cell.actions, cell.sequences, strict=True):
                    plan[s] = plan[cell.parent] * mix.get(action, _ZERO)
            plans.append(plan)
        return self._choices(form, plans)

    def _choices(
        self, form: NPlayerSequenceForm, plans: Sequence[Sequence[Fraction]]
    ) -> Assignment:
        """Return what plans do at every information set; a best response where they rule it out."""
        chosen: dict[InfosetSpot, tuple[Fraction, ...]] = {}
        for number, (seat, side) in enumerate(zip(self.players, form.sides, strict=True)):
            behaviour = side.behaviour(plans[number], form.reply(number, plans)[0])
            numbers = {self.tree.infosets[s][v].key: v for s, v in self.asked if s == seat}
            for cell in side.cells:
                self.excludes = self.excludes or not plans[number][cell.parent]
                mix = behaviour[cell.key]
                chosen[seat, numbers[cell.key]] = tuple(mix[action] for action in cell.actions)
        return chosen

    def payoffs(self, choices: Assignment, paid: Mapping[int, Payoffs]) -> Payoffs:
        """Return what each player is paid from the root on."""
        total = [_ZERO] * len(self.tree.seats)
        stack: list[tuple[Node, Fraction]] = [(self.root, _ONE)]
        while stack:
            node, chance = stack.pop()
            if node is not self.root and id(node) in self.places:
                for seat, amount in enumerate(paid[self.places[id(node)]]):
                    total[seat] += chance * amount
            elif isinstance(node, TerminalNode):
                for seat, own in enumerate(node.payoffs):
                    total[seat] += chance * own
            else:
                shares = (
                    choices[node.seat, node.view]
                    if isinstance(node, DecisionNode)
                    else [Fraction(weight, node.total) for weight in node.weights]
                )
                for child, share in zip(node.children, shares, strict=True):
                    if share:
                        stack.append((child, chance * share))
        return tuple(total)


def mix_plans(weights: Sequence[int], pure: Sequence[Sequence[int]]) -> list[Fraction]:
    """Return the realization plan of a mixture of pure plans."""
    total = sum(weights)
    live = [(weight, plan) for weight, plan in zip(weights, pure, strict=True) if weight]
    return [
        Fraction(sum(weight for weight, plan in live if plan[s]), total)
        for s in range(len(pure[0]))
    ]


def one_instead_of_all(refinement: str) -> str:
    """Return the command that finds one equilibrium where all are too many to list."""
    if refinement == "proper":  # these are looked for in the list only
        return "a perfect equilibrium: sabot solve GAME --refine perfect"
    return f"one equilibrium: sabot solve GAME --refine {refinement}"


def require_few_cases(game: BimatrixForm, what: str, instead: str) -> None:
    """Refuse a game whose equilibria are too many cases to list; *instead* says what to do."""
    (cases, _), _ = estimate_listing(game.one.payoffs, game.two.payoffs, _DIVES)
    work = cases * game.shape[0] * game.shape[1]
    if work > MOST_CASE_WORK:
        height, width = game.shape
        raise NoMethodError(
            f"{what} of {height} x {width} pure strategies has about {cases:,} cases; all "
            f"equilibria are listed up to {MOST_CASE_WORK // (height * width):,}\n"
            f"  {instead}"
        )


def _require_few_pure_profiles(form: NPlayerSequenceForm, obstacle: str) -> None:
    """Refuse a game of three or more players of which not even pure equilibria can be listed."""
    from sabot.solvers.nplayer.support_enumeration import MOST_PROFILES

    sizes = [*map(count_pure_strategies, form.sides)]
    if prod(sizes) > MOST_PROFILES:
        shape = " x ".join(f"{size:,}" for size in sizes)
        raise NoMethodError(
            "refinements for three or more players are looked for among all equilibria, and these "
            f"cannot be listed here: {obstacle}; nor the pure ones, of {shape} profiles of pure "
            "strategies\n  sabot solve GAME, without --refine, looks for a Nash equilibrium"
        )


def _require_few_strategies(form: NPlayerSequenceForm, instead: str) -> None:
    counts = [count_pure_strategies(side) for side in form.sides]
    if max(counts) > MOST_PURE_STRATEGIES:
        raise NoMethodError(
            f"a subgame has a player with {max(counts):,} pure strategies; the equilibria of a "
            f"subgame are listed up to {MOST_PURE_STRATEGIES}\n"
            f"  {instead}"
        )
