"""Games with real hands: exact payoffs, best replies over all strategies, equilibria."""

import random
from fractions import Fraction as F
from itertools import pairwise

import pytest
from flint import fmpq, fmpq_poly
from tests.few import few

import sabot
from sabot import certify
from sabot.analysis.continuous import evaluate_thresholds
from sabot.errors import FormError, GameStringError, NoMethodError
from sabot.forms.continuous.betting_game import (
    ALL_HANDS,
    ContinuousBettingForm,
    EquilibriumHint,
    FoldNode,
    ShowdownNode,
    ThresholdRule,
    TurnNode,
    turn_key,
)
from sabot.forms.continuous.expected_payoff import (
    payoff_and_best_response,
    threshold_payoff,
    win_probability,
)
from sabot.forms.continuous.piecewise_polynomial import (
    PiecewisePolynomial,
    as_fmpq,
    as_fraction,
    sign_intervals,
    upper_envelope,
)
from sabot.games.continuous_poker.family import blind_poker_form
from sabot.results.continuous import most_gain
from sabot.solvers.continuous import solve as solve_module
from sabot.solvers.continuous.initial_guess import guess_shapes
from sabot.solvers.continuous.solve import balance_thresholds

Q = F(287, 1000)


def two_person(a, b, c, d, e, f):
    """Return the strategies of Risticz's two-person game by the letters of his figure 7."""
    return {
        "1: -": ThresholdRule((1, 0, 1), (a, b)),
        "1: 1 enter, 2 double": ThresholdRule((0, 1), (c,)),
        "2: 1 enter": ThresholdRule((2, 0, 1, 2), (f, d, e)),
    }


def random_profile(form, draw):
    profile = {}
    for turn in form.turns():
        count = draw.randrange(1, 4)
        cuts = sorted(F(draw.randrange(0, 101), 100) for _ in range(count))
        actions = tuple(draw.randrange(len(turn.actions)) for _ in range(count + 1))
        profile[turn_key(form, turn)] = ThresholdRule(actions, tuple(cuts))
    return profile


def dealt(form, profile, hands, draw):
    """Play hands out by the rules, owing nothing to the integrals."""
    total = [F(0)] * len(form.seats)
    for _ in range(hands):
        held = [F(draw.randrange(10**6), 10**6) for _ in form.seats]
        node = form.root
        while isinstance(node, TurnNode):
            node = node.after[profile[turn_key(form, node)].mix_at(held[node.seat])[0][0]]
        if isinstance(node, FoldNode):
            paid = node.payoffs
        else:
            better = {s: (draw.random() < node.better, held[s]) for s in node.contenders}
            best = max(node.contenders, key=lambda seat: better[seat])
            paid = [(node.pot if s == best else 0) - node.paid[s] for s in range(len(form.seats))]
        total = [a + b for a, b in zip(total, paid, strict=True)]
    return [float(one) / hands for one in total]


@pytest.mark.parametrize(
    ("players", "free"), few(2, [(2, True), (3, False), (3, True), (4, False)])
)
def test_payoffs_sum_to_nothing_and_are_those_of_hands_that_are_dealt(players, free):
    draw = random.Random(players + free)
    form = blind_poker_form(Q, free, players)
    profile = random_profile(form, draw)
    exact = [threshold_payoff(form, profile, seat) for seat in range(players)]
    assert sum(exact) == 0
    hands = 20_000
    for ours, theirs in zip(exact, dealt(form, profile, hands, draw), strict=True):
        assert abs(float(ours) - theirs) < 5 * 8 / hands**0.5


@pytest.mark.parametrize("seed", range(6))
def test_no_reply_that_is_tried_earns_more_than_the_best(seed):
    draw = random.Random(seed)
    form = blind_poker_form(Q, True, 3)
    profile = random_profile(form, draw)
    for seat in range(3):
        best = payoff_and_best_response(form, profile, seat)
        assert best.gain >= 0
        for _ in range(10):
            other = random_profile(form, draw)
            own = {turn_key(form, t) for t in form.of(seat)}
            mixed = {key: (other if key in own else profile)[key] for key in profile}
            assert threshold_payoff(form, mixed, seat) <= best.best


