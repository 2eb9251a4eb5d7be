from fractions import Fraction
from itertools import product

import pytest
from tests.few import few
from tests.unit.play.test_session import KUHN, KUHN_SOLVED, evenly, kuhn, mixed_by, play_out

import sabot
from sabot.analysis.best_response import exploitability
from sabot.analysis.leaks import ENOUGH_ANSWERS, LeakEstimator
from sabot.errors import FormError
from sabot.play.session import Session
from sabot.solvers.zero_sum.action_frequency import complete_strategy


def test_an_optimal_player_leaks_nothing_once_the_frequencies_are_optimal():
    form = sabot.MatrixForm.of([[1, -1], [-2, 3]], rows=["up", "down"])
    meter = LeakEstimator(form, sabot.solve(form), of="row")
    leak = meter.leak({"-": {"up": 5, "down": 2}})
    assert leak.exact == 0 and leak.low == 0 < leak.high


def test_optimal_answers_where_the_optimum_is_pure_leak_nothing():
    session = Session("le-her(ranks=5)", seat="dealer", seed=2)
    solved = session.meter.optimal
    counts = {view: {max(mix, key=mix.get): 7} for view, mix in solved.items()}
    leak = session.meter.leak({v: row for v, row in counts.items() if v not in solved.mixed})
    assert leak.exact == leak.low == 0 < leak.high


@pytest.mark.parametrize(
    ("text", "seat"), [("kuhn-poker", "second"), ("le-her(ranks=5)", "dealer")]
)
def test_a_pure_bad_strategy_leaks_its_exploitability_once_every_view_was_seen(text, seat):
    session = Session(text, seat=seat, seed=8)
    worths = session.meter.worths
    bad = {view: max(worth.worth, key=worth.loss) for view, worth in worths.items()}
    hands = 0
    while session.leak().seen < session.leak().views:
        play_out(session, lambda question: bad[question.view], 10)
        hands += 10
        assert hands < 1000
    form = sabot.load(text).form()
    pure = {view: {action: Fraction(1)} for view, action in bad.items()}
    exact = exploitability(form, pure, of=seat, value=sabot.solve(form).value)
    leak = session.leak()
    assert leak.exact == exact > 0
    assert 0 < leak.low < float(exact) <= leak.high


def least_by_grid(seat, shown, steps=6):
    """Return the least leak over a grid of all other views: no linear program."""
    form, value = KUHN.form(), KUHN_SOLVED.value
    free = [view for view in KUHN_SOLVED[seat] if view not in shown]
    parts = [Fraction(n, steps) for n in range(steps + 1)]
    found = []
    for chosen in product(parts, repeat=len(free)):
        table = dict(shown)
        for view, part in zip(free, chosen, strict=True):
            one, two = KUHN_SOLVED[seat][view]
            table[view] = {one: part, two: 1 - part}
        found.append(exploitability(form, table, of=seat, value=value))
    return min(found)


@pytest.mark.parametrize(
    ("counts", "leak"),
    [
        ({"Q": {"pass": 1}, "K": {"bet": 1, "pass": 1}}, 0),  # optimal beside J bet 1/6
        ({"J": {"bet": 1, "pass": 2}, "K": {"pass": 1}}, Fraction(1, 9)),
        ({"J": {"bet": 1}, "Q": {"bet": 1}, "K": {"bet": 1}}, Fraction(5, 18)),
    ],
)
def test_views_never_seen_are_free_not_filled_with_the_solution(counts, leak):
    meter = kuhn(seat="first").meter
    assert meter.leak(counts).exact == leak
    sums = {view: sum(row.values()) for view, row in counts.items()}
    shown = {
        view: {action: Fraction(n, sums[view]) for action, n in row.items()}
        for view, row in counts.items()
    }
    # the best bluffs are sixths and the best calls halves and thirds, so the grid has them
    calls = {"J,pass,bet": {"fold": Fraction(1)}, "K,pass,bet": {"call": Fraction(1)}}
    assert least_by_grid("first", {**calls, **shown}) == leak


def test_who_played_without_a_mistake_is_not_reproached():
    """The three hands of the review: every answer costs nothing, and so does every habit."""
    session = kuhn(seat="first", seed=1)
    for number in (0, 1, 0):
        session.deal()
        decision, *_ = session.answer(session.waiting.actions[number])
        assert decision.loss == 0
    leak = session.leak()
    assert (leak.exact, leak.low) == (0, 0) and leak.high > 0
    assert session.meter.habits(session.counts) == []


def test_a_view_counts_from_so_many_answers_on():
    session = kuhn(seat="second", seed=1)
    play_out(session, lambda question: question.actions[-1], 30)
    judged = session.answered(ENOUGH_ANSWERS)
    assert 0 < len(judged) < len(session.counts)
    assert (
        session.leak(fewest=ENOUGH_ANSWERS)
        == session.meter.leak(judged, seed=1)
        == session.summary().leak
    )


