from fractions import Fraction
from itertools import islice, pairwise

import pytest
from hypothesis import given
from tests.strategies import as_game, told_games

import sabot
from sabot.errors import FormError, NumberError
from sabot.forms.sequence import Infoset, SequenceForm, Treeplex
from sabot.results.value_bounds import CfrResult
from sabot.solvers import cfr_kernel
from sabot.solvers.cfr import CFR_LOOPS, CfrRun, iterate_cfr, run_cfr

MILLI = Fraction(1, 1000)


@pytest.fixture
def plain(monkeypatch):
    """Let every loop run as it is written, so that a test can put another in its place."""
    monkeypatch.setattr(CFR_LOOPS, "pays_from", 2**62)


def form_of(game):
    return sabot.load(game).form()


def most(side, gains):
    """Return what a side's best reply earns, by recursion from the root."""

    def worth(sequence):
        own = gains.get(sequence, Fraction(0))
        after = (cell for cell in side.cells if cell.parent == sequence)
        return own + sum(max(map(worth, cell.sequences)) for cell in after)

    return worth(0)


def recomputed(form, behaviours):
    """Return what the behaviours guarantee and concede, in fractions and by another road."""
    one, two = (s.plan(b) for s, b in zip(form.sides, behaviours, strict=True))
    against_one, against_two = {}, {}
    for i, j, amount in form.payoffs:
        payoff = Fraction(amount, form.denominator)
        against_two[i] = against_two.get(i, 0) + payoff * two[j]
        against_one[j] = against_one.get(j, 0) - payoff * one[i]
    return -most(form.sides[1], against_one), most(form.sides[0], against_two)


def proven(form, result):
    """Whether the interval is what its strategies prove, to the last digit."""
    return recomputed(form, result.behaviours) == (result.low, result.high)


# ---------------------------------------------------------------------- known games


@pytest.mark.parametrize(
    ("game", "gap", "within"),
    [
        ("kuhn-poker", "1/10000", 60),
        ("kuhn-poker(ranks=13)", "1/10000", 60),
        ("le-her", "1/10000", 60),
        ("le-her(ranks=5, suits=2)", "1/100000", 200),
        pytest.param("leduc-poker", "1/1000", 1000, marks=pytest.mark.slow),
    ],
)
def test_the_exact_value_lies_in_the_interval(game, gap, within):
    form = form_of(game)
    found = run_cfr(form, gap=gap)
    assert found.low <= sabot.solve(game).value <= found.high
    assert found.gap == found.high - found.low <= Fraction(gap)
    assert found.ended == "gap" and not found.stopped
    assert found.iterations <= within
    assert proven(form, found)


def test_kuhn_poker_is_worth_minus_an_eighteenth():
    found = run_cfr(form_of("kuhn-poker"), gap="1e-9")
    assert abs(found.low + Fraction(1, 18)) <= Fraction("1e-9")
    assert found.low <= Fraction(-1, 18) <= found.high


@pytest.mark.slow
def test_a_larger_leduc_poker_to_a_millionth():
    form = form_of("leduc-poker(ranks=6)")
    found = run_cfr(form, gap="1/1000000")
    assert found.low <= sabot.solve(form).value <= found.high
    assert found.ended == "gap" and proven(form, found)


def test_the_other_seat_sees_the_same_game():
    form = form_of("kuhn-poker")
    found = run_cfr(form.swapped(), gap="1/10000")
    assert found.low <= Fraction(1, 18) <= found.high


@given(told_games())
def test_random_games_agree_with_the_exact_solver(node):
    form = as_game(node).form()
    found = run_cfr(form, gap="1/50", iterations=3000)
    assert found.ended == "gap"
    assert found.low <= sabot.solve(form).value <= found.high
    assert proven(form, found)


# ---------------------------------------------------------------------- the algorithm


