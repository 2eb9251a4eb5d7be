"""Laws of properties: names, order and scale change no verdict; each file is proved."""

from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot.forms.bimatrix import BimatrixForm


@st.composite
def games(draw):
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cell = st.integers(0, draw(st.sampled_from([1, 2, 5])))
    table = st.lists(
        st.lists(cell, min_size=width, max_size=width), min_size=height, max_size=height
    )
    rows, columns = (draw(st.permutations(range(size))) for size in (height, width))
    return BimatrixForm.of(draw(table), draw(table)), rows, columns


def verdicts(found):
    """Return what does not depend on the order of strategies."""
    return (
        found.constant_sum,
        found.strategically_zero_sum,
        found.nondegenerate,
        len(found.pure_equilibria),
        len(found.strict_equilibria),
        sorted(map(len, found.survivors)),
        found.potential.kind,
        found.supermodularity.verdict == "no",
        found.symmetry.verdict == "no",
    )


@given(games())
def test_order_and_exchange_change_no_verdict(drawn):
    form, rows, columns = drawn
    before = sabot.properties(form)
    after = sabot.properties(form.part(rows, columns).swapped())
    assert verdicts(before) == verdicts(after)
    assert sabot.check(before) and sabot.check(after)


@given(games())
def test_properties_imply_each_other(drawn):
    found = sabot.properties(drawn[0])
    if found.dominance_solvable:
        assert found.pure_equilibria == (tuple(own[0] for own in found.survivors),)
    if found.potential.kind != "none" or found.supermodularity.orders is not None:
        assert found.pure_equilibria
    if found.dominant_equilibrium is not None:
        assert found.dominant_equilibrium in found.pure_equilibria
    if found.symmetric_equilibria is not None:
        assert found.symmetric_equilibria.vertices  # Nash 1951


@given(games())
def test_indices_sum_to_1_and_are_those_of_another_perturbation(drawn):
    form, _, _ = drawn
    if form.zero_sum:
        return
    found = sabot.equilibria(form, index=True)
    assert sum(found.indices.components) == 1
    assert sabot.check(found)  # the checker perturbs the payoffs in another order
