"""Theorems on all equilibria as they are shown: loaded, at the ends of a range, at roots."""

import sabot

SEXES = "matrix([[2|1,0|0],[0|0,t|2]], t=*)"


def test_a_loaded_theorem_is_the_one_that_was_saved(tmp_path):
    proof, path = sabot.prove(SEXES), tmp_path / "theorem.json"
    proof.save(path)
    loaded = sabot.NashTheorem.load(path)
    assert loaded.digest == proof.digest
    assert loaded.document == proof.document
    assert proof.digest in loaded.to_latex()
    assert "1 & 1 & 1 & $2$ & $1$" in loaded.to_latex()
    assert loaded.pieces[0].part.equilibria[0].support("row") == ("1",)


def heads(proof):
    """Return the lines of a screen that say where, and how many equilibria there are."""
    return [line for line in str(proof).splitlines() if "equilibri" in line and line[0] != " "]


def test_the_end_of_a_range_is_apart_where_its_components_are_others():
    assert heads(sabot.prove(SEXES)) == [
        "t = 0  3 extreme equilibria: 1 isolated and 1 continuum",
        "t > 0  3 extreme equilibria: 3 isolated",
    ]


def test_the_end_of_a_range_is_in_the_piece_where_all_is_the_same():
    assert heads(sabot.prove(SEXES, low=1, high=2)) == [
        "1 <= t <= 2  3 extreme equilibria: 3 isolated"
    ]


ROOTS = "matrix([[t^2-2|1,0|0],[0|0,1|t]], t=*)"


def test_what_is_a_fraction_at_an_irrational_breakpoint_is_printed_as_one():
    text = str(sabot.prove(ROOTS, low=1, high=2))
    here = text[text.index("t = about 1.41421") : text.index("about 1.41421 < t")]
    lines = [line.split(maxsplit=1) for line in here.splitlines()]
    assert [rest for first, rest in filter(None, lines) if first in ("column", "paid")] == [
        *("1", "0; 1"),
        *("2", "1; t ≈ 1.41421"),
        *("1", "0; t / (t + 1) ≈ 0.585786"),
    ]


def test_a_paper_names_irrational_breakpoints():
    text = sabot.prove(ROOTS, low=1).to_latex()
    assert r"Let $t_{1} \approx 1.41421$ be the root of $t^{2} - 2$ in $[5/4, 3/2]$." in text
    items = [line for line in text.splitlines() if line.startswith(r"\item")]
    assert items == [
        r"\item if $1 \le t < t_{1}$:",
        r"\item if $t = t_{1}$:",
        r"\item if $t > t_{1}$:",
    ]
    assert "about" not in text
