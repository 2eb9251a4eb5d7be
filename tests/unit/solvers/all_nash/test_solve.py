"""All extreme equilibria of bimatrix games: classical ones, degenerate ones, and what they span."""

import itertools
import json
import random
from dataclasses import replace
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot import BimatrixForm, certify
from sabot.cli.program import cli
from sabot.errors import FormError, Interrupted, NoMethodError, SeatsError
from sabot.jit import KernelModule
from sabot.results.all_nash import EveryEquilibrium
from sabot.solvers.all_nash import branching, solve
from sabot.solvers.all_nash.branching import LabelledBimatrix
from sabot.solvers.all_nash.kernel import FIRST
from sabot.solvers.all_nash.solve import (
    SearchLimits,
    enumerate_equilibria,
    list_bimatrix_equilibria,
)

SEXES = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]]
CHICKEN = [[(0, 0), (7, 2)], [(2, 7), (6, 6)]]
# von Stengel 1999, New maximal numbers of equilibria in bimatrix games: more than a coordination
# game of the size has, 63
STENGEL = (
    [
        [9504, -660, 19976, -20526, 1776, -8976],
        [-111771, 31680, -130944, 168124, -8514, 52764],
        [397584, -113850, 451176, -586476, 29216, -178761],
        [171204, -45936, 208626, -263076, 14124, -84436],
        [1303104, -453420, 1227336, -1718376, 72336, -461736],
        [737154, -227040, 774576, -1039236, 48081, -300036],
    ],
    [
        [72336, 48081, 29216, 14124, 1776, -8514],
        [-461736, -300036, -178761, -84436, -8976, 52764],
        [1227336, 774576, 451176, 208626, 19976, -130944],
        [-1718376, -1039236, -586476, -263076, -20526, 168124],
        [1303104, 737154, 397584, 171204, 9504, -111771],
        [-453420, -227040, -113850, -45936, -660, 31680],
    ],
)
# Winkels 1979, An algorithm to determine all equilibrium points of a bimatrix game
WINKELS = [
    ["1|1", "3|2"],
    ["1|0", "3|-1"],
    ["3|-2", "1|2"],
    ["3|4", "1|-1"],
    ["5/2|-1", "5/2|6"],
    ["5/2|6", "5/2|-1"],
]


def every(game):
    return sabot.equilibria(game)


def proved(told):
    return certify.check(told)


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


def mixes(found):
    return [(one.strategies["row"]["-"], one.strategies["column"]["-"]) for one in found.equilibria]


def identity(size):
    return [[(int(i == j), int(i == j)) for j in range(size)] for i in range(size)]


def test_the_battle_of_the_sexes_has_two_pure_equilibria_and_a_mixed_one():
    found = every(SEXES)
    assert mixes(found) == [
        ({"1": 1}, {"1": 1}),
        ({"2": 1}, {"2": 1}),
        ({"1": F(2, 3), "2": F(1, 3)}, {"1": F(1, 3), "2": F(2, 3)}),
    ]
    assert [one.payoffs for one in found.equilibria] == [(2, 1), (1, 2), (F(2, 3), F(2, 3))]
    assert [part.subsets for part in found.components] == [((1,),), ((2,),), ((3,),)]
    assert found.unique == {"row": False, "column": False}


def test_in_chicken_both_swerve_two_times_of_three():
    found = every(CHICKEN)
    assert found.count == 3
    mixed = {"1": F(1, 3), "2": F(2, 3)}
    assert mixes(found)[2] == (mixed, mixed)
    assert found.equilibria[2].payoffs == (F(14, 3), F(14, 3))


def test_the_prisoners_have_one_equilibrium_and_it_is_proved_to_be_unique():
    found = every([[(3, 3), (0, 5)], [(5, 0), (1, 1)]])
    assert mixes(found) == [({"2": 1}, {"2": 1})]
    assert found.unique == {"row": True, "column": True}
    assert proved(found.to_json()).unique == ({"row": True, "column": True},)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_coordination_game_has_an_equilibrium_for_every_choice_of_rows(size):
    found = every(identity(size))
    assert found.count == 2**size - 1
    assert all(part.dimension == 0 for part in found.components)


def test_a_game_of_three_by_three_with_five_equilibria():
    # two pure ones, one for each pair of rows that stand against each other, and the mixed one
    found = every([["3|3", "0|0", "0|2"], ["0|0", "2|2", "0|1"], ["2|0", "1|0", "1|1"]])
    assert found.count == 5
    assert len(found.components) == 5


def test_the_game_of_von_stengel_has_seventy_five_equilibria():
    found = every(sabot.BimatrixForm.of(*STENGEL))
    assert found.count == 75
    assert len(found.components) == 75
    assert proved(found.to_json()).complete


