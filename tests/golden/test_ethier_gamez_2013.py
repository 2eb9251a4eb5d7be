"""Ethier and Gamez 2013: what the paper runner reports, and that it can report a fault."""

from fractions import Fraction as F

import pytest

import sabot
from sabot import papers
from sabot.games.baccara.kernel import Letters
from sabot.papers.ethier_gamez_2013 import formulas, printed, tail, walk
from sabot.papers.ethier_gamez_2013.formulas import Formula, poly
from sabot.papers.ethier_gamez_2013.games import lines, preliminary, proof, runs, solved

NAME = "ethier-gamez-2013"
PAPER = "Ethier and Gamez 2013"
golden = pytest.mark.golden


@pytest.fixture(scope="module")
def report():
    return papers.run(NAME)


def test_the_verdicts(report):
    assert report.counts == {"matches": 982, "misprint": 2, "superseded": 1}
    items = [item.name for item in report.source.items]
    assert list(dict.fromkeys(claim.item for claim in report.claims)) == items
    assert {table.item for table in report.tables} <= set(items)


@golden(f"{PAPER}, Theorem 7: v_1, the remark on uniqueness, T10 in the proof")
def test_what_differs(report):
    assert [(c.item, c.where, c.says, c.ours, c.verdict) for c in report.differences] == [
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
            "proved for every d >= 1",
            "superseded",
        ),
        ("proof-7", "rows 19 and 27: T10, d = 4", "empty", "(3,3,6)", "misprint"),
    ]


def test_the_evidence_for_what_differs(report):
    value, unique, falls = (claim.evidence for claim in report.differences)
    assert "the printed v is about -0.134971" in value
    assert "the printed p and q give -37833961/2901089100 on every side" in value
    assert "-22932137/1666583100 there" in value
    assert "d = 1, 2, 3, 4-7, 8, 9+" in unique
    assert "b_19 < 0 < b_27" in falls
    found = lines("B3", 4)
    assert found.b("(3,3),6", 19) < 0 < found.b("(3,3),6", 27)


@golden(f"{PAPER}, remark after Theorem 7: suspected, here proved")
def test_the_solution_of_model_b3_is_unique_for_every_d():
    assert sabot.check(proof("B3")) is not None
    assert [(piece["from"], piece["to"]) for piece in proof("B3").pieces] == [
        (1, 1), (2, 2), (3, 3), (4, 7), (8, 8), (9, None),
    ]  # fmt: skip
    assert all(all(piece["unique"].values()) for piece in proof("B3").pieces)
    assert not solved("A3").unique


@golden(f"{PAPER}, Theorems 3 and 4 for every d")
@pytest.mark.parametrize(("model", "low"), [("B1", 4), ("B2", 11), ("B3", 11)])
def test_the_preliminary_tables_for_every_d(model, low):
    """From the last footnote on the marks are those of the model with replacement."""
    table = proof(model).classification["Banker"]
    assert max(ranges[-1][0] for ranges in table.values()) == low
    ends = {view: Letters.get(ranges[-1][2], "*") for view, ranges in table.items()}
    assert ends == dict(preliminary(model, "inf"))


@golden(f"{PAPER}, (9) to (18)")
@pytest.mark.parametrize(
    ("u", "hand", "card", "d"), [(5, (0, 6), None, 1), (27, (3, 3), 6, 4), (31, (8, 8), 0, 20)]
)
def test_the_formulas_of_section_3(u, hand, card, d):
    chance, stand, draw = walk.at(u, hand, card, d)
    found = lines("B3", d)
    view = f"({hand[0]},{hand[1]}),{'-' if card is None else card}"
    assert found.expected(view, u) == (stand, draw)
    assert F(found.reach[found.views.index(view), u], found.whole) == chance


@golden(f"{PAPER}, proof of Theorem 6: the order of the points needs d >= 20")
def test_the_order_of_the_points_starts_at_twenty_decks():
    from sabot.papers.ethier_gamez_2013.proofs import stars

    views = [stars("B2", 20)[n - 1] for n in printed.ORDER_B2]
    assert tail.in_order("B2", views, 20) == 21
    assert tail.in_order("B2", views, 19) < 21


