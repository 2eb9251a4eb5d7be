"""The proof of Theorem 9.1, formula by formula: Lemma 9.2 and Cases I to III, then Case IV."""
