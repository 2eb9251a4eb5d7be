"""Private hands: operators are sums over pairs of hands, best responses are over all plans."""

import json
from fractions import Fraction
from itertools import chain, combinations, permutations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot import certify
from sabot.cards.poker_hand import suit_classes
from sabot.forms import hand_deals
from sabot.forms.hand_deals import AllHandsDeal, ClassDeal, PackDeal, RangeDeal
from sabot.forms.private_hands import (
    ComparisonEnd,
    ConstantEnd,
    PrivateHandsForm,
    PublicDecision,
    exact_bounds,
)
from sabot.results.private_hands import HandBounds, PrivateHandsInterval

AMOUNTS = st.fractions(-3, 3, max_denominator=4)


@st.composite
def packs(draw):
    counts = draw(st.lists(st.integers(1, 3), min_size=1, max_size=6))
    apart = draw(st.booleans())
    if not apart and sum(counts) < 2:
        counts = [2]
    levels = None
    if draw(st.booleans()):
        levels, level = [], 0
        for _ in counts:
            level += draw(st.integers(0, 2))
            levels.append(level)
    names = tuple(f"c{place}" for place in range(len(counts)))
    return PackDeal(names, tuple(counts), None if levels is None else tuple(levels), apart=apart)


def pair_weight(deal, one, two):
    """Return the weight of a pair of hands and the sign of their comparison, by definition."""
    if isinstance(deal, PackDeal):
        levels = deal.levels or tuple(range(len(deal.counts)))
        left = deal.counts[two] - (one == two and not deal.apart)
        return deal.counts[one] * left, np.sign(levels[one] - levels[two])
    sign = np.sign(deal.strengths[0][one] - deal.strengths[1][two])
    if isinstance(deal, AllHandsDeal):
        sides = (
            [hand for hand in copies_of_hands(deal.counts, deal.size) if cards_of(hand) == own]
            for own in (deal.hands[0][one], deal.hands[1][two])
        )
        return sum(set(mine).isdisjoint(yours) for mine, yours in product(*sides)), sign
    blocks = deal.suits or ((0,), (1,), (2,), (3,))
    both = product(orbit(deal.hands[0][one], blocks), orbit(deal.hands[1][two], blocks))
    pairs = sum(set(mine).isdisjoint(yours) for mine, yours in both)
    weight = pairs * deal.weights[0][one] * deal.weights[1][two]
    return weight, sign


def cards_of(copies):
    """Return the cards of a hand with a number for each copy."""
    return tuple(card for card, _ in copies)


@st.composite
def packs_of_hands(draw):
    """Return all hands of some cards from a pack with copies."""
    counts = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    size = draw(st.integers(1, 3))
    while 2 * size > sum(counts):
        counts.append(2)
    many = len({cards_of(hand) for hand in copies_of_hands(counts, size)})
    names = tuple(f"c{card}" for card in range(len(counts)))
    levels = [draw(st.integers(0, 3)) for _ in range(many)]
    return AllHandsDeal.of(names, counts, size, levels)


def copies_of_hands(counts, size):
    """Return all hands of a pack, copies told apart."""
    copies = [(card, copy) for card, count in enumerate(counts) for copy in range(count)]
    return combinations(copies, size)


@st.composite
def ranges(draw):
    size = draw(st.integers(1, 3))
    every = list(combinations(range(draw(st.integers(2 * size, 2 * size + 2))), size))
    sides = []
    for _ in range(2):
        hands = draw(st.lists(st.sampled_from(every), min_size=1, max_size=8, unique=True))
        strengths = sorted(draw(st.integers(0, 3)) for _ in hands)
        weights = [draw(st.integers(1, 3)) for _ in hands]
        sides.append((hands, weights, strengths))
    if not any(set(a).isdisjoint(b) for a in sides[0][0] for b in sides[1][0]):
        sides[1] = (every, [1] * len(every), [0] * len(every))
    one, two = sides
    hands, weights, strengths = zip(one, two, strict=True)
    return RangeDeal(hands, weights, strengths, tuple(f"c{card}" for card in range(9)))


def permuted(hand, blocks, images):
    """Return a hand after a permutation of the suits of each block."""
    move = dict(zip(chain(*blocks), chain(*images), strict=True))
    return tuple(sorted(4 * (card >> 2) + move[card & 3] for card in hand))


