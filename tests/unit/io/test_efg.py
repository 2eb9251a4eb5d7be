"""Gambit's game trees: written, read back, and refused with the reason."""

import os
import tracemalloc
from fractions import Fraction

import pytest
from hypothesis import given
from tests.strategies import as_game, labels, told_games
from tests.unit.trees import HEAD, PENNIES, reason, tree_of

import sabot
from sabot.errors import FormError
from sabot.forms.additive import payoff_difference_range
from sabot.forms.extensive import ChanceNode, DecisionNode, TerminalNode
from sabot.forms.sequence import sequence_form_of_tree
from sabot.forms.sequence_nplayer import nplayer_form_of_tree
from sabot.game_rules.table import Dealer, Recorder
from sabot.game_rules.tree_builder import TreeBuilder
from sabot.io.efg import read_efg, to_efg


def value(text):
    return sabot.solve(sequence_form_of_tree(tree_of(text))).value


# ---------------------------------------------------------------------- written and read back


@pytest.mark.parametrize(
    "game",
    [
        "kuhn-poker",
        "kuhn-poker(ranks=5, ante=1/3, bet=0.25)",
        "leduc-poker(ranks=2)",
        "le-her(ranks=4, suits=2)",
        "le-her(ranks=3, suits=inf)",
        "le-her(ranks=3, suits=2, reply=open)",
    ],
)
def test_a_tree_that_we_write_reads_back_as_the_same_form(game):
    tree = sabot.load(game).tree()
    again = tree_of(to_efg(tree, game))
    assert again.seats == tree.seats
    assert again.size == tree.size
    assert sequence_form_of_tree(again) == sequence_form_of_tree(tree)
    assert to_efg(again, game) == to_efg(tree, game)


@given(told_games())
def test_random_games_read_back_as_the_same_form(node):
    tree = as_game(node).tree()
    assert sequence_form_of_tree(tree_of(to_efg(tree, "random"))) == sequence_form_of_tree(tree)


@given(labels(2), labels(2))
def test_every_name_that_can_be_written_reads_back(seats, actions):
    @sabot.rules(name="named", seats=seats)
    def named(table):
        table.pay({seats[0]: 1 if table.ask(seats[1], actions, sees=actions[0]) else 0})

    if any("\\" in name or not name.isprintable() for name in [*seats, *actions]):
        with pytest.raises(FormError, match="rename it"):
            to_efg(named(), "t")
        return
    tree = tree_of(to_efg(named(), "t"))
    assert tree.seats == tuple(seats)
    assert tree.infosets[1][0].actions == tuple(actions)
    assert tree.infosets[1][0].key == actions[0]


def test_a_title_may_hold_anything():
    text = to_efg(sabot.load("kuhn"), 'C:\\my\n"games"')
    assert text.startswith('EFG 2 R "C:/my \\"games\\"" { "first" "second" }')
    assert tree_of(text).size > 0


def test_three_seats_are_written_and_read_back():
    @sabot.rules(name="three", seats=("a", "b", "c"))
    def three(table):
        table.pay(a=1 if table.ask("c", ("x", "y")) == "x" else 0, b=Fraction(1, 2), c=-3)

    text = to_efg(three(), "three")
    assert 't "" 1 "" { 1, 1/2, -3 }' in text
    tree = tree_of(text)
    assert tree.seats == ("a", "b", "c") and to_efg(tree, "three") == text
    assert tree.root.children[1].payoffs == (0, Fraction(1, 2), -3)
    assert nplayer_form_of_tree(tree) == nplayer_form_of_tree(three().tree())


def test_a_tree_of_one_player_is_a_game_with_its_best_choices(tmp_path):
    path = tmp_path / "alone.efg"
    path.write_text(
        'EFG 2 R "alone" { "Ann" }\nc "" 1 "" { "good" 1/3 "bad" 2/3 } 0\n'
        'p "" 1 1 "g" { "stay" "go" } 0\nt "" 1 "" { 1 }\nt "" 2 "" { 4 }\n'
        'p "" 1 2 "b" { "stay" "go" } 0\nt "" 1\nt "" 3 "" { 1/2 }\n'
    )
    found = sabot.solve(str(path))
    assert found.equilibrium and (found.payoffs, found.gains) == ({"Ann": 2}, {"Ann": 0})
    (only,) = sabot.equilibria(str(path)).equilibria
    assert only.payoffs == (2,)
    assert to_efg(tree_of(path.read_text()), "alone").startswith('EFG 2 R "alone" { "Ann" }')


