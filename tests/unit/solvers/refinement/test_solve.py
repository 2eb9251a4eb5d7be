"""Refinements of the classical games, and laws on random ones; every answer is checked."""

import random
import re
from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest
from tests.unit.solvers.refinement import classical

import sabot
from sabot import certify
from sabot.errors import CertificateError, FormError, NoMethodError
from sabot.forms.sequence_nplayer import nplayer_form_of_lists, nplayer_form_of_tree
from sabot.io.efg import to_efg
from sabot.io.nfg import parse_nplayer_nfg
from sabot.render.views.refinement import count_words
from sabot.solvers.refinement import local_gains, perturbed_game, solve, trembles
from sabot.solvers.refinement.trees import tree_of_form

ONE = F(1)
PROFILES = [*product((0, 1), repeat=3)]


@pytest.fixture
def game(request, tmp_path):
    text = getattr(classical, request.param)
    path = tmp_path / f"game.{text[:3].lower()}"
    path.write_text(text)
    return str(path)


def of(name):
    return pytest.mark.parametrize("game", [name], indirect=True)


def listed(game, refinement):
    """Return the list after the checker has accepted it."""
    found = sabot.equilibria(game, refine=refinement)
    certify.check(found.to_json())
    return found


def played(found):
    """Return what is played with certainty, by player and view; a mix as it is."""
    return [
        {
            view: next(iter(mix)) if len(mix) == 1 else dict(mix)
            for seat in one.strategies
            for view, mix in one.strategies[seat].items()
        }
        for one in found
    ]


@of("ENTRY")
def test_an_entrant_is_not_deterred_by_an_empty_threat(game):
    found = listed(game, "subgame-perfect")
    assert played(found) == [{"e": "in", "m": "yield"}]
    assert found.complete
    assert found.method == "backward through 2 subgames", "that it is the only one is proved"
    assert played(listed(game, "perfect")) == [{"e": "in", "m": "yield"}]
    assert sabot.equilibria(game).count == 3, "of the Nash equilibria two deter it"


@of("ENTRY")
@pytest.mark.parametrize("refinement", ["sequential", "quasi-perfect", "extensive-form-perfect"])
def test_a_list_says_that_there_are_no_others_where_its_file_proves_it(game, refinement):
    found = listed(game, refinement)
    assert certify.check(found.to_json()).words == f"proved: the only {refinement} equilibrium"
    assert found.complete and not found.open
    assert count_words(found) == "1: the only one"


@of("BEER_QUICHE")
def test_a_list_of_several_still_says_that_there_may_be_others(game):
    assert not listed(game, "sequential").complete


@of("UNNAMED")
def test_a_tree_is_no_strategic_form_whatever_its_information_sets_are_called(game):
    for name in ("subgame-perfect", "perfect", "sequential"):
        (one,) = listed(game, name)
        assert {seat: [*own["-"]] for seat, own in one.strategies.items()} == {
            "A": ["R"],
            "B": ["l"],
            "C": ["y"],
        }
    with pytest.raises(NoMethodError, match="this game is a tree"):
        sabot.equilibria(game, refine="undominated")


@of("IMPOSSIBLE")
def test_a_subgame_that_chance_never_reaches_is_solved(game):
    for find in (sabot.solve, sabot.equilibria):
        found = find(game, refine="subgame-perfect")
        assert played(found) == [{"a": "R", "b": "r"}]
        certify.check(found.to_json())
    with pytest.raises(NoMethodError, match="no mistake explains what follows it"):
        sabot.solve(game, refine="sequential")


@of("CENTIPEDE")
def test_the_centipede_is_taken_at_once_and_everywhere(game):
    found = listed(game, "subgame-perfect")
    assert played(found) == [{"1": "take", "2": "take", "3": "take", "4": "take"}]
    assert found.complete
    one = sabot.solve(game, refine="quasi-perfect")
    certify.check(one.to_json())
    assert played(one) == played(found)


@of("HORSE")
def test_in_seltens_horse_only_one_component_is_sequential(game):
    found = listed(game, "subgame-perfect")
    assert found.count == 4, "no proper subgame: the extreme Nash equilibria"
    quarter = {"R": F(1, 4), "L": F(3, 4)}
    sequential = played(listed(game, "sequential"))
    assert len(sequential) == 2
    assert {"a": "R", "b": "R", "c": "L"} in sequential
    assert {"a": "R", "b": "R", "c": quarter} in sequential
    for name in ("perfect", "extensive-form-perfect", "quasi-perfect"):
        found = listed(game, name)
        certify.check(found.to_json())
        assert sorted(map(str, played(found))) == sorted(map(str, sequential))


@of("BEER_QUICHE")
def test_beer_and_quiche_both_pool_in_a_sequential_equilibrium(game):
    found = listed(game, "sequential")
    drinks = {(one["weak"], one["strong"]) for one in played(found)}
    assert drinks == {("beer", "beer"), ("quiche", "quiche")}
    assert {tuple(one.payoffs) for one in found} == {(F(29, 10), F(9, 10)), (F(21, 10), F(9, 10))}
    half = {"duel": F(1, 2), "leave": F(1, 2)}
    assert sorted(map(str, played(found))) == sorted(
        map(
            str,
            [
                {"weak": drink, "strong": drink, **answer}
                for drink, other in (("beer", "quiche"), ("quiche", "beer"))
                for answer in ({"beer": "leave", "quiche": "leave"},)
                for answer in (answer | {other: "duel"}, answer | {other: half})
            ],
        )
    )


@of("TIES")
def test_a_tie_in_a_subgame_gives_each_choice_and_says_that_there_may_be_others(game):
    found = listed(game, "subgame-perfect")
    assert played(found) == [{"1": "stop", "2": "low"}, {"1": "go", "2": "high"}]
    assert not found.complete and "infinitely many" in found.open[0]


