"""Pots: every chip is paid out, and each goes to the best hand among those who matched it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sabot.games.poker.betting import divide_pots, split_pots
from sabot.games.poker.five_card_draw.many_hands import divide_all_pots


@st.composite
def tables(draw):
    """What everybody put in, and the strengths of those who are left: one of them put in most."""
    put = draw(st.lists(st.integers(0, 12), min_size=2, max_size=7))
    seats = [str(number) for number in range(len(put))]
    most = max(put)
    must = draw(
        st.sampled_from([seat for seat, paid in zip(seats, put, strict=True) if paid == most])
    )
    others = draw(st.sets(st.sampled_from(seats)))
    live = {seat: draw(st.integers(1, 3)) for seat in seats if seat in others | {must}}
    live = {seat: rank for seat, rank in live.items() if put[int(seat)]}
    return dict(zip(seats, put, strict=True)), live or {must: 1}


def chip_by_chip(put, live):
    """Return what each wins if every height of chips is a pot of its own, in fractions."""
    won = dict.fromkeys(put, 0)
    for height in range(max(put.values())):
        chips = sum(paid > height for paid in put.values())
        reach = [seat for seat in live if put[seat] > height]
        best = max(live[seat] for seat in reach)
        winners = [seat for seat in reach if live[seat] == best]
        for seat in winners:
            won[seat] += chips / len(winners)
    return won


@given(tables())
def test_all_chips_are_paid_out_and_none_is_made(table):
    put, live = table
    taken = divide_pots(put, live)
    assert (
        sum(taken.values()) == sum(put.values()) == sum(pot.chips for pot in split_pots(put, live))
    )
    assert all(not chips or seat in live for seat, chips in taken.items())


@given(tables())
def test_a_share_is_that_of_every_chip_by_itself_but_for_odd_ones(table):
    put, live = table
    taken, fair = divide_pots(put, live), chip_by_chip(put, live)
    many = len(split_pots(put, live))
    assert all(abs(taken[seat] - fair[seat]) < many for seat in put)


@given(tables())
def test_nobody_wins_more_than_he_put_in_from_each(table):
    put, live = table
    taken = divide_pots(put, live)
    for seat in live:
        most = sum(min(paid, put[seat]) for paid in put.values())
        assert taken[seat] <= most


@given(st.lists(tables(), min_size=1, max_size=6))
def test_arrays_divide_the_pots_as_the_rules_do(several):
    seats = max(len(put) for put, _ in several)
    units, ranks = np.zeros((2, seats, len(several)), np.int64)
    for hand, (put, live) in enumerate(several):
        units[: len(put), hand] = list(put.values())
        ranks[: len(put), hand] = [live.get(seat, 0) for seat in put]
    found = divide_all_pots(units, ranks > 0, ranks)
    for hand, (put, live) in enumerate(several):
        assert found[: len(put), hand].tolist() == list(divide_pots(put, live).values())


def test_two_equal_hands_and_one_chip_over():
    assert divide_pots({"1": 1, "2": 1, "3": 1}, {"2": 7, "3": 7}) == {"1": 0, "2": 2, "3": 1}


def test_the_short_stack_takes_the_main_pot_and_the_next_best_the_side_pot():
    put = {"1": 20, "2": 5, "3": 20, "4": 2}
    assert divide_pots(put, {"1": 10, "2": 30, "3": 20}) == {"1": 0, "2": 17, "3": 30, "4": 0}


def test_what_nobody_matched_comes_back():
    assert divide_pots({"1": 9, "2": 4}, {"1": 1, "2": 2}) == {"1": 5, "2": 8}
