"""The linear programs of correlated equilibria: sizes, numbers of any length, trees, refusals."""

import random
from fractions import Fraction as F

import pytest

import sabot
from sabot.api.arguments import as_form
from sabot.api.correlated import nash_payoffs
from sabot.errors import FormError, NoMethodError, NumberError, SabotError
from sabot.io.nfg import parse_nplayer_nfg
from sabot.results.base import Result
from sabot.solvers import correlated as solver

CHICKEN = [[(6, 6), (2, 7)], [(7, 2), (0, 0)]]


def random_game(size, most, seed):
    dice = random.Random(seed)
    one, two = (
        [[dice.randint(-most, most) for _ in range(size)] for _ in range(size)] for _ in range(2)
    )
    return one, two


def test_probabilities_beneath_what_floats_tolerate_are_found_exactly():
    # HiGHS alone ends at a basis that is infeasible by 1e-11
    found = sabot.correlated(*random_game(20, 10_000, 2), objective="row", extreme="best")
    sabot.check(found)
    assert min(chance for _, chance in found.best("row").distribution) < F(1, 10**6)
    assert found.nash is None  # too large to be listed beside


def test_an_interior_point_finds_what_the_simplex_does_not_find_in_time(monkeypatch):
    game = random_game(6, 99, 1)
    values = [sabot.correlated(*game, nash=False).extremes]
    monkeypatch.setattr(solver, "_MOST_PIVOTS", 1)
    values.append(sabot.correlated(*game, nash=False).extremes)
    assert [one.value for one in values[0]] == [one.value for one in values[1]]


def test_sums_of_payoffs_near_the_end_of_machine_integers_are_exact():
    big = 2**62 - 1
    text = f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 1 1 }} {big} {big} {big} 0 0 0'
    found = sabot.correlated(parse_nplayer_nfg(text), objective="sum", nash=False)
    assert found.optimum == found.best("sum").value == 3 * big


def test_payoffs_of_thirty_digits_are_exact():
    big = 10**30
    found = sabot.correlated(
        [[(6 * big, 6 * big), (2 * big, 7 * big)], [(7 * big, 2 * big), (1, 0)]]
    )
    sabot.check(found)
    assert found.best("sum").value != F(21, 2) * big
    assert abs(found.best("sum").value - F(21, 2) * big) < 10


def centipede(turns):
    @sabot.rules(name="centipede", seats=("ann", "bob"))
    def play(table):
        for turn in range(turns):
            word = table.ask(("ann", "bob")[turn % 2], ("take", "pass"))
            table.announce(word)
            if word == "take":
                return table.pay(ann=(4, 1)[turn % 2] << turn, bob=(1, 4)[turn % 2] << turn)
        return table.pay(ann=1 << turns, bob=1 << turns)

    return play()


@pytest.mark.parametrize("coarse", [False, True])
def test_stakes_that_double_in_a_tree_leave_few_profiles(coarse):
    # HiGHS did not end with 20 turns
    found = sabot.correlated(centipede(40), coarse=coarse, nash=False)
    sabot.check(found)
    assert found.worst("ann").value == 4
    assert coarse or found.best("ann").value == 4
    assert coarse or found.best("sum").value == 5


def test_profiles_that_no_equilibrium_uses_change_no_extreme(monkeypatch):
    game = centipede(8)
    usual = sabot.correlated(game, nash=False)
    monkeypatch.setattr(solver, "_FORCED_FROM", 1)
    fewer = sabot.correlated(game, nash=False)
    sabot.check(fewer)
    assert [one.value for one in usual.extremes] == [one.value for one in fewer.extremes]
    found = solver.CorrelatedPolytope(solver.normal_form("", as_form(game)[1]), coarse=False)
    assert len(found._forced.kept) == 5 and len(found._forced.stages) > 1


