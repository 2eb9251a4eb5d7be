"""Find one equilibrium, or list all, with a refinement; write the certificate.

One equilibrium of a two-player game: the quasi-perfect one at the end of Lemke's path with trembles
is also sequential, subgame-perfect, perfect in the strategic form and undominated. Other
refinements, three and more players and lists: candidates are listed, and each is decided by
:mod:`sabot.solvers.refinement.trembles` or by its subgames.
"""

from __future__ import annotations

import time

from sabot.errors import FormError, NoMethodError, unknown_word_fault
from sabot.forms.extensive import ChanceNode, GameTree
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, nplayer_form_of_tree
from sabot.results.refinement import REFINEMENTS, RefinedEquilibria, RefinedEquilibrium
from sabot.solvers.refinement.quasi_perfect import solve_quasi_perfect
from sabot.solvers.refinement.sequential import list_sequential
from sabot.solvers.refinement.subgame_perfect import list_subgame_perfect
from sabot.solvers.refinement.trees import is_strategic, tree_to_json
from sabot.solvers.refinement.trembles import (
    EvidenceList,
    find_proper,
    limit_profile,
    list_bimatrix_proper,
    list_perfect,
    list_undominated,
    profile_of_choices,
)

MOST_NODES = 20_000
"""Of a tree whose refined equilibria are looked for."""
_BY_LEMKE = ("quasi-perfect", "sequential", "subgame-perfect", "perfect", "undominated")
"""The refinements that a quasi-perfect equilibrium has."""


def require_refinement(refinement: str) -> None:
    """Refuse a name that is not that of a refinement."""
    if refinement not in REFINEMENTS:
        fault = unknown_word_fault(
            str(refinement)[:60], list(REFINEMENTS), "there is no refinement"
        )
        raise FormError(f"{fault.what}; {fault.remedy}")


def _require_form(tree: GameTree, refinement: str) -> None:
    """Refuse what the form of a game does not have, and a game that is too large."""
    strategic = is_strategic(tree)
    if strategic and refinement in ("subgame-perfect", "sequential", "quasi-perfect"):
        raise NoMethodError(
            f"--refine {refinement}: a game in strategic form has no information sets off the "
            f"path, and every equilibrium of it is {refinement} in that sense\n"
            "  refinements of such games: undominated, perfect, proper"
        )
    if not strategic and refinement == "proper":
        raise NoMethodError(
            "--refine proper: proper equilibria are looked for in games in strategic form; this "
            "game is a tree\n  refinements of trees: subgame-perfect, perfect, sequential, "
            "quasi-perfect; or write the tree as a matrix: sabot export GAME --nfg"
        )
    if refinement != "subgame-perfect" and _has_impossible_chance(tree):
        raise NoMethodError(
            f"--refine {refinement}: a chance move of the tree has probability 0, and no mistake "
            "explains what follows it\n  leave out that branch; subgame-perfect equilibria can be "
            "looked for"
        )
    if tree.size > MOST_NODES:
        raise NoMethodError(
            f"the game tree has {tree.size:,} nodes; refinements are looked for up to "
            f"{MOST_NODES:,}\n  sabot solve GAME, without --refine, has no such limit"
        )


def _has_impossible_chance(tree: GameTree) -> bool:
    return any(isinstance(node, ChanceNode) and 0 in node.weights for node in tree.walk())


def solve_refined(name: str, tree: GameTree, refinement: str) -> RefinedEquilibria:
    """Return one equilibrium with a refinement."""
    started = time.perf_counter()
    require_refinement(refinement)
    _require_form(tree, refinement)
    form = nplayer_form_of_tree(tree)
    if len(tree.seats) == 2 and refinement in _BY_LEMKE:
        trembles = solve_quasi_perfect(form)
        profile = limit_profile(tree, form, trembles)
        found = EvidenceList([profile], "Lemke's path with trembles")
    elif refinement == "proper" and len(tree.seats) == 2:
        found = find_proper(tree)
    else:
        found = _list(tree, form, refinement, first=True)
        found.profiles[1:] = []
    return _result(name, tree, refinement, found, started, listed=False)


def list_refined(name: str, tree: GameTree, refinement: str) -> RefinedEquilibria:
    """Return all equilibria with a refinement, by extreme ones, as far as that is decided."""
    started = time.perf_counter()
    require_refinement(refinement)
    _require_form(tree, refinement)
    form = nplayer_form_of_tree(tree)
    found = _list(tree, form, refinement, first=False)
    return _result(name, tree, refinement, found, started, listed=True)


def _list(
    tree: GameTree, form: NPlayerSequenceForm, refinement: str, *, first: bool
) -> EvidenceList:
    match refinement:
        case "subgame-perfect":
            listed = list_subgame_perfect(tree)
            profiles = [profile_of_choices(tree, one.choices) for one in listed.equilibria]
            noun = "subgame" + "s" * (listed.subgames != 1)
            return EvidenceList(profiles, f"backward through {listed.subgames} {noun}", listed.open)
        case "undominated":
            return list_undominated(tree, form)
        case "perfect" if len(tree.seats) == 2 or is_strategic(tree):
            return list_perfect(tree, form, first=first)
        case "proper":
            return list_bimatrix_proper(tree)
        case _:
            return list_sequential(tree, form, refinement, first=first)


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
        raise NoMethodError(f"no {refinement} equilibrium was found{why}")
    bare = refinement == "subgame-perfect"
    evidence = [{} if bare else one.evidence for one in found.profiles]
    return RefinedEquilibria(
        name,
        tree.seats,
        refinement,
        tuple(RefinedEquilibrium(one.strategies, one.payoffs) for one in found.profiles),
        found.method,
        time.perf_counter() - started,
        {"form": tree_to_json(tree), "evidence": evidence},
        listed,
        tuple(found.open),
    )