@of("VAN_DAMME")
def test_all_equilibria_of_a_subgame_are_combined(game):
    found = listed(game, "subgame-perfect")
    assert [(one["1"], one["2"]) for one in played(found)] == [
        ("in", "s"),
        ("out", "w"),
        ("out", {"s": F(3, 4), "w": F(1, 4)}),
    ]
    assert found.complete


@of("VAN_DAMME")
@pytest.mark.parametrize("refinement", ["sequential", "quasi-perfect", "extensive-form-perfect"])
def test_a_mix_at_a_set_that_own_choices_rule_out_is_a_candidate_too(game, refinement):
    found = listed(game, refinement)
    assert ("out", {"s": F(3, 4), "w": F(1, 4)}) in [(one["1"], one["2"]) for one in played(found)]
    assert found.count == 3


def test_myersons_example_has_a_perfect_equilibrium_that_is_not_proper():
    payoffs = [
        [one.payoffs[0] for one in listed(classical.MYERSON, name)]
        for name in ("perfect", "undominated", "proper")
    ]
    assert payoffs == [[1, 0], [1, 0], [1]]
    proper = listed(classical.MYERSON, "proper")
    assert proper.complete
    assert proper.method.endswith(
        "; that there are no others is computed, and not proved by the file"
    )
    assert sabot.equilibria(classical.MYERSON).count == 3


@of("THREE")
def test_of_three_players_an_undominated_equilibrium_need_not_be_perfect(game):
    undominated, perfect = listed(game, "undominated"), listed(game, "perfect")
    assert perfect.count < undominated.count
    assert undominated.complete
    assert perfect.complete  # in no perfect equilibrium of their set A plays 2
    first, second = {"A": "1", "B": "1", "C": "1"}, {"A": "2", "B": "1", "C": "1"}
    choices = [{seat: next(iter(one[seat]["-"])) for seat in one.strategies} for one in undominated]
    assert first in choices and second in choices
    assert [one.strategies for one in perfect] == [
        {seat: {"-": {"1": ONE}} for seat in ("A", "B", "C")}
    ]


def test_a_matching_game_has_one_equilibrium_with_every_refinement():
    for name in ("undominated", "perfect", "proper"):
        found = listed([[1, -1], [-1, 1]], name)
        assert found.count == 1 and found.complete
        assert found.equilibria[0]["row"]["-"] == {"1": F(1, 2), "2": F(1, 2)}


@of("SELTEN_2")
def test_perfect_in_the_normal_form_is_not_perfect_in_the_extensive_form(game):
    found = listed(game, "extensive-form-perfect")
    assert played(found) == [{"1": "R", "2": "R", "3": "l"}]
    other = {"A": {"1": {"R": "1"}, "3": {"r": "1"}}, "B": {"2": {"R": "1"}}}
    told = found.to_json()
    told["equilibria"][0]["strategies"] = other
    first = [[4], [4, -4], [0, 4], [0, 4, -1], [0, 0, 1]]
    told["certificate"]["evidence"] = [{"trembles": [first, [[1], [1, -1], [0, 1]]]}]
    with pytest.raises(CertificateError, match="a choice is not best"):
        certify.check(certify.sealed(told))
    told["refinement"] = "perfect"
    first[3:] = [[0, 2], [0, 2]]
    told["certificate"]["evidence"] = [{"trembles": [first, [[1], [1, -1], [0, 1]]]}]
    told["equilibria"][0]["strategies"]["A"]["3"] = {"r": "1/2", "l": "1/2"}
    assert certify.check(certify.sealed(told)).words == "proved: a perfect equilibrium"


@of("OWN_MISTAKE")
def test_a_player_that_may_err_later_stops_in_an_extensive_form_perfect_equilibrium(game):
    (only,) = played(sabot.solve(game, refine="extensive-form-perfect"))
    assert only == {"1": "stop", "2": "right"}
    quasi = played(listed(game, "quasi-perfect"))
    assert {"1": "go", "2": "right"} in quasi and {"1": "stop", "2": "right"} in quasi
    assert played(listed(game, "extensive-form-perfect")) == [only]


@pytest.mark.parametrize(
    ("name", "paid"),
    [
        ("kuhn-poker", F(-1, 18)),
        ("kuhn-poker(ranks=8)", F(-1, 16)),
        ("kuhn-poker(rake=1/20)", F(-23, 210)),
        ("leduc-poker(ranks=2)", F(0)),
        ("le-her(ranks=5)", None),
    ],
)
def test_extensive_form_perfect_equilibria_of_card_games(name, paid):
    found = sabot.solve(name, refine="extensive-form-perfect")
    certify.check(found.to_json())
    if paid is None:
        paid = sabot.solve(name).value
    assert found.equilibria[0].payoffs[0] == paid
    trembles = found.certificate["evidence"][0]["trembles"]
    assert any(len(weight) > 1 for plan in trembles for weight in plan)


@pytest.mark.parametrize("refinement", ["extensive-form-perfect", "quasi-perfect"])
def test_a_tremble_that_is_too_large_is_noticed_and_made_smaller(refinement, monkeypatch):
    """With e = 1/4 Leduc poker has another basis than with every small e."""
    monkeypatch.setattr(solve, "LEAST_BITS", (2, 24))
    monkeypatch.setattr(solve, "MOST_UNKNOWNS", 0)
    found = sabot.solve("leduc-poker(ranks=2)", refine=refinement)
    assert found.method == "equilibrium with trembles, from e = 2^-24"
    certify.check(found.to_json())
    monkeypatch.setattr(solve, "LEAST_BITS", (2,))
    with pytest.raises(NoMethodError, match=r"with trembles of 2\^-2 to 2\^-2 no basis"):
        sabot.solve("leduc-poker(ranks=2)", refine=refinement)