def test_the_game_of_winkels_is_one_component_of_seven_subsets():
    found = every(WINKELS)
    assert found.count == 12
    (component,) = found.components
    assert component.dimension == 2
    assert sorted(map(len, component.subsets)) == [2, 2, 2, 2, 2, 4, 4]
    assert component.numbers == tuple(range(1, 13))


def test_where_nothing_matters_everything_is_an_equilibrium():
    found = every([[(1, 2), (1, 2), (1, 2)], [(1, 2), (1, 2), (1, 2)]])
    assert found.count == 6
    (component,) = found.components
    assert component == type(component)(3, (tuple(range(1, 7)),))


def test_a_continuum_and_an_isolated_equilibrium_are_two_components():
    found = every([["1|1", "1|1", "0|0"], ["0|0", "0|0", "2|2"]])
    continua = [part for part in found.components if part.dimension]
    assert [part.dimension for part in continua] == [1, 1]  # pure against a stretch, and mixed
    assert len(found.components) == 3
    listed = {number for part in found.components for number in part.numbers}
    assert listed == set(range(1, found.count + 1))


def test_a_seat_without_a_choice_leaves_the_other_all_its_best():
    found = every([[(0, 3), (5, 1), (0, 3)]])
    assert found.count == 2
    assert found.unique == {"row": True, "column": False}
    assert found.components[0].dimension == 1


def test_payoffs_far_beyond_floats_change_nothing():
    far = 10**40
    scaled = [[(a * far + 7, b * far - 1) for a, b in row] for row in SEXES]
    assert mixes(every(scaled)) == mixes(every(SEXES))


def test_payoffs_that_floats_cannot_tell_apart_are_told_apart():
    near = F(1, 10**30)
    game = [[(1, 1), (0, 0)], [(1 + near, 0), (near, 1)]]
    found = every(game)
    assert mixes(found) == [({"2": 1}, {"2": 1})]
    assert proved(found.to_json()).complete


def test_what_floats_cannot_see_is_searched_in_fractions(monkeypatch):
    asked = []
    searched = branching._search_exactly
    monkeypatch.setattr(
        branching, "_search_exactly", lambda *given: asked.append(given) or searched(*given)
    )
    tiny = F(1, 10**30)
    game = [[(1, tiny), (0, 0)], [(0, 0), (tiny, 1)]]
    found = every(game)
    assert asked
    assert found.count == 3
    assert proved(found.to_json()).complete


def test_numbers_longer_than_floats_stay_exact_where_a_case_is_searched_again():
    # of Gambit's tests, large_payoff_game.efg: once 1 / 1 of integers made floats of fractions
    far = 10**19
    one = [[far - 1, far - 1, 2, 2], [far, 2 * far, 1, far + 1], [-2, -1, 0, 1], [-1, far, -1, far]]
    zero = BimatrixForm.of(one, [[-a for a in row] for row in one])
    assert list_bimatrix_equilibria("zero-sum", zero).count == sabot.equilibria(one).count == 2
    lifted = every([[(a, int(i == j) - a) for j, a in enumerate(r)] for i, r in enumerate(one)])
    assert proved(lifted.to_json()).complete


class Seen(KernelModule):
    """Loops that say when they are to be compiled, and run plain."""

    asked_for = False

    @property
    def compiled(self):
        self.asked_for = True
        return self.plain


def seen(monkeypatch, pays_from=10**9):
    """Return the loops of a search and of its proofs, which are not compiled in truth."""
    found = [
        Seen(loops.load, pays_from=pays_from)
        for loops in (branching.SEARCH_LOOPS, branching.PROOF_LOOPS)
    ]
    for name, loops in zip(("SEARCH_LOOPS", "PROOF_LOOPS"), found, strict=True):
        monkeypatch.setattr(branching, name, loops)
    return found


def test_a_game_is_listed_for_the_first_time_without_compiling(monkeypatch):
    searches, proofs = seen(monkeypatch, branching.SEARCH_LOOPS.pays_from)
    assert len(sabot.equilibria("kuhn-poker(ranks=2, rake=1/20)").components) == 1
    assert not searches.asked_for and not proofs.asked_for


def test_a_search_that_becomes_long_begins_again_compiled(monkeypatch):
    expected = mixes(every(identity(4)))
    searches, proofs = seen(monkeypatch)
    monkeypatch.setattr(branching, "_COMPILE_AFTER", 4)
    assert mixes(every(identity(4))) == expected
    assert searches.asked_for and proofs.asked_for


def test_many_games_are_searched_by_compiled_loops(monkeypatch):
    searches, _ = seen(monkeypatch, 3 * 4 * 4 * 8)
    for compiled in (False, False, True):
        every(identity(4))
        assert searches.asked_for == compiled


def test_every_end_can_be_searched_in_fractions_with_the_same_equilibria(monkeypatch):
    expected = mixes(every(WINKELS)), mixes(every(identity(3)))
    monkeypatch.setattr(branching, "prove_shifts", lambda *given: None)
    assert (mixes(every(WINKELS)), mixes(every(identity(3)))) == expected


