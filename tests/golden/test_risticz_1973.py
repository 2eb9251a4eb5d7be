"""Risticz 1973: what the paper runner reports, and that it can report a fault."""

import re
from fractions import Fraction as F
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from tools import book_numbers

import sabot
from sabot import papers
from sabot.analysis.continuous import simulate_threshold_profile
from sabot.cards.poker_odds.hand_distribution import count_draws
from sabot.forms.continuous.betting_game import ThresholdRule
from sabot.forms.continuous.expected_payoff import payoff_and_best_response, threshold_payoff
from sabot.games.continuous_poker.family import blind_poker_form
from sabot.render.figures.matplotlib_backend import draw_figure
from sabot.solvers.continuous.smooth_payoffs import SmoothBetting, plain_shape
from sabot.solvers.lookahead import Lookahead, evaluations_per_cycle
from sabot.sources.risticz_1973 import (
    chapter_3_lookahead,
    chapter_4_two_players,
    chapters_1_and_2,
    chapters_5_to_7,
    figures,
    printed_formulas,
    section_5_5_real_hands,
)
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import (
    Q,
    best_reply_gains,
    monotone_profile,
    parse_numbers,
    profile_2pg,
    showdown_payoff,
    solve_equilibrium,
    thesis_form,
)

NAME = "risticz-1973"
golden = pytest.mark.golden
PAPER = "Risticz 1973"


@pytest.fixture(scope="module")
def report():
    return papers.run(NAME)


def found(report, item):
    return {claim.where: claim for claim in report.claims if claim.item == item}


@pytest.mark.slow
def test_the_verdicts(report):
    counts = {"matches": 293, "misprint": 19, "error": 70, "unreadable": 32, "superseded": 65}
    assert report.counts == counts
    assert report.slips == {"misprint": 15, "error": 30, "unreadable": 29, "superseded": 56}
    page = Path(__file__).parents[2] / "docs/papers/risticz-1973.md"
    assert str(report.counts) in page.read_text(encoding="utf-8")  # run whole by the slow tests
    items = [item.name for item in report.source.items]
    assert list(dict.fromkeys(claim.item for claim in report.claims)) == items
    assert {table.item for table in report.tables} <= set(items)


@pytest.mark.slow
def test_every_difference_has_its_evidence(report):
    assert all(claim.evidence for claim in report.differences)


@pytest.mark.slow
def test_items_in_which_nothing_differs(report):
    differing = {claim.item for claim in report.differences}
    whole = {"table-1", "table-6", "table-8", "table-10", "table-13", "business"} | {
        "section-5.3.3",
        "table-A.4",
        "figure-2",
        "figure-3",
    }
    assert {item.name for item in report.source.items} - differing == whole


@pytest.mark.slow
@golden(f"{PAPER}, 5.2.4, 5.4 and 5.5.4: 0.620 stands where 0.645 was meant")
def test_a_misprinted_cut_is_found_by_two_other_places(report):
    vector, three = parse_numbers(printed.vector), parse_numbers(" ".join(printed.three.values()))
    assert [k for k in range(9) if vector[k] != three[k]] == [3]
    ours = (
        solve_equilibrium("blind-poker(players=3, q=0.287)").profile["3: 1 drop, 2 enter"].cuts[0]
    )
    assert abs(ours - vector[3]) < F(1, 1000) < abs(ours - three[3])
    # 5.5.4 has him play on a pair of 6's; by table 16 they begin at 0.64
    assert F(printed.table_16["5"]) < three[3] < F(printed.table_16["6"]) < vector[3]
    assert found(report, "section-5.4")["cuts that are those of 5.2.4"].ours == "8"


@pytest.mark.slow
def test_the_square_of_a_payoff_is_that_of_the_hands_that_are_dealt():
    """Its mean, found by squaring what the ends pay, is near that of 200,000 hands."""
    form = thesis_form(3, free=False)
    profile = monotone_profile(printed.three)
    dealt_ = simulate_threshold_profile("g", form, profile, hands=200_000, seed=4)
    for seat in range(3):
        exact = threshold_payoff(chapters_5_to_7.squared_payoff_form(form, seat), profile, seat)
        counts = dealt_.of(seat).counts
        mean = sum(pay**2 * count for pay, count in counts.items()) / dealt_.hands
        assert abs(mean / exact - 1) < F(1, 20)


