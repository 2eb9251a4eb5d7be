"""Risticz 1973, chapter 2 and appendices B, C: the pack of 52, counted whole."""

import re
from fractions import Fraction as F
from itertools import product
from math import prod

import pytest

import sabot
from sabot import papers
from sabot.cards.poker_hand import Hand, all_strengths, suit_classes
from sabot.cards.poker_odds.hand_distribution import opponent_range
from sabot.sources.risticz_1973 import chapter_2_hand_odds, chapters_1_and_2, section_5_5_real_hands
from sabot.sources.risticz_1973.printed_formulas import printed

golden = pytest.mark.golden
PAPER = "Risticz 1973"


def found(item):
    return {claim.where: claim for claim in papers.run("risticz-1973", item).claims}


def wrong(item):
    return {where for where, claim in found(item).items() if claim.verdict != "matches"}


TABLE_2 = {
    "one pair, 3 drawn: two pairs": "864/5405",
    "one pair, 3 drawn: three of a kind": "618/5405",
    "one pair, 3 drawn: full house": "11/1081",
    "one pair, 3 drawn: four of a kind": "3/1081",
    "one pair, 3 drawn: any improvement": "1552/5405",
    "one pair, 2 drawn: two pairs": "186/1081",
    "one pair, 2 drawn: three of a kind": "84/1081",
    "one pair, 2 drawn: full house": "9/1081",
    "one pair, 2 drawn: four of a kind": "1/1081",
    "one pair, 2 drawn: any improvement": "280/1081",
    "two pairs, 1 drawn: full house": "4/47",
    "three of a kind, 2 drawn: full house": "66/1081",
    "three of a kind, 2 drawn: four of a kind": "2/47",
    "three of a kind, 2 drawn: any improvement": "112/1081",
    "three of a kind, 1 drawn: full house": "3/47",
    "three of a kind, 1 drawn: four of a kind": "1/47",
    "three of a kind, 1 drawn: any improvement": "4/47",
    "4 straight (open), 1 drawn: straight": "8/47",
    "4 straight (gap), 1 drawn: straight": "4/47",
    "4 flush, 1 drawn: flush": "9/47",
    "4 straight flush, 1 drawn: straight flush": "2/47",
    "4 straight flush, 1 drawn: any straight or flush": "15/47",
    "one pair, dealt": "352/833",
    "two pairs, dealt": "198/4165",
    "three of a kind, dealt": "88/4165",
    "straight, dealt": "5/1274",
    "flush, dealt": "1277/649740",
    "full house, dealt": "6/4165",
    "four of a kind, dealt": "1/4165",
    "straight flush, dealt": "3/216580",
    "royal flush, dealt": "1/649740",
    "4 straight (open), dealt": "6507/216580",
    "4 straight (gap), dealt": "5529/54145",
    "4 flush, dealt": "1849/43316",
    "4 straight flush, dealt": "99/216580",
}


@golden(f"{PAPER}, Table 2: every chance, exactly")
def test_every_entry_of_table_2_is_a_fraction():
    claims = found("table-2")
    assert {where for where in claims if "again" not in where} == set(TABLE_2)
    for where, exact in TABLE_2.items():
        assert claims[where].evidence.startswith(f"exactly {exact}")
    assert wrong("table-2") == {
        "royal flush, dealt",
        "royal flush, dealt, said again",
        "four of a kind, dealt, said again",
        "4 straight (open), dealt",
        "4 straight (gap), dealt",
        "4 straight flush, dealt",
    }


@golden(f"{PAPER}, Table 2: four to a straight or a flush, counted by hand")
def test_fours_are_what_binomials_say():
    left, whole = chapter_2_hand_odds.count_four_card_hands()
    # four of a suit and a fifth of another, less the straights among them
    assert left["4 flush"] == 4 * 715 * 39 - 10 * 5 * 4 * 3
    # nine runs: a fifth card of a seventh rank, less the flushes; or one that pairs
    assert left["4 straight (open)"] == 9 * ((4**4 * 7 * 4 - 4 * 7) + 4 * 6 * 64)
    # nine runs in four suits: 48 fifth cards, 8 make a straight and 7 more a flush
    assert left["4 straight flush"] == 9 * 4 * (48 - 8 - 7) == 1188
    # with straights and flushes: each run and suit with 48 cards, straight flushes left out
    assert whole["4 straight flush"] == 9 * 4 * 48 - 8 * 4 - 10 * 4 == 1656


