"""Ethier and Gamez 2013: what the paper runner reports, and that it can report a fault."""

from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path

import pytest

import sabot
from sabot import papers
from sabot.errors import CertificateError
from sabot.games.baccara.ethier_gamez import ACTION_LETTERS
from sabot.sources.ethier_gamez_2013 import printed_formulas, sections_5_to_8
from sabot.sources.ethier_gamez_2013.games import (
    deck_runs,
    preliminary_marks,
    prove_model,
    pure_strategy_payoffs,
    solve_model,
)
from sabot.sources.ethier_gamez_2013.printed_formulas import PrintedFormula, printed

NAME = "ethier-gamez-2013"
PAPER = "Ethier and Gamez 2013"
golden = pytest.mark.golden


@pytest.fixture(scope="module")
def report():
    return papers.run(NAME)


@pytest.mark.slow
def test_the_verdicts(report):
    columns = [c.ours for c in report.claims if c.where == "different columns"]
    assert columns == ["23409"]
    counts = {"matches": 1168, "misprint": 4, "error": 1, "unreadable": 0, "superseded": 1}
    assert report.counts == counts
    page = Path(__file__).parents[2] / "docs/papers/ethier-gamez-2013.md"
    assert str(report.counts) in page.read_text(encoding="utf-8")  # run whole by the slow tests
    items = [item.name for item in report.source.items]
    assert list(dict.fromkeys(claim.item for claim in report.claims)) == items
    assert {table.item for table in report.tables} <= set(items)


@pytest.mark.slow
@golden(f"{PAPER}, Section 3, Theorems 3, 4 and 7: three slips, v_1, T10; uniqueness")
def test_what_differs(report):
    assert [(c.item, c.where, c.says, c.ours, c.verdict) for c in report.differences] == [
        (
            "totals",
            "a_l(j,k) := P(G | ...) is a chance: from 0 to 1",
            "always",
            "in 441 of 704 cases",
            "misprint",
        ),
        (
            "theorem-3",
            "proof: pairs with 0 <= j1 <= j1 <= 9 and M(j1+j2) <= 7",
            "80",
            "44",
            "misprint",
        ),
        (
            "theorem-4",
            "proof: the table whose entry (j,k) is * where b_0 and b_1 have opposite signs",
            "Table 1",
            "Table 2",
            "misprint",
        ),
        (
            "theorem-7",
            "Theorem 7, v_1, d = 1: v",
            "-3439451/25482800",
            "-37833961/2901089100",
            "misprint",
        ),
        (
            "theorem-7",
            "Remark: the solution is unique",
            "suspected, not proved",
            "proved for every positive whole d",
            "superseded",
        ),
        ("proof-7", "rows 19 and 27: T10, d = 4", "empty", "(3,3,6)", "error"),
    ]


@pytest.mark.slow
def test_the_evidence_for_what_differs(report):
    *slips, value, unique, falls = (claim.evidence for claim in report.differences)
    assert "between -1 and 1" in slips[0]
    assert "j1 <= j2 is meant" in slips[1]
    assert "Table 1 has 0, Table 2 has 4" in slips[2]
    assert "the printed v is about -0.134971" in value
    assert "the printed p and q give -37833961/2901089100 on every side" in value
    assert "-22932137/1666583100 there" in value
    assert "d = 1, 2, 3, 4-7, 8, 9+" in unique
    assert "two pure strategies are left" in unique and "whole numbers of decks" in unique
    assert "b_19 < 0 < b_27" in falls
    found = pure_strategy_payoffs("B3", 4)
    assert found.b("(3,3),6", 19) < 0 < found.b("(3,3),6", 27)


@pytest.mark.slow
@golden(f"{PAPER}, remark after Theorem 7: suspected, here proved")
def test_the_solution_of_model_b3_is_unique_for_every_positive_whole_d():
    assert sabot.check(prove_model("B3")) is not None
    assert [(piece["from"], piece["to"]) for piece in prove_model("B3").pieces] == [
        (1, 1), (2, 2), (3, 3), (4, 7), (8, 8), (9, None),
    ]  # fmt: skip
    assert all(all(piece["unique"].values()) for piece in prove_model("B3").pieces)
    assert not solve_model("A3").unique
    assert not sabot.solve("baccara(model=B3, decks=1/4)").unique


@pytest.mark.slow
def test_nothing_is_called_proved_that_the_checker_refuses(report, monkeypatch):
    refused = CertificateError("piece 2: the value is not what the plans give")

    def refuse(theorem):
        raise refused

    monkeypatch.setattr("sabot.api.checking.check", refuse)
    says, ours = differing("theorem-7")["Remark: the solution is unique"]
    assert (says, ours) == ("suspected, not proved", f"not proved: {refused}")
    assert "uniquely optimal, as a mixture of pure strategies" in differing("theorem-6")