@pytest.mark.slow
@golden(f"{PAPER}, Tables 17 and 18: the least hand of the first of up to seven to enter")
def test_the_chart_of_pairs_is_that_of_the_game_of_seven():
    """The page has its rows by heart: the game of seven takes seconds."""
    page = Path(__file__).parents[2] / "docs/how-to/poker-models.md"
    profile = solve_equilibrium("blind-poker(players=7, q=0.287)").profile
    for follow in range(1, 7):
        me = 7 - follow
        view = ", ".join(f"{before} drop" for before in range(1, me)) or "-"
        (cut,) = profile[f"{me}: {view}"].cuts
        share = 100 * section_5_5_real_hands.class_at(cut)[1]
        strength = section_5_5_real_hands.strength_at(cut)[0]
        row = f"| {follow} | {float(cut):.6f} | {strength} | {float(share):.1f} % |"
        assert row in page.read_text()


@pytest.mark.slow
@golden(f"{PAPER}, Table 11: gains of player 1 against the printed solutions, and the true values")
def test_no_solution_of_table_11_is_an_equilibrium(report):
    claims = found(report, "table-11")
    gains = {q: claims[f"q = {q}: what players 1 and 2 gain against it"] for q in printed.table_11}
    assert {q: claim.ours for q, claim in gains.items() if q != "0.287"} == {
        "0": "11/225 0",
        "0.1": "361565060000/9719972229969 0",
        "0.2": "639976336875/26828888074921 0",
        "0.4": "188849375/60510588121 0",
    }
    assert {claim.verdict for claim in gains.values()} == {"error"}
    assert len({claim.slip for claim in gains.values()}) == 1  # one error, five lines
    assert "exactly 1/5" in claims["q = 0: the value"].evidence
    assert "exactly 124025/616477" in claims["q = 0.1: the value"].evidence
    assert "exactly 1479425/7369261" in claims["q = 0.2: the value"].evidence
    (table,) = (one for one in report.tables if one.item == "table-11")
    assert "cuts as printed" in table.title and "against the exact cuts" in table.title
    assert "0.04894" in table.text  # of the rounded cuts: not 11/225
    for q in printed.table_11:
        solution = solve_equilibrium(f"blind-poker(players=2, q={q})")
        assert set(solution.gains.values()) == {F(0)}


@pytest.mark.slow
@golden(f"{PAPER}, Table 11 at q = 0.4: d, e and the payoff are not those of the analytic solution")
def test_the_last_line_of_table_11_was_not_checked_analytically(report):
    claims = found(report, "table-11")
    wrong = {
        where
        for where, claim in claims.items()
        if claim.slip == chapter_4_two_players.LAST_LINE_SLIP
    }
    assert {f"q = 0.4: {what}" for what in ("d", "e", "the payoff there")} <= wrong
    where = "4.4.3: all of table 11 agrees with the analytic solution"
    assert found(report, "section-4.4")[where].ours == "in 4 of 5 cases"


@pytest.mark.slow
@golden(f"{PAPER}, 4.3 and 4.4: the value of c is arbitrary if a <= c <= b")
def test_c_does_not_matter_where_the_thesis_says_so(report):
    claim = found(report, "section-4.4")["4.3, 4.4: the payoff does not depend on c if a <= c <= b"]
    assert claim.verdict == "matches"
    assert not any("c does not matter" in claim.where for claim in report.differences)


@pytest.mark.slow
@golden(f"{PAPER}, 6.2.3: an explanation is conjectured, not that senders always do better")
def test_the_thesis_is_not_said_to_claim_more_than_it_does(report):
    assert not any("always" in claim.where for claim in report.claims if claim.item == "table-19")
    assert found(report, "table-19")["(ii) here the game costs less than the users"].says == "yes"


