"""Baccara banque: both Players together against Banker, with replacement."""

from fractions import Fraction as F
from itertools import product

import pytest

import sabot
from sabot.errors import GameStringError, NoMethodError
from sabot.game_rules.table import Dealer
from sabot.games import baccara_banque as banque
from sabot.games.baccara_banque import CARD_WEIGHTS, JOINT_ACTIONS, correlated_form

THETA = F(1, 3)
NATURALS = (8, 9)


def by_cards(theta, players, banker):
    """Return what the Players are paid, card by card: shares nothing with the counting.

    *players* is what the first and the second Player do on 5, *banker* a function of what he sees.
    """
    cards = list(enumerate(CARD_WEIGHTS))  # each with its ways, of 13
    twos = {}
    for (a, p), (b, q) in product(cards, cards):
        twos[(a + b) % 10] = twos.get((a + b) % 10, 0) + p * q

    def ends(two, draws):
        """Return third card, last total and ways, of 13, of a Player's hand."""
        if two in NATURALS:
            return [("natural", two, 13)]
        if two <= 4 or (two == 5 and draws):
            return [(k, (two + k) % 10, p) for k, p in cards]
        return [(None, two, 13)]

    def sign(one, two):
        return (one > two) - (one < two)

    first = second = 0
    for (t1, p1), (t2, p2), (b, pb) in product(twos.items(), repeat=3):
        ways = p1 * p2 * pb
        if b in NATURALS or (t1 in NATURALS and t2 in NATURALS):
            first += 13**3 * ways * sign(t1, b)
            second += 13**3 * ways * sign(t2, b)
            continue
        for (k1, e1, c1), (k2, e2, c2) in product(ends(t1, players[0]), ends(t2, players[1])):
            lasts = [((b + k) % 10, p) for k, p in cards] if banker(b, k1, k2) else [(b, 13)]
            for last, cb in lasts:
                first += ways * c1 * c2 * cb * (1 if k1 == "natural" else sign(e1, last))
                second += ways * c1 * c2 * cb * (1 if k2 == "natural" else sign(e2, last))
    return (theta * first + (1 - theta) * second) / 13**9


BANKERS = {
    "never": lambda b, one, two: False,
    "low": lambda b, one, two: b < 5,
    "by cards": lambda b, one, two: (
        (b + (one if isinstance(one, int) else 3) + 2 * (two == 7)) % 3 == 0
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BANKERS)
@pytest.mark.parametrize("plan", [(False, True), (True, True)])
def test_the_counted_payoffs_are_those_of_the_cards(name, plan):
    banker = BANKERS[name]
    form = correlated_form(THETA)
    words = ["draw" if draws else "stand" for draws in plan]
    players = {
        "-": " ".join(words),
        "first natural": words[1],
        "second natural": words[0],
    }
    answers = {}
    for view in (cell.key for cell in form.sides[1].cells):
        own, *seen = view.split(",")
        thirds = [None if k == "-" else k if k == "natural" else int(k) for k in seen]
        answers[view] = "draw" if banker(int(own), *thirds) else "stand"
    found = sabot.value(f"baccara-banque(theta={THETA})", {"Players": players, "Banker": answers})
    assert found.expectation == by_cards(THETA, plan, banker)


def test_with_all_stakes_on_one_hand_it_is_chemin_de_fer():
    chemin = sabot.solve("baccara(model=A1)").value
    for theta in (0, 1):
        assert sabot.solve(f"baccara-banque(theta={theta})").value == chemin


def test_a_hand_that_plays_on_alone_is_chemin_de_fer_by_itself():
    found = sabot.solve(f"baccara-banque(theta={THETA})")
    for alone in ("first natural", "second natural"):
        assert found["Players"][alone]["draw"] == F(9, 11)
    for view in ("6,natural,-", "6,-,natural"):
        assert found["Banker"][view]["draw"] == F(859, 2288)


def test_exchanging_the_hands_exchanges_the_stakes():
    one, two = (sabot.solve(f"baccara-banque(theta={theta})") for theta in ("1/3", "2/3"))
    assert one.value == two.value
    turned = {" ".join(reversed(plan.split())): p for plan, p in two["Players"]["-"].items()}
    assert turned == one["Players"]["-"]


def test_at_even_stakes_the_players_agree_and_no_independent_mix_does_as_well():
    found = sabot.solve("baccara-banque")
    assert found.value == F(-676187357674, 78505108858319)
    plan = found["Players"]["-"]
    assert plan == {
        JOINT_ACTIONS[0]: F(2625, 5384),
        JOINT_ACTIONS[1]: 0,
        JOINT_ACTIONS[2]: 0,
        JOINT_ACTIONS[3]: F(2759, 5384),
    }
    assert found.uniqueness["Players"]  # so the optimum is no product of two mixes
    assert (
        plan[JOINT_ACTIONS[0]] * plan[JOINT_ACTIONS[3]]
        != plan[JOINT_ACTIONS[1]] * plan[JOINT_ACTIONS[2]]
    )
    sabot.check(found, rules=True)


def test_the_rules_as_told_pay_what_the_counting_says():
    class Fixed(Dealer):
        def __init__(self, rolls, cards, answers):
            super().__init__((banque.PLAYERS, banque.BANKER))
            self.rolls, self.cards, self.answers, self.views = rolls, cards, answers, []

        def pick(self, labels, weights, total, spots=()):
            wanted = self.rolls.pop(0) if self.rolls else self.cards.pop(0)
            return labels.index(wanted)

        def choose(self, seat, view, actions):
            self.views.append((seat, view))
            return actions.index(self.answers.pop(0))

    table = Fixed([5, 8, 3], [2], ["draw", "stand"])
    paid = table.play_hand(sabot.load("baccara-banque(theta=1/4)").play)
    assert paid == (F(1, 4) + F(3, 4), -1)  # 5 and 2 beat 3; the natural wins
    assert table.views[0] == ("Players", ("second natural",))
    table = Fixed([5, 6, 7], [2, 1], ["draw stand", "draw"])
    paid = table.play_hand(sabot.load("baccara-banque(theta=1/4)").play)
    assert paid == (F(1, 4) * -1 + F(3, 4) * -1, 1)  # 7 and 6 against 8
    assert table.views == [("Players", ()), ("Banker", (7, 2, None))]


def test_a_share_outside_0_to_1_is_refused_and_so_is_the_tree():
    with pytest.raises(GameStringError, match="out of range"):
        sabot.load("baccara-banque(theta=2)")
    with pytest.raises(NoMethodError, match="counted instead"):
        sabot.load("baccara-banque").tree()
