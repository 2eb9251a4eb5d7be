"""Find one equilibrium, or list all, with a refinement; write the certificate.

One equilibrium of a two-player game: the quasi-perfect one at the end of Lemke's path with trembles
is also sequential, subgame-perfect, perfect in the strategic form and undominated. Other
refinements, three and more players and lists: candidates are listed, and each is decided by
:mod:`sabot.solvers.refinement.trembles` or by its subgames.

Sequential equilibria: candidates are the listed equilibria, as they are and with every pure choice
at information sets that the player's own earlier choices rule out. An action that is not played has
a tremble ``c e**k`` (Kreps and Wilson 1982). Powers k are tried; at each information set those
histories that need the lowest power in all are believed possible, and a linear program finds
beliefs by which the choice is best. Coefficients c are set to give these beliefs. What is proposed
counts only after the checker has accepted it. An equilibrium for which some information set has no
belief at all by which its choice is best is not sequential.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from sabot import certify
from sabot.errors import FormError, NoMethodError, unknown_word_fault
from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, Node, TerminalNode
from sabot.forms.sequence import count_pure_strategies
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, nplayer_form_of_tree
from sabot.progress import (
    TimeLimitReached,
    raise_if_cancelled,
    report_progress,
    without_watch,
)
from sabot.results.all_nash import INTERRUPTED
from sabot.results.refinement import (
    COMPLETE_AS_COMPUTED,
    REFINEMENTS,
    RefinedEquilibria,
    RefinedEquilibrium,
)
from sabot.solvers.nash.backward_induction import (
    Plans,
    backward_words,
    find_closed_parts,
    solve_backward,
)
from sabot.solvers.refinement.local_gains import (
    ActionSpot,
    actions_without_gain,
    gains_despite_mistakes,
    is_subgame_perfect,
    node_payoffs,
    orders_of_mistakes,
)
from sabot.solvers.refinement.perturbed_game import (
    LEAST_BITS,
    MOST_UNKNOWNS,
    PerturbedGame,
    TremblePlan,
    count_unknowns,
    most_unknowns,
    require_small_perturbed_game,
    solve_quasi_perfect,
)
from sabot.solvers.refinement.small_programs import maximise
from sabot.solvers.refinement.subgame_perfect import (
    IRRATIONAL,
    IRRATIONAL_LEFT_OUT,
    Assignment,
    InfosetSpot,
    SubgamePerfectList,
    find_one_subgame_perfect,
    find_subgame_roots,
    list_pure_candidates,
    list_subgame_perfect,
    one_instead_of_all,
    subgame_words,
)
from sabot.solvers.refinement.trees import (
    has_one_infoset_each,
    is_strategic,
    strategic_sizes,
    tree_to_json,
)
from sabot.solvers.refinement.trembles import (
    EvidenceList,
    FirstProved,
    RefinedProfile,
    find_proper,
    has_few_orders,
    is_accepted,
    limit_profile,
    list_bimatrix_proper,
    list_perfect,
    list_perfect_of_many,
    list_undominated,
    profile_of_choices,
)

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence import MatrixForm, SequenceForm

MOST_NODES = 20_000
"""Of a tree whose refined equilibria are looked for."""
_QUASI_PERFECT = ("quasi-perfect", "sequential", "subgame-perfect", "perfect", "undominated")
"""The refinements that a quasi-perfect equilibrium has."""
_SUBGAME_PERFECT = ("sequential", "quasi-perfect", "extensive-form-perfect")
"""The refinements that only subgame-perfect equilibria have, and that need trembles."""
_BY_TREMBLES = (*_QUASI_PERFECT, "extensive-form-perfect")
"""The refinements of which one equilibrium for two players is a limit of trembles."""


def require_refinement(refinement: str) -> None:
    """Refuse a name that is not that of a refinement."""
    if refinement not in REFINEMENTS:
        fault = unknown_word_fault(
            str(refinement)[:60], list(REFINEMENTS), "there is no refinement"
        )
        raise FormError(f"{fault.what}; {fault.remedy}")


def _require_form(tree: GameTree, refinement: str) -> None:
    """Refuse what the form of a game does not have, and a game that is too large."""
    require_few_nodes(tree.size)
    strategic = is_strategic(tree)
    table = strategic and all(own.key == "-" for held in tree.infosets for own in held)
    two = len(tree.seats) == 2
    of_tables = f"undominated, perfect{', proper' if two else ''}"
    if table and refinement in ("subgame-perfect", "sequential"):
        raise NoMethodError(
            f"--refine {refinement}: a game in strategic form has no subgames and no beliefs, and "
            f"every equilibrium of it is {refinement}\n"
            f"  refinements of such games: {of_tables}"
        )
    if table and refinement in ("quasi-perfect", "extensive-form-perfect"):
        raise NoMethodError(
            f"--refine {refinement}: in strategic form it means perfect\n"
            f"  refinements of such games: {of_tables}"
        )
    if not strategic and refinement == "proper":
        names = f"subgame-perfect, {'undominated, ' if two else ''}perfect, sequential"
        matrix = "; or write the tree as a matrix: sabot export GAME --nfg"
        matrix = matrix if two and _is_small_as_matrix(tree) else ""
        raise NoMethodError(
            "--refine proper: proper equilibria are looked for in bimatrix games; this game is a "
            f"tree\n  refinements of this tree: {names}, quasi-perfect, extensive-form-perfect"
            f"{matrix}"
        )
    if refinement != "subgame-perfect" and _has_impossible_chance(tree):
        raise NoMethodError(
            f"--refine {refinement}: a chance move of the tree has probability 0, and no mistake "
            "explains what follows it\n  leave out that branch; subgame-perfect equilibria can be "
            "looked for"
        )


def _is_small_as_matrix(tree: GameTree) -> bool:
    """Return whether the proper equilibria of its strategic form are all found."""
    return has_few_orders(map(count_pure_strategies, nplayer_form_of_tree(tree).sides))


def require_few_nodes(size: int) -> None:
    """Refuse a tree that is too large, before it is written out."""
    if size > MOST_NODES:
        raise NoMethodError(
            f"the game tree has more than {MOST_NODES:,} nodes; refinements are looked for up to "
            f"{MOST_NODES:,}\n  sabot solve GAME, without --refine, has no such limit"
        )


def require_few_entries(
    form: MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm,
) -> None:
    """Refuse a matrix whose tree is too large, before it is written out, in words of a matrix."""
    sizes = strategic_sizes(form)
    if sum(math.prod(sizes[:n]) for n in range(len(sizes) + 1)) <= MOST_NODES:
        return
    square = max(
        size
        for size in range(1, MOST_NODES)
        if sum(size**n for n in range(len(sizes) + 1)) <= MOST_NODES
    )
    shape, largest = (" x ".join(map(str, own)) for own in (sizes, [square] * len(sizes)))
    raise NoMethodError(
        f"the game of {shape} strategies has {math.prod(sizes):,} entries; refinements are looked "
        f"for up to about {square ** len(sizes):,}, as in {largest}\n"
        "  sabot solve GAME, without --refine, has no such limit"
    )


def _has_impossible_chance(tree: GameTree) -> bool:
    return any(isinstance(node, ChanceNode) and 0 in node.weights for node in tree.walk())


def solve_refined(name: str, tree: GameTree, refinement: str) -> RefinedEquilibria:
    """Return one equilibrium with a refinement."""
    started = time.perf_counter()
    require_refinement(refinement)
    _require_form(tree, refinement)
    form = nplayer_form_of_tree(tree)
    backward, impossible = None, _has_impossible_chance(tree)
    if (
        refinement == "subgame-perfect"
        and len(tree.seats) == 2
        and (impossible or count_unknowns(form) > most_unknowns(form, by_action=False))
    ):
        backward = _find_backward(tree, form, by_subgames=impossible)
    if backward is not None:
        found = backward
    elif len(tree.seats) == 2 and refinement in _BY_TREMBLES and not impossible:
        found = _find_by_trembles(tree, form, refinement)
    elif refinement == "proper" and len(tree.seats) == 2:
        found = find_proper(tree)
    else:
        found = EvidenceList([])
        _list(tree, form, refinement, found, first=True)
        found.profiles[1:] = []
    return _result(name, tree, refinement, found, started, listed=False)


def _find_backward(
    tree: GameTree, form: NPlayerSequenceForm, *, by_subgames: bool
) -> EvidenceList | None:
    """Return one subgame-perfect equilibrium of two players: through its closed parts or subgames.

    None: the checker does not accept it.
    """
    choices: Assignment
    if by_subgames:
        found = find_one_subgame_perfect(tree, _plans_of_part)
        if found is None:
            return None
        choices, method = found[0], subgame_words(found[1])
    else:
        parts = find_closed_parts(form)
        tables = solve_backward(form, parts, _plans_of_part)
        if tables is None:
            return None
        choices = {
            (seat, view): tuple(tables[seat][own.key][action] for action in own.actions)
            for seat, held in enumerate(tree.infosets)
            for view, own in enumerate(held)
        }
        method = backward_words(parts)
    profile = profile_of_choices(tree, choices)
    if not is_accepted(tree_to_json(tree), tree, "subgame-perfect", profile):
        return None
    return EvidenceList([profile], method)


def _plans_of_part(form: NPlayerSequenceForm) -> Plans:
    """Return an equilibrium of a tree of two players, by a linear program if it is zero-sum."""
    from sabot.solvers.nash.solve import find_tree_equilibrium
    from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp

    if form.zero_sum:
        return solve_sequence_form_lp(form.two_person()).plans
    return find_tree_equilibrium(form).plans


def _find_by_trembles(tree: GameTree, form: NPlayerSequenceForm, refinement: str) -> EvidenceList:
    """Return one equilibrium of a two-player tree as the limit of equilibria with trembles."""
    by_action = refinement == "extensive-form-perfect"
    require_small_perturbed_game(form, by_action=by_action)
    if not by_action and count_unknowns(form) <= MOST_UNKNOWNS:
        profile = limit_profile(tree, form, solve_quasi_perfect(form))
        return EvidenceList([profile], "Lemke's path with trembles")
    game, written = PerturbedGame(form, by_action=by_action), tree_to_json(tree)
    for bits in LEAST_BITS:
        trembles = game.trembles(bits)
        if trembles is not None:
            profile = limit_profile(tree, form, trembles)
            if is_accepted(written, tree, refinement, profile):
                return EvidenceList([profile], f"equilibrium with trembles, from e = 2^-{bits}")
    raise NoMethodError(
        f"no {refinement} equilibrium was found, although every finite game has one: with trembles "
        f"of 2^-{LEAST_BITS[0]} to 2^-{LEAST_BITS[-1]} no basis was found that the checker accepts "
        "for every small tremble\n  sabot solve GAME finds a Nash equilibrium"
    )


def list_refined(name: str, tree: GameTree, refinement: str) -> RefinedEquilibria:
    """Return the extreme equilibria that have a refinement, as far as that is decided."""
    started = time.perf_counter()
    require_refinement(refinement)
    _require_form(tree, refinement)
    form = nplayer_form_of_tree(tree)
    found, stopped = EvidenceList([]), ""
    try:
        _list(tree, form, refinement, found, first=False)
    except KeyboardInterrupt as stop:
        if not found.profiles:
            raise
        seconds = stop.seconds if isinstance(stop, TimeLimitReached) else None
        stopped = INTERRUPTED if seconds is None else f"stopped after {seconds:g} s"
        found.open.insert(0, f"{stopped}: not all candidates were looked at")
        found.method = f"{found.method}; {stopped}: the list is not complete"
    with without_watch() if stopped else nullcontext():
        result = _result(name, tree, refinement, found, started, listed=True)
    return replace(result, stopped=stopped)


def _list(
    tree: GameTree,
    form: NPlayerSequenceForm,
    refinement: str,
    found: EvidenceList,
    *,
    first: bool,
) -> None:
    """Add the equilibria that have a refinement to a list, which a stop leaves as it is."""
    match refinement:
        case "subgame-perfect":
            _list_subgame_perfect(tree, found, first=first)
        case "undominated":
            list_undominated(tree, form, found, first=first)
        case "perfect" if len(tree.seats) == 2:
            list_perfect(tree, form, found, first=first)
        case "perfect" | "quasi-perfect" | "extensive-form-perfect" if len(
            tree.seats
        ) > 2 and has_one_infoset_each(tree):  # the three are the same
            list_perfect_of_many(tree, form, refinement, found, first=first)
        case "proper":
            list_bimatrix_proper(tree, found)
        case _:
            list_sequential(tree, form, refinement, found, first=first)
            if not found.profiles and len(tree.seats) == 2:
                one = _find_by_trembles(tree, form, refinement)
                found.profiles, found.method = one.profiles, f"{found.method}; {one.method}"


def _list_subgame_perfect(tree: GameTree, found: EvidenceList, *, first: bool) -> None:
    """Add the subgame-perfect equilibria: those that are found soon, then all in their place."""
    found.method = subgame_words(len(find_subgame_roots(tree)))
    found.profiles = [profile_of_choices(tree, one) for one in list_pure_candidates(tree)]
    if first and found.profiles:
        return

    def keep(choices: Assignment) -> None:
        found.profiles.append(profile_of_choices(tree, choices))
        raise FirstProved

    try:
        listed = _list_candidates(tree, keep if first else None)
    except FirstProved:
        return
    found.profiles = [profile_of_choices(tree, one.choices) for one in listed.equilibria]
    found.open, found.isolated = listed.open, listed.isolated


def _result(
    name: str,
    tree: GameTree,
    refinement: str,
    found: EvidenceList,
    started: float,
    *,
    listed: bool,
) -> RefinedEquilibria:
    if not found.profiles:
        why = "".join(f"\n  {reason}" for reason in found.open)
        if refinement == "proper":
            why += f"\n  {one_instead_of_all(refinement)}"
        raise NoMethodError(
            f"no {refinement} equilibrium was found, although every finite game has one: the "
            f"search was too narrow{why}"
        )
    evidence = [one.evidence_for(refinement) for one in found.profiles]
    result = RefinedEquilibria(
        name,
        tree.seats,
        refinement,
        tuple(RefinedEquilibrium(one.strategies, one.payoffs, one.root) for one in found.profiles),
        found.method,
        time.perf_counter() - started,
        {"form": tree_to_json(tree), "evidence": evidence},
        listed,
        tuple(dict.fromkeys(found.open)),
        found.isolated,
    )
    if not listed or (result.open and result.count > 1):
        return result
    proved = certify.check(result.to_json())
    assert isinstance(proved, certify.RefinementVerdict)
    if proved.only:
        return replace(result, open=())
    return (
        replace(result, method=f"{found.method}; {COMPLETE_AS_COMPUTED}")
        if result.complete
        else result
    )


# ---------------------------------------------------------------------- sequential equilibria


MOST_COMPLETIONS = 64
"""Choices at information sets that the player's own earlier choices rule out, for one equilibrium.
"""
MOST_POWERS = 2_000
"""Choices of powers of e that are tried for one assessment."""
_FEW_POWERS = 20
"""The same while one equilibrium is looked for, before more are tried."""
HIGHEST_POWER = 3
_ZERO, _ONE = Fraction(0), Fraction(1)
Labels = tuple[Mapping[ActionSpot, int], Mapping[ActionSpot, Fraction]]
"""For each action that is not played, the power of e and the coefficient of its tremble."""


@dataclass(frozen=True)
class _History:
    """A node of an information set: how it is reached, and what each action earns there."""

    weight: Fraction
    """The probability of what is played with positive probability on the way."""
    mistakes: tuple[ActionSpot, ...]
    """The actions on the way that are not played."""
    worth: tuple[Fraction, ...]
    """For each action, what its player is paid if all play on as they do."""


_Key = tuple[tuple[InfosetSpot, tuple[Fraction, ...]], ...]


class _BeliefSearch:
    """The search for trembles that show candidates to be sequential (or quasi-perfect, ...)."""

    def __init__(self, tree: GameTree, form: NPlayerSequenceForm, refinement: str) -> None:
        self.tree, self.form, self.refinement = tree, form, refinement
        self.undecided: set[_Key] = set()
        """Candidates of which no proof was found, and none that they lack the refinement."""
        self._written = tree_to_json(tree)
        self._decided: dict[_Key, RefinedProfile | None] = {}

    def decide(self, choices: Assignment, most: int | None = None) -> RefinedProfile | None:
        """Return an assessment with its proof; None if it has none, or none of the *most* first."""
        key = tuple(sorted(choices.items()))
        if key not in self._decided:
            found, ended = self._search(choices, most)
            if found is None and not ended:
                if most is not None:
                    return None  # it may be asked again for more
                self.undecided.add(key)
            self._decided[key] = found
        return self._decided[key]

    def _search(self, choices: Assignment, most: int | None) -> tuple[RefinedProfile | None, bool]:
        """Return an assessment with its proof, and whether it is known to have none."""
        tree = self.tree
        histories = _histories(tree, choices)
        if not _has_beliefs(choices, histories):
            return None, True
        if self.refinement in _SUBGAME_PERFECT and not is_subgame_perfect(tree, choices):
            return None, True
        possible, labels = _possible_labels(tree, choices, self.refinement)
        if not possible:
            return None, True
        tried = chain(labels, _labels(tree, choices, histories))
        for powers, coefficients in islice(tried, most):
            raise_if_cancelled()
            trembles = _trembles(self.form, tree, choices, powers, coefficients)
            profile = limit_profile(tree, self.form, trembles)
            if is_accepted(self._written, tree, self.refinement, profile):
                return profile, True
        return None, False


def list_sequential(
    tree: GameTree,
    form: NPlayerSequenceForm,
    refinement: str,
    found: EvidenceList,
    *,
    first: bool,
) -> None:
    """Add the candidates that are shown to be sequential (or quasi-perfect, or the like).

    Where every subgame-perfect equilibrium is listed by itself, the candidates are all there are.
    The pure candidates for three or more players come first: they are found at once.
    """
    found.method = "beliefs by powers of a tremble, for every candidate"
    search = _BeliefSearch(tree, form, refinement)
    try:
        _add_pure(search, found, first=first)
        prove = partial(_prove_first, search, found) if first else None
        listed = _list_candidates(tree, prove, _found_alone(tree, form, refinement))
    except FirstProved:
        return
    found.open += listed.open
    in_order: list[RefinedProfile] = []
    for done, one in enumerate(listed.equilibria):
        report_progress("looking for beliefs", done, len(listed.equilibria), "candidates")
        completions, all_of_them = _completions(tree, one.choices)
        if not all_of_them:
            found.open.append(
                f"an equilibrium has more than {MOST_COMPLETIONS} choices at information sets that "
                "the player's own earlier choices rule out: not all are tried"
            )
        for choices in completions:
            profile = search.decide(choices)
            _keep_proved(found, profile)
            _keep_proved(in_order, profile)
            if first and found.profiles:
                return
    # others, pure, differ from listed ones at information sets that are not reached
    found.profiles = in_order + [one for one in found.profiles if one not in in_order]
    undecided = len(search.undecided)
    if undecided:
        which = "1 candidate" if undecided == 1 else f"each of {undecided:,} candidates"
        found.open.append(f"of {which} it is not decided whether it is {refinement}")
    if refinement == "perfect":
        found.open.append("equilibria that are not sequential are not looked at")
    found.isolated = refinement in _SUBGAME_PERFECT and (
        listed.isolated or _has_one_choice(tree, listed, refinement)
    )
    if not found.isolated:
        found.open.append(
            "candidates are extreme equilibria; where a player's own earlier choices rule an "
            "information set out, with pure choices there too"
        )


def _add_pure(search: _BeliefSearch, found: EvidenceList, *, first: bool) -> None:
    """Add the pure candidates for three or more players that are proved, or the *first*."""
    every = [
        completed
        for one in list_pure_candidates(search.tree)
        for completed in _completions(search.tree, one)[0]
    ]
    for most in (_FEW_POWERS, None) if first else (None,):
        for done, choices in enumerate(every):
            report_progress("looking for beliefs", done, len(every), "pure candidates")
            _keep_proved(found, search.decide(choices, most))
            if first and found.profiles:
                raise FirstProved


def _prove_first(search: _BeliefSearch, found: EvidenceList, choices: Assignment) -> None:
    """Add a candidate that is proved soon, and look for no others."""
    for one in _completions(search.tree, choices)[0]:
        _keep_proved(found, search.decide(one, _FEW_POWERS))
        if found.profiles:
            raise FirstProved


def _found_alone(tree: GameTree, form: NPlayerSequenceForm, refinement: str) -> str:
    """Return the refinement of which one equilibrium of two players is found without the list."""
    if len(tree.seats) == 2 and refinement in _BY_TREMBLES:
        try:
            require_small_perturbed_game(form, by_action=refinement == "extensive-form-perfect")
        except NoMethodError:
            return "subgame-perfect"
        return refinement
    return "subgame-perfect"


def _keep_proved(found: EvidenceList | list[RefinedProfile], one: RefinedProfile | None) -> None:
    """Add what is proved to a list, once."""
    profiles = found.profiles if isinstance(found, EvidenceList) else found
    if one is not None and one not in profiles:
        profiles.append(one)


def _list_candidates(
    tree: GameTree,
    each: Callable[[Assignment], object] | None = None,
    wanted: str = "subgame-perfect",
) -> SubgamePerfectList:
    """Return the subgame-perfect equilibria with fractions, and say if there are others.

    *each* hears of those of a game without subgames as they are found.
    """
    listed = list_subgame_perfect(tree, each=each, wanted=wanted)
    if listed.irrational and IRRATIONAL not in listed.open:
        listed.open.append(IRRATIONAL_LEFT_OUT)
    return listed


def _has_one_choice(tree: GameTree, listed: SubgamePerfectList, refinement: str) -> bool:
    """Return whether candidates differ at one information set only, where one action is left.

    Then no mixture of candidates has the refinement.
    """
    choices = [one.choices for one in listed.equilibria]
    spots = {spot for one in choices for spot in one if one[spot] != choices[0][spot]}
    if listed.open or len(spots) != 1 or refinement == "sequential":
        return False
    of_all = refinement == "extensive-form-perfect"
    return len(actions_without_gain(tree, choices[0], spots.pop(), of_all=of_all)) == 1


def _possible_labels(
    tree: GameTree, choices: Assignment, refinement: str
) -> tuple[bool, list[Labels]]:
    """Return whether a candidate may have a refinement, and powers and coefficients for it."""
    if refinement not in ("quasi-perfect", "extensive-form-perfect"):
        return True, []
    of_all = refinement == "extensive-form-perfect"
    if gains_despite_mistakes(tree, choices, of_all=of_all):
        return False, []
    orders = orders_of_mistakes(tree, choices, of_all=of_all)
    if orders is None:
        return False, []
    return True, [(orders, dict.fromkeys(orders, _ONE))] if orders else []


def _completions(tree: GameTree, choices: Assignment) -> tuple[list[Assignment], bool]:
    """Return an equilibrium, also with pure choices where own earlier choices rule a set out."""
    free = [spot for spot in choices if spot not in _reached_by_own(tree, choices)]
    pure = [
        [
            tuple(_ONE if k == n else _ZERO for k in range(len(choices[spot])))
            for n in range(len(choices[spot]))
        ]
        for spot in free
    ]
    every = product(*pure)
    picked = list(islice(every, MOST_COMPLETIONS))
    completed: list[Assignment] = [
        {**choices, **dict(zip(free, one, strict=True))} for one in picked
    ]
    if any(_ONE not in choices[spot] for spot in free):
        completed.append(choices)
    return completed, next(every, None) is None


def _reached_by_own(tree: GameTree, choices: Assignment) -> set[InfosetSpot]:
    """Return the information sets that a player's own choices do not exclude."""
    found: set[InfosetSpot] = set()
    stack: list[tuple[Node, frozenset[int]]] = [(tree.root, frozenset())]
    while stack:
        node, deviated = stack.pop()
        if isinstance(node, TerminalNode):
            continue
        if isinstance(node, ChanceNode):
            stack.extend((child, deviated) for child in node.children)
            continue
        if node.seat not in deviated:
            found.add((node.seat, node.view))
        for child, share in zip(node.children, choices[node.seat, node.view], strict=True):
            stack.append((child, deviated if share else deviated | {node.seat}))
    return found


