"""The paper runner: what it reports of the sources, and that it can report a fault."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest

from sabot import papers
from sabot.errors import SabotError
from sabot.papers.report import Claim, CrossCheckError, compare, format_grid, require_agreement
from sabot.sources.ethier_2010_le_her import printed_formulas
from sabot.sources.ethier_2010_le_her.printed_formulas import printed

NAME = "ethier-2010-le-her"


@pytest.fixture(scope="module")
def report():
    return papers.run(NAME)


def test_the_verdicts_on_le_her(report):
    counts = {"matches": 200, "misprint": 0, "error": 2, "unreadable": 0, "superseded": 0}
    assert report.counts == counts
    assert [(claim.item, claim.verdict) for claim in report.differences] == [
        ("subsets", "error"),
        ("eq-5.9", "error"),
    ]


def test_strict_dominance_is_false_for_player_2(report):
    one, two = (claim for claim in report.claims if claim.item == "subsets")
    assert (one.says, one.ours) == ("8,178 of 8,178", "8,178 of 8,178")
    assert (two.says, two.ours) == ("8,178 of 8,178", "0 of 8,178")
    assert "-7687/16575" in two.evidence
    assert "Weakly dominated by some T_j are 8,178" in two.evidence


def test_every_difference_has_its_evidence(report):
    assert all(claim.evidence for claim in report.differences)


def test_every_item_makes_claims(report):
    items = [item.name for item in report.source.items]
    assert list(dict.fromkeys(claim.item for claim in report.claims)) == items
    assert {table.item for table in report.tables} <= set(items)


@pytest.mark.parametrize("item", [item.name for item in papers.source(NAME).items])
def test_one_item_gives_what_the_whole_gives(report, item):
    part = papers.run(NAME, item)
    assert part.claims == tuple(claim for claim in report.claims if claim.item == item)
    assert part.tables == tuple(table for table in report.tables if table.item == item)


def test_a_wrong_number_in_table_5_2_is_reported(monkeypatch):
    wrong = list(printed.table_5_2[6])
    wrong[7] = 339
    monkeypatch.setitem(printed.table_5_2, 6, tuple(wrong))
    (claim,) = papers.run(NAME, "table-5.2").differences
    assert (claim.where, claim.says, claim.ours) == ("row 6, column 7", "339", "393")
    assert claim.verdict == "misprint"


def test_a_wrong_formula_is_reported(monkeypatch):
    monkeypatch.setattr(printed_formulas, "eq_5_8", lambda k, l: Fraction(4 * (k - 1), 50))  # noqa: E741
    found = papers.run(NAME, "eq-5.8").differences
    assert {claim.where.split(",")[1].strip() for claim in found} == {"last line"}
    assert len(found) == 12  # k = 1 beats nobody, so nothing is lost there


def test_a_wrong_number_changes_the_solution(monkeypatch):
    monkeypatch.setitem(printed.eq_5_12, 6, {7: 393, 8: 439})
    where = [claim.where for claim in papers.run(NAME, "solution").differences]
    assert "value of the 14 x 14 game" in where


def test_a_wrong_dominance_is_reported(monkeypatch):
    monkeypatch.setitem(vars(printed), "rows_by_5", (0, 6))
    found = papers.run(NAME, "dominance").differences
    assert [claim.ours for claim in found] == ["not", "not"]


@pytest.mark.parametrize(
    ("name", "item", "hint"),
    [
        ("ethier-2010-leher", None, "did you mean 'ethier-2010-le-her'?"),
        ("?", None, "known: ethier-2010-le-her"),
        (NAME, "table5.2", "did you mean 'table-5.2'?"),
        (NAME, "", "known: rules, strategies"),
        (NAME, "x" * 10_000, "known: rules, strategies"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(name, item, hint):
    with pytest.raises(papers.PaperError) as fault:
        papers.run(name, item)
    assert isinstance(fault.value, SabotError)
    assert fault.value.exit_code == 2
    assert hint in str(fault.value)
    assert len(str(fault.value)) < 500


def test_the_report_is_one_json_document(report):
    document = json.loads(json.dumps(report.to_json()))
    assert document["schema"] == "sabot/paper/1"
    assert document["source"] == NAME
    assert document["counts"] == report.counts
    assert len(document["claims"]) == len(report.claims)
    keys = {"item", "where", "says", "ours", "verdict", "evidence", "slip", "basis"}
    assert set(document["claims"][0]) == keys
    old = {key: document["claims"][0][key] for key in keys - {"slip", "basis"}}
    assert Claim(**old) == report.claims[0]  # a report that an older release saved
    assert {table["item"] for table in document["tables"]} >= {"table-5.1", "table-5.2"}


def test_the_text_shows_what_differs(report):
    text = str(report)
    assert "\n202 claims checked; 200 match, 2 differ:\n" in text
    assert "wrong as stated: eq-5.9, after (5.9)" in text
    assert "\n  Not checked: " in text
    assert "  printed  8,178 of 8,178\n  found    0 of 8,178" in text
    assert "200 match" in report._repr_html_()


def test_one_slip_is_counted_once(report):
    def claim(where, verdict, slip=""):
        return Claim("item", where, "1", "2", verdict, "because", slip)

    one = [claim("a", "misprint", "s"), claim("b", "misprint", "s"), claim("c", "misprint")]
    two = [claim("d", "error", "t"), claim("e", "unreadable")]
    found = papers.Report(report.source, (*one, *two), ())
    assert found.counts["misprint"] == 3
    assert found.slips == {"misprint": 2, "error": 1, "unreadable": 1, "superseded": 0}
    assert "5 claims checked; 0 match, 5 differ, because of 4 slips:" in str(found)


@pytest.mark.slow
def test_only_what_is_printed_is_headed_so():
    """Foster's Section 6 prints formulas: their values are computed, and headed so."""
    text = str(papers.run("foster-1964", "symmetry"))
    assert "by the formula and by ours" in text
    assert text.index("printed and found") < text.index("by the formula and by ours")
    whole = papers.run("foster-1964").claims
    assert sum(claim.basis == "formula" for claim in whole) == 19
    assert "printed and found" not in str(papers.run(NAME, "eq-5.7"))


