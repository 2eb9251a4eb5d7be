"""``sabot paper wastlund-2005``: every claim, and that a fault would be reported."""

import re

import pytest
from tests.few import few

from sabot import papers
from sabot.games.whist import deal_statistics, strategy
from sabot.papers.report import CrossCheckError
from sabot.sources.wastlund_2005 import printed_formulas, proof_of_theorem_9_1, section_11_counts
from sabot.sources.wastlund_2005 import printed_formulas as said
from sabot.sources.wastlund_2005.printed_formulas import printed
from sabot.sources.wastlund_2005.trials import PlayStep, check_every_case, check_formula

NAME = "wastlund-2005"
NUMBERED = range(5, 65)


@pytest.fixture(scope="module")
def report():
    return papers.run(NAME)


@pytest.mark.slow
def test_the_verdicts(report):
    counts = {"matches": 184, "misprint": 16, "error": 5, "unreadable": 7, "superseded": 2}
    assert report.counts == counts
    # floors and ceilings, which the converter of the text may have changed: nothing else
    unclear = [claim for claim in report.differences if claim.verdict == "unreadable"]
    assert all("floors and ceilings as in the text" in claim.evidence for claim in unclear)
    assert report.slips["unreadable"] == 6  # (13) and the line after it are one


@pytest.mark.slow
def test_every_theorem_lemma_and_example_holds(report):
    """What differs is in proofs and procedures; no statement falls."""
    stated = re.compile("(theorem|lemma|proposition|example|lattice)")
    within = {claim.where.split(":")[0] for claim in report.differences if stated.match(claim.item)}
    assert within == {
        "(63)",
        "after (64)",
        "conditioned on the cards 1 to n - m, the deals where H lower and H upper are settled",
        "the holder of the ace has half of the m - 1 next cards with chance 1/2 + (even)/2",
    }


@pytest.mark.slow
def test_what_is_false_as_printed(report):
    places = [claim.where.split(",")[0].split(":")[0] for claim in report.differences]
    assert [place for place in places if re.fullmatch(r"\(\d\d\)", place)] == [
        *("(12)", "(13)", "(15)", "(18)", "(19)", "(26)", "(28)", "(29)", "(31)", "(33)", "(36)"),
        *("(42)", "(45)", "(63)"),
    ]
    assert {place for place in places if not re.fullmatch(r"\(\d\d\)", place)} >= {
        *("Case 1", "Case I(E)", "Case II(W)", "Case III(E)", "Case IV(W)", "before (34)"),
        *("step 1", "step 2", "after (13)", "after (64)"),
    }


@pytest.mark.slow
def test_what_should_stand_there_was_tried_on_the_same_cases(report):
    """A remedy that fails is an error, so each one that is told holds."""
    told = [claim.evidence for claim in report.differences if claim.item.startswith("proof-9.1")]
    assert sum(evidence.endswith(": always") for evidence in told) == 6


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERED)
def test_every_numbered_formula_is_evaluated(report, number):
    words = " ".join(f"{item.title} " for item in report.source.items)
    words += " ".join(claim.where for claim in report.claims)
    spans = [range(int(a), int(b) + 1) for a, b in re.findall(r"\((\d+)\) to \((\d+)\)", words)]
    assert f"({number})" in words or any(number in span for span in spans)


@pytest.mark.slow
def test_every_item_makes_claims(report):
    items = [item.name for item in report.source.items]
    assert list(dict.fromkeys(claim.item for claim in report.claims)) == items
    assert {table.item for table in report.tables} <= set(items)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "says", "ours", "words"),
    [
        ("(15), East", "always", "in 899 of", "1,274 cases tried"),
        ("(45): the second", "-2.59719", "-0.899685", "with m - k for m + k"),
        ("(48) with m_0", "small", "large", "m_0 must grow faster, as n^(7/8)"),
        ("(63): the left", "-0.910519", "-2.42604", "exp(2 x^2)"),
        ("the normal strategy is optimal with chance 3/4", "always", "always", "6385/6864"),
        ("its distance from 1/2 falls", "always", "always", "0.0092 +- 0.0045"),
        ("E[H], West having the king", "1/2", "1/2", "380859/676039"),
    ],
)
def test_what_the_page_says_is_what_is_claimed(report, place, says, ours, words):
    (claim,) = [claim for claim in report.claims if claim.where.startswith(place)]
    assert (claim.says, claim.ours[: len(ours)]) == (says, ours)
    assert words in claim.evidence


