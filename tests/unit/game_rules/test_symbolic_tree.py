import copy
import math
import signal
from fractions import Fraction
from functools import cache

import pytest

import sabot
from sabot import Shoe, rules
from sabot.errors import NoMethodError, RulesError
from sabot.forms.extensive import GameTree, TerminalNode
from sabot.forms.sequence import sequence_form_of_tree
from sabot.game_rules.bytecode import allows_lazy_cards
from sabot.game_rules.symbolic_tree import build_symbolic_tree
from sabot.game_rules.to_form import explicit_tree, explore_rules, zero_sum_form_of_explored
from sabot.game_rules.tree_builder import TreeBuilder

SEATS = ("one", "two")
LIMIT = 100_000


def face_down(play, limit=LIMIT):
    return build_symbolic_tree(SEATS, play, limit=limit)


def paid(tree):
    return [node.payoffs for node in tree.walk() if isinstance(node, TerminalNode)]


def told_right(play):
    """Assert that the rules are told as with open cards; return how."""
    found = explore_rules(SEATS, play, limit=LIMIT)
    opened = TreeBuilder(SEATS).explore(play)
    assert paid(explicit_tree(found)) == paid(opened)
    assert zero_sum_form_of_explored(found) == sequence_form_of_tree(opened)
    return found


def war(table, ranks=12):
    shoe = table.shoe(ranks=ranks, suits=2)
    one, two = shoe.draw(), shoe.draw()
    if table.ask("one", ("fold", "fight"), sees=one) == "fold":
        return table.pay(one=-1)
    if table.ask("two", ("fold", "fight"), sees=two) == "fold":
        return table.pay(one=1)
    return table.pay(one=2 if one > two else -2)


def test_betting_is_told_once_for_all_cards():
    four, nine = (sabot.load(f"leduc-poker(ranks={ranks})").explored() for ranks in (4, 9))
    assert len(four.steps) == len(nine.steps) < four.size < nine.size
    # two draws, two questions, two folds, one look at both cards, two ends
    assert len(face_down(war).steps) == 9


def test_a_card_is_told_by_what_is_asked_of_it():
    def play(table):
        card = table.shoe(ranks=13, suits=4).draw()
        table.ask("one", ("a", "b"), sees=card)
        table.pay(one=5 if card % 2 else 0)

    skeleton = face_down(play)
    assert skeleton.size == 1 + 13 + 26
    assert len(skeleton.steps) == 2 + 2 * (1 + 2)


def test_small_trees_are_told_with_open_cards():
    assert isinstance(explore_rules(SEATS, lambda t: war(t, 2), limit=LIMIT), GameTree)
    assert not isinstance(explore_rules(SEATS, war, limit=LIMIT), GameTree)


def test_rules_that_turn_every_card_are_told_open():
    def play(table):
        shoe = table.shoe(ranks=40, suits=1)
        table.ask("one", ("a", "b"), sees=str(shoe.draw()))
        table.pay(one=1)

    assert face_down(play) is None
    assert isinstance(told_right(play), GameTree)


def the_type(card):
    return type(card) is int


def inside(table):
    def odd(card):
        return the_type(card)

    shoe = table.shoe(ranks=30, suits=1)
    table.pay(one=1 if odd(shoe.draw()) and table.ask("one", ("a", "b")) == "a" else 0)


def same_card(table):
    shoe = table.shoe(ranks=12, suits=2)
    one, two = shoe.draw(), shoe.draw()
    table.ask("one", ("a", "b"), sees=one)
    table.pay(one=5 if one is two else 0)


def test_rules_that_ask_for_types_or_identity_are_told_open():
    for play in (inside, same_card):
        assert not allows_lazy_cards(play)
        assert isinstance(told_right(play), GameTree)
    for play in (war, sabot.load("leduc-poker").rules.play, sabot.load("le-her").rules.play):
        assert allows_lazy_cards(play)


def test_none_is_no_card_and_may_be_compared_with():
    def play(table):
        card = table.shoe(ranks=3, suits=1).draw() if table.ask("one", ("a", "b")) == "a" else None
        table.pay(one=0 if card is None else 1)

    assert allows_lazy_cards(play)
    told_right(play)