@golden(f"{PAPER}, Table 2: four to a straight flush, open, every hand looked at")
def test_the_row_of_table_2_is_the_open_four_to_a_straight_flush():
    """1,188 hands, 0.000457: one suit by itself, card by card."""
    hands_of_clubs = 0
    for low in range(9):  # 2-3-4-5 to 10-J-Q-K of clubs
        run = {(rank, 0) for rank in range(low, low + 4)}
        ends = {(low - 1) % 13, low + 4}
        for rank, suit in product(range(13), range(4)):
            fifth = rank, suit
            hands_of_clubs += fifth not in run and rank not in ends and suit != 0
    assert 4 * hands_of_clubs == 1188
    claim = found("table-2")["4 straight flush, dealt"]
    assert (claim.says, claim.ours, claim.verdict) == ("0.000123", "0.000457", "misprint")
    assert "1,656, 0.000637" in claim.evidence


TABLE_3 = """
1/5096 2553/5096 108561/216580 200049/216580 200071/216580 42047/43316 631123/649740 643763/649740
429959/433160 431489/433160 1294729/1299480 1297187/1299480 92663/92820 49967/49980
1299149/1299480 61879/61880 1299461/1299480 1299479/1299480
"""
TABLE_5 = """
1/5096 2553/5096 586747373/1170614900 72250049/90047300 187877607/234122980 213541707/234122980
213905737/234122980 228403817/234122980 459303631/468245960 460957561/468245960
276631181/280947576 461969377/468245960 692979541/702368940 233569797/234122980
467159687/468245960 1404705851/1404737880 1299461/1299480 1299479/1299480
"""


@golden(f"{PAPER}, Tables 3 and 5: every chance, exactly")
@pytest.mark.parametrize(
    ("item", "exact", "far"),
    [("table-3", TABLE_3, 3), ("table-5", TABLE_5, 8)],
)
def test_every_entry_of_tables_3_and_5_is_a_fraction(item, exact, far):
    claims = [claim for claim in found(item).values() if claim.where.startswith("f_")]
    sampled = [claim for claim in claims if claim.evidence.startswith("exactly")]
    assert [claim.evidence.split(";")[0] for claim in sampled] == [
        f"exactly {one}" for one in exact.split()
    ]
    assert sum(claim.verdict in ("error", "unreadable") for claim in sampled) == far


@golden(f"{PAPER}, Table 3: the same random hands cannot give 0.4945 and 0.5010")
def test_nothing_lies_between_the_highest_hand_without_a_pair_and_the_lowest_pair():
    others = opponent_range("dealt")
    assert Hand("2c2d3c4c5c").rank == Hand("AcKcQcJc9d").rank + 1
    assert others.share(1278) - others.share(1277) == F(9, 33320)
    where = "f_b of the lowest pair less f_b of the highest hand without one"
    assert found("table-3")[where].verdict == "error"


STRAY = {
    "f_a(2c2s3c4s5c), one pair": "2e-13",
    "f_a(AcAsAd2c3s), three of a kind": "9e-06",
    "f_a(5c4d3s2cAs), straight": "8e-05",
    "f_a(AcKdQsJcTs), straight": "5e-04",
    "f_a(7c6c5c4c2c), flush": "2e-04",
    "f_a(AcAsAdKcKs), full house": "1e-03",
    "f_a(2c2s2h2d3s), four of a kind": "8e-04",
    "f_a(AcAsAhAdKs), four of a kind": "3e-07",
}


@golden(f"{PAPER}, Table 5: eight entries that no sample gives")
def test_eight_entries_of_table_5_have_the_chance_of_their_error():
    claims = found("table-5").items()
    far = {where: claim.evidence.rpartition("with chance ") for where, claim in claims}
    assert {where: parts[2] for where, parts in far.items() if parts[1]} == STRAY


@pytest.mark.parametrize("says", ["0.40", "0.56"])
def test_the_chance_of_an_error_is_that_of_all_small_samples(says, monkeypatch):
    monkeypatch.setitem(vars(printed), "sample", 6)
    others, rank = opponent_range("dealt"), 1277
    ties = others.ties(rank)
    weights = {0: others.share(rank) - ties / 2, 1: ties, 2: 1 - others.share(rank) - ties / 2}
    total = F(0)
    for sample in product(weights, repeat=6):
        share = 1 - F(sum(sample), 12)
        off = F(says) - F(1, 20_000), F(says) + F(1, 20_000)
        if share <= off[1] if F(says) < others.share(rank) else share >= off[0]:
            total += prod(weights[one] for one in sample)
    assert chapter_2_hand_odds.tail_probability(says, others, rank) == pytest.approx(
        float(total), rel=1e-12
    )
    assert 0 < total < 1


