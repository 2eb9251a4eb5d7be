"""Section 4.5: what the strategies of the thesis are worth on real cards."""

from fractions import Fraction

import pytest

import sabot
from sabot import papers
from sabot.game_rules.private_hands import private_hands_of
from sabot.sources.risticz_1973.section_4_5_real_cards import (
    bluffs_by_drops,
    costs_on_cards,
    kept_costs,
    strength_middles,
)

GAMES = {
    "none": "blind-poker(hands=cards)",
    "apart": "blind-poker(hands=cards, draw=apart)",
}


@pytest.mark.parametrize("draw", GAMES)
def test_no_strategy_of_the_thesis_is_optimal_on_cards(draw):
    found = kept_costs()[draw]
    assert found.low < found.high < found.low + Fraction(1, 5000)
    for one in found.costs:
        assert one.low < found.low - Fraction(1, 200)
        assert one.high > found.high + Fraction(1, 200)


def test_the_claim_of_section_4_5_is_false():
    claims = papers.run("risticz-1973", "section-4.5").claims
    (claim,) = (one for one in claims if "optimal with real cards" in one.where)
    assert claim.verdict == "error"


def test_the_middles_of_strengths_rise_from_0_to_1():
    middles = strength_middles()
    assert len(middles) == 7462 and middles == sorted(middles)
    assert middles[0] == Fraction(510, 2598960) and middles[-1] == 1 - Fraction(2, 2598960)


@pytest.mark.slow
@pytest.mark.parametrize("draw", GAMES)
def test_what_is_kept_is_computed_again(draw):
    form = private_hands_of(sabot.load(GAMES[draw]))
    assert tuple(costs_on_cards(form)) == kept_costs()[draw].costs


@pytest.mark.slow
def test_without_a_draw_a_hand_bluffs_where_the_blind_drops_two_times_in_three():
    form = private_hands_of(sabot.load(GAMES["none"]))
    found = sabot.approximate(GAMES["none"], gap="1/1000")
    shares = dict(bluffs_by_drops(form, found.strategies(form), found.unit))
    assert max(share for at, share in shares.items() if at < Fraction(65, 100)) < Fraction(1, 20)
    assert min(share for at, share in shares.items() if at > Fraction(68, 100)) > Fraction(9, 10)