def tables(seed, height, width, most, far=0):
    chance = random.Random(f"{seed} {height} {width} {most}")
    one, two = (
        [[chance.randint(0, most) + far for _ in range(width)] for _ in range(height)] for _ in "ab"
    )
    return LabelledBimatrix(height, width, tuple(zip(*two, strict=True)), one)


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 2, 9, 10**6])
@pytest.mark.parametrize(("height", "width"), [(1, 13), (4, 4), (3, 6), (6, 5)])
def test_cases_abreast_are_those_of_the_loops_to_the_last_bit(height, width, most):
    for seed in range(3):
        sides = tables(seed, height, width, most)
        floats = branching._floats(sides.first), branching._floats(sides.second)
        loops = branching._search_from_case(
            branching.SEARCH_LOOPS.plain, floats, sides, branching.EPSILON
        )
        abreast = branching._search_in_floats(sides, 0)
        for part in ("codes", "ended", "reasons"):
            assert getattr(abreast, part).tolist() == getattr(loops, part).tolist()


def test_few_cases_abreast_are_the_same_as_many(monkeypatch):
    sides = tables(0, 6, 6, 2)
    many = branching._search_in_floats(sides, 0)
    monkeypatch.setattr("sabot.solvers.all_nash.vectorized._BATCH_ENTRIES", 1)
    monkeypatch.setattr("sabot.solvers.all_nash.vectorized._QUIET_FACTOR", 0)
    few = branching._search_in_floats(sides, 0)
    assert (few.codes.tolist(), few.reasons.tolist()) == (
        many.codes.tolist(),
        many.reasons.tolist(),
    )


@pytest.mark.parametrize("far", [0, 10**30])
def test_all_shifts_at_once_are_those_of_the_loops(far):
    for seed in range(6):
        sides = tables(seed, 4, 5, 3)
        ran = branching._search_in_floats(sides, 0)
        if far:  # in Python's integers: payoffs that the same shifts tell apart
            first = [[entry * far for entry in row] for row in sides.first]
            sides = LabelledBimatrix(sides.rows, sides.columns, first, sides.second)
        both = [branching._NonnegativeTable(sides.table(side)) for side in (0, 1)]
        together = branching._ShiftProofs(sides, None, ran.ends, ran, both)
        one_by_one = branching._ShiftProofs(sides, None, ran.ends, ran, both)
        one_by_one.proved[:] = one_by_one.shifts[:] = 0
        for side in (0, 1):
            table = branching._NonnegativeTable(sides.table(side))
            labels = sides.replies(side).start, sides.mix(side).start
            branching.PROOF_LOOPS.plain.prove_shifts(
                table.entries, *labels, 1 + side, FIRST - side, table.widths,
                ran.ends, ran.ended, ran.reasons, one_by_one.shifts, one_by_one.proved,
            )  # fmt: skip
        assert together.proved.any()
        assert together.proved.tolist() == one_by_one.proved.tolist()
        shown = together.proved == 1
        assert together.shifts[shown].tolist() == one_by_one.shifts[shown].tolist()


@pytest.mark.slow  # it compiles the loops
def test_compiled_and_plain_loops_end_with_the_same_cases(monkeypatch):
    found = []
    for asked in (-(10**9), 10**9):
        for loops in (branching.SEARCH_LOOPS, branching.PROOF_LOOPS):
            monkeypatch.setattr(loops, "asked", asked)
        found.append(enumerate_equilibria(*STENGEL))
    plain, compiled = found
    assert list(compiled.tree.nodes()) == list(plain.tree.nodes())
    assert (compiled.pairs, compiled.first, compiled.second) == (
        plain.pairs,
        plain.first,
        plain.second,
    )


# ---------------------------------------------------------------------- trees, files, the verb

TREE = """EFG 2 R "an entrant and an incumbent" { "entrant" "incumbent" }
""
p "" 1 1 "" { "in" "out" } 0
p "" 2 1 "" { "fight" "share" } 0
t "" 1 "" { -1, -1 }
t "" 2 "" { 1, 1 }
t "" 3 "" { 0, 2 }
"""


def test_an_entrant_is_kept_out_by_a_continuum_of_threats(tmp_path):
    path = tmp_path / "entry.efg"
    path.write_text(TREE)
    result = run("equilibria", str(path), "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["count"] == 3
    assert [entry["payoffs"] for entry in found["equilibria"]] == [
        ["1", "1"],
        ["0", "2"],
        ["0", "2"],
    ]
    assert sorted(part["dimension"] for part in found["components"]) == [0, 1]


def test_the_rules_tell_whether_a_list_is_that_of_its_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "entry.efg").write_text(TREE)
    (tmp_path / "sexes.nfg").write_text(NFG)
    for name in ("entry.efg", "sexes.nfg", "matrix([[3|1,0|0],[0|0,1|3]])"):
        saved = run("equilibria", name, "-o", "all.json")
        assert saved.exit_code == 0, saved.output
        told = run("check", "all.json", "--rules")
        assert told.exit_code == 0, told.output
        assert "payoffs: those of" in told.stdout
    other = run("check", "all.json", "--game", "matrix([[3|1,0|0],[0|0,1|4]])")
    assert other.exit_code == 1, other.output
    assert "payoffs: NOT those of" in other.stdout