def test_outcomes_along_a_path_add_up_for_every_seat():
    text = (
        'EFG 2 R "" { "" "" "" } p "" 3 1 "" { "x" "y" } 1 "ante" { 1 1/2 0 } '
        't "" 2 "end" { 1 1 1 } t "" 0'
    )
    tree = tree_of(text)
    assert tree.seats == ("first", "second", "third")
    one, two = (end.payoffs for end in tree.root.children)
    assert (one, two) == ((2, Fraction(3, 2), 1), (1, Fraction(1, 2), 0))
    silent = tree_of('EFG 2 R "" { "a" "b" "c" "d" "" } t "" 0')
    assert silent.root.payoffs == (0, 0, 0, 0, 0) and silent.seats[4] == "player5"


# ---------------------------------------------------------------------- what may be written


def test_pennies_are_fair():
    tree = tree_of(PENNIES)
    assert (tree.size, tree.leaves, tree.seats) == (7, 4, ("A", "B"))
    assert [[infoset.key for infoset in own] for own in tree.infosets] == [["a"], ["b"]]
    solution = sabot.solve(sequence_form_of_tree(tree))
    assert solution.value == 0
    assert solution["A"]["a"] == {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}


@pytest.mark.parametrize(
    "text",
    [
        PENNIES.replace(",", ""),
        PENNIES.replace(",", " , "),
        PENNIES.replace("\n", " "),
        PENNIES.replace("\n", "\r\n"),
        PENNIES.replace(" ", "\n"),
        PENNIES.replace("{ ", "{").replace(" }", "}"),
        PENNIES.replace("EFG 2 R", "EFG 2 D"),
        PENNIES.replace('{ "A" "B" }', '{ "A" "B" } "a comment \\"quoted\\""'),
        PENNIES.replace('p "" 2 1 0', 'p "again" 2 1 "b" { "heads"  "tails" } 0'),
        PENNIES.replace('t "" 2\n', 't "" 2 "lose" { -1.0 2/2 }\n'),
        PENNIES.replace("1, -1", "+1 -1e0"),
    ],
)
def test_the_same_game_may_be_written_in_many_ways(text):
    assert sequence_form_of_tree(tree_of(text)) == sequence_form_of_tree(tree_of(PENNIES))


def test_chance_may_be_fractions_or_decimals():
    lots = 'c "" 1 "deal" { "x" %s "y" %s "z" %s } 0 t "" 1 "" { 6 -6 } t "" 0 t "" 1'
    for chances in (("1/6", "1/3", "1/2"), ("0.25", "0.5", ".25"), ("2.5e-1", "50%", "1/4")):
        root = tree_of(HEAD + lots % chances).root
        assert isinstance(root, ChanceNode)
        assert root.labels == ("x", "y", "z")
        assert sum(root.weights) == root.total
        odds = [Fraction(weight, root.total) for weight in root.weights]
        assert odds == [sabot.exact.as_rational(text) for text in chances]


def test_a_branch_of_no_chance_stays_in_the_tree_and_is_never_played(tmp_path):
    path = tmp_path / "g.efg"
    path.write_text(HEAD + 'c "" 1 "" { "a" 0 "b" 1 } 0 t "" 1 "" { 9 -9 } t "" 2 "" { 1 -1 }')
    assert read_efg(path)[0].root.weights == (0, 1)
    assert sabot.simulate(str(path), {}, hands=50).counts == {1: 50}
    assert sabot.solve(str(path)).value == 1


def test_chance_nodes_may_share_a_set_by_its_number():
    text = HEAD + 'c "" 7 "" { "a" 1/4 "b" 3/4 } 0 c "" 7 0 t "" 0 t "" 0 t "" 1 "" { 4 -4 }'
    assert value(text) == 3


def test_outcomes_add_up_along_the_path():
    text = (
        HEAD
        + """c "" 1 "" { "l" 1/2 "r" 1/2 } 1 "fee" { -1/2 1/2 }
        p "" 1 1 "" { "in" "out" } 2 "more" { 1 0 }
        t "" 3 "end" { 1 -2 }
        t "" 4 "other" { 0 -1 }
        t "" 0
        """
    )
    ends = [node.payoffs for node in tree_of(text).walk() if isinstance(node, TerminalNode)]
    half = Fraction(1, 2)
    assert ends == [(3 * half, -3 * half), (half, -half), (-half, half)]
    assert value(text) == Fraction(1, 2)