QUICK = ("sizes", "section-3", "model-a1", "model-a3", "table-3", "section-6", "section-8")


@pytest.mark.parametrize("item", QUICK)
def test_one_item_gives_what_the_whole_gives(report, item):
    part = papers.run(NAME, item)
    assert part.claims == tuple(claim for claim in report.claims if claim.item == item)
    assert part.tables == tuple(table for table in report.tables if table.item == item)


# ---------------------------------------------------------------------- corrupted print


def differing(item):
    return {claim.where: (claim.says, claim.ours) for claim in papers.run(NAME, item).differences}


FAILS_AT_9 = "components of (54) that fail with the columns of model B2, d = 9"


@pytest.mark.parametrize(
    ("table", "key", "wrong", "item", "where"),
    [
        ("TABLE_1", "(4,9)", "D D D D D D D D S3 * D", "table-1", "Table 1, model B3, (4,9)"),
        ("TABLE_2", "5", "S S S S * D D D S S D", "table-2", "Table 2, model B1, 5"),
        ("TABLE_4", "4", "S D D D D D D D S S D", "table-4", "Table 4, total 4"),
        ("TABLE_5", "6", "S S S S S S D3 D S D *5", "table-5", "Table 5, model B2, (0,6)"),
        ("TABLE_6", "(2,3)", "D", "table-6", "Table 6, (2,3)"),
        ("HANDS", 6, ("(0,6) 8/16",), "model-a3", "chances of the hands of total 6"),
        ("SIZES", "B3", (5, 440), "sizes", "model B3: a 2^5 x 2^440 game"),
        ("FAILS_B3", 9, 4, "proof-7", FAILS_AT_9),
        ("LOCKWOOD", ("(2,3),4", 9), "D", "remark-6", "(2,3,4), d = 9"),
    ],
)
def test_a_wrong_mark_or_number_is_reported(report, monkeypatch, table, key, wrong, item, where):
    monkeypatch.setitem(getattr(printed, table), key, wrong)
    assert where in differing(item)


def test_a_wrong_footnote_is_reported(report, monkeypatch):
    monkeypatch.setitem(printed.NOTES_1, 11, ({"*": "D"}, 10, None))
    for model in ("B2", "B3"):
        says, ours = differing("table-1")[f"Table 1, model {model}, (3,3)"]
        assert says.replace("*:1-9 D:10+", "*:1-10 D:11+") == ours


@pytest.mark.parametrize(
    ("model", "name", "number", "where"),
    [("B1", "q", 1, "(34)"), ("B2", "v", 5, "(43)"), ("B3", "q", 5, "(52)")],
)
def test_a_wrong_coefficient_is_reported(report, monkeypatch, model, name, number, where):
    right = formulas.THEOREMS[model][name]
    wrong = list(right[number].top)
    wrong[0] += 1
    bad = Formula(right[number].where, wrong, right[number].below, right[number].low)
    monkeypatch.setitem(formulas.THEOREMS[model], name, [*right[:number], bad])
    found = differing({"B1": "theorem-5", "B2": "theorem-6", "B3": "theorem-7"}[model])
    assert any(w.startswith(f"{where}, every d >=") for w in found)
    assert f"{where}, d = 50: {name}" in found


def test_a_wrong_decimal_is_reported(report, monkeypatch):
    p, q, v = printed.SIX["B3"]
    monkeypatch.setitem(printed.SIX, "B3", (p, q, (v[0], "-0.0128401")))
    assert differing("section-8") == {"(47), decimals": ("-0.0128401", "-0.0128410")}


def test_words_for_runs_and_formulas():
    assert runs([(1, "S"), (2, "D"), ("inf", "D")]) == "S:1 D:2+"
    assert Formula("", poly(2, 1), poly(4, 0))(2) == F(5, 8)
    assert Formula("", poly(2, 1), poly(4, 0)).limit == F(1, 2)