def test_rules_that_ask_each_seat_once_give_their_actions():
    @sabot.rules(name="meeting", seats=("he", "she"))
    def meeting(table):
        he = table.ask("he", ("opera", "ring"))
        she = table.ask("she", ("opera", "ring"))
        same = he == she
        table.pay(he=2 * same if he == "opera" else same, she=same if he == "opera" else 2 * same)

    found = every(meeting())
    assert found.seats == ("he", "she")
    assert found.equilibria[0]["he"]["-"] == {"opera": 1, "ring": 0}
    assert found.count == 3


NFG = """NFG 1 R "Battle of the sexes" { "he" "she" } { { "opera" "ring" } { "opera" "ring" } }

2 1 0 0 0 0 1 2
"""


def test_the_verb_takes_the_bare_name_of_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sexes.nfg").write_text(NFG)
    told = run("equilibria", "sexes.nfg")
    assert told.exit_code == 0, told.output
    assert "3 extreme ones, proved to be all" in told.stdout
    assert "opera: 2/3, ring: 1/3" in told.stdout
    document = json.loads(run("equilibria", "sexes.nfg", "--json").stdout)
    assert document["schema"] == "sabot/equilibria/3"
    assert document["count"] == len(document["equilibria"]) == 3
    assert len(document["components"]) == 3


def test_what_is_saved_is_read_back_and_checked(tmp_path):
    found = every(WINKELS)
    found.save(tmp_path / "all.json")
    again = type(found).load(tmp_path / "all.json")
    assert (again.equilibria, again.components) == (found.equilibria, found.components)
    assert again.to_json() == found.to_json()
    told = run("check", str(tmp_path / "all.json"))
    assert told.exit_code == 0, told.output
    assert "12 extreme equilibria, all there are" in told.stdout


def test_every_line_on_a_screen_fits_into_eighty_columns():
    for game in (WINKELS, SEXES, [[(i * 7 % 5, j * 3 % 4) for j in range(9)] for i in range(9)]):
        text = str(every(game))
        assert max(map(len, text.splitlines())) <= 80


def test_all_writers_tell_every_equilibrium(tmp_path):
    found = every(WINKELS)
    for suffix in ("tex", "md", "html", "csv"):
        found.save(tmp_path / f"all.{suffix}")
        assert "23/12" in (tmp_path / f"all.{suffix}").read_text()


def test_of_three_seats_the_pure_equilibria_are_listed(tmp_path):
    path = tmp_path / "three.nfg"
    path.write_text(
        'NFG 1 R "three" { "a" "b" "c" } { 2 2 2 }\n\n' + " ".join(["1 2 3"] * 8) + "\n"
    )
    result = run("equilibria", str(path), "--pure")
    assert result.exit_code == 0
    assert "equilibria  8 pure" in result.output


def test_a_tree_that_is_too_large_says_its_size():
    from sabot.forms.sequence_nplayer import bimatrix_form_for_all_nash, nplayer_form_of_tree

    form = nplayer_form_of_tree(sabot.load("kuhn-poker").tree())
    with pytest.raises(NoMethodError, match=r"27 x 64; all equilibria .* up to 50"):
        bimatrix_form_for_all_nash(form, most=50)


def test_a_game_for_three_is_refused():
    from sabot.forms.sequence import Infoset, Treeplex
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.solvers.all_nash.solve import list_equilibria

    sides = tuple(Treeplex(name, (Infoset("-", ("a", "b"), 0, 1),)) for name in "xyz")
    with pytest.raises(SeatsError, match="games with two seats"):
        list_equilibria("three", NPlayerSequenceForm(sides, (), 1, 1))


def test_vertices_that_are_too_many_for_a_limit_send_nobody_in_a_circle():
    """`solve` names this verb where it leaves uniqueness open: it must not name `solve` for it."""
    tied = BimatrixForm.of_pairs([["1|1", "1|1", "0|1"], ["1|0", "0|1", "1|1"]])
    columns = tuple(zip(*tied.two.payoffs, strict=True))
    sides = LabelledBimatrix(2, 3, columns, tied.one.payoffs)
    with pytest.raises(NoMethodError) as caught:
        branching.build_proven_tree(sides, None, branching.FoundFaces(sides, most_work=0))
    assert "too many vertices to list" in str(caught.value)
    assert "`sabot solve` gives one of them" in str(caught.value)
    assert "optimal" not in str(caught.value) and "unique" not in str(caught.value)