def textbook(form, iterations):
    """Return both sides' average plans: the same variant, cell by cell, as one would explain it."""
    regrets = [dict.fromkeys(range(side.count), 0.0) for side in form.sides]
    mixes = [
        {s: 1 / len(c.actions) for c in side.cells for s in c.sequences} for side in form.sides
    ]
    totals = [[0.0] * side.count for side in form.sides]

    def plan(seat):
        chances = [1.0] * form.sides[seat].count
        for cell in form.sides[seat].cells:
            for s in cell.sequences:
                chances[s] = chances[cell.parent] * mixes[seat][s]
        return chances

    def worth(seat, gains, sequence, seen):
        total = gains[sequence]
        for cell in form.sides[seat].cells:
            if cell.parent == sequence:
                each = {s: worth(seat, gains, s, seen) for s in cell.sequences}
                value = sum(mixes[seat][s] * gain for s, gain in each.items())
                seen[cell.key] = cell, {s: gain - value for s, gain in each.items()}
                total += value
        return total

    for t in range(1, iterations + 1):
        for seat in (0, 1):
            against, gains = plan(1 - seat), [0.0] * form.sides[seat].count
            for i, j, amount in form.payoffs:
                own, other = (i, j) if seat == 0 else (j, i)
                gains[own] += (1 - 2 * seat) * amount * against[other]
            seen = {}
            worth(seat, gains, 0, seen)
            for cell, fresh in seen.values():
                hopes = {}
                for s, more in fresh.items():
                    regrets[seat][s] = max(0, regrets[seat][s] * t**2 / (t**2 + 1) + more)
                    later = regrets[seat][s] * (t + 1) ** 2 / ((t + 1) ** 2 + 1)
                    hopes[s] = max(0, later + cfr_kernel.PREDICTION_WEIGHT * more)
                for s, hope in hopes.items():
                    total = sum(hopes.values())
                    mixes[seat][s] = hope / total if total else 1 / len(cell.actions)
            totals[seat] = [a + t**3 * x for a, x in zip(totals[seat], plan(seat), strict=True)]
    return [[x / total[0] for x in total] for total in totals]


def averages(form, *counts):
    """Return both sides' average plans after so many iterations, made in one go or in several."""
    run = CfrRun(form, Fraction(0))
    for count in counts:
        run.advance(count)
    return [
        cfr_kernel.realization_plan(layout, cfr_kernel.average(layout, memory)).tolist()
        for layout, memory in zip(run.layouts, run.memories, strict=True)
    ]


@pytest.mark.parametrize("game", ["kuhn-poker", "kuhn-poker(ranks=5, bet=3)", "leduc-poker"])
def test_the_arrays_compute_what_the_textbook_does(game):
    form = form_of(game)
    for ours, theirs in zip(averages(form, 20), textbook(form, 20), strict=True):
        assert ours == pytest.approx(theirs, abs=1e-12)


def test_looks_do_not_change_the_course():
    form = form_of("leduc-poker")
    assert averages(form, 30) == averages(form, 1, 12, 17)


def test_looks_come_at_growing_intervals():
    looks = [step.iteration for step in islice(iterate_cfr(form_of("kuhn-poker"), gap=0), 40)]
    assert looks[:16] == list(range(1, 17))
    pauses = [after - before for before, after in pairwise(looks)]
    assert pauses == sorted(pauses)
    assert looks[-1] > 200


@pytest.mark.slow
def test_two_runs_are_the_same():
    form = form_of("leduc-poker")
    first, second = (run_cfr(form, gap="1/200") for _ in range(2))
    assert first == second
    assert first.history == second.history


# ---------------------------------------------------------------------- degenerate forms


def flat(name, *sizes):
    return Treeplex.flat(name, {f"c{n}": tuple("abcdef"[:size]) for n, size in enumerate(sizes)})