def test_a_tree_is_taken_by_its_pure_strategies():
    found = sabot.correlated("kuhn-poker(ranks=2)")
    assert [len(own) for own in found.strategies] == [9, 16]
    assert found.names[0][0] == "1:pass 1,pass,bet:fold 2:pass 2,pass,bet:fold"
    value = sabot.solve("kuhn-poker(ranks=2)").value
    assert found.best("first").value == found.worst("first").value == value
    sabot.check(found, rules=True)


def test_a_game_that_is_too_large_is_refused_before_it_is_built(monkeypatch):
    with pytest.raises(NoMethodError, match=r"leduc-poker.* pure strategies make a program of"):
        sabot.correlated("leduc-poker")
    monkeypatch.setattr(solver, "MOST_GAINS", 8)
    sabot.correlated(CHICKEN)
    monkeypatch.setattr(solver, "MOST_GAINS", 7)
    with pytest.raises(NoMethodError, match=r"2 x 2 pure strategies .* of 8 entries"):
        sabot.correlated(CHICKEN)


def test_vertices_that_are_too_many_are_refused_with_a_remedy(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(solver, "MOST_VERTEX_WORK", 3)
        with pytest.raises(NoMethodError, match=r"too many vertices: .* more than 3 comparisons"):
            sabot.correlated(CHICKEN, vertices=True)
    with pytest.raises(NoMethodError, match=r"9 x 16 = 144 profiles; all vertices .* up to 27"):
        sabot.correlated("kuhn-poker(ranks=2)", vertices=True)


@pytest.mark.parametrize(
    ("device", "words"),
    [
        ({("1", "1"): "1/2"}, "sum to 1/2, not to 1"),
        ({("1", "3"): 1}, "profile 1: column has no strategy '3'; known: 1, 2"),
        ({("1", "1"): "x"}, "profile 1: 'x' is not an exact number"),
        ({("1", "1"): 0.5, ("2", "2"): 0.5}, "is a float"),
        ({("1", "1"): 2, ("2", "2"): -1}, "profile 2: the probability -1 is negative"),
        ({("1",): 1}, "1 strategies for 2 players: row, column"),
        ([["1", "1", "1/2"], ["1", "1", "1/2"]], "row 2: the profile 1, 1 is there twice"),
        (7, "a device is a list of rows"),
        (["11"], "a device is a list of rows"),
    ],
)
def test_a_device_that_does_not_fit_is_refused_with_its_place(device, words):
    with pytest.raises((FormError, NumberError), match=words):
        sabot.correlated(CHICKEN, device=device)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"objective": "rows"}, "there is no objective 'rows'; did you mean 'row'"),
        ({"extreme": "most"}, "write 'both', 'best' or 'worst'"),
    ],
)
def test_an_objective_that_is_not_there_is_refused(asked, words):
    with pytest.raises(FormError, match=words):
        sabot.correlated(CHICKEN, **asked)


def test_an_extreme_that_was_not_asked_for_is_not_there():
    found = sabot.correlated(CHICKEN, objective="sum", extreme="best")
    assert found.price_of_stability == F(8, 7) and found.price_of_anarchy is None
    with pytest.raises(SabotError, match="the result has no objective 'row'; known: sum"):
        found.best("row")
    with pytest.raises(SabotError, match="no objective 'sum'"):
        found.worst("sum")


def test_a_result_is_a_value_with_a_hash_vectors_and_tables(tmp_path):
    found = sabot.correlated(CHICKEN, vertices=True)
    again = sabot.correlated(CHICKEN, vertices=True)
    assert found == again and hash(found) == hash(again) and len({found, again}) == 1
    assert found.vectors()[0] == (F(4, 9), F(2, 9), F(2, 9), F(1, 9))
    assert sabot.correlated(CHICKEN, objective="sum").vectors()[0] == (F(1, 2), F(1, 4), F(1, 4), 0)
    assert found._repr_latex_().startswith(r"$\begin{array}{lrrr} & \text{value} & \text{row}")
    assert r"\text{best sum} & \tfrac{21}{2} & \tfrac{21}{4}" in found._repr_latex_()
    assert repr(found) == "<CorrelatedEquilibria of bimatrix 2 x 2: correlated equilibria>"
    found.save(tmp_path / "chicken.json")
    loaded = Result.load(tmp_path / "chicken.json")
    assert loaded == found and loaded.checked_file and "Nash" not in str(loaded)
    assert "Nash equilibria" in str(found)
    assert r"$21/2$" in found.to_latex() and "vertex 5" in found.to_csv()