@pytest.mark.slow
def test_a_forged_proof_of_uniqueness_is_not_called_proved():
    found = prove_model("B3")
    first = replace(found.pieces[0], value=found.pieces[1].value)
    forged = replace(found, pieces=(first, *found.pieces[1:]))
    assert sections_5_to_8.certified_unique_decks(found) == sections_5_to_8.EVERY_D_TEXT
    assert sections_5_to_8.certified_unique_decks(forged).startswith("not proved")


@pytest.mark.slow
def test_the_views_at_which_a_piece_mixes_are_counted():
    for model in ("B1", "B2", "B3"):
        for piece in prove_model(model).pieces:
            views = sections_5_to_8.mixed_views_of_piece(piece)
            assert [len(own) for own in views.values()] == [1, 1]
    piece = prove_model("B3").pieces[-1]
    half = piece.strategies["Player"]["(1,4)"]
    player = {**piece.strategies["Player"], "(2,3)": half}
    two = replace(piece, strategies={**piece.strategies, "Player": player})
    assert sections_5_to_8.mixed_views_of_piece(two)["Player"] == ["(1,4)", "(2,3)"]


@pytest.mark.slow
@golden(f"{PAPER}, Theorems 3 and 4 for every d")
@pytest.mark.parametrize(("model", "low"), [("B1", 4), ("B2", 11), ("B3", 11)])
def test_the_preliminary_tables_for_every_d(model, low):
    """From the last footnote on the marks are those of the model with replacement."""
    table = prove_model(model).classification["Banker"]
    assert max(ranges[-1][0] for ranges in table.values()) == low
    ends = {view: ACTION_LETTERS.get(ranges[-1][2], "*") for view, ranges in table.items()}
    assert ends == dict(preliminary_marks(model, "inf"))


@golden(f"{PAPER}, (9) to (18)")
@pytest.mark.parametrize(
    ("u", "hand", "card", "d"), [(5, (0, 6), None, 1), (27, (3, 3), 6, 4), (31, (8, 8), 0, 20)]
)
def test_the_formulas_of_section_3(u, hand, card, d):
    chance, stand, draw = printed_formulas.triple_numbers(u, hand, card, d)
    found = pure_strategy_payoffs("B3", d)
    view = f"({hand[0]},{hand[1]}),{'-' if card is None else card}"
    assert found.expected(view, u) == (stand, draw)
    assert F(found.reach[found.views.index(view), u], found.whole) == chance


QUICK = (
    "sizes",
    "section-3",
    "totals",
    "table-4",
    "model-a1",
    "model-a3",
    "table-3",
    "section-6",
    "section-8",
)


@pytest.mark.slow
@pytest.mark.parametrize("item", QUICK)
def test_one_item_gives_what_the_whole_gives(report, item):
    part = papers.run(NAME, item)
    assert part.claims == tuple(claim for claim in report.claims if claim.item == item)
    assert part.tables == tuple(table for table in report.tables if table.item == item)


# ---------------------------------------------------------------------- corrupted print


def differing(item):
    return {claim.where: (claim.says, claim.ours) for claim in papers.run(NAME, item).differences}