def test_a_verdict_cannot_be_typed_in():
    with pytest.raises(ValueError, match="'1' and '2' are 'matches'"):
        Claim("item", "here", "1", "2", "matches")
    with pytest.raises(ValueError, match="'1' and '1' are 'misprint'"):
        Claim("item", "here", "1", "1", "misprint", "because")
    with pytest.raises(ValueError, match="not a basis"):
        Claim("item", "here", "1", "1", "matches", basis="guess")
    with pytest.raises(ValueError, match="not a verdict"):
        Claim("item", "here", "1", "1", "right")
    with pytest.raises(ValueError, match="needs its evidence"):
        compare("item", "here", 1, 2)


def test_the_author_says_which_kind_of_difference_it_is():
    assert (
        compare("item", "here", 1, 2, evidence="e", otherwise="superseded").verdict == "superseded"
    )
    assert compare("item", "here", 1, 1, otherwise="superseded").verdict == "matches"


def test_two_roads_that_part_are_not_reported_but_raised():
    assert require_agreement("here", (1, 2), (1, 2)) == (1, 2)
    with pytest.raises(CrossCheckError, match="here: two roads give different results: 1 / 2"):
        require_agreement("here", 1, 2)


def test_a_grid_is_flush_right():
    assert format_grid("", ["a", "bb"], [("x", [10, 2])]) == "    a bb\nx  10  2"


def test_asking_for_the_names_imports_nothing_heavy():
    code = "import sys, sabot.papers as p; p.names(); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("strategies", "of player 2's, 8,190 are different in their payoffs"),
        ("subsets", "S = {1,2,3,5}, beaten by S_4 by at least 116/16575"),
        ("eq-5.9", "times 132,600/16 the sum is"),
        ("eq-5.9", "at i = 13 it is 2222, the cubic 2171"),
    ],
)
def test_what_the_page_says_of_le_her_is_in_the_evidence(item, words):
    claims = papers.run("ethier-2010-le-her", item).claims
    assert any(words in claim.evidence for claim in claims)