def test_to_frame_needs_pandas_and_says_so(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NoMethodError, match="pandas, which is not installed"):
        sabot.correlated(CHICKEN).to_frame()


def test_to_frame_has_a_row_for_each_profile_of_each_device():
    pandas = pytest.importorskip("pandas")
    frame = sabot.correlated(CHICKEN, objective="sum").to_frame()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 6
    assert list(frame.columns) == ["device", "row", "column", "probability"]


def test_a_player_called_sum_is_still_a_player():
    from sabot.forms.bimatrix import BimatrixForm

    form = BimatrixForm.of_pairs(CHICKEN, seats=("sum", "other"))
    found = sabot.correlated(form)
    assert [one.objective for one in found.extremes] == [None, None, "other", "other"]
    assert found.best("sum").value == F(21, 2)


def test_prices_of_three_players_are_over_all_equilibria_and_sets(tmp_path):
    path = tmp_path / "three.nfg"
    path.write_text('NFG 1 R "" { "A" "B" "C" } { 2 2 1 }\n6 6 1 7 2 1 2 7 1 0 0 1\n')
    found = sabot.correlated(str(path), objective="sum")
    assert not found.nash.pure and (F(14, 3), F(14, 3), F(1)) in found.nash.payoffs
    sabot.check(found, rules=True)
    # the first player has no influence on itself, and moves the others' payoff from 1 to 3
    path.write_text('NFG 1 R "" { "A" "B" "C" } { 2 1 1 } 0 1 1 0 3 3')
    assert {sum(paid) for paid in nash_payoffs(as_form(sabot.load(str(path)))[1]).payoffs} == {2, 6}
    meet = f'NFG 1 R "" {{ "A" "B" "C" }} {{ 2 2 2 }} 1 1 1 {"0 " * 18} 2 2 2'
    path.write_text(meet)
    assert "Nash equilibria        3 + 2*sqrt(2) ≈ 5.82843          1" in str(
        sabot.correlated(str(path), objective="sum")
    )


def test_prices_of_a_game_that_is_not_small_are_called_pure(tmp_path):
    path = tmp_path / "four.nfg"
    path.write_text(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 4 4 2 }} {"1 1 1 " * 32}')
    found = sabot.correlated(str(path), objective="sum", extreme="best")
    assert found.nash.pure and "pure Nash equilibria" in str(found)


@pytest.mark.parametrize("coarse", [False, True])
def test_in_a_game_with_a_constant_sum_optimal_strategies_are_enough(coarse, monkeypatch):
    dice = random.Random(4)
    one = [[dice.randrange(9) for _ in range(5)] for _ in range(4)]
    two = [[7 - paid for paid in row] for row in one]
    with monkeypatch.context() as patch:
        patch.setattr(solver.CorrelatedPolytope, "solve_constant_sum", lambda *_: None)
        expected = sabot.correlated(one, two, coarse=coarse, nash=False)
    monkeypatch.setattr(solver.CorrelatedPolytope, "maximise", None)
    found = sabot.correlated(one, two, coarse=coarse, nash=False)
    assert [each.value for each in found.extremes] == [each.value for each in expected.extremes]
    assert {each.value for each in found.extremes} == {
        7,
        found.extremes[2].value,
        7 - found.extremes[2].value,
    }
    sabot.check(found)
