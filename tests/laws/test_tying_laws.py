"""The tie as a law: a game told at random is itself; with one leaf paid otherwise it is another."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import Pays, as_game, rationals, told_games
from tests.unit.naming import tied

import sabot
from sabot.errors import CertificateError


def document(node):
    return json.loads(json.dumps(sabot.solve(as_game(node)).to_json()))


def leaves(node):
    return 1 if isinstance(node, Pays) else sum(map(leaves, node.branches))


def paid_otherwise(node, leaf, more):
    """Return a game with one leaf, by its number, that pays so much more."""
    if isinstance(node, Pays):
        return Pays(node.amount + more) if leaf == 0 else node
    branches = []
    for branch in node.branches:
        inside = 0 <= leaf < leaves(branch)
        branches.append(paid_otherwise(branch, leaf, more) if inside else branch)
        leaf -= leaves(branch)
    return replace(node, branches=tuple(branches))


@given(told_games())
def test_a_solved_game_is_itself(node):
    assert tied(document(node), as_game(node)).derivations


@given(told_games(), st.integers(0, 10**6), rationals().filter(bool))
def test_one_leaf_paid_otherwise_is_another_game(node, leaf, more):
    other = paid_otherwise(node, leaf % leaves(node), more)
    with pytest.raises(CertificateError, match=r"the file has .*, the game "):
        tied(document(other), as_game(node))