def test_a_set_goes_by_its_label_where_it_is_its_own_and_else_by_its_number():
    def keys(*names):
        nodes = "".join(f'p "" 1 {n} "{label}" {{ "x" "y" }} 0 t "" 0\n' for n, label in names)
        return [infoset.key for infoset in tree_of(HEAD + nodes + 't "" 0').infosets[0]]

    assert keys((1, "a"), (2, "b")) == ["a", "b"]
    assert keys((1, ""), (5, "")) == ["1", "5"]
    assert keys((1, "a"), (2, "a"), (3, "b")) == ["1", "2", "b"]
    assert keys((1, "2"), (2, "1")) == ["2", "1"]
    assert keys((1, "2"), (2, "")) == ["1", "2"]
    assert keys((1, "3"), (2, "1"), (3, "")) == ["1", "2", "3"]
    assert keys((1, "2"), (2, "x"), (3, "")) == ["2", "x", "3"]


def test_actions_without_names_or_with_equal_ones_become_numbers():
    text = HEAD + 'p "" 1 1 "" { "x" "x" } 0 t "" 0 p "" 2 1 "" { "" "y" } 0 t "" 0 t "" 0'
    tree = tree_of(text)
    assert [own[0].actions for own in tree.infosets] == [("1", "2"), ("1", "2")]


def test_both_players_may_use_the_same_number_and_label():
    text = HEAD + 'p "" 1 1 "x" { "l" } 0 p "" 2 1 "x" { "m" "r" } 0 t "" 0 t "" 0'
    assert [[infoset.key for infoset in own] for own in tree_of(text).infosets] == [["x"], ["x"]]


def test_players_without_names_are_first_and_second():
    assert tree_of('EFG 2 R "" { "" "" } t "" 0').seats == ("first", "second")


# ---------------------------------------------------------------------- perfect recall


def test_a_seat_that_forgets_its_choice_is_refused_with_both_histories():
    text = (
        HEAD
        + """p "" 1 1 "deal" { "left" "right" } 0
        p "" 1 2 "late" { "x" "y" } 0
        t "" 0
        t "" 0
        p "" 1 2 0
        t "" 0
        t "" 0
        """
    )
    said = reason(text)
    assert said.startswith("line 6: A forgets")
    assert "at late (see line 3)" in said
    assert "by [deal:left] or by [deal:right]" in said
    assert "perfect recall" in said


def test_an_absent_minded_seat_is_refused():
    said = reason(HEAD + 'p "" 2 4 "" { "on" "off" } 0\np "" 2 4 0 t "" 0 t "" 0 t "" 0')
    assert "B forgets" in said
    assert "by [no choice of its own] or by [4:on]" in said


def test_a_seat_may_not_learn_what_it_then_forgets():
    text = (
        HEAD
        + """c "" 1 "" { "h" 1/2 "t" 1/2 } 0
        p "" 2 1 "coin" { "go" } 0  p "" 2 2 "dark" { "x" "y" } 0 t "" 0 t "" 0
        p "" 2 2 0 t "" 0 t "" 0
        """
    )
    assert "by [coin:go] or by [no choice of its own]" in reason(text)


def test_the_forms_own_check_agrees():
    tree = sabot.load("kuhn").tree()
    seat = [node for node in tree.walk() if isinstance(node, DecisionNode) and node.seat == 0]
    late = next(node for node in seat if tree.infosets[0][node.view].key == "Q,pass,bet")
    late.view = next(node.view for node in seat if tree.infosets[0][node.view].key == "K,pass,bet")
    with pytest.raises(FormError, match="first forgets"):
        sequence_form_of_tree(tree)
    assert "first forgets" in reason(to_efg(tree, "broken"))


# ---------------------------------------------------------------------- games from files


@pytest.fixture
def kuhn_file(tmp_path):
    path = tmp_path / "kuhn.efg"
    path.write_text(to_efg(sabot.load("kuhn-poker"), "kuhn"), encoding="utf-8")
    return path


def test_a_file_is_a_game_with_the_seats_it_names(tmp_path):
    path = tmp_path / "p.efg"
    path.write_text(PENNIES)
    game = sabot.load(f"efg(file={path})")
    assert game.seats == ("A", "B")
    assert str(game) == f"efg(file={path})"
    assert sabot.load(str(path)) == game
    assert game.cost() == "a tree of 7 nodes, with 1 and 1 information sets"
    solution = sabot.solve(game)
    assert solution.seats == ("A", "B")
    assert sabot.check(solution) == 0