def orbit(hand, blocks):
    """Return all hands that permutations of suits within the blocks make of one, by trying all."""
    return {permuted(hand, blocks, images) for images in product(*map(permutations, blocks))}


@st.composite
def suited_ranges(draw):
    """Return ranges of which suits are interchangeable, all or some of them."""
    size = draw(st.integers(1, 3))
    blocks = draw(st.sampled_from([((0, 1, 2, 3),), ((0,), (2,), (1, 3)), ((0, 2), (1, 3))]))
    classes = {min(orbit(hand, blocks)) for hand in combinations(range(12), size)}
    sides = []
    for _ in range(2):
        hands = draw(st.lists(st.sampled_from(sorted(classes)), min_size=1, unique=True))
        strengths = sorted(draw(st.integers(0, 3)) for _ in hands)
        sides.append((hands, [draw(st.integers(1, 3)) for _ in hands], strengths))
    theirs = [hand for one in sides[1][0] for hand in orbit(one, blocks)]
    if not any(set(one).isdisjoint(two) for one, two in product(sides[0][0], theirs)):
        sides[1] = (sorted(classes), [1] * len(classes), [0] * len(classes))
    hands, weights, strengths = zip(*sides, strict=True)
    names = tuple(f"c{card}" for card in range(12))
    return RangeDeal(hands, weights, strengths, names, blocks)


deals = st.one_of(packs(), ranges(), suited_ranges(), packs_of_hands())


@pytest.fixture(scope="module")
def _usual_loops():
    usual = hand_deals.LOOPS.pays_from
    yield
    hand_deals.LOOPS.pays_from = usual


@given(deals, st.randoms(use_true_random=False))
@pytest.mark.usefixtures("_usual_loops")
def test_the_operator_is_the_sum_over_all_pairs_of_hands(deal, dice):
    sizes = [len(deal.own_weights(seat)) for seat in (0, 1)]
    for seat in (0, 1):
        weights = [dice.randrange(1000) for _ in range(sizes[1 - seat])]
        expected = [[0] * sizes[seat] for _ in range(3)]
        for own, other in product(range(sizes[seat]), range(sizes[1 - seat])):
            pair = (own, other) if seat == 0 else (other, own)
            weight, sign = pair_weight(deal, *pair)
            place = 1 - sign if seat == 0 else 1 + sign  # weaker hands of the other come first
            expected[place][own] += int(weight) * weights[other]
        for kind, pays_from in product((np.int64, object, float), (0, 1 << 60)):
            hand_deals.LOOPS.pays_from = pays_from
            found = deal.sums(seat, np.array([weights, [2 * one for one in weights]], kind))
            own_weights = deal.own_weights(seat)
            for part, wanted in zip(found, expected, strict=True):
                assert (part[0] * own_weights).tolist() == wanted
                assert (part[1] == 2 * part[0]).all()
    total = sum(pair_weight(deal, *pair)[0] for pair in product(*map(range, sizes)))
    assert deal.total == total


SPREAD = np.array([3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43])


def suit_blind_number(hands, below):
    """Return a number of each hand that no permutation of suits changes, and little else keeps."""
    ranks, suits = hands >> 2, hands & 3
    alike = suits[:, :, None] == suits[:, None, :]
    products = SPREAD[ranks][:, :, None] * SPREAD[ranks][:, None, :]
    return ((products * alike).sum((1, 2)) + SPREAD[ranks].sum(1)) % below


@pytest.mark.parametrize("size", [1, 2, 3, pytest.param(5, marks=pytest.mark.slow)])
def test_the_operator_on_classes_of_the_whole_pack_is_a_sum_over_all_hands(size):
    """Own hands are drawn at random; the sums over all hands of the other player are exact."""
    ways = suit_classes(size)
    deal = ClassDeal.of(size, suit_blind_number(ways.hands.astype(int), 50))
    every = np.array(list(combinations(range(52), size)))
    strengths, weights = suit_blind_number(every, 50), suit_blind_number(every, 997)
    assert deal.total == len(every) * comb(52 - size, size)
    classes = np.array(deal.hands[0], int)
    found = deal.sums(0, suit_blind_number(classes, 997))
    for own in np.random.default_rng(size).choice(len(classes), 12):
        apart = ~np.isin(every, classes[own]).any(1)
        sign = np.sign(strengths - suit_blind_number(classes[own : own + 1], 50))
        for part, wanted in zip(found, (-1, 0, 1), strict=True):
            assert part[own] == weights[apart & (sign == wanted)].sum()


