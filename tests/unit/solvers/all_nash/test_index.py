"""The index of components: known games, and the sum over all components."""

import random

import pytest

import sabot
from sabot.errors import FormError, NoMethodError
from sabot.forms.bimatrix import BimatrixForm


def indices(one, two):
    return sabot.equilibria(BimatrixForm.of(one, two), index=True).indices


def test_a_component_of_index_0_vanishes():
    # the entry game: out for sure if in would be fought; a small change of payoffs removes it
    found = sabot.equilibria([[(2, 0), (0, -1)], [(1, 3), (1, 3)]], index=True)
    by_dimension = dict(
        zip((part.dimension for part in found.components), found.indices.components, strict=True)
    )
    assert by_dimension == {0: 1, 1: 0}


def test_a_game_in_which_all_is_equal_is_one_component():
    assert indices([[0, 0], [0, 0]], [[1, 0], [0, 0]]).components == (1,)


def test_what_equilibria_are():
    found = sabot.equilibria([[1, 1], [0, 2]], [[1, 1], [0, 2]], index=True)
    names = [one.names for one in found.indices.equilibria]
    assert names == [(), ("strict",), ()]
    text = str(found)
    assert "dimension 1, index 0" in text and "is      strict, index +1" in text


def test_order_and_names_change_no_index():
    by_seed = random.Random(5)
    for _ in range(30):
        height, width, top = by_seed.randint(1, 4), by_seed.randint(1, 4), by_seed.choice([1, 2])
        one, two = (
            [[by_seed.randint(0, top) for _ in range(width)] for _ in range(height)] for _ in (0, 1)
        )
        form = BimatrixForm.of(one, two)
        if form.zero_sum:
            continue
        before = sabot.equilibria(form, index=True)
        rows = by_seed.sample(range(height), height)
        columns = by_seed.sample(range(width), width)
        after = sabot.equilibria(form.part(rows, columns).swapped(), index=True)
        assert by_equilibria(before, form.seats) == by_equilibria(after, form.seats)
        for one_of in before.indices.equilibria:
            assert one_of.regular == (one_of.isolated and one_of.quasi_strict)


def by_equilibria(found, seats):
    """Return the indices by the extreme equilibria of their components, whatever their order."""
    played = [
        tuple(tuple(sorted(one.strategies[seat]["-"].items())) for seat in seats)
        for one in found.equilibria
    ]
    return {
        frozenset(played[n - 1] for n in part.numbers): index
        for part, index in zip(found.components, found.indices.components, strict=True)
    }


def test_where_there_is_no_index(monkeypatch):
    with pytest.raises(FormError, match="one component, which has index 1"):
        sabot.equilibria([[1, -1], [-1, 1]], index=True)
    with pytest.raises(FormError, match="the complete list\n  ask for the complete list"):
        sabot.equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]], index=True, first=1)
    monkeypatch.setattr("sabot.solvers.all_nash.index.MOST_BASES", 2)
    with pytest.raises(NoMethodError, match="too degenerate for the index: 3 pairs"):
        sabot.equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]], index=True)