@golden(f"{PAPER}, Table 5: one surplus makes five entries low")
def test_straights_and_better_are_what_is_due_given_three_aces():
    lines = {
        str(one.hand): one
        for one in chapter_2_hand_odds.conditional_counts(
            printed.table_5, opponent_range("kept"), 7
        )
    }
    assert lines["AcAsAd2c3s"].above == 852 and round(lines["AcAsAd2c3s"].due) == 733
    for hand in ("5c4d3s2cAs", "AcKdQsJcTs", "7c6c5c4c2c", "AcAsAdKcKs", "2c2s2h2d3s"):
        assert lines[hand].off < 3
    assert lines["AcAsAhAdKs"].off > 6
    mended = printed.table_5.replace("0.9997", "0.9999")
    lines = {
        str(one.hand): one
        for one in chapter_2_hand_odds.conditional_counts(mended, opponent_range("kept"), 7)
    }
    assert lines["AcAsAhAdKs"].off < 3


@golden(f"{PAPER}, Tables 3 and 5: neighbours on the ladder")
@pytest.mark.parametrize(("item", "apart"), [("table-3", [195, 21]), ("table-5", [633, 42, 18])])
def test_neighbours_are_farther_apart_than_one_set_of_hands_allows(item, apart):
    claims = [claim for where, claim in found(item).items() if " less " in where]
    assert all(claim.verdict == "error" for claim in claims)
    assert len({claim.slip for claim in claims}) == 1
    told = [claim.evidence.partition("print has ")[2].split()[0] for claim in claims]
    assert list(map(int, told)) == apart


@golden(f"{PAPER}, Tables 3 and 5: ends of intervals that are none")
def test_some_ends_of_intervals_are_not_the_ends():
    ends = {where.split(": ")[1] for where in wrong("table-3") if "interval" in where}
    assert ends == {
        "AcAsKcKs2c is the highest",
        "2c2s2d4c5s is the lowest",
        "AcAsAd2c3s is the highest",
        "7c6c5c4c2c is the lowest",
        "AcKcJcTc9c is the highest",
    }


@golden(f"{PAPER}, Appendix C: by its definition nothing without a pair ever wins")
def test_table_5_was_not_computed_as_it_is_defined():
    best = Hand("AcKcQcJc9d").rank
    assert opponent_range("improved").share(best) == 0
    assert F("0.5011") - opponent_range("kept").share(best) == F("0.5011") - F(2553, 5096)
    claims = found("appendix-C")
    where = "table 5 within three standard errors, such hands staying in"
    assert claims[where].ours == "in 10 of 18 cases"


@golden(f"{PAPER}, Table 16 and the evaluator: two roads to where pairs begin")
def test_pairs_begin_where_the_ladder_has_them():
    ways = opponent_range("dealt").weights
    for number, name in enumerate(printed.ranks):
        first = next(
            rank
            for rank, step in enumerate(all_strengths(), 1)
            if step.high[0] == number and (step.kind == 1)
        )
        assert section_5_5_real_hands.class_bounds()[name] == F(int(ways[:first].sum()), 2598960)


@golden(f"{PAPER}, Table 20: q(h)")
def test_a_flush_and_a_four_lack_a_card_in_table_20():
    assert wrong("table-20") == {
        "flush: q(h) is higher for every better hand",
        "four of a kind: q(h) is higher for every better hand",
        "four of a kind: begins at the bound of full house",
        "high card: the sum",
    }


@golden(f"{PAPER}, 2.8: 0.6263")
def test_the_interpolation_of_the_example_is_miscounted():
    claim = found("table-4")["2.8: f_b(6c6d7c2dKs) interpolated"]
    assert (claim.says, claim.ours, claim.verdict) == ("0.6263", "0.6406", "misprint")


@pytest.mark.slow
@golden(f"{PAPER}, 2.7: the common rule")
def test_the_common_rule_is_right_but_for_some_pairs():
    report = papers.run("risticz-1973", "section-2.7")
    assert [claim.ours for claim in report.claims] == ["65508", "0", "0", "0"]
    assert int(suit_classes().ways.sum()) == 2598960
    none = re.findall(r"^high card: \d +([\d,]+)", report.tables[0].text, re.M)
    assert sum(int(hands.replace(",", "")) for hands in none) == 594012


