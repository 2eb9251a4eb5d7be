"""Foster 1964: what the paper runner reports, and that it can report a fault."""

from fractions import Fraction as F
from math import prod

import pytest

import sabot
from sabot import papers
from sabot.games.baccara.foster import GainCurve
from sabot.sources.foster_1964 import printed_formulas, sections_1_to_7
from sabot.sources.foster_1964.printed_formulas import printed
from sabot.sources.foster_1964.sections_1_to_7 import truncate_decimal, undominated_strategies

NAME = "foster-1964"
golden = pytest.mark.golden
PAPER = "Foster 1964"
TABLES = tuple(printed.decisions)
CUSTOM = "the custom gives A's optimal frequency of calling, to the one figure printed of it"


@pytest.fixture(scope="module")
def report():
    return papers.run(NAME)


@pytest.mark.slow
def test_the_verdicts(report):
    assert (report.counts["matches"], report.counts["superseded"]) == (124, 7)
    assert report.slips == {"misprint": 0, "error": 0, "unreadable": 0, "superseded": 4}
    items = [item.name for item in report.source.items]
    assert list(dict.fromkeys(claim.item for claim in report.claims)) == items
    assert {table.item for table in report.tables} <= set(items)


@pytest.mark.slow
@golden(f"{PAPER}, Section 7: captions of Tables 4 to 7, the minimum, the footnote")
def test_what_was_read_off_the_graph(report):
    assert [(c.item, c.where, c.says, c.ours) for c in report.differences] == [
        ("table-3", "Section 7: the first straight piece, to h", "0.5", "0.4"),
        ("tables-4-7", "Table 4, to h", "0.5", "0.4"),
        ("tables-4-7", "Table 5, from h", "0.5", "0.4"),
        ("tables-4-7", "Table 6, to h", "0.9", "1.0"),
        ("tables-4-7", "Table 7, from h", "0.9", "1.0"),
        ("minimax", "the least gain, per cent", "1.29", "1.28"),
        ("footnote", CUSTOM, "yes", "no"),
    ]
    assert {claim.verdict for claim in report.differences} == {"superseded"}
    evidence = {claim.where: claim.evidence for claim in report.differences}
    assert "389724220/30386933291" in evidence["the least gain, per cent"]
    assert "exactly 7/8 where 575/704 is best" in evidence[CUSTOM]
    assert "prints no frequency" in evidence[CUSTOM]
    assert "Player loses 0.0276 per cent of the stake more" in evidence[CUSTOM]


@golden(f"{PAPER}, captions of Tables 4 to 7: 0, 0.8 and 1 are ends of ranges, rounded rightly")
def test_an_end_that_is_rounded_rightly_is_no_difference(report):
    held = {c.where: (c.ours, c.evidence) for c in report.claims if c.verdict == "matches"}
    for where, ours in (
        ("Table 4, from h", "0"),
        ("Table 5, to h", "0.8"),
        ("Table 6, from h", "0.8"),
        ("Table 7, to h", "1"),
    ):
        assert held[where][0] == ours
    assert "exactly 575/704" in held["Table 5, to h"][1]


def test_a_wrong_end_of_a_range_is_reported(monkeypatch):
    monkeypatch.setitem(printed.ranges, "Table 5", ("0.5", "0.82"))
    assert "Table 5, to h" not in {c.where for c in papers.run(NAME, "tables-4-7").differences}
    monkeypatch.setitem(printed.ranges, "Table 5", ("0.5", "0.9"))
    found = {c.where: c.ours for c in papers.run(NAME, "tables-4-7").differences}
    assert found["Table 5, to h"] == "0.8"


@golden(f"{PAPER}, Section 2: v = ha + (1 - h)b = hc + (1 - h)d")
def test_the_general_two_by_two_game():
    assert printed_formulas.solve_two_by_two(3, -1, -2, 4) == (F(1, 2), F(1))
    assert sabot.solve([[3, -1], [-2, 4]]).value == 1


def test_a_wrong_general_formula_is_reported(monkeypatch):
    monkeypatch.setattr(
        printed_formulas, "solve_two_by_two", lambda a, b, c, d: (F(1, 2), F(a + b, 2))
    )
    assert len(papers.run(NAME, "two-by-two").differences) == 2


@pytest.mark.slow
@golden(f"{PAPER}, Section 3: the greatest of the values of C(N,2) games")
def test_eight_strategies_are_all_that_can_matter():
    free, lines = undominated_strategies()
    assert free == ("3,9", "4,1", "6,-") and len(lines) == 8
    kept = {
        tuple(
            printed_formulas.gain_of_strategy(h, sections_1_to_7.printed_strategy(name))
            for h in (F(0), F(1))
        )
        for name in TABLES
    }
    assert kept < set(lines)