@pytest.mark.parametrize(
    ("sides", "payoffs", "value"),
    [
        ((Treeplex("one", ()), Treeplex("two", ())), ((0, 0, 7),), 7),
        ((Treeplex("one", ()), Treeplex("two", ())), (), 0),
        ((Treeplex("one", ()), flat("two", 2)), ((0, 0, 5), (0, 2, -1)), 4),
        ((flat("one", 3), Treeplex("two", ())), ((1, 0, 5), (2, 0, -1)), 5),
        ((flat("one", 1), flat("two", 1, 1)), ((1, 1, 2), (0, 2, 1)), 3),
        ((flat("one", 2, 3), flat("two", 2)), ((1, 1, 1), (2, 2, 1)), Fraction(1, 2)),
        ((flat("one", 2), flat("two", 2)), ((0, 0, 0), (1, 1, 0)), 0),
        (
            (flat("one", 2), flat("two", 2)),
            ((1, 1, 10**400), (2, 2, 10**400)),
            Fraction(10**400, 2),
        ),
    ],
)
def test_degenerate_forms(sides, payoffs, value):
    form = SequenceForm(sides, payoffs, 1)
    found = run_cfr(form, gap=max(MILLI, MILLI * abs(value)))
    assert found.ended == "gap"
    assert found.low <= value <= found.high
    assert proven(form, found)


def test_payoffs_beyond_floats_do_not_disturb():
    form = SequenceForm((flat("one", 2), flat("two", 2)), ((1, 1, 1), (2, 2, 1)), 10**400)
    found = run_cfr(form, gap=Fraction(1, 10**402))
    assert found.ended == "gap"
    assert found.low <= Fraction(1, 2 * 10**400) <= found.high


def test_cells_that_are_never_reached_still_have_a_mix():
    one = Treeplex("one", (Infoset("top", ("in", "out"), 0, 1), Infoset("deep", ("l", "r"), 1, 3)))
    form = SequenceForm((one, flat("two", 2)), ((2, 0, 9), (3, 1, 1), (4, 2, 1)), 1)
    found = run_cfr(form, gap=MILLI)
    assert found.low <= 9 <= found.high
    assert sum(found.behaviours[0]["deep"].values()) == 1
    assert proven(form, found)


def test_sequences_may_be_numbered_in_any_order():
    one = Treeplex("one", (Infoset("a", ("l", "r"), 0, 3), Infoset("b", ("x", "y"), 3, 1)))
    two = Treeplex("two", (Infoset("c", ("l", "r"), 0, 1),))
    payoffs = ((4, 1, 3), (1, 2, 8), (2, 1, 5), (4, 2, 4))
    form = SequenceForm((one, two), payoffs, 1)
    found = run_cfr(form, gap=MILLI)
    assert found.low <= sabot.solve(form).value <= found.high
    assert proven(form, found)


def test_a_cell_without_actions_is_refused():
    side = Treeplex("one", (Infoset("void", (), 0, 1),))
    with pytest.raises(FormError, match="one has nothing to choose at void"):
        run_cfr(SequenceForm((side, Treeplex("two", ())), (), 1))


# ---------------------------------------------------------------------- rounding and rigour


@pytest.mark.slow
def test_mixes_are_multiples_of_one_power_of_a_half():
    found = run_cfr(form_of("leduc-poker"), gap="1/100")
    chances = [
        chance for table in found.behaviours for mix in table.values() for chance in mix.values()
    ]
    finest = max(chance.denominator for chance in chances)
    assert finest & (finest - 1) == 0
    assert finest <= 2**30, "a coarse gap needs no fine mixes"
    assert all(finest % chance.denominator == 0 for chance in chances)


def test_floats_that_lie_cannot_narrow_the_interval(monkeypatch, plain):
    form = form_of("kuhn-poker")
    monkeypatch.setattr(cfr_kernel, "reply", lambda side, against: -1.0)
    found = run_cfr(form, gap="1/1000", iterations=20)
    assert found.ended == "iterations"
    assert found.gap > MILLI
    assert found.low <= Fraction(-1, 18) <= found.high
    assert proven(form, found)


def test_floats_that_despair_cannot_widen_it(monkeypatch, plain):
    form = form_of("kuhn-poker")
    monkeypatch.setattr(cfr_kernel, "reply", lambda side, against: 1.0)
    found = run_cfr(form, gap=10, iterations=20)
    assert found.ended == "gap"
    assert proven(form, found)