@st.composite
def trees(draw, depth=3, seen=()):
    kind = draw(st.integers(0, 3)) if depth else draw(st.integers(2, 3))
    if kind == 2:
        return ConstantEnd(draw(AMOUNTS))
    if kind == 3:
        return ComparisonEnd(draw(AMOUNTS), draw(AMOUNTS), draw(AMOUNTS))
    actions = tuple("abc"[: draw(st.integers(1, 3))])
    after = tuple(draw(trees(depth - 1, (*seen, action))) for action in actions)
    return PublicDecision(kind, (), seen, actions, after)


def payoff(node, strategies, unit, hands, sign, plan, seat):
    """Return the expectation of the first player for one pair of hands, walking the tree."""
    if isinstance(node, ConstantEnd):
        return node.payoff
    if isinstance(node, ComparisonEnd):
        return (node.tie, node.win, node.loss)[sign]
    if node.seat == seat:
        return payoff(node.after[plan[node.key]], strategies, unit, hands, sign, plan, seat)
    mix = strategies[node.key]
    return sum(
        Fraction(int(mix[action][hands[node.seat]]), unit)
        * payoff(child, strategies, unit, hands, sign, plan, seat)
        for action, child in enumerate(node.after)
    )


def response_by_plans(form, seat, strategy, unit):
    """Return the value to the first player of a best response, over all pure plans of each hand."""
    decisions = form.decisions[seat]
    other = {n.key: mix for n, mix in zip(form.decisions[1 - seat], strategy, strict=True)}
    best_of, earned = (max, min)[seat], Fraction(0)
    for own in range(form.hands[seat]):
        values = []
        for choice in product(*(range(len(node.actions)) for node in decisions)):
            plan = {node.key: action for node, action in zip(decisions, choice, strict=True)}
            value = Fraction(0)
            for foe in range(form.hands[1 - seat]):
                hands = (own, foe) if seat == 0 else (foe, own)
                weight, sign = pair_weight(form.deal, *hands)
                value += int(weight) * payoff(form.root, other, unit, hands, sign, plan, seat)
            values.append(value)
        earned += best_of(values)
    return earned / form.deal.total


@st.composite
def played_games(draw):
    form = PrivateHandsForm(
        ("ann", "bob"), draw(trees()), draw(st.one_of(packs(), ranges(), packs_of_hands()))
    )
    unit = draw(st.sampled_from((1, 6, 1023, 65535)))
    dice = draw(st.randoms(use_true_random=False))
    strategies = []
    for seat in (0, 1):
        own = []
        for node in form.decisions[seat]:
            columns = []
            for _ in range(form.hands[seat]):
                cuts = sorted(dice.randrange(unit + 1) for _ in node.actions[1:])
                columns.append(np.diff([0, *cuts, unit]))
            own.append(np.array(columns, np.int64).T)
        strategies.append(tuple(own))
    return form, unit, tuple(strategies)


@given(played_games())
def test_best_responses_are_those_over_all_plans_and_the_checker_agrees(played):
    form, unit, strategies = played
    plans = [np.prod([len(n.actions) for n in own]) for own in form.decisions]
    if max(plans) > 200:
        return
    low, high = exact_bounds(form, strategies, unit)
    assert low == response_by_plans(form, 1, strategies[0], unit)
    assert high == response_by_plans(form, 0, strategies[1], unit)
    found = HandBounds(low, high, strategies, unit, 1, "gap", 0.0)
    interval = PrivateHandsInterval.of("a game", form, found)
    document = json.loads(json.dumps(interval.to_json()))
    verdict = certify.check(document)
    assert isinstance(verdict, certify.PrivateHandsVerdict)
    assert (verdict.low, verdict.high) == (low, high)
    again = PrivateHandsInterval.from_json(document)
    assert exact_bounds(again.form(), again.strategies(form), unit) == (low, high)