def _histories(tree: GameTree, choices: Assignment) -> Mapping[InfosetSpot, list[_History]]:
    """Return the nodes of every information set."""
    worth = node_payoffs(tree, choices)
    found: dict[InfosetSpot, list[_History]] = {}
    stack: list[tuple[Node, Fraction, tuple[ActionSpot, ...]]] = [(tree.root, _ONE, ())]
    while stack:
        node, weight, mistakes = stack.pop()
        if isinstance(node, ChanceNode):
            for child, part in zip(node.children, node.weights, strict=True):
                stack.append((child, weight * Fraction(part, node.total), mistakes))
        elif isinstance(node, DecisionNode):
            spot = node.seat, node.view
            earned = tuple(worth[id(child)][node.seat] for child in node.children)
            found.setdefault(spot, []).append(_History(weight, mistakes, earned))
            for n, (child, share) in enumerate(zip(node.children, choices[spot], strict=True)):
                if share:
                    stack.append((child, weight * share, mistakes))
                else:
                    stack.append((child, weight, (*mistakes, (*spot, n))))
    return found


def _best_beliefs(mix: Sequence[Fraction], possible: Sequence[_History]) -> list[Fraction] | None:
    """Return beliefs, all positive, by which a choice is best; None: there are none."""
    played = next(n for n, chance in enumerate(mix) if chance)
    size = len(possible)
    rows: list[list[Fraction]] = []
    for n, chance in enumerate(mix):
        gaps = [one.worth[n] - one.worth[played] for one in possible]
        rows.append([*gaps, _ZERO])
        if chance:
            rows.append([*(-gap for gap in gaps), _ZERO])
    for k in range(size):
        rows.append([-_ONE if j == k else _ZERO for j in range(size)] + [_ONE])
    rows.append([_ONE] * size + [_ZERO])
    found = maximise(rows, [0] * (len(rows) - 1) + [1], [0] * size + [1])
    return found[:-1] if found[-1] else None


