"""What is true of one equilibrium of every game for two: an oracle by fractions alone judges it."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import as_game, told_games

import sabot
from sabot import BimatrixForm, certify
from sabot.errors import CertificateError
from sabot.forms.sequence import pure_realization_plans
from sabot.forms.sequence_nplayer import (
    NPlayerSequenceForm,
    PayoffEntry,
    nplayer_form_of_tree,
    reduced_bimatrix_form,
)
from sabot.io.matrix import parse_csv_game, to_csv
from sabot.io.nfg import parse_two_player_nfg, to_nfg
from sabot.solvers.nash import equilibrium, solve
from sabot.solvers.nash.complementary_pivoting import lemke_howson
from sabot.solvers.nash.solve import solve_bimatrix, solve_general_sum_tree


@st.composite
def bimatrices(draw, most=5, size=3):
    """Draw both seats' payoffs: few numbers, so that ties and equal rows are common."""
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    entry = st.integers(-size, size)
    table = st.lists(
        st.lists(entry, min_size=width, max_size=width), min_size=height, max_size=height
    )
    return BimatrixForm.of(draw(table), draw(table))


def earns(game, x, y):
    """Return what each row earns against y and each column against x."""
    height, width = game.shape
    return (
        [sum(game[i, j][0] * y[j] for j in range(width)) for i in range(height)],
        [sum(game[i, j][1] * x[i] for i in range(height)) for j in range(width)],
    )


def balanced(game, x, y):
    """Tell, by fractions alone, whether mixes are best replies to each other."""
    assert min(x) >= 0 <= min(y)
    assert sum(x) == 1 == sum(y)
    rows, columns = earns(game, x, y)
    return all(not p or rows[i] == max(rows) for i, p in enumerate(x)) and all(
        not q or columns[j] == max(columns) for j, q in enumerate(y)
    )


def mixes(solution):
    return [list(solution[seat]["-"].values()) for seat in solution.seats]


@given(bimatrices())
def test_what_is_found_is_an_equilibrium_and_its_certificate_proves_it(game):
    solution = sabot.solve(game)
    x, y = mixes(solution)
    assert balanced(game, x, y)
    assert certify.check(solution.to_json()) is not None
    rows, columns = earns(game, x, y)
    assert solution.payoffs["row"] == max(rows)
    assert solution.zero_sum or solution.payoffs["column"] == max(columns)


@given(bimatrices(), st.data())
def test_every_path_ends_at_an_equilibrium_however_degenerate_the_game(game, data):
    label = data.draw(st.integers(0, sum(game.shape) - 1))
    (x, y), pivots = lemke_howson(game.one.payoffs, game.two.payoffs, label)
    assert balanced(game, x, y)
    assert pivots >= 2


@given(bimatrices(most=6, size=9))
def test_floats_change_nothing_that_is_claimed(game):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "_SMALL", 0)
        found = solve_bimatrix(game)
    assert balanced(game, found.plans[0][1:], found.plans[1][1:])


@given(bimatrices(), st.integers(1, 5), st.fractions(-3, 3, max_denominator=4))
def test_an_affine_change_of_one_seats_payoffs_keeps_what_is_an_equilibrium(game, scale, shift):
    x, y = (plan[1:] for plan in solve_bimatrix(game).plans)
    one, two = game.pairs(), game.shape
    changed = BimatrixForm.of_pairs(
        [
            [(game[i, j][0] * F(scale, 2) + shift, game[i, j][1]) for j in range(two[1])]
            for i in range(two[0])
        ]
    )
    assert balanced(changed, x, y)
    x, y = (plan[1:] for plan in solve_bimatrix(changed).plans)
    assert balanced(BimatrixForm.of_pairs(one), x, y)


@given(bimatrices())
def test_swapping_the_seats_swaps_what_they_play(game):
    x, y = (plan[1:] for plan in solve_bimatrix(game.swapped()).plans)
    assert balanced(game, y, x)


@given(bimatrices(), st.integers(0, 4))
def test_a_strictly_dominated_row_changes_nothing(game, spot):
    worse = [(one - 1, -two) for one, two in (game[0, j] for j in range(game.shape[1]))]
    lines = [[tuple(pair.split("|")) for pair in line] for line in game.pairs()]
    place = 1 + spot % len(lines)
    longer = BimatrixForm.of_pairs([*lines[:place], worse, *lines[place:]])
    x, y = (plan[1:] for plan in solve_bimatrix(longer).plans)
    assert x[place] == 0
    assert balanced(game, [*x[:place], *x[place + 1 :]], y)