def test_rules_that_escape_the_reading_are_caught_by_open_hands():
    pry = {"kind": type}

    def play(table):
        card = table.shoe(ranks=40, suits=2).draw()
        table.ask("one", ("a", "b"), sees=card)
        table.pay(one=1 if pry["kind"](card).__name__ == "int" else 0)

    assert allows_lazy_cards(play)
    assert face_down(play) is None
    assert isinstance(told_right(play), GameTree)


def test_rules_that_swallow_exceptions_are_not_believed():
    def play(table):
        card = table.shoe(Shoe.of_counts({"ace": 2, "king": 50, "ten": 60})).draw()
        for turn in range(6):
            table.ask("one", ("a", "b"), sees=turn)
        try:
            text = "".join([card])
        except TypeError:
            text = "nothing"
        table.pay(one=len(text))

    told_right(play)


def test_an_odd_thing_that_is_shown_is_told_open():
    def play(table):
        card = table.shoe(ranks=9, suits=1).draw()
        table.show("two", frozenset([card]))
        for turn in range(6):
            table.ask("one", ("a", "b"), sees=turn)
        table.pay(one=1)

    assert face_down(play) is None
    told_right(play)


def test_functions_that_remember_get_cards_that_stay_what_they_are():
    @cache
    def strength(card, other):
        return card * 10 + other

    def play(table):
        shoe = table.shoe(ranks=6, suits=2)
        one, two = shoe.draw(), shoe.draw()
        for turn in range(4):
            table.ask("one", ("a", "b"), sees=turn)
        table.pay(one=strength(one, two) + strength(copy.deepcopy(two), one))

    told_right(play)
    told_right(play)


@pytest.mark.parametrize(
    "pays", [lambda kept, card: 1 if kept == card else 0, lambda kept, card: card - kept]
)
def test_a_card_that_is_kept_for_the_next_hand_is_found_out(pays):
    kept = []

    def play(table):
        card = table.shoe(ranks=20, suits=2).draw()
        for turn in range(4):
            table.ask("one", ("a", "b"), sees=turn)
        kept.append(card)
        table.pay(one=pays(kept[0], card))

    assert face_down(play) is None
    with pytest.raises(RulesError, match="a card from one hand and look at it in another"):
        str(kept[0])


@pytest.mark.filterwarnings("ignore::sabot.errors.RulesWarning")
def test_a_card_can_be_paid_rolled_and_chosen():
    def play(table):
        card = table.shoe(ranks=9, suits=3).draw()
        word = table.shoe(Shoe.of_counts({"x": 1, "y": 2})).draw()
        more = table.roll({card: card, -1: 1})
        chosen = table.ask("one", ["stay", word], sees=word)
        for turn in range(3):
            table.ask("two", ("a", "b"), sees=(turn, (word, more)))
        table.pay(one=card if chosen == word else more)

    told_right(play)


