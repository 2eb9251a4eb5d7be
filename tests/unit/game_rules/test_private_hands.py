"""Rules with private hands are recognized, and agree exactly with their game tree."""

import json
import os
import random
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np
import pytest

import sabot
from sabot import certify
from sabot.cards.card import Card
from sabot.cards.shoe import Shoe
from sabot.errors import FileError, FormError, NoMethodError, RulesError, TreeTooLargeError
from sabot.forms.hand_deals import AllHandsDeal, ClassDeal, PackDeal
from sabot.forms.private_hands import (
    ComparisonEnd,
    PrivateHandsForm,
    describe_deal,
    exact_bounds,
)
from sabot.game_rules import hand_strengths
from sabot.game_rules import private_hands as recognition
from sabot.game_rules.bytecode import state_of_function
from sabot.game_rules.hand_strengths import card_number
from sabot.game_rules.private_hands import private_hands_of
from sabot.play.events import Question
from sabot.play.judges import PrivateHandsJudge
from sabot.play.session import Session
from sabot.results.private_hands import PrivateHandsInterval, require_checkable
from sabot.solvers.private_hands import run_private_hands

SHIPPED = (
    "kuhn-poker",
    "kuhn-poker(ranks=6, ante=2, bet=1/2)",
    "borel(ranks=5)",
    "von-neumann(ranks=4)",
    "continuous-kuhn(ranks=4)",
    "blind-poker(ranks=4, q=0)",
)


def random_strategies(form, seed=7, unit=1023):
    dice = np.random.default_rng(seed)
    return tuple(
        tuple(
            dice.multinomial(unit, [1 / len(node.actions)] * len(node.actions), hands).T
            for node in own
        )
        for own, hands in zip(form.decisions, form.hands, strict=True)
    )


def written(form, strategies, unit=1023):
    """Return strategies as the tree has them: by player, information set and action."""
    return {
        form.seats[seat]: {
            node.infoset(hand): {
                action: Fraction(int(mix[number][place]), unit)
                for number, action in enumerate(node.actions)
            }
            for node, mix in zip(form.decisions[seat], own, strict=True)
            for place, hand in enumerate(form.deal.names(seat))
        }
        for seat, own in enumerate(strategies)
    }


def require_same_game(game):
    """Demand that best responses in the recognized form are those in the game tree."""
    form = private_hands_of(game)
    assert form is not None
    strategies = random_strategies(form)
    low, high = exact_bounds(form, strategies, 1023)
    judged = sabot.value(game, written(form, strategies))
    first, second = form.seats
    assert low == judged[first].secures
    assert high == judged[second].secures


@pytest.mark.parametrize("game", SHIPPED)
def test_a_shipped_game_is_the_same_by_private_hands_and_by_its_tree(game):
    require_same_game(sabot.load(game))


@pytest.mark.parametrize(
    "game",
    [
        "leduc-poker",  # a public card
        "le-her",  # cards are exchanged
        "blind-poker(ranks=4)",  # hands improve by chance
        "kuhn-poker(ranks=4, rake=1/10)",  # payoffs do not sum to 0
        "kuhn-poker(players=3)",
        "borel",  # real hands
        "baccara",
    ],
)
def test_a_game_of_another_form_is_not_recognized(game):
    assert private_hands_of(sabot.load(game)) is None


def war(table, *, ranks: int = 4, suits: int = 2):
    """Compare cards of a pack with several suits."""
    shoe = table.shoe(ranks=ranks, suits=suits)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    if north == south:
        return table.pay(north=0)
    return table.pay(north=3 if north > south else -2)


def test_a_players_rules_with_bare_comparisons_are_recognized():
    game = sabot.rules(war, name="war", seats=("north", "south"))
    require_same_game(game())
    form = private_hands_of(game())
    (fold, fight) = form.root.after
    assert fold.payoff == 1 and fight == ComparisonEnd(Fraction(3), Fraction(0), Fraction(-2))


