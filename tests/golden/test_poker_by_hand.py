"""Bets and raises on real-valued hands, derived by hand: a second derivation of what is solved.

Player 1 drops (Borel) or checks (von Neumann), or makes the first bet; then each player in turn may
drop, call or raise. ``stakes[k]`` is what each player has put in after k bets; the first is the
ante. The k-th bet is made with the hands from v_k on and with bluffs; it is called or raised with
the hands from c_k on and with the bluffs of the next bet. Three indifferences fix them:

- a bluff with the k-th bet pays as much as to drop, so the share of the opponent's hands that goes
  on is q_k = (s_(k-1) + s_(k-2)) / (s_(k-1) + s_k), with s_(-1) = s_0 where a drop costs the ante;
- at c_k a call pays as much as to drop, so the bluffs are e_k = (s_k - s_(k-1)) / (s_k + s_(k-1))
  times the other hands that bet;
- at v_k a raise pays as much as a call, so 2 (1 - v_k) = 1 - c_k - b_(k+1) / e_k, with b_(k+1) the
  bluffs of the next bet.

From the last bet to the first, all masses are multiples of 1 - v_1. With a better hand player 1 is
paid more by twice the stake at which it meets hands like its own; integrated, that is the value.
"""

from fractions import Fraction as F
from itertools import pairwise

import pytest

import sabot


def later_bets(stakes):
    """Return, in parts of 1 - v_1: the bluffs with the first raise, and 1 - v_k of every raise."""
    bluffs, values = F(0), []
    for k in reversed(range(2, len(stakes))):
        before, now, then = stakes[k - 2 : k + 1]
        even = (then - now) / (then + now)
        value = 1 / (2 + bluffs / even)
        reached = (now + before) / (now + then) * 2 * now / (now + before)
        called = reached / (1 + bluffs * value)
        values = [value * called * one for one in (1, *values)]
        bluffs = even * value * called
    return bluffs, values


def borel(stakes):
    """Return the value of Borel's game with raises."""
    ante, bet = stakes[:2]
    bluffs, values = later_bets(stakes)
    goes_on = 2 * ante / (ante + bet)
    first = goes_on / (1 + bluffs)
    raised = zip(pairwise(stakes[1:]), values, strict=True)
    more = sum((high - low) * value**2 for (low, high), value in raised)
    return first**2 * (bet + more) - ante


def von_neumann(stakes):
    """Return the value of von Neumann's game with raises."""
    ante, bet = stakes[:2]
    bluffs, values = later_bets(stakes)
    even = (bet - ante) / (bet + ante)
    # 1 - c_1 is w + ante / bet (1 - w - even w) for w = 1 - v_1: at v_1 a bet pays as much as to
    # check; at the last bluff it does too: (ante + bet) (1 - c_1 + bluffs w) = 2 ante (1 - even w)
    slope = (ante + bet) * (1 - ante / bet * (1 + even) + bluffs) + 2 * ante * even
    w = (2 * ante - (ante + bet) * ante / bet) / slope
    lowest = even * w
    steps = zip(pairwise(stakes), (F(1), *values), strict=True)
    more = sum((high - low) * (value * w) ** 2 for (low, high), value in steps)
    return ante * (2 * lowest - 1) + ante * (1 - lowest) ** 2 + more


def fixed(ante, bet, raises):
    return [ante + k * bet for k in range(raises + 2)]


def pot(ante, raises):
    """Return the stakes if every bet is the pot: what both have put in."""
    return [ante * 3**k for k in range(raises + 2)]


def test_the_known_values_without_a_raise():
    ante, bet = F(2), F(3)
    assert borel(fixed(ante, bet, 0)) == -ante * (bet / (bet + 2 * ante)) ** 2
    high, low = F(5), F(2)  # what is proved of von-neumann(A=*, B=*), in parts of B
    share = high / low
    assert von_neumann([low, high]) == low * (share - 1) / (share * (share + 3))


@pytest.mark.parametrize("raises", [1, 2])
@pytest.mark.parametrize(("ante", "step"), [(F(1), F(1)), (F(2), F(3))])
@pytest.mark.parametrize(("unbet", "by_hand"), [("fold", borel), ("check", von_neumann)])
def test_raises_of_one_size(unbet, by_hand, ante, step, raises):
    game = f"bet-sizes(sizes=1, ante={ante}, step={step}, unbet={unbet}, raises={raises})"
    found = sabot.solve(game)
    assert found.exact and found.value == by_hand(fixed(ante, step, raises))


@pytest.mark.parametrize("raises", [1, 2])
@pytest.mark.parametrize(("unbet", "by_hand"), [("fold", borel), ("check", von_neumann)])
def test_raises_of_the_size_of_the_pot(unbet, by_hand, raises):
    game = f"bet-sizes(sizes=1, step=2, raising=pot, unbet={unbet}, raises={raises})"
    found = sabot.solve(game)
    assert found.exact and found.value == by_hand(pot(F(1), raises))


