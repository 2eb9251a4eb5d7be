"""All equilibria by cases, beside the list that the matrix of pure strategies gives."""

import json
import random
from fractions import Fraction as F

import pytest

from sabot import certify
from sabot.errors import NoMethodError
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.solvers.all_nash.solve import list_equilibria
from sabot.solvers.binary_nash.solve import list_binary_equilibria

SIZES = [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3)]


def drawn(seed, one, two, most=40):
    """Return a game of binary choices with payoffs at random, for each pair of choices."""
    chance = random.Random(seed)
    sides = tuple(
        Treeplex.flat(name, {f"{name}{n}": ("low", "high") for n in range(count)})
        for name, count in (("a", one), ("b", two))
    )
    ends = [
        PayoffEntry((i, j), 1, (chance.randint(-most, most), chance.randint(-most, most)))
        for i in range(sides[0].count)
        for j in range(sides[1].count)
    ]
    return NPlayerSequenceForm(sides, tuple(ends), len(ends), 1)


def behaviours(found, form):
    """Return the equilibria of the matrix of pure strategies as chances at each choice."""
    listed = set()
    for one in found.equilibria:
        told = []
        for side in form.sides:
            # a pure strategy is called by its action at each view, in order
            totals = dict.fromkeys((cell.key for cell in side.cells), F(0))
            for pure, chance in one[side.name]["-"].items():
                for cell in side.cells:
                    high = f"{cell.key}:high" in pure.split() or pure == "high"
                    totals[cell.key] += chance * high
            told.append(tuple(totals.items()))
        listed.add((*told, *one.payoffs))
    return listed


def ours(found):
    listed = set()
    for number, paid in enumerate(found.payoffs, 1):
        table = found.strategies(number)
        told = [
            tuple((view, mix["high"]) for view, mix in table[seat].items()) for seat in found.seats
        ]
        listed.add((*told, *paid))
    return listed


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cases_find_the_equilibria_of_the_matrix(size):
    settled = 0
    for seed in range(60):
        form = drawn(f"{size}/{seed}", *size)
        try:
            found = list_binary_equilibria("drawn", form)
        except NoMethodError:  # two true mixes at once, which is said
            continue
        settled += 1
        matrix = list_equilibria("drawn", form)
        assert {tuple(paid) for paid in found.payoffs} == {one.payoffs for one in matrix.equilibria}
        assert ours(found) == behaviours(matrix, form)
        certify.check(json.loads(json.dumps(found.to_json())))
    assert settled >= (60 if size[0] == 1 else 20)


@pytest.mark.parametrize("seed", range(12))
def test_an_affine_change_of_one_seats_payoffs_keeps_the_set(seed):
    form = drawn(seed, 1, 3)
    ends = tuple(
        PayoffEntry(
            end.sequences, 1, (end.payoffs[0], 7 * end.payoffs[1] + 3 * (end.sequences == (0, 0)))
        )
        for end in form.ends
    )
    changed = list_binary_equilibria(
        "changed", NPlayerSequenceForm(form.sides, ends, form.chances, 1)
    )
    plain = list_binary_equilibria("drawn", form)
    assert [changed.strategies(n + 1) for n in range(changed.count)] == [
        plain.strategies(n + 1) for n in range(plain.count)
    ]