@pytest.mark.parametrize("seed", few(1, range(4)))
def test_the_best_reply_of_two_is_earned_by_a_strategy(seed):
    """With two seats everything is linear: the best reply is found on a grid of all its cuts."""
    draw = random.Random(seed)
    form = blind_poker_form(Q, True, 2)
    profile = random_profile(form, draw)
    best = payoff_and_best_response(form, profile, 1).best
    cuts = sorted({c for answer in profile.values() for c in answer.cuts} | {F(0), F(1)})
    fine = sorted({*cuts, *(F(k, 400) for k in range(401))})
    turn = form.of(1)[0]
    key = turn_key(form, turn)
    earned = F(0)
    for low, high in pairwise(fine):
        options = []
        for action in range(3):
            # the others' action pays nothing of its own: compare the whole payoff of two answers
            one = ThresholdRule((0, action, 0), (low, high))
            none = ThresholdRule((0,), ())
            gain = threshold_payoff(form, {**profile, key: one}, 1) - threshold_payoff(
                form, {**profile, key: none}, 1
            )
            options.append(gain)
        earned += max(options)
    base = threshold_payoff(form, {**profile, key: ThresholdRule((0,), ())}, 1)
    assert 0 <= best - (base + earned) < F(1, 100)


def test_a_hand_among_others_wins_with_the_product_of_their_shares():
    assert win_probability([ALL_HANDS] * 3, fmpq(0)).at(F(1, 2)) == F(1, 8)
    third = win_probability([ALL_HANDS], as_fmpq(F(1, 3))).at(F(1, 2))
    # not improving: both plain and higher; improving: the other plain, or improved and lower
    assert third == F(2, 3) * F(2, 3) * F(1, 2) + F(1, 3) * (F(2, 3) + F(1, 3) * F(1, 2))


def test_an_upper_bound_lies_above_both_and_crosses_where_they_do():
    up = PiecewisePolynomial((fmpq(0), fmpq(1)), (fmpq_poly([0, 1]),))
    down = PiecewisePolynomial((fmpq(0), fmpq(1)), (fmpq_poly([fmpq(1, 3), -1]),))
    best = upper_envelope(up, down, fmpq(1, 2**60))
    assert [as_fraction(cut) for cut in best.cuts] == [0, F(1, 6), 1]
    curve = PiecewisePolynomial((fmpq(0), fmpq(1)), (fmpq_poly([0, 0, 1]),))
    half = PiecewisePolynomial.constant(fmpq(1, 2))
    best = upper_envelope(curve, half, fmpq(1, 2**60))
    for k in range(101):
        hand = F(k, 100)
        assert best.at(hand) >= max(curve.at(hand), half.at(hand))
    # the integral of max(x^2, 1/2) is 1/3 + sqrt(2)/6
    assert abs(float(best.integral()) - (1 / 3 + 2**0.5 / 6)) < 1e-12


def test_signs_are_those_of_the_polynomial():
    found = sign_intervals(fmpq_poly([fmpq(-1, 4), 0, 1]), fmpq(0), fmpq(1), fmpq(1, 10**9))
    assert [sign for _, sign in found] == [-1, 1]
    assert as_fraction(found[0][0]) == F(1, 2)


def test_cuts_must_rise():
    with pytest.raises(FormError, match="rise from 0 to 1"):
        ThresholdRule((0, 1, 0), (F(1, 2), F(1, 3)))
    with pytest.raises(FormError, match="2 intervals need 1 cuts"):
        ThresholdRule((0, 1), ())


