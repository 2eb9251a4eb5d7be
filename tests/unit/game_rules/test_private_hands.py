"""Rules with private hands are recognized, and agree exactly with their game tree."""

import json
from fractions import Fraction

import numpy as np
import pytest

import sabot
from sabot import certify
from sabot.cards.card import Card
from sabot.cards.shoe import Shoe
from sabot.errors import RulesError
from sabot.forms.hand_deals import ClassDeal
from sabot.forms.private_hands import ComparisonEnd, describe_deal, exact_bounds
from sabot.game_rules import hand_strengths
from sabot.game_rules import private_hands as recognition
from sabot.game_rules.hand_strengths import card_number
from sabot.game_rules.private_hands import private_hands_of
from sabot.play.events import Question
from sabot.play.judges import PrivateHandsJudge
from sabot.results.private_hands import PrivateHandsInterval
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

    keys = [hand_strengths.function_key(by_sum(sign)) for sign in (1, 1, -1)]
    assert keys[0] == keys[1] != keys[2]