WORST = """
2c3d4h5hKs Ks 2c3c4cKcAd KcAd 6c7dThJhQh ThJhQh 2cTcJcQcKd TcJcQcKd
2c2d3c6hAs As 2c2d3hKsAs KsAs 2c2dQhKhAh QhKhAh 2c2d3c4c5c 2c3c4c5c
"""


@pytest.mark.slow
@golden(f"{PAPER}, 2.7: the worst hands for the common rule, played at the table")
def test_the_worst_hands_are_played_wrong_with_one_pack_too():
    words = WORST.split()
    for held, keep in zip(words[::2], words[1::2], strict=True):
        looked_up = sabot.hand(held)
        assert looked_up.best.hold == looked_up.best_removal.hold == keep
        assert looked_up.best.joint - looked_up.common.joint > F(1, 100)


@golden(f"{PAPER}, Figure 2: how many hands go each way")
def test_what_is_thrown_away_is_counted_for_the_whole_pack():
    report = papers.run("risticz-1973", "figure-2")
    flushes = 4 * 715 * 27 - 10 * 4 * 5 * 3  # four of a suit, no pair, no straight
    straights = 9 * 7 * (4**5 - 4 - 4 * 5 * 3)  # open at both ends, no four of a suit
    lines = [line.rsplit(maxsplit=2) for line in report.tables[0].text.splitlines()[1:]]
    rows = {name: (thrown, hands) for name, thrown, hands in lines}
    some = "high card, four to a flush or an open straight"
    assert rows[some] == ("1", f"{flushes + straights:,}")
    assert rows["high card, nothing of the kind"] == ("4", f"{1302540 - flushes - straights:,}")
    assert rows["one pair"] == ("3", "1,098,240") and rows["two pairs"] == ("1", "123,552")


def test_a_step_that_is_not_asked_for_in_figure_3_is_reported(monkeypatch):
    assert not wrong("figure-3")
    monkeypatch.setitem(vars(printed), "figure_3", ("enter", "draw", "look", "bet"))
    assert [claim.verdict for claim in chapters_1_and_2.check_figure_3()][1] == "misprint"


@golden(f"{PAPER}, Table 6: the decisions are those of either g")
def test_the_example_of_the_betting_does_not_depend_on_g():
    says = {player: what for player, (_, what) in printed.table_6.items()}
    assert (
        chapters_1_and_2.table_6_decisions(F(1, 3))
        == chapters_1_and_2.table_6_decisions(F(1, 2))
        == says
    )
    assert chapters_1_and_2.table_6_decisions(F(0)) != says


def test_a_wrong_number_in_table_3_is_reported(monkeypatch):
    monkeypatch.setitem(vars(printed), "table_3", printed.table_3.replace("0.5010", "0.5310"))
    claims = list(chapter_2_hand_odds.check_table_3())
    assert claims[2].verdict == "unreadable"
    assert "standard errors" in claims[2].evidence and "0.5010" in claims[2].evidence
    monkeypatch.setitem(vars(printed), "table_3", printed.table_3.replace("0.5310", "0.6789"))
    assert list(chapter_2_hand_odds.check_table_3())[2].verdict == "error"  # no one digit mends it


def test_a_lost_term_in_table_20_is_reported(monkeypatch):
    base, _ = printed.table_20["one pair"]
    broken = printed.table_20 | {"one pair": (base, (3, 2, None, 0))}
    monkeypatch.setitem(vars(printed), "table_20", broken)
    claims = {claim.where: claim for claim in chapter_2_hand_odds.check_table_20()}
    assert claims["one pair: q(h) is higher for every better hand"].verdict == "error"


@golden(f"{PAPER}, Table 20: each kind begins at the bound of the one below it")
def test_the_bounds_of_table_20_hold_and_one_has_a_wrong_power():
    claims = {claim.where: claim for claim in chapter_2_hand_odds.check_table_20()}
    wrong = [where for where, claim in claims.items() if claim.verdict == "unreadable"]
    assert wrong[1:] == ["four of a kind: begins at the bound of full house", "high card: the sum"]
    assert len([where for where in claims if "begins at the bound" in where]) == 8
    assert claims["high card: the sum"].ours == str(13**5 - 1)


def test_a_kind_that_begins_elsewhere_in_table_20_is_reported(monkeypatch):
    base, powers = printed.table_20["straight"]
    broken = printed.table_20 | {"straight": ((1, *base[1:]), powers)}
    monkeypatch.setitem(vars(printed), "table_20", broken)
    claims = {claim.where: claim for claim in chapter_2_hand_odds.check_table_20()}
    assert claims["straight: begins at the bound of three of a kind"].verdict == "unreadable"
