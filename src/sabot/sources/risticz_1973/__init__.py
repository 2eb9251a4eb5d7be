"""Risticz 1973: five-card draw and poker models with n players, chapters 1 to 7 of the thesis.

Most payoffs, plays and integrals are right; the solutions are not. The criterion is the exact best
reply over all strategies of each seat, which the methods of 1973 did not have.
"""

from __future__ import annotations

from sabot.papers.report import Drawing, Item, Source
from sabot.sources.risticz_1973 import (
    chapter_2_hand_odds,
    chapter_3_lookahead,
    chapter_4_two_players,
    chapters_1_and_2,
    chapters_5_to_7,
    figures,
    section_5_5_real_hands,
)

SOURCE = Source(
    "risticz-1973",
    "An investigation of the game of poker by computer based analysis",
    "A. Risticz, An investigation of the game of poker by computer based analysis, Ph.D. thesis, "
    "University of Adelaide, 1973",
    (
        Item("section-1.6", "Section 1.6: Friedman's bluff", chapters_1_and_2.check_section_1_6),
        Item("table-1", "Table 1: the nine kinds of hands", chapter_2_hand_odds.check_table_1),
        Item("figure-1", "Figure 1: the shuffle", chapters_1_and_2.check_figure_1),
        Item(
            "figure-2",
            "Figure 2: what is thrown away, hand by hand",
            chapters_1_and_2.check_figure_2,
        ),
        Item("figure-3", "Figure 3: the steps of the program", chapters_1_and_2.check_figure_3),
        Item(
            "section-2.7", "Section 2.7: what is thrown away", chapter_2_hand_odds.check_section_2_7
        ),
        Item(
            "table-2",
            "Table 2: Epstein's poker probabilities, as quoted",
            chapter_2_hand_odds.check_table_2,
        ),
        Item("table-3", "Table 3: f_b, hands as dealt", chapter_2_hand_odds.check_table_3),
        Item(
            "table-4",
            "Table 4: hands numbered, f_b interpolated",
            chapter_2_hand_odds.check_table_4,
        ),
        Item("table-5", "Table 5: f_a, hands improved", chapter_2_hand_odds.check_table_5),
        Item("table-6", "Table 6: an example of the betting", chapters_1_and_2.check_table_6),
        Item("section-2.9", "Section 2.9: the blind's rule", chapters_1_and_2.check_section_2_9),
        Item("section-2.10", "Section 2.10: 60 games checked", chapters_1_and_2.check_section_2_10),
        Item("section-2.12", "Section 2.12: how many games", chapters_1_and_2.check_section_2_12),
        Item(
            "table-7",
            "Table 7: the lookahead algorithm on an example",
            chapter_3_lookahead.check_table_7,
        ),
        Item(
            "section-3.6",
            "Section 3.6: zero derivatives and equilibria",
            chapter_3_lookahead.check_section_3_6,
        ),
        Item("table-8", "Table 8: plays of von Neumann's game", chapter_3_lookahead.check_table_8),
        Item(
            "von-neumann", "Section 3.8: von Neumann's game", chapter_3_lookahead.check_von_neumann
        ),
        Item("table-9", "Table 9: lookahead and Rosen's method", chapter_3_lookahead.check_table_9),
        Item(
            "section-4.1",
            "Section 4.1: how a hand improves",
            section_5_5_real_hands.check_section_4_1,
        ),
        Item("table-10", "Table 10: plays of the 2-PG", chapter_4_two_players.check_table_10),
        Item(
            "eqs-7-20",
            "Eqs. 7, 19, 20: the integrals X and XQ for two",
            chapter_4_two_players.check_eqs_7_20,
        ),
        Item(
            "eqs-15-28",
            "Eqs. 15, 16, 21, 26, 28: the payoff of the 2-PG",
            chapter_4_two_players.check_eqs_15_28,
        ),
        Item("table-11", "Table 11: solutions of the 2-PG", chapter_4_two_players.check_table_11),
        Item(
            "section-4.4",
            "Section 4.4: the analytic solution",
            chapter_4_two_players.check_section_4_4,
        ),
        Item("table-12", "Table 12: XQ, exact", chapter_4_two_players.check_table_12),
        Item(
            "section-4.5",
            "Section 4.5: simulated and exact",
            chapter_4_two_players.check_section_4_5,
        ),
        Item(
            "section-4.6",
            "Section 4.6: player 1 enters too often",
            chapter_4_two_players.check_section_4_6,
        ),
        Item(
            "section-4.7",
            "Section 4.7: no bluffs, always look",
            chapter_4_two_players.check_section_4_7,
        ),
        Item("table-13", "Table 13: plays of the 3-PG", chapters_5_to_7.check_table_13),
        Item(
            "payoffs-5",
            "Sections 5.2.3 and 5.3.1: XQ_3, XQ_4, P_3",
            chapters_5_to_7.check_payoffs_5,
        ),
        Item(
            "section-5.2.4",
            "Section 5.2.4: solution of the 3-PG",
            chapters_5_to_7.check_section_5_2_4,
        ),
        Item("table-14", "Table 14: plays of the 4-PG", chapters_5_to_7.check_table_14),
        Item(
            "section-5.3.2",
            "Section 5.3.2: evaluations a cycle",
            chapters_5_to_7.check_section_5_3_2,
        ),
        Item(
            "section-5.3.3",
            "Section 5.3.3: lookahead and Rosen on the 4-PG",
            chapters_5_to_7.check_section_5_3_3,
        ),
        Item("table-15", "Table 15: solution of the 4-PG", chapters_5_to_7.check_table_15),
        Item("section-5.4", "Section 5.4: payoffs simulated", chapters_5_to_7.check_section_5_4),
        Item("figure-11", "Figure 11: errors of simulation", chapters_5_to_7.check_figure_11),
        Item(
            "section-5.5.1",
            "Section 5.5.1: two strategies alike?",
            chapters_5_to_7.check_section_5_5_1,
        ),
        Item("table-16", "Table 16: hands x and real hands", section_5_5_real_hands.check_table_16),
        Item(
            "figure-12",
            "Figure 12: the least hands of the 4-PG",
            section_5_5_real_hands.check_figure_12,
        ),
        Item(
            "table-17",
            "Table 17: the least pair to enter with",
            section_5_5_real_hands.check_table_17,
        ),
        Item(
            "table-18",
            "Table 18: what books ask for, and f(n)",
            section_5_5_real_hands.check_table_18,
        ),
        Item("g", "Section 5.5.4: g(l), entering after another", section_5_5_real_hands.check_g),
        Item("table-19", "Table 19: a network, three optima", chapters_5_to_7.check_table_19),
        Item("business", "Section 6.3: four manufacturers", chapters_5_to_7.check_section_6_3),
        Item(
            "section-7",
            "Sections 7.2, 7.3: more than four players",
            chapters_5_to_7.check_section_7,
        ),
        Item("cases", "Appendix A.2.1: six cases", chapter_4_two_players.check_appendix_a_cases),
        Item("eq-36", "Appendix A: eqs. 18, 19, 29, 36 to 38", chapter_4_two_players.check_eq_36),
        Item("table-A.4", "Appendix A.4: X_3", chapter_4_two_players.check_table_a4),
        Item(
            "appendix-B", "Appendix B: two random numbers of one", chapters_1_and_2.check_appendix_b
        ),
        Item(
            "appendix-C",
            "Appendix C: which hands were sampled",
            chapter_2_hand_odds.check_appendix_c,
        ),
        Item(
            "table-20",
            "Table 20: q(h), a number for every hand",
            chapter_2_hand_odds.check_table_20,
        ),
    ),
    (
        Drawing("fig-1", "the shuffle, step by step", figures.draw_figure_1),
        Drawing("fig-5", "flow diagram of the 2-PG", figures.draw_figure_5),
        Drawing("fig-6", "which chance governs which choice of the 2-PG", figures.draw_figure_6),
        Drawing("fig-7", "strategies of the 2-PG, ours and printed", figures.draw_figure_7),
        Drawing("fig-8", "flow diagram of the 3-PG with its cuts", figures.draw_figure_8),
        Drawing("fig-9", "flow diagram of the 4-PG with its cuts", figures.draw_figure_9),
        Drawing("fig-10", "the 3-PG inside the 4-PG", figures.draw_figure_10),
        Drawing("fig-11", "errors of simulated payoffs of the 3-PG", figures.draw_figure_11),
        Drawing("fig-12", "least hands of the 4-PG, ours and printed", figures.draw_figure_12),
        Drawing("fig-13", "the network of two towns", figures.draw_figure_13),
        Drawing("bluffs", "which hands bluff on real cards", figures.draw_bluffs),
    ),
    opens={
        "": "blind-poker(players=2)",
        "section-1.6": "",
        "section-2.9": "blind-poker(players=4)",
        "section-2.10": "draw-poker",
        "figure-11": "blind-poker(players=3)",
        "section-7": "blind-poker(players=7)",
        "table-1": "",
        "figure-1": "",
        "figure-2": "",
        "figure-3": "draw-poker",
        "section-2.7": "",
        "table-2": "",
        "table-3": "",
        "table-4": "",
        "table-5": "",
        "table-6": "draw-poker",
        "table-7": "matrix(payoffs=[[0,7],[5,0]])",
        "von-neumann": "von-neumann(A=2, B=1)",
        "table-13": "blind-poker(players=3)",
        "payoffs-5": "blind-poker(players=4)",
        "section-5.2.4": "blind-poker(players=3)",
        "table-14": "blind-poker(players=3)",
        "section-5.3.2": "blind-poker(players=4)",
        "section-5.3.3": "blind-poker(players=4)",
        "table-15": "blind-poker(players=4)",
        "section-5.5.1": "blind-poker(players=4)",
        "table-16": "blind-poker(players=4)",
        "figure-12": "blind-poker(players=4)",
        "table-17": "blind-poker(players=4)",
        "table-18": "blind-poker(players=4)",
        "table-19": "dafermos-network",
        "appendix-B": "",
        "appendix-C": "",
        "table-20": "",
    },
    read="Read: a text conversion of a scanned typescript, garbled in many places. A slip that a "
    "converter may have made is not counted as a fault of the thesis.",
    unchecked=(
        "the times of the CDC 6400; from which step and with which share the runs of chapters 4 "
        "and 5 went down to their least step, which print does not say",
        "the simulated values of appendix A.4, the generator RN2 of appendix B, the two linear "
        "programs of 3.8",
        "the payoff functions of the 4-PG and lines 7 to 11 of A.4, which cannot be read; figures "
        "2 and 12, which are lost",
        "the reraise in 1.6, the simulator of chapter 2 as a whole, what is reported of other "
        "authors in chapter 1",
    ),
    hands={
        "table-1": "AcKcQcJcTc",
        "figure-2": "6c6d7c2dKs",
        "section-2.7": "2c2d3c4c5c",
        "table-2": "6c6d7c2dKs",
        "table-3": "2c2d3c4c5c",
        "table-4": "6c6d7c2dKs",
        "table-5": "2c2s3c4s5c",
        "section-4.1": "6c6d7c2dKs",
        "appendix-C": "AcKcQcJc9d",
    },
)