def degenerate(size):
    draw = random.Random(f"deg {size}")
    one, two = ([[draw.choice([0, 1, 2]) for _ in range(size)] for _ in range(size)] for _ in "ab")
    return LabelledBimatrix(size, size, tuple(zip(*two, strict=True)), one)


def test_a_degenerate_game_costs_few_comparisons():
    """The planes are taken in an order in which few pairs of rays are ever compared."""
    sides = degenerate(12)
    found = branching.build_proven_tree(sides, None, branching.FoundFaces(sides, most_work=2_000))
    assert len({(x.weights, y.weights) for xs, ys in found.faces for x in xs for y in ys}) == 61


# ---------------------------------------------------------------------- searches that are stopped


def test_the_first_equilibria_are_a_part_of_the_list():
    whole = sabot.equilibria(identity(4))
    part = sabot.equilibria(identity(4), first=3)
    assert whole.complete and not part.complete
    assert (part.count, whole.count) == (3, 15)
    assert set(map(str, part.vectors())) <= set(map(str, whole.vectors()))
    assert part.components == ()
    assert part.stopped == "stopped: 3 equilibria are found, as asked"
    assert "the list is not complete" in str(part)
    verdict = certify.check(json.loads(json.dumps(part.to_json())))
    assert "was not shown" in verdict.words
    assert verdict.to_json()["complete"] is False
    assert certify.check(whole.to_json()).to_json()["complete"] is True


def test_a_time_limit_keeps_what_was_found(monkeypatch):
    clock = iter(range(10**6))
    monkeypatch.setattr("sabot.progress.time.monotonic", lambda: next(clock))
    part = sabot.equilibria(identity(5), seconds=40)
    assert 0 < part.count < 31
    assert part.stopped == "stopped after 40 s"


def test_a_time_limit_before_the_first_equilibrium_leaves_the_pure_ones():
    part = sabot.equilibria(identity(4), seconds=1e-9)
    assert part.count == 4 and part.stopped == "stopped after 1e-09 s"
    with pytest.raises(Interrupted, match="stopped after 1e-09 s"):
        sabot.equilibria([[2, 0], [0, 1]], [[0, 1], [1, 0]], seconds=1e-9)
    one = sabot.equilibria([[1, 0], [0, 1]], seconds=1e-9)
    assert one.count == 1 and not one.complete
    assert sabot.check(one) == one.value == F(1, 2)


@pytest.mark.parametrize("limit", [{"seconds": 0}, {"seconds": -1}, {"first": 0}])
def test_a_limit_is_a_positive_number(limit):
    with pytest.raises(FormError, match="is not a positive number"):
        sabot.equilibria(identity(2), **limit)


def test_a_part_of_the_equilibria_of_a_zero_sum_game_is_listed_as_of_other_games():
    pennies = "matrix([[1,-1],[-1,1]])"
    first = sabot.equilibria([[1, 1], [1, 1]], first=3)
    assert first.count == 3 and not first.complete
    mixed = sabot.equilibria(pennies, support_size=2)
    assert mixed.vectors() == [((F(1, 2),) * 2,) * 2]
    assert sabot.equilibria(pennies, support_size=1).count == 0
    sabot.check(mixed.to_json(), rules=True)
    tree = sabot.equilibria("kuhn-poker(ranks=2)", first=1)
    assert [str(paid) for paid in tree.equilibria[0].payoffs] == ["0", "0"]
    sabot.check(tree.to_json(), rules=True)


def test_of_a_large_zero_sum_tree_the_first_is_listed_but_not_those_of_one_size():
    found = sabot.equilibria("le-her", first=1)
    assert found.count == 1
    assert sabot.check(found) == found.value == F(277, 11050)
    with pytest.raises(
        FormError, match="supports of one size cannot be asked for: this tree has 8,192 x 8,192"
    ):
        sabot.equilibria("le-her", support_size=1)


def centipede(turns, step):
    """Return a game in two seats that move in turns: who takes gets most, and *step* is added."""

    @sabot.rules(name="centipede", seats=("ann", "bob"))
    def play(table):
        for turn in range(turns):
            word = table.ask(("ann", "bob")[turn % 2], ("take", "pass"))
            table.announce(word)
            if word == "take":
                most, least = (4 << turn, 1 << turn) if step is None else (turn * step + 3, turn)
                mover = turn % 2
                return table.pay(ann=(most, least)[mover], bob=(least, most)[mover])
        return (
            table.pay(ann=1 << turns, bob=1 << turns)
            if step is None
            else table.pay(ann=turns, bob=turns)
        )

    return play()