def test_a_game_from_a_file_is_the_same_told_to_a_table(kuhn_file):
    game = sabot.load(str(kuhn_file))
    walked = TreeBuilder(game.seats).explore(game.play)
    assert (
        sequence_form_of_tree(walked)
        == game.form()
        == sequence_form_of_tree(sabot.load("kuhn-poker").tree())
    )
    assert to_efg(walked, "x") == to_efg(game, "x") == to_efg(sabot.load("kuhn"), "x")


def test_strategies_of_the_rules_serve_the_file_and_back(kuhn_file):
    told, read = sabot.solve("kuhn-poker"), sabot.solve(str(kuhn_file))
    assert told.strategies == read.strategies
    hands = [
        sabot.simulate(game, solution.strategies, hands=500, seed=7).counts
        for game in ("kuhn-poker", str(kuhn_file))
        for solution in (told, read)
    ]
    assert all(counts == hands[0] for counts in hands)


def test_a_hand_from_a_file_can_be_recorded(kuhn_file):
    game = sabot.load(str(kuhn_file))
    recorder = Recorder(game.seats, seed=1)
    recorder.play_hand(game.play)
    assert recorder.lines[0].startswith("chance ")
    assert any(line.startswith("view   first: ") for line in recorder.lines)
    assert recorder.lines[-1].startswith("pays   first ")


def test_equal_names_of_chance_are_different_branches(tmp_path):
    path = tmp_path / "g.efg"
    path.write_text(HEAD + 'c "" 1 "" { "x" 1/2 "x" 1/2 } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 3 -3 }')
    game = sabot.load(str(path))
    assert sabot.solve(game).value == 2
    counts = {Dealer(game.seats, seed=seed).play_hand(game.play)[0] for seed in range(20)}
    assert counts == {1, 3}


def test_a_file_that_changed_is_read_again(tmp_path):
    path = tmp_path / "g.efg"
    path.write_text(HEAD + 't "" 1 "" { 1 -1 }')
    game = sabot.load(str(path))
    assert sabot.solve(game).value == 1
    path.write_text(HEAD + 't "" 1 "" { 2 -2 }')
    os.utime(path, ns=(1, 1))
    assert sabot.solve(game).value == 2


def test_a_decision_of_many_actions_is_settled_with_a_look_at_each(monkeypatch):
    looks = []
    counted = "sabot.solvers.zero_sum.separable.payoff_difference_range"
    monkeypatch.setattr(
        counted, lambda *places: looks.append(1) or payoff_difference_range(*places)
    )
    count = 300
    names = " ".join(f'"a{number}"' for number in range(count))
    ends = "\n".join(f't "" {n + 1} "" {{ {n} {-n} }}' for n in range(count))
    tree = tree_of(f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ {names} }} 0\n{ends}')
    assert sabot.solve(sequence_form_of_tree(tree)).value == count - 1
    assert len(looks) <= 4 * count  # all pairs would be 90,000


@pytest.mark.slow
def test_a_chain_of_forced_moves_needs_no_more_memory_than_it_has_moves():
    count = 3000
    moves = "\n".join(f'p "" {1 + n % 2} {n + 1} "" {{ "go" }} 0' for n in range(count))
    tree = tree_of(f'EFG 2 R "" {{ "A" "B" }} {moves} t "" 1 "" {{ 1 -1 }}')
    form = sequence_form_of_tree(tree)
    tracemalloc.start()
    assert sabot.solve(form).value == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000 * count  # one table of all pairs of moves takes three times that


def test_an_action_that_is_written_with_a_blank_elsewhere_is_the_same_action():
    tree = tree_of(
        'EFG 2 R "" { "a" "b" } ""\np "" 1 1 "x" { "call" "pass" } 0\n'
        'p "" 1 2 "y" { "call " "pass" } 0\nt "" 1 "" { 1, -1 }\nt "" 2 "" { 2, -2 }\n'
        't "" 3 "" { 3, -3 }\n'
    )
    assert [known.actions for known in tree.infosets[0]] == [("call", "pass")] * 2


def test_blanks_around_an_action_that_differ_between_information_sets_are_left_out(tmp_path):
    # caro2.efg of Gambit's repository has "call" and "call " for one player
    path = tmp_path / "blanks.efg"
    path.write_text(
        'EFG 2 R "" { "A" "B" } c "" 1 "" { "x" 1/2 "y" 1/2 } 0 '
        'p "" 1 1 "one" { "call" "pass" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 0 0 } '
        'p "" 1 2 "two" { "call " "pass" } 0 t "" 3 "" { -1 1 } t "" 4 "" { 0 0 }'
    )
    found = sabot.solve(str(path))
    assert found["A"]["one"]["call"] == found["A"]["two"]["pass"] == 1
