"""Foster 1964: a technique for N x 2 games, and chemin-de-fer solved with it on Atlas.

Banker's gain G(h) is a curve of straight pieces. Foster computed it at nine points and read the
rest off a graph; here its pieces, its lowest point and both optimal strategies are exact.
"""

from __future__ import annotations

from sabot.papers.foster_1964 import sections_1_to_7
from sabot.papers.report import Drawing, Item, Source

SOURCE = Source(
    "foster-1964",
    "A computer technique for game-theoretic problems I: Chemin-de-fer analyzed",
    "F. G. Foster, A computer technique for game-theoretic problems I: Chemin-de-fer analyzed, "
    "The Computer Journal 7 (1964), 124-130",
    (
        Item("fingers", "Sections 1, 2: three games of fingers", sections_1_to_7.check_fingers),
        Item("two-by-two", "Section 2: the general 2 x 2 game", sections_1_to_7.check_two_by_two),
        Item("n-by-2", "Section 3: N x 2 games", sections_1_to_7.check_n_by_2),
        Item("rules", "Sections 4, 5: the rules, and 2^44 strategies", sections_1_to_7.check_rules),
        Item("table-1", "Table 1: initial score probabilities", sections_1_to_7.check_table_1),
        Item("table-2", "Table 2: further point probabilities", sections_1_to_7.check_table_2),
        Item("symmetry", "Section 6: the formulas for G(h, s)", sections_1_to_7.check_symmetry),
        Item("components", "Section 6: the components of G(h)", sections_1_to_7.check_components),
        Item("table-3", "Table 3 and Fig. 3: Banker's gain G(h)", sections_1_to_7.check_table_3),
        Item(
            "tables-4-7",
            "Tables 4 to 7: Banker's best replies",
            sections_1_to_7.check_tables_4_to_7,
        ),
        Item("minimax", "Section 7: the minimax strategies", sections_1_to_7.check_minimax),
        Item("footnote", "Section 7, footnote: standing on 2, 3", sections_1_to_7.check_footnote),
    ),
    (
        Drawing(
            "fig-1", "a 2 x 2 game: the value v and the frequency h", sections_1_to_7.draw_figure_1
        ),
        Drawing(
            "fig-2", "a 3 x 2 game: the value v and the frequency h", sections_1_to_7.draw_figure_2
        ),
        Drawing(
            "fig-3", "Banker's expected gain G(h) in chemin-de-fer", sections_1_to_7.draw_figure_3
        ),
    ),
    read="Read: a text conversion of the article.",
    unchecked=(
        "Scarne's hand computation for h = 0.5, whose number is not printed (Section 8)",
        "the time that Atlas took",
        "figures 1 and 2, sketches without numbers",
    ),
    opens={
        "": "foster-1964",
        "fingers": "matrix(payoffs=[[1,-1],[-1,1]])",
        "two-by-two": "matrix(payoffs=[[1,-1],[-1,1]])",
    },
)