PRINTED = {
    # q: a, b, d, e and the payoff of Risticz's table 11
    "0": ("0.0889", "0.7333", "0.6667", "0.8667", "0.1778"),
    "0.1": ("0.0719", "0.7035", "0.6425", "0.8438", "0.1842"),
    "0.2": ("0.0502", "0.6708", "0.6241", "0.8236", "0.1897"),
    "0.287": ("0.0298", "0.6418", "0.6127", "0.8106", "0.1940"),
    "0.4": ("0.0076", "0.6107", "0.6000", "0.8000", "0.2000"),
}
VALUES = {"0": F(1, 5), "0.1": F(124025, 616477), "0.4": F(93925, 469589)}


@pytest.mark.parametrize("q", PRINTED)
def test_the_printed_solution_of_two_can_be_improved_and_ours_cannot(q):
    a, b, d, e, paid = map(F, PRINTED[q])
    form = blind_poker_form(F(q), True, 2)
    printed = two_person(a, b, b, d, e, F(0))
    first = payoff_and_best_response(form, printed, 0)
    # in table 11 the last line's payoff does not belong to its own cuts
    assert abs(first.payoff - paid) < (F(1, 500) if q == "0.4" else F(1, 10**4))
    assert first.gain > F(3, 1000)
    found = sabot.solve(f"blind-poker(players=2, q={q})")
    assert found.exact and set(found.gains.values()) == {F(0)}
    assert found.payoffs["1"] == VALUES.get(q, found.payoffs["1"]) > paid - F(2, 1000)


def test_two_players_at_q_0_by_hand():
    """b, c, d, e, f = 3/5, 4/5, 7/10, 9/10, 1/30: five linear equations, solved on paper."""
    found = sabot.solve("blind-poker(players=2, q=0)")
    assert found.thresholds() == {
        "1": {
            "-": [["3/5", "drop"], ["1", "enter"]],
            "1 enter, 2 double": [["4/5", "drop"], ["1", "look"]],
        },
        "2": {"1 enter": [["1/30", "double"], ["7/10", "drop"], ["9/10", "play"], ["1", "double"]]},
    }


@pytest.mark.parametrize(
    ("game", "payoffs"),
    [
        ("players=3", (0.138404928803, 0.183497665915, -0.321902594719)),
        ("players=4", (0.107918230458, 0.135551792194, 0.171016362057, -0.414486384709)),
        ("players=3, look=free", (0.142905628553, 0.189841988528, -0.332747617081)),
    ],
)
def test_more_players_balance_to_thirty_digits(game, payoffs):
    found = sabot.solve(f"blind-poker({game}, q=287/1000)")
    assert found.bound < F(1, 10**25)
    for seat, paid in zip(found.seats, payoffs, strict=True):
        assert abs(float(found.payoffs[seat]) - paid) < 1e-11
    assert sum(found.payoffs.values()) == 0


BETS = [(2, 1), (5, 2), (F(7, 3), F(1, 2)), (100, 1), (10**4, 1), (10**6, 1), (10**13, 10**12)]


@pytest.mark.parametrize(("high", "low"), BETS)
def test_von_neumanns_game_has_its_closed_form(high, low):
    """Solved on paper: indifference at a and b, and of the looker at c; r is A/B."""
    found = sabot.solve(f"von-neumann(A={high}, B={low})")
    r = F(high) / F(low)
    both = r * (r + 3)
    a, b, c = (r - 1) / both, 1 - (r + 1) / both, (r - 1) * (r + 2) / both
    assert found.exact
    assert found.profile["1: -"] == ThresholdRule((1, 0, 1), (a, b))
    assert found.profile["2: 1 high"] == ThresholdRule((0, 1), (c,))
    assert found.payoffs == {"1": F(low) * a, "2": -F(low) * a}


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("von-neumann(A=1e390, B=1e389)", "stakes are too large .*; count them in a larger unit"),
        ("von-neumann(A=1e400)", "a number of 401 digits is in it"),
        ("blind-poker(q=1e-50)", "give the game shorter ones"),
        ("blind-poker(players=3, q=1e-400)", "give the game shorter ones"),
    ],
)
def test_numbers_out_of_all_measure_are_refused_in_words(game, why):
    with pytest.raises(NoMethodError, match=why):
        sabot.solve(game)