def _has_beliefs(choices: Assignment, histories: Mapping[InfosetSpot, Sequence[_History]]) -> bool:
    """Whether each choice is best by some belief, whatever trembles give it."""
    for spot, nodes in histories.items():
        mix = choices[spot]
        played = next(n for n, chance in enumerate(mix) if chance)
        rows = []
        for n, chance in enumerate(mix):
            gaps = [one.worth[n] - one.worth[played] for one in nodes]
            rows.append(gaps)
            if chance:
                rows.append([-gap for gap in gaps])
        rows.append([_ONE] * len(nodes))
        found = maximise(rows, [0] * (len(rows) - 1) + [1], [1] * len(nodes))
        if not any(found):
            return False
    return True


def _labels(
    tree: GameTree, choices: Assignment, histories: Mapping[InfosetSpot, Sequence[_History]]
) -> Iterator[Labels]:
    """Yield powers of e and coefficients for the actions that are not played."""
    unplayed = [(*spot, n) for spot, mix in choices.items() for n, c in enumerate(mix) if not c]
    matters = {action for nodes in histories.values() for one in nodes for action in one.mistakes}
    varied = [action for action in unplayed if action in matters]
    ranges = [range(1, HIGHEST_POWER + 1)] * len(varied)
    many = HIGHEST_POWER ** len(varied) > MOST_POWERS
    tried = product(*([range(1, 3)] * len(varied) if many else ranges))
    for powers in islice(tried, MOST_POWERS):
        power = dict.fromkeys(unplayed, 1) | dict(zip(varied, powers, strict=True))
        coefficients = _coefficients(choices, histories, power)
        if coefficients is not None:
            yield power, dict.fromkeys(unplayed, _ONE) | coefficients


