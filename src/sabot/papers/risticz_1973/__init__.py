"""Risticz 1973: poker models with n players, chapters 3 to 6 and appendix A of the thesis.

Payoffs, plays and integrals mostly stand; the solutions do not. The judge is the exact best reply
over all strategies of each seat, which the methods of 1973 did not have.
"""

from __future__ import annotations

from sabot.papers.report import Item, Source
from sabot.papers.risticz_1973 import lookahead, pair

SOURCE = Source(
    "risticz-1973",
    "An investigation of the game of poker by computer based analysis",
    "A. Risticz, An investigation of the game of poker by computer based analysis, Ph.D. thesis, "
    "University of Adelaide, 1973: chapters 3 to 6 and appendix A",
    (
        Item("table-7", "Table 7: the lookahead algorithm on an example", lookahead.table_7),
        Item("section-3.6", "Section 3.6: zero derivatives and equilibria", lookahead.flat),
        Item("von-neumann", "Section 3.8: von Neumann's game", lookahead.von_neumann),
        Item("table-9", "Table 9: lookahead and Rosen's method", lookahead.table_9),
        Item("table-10", "Table 10: plays of the 2-PG", pair.table_10),
        Item("eqs-7-20", "Eqs. 7, 19, 20: the integrals X and XQ for two", pair.integrals),
        Item("eqs-15-28", "Eqs. 15, 16, 21, 26, 28: the payoff of the 2-PG", pair.payoffs),
        Item("table-11", "Table 11: solutions of the 2-PG", pair.table_11),
        Item("section-4.4", "Section 4.4: the analytic solution", pair.analytic),
        Item("table-12", "Table 12: XQ, exact", pair.table_12),
        Item("section-4.6", "Section 4.6: player 1 enters too often", pair.locked),
        Item("section-4.7", "Section 4.7: no bluffs, always look", pair.simpler),
    ),
)