UNREADABLE = """
eq. 7 with (w+l) q (q-q) | Q, before c_1 | eq. 1: c_5 = 5 f_5^2 + 1220 | 0 <= a is at most
5.5.4: g(l) is l plus half of | the statistic chi^2_1: the square of | eq. 38 as printed
P_3 of player 3, its limits as the text has them | flush: q(h) is higher for every better hand
four of a kind: begins at the bound of full house | line 5: player 4 drops
the letters of its head | 2.9: f(6) = 0.01 n^2 + ...
"""


@pytest.mark.slow
def test_what_a_converter_may_have_garbled_is_not_held_against_the_thesis(report):
    verdicts = {claim.where: claim.verdict for claim in report.claims}
    places = [place.strip() for line in UNREADABLE.split("\n") for place in line.split("|")]
    assert {verdicts[place] for place in places if place} == {"unreadable"}


@pytest.mark.slow
@golden(f"{PAPER}, 1.6: 0.085 for two cards drawn to three of a kind; Friedman's bluff")
def test_what_is_reported_of_friedman_is_solved(report):
    claims = found(report, "section-1.6")
    differs = [claim for claim in claims.values() if claim.verdict != "matches"]
    assert [(claim.says, claim.ours, claim.verdict) for claim in differs] == [
        ("0.085", "0.104", "error")
    ]
    assert "112/1081" in differs[0].evidence and len(claims) == 6
    assert chapters_1_and_2.solve_friedman_game(F(1), F(1, 5)) == (F(1, 8), F(1, 2))


@pytest.mark.slow
@golden(f"{PAPER}, 2.9: the blind drops below l/2, as chapter 5 does not have it")
def test_the_blind_of_chapter_5_does_not_play_on_half_a_hand(report):
    claims = list(found(report, "section-2.9").values())
    assert [claim.verdict for claim in claims] == ["error", "matches"]
    assert (claims[0].says, claims[0].ours) == ("l/2", "above l")


@pytest.mark.slow
@golden(f"{PAPER}, 2.12: several thousand games; 7.3 (c): many hundreds of variables")
def test_claims_made_in_passing_have_their_numbers(report):
    (games,) = found(report, "section-2.12").values()
    assert (games.ours, games.verdict) == ("430,000", "error")
    cuts, most = found(report, "section-7").values()
    assert (cuts.ours, cuts.verdict) == ("189", "error") and 189 == 63 + 2 * 63
    assert most.verdict == "superseded"


@pytest.mark.slow
@golden(f"{PAPER}, 4.5 and Table 12: the column XQ*")
def test_four_lines_of_table_12_are_not_those_of_real_cards_whatever_is_thrown_away(report):
    claims = found(report, "section-4.5")
    assert claims["t of the differences of table 12"].verdict == "unreadable"
    wrong = [re.search(r"\d+", one.where[9:]) for one in claims.values() if one.verdict == "error"]
    assert sorted(int(one.group()) for one in wrong if one) == [8, 9, 10, 11]
    # a range against itself is even, and hands that stand are compared as they were dealt
    even = section_5_5_real_hands.real_card_win_chance((F("0.8"), F(1)), (F("0.8"), F(1)), 1)
    assert even == F(1, 2)
    stand = section_5_5_real_hands.real_card_win_chance((F("0.2"), F("0.4")), (F(0), F("0.1")), 5)
    assert stand == 1


@pytest.mark.parametrize("kept", [1, 2])
def test_ranks_that_draw_become_what_the_hands_with_all_suits_become(kept):
    """The five cards of some suits, drawn to one by one, are the second derivation."""
    five = (0, 3, 7, 9, 12)
    total = np.zeros(7463, np.int64)
    for suits in product(range(4), repeat=5):
        if len(set(suits)) > 1:
            own = [4 * rank + suit for rank, suit in zip(five, suits, strict=True)]
            total += count_draws(own[5 - kept :], own)
    ours = section_5_5_real_hands._count_improved_ranks(five, kept)
    scale = section_5_5_real_hands._DRAWS // comb(47, 5 - kept)
    assert (ours == total * scale).all()