SET_5 = "Table 5 with its footnotes, total"
OUTSIDE = "b_u is not between b_0 and b_31, every d"
TIGHT = "the rows with equality, the others being strict"
LABELS = "labels of the columns: shares of drawing on totals 3, 4, 5, 6"
ERROR = "the relative error of (24) to (26) is below one per cent"
FAILS_AT_9 = "components of (54) that fail with the columns of model B2, d = 9"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "key", "wrong", "item", "where"),
    [
        ("table_1", "(4,9)", "D D D D D D D D S3 * D", "table-1", "Table 1, model B3, (4,9)"),
        ("table_2", "5", "S S S S * D D D S S D", "table-2", "Table 2, model B1, 5"),
        ("table_4", "4", "S D D D D D D D S S D", "table-4", "Table 4, total 4"),
        ("table_5", "6", "S S S S S S D3 D S D †", "table-5", "Table 5, model B2, (0,6)"),
        ("table_6", "(2,3)", "D", "table-6", "Table 6, (2,3)"),
        ("hands", 6, ("(0,6) 8/16",), "model-a3", "chances of the hands of total 6"),
        ("sizes", "B3", (5, 440), "sizes", "model B3: a 2^5 x 2^440 game"),
        ("fails_b3", 9, 4, "proof-7", FAILS_AT_9),
        ("lockwood", ("(2,3),4", 9), "D", "remark-6", "(2,3,4), d = 9"),
        ("table_5", "4", "S D2 D D D D D D S S D", "table-5", f"{SET_5} 4"),
        ("table_5", "3", "D D D D D D D D S2 D D", "table-5", f"{SET_5} 3"),
        ("table_5", "5", "S S S S † D D D S S D", "table-5", f"{SET_5} 5"),
        ("table_4", "5", "S S S S D D D D S S D", "table-4", "Table 4 with its footnotes, total 5"),
        ("notes_2", 2, ({"*": "S"}, 1, 3), "table-2", "footnote 2"),
        ("signs_336", 31, "+:1-11 -:12+", "theorem-3", "proof: sign of b_31(3,3,6), every d"),
        ("components_5", 8, "-:1-4 +:5+", "proof-5", "sign of component 8, every d"),
        ("components_5", 0, "-", "proof-5", "sign of component 0, every d"),
        ("limits", "B1", ("9/11", "6/11", "0"), "theorem-5", "q_d as d tends to infinity"),
        ("limits", "B2", ("9/11", "6/11", "0"), "theorem-6", "q_d as d tends to infinity"),
        ("limits", "B3", ("9/11", "6/11", "0"), "theorem-7", "p_d as d tends to infinity"),
    ],
)
def test_a_wrong_mark_or_number_is_reported(report, monkeypatch, table, key, wrong, item, where):
    monkeypatch.setitem(getattr(printed, table), key, wrong)
    assert where in differing(item)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wrong", "item", "where"),
    [
        ("fives", "(0,5) (1,4) (2,3) (6,9)", "sizes", "Section 3: Player's hands of total 5"),
        ("pairs", 45, "sizes", "Section 3: Banker's hands without a natural"),
        ("exceptions_3", "d = 2: (0,0,9)", "theorem-3", f"proof: {OUTSIDE}"),
        ("exceptions_37", "d <= 6", "proof-6", "Section 7: the exceptions to (37), every d"),
        ("tail_6", (20, 22, 17), "proof-6", "V(p_22) < V(p_22), every d >= 20"),
        ("tight_55", (19, 23), "proof-7", f"(55), every d >= 9: {TIGHT}"),
        ("labels_a3", (9, 9, 9, 17), "model-a3", LABELS),
        ("one_per_cent", "1/1000", "section-6", f"p: {ERROR}"),
    ],
)
def test_a_wrong_statement_is_reported(report, monkeypatch, name, wrong, item, where):
    monkeypatch.setitem(vars(printed), name, wrong)
    assert where in differing(item)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "right", "item"),
    [
        ("operator_b1", "E", "totals"),
        ("condition_3", "0 <= j1 <= j2 <= 9", "theorem-3"),
        ("star_table_4", "Table 2", "theorem-4"),
    ],
)
def test_a_slip_that_is_mended_is_no_slip(report, monkeypatch, name, right, item):
    """The verdict on a slip is computed: what is meant in its place matches."""
    monkeypatch.setitem(vars(printed), name, right)
    assert not differing(item)


@pytest.mark.slow
def test_a_wrong_footnote_is_reported(report, monkeypatch):
    monkeypatch.setitem(printed.notes_1, 11, ({"*": "D"}, 10, None))
    for model in ("B2", "B3"):
        says, ours = differing("table-1")[f"Table 1, model {model}, (3,3)"]
        assert says.replace("*:1-9 D:10+", "*:1-10 D:11+") == ours


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "name", "number", "where"),
    [("B1", "q", 1, "(34)"), ("B2", "v", 5, "(43)"), ("B3", "q", 5, "(52)")],
)
def test_a_wrong_coefficient_is_reported(report, monkeypatch, model, name, number, where):
    right = printed.theorems[model][name]
    *factors, last = right[number].numerator
    bad = replace(right[number], numerator=(*factors, (*last[:-1], last[-1] + 1)))
    monkeypatch.setitem(printed.theorems[model], name, (*right[:number], bad))
    found = differing({"B1": "theorem-5", "B2": "theorem-6", "B3": "theorem-7"}[model])
    assert any(w.startswith(f"{where}, every d >=") for w in found)
    assert f"{where}, d = 50: {name}" in found


@pytest.mark.slow
def test_a_wrong_decimal_is_reported(report, monkeypatch):
    p, q, v = printed.six["B3"]
    monkeypatch.setitem(printed.six, "B3", (p, q, (*v[:2], "-0.0128401")))
    assert differing("section-8") == {"(47), decimals": ("-0.0128401", "-0.0128410")}


def test_words_for_runs_and_formulas():
    assert deck_runs([(1, "S"), (2, "D"), ("inf", "D")]) == "S:1 D:2+"
    formula = PrintedFormula("", ((2, 1),), ((4, 0),))
    assert (formula(2), formula.limit) == (F(5, 8), F(1, 2))
