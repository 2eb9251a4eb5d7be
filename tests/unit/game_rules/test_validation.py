"""A user's rules that are no rules: with a chance of their own, without an end, paying twice."""

import random
import re
import time
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from random import randrange

import pytest

import sabot
from sabot.cards.card import Card
from sabot.cards.shoe import INF, Shoe
from sabot.errors import NumberError, RulesError, RulesWarning
from sabot.forms.extensive import max_tree_nodes
from sabot.game_rules.symbolic_tree import build_symbolic_tree
from sabot.game_rules.tree_builder import REPEAT_ONE_IN, REPEATED_HANDS, TreeBuilder
from sabot.game_rules.validation import SECONDS_VARIABLE, idle_choices


def game(play, name="own", seats=("x", "y")):
    return sabot.rules(name=name, seats=seats)(play)()


# ---------------------------------------------------------------------- things that are equal


@pytest.mark.parametrize(
    ("one", "two"),
    [(1, True), (1, 1.0), (0, False), ((1,), (True,)), (("a", 1), ("a", 1.0)), (0.0, -0.0)],
)
def test_things_that_are_equal_and_print_otherwise_are_not_taken_for_the_same(one, two):
    def play(table):
        side = table.roll({"a": 1, "b": 1})
        guess = table.ask("x", ("a", "b"), sees=one if side == "a" else two)
        table.pay(x=1 if guess == side else 0)

    with pytest.raises(RulesError, match="Python takes for equal"):
        sabot.solve(game(play))


def test_cards_face_down_are_told_apart_by_their_type_too():
    def play(table):
        left = table.shoe(Shoe.of_counts({0: 1, 1: 1, 2: 5, 3: 5, 4: 5})).draw()
        right = table.shoe(Shoe.of_counts({False: 1, True: 1, 2: 5, 3: 5, 4: 5})).draw()
        side = table.roll({"left": 1, "right": 1})
        table.show("x", left if side == "left" else right)
        guess = table.ask("x", ("left", "right"))
        table.ask("y", ("a", "b", "c"))
        table.pay(x=1 if guess == side else 0)

    with pytest.raises(RulesError, match="Python takes for equal"):
        sabot.solve(game(play))


def test_a_whole_fraction_is_the_number_that_it_prints_as():
    def play(table):
        side = table.roll({"a": 1, "b": 1})
        guess = table.ask("x", ("a", "b"), sees=1 if side == "a" else Fraction(1))
        table.pay(x=1 if guess == side else 0)

    assert sabot.solve(game(play)).value == Fraction(1, 2)


# ---------------------------------------------------------------------- a chance of their own

RNG = random.Random(5)


def rare(table):
    if table.ask("x", ("l", "r")) == "l":
        return table.pay(x=1)
    return table.pay(x=7 if random.random() < 0.01 else 0)


def imported(table):
    table.pay(x=randrange(2))


def shuffled(table):
    cards = [1, 2, 3]
    random.shuffle(cards)
    table.pay(x=1)


def own_generator(table):
    table.pay(x=RNG.choice((1, 2)))


def os_chance(table):
    table.pay(x=random.SystemRandom().randrange(2))


def clock(table):
    table.pay(x=int(time.time()) % 2)


def date(table):
    table.pay(x=datetime.now().second % 2)


def helped(table):
    table.pay(x=_helper())


def _helper():
    return random.getrandbits(1)


def swallowed(table):
    try:
        amount = random.getrandbits(1)
    except BaseException:
        amount = 1
    table.pay(x=amount)


@pytest.mark.parametrize(
    ("play", "what"),
    [
        (rare, "random"),
        (imported, "random"),
        (shuffled, "random"),
        (own_generator, "random"),
        (os_chance, "os.urandom()"),
        (clock, "time.time()"),
        (date, "datetime.now()"),
        (helped, "random"),
        (swallowed, "random"),
    ],
)
def test_rules_with_a_chance_or_a_clock_of_their_own_are_refused_every_time(play, what):
    for _ in range(4):  # it was found out by luck before
        with pytest.raises(RulesError, match=r"for chance use table\.roll") as caught:
            sabot.solve(game(play))
        assert f"the rules use {what}" in str(caught.value)
        assert re.search(r"test_validation\.py, line \d+", str(caught.value))