@golden(f"{PAPER}, 4.3: the value of c is arbitrary")
@pytest.mark.parametrize("q", ["0", "0.1", "0.3", "0.49"])
def test_looking_between_b_and_e_costs_twice_the_square(q):
    """Each hand there that drops earns 2 (1-2q)^2 for every double: nothing only at q = 1/2."""
    chance = F(q)
    a, b, d, e = printed_formulas.analytic_solution(chance)
    form = blind_poker_form(chance, True, 2)
    at = {
        c: threshold_payoff(form, profile_2pg((a, b, c, d, e, F(0))), 0)
        for c in (b, (b + e) / 2, e)
    }
    slope = 2 * (1 - e) * (1 - 2 * chance) ** 2
    assert all(worth_there - at[b] == (c - b) * slope for c, worth_there in at.items())


@pytest.mark.slow
@golden(f"{PAPER}, eq. 33")
def test_equation_33_is_minus_four_tenths(report):
    claim = found(report, "section-4.4")["eq. 33"]
    assert (claim.says, claim.ours) == ("-0.41", "-0.40")


@pytest.mark.slow
@golden(f"{PAPER}, Table 12, line 12")
def test_equals_against_equals_win_nothing(report):
    (claim,) = (c for c in report.differences if c.item == "table-12")
    assert (claim.where, claim.says, claim.ours) == ("line (12)", "0.002", "0.000")


@pytest.mark.slow
@golden(f"{PAPER}, 4.6: b held at 0.5, printed 0.174")
def test_entering_too_often_costs_less_than_print_has_it(report):
    claims = found(report, "section-4.6")
    assert claims["what player 2's best reply leaves"].ours == "0.170"
    assert claims["what player 1 keeps with b = 0.5"].ours == "0.188"


@golden(f"{PAPER}, 5.2.4 and Table 15: payoffs and gains of the printed cuts")
@pytest.mark.parametrize(
    ("players", "cuts", "pays", "gains"),
    [
        (3, printed.three, (0.139435, 0.181247, -0.320682), (0.001773, 0.002711, 0.001483)),
        (
            4,
            printed.table_15,
            (0.110910, 0.128578, 0.168512, -0.408000),
            (0.000314, 0.007043, 0.002415, 0.001778),
        ),
    ],
)
def test_the_printed_cuts_of_more_players_can_be_improved(players, cuts, pays, gains):
    there = best_reply_gains(blind_poker_form(Q, False, players), monotone_profile(cuts))
    assert [round(float(one.payoff), 6) for one in there] == pytest.approx(pays, abs=1e-6)
    assert [round(float(one.gain), 6) for one in there] == pytest.approx(gains, abs=1e-6)
    assert sum(one.payoff for one in there) == 0


@golden(f"{PAPER}, 5.3.2: 2016 and 666 evaluations a cycle")
def test_a_cycle_that_is_run_makes_as_many_evaluations_as_are_counted():
    game = SmoothBetting(thesis_form(3, free=False), plain_shape(thesis_form(3, free=False)))
    assert chapters_5_to_7.count_replies(game) == evaluations_per_cycle((1, 2, 6))
    assert evaluations_per_cycle((1, 2, 4, 14)) == 2016
    assert evaluations_per_cycle((1, 1, 2, 8)) == 666


@pytest.mark.slow
@golden(f"{PAPER}, Tables 7 and 9: where the lookahead algorithm ends")
def test_looking_ahead_finds_what_is_printed_and_no_equilibrium(report):
    assert found(report, "table-7")["where nobody moves by 0.1"].verdict == "matches"
    claim = found(report, "table-9")["b, d, e by looking ahead from 0"]
    assert claim.verdict == "matches" and "goes round for ever at 3" in claim.evidence
    (table,) = (t for t in report.tables if t.item == "table-9")
    assert "lookahead, steps a tenth" in table.text


@golden(f"{PAPER}, 3.8: a, b, c = 0.1, 0.7, 0.4")
def test_only_a_high_bet_of_twice_the_low_one_gives_the_printed_solution():
    for bet in (F(3, 2), F(2), F(7, 3)):
        profile = solve_equilibrium(f"von-neumann(A={bet}, B=1)").profile
        cuts = (*profile["1: -"].cuts, *profile["2: 1 high"].cuts)
        assert (cuts == parse_numbers(printed.von_neumann)) == (bet == 2)
        assert cuts[2] / cuts[0] == bet + 2


