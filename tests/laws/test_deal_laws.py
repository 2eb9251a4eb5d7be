"""A hand dealt at once is the same game as its cards drawn one by one and put in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot.cards.shoe import Shoe


def told(shoe, mine, yours, payments, *, at_once):
    """A bet on the hands of two seats: whoever holds more pays or is paid by a table of amounts."""

    def hand(live, count):
        return live.deal(count) if at_once else tuple(sorted(live.draw() for _ in range(count)))

    @sabot.rules(name="dealt", seats=("x", "y"))
    def play(table):
        live = table.shoe(shoe)
        one, two = hand(live, mine), hand(live, yours)
        table.show("x", one)
        table.show("y", two)
        bet = table.ask("x", ("bet", "pass"))
        table.show("y", bet)
        answer = table.ask("y", ("call", "fold")) if bet == "bet" else "call"
        stake = payments[sum(one) % len(payments)] * (2 if bet == "bet" else 1)
        if answer == "fold":
            return table.pay(x=1)
        return table.pay(x=stake if sum(one) > sum(two) else -stake)

    return play()


@pytest.mark.slow
@given(
    counts=st.lists(st.integers(0, 3), min_size=2, max_size=4),
    mine=st.integers(0, 2),
    yours=st.integers(0, 2),
    payments=st.lists(st.integers(-3, 3), min_size=1, max_size=3),
    endless=st.booleans(),
)
def test_the_order_of_a_hand_is_worth_nothing(counts, mine, yours, payments, endless):
    counts = (*counts, 4)  # so that there are always enough
    shoe = Shoe(tuple(range(len(counts))), counts, endless)
    once = told(shoe, mine, yours, payments, at_once=True)
    drawn = told(shoe, mine, yours, payments, at_once=False)
    assert sabot.solve(once).value == sabot.solve(drawn).value
    assert once.tree().size <= drawn.tree().size