def test_a_generator_that_a_hand_makes_from_a_seed_is_no_chance():
    def play(table):
        table.pay(x=random.Random(3).randrange(100))

    assert sabot.solve(game(play)).value == random.Random(3).randrange(100)


COUNT = 0
SEEN: list = []
MEMORY: dict = {}


def counting(table):
    global COUNT
    COUNT += 1
    table.pay(x=1 if COUNT > 1_000_000 else 0)


def collecting(table):
    SEEN.append(1)
    table.pay(x=len(SEEN) // 1_000_000)


@pytest.mark.parametrize(("play", "name"), [(counting, "COUNT"), (collecting, "SEEN")])
def test_rules_that_leave_a_global_changed_are_refused(play, name):
    with pytest.raises(RulesError, match=f"change the global '{name}'"):
        sabot.solve(game(play))


def test_rules_may_remember_what_they_worked_out():
    @lru_cache
    def doubled(number):
        return 2 * number

    def play(table):
        card = table.roll({1: 1, 2: 1, 3: 1})
        MEMORY.setdefault(card, doubled(card))
        table.pay(x=MEMORY[card])

    assert sabot.solve(game(play)).value == 4


class _Fickle:
    """A rule that goes another way on one telling, by a state that nobody listens to."""

    def __init__(self, at):
        self.at, self.tellings = at, 0

    def __call__(self, table):
        spot = table.roll(dict.fromkeys(range(REPEATED_HANDS), 1))
        self.tellings += 1
        table.pay(x=spot if self.tellings != self.at else -1)


@pytest.mark.parametrize("at", [1, 100, 2 * REPEATED_HANDS - 1, 2 * REPEATED_HANDS])
def test_every_hand_of_a_small_tree_is_told_twice(at):
    with pytest.raises(RulesError, match="not do the same when they are run again"):
        TreeBuilder(("x", "y")).explore(_Fickle(at))


def test_of_a_large_tree_one_hand_in_32_is_told_twice_after_the_first():
    told = []

    def play(table):
        table.roll(dict.fromkeys(range(640), 1))
        told.append(1)
        table.pay(x=1)

    TreeBuilder(("x", "y"), repeated=20).explore(play)
    assert len(told) == 640 + 20 + 640 // REPEAT_ONE_IN
    assert (REPEATED_HANDS, REPEAT_ONE_IN) == (500, 32)  # as docs/how-to/tell-a-game.md says


# ---------------------------------------------------------------------- no end


def endless(table):
    if table.ask("x", ("l", "r")) == "r":
        while True:
            pass
    table.pay(x=1)


def deaf(table):
    while True:
        try:
            while True:
                pass
        except Exception:
            pass


@pytest.mark.parametrize("play", [endless, deaf])
def test_a_hand_without_an_end_is_stopped_and_its_line_is_told(play, monkeypatch):
    monkeypatch.setenv(SECONDS_VARIABLE, "0.05")
    with pytest.raises(
        RulesError, match=r"test_validation\.py, line \d+: one hand takes more than"
    ):
        sabot.solve(game(play))


def test_the_limit_is_work_and_not_time(monkeypatch):
    def waits(table):
        time.sleep(0.3)
        table.pay(x=1)

    monkeypatch.setenv(SECONDS_VARIABLE, "0.1")
    assert sabot.solve(game(waits)).value == 1


def test_actions_that_never_make_a_difference_are_warned_of():
    def shouted(table):
        card = table.shoe(ranks=3, suits=1).draw()
        said = table.ask("x", ("fold", "call", "raise"), sees=card)
        table.pay(x=-1 if said == "fold" else card if said.upper() == "raise" else 1)

    with pytest.warns(RulesWarning, match="no difference whether x chooses 'call' or 'raise'; if"):
        sabot.solve(game(shouted))


def test_of_many_idle_choices_the_first_are_named():
    def repeated(table):
        said = table.ask("x", tuple(map(str, range(12))))
        table.pay(x=int(said) % 6)

    with pytest.warns(RulesWarning) as warned:
        sabot.solve(game(repeated))
    words = [str(warning.message) for warning in warned]
    assert len(words) == 4
    assert words[2].startswith("it makes no difference whether x chooses '2' or '8';")
    assert words[3] == "3 more such choices make no difference"


def peeking(table):
    card = table.shoe(ranks=2, suits=1).draw()
    table.show("y", card)
    if table.ask("x", ("peek", "wait")) == "peek":
        table.show("x", card)
    table.pay(x=1 if table.ask("x", ("one", "two")) == ("one" if card == 1 else "two") else -1)


def asked_twice(table):
    card = table.shoe(ranks=2, suits=1).draw()
    table.ask("x", ("peek", "wait"), sees=card)
    table.pay(x=card if table.ask("x", ("stay", "go")) == "go" else 0)


def test_what_the_seat_itself_learns_is_a_difference():
    for play, idle in ((peeking, []), (asked_twice, [(0, ("peek", "wait"))])):
        assert idle_choices(build_symbolic_tree(("x", "y"), play, limit=100)) == idle
        assert idle_choices(game(play).tree()) == idle


def test_what_another_seat_sees_is_a_difference():
    def talk(table):
        table.show("y", table.ask("x", ("l", "r")))
        table.pay(x=1 if table.ask("y", ("l", "r")) == "l" else -1)

    tree = game(talk).tree()
    assert idle_choices(tree) == [] and game(equal_for_all).tree().size > 1
    assert idle_choices(game(equal_for_all).tree()) == [(0, ("l", "r"))]


def equal_for_all(table):
    table.ask("x", ("l", "r"))
    table.pay(x=1)


# ---------------------------------------------------------------------- words for mistakes


def pays_twice(table):
    if table.ask("x", ("l", "r")) == "l":
        table.pay(x=1)
    table.pay(x=2)


def returns_one(table):
    if table.ask("x", ("l", "r")) == "l":
        return table.pay(x=1)
    return 1


def rolls_a_list(table):
    table.pay(x=table.roll([1, 2, 3]))


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (pays_twice, r"pay twice in one hand; did you forget `return`\?"),
        (returns_one, r"test_validation\.py, line \d+: .* without pay\(\) after r; they return 1"),
        (rolls_a_list, r"a weight for each outcome.*dict\.fromkeys"),
    ],
)
def test_a_mistake_in_rules_is_told_with_its_remedy(play, words):
    with pytest.raises(RulesError, match=words):
        sabot.solve(game(play))