def test_the_payoff_of_the_two_person_game_is_that_of_the_rules():
    form = blind_poker_form(Q, True, 2)
    at = parse_numbers("0.1 0.6 0.3 0.5 0.9 0.2")
    assert printed_formulas.payoff_2pg(Q, at) == threshold_payoff(form, profile_2pg(at), 0)
    assert printed_formulas.payoff_2pg(Q, at, printed=True) != threshold_payoff(
        form, profile_2pg(at), 0
    )


def test_the_payoffs_of_three_are_those_of_the_rules_and_sum_to_nothing():
    at = parse_numbers("0.7 0.6 0.8 0.6 0.8 0.7 0.9 0.8 0.95")
    found = printed_formulas.payoffs_3pg(Q, at)
    cuts = dict(
        zip(printed.three, ("0.7", "0.6", "0.8", "0.6 0.8", "0.7 0.9", "0.8 0.95"), strict=True)
    )
    form = blind_poker_form(Q, False, 3)
    assert found == tuple(threshold_payoff(form, monotone_profile(cuts), seat) for seat in range(3))
    assert sum(found) == 0


@golden(f"{PAPER}, Table 16: classes of 2,598,960 hands")
def test_classes_of_real_hands_are_counted():
    assert section_5_5_real_hands.hand_class_counts()["nothing"] == 1_302_540
    assert section_5_5_real_hands.hand_class_counts()["A"] == 84_480
    assert section_5_5_real_hands.hand_class_counts()["two pairs"] == 123_552
    assert sum(section_5_5_real_hands.hand_class_counts().values()) == comb(52, 5) == 2_598_960
    assert section_5_5_real_hands.pair_improvement_probability() == F(1552, 5405)


def test_a_hand_is_in_the_class_that_begins_below_it():
    assert section_5_5_real_hands.class_at(F("0.79")) == (
        "10",
        1 - (F("0.79") - F(32973, 43316)) / F(84480, 2598960),
    )
    assert section_5_5_real_hands.class_at(F(0))[0] == "nothing"
    assert section_5_5_real_hands.class_at(section_5_5_real_hands.class_bounds()["K"]) == (
        "K",
        F(1),
    )


@pytest.mark.slow
@golden(f"{PAPER}, Table 16: thirteen pairs in twelve steps")
def test_table_16_lies_on_a_straight_line_with_one_step_too_few(report):
    claims = [claim for claim in report.claims if claim.item == "table-16"][:13]
    assert all("12 steps" in claim.evidence for claim in claims)


@pytest.mark.slow
@golden(f"{PAPER}, Table 17: 10, 8, 5")
def test_the_first_of_four_enters_with_some_nines(report):
    claims = found(report, "table-17")
    assert [claims[f"{n} players to follow: pair of"].ours for n in (3, 2, 1)] == ["9", "8", "5"]


@golden(f"{PAPER}, 6.3: the business model")
def test_the_market_is_told_in_its_own_words(monkeypatch):
    assert all(claim.verdict == "matches" for claim in chapters_5_to_7.check_section_6_3())
    monkeypatch.setattr(chapters_5_to_7, "Q", F(1, 3))
    assert next(iter(chapters_5_to_7.check_section_6_3())).verdict == "misprint"


@golden(f"{PAPER}, appendix A: X_n for n = 6 by 32 terms")
def test_the_integral_for_six_hands_is_the_same_by_both_roads():
    ranges = [(F(k, 20), F(k + 9, 20)) for k in (3, 0, 1, 2, 5, 8)]
    mine, *others = ranges
    assert printed_formulas.x_n(F(5), F(-2), mine, others) == showdown_payoff(
        F(0), 5, -2, mine, others
    )


def test_ends_of_two_ranges_lie_in_six_orders_and_of_three_in_ninety():
    assert [claim.ours for claim in chapter_4_two_players.check_appendix_a_cases()][-2:] == [
        "6",
        "90",
    ]