def test_one_answer_says_little():
    form = sabot.MatrixForm.of([[1, 1], [0, 0]], rows=["good", "bad"])
    meter = LeakEstimator(form, sabot.solve(form), of="row")
    good, bad = meter.leak({"-": {"good": 1}}), meter.leak({"-": {"bad": 1}})
    assert (good.exact, good.low) == (0, 0) and good.high == pytest.approx(0.975, abs=0.02)
    assert (bad.exact, bad.high) == (1, 1) and bad.low == pytest.approx(0.01, abs=0.02)
    many = meter.leak({"-": {"good": 100, "bad": 100}})
    assert 0.38 < many.low < 0.5 < many.high < 0.6


@pytest.mark.slow
@pytest.mark.parametrize("person", few(1, ["optimal", "even"]))
def test_the_band_holds_the_true_leak(person):
    form, seat = KUHN.form(), "second"
    even = {view: dict.fromkeys(mix, Fraction(1, 2)) for view, mix in KUHN_SOLVED[seat].items()}
    true = KUHN_SOLVED[seat] if person == "optimal" else even
    missed = 0
    for seed in range(40):
        session = kuhn(seat=seat, seed=seed)
        play_out(session, mixed_by(true, seed), 5 + seed)
        shown = {d.view: true[d.view] for d in session.decisions}
        truth = -KUHN_SOLVED.value - complete_strategy(form, 1, shown).secured
        leak = session.leak()
        assert leak.low <= leak.exact <= leak.high
        missed += not leak.low - 1e-9 <= truth <= leak.high + 1e-9
    assert missed <= 4


@pytest.mark.slow
def test_a_player_of_another_optimal_strategy_is_not_accused():
    a = Fraction(1, 6)  # Kuhn's family of optimal strategies; ours is another of its members
    other = {
        "J": {"pass": 1 - a, "bet": a},
        "Q": {"pass": Fraction(1), "bet": Fraction(0)},
        "K": {"pass": 1 - 3 * a, "bet": 3 * a},
        "J,pass,bet": {"fold": Fraction(1), "call": Fraction(0)},
        "Q,pass,bet": {"fold": Fraction(2, 3) - a, "call": Fraction(1, 3) + a},
        "K,pass,bet": {"fold": Fraction(0), "call": Fraction(1)},
    }
    assert exploitability(KUHN.form(), other, of="first", value=KUHN_SOLVED.value) == 0
    assert KUHN_SOLVED["first"]["J"] != other["J"]
    for seed in range(10):
        session = kuhn(seat="first", seed=seed)
        play_out(session, mixed_by(other, seed), 100)
        assert session.leak().low == 0 and session.summary().lost == 0


def test_a_wrong_mix_of_right_actions_is_found_out_in_time():
    form = sabot.MatrixForm.of([[1, -1], [-1, 1]], rows=["heads", "tails"])
    meter = LeakEstimator(form, sabot.solve(form), of="row")
    lows = [meter.leak({"-": {"heads": 3 * n, "tails": n}}).low for n in (1, 10, 100, 1000)]
    assert lows[0] == 0 and lows == sorted(lows) and 0.4 < lows[-1] < 0.5
    even = meter.leak({"-": {"heads": 1000, "tails": 1000}})
    assert even.exact == even.low == 0 and even.high < 0.07


def test_the_band_is_repeated_by_its_seed():
    one, two = kuhn(seed=3), kuhn(seed=3)
    for session in (one, two):
        play_out(session, evenly(), 10)
    assert one.leak() == two.leak()


@pytest.mark.parametrize("bet", few(1, ["1e400", "1e-400"]))
def test_stakes_beyond_every_float_are_measured_too(bet):
    session = Session(f"kuhn-poker(bet={bet})", seat="second", seed=1)
    play_out(session, lambda question: question.actions[-1], 20)
    leak = session.leak()
    assert 0 <= leak.low <= leak.exact <= leak.high and leak.exact > 0
    one = session.meter.habits(session.counts)[0]
    assert one.cost > 0
    plain = kuhn(seat="second", seed=1)
    assert type(plain.leak().low) is type(leak.low)


def test_the_band_of_a_scaled_game_is_the_scaled_band():
    wide = Fraction(10) ** 150
    small, large = (
        LeakEstimator(form, sabot.solve(form), of="row")
        for form in (
            sabot.MatrixForm.of([[unit, -unit], [-unit, unit]], rows=["heads", "tails"])
            for unit in (Fraction(1), wide)
        )
    )
    counts = {"-": {"heads": 30, "tails": 10}}
    one, two = small.leak(counts), large.leak(counts)
    assert two.exact == wide * one.exact
    assert float(two.high / wide) == pytest.approx(float(one.high))
    assert float(two.low / wide) == pytest.approx(float(one.low)) and one.low > 0


def test_counts_of_what_cannot_be_are_refused_and_those_of_what_is_never_reached_are_not():
    meter = kuhn().meter
    with pytest.raises(FormError, match="the counts at J,pass,bet have 'bet'; the actions are"):
        meter.leak({"J": {"pass": 5}, "J,pass,bet": {"bet": 3}})
    never = {"J": {"bet": 5}, "J,pass,bet": {"fold": 3}}
    assert meter.leak(never).exact > 0 and meter.habits(never)[0].view == "J"