def test_a_constant_sum_game_is_solved_as_a_zero_sum_game(tmp_path):
    """Both are paid 1 more than in Kuhn poker."""
    path = tmp_path / "kuhn.efg"
    text = to_efg(sabot.load("kuhn-poker"), "Kuhn")
    payoffs = re.compile(r"\{ (-?\d+),? (-?\d+) \}")
    path.write_text(payoffs.sub(lambda m: f"{{ {int(m[1]) + 1} {int(m[2]) + 1} }}", text))
    found = sabot.solve(str(path), refine="extensive-form-perfect")
    certify.check(found.to_json())
    assert found.equilibria[0].payoffs == (F(17, 18), F(19, 18))


@pytest.mark.parametrize("seed", range(8))
def test_random_trees_have_an_extensive_form_perfect_equilibrium(seed, tmp_path):
    """The first player moves, then the second, who does not see it, then the first again."""
    by_seed = random.Random(seed)
    ends = iter(range(1, 99))

    def pay():
        return f"{by_seed.randint(0, 3)} {by_seed.randint(0, 3)}"

    rows = ['EFG 2 R "" { "A" "B" }', 'p "" 1 1 "a" { "l" "r" } 0']
    for side in (2, 3):
        rows.append('p "" 2 1 "b" { "l" "r" } 0')
        rows.append(f't "" {next(ends)} "" {{ {pay()} }}')
        rows.append(f'p "" 1 {side} "c{side}" {{ "l" "r" }} 0')
        rows += [f't "" {next(ends)} "" {{ {pay()} }}' for _ in range(2)]
    path = tmp_path / "random.efg"
    path.write_text("\n".join(rows) + "\n")
    found = sabot.solve(str(path), refine="extensive-form-perfect")
    certify.check(found.to_json())
    tree = sabot.load(str(path)).tree()
    choices = _choices_of(tree, found.equilibria[0])
    assert local_gains.is_subgame_perfect(tree, choices)
    assert not local_gains.gains_despite_mistakes(tree, choices, of_all=True)
    assert local_gains.orders_of_mistakes(tree, choices, of_all=True) is not None


def test_off_the_path_of_a_zero_sum_tree_mistakes_are_answered_best():
    found = sabot.solve("kuhn-poker(ranks=6)", refine="quasi-perfect")
    certify.check(found.to_json())
    assert found.equilibria[0].payoffs[0] == sabot.solve("kuhn-poker(ranks=6)").value


@pytest.mark.parametrize(
    ("name", "never_reached"), [("kuhn-poker", 0), ("le-her", 0), ("leduc-poker", 42)]
)
def test_a_plain_solution_is_a_best_response_wherever_the_other_player_leads(name, never_reached):
    """At the information sets that the other player's plan never reaches, it is arbitrary."""
    found, form = sabot.solve(name), nplayer_form_of_tree(sabot.load(name).tree())
    plans = []
    for side in form.sides:
        plan = [ONE] + [F(0)] * (side.count - 1)
        for cell in side.cells:
            for action, s in zip(cell.actions, cell.sequences, strict=True):
                plan[s] = plan[cell.parent] * found[side.name][cell.key].get(action, 0)
        plans.append(plan)
    apart = 0
    for seat, side in enumerate(form.sides):
        worth, reach = form.gains(seat, plans)[0], form.arrivals(seat, plans)[0]
        for cell in reversed(side.cells):
            arrives = sum(reach[s] for s in cell.sequences)
            best = max(worth[s] for s in cell.sequences)
            apart += not arrives
            for action, s in zip(cell.actions, cell.sequences, strict=True):
                if arrives and found[side.name][cell.key].get(action, 0):
                    assert worth[s] == best
            reach[cell.parent] += arrives
            worth[cell.parent] += best
    assert apart == never_reached


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "refinement"),
    [("leduc-poker", "quasi-perfect"), ("leduc-poker(raises=0)", "extensive-form-perfect")],
)
def test_mistakes_in_leduc_poker_are_answered_best(name, refinement):
    found = sabot.solve(name, refine=refinement)
    certify.check(found.to_json())
    assert found.equilibria[0].payoffs[0] == sabot.solve(name).value


@pytest.mark.parametrize("seed", range(12))
def test_random_bimatrix_games_have_a_proper_equilibrium_among_the_perfect_ones(seed):
    by_seed = random.Random(seed)
    rows, columns = by_seed.choice([(2, 3), (3, 3), (3, 2)])
    table = [
        [(by_seed.randint(0, 2), by_seed.randint(0, 2)) for _ in range(columns)]
        for _ in range(rows)
    ]
    perfect = [one.strategies for one in listed(table, "perfect")]
    every = [one.strategies for one in sabot.equilibria(table)]
    proper = sabot.solve(table, refine="proper")
    certify.check(proper.to_json())
    (own,) = (one.strategies for one in proper)
    assert own in perfect or own not in every, "an extreme proper equilibrium is perfect"
    assert perfect and all(strategies in every for strategies in perfect)


def unreachable(nodes):
    """Fail where a tree is explored far beyond the limit."""
    assert nodes < 30_000


def test_a_proper_equilibrium_inside_a_set_is_found():
    # The third row is weakly dominant, and the columns pay the same against it. The other rows
    # cost 1 - y2 and 2 * y2. If they cost unequally, the column player answers the cheaper one by a
    # column that makes it the costlier one. So y2 = 1/3; the third column never pays most then.
    game = [
        [(1, 2), (2, 0), (1, 1)],
        [(2, 0), (0, 1), (2, 0)],
        [(2, 1), (2, 1), (2, 1)],
    ]
    found = sabot.equilibria(game, refine="proper")
    assert found.vectors() == [((0, 0, 1), (F(2, 3), F(1, 3), 0))]
    assert not found.complete
    assert certify.check(found.to_json()).words == "proved: a proper equilibrium"
    assert sabot.solve(game, refine="proper").vectors() == found.vectors()


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ([[(1, 5), (1, 5)], [(2, 2), (0, 0)]], 1),  # to fight is dominated: staying out is no mix
        ([[(1, 1), (1, 1), (0, 0)], [(0, 0), (0, 0), (2, 2)]], 5),  # sets whose ends are proper
    ],
)
def test_where_no_other_equilibrium_of_a_set_can_be_proper_a_list_says_so(game, count):
    found = sabot.equilibria(game, refine="proper")
    assert (found.count, found.complete) == (count, True)


