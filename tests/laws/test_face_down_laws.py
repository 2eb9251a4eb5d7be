"""Cards face down and cards open: two tellings of one game, the same tree and the same form."""

from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot import INF, Card, Shoe
from sabot.errors import NoMethodError, RulesError, SabotError
from sabot.forms.sequence import sequence_form_of_tree
from sabot.game_rules import symbolic_tree
from sabot.game_rules.symbolic_tree import (
    build_symbolic_tree,
    expand_tree,
    sequence_form_of_symbolic_tree,
)
from sabot.game_rules.tree_builder import TreeBuilder

SEATS = ("one", "two")
LIMIT = 20_000


def face_down(play, seats=SEATS, limit=LIMIT):
    with patch.object(symbolic_tree, "BREAK_EVEN_RATIO", 0):
        return build_symbolic_tree(seats, play, limit=limit)


def assert_same_tree(one, two):
    assert (one.seats, one.size, one.infosets) == (two.seats, two.size, two.infosets)
    for left, right in zip(one.walk(), two.walk(), strict=True):
        assert type(left) is type(right)
        for name in left.__slots__:
            if name != "children":
                assert getattr(left, name) == getattr(right, name)
    keys = [[(s.key, list(map(type, s.view))) for s in side] for side in one.infosets]
    assert keys == [[(s.key, list(map(type, s.view))) for s in side] for side in two.infosets]


def form_or_fault(make, told):
    try:
        form = make(told)
    except SabotError as fault:
        return type(fault), str(fault)
    return form, form.reach


def assert_same(play, seats=SEATS, limit=LIMIT):
    opened = TreeBuilder(seats, limit=limit).explore(play)
    skeleton = face_down(play, seats, limit)
    assert skeleton is not None
    assert skeleton.size == opened.size
    assert_same_tree(expand_tree(skeleton), opened)
    assert form_or_fault(sequence_form_of_symbolic_tree, skeleton) == form_or_fault(
        sequence_form_of_tree, opened
    )


@pytest.mark.parametrize(
    "text",
    [
        "kuhn-poker",
        "kuhn-poker(ranks=5, ante=1/3, bet=7/2)",
        "leduc-poker",
        "leduc-poker(ranks=4, suits=3, raises=2)",
        "leduc-poker(ante=1/1000003, bet1=22222222223/7, bet2=100000000003)",
        "le-her(ranks=5, suits=2)",
        "le-her(ranks=3, suits=1, reply=open)",
        "le-her(ranks=3, suits=inf, strategies=threshold)",
        "foster-1964",
        "baccara(model=B1, shoe=[0,0,2,2,0,2,0,0,0,0])",
        "baccara(model=B3, shoe=[1,1,0,0,1,0,0,0,2,1])",
    ],
)
def test_shipped_games_are_the_same_face_down(text):
    game = sabot.load(text)
    assert_same(game.play, game.seats)


def test_views_are_numbered_in_the_order_of_the_tree_not_of_the_telling():
    def play(table):  # odd cards are told first, but a 2 comes before a 3
        shoe = table.shoe(ranks=3, suits=1)
        one, two = shoe.draw(), shoe.draw()
        even = one % 2 == 0
        table.ask("two", ("left", "right"), sees=two)
        if even:
            table.ask("two", ("left", "right"), sees="again")
        table.pay(one=two)

    assert_same(play)


# ---------------------------------------------------------------------- random rules