def test_von_neumanns_bets_are_those_of_the_thesis():
    """The thesis prints a, b, c = 0.1, 0.7, 0.4 and no bets: they are A = 2B, and no others."""
    profile = sabot.solve("von-neumann(A=2, B=1)").profile
    assert profile["1: -"].cuts + profile["2: 1 high"].cuts == (F(1, 10), F(7, 10), F(2, 5))


def test_the_same_rules_with_ranks_come_near_the_real_hands():
    exact = sabot.solve("von-neumann").payoffs["1"]
    near = [abs(sabot.solve(f"von-neumann(ranks={n})").value - exact) for n in (6, 24)]
    assert near[1] < near[0] / 2


@pytest.mark.parametrize(
    "game",
    ["players=1", "players=8", "players=2, q=2", "players=2, q=-1/2", "players=2, q=abc"],
)
def test_bad_parameters_are_named(game):
    with pytest.raises(GameStringError):
        sabot.solve(f"blind-poker({game})")


def test_what_is_not_known_is_said():
    with pytest.raises(NoMethodError, match="bluff=no with free looks"):
        sabot.solve("blind-poker(players=2, bluff=no)")
    with pytest.raises(NoMethodError, match="bluff=no with free looks"):
        sabot.prove("blind-poker(players=2, bluff=no, q=*)")


def test_amounts_that_are_too_far_apart_are_refused_at_once():
    """The programs in floats did not end there."""
    with pytest.raises(NoMethodError, match=r"1,000,000 times the smallest, 1: .* nearer"):
        sabot.solve("bet-sizes(sizes=1, step=1000000000)")
    assert sabot.solve("borel(bet=100000000)").exact  # its cuts are balanced without them


@pytest.mark.parametrize(
    ("small", "big", "advice"),
    [
        (1, 90, "amounts that are nearer to each other"),
        (7, F(7000001, 1000000), "make 8 and 8000001/1000000, which differ by 1/1000000, equal"),
        (7, 90, "amounts that are nearer to each other"),
    ],
)
def test_amounts_to_try_are_named_where_a_search_fails(monkeypatch, small, big, advice):
    """Amounts that nearly agree need hands as narrow as amounts that are far apart."""
    monkeypatch.setattr(solve_module, "nearest_by_linear_programs", lambda hint: None)
    monkeypatch.setattr(solve_module, "_guessed_shapes", lambda form: (None,))
    monkeypatch.setattr(solve_module, "_solve_verified", find_nothing)
    with pytest.raises(NoMethodError, match=f"; try fewer actions, or {advice}"):
        sabot.solve(sabot.rules(name="two-bets", seats=("ann", "bob"))(two_bets)(a=small, b=big))


def nearly_free_bet(table, *, eps=F(1, 1000)):
    a, b = table.hand("a"), table.hand("b")
    if table.ask("a", ("check", "bet")) == "check":
        if table.ask("b", ("check", "bet")) == "check":
            return table.pay(a=1 if a > b else -1)
        if table.ask("a", ("fold", "call")) == "fold":
            return table.pay(a=-1)
        return table.pay(a=1 + eps if a > b else -1 - eps)
    if table.ask("b", ("fold", "call", "raise")) == "fold":
        return table.pay(a=1)
    return table.pay(a=1 + eps if a > b else -1 - eps)


def test_slices_too_narrow_for_floats_do_not_end_the_search():
    """A bet of 1/1000 on antes of 1: the hands that matter are fewer than one of a million."""
    found = sabot.solve(sabot.rules(name="nearly-free", seats=("a", "b"))(nearly_free_bet)())
    assert found.exact and found.payoffs["a"] == -F(1000, 4008005001)


def find_nothing(hint):
    raise NoMethodError("no shape")