def test_errors_are_those_of_the_open_telling():
    def play(table):
        shoe = table.shoe(ranks=9, suits=1)
        card = shoe.draw()
        for turn in range(5):
            table.ask("one", ("a", "b"), sees=(turn, card))
        table.pay(one=1 // (card - 5))

    with pytest.raises(ZeroDivisionError):
        explore_rules(SEATS, play, limit=LIMIT)


def test_views_that_print_alike_are_refused_as_with_open_cards():
    def play(table):
        card = table.shoe(Shoe.of_counts({1: 1, "1": 1, 2: 1})).draw()
        for turn in range(6):
            table.ask("one", ("a", "b"), sees=(turn, card))
        table.pay(one=1)

    with pytest.raises(RulesError, match="both print as"):
        explore_rules(SEATS, play, limit=LIMIT)


def test_the_limit_counts_the_nodes_of_the_tree():
    size = TreeBuilder(SEATS).explore(war).size
    assert face_down(war, limit=size).size == size
    with pytest.raises(NoMethodError, match=f"more than {size - 1:,} nodes"):
        face_down(war, limit=size - 1)


def test_more_deals_than_memory_bears_are_refused_at_once():
    def play(table):
        shoe = table.shoe(ranks=1000, suits=4)
        cards = [shoe.draw() for _ in range(12)]
        table.ask("one", ("a", "b"), sees=cards[0])
        table.pay(one=1 if max(cards) == cards[0] else -1)

    with pytest.raises(NoMethodError, match="more than 10,000,000 nodes"):
        explore_rules(SEATS, play, limit=10_000_000)


def test_weights_beyond_a_machine_word_are_exact():
    def play(table):
        shoe = table.shoe(Shoe.of_counts({1: 10**30, 2: 1, 3: 7}))
        one, two = shoe.draw(), shoe.draw()
        side = table.roll({0: 10**40, 1: 3})
        for turn in range(4):
            table.ask("one", ("a", "b"), sees=(turn, one))
        table.pay(one=side if one > two else -1)

    told_right(play)

    def rolls(table):
        shoe = table.shoe(ranks=15, suits=2)
        one, two = shoe.draw(), shoe.draw()
        side = table.roll({0: 10**40, 1: 3})
        table.ask("one", ("a", "b"), sees=one)
        table.pay(one=side if one > two else -1)

    assert not isinstance(told_right(rolls), GameTree)


def test_dice_that_nobody_looks_at_are_not_told_apart():
    hands = []

    def dice(table):
        hands.append(1)
        faces = dict.fromkeys(range(1, 21), 1)
        one, two = table.roll(faces), table.roll(faces)
        table.ask("one", ("a", "b"), sees=one)
        table.ask("two", ("a", "b"), sees=two)
        table.pay(one=1 if one > two else -1)

    found = told_right(dice)
    assert not isinstance(found, GameTree)
    assert found.size == 1 + 20 + 400 * (1 + 2 + 4)
    hands.clear()
    build_symbolic_tree(SEATS, dice, limit=10**6, repeated=0)
    assert len(hands) < 100  # 8 symbolic hands and a sample; 1,600 with explicit dice


def signals(table, types=30, replies=8):
    kind = table.roll(dict.fromkeys(range(types), 1))
    word = table.ask("one", ("high", "low"), sees=kind)
    reply = int(table.ask("two", [str(n) for n in range(replies)], sees=word))
    table.pay(one=abs(kind - reply) * 3 - (kind + len(word)) % 5)


def test_what_is_calculated_from_an_outcome_is_paid_without_a_look_at_it():
    hands = []

    def play(table):
        hands.append(1)
        signals(table)

    found = told_right(play)
    assert found.size == 1 + 30 * (1 + 2 + 2 * 8)
    hands.clear()
    build_symbolic_tree(SEATS, play, limit=10**6, repeated=0)
    assert len(hands) < 50  # 16 symbolic hands and a sample; 480 with explicit outcomes
    assert len(found.steps) == 1 + 1 + 2 + 16


@pytest.mark.slow
def test_a_sum_of_many_coins_is_told_open():
    def play(table, coins=17):
        one = sum(table.roll({0: 1, 1: 1}) for _ in range(coins))
        two = sum(table.roll({0: 1, 1: 1}) for _ in range(coins))
        table.ask("one", ("a", "b"), sees=one)
        table.pay(one=1 if one > two else -1)

    with pytest.raises(NoMethodError, match="more than 100,000 nodes"):
        explore_rules(SEATS, play, limit=LIMIT)
    told_right(lambda table: play(table, 5))


@pytest.mark.parametrize("rounded", [math.floor, math.ceil, math.trunc])
def test_a_large_card_is_rounded_exactly(rounded):
    def play(table):
        shoe = table.shoe(Shoe((*range(8), 2**53 + 1), (1,) * 9))
        one, two = shoe.draw(), shoe.draw()
        table.ask("one", ("a", "b"), sees=one)
        table.pay(one=rounded(one) if two == 7 else 0)

    told_right(play)


def test_a_seat_may_see_a_number_calculated_from_an_unseen_card():
    def play(table):
        shoe = table.shoe(ranks=9, suits=2)
        one, two = shoe.draw(), shoe.draw()
        table.ask("one", ("a", "b"), sees=one // 3)
        table.show("two", (one + two, "in all"))
        table.ask("two", ("a", "b"))
        table.pay(one=one - two)

    found = told_right(play)
    assert not isinstance(found, GameTree)
    assert len(found.steps) == 2 + 1 + 2 + 4  # no look at all


def test_fractions_and_ends_in_words_are_paid_as_with_open_cards():
    def play(table):
        shoe = table.shoe(ranks=9, suits=2)
        one, two = shoe.draw(), shoe.draw()
        answer = table.ask("one", ("a", "b"), sees=one)
        table.ask("two", ("a", "b"), sees=two)
        half = one * Fraction(1, 2)
        table.pay({"one": half - two, "two": two - half} if answer == "a" else {"one": str(half)})

    told_right(play)


def test_two_payments_are_refused_also_where_the_first_depends_on_an_unseen_card():
    def play(table):
        card = table.shoe(ranks=30, suits=2).draw()
        table.ask("one", ("a", "b", "c", "d"), sees=card)
        table.pay(one=card * 2)
        table.pay(one=1)

    with pytest.raises(RulesError, match="pay twice"):
        explore_rules(SEATS, play, limit=LIMIT)


def test_a_look_at_the_cards_after_the_payment_changes_nothing():
    seen = []

    def play(table):
        card = table.shoe(ranks=30, suits=2).draw()
        table.ask("one", ("a", "b", "c", "d"), sees=card)
        table.pay(one=card * 2)
        seen.append(card > 3)

    told_right(play)


def test_a_sum_that_is_not_zero_is_named_by_its_first_hand():
    @rules(name="raked", seats=SEATS)
    def raked(table, *, ranks: int = 12):
        shoe = table.shoe(ranks=ranks, suits=2)
        one, two = shoe.draw(), shoe.draw()
        table.ask("one", ("a", "b"), sees=one)
        table.ask("two", ("a", "b"), sees=two)
        table.pay(one=2, two=-1 if one > two else -2)

    with pytest.raises(NoMethodError, match="pays 2 and -1: the game is not zero-sum"):
        raked().form()


@pytest.mark.parametrize("both", [-(2**63), 2**62, 2**63, 10**30])
def test_payoffs_beyond_machine_words_do_not_add_up_to_zero_by_overflow(both):
    @rules(name="both-lose", seats=SEATS)
    def both_lose(table, *, ranks: int = 12):
        shoe = table.shoe(ranks=ranks, suits=2)
        one, two = shoe.draw(), shoe.draw()
        table.ask("one", ("a", "b"), sees=one)
        table.ask("two", ("a", "b"), sees=two)
        table.pay(one=both, two=both)

    with pytest.raises(NoMethodError, match="the game is not zero-sum"):
        both_lose().form()


def run_out_of_memory():
    raise MemoryError


@pytest.mark.parametrize(
    ("stop", "heard"),
    [
        (lambda: signal.raise_signal(signal.SIGINT), KeyboardInterrupt),
        (run_out_of_memory, MemoryError),
    ],
)
def test_a_user_who_stops_the_telling_is_heard(stop, heard):
    hands = iter(range(20))

    def play(table):
        if next(hands) == 5:
            stop()
        return war(table)

    with pytest.raises(heard):
        explore_rules(SEATS, play, limit=LIMIT)


def test_memory_that_runs_out_while_open_hands_are_compared_is_no_fault_of_the_rules():
    def play(table):
        shoe = table.shoe(ranks=12, suits=2)
        one, two = shoe.draw(), shoe.draw()
        if type(one) is int:
            raise MemoryError
        table.ask("one", ("fold", "fight"), sees=one)
        table.ask("two", ("fold", "fight"), sees=two)
        table.pay(one=2 if one > two else -2)

    with pytest.raises(MemoryError):
        face_down(play)


def test_memory_that_runs_out_while_cards_are_compared_is_no_fault_of_the_rules():
    class Heavy(int):
        def __gt__(self, other):
            raise MemoryError

    def play(table):
        shoe = table.shoe(Shoe.of_counts({Heavy(rank): 2 for rank in range(12)}))
        one, two = shoe.draw(), shoe.draw()
        table.ask("one", ("fold", "fight"), sees=one)
        table.ask("two", ("fold", "fight"), sees=two)
        table.pay(one=2 if one > two else -2)

    with pytest.raises(MemoryError):
        face_down(play)


def test_progress_is_told_while_open_hands_are_compared():
    seen = []
    explore_rules(SEATS, lambda table: war(table, 120), limit=LIMIT, progress=seen.append)
    assert seen == sorted(seen)
    assert seen.count(seen[-1]) > 1