SHOES = [
    Shoe.ranks(ranks=3, suits=1),
    Shoe.ranks(ranks=3, suits=2),
    Shoe.ranks(ranks=2, suits=INF),
    Shoe.of_counts({"ace": 1, "king": 2, "joker": 0, "ten": 1}),
    Shoe.of_counts({Card(1, "c"): 1, Card(9, "h"): 1, Card(9, "s"): 2}),
    Shoe.of_counts({(1, "x"): 1, (2, "y"): 1}),
]
SHOW = [
    lambda card: card,
    lambda card: (card, "with"),
    lambda card: (0, (card, card)),
    str,
    lambda card: f"<{card!r}>",
    lambda card: max(card, card),
    lambda card: 2 * card + 1 if isinstance(card, int) else card,
    lambda card: (card.rank % 3, "rest") if isinstance(card, Card) else card,
]
RECKON = [
    lambda score, one, two: score + one,
    lambda score, one, two: 2 * score - one * two,
    lambda score, one, two: score + abs(one - two) // 2,
    lambda score, one, two: score + one * Fraction(1, 3),
    lambda score, one, two: score + (one if one % 2 else -two),
    lambda score, one, two: max(score, one, two),
]
LOOK = [
    lambda own, other: own == other,
    lambda own, other: own != own,
    lambda own, other: own in (other, 2, "ace"),
    lambda own, other: hash(own) == hash(other),
    lambda own, other: isinstance(own, int) and own % 2 == 1,
    lambda own, other: isinstance(own, int) and bool((3 - own) // 2),
    lambda own, other: isinstance(own, Card) and own.rank == 9,
    lambda own, other: isinstance(own, Card) and own.rank % 10 > 1,
    lambda own, other: isinstance(own, str | tuple) and own[0] in ("a", 2),
    lambda own, other: isinstance(own, str) and len("-" + own) == 4,
    lambda own, other: {1: True, "king": True}.get(own, False),
    lambda own, other: sorted([str(own), str(other)])[0] == str(own),
    lambda own, other: isinstance(own, int) and isinstance(other, int) and own + other > 3,
    lambda own, other: isinstance(own, int) and isinstance(other, int) and -own < abs(other),
]
ROLLS = [
    {1: 1, 2: 3},
    {True: 1, 2: 3},
    {"ace": 2, "king": 0, "ten": 1},
    {(1, "x"): 1, (True, "y"): 1},
    {Card(2, "c"): 1, Card(9, "h"): 1},
    {4: 10**40, 5: 1},
    {6: 1},
]
STEPS = st.one_of(
    st.tuples(st.just("draw"), st.integers(0, 1)),
    st.tuples(st.just("show"), st.sampled_from(SEATS), st.integers(0, 9), st.sampled_from(SHOW)),
    st.tuples(st.just("tell"), st.integers(0, 9), st.sampled_from(SHOW)),
    st.tuples(st.just("ask"), st.sampled_from(SEATS), st.integers(0, 9), st.booleans()),
    st.tuples(st.just("look"), st.integers(0, 9), st.integers(0, 9), st.sampled_from(LOOK)),
    st.tuples(st.just("reckon"), st.integers(0, 9), st.integers(0, 9), st.sampled_from(RECKON)),
    st.tuples(st.just("roll"), st.integers(1, 3)),
    st.tuples(st.just("roll a card"), st.sampled_from(ROLLS)),
    st.tuples(st.just("swap"), st.integers(0, 9)),
)


def rules_of(steps, shoes, after):
    """Return rules that take these steps, and *after* only where the looks so far say so."""

    def play(table):
        live = [table.shoe(shoe) for shoe in shoes]
        cards, score = [live[0].draw()], 0
        for spot, (verb, *what) in enumerate(steps):
            if spot >= after and score % 2:
                break
            if verb == "draw" and len(live[what[0]]) and len(cards) < 4:
                cards.append(live[what[0]].draw())
            elif verb == "show":
                table.show(what[0], what[2](cards[what[1] % len(cards)]))
            elif verb == "tell":
                table.announce(spot, what[1](cards[what[0] % len(cards)]))
            elif verb == "ask":
                seen = {"sees": cards[what[1] % len(cards)]} if what[2] else {}
                score += 3 * (table.ask(what[0], ("left", "right"), **seen) == "left")
            elif verb == "look":
                score += bool(what[2](cards[what[0] % len(cards)], cards[what[1] % len(cards)]))
            elif verb == "reckon":
                one, two = (cards[place % len(cards)] for place in what[:2])
                if isinstance(one, int) and isinstance(two, int):
                    score = what[2](score, one, two)
            elif verb == "roll":
                score += table.roll({0: what[0], 5: 1})
            elif verb == "roll a card" and len(cards) < 4:
                cards.append(table.roll(what[0]))
            elif verb == "swap":
                cards.insert(0, cards.pop(what[0] % len(cards)))
        first, last = cards[0], cards[-1]
        if isinstance(first, int) and isinstance(last, int) and first > last:
            score += 7
        table.pay(one=score)

    return play


@pytest.mark.slow
@given(
    st.lists(STEPS, max_size=9),
    st.tuples(st.sampled_from(SHOES), st.sampled_from(SHOES)),
    st.integers(0, 9),
)
def test_random_rules_are_the_same_face_down(steps, shoes, after):
    play = rules_of(steps, shoes, after)
    try:
        TreeBuilder(SEATS, limit=LIMIT).explore(play)
    except RulesError:
        assert face_down(play) is None
    except NoMethodError as fault:
        with pytest.raises(NoMethodError, match=str(fault)):
            assert face_down(play) is None
    else:
        assert_same(play)