@pytest.mark.parametrize(("turns", "step"), [(30, None), (24, 1)])
def test_a_set_with_too_many_corners_is_listed_in_part(monkeypatch, tmp_path, turns, step):
    monkeypatch.setattr(branching, "_FEW_RAYS", 60)
    monkeypatch.setattr(branching, "_MOST_RAYS", 200)
    found = sabot.equilibria(centipede(turns, step))  # it has 24,576 corners, or 3,072
    assert not found.complete and not found.components
    assert "a set with too many vertices" in found.stopped
    assert found.count > 10
    assert {one.payoffs for one in found.equilibria} == {found.equilibria[0].payoffs}
    found.save(tmp_path / "part.json")
    assert "was not shown" in certify.check(json.loads((tmp_path / "part.json").read_text())).words
    some = sabot.equilibria(centipede(turns, step), first=3)
    assert some.count == 3 and some.stopped == "stopped: 3 equilibria are found, as asked"


def test_large_faces_that_waited_are_in_the_whole_list(monkeypatch):
    usual = sabot.equilibria(centipede(12, 1))
    monkeypatch.setattr(branching, "_FEW_RAYS", 2)
    late = sabot.equilibria(centipede(12, 1))
    assert usual.complete and late.complete
    assert late.to_json() == usual.to_json()
    monkeypatch.setattr(branching, "_MOST_PAIRS", 10)
    part = sabot.equilibria(centipede(12, 1))
    assert not part.complete and 0 < part.count <= usual.count


def test_payoffs_beyond_floats_are_searched_in_fractions_at_once(monkeypatch):
    monkeypatch.setattr(branching, "_search_in_floats", None)
    twice = [[int(i == j) << 31 * i for j in range(3)] for i in range(3)]
    found = enumerate_equilibria(twice, twice)
    assert found.tree is not None and len(found.pairs) == 7
    monkeypatch.undo()
    monkeypatch.setattr(branching, "_MOST_EXACT_CASES", 1)
    assert enumerate_equilibria(twice, twice).pairs == found.pairs


def test_a_stop_in_the_first_face_keeps_a_pure_equilibrium(monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(solve, "build_proven_tree", stop)
    part = sabot.equilibria(centipede(30, 1))
    assert part.count >= 1 and not part.complete
    one, two = part.equilibria[0]["ann"].vector(), part.equilibria[0]["bob"].vector()
    assert sorted(one)[-1] == sorted(two)[-1] == 1


def test_ctrl_c_keeps_what_was_found_and_ends_with_its_own_code(monkeypatch, tmp_path):
    found = branching.FoundFaces.add

    def stop(self, *faces):
        found(self, *faces)
        if len(self.faces) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(branching.FoundFaces, "add", stop)
    path = tmp_path / "part.json"
    ran = run("equilibria", "matrix([[1|1,0|0,0|0],[0|0,1|1,0|0],[0|0,0|0,1|1]])", "-o", str(path))
    assert ran.exit_code == 4
    assert "stopped; the list is not complete: there may be other equilibria" in ran.output
    told = json.loads(path.read_text())
    assert told["count"] == 4 and told["complete"] is False and told["components"] == []
    assert "was not shown" in certify.check(told).words
    loaded = EveryEquilibrium.load(path)
    assert not loaded.complete and loaded.to_json() == told


def test_cases_beyond_the_memory_keep_what_was_found(monkeypatch):
    monkeypatch.setattr("sabot.solvers.all_nash.vectorized._BATCH_ENTRIES", 1)
    monkeypatch.setattr("sabot.solvers.all_nash.solve._UNMEASURED_LABELS", 0)
    enough = 200 * branching.memory_per_case(tables(0, 6, 6, 1))
    limits = SearchLimits(memory=lambda: enough, keep=True)
    rows = [[int(i == j) for j in range(6)] for i in range(6)]
    part = enumerate_equilibria(rows, rows, limits)
    assert part.tree is None and 0 < len(part.pairs) < 63
    assert part.stopped == "stopped: the cases take too much memory"
    with pytest.raises(NoMethodError, match="fall into more than"):
        enumerate_equilibria(rows, rows, replace(limits, keep=False))


def test_workers_find_the_same_document(monkeypatch):
    monkeypatch.setattr(branching, "_FEWEST_OPEN_CASES", 5)
    sides = degenerate(7)
    alone = branching.build_proven_tree(sides)
    for parts in (1, 2, 50):
        tasks = []

        def spread(work, some, tasks=tasks):
            tasks += some
            return map(work, some)

        found = branching.build_proven_tree(sides, spread=spread, parts=parts)
        assert list(found.tree.nodes()) == list(alone.tree.nodes())
        assert found.tree.ends == alone.tree.ends
        assert set(found.faces) == set(alone.faces)
        assert len(tasks) == min(parts, sum(len(task.starts) for task in tasks))


def test_open_cases_of_a_worker_are_searched_one_by_one_too(monkeypatch):
    monkeypatch.setattr(branching, "_FEWEST_OPEN_CASES", 5)
    sides = degenerate(7)
    alone = branching.build_proven_tree(sides)
    monkeypatch.setattr(branching, "_MAX_PLAIN_PAYOFFS", 100)
    found = branching.build_proven_tree(sides, spread=map, parts=2)
    assert list(found.tree.nodes()) == list(alone.tree.nodes())
    assert set(found.faces) == set(alone.faces)


def test_a_stop_keeps_what_workers_found_in_parts_that_are_not_done(monkeypatch):
    monkeypatch.setattr(branching, "_FEWEST_OPEN_CASES", 5)

    def stopped(work, tasks):
        for task in tasks:
            work(task)  # and the result never arrives
        raise KeyboardInterrupt
        yield

    rows = [[int(i == j) for j in range(5)] for i in range(5)]
    part = enumerate_equilibria(rows, rows, SearchLimits(spread=stopped, keep=True))
    assert part.tree is None and len(part.pairs) == 31
    whole = enumerate_equilibria(rows, rows)
    assert part.pairs == whole.pairs and part.first == whole.first


def test_what_a_worker_was_writing_when_it_was_killed_is_left_out(tmp_path):
    with branching._journal_writer(str(tmp_path)) as write:
        for weights in [(1, 0), (0, 1)]:
            vertex = branching.MixedStrategyVertex(weights, 1)
            write(((vertex,), (vertex,)))
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-3])
    ((found, _),) = branching._read_journals(str(tmp_path))
    assert found[0].weights == (1, 0)