def _coefficients(
    choices: Assignment,
    histories: Mapping[InfosetSpot, Sequence[_History]],
    power: Mapping[ActionSpot, int],
) -> dict[ActionSpot, Fraction] | None:
    """Return coefficients that give beliefs by which every choice is best, where they are found.

    None where an information set has no such beliefs with these powers.
    """
    found: dict[ActionSpot, Fraction] = {}
    for spot, nodes in histories.items():
        orders = [sum(power[action] for action in one.mistakes) for one in nodes]
        possible = [one for one, order in zip(nodes, orders, strict=True) if order == min(orders)]
        beliefs = _best_beliefs(choices[spot], possible)
        if beliefs is None:
            return None
        if len(possible) == 1:
            continue
        weights = [
            one.weight * math.prod(found.get(action, _ONE) for action in one.mistakes)
            for one in possible
        ]
        if _is_best(choices[spot], possible, weights):
            continue
        for one, belief, weight in zip(possible, beliefs, weights, strict=True):
            own = [
                action
                for action in one.mistakes
                if action not in found
                and not any(action in other.mistakes for other in possible if other is not one)
            ]
            if own:
                found[own[-1]] = belief / weight
    return found


def _is_best(
    mix: Sequence[Fraction], possible: Sequence[_History], weights: Sequence[Fraction]
) -> bool:
    earned = [
        sum((w * one.worth[n] for w, one in zip(weights, possible, strict=True)), _ZERO)
        for n in range(len(mix))
    ]
    best = max(earned)
    return all(amount == best for amount, chance in zip(earned, mix, strict=True) if chance)