def test_an_estimate_is_near_what_is_proven():
    form = form_of("leduc-poker")
    *_, step = iterate_cfr(form, gap="1/100")
    assert step.ended == "gap"
    assert step.gap_float == pytest.approx(float(step.result().gap), rel=0.01)
    assert step.low_float == pytest.approx(float(step.result().low), abs=1e-4)
    assert step.high_float == pytest.approx(float(step.result().high), abs=1e-4)


# ---------------------------------------------------------------------- ends


def test_it_ends_after_the_iterations():
    found = run_cfr(form_of("leduc-poker"), gap="1/1000000", iterations=100)
    assert (found.ended, found.iterations) == ("iterations", 100)
    assert found.gap > Fraction(1, 10**6)
    assert [iteration for iteration, _ in found.history][-1] == 100
    gaps = [gap for _, gap in found.history]
    assert gaps == sorted(gaps, reverse=True), "the best so far is kept"


def test_a_gap_that_floats_cannot_reach_stalls():
    found = run_cfr(form_of("kuhn-poker"), gap=0)
    assert found.ended in ("stalled", "gap")
    assert found.gap < Fraction(1, 10**12)


def test_a_pure_saddle_closes_the_gap_altogether():
    form = SequenceForm((flat("one", 2), flat("two", 2)), ((1, 1, 3), (1, 2, 4), (2, 1, 1)), 1)
    found = run_cfr(form, gap=0)
    assert (found.low, found.high, found.ended) == (3, 3, "gap")


def test_progress_can_stop_it():
    form, seen = form_of("leduc-poker"), []

    def progress(step):
        seen.append(step.iteration)
        return len(seen) < 5

    found = run_cfr(form, progress=progress)
    assert found.stopped and found.ended == "stopped"
    assert found.iterations == seen[-1] == 5
    assert found.low <= found.high
    assert proven(form, found)


def test_progress_that_returns_nothing_goes_on():
    seen = []
    assert run_cfr(form_of("kuhn-poker"), gap=1e-3, progress=seen.append).gap <= Fraction(1e-3)
    assert seen[-1].ended == "gap"
    assert all(step.ended is None for step in seen[:-1])


def test_an_interrupt_keeps_the_best_so_far():
    form = form_of("leduc-poker")

    def progress(step):
        if step.iteration >= 10:
            raise KeyboardInterrupt

    found = run_cfr(form, progress=progress)
    assert found.stopped and found.iterations == 10
    assert proven(form, found)


def test_an_interrupt_inside_an_iteration_keeps_it_too(monkeypatch, plain):
    form, true = form_of("leduc-poker"), cfr_kernel.advance

    def advance(*arguments):
        true(*arguments)
        if arguments[4] >= 10:
            raise KeyboardInterrupt

    monkeypatch.setattr(cfr_kernel, "advance", advance)
    found = run_cfr(form)
    assert found.stopped and found.iterations == 10
    assert proven(form, found)


def test_an_interrupt_before_the_first_step_is_passed_on(monkeypatch, plain):
    def advance(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(cfr_kernel, "advance", advance)
    with pytest.raises(KeyboardInterrupt):
        run_cfr(form_of("kuhn-poker"))


def test_breaking_off_leaves_a_result():
    for step in iterate_cfr(form_of("kuhn-poker"), gap="1e-9"):
        if step.gap_float < 0.1:
            break
    found = step.result()
    assert isinstance(found, CfrResult)
    assert found.stopped and found.gap < Fraction(1, 5)


@pytest.mark.parametrize("gap", [-1, "-1/2", float("nan"), float("inf"), "wide", None])
def test_a_gap_that_is_none_is_refused(gap):
    with pytest.raises(NumberError, match="gap"):
        run_cfr(form_of("kuhn-poker"), gap=gap)


@pytest.mark.parametrize("iterations", [0, -5])
def test_iterations_are_at_least_one(iterations):
    with pytest.raises(NumberError, match="at least 1"):
        run_cfr(form_of("kuhn-poker"), iterations=iterations)