def test_a_worker_on_another_machine_writes_no_journal(tmp_path):
    with branching._journal_writer(str(tmp_path / "elsewhere")) as write:
        assert write is None


@pytest.mark.parametrize("size", [6, 8, 10])
def test_dives_that_divide_estimate_the_size_of_a_tree(size):
    sides = tables_of_identity(size)
    about = branching.estimate_search(sides, 64).ends
    ends = branching.build_proven_tree(sides).tree.ends
    assert 0.8 * ends < about < 1.25 * ends


def tables_of_identity(size):
    rows = [[int(i == j) for j in range(size)] for i in range(size)]
    return branching.LabelledBimatrix(size, size, rows, rows)


@pytest.mark.slow
@pytest.mark.parametrize("spread", [None, lambda work, tasks: map(work, tasks)])
def test_a_search_that_will_not_fit_is_refused_before_it_is_made(monkeypatch, spread):
    monkeypatch.setattr(branching, "_ESTIMATE_AFTER", 0)
    monkeypatch.setattr("sabot.solvers.all_nash.vectorized._BATCH_ENTRIES", 1)
    monkeypatch.setattr("sabot.solvers.all_nash.solve._UNMEASURED_LABELS", 0)
    rows = [[int(i == j) for j in range(8)] for i in range(8)]
    enough = 1000 * branching.memory_per_case(tables_of_identity(8))
    limits = SearchLimits(memory=lambda: enough, keep=True, refuse_early=True, spread=spread)
    with pytest.raises(NoMethodError, match=r"about 2,\d* cases, [^$]*--first N or --seconds S"):
        enumerate_equilibria(rows, rows, limits)
    assert enumerate_equilibria(rows, rows, replace(limits, refuse_early=False)).stopped


def random_payoffs(seed, height, width):
    dice = random.Random(seed)
    return [[dice.randrange(3) for _ in range(width)] for _ in range(height)]


@pytest.mark.parametrize("seed", range(12))
def test_supports_of_one_size_have_the_equilibria_of_the_whole_list(seed):
    height, width = 2 + seed % 3, 2 + seed // 4
    one, two = random_payoffs(seed, height, width), random_payoffs(-1 - seed, height, width)
    whole = sabot.equilibria(one, two)
    found = 0
    for sizes in itertools.product(range(1, height + 1), range(1, width + 1)):
        part = sabot.equilibria(one, two, support_size=sizes)
        expected = {
            entry.vectors()
            for entry in whole
            if tuple(len(vector) - vector.count(0) for vector in entry.vectors()) == sizes
        }
        assert set(part.vectors()) == expected and not part.complete
        found += part.count
    assert found == whole.count


def test_a_file_of_one_size_of_supports_does_not_claim_to_be_complete():
    part = sabot.equilibria(identity(4), support_size=2)
    told = json.loads(json.dumps(part.to_json()))
    assert told["complete"] is False and part.count == 6
    assert "was not shown" in certify.check(told).words
    assert "only supports of 2 and 2 strategies were searched" in str(part)


@pytest.mark.parametrize("size", [0, (1,), (1, 0), "2", (1, 2, 3)])
def test_a_size_of_supports_is_one_number_or_two(size):
    with pytest.raises(FormError, match="strategies are not those of 2 players"):
        sabot.equilibria(identity(2), support_size=size)


