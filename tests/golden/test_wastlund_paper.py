"""``sabot paper wastlund-2005``: every claim, and that a fault would be reported."""

import pytest

from sabot import papers
from sabot.games.whist.theory import counting
from sabot.papers.wastlund_2005 import early, limits, value

NAME = "wastlund-2005"


@pytest.fixture(scope="module")
def report():
    return papers.run(NAME)


def test_the_verdicts(report):
    assert report.counts == {"matches": 72, "misprint": 12, "superseded": 1}


def test_every_theorem_and_lemma_holds(report):
    """What differs is in proofs and procedures; no statement falls."""
    assert {claim.item for claim in report.differences} == {
        "proof-9.1",
        "section-10",
        "eq-42-48",
        "theorem-11.6",
        "lemma-11.7",
    }
    assert {"(63)", "in the proof"} >= {
        claim.where.split(":")[0]
        for claim in report.differences
        if claim.item in ("theorem-11.6", "lemma-11.7")
    }


def test_every_item_makes_claims(report):
    items = [item.name for item in report.source.items]
    assert list(dict.fromkeys(claim.item for claim in report.claims)) == items
    assert {table.item for table in report.tables} <= set(items)


def test_every_difference_has_its_evidence(report):
    assert all(len(claim.evidence) > 20 for claim in report.differences)


def test_each_theorem_says_how_many_cases_were_tried(report):
    (claim,) = [c for c in report.claims if c.item == "theorem-9.1" and "minimax" in c.where]
    assert claim.evidence == "501,904 cases tried"  # 2 * sum of C(2n, n), n = 1 to 10
    assert claim.says == claim.ours == "always"


@pytest.mark.parametrize("item", ["example-5", "section-10", "theorem-11.1", "eq-42-48"])
def test_one_item_gives_what_the_whole_gives(report, item):
    part = papers.run(NAME, item)
    assert part.claims == tuple(claim for claim in report.claims if claim.item == item)


def test_a_wrong_count_is_reported(monkeypatch):
    monkeypatch.setattr(counting, "positive_deals", lambda n, k: 0)
    found = papers.run(NAME, "theorem-11.4").differences
    assert [claim.ours for claim in found] == ["in 0 of 15 cases", "in 0 of 150 cases"]


def test_a_wrong_strategy_is_reported(monkeypatch):
    monkeypatch.setattr(value.strategy, "optimal_card", early.strategy.normal_card)
    (claim,) = papers.run(NAME, "theorem-9.1").differences
    assert claim.where.startswith("cases I to IV") and claim.ours == "in 8,791 of 9,412 cases"


def test_a_wrong_series_is_reported(monkeypatch):
    monkeypatch.setattr(limits, "kummer", lambda z: 1.0)
    assert [claim.where for claim in papers.run(NAME, "theorem-11.6").differences] == [
        "(55), five x, 7 digits",
        "(63): the left side at x = 0.7, to 6 digits",
    ]