def two_bets(table, *, a: F, b: F):
    """Play one hand: ann checks or bets one of two amounts; bob folds or calls."""
    table.hand("ann"), table.hand("bob")
    paid = 1 + {"check": 0, "small": a, "big": b}[table.ask("ann", ("check", "small", "big"))]
    if paid > 1 and table.ask("bob", ("fold", "call")) == "fold":
        return table.pay(ann=1, bob=-1)
    return table.showdown({"ann": paid, "bob": paid}, among=["ann", "bob"])


@pytest.mark.slow
def test_a_bound_is_claimed_for_every_player_where_thresholds_are_rounded():
    """Bob gains nothing by the cuts as they were found, and 5e-31 by those of 30 digits."""
    game = sabot.rules(name="two-bets", seats=("ann", "bob"))(two_bets)
    found = sabot.solve(game(a=1, b=1 + F(1, 10**12)))
    assert found.exact or min(found.gains.values()) > 0
    assert certify.check(found.to_json())


def test_what_is_called_an_equilibrium_does_not_depend_on_the_unit():
    fold = FoldNode((F(-3), F(3)))
    one, many = (
        ContinuousBettingForm(("a", "b"), FoldNode(tuple(unit * x for x in fold.payoffs)))
        for unit in (1, 10**9)
    )
    assert most_gain(many) == 10**9 * most_gain(one) == 10**9 * F(3, 10**12)
    assert solve_module.claimed_bound(many, F(0)) == 3 * F(1, 10**18)
    assert solve_module.claimed_bound(one, F(0)) == F(1, 10**26)


@pytest.mark.slow
def test_a_grid_finds_the_shape_where_the_known_one_is_another():
    """At small q the blind bluffs against two as well, which he does not at 287/1000."""
    found = sabot.solve("blind-poker(players=3, look=free, q=1/10)")
    assert found.bound < F(1, 10**25)
    assert found.profile["3: 1 enter, 2 enter"].actions == (2, 0, 1, 2)
    near = sabot.solve("blind-poker(players=3, look=free)")
    assert near.profile["3: 1 enter, 2 enter"].actions == (0, 1, 2)


@pytest.mark.parametrize("q", few(1, ["1/2", "0", "2/5"]))
def test_a_grid_reads_the_shape_of_two_by_itself(q):
    form = blind_poker_form(F(q), True, 2)
    exact = sabot.solve(f"blind-poker(players=2, q={q})").payoffs["1"]
    assert any(payoff_of(hint) == exact for hint in guess_shapes(form))


def payoff_of(hint):
    try:
        return threshold_payoff(hint.form, balance_thresholds(hint), 0)
    except NoMethodError:
        return None


def test_an_end_with_one_left_is_no_showdown():
    form = blind_poker_form(Q, False, 2)
    blind = form.of(1)[0]
    assert blind.after[0] == FoldNode((F(1), F(-1)))
    assert blind.after[1] == ShowdownNode((0, 1), (F(2), F(2)), Q)


def test_whether_one_wins_what_others_lose_is_read_off_the_ends():
    """A showdown only moves money; an end without one may pay anything, as where a house takes."""
    form = blind_poker_form(Q, True, 3)
    assert form.zero_sum
    assert judged_json(form)["zero_sum"] is True
    taken = ContinuousBettingForm(
        ("1", "2"), TurnNode(0, "-", ("a", "b"), (FoldNode((F(1), F(-2))), form_end()))
    )
    assert not taken.zero_sum
    assert judged_json(taken)["zero_sum"] is False


def form_end():
    return ShowdownNode((0, 1), (F(1), F(1)), F(0))


def judged_json(form):
    everywhere = {turn_key(form, turn): ThresholdRule((0,), ()) for turn in form.turns()}
    hint = EquilibriumHint(form, {}, lambda before: {})
    told = {seat: {} for seat in form.seats}
    for turn in form.turns():
        told[form.seats[turn.seat]][turn.view] = turn.actions[0]
    assert set(everywhere) == {f"{seat}: {view}" for seat in told for view in told[seat]}
    return evaluate_thresholds("by hand", hint, told).to_json()
