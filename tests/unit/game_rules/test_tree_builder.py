from fractions import Fraction
from itertools import count

import pytest

import sabot
from sabot import Shoe, rules
from sabot.errors import FormError, NoMethodError, RulesError
from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, TerminalNode, TreeInfoset
from sabot.forms.sequence import sequence_form_of_tree
from sabot.game_rules.tree_builder import TreeBuilder

SEATS = ("one", "two")


def explore(play, seats=SEATS, **options):
    return TreeBuilder(seats, **options).explore(play)


def weights(tree):
    """Return the exact chance of every leaf when each decision is a fair coin of its own."""
    found = []
    stack = [(tree.root, Fraction(1))]
    while stack:
        node, chance = stack.pop()
        if isinstance(node, TerminalNode):
            found.append(chance)
            continue
        shares = (
            [Fraction(w, node.total) for w in node.weights]
            if isinstance(node, ChanceNode)
            else [Fraction(1, len(node.labels))] * len(node.labels)
        )
        stack += [(child, chance * s) for child, s in zip(node.children, shares, strict=True)]
    return found


# ---------------------------------------------------------------------- sizes by hand


def test_rules_without_a_choice_are_one_leaf():
    tree = explore(lambda table: table.pay(one=3))
    assert isinstance(tree.root, TerminalNode)
    assert tree.root.payoffs == (3, -3)
    assert (tree.size, tree.leaves) == (1, 1)
    assert tree.infosets == ((), ())


def test_le_her_with_three_different_cards_is_counted_by_hand():
    # 1 first card, 3 x second card, 6 x the receiver: 6 holds to the dealer, who keeps or draws the
    # last card; after an exchange (reply fixed) the dealer draws the last card or not: 6 leaves
    tree = sabot.load("le-her(ranks=3, suits=1)").tree()
    chances = sum(isinstance(node, ChanceNode) for node in tree.walk())
    decisions = sum(isinstance(node, DecisionNode) for node in tree.walk())
    assert (chances, decisions, tree.leaves) == (1 + 3, 6 + 6, 6 + 12)
    assert tree.size == chances + decisions + tree.leaves == 34
    assert [[infoset.key for infoset in side] for side in tree.infosets] == [
        ["1", "2", "3"],
        ["2", "3", "1"],
    ]


def test_kuhn_poker_is_counted_by_hand():
    # 5 ends and 4 decisions for each of 6 deals; one chance node, and one more for each first card
    tree = sabot.load("kuhn-poker").tree()
    assert tree.leaves == 30
    assert sum(isinstance(node, DecisionNode) for node in tree.walk()) == 24
    assert sum(isinstance(node, ChanceNode) for node in tree.walk()) == 4
    assert [len(side) for side in tree.infosets] == [6, 6]


@pytest.mark.parametrize(
    "text",
    ["le-her(ranks=3, suits=2)", "le-her(ranks=3, suits=inf, reply=open)", "kuhn-poker(ranks=4)"],
)
def test_the_chances_of_all_leaves_add_to_one(text):
    found = weights(sabot.load(text).tree())
    assert sum(found) == 1
    assert min(found) > 0


def test_a_certain_card_opens_no_node():
    def play(table):
        shoe = table.shoe(ranks=1, suits=3)
        assert (shoe.draw(), shoe.draw()) == (1, 1)
        table.pay(one=0)

    assert explore(play).size == 1


def test_a_certain_card_is_not_taken_for_the_draw_from_another_shoe():
    seen = []

    def play(table):
        single = table.shoe(Shoe.of_counts({"joker": 2}))
        many = table.shoe(ranks=3, suits=1)
        seen.append((single.draw(), many.draw(), single.draw(), many.draw(), many.draw()))
        table.pay(one=0)

    tree = explore(play)
    assert tree.leaves == 6
    assert len(set(seen)) == 6
    assert all(hand[0] == hand[2] == "joker" for hand in seen)
    assert sum(weights(tree)) == 1


def test_chance_keeps_the_weights_of_the_shoe():
    tree = explore(lambda t: (t.shoe(Shoe.of_counts([3, 0, 2])).draw(), t.pay(one=0)))
    assert (tree.root.labels, tree.root.weights, tree.root.total) == ((0, 2), (3, 2), 5)


def test_branches_come_in_the_order_of_the_rules():
    def play(table):
        action = table.ask("one", ("a", "b", "c"))
        table.pay(one="abc".index(action))

    tree = explore(play)
    assert [leaf.payoffs[0] for leaf in tree.root.children] == [0, 1, 2]
    assert [type(node) for node in tree.walk()] == [
        DecisionNode,
        TerminalNode,
        TerminalNode,
        TerminalNode,
    ]


# ---------------------------------------------------------------------- bad manners