def test_without_a_limit_on_raises_of_the_pot_the_values_have_a_square_root_of_seven():
    """All raises are alike then: 3 g^2 + 2 g = 1/4 of the bluffs g, so g = (sqrt(7) - 2) / 6."""
    stakes = pot(F(1), 60)
    bluffs, _ = later_bets(stakes)
    for root in (6 * bluffs + 2, 2 * (1 - borel(stakes)), (3 * von_neumann(stakes) + 5) / 2):
        assert 0 < abs(root**2 - 7) < F(1, 10**40)


def borel_with_sizes(ante, bets):
    """Return the value of Borel's game with several bets, none of them raised.

    A bluff with a bet b pays as much as to drop if it is called from c = b / (b + 2 ante) on. Then
    a hand x is paid 2 (ante + b) (x - c) more than a drop by it, and takes the best bet. Player 2
    has no better reply: of the hands that make a bet, player 1 adds c times as many bluffs.
    """
    lines = [(2 * (ante + bet), bet / (bet + 2 * ante)) for bet in bets]
    ends = [lines[0][1]]
    for (one, low), (two, high) in pairwise(lines):
        ends.append((two * high - one * low) / (two - one))
    ends.append(F(1))
    assert ends == sorted(ends), "each bet is the best one with some hands"
    used = list(zip(lines, pairwise(ends), strict=True))
    bluffs = sum(low * (end - begin) for (_, low), (begin, end) in used)
    assert bluffs <= ends[0], "there are hands enough to bluff with"
    area = sum(
        slope * ((end - low) ** 2 - (begin - low) ** 2) / 2 for (slope, low), (begin, end) in used
    )
    return area - ante


@pytest.mark.parametrize(
    ("ante", "step", "sizes"), [(F(1), F(1), 2), (F(2), F(3), 2), (F(1), F(1), 4)]
)
def test_several_bets_in_borels_game(ante, step, sizes):
    game = f"bet-sizes(sizes={sizes}, ante={ante}, step={step}, unbet=fold)"
    found = sabot.solve(game)
    assert found.exact
    assert found.value == borel_with_sizes(ante, [k * step for k in range(1, sizes + 1)])


def bids_without_a_call(bids):
    """Return where a bid is dropped from the mixture of the game of Gillies and others, and it.

    Both bid at the same time; the higher bid wins the lower one, equal bids are compared. Where a
    hand x mixes some bids with the densities p_k(x), each pays 2 b_k p_k(x) more with a better
    hand, so the densities are as 1 / b_k. All bids pay the worst hand alike: that fixes the share
    P_k of the hands with each bid from below. A bid is dropped when its share is used up.
    """
    shares, left = [], F(1)
    for low, high in pairwise(bids):
        shares.append(left * (high - low) / (high + low))
        left -= shares[-1]
    used_up = [share * bid for share, bid in zip((*shares, left), bids, strict=True)]
    assert used_up[-1] == max(used_up), "the highest bid is never dropped"
    hand, done, mixtures = F(0), F(0), []
    for end in sorted(set(used_up)):
        mixed = {k: 1 / bids[k] for k in range(len(bids)) if used_up[k] >= end}
        whole = sum(mixed.values())
        hand, done = hand + (end - done) * whole, end
        mixtures.append((hand, {k: one / whole for k, one in mixed.items()}))
    return mixtures


@pytest.mark.parametrize(
    ("ante", "step", "sizes"), [(1, 1, 1), (1, F(1, 2), 2), (2, 3, 2), (1, 1, 3), (1, F(1, 10), 3)]
)
def test_any_number_of_bids_at_the_same_time_without_a_call(ante, step, sizes):
    bids = [F(ante) + k * step for k in range(sizes + 1)]
    game = f"bet-sizes(ante={ante}, step={step}, sizes={sizes}, bets=together, calls=no)"
    found = sabot.solve(game)
    assert found.exact and found.value == 0
    menu = ("check", *(f"bet {k}" for k in range(1, sizes + 1)))
    solved = [
        (F(end), {menu.index(bid): F(share) for bid, share in mixed.items()})
        for end, mixed in found["1"]["-"][:-1]
    ]
    *mixtures, last = bids_without_a_call(bids)
    assert solved == mixtures
    assert last == (1, {sizes: 1}) and found["1"]["-"][-1] == ["1", menu[-1]]


@pytest.mark.parametrize(
    "rules",
    [
        "sizes=1, raises=1, bets=both",
        "sizes=1, raises=2, bets=both",
        "sizes=1, step=2, raising=pot, bets=both, raises=1",
        "sizes=1, step=2, raising=pot, bets=both, raises=2",
        pytest.param("sizes=2, raises=1, bets=both", marks=pytest.mark.slow),
    ],
)
def test_where_both_may_bet_regret_minimisation_with_a_thousand_ranks_finds_the_value_too(rules):
    """No formula is known here. The other solver knows nothing of cuts, and bounds its value."""
    value = sabot.solve(f"bet-sizes({rules})").value
    near = sabot.approximate(f"bet-sizes({rules}, ranks=1000)", gap=1e-4)
    assert near.high - near.low <= F(1, 10000)
    assert near.low - F(1, 100000) < value < near.high + F(1, 100000)