def test_what_a_form_does_not_have_is_said_before_the_work():
    with pytest.raises(NoMethodError, match="strategic form has no subgames"):
        sabot.solve([[1, 2], [3, 4]], refine="subgame-perfect")
    with pytest.raises(NoMethodError, match=r"undominated, perfect$"):
        sabot.solve(parse_nplayer_nfg(classical.THREE), refine="quasi-perfect")
    with pytest.raises(NoMethodError, match=r"this game is a tree\n.*, extensive-form-perfect$"):
        sabot.equilibria("kuhn-poker", refine="proper")
    with pytest.raises(FormError, match="no refinement 'perfekt'; did you mean 'perfect'"):
        sabot.solve("kuhn-poker", refine="perfekt")
    with pytest.raises(NoMethodError, match="refinements are looked for up to 20,000"):
        sabot.solve("leduc-poker(ranks=13)", refine="sequential")
    with pytest.raises(NoMethodError, match="the limit for zero-sum trees is 1,600"):
        sabot.solve("leduc-poker(ranks=5)", refine="sequential")
    with pytest.raises(NoMethodError, match=r"1,254 unknowns .* trees is 700"):
        sabot.solve("leduc-poker", refine="extensive-form-perfect")
    with pytest.raises(NoMethodError, match="the limit for general-sum trees is 180"):
        sabot.solve("leduc-poker(ranks=2, rake=1/20)", refine="extensive-form-perfect")
    with pytest.raises(NoMethodError, match="the limit for general-sum trees is 420"):
        sabot.solve("leduc-poker(ranks=2, rake=1/20)", refine="sequential")
    with pytest.raises(NoMethodError, match=r"337 sequences of choices; .* up to 150"):
        sabot.equilibria("leduc-poker", refine="sequential")
    with pytest.raises(FormError, match="has no finite tree"):
        sabot.solve("von-neumann", refine="perfect")
    with pytest.raises(NoMethodError, match="more than 20,000 nodes"):
        sabot.solve("baccara", refine="sequential", progress=unreachable)
    with pytest.raises(NoMethodError, match="games of two players"):
        sabot.solve(parse_nplayer_nfg(classical.THREE), refine="proper")


def test_more_orders_of_mistakes_than_can_be_tried_are_counted_and_not_made():
    table = [[(int(i == 0), int(j == 0)) for j in range(18)] for i in range(18)]
    with pytest.raises(NoMethodError, match="an equilibrium has more than 40,000 orders of mist"):
        sabot.solve(table, refine="proper")


# ---------------------------------------------------------------------- three players, strategic