def test_the_line_that_returns_in_place_of_paying_is_named():
    with pytest.raises(RulesError) as caught:
        sabot.solve(game(returns_one))
    line = returns_one.__code__.co_firstlineno + 3
    assert str(caught.value).startswith(f"test_validation.py, line {line}: ")


def test_a_payment_that_is_not_zero_sum_is_told_with_its_line():
    def play(table):
        if table.ask("x", ("l", "r")) == "l":
            return table.pay(x=1)
        return table.pay(x=2, y=2)

    line = play.__code__.co_firstlineno + 3
    with pytest.raises(sabot.SabotError, match=rf"test_validation\.py, line {line}: a hand pays 2"):
        game(play).form()


# ---------------------------------------------------------------------- hands of cards


def test_a_hand_of_cards_is_one_branch_with_the_weight_of_all_its_orders():
    def play(table):
        shoe = table.shoe(ranks=3, suits=2)
        table.show("x", shoe.deal(2))
        table.ask("x", ("a", "b"))
        table.pay(x=1)

    root = game(play).tree().root
    assert root.labels == ((1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
    assert (root.weights, root.total) == ((1, 4, 4, 1, 4, 1), 15)


def test_cards_that_were_dealt_are_gone():
    def play(table):
        shoe = table.shoe(ranks=4, suits=1)
        hand = shoe.deal(2)
        table.pay(x=1 if shoe.draw() in hand or len(shoe) != 1 else 0)

    assert sabot.solve(game(play)).value == 0


def test_an_endless_shoe_deals_too():
    def play(table):
        hand = table.shoe(ranks=2, suits=INF).deal(2)
        table.ask("x", ("a", "b"), sees=hand)
        table.pay(x=1 if hand == (1, 2) else 0)

    assert sabot.solve(game(play)).value == Fraction(1, 2)


def test_all_cards_and_no_cards_are_dealt_for_certain():
    def play(table):
        shoe = table.shoe(ranks=3, suits=1)
        none, every = shoe.deal(0), shoe.deal(3)
        table.show("x", every)
        guess = table.ask("x", ("a", "b"))
        table.pay(x=len(every) - len(none) if guess == "a" else 0)

    assert sabot.solve(game(play)).value == 3


def test_suited_cards_are_dealt_as_hands():
    def play(table):
        pack = Shoe.decks(1, suited=True)
        hand = table.shoe(pack).deal(2)
        table.pay(x=1 if hand[0].suit == hand[1].suit else 0)

    assert sabot.solve(game(play)).value == Fraction(12, 51)
    assert Card.parse("2c") > Card.parse("As")  # the ace is low, and then the suit decides


@pytest.mark.parametrize(
    ("count", "words"), [(4, "deal 4 cards from a shoe of 3"), (-1, "number of cards, got -1")]
)
def test_a_deal_that_cannot_be_is_refused(count, words):
    def play(table):
        table.shoe(ranks=3, suits=1).deal(count)
        table.pay(x=1)

    with pytest.raises(RulesError, match=words):
        sabot.solve(game(play))


def test_a_deal_of_too_many_hands_is_refused_before_they_are_listed():
    def play(table):
        table.shoe(Shoe.decks(1, suited=True)).deal(20)
        table.pay(x=1)

    with pytest.raises(sabot.SabotError, match="more than 1,000,000 hands"):
        sabot.solve(game(play))


# ---------------------------------------------------------------------- a card that nobody sees


def forgot(table, shown=False, ranks=3):
    shoe = table.shoe(ranks=ranks, suits=1)
    mine, yours = shoe.draw(), shoe.draw()
    if shown:
        table.show("x", mine)
    if table.ask("x", ("bet", "pass")) == "pass":
        return table.pay(x=-1)
    if table.ask("y", ("call", "fold"), sees=yours) == "fold":
        return table.pay(x=1)
    return table.pay(x=2 if mine > yours else -2)


@pytest.mark.parametrize("ranks", [3, 20])  # with open cards, and with cards face down
def test_a_seat_that_never_sees_a_card_is_warned_of_by_name(ranks):
    with pytest.warns(RulesWarning, match=r"x is asked after cards .* table\.show\('x', card\)"):
        sabot.solve(game(lambda table: forgot(table, ranks=ranks)))


def test_seats_that_see_a_card_are_not_warned_of():
    assert sabot.solve(game(lambda table: forgot(table, shown=True))).value is not None


@pytest.mark.parametrize("ranks", [2, 700])  # with open cards, and with cards face down
def test_a_seat_may_guess_at_a_secret(ranks):
    def play(table):
        secret = table.shoe(ranks=ranks, suits=1).draw()
        table.pay(x=1 if (table.ask("x", ("1", "2")) == "1") == (secret == 1) else 0)

    assert sabot.solve(game(play)).value == Fraction(max(1, ranks - 1), ranks)


def one_card(table, ranks, *, seen):
    card = table.shoe(ranks=ranks, suits=1).draw()
    if seen:
        table.show("x", card)
    if table.ask("x", ("bet", "pass")) == "pass":
        return table.pay(x=-1)
    if table.ask("y", ("call", "fold")) == "fold":
        return table.pay(x=1)
    return table.pay(x=2 if card > 1 else -2)


@pytest.mark.parametrize("ranks", [3, 700])
def test_a_single_card_that_no_seat_sees_is_warned_of(ranks):
    words = r"no seat ever sees; x and y are asked; .* table\.show\('x', card\)"
    with pytest.warns(RulesWarning, match=words):
        sabot.solve(game(lambda table: one_card(table, ranks, seen=False)))


@pytest.mark.parametrize("ranks", [3, 700])
def test_a_single_card_may_be_one_seats_own(ranks):
    assert sabot.solve(game(lambda table: one_card(table, ranks, seen=True))).value is not None


# ---------------------------------------------------------------------- limits


def test_the_most_nodes_can_be_set(monkeypatch):
    monkeypatch.setenv("SABOT_NODES", "12345")
    assert max_tree_nodes() == 12345
    for text in ("0", "many", "-3", ""):
        monkeypatch.setenv("SABOT_NODES", text)
        with pytest.raises(NumberError, match="SABOT_NODES="):
            max_tree_nodes()


def test_a_tree_that_is_too_large_is_told_with_what_would_help():
    with pytest.raises(sabot.SabotError, match=r"SABOT_NODES=N allows N nodes") as caught:
        game(lambda table: forgot(table, shown=True)).tree(limit=10)
    assert "shoe.deal(n)" in str(caught.value)