@pytest.mark.slow
def test_every_difference_has_its_evidence(report):
    assert all(len(claim.evidence) > 20 for claim in report.differences)


@pytest.mark.slow
def test_each_theorem_says_how_many_cases_were_tried(report):
    (claim,) = [c for c in report.claims if c.item == "theorem-9.1" and "every deal" in c.where]
    assert claim.evidence == "501,904 cases tried"  # 2 * sum of C(2n, n), n = 1 to 10
    assert claim.says == claim.ours == "always"


@pytest.mark.slow
@pytest.mark.parametrize("item", ["example-5", "section-10", "theorem-11.1", "eq-44-48"])
def test_one_item_gives_what_the_whole_gives(report, item):
    part = papers.run(NAME, item)
    assert part.claims == tuple(claim for claim in report.claims if claim.item == item)


def differing(item):
    return {claim.where: claim.ours for claim in papers.run(NAME, item).differences}


@pytest.mark.slow
def test_a_wrong_count_is_reported(monkeypatch):
    monkeypatch.setattr(deal_statistics, "positive_deals", lambda n, k: 0)
    assert differing("theorem-11.4") == {"(38) as Sabot counts it, n = 30": "in 0 of 29 cases"}


@pytest.mark.slow
def test_a_wrong_strategy_is_reported(monkeypatch):
    def normal(position, variant=None):
        return strategy.normal_card(position)

    monkeypatch.setattr(strategy, "optimal_card", normal)
    assert differing("theorem-9.1") == {
        "cases I to IV secure it against every reply, n <= 7": "in 8,791 of 9,412 cases"
    }


@pytest.mark.slow
def test_a_wrong_series_is_reported(monkeypatch):
    monkeypatch.setattr(printed_formulas, "eq_54", lambda a, b, z: 1.0)
    assert list(differing("theorem-11.6"))[:3] == [
        "(54): 1F1(2, 2; x) is exp(x), five x, 8 digits",
        "(55), five x, 7 digits",
        "(61), four x, 6 digits",
    ]


@pytest.mark.parametrize("wrong", few(0, ["0", "1/3", "1/5", "6/25"]))
def test_another_limit_of_the_dealers_gain_is_reported(monkeypatch, wrong):
    monkeypatch.setitem(vars(printed), "dealer", wrong)
    found = [
        where for where in differing("theorem-11.12") if "distance" in where or "g(n)" in where
    ]
    assert found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("king", "1"),
        pytest.param("king", "0", marks=pytest.mark.slow),
        pytest.param("ace", "1/2", marks=pytest.mark.slow),
    ],
)
def test_another_worth_of_an_honour_is_reported(monkeypatch, name, wrong):
    few = {n: deals // 10 for n, deals in section_11_counts.RANDOM_DEALS.items()}
    monkeypatch.setattr(section_11_counts, "RANDOM_DEALS", few)
    usual = set(differing("section-11.4"))
    monkeypatch.setitem(vars(printed), name, wrong)
    assert set(differing("section-11.4")) > usual


def test_the_loop_of_section_10_is_run_not_read(monkeypatch):
    monkeypatch.setitem(vars(printed), "loop", "i")
    assert "step 2: the variable of the loop" not in differing("section-10")
    monkeypatch.setitem(vars(printed), "body", printed.body.replace("+= i", "+= i + 1"))
    assert "step 2: the variable of the loop" in differing("section-10")


@pytest.mark.slow
def test_28_and_36_match_once_their_print_is_right(monkeypatch):
    monkeypatch.setattr(said, "eq_28", proof_of_theorem_9_1._corrected_eq_28)
    monkeypatch.setattr(said, "limit_36", lambda n: n - 3)
    assert not any(where.startswith("(28)") for where in differing("proof-9.1-III"))
    assert not any(where.startswith("(36): its") for where in differing("proof-9.1-IV"))


def test_a_remedy_that_fails_and_a_claim_about_nothing_are_faults_of_ours():
    listed = list(proof_of_theorem_9_1._supposed_case_three_west())
    with pytest.raises(CrossCheckError, match="what it should be fails as well"):
        check_formula("item", "(29)", listed, said.eq_29, instead=said.eq_29, remedy="nothing")
    with pytest.raises(CrossCheckError, match="no case"):
        check_formula("item", "(29)", list[PlayStep](), said.eq_29)
    with pytest.raises(CrossCheckError, match="no case"):
        check_every_case("item", "somewhere", [])