def _trembles(
    form: NPlayerSequenceForm,
    tree: GameTree,
    choices: Assignment,
    power: Mapping[ActionSpot, int],
    coefficients: Mapping[ActionSpot, Fraction],
) -> list[TremblePlan]:
    """Return realization plans: the power of each unplayed action, the rest of 1 to the played."""
    plans = []
    for seat, side in enumerate(form.sides):
        numbers = {own.key: view for view, own in enumerate(tree.infosets[seat])}
        plan: TremblePlan = [(_ONE,)] + [()] * (side.count - 1)
        for cell in side.cells:
            view = numbers[cell.key]
            mix = choices[seat, view]
            unplayed = {n: (seat, view, n) for n, chance in enumerate(mix) if not chance}
            top = max((power[action] for action in unplayed.values()), default=0)
            taken = [_ZERO] * (top + 1)
            for action in unplayed.values():
                taken[power[action]] += coefficients[action]
            for n, s in enumerate(cell.sequences):
                local = [_ZERO] * (top + 1)
                if n in unplayed:
                    local[power[unplayed[n]]] = coefficients[unplayed[n]]
                else:
                    local = [-mix[n] * amount for amount in taken]
                    local[0] += mix[n]
                plan[s] = _times(plan[cell.parent], local)
        plans.append(plan)
    return plans


def _times(one: Sequence[Fraction], two: Sequence[Fraction]) -> tuple[Fraction, ...]:
    found = [_ZERO] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            found[i + j] += a * b
    return tuple(found)