def test_a_wrong_number_in_table_12_is_reported(monkeypatch):
    wrong = printed.table_12.replace("0.703", "0.730")
    monkeypatch.setitem(vars(printed), "table_12", wrong)
    differences = papers.run(NAME, "table-12").differences
    assert [(claim.where, claim.says) for claim in differences] == [
        ("line (7)", "0.730"),
        ("line (12)", "0.002"),
    ]


def test_a_wrong_payoff_in_table_14_is_reported(monkeypatch):
    play = "1 enter, 2 enter, 3 enter, 4 double"
    monkeypatch.setitem(printed.table_14, play, ("12,-4", "12,-4", "12,-4", "11,-4"))
    assert play in {claim.where for claim in papers.run(NAME, "table-14").differences}


def test_a_play_that_is_left_out_is_missed(monkeypatch):
    fewer = {key: pay for key, pay in printed.table_13.items() if "3 double" not in key}
    monkeypatch.setitem(vars(printed), "table_13", fewer)
    (claim,) = papers.run(NAME, "table-13").differences
    assert (claim.says, claim.ours) == ("6", "9")


@pytest.mark.slow
def test_a_true_equilibrium_in_the_place_of_table_15_would_match(monkeypatch):
    exact = solve_equilibrium("blind-poker(players=3, q=0.287)")
    cuts = {
        key: " ".join(f"{float(cut):.3f}" for cut in answer.cuts)
        for key, answer in exact.profile.items()
    }
    monkeypatch.setitem(vars(printed), "three", {key: cuts[key] for key in printed.three})
    claims = {claim.where: claim for claim in papers.run(NAME, "section-5.2.4").claims}
    assert all(claims[f"the cuts of {key}"].verdict == "matches" for key in printed.three)


def test_a_step_size_is_left_where_the_points_come_back():
    """Section 3.5 with a step of 0.05: from (0.6, 0.4) it goes round for ever."""
    ahead = Lookahead(chapter_3_lookahead.ExampleGame())
    found = ahead.run([0.6, 0.4], 0.05, 0.5, 0.05, 1000)
    assert found.settled == ((0.05, False),) and found.steps[-1].cycle < 40
    reached = [tuple(round(x, 9) for x in one.point) for one in found.steps]
    assert reached[-1] in reached[:-1]


def test_figure_7_steps_where_a_strategy_changes():
    answer = ThresholdRule((1, 0, 1), (F(1, 10), F(6, 10)))
    assert figures.step_curve(answer, 1) == (
        (F(0), F(1)),
        (F(1, 10), F(1)),
        (F(1, 10), F(0)),
        (F(6, 10), F(0)),
        (F(6, 10), F(1)),
        (F(1), F(1)),
    )


def test_figures_7_and_12_are_drawn_from_the_equilibria():
    panels = sabot.plot(NAME, "fig-7").panels
    assert panels[0].title == "player 1 enters"
    (chart,) = sabot.plot(NAME, "fig-12").panels
    assert len(chart.ticks) == 14 and len(chart.curves[0].points) == 14
    assert chart.ticks[:4] == ("1", "2 D", "3 DD", "4 DDE")


@pytest.mark.parametrize("name", ["fig-5", "fig-6", "fig-8", "fig-9", "fig-10"])
def test_a_flow_diagram_has_every_end_of_its_game(name):
    figure = sabot.plot(NAME, name)
    (panel,) = figure.panels
    followed = {step.parent for step in panel.steps}
    ends = [k for k in range(len(panel.steps)) if k not in followed]
    players, free = {"fig-5": (2, True), "fig-6": (2, True), "fig-8": (3, False)}.get(
        name, (4, False)
    )
    assert len(ends) == thesis_form(players, free=free).ends
    assert b"player 1" in draw_figure(figure, "svg")


def test_choices_are_named_by_the_letters_of_the_thesis():
    ways = [series for _, series, _, _ in sabot.plot(NAME, "fig-9").records()]
    assert "drop, drop, enter a1, double a2" in ways
    assert "enter a1, enter a2, enter a4, double a14" in ways
    ways = [series for _, series, _, _ in sabot.plot(NAME, "fig-6").records()]
    assert "enter φ₁(x), double ψ₂(y), look φ₂(x)" in ways