def test_equilibria_are_a_stream():
    stream = sabot.iter_equilibria(identity(5))
    first = next(stream)
    listed = [first, *stream]
    assert stream.result.complete and len(listed) == stream.result.count == 31
    assert {one.vectors() for one in listed} == set(stream.result.vectors())
    assert next(stream, None) is None


def test_a_stream_that_is_closed_stops_its_search():
    stream = sabot.iter_equilibria(identity(12))
    next(stream)
    stream.close()
    assert stream.result is None or not stream.result.complete


def test_a_stream_raises_what_the_search_raises():
    with pytest.raises(FormError, match="supports of one size cannot be asked for"):
        next(sabot.iter_equilibria("le-her", support_size=1))


def test_equilibria_of_a_zero_sum_game_come_as_they_are_found():
    stream = sabot.iter_equilibria([[1, 1], [1, 1]])
    assert len(list(stream)) == 4 and stream.result.complete


SEXES_STRING = "matrix([[2|1,0|0],[0|0,1|2]])"


def test_the_command_line_prints_equilibria_as_they_are_found():
    ran = run("equilibria", SEXES_STRING, "--stream")
    assert "row 1: 2/3, 2: 1/3; column 1: 1/3, 2: 2/3; paid 2/3, 2/3\n" in ran.output
    assert "3 extreme equilibria, proved to be all" in ran.output
    lines = run("equilibria", SEXES_STRING, "--stream", "--json", "--first", "2").output.split("\n")
    assert json.loads(lines[0]) in sabot.equilibria(SEXES_STRING).to_json()["equilibria"]


def test_a_table_of_a_list_that_is_not_complete_says_so_in_every_row():
    rows = run("equilibria", SEXES_STRING, "--first", "1", "--csv").stdout.splitlines()
    assert rows[0].endswith(",decimal,complete") and rows[1].endswith(",false")
    assert "complete" not in run("equilibria", SEXES_STRING, "--csv").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seconds", "abc"], "'abc' is not a number"),
        (["--seconds", "inf"], "'inf' is no limit; leave the option out"),
        (["--seconds", "0"], "0.0 is not above 0"),
        (["--support-size", "x"], "'x' is not a number of strategies; write 2, or 2,3"),
        (["--support-size", "(2, 2, 2)"], "are not those of 2 players: give one number above 0"),
        (["--support-size", "2", "--jobs", "2"], "is searched in one process"),
        (["--stream", "--all"], "--stream prints lines of its own"),
        (["--support-size", "2,1", "-o", "none.json"], "no equilibrium was found"),
    ],
)
def test_wrong_options_of_equilibria_are_refused_with_a_remedy(words, said):
    ran = run("equilibria", SEXES_STRING, *words)
    assert ran.exit_code and said in ran.output


def test_the_size_of_a_game_says_what_listing_its_equilibria_takes():
    told = run("size", SEXES_STRING).output
    assert "To list all of them, among 2 x 2 reduced pure strategies" in " ".join(told.split())
    cost = json.loads(run("size", SEXES_STRING, "--json").output)["equilibria"]
    assert cost["cases"] == 10 and cost["seconds"][0] < cost["seconds"][1]
    assert json.loads(run("size", "kuhn-poker", "--json").output)["equilibria"] is None


def test_strictly_dominated_strategies_are_removed_before_the_search(monkeypatch):
    monkeypatch.setattr(solve, "_DOMINANCE_FROM", 1)
    chance, smaller = random.Random("dominated"), 0
    games = [
        [[[chance.randint(0, 9) for _ in range(5)] for _ in range(4)] for _ in range(2)]
        for _ in range(12)
    ]
    one, two = (  # STENGEL's numbers are long, and the last row and column are dominated
        [[*row, side * -(10**7)] for row in table] + [[(1 - side) * -(10**7)] * 7]
        for side, table in enumerate(STENGEL)
    )
    for first, second in [*games, (one, two)]:
        whole = enumerate_equilibria(first, second)
        with monkeypatch.context() as patch:
            patch.setattr(solve, "_DOMINANCE_FROM", 10**9)
            plain = enumerate_equilibria(first, second)
        assert (whole.first, whole.second, whole.pairs) == (plain.first, plain.second, plain.pairs)
        smaller += whole.tree.ends < plain.tree.ends
        verdict = proved(every(BimatrixForm.of(first, second)).to_json())
        assert verdict.to_json()["complete"] is True
    assert smaller > 6


def test_an_interrupt_while_a_list_is_written_keeps_it(monkeypatch):
    pressed = []
    work = solve._result_components

    def interrupted_once(found):
        if not pressed:
            pressed.append(True)
            raise KeyboardInterrupt
        return work(found)

    monkeypatch.setattr(solve, "_result_components", interrupted_once)
    kept = sabot.equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    assert pressed and kept.count == 3 and not kept.complete
    assert sabot.check(kept)
