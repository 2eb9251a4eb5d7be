"""Ethier and Gamez 2013, Tables 1 and 2: every mark and every footnote, derived for all d.

A printed word is the mark for six decks and the number of a footnote, which says which mark stands
there instead, and for which d. The proof says for each view on which ranges of d its sort is what.
"""

import re
from functools import cache

import pytest
from tests.few import few

import sabot
from sabot.games.baccara.ethier_gamez import ACTION_LETTERS
from sabot.sources.ethier_gamez_2013.printed_formulas import printed
from sabot.sources.ethier_gamez_2013.sections_1_to_4 import expand_rows

TABLES = [
    ("B1", printed.table_2, printed.notes_2),
    ("B2", printed.table_1, printed.notes_1),
    ("B3", printed.table_1, printed.notes_1),
]
THIRD = (*range(10), "-")


@cache
def proof(model, parameter="decks"):
    return sabot.prove(f"baccara(model={model}, {parameter}=*)")


def printed_ranges(word, notes):
    """Return the ranges that a printed word and its footnote stand for."""
    mark, note = word[0], word[1:]
    if not note:
        return [(1, None, mark)]
    swap, low, high = notes[int(note)]
    if high is None:
        return [(1, low - 1, mark), (low, None, swap[mark])]
    assert low == 1
    return [(1, high, swap[mark]), (high + 1, None, mark)]


@pytest.mark.golden("Ethier and Gamez 2013, Tables 1 and 2")
@pytest.mark.parametrize(("model", "rows", "notes"), TABLES, ids=["B1", "B2", "B3"])
def test_every_mark_and_footnote(model, rows, notes):
    found = proof(model).classification
    assert list(found) == ["Banker"]
    said = {
        f"{label},{third}": printed_ranges(word, notes)
        for label, words in expand_rows(rows, hands=model != "B1").items()
        for third, word in zip(THIRD, words, strict=True)
    }
    ours = {
        view: [(low, high, ACTION_LETTERS.get(sort, sort)) for low, high, sort in ranges]
        for view, ranges in found["Banker"].items()
    }
    assert ours == said


@pytest.mark.golden("Ethier and Gamez 2013, Theorems 3 and 4: n_d")
@pytest.mark.parametrize(
    ("model", "stars"), [("B1", printed.stars_4), ("B2", printed.stars_3), ("B3", printed.stars_3)]
)
def test_the_numbers_of_undecided_views(model, stars):
    for d, many in enumerate((*stars, stars[-1], stars[-1]), 1):
        assert list(proof(model).sorts_at(d).values()).count("*") == many
    assert list(proof(model).sorts_at(10**9).values()).count("*") == stars[-1]


def rows_of(text, start, separator):
    lines = [line for line in text.splitlines() if line.startswith(start)]
    return [[cell.strip() for cell in line.strip("|\\ ").split(separator)] for line in lines]


@pytest.mark.golden("Ethier and Gamez 2013, Tables 1 and 2, as they are printed")
@pytest.mark.parametrize(("model", "rows", "notes"), TABLES, ids=["B1", "B2", "B3"])
def test_the_tables_for_a_paper_are_the_printed_ones(model, rows, notes):
    latex = proof(model).to_latex()
    said = dict(re.findall(r"^\$\^\{(\d+)\}\$ (.*)\.$", latex, re.MULTILINE))
    body = latex.split(r"\midrule")[-1].split(r"\bottomrule")[0].strip().splitlines()
    lines = [[cell.strip() for cell in line.removesuffix(r"\\").split("&")] for line in body]
    assert len(lines) == len(rows)
    for (total, hand, *cells), (label, line) in zip(lines, rows.items(), strict=True):
        assert label in (total, hand)
        for cell, word in zip(cells, line.split(), strict=True):
            mark, number = re.fullmatch(r"(\S)(?:\$\^\{(\d+)\}\$)?", cell).groups()
            assert mark == word[0]
            assert (number is None) == (word[1:] == "")
            if number is not None:
                swap, low, high = notes[int(word[1:])]
                where = f"d \\ge {low}" if high is None else f"d \\le {high}"
                where = "d = 1" if high == 1 else where
                assert said[number] == f"{swap[mark]} if ${where}$"


def test_the_table_for_a_wiki():
    text = proof("B1").to_markdown().partition("### Banker whatever Player does")[2]
    rows = rows_of(text, "| 4 ", "|")
    assert rows == [["4", "", "S", r"\*<sup>2</sup>", "D<sup>3</sup>", *"DDDDD", "S", "S", "D"]]
    assert "2. S if decks ≤ 3" in text and "3. \\* if decks = 1" in text


@pytest.mark.parametrize("model", few(1, ["B1", "B2", "B3"]))
def test_cards_per_rank_include_the_decks(model):
    """No source at hand prints these: every fourth of them is a number of decks."""
    cards = proof(model, "cards")
    for decks in (*range(1, 13), 40):
        assert cards.sorts_at(4 * decks) == proof(model).sorts_at(decks)


@pytest.mark.slow
def test_three_cards_per_rank():
    """With three threes in the pack, two of them in Banker's hand, three views are unlike."""
    found = proof("B3", "cards").classification["Banker"]
    assert found["(3,3),6"] == [(3, 3, "stand"), (4, 40, "*"), (41, None, "draw")]
    assert found["(3,3),7"] == [(3, 3, "*"), (4, None, "draw")]
    assert found["(3,4),8"] == [(3, 3, "*"), (4, None, "stand")]
