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
