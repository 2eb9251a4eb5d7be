"""Risticz 1973: five-card draw and poker models with n players, chapters 2 to 6 of the thesis.

Payoffs, plays and integrals mostly stand; the solutions do not. The judge is the exact best reply
over all strategies of each seat, which the methods of 1973 did not have.
"""

from __future__ import annotations

from sabot.papers.report import Drawing, Item, Source
from sabot.papers.risticz_1973 import (
    applied,
    chances,
    figures,
    four,
    hands,
    integral,
    lookahead,
    more,
    pack,
    pair,
    program,
)

SOURCE = Source(
    "risticz-1973",
    "An investigation of the game of poker by computer based analysis",
    "A. Risticz, An investigation of the game of poker by computer based analysis, Ph.D. thesis, "
    "University of Adelaide, 1973: chapters 2 to 6 and appendices A to C",
    (
        Item("table-1", "Table 1: the nine kinds of hands", pack.table_1),
        Item("figure-1", "Figure 1: the shuffle", program.figure_1),
        Item("figure-2", "Figure 2: what is thrown away, hand by hand", program.figure_2),
        Item("figure-3", "Figure 3: the steps of the program", program.figure_3),
        Item("section-2.7", "Section 2.7: what is thrown away", pack.section_2_7),
        Item("table-2", "Table 2: Epstein's poker probabilities", pack.table_2),
        Item("table-3", "Table 3: f_b, hands as dealt", chances.table_3),
        Item("table-4", "Table 4: hands numbered, f_b interpolated", chances.table_4),
        Item("table-5", "Table 5: f_a, hands improved", chances.table_5),
        Item("table-6", "Table 6: an example of the betting", program.table_6),
        Item("table-7", "Table 7: the lookahead algorithm on an example", lookahead.table_7),
        Item("section-3.6", "Section 3.6: zero derivatives and equilibria", lookahead.flat),
        Item("von-neumann", "Section 3.8: von Neumann's game", lookahead.von_neumann),
        Item("table-9", "Table 9: lookahead and Rosen's method", lookahead.table_9),
        Item("section-4.1", "Section 4.1: how a hand improves", hands.section_4_1),
        Item("table-10", "Table 10: plays of the 2-PG", pair.table_10),
        Item("eqs-7-20", "Eqs. 7, 19, 20: the integrals X and XQ for two", pair.integrals),
        Item("eqs-15-28", "Eqs. 15, 16, 21, 26, 28: the payoff of the 2-PG", pair.payoffs),
        Item("table-11", "Table 11: solutions of the 2-PG", pair.table_11),
        Item("section-4.4", "Section 4.4: the analytic solution", pair.analytic),
        Item("table-12", "Table 12: XQ, exact", pair.table_12),
        Item("section-4.6", "Section 4.6: player 1 enters too often", pair.locked),
        Item("section-4.7", "Section 4.7: no bluffs, always look", pair.simpler),
        Item("table-13", "Table 13: plays of the 3-PG", more.table_13),
        Item("payoffs-5", "Sections 5.2.3 and 5.3.1: XQ_3, XQ_4, P_3", more.payoffs),
        Item("section-5.2.4", "Section 5.2.4: solution of the 3-PG", more.three),
        Item("table-14", "Table 14: plays of the 4-PG", more.table_14),
        Item("section-5.3.2", "Section 5.3.2: evaluations a cycle", more.calls),
        Item("section-5.3.3", "Section 5.3.3: lookahead and Rosen on the 4-PG", four.run),
        Item("table-15", "Table 15: solution of the 4-PG", more.table_15),
        Item("section-5.5.1", "Section 5.5.1: two strategies alike?", more.alike),
        Item("table-16", "Table 16: hands x and real hands", hands.table_16),
        Item("figure-12", "Figure 12: the least hands of the 4-PG", hands.figure_12),
        Item("table-17", "Table 17: the least pair to enter with", hands.table_17),
        Item("table-18", "Table 18: what books ask for, and f(n)", hands.table_18),
        Item("g", "Section 5.5.4: g(l), entering after another", hands.follow),
        Item("table-19", "Table 19: a network, three optima", applied.table_19),
        Item("business", "Section 6.3: four manufacturers", applied.business),
        Item("cases", "Appendix A.2.1: six cases", integral.cases),
        Item("eq-36", "Appendix A: eqs. 18, 19, 29, 36 to 38", integral.terms),
        Item("table-A.4", "Appendix A.4: X_3", integral.table_a4),
        Item("appendix-B", "Appendix B: two random numbers of one", program.appendix_b),
        Item("appendix-C", "Appendix C: which hands were sampled", chances.appendix_c),
        Item("table-20", "Table 20: q(h), a number for every hand", pack.table_20),
    ),
    (
        Drawing("fig-7", "strategies of the 2-PG, ours and printed", figures.figure_7),
        Drawing("fig-12", "least hands of the 4-PG, ours and printed", figures.figure_12),
    ),
)
