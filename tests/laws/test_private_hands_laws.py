"""Private hands: operators are sums over pairs of hands, best responses are over all plans."""

import json
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot import certify
from sabot.forms.private_hands import (
    ComparisonEnd,
    ConstantEnd,
    PackDeal,
    PrivateHandsForm,
    PublicDecision,
    RangeDeal,
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
    shared = set(deal.hands[0][one]) & set(deal.hands[1][two])
    weight = 0 if shared else deal.weights[0][one] * deal.weights[1][two]
    return weight, np.sign(deal.strengths[0][one] - deal.strengths[1][two])


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


deals = st.one_of(packs(), ranges())


@given(deals, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
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
        for kind in (np.int64, object, float):
            found = deal.sums(seat, np.array(weights, kind))
            own_weights = deal.own_weights(seat)
            for part, wanted in zip(found, expected, strict=True):
                assert (part * own_weights).tolist() == wanted
    total = sum(pair_weight(deal, *pair)[0] for pair in product(*map(range, sizes)))
    assert deal.total == total


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
    form = PrivateHandsForm(("ann", "bob"), draw(trees()), draw(deals))
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
@settings(max_examples=40, deadline=None)
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
