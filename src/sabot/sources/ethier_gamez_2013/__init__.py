"""Ethier and Gamez 2013: baccara chemin de fer in six models, for every whole number of decks.

Tables, kernels, formulas and the statements of the proofs are computed for d = 1 to 20, 50 and
infinity; where the text speaks of every d, by proofs over polynomials in d as well.
The text that we have is that of arXiv:1305.5468.
"""

from __future__ import annotations

from sabot.papers.report import Item, Source
from sabot.sources.ethier_gamez_2013 import (
    proofs_of_theorems_5_to_7,
    sections_1_to_4,
    sections_5_to_8,
)

SOURCE = Source(
    "ethier-gamez-2013",
    "A game-theoretic analysis of baccara chemin de fer",
    "S. N. Ethier and C. Gamez, A game-theoretic analysis of baccara chemin de fer, Games 4 "
    "(2013), 711-737; arXiv:1305.5468",
    (
        Item("sizes", "Sections 1 and 3: the size of the games", sections_1_to_4.check_sizes),
        Item("lemma-1", "Lemma 1 applies", sections_1_to_4.check_lemma_1),
        Item("lemma-2", "Lemma 2: Foster's algorithm", sections_1_to_4.check_lemma_2),
        Item(
            "section-3",
            "Section 3, (6) to (22): the payoff matrix",
            sections_1_to_4.check_section_3,
        ),
        Item("totals", "Section 3: models A1 and B1 from A3 and B3", sections_1_to_4.check_totals),
        Item("table-1", "Table 1: models B2 and B3, preliminary", sections_1_to_4.check_table_1),
        Item("theorem-3", "Theorem 3 and its proof", sections_1_to_4.check_theorem_3),
        Item("table-2", "Table 2: model B1, preliminary", sections_1_to_4.check_table_2),
        Item("theorem-4", "Theorem 4 and its proof", sections_1_to_4.check_theorem_4),
        Item("model-a1", "Section 5, (23) to (26): model A1", sections_5_to_8.check_model_a1),
        Item("model-a3", "Section 5, (27), (28), (36): model A3", sections_5_to_8.check_model_a3),
        Item("table-3", "Table 3: a pair of optimal strategies", sections_5_to_8.check_table_3),
        Item("model-a2", "Section 5: model A2", sections_5_to_8.check_model_a2),
        Item(
            "section-6",
            "Section 6, (29) to (31): model B1, six decks",
            sections_5_to_8.check_section_6,
        ),
        Item("table-4", "Table 4: model B1, final", sections_5_to_8.check_table_4),
        Item("theorem-5", "Theorem 5, (32) to (35)", sections_5_to_8.check_theorem_5),
        Item("proof-5", "Theorem 5, proof", proofs_of_theorems_5_to_7.check_proof_5),
        Item("section-7", "Section 7, (38): model B2, six decks", sections_5_to_8.check_section_7),
        Item("theorem-6", "Theorem 6, (39) to (43)", sections_5_to_8.check_theorem_6),
        Item("remark-6", "Theorem 6, remark", sections_5_to_8.check_remark_6),
        Item("proof-6", "Theorem 6, proof; (37)", proofs_of_theorems_5_to_7.check_proof_6),
        Item("table-5", "Table 5: models B2 and B3, final", sections_5_to_8.check_table_5),
        Item(
            "section-8",
            "Section 8, (45) to (47): model B3, six decks",
            sections_5_to_8.check_section_8,
        ),
        Item("table-6", "Table 6: Player in model B3", sections_5_to_8.check_table_6),
        Item("theorem-7", "Theorem 7, (48) to (53)", sections_5_to_8.check_theorem_7),
        Item(
            "proof-7", "Theorem 7, proof; (44), (54), (55)", proofs_of_theorems_5_to_7.check_proof_7
        ),
    ),
    read="Read: the text on arXiv (1305.5468), not the article as the journal printed it.",
    unchecked=(
        "Lemmas 1 and 2 as theorems: they are applied, and what they give is compared",
        "the history of the game, and what is cited from other papers",
    ),
    opens={
        "": "baccara(model=B3, decks=6)",
        "model-a1": "baccara(model=A1)",
        "model-a2": "baccara(model=A2)",
        "model-a3": "baccara(model=A3)",
        "table-3": "baccara(model=A3)",
        "table-2": "baccara(model=B1, decks=6)",
        "theorem-4": "baccara(model=B1, decks=6)",
        "section-6": "baccara(model=B1, decks=6)",
        "table-4": "baccara(model=B1, decks=6)",
        "theorem-5": "baccara(model=B1, decks=*)",
        "proof-5": "baccara(model=B1, decks=*)",
        "section-7": "baccara(model=B2, decks=6)",
        "theorem-6": "baccara(model=B2, decks=*)",
        "proof-6": "baccara(model=B2, decks=*)",
        "theorem-7": "baccara(model=B3, decks=*)",
        "proof-7": "baccara(model=B3, decks=*)",
    },
)