@given(bimatrices())
def test_files_hold_the_game(game):
    assert parse_two_player_nfg(to_nfg(game, "law")) == game
    form, both = parse_csv_game(to_csv(game))
    assert form == (game if game.constant is None else game.one)
    assert both == (game.constant or 0)


@given(bimatrices(most=4))
def test_a_zero_sum_game_is_worth_the_same_by_both_roads(game):
    rows = [[int(entry) for entry in row] for row in game.one.payoffs]
    duel = BimatrixForm.of(rows, [[-entry for entry in row] for row in rows])
    value = sabot.solve(rows).value
    assert solve_bimatrix(duel).payoffs == (value, -value)


# ---------------------------------------------------------------------- trees


@pytest.mark.slow
@given(told_games())
def test_a_zero_sum_tree_is_worth_the_same_by_both_roads(node):
    game = as_game(node)
    value = sabot.solve(game).value
    assert solve_general_sum_tree(nplayer_form_of_tree(game.tree())).payoffs == (value, -value)


@st.composite
def trees(draw):
    """Draw a tree whose second seat is paid something else than the first pays."""
    form = nplayer_form_of_tree(as_game(draw(told_games())).tree())
    amounts = draw(st.lists(st.integers(-3, 3), min_size=len(form.ends), max_size=len(form.ends)))
    ends = tuple(
        PayoffEntry(end.sequences, end.chance, (end.payoffs[0], amount * end.chance))
        for end, amount in zip(form.ends, amounts, strict=True)
    )
    return NPlayerSequenceForm(form.sides, ends, form.chances, form.denominator)


@pytest.mark.slow
@given(trees())
def test_the_equilibrium_of_a_tree_is_one_of_its_pure_strategies_matrix_too(form):
    found = solve_general_sum_tree(form)
    table = reduced_bimatrix_form(form)
    for seat, side in enumerate(form.sides):
        pure = pure_realization_plans(side)[1]
        assert table.shape[seat] == len(pure)
        assert max(_paid(form, seat, one, found.plans) for one in pure) == found.payoffs[seat]


def _paid(form, seat, pure, plans):
    """Return what a pure strategy of a seat earns it against the other's plan."""
    total = F(0)
    for end in form.ends:
        other = plans[1 - seat][end.sequences[1 - seat]]
        total += end.payoffs[seat] * pure[end.sequences[seat]] * other
    return total / form.denominator


@pytest.mark.slow
@given(trees())
def test_the_certificate_of_a_tree_proves_it_and_floats_change_nothing(form):
    if form.zero_sum:
        return
    solution = sabot.solve(form)
    proved = certify.check(solution.to_json())
    assert isinstance(proved, certify.NashVerdict)
    assert proved.gains == (0, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "_SMALL", 0)
        assert not any(equilibrium.compute_regrets(form, solve_general_sum_tree(form).plans))


@given(bimatrices(most=3), st.data())
def test_a_certificate_with_one_number_changed_is_refused(game, data):
    solution = sabot.solve(game)
    if solution.zero_sum:
        return
    told = solution.to_json()
    table = data.draw(st.integers(0, 1))
    i, j = (data.draw(st.integers(0, count - 1)) for count in game.shape)
    payoffs = [[list(row) for row in own] for own in told["certificate"]["form"]["payoffs"]]
    payoffs[table][i][j] += 1
    form = told["certificate"]["form"] | {"payoffs": payoffs}
    with pytest.raises(CertificateError, match="digest"):
        certify.check(told | {"certificate": told["certificate"] | {"form": form}})
    silent = {"unique": dict.fromkeys(told["seats"])}  # that rests on more of the game
    forged = certify.sealed(told | silent | {"certificate": {"form": form}})
    x, y = mixes(solution)
    lists = [[[F(entry) for entry in row] for row in own] for own in payoffs]
    other = BimatrixForm.of(*lists)
    below = form["denominators"]
    rows, columns = earns(other, x, y)
    same = [max(rows) / below[0], max(columns) / below[1]] == list(solution.payoffs.values())
    if balanced(other, x, y) and same:  # another game, of which the same is true
        assert certify.check(forged) is not None
    else:
        with pytest.raises(CertificateError):
            certify.check(forged)