def test_a_game_of_fingers_is_built_as_it_is_told(monkeypatch):
    monkeypatch.setitem(printed.fingers, "Section 1, first matrix", ((2, 3), (3, 5)))
    found = papers.run(NAME, "fingers").differences
    assert [(c.where, c.ours) for c in found] == [
        ("Section 1, first matrix: as the game is described", "2 3 3 4")
    ]


def test_a_custom_that_gave_the_right_figure_would_match(monkeypatch):
    monkeypatch.setitem(vars(printed), "calls", "1")  # both are 1 to no decimals
    assert not papers.run(NAME, "footnote").differences


@golden(f"{PAPER}, Section 7: h = 0.8, stand on (6,10) with 0.6, both approximately")
def test_the_rounded_readings_that_hold(report):
    held = {c.where: (c.ours, c.evidence) for c in report.claims if c.item == "minimax"}
    assert held["h of the minimum"][0] == "0.8"
    assert held["frequency of standing there"][0] == "0.6"
    assert "34093/54626" in held["frequency of standing there"][1]


@golden(f"{PAPER}, Tables 1 and 2: ten places, cut off")
def test_tables_1_and_2_are_cut_off_not_rounded():
    for numbers, table in (
        (printed_formulas.initial_score_probabilities(), printed.table_1),
        ([printed_formulas.b(m) for m in range(10)], printed.table_2),
    ):
        for points, says in table.items():
            assert {truncate_decimal(numbers[i]) for i in points} == {says}
    assert (
        f"{float(printed_formulas.initial_score_probabilities()[0]):.10f}"
        == "0.1471679446"
        != printed.table_1[0,]
    )
    assert f"{float(printed_formulas.b(0)):.10f}" == "0.3076923077" != printed.table_2[0,]


def test_fosters_formulas_are_the_game_that_the_explorer_walks():
    """Three roads: his formulas, the counted form, the told rules."""
    walked = sabot.load("foster-1964").tree()
    assert (
        sabot.solve(sabot.forms.sequence.sequence_form_of_tree(walked)).value
        == -GainCurve.of().best[1]
    )
    for h in (F(0), F(1, 7), F(575, 704), F(1)):
        assert printed_formulas.best_reply(h)[0] == GainCurve.of()(h)


@pytest.mark.slow
@pytest.mark.parametrize("item", [item.name for item in papers.source(NAME).items])
def test_one_item_gives_what_the_whole_gives(report, item):
    part = papers.run(NAME, item)
    assert part.claims == tuple(claim for claim in report.claims if claim.item == item)


@pytest.mark.parametrize(
    ("table", "key", "wrong", "item", "where", "ours"),
    [
        ("table_3", "0.75", "1.320", "table-3", "G(0.75), per cent", "1.302"),
        ("table_1", (0,), "0.1471679446", "table-1", "Table 1: a_0", "0.1471679445"),
        ("table_2", (0,), "0.3076923077", "table-2", "Table 2: b_0", "0.3076923076"),
        ("combinations", (5, 5), (24, 24), "table-1", "Section 6: combinations of 5, 5", "552"),
        ("ringed", "Table 7", "(4,2)", "tables-4-7", "Table 7, ringed", "(4,1)"),
        ("sums", (11, 7), 8, "rules", "Section 4: 11 + 7 (11 is a jack)", "7"),
    ],
)
def test_a_wrong_number_is_reported(monkeypatch, table, key, wrong, item, where, ours):
    monkeypatch.setitem(getattr(printed, table), key, wrong)
    found = {claim.where: claim for claim in papers.run(NAME, item).differences}
    says = prod(wrong) if isinstance(wrong, tuple) else wrong
    assert (found[where].says, found[where].ours) == (str(says), ours)
    assert found[where].verdict == "misprint"


def test_a_wrong_cell_of_a_decision_table_is_reported(monkeypatch):
    rows = {**printed.decisions["Table 5"], 5: "0 0 0 1 1 1 1 1 0 0 1"}
    monkeypatch.setitem(printed.decisions, "Table 5", rows)
    found = [c for c in papers.run(NAME, "tables-4-7").differences if c.verdict == "misprint"]
    assert [(claim.where, claim.ours) for claim in found] == [
        ("Table 5, row 5", "0 0 0 0 1 1 1 1 0 0 1")
    ]


def test_the_curve_takes_exact_numbers_only():
    gain = GainCurve.of()
    assert gain("1/2") == gain(F(1, 2))
    with pytest.raises(sabot.NumberError):
        gain(0.5)
    with pytest.raises(sabot.NumberError, match="decks is not possible"):
        GainCurve.of(0)