def parity(table, *, ranks: int = 5):
    """Compare cards by half their rank; the second player's card is drawn first."""
    shoe = table.shoe(Shoe(tuple(range(1, ranks + 1)), (1, 2, 1, 2, 1)))
    bob, ann = shoe.draw(), shoe.draw()
    table.show("ann", "start", ann)
    table.show("bob", bob)
    if table.ask("ann", ("stay", "raise")) == "raise":
        table.show("bob", "raise")
        if table.ask("bob", ("drop", "call")) == "drop":
            return table.pay(ann=1)
        return table.pay(ann=2 * table.compare(ann, bob, by=lambda card: card // 2))
    return table.pay(ann=table.compare(ann, bob, by=lambda card: card // 2))


def test_compare_by_a_strength_gives_levels_with_ties():
    game = sabot.rules(parity, seats=("ann", "bob"))
    require_same_game(game())
    form = private_hands_of(game())
    assert form.deal.levels == (0, 1, 1, 2, 2) and form.deal.counts == (1, 2, 1, 2, 1)
    assert form.decisions[0][0].infoset("3") == "start,3"


def hands_of(shoe, size, by, *, second_first=False):
    """Return rules that deal hands of several cards and bet once."""

    def play(table):
        live = table.shoe(shoe)
        one, two = live.deal(size), live.deal(size)
        ann, bob = (two, one) if second_first else (one, two)
        table.show("ann", "start", ann)
        table.show("bob", bob)
        stake = 1
        if table.ask("ann", ("check", "bet")) == "bet":
            table.show("bob", "bet")
            if table.ask("bob", ("fold", "call")) == "fold":
                return table.pay(ann=1)
            stake = 3
        return table.pay(ann=stake * table.compare(ann, bob, by=by))

    return sabot.rules(play, name="hands", seats=("ann", "bob"))()


def pair_or_high(hand):
    """Return strengths of different lengths: (1, pair) or (0, high card, low card)."""
    ranks = sorted((card.rank if isinstance(card, Card) else card for card in hand), reverse=True)
    return (1, ranks[0]) if ranks[0] == ranks[1] else (0, *ranks)


PACK = Shoe.decks(1, suited=True)
SHORT = Shoe(PACK.cards, tuple(int(str(card)[0] in "A2") for card in PACK.cards))
DECKS = {
    "copies": (Shoe.ranks(ranks=3, suits=2), 2, pair_or_high),
    "uneven copies": (Shoe(("A", "B", "C"), (3, 1, 2)), 2, lambda hand: (hand[0] == hand[1], hand)),
    "very many copies": (Shoe((1, 2, 3, 4), (5000, 2, 70, 1)), 2, sum),
    "different cards": (Shoe.ranks(ranks=6, suits=1), 2, sum),
    "three of seven": (Shoe.ranks(ranks=7, suits=1), 3, lambda hand: max(hand) % 5),
    "suited": (SHORT, 2, pair_or_high),
    "less a board": (SHORT - Card.parse("Ac") - Card.parse("2d"), 2, pair_or_high),
    "one card": (Shoe.ranks(ranks=3, suits=3), 1, lambda hand: hand[0]),
    "five of ten": (Shoe.ranks(ranks=4, suits=3), 5, lambda hand: -sum(hand)),
}


@pytest.mark.parametrize("second_first", [False, True])
@pytest.mark.parametrize("deck", DECKS)
def test_hands_of_several_cards_are_the_same_game_as_the_tree(deck, second_first):
    game = hands_of(*DECKS[deck], second_first=second_first)
    require_same_game(game)
    form = private_hands_of(game)
    proved = run_private_hands(form, gap=Fraction(1, 50))
    assert proved.low <= sabot.solve(game).value <= proved.high
    file = PrivateHandsInterval.of(str(game), form, proved)
    verdict = certify.check(json.loads(json.dumps(file.to_json())))
    assert isinstance(verdict, certify.PrivateHandsVerdict)
    assert (verdict.low, verdict.high) == (proved.low, proved.high)
    assert describe_deal(file.form().deal) == verdict.form.deal.described


def looks_at_one_card_of_a_hand(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.show("ann", ann)
    if table.ask("ann", ("stay", "bet")) == "bet" and bob[0] == 4:
        return table.pay(bob=3)
    return table.pay(ann=table.compare(ann, bob, by=sum))


def shows_one_card_of_a_hand(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.show("ann", ann)
    table.show("bob", bob)
    table.announce(ann[0])
    table.ask("ann", ("stay", "bet"))
    return table.pay(ann=table.compare(ann, bob, by=sum))


def compares_parts_of_hands(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.ask("ann", ("stay", "bet"), sees=ann)
    return table.pay(ann=table.compare(ann[:1], bob[:1], by=sum))


def compares_the_first_cards_of_hands(table):
    shoe = table.shoe(ranks=3, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.ask("ann", ("stay", "bet"), sees=ann)
    return table.pay(ann=1 if ann[0] > bob[0] else -1)


def compares_the_first_cards_by_their_order(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.ask("ann", ("stay", "bet"), sees=ann)
    return table.pay(ann=table.compare(ann[0], bob[0]))


def compares_two_cards_of_a_hand(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.ask("ann", ("stay", "bet"), sees=ann)
    if ann[0] == ann[1]:
        return table.pay(ann=5)
    return table.pay(ann=table.compare(ann, bob, by=sum))


def compares_hands_without_a_strength(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.ask("ann", ("stay", "bet"), sees=ann)
    return table.pay(ann=(ann > bob) - (ann < bob))


def orders_by_what_may_change(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    ORDER["sign"] = 1 if table.ask("ann", ("high", "low"), sees=ann) == "high" else -1
    return table.pay(ann=table.compare(ann, bob, by=lambda hand: ORDER["sign"] * sum(hand)))


ORDER = {"sign": 1}


def hands_of_two_sizes(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(3)
    table.ask("ann", ("stay", "bet"), sees=ann)
    return table.pay(ann=table.compare(ann, bob, by=sum))


def hands_of_two_shoes(table):
    ann, bob = table.shoe(ranks=3, suits=2).deal(2), table.shoe(ranks=3, suits=2).deal(2)
    table.ask("ann", ("stay", "bet"), sees=ann)
    return table.pay(ann=table.compare(ann, bob, by=sum))


def burns_a_card(table):
    shoe = table.shoe(ranks=4, suits=2)
    shoe.draw()
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.ask("ann", ("stay", "bet"), sees=ann)
    return table.pay(ann=table.compare(ann, bob, by=sum))


def compares_by_no_order(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    table.ask("ann", ("stay", "bet"), sees=ann)
    return table.pay(ann=table.compare(ann, bob, by=lambda hand: (hand[0] / 2, hand[1])))


def two_orders_of_hands(table):
    shoe = table.shoe(ranks=4, suits=2)
    ann, bob = shoe.deal(2), shoe.deal(2)
    sign = 1 if table.ask("ann", ("high", "low"), sees=ann) == "high" else -1
    return table.pay(ann=table.compare(ann, bob, by=lambda hand: sign * sum(hand)))


def both_see(table):
    shoe = table.shoe(ranks=4, suits=1)
    ann, bob = shoe.draw(), shoe.draw()
    table.announce(ann)
    table.show("bob", bob)
    bet = table.ask("bob", ("stay", "bet")) == "bet"
    return table.pay(ann=(2 if bet else 1) * (1 if ann > bob else -1))


def looks_at_a_card(table):
    shoe = table.shoe(ranks=4, suits=1)
    ann, bob = shoe.draw(), shoe.draw()
    table.show("ann", ann)
    if table.ask("ann", ("stay", "bet")) == "bet" and bob == 4:
        return table.pay(bob=3)
    return table.pay(ann=1 if ann > bob else -1)


def two_orders(table):
    shoe = table.shoe(ranks=4, suits=1)
    ann, bob = shoe.draw(), shoe.draw()
    if table.ask("ann", ("high", "low"), sees=ann) == "high":
        return table.pay(ann=table.compare(ann, bob))
    return table.pay(ann=table.compare(ann, bob, by=lambda card: -card))


def asked_after_the_comparison(table):
    shoe = table.shoe(ranks=4, suits=1)
    ann, bob = shoe.draw(), shoe.draw()
    table.show("ann", ann)
    amount = 1 if ann > bob else -1
    return table.pay(ann=amount * (2 if table.ask("ann", ("stay", "bet")) == "bet" else 1))


def hidden_action(table):
    shoe = table.shoe(ranks=4, suits=1)
    ann, bob = shoe.draw(), shoe.draw()
    table.show("ann", ann)
    table.show("bob", bob)
    first = table.ask("ann", ("stay", "bet"))
    second = table.ask("bob", ("stay", "bet"))
    return table.pay(ann=(2 if first == second else 1) * (1 if ann > bob else -1))


@pytest.mark.parametrize(
    "rules",
    [
        both_see,
        looks_at_a_card,
        two_orders,
        asked_after_the_comparison,
        hidden_action,
        looks_at_one_card_of_a_hand,
        shows_one_card_of_a_hand,
        compares_parts_of_hands,
        compares_the_first_cards_of_hands,
        compares_the_first_cards_by_their_order,
        compares_two_cards_of_a_hand,
        compares_hands_without_a_strength,
        hands_of_two_sizes,
        hands_of_two_shoes,
        burns_a_card,
        compares_by_no_order,
        two_orders_of_hands,
    ],
)
def test_rules_that_the_form_cannot_express_stay_a_tree(rules):
    game = sabot.rules(rules, seats=("ann", "bob"))()
    assert private_hands_of(game) is None
    assert game.form() is not None


@pytest.mark.parametrize(
    "rules",
    [
        looks_at_one_card_of_a_hand,
        compares_parts_of_hands,
        compares_the_first_cards_of_hands,
        compares_the_first_cards_by_their_order,
        compares_two_cards_of_a_hand,
        compares_hands_without_a_strength,
        orders_by_what_may_change,
    ],
)
def test_single_cards_of_hands_are_refused_before_hands_are_dealt(rules, monkeypatch):
    monkeypatch.setattr(recognition._HandCheck, "run", lambda *_: None)
    assert private_hands_of(sabot.rules(rules, seats=("ann", "bob"))()) is None


def test_a_comparison_that_is_no_order_is_refused():
    def unordered(table):
        shoe = table.shoe(ranks=3, suits=1)
        ann, bob = shoe.draw(), shoe.draw()
        table.ask("ann", ("stay", "bet"), sees=ann)
        return table.pay(ann=table.compare(ann, bob, by=lambda card: None))

    with pytest.raises(RulesError, match="no order"):
        sabot.solve(sabot.rules(unordered, seats=("ann", "bob"))())


@pytest.mark.slow
def test_hands_too_many_to_list_are_classes_of_the_whole_pack(monkeypatch):
    """The bounds of a strategy by classes are those of the same strategy by single hands."""
    game = hands_of(PACK, 2, pair_or_high)
    every = private_hands_of(game)
    monkeypatch.setattr(hand_strengths, "MOST_LISTED_HANDS", 1000)
    form = private_hands_of(game)
    assert isinstance(form.deal, ClassDeal) and form.hands == (169, 169)
    assert every.hands == (1326, 1326) and form.deal.total == every.deal.total
    strategies = random_strategies(form)
    number = {str(card): card_number(card) for card in PACK.cards}
    places = [
        form.deal.names(0).index(form.deal.class_of([number[card] for card in cards]))
        for cards in (name[1:-1].split(",") for name in every.deal.names(0))
    ]
    spread = tuple(tuple(mix[:, places] for mix in own) for own in strategies)
    assert exact_bounds(form, strategies, 1023) == exact_bounds(every, spread, 1023)
    tables = written(form, strategies)
    found = sabot.simulate(game, tables, hands=300, seed=2)
    low, high = found.interval(99)
    assert low < found.exact[0] < high
    judge = PrivateHandsJudge(game, form, "ann", tables)
    question = Question("ann", "start,(Ac,Ad)", ("check", "bet"), ())
    assert judge.hint(question) == tables["ann"]["start,AcAd"]
    assert private_hands_of(hands_of(PACK, 2, lambda hand: hand[0].suit)) is None
    assert private_hands_of(hands_of(SHORT, 4, lambda hand: hand[0].rank)) is not None
    monkeypatch.setattr(hand_strengths, "MOST_LISTED_HANDS", 60)
    assert private_hands_of(hands_of(SHORT, 4, lambda hand: hand[0].rank)) is None


def test_the_same_function_made_again_is_one_order_and_another_is_not():
    def by_sum(sign):
        return lambda hand: sign * sum(hand)

    keys = [state_of_function(by_sum(sign)) for sign in (1, 1, -1)]
    assert keys[0] == keys[1] != keys[2]
    board, same = [3, 4], [3, 4]
    assert state_of_function(by_sum(board)) == state_of_function(by_sum(same))
    board.append(5)
    assert state_of_function(by_sum(board)) != state_of_function(by_sum(same))


class Order:
    """A thing with a state that nobody knows how to read."""

    sign = 1


def counted(hand):
    CALLS.append(hand)
    return -sum(hand) if len(CALLS) > 1000 else sum(hand)


CALLS = []


def is_captured(function):
    return lambda hand: function(hand)


@pytest.mark.parametrize(
    "function",
    [
        lambda hand: random.random(),
        lambda hand: Order.sign * sum(hand),
        lambda hand: globals()["ORDER"]["sign"] * sum(hand),
        lambda hand: is_captured.__globals__["ORDER"]["sign"] * sum(hand),
        is_captured(lambda hand: os.getpid()),
        partial(lambda sign, hand: sign.sign * sum(hand), Order()),
        iter(()).__next__,
        random.Random(7).choice,
    ],
)
def test_what_a_function_reads_may_be_unknown(function):
    assert state_of_function(function) is None


@pytest.mark.parametrize(
    "function",
    [
        lambda hand: ORDER["sign"] * sum(hand),
        is_captured(lambda hand: ORDER["sign"] * sum(hand)),
        lru_cache(lambda hand: [ORDER["sign"] * card for card in hand]),
        partial(lambda order, hand: order["sign"], ORDER),
        lambda hand, order=ORDER: order["sign"],
        ORDER.get,
    ],
)
def test_what_a_function_reads_is_a_part_of_its_state(function, monkeypatch):
    before = state_of_function(function)
    assert before is not None and before == state_of_function(function)
    monkeypatch.setitem(ORDER, "sign", 7)
    assert state_of_function(function) not in (None, before)


def rounds_of(by, *, cards=2, after=lambda yes: None):
    """Return rules with two rounds of three choices, and *after* so many times yes a change."""

    def play(table):
        live, yes = table.shoe(PACK), 0
        after(yes)
        ann, bob = live.deal(cards), live.deal(cards)
        table.show("ann", ann)
        table.show("bob", bob)
        for _ in range(2):
            for seat in ("ann", "bob"):
                said = table.ask(seat, ("no", "yes", "later"))
                table.announce(said)
                if said == "no":
                    return table.pay(ann=-1 if seat == "ann" else 1)
                yes += said == "yes"
        after(yes)
        return table.pay(ann=table.compare(ann, bob, by=by))

    return sabot.rules(play, name="rounds", seats=("ann", "bob"))()


def turn_order(yes):
    ORDER["sign"] = Order.sign = -1 if yes == 4 else 1


ORDER_READERS = (
    lambda hand: ORDER["sign"] * sum(card.rank for card in hand),
    lambda hand: Order.sign * sum(card.rank for card in hand),
)


@pytest.mark.parametrize("classes", [False, True])
@pytest.mark.parametrize("by", ORDER_READERS)
def test_a_second_order_after_one_path_of_many_is_seen(by, classes, monkeypatch):
    """One end of 16 compares by the other order; no hand need be played there to see it."""
    monkeypatch.setattr(recognition._HandCheck, "run", lambda *_: None)
    monkeypatch.setattr(hand_strengths, "MOST_LISTED_HANDS", 1000 if classes else 30_000)
    assert private_hands_of(rounds_of(by, after=turn_order)) is None
    assert private_hands_of(rounds_of(by, after=lambda yes: turn_order(0))) is not None


@pytest.mark.parametrize("by", ORDER_READERS)
def test_hands_are_played_to_every_end(by, monkeypatch):
    for after, known in ((turn_order, False), (lambda yes: turn_order(0), True)):
        monkeypatch.setattr(hand_strengths.HandOrder, "levels", first_levels())
        assert (private_hands_of(rounds_of(by, after=after)) is not None) == known


def first_levels():
    known = []

    def levels(self, by):
        if not known:
            known.append(hand_strengths.levels_of_hands(self._shoe, self._size, by))
        return known[0]

    return levels


def test_a_function_is_called_for_all_hands_again_only_where_it_may_have_changed(monkeypatch):
    found, whole = [], hand_strengths.levels_of_hands
    monkeypatch.setattr(
        hand_strengths, "levels_of_hands", lambda *given: found.append(given) or whole(*given)
    )

    def unknown(hand):
        return Order.sign, pair_or_high(hand)

    for by, times in ((pair_or_high, 1), (unknown, 16)):
        found.clear()
        assert private_hands_of(rounds_of(partial(partial(by)))) is not None
        assert len(found) >= times and (len(found) == 1) == (times == 1)


def test_a_function_whose_results_depend_on_its_calls_is_refused():
    CALLS.clear()
    assert state_of_function(counted) is not None
    assert private_hands_of(hands_of(Shoe.ranks(ranks=6, suits=2), 2, counted)) is None


def test_captured_things_need_not_be_hashable():
    rank, board = {card: int(card_number(card)) // 4 for card in PACK.cards}, [Card.parse("Ah")]

    def best(cards):
        return max(rank[cards[0]], best(cards[1:])) if cards else 0

    def strength(hand):
        return best([*hand, *board])

    game = hands_of(PACK, 2, strength)
    assert private_hands_of(game) is not None


def test_a_shoe_with_very_many_copies_is_recognized_at_once():
    game = hands_of(Shoe((1, 2, 3), (5 * 10**8,) * 3), 1, sum)
    assert private_hands_of(game).deal.total == 1_500_000_000 * 1_499_999_999


def test_hands_of_one_name_are_refused():
    cards = ("a", "b", "a,b", "c", "b,c", *"defghijkl")
    game = hands_of(Shoe(cards, (1,) * len(cards)), 2, lambda hand: hand)
    assert private_hands_of(game) is None
    with pytest.raises(FormError, match="two hands of the pack have one name"):
        AllHandsDeal.of(("k", "j,k,j", "k,j"), (2, 1, 3), 2, (2, 0, 1, 0, 2))


@pytest.mark.parametrize("kind", ["pack", "hands", "classes", "ranges"])
@pytest.mark.parametrize("less", [0, 1])
def test_an_interval_that_no_checker_reads_is_refused_before_the_search(kind, less, monkeypatch):
    """What is refused is exactly what the checker refuses."""
    deals = {
        "pack": PackDeal(tuple("ABCDEF"), (2,) * 6),
        "hands": AllHandsDeal.of(("A", "B", "C"), (2, 1, 3), 2, (2, 0, 1, 0, 2)),
        "classes": ClassDeal.of(2, [place % 7 for place in range(169)]),
        "ranges": private_hands_of(sabot.load(RIVER)).deal,
    }
    root = private_hands_of(hands_of(*DECKS["copies"])).root
    form = PrivateHandsForm(("ann", "bob"), root, deals[kind])
    told = PrivateHandsInterval.of("a game", form, run_private_hands(form, iterations=1)).to_json()
    steps = {"pack": 1, "hands": 16, "classes": 8, "ranges": 16}[kind]
    most = form.public_nodes * sum(form.hands) * steps - less
    monkeypatch.setattr("sabot.certify.MOST_PRIVATE_WORK", most)
    monkeypatch.setattr("sabot.certify.private_hands.MOST_PRIVATE_WORK", most)
    if not less:
        require_checkable("a game", form)
        certify.check(json.loads(json.dumps(told)))
        return
    with pytest.raises(FileError, match="this checker takes"):
        certify.check(json.loads(json.dumps(told)))
    with pytest.raises(NoMethodError, match="no checker would read"):
        require_checkable("a game", form)


def test_anyway_searches_for_an_interval_that_no_checker_reads(monkeypatch):
    monkeypatch.setattr("sabot.certify.MOST_PRIVATE_WORK", 1000)
    for gap in (0, 1):
        with pytest.raises(NoMethodError, match="no checker would read"):
            sabot.approximate("kuhn-poker(ranks=2000)", gap=gap)
        assert sabot.approximate("kuhn-poker(ranks=2000)", gap=gap, anyway=True).gap <= gap


RIVER = "holdem-river(board=AhKd8c5s2c, range1=[AsAd,QsJs,77], range2=[KsKh,88])"


def by_suit(hand):
    return hand[0].suit


def by_half(hand):
    return hand[0].rank / 2


def by_a_name_that_is_missing(hand):
    return PACKS[hand]  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (lambda: hands_of(PACK, 4, by_suit), "depends on its suits"),
        (lambda: hands_of(PACK, 4, by_half), "whole numbers, fractions or texts"),
        (lambda: hands_of(PACK, 4, None), "compared by a function"),
        (lambda: hands_of(PACK - Card.parse("Ah"), 4, by_suit), "from the whole pack"),
        (lambda: hands_of(PACK, 5, by_a_name_that_is_missing), "NameError: name 'PACKS'"),
    ],
)
@pytest.mark.parametrize("verb", [sabot.approximate, Session])
def test_why_hands_too_many_for_a_tree_are_refused_is_said(game, words, verb):
    with pytest.raises(TreeTooLargeError, match="too many for a tree") as refused:
        verb(game())
    assert words in str(refused.value)