def test_the_frame_of_figure_10_holds_the_3_pg():
    (whole,), (part,) = (sabot.plot(NAME, name).panels for name in ("fig-10", "fig-8"))
    framed = [step for step in whole.steps if step.framed]
    assert len(framed) == len(part.steps)
    assert all(whole.way(k).startswith("drop") == step.framed for k, step in enumerate(whole.steps))


def test_no_strategy_of_player_2_takes_what_is_kept_with_an_entry_from_a_half():
    form = blind_poker_form(Q, True, 2)
    kept = {
        "1: -": ThresholdRule((0, 1), (F(1, 2),)),
        "1: 1 enter, 2 double": ThresholdRule((0, 1), (F("0.6562"),)),
        "2: 1 enter": ThresholdRule((0,), ()),
    }
    assert F("0.18789") < -payoff_and_best_response(form, kept, 1).best < F("0.18791")


@pytest.mark.slow
@golden(f"{PAPER}, 5.3.2: 2016 and 666 evaluations a cycle; 5.3.3: a solution, which is none")
def test_looking_ahead_in_the_4_pg_asks_as_often_as_printed_and_ends_at_no_equilibrium(report):
    claims = found(report, "section-5.3.3").values()
    assert [claim.ours for claim in claims] == ["2016", "666"]
    (table,) = [table for table in report.tables if table.item == "section-5.3.3"]
    rows = [line.split() for line in table.text.splitlines()[1:]]
    gains = {name: list(map(float, line)) for name, *line in rows}
    assert max(gains["printed"]) > 0.007
    assert max(gains["lookahead"]) > 0.01 and max(gains["Rosen"]) > 0.01


@pytest.mark.slow
@golden(f"{PAPER}, 3.1, 3.4, 3.9, 7.2: looking ahead is at least three times as fast")
def test_looking_ahead_computes_fewer_payoffs_than_rosen_for_the_accuracy_of_table_9(report):
    (claim,) = (one for one in found(report, "table-9").values() if "factor of 3" in one.where)
    assert claim.verdict == "matches"
    ours, theirs = re.search(r"ahead ([\d,]+); Rosen ([\d,]+) ", claim.evidence).groups()
    assert int(theirs.replace(",", "")) >= 3 * int(ours.replace(",", ""))


@pytest.mark.slow
@golden(f"{PAPER}, Table 17: the least pair to enter with, on the ladder of all real hands")
def test_a_cut_is_a_real_hand_that_begins_at_an_exact_fraction(report):
    cuts = solve_equilibrium("blind-poker(players=4, q=0.287)").profile
    keys = {3: "1: -", 2: "2: 1 drop", 1: "3: 1 drop, 2 drop"}
    there = {n: section_5_5_real_hands.strength_at(cuts[key].cuts[0]) for n, key in keys.items()}
    assert there == {
        3: ("pair of nines, ace kicker", F(164481, 216580)),
        2: ("pair of eights, ten kicker", F(152129, 216580)),
        1: ("pair of fives, queen kicker", F(133409, 216580)),
    }
    for n, key in keys.items():
        name, _ = section_5_5_real_hands.class_at(cuts[key].cuts[0])
        words = {"9": "nines", "8": "eights", "5": "fives"}
        assert f"pair of {words[name]}" in there[n][0]
    assert section_5_5_real_hands.strength_at(F(0))[0] == "seven high, five next"
    assert section_5_5_real_hands.strength_at(F(2598959, 2598960))[0] == "royal flush"


@pytest.mark.slow
def test_every_number_of_the_page_is_in_the_report_or_in_another_run(report):
    page = (Path(__file__).parents[2] / "docs/papers/risticz-1973.md").read_text(encoding="utf-8")
    marked = page.replace("<!-- recomputed: tests/golden/test_risticz_1973.py -->\n", "")
    assert book_numbers.typed(marked)
    claims = [f"{claim.says} {claim.ours} {claim.evidence}" for claim in report.claims]
    run = "\n".join([*claims, *(table.text for table in report.tables)])
    assert book_numbers.typed(f"{marked}\n```console\n{run}\n```\n") == []