def test_the_same_view_with_different_actions_is_refused_and_both_are_named():
    def play(table):
        if table.roll({"x": 1, "y": 1}) == "x":
            table.ask("one", ("a", "b"))
        else:
            table.ask("one", ("a", "c"))
        table.pay(one=0)

    with pytest.raises(RulesError, match=r"one at - may a or c here but a or b elsewhere"):
        explore(play)


def test_two_views_that_print_alike_are_refused():
    def play(table):
        table.show("one", table.roll({1: 1, "1": 1}))
        table.ask("one", ("a", "b"))
        table.pay(one=0)

    with pytest.raises(RulesError, match="both print as '1'"):
        explore(play)


def unsteady(*tellings):
    """Return rules that change from one telling to the next."""
    turns = count()

    def play(table):
        tellings[min(next(turns), len(tellings) - 1)](table)
        table.pay(one=0)

    return play


@pytest.mark.parametrize(
    "tellings",
    [
        (lambda t: t.roll({"a": 1, "b": 1}), lambda t: t.roll({"a": 1, "b": 1, "c": 1})),
        (lambda t: t.roll({"a": 1, "b": 1}), lambda t: t.roll({"a": 1, "z": 1})),
        (lambda t: t.roll({"a": 1, "b": 1}), lambda t: t.ask("one", ("a", "b"))),
        (lambda t: t.ask("one", ("a", "b")), lambda t: t.roll({"a": 1, "b": 1})),
        (lambda t: t.ask("one", ("a", "b")), lambda t: t.ask("one", ("a", "c"))),
        (lambda t: t.ask("one", ("a", "b")), lambda t: t.ask("two", ("a", "b"))),
        (lambda t: t.ask("one", ("a", "b"), sees=1), lambda t: t.ask("one", ("a", "b"), sees=2)),
        (lambda t: t.ask("one", ("a", "b")), lambda t: None),
        (lambda t: t.roll({"a": 1, "b": 1}), lambda t: t.roll({"a": 1, "b": 2})),
        (lambda t: t.shoe(ranks=3).draw(), lambda t: t.shoe(ranks=2).draw()),
        (lambda t: t.shoe(ranks=3).draw(), lambda t: t.shoe(ranks=3, suits=2).draw()),
    ],
    ids=[
        *("more", "other", "choice", "chance", "actions", "seat", "view", "nothing"),
        *("weights", "shoe", "suits"),
    ],
)
def test_rules_that_differ_on_a_second_telling_are_refused(tellings):
    with pytest.raises(RulesError, match="not do the same when they are run again"):
        explore(unsteady(*tellings))


def test_what_differed_is_told_with_where_and_the_remedy():
    with pytest.raises(RulesError) as caught:
        explore(
            unsteady(
                lambda t: (t.roll({"a": 1, "b": 1}), t.ask("one", ("up", "down"), sees=7)),
                lambda t: (t.roll({"a": 1, "b": 1}), t.ask("two", ("left", "right"))),
            )
        )
    text = str(caught.value)
    assert "one hand, after a, continues in two ways" in text
    assert "first   one at 7: up, down" in text
    assert "then    two at -: left, right" in text
    assert "table.roll()" in text


def test_payoffs_that_change_are_found_although_no_branch_is_walked_twice():
    paid = count()

    def play(table):
        table.ask("one", ("a", "b"))
        table.pay(one=next(paid))

    with pytest.raises(RulesError, match=r"(?s)after a, .*first   the end: one 0.*then .* one 1"):
        explore(play)


def test_a_hand_that_goes_on_after_its_end_is_found():
    told = count()

    def play(table):
        if next(told):
            table.ask("one", ("a", "b"))
        table.pay(one=1)

    with pytest.raises(RulesError, match=r"(?s)first   the end: one 1.*then    one at -: a, b"):
        explore(play)


ENDLESS = [
    lambda t: t.roll({"a": 1}),
    lambda t: t.roll({"a": 1, "b": 1}),
    lambda t: t.ask("one", ("on",)),
    lambda t: t.show("one", 1),
    lambda t: t.shoe(suits=sabot.INF).draw(),
]


@pytest.mark.parametrize("verb", ENDLESS, ids=["sure", "chance", "ask", "show", "draw"])
def test_rules_without_an_end_are_refused(verb):
    def play(table):
        while True:
            verb(table)

    with pytest.raises(
        RulesError, match=r"more than 3,000 draws.* every path of the rules end with pay\(\)"
    ):
        explore(play)


def test_a_tree_larger_than_the_limit_is_refused_before_it_is_built():
    def play(table):
        for turn in range(100):
            table.ask("one", ("a", "b"), sees=turn)
        table.pay(one=0)

    with pytest.raises(NoMethodError, match="more than 500 nodes"):
        explore(play, limit=500)


def test_the_limit_is_the_largest_size_allowed():
    game = sabot.load("le-her(ranks=3, suits=1)")
    assert game.tree(limit=34).size == 34
    with pytest.raises(NoMethodError):
        game.tree(limit=33)