def three(payoffs):
    return parse_nplayer_nfg('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + payoffs)


@pytest.mark.parametrize(
    ("payoffs", "actions"),
    [
        ("0 0 2 2 2 1 2 2 2 1 2 1 0 1 1 1 1 1 0 2 0 0 0 2", "211"),
        ("1 0 1 0 0 0 0 1 0 1 1 0 1 0 0 0 1 0 1 0 0 0 0 1", "122"),
    ],
)
def test_trembles_of_different_orders_show_an_equilibrium_to_be_perfect(payoffs, actions):
    found = sabot.equilibria(three(payoffs), refine="perfect")
    wanted = {seat: {"-": {a: ONE}} for seat, a in zip("ABC", actions, strict=True)}
    at = [one.strategies for one in found].index(wanted)
    plans = found.certificate["evidence"][at]["trembles"]
    assert max(len(term) for plan in plans for term in plan) > 2  # beyond the first order
    sabot.check(found)


def test_a_tree_in_which_all_choose_once_is_a_strategic_form(tmp_path):
    """C moves first, or last: chance decides, and nobody sees it."""
    by_seed, ends = random.Random(5), iter(range(1, 99))
    paid = [{at: [by_seed.randint(0, 3) for _ in at] for at in PROFILES} for _ in range(2)]

    def rows(order, table, moved):
        if len(moved) == 3:
            a, b, c = table[moved[0], moved[1], moved[2]]
            return [f't "" {next(ends)} "" {{ {a} {b} {c} }}']
        seat = order[len(moved)]
        below = [row for a in (0, 1) for row in rows(order, table, {**moved, seat: a})]
        return [f'p "" {seat + 1} 1 "{"abc"[seat]}" {{ "1" "2" }} 0', *below]

    tree = ['EFG 2 R "" { "A" "B" "C" }', 'c "" 1 "" { "u" 1/3 "d" 2/3 } 0']
    tree += rows((2, 0, 1), paid[0], {}) + rows((0, 1, 2), paid[1], {})
    path = tmp_path / "once.efg"
    path.write_text("\n".join(tree) + "\n")
    means = {
        at: [p + 2 * q for p, q in zip(paid[0][at], paid[1][at], strict=True)] for at in PROFILES
    }
    game = [[[means[a, b, c] for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    for name in ("perfect", "undominated"):
        found, same = listed(str(path), name), listed(game, name)
        assert found.vectors() == same.vectors() and found.open == same.open
    every, found = sabot.equilibria(game), listed(str(path), "subgame-perfect")
    assert every.complete and len(every.subsets) == 2 and len(found.vectors()) == 4  # their ends
    with pytest.raises(NoMethodError, match="every equilibrium of it is sequential"):
        sabot.equilibria(game, refine="sequential")


def test_where_an_action_always_gains_it_gains_for_random_small_trembles():
    by_seed, shown = random.Random(4), [0, 0]
    for _ in range(60):
        form = three(" ".join(str(by_seed.randint(0, 1)) for _ in range(24)))
        normal = trembles._NormalForm(tree_of_form(form), form)
        for played in product(((0,), (1,), (0, 1)), repeat=3):
            mixes = {
                (s, 0): tuple(F(int(a in own), len(own)) for a in (0, 1))
                for s, own in enumerate(played)
            }
            pure = sum(map(len, played)) == 3
            if sum(map(len, played)) > 4 or not (
                normal.always_gains(mixes) or (pure and normal.orders_of_trembles(mixes) is None)
            ):
                continue
            shown[sum(map(len, played)) > 3] += 1
            for _ in range(5):
                e = [F(1, 10 ** by_seed.randint(3, 9)) for _ in played]
                near = [[x - e[s] if x else e[s] for x in mixes[s, 0]] for s in range(len(played))]
                assert any(
                    gain_of_the_other(normal, near, s, a) > 0
                    for s, own in enumerate(played)
                    for a in own
                )
    assert min(shown) > 10


def gain_of_the_other(normal, near, seat, own):
    """Return what the action that is not played pays more, where the others tremble."""
    total = F(0)
    for others in normal.others(seat):
        chance = F(1)
        for mix, action in zip([m for s, m in enumerate(near) if s != seat], others, strict=True):
            chance *= mix[action]
        gain = normal.amount(seat, 1 - own, others) - normal.amount(seat, own, others)
        total += chance * gain
    return total


def test_refinements_of_a_large_game_for_three_are_refused_in_words():
    with pytest.raises(NoMethodError, match="refinements for three or more players are looked for"):
        sabot.equilibria("kuhn-poker(players=3)", refine="perfect")


def test_a_regular_equilibrium_is_perfect_whoever_mixes():
    """Three mix, and the second action of a fourth player, which is not played, moves them all."""

    def pay(a, b, c, d):
        if d:
            return a * (1 + b * c), b * (2 + a * c), c * (1 + 3 * a * b), 0
        return 2 * (a == b) + (a == b == c), (b == c) * (1 + a), (c != a) * (1 + b), 1

    profiles = [at[::-1] for at in product((0, 1), repeat=4)]
    body = " ".join(str(int(amount)) for at in profiles for amount in pay(*at))
    form = parse_nplayer_nfg(f'NFG 1 R "" {{ "A" "B" "C" "D" }} {{ 2 2 2 2 }} {body}')
    found = sabot.equilibria(form, refine="perfect")
    (one,) = found.equilibria
    assert found.complete and one["D"]["-"] == {"1": 1}
    assert {x for k in "ABC" for x in one[k]["-"].values()} == {F(1, 2)}
    assert len(found.certificate["evidence"][0]["regular"]) == 3
    assert certify.check(found.to_json()).words == "proved: a perfect equilibrium"


@pytest.mark.parametrize(
    ("if_two_errs", "if_both_err", "ends"),
    [(-1, 0, True), (-1, 5, True), (1, 0, False), (0, 5, False)],
)
def test_an_end_of_a_set_is_perfect_if_trembles_keep_the_player_who_mixes_indifferent(
    if_two_errs, if_both_err, ends
):
    """The third player gains 1 by its second action if the first one errs, and else as here."""
    gains = {(0, 0): 0, (1, 0): 1, (0, 1): if_two_errs, (1, 1): if_both_err}

    def pay(a, b, c):
        return (1 - c if a == 0 else c), 1 - b, c * gains[a, b]

    game = [[[pay(a, b, c) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    found = sabot.equilibria(game, refine="perfect")
    set_ends = [{"1": F(1)}, {"1": F(1, 2), "2": F(1, 2)}]
    strict, *others = (one["3"]["-"] for one in found)
    assert strict == {"2": 1} and others == (set_ends if ends else [])
    assert trembles.NOT_DECIDED not in found.open


def test_a_mix_moves_with_the_trembles_of_the_pure_players():
    """Cleo mixes half and half. If Ann and Bob err with a, her first action must lose about a/6.

    With half of each Bob would gain by erring.
    """
    paid = "2 0 2 2 2 0 0 0 2 2 0 1 0 1 1 2 0 2 2 0 0 0 2 1"
    form = parse_nplayer_nfg(f'NFG 1 R "" {{ "Ann" "Bob" "Cleo" }} {{ 2 2 2 }} {paid}')
    tree = tree_of_form(form)
    found = trembles.EvidenceList([])
    normal = trembles._NormalForm(tree, nplayer_form_of_tree(tree))
    search = trembles._PerfectSearch(normal, "perfect", found, first=False)
    half = F(1, 2)
    assert search.add_one({(0, 0): (F(0), ONE), (1, 0): (F(0), ONE), (2, 0): (half, half)})
    moved = found.profiles[0].evidence["trembles"][2]
    assert moved[1][0] == moved[2][0] and moved[1][1] < moved[2][1]


@of("INSIDE")
def test_of_a_set_the_centre_is_tried_in_a_tree_too(game):
    found = listed(game, "perfect")
    assert played(found) == [{"a": "in", "b": "in", "c": {"l": F(1, 2), "r": F(1, 2)}}]
    assert found.open == ("of a set of equilibria only the extreme ones and the centre are tried",)


def test_a_list_with_one_end_of_a_set_does_not_say_that_it_is_the_only_one(tmp_path):
    """Player B never gains by erring, so that l with 1/4 to 1 is perfect."""
    path = tmp_path / "game.efg"
    path.write_text(classical.INSIDE.replace("{ -3/4 1/4 0 }", "{ -3/4 -1 0 }"))
    found = listed(str(path), "perfect")
    assert played(found) == [{"a": "in", "b": "in", "c": "l"}]
    assert found.open == ("of a set of equilibria only the extreme ones are tried",)


@of("HORSE")
def test_a_list_spans_a_set_if_its_ends_are_perfect_or_an_action_in_use_always_loses(game):
    found = listed(game, "perfect")
    assert (found.complete, found.open) == (True, ())
    assert [one["A"]["a"] for one in found] == [{"R": ONE}] * 2
    assert [one["C"]["c"] for one in found] == [{"L": ONE}, {"L": F(3, 4), "R": F(1, 4)}]


def test_a_profile_that_no_orders_of_trembles_explain_is_not_perfect():
    """Three coordinate among three places; where all differ, nobody alone can change that."""
    game = [[[(int(a == b == c),) * 3 for c in range(3)] for b in range(3)] for a in range(3)]
    found = sabot.equilibria(game, refine="perfect")
    pure = [one for one in found if all(1 in own["-"].values() for own in one.strategies.values())]
    assert found.complete and [one.payoffs for one in pure] == [(1, 1, 1)] * 3
    assert len(sabot.equilibria(game, refine="undominated")) == len(found) + 6


@pytest.mark.parametrize("name", ["perfect", "undominated"])
def test_one_equilibrium_of_three_players_is_not_looked_for_beyond_the_first(name, monkeypatch):
    game = [[[meet(a, b, c) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    looked_at = []
    beliefs = trembles._NormalForm.beliefs
    monkeypatch.setattr(
        trembles._NormalForm, "beliefs", lambda *own: looked_at.append(own) or beliefs(*own)
    )
    assert sabot.solve(game, refine=name).count == 1 and len(looked_at) == 1
    assert listed(game, name).count == 3


def test_a_list_of_pure_equilibria_says_so_of_the_game():
    game = [[[(-a, -b, -c) for c in range(5)] for b in range(4)] for a in range(4)]
    found = listed(game, "undominated")
    assert found.count == 1
    assert found.open[0].startswith("of the game only pure equilibria are listed: ")


def test_a_reason_why_there_may_be_others_is_given_once(tmp_path, monkeypatch):
    path = tmp_path / "out.efg"
    path.write_text(
        'EFG 2 R "out" { "A" "B" } p "" 1 1 "" { "out" "in" } 0 t "" 1 "" { 2 1 } '
        'p "" 2 1 "" { "l" "r" } 0 p "" 1 2 "" { "x" "y" } 0 '
        't "" 2 "" { 1 1 } t "" 3 "" { 0 1 } t "" 4 "" { 0 1 }'
    )
    monkeypatch.setattr(solve, "MOST_COMPLETIONS", 1)
    found = sabot.equilibria(str(path), refine="sequential")
    reasons = [one for one in found.open if "more than 1 choice" in one]
    assert found.count == 2 and len(reasons) == 1


def test_a_mixture_of_perfect_equilibria_need_not_be_perfect():
    """The first column dominates. Half of each of the first two rows is worse than the third."""
    rows = [(10, 20, 0), (10, 0, 20), (10, 11, 11)]
    game = [[(amount, int(not k)) for k, amount in enumerate(row)] for row in rows]
    assert trembles.full_mix_response(rows, [0, 1]) is None
    assert count_words(listed(game, "perfect")) == (
        "3: every perfect equilibrium is a mixture of these; a mixture need not be perfect"
    )


OUTSIDE_OPTION = """EFG 2 R "battle of the sexes with an outside option" { "A" "B" }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 2 2 }
p "" 1 2 "" { "T" "B" } 0
p "" 2 1 "" { "L" "R" } 0
t "" 2 "" { 3 1 }
t "" 3 "" { 0 0 }
p "" 2 1 "" { "L" "R" } 0
t "" 4 "" { 0 0 }
t "" 5 "" { 1 3 }
"""


@pytest.mark.parametrize("refinement", ["subgame-perfect", *solve._SUBGAME_PERFECT])
def test_what_is_not_subgame_perfect_has_no_finer_refinement(refinement, tmp_path):
    """After "out", the first may not plan T against R in the subgame."""
    path = tmp_path / "option.efg"
    path.write_text(OUTSIDE_OPTION)
    found = sabot.equilibria(str(path), refine=refinement)
    assert (found.count, found.complete, found.open) == (3, True, ())
    assert count_words(found) == "3: these are all"


def test_finitely_many_equilibria_are_said_to_be_all():
    sexes = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]]
    for refinement in ("perfect", "undominated", "proper"):
        assert count_words(listed(sexes, refinement)) == "3: these are all"


@pytest.mark.parametrize(
    "refinement", ["subgame-perfect", "sequential", "quasi-perfect", "extensive-form-perfect"]
)
def test_an_equilibrium_with_a_root_is_not_forgotten(refinement, tmp_path):
    """Of the three equilibria of the meeting one mixes with the square root of 2."""
    text = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 1 1 1' + " 0" * 18 + " 2 1/2 2"
    (tmp_path / "meet.nfg").write_text(text)
    tree = to_efg(sabot.load(str(tmp_path / "meet.nfg")), "meeting")
    path = tmp_path / "meet.efg"
    path.write_text(tree.replace('1 1 "-"', '1 1 "a"'))
    found = sabot.equilibria(str(path), refine=refinement)
    assert (found.count, found.complete) == (2, False)
    assert any("irrational probabilities is left out" in reason for reason in found.open)


VOTE = """EFG 2 R "who decides" { "A" "B" }
p "" 1 1 "" { "me" "you" } 0
p "" 2 1 "" { "me" "you" } 0
c "" 1 "" { "A" 1/2 "B" 1/2 } 0
p "" 1 2 "" { "right" "wrong" } 0
t "" 1 "" { 1 1 }
t "" 2 "" { 0 0 }
p "" 2 2 "" { "right" "wrong" } 0
t "" 1
t "" 2
p "" 1 3 "" { "right" "wrong" } 0
t "" 1
t "" 2
p "" 2 1 "" { "me" "you" } 0
p "" 2 3 "" { "right" "wrong" } 0
t "" 1
t "" 2
c "" 2 "" { "A" 1/2 "B" 1/2 } 0
p "" 1 4 "" { "right" "wrong" } 0
t "" 1
t "" 2
p "" 2 4 "" { "right" "wrong" } 0
t "" 1
t "" 2
"""


@pytest.mark.parametrize("refinement", ["quasi-perfect", "extensive-form-perfect"])
def test_mistakes_of_high_orders_are_found_by_linear_programs(refinement, tmp_path):
    path = tmp_path / "vote.efg"
    path.write_text(VOTE)
    found = sabot.equilibria(str(path), refine=refinement)
    certify.check(found.to_json())
    assert found.count == 4 and not any("not decided" in reason for reason in found.open)


def test_a_player_who_may_err_later_does_not_rely_on_itself(tmp_path):
    """Van Damme's player has 1 for sure, or 1 unless it makes a mistake at its second move."""
    path = tmp_path / "one.efg"
    path.write_text(
        'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "L" "R" } 0 t "" 1 "" { 1 0 } '
        'p "" 1 2 "" { "l" "r" } 0 t "" 2 "" { 1 0 } t "" 3 "" { 0 0 }'
    )
    found = sabot.equilibria(str(path), refine="extensive-form-perfect")
    assert [one["A"]["1"] for one in found] == [{"L": 1}]
    assert count_words(found) == "1: the only one"
    relying = sabot.equilibria(str(path), refine="quasi-perfect")
    assert (relying.count, relying.complete) == (2, False)


def _choices_of(tree, one):
    return {
        (seat, view): tuple(one.strategies[name][own.key].get(a, F(0)) for a in own.actions)
        for seat, (name, held) in enumerate(zip(tree.seats, tree.infosets, strict=True))
        for view, own in enumerate(held)
    }


@pytest.mark.parametrize("game", ["ENTRY", "CENTIPEDE", "VAN_DAMME", "BEER_QUICHE"], indirect=True)
@pytest.mark.parametrize("refinement", ["quasi-perfect", "extensive-form-perfect"])
def test_what_has_trembles_is_never_left_out(game, refinement):
    """The equilibria that the checker has accepted pass what leaves candidates out."""
    tree, of_all = sabot.load(game).tree(), refinement == "extensive-form-perfect"
    for one in sabot.equilibria(game, refine=refinement):
        choices = _choices_of(tree, one)
        assert local_gains.is_subgame_perfect(tree, choices)
        assert not local_gains.gains_despite_mistakes(tree, choices, of_all=of_all)
        assert local_gains.orders_of_mistakes(tree, choices, of_all=of_all) is not None


def test_what_is_not_decided_has_a_reason():
    """A and C mix; by the only mixes that keep both indifferent if B errs, B gains by the error."""
    form = three("0 2 1 0 0 2 1 0 0 0 1 1 0 2 0 0 2 2 0 2 2 1 2 0")
    found = sabot.equilibria(form, refine="perfect")
    assert not found.complete and trembles.NOT_DECIDED in found.open


@pytest.mark.parametrize(
    "payoffs",
    [
        "1 1 0 2 2 0 1 0 2 2 0 2 0 0 1 1 1 0 1 1 1 1 2 2",
        "2 0 0 1 2 0 0 0 2 0 1 2 0 1 1 0 0 0 1 1 1 1 2 0",
    ],
)
def test_equations_with_a_common_power_of_the_tremble_are_solved(payoffs):
    """A player is indifferent where nobody errs; the trembles of others have to keep it so."""
    found = listed(three(payoffs), "perfect")
    assert [sum(map(bool, own)) for own in found.vectors()[0]] == [1, 2, 2]


def meet(a, b, c):
    """Three meet at the first place or at the second."""
    return {0: (1, 1, 1), 3: (2, F(1, 2), 2)}.get(a + b + c, (0, 0, 0))


def tied(a, b, c, d):
    """The fourth player gains by its second action what the first one gains by its own."""
    return meet(a, b, c)[0] + a * d, *meet(a, b, c)[1:], d * (meet(1, b, c)[0] - meet(0, b, c)[0])


def dominated(a, b, c, d):
    """The third action of the first player pays like its first one, and more if the fourth errs."""
    first, *others = meet(a, b, c) if a < 2 else (meet(0, b, c)[0] + d, 0, 0)
    return first, *others, d * (a == 2)


@pytest.mark.parametrize(("pay", "size"), [(tied, 2), (dominated, 3)])
def test_an_irrational_equilibrium_is_undominated_or_not_by_its_support(pay, size):
    for_three = [[[meet(a, b, c) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    (one,) = (one for one in sabot.equilibria(for_three) if one.root is not None)
    form = nplayer_form_of_lists(
        [[[[pay(a, b, c, d) for d in (0, 1)] for c in (0, 1)] for b in (0, 1)] for a in range(size)]
    )
    normal = trembles._NormalForm(tree_of_form(form), form)
    strategies = {**one.strategies, "4": {"-": {"1": ONE}}}
    normal.irrational = [replace(one, strategies=strategies, payoffs=(*one.payoffs, F(0)))]
    for name in ("perfect", "undominated"):
        found = trembles.EvidenceList([], "")
        assert not [*normal.regular_profiles(name, found)]
        assert found.open == ([] if pay is dominated else [trembles.IRRATIONAL_NOT_REGULAR[name]])


def test_regular_equilibria_of_three_are_perfect_and_undominated():
    """Van Damme (1991), chapter 2: every regular equilibrium is proper, and so it is perfect."""
    by_seed, mixed, roots = random.Random(3), 0, 0
    for _ in range(8):
        paid = {at: [by_seed.randint(-99, 99) for _ in at] for at in product((0, 1), repeat=3)}
        game = [[[paid[a, b, c] for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
        listed = sabot.equilibria(game)
        for name in ("perfect", "undominated"):
            found = sabot.equilibria(game, refine=name)
            assert found.complete and {str(one.payoffs) for one in found} == {
                str(one.payoffs) for one in listed
            }
            again = sabot.RefinedEquilibria.from_json(found.to_json())
            assert again == found and set(again) == set(found)
            assert set(found.vectors()) == set(listed.vectors())
        mixed += sum(any(1 not in own for own in one.vectors()) for one in listed)
        roots += sum(one.root is not None for one in listed)
    assert mixed > 1 and roots


def test_a_zero_sum_tree_with_many_unknowns_has_a_subgame_perfect_equilibrium():
    found = sabot.solve("leduc-poker(ranks=2)", refine="subgame-perfect")
    certify.check(found.to_json())


@pytest.mark.parametrize("game", ["ENTRY", "CENTIPEDE", "VAN_DAMME", "BEER_QUICHE"], indirect=True)
def test_beyond_the_trembles_one_subgame_perfect_equilibrium_is_found_backward(game, monkeypatch):
    monkeypatch.setattr(perturbed_game, "MOST_UNKNOWNS", 0)
    monkeypatch.setattr(perturbed_game, "MOST_SEQUENCE_UNKNOWNS", 0)
    found = sabot.solve(game, refine="subgame-perfect")
    assert found.method.startswith("backward")
    certify.check(found.to_json())
    every = sabot.equilibria(game, refine="subgame-perfect")
    assert found.equilibria[0].payoffs in [one.payoffs for one in every]


@pytest.mark.slow
def test_a_tree_too_large_for_trembles_has_a_subgame_perfect_equilibrium():
    """What a list that is too large names, and what is named there, is found."""
    with pytest.raises(NoMethodError, match="sabot solve GAME --refine subgame-perfect"):
        sabot.equilibria("leduc-poker(ranks=4)", refine="subgame-perfect")
    found = sabot.solve("leduc-poker(ranks=4)", refine="subgame-perfect")
    certify.check(found.to_json())
    assert found.equilibria[0].payoffs[0] == sabot.solve("leduc-poker(ranks=4)").value


def test_a_large_tree_is_refused_as_a_tree_however_many_strategies_it_has():
    with pytest.raises(NoMethodError, match="this game is a tree"):
        sabot.solve("kuhn-poker(ranks=13)", refine="proper")


@pytest.mark.parametrize(
    ("refinement", "named"),
    [("sequential", "sequential"), ("extensive-form-perfect", "subgame-perfect")],
)
def test_a_list_that_is_refused_names_one_equilibrium_that_is_found(refinement, named):
    """Of Leduc poker one sequential equilibrium is found, and no extensive-form-perfect one."""
    with pytest.raises(NoMethodError, match=f"sabot solve GAME --refine {named}$"):
        sabot.equilibria("leduc-poker", refine=refinement)


def test_a_mixture_of_three_players_is_meant_player_by_player():
    game = [[[(0, 0, 0)] * 2] * 2] * 2
    found = listed(game, "perfect")
    words = "8: every perfect equilibrium is a mixture of these, player by player; a mixture need"
    assert count_words(found).startswith(words)


def test_a_large_matrix_is_refused_as_a_matrix(tmp_path):
    path = tmp_path / "large.nfg"
    path.write_text(f'NFG 1 R "" {{ "A" "B" }} {{ 150 150 }} {"0 1 " * 22_500}')
    large = "150 x 150 strategies has 22,500 entries; .* up to about 19,600, as in 140 x 140"
    for game in (str(path), ([[0] * 150] * 150, [[1] * 150] * 150)):
        with pytest.raises(NoMethodError, match=large):
            sabot.solve(*([game] if isinstance(game, str) else game), refine="perfect")


def impossible_matches(rounds):
    """Return a tree with a branch of probability 0, behind which are matches of two players."""
    rows = ['EFG 2 R "branch that chance never takes" { "A" "B" }', 'c "" 1 "" { "l" 0 "r" 1 } 0']
    for number in range(1, rounds + 1):
        rows.append(f'p "" 1 {number} "a{number}" {{ "stop" "x" "y" }} 0')
        rows.append('t "" 1 "" { 0 0 }')
        rows += [f'p "" 2 {number} "b{number}" {{ "x" "y" }} 0', 't "" 2 "" { 1 -1 }']
        rows += ['t "" 3 "" { -1 1 }', f'p "" 2 {number} "b{number}" {{ "x" "y" }} 0']
        rows.append('t "" 3 "" { -1 1 }')
    return "\n".join([*rows, 't "" 2 "" { 1 -1 }', 't "" 4 "" { 5 5 }', ""])


def test_one_subgame_perfect_equilibrium_is_found_behind_an_impossible_chance_move(tmp_path):
    """A list of all is refused there, and names this as the remedy."""
    path = tmp_path / "impossible.efg"
    path.write_text(impossible_matches(12))
    with pytest.raises(NoMethodError, match="one of them: sabot solve GAME --refine subgame-perf"):
        sabot.equilibria(str(path), refine="subgame-perfect")
    found = sabot.solve(str(path), refine="subgame-perfect")
    certify.check(found.to_json())
    assert found.method == "backward through 13 subgames"
    assert [*found.equilibria[0].strategies["B"]] == [f"b{number}" for number in range(1, 13)]