def test_errors_inside_the_rules_are_not_swallowed():
    with pytest.raises(ZeroDivisionError):
        explore(lambda table: 1 // 0)


# ---------------------------------------------------------------------- what is no form


def forgetful():
    """Return a tree, made by hand, in which seat one forgets its own first choice."""

    def last(left, right):
        return DecisionNode(
            0, 1, ("in", "out"), [TerminalNode((left, -left)), TerminalNode((right, -right))]
        )

    root = DecisionNode(0, 0, ("left", "right"), [last(1, 2), last(3, 4)])
    infosets = (
        TreeInfoset((), "start", ("left", "right")),
        TreeInfoset(("?",), "fog", ("in", "out")),
    )
    return GameTree(SEATS, root, (infosets, ()), 7)


def test_a_seat_that_forgets_is_refused_with_both_histories():
    with pytest.raises(FormError) as caught:
        sequence_form_of_tree(forgetful())
    assert "one forgets" in str(caught.value)
    assert "at fog" in str(caught.value)
    assert "[start:left]" in str(caught.value)
    assert "[start:right]" in str(caught.value)


def test_what_was_seen_and_what_was_chosen_must_not_look_alike():
    def play(table):
        if table.roll({"deal": 1, "skip": 1}) == "deal":
            table.show("one", "left")
        else:
            table.ask("one", ("left", "right"))
        table.ask("one", ("in", "out"))
        table.pay(one=0)

    with pytest.raises((RulesError, FormError)):
        sequence_form_of_tree(explore(play))


def test_three_seats_have_a_tree_and_an_equilibrium():
    @rules(name="three", seats=("a", "b", "c"))
    def three(table):
        table.ask("b", ("x", "y"))
        table.pay(a=1, b=1, c=-2)

    assert three().tree().leaves == 2
    found = sabot.solve(three())
    assert list(found.payoffs.values()) == [1, 1, -2]
    assert not any(found.gains.values())


def test_a_game_that_is_not_zero_sum_has_an_equilibrium_and_no_value():
    @rules(name="rake", seats=SEATS)
    def rake(table):
        table.ask("one", ("x", "y"))
        table.pay(one=Fraction(1, 2), two=-1)

    assert list(sabot.solve(rake()).payoffs.values()) == [Fraction(1, 2), -1]
    with pytest.raises(NoMethodError, match="pays 1/2 and -1: the game is not zero-sum"):
        rake().form()


def test_exploring_tells_its_progress_and_can_be_stopped():
    told = []
    sabot.solve("leduc-poker(ranks=6)", progress=told.append)
    assert told == sorted(told)
    assert told[0] >= 5000

    def stop(nodes):
        raise sabot.SabotError(f"enough after {nodes}")

    with pytest.raises(sabot.SabotError, match="enough after"):
        sabot.solve("leduc-poker(ranks=6)", progress=stop)


# ---------------------------------------------------------------------- long hands


def play_long(table, *, shown=lambda turn, word: word, pot=lambda turn: turn, words=None):
    for turn in range(60):
        offered = ("on", "stop") if words is None else words(turn)
        word = table.ask(SEATS[turn % 2], offered)
        table.show(SEATS[1 - turn % 2], shown(turn, word))
        if word == "stop":
            return table.pay({SEATS[turn % 2]: pot(turn)})
    return table.pay(one=0)


def test_a_long_hand_is_a_chain_of_choices_and_its_infosets_print_all_that_was_seen():
    tree = explore(play_long)
    assert (tree.leaves, tree.size) == (61, 121)
    for seat, side in enumerate(tree.infosets):
        seen = [["on"] * (2 * turn + seat) for turn in range(30)]
        assert [infoset.key for infoset in side] == [",".join(words) or "-" for words in seen]


@pytest.mark.parametrize(
    "change",
    [
        lambda hand: {"shown": lambda turn, word: (word, hand == 1 and turn == 50)},
        lambda hand: {"pot": lambda turn: turn + (hand == 3)},
        lambda hand: {"words": lambda turn: ("on", "stop", "x")[: 2 + (hand == 3 and turn == 50)]},
        lambda hand: {"words": lambda turn: ("on", "stop")[:: -1 if hand > 70 else 1]},
    ],
)
def test_a_long_hand_that_differs_when_it_is_run_again_is_found(change):
    hands = count()
    with pytest.raises(RulesError):
        explore(lambda table: play_long(table, **change(next(hands))))


def test_what_is_rolled_inside_another_verb_of_a_long_hand_is_shown():
    def play(table):
        for turn in range(40):
            if turn == 39:  # the verb is looked up before the roll, at which the hand forks
                table.announce(table.roll({"heads": 1, "tails": 1}))
            if table.ask(SEATS[turn % 2], ("on", "stop")) == "stop":
                break
        return table.pay(one=turn)

    tree = explore(play)
    last = {infoset.key.split(",")[-1] for infoset in tree.infosets[1]}
    assert last == {"-", "on", "heads", "tails"}
